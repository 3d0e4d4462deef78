//! A progress line, where a person is watching. One line is all that is needed, so no
//! crate for progress bars draws it.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// A run shorter than this shows none.
const PATIENCE: Duration = Duration::from_millis(700);
/// How often it is drawn.
const EVERY: Duration = Duration::from_millis(100);
/// The most and the least cells of the bar.
const BAR: usize = 30;
const LEAST_BAR: usize = 5;

/// The last line on standard error, if that is a terminal. (It is no longer than
/// it needs to be. What the terminal echoes for Ctrl-C then stays on the same line
/// and is cleared with it; with a progress bar padded to the width of the terminal
/// it would not.)
#[derive(Debug)]
pub(crate) struct Progress {
    started: Instant,
    total: Option<usize>,
    wanted: bool,
    drawn: bool,
    /// When it is drawn next.
    due: Duration,
}

impl Progress {
    /// For this many puzzles, if that is known.
    pub(crate) fn new(total: Option<usize>) -> Progress {
        Progress { started: Instant::now(), total, wanted: io::stderr().is_terminal(), drawn: false, due: PATIENCE }
    }

    pub(crate) fn draw(&mut self, done: usize) {
        self.draw_line(|total, elapsed| line(done, total, elapsed));
    }

    /// The same, saying what is being done.
    pub(crate) fn draw_step(&mut self, done: usize, now: &str) {
        self.draw_line(|total, elapsed| step(done, total.unwrap_or(0), now, elapsed));
    }

    fn draw_line(&mut self, line: impl FnOnce(Option<usize>, Duration) -> Line) {
        let elapsed = self.started.elapsed();
        if self.wanted && elapsed >= self.due {
            let text = line(self.total, elapsed).within(textwrap::termwidth());
            let _ = write!(io::stderr(), "\r{text}\x1b[K");
            self.drawn = true;
            self.due = elapsed + EVERY;
        }
    }

    pub(crate) fn clear(&mut self) {
        if std::mem::take(&mut self.drawn) {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// What the line says, and how much of its bar is filled.
struct Line {
    /// Done, and all there is to do.
    bar: Option<(usize, usize)>,
    text: String,
}

impl Line {
    /// In fewer columns than the terminal has: a line that wraps cannot be cleared.
    fn within(self, columns: usize) -> String {
        let room = columns.saturating_sub(1);
        // The bar is what can be done without.
        let cells = room.saturating_sub(self.text.len() + "[] ".len()).min(BAR);
        let bar = match self.bar {
            Some((done, total)) if cells >= LEAST_BAR => {
                let filled = (done * cells).checked_div(total).unwrap_or(0).min(cells);
                format!("[{}{}] ", "#".repeat(filled), ".".repeat(cells - filled))
            }
            _ => String::new(),
        };
        (bar + &self.text).chars().take(room).collect()
    }
}

fn step(done: usize, total: usize, now: &str, elapsed: Duration) -> Line {
    let now: String = now.chars().take(24).collect();
    Line { bar: Some((done, total)), text: format!("{done} of {total}, {} s: {now}", elapsed.as_secs()) }
}

fn line(done: usize, total: Option<usize>, elapsed: Duration) -> Line {
    let time = format!("{} s", elapsed.as_secs());
    match total {
        Some(1) => Line { bar: None, text: format!("searching, {time}") },
        Some(total) => Line { bar: Some((done, total)), text: format!("{done} of {total} puzzles, {time}") },
        None => Line { bar: None, text: format!("{done} puzzles, {time}") },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line() {
        let two_seconds = Duration::from_millis(2500);
        let shown = |done, total, columns| line(done, total, two_seconds).within(columns);
        assert_eq!(shown(1, Some(3), 80), "[##########....................] 1 of 3 puzzles, 2 s");
        assert_eq!(shown(9, None, 80), "9 puzzles, 2 s");
        // A file may hold more than one puzzle.
        assert!(shown(9, Some(3), 80).starts_with("[##############################]"));
    }

    #[test]
    fn the_line_never_wraps() {
        let now = "a long name of an experiment";
        for columns in 0..90 {
            for line in [line(1, Some(3), PATIENCE), line(9, None, PATIENCE), step(1, 3, now, PATIENCE)] {
                assert!(line.within(columns).chars().count() < columns.max(1), "{columns}");
            }
        }
        assert_eq!(line(1, Some(3), PATIENCE).within(40), "[#####............] 1 of 3 puzzles, 0 s");
        assert_eq!(line(1, Some(3), PATIENCE).within(24), "1 of 3 puzzles, 0 s");
    }
}
