//! The rules of each kind.

use crate::common::{run, run_with};
use equipoise::puzzles::KINDS;

/// The puzzle that a rules page shows in the form in which it is typed.
fn typed_in(page: &str, kind: &str) -> String {
    let lines = page.lines().skip_while(|line| line.trim() != kind);
    let block = lines.take_while(|line| !line.trim().is_empty() && !line.starts_with("```"));
    block.map(|line| format!("{line}\n")).collect()
}

#[test]
fn the_example_on_every_page_has_one_solution() {
    for kind in KINDS {
        let example = typed_in(kind.rules_text, kind.name);
        let outcome = run_with(&["solve", "--quiet", "-"], &example);
        assert_eq!(outcome.status, Some(0), "{}:\n{example}{}{}", kind.name, outcome.stdout, outcome.stderr);
    }
}

#[test]
fn rules_are_printed_with_an_example() {
    for kind in KINDS {
        let outcome = run(&["rules", kind.name]);
        assert_eq!((outcome.status, outcome.stderr.as_str()), (Some(0), ""), "{}", kind.name);
        assert!(outcome.stdout.starts_with(kind.title), "{}", outcome.stdout);
        assert!(outcome.stdout.contains("and its solution"), "{}", outcome.stdout);
        assert!(!outcome.stdout.contains("**"), "{}", outcome.stdout);
    }
    assert_eq!(run(&["rules", "chess"]).status, Some(2));
}
