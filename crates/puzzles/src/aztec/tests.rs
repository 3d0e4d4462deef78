//! Formats, rules, answers and counts.

use super::{Aztec, KIND, MOST_ROWS};
use crate::Form;
use crate::json::Node;
use crate::{
    Board, Checked, Document, Drawn, Fault, Format, Formats, InPaper, Kind, Lines, Location, Modelled, Puzzle, View,
    builtin, read, triangle,
};
use fd::{Limits, Random, Search, Space};
use proptest::prelude::*;
use serde_json::{Value, json};

fn aztec() -> &'static Kind {
    &KIND
}

fn from_json(value: &Value) -> Document {
    Document::from_json(value, None).unwrap()
}

fn board(rows: &Value) -> Board {
    let rows = rows.as_array().unwrap();
    let values = rows.iter().flat_map(|row| row.as_array().unwrap());
    values.map(|value| value.as_i64().map(|value| value as i32).filter(|&value| value != 0)).collect()
}

/// Every solution, by search.
fn solutions(puzzle: &dyn Puzzle, form: Form) -> Vec<Board> {
    let posed = form.pose(puzzle).unwrap();
    let mut space = Space::new(&posed.model);
    let found = Search::new(&mut space, posed.branching(0), Limits::none()).all().unwrap();
    let mut boards: Vec<Board> = found.iter().map(|solution| posed.board(solution)).collect();
    boards.sort();
    boards
}

/// A pyramid whose givens are taken from a solution, or any digits at all.
fn random_puzzle(random: &mut Random, rows: usize, given_in: u32) -> Aztec {
    let cells = triangle::places(rows);
    let givens = (0..cells).map(|_| random.chance(1, given_in).then(|| random.within(1, 9))).collect();
    Aztec::new(rows, givens)
}

fn puzzles() -> impl Strategy<Value = Aztec> {
    (1..=MOST_ROWS).prop_flat_map(|rows| {
        let cells = prop::collection::vec(prop::option::of(1..=9), triangle::places(rows));
        cells.prop_map(move |cells| Aztec::new(rows, cells.into_iter().collect()))
    })
}

proptest! {
    #[test]
    fn formats_round_trip(puzzle in puzzles()) {
        let document = Document::new(Box::new(puzzle.clone()));
        let written = document.to_json();
        let texts = [
            (Format::Json, written.to_string()),
            (Format::Text, document.to_text()),
            (Format::Prolog, puzzle.write_prolog()),
        ];
        for (format, text) in texts {
            let mut entries = read(text.as_bytes(), Some(format), Some(aztec())).unwrap();
            prop_assert_eq!(entries.len(), 1);
            let again = entries.remove(0).document.unwrap();
            prop_assert_eq!(again.to_json(), written.clone(), "{}", text);
        }
    }

    #[test]
    fn readers_never_panic(text in "\\PC*", pyramid in "([ ._0-9x\n]{0,30}\n){0,12}", at in 0..200_usize) {
        let _ = (aztec().read_text)(Lines { text: &text, first: 1 });
        let _ = (aztec().read_text)(Lines { text: &pyramid, first: 1 });
        for sample in [r#"{"puzzle":"aztec","rows":[[9],[0,0],[0,8,0]]}"#, "aztec([[9],[A,B],[C,8,D]]).", "aztec\n9\n. .\n"] {
            let mut mutated = sample.to_owned();
            let at = at % sample.len();
            mutated.replace_range(at..at + 1, &text.chars().take(3).collect::<String>());
            if let Ok(entries) = read(mutated.as_bytes(), None, Some(aztec())) {
                for document in entries.into_iter().filter_map(|entry| entry.document.ok()) {
                    let _ = document.puzzle.violations(&document.puzzle.givens());
                }
            }
        }
    }

    #[test]
    fn boards_round_trip(puzzle in puzzles()) {
        let value = puzzle.write_board(&puzzle.givens);
        prop_assert_eq!(puzzle.read_board(Node::root(&value)).unwrap(), puzzle.givens);
    }
}

#[test]
fn json_errors_say_what_and_where() {
    let error = |value: Value| Document::from_json(&value, None).unwrap_err();
    for (value, path, part) in [
        (json!({"puzzle": "aztec"}), "", "\"rows\" is missing"),
        (json!({"puzzle": "aztec", "rows": []}), "rows", "at least one row"),
        (json!({"puzzle": "aztec", "rows": [[1], [2]]}), "rows[1]", "row 2 must have 2 numbers, found 1"),
        (json!({"puzzle": "aztec", "rows": [[10]]}), "rows[0][0]", "from 0 to 9, found 10"),
        (json!({"puzzle": "aztec", "rows": [[1_000_000_000]]}), "rows[0][0]", "found 1000000000"),
        (json!({"puzzle": "aztec", "rows": [["9"]]}), "rows[0][0]", "found \"9\""),
        (json!({"puzzle": "aztec", "rows": [[9]], "size": 1}), "size", "unknown field"),
        (json!({"puzzle": "aztec", "rows": [[9]], "solution": [[9], [1, 2]]}), "solution", "expected 1 rows"),
    ] {
        let error = error(value);
        let place = Location { path: (!path.is_empty()).then(|| path.to_owned()), at: None };
        assert_eq!(error.place, place, "{error}");
        assert!(error.message.contains(part), "{error}");
    }
    let tall: Vec<Vec<u8>> = (1..=10).map(|length| vec![0; length]).collect();
    assert_eq!(error(json!({"puzzle": "aztec", "rows": tall})).fault, Fault::Limit);
}

#[test]
fn a_pyramid_is_written_as_it_looks() {
    let mut lines = String::from("  9\n . 3\n1 . .\n");
    let puzzle = super::formats::read_text(Lines { text: &lines, first: 1 }).unwrap();
    assert_eq!(puzzle.write_text(), lines);
    lines.insert(0, '\n');
    assert_eq!(super::formats::read_text(Lines { text: &lines, first: 1 }).unwrap(), puzzle);
}

#[test]
fn text_errors_say_what_and_where() {
    for (text, line, column, part) in [
        ("", 5, 1, "no cell"),
        ("9\n1", 6, 2, "row 2 must have 2 cells, found 1"),
        ("9\n1 2 3", 6, 5, "row 2 must have 2 cells, found more"),
        ("9\n\n1 x", 7, 3, "found 'x'"),
    ] {
        let error = (aztec().read_text)(Lines { text, first: 5 }).unwrap_err();
        assert_eq!(error.place, Location::at(line, column), "{error}");
        assert!(error.message.contains(part), "{error}");
    }
    let tall: String = (1..=10).map(|length| format!("{}\n", ".".repeat(length))).collect();
    assert_eq!((aztec().read_text)(Lines { text: &tall, first: 1 }).unwrap_err().fault, Fault::Limit);
}

#[test]
fn prolog_as_in_the_paper() {
    let same = [
        "[[7],[A,B],[C,D,9]].",
        "aztec([[7], [A, B], [C, D, 9]]).",
        "Board = [[7],[A,B],[C,D,9]].",
        "test :- L = [[7],[A,B],[C,D,9]], aztec(L).",
    ];
    for text in same {
        let document = read(text.as_bytes(), Some(Format::Prolog), Some(aztec())).unwrap().remove(0).document.unwrap();
        assert_eq!(document.puzzle.paper().unwrap().write_prolog(), "aztec([[7],[A,B],[C,D,9]]).\n", "{text}");
    }
    for (text, expected) in [
        ("aztec([[_],[8,9],[x,x,2]]).", "aztec([[A],[8,9],[B,C,2]]).\n"),
        ("aztec([[Top],[8,9],[_,x,2]]).", "aztec([[Top],[8,9],[_,_,2]]).\n"),
    ] {
        let document = read(text.as_bytes(), Some(Format::Prolog), None).unwrap().remove(0).document.unwrap();
        assert_eq!(document.puzzle.paper().unwrap().write_prolog(), expected);
    }
    for (text, part) in [
        ("aztec([[A],[A,1]]).", "stands for two cells"),
        ("aztec([[A],[1]]).", "row 2 must have 2 cells"),
        ("aztec([[12]]).", "from 1 to 9, found 12"),
        ("aztec([]).", "at least one row"),
        ("aztec([x]).", "expected a row"),
        ("aztec([[A],[1,f(2)]]).", "found f/1"),
    ] {
        let error = read(text.as_bytes(), Some(Format::Prolog), Some(aztec())).unwrap().remove(0).document.unwrap_err();
        assert!(error.message.contains(part), "{error}");
    }
    let none = read(b"weight([[1]]). [weight(1,_)].", Some(Format::Prolog), Some(aztec())).unwrap();
    assert!(none.into_iter().all(|entry| entry.document.unwrap_err().fault == Fault::Kind));
}

#[test]
fn answers_as_the_paper_prints_them() {
    let document = builtin("aztec/seed-6b").unwrap();
    let answer = document.puzzle.paper().unwrap().print_answer(&document.solution.unwrap()).unwrap();
    let values = [2, 9, 3, 1, 5, 6, 3, 3, 6, 1, 4, 7, 2, 9];
    let expected: Vec<String> = ('A'..='N').zip(values).map(|(name, value)| format!("{name} = {value}")).collect();
    assert_eq!(answer, format!("{}.\n", expected.join(",\n")));
}

#[test]
fn every_violation_has_its_board() {
    let puzzle = Aztec::new(2, board(&json!([[0], [7, 0]])));
    for (rows, rule, places, message) in [
        (json!([[10], [7, 3]]), "number", vec![0], "r1c1 holds 10; numbers go from 1 to 9"),
        (json!([[0], [6, 3]]), "given", vec![1], "r2c1 holds 6, but 7 is given"),
        (json!([[1], [7, 7]]), "row", vec![1, 2], "r2c1 and r2c2 hold 7; the numbers of a row differ"),
        (json!([[3], [7, 2]]), "made", vec![0, 1, 2], "r1c1 holds 3, but 7 and 2 at r2c1 and r2c2 make 5, 9, 14"),
    ] {
        let found = puzzle.violations(&board(&rows));
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].rule.name, &found[0].places, found[0].message.as_str()), (rule, &places, message));
        assert!(aztec().rules.iter().any(|known| known.name == rule));
    }
    assert_eq!(puzzle.violations(&Board::blank(3)), []);
    assert_eq!(puzzle.violations(&board(&json!([[9], [0, 2]]))), []);
}

#[test]
fn builtin_puzzles_have_their_answers() {
    for name in aztec().builtin_names() {
        let Document { puzzle, solution, .. } = builtin(&name).unwrap();
        let solution = solution.unwrap();
        assert_eq!(puzzle.violations(&solution), []);
        for form in [Form::Paper, Form::Best] {
            assert_eq!(solutions(&*puzzle, form), std::slice::from_ref(&solution), "{name} {form:?}");
        }
        assert_eq!(puzzle.count(Limits::none()), Some(Ok(1)));
    }
}

#[test]
fn pyramids_are_counted() {
    let counts = [9, 134, 3398, 118_272, 4_216_658, 112_929_034, 1_555_423_088, 6_466_112_548, 3_211_665_350];
    for (rows, expected) in (1..).zip(counts) {
        let empty = Aztec::new(rows, Board::blank(triangle::places(rows)));
        assert_eq!(empty.count(Limits::none()), Some(Ok(expected)), "{rows} rows");
    }
}

#[test]
fn search_counting_and_checker_agree() {
    let mut random = Random::new(1);
    for _ in 0..300 {
        let rows = 1 + random.below(5) as usize;
        let given_in = if rows < 4 { 4 } else { 2 };
        let puzzle = random_puzzle(&mut random, rows, given_in);
        let found = solutions(&puzzle, Form::Best);
        assert_eq!(Some(Ok(found.len() as u128)), puzzle.count(Limits::none()), "{puzzle:?}");
        assert_eq!(found, solutions(&puzzle, Form::Paper), "{puzzle:?}");
        assert!(found.iter().all(|board| puzzle.violations(board).is_empty()));
    }
}

/// All boards of two rows: the checker alone against the model.
#[test]
fn checker_and_model_agree_on_every_board() {
    let puzzle = Aztec::new(2, Board::blank(3));
    let found = solutions(&puzzle, Form::Best);
    for number in 0..1000 {
        let board = Board::full([number / 100, number / 10 % 10, number % 10]);
        assert_eq!(puzzle.violations(&board).is_empty(), found.binary_search(&board).is_ok(), "{board:?}");
    }
}

#[test]
fn one_wrong_digit_is_seen() {
    let document = from_json(&builtin("aztec/seed-6a").unwrap().to_json());
    let solution = document.solution.unwrap();
    for place in 0..solution.len() {
        for value in (1..=9).filter(|&value| Some(value) != solution.get(place)) {
            let mut wrong = solution.clone();
            wrong.set(place, Some(value));
            assert_ne!(document.puzzle.violations(&wrong), [], "{place} = {value}");
        }
    }
}

/// Drawings show every number once, and no two marks overlap.
#[test]
fn drawings_are_complete() {
    let mut random = Random::new(2);
    for round in 0..1000 {
        let rows = 1 + round % MOST_ROWS;
        let puzzle = random_puzzle(&mut random, rows, 3);
        let board: Board = (0..puzzle.places())
            .map(|place| puzzle.givens.get(place).or(random.chance(1, 2).then(|| random.within(1, 999))))
            .collect();
        let scene = puzzle.draw(&View::of(&board));
        assert_eq!(scene.overlaps().unwrap(), []);
        let shown: Vec<Option<String>> = scene.marks().iter().map(|mark| mark.text().map(str::to_owned)).collect();
        let expected: Vec<Option<String>> = board.iter().map(|value| value.map(|value| value.to_string())).collect();
        assert_eq!(shown, expected);
        for (mark, given) in scene.marks().iter().zip(puzzle.givens.iter()) {
            assert_eq!(mark.role == scene::Role::Clue, given.is_some());
        }
    }
}

#[test]
fn the_paper_s_pyramid_drawn() {
    let document = builtin("aztec/seed-6a").unwrap();
    let drawing = |board: &Board| scene::TextRenderer::new().render(&document.puzzle.draw(&View::of(board))).unwrap();
    insta::assert_snapshot!("pyramid", drawing(&document.puzzle.givens()));
    insta::assert_snapshot!("pyramid_solved", drawing(document.solution.as_ref().unwrap()));
}
