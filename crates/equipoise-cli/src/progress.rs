//! A progress line, where a person is watching.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// A run shorter than this shows none.
const PATIENCE: Duration = Duration::from_millis(700);
/// How often it is drawn.
const EVERY: Duration = Duration::from_millis(100);
const BAR: usize = 30;

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

    fn draw_line(&mut self, line: impl FnOnce(Option<usize>, Duration) -> String) {
        let elapsed = self.started.elapsed();
        if self.wanted && elapsed >= self.due {
            let _ = write!(io::stderr(), "\r{}\x1b[K", line(self.total, elapsed));
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

fn bar(done: usize, total: usize) -> String {
    let filled = (done * BAR).checked_div(total).unwrap_or(0).min(BAR);
    "#".repeat(filled) + &".".repeat(BAR - filled)
}

/// Cut to the width of a narrow terminal, as a line that wraps cannot be cleared.
fn step(done: usize, total: usize, now: &str, elapsed: Duration) -> String {
    let now: String = now.chars().take(24).collect();
    format!("[{}] {done} of {total}, {} s: {now}", bar(done, total), elapsed.as_secs())
}

fn line(done: usize, total: Option<usize>, elapsed: Duration) -> String {
    let time = format!("{} s", elapsed.as_secs());
    match total {
        Some(1) => format!("searching, {time}"),
        Some(total) => {
            format!("[{}] {done} of {total} puzzles, {time}", bar(done, total))
        }
        None => format!("{done} puzzles, {time}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line() {
        let two_seconds = Duration::from_millis(2500);
        assert_eq!(line(1, Some(3), two_seconds), "[##########....................] 1 of 3 puzzles, 2 s");
        assert_eq!(line(9, None, two_seconds), "9 puzzles, 2 s");
        // A file may hold more than one puzzle.
        assert!(line(9, Some(3), two_seconds).starts_with("[##############################]"));
    }
}
