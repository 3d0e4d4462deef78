//! Answers, printed for people or as JSON.

use crate::clock::spoken;
use crate::escape::json_line;
use crate::exit::Exit;
use crate::output::{Closed, Look, Output};
use crate::parallel::Question;
use crate::solve::Answer;
use equipoise::fd::{Statistics, Stopped};
use equipoise::puzzles::{Board, Format, Puzzle, View};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// How answers are printed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Printer {
    pub(crate) json: bool,
    /// No drawings.
    pub(crate) quiet: bool,
    pub(crate) stats: bool,
    pub(crate) look: Look,
}

/// The answer to one puzzle, printed as it comes.
pub(crate) struct Stream<'a> {
    printer: Printer,
    name: &'a str,
    file: &'a str,
    puzzle: &'a dyn Puzzle,
    format: Format,
    output: &'a Output,
    /// How many solutions were printed before the answer was complete.
    streamed: u64,
}

impl<'a> Stream<'a> {
    pub(crate) fn new(printer: Printer, question: Question<'a>, output: &'a Output) -> Stream<'a> {
        let Question { name, file, document, format } = question;
        Stream { printer, name, file, puzzle: &*document.puzzle, format, output, streamed: 0 }
    }

    /// The filled board. Who asks in Prolog is answered as the paper answers,
    /// where it has its own way.
    fn picture(&self, board: &Board) -> String {
        let mut text = self.printer.picture(self.puzzle, board);
        if self.format == Format::Prolog
            && let Some(answer) = self.puzzle.paper().and_then(|paper| paper.print_answer(board))
        {
            text.push_str(answer.trim_end());
            text.push('\n');
        }
        text
    }

    /// One of many solutions. The object of JSON is begun with the first one
    /// and stays open, its verdict still to come.
    pub(crate) fn solution(&mut self, board: &Board) -> Result<(), Closed> {
        let first = self.streamed == 0;
        self.streamed += 1;
        if self.printer.json {
            let board = self.puzzle.write_board(board);
            let start = if first {
                let (file, kind) = (json_line(&self.file.into()), Value::from(self.puzzle.kind().name));
                let file = file.trim_end();
                format!("{{\"file\":{file},\"puzzle\":{kind},\"solutions\":[")
            } else {
                ",".to_owned()
            };
            self.output.data(format!("{start}{board}"))
        } else if self.printer.quiet {
            Ok(())
        } else {
            self.output.gap()?;
            let picture = self.picture(board);
            self.output.data(format!("solution {}:\n{picture}", self.streamed))
        }
    }

    /// The whole answer, or what is left to say after its solutions.
    pub(crate) fn finish(&self, answer: &Answer) -> Result<(), Closed> {
        if self.printer.json { self.output.data(self.json(answer)) } else { self.text(answer) }
    }

    fn json(&self, answer: &Answer) -> String {
        let count = number(answer.count);
        let statistics = statistics_json(&answer.statistics);
        if self.streamed > 0 {
            let verdict = answer.verdict;
            return format!("],\"verdict\":\"{verdict}\",\"count\":{count},\"statistics\":{statistics}}}\n");
        }
        let solutions: Vec<Value> = answer.solutions.iter().map(|board| self.puzzle.write_board(board)).collect();
        let object = json!({
            "file": self.file,
            "puzzle": self.puzzle.kind().name,
            "verdict": answer.verdict,
            "solutions": solutions,
            "count": count,
            "statistics": statistics,
        });
        json_line(&object)
    }

    fn text(&self, answer: &Answer) -> Result<(), Closed> {
        let mut text = String::new();
        let drawn = !answer.solutions.is_empty() || self.streamed > 0;
        if drawn && !self.printer.quiet {
            self.output.gap()?;
            let several = answer.solutions.len() > 1;
            for (board, number) in answer.solutions.iter().zip(1..) {
                if several {
                    let _ = writeln!(text, "solution {number}:");
                }
                text.push_str(&self.picture(board));
                text.push('\n');
            }
        }
        let _ = writeln!(text, "{}: {}", self.name, caption(answer));
        if self.printer.stats {
            text.push_str(&statistics_text(&answer.statistics));
        }
        self.output.data(text)
    }
}

impl Printer {
    /// The puzzle with what the board fills in.
    pub(crate) fn picture(self, puzzle: &dyn Puzzle, board: &Board) -> String {
        self.look.draw(&puzzle.draw(&View::of(board))).unwrap_or_else(|error| format!("(no drawing: {error})\n"))
    }
}

/// The verdict and the time, in words.
pub(crate) fn caption(answer: &Answer) -> String {
    let time = spoken(answer.statistics.time);
    let solutions = if answer.count == 1 { "solution" } else { "solutions" };
    let found = if answer.count == 0 { String::new() } else { format!(", {} {solutions} found", answer.count) };
    match (answer.verdict, answer.stopped) {
        (_, Some(Stopped::Cancelled)) => format!("unknown, interrupted after {time}{found}"),
        (_, Some(stopped)) => format!("unknown, {stopped} after {time}{found}"),
        ("none", _) => format!("no solution, {time}"),
        ("unique", _) => format!("unique solution, {time}"),
        (_, _) if answer.cut && answer.count > 1 => format!("the first {} solutions, {time}", answer.count),
        ("several", _) if answer.exit == Exit::Several => format!("several solutions, {time}"),
        ("several", _) => format!("{} solutions, {time}", answer.count),
        (verdict, _) => format!("{verdict}, {time}"),
    }
}

/// A number that every reader of JSON takes for what it is.
fn number(count: u128) -> Value {
    match u64::try_from(count) {
        Ok(small) if small <= 1 << 53 => small.into(),
        _ => count.to_string().into(),
    }
}

fn statistics_json(statistics: &Statistics) -> Value {
    json!({
        "seconds": (statistics.time.as_secs_f64() * 1e6).round() / 1e6,
        "nodes": statistics.nodes,
        "backtracks": statistics.backtracks,
        "resumptions": statistics.resumptions,
        "entailments": statistics.entailments,
        "prunings": statistics.prunings,
        "constraints": statistics.constraints,
        "restarts": statistics.restarts,
        "peak_depth": statistics.peak_depth,
    })
}

/// As SICStus Prolog's `fd_statistics` prints them, and ours after its own.
pub(crate) fn statistics_text(statistics: &Statistics) -> String {
    let lines = [
        ("Resumptions", statistics.resumptions),
        ("Entailments", statistics.entailments),
        ("Prunings", statistics.prunings),
        ("Backtracks", statistics.backtracks),
        ("Constraints created", statistics.constraints),
        ("Nodes", statistics.nodes),
        ("Restarts", statistics.restarts),
        ("Peak depth", statistics.peak_depth),
    ];
    lines.iter().map(|(name, value)| format!("{name}: {value}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_that_a_reader_of_json_could_mistake_are_strings() {
        assert_eq!(number(480), json!(480));
        assert_eq!(number(1 << 53), json!(9_007_199_254_740_992_u64));
        assert_eq!(number((1 << 53) + 1), json!("9007199254740993"));
        assert_eq!(number(u128::MAX), json!("340282366920938463463374607431768211455"));
    }
}
