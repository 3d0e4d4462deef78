//! `equipoise hint`.

use crate::args::HintArguments;
use crate::board;
use crate::clock::{Stopwatch, limits};
use crate::escape::json_line;
use crate::exit::Exit;
use crate::explain::stopped_exit;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output::Look;
use crate::parallel::{self, Question, Run};
use crate::wrap::wrapped;
use equipoise::puzzles::Puzzle;
use equipoise::studio::{self, Advice, Hint, HintLevel, Position};
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
    let given = match board::given(arguments.board.as_deref(), &arguments.puzzles.puzzles) {
        Ok(given) => given,
        Err(exit) => return exit,
    };
    let rung = HintLevel::new(arguments.rung).unwrap_or(HintLevel::Where);
    let tally = parallel::run(&run, |Question { name, file, document, .. }, output| {
        let puzzle = &*document.puzzle;
        let clock = Stopwatch::start();
        let limits = limits(Some(arguments.time_limit), &clock, &interrupt);
        let position = given.as_ref().map_or_else(|| Ok(Position::start(puzzle)), |file| file.position(puzzle))?;
        let hint = studio::hint(puzzle, &position, limits).map_err(|error| Failure::unexplained(&error))?;
        let (told, object, exit) = match hint {
            Ok(hint) => tell(puzzle, &hint, rung)?,
            Err(stopped) => {
                (format!("no hint, {stopped}\n"), json!({ "stopped": stopped.to_string() }), stopped_exit(stopped))
            }
        };
        output.data(if arguments.json { json(file, puzzle, object) } else { text(name, &told) })?;
        Ok(exit)
    });
    tally.exit()
}

/// A hint in words and as data, and the exit status.
pub(crate) fn tell(puzzle: &dyn Puzzle, hint: &Hint, rung: HintLevel) -> Result<(String, Value, Exit), Failure> {
    let mut told = hint.told(rung).into_iter();
    let mut text = told.next().unwrap_or_default() + "\n";
    told.for_each(|line| text.push_str(&wrapped("  ", &line)));
    let exit = match &hint.advice {
        Advice::Wrong(_) | Advice::None { .. } => Exit::None,
        Advice::Several(..) => Exit::Several,
        Advice::Reveal { .. } => Exit::Limit,
        Advice::Solved | Advice::Enter { .. } | Advice::Next(_) => Exit::Fine,
    };
    if rung == HintLevel::Result && !hint.subjects().is_empty() {
        let scene = hint.draw(puzzle);
        text.push_str(&Look::new(false).draw(&scene).map_err(|error| Failure::too_large(&error))?);
    }
    Ok((text, hint.to_json(rung), exit))
}

/// The line printed about a puzzle.
pub(crate) fn text(name: &str, told: &str) -> String {
    format!("{name}: {}\n", told.trim_end())
}

/// The same as an object, with the fields in `more`.
pub(crate) fn json(file: &str, puzzle: &dyn Puzzle, more: Value) -> String {
    let mut object = json!({ "file": file, "puzzle": puzzle.kind().name });
    if let (Some(object), Value::Object(more)) = (object.as_object_mut(), more) {
        object.extend(more);
    }
    json_line(&object)
}
