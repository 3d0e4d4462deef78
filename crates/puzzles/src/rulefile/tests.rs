//! The files that are built in.

use super::load;
use crate::json::Node;

use fd::{Limits, Search, Space};
use std::time::Instant;

/// Every rule file of the folder, offered or not.
fn files() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/rulefile/kinds");
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kinds");
    let mut found: Vec<(String, String)> = [folder, own]
        .into_iter()
        .flat_map(|folder| std::fs::read_dir(folder).expect("it is there"))
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "rules"))
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("it can be read");
            (path.file_name().expect("it has one").to_string_lossy().into_owned(), text)
        })
        .collect();
    found.sort();
    found
}

#[test]
fn every_file_loads() {
    let mut wrong = Vec::new();
    for (name, text) in files() {
        assert!(text.lines().count() <= 40, "{name} is longer than a page");
        let start = Instant::now();
        match load(&text) {
            Ok(kind) => println!("{name}: {} in {:?}", kind.name, start.elapsed()),
            Err(mistake) => wrong.push(format!("{name}: {mistake}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A file with one line exchanged.
fn changed(line: &str, with: &str) -> String {
    let text = "puzzle Futoshiki\n\
        rules \"Numbers from 1 to {n}.\"\n\
        size n: 2..12, usually 5\n\
        board grid n x n\n\
        values 1..n\n\
        rule row at row in rows: different(row)\n\
        clue given at cell in cells: cell = clue\n\
        clue sign at (a, b) in neighbours:\n  \
          \"<\" means a < b says \"{a} is less than {b}\"\n";
    assert!(text.contains(line), "{line}");
    text.replace(line, with)
}

/// What people will get wrong, and what they are told.
#[test]
fn mistakes_are_told_with_their_place() {
    let mut text = String::new();
    for (line, with) in [
        ("in rows:", "in rwos:"),
        ("different(row)", "diferent(row)"),
        ("different(row)", "different(row"),
        ("different(row)", "sum(row)"),
        ("(a, b) in", "a in"),
        ("a < b says", "a < c says"),
        ("{b}\"", "{c}\""),
        ("size n: 2..12, usually 5\n", ""),
        ("size n: 2..12, usually 5", "size n: 2.12"),
        ("rows: different(row)", "regions: different(row)"),
        ("cell = clue", "cell = 3"),
        ("clue sign", "clue given"),
        ("\"Numbers from 1 to {n}.\"", "\"Numbers from 1 to {n}."),
        ("puzzle Futoshiki", "puzzle 15"),
        ("at row in rows", "at row in rows where sum(row) = 3"),
        ("values 1..n", "values red, green"),
        ("values 1..n", "values 1..n\nvalue 3"),
        ("board grid n x n", "board hexagon n"),
        ("a < b says", "a < b + says"),
        ("usually 5", "usually m"),
    ] {
        let mistake = load(&changed(line, with)).expect_err(with);
        text += &format!("{mistake}\n\n");
    }
    insta::assert_snapshot!(text);
}

#[test]
fn hostile_files_are_refused_at_once() {
    let deep = format!("different(row) and {}1 = 1{}", "(".repeat(5_000), ")".repeat(5_000));
    let long = format!("{}1 = 1", "1 + ".repeat(15_000));
    let nots = format!("{}1 = 1", "not ".repeat(10_000));
    for rule in [deep, long, nots, "1000000000000000000000 = 1".to_owned()] {
        let start = Instant::now();
        load(&changed("different(row)", &rule)).expect_err("too much");
        assert!(start.elapsed().as_secs() < 1, "it took {:?}", start.elapsed());
    }
    assert!(load(&"x".repeat(100_000)).is_err());
    assert!(load("").is_err());
    assert!(load("puzzle \u{202e}x").is_err());
    // Too many places, numbers beyond all use, and far too many parts: refused when a puzzle is read.
    for rule in [
        "all((a, b) in pairs(cells): all((c, d) in pairs(cells): a + b <> c + d))",
        "product(cells) = 1000000",
        "sum(a in 1..100000: sum(b in 1..100000: sum(c in 1..100000: a * b * c))) = 1",
    ] {
        let start = Instant::now();
        let source = changed("rows: different(row)", &format!("rows: {rule}")).replace("2..12", "2..100");
        let kind = load(&source).expect("its words are right");
        assert!((kind.sketch)(100).is_err(), "{rule}");
        assert!(start.elapsed().as_secs() < 20, "{rule} took {:?}", start.elapsed());
    }
}

/// Quotients and rests of more numbers than a table has room for.
#[test]
fn large_numbers_are_divided() {
    type Holds = fn(i32, i32) -> bool;
    let cases: [(&str, Holds); 3] = [
        ("a / b = 7", |a, b| a == 7 * b),
        ("a mod b = 3", |a, b| a % b == 3),
        ("a * a / b = 5", |a, b| a * a == 5 * b),
    ];
    for (rule, holds) in cases {
        let page = format!(
            "puzzle Pair\nrules \"Two numbers.\"\nsize n: 2..2, usually 2\nboard grid 1 x n\nvalues 1..320\n\
             rule pair at (a, b) in neighbours: {rule}\nclue given at cell in cells: cell = clue\n"
        );
        let kind = load(&page).expect("a page of rules");
        let puzzle = serde_json::json!({ "n": 2 });
        let node = Node::root(&puzzle);
        let puzzle = (kind.read_json)(&mut node.fields("a puzzle").expect("an object")).expect("a puzzle");
        let posed = puzzle.pose().expect("it can be posed");
        let mut space = Space::new(&posed.model);
        let found = Search::new(&mut space, posed.branching(0), Limits::none()).take(200_000).expect("no limit");
        let pairs = (1..=320).flat_map(|a| (1..=320).map(move |b| (a, b)));
        assert_eq!(found.len(), pairs.filter(|&(a, b)| holds(a, b)).count(), "{rule}");
    }
}

/// Every whole file in the documentation loads.
#[test]
fn the_files_of_the_documentation_load() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rule-files.md");
    let text = std::fs::read_to_string(page).expect("it can be read");
    let blocks = text.split("```").skip(1).step_by(2);
    let files: Vec<&str> = blocks.filter_map(|block| block.strip_prefix("rules\n")).collect();
    assert!(files.len() >= 4, "there are examples");
    for file in files {
        let loaded = load(file);
        assert!(
            loaded.is_ok(),
            "{file}\n{}",
            loaded.map(|kind| kind.name.to_owned()).unwrap_or_else(|mistake| mistake.to_string())
        );
    }
}
