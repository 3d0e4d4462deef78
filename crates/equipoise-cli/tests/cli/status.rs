//! Exit statuses, limits and interruptions.

use crate::common::{Outcome, TRID_4, TRID_5, TRID_9, command, file, run};
use std::io::Read;
use std::time::{Duration, Instant};

#[test]
fn every_status() {
    let several = file("every_status", "several.json", TRID_5);
    let none = file("every_status", "none.json", TRID_4);
    let long = file("every_status", "long.json", TRID_9);
    let invalid = file("every_status", "invalid.json", r#"{"puzzle":"trid","size":-1}"#);
    let cases: &[(&[&str], i32)] = &[
        (&["solve", "trid/seed-5"], 0),
        (&["solve", "--first", &several], 0),
        (&["solve", "--count", &several], 0),
        (&["solve", "--all", &several], 0),
        (&["solve", "no/such-puzzle"], 1),
        (&["solve", "missing.pl#2"], 1),
        (&["solve"], 2),
        (&["solve", "--max", "2", &several], 2),
        (&["solve", "--first", "--count", &several], 2),
        (&["solve", "--labeling", "ff,ffc", &several], 2),
        (&["solve", "--kind", "chess", &several], 2),
        (&["solve", "--time-limit", "soon", &several], 2),
        (&["check", "-", "--board", "-"], 2),
        (&["check", "--time-limit", "1s", "trid/seed-5"], 2),
        (&["solve", &invalid], 3),
        (&["show", &invalid], 3),
        (&["solve", &none], 10),
        (&["solve", "--first", &none], 10),
        (&["solve", "--count", &none], 10),
        (&["solve", "--all", &none], 10),
        (&["show", "--solution", &none], 10),
        (&["solve", &several], 11),
        (&["solve", "--count", "--time-limit", "50ms", &long], 12),
        (&["solve", "--all", "--time-limit", "50ms", &long], 12),
        // Over several puzzles.
        (&["solve", "trid/seed-5", &none, &several], 11),
        (&["solve", "trid/seed-5", &several, &invalid], 3),
        (&["solve", &invalid, "no/such-puzzle", &several], 1),
        (&["--version"], 0),
        (&["solve", "--help"], 0),
        (&[], 2),
    ];
    for (arguments, status) in cases {
        let outcome = run(arguments);
        assert_eq!(outcome.status, Some(*status), "{arguments:?}: {}{}", outcome.stdout, outcome.stderr);
    }
}

/// What solves a puzzle on the way to something else has a limit, too.
#[test]
fn exercises_and_scores_end_at_their_limit() {
    let made = run(&["generate", "multibalance", "--size", "16", "--seed", "3", "--json"]).stdout;
    let slow = file("limits_of_exercises", "slow.json", made);
    let before = Instant::now();
    let outcome = run(&["convert", "--to", "prompts", &slow, "--time-limit", "200ms"]);
    assert_eq!((outcome.status, &*outcome.stdout), (Some(12), ""), "{outcome:?}");
    assert!(outcome.stderr.contains("the time limit was reached"), "{outcome:?}");
    assert!(before.elapsed() < Duration::from_secs(5));
    let puzzle = r#"{"puzzle":"aztec","rows":[[3],[7,0],[7,0,4],[9,0,0,5]]}"#;
    let puzzle = file("limits_of_exercises", "unsolved.json", puzzle);
    let reply = file("limits_of_exercises", "reply.txt", "3\n7 4\n7 1 4\n9 2 9 5\n");
    let scored = |limit: &[&str]| run(&[&["check", &puzzle, "--reply", &reply], limit].concat());
    let whole = scored(&[]);
    assert!(whole.status == Some(10) && whole.stdout.contains("; 3 of 4 places are right\n"), "{whole:?}");
    let limited = scored(&["--time-limit", "0s"]);
    let says = "; it is not compared with the solution: the time limit was reached\n";
    assert!(limited.status == Some(10) && limited.stdout.contains(says), "{limited:?}");
}

#[test]
fn a_time_limit_ends_the_search_and_says_so() {
    let long = file("a_time_limit", "long.json", TRID_9);
    let before = Instant::now();
    let outcome = run(&["solve", "--json", "--count", "--time-limit", "100ms", &long, "trid/seed-5"]);
    assert!(before.elapsed() < Duration::from_secs(5));
    assert_eq!(outcome.status, Some(12));
    let verdicts: Vec<_> = outcome.objects().iter().map(|object| object["verdict"].clone()).collect();
    assert_eq!(verdicts, ["unknown", "unique"]);
    assert!(outcome.objects()[0]["count"].as_u64() > Some(0), "what was found is told");

    let outcome = run(&["solve", "--count", "--time-limit", "100ms", &long]);
    assert!(outcome.stdout.contains("unknown, the time limit was reached after"), "{}", outcome.stdout);
}

#[test]
#[cfg(unix)]
fn an_interruption_ends_the_search_and_says_so() {
    let long = file("an_interruption", "long.json", TRID_9);
    let child = command(&["solve", "--count", "--jobs", "1", &long, "trid/seed-5"]).spawn().expect("it starts");
    std::thread::sleep(Duration::from_millis(500));
    let signalled = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(signalled.is_ok_and(|status| status.success()));
    let Outcome { status, stdout, stderr } = Outcome::of(child);
    assert_eq!(status, Some(1), "{stdout}{stderr}");
    assert!(stdout.contains("long.json: unknown, interrupted after"), "{stdout}");
    assert!(!stdout.contains("seed-5"), "what was not begun is not answered: {stdout}");
    assert!(stderr.contains("interrupted"), "{stderr}");
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    let long = file("a_closed_pipe", "long.json", TRID_9);
    for arguments in [&["solve", "--all", &long][..], &["solve", "--all", "--json", &long], &["list"]] {
        let mut child = command(arguments).spawn().expect("it starts");
        let mut stdout = child.stdout.take().expect("it was piped");
        let _ = stdout.read(&mut [0; 20]).expect("it prints");
        drop(stdout);
        let outcome = Outcome::of(child);
        assert_eq!((outcome.status, outcome.stderr.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn one_bad_file_hides_nothing() {
    let bad = file("one_bad_file", "bad.json", "{");
    let outcome = run(&["solve", "--quiet", "trid/seed-5", &bad, "no/such-puzzle", "aztec/seed-3a"]);
    assert_eq!(outcome.status, Some(1));
    let names: Vec<&str> = outcome.stdout.lines().filter_map(|line| line.split(':').next()).collect();
    assert_eq!(names, ["trid/seed-5", "aztec/seed-3a"]);
    assert!(outcome.stderr.contains("bad.json: line 1, column 1: not JSON"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("error: no/such-puzzle: no such file"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("4 puzzles in "), "{}", outcome.stderr);
}

#[test]
#[cfg(unix)]
fn a_first_signal_ends_what_waits_for_a_pipe() {
    let path = format!("{}/pipe.json", crate::common::folder("a_pipe"));
    assert!(std::process::Command::new("mkfifo").arg(&path).status().is_ok_and(|status| status.success()));
    for arguments in
        [&["solve", &path][..], &["merge", &path], &["solve", "-"], &["check", "gap/seed-1", "--board", &path]]
    {
        let mut child = command(arguments).spawn().expect("it starts");
        let stdin = child.stdin.take();
        std::thread::sleep(Duration::from_millis(300));
        let before = Instant::now();
        let signalled = std::process::Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
        assert!(signalled.is_ok_and(|status| status.success()));
        let outcome = Outcome::of(child);
        drop(stdin);
        assert_eq!(outcome.status, Some(1), "{arguments:?}: {}", outcome.stderr);
        assert!(outcome.stderr.contains("interrupted"), "{arguments:?}: {}", outcome.stderr);
        assert!(before.elapsed() < Duration::from_secs(2), "{arguments:?}");
    }
}

#[test]
fn more_than_can_be_wanted_is_refused() {
    let outcome = run(&["solve", "--jobs", "5000", "gap/seed-1"]);
    assert_eq!(outcome.status, Some(2));
    assert!(outcome.stderr.contains("expected a whole number from 1 to 512"), "{}", outcome.stderr);
}

/// What it prints when its input never ends.
#[cfg(unix)]
fn reading(arguments: &[&str], path: &str) -> Outcome {
    let endless = std::fs::File::open(path).expect("it can be opened");
    let child = command(arguments).stdin(endless).spawn().expect("it starts");
    Outcome::of(child)
}

#[test]
#[cfg(unix)]
fn endless_input_is_refused() {
    for arguments in [&["solve", "-"][..], &["solve", "/dev/zero"], &["check", "gap/seed-1", "--board", "-"]] {
        let outcome = reading(arguments, "/dev/zero");
        assert_eq!(outcome.status, Some(3), "{arguments:?}: {}", outcome.stderr);
        assert!(outcome.stderr.contains("it is longer than 20 MB"), "{}", outcome.stderr);
    }
    let outcome = run(&["lab", "tree", "/dev/zero"]);
    assert_eq!(outcome.status, Some(3), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("it is longer than 1000000 bytes"), "{}", outcome.stderr);
    let outcome = run(&["lab", "tree", "/dev/null"]);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(3), ""), "{}", outcome.stderr);
}
