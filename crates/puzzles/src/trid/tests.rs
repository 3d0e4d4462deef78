//! Formats, rules, answers and counts.

use super::{Given, KIND, MOST_SIZE, SYMMETRIES, Sum, Triangle, Trid, image, least_image};
use crate::Form;
use crate::json::Node;
use crate::{
    Board, Checked, Clued, Document, Drawn, Fault, Format, Formats, InPaper, Kind, Lines, Location, Puzzle, View,
    builtin, read, triangle,
};
use fd::{Limits, Random, Search, Space};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn trid() -> &'static Kind {
    &KIND
}

fn empty(size: usize) -> Trid {
    Trid::new(size, Vec::new(), Vec::new())
}

fn read_text(text: &str) -> Trid {
    super::formats::read_text(Lines { text, first: 1 }).unwrap()
}

fn from_prolog(text: &str) -> Result<Document, crate::ReadError> {
    read(text.as_bytes(), Some(Format::Prolog), Some(trid())).unwrap().remove(0).document
}

/// The number of solutions, by search.
fn count(puzzle: &Trid, form: Form) -> usize {
    let posed = form.pose(puzzle).unwrap();
    let mut space = Space::new(&posed.model);
    Search::new(&mut space, posed.branching(0), Limits::none()).count().unwrap() as usize
}

/// A triangle with clues anywhere, some of them twice.
fn random_puzzle(random: &mut Random, size: usize) -> Trid {
    let (mut sums, mut givens) = (Vec::new(), Vec::new());
    for vertex in 0..triangle::places(size) {
        let (row, pos) = triangle::row_and_pos(vertex);
        for down in [false, true] {
            while row + 1 < size && (!down || pos < row) && random.chance(1, 4) {
                sums.push(Sum { triangle: Triangle { row, pos, down }, sum: random.within(3, 3 * size as i32) });
            }
        }
        while random.chance(1, 8) {
            givens.push(Given { vertex, value: random.within(1, size as i32) });
        }
    }
    Trid::new(size, sums, givens)
}

fn puzzles() -> impl Strategy<Value = Trid> {
    (1..=40_usize, any::<u64>()).prop_map(|(size, seed)| random_puzzle(&mut Random::new(seed), size))
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
            let mut entries = read(text.as_bytes(), Some(format), Some(trid())).unwrap();
            prop_assert_eq!(entries.len(), 1);
            let again = entries.remove(0).document.unwrap();
            prop_assert_eq!(again.to_json(), written.clone(), "{}", text);
        }
    }

    #[test]
    fn readers_never_panic(text in "\\PC*", picture in "([ ._,0-9x/\\\\-]{0,30}\n){0,12}", at in 0..200_usize) {
        let _ = (trid().read_text)(Lines { text: &text, first: 1 });
        let _ = (trid().read_text)(Lines { text: &picture, first: 1 });
        let samples = [
            r#"{"puzzle":"trid","size":3,"sums":[{"row":1,"pos":0,"down":true,"sum":6}],"givens":[]}"#,
            "x :- V1 = 2, trid([[V1],[V2,V3]],[[V1,V2,V3,6]]).",
            "trid\n.\n/6\\\n. 2\n",
        ];
        for sample in samples {
            let mut mutated = sample.to_owned();
            let at = at % sample.len();
            mutated.replace_range(at..at + 1, &text.chars().take(3).collect::<String>());
            if let Ok(entries) = read(mutated.as_bytes(), None, Some(trid())) {
                for document in entries.into_iter().filter_map(|entry| entry.document.ok()) {
                    let _ = document.puzzle.violations(&document.puzzle.givens());
                }
            }
        }
    }

    #[test]
    fn boards_round_trip(puzzle in puzzles()) {
        let value = puzzle.write_board(&puzzle.givens());
        prop_assert_eq!(puzzle.read_board(Node::root(&value)).unwrap(), puzzle.givens());
    }
}

#[test]
fn json_errors_say_what_and_where() {
    let sum = |sum: Value| json!({"puzzle": "trid", "size": 3, "sums": [sum]});
    let given = |given: Value| json!({"puzzle": "trid", "size": 3, "givens": [given]});
    for (value, path, part) in [
        (json!({"puzzle": "trid"}), "", "\"size\" is missing"),
        (json!({"puzzle": "trid", "size": 0}), "size", "found 0"),
        (json!({"puzzle": "trid", "size": 1_000_000_000}), "size", "the limit is 500"),
        (json!({"puzzle": "trid", "size": 3, "rows": []}), "rows", "unknown field"),
        (sum(json!({"row": 2, "pos": 0, "sum": 6})), "sums[0].row", "from 0 to 1, found 2"),
        (sum(json!({"row": 1, "pos": 2, "sum": 6})), "sums[0].pos", "from 0 to 1, found 2"),
        (sum(json!({"row": 0, "pos": 0, "down": true, "sum": 6})), "sums[0].row", "from 1 to 1, found 0"),
        (sum(json!({"row": 1, "pos": 1, "down": true, "sum": 6})), "sums[0].pos", "from 0 to 0, found 1"),
        (sum(json!({"row": 1, "pos": 1, "down": 1, "sum": 6})), "sums[0].down", "true or false"),
        (sum(json!({"row": 1, "pos": 1, "sum": 10_000})), "sums[0].sum", "from 0 to 9999"),
        (sum(json!({"row": 1, "pos": 1})), "sums[0]", "\"sum\" is missing"),
        (sum(json!({"row": 1, "pos": 1, "sum": 6, "up": true})), "sums[0].up", "unknown field"),
        (given(json!({"row": 2, "pos": 2, "value": 4})), "givens[0].value", "from 1 to 3, found 4"),
        (given(json!({"row": 3, "pos": 0, "value": 1})), "givens[0].row", "found 3"),
        (json!({"puzzle": "trid", "size": 1, "sums": [{}]}), "sums[0]", "side 1"),
        (json!({"puzzle": "trid", "size": 2, "sums": [{"down": true}]}), "sums[0]", "side 2"),
        (json!({"puzzle": "trid", "size": 1, "solution": [[1], [2]]}), "solution", "expected 1 rows"),
    ] {
        let error = Document::from_json(&value, None).unwrap_err();
        let place = Location { path: (!path.is_empty()).then(|| path.to_owned()), at: None };
        assert_eq!(error.place, place, "{error}");
        assert!(error.message.contains(part), "{error}");
    }
    let error = Document::from_json(&json!({"puzzle": "trid", "size": 501}), None).unwrap_err();
    assert_eq!(error.fault, Fault::Limit);
}

#[test]
fn text_is_a_picture() {
    let expected = Trid::new(
        3,
        vec![
            Sum { triangle: Triangle { row: 1, pos: 0, down: false }, sum: 12 },
            Sum { triangle: Triangle { row: 1, pos: 0, down: true }, sum: 8 },
        ],
        vec![Given { vertex: 2, value: 3 }],
    );
    let pictures = [
        "          .\n        /   \\\n      .       3\n    / 12\\ 8 /   \\\n  .       .       .\n",
        ".\n.--3\n/12\\8/\\\n_ 0 .\n",
        "  .\n/ . \\\n . 3 \n\n / 12 \\ 8 / . \\ \n. . .",
    ];
    for picture in pictures {
        assert_eq!(read_text(picture), expected, "{picture}");
    }
    assert_eq!(expected.write_text(), "      .\n     /  \\\n   .     3\n  /12\\8 /  \\\n.     .     .\n");
    assert_eq!(empty(3).write_text(), "  .\n . .\n. . .\n");
}

#[test]
fn text_errors_say_what_and_where() {
    for (text, line, column, part) in [
        ("", 5, 1, "no vertex"),
        (".\n.", 6, 2, "row 2 must have 2 vertices, found 1"),
        (".\n. . .", 6, 5, "row 2 must have 2 vertices, found more"),
        (".\n. x", 6, 3, "found \"x\""),
        (".\n. 3", 6, 3, "from 1 to 2"),
        (".\n/6\\", 6, 1, "expected a row of vertices below"),
        ("/6\\", 5, 1, "expected a row of vertices above"),
        (".\n/6\\\n/6\\", 7, 1, "expected a row of vertices above"),
        (".\n\\6/\n. .", 6, 1, "expected `/`, found `\\`"),
        (".\n/6\\7/\n. .", 6, 5, "found one more"),
        (".\n. .\n/6\\\n", 7, 4, "found fewer"),
        (".\n/6\\ 5\n. .", 6, 5, "outside the slashes"),
        (".\n/6,\\\n. .", 6, 2, "found \"6,\""),
        (".\n/99999999999\\\n. .", 6, 2, "from 0 to 9999"),
    ] {
        let error = (trid().read_text)(Lines { text, first: 5 }).unwrap_err();
        assert_eq!(error.place, Location::at(line, column), "{error}");
        assert!(error.message.contains(part), "{error}");
    }
    let tall: String = (1..=MOST_SIZE + 1).map(|length| format!("{}\n", ". ".repeat(length))).collect();
    assert_eq!((trid().read_text)(Lines { text: &tall, first: 1 }).unwrap_err().fault, Fault::Limit);
}

#[test]
fn prolog_as_in_the_paper() {
    let listing = "testSolver :-
        V = [[V1],[V2, V3],[V4, V5, V6],[V7, V8, V9, V10],[V11, V12, V13, V14, V15]],
        T = [[V2, V4, V5, 12],[V4, V7, V8, 9],[V7, V11, V12, 6],[V7, V11, V12, 6],[V8, V12, V13, 12],[V9, V13, V14, 8]],
        trid(V, T).";
    let read = from_prolog(listing).unwrap().puzzle;
    assert_eq!(read.write_json(), builtin("trid/seed-5").unwrap().puzzle.write_json());
    for (text, expected) in [
        ("trid([[A],[B,C],[_,x,D]],[[D,C,B,6]]).", Err("not those of a small triangle")),
        ("trid([[A],[B,C],[_,x,D]],[[C,B,A,6]]).", Ok("trid([[V1],[V2,V3],[V4,V5,V6]],[[V1,V2,V3,6]]).\n")),
        ("trid([[A],[B,C],[_,E,D]],[[E,C,B,6]]).", Ok("trid([[V1],[V2,V3],[V4,V5,V6]],[[V2,V3,V5,6]]).\n")),
        ("[[A],[2,C]].", Ok("puzzle :- V2 = 2, trid([[V1],[V2,V3]],[]).\n")),
        ("p :- trid([[A],[B,C]],[[A,B,C,6]]), B = 2.", Ok("puzzle :- V2 = 2, trid([[V1],[V2,V3]],[[V1,V2,V3,6]]).\n")),
        ("trid([[A],[2,C]],[[A,2,C,6]]).", Err("say V1 = 2 as a goal")),
        ("trid([[A],[A,C]],[]).", Err("stands for two vertices")),
        ("trid([[A],[B,C]],[[A,B,D,6]]).", Err("D is not a vertex")),
        ("trid([[A],[B,C]],[[A,B,6]]).", Err("three vertices and their sum")),
        ("trid([[A],[B]],[]).", Err("row 2 must have 2 vertices")),
        ("trid([[A],[B,3]],[]).", Err("from 1 to 2, found 3")),
        ("trid([],[]).", Err("at least one row")),
        ("trid(10, 5).", Err("no Trid puzzle")),
    ] {
        match (from_prolog(text), expected) {
            (Ok(document), Ok(expected)) => assert_eq!(document.puzzle.paper().unwrap().write_prolog(), expected),
            (Err(error), Err(part)) => assert!(error.message.contains(part), "{text}: {error}"),
            (found, _) => panic!("{text}: {found:?}"),
        }
    }
}

#[test]
fn sums_in_words_as_the_paper_prints_them() {
    let words = builtin("trid/seed-10").unwrap().puzzle.paper().unwrap().describe().unwrap();
    // In the order of their triangles, not in that of the paper.
    let expected = "\
Vertex 4-2 + vertex 5-2 + vertex 5-3 = 25
Vertex 6-5 + vertex 7-5 + vertex 7-6 = 22
Vertex 7-2 + vertex 8-2 + vertex 8-3 = 24
Vertex 8-1 + vertex 9-1 + vertex 9-2 = 17
Vertex 8-5 + vertex 9-5 + vertex 9-6 = 24
";
    assert_eq!(words, expected);
}

#[test]
fn answers_as_the_paper_prints_them() {
    let answer = empty(3).print_answer(&Board::full([1, 2, 3, 3, 1, 2])).unwrap();
    assert_eq!(answer, "      01\n     /  \\\n   02----03\n  /  \\  /  \\\n03----01----02\n");
}

#[test]
fn every_violation_has_its_board() {
    let sum = Sum { triangle: Triangle { row: 1, pos: 0, down: true }, sum: 6 };
    let puzzle = Trid::new(3, vec![sum], vec![Given { vertex: 0, value: 1 }]);
    let board = |values: [i32; 6]| values.into_iter().map(|value| Some(value).filter(|&value| value != 0)).collect();
    for (values, rule, places, message) in [
        ([0, 4, 0, 0, 0, 0], "number", vec![1], "r2c1 holds 4; numbers go from 1 to 3"),
        ([2, 0, 0, 0, 0, 0], "given", vec![0], "r1c1 holds 2, but 1 is given"),
        ([0, 0, 0, 2, 3, 2], "line", vec![3, 5], "r3c1 and r3c3 hold 2; the numbers on a straight line differ"),
        ([1, 0, 0, 1, 0, 0], "line", vec![0, 3], "r1c1 and r3c1 hold 1; the numbers on a straight line differ"),
        ([1, 0, 0, 0, 0, 1], "line", vec![0, 5], "r1c1 and r3c3 hold 1; the numbers on a straight line differ"),
        ([0, 1, 3, 0, 4, 0], "number", vec![4], "r3c2 holds 4; numbers go from 1 to 3"),
    ] {
        let found = puzzle.violations(&board(values));
        let first = &found[0];
        assert_eq!((first.rule.name, &first.places, first.message.as_str()), (rule, &places, message));
        assert!(trid().rules.iter().any(|known| known.name == rule));
    }
    let found = puzzle.violations(&board([0, 1, 3, 0, 4, 0]));
    let message = "r2c1, r2c2 and r3c2 hold 1 + 3 + 4 = 8, but the sum in their triangle is 6";
    assert_eq!((found[1].rule.name, found[1].message.as_str()), ("sum", message));
    assert_eq!(puzzle.violations(&Board::blank(6)), []);
    assert_eq!(puzzle.violations(&board([1, 2, 3, 3, 1, 2])), []);
}

/// The fillings of a triangle whose last row is 1 to N, by trying: row by row from below, `vertex` being
/// the next. Numbers that are taken in a row or on a slanted line are bits.
fn fillings_above(size: usize, vertex: (usize, usize), taken: &mut [[u32; 3]]) -> u64 {
    let (row, pos) = vertex;
    let next = match (pos == row, row) {
        (true, 0) => None,
        (true, _) => Some((row - 1, 0)),
        (false, _) => Some((row, pos + 1)),
    };
    let lines = [(row, 0), (pos, 1), (row - pos, 2)];
    let mut found = 0;
    for value in 0..size {
        if lines.iter().all(|&(line, way)| taken[line][way] >> value & 1 == 0) {
            lines.iter().for_each(|&(line, way)| taken[line][way] ^= 1 << value);
            found += next.map_or(1, |next| fillings_above(size, next, taken));
            lines.iter().for_each(|&(line, way)| taken[line][way] ^= 1 << value);
        }
    }
    found
}

#[test]
fn fillings_are_as_many_as_trying_finds() {
    for (size, expected) in [(2, 0), (3, 6), (4, 0), (5, 480), (6, 169_920), (7, 140_212_800)] {
        let mut taken = vec![[0; 3]; size];
        for pos in 0..size {
            taken[pos][1] |= 1 << pos;
            taken[size - 1 - pos][2] |= 1 << pos;
        }
        // The numbers of the last row can be any permutation.
        let permutations: u64 = (1..=size as u64).product();
        assert_eq!(permutations * fillings_above(size, (size - 2, 0), &mut taken), expected, "size {size}");
    }
}

#[cfg(feature = "long")]
#[test]
fn fillings_of_7_by_search() {
    assert_eq!(count(&empty(7), Form::Best), 140_212_800);
}

#[test]
fn fillings_are_counted() {
    for (size, expected) in [(1, 1), (2, 0), (3, 6), (4, 0), (5, 480), (6, 169_920)] {
        assert_eq!(count(&empty(size), Form::Best), expected, "side {size}");
    }
    for (size, expected) in [(1, 1), (2, 0), (3, 6), (4, 0), (5, 480)] {
        assert_eq!(count(&empty(size), Form::Paper), expected, "side {size}");
    }
}

#[test]
fn contradicting_clues_have_no_solution() {
    let triangle = Triangle { row: 0, pos: 0, down: false };
    let twice = |a, b| Trid::new(3, vec![Sum { triangle, sum: a }, Sum { triangle, sum: b }], Vec::new());
    let given = |a, b| Trid::new(3, Vec::new(), [a, b].map(|value| Given { vertex: 0, value }).to_vec());
    for form in [Form::Paper, Form::Best] {
        assert_eq!(count(&twice(6, 6), form), 6);
        assert_eq!(count(&twice(6, 7), form), 0);
        assert_eq!(count(&twice(9999, 9999), form), 0);
        assert_eq!(count(&given(2, 2), form), 2);
        assert_eq!(count(&given(2, 3), form), 0);
    }
}

/// Drawings show every clue and every number, and no two marks overlap.
#[test]
fn drawings_are_complete() {
    let mut random = Random::new(2);
    for round in 0..1000 {
        let puzzle = random_puzzle(&mut random, 1 + round % 25);
        let most = if round % 10 == 0 { 9999 } else { puzzle.size as i32 };
        let board: Board = (0..puzzle.places()).map(|_| random.chance(1, 2).then(|| random.within(1, most))).collect();
        let scene = puzzle.draw(&View::of(&board));
        assert_eq!(scene.overlaps().unwrap(), [], "{puzzle:?}");
        let clues: Vec<&str> =
            scene.marks().iter().filter(|mark| mark.role == scene::Role::Clue).filter_map(|mark| mark.text()).collect();
        let mut sums = puzzle.sums.clone();
        sums.dedup_by_key(|sum| sum.triangle);
        let mut givens = puzzle.givens.clone();
        givens.dedup_by_key(|given| given.vertex);
        assert_eq!(clues.len(), sums.len() + givens.len());
        let entries: Vec<String> = (0..puzzle.places())
            .filter(|&place| puzzle.givens().get(place).is_none())
            .filter_map(|place| board.get(place))
            .map(|value| value.to_string())
            .collect();
        let shown = scene.marks().iter().filter(|mark| mark.role == scene::Role::Entry);
        assert_eq!(shown.filter_map(|mark| mark.text()).collect::<Vec<_>>(), entries);
    }
}

#[test]
fn the_paper_s_triangles_drawn() {
    let drawing =
        |puzzle: &dyn Puzzle, board: &Board| scene::TextRenderer::new().render(&puzzle.draw(&View::of(board))).unwrap();
    for name in ["seed-5", "seed-10"] {
        let puzzle = builtin(&format!("trid/{name}")).unwrap().puzzle;
        insta::assert_snapshot!(name, drawing(&*puzzle, &puzzle.givens()));
    }
    let puzzle = Trid::new(
        3,
        vec![
            Sum { triangle: Triangle { row: 1, pos: 0, down: false }, sum: 12 },
            Sum { triangle: Triangle { row: 1, pos: 0, down: true }, sum: 8 },
        ],
        vec![Given { vertex: 2, value: 3 }],
    );
    insta::assert_snapshot!("both_directions", drawing(&puzzle, &Board::full([1, 2, 3, 3, 1, 2])));
}

fn random_clues(random: &mut Random, size: usize) -> Trid {
    let mut sums = Vec::new();
    let mut givens = Vec::new();
    for vertex in 0..triangle::places(size) {
        let (row, pos) = triangle::row_and_pos(vertex);
        for down in [false, true] {
            if row + 1 < size && (!down || pos < row) && random.chance(1, 3) {
                sums.push(Sum { triangle: Triangle { row, pos, down }, sum: random.within(6, 8) });
            }
        }
        if random.chance(1, 6) {
            givens.push(Given { vertex, value: random.within(1, 2) });
        }
    }
    Trid::new(size, sums, givens)
}

#[test]
fn twins_are_told_by_their_representative() {
    let mut random = Random::new(5);
    for round in 0..300 {
        let puzzle = random_clues(&mut random, 1 + round % 6);
        let images: Vec<Trid> = SYMMETRIES.iter().map(|symmetry| image(&puzzle, symmetry)).collect();
        for twin in &images {
            assert_eq!(least_image(twin), least_image(&puzzle));
            assert_eq!((twin.sums.len(), twin.givens.len()), (puzzle.sums.len(), puzzle.givens.len()));
        }
        assert!(images.contains(&least_image(&puzzle)));
        let other = random_clues(&mut random, puzzle.size);
        assert_eq!(least_image(&other) == least_image(&puzzle), images.contains(&other));
    }
}

/// Equivalent puzzles have equivalent solutions.
#[test]
fn lines_go_to_lines() {
    for size in 1..8 {
        let puzzle = Trid::new(size, Vec::new(), Vec::new());
        let lines: BTreeSet<BTreeSet<usize>> = puzzle.lines().map(BTreeSet::from_iter).collect();
        let mut images = BTreeSet::new();
        for symmetry in &SYMMETRIES {
            // A given with its own vertex as its value shows where that goes.
            let givens = (0..puzzle.places()).map(|vertex| Given { vertex, value: vertex as i32 }).collect();
            let moved = image(&Trid::new(size, Vec::new(), givens), symmetry).givens;
            let at = |value: usize| moved.iter().find(|given| given.value == value as i32).unwrap().vertex;
            let image = puzzle.lines().map(|line| line.into_iter().map(at).collect()).collect();
            assert_eq!(lines, image, "side {size}");
            images.insert(moved.iter().map(|given| given.value).collect::<Vec<_>>());
        }
        assert_eq!(images.len(), if size == 1 { 1 } else { 6 });
    }
}

#[test]
fn a_sum_said_twice_is_said_once() {
    let sum = Sum { triangle: Triangle { row: 0, pos: 0, down: false }, sum: 6 };
    let twice = least_image(&Trid::new(3, vec![sum, sum], Vec::new()));
    assert_eq!(twice, least_image(&Trid::new(3, vec![sum], Vec::new())));
    assert_eq!(twice.clues(), 1);
}
