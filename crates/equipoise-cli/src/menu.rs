//! `equipoise` alone on a terminal: pick a puzzle, look at it, see it solved.

use crate::clock::Stopwatch;
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::list;
use crate::output::{self, Look};
use crate::report::{Printer, caption, statistics_text};
use crate::solve;
use equipoise::fd::{Clock, Limits};
use equipoise::puzzles::Document;
use equipoise::studio::Options;
use std::io::{self, BufRead, Write};

pub(crate) fn run() -> Exit {
    let interrupt = Interrupt::install();
    let printer = Printer { json: false, quiet: false, stats: true, look: Look::new(false) };
    let menu = Menu { puzzles: list::builtin().collect(), printer, interrupt: &interrupt };
    output::ended(menu.open(io::stdin().lock(), io::stdout().lock()))
}

struct Menu<'a> {
    puzzles: Vec<(String, Document)>,
    printer: Printer,
    interrupt: &'a Interrupt,
}

/// What a person chose.
#[derive(Debug, PartialEq, Eq)]
enum Choice {
    Quit,
    /// Show the list again.
    List,
    /// The puzzle at this position.
    Puzzle(usize),
}

impl Menu<'_> {
    /// Asks until somebody quits, or the input ends.
    fn open(&self, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
        self.list(&mut output)?;
        loop {
            write!(output, "\nWhich puzzle? (Enter for the list, 0 to quit) ")?;
            let Some(line) = self.line(&mut input, &mut output)? else { return writeln!(output) };
            match self.choice(&line) {
                Ok(Choice::Quit) => return Ok(()),
                Ok(Choice::List) => self.list(&mut output)?,
                Ok(Choice::Puzzle(index)) => {
                    if !self.puzzle(index, &mut input, &mut output)? {
                        return writeln!(output);
                    }
                }
                Err(problem) => writeln!(output, "{problem}")?,
            }
        }
    }

    fn choice(&self, line: &str) -> Result<Choice, String> {
        let count = self.puzzles.len();
        match line.trim().parse::<usize>() {
            _ if line.trim().is_empty() => Ok(Choice::List),
            Ok(0) => Ok(Choice::Quit),
            Ok(number) if number <= count => Ok(Choice::Puzzle(number - 1)),
            _ => Err(format!("There is no {:?} here: choose a number from 1 to {count}, or 0.", line.trim())),
        }
    }

    fn list(&self, output: &mut impl Write) -> io::Result<()> {
        writeln!(output, "+-----------+\n| Equipoise |\n+-----------+")?;
        for ((name, document), number) in self.puzzles.iter().zip(1..) {
            let (kind, size) = (document.puzzle.kind().title(), document.puzzle.size_in_words());
            writeln!(output, "{number:>3} - {kind}, {size} ({name})")?;
        }
        writeln!(output, "  0 - Quit")
    }

    /// Shows a puzzle and, when Enter is pressed, its solution; false when the
    /// input ended.
    fn puzzle(&self, index: usize, input: &mut impl BufRead, output: &mut impl Write) -> io::Result<bool> {
        let (name, document) = &self.puzzles[index];
        let puzzle = &*document.puzzle;
        writeln!(output, "\n--- {name} ---\n\n{}", self.printer.picture(puzzle, &puzzle.givens()))?;
        write!(output, "Press Enter to see the solution. ")?;
        if self.line(input, output)?.is_none() {
            return Ok(false);
        }
        self.interrupt.reset();
        let clock = Stopwatch::start();
        let limits = Limits::none().clock(&clock).cancel(self.interrupt.flag());
        match solve::verdict(puzzle, &Options { limits, ..Options::default() }) {
            Ok(mut answer) => {
                answer.statistics.time = clock.now();
                writeln!(output, "\n--- Solution ---\n")?;
                for board in &answer.solutions {
                    writeln!(output, "{}", self.printer.picture(puzzle, board))?;
                }
                writeln!(output, "{}\n{}", caption(&answer), statistics_text(&answer.statistics).trim_end())?;
            }
            Err(error) => writeln!(output, "It is too large to solve: {error}.")?,
        }
        Ok(true)
    }

    /// What a person types, up to Enter; `None` at the end of the input.
    fn line(&self, input: &mut impl BufRead, output: &mut impl Write) -> io::Result<Option<String>> {
        output.flush()?;
        let mut line = Vec::new();
        let read = self.interrupt.while_waiting(|| input.read_until(b'\n', &mut line))?;
        Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the menu says when somebody types this.
    fn session(typed: &str) -> String {
        let interrupt = Interrupt::default();
        let printer = Printer { json: false, quiet: false, stats: true, look: Look::new(true) };
        let menu = Menu { puzzles: list::builtin().collect(), printer, interrupt: &interrupt };
        let mut output = Vec::new();
        menu.open(typed.as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn a_puzzle_is_shown_and_then_solved() {
        let said = session("1\n\n0\n");
        let (before, after) = said.split_once("Press Enter to see the solution.").unwrap();
        assert!(!before.contains("Resumptions"));
        assert!(after.contains("--- Solution ---"));
        assert!(after.contains("unique solution, "));
        assert!(after.contains("Resumptions: "));
        assert!(after.trim_end().ends_with("(Enter for the list, 0 to quit)"));
    }

    #[test]
    fn bad_choices_are_told_and_asked_again() {
        for bad in ["999", "-3", "two", "1.5", "\u{fffd}", "99999999999999999999999"] {
            let said = session(&format!("{bad}\n0\n"));
            assert!(said.contains(&format!("There is no {bad:?} here")), "{said}");
            assert_eq!(said.matches("Which puzzle?").count(), 2);
        }
    }

    #[test]
    fn enter_shows_the_list_again_and_the_end_of_input_quits() {
        assert_eq!(session("\n").matches("0 - Quit").count(), 2);
        assert_eq!(session("1\n").matches("Press Enter").count(), 1);
        assert_eq!(session("").matches("Which puzzle?").count(), 1);
    }
}
