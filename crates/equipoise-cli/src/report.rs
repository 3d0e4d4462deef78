//! Answers, printed for people or as JSON.

use crate::clock::{Stopwatch, limits, spoken};
use crate::escape::json_line;
use crate::interrupt::Interrupt;
use crate::output::{Closed, Look, Output};
use crate::parallel::Question;
use crate::solve::{Answer, Finding};
use crate::wrap::wrapped;
use equipoise::fd::{Statistics, Stopped};
use equipoise::puzzles::{Board, Format, Puzzle, View};
use equipoise::studio;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::time::Duration;

/// How many places where two solutions differ are named.
const MOST_TOLD: usize = 4;

/// How long to look for a reason why there is no solution.
const PATIENCE: Duration = Duration::from_millis(500);

/// How answers are printed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Printer<'a> {
    pub(crate) json: bool,
    /// No drawings.
    pub(crate) quiet: bool,
    pub(crate) stats: bool,
    pub(crate) look: Look,
    pub(crate) interrupt: &'a Interrupt,
}

/// The answer to one puzzle, printed as it comes.
pub(crate) struct Stream<'a> {
    printer: Printer<'a>,
    name: &'a str,
    file: &'a str,
    puzzle: &'a dyn Puzzle,
    format: Format,
    output: &'a Output,
    /// How many solutions were printed before the answer was complete.
    streamed: u64,
}

impl<'a> Stream<'a> {
    pub(crate) fn new(printer: Printer<'a>, question: Question<'a>, output: &'a Output) -> Stream<'a> {
        let Question { name, file, document, format } = question;
        Stream { printer, name, file, puzzle: &*document.puzzle, format, output, streamed: 0 }
    }

    /// The filled board. A puzzle in Prolog is answered in the paper's own form,
    /// if it has one.
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

    /// One of many solutions. The JSON object begins with the first one and
    /// stays open until the verdict.
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
        let Answer { finding, statistics } = answer;
        let (verdict, count) = (finding.verdict(), number(finding.count()));
        let statistics = statistics_json(statistics);
        if self.streamed > 0 {
            return format!("],\"verdict\":\"{verdict}\",\"count\":{count},\"statistics\":{statistics}}}\n");
        }
        let solutions: Vec<Value> = finding.solutions().iter().map(|board| self.puzzle.write_board(board)).collect();
        let object = json!({
            "file": self.file,
            "puzzle": self.puzzle.kind().name,
            "verdict": verdict,
            "solutions": solutions,
            "count": count,
            "statistics": statistics,
        });
        json_line(&object)
    }

    fn text(&self, answer: &Answer) -> Result<(), Closed> {
        let mut text = String::new();
        let solutions = answer.finding.solutions();
        let drawn = !solutions.is_empty() || self.streamed > 0;
        if drawn && !self.printer.quiet {
            self.output.gap()?;
            for (board, number) in solutions.iter().zip(1..) {
                if solutions.len() > 1 {
                    let _ = writeln!(text, "solution {number}:");
                }
                text.push_str(&self.picture(board));
                text.push('\n');
            }
        }
        let _ = writeln!(text, "{}: {}", self.name, caption(answer));
        if !self.printer.quiet {
            text.push_str(&self.why(&answer.finding));
        }
        if self.printer.stats {
            text.push_str(&statistics_text(&answer.statistics));
        }
        self.output.data(text)
    }

    /// Where solutions differ, or why there is none, if that is found quickly.
    fn why(&self, finding: &Finding) -> String {
        match finding {
            Finding::Several(boards) => {
                let [one, other] = &**boards;
                let told = studio::differences(self.puzzle, one, other).unwrap_or_default();
                let more = told.len().saturating_sub(MOST_TOLD);
                let mut text: String =
                    told.iter().take(MOST_TOLD).map(|difference| wrapped("  ", difference)).collect();
                if more > 0 {
                    let _ = writeln!(text, "  and at {more} more place{}", if more == 1 { "" } else { "s" });
                }
                text
            }
            Finding::None => self.contradiction().map(|why| wrapped("  ", &why)).unwrap_or_default(),
            _ => String::new(),
        }
    }

    /// The step that shows that there is no solution, if it is found quickly.
    fn contradiction(&self) -> Option<String> {
        let clock = Stopwatch::start();
        let limits = limits(Some(PATIENCE), &clock, self.printer.interrupt);
        let explanation = studio::explain(self.puzzle, limits).ok()?;
        let step = explanation.steps.last().filter(|step| step.is_contradiction())?;
        Some(explanation.context.text(step))
    }
}

impl Printer<'_> {
    /// The puzzle with the board's entries filled in.
    pub(crate) fn picture(self, puzzle: &dyn Puzzle, board: &Board) -> String {
        self.look.draw(&puzzle.draw(&View::of(board))).unwrap_or_else(|error| format!("(no drawing: {error})\n"))
    }
}

/// The verdict and the time, in words.
pub(crate) fn caption(answer: &Answer) -> String {
    let time = spoken(answer.statistics.time);
    let found = match answer.finding.count() {
        0 => String::new(),
        1 => ", 1 solution found".to_owned(),
        count => format!(", {count} solutions found"),
    };
    match &answer.finding {
        Finding::None | Finding::Counted(0) => format!("no solution, {time}"),
        Finding::Unique(_) | Finding::Counted(1) => format!("unique solution, {time}"),
        Finding::First(_) | Finding::Enough(1) => format!("solved, {time}"),
        Finding::Several(_) => format!("several solutions, {time}"),
        Finding::Counted(count) => format!("{count} solutions, {time}"),
        Finding::Enough(count) => format!("the first {count} solutions, {time}"),
        Finding::Unknown { stopped: Stopped::Cancelled, .. } => format!("unknown, interrupted after {time}{found}"),
        Finding::Unknown { stopped, .. } => format!("unknown, {stopped} after {time}{found}"),
    }
}

/// A number that every JSON reader reads exactly.
pub(crate) fn number(count: u128) -> Value {
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

/// A number on a line, each with its name.
pub(crate) fn statistics_text(statistics: &Statistics) -> String {
    play::statistics_lines(statistics).map(|line| line + "\n").collect()
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
