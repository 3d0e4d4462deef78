//! One hard puzzle by all threads, and in parts that are merged.

use crate::common::{TRID_4, TRID_5, file, run, run_with};

/// 28,320 fillings: far more than are looked for before the search is split.
const TRID_6: &str = r#"{"puzzle":"trid","size":6,"sums":[],"givens":[{"row":0,"pos":0,"value":1}]}"#;

fn parts(file: &str, of: usize, more: &[&str]) -> Vec<String> {
    let part = |number| {
        let part = format!("{number}/{of}");
        let outcome = run(&[&["solve", "--part", &part, file], more].concat());
        assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
        outcome.stdout
    };
    (1..=of).map(part).collect()
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let hard = file("threads", "hard.json", TRID_6);
    let one = run(&["solve", "--all", "--max", "9000", "--quiet", "--json", "--jobs", "1", &hard]);
    let three = run(&["solve", "--all", "--max", "9000", "--quiet", "--json", "--jobs", "3", &hard]);
    let solutions = |text: &str| text.split("\"statistics\"").next().map(str::to_owned);
    assert_eq!(solutions(&one.stdout), solutions(&three.stdout));
    assert_eq!(one.objects()[0]["count"], 9000);
}

#[test]
fn parts_make_a_whole() {
    let hard = file("parts_make_a_whole", "hard.json", TRID_6);
    let mut counted = parts(&hard, 5, &["--count"]);
    counted.reverse();
    counted.push(counted[2].clone());
    let merged = run_with(&["merge", "-"], &counted.concat());
    assert_eq!(merged.status, Some(0), "{}", merged.stderr);
    assert_eq!(merged.objects()[0]["count"], 28_320);
    assert_eq!(merged.objects()[0]["parts"], 5);
    for (name, puzzle, verdict, status) in
        [("none", TRID_4, "none", 10), ("several", TRID_5, "several", 11), ("hard", TRID_6, "several", 11)]
    {
        let puzzle = file("parts_make_a_whole", &format!("{name}.json"), puzzle);
        let merged = run_with(&["merge", "-"], &parts(&puzzle, 3, &[]).concat());
        assert_eq!((merged.status, merged.objects()[0]["verdict"].as_str()), (Some(status), Some(verdict)), "{name}");
    }
    let unique = run_with(&["merge", "-"], &parts("weight/seed-20", 2, &[]).concat());
    assert_eq!(unique.status, Some(0));
    assert_eq!(unique.objects()[0]["solutions"], run(&["solve", "--json", "weight/seed-20"]).objects()[0]["solutions"]);
}

#[test]
fn what_is_no_whole_is_refused() {
    let hard = file("what_is_no_whole", "hard.json", TRID_6);
    let other = file("what_is_no_whole", "other.json", TRID_5);
    let (counted, others) = (parts(&hard, 3, &["--count"]), parts(&other, 3, &["--count"]));
    let puzzle = format!("{TRID_5}\n");
    let cases = [
        (vec![&counted[0], &counted[2]], 1, "1 of 3 parts are missing or not complete: 2"),
        (vec![&counted[0], &others[1], &counted[2]], 2, "several puzzles"),
        (vec![&counted[0], &puzzle], 2, "some are not"),
    ];
    for (lines, status, message) in cases {
        let merged = run_with(&["merge", "-"], &lines.into_iter().map(String::as_str).collect::<String>());
        assert_eq!(merged.status.map(|merged| merged.max(status)), Some(status), "{}", merged.stderr);
        assert!(merged.stderr.contains(message), "{}", merged.stderr);
    }
    let broken = counted[0].replace("\"complete\":true", "\"complete\":7");
    assert_eq!(run_with(&["merge", "-"], &broken).status, Some(3));
    for (arguments, status) in [
        (&["solve", "--part", "4/3"] as &[&str], 2),
        (&["solve", "--part", "1/1001"], 2),
        (&["solve", "--split", "4", "--part", "1/3"], 2),
        (&["solve", "--split", "0"], 2),
        (&["solve", "--part", "1/3", "--all"], 2),
        (&["solve", "--part", "1/3", "gap/seed-1"], 2),
    ] {
        assert_eq!(run(&[arguments, &[&*hard]].concat()).status, Some(status), "{arguments:?}");
    }
}

#[test]
fn the_parts_are_listed_as_commands() {
    let jobs = run(&["solve", "--split", "3", "--count", "it's hard.json"]);
    assert_eq!(
        jobs.stdout.lines().collect::<Vec<_>>(),
        [1, 2, 3].map(|part| format!(r"equipoise solve --count --part {part}/3 -- 'it'\''s hard.json'"))
    );
    let both = run(&["solve", "--split", "3", "--part", "2/3", "--json", "gap/seed-1"]);
    assert_eq!(both.status, Some(0));
    assert_eq!(both.objects()[0]["part"]["number"], 2);
}

#[test]
fn a_part_that_is_stopped_says_so() {
    let long = file("a_part_that_is_stopped", "long.json", r#"{"puzzle":"trid","size":9}"#);
    let stopped = run(&["solve", "--count", "--part", "1/2", "--time-limit", "300ms", &long]);
    assert_eq!(stopped.status, Some(12));
    assert_eq!(stopped.objects()[0]["part"]["complete"], false);
    let other = run(&["solve", "--count", "--part", "2/2", "--time-limit", "300ms", &long]);
    assert_eq!(run_with(&["merge", "-"], &(stopped.stdout + &other.stdout)).status, Some(1));
}
