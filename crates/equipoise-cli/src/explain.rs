//! `equipoise explain`.

use crate::args::{Explain, Telling};
use crate::check;
use crate::clock::Stopwatch;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::hint::{self, tell};
use crate::interrupt::Interrupt;
use crate::output::{Look, Output, Trouble};
use crate::parallel::{self, Question, Run};
use crate::wrap::wrapped;
use equipoise::fd::{Limits, Stopped};
use equipoise::puzzles::{Board, Puzzle, View};
use equipoise::studio::{self, Explanation, Hint, Level, Options, Outcome, Position, Rung, Tutor, Verdict};
use serde_json::json;
use std::fmt::Write as _;

pub(crate) fn run(arguments: &Explain) -> Exit {
    let interrupt = Interrupt::install();
    let run = Run {
        puzzles: &arguments.puzzles.puzzles,
        kind: arguments.puzzles.kind,
        jobs: None,
        json: arguments.format == Telling::Json,
        interrupt: &interrupt,
    };
    let given = match check::given_board(arguments.board.as_deref(), &arguments.puzzles.puzzles) {
        Ok(given) => given,
        Err(exit) => return exit,
    };
    let teller = Teller { format: arguments.format, drawings: arguments.drawings, look: Look::new(false) };
    let tally = parallel::run(&run, |Question { name, document, .. }, output| {
        let clock = Stopwatch::start();
        let limits = Limits::none().clock(&clock).cancel(interrupt.flag());
        let limits = arguments.time_limit.map_or(limits, |time| limits.time(time, &clock));
        let puzzle = &*document.puzzle;
        let from = given.as_ref().map_or_else(|| Ok(Position::start(puzzle)), |file| file.position(puzzle))?;
        if given.is_some()
            && let Some(wrong) = wrong(puzzle, &from, limits)?
        {
            let (told, object, exit) = tell(puzzle, &wrong, Rung::Result)?;
            let json = arguments.format == Telling::Json;
            hint::answer(name, puzzle, if json { Err(object) } else { Ok(told) }, output)?;
            return Ok(exit);
        }
        teller.answer(name, puzzle, &from, limits, output)
    });
    tally.exit()
}

/// What is wrong with a board, if anything is and it is found in time.
fn wrong(puzzle: &dyn Puzzle, from: &Position, limits: Limits<'_>) -> Result<Option<Hint>, Failure> {
    let Ok(tutor) = Tutor::open(puzzle).finish(limits) else { return Ok(None) };
    let mut tutor = tutor.map_err(|error| Failure::unexplained(&error))?;
    tutor.see(from);
    Ok(tutor.check().finish(limits).ok().flatten())
}

/// How many solutions a puzzle has.
pub(crate) fn verdict(puzzle: &dyn Puzzle, limits: Limits<'_>) -> Result<Verdict, Failure> {
    let answer = studio::verdict(puzzle, &Options { limits, ..Options::default() });
    answer.map(|answer| answer.result).map_err(|error| Failure::model(&error))
}

/// The status of an answer that a limit cut short.
pub(crate) fn stopped_exit(stopped: Stopped) -> Exit {
    if stopped == Stopped::Cancelled { Exit::Failed } else { Exit::Limit }
}

/// Two solutions, told apart.
fn differences(puzzle: &dyn Puzzle, one: &Board, other: &Board) -> Result<Vec<String>, Failure> {
    studio::differences(puzzle, one, other).map_err(|error| Failure::unexplained(&error))
}

struct Teller {
    format: Telling,
    drawings: bool,
    look: Look,
}

impl Teller {
    fn answer(
        &self,
        name: &str,
        puzzle: &dyn Puzzle,
        from: &Position,
        limits: Limits<'_>,
        output: &Output,
    ) -> Result<Exit, Trouble> {
        if self.format == Telling::Text {
            output.gap()?;
        }
        let verdict = verdict(puzzle, limits)?;
        match &verdict {
            Verdict::Several(one, other) => {
                output.data(self.several(name, puzzle, one, other)?)?;
                return Ok(Exit::Several);
            }
            Verdict::Unknown(_, stopped) => {
                output.data(self.undecided(name, puzzle, *stopped))?;
                return Ok(stopped_exit(*stopped));
            }
            Verdict::None | Verdict::Unique(_) => {}
        }
        let explained = studio::explain_from(puzzle, from, limits);
        let explanation = explained.map_err(|error| Failure::unexplained(&error))?;
        output.data(match self.format {
            Telling::Text => self.text(name, puzzle, &explanation)?,
            Telling::Json => {
                let mut object = json!({ "file": name, "puzzle": puzzle.kind().name, "verdict": verdict.name() });
                object.as_object_mut().into_iter().for_each(|object| object.extend(explanation.to_json(puzzle)));
                format!("{object}\n")
            }
            Telling::Html => explanation.page(puzzle, name),
        })?;
        Ok(match explanation.outcome {
            Outcome::Stopped(stopped) => stopped_exit(stopped),
            Outcome::Contradiction => Exit::None,
            Outcome::Solved(_) | Outcome::Open(_) => Exit::Fine,
        })
    }

    fn several(&self, name: &str, puzzle: &dyn Puzzle, one: &Board, other: &Board) -> Result<String, Failure> {
        let differences = differences(puzzle, one, other)?;
        if self.format == Telling::Json {
            let solutions = [puzzle.write_board(one), puzzle.write_board(other)];
            let kind = puzzle.kind().name;
            let object = json!({ "file": name, "puzzle": kind, "verdict": "several", "solutions": solutions, "differences": differences });
            return Ok(format!("{object}\n"));
        }
        let mut text = format!("{name}: several solutions\n");
        for difference in differences {
            let _ = writeln!(text, "  {difference}");
        }
        Ok(text)
    }

    fn undecided(&self, name: &str, puzzle: &dyn Puzzle, stopped: Stopped) -> String {
        if self.format == Telling::Json {
            let object = json!({ "file": name, "puzzle": puzzle.kind().name, "verdict": "unknown", "stopped": stopped.to_string() });
            return format!("{object}\n");
        }
        format!("{name}: not explained, {stopped}\n")
    }

    fn text(&self, name: &str, puzzle: &dyn Puzzle, explanation: &Explanation) -> Result<String, Failure> {
        let mut text = format!("{name}: {}\n", explanation.summary());
        let width = explanation.steps.len().to_string().len();
        for (i, step) in explanation.steps.iter().enumerate() {
            let level = if step.level == Level::Single { String::new() } else { format!("({}) ", step.level.name()) };
            let number = format!("{:>width$}. ", i + 1);
            text.push_str(&wrapped(&number, &format!("{level}{}", explanation.grounds.text(step))));
            if self.drawings {
                let board = explanation.board_after(i + 1);
                let scene = explanation.grounds.draw(puzzle, &View::of(&board).labels(), step);
                text.push_str(&self.look.draw(&scene).map_err(|error| Failure::too_large(&error))?);
            }
        }
        if let Outcome::Solved(board) = &explanation.outcome {
            text.push_str(&self.look.draw(&puzzle.draw(&View::of(board))).map_err(|error| Failure::too_large(&error))?);
        }
        Ok(text)
    }
}
