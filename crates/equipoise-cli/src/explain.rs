//! `equipoise explain`.

use crate::args::{Explain, Telling};
use crate::clock::Stopwatch;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output::{Look, Output, Trouble};
use crate::parallel::{self, Question, Run};
use crate::wrap::wrapped;
use equipoise::fd::{Limits, Stopped};
use equipoise::puzzles::{Board, Puzzle, View};
use equipoise::studio::{self, About, Explanation, Grade, Level, Options, Outcome, Step, Verdict};
use serde_json::{Value, json};
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
    let teller = Teller { format: arguments.format, drawings: arguments.drawings, look: Look::new(false) };
    let tally = parallel::run(&run, |Question { name, document, .. }, output| {
        let clock = Stopwatch::start();
        let limits = Limits::none().clock(&clock).cancel(interrupt.flag());
        let limits = arguments.time_limit.map_or(limits, |time| limits.time(time, &clock));
        teller.answer(name, &*document.puzzle, limits, output)
    });
    tally.exit()
}

/// Whether a puzzle can be explained: it has exactly one solution.
pub(crate) enum Standing {
    Unique,
    None,
    Several(Board, Board),
    Stopped(Stopped),
}

impl Standing {
    pub(crate) fn of(puzzle: &dyn Puzzle, limits: Limits<'_>) -> Result<Standing, Failure> {
        let options = Options { limits, ..Options::default() };
        let answer = studio::verdict(puzzle, &options).map_err(|error| Failure::model(&error))?;
        Ok(match answer.result {
            Verdict::Unique(_) => Standing::Unique,
            Verdict::None => Standing::None,
            Verdict::Several(one, other) => Standing::Several(one, other),
            Verdict::Unknown(_, stopped) => Standing::Stopped(stopped),
        })
    }
}

/// The status of an answer that a limit cut short.
pub(crate) fn stopped_exit(stopped: Stopped) -> Exit {
    if stopped == Stopped::Cancelled { Exit::Failed } else { Exit::Limit }
}

/// The explanation of a puzzle, whatever it leads to.
pub(crate) fn explanation(puzzle: &dyn Puzzle, limits: Limits<'_>) -> Result<Explanation, Failure> {
    studio::explain(puzzle, limits).map_err(|error| Failure::unexplained(&error))
}

/// Two solutions, told apart.
pub(crate) fn differences(puzzle: &dyn Puzzle, one: &Board, other: &Board) -> Result<Vec<String>, Failure> {
    studio::differences(puzzle, one, other).map_err(|error| Failure::unexplained(&error))
}

struct Teller {
    format: Telling,
    drawings: bool,
    look: Look,
}

impl Teller {
    fn answer(&self, name: &str, puzzle: &dyn Puzzle, limits: Limits<'_>, output: &Output) -> Result<Exit, Trouble> {
        if self.format == Telling::Text {
            output.gap()?;
        }
        let (verdict, exit) = match Standing::of(puzzle, limits)? {
            Standing::Several(one, other) => {
                output.data(self.several(name, puzzle, &one, &other)?)?;
                return Ok(Exit::Several);
            }
            Standing::Stopped(stopped) => {
                output.data(self.undecided(name, puzzle, stopped))?;
                return Ok(stopped_exit(stopped));
            }
            Standing::None => ("none", Exit::None),
            Standing::Unique => ("unique", Exit::Fine),
        };
        let explanation = explanation(puzzle, limits)?;
        output.data(match self.format {
            Telling::Text => self.text(name, puzzle, &explanation)?,
            Telling::Json => format!("{}\n", as_json(name, puzzle, &explanation, verdict)),
            Telling::Html => explanation.page(puzzle, name),
        })?;
        Ok(match explanation.outcome {
            Outcome::Stopped(stopped) => stopped_exit(stopped),
            _ => exit,
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
            text.push_str(&wrapped(&number, &format!("{level}{}", explanation.text(step))));
            if self.drawings {
                let scene = explanation.draw(puzzle, &explanation.board_after(puzzle, i + 1), step);
                text.push_str(&self.look.draw(&scene).map_err(|error| Failure::too_large(&error))?);
            }
        }
        if let Outcome::Solved(board) = &explanation.outcome {
            text.push_str(&self.look.draw(&puzzle.draw(&View::of(board))).map_err(|error| Failure::too_large(&error))?);
        }
        Ok(text)
    }
}

fn as_json(name: &str, puzzle: &dyn Puzzle, explanation: &Explanation, verdict: &str) -> Value {
    let steps: Vec<Value> = explanation.steps.iter().map(|step| step_json(puzzle, explanation, step)).collect();
    let mut object = json!({ "file": name, "puzzle": puzzle.kind().name, "verdict": verdict, "steps": steps });
    match &explanation.outcome {
        Outcome::Solved(board) => {
            object["solution"] = puzzle.write_board(board);
            object["grade"] = Grade::of(&explanation.steps).to_json();
        }
        Outcome::Stopped(stopped) => object["stopped"] = stopped.to_string().into(),
        Outcome::Contradiction | Outcome::Open(_) => {}
    }
    object
}

/// A step as data.
pub(crate) fn step_json(puzzle: &dyn Puzzle, explanation: &Explanation, step: &Step) -> Value {
    let several = |about: About<'_>| json!({ "place": about.name, "values": about.values });
    let because: Vec<Value> = explanation.because(step).map(|instance| rule_json(puzzle, instance)).collect();
    let facts: Vec<Value> = explanation.facts(step).into_iter().map(several).collect();
    let removes: Vec<Value> = explanation.removes(step).into_iter().map(several).collect();
    let sets = explanation.sets(step).into_iter();
    let sets: Vec<Value> = sets.map(|about| json!({ "place": about.name, "value": about.values.first() })).collect();
    json!({
        "level": step.level.number(),
        "score": step.score,
        "text": explanation.text(step),
        "because": because,
        "facts": facts,
        "removes": removes,
        "sets": sets,
    })
}

pub(crate) fn rule_json(puzzle: &dyn Puzzle, instance: &equipoise::puzzles::Instance) -> Value {
    let places: Vec<String> = instance.places.iter().map(|&place| puzzle.place_name(place)).collect();
    json!({ "rule": instance.rule.name, "places": places })
}
