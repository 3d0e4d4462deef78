//! Equipoise itself, by a call of its library. With `SEARCH` in the environment, a first solution
//! comes from search even where a construction is known.

use fd::{Limits, Space};
use puzzles::{Board, Document};
use studio::{Options, Verdict};

fn main() {
    let by_search = std::env::var_os("SEARCH").is_some();
    peers::main(parse, |document, wanted| {
        let boards = match wanted {
            1 if by_search => search(document),
            1 => first(document),
            _ => verdict(document),
        };
        boards.iter().map(|board| flat(document, board)).collect()
    });
}

fn parse(text: &str) -> Document {
    let mut entries = puzzles::read(text.as_bytes(), None, None).expect("a puzzle");
    entries.remove(0).document.expect("a puzzle")
}

fn first(document: &Document) -> Vec<Board> {
    let answer = studio::first(&*document.puzzle, &Options::default()).expect("it fits the kernel");
    answer.result.expect("no limit").into_iter().collect()
}

fn search(document: &Document) -> Vec<Board> {
    let posed = document.puzzle.pose().expect("it fits the kernel");
    let mut space = Space::new(&posed.model);
    let (result, _) = fd::first(&mut space, posed.branching(0), Limits::none(), posed.restarts);
    result.expect("no limit").iter().map(|solution| posed.board(solution)).collect()
}

fn verdict(document: &Document) -> Vec<Board> {
    match studio::verdict(&*document.puzzle, &Options::default()).expect("it fits the kernel").result {
        Verdict::None => vec![],
        Verdict::Unique(board) => vec![board],
        Verdict::Several(one, two) => vec![one, two],
        Verdict::Unknown(..) => unreachable!("there is no limit"),
    }
}

/// A board as `check.py` wants it: its values, and of a Gap the columns of the filled cells.
fn flat(document: &Document, board: &Board) -> Vec<i64> {
    let values = board.iter().map(|value| i64::from(value.unwrap_or(0)));
    if document.puzzle.kind().name != "gap" {
        return values.collect();
    }
    let size = document.puzzle.size() as i64;
    (0..).zip(values).filter(|(_, value)| *value == 1).map(|(place, _)| place % size + 1).collect()
}
