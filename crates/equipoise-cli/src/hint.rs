//! `equipoise hint`.

use crate::args::HintArguments;
use crate::check;
use crate::clock::Stopwatch;
use crate::exit::Exit;
use crate::explain::stopped_exit;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output::{Look, Output, Trouble};
use crate::parallel::{self, Question, Run};
use crate::wrap::wrapped;
use equipoise::fd::Limits;
use equipoise::puzzles::Puzzle;
use equipoise::studio::{self, Advice, Hint, Position, Rung};
use serde_json::{Value, json};

pub(crate) fn run(arguments: &HintArguments) -> Exit {
    let interrupt = Interrupt::install();
    let run = Run {
        puzzles: &arguments.puzzles.puzzles,
        kind: arguments.puzzles.kind,
        jobs: None,
        json: arguments.json,
        interrupt: &interrupt,
    };
    let given = match check::given_board(arguments.board.as_deref(), &arguments.puzzles.puzzles) {
        Ok(given) => given,
        Err(exit) => return exit,
    };
    let rung = Rung::new(arguments.rung).unwrap_or(Rung::Where);
    let tally = parallel::run(&run, |Question { name, document, .. }, output| {
        let puzzle = &*document.puzzle;
        let clock = Stopwatch::start();
        let limits = Limits::none().cancel(interrupt.flag()).time(arguments.time_limit, &clock);
        let position = given.as_ref().map_or_else(|| Ok(Position::start(puzzle)), |file| file.position(puzzle))?;
        let hint = studio::hint(puzzle, &position, limits).map_err(|error| Failure::unexplained(&error))?;
        let (told, object, exit) = match hint {
            Ok(hint) => tell(puzzle, &hint, rung)?,
            Err(stopped) => {
                (format!("no hint, {stopped}\n"), json!({ "stopped": stopped.to_string() }), stopped_exit(stopped))
            }
        };
        answer(name, puzzle, if arguments.json { Err(object) } else { Ok(told) }, output)?;
        Ok(exit)
    });
    tally.exit()
}

/// A hint in words and as data, and the status that it ends with.
pub(crate) fn tell(puzzle: &dyn Puzzle, hint: &Hint, rung: Rung) -> Result<(String, Value, Exit), Failure> {
    let mut told = hint.told(rung).into_iter();
    let mut text = told.next().unwrap_or_default() + "\n";
    told.for_each(|line| text.push_str(&wrapped("  ", &line)));
    let exit = match &hint.advice {
        Advice::Wrong(_) | Advice::None { .. } => Exit::None,
        Advice::Several(..) => Exit::Several,
        Advice::Reveal { .. } => Exit::Limit,
        Advice::Solved | Advice::Enter { .. } | Advice::Next(_) => Exit::Fine,
    };
    if rung == Rung::Result && !hint.subjects().is_empty() {
        let scene = hint.draw(puzzle);
        text.push_str(&Look::new(false).draw(&scene).map_err(|error| Failure::too_large(&error))?);
    }
    Ok((text, hint.to_json(rung), exit))
}

/// Prints what is said, or the fields of an object.
pub(crate) fn answer(
    name: &str,
    puzzle: &dyn Puzzle,
    said: Result<String, Value>,
    output: &Output,
) -> Result<(), Trouble> {
    output.data(match said {
        Ok(text) => format!("{name}: {}\n", text.trim_end()),
        Err(object) => {
            let mut whole = json!({ "file": name, "puzzle": puzzle.kind().name });
            if let (Some(whole), Value::Object(more)) = (whole.as_object_mut(), object) {
                whole.extend(more);
            }
            format!("{whole}\n")
        }
    })?;
    Ok(())
}
