//! What every kind gets by being listed: each command takes it.

use crate::common::{folder, run};
use equipoise::puzzles::{KINDS, builtin, builtin_names};

/// The smallest puzzle of each kind that has one solution.
fn smallest() -> impl Iterator<Item = String> {
    KINDS.iter().filter_map(|kind| {
        let named = builtin_names().filter(|name| name.starts_with(&format!("{}/", kind.name)));
        let solved = named.filter(|name| builtin(name).is_some_and(|document| document.solution.is_some()));
        solved.min_by_key(|name| builtin(name).map(|document| document.puzzle.places()))
    })
}

#[test]
fn every_kind_goes_through_every_command() {
    let names: Vec<String> = smallest().collect();
    assert_eq!(names.len(), KINDS.len(), "every kind has a puzzle built in");
    for name in &names {
        for arguments in [
            &["solve", "--json"][..],
            &["solve", "--first", "--labeling", "ffc,bisect,down"],
            &["solve", "--count"],
            &["check"],
            &["show", "--solution"],
            &["show", "--format", "svg"],
            &["show", "--format", "words"],
            &["explain"],
            &["explain", "--format", "json"],
            &["explain", "--format", "html"],
            &["hint"],
            &["grade"],
            &["convert", "--to", "json"],
            &["convert", "--to", "text"],
            &["convert", "--to", "minizinc"],
            &["convert", "--to", "prompts"],
        ] {
            let outcome = run(&[arguments, &[name]].concat());
            assert_eq!(outcome.status, Some(0), "{arguments:?} {name}: {outcome:?}");
            assert!(!outcome.stdout.is_empty(), "{arguments:?} {name}");
        }
    }
}

#[test]
fn every_kind_is_printed() {
    let names: Vec<String> = smallest().collect();
    let folder = folder("printed_kinds");
    for out in ["book.pdf", "book.svg"] {
        let out = format!("{folder}/{out}");
        let arguments = ["print", "--hints", "--links", "https://example.org/", "--out", &out];
        let outcome = run(&[&arguments[..], &names.iter().map(String::as_str).collect::<Vec<_>>()].concat());
        assert_eq!(outcome.status, Some(0), "{outcome:?}");
    }
}

/// What only papers have is refused, with the reason, for a kind without one.
#[test]
fn papers_are_asked_of_kinds_that_have_one() {
    for name in smallest() {
        let has_paper = builtin(&name).is_some_and(|document| document.puzzle.paper().is_some());
        for arguments in [&["solve", "--model", "paper"][..], &["convert", "--to", "prolog"]] {
            let outcome = run(&[arguments, &[&name]].concat());
            if has_paper {
                assert_eq!(outcome.status, Some(0), "{arguments:?} {name}: {outcome:?}");
            } else {
                assert_eq!(outcome.status, Some(2), "{arguments:?} {name}: {outcome:?}");
                assert!(outcome.stderr.contains("no paper presents"), "{outcome:?}");
            }
        }
    }
}

#[test]
fn every_kind_is_made_and_listed() {
    let listed = run(&["list"]).stdout;
    for kind in KINDS {
        assert!(listed.contains(kind.title), "{} is not listed", kind.name);
        let out = format!("{}/{}.jsonl", folder(&format!("made_{}", kind.name)), kind.name);
        let size = kind.making.offered[0].to_string();
        let made = run(&["generate", kind.name, "--size", &size, "--count", "2", "--seed", "1", "--out", &out]);
        assert_eq!(made.status, Some(0), "{made:?}");
        let solved = run(&["solve", "--quiet", &out]);
        assert_eq!(solved.status, Some(0), "{solved:?}");
        assert_eq!(run(&["merge", &out]).status, Some(0));
        let any = run(&["generate", kind.name, "--any", "--size", &size]);
        let has_way = kind.paper.as_ref().is_some_and(|paper| !paper.ways.is_empty());
        assert_eq!(any.status, Some(if has_way { 0 } else { 2 }), "{any:?}");
    }
}
