//! `equipoise board`, and `--board FILE`.

use crate::args::Puzzles;
use crate::failure::{Exit, Failure};
use crate::input::read_all;
use crate::parallel::{Question, Run};
use clap::Args;
use equipoise::puzzles::json::{self, Node};
use equipoise::puzzles::{Board, Fault, Notes, Puzzle, ReadError, board_from_text, decode};
use equipoise::studio::Position;
use serde_json::Value;
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::Path;

#[derive(Debug, Args)]
pub(crate) struct BoardArguments {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,
}

/// Prints boards to fill in, each below a comment that names its puzzle.
pub(crate) fn run(arguments: &BoardArguments) -> Result<Exit, Failure> {
    Run::new(&arguments.puzzles, false, None).each(|Question { name, document, .. }, output| {
        let puzzle = &*document.puzzle;
        output.gap()?;
        output.data(format!("% {name}\n{}\n", puzzle.write_board_text(&puzzle.givens()).trim_end()))?;
        Ok(Exit::Fine)
    })
}

/// Reads the file given by `--board`, if any.
pub(crate) fn given(path: Option<&Path>, puzzles: &[OsString]) -> Result<Option<BoardFile>, Failure> {
    let Some(path) = path else { return Ok(None) };
    let bytes = bytes_beside(path, puzzles, "the board")?;
    let is_json = matches!(bytes.trim_ascii_start().first(), Some(b'{' | b'['));
    let value = decode(&bytes).and_then(|text| is_json.then(|| json::parse(text, 1)).transpose());
    let value = value.map_err(|error| Failure::read(error, &bytes, 1).at(path))?;
    Ok(Some(BoardFile { bytes, value }))
}

/// Reads a file that is given beside the puzzles: `what` it is.
pub(crate) fn bytes_beside(path: &Path, puzzles: &[OsString], what: &str) -> Result<Vec<u8>, Failure> {
    let standard_input = |puzzle: &OsString| puzzle == "-" || puzzle.to_string_lossy().starts_with("-#");
    let is_standard_input = path == Path::new("-");
    if is_standard_input && puzzles.iter().any(standard_input) {
        return Err(Failure::usage(format!("standard input cannot be both the puzzle and {what}")));
    }
    let read = if is_standard_input {
        read_all(io::stdin())
    } else {
        File::open(path).map_err(|error| Failure::io(&error)).and_then(read_all)
    };
    read.map_err(|failure| failure.at(path))
}

/// The file given by `--board`.
pub(crate) struct BoardFile {
    bytes: Vec<u8>,
    /// What it holds, if it is JSON.
    value: Option<Value>,
}

impl BoardFile {
    /// The board of [`BoardFile::position`].
    pub(crate) fn board(&self, puzzle: &dyn Puzzle) -> Result<Board, Failure> {
        self.position(puzzle).map(|position| position.board)
    }

    /// A board as text; or, in JSON, the board by itself, a board with struck values,
    /// the solution that a puzzle file gives, or the one that `solve --json` prints.
    /// Where the board is blank, the puzzle's givens count.
    pub(crate) fn position(&self, puzzle: &dyn Puzzle) -> Result<Position, Failure> {
        let position = match &self.value {
            Some(value) => read_json(value, puzzle),
            None => decode(&self.bytes)
                .and_then(|text| board_from_text(puzzle, text))
                .map(|board| Position { board, notes: Notes::new() }),
        };
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
                let error = ReadError::whole(Fault::Shape, format!("nothing has the id {id:?}"));
                return Err(Failure::read(error, &self.bytes, 1).on("the board"));
            }
        }
        Ok(position)
    }
}

/// A board in JSON, in any of the forms it may have.
fn read_json(value: &Value, puzzle: &dyn Puzzle) -> Result<Position, ReadError> {
    let root = Node::root(value);
    let alone = |node| Ok(Position { board: puzzle.read_board(node)?, notes: Notes::new() });
    if value.get("board").is_some() {
        return Position::from_json(root, puzzle);
    }
    if value.get("puzzle").is_none() {
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
