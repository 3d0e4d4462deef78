//! `equipoise grade`.

use crate::args::GradeArguments;
use crate::clock::{Stopwatch, limits};
use crate::escape::json_line;
use crate::exit::Exit;
use crate::explain::{stopped_exit, verdict};
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output::{Output, Trouble};
use crate::parallel::{self, Question, Run};
use equipoise::fd::{Limits, Stopped};
use equipoise::puzzles::Puzzle;
use equipoise::studio::{self, Grade, Level, Outcome, Verdict};
use serde_json::json;

pub(crate) fn run(arguments: &GradeArguments) -> Exit {
    let interrupt = Interrupt::install();
    let run = Run {
        puzzles: &arguments.puzzles.puzzles,
        kind: arguments.puzzles.kind,
        jobs: None,
        json: arguments.json,
        interrupt: &interrupt,
    };
    let tally = parallel::run(&run, |Question { name, file, document, .. }, output| {
        let clock = Stopwatch::start();
        let limits = limits(arguments.time_limit, &clock, &interrupt);
        grade(if arguments.json { file } else { name }, &*document.puzzle, limits, arguments.json, output)
    });
    tally.exit()
}

fn grade(name: &str, puzzle: &dyn Puzzle, limits: Limits<'_>, json: bool, output: &Output) -> Result<Exit, Trouble> {
    let verdict = verdict(puzzle, limits)?;
    let ungraded = |verdict: &Verdict, text: &str| {
        if json {
            json_line(&json!({ "file": name, "puzzle": puzzle.kind().name, "verdict": verdict.name() }))
        } else {
            format!("{name}: {text}\n")
        }
    };
    let unknown = |stopped: Stopped| {
        (ungraded(&Verdict::Unknown(None, stopped), &format!("unknown, {stopped}")), stopped_exit(stopped))
    };
    let (text, exit) = match &verdict {
        Verdict::None => (ungraded(&verdict, "no solution"), Exit::None),
        Verdict::Several(..) => (ungraded(&verdict, "several solutions"), Exit::Several),
        Verdict::Unknown(_, stopped) => unknown(*stopped),
        Verdict::Unique(_) => {
            let explanation = studio::explain(puzzle, limits).map_err(|error| Failure::unexplained(&error))?;
            match explanation.outcome {
                Outcome::Stopped(stopped) => unknown(stopped),
                _ => {
                    let grade = Grade::of(&explanation.steps);
                    let object = json!({ "file": name, "puzzle": puzzle.kind().name, "grade": grade.to_json() });
                    (if json { json_line(&object) } else { format!("{name}: {}\n", spoken(&grade)) }, Exit::Fine)
                }
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
