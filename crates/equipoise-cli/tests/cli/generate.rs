//! Making, sharding, resuming, merging.

use crate::common::{Outcome, command, folder, run};
use equipoise::puzzles::KINDS;
use equipoise::studio::Difficulty;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// The arguments that all these runs share.
const GAPS: [&str; 4] = ["generate", "gap", "--seed", "5"];

fn generate(more: &[&str]) -> Outcome {
    run(&[&GAPS, more].concat())
}

fn fine(outcome: Outcome) -> Outcome {
    assert_eq!(outcome.status, Some(0), "{}{}", outcome.stdout, outcome.stderr);
    outcome
}

#[test]
fn shards_and_jobs_change_nothing() {
    let folder = folder("shards_and_jobs");
    let whole = fine(generate(&["--count", "20", "--json", "--jobs", "1"])).stdout;
    assert_eq!(whole.lines().count(), 20);
    assert_eq!(fine(generate(&["--count", "20", "--json", "--jobs", "4"])).stdout, whole);
    let shards: Vec<String> = (1..=3).map(|i| format!("{folder}/{i}.jsonl")).collect();
    for (shard, path) in ["1/3", "2/3", "3/3"].iter().zip(&shards) {
        fine(generate(&["--count", "20", "--shard", shard, "--out", path]));
    }
    let mut lines: Vec<String> = shards
        .iter()
        .flat_map(|path| fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    lines.sort();
    let mut expected: Vec<&str> = whole.lines().collect();
    expected.sort_unstable();
    assert_eq!(lines, expected);
    let paths: Vec<&str> = shards.iter().map(String::as_str).collect();
    let merged = fine(run(&[&["merge"], &paths[..]].concat()));
    assert_eq!(merged.stdout, whole, "the order of the whole run comes back");
    assert_eq!(merged.stderr, "20 puzzles; 0 equivalent ones dropped\n");
}

#[test]
fn what_is_finished_is_resumed_at_once() {
    let folder = folder("finished_already");
    let path = format!("{folder}/gap.jsonl");
    fine(generate(&["--count", "2", "--out", &path]));
    let before = fs::read_to_string(&path).unwrap();
    let again = fine(in_time(&[&GAPS[..], &["--count", "2", "--out", &path, "--resume"]].concat(), 5));
    assert!(again.stderr.starts_with("0 puzzles in "), "{}", again.stderr);
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
    // A shard without any index, twice.
    let shard = format!("{folder}/shard.jsonl");
    for _ in 0..2 {
        let arguments = ["--count", "2", "--shard", "5/8", "--out", &shard, "--resume"];
        fine(in_time(&[&GAPS[..], &arguments].concat(), 5));
        assert_eq!(fs::read_to_string(&shard).unwrap(), "");
    }
}

/// Runs it, and ends the test if that takes longer than this many seconds.
fn in_time(arguments: &[&str], seconds: u64) -> Outcome {
    let mut child = command(arguments).spawn().expect("it starts");
    let end = Instant::now() + Duration::from_secs(seconds);
    while child.try_wait().expect("it can be waited for").is_none() {
        if Instant::now() > end {
            child.kill().expect("it can be ended");
            panic!("{arguments:?} did not end in {seconds} s");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Outcome::of(child)
}

/// Rows of Aztec Math that have 6 fillings up to mirroring.
const FEW: [&str; 6] = ["generate", "aztec", "--size", "2", "--seed", "3"];

#[test]
fn equivalent_puzzles_are_left_out_and_shards_end_in_the_same_bytes() {
    let folder = folder("left_out");
    let whole = fine(run(&[&FEW[..], &["--count", "30", "--json"]].concat())).stdout;
    let hashes: std::collections::BTreeSet<String> =
        whole.lines().map(|line| line.split("\"canonical\":").nth(1).unwrap()[..34].to_owned()).collect();
    assert_eq!(hashes.len(), 30, "no two are equivalent");
    // A resumed run need not make again what it kept.
    let path = format!("{folder}/whole.jsonl");
    for count in ["7", "30"] {
        fine(run(&[&FEW[..], &["--count", count, "--out", &path, "--resume"]].concat()));
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);
    let directory = format!("{folder}/files");
    fine(run(&[&FEW[..], &["--count", "30", "--out", &directory]].concat()));
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 30);
    // Shards keep equivalent puzzles, so they need more indices; `merge` says so.
    let shards: Vec<String> = (1..=3).map(|i| format!("{folder}/{i}.jsonl")).collect();
    let paths: Vec<&str> = shards.iter().map(String::as_str).collect();
    let merge = |more: &[&str]| run(&[&["merge", "--count", "30"], &paths[..], more].concat());
    let run_shards = |count: &str| {
        for (i, path) in paths.iter().enumerate() {
            let shard = format!("{}/3", i + 1);
            fine(run(&[&FEW[..], &["--count", count, "--shard", &shard, "--resume", "--out", path]].concat()));
        }
    };
    run_shards("30");
    let few = merge(&[]);
    assert_eq!((few.status, few.stdout.as_str()), (Some(1), ""));
    assert!(
        few.stderr.contains("of 30") && few.stderr.contains("up to index 30, which is not there"),
        "{}",
        few.stderr
    );
    run_shards("90");
    assert_eq!(fine(merge(&[])).stdout, whole);
    let out = format!("{folder}/merged.jsonl");
    fine(merge(&["--out", &out]));
    assert_eq!(fs::read_to_string(&out).unwrap(), whole);
    // Only some of the shards do not make a run.
    let lacking = run(&["merge", "--count", "3", paths[0], paths[2]]);
    assert_eq!((lacking.status, lacking.stdout.as_str()), (Some(1), ""));
    assert!(lacking.stderr.contains("30 indices are missing before index 89: 1, 4, 7, 10, "), "{}", lacking.stderr);
    assert_eq!(fine(run(&["merge", "--count", "30", &path])).stdout, whole, "a run by itself is one");
}

/// A shard alone, a line that is lost, a shard that is not finished: all are told, with the indices.
#[test]
fn merge_finds_what_is_missing() {
    let folder = folder("merge_finds");
    let shards: Vec<String> = (1..=8).map(|i| format!("{folder}/{i}.jsonl")).collect();
    let paths: Vec<&str> = shards.iter().map(String::as_str).collect();
    for (i, path) in paths.iter().enumerate() {
        let shard = format!("{}/8", i + 1);
        fine(generate(&["--count", "80", "--shard", &shard, "--out", path]));
    }
    let merge = |paths: &[&str], count: &str| run(&[&["merge", "--count", count], paths].concat());
    let whole = fine(generate(&["--count", "20", "--json"])).stdout;
    assert_eq!(fine(merge(&paths, "20")).stdout, whole);
    let alone = merge(&paths[..1], "10");
    assert_eq!((alone.status, alone.stdout.as_str()), (Some(1), ""));
    let expected = "63 indices are missing before index 72: 1, 2, 3, 4, 5, 6, 7, 9, ...; merge all shards of the run";
    assert!(alone.stderr.contains(expected), "{}", alone.stderr);
    // The third line of the fifth shard: index 4 + 2 * 8.
    let text = fs::read_to_string(paths[4]).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    fs::write(paths[4], [&lines[..2], &lines[3..]].concat().concat()).unwrap();
    assert_eq!(fine(merge(&paths, "20")).stdout, whole, "what comes later is not needed");
    let lost = merge(&paths, "70");
    assert_eq!(lost.status, Some(1));
    assert!(lost.stderr.contains("1 index is missing before index 79: 20; "), "{}", lost.stderr);
    let resume = ["--count", "80", "--shard", "5/8", "--resume", "--out", paths[4]];
    let refused = generate(&resume);
    assert_eq!(refused.status, Some(2));
    assert!(refused.stderr.contains("line 3: puzzle 20 is missing before it"), "{}", refused.stderr);
    // Its end is lost: a shard that was stopped, which goes on.
    fs::write(paths[4], lines[..2].concat()).unwrap();
    assert!(merge(&paths, "70").stderr.contains("8 indices are missing before index 79: 20, 28, 36, "));
    fine(generate(&resume));
    fine(merge(&paths, "70"));
}

/// A puzzle's line with the rows of this field in another order.
fn spoil(line: &str, field: &str) -> String {
    let mut puzzle: serde_json::Value = serde_json::from_str(line).unwrap();
    puzzle[field].as_array_mut().unwrap().rotate_left(1);
    format!("{puzzle}\n")
}

/// What is merged into a run is as the run made it: each index once, with its puzzle and a solution.
#[test]
fn what_is_merged_is_checked() {
    let folder = folder("merged_is_checked");
    let whole = fine(generate(&["--count", "6", "--json"])).stdout;
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let (one, other) = (format!("{folder}/1.jsonl"), format!("{folder}/2.jsonl"));
    let forged = lines[5].replace("\"index\":5", "\"index\":1");
    for (second, status, told) in [
        (lines[1].to_owned(), 0, ""),
        (lines[1].repeat(2), 0, ""),
        (spoil(lines[1], "solution"), 1, "the solution of puzzle 1 is wrong: "),
        (spoil(lines[1], "rows"), 1, "puzzle 1 is not the one that was made"),
        (lines[1].replace("\"solution\"", "\"note\""), 1, "puzzle 1 has no solution"),
        (forged.clone() + lines[1], 1, "index 1 has two puzzles that differ"),
        (lines[1].to_owned() + &forged, 1, "index 1 has two puzzles that differ"),
    ] {
        fs::write(&one, [lines[0], lines[2], lines[3]].concat()).unwrap();
        fs::write(&other, second).unwrap();
        let merged = run(&["merge", &one, &other, "--count", "4"]);
        assert_eq!(merged.status, Some(status), "{told}: {}", merged.stderr);
        assert!(merged.stderr.contains(told), "{told}: {}", merged.stderr);
        assert_eq!(merged.stdout, if status == 0 { lines[..4].concat() } else { String::new() });
    }
}

#[test]
fn what_is_resumed_is_checked() {
    let folder = folder("resumed_is_checked");
    let path = format!("{folder}/gap.jsonl");
    let whole = fine(generate(&["--count", "4", "--json"])).stdout;
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    for (text, told) in [
        ([lines[0], lines[1], lines[1]].concat(), "line 3: puzzle 1 is there twice"),
        ([lines[0], lines[2]].concat(), "line 2: puzzle 1 is missing before it"),
        ([lines[0], lines[2], lines[1]].concat(), "line 2: puzzle 1 is missing before it"),
        ([lines[0], &spoil(lines[1], "solution")].concat(), "line 2: the solution of puzzle 1 is wrong: "),
        ([lines[0], &spoil(lines[1], "rows")].concat(), "line 2: puzzle 1 is not the one that was made"),
        (lines[0].replace("\"solution\"", "\"note\""), "line 1: puzzle 0 has no solution"),
    ] {
        fs::write(&path, &text).unwrap();
        let refused = generate(&["--count", "4", "--out", &path, "--resume"]);
        assert_eq!(refused.status, Some(2), "{told}: {}", refused.stderr);
        assert!(refused.stderr.contains(told), "{told}: {}", refused.stderr);
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn a_run_ends_when_there_is_nothing_new() {
    let outcome = run(&[&FEW[..], &["--count", "1000", "--json"]].concat());
    assert_eq!(outcome.status, Some(12), "{}", outcome.stderr);
    let count = outcome.stdout.lines().count();
    assert_eq!(outcome.stderr, format!("there are {count} of 1000: 10000 tries in a row gave nothing new\n"));
}

#[test]
fn nothing_is_replaced_unasked_or_after_an_error() {
    let folder = folder("replaced");
    let good = format!("{folder}/good.jsonl");
    fine(generate(&["--count", "2", "--out", &good]));
    let before = fs::read_to_string(&good).unwrap();
    let junk = format!("{folder}/junk.jsonl");
    fs::write(&junk, "{\n").unwrap();
    let trace = format!("{folder}/tree.jsonl");
    fine(run(&["solve", "--quiet", "--trace", &trace, "gap/seed-1"]));
    for arguments in [
        &["merge", &junk, "--out", &good][..],
        &["merge", &good, "--out", &good],
        &["merge", &junk, "--out", &good, "--force"],
        &["solve", "--trace", &good, &good],
        &["lab", "tree", &trace, "--out", &good],
        &["lab", "matrix", "--puzzle", "aztec/seed-3a", "--csv", &good],
        &["generate", "gap", "--seed", "5", "--count", "2", "--out", &good],
        &["generate", "gap", "--seed", "6", "--count", "2", "--out", &good, "--resume"],
    ] {
        let outcome = run(arguments);
        assert!(matches!(outcome.status, Some(2 | 3)), "{arguments:?}: {}", outcome.stderr);
        assert_eq!(fs::read_to_string(&good).unwrap(), before, "{arguments:?}");
    }
    fine(run(&["solve", "--quiet", "--trace", &good, "--force", "gap/seed-1"]));
    assert!(fs::read_to_string(&good).unwrap().starts_with("{\"file\":\"gap/seed-1\""));
    // Somebody's own line, without an end.
    for foreign in ["{\"mine\":1}", "notes", "{\"puzzle\":\"gap\",\"size\":9}", "{\"puzzle\":\"gap\",\"size\":"] {
        fs::write(&junk, foreign).unwrap();
        let outcome = generate(&["--count", "2", "--out", &junk, "--resume"]);
        assert_eq!(outcome.status, Some(2), "{}", outcome.stderr);
        assert_eq!(fs::read_to_string(&junk).unwrap(), foreign);
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 3, "nothing is left behind");
}

#[test]
fn a_resumed_run_takes_the_seed_of_the_file() {
    let folder = folder("its_seed");
    for out in [format!("{folder}/gap.jsonl"), format!("{folder}/gaps")] {
        fine(run(&["generate", "gap", "--count", "2", "--out", &out]));
        let resumed = fine(run(&["generate", "gap", "--count", "4", "--out", &out, "--resume"]));
        assert!(resumed.stderr.starts_with("2 puzzles in "), "{}", resumed.stderr);
    }
}

#[test]
fn two_runs_do_not_write_one_file() {
    let folder = folder("two_runs");
    let path = format!("{folder}/gap.jsonl");
    let arguments = ["generate", "gap", "--seed", "5", "--count", "100000000", "--out", &path, "--resume"];
    let mut first = command(&arguments).spawn().expect("it starts");
    while fs::metadata(&path).map_or(0, |file| file.len()) == 0 {
        std::thread::sleep(Duration::from_millis(20));
    }
    let second = run(&arguments);
    first.kill().expect("it can be ended");
    first.wait().expect("it ends");
    assert_eq!(second.status, Some(1), "{}", second.stderr);
    assert!(second.stderr.contains("another run is writing it"), "{}", second.stderr);
    // A killed run leaves a file that can be resumed.
    let written = fs::read_to_string(&path).unwrap().lines().count().to_string();
    fine(generate(&["--count", &written, "--out", &path, "--resume"]));
    let expected = fine(generate(&["--count", &written, "--json"])).stdout;
    assert_eq!(fs::read_to_string(&path).unwrap(), expected);
}

#[test]
fn a_run_that_was_killed_is_resumed() {
    let folder = folder("a_run_that_was_killed");
    let path = format!("{folder}/gap.jsonl");
    let whole = fine(generate(&["--count", "12", "--json"])).stdout;
    // As if it had been killed in the middle of the eighth line.
    let seven: usize = whole.split_inclusive('\n').take(7).map(str::len).sum();
    fs::write(&path, &whole[..seven + 30]).unwrap();
    let refused = generate(&["--count", "12", "--out", &path]);
    assert_eq!(refused.status, Some(2));
    assert!(refused.stderr.contains("it already exists; --resume continues it"), "{}", refused.stderr);
    assert_eq!(fs::read_to_string(&path).unwrap().len(), seven + 30, "what is refused is not touched");
    let resumed = fine(generate(&["--count", "12", "--out", &path, "--resume"]));
    assert!(resumed.stderr.starts_with("5 puzzles in "), "{}", resumed.stderr);
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);
    // With other options the file would be a mixture.
    for other in [&["--clues", "fewest"][..], &["--size", "10"], &["--any"], &["--seed", "6"]] {
        let arguments = [&["generate", "gap", "--count", "13", "--resume", "--out", &path], other].concat();
        let outcome = run(&if other[0] == "--seed" { arguments } else { [&arguments[..], &["--seed", "5"]].concat() });
        assert_eq!(outcome.status, Some(2), "{other:?}: {}", outcome.stderr);
        assert_eq!(fs::read_to_string(&path).unwrap(), whole);
    }
}

#[test]
fn a_directory_has_a_file_for_each() {
    let folder = folder("a_file_for_each");
    let puzzles = format!("{folder}/puzzles");
    fine(generate(&["--count", "5", "--out", &puzzles]));
    let names = |path: &str| {
        let mut names: Vec<_> = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let before = names(&puzzles);
    assert_eq!(before.len(), 5);
    assert_eq!(before[3].to_str(), Some("gap-9-5-000003.json"));
    let third = Path::new(&puzzles).join(&before[3]);
    let text = fs::read_to_string(&third).unwrap();
    fs::remove_file(&third).unwrap();
    let resumed = fine(generate(&["--count", "5", "--out", &puzzles, "--resume"]));
    assert!(resumed.stderr.starts_with("1 puzzle in "), "{}", resumed.stderr);
    assert_eq!(names(&puzzles), before);
    assert_eq!(fs::read_to_string(&third).unwrap(), text);
    assert_eq!(fine(run(&["solve", "--quiet", &puzzles])).stdout.matches("unique solution").count(), 5);
}

#[test]
fn equivalent_puzzles_are_dropped() {
    let folder = folder("equivalent");
    let one = r#"{"puzzle":"aztec","rows":[[9],[0,0],[1,0,0]]}"#;
    let mirrored = r#"{"puzzle":"aztec","rows":[[9],[0,0],[0,0,1]]}"#;
    let other = r#"{"puzzle":"aztec","rows":[[8],[0,0],[0,0,1]]}"#;
    let path = format!("{folder}/some.jsonl");
    fs::write(&path, [other, one, mirrored, other].join("\n")).unwrap();
    let merged = fine(run(&["merge", &path]));
    assert_eq!(merged.stdout, format!("{other}\n{one}\n"), "what was not made stays in its order");
    assert_eq!(merged.stderr, "2 puzzles; 2 equivalent ones dropped\n");
    // Of equivalent puzzles, the one with the lowest index stays, whichever file has it.
    let made = |index: u8, rows: &str| {
        format!(
            r#"{{"puzzle":"aztec","made":{{"kind":"aztec","options":{{}},"seed":1,"index":{index}}},"rows":{rows}}}"#
        )
    };
    let [early, late] = [made(3, "[[9],[0,0],[1,0,0]]"), made(5, "[[9],[0,0],[0,0,1]]")];
    fs::write(&path, format!("{late}\n{early}\n")).unwrap();
    assert_eq!(fine(run(&["merge", &path])).stdout, format!("{early}\n"));
    // What we made comes before what others made.
    fs::write(&path, format!("{other}\n{early}\n")).unwrap();
    assert_eq!(fine(run(&["merge", &path])).stdout, format!("{early}\n{other}\n"));
    let out = format!("{folder}/out.jsonl");
    fs::write(&path, format!("{other}\n{{\n")).unwrap();
    let broken = run(&["merge", &path, "--out", &out]);
    assert_eq!(broken.status, Some(3), "{}", broken.stderr);
    assert_eq!(fs::read_to_string(&out).unwrap(), format!("{other}\n"), "one bad line hides nothing");
}

#[test]
fn what_cannot_be_is_told_at_once() {
    let folder = folder("what_cannot_be");
    let out = format!("{folder}/none.jsonl");
    for (arguments, status) in [
        (&["generate", "gap", "--size", "8", "--out", &out][..], 2),
        (&["generate", "gap", "--size", "9", "--clues", "1"], 2),
        (&["generate", "trid", "--size", "4"], 2),
        (&["generate", "gap", "--any", "--size", "7", "--count", "9", "--out", &out], 2),
        (&["generate", "weight", "--any=step", "--size", "1"], 2),
        (&["generate", "aztec", "--any", "--size", "10"], 2),
        (&["generate", "trid", "--any", "--size", "4"], 2),
        (&["generate", "multibalance", "--any"], 2),
        (&["generate", "gap", "--any", "--clues", "fewest"], 2),
        (&["generate", "weight", "--any", "--givens", "3"], 2),
        (&["generate", "aztec", "--size", "10"], 2),
        (&["generate", "weight", "--size", "1"], 2),
        (&["generate", "weight", "--any", "--size", "501"], 2),
        (&["generate", "weight", "--size", "20", "--bars", "19"], 2),
        (&["generate", "multibalance", "--size", "22"], 2),
        (&["generate", "multibalance", "--size", "63"], 2),
        (&["generate", "gap", "--shard", "4/3"], 2),
        (&["generate", "gap", "--clues", "some"], 2),
        (&["generate", "gap", "--count", "2", "--out", "one.json"], 2),
        (&["generate", "gap", "--out", "gap.txt"], 2),
        (&["generate", "chess"], 2),
        (&["generate"], 2),
        (&["generate", "gap", "--out", "/no/such/folder/gap.jsonl"], 1),
        (&["merge", "no-such-file.jsonl"], 1),
    ] {
        let outcome = run(arguments);
        assert_eq!(outcome.status, Some(status), "{arguments:?}: {}{}", outcome.stdout, outcome.stderr);
        assert!(!outcome.stderr.is_empty(), "{arguments:?}");
    }
    assert!(!Path::new(&out).exists(), "nothing is written for what cannot be");
}

/// A difficulty that a size does not come in is refused at once, with what there is.
#[test]
fn a_difficulty_that_is_not_made_is_refused() {
    for &kind in KINDS {
        let sizes = kind.making.offered.iter();
        let asked = sizes.flat_map(|&size| Difficulty::ALL.map(|band| (size, band)));
        let Some((size, band)) = asked.rev().find(|&(size, band)| play::prospect(kind, size, band).is_err()) else {
            continue;
        };
        let size = size.to_string();
        let outcome = run(&["generate", kind.name, "--size", &size, "--difficulty", band.name()]);
        assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(2), ""), "{}", outcome.stderr);
        let expected = format!("error: no {} {} of size {size} was found in many tries", band.name(), kind.title);
        assert!(outcome.stderr.starts_with(&expected), "{}", outcome.stderr);
    }
    let untried = run(&["generate", "weight", "--size", "4", "--bars", "1", "--difficulty", "gentle", "--seed", "1"]);
    assert!(untried.stderr.starts_with("nobody has tried this combination"), "{}", untried.stderr);
    assert_eq!(untried.status, Some(0), "{}", untried.stderr);
}

#[test]
fn a_time_limit_ends_the_run() {
    let outcome = generate(&["--count", "1000000", "--json", "--time-limit", "300ms"]);
    assert_eq!(outcome.status, Some(12), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("the time limit was reached after"), "{}", outcome.stderr);
    let whole = fine(generate(&["--count", "3", "--json"])).stdout;
    assert!(outcome.stdout.starts_with(&whole), "what is made in time is the same");
    assert!(outcome.stdout.ends_with("}\n"));
}

#[test]
#[cfg(unix)]
fn a_full_disk_and_an_interruption_leave_whole_lines() {
    let folder = folder("a_full_disk");
    let path = format!("{folder}/gap.jsonl");
    let program = env!("CARGO_BIN_EXE_equipoise");
    // The limit on the size of files stands in for a full disk.
    let script = format!("trap '' XFSZ; ulimit -f 8; exec {program} generate gap --seed 5 --count 500 --out {path}");
    let child = std::process::Command::new("sh").args(["-c", &script]).output().expect("there is a shell");
    assert_eq!(child.status.code(), Some(1), "{}", String::from_utf8_lossy(&child.stderr));
    assert!(String::from_utf8_lossy(&child.stderr).contains("gap.jsonl"));
    let whole = fine(generate(&["--count", "40", "--json"])).stdout;
    let written = fs::read_to_string(&path).unwrap();
    assert!(whole.starts_with(&written) && (written.is_empty() || written.ends_with('\n')), "{written}");

    let arguments = ["generate", "gap", "--seed", "5", "--count", "100000000", "--out", &path, "--resume"];
    let child = command(&arguments).spawn().expect("it starts");
    std::thread::sleep(Duration::from_millis(700));
    let signalled = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(signalled.is_ok_and(|status| status.success()));
    let outcome = Outcome::of(child);
    assert_eq!(outcome.status, Some(1), "{}", outcome.stderr);
    let written = fs::read_to_string(&path).unwrap();
    assert!(written.ends_with('\n'));
    assert!(written.starts_with(&whole) || whole.starts_with(&written));
    let expected = format!("interrupted after {} of 100000000; --resume continues\n", written.lines().count());
    assert_eq!(outcome.stderr, expected);
}

#[test]
fn a_data_set_has_the_puzzles_that_are_made_without_it() {
    let prompts = fine(generate(&["--count", "6", "--prompts", "--test", "50"])).objects();
    let puzzles = fine(generate(&["--count", "6", "--json"])).objects();
    assert_eq!(prompts.len(), 6);
    for (row, puzzle) in prompts.iter().zip(&puzzles) {
        let text = |name: &str| row[name].as_str().unwrap_or_default();
        assert_eq!(serde_json::from_str::<serde_json::Value>(text("puzzle")).ok().as_ref(), Some(puzzle));
        assert_eq!(
            (text("hash"), &row["seed"]),
            (puzzle["made"]["canonical"].as_str().unwrap(), &puzzle["made"]["seed"])
        );
        assert!(
            text("prompt").contains("exactly two cells of every row") && ["train", "test"].contains(&text("split"))
        );
        // What the prompt asks for is what the command reads as an answer.
        let files = folder("data_set");
        let (puzzle, answer) = (format!("{files}/puzzle.json"), format!("{files}/answer.txt"));
        fs::write(&puzzle, text("puzzle")).unwrap();
        fs::write(&answer, text("answer")).unwrap();
        assert!(fine(run(&["check", &puzzle, "--reply", &answer])).stdout.ends_with("solved\n"));
    }
    for refused in [&["--prompts", "--any"][..], &["--test", "5"], &["--prompts", "--test", "101"]] {
        assert_eq!(generate(refused).status, Some(2), "{refused:?}");
    }
    let path = format!("{}/puzzle.json", folder("data_set"));
    assert_eq!(generate(&["--prompts", "--force", "--out", &path]).status, Some(2));
    // A data set is not continued, and nobody is told that it can be.
    let set = format!("{}/set.jsonl", folder("data_set_stopped"));
    let stopped = generate(&["--prompts", "--count", "1000", "--time-limit", "0s", "--out", &set]);
    assert!(stopped.status == Some(12) && !stopped.stderr.contains("--resume"), "{stopped:?}");
    fine(generate(&["--prompts", "--out", &set]));
    let again = generate(&["--prompts", "--out", &set]);
    assert!(again.status == Some(2) && again.stderr.contains("already exists; --force replaces it"), "{again:?}");
}
