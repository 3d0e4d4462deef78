//! `equipoise learn`: lessons answered on standard input, and what is remembered of them.

use crate::common::{Outcome, command, folder};
use std::io::Write;

/// Learns with a data directory of the test's own.
fn learn(data: &str, arguments: &[&str], input: impl AsRef<[u8]>) -> Outcome {
    let mut command = command(&[&["learn"], arguments].concat());
    let mut child = command.env("XDG_DATA_HOME", data).spawn().expect("it starts");
    // A lesson that ends early reads no more.
    let _ = child.stdin.take().expect("it was piped").write_all(input.as_ref());
    Outcome::of(child)
}

#[test]
fn a_lesson_is_given_and_remembered() {
    let data = folder("learn");
    let courses = learn(&data, &[], "");
    assert_eq!(courses.status, Some(0), "{courses:?}");
    assert!(courses.stdout.contains("Gap") && courses.stdout.contains(" 0 done: equipoise learn gap"), "{courses:?}");
    let given =
        learn(&data, &["gap", "--lesson", "span-of-a-gap", "--seed", "1"], "nonsense\nhint\nshow\nr1c1 is 7\nshow\n");
    assert_eq!(given.status, Some(0), "{given:?}");
    for says in [
        "span of a gap",
        "For example:",
        "Exercise 2 of 2",
        "expected an answer",
        "Done. Now a whole puzzle: equipoise play 1",
    ] {
        assert!(given.stdout.contains(says), "{says}: {given:?}");
    }
    let list = learn(&data, &["gap", "--list"], "");
    let done: Vec<&str> = list.stdout.lines().filter(|line| line.ends_with("done")).collect();
    assert!(matches!(done[..], [line] if line.contains("span of a gap")), "{list:?}");
}

#[test]
fn a_lesson_can_be_left() {
    let data = folder("learn-left");
    for input in ["", "quit\n", "\n\nhint\n"] {
        let left = learn(&data, &["trid"], input);
        assert_eq!(left.status, Some(0), "{left:?}");
        assert!(left.stdout.contains("Trid, lesson 1 of") && !left.stdout.contains("Done"), "{left:?}");
    }
    let none = learn(&data, &["trid", "--lesson", "99"], "");
    assert!(none.status == Some(2) && none.stderr.contains("--list"), "{none:?}");
}

/// What is no answer, or no text at all, is told so, in the words of the puzzle; the lesson goes on.
#[test]
fn nonsense_ends_no_lesson() {
    let data = folder("learn-nonsense");
    let long = "x".repeat(5000);
    for (kind, such_as) in
        [("weight", "`w1 = 1` or `w1 is not 1`"), ("gap", "`r1c1 is not "), ("multibalance", "`n1 = r")]
    {
        let input = [&b"\xff\xfe\n"[..], long.as_bytes(), b"\nshow\nquit\n"].concat();
        let given = learn(&data, &[kind, "--lesson", "1"], input);
        assert!(given.status == Some(0) && given.stderr.is_empty(), "{given:?}");
        assert!(given.stdout.contains("Exercise 2 of 2"), "{given:?}");
        let flat = given.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains("expected an answer such as") && flat.contains(such_as), "{such_as}: {flat}");
    }
}
