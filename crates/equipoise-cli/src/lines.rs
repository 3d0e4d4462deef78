//! A file with a puzzle on each line, read line by line.

use crate::failure::Failure;
use crate::input::{Content, MOST_BYTES, Task, too_long};
use equipoise::puzzles::Format;
use std::io::{BufRead, Read as _};

/// The lines of a file that are not blank, each a task.
pub(crate) struct Lines {
    name: String,
    input: Box<dyn BufRead + Send>,
    /// The one puzzle that is wanted.
    pick: Option<i64>,
    /// How many lines were read, and how many of them are puzzles.
    read: usize,
    number: i64,
    /// The next puzzle, if it is known already.
    ahead: Option<Task>,
    ended: bool,
}

impl Lines {
    pub(crate) fn new(name: String, input: Box<dyn BufRead + Send>, pick: Option<i64>) -> Lines {
        Lines { name, input, pick, read: 0, number: 0, ahead: None, ended: false }
    }

    /// The next line that is not blank.
    fn line(&mut self) -> Result<Option<Vec<u8>>, Failure> {
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = self.input.by_ref().take(MOST_BYTES + 1).read_until(b'\n', &mut line);
            match read.map_err(|error| Failure::io(&error))? {
                0 => return Ok(None),
                long if long as u64 > MOST_BYTES => return Err(too_long()),
                _ => {}
            }
            self.read += 1;
            if !line.trim_ascii().is_empty() {
                self.number += 1;
                // Otherwise an error at its end would be reported on the next line.
                line.truncate(line.trim_ascii_end().len());
                return Ok(Some(line));
            }
        }
    }

    /// The next puzzle. Its name includes its number.
    fn puzzle(&mut self) -> Option<Task> {
        if self.ended {
            return None;
        }
        match self.line() {
            Ok(Some(line)) => {
                let name = format!("{}#{}", self.name, self.number);
                let content = Content::Text(line, Some(Format::Json), self.read);
                return Some(Task::new(name, content, None));
            }
            Ok(None) => self.ended = true,
            Err(failure) => {
                self.ended = true;
                return Some(Task::problem(&*self.name, failure));
            }
        }
        // A file without lines is reported like an empty file.
        let empty = Task::new(&*self.name, Content::Text(Vec::new(), None, 1), None);
        (self.number == 0).then_some(empty)
    }

    fn picked(&mut self, wanted: i64) -> Option<Task> {
        if self.ended {
            return None;
        }
        while let Some(task) = self.puzzle() {
            if self.number == wanted || self.ended {
                self.ended = true;
                return Some(Task { name: self.name.clone(), ..task });
            }
        }
        let failure = Failure::missing("the file has no puzzle of that number");
        Some(Task::problem(&*self.name, failure))
    }
}

impl Iterator for Lines {
    type Item = Task;

    fn next(&mut self) -> Option<Task> {
        if let Some(wanted) = self.pick {
            return self.picked(wanted);
        }
        let is_first = self.number == 0;
        let task = self.ahead.take().or_else(|| self.puzzle())?;
        if is_first {
            self.ahead = self.puzzle();
            if self.ahead.is_none() {
                // The only puzzle of a file has the name of the file.
                return Some(Task { name: self.name.clone(), ..task });
            }
        }
        Some(task)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &'static str, pick: Option<i64>) -> Vec<String> {
        Lines::new("f".into(), Box::new(text.as_bytes()), pick).map(|task| task.name).collect()
    }

    #[test]
    fn several_puzzles_are_numbered() {
        assert_eq!(names("{}\n\n  \r\n{}\n{}", None), ["f#1", "f#2", "f#3"]);
        assert_eq!(names("\n{}\n\n", None), ["f"]);
        assert_eq!(names("", None), ["f"]);
    }

    #[test]
    fn one_is_picked() {
        let mut lines = Lines::new("f#2".into(), Box::new("{}\n\n{\"a\":1}\n{}".as_bytes()), Some(2));
        let task = lines.next().unwrap();
        assert!(matches!(task.content, Content::Text(text, _, 3) if text == b"{\"a\":1}"));
        assert!(lines.next().is_none());
        assert_eq!(names("{}\n{}", Some(9)).len(), 1);
        assert_eq!(names("", Some(9)).len(), 1);
    }
}
