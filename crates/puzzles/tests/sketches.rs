//! Sketches of every kind: what is set is what comes out, ids stay, and no
//! edit breaks anything.

use fd::{Limits, Literal, Random, Search, Space};
use proptest::prelude::*;
use puzzles::{
    Board, Choices, Document, Edit, Impossible, KINDS, Near, Posed, Puzzle, Sketch, Structure, builtin, builtin_names,
    kind,
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

/// Rebuilds a puzzle, edit by edit, in an empty sketch.
fn rebuilt(puzzle: &dyn Puzzle) -> Box<dyn Puzzle> {
    let model = puzzle.sketch();
    let making = puzzle.kind().making;
    let mut sketch =
        (puzzle.kind().sketch)(1).or_else(|_| (puzzle.kind().sketch)(making.size)).expect("every kind has one");
    let has_parts = |field| puzzle.write_json().contains_key(field);
    if ["blocked", "regions", "cages", "lines"].into_iter().any(has_parts) {
        // Parts of a board are not set edit by edit; clues are.
        sketch = puzzle.sketch();
        for target in model.targets().into_iter() {
            sketch.edit(&Edit::Set { target: target.id, value: None }).ok();
        }
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
            let group = sketch.groups().get(at % 2).copied().unwrap_or("region").to_owned();
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
    let group = |group: &str, cells: &[&str], with: Option<&str>| Edit::Group {
        group: group.to_owned(),
        cells: cells.iter().map(|&cell| cell.to_owned()).collect(),
        with: with.map(str::to_owned),
    };
    let json = |sketch: &dyn Sketch| sketch.puzzle().expect("it is complete").write_json();

    let text = "suguru\nn 3\ngiven:\n1 . .\n. . .\n. . 2\nregions:\n1 1 1\n2 2 2\n3 3 3\n";
    let mut entries = puzzles::read(text.as_bytes(), None, None).expect("we wrote it");
    let mut sketch = entries.remove(0).document.expect("it is a puzzle").puzzle.sketch();
    assert_eq!(sketch.groups(), ["region"]);
    sketch.edit(&group("region", &["r1c1", "r2c1"], Some("r1c1"))).expect("a new region");
    assert_eq!(json(&*sketch)["regions"], serde_json::json!([[1, 2, 2], [1, 3, 3], [4, 4, 4]]));
    sketch.edit(&group("region", &["r3c1"], Some("r2c1"))).expect("it comes to its neighbour");
    assert_eq!(json(&*sketch)["regions"], serde_json::json!([[1, 2, 2], [1, 3, 3], [1, 4, 4]]));
    assert_eq!(json(&*sketch)["given"], serde_json::json!([[1, null, null], [null, null, null], [null, null, 2]]));
    let before = said(&*sketch);
    for (refused, says) in [
        (group("region", &["r1c1"], None), "every cell is in a region"),
        (group("cage", &["r1c1"], Some("r1c1")), "nothing can be added"),
        (group("region", &["r9c1"], Some("r1c1")), "there is no \"r9c1\""),
    ] {
        assert!(sketch.edit(&refused).expect_err("it cannot be").to_string().contains(says));
        assert_eq!(said(&*sketch), before);
    }
    // A region of two cells has room for 1 and 2 only.
    sketch.edit(&Edit::Set { target: "r1c2".to_owned(), value: Some(2) }).expect("it may be 2");
    sketch.edit(&group("region", &["r1c2"], Some("r1c2"))).expect("a region of one cell");
    assert_eq!(sketch.value("r1c2"), None, "it can only hold 1 now");

    let mut killer = (kind("killer").expect("it is a kind").sketch)(4).expect("a size");
    let cells: Vec<String> = killer.place_ids();
    killer.edit(&Edit::Group { group: "cage".to_owned(), cells, with: None }).expect("no cage at all");
    killer.edit(&group("cage", &["r1c1", "r1c2"], Some("r1c1"))).expect("a cage");
    killer.edit(&Edit::Set { target: "sum-1".to_owned(), value: Some(7) }).expect("its sum");
    killer.edit(&group("cage", &["r2c1"], Some("r1c1"))).expect("it grows");
    assert_eq!(json(&*killer)["sum"], serde_json::json!([7]));
    assert!(killer.edit(&group("cage", &["r4c4"], Some("r3c3"))).is_err(), "r3c3 is in no cage");

    // As many regions as the rules want: until then there is no puzzle.
    let mut stars = (kind("starbattle").expect("it is a kind").sketch)(5).expect("a size");
    assert!(stars.targets().iter().any(|target| target.id == "r1c1"), "cells can be pointed at");
    stars.edit(&group("region", &["r5c5"], Some("r5c5"))).expect("one more");
    let missing = stars.puzzle().map(|puzzle| puzzle.write_json()).expect_err("six regions").to_string();
    assert!(missing.contains("there are 6 regions; expected 5"), "{missing}");
    check(&*stars);
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
