//! `equipoise` without arguments on a terminal: pick a puzzle or have one made,
//! look at it, see it solved.

use crate::clock::Stopwatch;
use crate::exit::Exit;
use crate::generate;
use crate::interrupt::Interrupt;
use crate::list;
use crate::output::{self, Look};
use crate::report::{Printer, caption, statistics_text};
use crate::solve;
use equipoise::fd::{Clock, Limits};
use equipoise::puzzles::{self, Document, Impossible, KINDS, Request};
use equipoise::studio::{self, MakeError, Options, Workshop};
use std::io::{self, BufRead, Write};

pub(crate) fn run() -> Exit {
    let interrupt = Interrupt::install();
    let printer = Printer { json: false, quiet: false, stats: true, look: Look::new(false), interrupt: &interrupt };
    let menu = Menu { puzzles: list::builtin().collect(), printer, interrupt: &interrupt };
    output::ended(menu.open(io::stdin().lock(), io::stdout().lock()))
}

struct Menu<'a> {
    puzzles: Vec<(String, Document)>,
    printer: Printer<'a>,
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
    /// A new puzzle of this kind and size.
    New(&'static str, usize),
}

impl Menu<'_> {
    /// Asks until the user quits, or the input ends.
    fn open(&self, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
        self.list(&mut output)?;
        loop {
            write!(output, "\nWhich puzzle? (Enter for the list, `new gap 10` for a new one, 0 to quit) ")?;
            let Some(line) = self.line(&mut input, &mut output)? else { return writeln!(output) };
            match self.choice(&line) {
                Ok(Choice::Quit) => return Ok(()),
                Ok(Choice::List) => self.list(&mut output)?,
                Ok(Choice::Puzzle(index)) => {
                    let (name, document) = &self.puzzles[index];
                    if !self.puzzle(name, document, &mut input, &mut output)? {
                        return writeln!(output);
                    }
                }
                Ok(Choice::New(kind, size)) => match self.make(kind, size) {
                    Ok((name, document)) => {
                        if !self.puzzle(&name, &document, &mut input, &mut output)? {
                            return writeln!(output);
                        }
                    }
                    Err(error) => writeln!(output, "There is none: {error}.")?,
                },
                Err(problem) => writeln!(output, "{problem}")?,
            }
        }
    }

    fn choice(&self, line: &str) -> Result<Choice, String> {
        let count = self.puzzles.len();
        if let Some(wanted) = line.trim().strip_prefix("new") {
            return new(wanted);
        }
        match line.trim().parse::<usize>() {
            _ if line.trim().is_empty() => Ok(Choice::List),
            Ok(0) => Ok(Choice::Quit),
            Ok(number) if number <= count => Ok(Choice::Puzzle(number - 1)),
            _ => Err(format!("There is no {:?} here: choose a number from 1 to {count}, or 0.", line.trim())),
        }
    }

    /// Makes a puzzle, named by the options that make it again.
    fn make(&self, kind: &'static str, size: usize) -> Result<(String, Document), MakeError> {
        let seed = generate::new_seed();
        let kind = puzzles::kind(kind).ok_or_else(|| Impossible("there is no such kind".to_owned()))?;
        let mut workshop = Workshop::new(kind, Request::of_size(size))?;
        let made = workshop.make(seed, 0, Limits::none().cancel(self.interrupt.flag()))?;
        let name = format!("generate {} --size {size} --seed {seed}", kind.name);
        Ok((name, workshop.document(made, seed, 0)))
    }

    fn list(&self, output: &mut impl Write) -> io::Result<()> {
        writeln!(output, "+-----------+\n| Equipoise |\n+-----------+")?;
        for ((name, document), number) in self.puzzles.iter().zip(1..) {
            let (kind, size) = (document.puzzle.kind().title, document.puzzle.size_in_words());
            writeln!(output, "{number:>3} - {kind}, {size} ({name})")?;
        }
        writeln!(output, "  0 - Quit")
    }

    /// Shows a puzzle and, when Enter is pressed, its solution; false when the
    /// input ended.
    fn puzzle(
        &self,
        name: &str,
        document: &Document,
        input: &mut impl BufRead,
        output: &mut impl Write,
    ) -> io::Result<bool> {
        let puzzle = &*document.puzzle;
        writeln!(output, "\n--- {name} ---\n\n{}", self.printer.picture(puzzle, &puzzle.givens()))?;
        write!(output, "Press Enter to see the solution. ")?;
        if self.line(input, output)?.is_none() {
            return Ok(false);
        }
        let clock = Stopwatch::start();
        let limits = Limits::none().clock(&clock).cancel(self.interrupt.flag());
        match studio::verdict(puzzle, &Options { limits, ..Options::default() }).map(solve::answer) {
            Ok(mut answer) => {
                answer.statistics.time = clock.now();
                writeln!(output, "\n--- Solution ---\n")?;
                for board in answer.finding.solutions() {
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
        self.interrupt.reset();
        let mut line = Vec::new();
        let read = self.interrupt.while_waiting(|| input.read_until(b'\n', &mut line))?;
        Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
    }
}

/// What follows `new`: a kind, and a size unless it is the usual one.
fn new(wanted: &str) -> Result<Choice, String> {
    let mut words = wanted.split_whitespace();
    let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
    let expected = || format!("After `new` comes a kind ({}), and a size if you like.", names.join(", "));
    let kind = words.next().and_then(puzzles::kind).ok_or_else(expected)?;
    let size = words.next().map_or(Ok(kind.making.size), |size| size.parse().map_err(|_| expected()))?;
    if words.next().is_some() { Err(expected()) } else { Ok(Choice::New(kind.name, size)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The menu's answer to this input.
    fn session(typed: &str) -> String {
        let interrupt = Interrupt::default();
        let printer = Printer { json: false, quiet: false, stats: true, look: Look::new(true), interrupt: &interrupt };
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
        assert!(after.trim_end().ends_with("0 to quit)"));
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
    fn a_new_puzzle_is_made_and_solved() {
        let said = session("new aztec 3\n\n0\n");
        assert!(said.contains("--- generate aztec --size 3 --seed "), "{said}");
        assert!(said.contains("unique solution, "), "{said}");
        assert!(session("new aztec 10\n0\n").contains("There is none: a pyramid has at most 9 rows"));
        for bad in ["new", "new chess", "new gap ten", "new gap 9 9"] {
            assert!(session(&format!("{bad}\n0\n")).contains("After `new` comes a kind"), "{bad}");
        }
    }

    #[test]
    fn enter_shows_the_list_again_and_the_end_of_input_quits() {
        assert_eq!(session("\n").matches("0 - Quit").count(), 2);
        assert_eq!(session("1\n").matches("Press Enter").count(), 1);
        assert_eq!(session("").matches("Which puzzle?").count(), 1);
    }
}
