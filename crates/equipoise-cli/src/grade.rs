//! `equipoise grade`.

use crate::args::Puzzles;
use crate::clock::read_duration;
use crate::explain::verdict;
use crate::failure::{Exit, Failure};
use crate::parallel::Run;
use clap::Args;
use equipoise::fd::{Limits, Stopped};
use equipoise::puzzles::{Puzzle, Technique};
use equipoise::studio::{self, Grade, Level, Outcome, Verdict};
use serde_json::{Value, json};
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct GradeArguments {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,

    /// Give up on a puzzle after this long, such as 10s or 500ms
    #[arg(long, value_name = "TIME", value_parser = read_duration)]
    pub(crate) time_limit: Option<Duration>,

    /// Print a JSON object for each puzzle, one per line
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(arguments: &GradeArguments) -> Result<Exit, Failure> {
    let run = Run::new(&arguments.puzzles, arguments.json, arguments.time_limit);
    run.each(|question, output| {
        let (says, more, exit) = grade(question.puzzle(), question.limits)?;
        output.data(question.answer(arguments.json, &says, more))?;
        Ok(exit)
    })
}

/// The grade in words and as data, or why there is none, and the exit status.
fn grade(puzzle: &dyn Puzzle, limits: Limits<'_>) -> Result<(String, Value, Exit), Failure> {
    let verdict = verdict(puzzle, limits)?;
    let ungraded = |says: &str, exit| (says.to_owned(), json!({ "verdict": verdict.name() }), exit);
    let unfinished = |says: &str, stopped: Stopped| {
        let more = json!({ "verdict": verdict.name(), "stopped": stopped.to_string() });
        (format!("{says}, {stopped}"), more, Exit::from(stopped))
    };
    Ok(match &verdict {
        Verdict::None => ungraded("no solution", Exit::None),
        Verdict::Several(..) => ungraded("several solutions", Exit::Several),
        Verdict::Unknown(_, stopped) => unfinished("unknown", *stopped),
        Verdict::Unique(_) => {
            let explanation = studio::explain(puzzle, limits).map_err(|error| Failure::unexplained(&error))?;
            match explanation.outcome {
                Outcome::Stopped(stopped) => unfinished("not graded, its explanation is unfinished", stopped),
                Outcome::Solved(_) => {
                    let grade = explanation.grade();
                    let needed = studio::techniques_needed(puzzle, &explanation, limits);
                    let needed = needed.map_err(|error| Failure::unexplained(&error))?;
                    let says = spoken(&grade) + &needs(needed.as_deref().unwrap_or_default());
                    // Without the time to find out, nothing is said of it.
                    let needed: Option<Vec<&str>> =
                        needed.ok().map(|needed| needed.iter().map(|technique| technique.name).collect());
                    (says, json!({ "grade": grade.to_json(), "techniques": needed }), Exit::Fine)
                }
                // The verdict says otherwise: a bug.
                Outcome::Contradiction | Outcome::Open(_) => ungraded("not graded", Exit::Failed),
            }
        }
    })
}

/// The techniques that a puzzle needs, in words.
fn needs(techniques: &[&Technique]) -> String {
    let names: Vec<&str> = techniques.iter().map(|technique| technique.name).collect();
    if names.is_empty() { String::new() } else { format!("; needs {}", names.join(", ")) }
}

/// The grade in words.
fn spoken(grade: &Grade) -> String {
    let Grade { difficulty, hardest, cost, width, levels } = grade;
    let levels = Level::ALL.into_iter().zip(levels).filter(|(_, count)| **count > 0);
    let levels: Vec<String> = levels.map(|(level, count)| format!("{}: {count}", level.name())).collect();
    let levels = levels.join(", ");
    format!("{}; hardest step {hardest}, effort {cost}, width {width:.1}; {levels}", difficulty.name())
}
