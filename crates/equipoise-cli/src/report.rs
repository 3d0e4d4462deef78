//! What `solve` found out about a puzzle, printed for people or as JSON.

use crate::clock::{Stopwatch, limits, spoken};
use crate::failure::Exit;
use crate::interrupt::Interrupt;
use crate::output::{Closed, Output};
use crate::parallel::Question;
use crate::solve::Solve;
use crate::text::{json_line, wrapped};
use equipoise::fd::{Statistics, Stopped};
use equipoise::puzzles::{Board, Format, Puzzle, View, counted};
use equipoise::scene::TextRenderer;
use equipoise::studio::{self, Count, Verdict};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::time::Duration;

/// How many places where two solutions differ are named.
const MOST_TOLD: usize = 4;

/// How long to look for a reason why there is no solution.
const PATIENCE: Duration = Duration::from_millis(500);

/// What was found out, and what it took.
#[derive(Debug)]
pub(crate) struct Answer {
    /// The solutions that are known, but for those that were printed as they were found.
    pub(crate) solutions: Vec<Board>,
    /// How many are known.
    pub(crate) count: u128,
    pub(crate) end: End,
    pub(crate) statistics: Statistics,
}

/// Why the search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// There are no more solutions.
    Complete,
    /// There are two, so it is not unique.
    Second,
    /// As many as were asked for; nobody looked for another.
    Enough,
    /// A limit was reached first.
    Stopped(Stopped),
}

impl Answer {
    /// The verdict, as scripts know it.
    pub(crate) fn verdict(&self) -> &'static str {
        match (self.end, self.count) {
            (End::Stopped(_), _) => "unknown",
            (_, 0) => "none",
            (End::Complete, 1) => "unique",
            (End::Enough, 1) => "solved",
            _ => "several",
        }
    }

    /// The exit status.
    pub(crate) fn exit(&self) -> Exit {
        match (self.end, self.count) {
            (End::Stopped(stopped), _) => stopped.into(),
            (_, 0) => Exit::None,
            (End::Second, _) => Exit::Several,
            _ => Exit::Fine,
        }
    }

    /// Of a search for solutions that ended so.
    fn found(solutions: Vec<Board>, end: End, statistics: Statistics) -> Answer {
        Answer { count: solutions.len() as u128, solutions, end, statistics }
    }
}

impl From<studio::Answer<Verdict>> for Answer {
    fn from(found: studio::Answer<Verdict>) -> Answer {
        let (solutions, end) = match found.result {
            Verdict::None => (Vec::new(), End::Complete),
            Verdict::Unique(board) => (vec![board], End::Complete),
            Verdict::Several(one, other) => (vec![one, other], End::Second),
            Verdict::Unknown(found, stopped) => (found.into_iter().collect(), End::Stopped(stopped)),
        };
        Answer::found(solutions, end, found.statistics)
    }
}

impl From<studio::Answer<Count>> for Answer {
    fn from(found: studio::Answer<Count>) -> Answer {
        let (count, end) = match found.result {
            Count::Exact(count) => (count, End::Complete),
            Count::AtLeast(count, stopped) => (count, End::Stopped(stopped)),
        };
        Answer { solutions: Vec::new(), count, end, statistics: found.statistics }
    }
}

impl From<studio::Answer<Result<Option<Board>, Stopped>>> for Answer {
    fn from(found: studio::Answer<Result<Option<Board>, Stopped>>) -> Answer {
        let end = match &found.result {
            Ok(Some(_)) => End::Enough,
            Ok(None) => End::Complete,
            Err(stopped) => End::Stopped(*stopped),
        };
        Answer::found(found.result.ok().flatten().into_iter().collect(), end, found.statistics)
    }
}

/// The answer to one puzzle, printed as it comes.
pub(crate) struct Stream<'a> {
    pub(crate) arguments: &'a Solve,
    pub(crate) question: Question<'a>,
    pub(crate) look: TextRenderer,
    pub(crate) interrupt: &'a Interrupt,
    pub(crate) output: &'a Output,
    /// How many solutions were printed before the answer was complete.
    pub(crate) streamed: u64,
}

impl Stream<'_> {
    fn puzzle(&self) -> &dyn Puzzle {
        &*self.question.document.puzzle
    }

    /// The filled board. A puzzle in Prolog is answered in the paper's own form,
    /// if it has one.
    fn picture(&self, board: &Board) -> String {
        let drawn = self.look.render(&self.puzzle().draw(&View::of(board)));
        let mut text = drawn.unwrap_or_else(|error| format!("(no drawing: {error})\n"));
        if self.question.format == Format::Prolog
            && let Some(answer) = self.puzzle().paper().and_then(|paper| paper.print_answer(board))
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
        if self.arguments.json {
            let board = self.puzzle().write_board(board);
            let start = if first {
                let (file, kind) = (json_line(&self.question.file.into()), Value::from(self.puzzle().kind().name));
                let file = file.trim_end();
                format!("{{\"file\":{file},\"puzzle\":{kind},\"solutions\":[")
            } else {
                ",".to_owned()
            };
            self.output.data(format!("{start}{board}"))
        } else if self.arguments.quiet {
            Ok(())
        } else {
            self.output.gap()?;
            let picture = self.picture(board);
            self.output.data(format!("solution {}:\n{picture}", self.streamed))
        }
    }

    /// The whole answer, or what is left to say after its solutions.
    pub(crate) fn finish(&self, answer: &Answer) -> Result<(), Closed> {
        if self.arguments.json { self.output.data(self.json(answer)) } else { self.text(answer) }
    }

    fn json(&self, answer: &Answer) -> String {
        let (verdict, count) = (answer.verdict(), number(answer.count));
        let statistics = statistics_json(&answer.statistics);
        if self.streamed > 0 {
            return format!("],\"verdict\":\"{verdict}\",\"count\":{count},\"statistics\":{statistics}}}\n");
        }
        let solutions: Vec<Value> = answer.solutions.iter().map(|board| self.puzzle().write_board(board)).collect();
        let more = json!({ "verdict": verdict, "solutions": solutions, "count": count, "statistics": statistics });
        self.question.line(more)
    }

    fn text(&self, answer: &Answer) -> Result<(), Closed> {
        let mut text = String::new();
        let solutions = &answer.solutions;
        let drawn = !solutions.is_empty() || self.streamed > 0;
        if drawn && !self.arguments.quiet {
            self.output.gap()?;
            for (board, number) in solutions.iter().zip(1..) {
                if solutions.len() > 1 {
                    let _ = writeln!(text, "solution {number}:");
                }
                text.push_str(&self.picture(board));
                text.push('\n');
            }
        }
        let _ = writeln!(text, "{}: {}", self.question.name, caption(answer));
        if !self.arguments.quiet {
            text.push_str(&self.why(answer));
        }
        if self.arguments.stats {
            text.extend(play::statistics_lines(&answer.statistics).map(|line| line + "\n"));
        }
        self.output.data(text)
    }

    /// Where solutions differ, or why there is none, if that is found quickly.
    fn why(&self, answer: &Answer) -> String {
        match (answer.end, answer.solutions.as_slice()) {
            (End::Second, [one, other]) => {
                let told = studio::differences(self.puzzle(), one, other).unwrap_or_default();
                let more = told.len().saturating_sub(MOST_TOLD);
                let mut text: String =
                    told.iter().take(MOST_TOLD).map(|difference| wrapped("  ", difference)).collect();
                if more > 0 {
                    let _ = writeln!(text, "  and at {}", counted(more, "more place"));
                }
                text
            }
            (End::Complete, []) if answer.count == 0 && !self.arguments.count && !self.arguments.all => {
                self.contradiction().map(|why| wrapped("  ", &why)).unwrap_or_default()
            }
            _ => String::new(),
        }
    }

    /// The step that shows that there is no solution, if it is found quickly.
    fn contradiction(&self) -> Option<String> {
        let clock = Stopwatch::start();
        let limits = limits(Some(PATIENCE), &clock, self.interrupt);
        let explanation = studio::explain(self.puzzle(), limits).ok()?;
        let step = explanation.steps.last().filter(|step| step.is_contradiction())?;
        Some(explanation.context.text(step))
    }
}

/// The verdict and the time, in words.
fn caption(answer: &Answer) -> String {
    let time = spoken(answer.statistics.time);
    let found = match answer.count {
        0 => String::new(),
        count => format!(", {} found", counted(count, "solution")),
    };
    match (answer.end, answer.count) {
        (End::Stopped(Stopped::Cancelled), _) => format!("unknown, interrupted after {time}{found}"),
        (End::Stopped(stopped), _) => format!("unknown, {stopped} after {time}{found}"),
        (_, 0) => format!("no solution, {time}"),
        (End::Complete, 1) => format!("unique solution, {time}"),
        (End::Enough, 1) => format!("solved, {time}"),
        (End::Second, _) => format!("several solutions, {time}"),
        (End::Complete, count) => format!("{count} solutions, {time}"),
        (End::Enough, count) => format!("the first {count} solutions, {time}"),
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
