//! Reading and writing.

use super::{Gap, KIND, Puzzle, random};
use crate::json::Node;
use crate::{Board, Document, Fault, Format, Formats, InPaper, Location, ReadError, builtin, read};
use fd::Random;
use proptest::prelude::*;
use serde_json::json;

fn read_one(text: &str, format: Format) -> Result<Document, ReadError> {
    let mut entries = read(text.as_bytes(), Some(format), Some(&KIND))?;
    entries.remove(0).document
}

/// The puzzle as its own format has it, for comparing.
fn fields(puzzle: &dyn Puzzle) -> String {
    serde_json::Value::Object(puzzle.write_json()).to_string()
}

fn any_puzzle() -> impl Strategy<Value = Gap> {
    (1usize..=30, any::<u64>()).prop_map(|(size, seed)| random(&mut Random::new(seed), size))
}

fn in_format(puzzle: &Gap, format: Format) -> String {
    let document = Document::new(Box::new(puzzle.clone()));
    match format {
        Format::Json | Format::JsonLines => document.to_json().to_string(),
        Format::Text => document.to_text(),
        Format::Prolog => puzzle.write_prolog(),
    }
}

const FORMATS: [Format; 3] = [Format::Json, Format::Text, Format::Prolog];

proptest! {
    #[test]
    fn every_format_round_trips(puzzle in any_puzzle()) {
        for format in FORMATS {
            let text = in_format(&puzzle, format);
            let again = read_one(&text, format).unwrap();
            prop_assert_eq!(fields(&*again.puzzle), fields(&puzzle), "{}", text);
        }
    }

    #[test]
    fn boards_round_trip(puzzle in any_puzzle(), seed in any::<u64>()) {
        let mut random = Random::new(seed);
        let board: Board = (0..puzzle.places()).map(|_| [None, Some(0), Some(1)][random.below(3) as usize]).collect();
        let value = puzzle.write_board(&board);
        prop_assert_eq!(puzzle.read_board(Node::root(&value)).unwrap(), board);
    }

    #[test]
    fn readers_never_panic_on_any_text(text in r"[\x00-\x7f]{0,80}|[0-9._ \n]{0,200}|\PC{0,60}") {
        for format in FORMATS {
            let _ = read(text.as_bytes(), Some(format), Some(&KIND));
        }
    }

    #[test]
    fn readers_never_panic_on_mutated_files(
        puzzle in any_puzzle(), at in any::<prop::sample::Index>(), with in r"\PC{0,3}|[0-9.,_\[\]()\n]{0,3}", cut in 0usize..4,
    ) {
        for format in FORMATS {
            let text: Vec<char> = in_format(&puzzle, format).chars().collect();
            let at = at.index(text.len());
            let mutated: String = text[..at].iter().copied().chain(with.chars()).chain(text[(at + cut).min(text.len())..].iter().copied()).collect();
            let _ = read(mutated.as_bytes(), Some(format), Some(&KIND));
        }
    }
}

#[test]
fn text_may_be_typed_loosely() {
    let typed = "gap\n\n% a comment\n  . 0 .\n .\n\n0  ___\r\n.  _ _ _";
    let read = read_one(typed, Format::Text).unwrap();
    assert_eq!(read.puzzle.write_text(), "  . 0 .\n. _ _ _\n0 _ _ _\n. _ _ _\n");
}

#[test]
fn two_digit_clues_keep_the_text_aligned() {
    let mut puzzle = super::empty(13);
    puzzle.columns[3] = Some(11);
    puzzle.rows[12] = Some(10);
    let text = puzzle.write_text();
    let widths: Vec<usize> = text.lines().map(str::len).collect();
    assert!(widths.iter().all(|&width| width == widths[0]), "{text}");
}

#[test]
fn several_prolog_puzzles_are_told_apart_by_number() {
    let text = "% the paper's file\npuzzle(1,\n  [_, 5, _, _, _, _, _, _],\n  [_, _, _, _, _, _, 4, _]\n).\n\
                puzzle(7, [X, none, 1], [_, _, _]).";
    let entries = read(text.as_bytes(), Some(Format::Prolog), None).unwrap();
    assert_eq!(entries.iter().map(|entry| entry.number).collect::<Vec<_>>(), [1, 7]);
    assert_eq!(entries[0].document.as_ref().unwrap().puzzle.size(), 8);
    let second = entries[1].document.as_ref().unwrap();
    assert_eq!(fields(&*second.puzzle), r#"{"size":3,"columns":[null,null,1],"rows":[null,null,null]}"#);
}

#[test]
fn what_is_wrong_and_where() {
    use Format::{Json, Prolog, Text};
    let at = Location::at;
    let path = |path: &str, column| Location { path: Some(path.to_owned()), at: Some((1, column)) };
    for (format, text, fault, place) in [
        (Json, r#"{"puzzle":"gap","columns":[],"rows":[]}"#, Fault::Shape, Location::default()),
        (Json, r#"{"puzzle":"gap","size":0,"columns":[],"rows":[]}"#, Fault::Shape, path("size", 24)),
        (Json, r#"{"puzzle":"gap","size":1000000000,"columns":[],"rows":[]}"#, Fault::Limit, path("size", 24)),
        (Json, r#"{"puzzle":"gap","size":2,"columns":[null],"rows":[0,0]}"#, Fault::Shape, path("columns", 36)),
        (Json, r#"{"puzzle":"gap","size":2,"columns":[null,null],"rows":[0,1]}"#, Fault::Shape, path("rows[1]", 58)),
        (Json, r#"{"puzzle":"gap","size":2,"columns":[0,-1],"rows":[0,0]}"#, Fault::Shape, path("columns[1]", 39)),
        (Json, r#"{"puzzle":"gap","size":1,"columns":[null],"rows":[null],"sums":3}"#, Fault::Shape, path("sums", 64)),
        (
            Json,
            r#"{"puzzle":"gap","size":2,"columns":[0,0],"rows":[0,0],"solution":["00","0x"]}"#,
            Fault::Shape,
            path("solution[1]", 72),
        ),
        (
            Json,
            r#"{"puzzle":"gap","size":2,"columns":[0,0],"rows":[0,0],"solution":["00","001"]}"#,
            Fault::Shape,
            path("solution[1]", 72),
        ),
        (Text, "gap", Fault::Syntax, at(2, 1)),
        (Text, "gap\n. .\n.", Fault::Syntax, at(4, 1)),
        (Text, "gap\n. .\n.\n.\n.", Fault::Syntax, at(5, 1)),
        (Text, "gap\n . 1\n.\n.", Fault::Syntax, at(2, 4)),
        (Text, "gap\n. .\n. __ _\n.", Fault::Syntax, at(3, 6)),
        (Text, "gap\n. .\n. _\n.", Fault::Syntax, at(3, 4)),
        (Text, "gap\n. .\n. 1_\n.", Fault::Syntax, at(3, 3)),
        (Prolog, "puzzle(1,[_,_],[_]).", Fault::Shape, at(1, 16)),
        (Prolog, "puzzle(1,[],[]).", Fault::Shape, at(1, 10)),
        (Prolog, "puzzle(1,[_,_],\n[_,3]).", Fault::Shape, at(2, 4)),
        (Prolog, "puzzle(x,[_],[_]).", Fault::Shape, at(1, 8)),
        (Prolog, "gap(1,[_],[_]).", Fault::Kind, at(1, 1)),
    ] {
        let error = read_one(text, format).unwrap_err();
        assert_eq!((error.fault, &error.place), (fault, &place), "{text}: {error}");
    }
}

#[test]
fn the_limit_on_size_holds_in_every_format() {
    let size = super::super::MOST_SIZE;
    for format in FORMATS {
        assert!(read_one(&in_format(&super::empty(size), format), format).is_ok());
        let error = read_one(&in_format(&super::empty(size + 1), format), format).unwrap_err();
        assert_eq!(error.fault, Fault::Limit, "{error}");
    }
}

#[test]
fn half_filled_boards_have_dots() {
    let puzzle = super::empty(2);
    let read = puzzle.read_board(Node::root(&json!(["1.", "0."]))).unwrap();
    assert_eq!(read, Board::from_iter([Some(1), None, Some(0), None]));
    for wrong in [json!(null), json!("1."), json!(["1."]), json!([1, 0]), json!(["1", "0"])] {
        assert!(puzzle.read_board(Node::root(&wrong)).is_err(), "{wrong}");
    }
}

#[test]
fn the_built_in_puzzles_have_the_papers_clues_and_right_answers() {
    for (name, column) in [("seed-1", 1), ("seed-2", 2)] {
        let document = builtin(&format!("gap/{name}")).unwrap();
        let mut expected = super::empty(9);
        expected.columns[column] = Some(5);
        expected.rows[7] = Some(4);
        assert_eq!(fields(&*document.puzzle), fields(&expected));
        assert_eq!(document.puzzle.violations(document.solution.as_ref().unwrap()), []);
    }
    assert_eq!(KIND.builtin.len(), 2);
}
