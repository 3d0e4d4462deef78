//! `equipoise check`.

use crate::args::Check;
use crate::board;
use crate::escape::json_line;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output::{Output, Trouble};
use crate::parallel::{self, Question, Run};
use equipoise::puzzles::{Board, Document, Puzzle, Violation};
use serde_json::Value;
use std::fmt::Write as _;

pub(crate) fn run(arguments: &Check) -> Exit {
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
    let tally = parallel::run(&run, |Question { name, file, document, .. }, output| {
        let board = match (&given, &document.solution) {
            (Some(file), _) => file.board(&*document.puzzle)?,
            (None, Some(solution)) => solution.clone(),
            (None, None) => return Err(Failure::missing("the file gives no solution; `--board` names a board").into()),
        };
        check(if arguments.json { file } else { name }, document, &board, arguments.json, output)
    });
    tally.exit()
}

fn check(name: &str, document: &Document, board: &Board, json: bool, output: &Output) -> Result<Exit, Trouble> {
    let puzzle = &*document.puzzle;
    let violations = puzzle.violations(board);
    output.data(if json {
        as_json(name, puzzle, board, &violations)
    } else {
        as_text(name, puzzle, board, &violations)
    })?;
    Ok(if violations.is_empty() { Exit::Fine } else { Exit::None })
}

fn places(puzzle: &dyn Puzzle, violation: &Violation) -> Vec<String> {
    violation.places.iter().map(|&place| puzzle.place_name(place)).collect()
}

fn as_json(name: &str, puzzle: &dyn Puzzle, board: &Board, violations: &[Violation]) -> String {
    let violations: Vec<Value> = violations
        .iter()
        .map(|violation| {
            serde_json::json!({ "rule": violation.rule.name, "places": places(puzzle, violation), "message": violation.message })
        })
        .collect();
    let kind = puzzle.kind().name;
    let object =
        serde_json::json!({ "file": name, "puzzle": kind, "violations": violations, "complete": board.is_full() });
    json_line(&object)
}

fn as_text(name: &str, puzzle: &dyn Puzzle, board: &Board, violations: &[Violation]) -> String {
    let blank = board.iter().filter(Option::is_none).count();
    let mut text = match (violations.len(), blank) {
        (0, 0) => format!("{name}: solved, no rule is broken\n"),
        (0, 1) => format!("{name}: no rule is broken, 1 place is blank\n"),
        (0, _) => format!("{name}: no rule is broken, {blank} places are blank\n"),
        (1, _) => format!("{name}: 1 violation\n"),
        (count, _) => format!("{name}: {count} violations\n"),
    };
    for violation in violations {
        let _ = writeln!(text, "  {}: {}", violation.rule.name, violation.message);
        // Most messages name the places themselves.
        let places = places(puzzle, violation);
        if !places.iter().all(|place| violation.message.contains(place)) {
            let _ = writeln!(text, "    at {}", places.join(", "));
        }
    }
    text
}
