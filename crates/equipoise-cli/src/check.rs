//! `equipoise check`.

use crate::args::Check;
use crate::escape::json_line;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::read_all;
use crate::interrupt::Interrupt;
use crate::output::{self, Output, Trouble};
use crate::parallel::{self, Question, Run};
use equipoise::puzzles::json::{self, Node};
use equipoise::puzzles::{Board, Document, Fault, Notes, Puzzle, ReadError, Violation, decode};
use equipoise::studio::Position;
use serde_json::Value;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs::File;
use std::io;
use std::path::Path;

pub(crate) fn run(arguments: &Check) -> Exit {
    let interrupt = Interrupt::install();
    let run = Run {
        puzzles: &arguments.puzzles.puzzles,
        kind: arguments.puzzles.kind,
        jobs: None,
        json: arguments.json,
        interrupt: &interrupt,
    };
    let given = match given_board(arguments.board.as_deref(), &arguments.puzzles.puzzles) {
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

/// Reads the file that `--board` names, if it names one, and tells what is
/// wrong with it.
pub(crate) fn given_board(path: Option<&Path>, puzzles: &[OsString]) -> Result<Option<BoardFile>, Exit> {
    let standard_input = |puzzle: &OsString| puzzle == "-" || puzzle.to_string_lossy().starts_with("-#");
    if path == Some(Path::new("-")) && puzzles.iter().any(standard_input) {
        output::error("standard input cannot be both the puzzle and the board\n");
        return Err(Exit::Usage);
    }
    path.map(read).transpose().map_err(|(name, failure)| {
        output::error(&failure.to_text(&name));
        failure.exit
    })
}

/// The file that `--board` names.
pub(crate) struct BoardFile {
    bytes: Vec<u8>,
    value: Value,
}

fn read(path: &Path) -> Result<BoardFile, (String, Failure)> {
    let name = path.to_string_lossy().into_owned();
    let read = match name.as_str() {
        "-" => read_all(io::stdin()),
        _ => File::open(path).map_err(|error| Failure::io(&error)).and_then(read_all),
    };
    let bytes = match read {
        Ok(bytes) => bytes,
        Err(failure) => return Err((name, failure)),
    };
    match decode(&bytes).and_then(|text| json::parse(text, 1)) {
        Ok(value) => Ok(BoardFile { value, bytes }),
        Err(error) => Err((name, Failure::read(error, &bytes, 1))),
    }
}

impl BoardFile {
    /// The board of [`BoardFile::position`].
    pub(crate) fn board(&self, puzzle: &dyn Puzzle) -> Result<Board, Failure> {
        self.position(puzzle).map(|position| position.board)
    }

    /// The board by itself, a board with struck values, the solution that a puzzle
    /// file gives, or the one that `solve --json` prints. What is given counts,
    /// wherever the board is blank.
    pub(crate) fn position(&self, puzzle: &dyn Puzzle) -> Result<Position, Failure> {
        let position = self.read(puzzle, Node::root(&self.value));
        let mut position = position.map_err(|error| Failure::read(error, &self.bytes, 1).on("the board"))?;
        for (place, given) in puzzle.givens().iter().enumerate() {
            if position.board.get(place).is_none() {
                position.board.set(place, given);
            }
        }
        if !position.notes.is_empty() {
            let reasoning = puzzle.reason().map_err(|error| Failure::unexplained(&error))?;
            let is_known = |id: &str| reasoning.subjects().iter().any(|subject| subject.id == id);
            if let Some((id, _)) = position.notes.iter().find(|(id, _)| !is_known(id)) {
                let error = Node::root(&self.value).error(Fault::Shape, format!("nothing has the id {id:?}"));
                return Err(Failure::read(error, &self.bytes, 1).on("the board"));
            }
        }
        Ok(position)
    }

    fn read(&self, puzzle: &dyn Puzzle, root: Node<'_>) -> Result<Position, ReadError> {
        let alone = |node| Ok(Position { board: puzzle.read_board(node)?, notes: Notes::new() });
        if self.value.get("board").is_some() {
            return Position::from_json(root, puzzle);
        }
        if self.value.get("puzzle").is_none() {
            return alone(root);
        }
        let mut fields = root.fields("a puzzle")?;
        let named = fields.require("puzzle")?;
        let kind = puzzle.kind().name;
        if named.value() != kind {
            return Err(named.error(Fault::Kind, format!("expected a board of {kind}, found {}", named.value())));
        }
        let Some(solutions) = fields.take("solutions") else { return alone(fields.require("solution")?) };
        let mut boards = solutions.items("a list of solutions")?;
        match (boards.next(), boards.len()) {
            (Some(board), 0) => alone(board),
            (None, _) => Err(solutions.error(Fault::Shape, "there is none, and a board is wanted")),
            (Some(_), more) => Err(solutions.error(Fault::Shape, format!("there are {}, and one is wanted", more + 1))),
        }
    }
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
