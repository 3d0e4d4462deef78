//! Text broken into lines.

use crate::font::{Face, printable};

/// A stretch of text in one face.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) face: Face,
    pub(crate) text: String,
}

impl Run {
    pub(crate) fn new(face: Face, text: &str) -> Run {
        Run { face, text: printable(text) }
    }

    fn width(&self, size: f64) -> f64 {
        self.face.width(size, &self.text)
    }
}

/// A line of text: its runs with the distance of each from the start.
#[derive(Debug, Clone, Default)]
pub(crate) struct Line {
    pub(crate) runs: Vec<(f64, Run)>,
    pub(crate) width: f64,
}

impl Line {
    fn of(runs: Vec<Run>, size: f64) -> Line {
        let mut line = Line::default();
        for run in runs {
            let wide = run.width(size);
            line.runs.push((line.width, run));
            line.width += wide;
        }
        line
    }
}

/// A text that is set more than once, at different widths.
#[derive(Debug, Clone)]
pub(crate) struct Caption {
    runs: Vec<Run>,
    /// Its width on one line, in units of its size.
    width: f64,
}

impl Caption {
    pub(crate) fn new(runs: Vec<Run>) -> Caption {
        let width = runs.iter().map(|run| run.width(1.0)).sum();
        Caption { runs, width }
    }

    /// How many lines it takes. Most captions take one, which is seen at once.
    pub(crate) fn count(&self, size: f64, room: f64) -> f64 {
        if self.runs.is_empty() {
            0.0
        } else if self.width * size < room {
            1.0
        } else {
            self.lines(size, room).len() as f64
        }
    }

    pub(crate) fn lines(&self, size: f64, room: f64) -> Vec<Line> {
        wrap(&self.runs, size, room)
    }
}

/// Breaks a text into lines no wider than `room`. Words that are wider are cut.
pub(crate) fn wrap(runs: &[Run], size: f64, room: f64) -> Vec<Line> {
    let mut lines = Vec::new();
    let (mut line, mut used): (Vec<Run>, f64) = (Vec::new(), 0.0);
    for word in words(runs).into_iter().flat_map(|word| cut(word, size, room)) {
        let wide: f64 = word.iter().map(|run| run.width(size)).sum();
        let face = blank_between(&line, &word);
        let blank = face.width(size, " ");
        if !line.is_empty() && used + blank + wide > room {
            lines.push(Line::of(std::mem::take(&mut line), size));
            used = 0.0;
        }
        if !line.is_empty() {
            add(&mut line, Run { face, text: " ".to_owned() });
            used += blank;
        }
        word.into_iter().for_each(|run| add(&mut line, run));
        used += wide;
    }
    if !line.is_empty() {
        lines.push(Line::of(line, size));
    }
    lines
}

/// The face of the blank between two words: theirs, or the plain one.
fn blank_between(line: &[Run], word: &[Run]) -> Face {
    match (line.last(), word.first()) {
        (Some(one), Some(other)) if one.face == other.face => one.face,
        _ => Face::Plain,
    }
}

/// Adds a run to a line; one in the face of the last continues it.
fn add(line: &mut Vec<Run>, run: Run) {
    match line.last_mut() {
        Some(last) if last.face == run.face => last.text.push_str(&run.text),
        _ => line.push(run),
    }
}

/// The words of a text. A word may change its face.
fn words(runs: &[Run]) -> Vec<Vec<Run>> {
    let mut words = vec![Vec::new()];
    for run in runs {
        for (i, part) in run.text.split(' ').enumerate() {
            if i > 0 {
                words.push(Vec::new());
            }
            if let Some(word) = words.last_mut().filter(|_| !part.is_empty()) {
                word.push(Run { face: run.face, text: part.to_owned() });
            }
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// A word in pieces that fit a line.
fn cut(word: Vec<Run>, size: f64, room: f64) -> Vec<Vec<Run>> {
    if word.iter().map(|run| run.width(size)).sum::<f64>() <= room {
        return vec![word];
    }
    let mut pieces: Vec<Vec<Run>> = vec![Vec::new()];
    let mut used = 0.0;
    for run in word {
        for char in run.text.chars() {
            let char = Run { face: run.face, text: char.to_string() };
            let wide = char.width(size);
            if used + wide > room && used > 0.0 {
                pieces.push(Vec::new());
                used = 0.0;
            }
            used += wide;
            if let Some(piece) = pieces.last_mut() {
                add(piece, char);
            }
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(line: &Line) -> String {
        line.runs.iter().map(|(_, run)| run.text.as_str()).collect()
    }

    #[test]
    fn lines_fit_and_lose_nothing() {
        let runs = [
            Run::new(Face::Plain, "Every cell holds a number from "),
            Run::new(Face::Bold, "1 to 9"),
            Run::new(Face::Plain, "; no number twice, and antidisestablishmentarianism as well."),
        ];
        for room in [5.0, 40.0, 90.0, 1000.0] {
            let lines = wrap(&runs, 10.0, room);
            // A character that is wider than a line stands alone.
            assert!(lines.iter().all(|line| line.width <= room + 0.1 || text(line).chars().count() == 1), "{room}");
            let joined: String = lines.iter().map(text).collect();
            let whole: String = runs.iter().map(|run| run.text.as_str()).collect();
            assert_eq!(joined.replace(' ', ""), whole.replace(' ', ""));
        }
        let lines = wrap(&runs, 10.0, 1000.0);
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0].runs.len(), 3, "{lines:?}");
        assert!(text(&lines[0]).contains("1 to 9; no"));
    }

    #[test]
    fn nothing_gives_no_line() {
        assert!(wrap(&[], 10.0, 100.0).is_empty());
        assert!(wrap(&[Run::new(Face::Plain, "  \t ")], 10.0, 100.0).is_empty());
    }
}
