//! Old forms stay accepted: the commands that the README of version 0.1.0 shows, and
//! spellings that have newer ones.

use crate::common::{folder, run, run_with};

/// The README's commands, and the status of each.
const README: &[(&str, i32)] = &[
    ("show weight/seed-5 --solution", 0),
    ("solve weight/seed-5", 0),
    ("solve --json aztec/seed-3a", 0),
    ("convert --to text weight/seed-6", 0),
    ("check gap/seed-1", 0),
    ("hint --rung 3 gap/seed-1", 0),
    ("grade gap/seed-1 gap/seed-2", 0),
    ("generate gap --seed 7", 0),
    ("generate aztec --size 4 --count 2 --seed 1 --json", 0),
    ("generate gap --size 8", 2),
    ("lab matrix --puzzle aztec/seed-6a --variable leftmost,ff,occurrence,dom_w_deg --metric backtracks,nodes", 0),
    ("lab list", 0),
    ("hint --level 3 gap/seed-1", 0),
    ("solve --labelling ffc --first gap/seed-1", 0),
    ("generate weight --size 5 --clues none --seed 1", 0),
];

#[test]
fn the_commands_of_the_old_readme_work() {
    for (line, status) in README {
        let arguments: Vec<&str> = line.split(' ').collect();
        let outcome = run(&arguments);
        assert_eq!(outcome.status, Some(*status), "{line}: {}", outcome.stderr);
    }
}

#[test]
fn the_pipes_of_the_old_readme_work() {
    let folder = folder("old_readme");
    let (book, tree, picture) =
        (format!("{folder}/book.pdf"), format!("{folder}/tree.jsonl"), format!("{folder}/tree.svg"));
    let made = run(&["generate", "gap", "--count", "2", "--seed", "1", "--json"]).stdout;
    let title = "From easy to hard";
    let print = ["print", "-", "--easy-first", "--hints", "--title", title, "--out", &book];
    assert_eq!(run_with(&print, &made).status, Some(0));
    assert_eq!(run(&["solve", "--model", "paper", "--trace", &tree, "multibalance/seed-1"]).status, Some(0));
    assert_eq!(run(&["lab", "tree", &tree, "--out", &picture]).status, Some(0));
}
