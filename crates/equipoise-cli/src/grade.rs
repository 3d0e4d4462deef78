//! `equipoise grade`.

use crate::args::Puzzles;
use crate::clock::read_duration;
use crate::explain::verdict;
use crate::failure::{Exit, Failure};
use crate::output::{Output, answer_line};
use crate::parallel::{Question, Run};
use clap::Args;
use equipoise::fd::{Limits, Stopped};
use equipoise::puzzles::Puzzle;
use equipoise::studio::{self, Grade, Level, Outcome, Verdict};
use serde_json::json;
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
    run.each(|Question { name, file, document, limits, .. }, output| {
        grade(if arguments.json { file } else { name }, &*document.puzzle, limits, arguments.json, output)
    })
}

fn grade(name: &str, puzzle: &dyn Puzzle, limits: Limits<'_>, json: bool, output: &Output) -> Result<Exit, Failure> {
    let verdict = verdict(puzzle, limits)?;
    let ungraded = |verdict: &Verdict, text: &str| {
        if json { answer_line(name, puzzle, json!({ "verdict": verdict.name() })) } else { format!("{name}: {text}\n") }
    };
    let unfinished = |verdict: &Verdict, says: &str, stopped: Stopped| {
        let object = json!({ "verdict": verdict.name(), "stopped": stopped.to_string() });
        let text = if json { answer_line(name, puzzle, object) } else { format!("{name}: {says}, {stopped}\n") };
        (text, Exit::from(stopped))
    };
    let (text, exit) = match &verdict {
        Verdict::None => (ungraded(&verdict, "no solution"), Exit::None),
        Verdict::Several(..) => (ungraded(&verdict, "several solutions"), Exit::Several),
        Verdict::Unknown(_, stopped) => unfinished(&verdict, "unknown", *stopped),
        Verdict::Unique(_) => {
            let explanation = studio::explain(puzzle, limits).map_err(|error| Failure::unexplained(&error))?;
            match explanation.outcome {
                Outcome::Stopped(stopped) => unfinished(&verdict, "not graded, its explanation is unfinished", stopped),
                Outcome::Solved(_) => {
                    let grade = Grade::of(&explanation.steps);
                    let object = || answer_line(name, puzzle, json!({ "grade": grade.to_json() }));
                    (if json { object() } else { format!("{name}: {}\n", spoken(&grade)) }, Exit::Fine)
                }
                // The verdict says otherwise: a bug.
                Outcome::Contradiction | Outcome::Open(_) => (ungraded(&verdict, "not graded"), Exit::Failed),
            }
        }
    };
    output.data(text)?;
    Ok(exit)
}

/// The grade in words.
fn spoken(grade: &Grade) -> String {
    let Grade { difficulty, hardest, cost, width, levels } = grade;
    let levels = Level::ALL.into_iter().zip(levels).filter(|(_, count)| **count > 0);
    let levels: Vec<String> = levels.map(|(level, count)| format!("{}: {count}", level.name())).collect();
    let levels = levels.join(", ");
    format!("{}; hardest step {hardest}, effort {cost}, width {width:.1}; {levels}", difficulty.name())
}
