//! Sketches of every kind: what is set is what comes out, ids stay, and no
//! edit breaks anything.

use fd::{Limits, Literal, Random, Search, Space};
use proptest::prelude::*;
use puzzles::{
    Board, Choices, Document, Edit, Grouping, Impossible, KINDS, Near, Posed, Puzzle, Sketch, Structure, builtin,
    builtin_names, kind,
};
use scene::{SvgRenderer, TextRenderer};
use std::collections::{BTreeMap, BTreeSet};

fn puzzles() -> impl Iterator<Item = (String, Box<dyn Puzzle>)> {
    builtin_names().map(|name| (name.clone(), builtin(&name).expect("it is built in").puzzle))
}

fn json(puzzle: &dyn Puzzle) -> String {
    let object = serde_json::Value::Object(puzzle.write_json());
    format!("{} {object}", puzzle.kind().name)
}

fn weight(size: usize) -> Result<Box<dyn Sketch>, Impossible> {
    (kind("weight").expect("it is a kind").sketch)(size)
}

/// What a sketch says, for comparing.
fn said(sketch: &dyn Sketch) -> String {
    format!("{sketch:?}")
}

#[test]
fn a_puzzle_survives_being_sketched() {
    for (name, puzzle) in puzzles() {
        let sketch = puzzle.sketch();
        let again = sketch.puzzle().unwrap_or_else(|missing| panic!("{name}: {missing}"));
        if name == "trid/seed-5" {
            // The paper gives one sum twice.
            assert_eq!(json(&*again), json(&*again.sketch().puzzle().expect("it is complete")));
        } else {
            assert_eq!(json(&*again), json(&*puzzle), "{name}");
        }
    }
}

/// Cells come into a group: that of one of them, or another one.
fn group(group: Grouping, cells: &[String], with: Option<&str>) -> Edit {
    Edit::Group { group, cells: cells.to_vec(), with: with.map(str::to_owned) }
}

fn cells(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

/// Lays the blocked cells, the regions, the cages and the lines of a puzzle, whatever was there before.
fn lay_parts(sketch: &mut dyn Sketch, puzzle: &dyn Puzzle) {
    let json = puzzle.write_json();
    let is_cell = |id: &String| id.starts_with('r') && id[1..].contains('c');
    let all: Vec<String> = sketch.targets().into_iter().map(|target| target.id).filter(is_cell).collect();
    // The cells of each part, by its number.
    let parts = |field: &str| -> Vec<Vec<String>> {
        let mut parts: BTreeMap<u64, Vec<String>> = BTreeMap::new();
        for (row, values) in json.get(field).and_then(|rows| rows.as_array()).into_iter().flatten().enumerate() {
            for (column, part) in values.as_array().expect("a row").iter().enumerate() {
                parts.entry(part.as_u64().unwrap_or(0)).or_default().push(format!("r{}c{}", row + 1, column + 1));
            }
        }
        parts.into_iter().filter(|(part, _)| *part > 0).map(|(_, cells)| cells).collect()
    };
    let groups = sketch.groups();
    for own in groups.iter().filter(|own| **own != Grouping::Region) {
        // There may be no line to take away.
        let _ = sketch.edit(&group(*own, &all, None));
    }
    let mut lay = |own: Grouping, parts: Vec<Vec<String>>| {
        if groups.contains(&own) {
            for cells in parts {
                sketch.edit(&group(own, &cells, Some(&cells[0]))).expect("a part of the puzzle");
            }
        }
    };
    let lines = json.get("lines").and_then(|lines| lines.as_array()).cloned().unwrap_or_default();
    let lines = lines.into_iter().map(|line| serde_json::from_value(line).expect("names of cells")).collect();
    lay(Grouping::Blocked, parts("blocked"));
    lay(Grouping::Region, parts("regions"));
    lay(Grouping::Cage, parts("cages"));
    lay(Grouping::Line, lines);
}

/// Rebuilds a puzzle, edit by edit, in an empty sketch.
fn rebuilt(puzzle: &dyn Puzzle) -> Box<dyn Puzzle> {
    let model = puzzle.sketch();
    let making = puzzle.kind().making;
    let mut sketch =
        (puzzle.kind().sketch)(1).or_else(|_| (puzzle.kind().sketch)(making.size)).expect("every kind has one");
    if !model.groups().is_empty() {
        for (target, value) in puzzle.write_json() {
            if let Some(value) = value.as_i64().and_then(|value| i32::try_from(value).ok()) {
                sketch.edit(&Edit::Set { target, value: Some(value) }).expect("a size");
            }
        }
        lay_parts(&mut *sketch, puzzle);
    }
    let mut ids: BTreeMap<String, String> = BTreeMap::new();
    if let Structure::Tree(parts) = model.structure() {
        sketch = (puzzle.kind().sketch)(0).expect("a tree may begin with nothing");
        ids.insert(parts[0].id.clone(), "b1".to_owned());
        for part in &parts[1..] {
            let on = ids[part.parent.as_ref().expect("only the top has none")].clone();
            let edit = Edit::Add { part: sketch.parts()[usize::from(part.carries)].to_owned(), on, at: part.at };
            ids.insert(part.id.clone(), sketch.edit(&edit).expect("it was there").expect("something is added"));
        }
    }
    // Sizes first: they come last among the targets.
    for target in model.targets().into_iter().rev() {
        let value = model.value(&target.id);
        let target = ids.get(&target.id).unwrap_or(&target.id).clone();
        sketch.edit(&Edit::Set { target, value }).expect("it was there");
    }
    sketch.puzzle().expect("it is complete")
}

#[test]
fn a_puzzle_can_be_set_anew_edit_by_edit() {
    for (name, puzzle) in puzzles() {
        assert_eq!(json(&*rebuilt(&*puzzle)), json(&*puzzle.sketch().puzzle().expect("it is complete")), "{name}");
    }
}

#[test]
fn an_empty_bar_is_missing_something() {
    let mut sketch = weight(0).expect("a bar alone");
    let says = |sketch: &dyn Sketch| sketch.puzzle().expect_err("it is incomplete").to_string();
    assert_eq!(says(&*sketch), "nothing hangs from bar b1");
    let add = |part: &str, on: &str, at| Edit::Add { part: part.to_owned(), on: on.to_owned(), at };
    assert_eq!(sketch.edit(&add("bar", "b1", -2)), Ok(Some("b2".to_owned())));
    assert_eq!(sketch.edit(&add("weight", "b2", 1)), Ok(Some("w1".to_owned())));
    assert_eq!(sketch.edit(&add("weight", "b1", 3)), Ok(Some("w2".to_owned())));
    sketch.set("w2", Some(2)).expect("there are two weights");
    assert!(sketch.puzzle().is_ok());
    sketch.edit(&Edit::Remove { target: "w1".to_owned() }).expect("it is there");
    assert_eq!(says(&*sketch), "nothing hangs from bar b2; w2 is given 2, but there are only 1 weight");
    assert_eq!(sketch.edit(&add("weight", "b2", 1)), Ok(Some("w3".to_owned())), "numbers are not used again");
    let refused = [
        Edit::Move { target: "b1".to_owned(), on: "b2".to_owned(), at: 1 },
        Edit::Move { target: "b2".to_owned(), on: "b2".to_owned(), at: 1 },
        Edit::Move { target: "w3".to_owned(), on: "w2".to_owned(), at: 1 },
        Edit::Remove { target: "b1".to_owned() },
        Edit::Remove { target: "w1".to_owned() },
        add("weight", "b1", 1001),
        add("stone", "b1", 1),
        Edit::Set { target: "w3".to_owned(), value: Some(3) },
        Edit::Set { target: "b2".to_owned(), value: Some(1) },
    ];
    for edit in refused {
        let before = said(&*sketch);
        sketch.edit(&edit).expect_err("it cannot be");
        assert_eq!(said(&*sketch), before);
    }
    let pictured = TextRenderer::new().render(&sketch.picture(&Board::blank(0))).expect("it is small");
    assert!(pictured.contains("w3") && !pictured.contains("w1"), "{pictured}");
}

#[test]
fn trees_do_not_grow_beyond_their_limits() {
    let mut sketch = weight(1).expect("a bar with a weight");
    for level in 1..60 {
        let on = format!("b{level}");
        sketch.edit(&Edit::Add { part: "bar".to_owned(), on, at: 1 }).expect("not too deep yet");
    }
    let deeper = Edit::Add { part: "bar".to_owned(), on: "b60".to_owned(), at: 1 };
    assert!(sketch.edit(&deeper).expect_err("too deep").to_string().contains("60 bars below one another"));
    let deeper = Edit::Move { target: "b2".to_owned(), on: "b1".to_owned(), at: 5 };
    sketch.edit(&deeper).expect("as deep as before");
    let mut full = weight(1000).expect("as many as there may be");
    let more = Edit::Add { part: "weight".to_owned(), on: "b1".to_owned(), at: 0 };
    assert!(full.edit(&more).expect_err("too many").to_string().contains("1000 weights"));
    assert!(weight(1001).is_err());
}

/// The edit that some numbers choose among the existing targets and values, or
/// just beyond.
fn chosen(sketch: &dyn Sketch, (sort, at, other, value): (u8, usize, usize, i32)) -> Edit {
    let ids: Vec<String> = sketch.targets().into_iter().map(|target| target.id).chain(["nothing".to_owned()]).collect();
    let (target, on) = (ids[at % ids.len()].clone(), ids[other % ids.len()].clone());
    match sort {
        0..=3 => {
            let choices = sketch.targets().into_iter().find(|own| own.id == target).map(|own| own.choices);
            let values: Vec<i32> = choices.iter().flat_map(Choices::values).take(12).collect();
            let value = values.get(other % (values.len() + 1)).copied().or((value % 3 != 0).then_some(value));
            Edit::Set { target, value }
        }
        4..=6 => Edit::Add { part: ["weight", "bar", "stone"][other % 3].to_owned(), on: target, at: value % 6 },
        7 => Edit::Move { target, on, at: value % 6 },
        8 => {
            let group = sketch.groups().get(at % 3).copied().unwrap_or(Grouping::Region);
            let with = [Some(target.clone()), Some(on.clone()), None][other % 3].clone();
            Edit::Group { group, cells: vec![target, ids[(at + 1) % ids.len()].clone()], with }
        }
        _ => Edit::Remove { target },
    }
}

fn check(sketch: &dyn Sketch) {
    let targets = sketch.targets();
    let ids: BTreeSet<&str> = targets.iter().map(|target| target.id.as_str()).collect();
    assert_eq!(ids.len(), targets.len());
    for target in &targets {
        let Near { up, down, left, right } = target.near;
        assert!([up, down, left, right].into_iter().flatten().all(|other| other < targets.len()));
    }
    let (mut seen, mut open) = (BTreeSet::from([0]), vec![0]);
    while let Some(next) = open.pop() {
        let Near { up, down, left, right } = targets[next].near;
        open.extend([up, down, left, right].into_iter().flatten().filter(|&other| seen.insert(other)));
    }
    let alone = |near: Near| near == Near::default();
    assert!((0..targets.len()).all(|index| seen.contains(&index) || alone(targets[index].near)));
    let scene = sketch.picture(&Board::full((0..sketch.place_ids().len()).map(|_| 1)));
    let _ = TextRenderer::new().render(&scene);
    let _ = SvgRenderer::new().render(&scene);
    if let Ok(puzzle) = sketch.puzzle() {
        let value = Document::new(puzzle).to_json();
        assert_eq!(Document::from_json(&value, None).expect("a puzzle").to_json(), value);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn no_edit_breaks_a_sketch(
        which in 0..KINDS.len(),
        edits in proptest::collection::vec((0..10u8, any::<usize>(), any::<usize>(), -40..40i32), 0..25),
    ) {
        let kind = KINDS[which];
        let mut sketch = (kind.sketch)(5).or_else(|_| (kind.sketch)(kind.making.size)).expect("every kind has one");
        for edit in edits {
            let edit = chosen(&*sketch, edit);
            let before: BTreeMap<String, Option<i32>> =
                sketch.targets().into_iter().map(|target| (target.id.clone(), sketch.value(&target.id))).collect();
            let was = said(&*sketch);
            match sketch.edit(&edit) {
                Err(_) => prop_assert_eq!(said(&*sketch), was),
                Ok(added) => {
                    prop_assert!(added.iter().all(|id| !before.contains_key(id)));
                    if let Edit::Set { target, value } = &edit {
                        prop_assert_eq!(sketch.value(target), *value);
                    } else if !matches!(edit, Edit::Group { .. }) {
                        for target in sketch.targets().into_iter().filter(|own| Some(&own.id) != added.as_ref()) {
                            prop_assert_eq!(Some(&sketch.value(&target.id)), before.get(&target.id));
                        }
                    }
                }
            }
            check(&*sketch);
            prop_assert_eq!(said(&*sketch.copy()), said(&*sketch));
        }
    }
}

/// Regions and cages are drawn cell by cell, and clues stay where they were.
#[test]
fn cells_are_put_into_regions_and_cages() {
    let group = |own, names: &[&str], with| group(own, &cells(names), with);
    let json = |sketch: &dyn Sketch| sketch.puzzle().expect("it is complete").write_json();

    let text = "suguru\nn 3\ngiven:\n1 . .\n. . .\n. . 2\nregions:\n1 1 1\n2 2 2\n3 3 3\n";
    let mut entries = puzzles::read(text.as_bytes(), None, None).expect("we wrote it");
    let mut sketch = entries.remove(0).document.expect("it is a puzzle").puzzle.sketch();
    assert_eq!(sketch.groups(), [Grouping::Region]);
    sketch.edit(&group(Grouping::Region, &["r1c1", "r2c1"], Some("r1c1"))).expect("a new region");
    assert_eq!(json(&*sketch)["regions"], serde_json::json!([[1, 2, 2], [1, 3, 3], [4, 4, 4]]));
    sketch.edit(&group(Grouping::Region, &["r3c1"], Some("r2c1"))).expect("it comes to its neighbour");
    assert_eq!(json(&*sketch)["regions"], serde_json::json!([[1, 2, 2], [1, 3, 3], [1, 4, 4]]));
    assert_eq!(json(&*sketch)["given"], serde_json::json!([[1, null, null], [null, null, null], [null, null, 2]]));
    let before = said(&*sketch);
    for (refused, says) in [
        (group(Grouping::Region, &["r1c1"], None), "every cell is in a region"),
        (group(Grouping::Cage, &["r1c1"], Some("r1c1")), "nothing can be added"),
        (group(Grouping::Region, &["r9c1"], Some("r1c1")), "there is no \"r9c1\""),
    ] {
        assert!(sketch.edit(&refused).expect_err("it cannot be").to_string().contains(says));
        assert_eq!(said(&*sketch), before);
    }
    // A region of two cells has room for 1 and 2 only.
    sketch.edit(&Edit::Set { target: "r1c2".to_owned(), value: Some(2) }).expect("it may be 2");
    sketch.edit(&group(Grouping::Region, &["r1c2"], Some("r1c2"))).expect("a region of one cell");
    assert_eq!(sketch.value("r1c2"), None, "it can only hold 1 now");

    let mut killer = (kind("killer").expect("it is a kind").sketch)(4).expect("a size");
    let cells = killer.place_ids();
    killer.edit(&Edit::Group { group: Grouping::Cage, cells, with: None }).expect("no cage at all");
    killer.edit(&group(Grouping::Cage, &["r1c1", "r1c2"], Some("r1c1"))).expect("a cage");
    killer.edit(&Edit::Set { target: "sum-1".to_owned(), value: Some(7) }).expect("its sum");
    killer.edit(&group(Grouping::Cage, &["r2c1"], Some("r1c1"))).expect("it grows");
    assert_eq!(json(&*killer)["sum"], serde_json::json!([7]));
    assert!(killer.edit(&group(Grouping::Cage, &["r4c4"], Some("r3c3"))).is_err(), "r3c3 is in no cage");

    // As many regions as the rules want: until then there is no puzzle.
    let mut stars = (kind("starbattle").expect("it is a kind").sketch)(5).expect("a size");
    assert!(stars.targets().iter().any(|target| target.id == "r1c1"), "cells can be pointed at");
    stars.edit(&group(Grouping::Region, &["r5c5"], Some("r5c5"))).expect("one more");
    let missing = stars.puzzle().map(|puzzle| puzzle.write_json()).expect_err("six regions").to_string();
    assert!(missing.contains("there are 6 regions; expected 5"), "{missing}");
    check(&*stars);
}

/// The sketch of a puzzle in text.
fn sketch_of(text: &str) -> Box<dyn Sketch> {
    let mut entries = puzzles::read(text.as_bytes(), None, None).expect("we wrote it");
    entries.remove(0).document.expect("it is a puzzle").puzzle.sketch()
}

/// That each of these is refused with these words, and changes nothing.
fn refuses(sketch: &mut dyn Sketch, refused: &[(Edit, &str)]) {
    let before = said(sketch);
    for (edit, says) in refused {
        let error = sketch.edit(edit).expect_err("it cannot be").to_string();
        assert!(error.contains(says), "{error}");
        assert_eq!(said(sketch), before);
    }
}

#[test]
fn cells_are_blocked_and_opened() {
    let block = |names: &[&str]| group(Grouping::Blocked, &cells(names), Some(names[0]));
    let open = |names: &[&str]| group(Grouping::Blocked, &cells(names), None);
    let json = |sketch: &dyn Sketch| sketch.puzzle().expect("it is complete").write_json();

    let text = "kakuro\nn 3\nblocked:\n. . .\n. . .\n. . .\nsum across:\n6\n15\n24\nsum down:\n12\n15\n18\n";
    let mut kakuro = sketch_of(text);
    assert_eq!(kakuro.groups(), [Grouping::Blocked]);
    kakuro.edit(&block(&["r1c1", "r1c2"])).expect("they are open");
    assert_eq!(json(&*kakuro)["blocked"], serde_json::json!([[1, 1, 0], [0, 0, 0], [0, 0, 0]]));
    let sums = json(&*kakuro)["sum"].clone();
    assert_eq!(sums["across"], serde_json::json!([[null], [15], [24]]), "of the runs that are as they were");
    assert_eq!(sums["down"], serde_json::json!([[null], [null], [18]]));
    // A blocked cell is pointed at as others are, and the arrow keys lead over it.
    let targets = kakuro.targets();
    assert_eq!((targets[1].id.as_str(), targets[1].name.as_str()), ("r1c2", "row 1, column 2, blocked"));
    assert_eq!(targets[0].near, Near { up: None, down: Some(3), left: None, right: Some(1) });
    check(&*kakuro);
    kakuro.edit(&open(&["r1c1", "r1c2"])).expect("they are blocked");
    assert!(json(&*kakuro).get("blocked").is_none());
    let all = ["r1c1", "r1c2", "r1c3", "r2c1", "r2c2", "r2c3", "r3c1", "r3c2", "r3c3"];
    refuses(
        &mut *kakuro,
        &[
            (block(&all), "the board has no open cell"),
            (block(&["r4c1"]), "there is no \"r4c1\""),
            (group(Grouping::Blocked, &cells(&["r1c1"]), Some("r3c3")), "r3c3 is not blocked"),
            (group(Grouping::Line, &cells(&["r1c1", "r1c2"]), Some("r1c1")), "nothing can be added"),
        ],
    );

    // A run of one cell is one across and one down, each with a sum of its own.
    kakuro.edit(&block(&["r1c2", "r2c1", "r3c3"])).expect("they are open");
    let named = kakuro.targets().into_iter().filter(|target| target.name == "sum of the run r1c1");
    let sums: Vec<String> = named.map(|target| target.id).collect();
    assert_eq!(sums.len(), 2);
    for (target, value) in sums.into_iter().zip([3, 4]) {
        kakuro.edit(&Edit::Set { target, value: Some(value) }).expect("its sum");
    }
    kakuro.edit(&block(&["r3c2"])).expect("it is open");
    let sums = json(&*kakuro)["sum"].clone();
    assert_eq!((&sums["across"][0][0], &sums["down"][0][0]), (&3.into(), &4.into()));

    // What stands on black cells stays there.
    let mut straights = sketch_of("straights\nn 2\nblocked:\n# .\n. .\ngiven:\n. .\n. 2\nblack:\n1 .\n. .\n");
    assert_eq!((straights.value("r1c1"), straights.value("r2c2")), (Some(1), Some(2)));
    straights.edit(&block(&["r1c2"])).expect("it is open");
    assert_eq!(json(&*straights)["black"], serde_json::json!([[1, null], [null, null]]));
    straights.edit(&Edit::Set { target: "r1c2".to_owned(), value: Some(2) }).expect("it stands on a black cell");
    assert_eq!(json(&*straights)["black"], serde_json::json!([[1, 2], [null, null]]));
    straights.edit(&open(&["r1c1"])).expect("it is blocked");
    assert_eq!(json(&*straights)["black"], serde_json::json!([[null, 2], [null, null]]));
    assert_eq!(json(&*straights)["given"], serde_json::json!([[null, null], [null, 2]]));

    // An opened cell comes to a region beside it.
    let mut stars = (kind("starbattle").expect("it is a kind").sketch)(5).expect("a size");
    let before = json(&*stars);
    stars.edit(&block(&["r1c1"])).expect("it is open");
    let region = Grouping::Region;
    refuses(&mut *stars, &[(group(region, &cells(&["r1c1"]), Some("r1c1")), "r1c1 is blocked; open it first")]);
    assert_eq!(json(&*stars)["regions"][0][0], 0);
    stars.edit(&open(&["r1c1"])).expect("it is blocked");
    assert_eq!(json(&*stars), before);
}

#[test]
fn lines_are_drawn_and_taken_away() {
    let line = |names: &[&str]| group(Grouping::Line, &cells(names), Some(names[0]));
    let no_line = |names: &[&str]| group(Grouping::Line, &cells(names), None);
    let lines = |sketch: &dyn Sketch| sketch.puzzle().expect("it is complete").write_json()["lines"].clone();
    let mut thermo = sketch_of("thermo\nn 4\nlines:\nr1c1 r1c2 r2c3\ngiven:\n1 . . .\n. . . .\n. . . .\n. . . 3\n");
    assert_eq!(thermo.groups(), [Grouping::Line]);
    thermo.edit(&line(&["r4c1", "r3c1", "r2c2"])).expect("they touch, one of them at a corner");
    // Lines cross, and a line along all cells of another takes its place: longer, or the other way round.
    thermo.edit(&line(&["r2c3", "r3c3"])).expect("it begins on another");
    thermo.edit(&line(&["r2c2", "r3c1", "r4c1", "r4c2"])).expect("the other way round");
    let expected = serde_json::json!([["r1c1", "r1c2", "r2c3"], ["r2c3", "r3c3"], ["r2c2", "r3c1", "r4c1", "r4c2"]]);
    assert_eq!(lines(&*thermo), expected);
    thermo.edit(&line(&["r2c3", "r3c3"])).expect("once more");
    assert_eq!(lines(&*thermo).as_array().expect("a list").len(), 3);
    refuses(
        &mut *thermo,
        &[
            (line(&["r1c1", "r1c3"]), "a line goes from cell to cell, and r1c1 and r1c3 do not touch"),
            (line(&["r1c1"]), "a line has at least two cells"),
            (line(&["r1c1", "r1c2", "r1c1"]), "one of them twice"),
            (group(Grouping::Line, &cells(&["r1c1", "r1c2"]), Some("r2c3")), "select all of them, in order"),
            (no_line(&["r4c4"]), "no line passes through here"),
            (line(&["r1c1", "r9c9"]), "there is no \"r9c9\""),
        ],
    );
    thermo.edit(&no_line(&["r2c3"])).expect("two pass it");
    assert_eq!(lines(&*thermo), serde_json::json!([["r2c2", "r3c1", "r4c1", "r4c2"]]));
    assert_eq!((thermo.value("r1c1"), thermo.value("r4c4")), (Some(1), Some(3)), "clues stay");
    check(&*thermo);
}

/// A page that has everything: what is put together in one way stands in the way of another.
#[test]
fn blocked_cells_and_lines_keep_apart() {
    let page = "puzzle All of it\nrules \"Anything.\"\nsize n: 3..5, usually 3\n\
        board grid n x n with blocked, regions, cages, lines\nvalues 1..2\n\
        rule line at line in lines: sum(line) > 2\nclue given at cell in cells: cell = clue\n\
        clue many at row in rows, v in 1..2 of 0..5: count(c in row: c = v) = clue\n";
    let kind = puzzles::load(page).expect("it is a page");
    let mut sketch = (kind.sketch)(3).expect("a size");
    let all: Vec<String> = sketch.place_ids();
    let _ = sketch.edit(&group(Grouping::Line, &all, None));
    sketch.edit(&group(Grouping::Blocked, &all, None)).expect("open");
    sketch.edit(&group(Grouping::Line, &cells(&["r1c1", "r2c2"]), Some("r1c1"))).expect("a line");
    sketch.edit(&group(Grouping::Blocked, &cells(&["r3c3"]), Some("r3c3"))).expect("blocked");
    refuses(
        &mut *sketch,
        &[
            (group(Grouping::Blocked, &cells(&["r2c2"]), Some("r2c2")), "r2c2 is on a line; take the line away first"),
            (group(Grouping::Line, &cells(&["r2c2", "r3c3"]), Some("r2c2")), "r3c3 is blocked; open it first"),
            (group(Grouping::Cage, &cells(&["r3c3"]), None), "r3c3 is blocked; open it first"),
        ],
    );
    // A clue for each row and number stays with its own.
    for (at, value) in [(1, 2), (4, 1)] {
        sketch.edit(&Edit::Set { target: format!("many-{at}"), value: Some(value) }).expect("it can be");
    }
    sketch.edit(&group(Grouping::Cage, &cells(&["r1c1"]), Some("r1c1"))).expect("a cage");
    let many: Vec<Option<i32>> = (1..=6).map(|at| sketch.value(&format!("many-{at}"))).collect();
    assert_eq!(many, [Some(2), None, None, Some(1), None, None]);
}

/// Edits travel as JSON, whose form stays.
#[test]
fn edits_are_written_as_they_were() {
    let text = r#"{"Group":{"group":"region","cells":["r1c1"],"with":null}}"#;
    let edit: Edit = serde_json::from_str(text).expect("an edit");
    assert_eq!(edit, group(Grouping::Region, &cells(&["r1c1"]), None));
    assert_eq!(serde_json::to_string(&edit).expect("it is text"), text);
}

/// The clues of a sketch stated as facts about its stencil leave the same
/// solutions as its puzzle's own model has.
#[test]
fn a_stencil_with_its_clues_is_the_puzzle() {
    let solutions = |posed: &Posed, facts: &[Literal]| -> BTreeSet<Board> {
        let mut space = Space::new(&posed.model);
        space.push();
        if facts.iter().any(|&fact| space.assume(fact).is_err()) {
            return BTreeSet::new();
        }
        let mut search = Search::new(&mut space, posed.branching(1), Limits::none());
        search.all().expect("no limit").iter().map(|solution| posed.board(solution)).collect()
    };
    for &kind in KINDS {
        let mut random = Random::new(9);
        let (mut given, mut solved) = (0, 0);
        for _ in 0..60 {
            let sketch = (kind.sample)(&mut random).sketch();
            let puzzle = sketch.puzzle().expect("it is a puzzle");
            let stencil = puzzle.stencil().expect("it is small");
            assert_eq!(sketch.clue_ids().len(), stencil.clues.len());
            assert_eq!(sketch.place_ids().len(), puzzle.places());
            let clues = sketch.clue_ids().into_iter().zip(&stencil.clues);
            let facts: Vec<Literal> = clues.filter_map(|(id, clue)| Some(clue.is(sketch.value(&id)?))).collect();
            let expected = solutions(&puzzle.pose().expect("it is small"), &[]);
            assert_eq!(solutions(&stencil.posed, &facts), expected, "{puzzle:?}");
            (given, solved) = (given + facts.len(), solved + expected.len());
        }
        // Random regions may leave a page of rules nothing but boards without clues.
        let is_rich = solved > 0 && (given > 0 || kind.making.clues.is_none());
        assert!(is_rich || kind.page.is_some(), "{}", kind.name);
    }
}
