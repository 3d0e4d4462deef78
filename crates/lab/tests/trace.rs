//! Traces: written by a search, read back, drawn.

use lab::tree::{Tree, draw};
use std::cell::RefCell;
use studio::{Fate, Options, Searched, Trace, trace_line};

/// The trace of a verdict on a built-in puzzle, and what the search counted.
fn trace(name: &str, labelling: &str) -> (String, fd::Statistics) {
    let document = puzzles::builtin(name).expect("it is built in");
    let searched = Searched {
        file: name.to_owned(),
        puzzle: document.puzzle.kind().name.to_owned(),
        model: "paper".to_owned(),
        labelling: Some(labelling.to_owned()),
    };
    let text = RefCell::new(trace_line(&searched));
    let tell = |node| text.borrow_mut().push_str(&trace_line(&node));
    let options = Options {
        form: puzzles::Form::Paper,
        labelling: labelling.parse().ok(),
        trace: Some(Trace::new(&tell)),
        ..Options::default()
    };
    let answer = studio::verdict(&*document.puzzle, &options).expect("it is small");
    (text.into_inner(), answer.statistics)
}

#[test]
fn totals_equal_the_statistics() {
    for (name, labelling) in
        [("gap/seed-1", "ff,step"), ("aztec/seed-3b", "leftmost,enum"), ("multibalance/seed-1", "ffc,bisect,down")]
    {
        let (text, statistics) = trace(name, labelling);
        let tree = Tree::read(text.as_bytes()).expect("it was just written");
        assert_eq!(tree.searched.file, name);
        assert_eq!(tree.nodes.len() as u64, statistics.nodes, "{name}");
        assert_eq!(tree.count(Fate::Failed) as u64, statistics.backtracks, "{name}");
        assert_eq!(tree.count(Fate::Solved) as u64, statistics.solutions, "{name}");
    }
}

#[test]
fn decisions_are_in_the_words_of_the_puzzle() {
    let (text, _) = trace("gap/seed-1", "leftmost,step");
    let tree = Tree::read(text.as_bytes()).expect("it was just written");
    assert_eq!(tree.nodes[0].decision, None);
    assert_eq!(tree.nodes[1].decision.as_deref(), Some("r1c1 = 0"));
}

#[test]
fn a_picture_shows_as_many_nodes_as_it_may() {
    let (text, statistics) = trace("aztec/seed-6a", "max,step");
    let tree = Tree::read(text.as_bytes()).expect("it was just written");
    let marks = |picture: &str| picture.matches("node ").count();
    let whole = draw(&tree, usize::MAX);
    assert_eq!(marks(&whole) as u64, statistics.nodes);
    assert!(!whole.contains("Triangles"));
    for most in [1, 10, 200] {
        let picture = draw(&tree, most);
        // Siblings are shown together, so there may be a few more.
        assert!(marks(&picture) <= 2 * most + 1, "{most}: {}", marks(&picture));
        assert!(picture.contains("Triangles stand for"));
    }
    assert_eq!(draw(&tree, 200), draw(&tree, 200));
}

#[test]
fn bad_lines_are_told() {
    let problem = |text: &str| Tree::read(text.as_bytes()).expect_err(text).to_string();
    assert!(problem("{").starts_with("line 1: "));
    assert_eq!(problem("{}"), "line 1: expected a node, or what was searched");
    assert_eq!(
        problem("{\"puzzle\":\"gap\"}\n\n{\"node\":3,\"outcome\":\"open\"}"),
        "line 3: expected node 0, found 3"
    );
    assert_eq!(
        problem("{\"node\":0,\"parent\":0,\"outcome\":\"open\"}"),
        "line 1: a node stands after the one above it"
    );
    assert!(problem("{\"node\":0,\"outcome\":\"odd\"}").starts_with("line 1: unknown variant `odd`"));
    assert_eq!(problem("[]").split(':').next(), Some("line 1"));
    for empty in ["", "\n\n", "{\"puzzle\":\"gap\"}\n"] {
        assert_eq!(problem(empty), "there is no node of a search in it");
    }
    assert!(problem(&" ".repeat(2_000_000)).contains("longer than 1000000 bytes"));
}
