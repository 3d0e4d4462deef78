//! Every command that writes, and everything that can get in its way: files are whole or
//! not there, nothing that exists is touched unasked, no link is followed, no pipe is
//! waited for, and what went wrong is told.

use crate::common::{Outcome, command, folder, run};
use crate::rows::{
    Files, Ground, PAGES, ROWS, Row, To, assert_no_parts, files, has_pages, in_time, start, told, words,
};
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[test]
fn twice_changes_nothing() {
    let ground = Ground::new("trouble_twice");
    for row in &ROWS {
        let (first, before) = ground.write(row);
        assert_eq!(first.status, Some(0), "{}", told(row, &first));
        assert_eq!(before.is_empty(), row.1 == To::Stdout, "{}", row.0);
        assert_no_parts(&before, row);
        let folder = format!("{}/place", ground.folder);
        let out = if let To::File(name) = row.1 { format!("{folder}/{name}") } else { folder.clone() };
        let again = start(&ground.arguments(row, &out, &["aztec/seed-3a"]));
        // A certificate that is the same may stay.
        let expected = if row.1 == To::Stdout || row.0.starts_with("certify") { 0 } else { 2 };
        assert_eq!(again.status, Some(expected), "{}", told(row, &again));
        assert_eq!(files(&folder), before, "{}", row.0);
        assert!(expected == 0 || again.stderr.contains("already exists"), "{}", told(row, &again));
    }
}

#[test]
fn nothing_to_do_writes_nothing() {
    let ground = Ground::new("trouble_nothing");
    for row in ROWS.iter().filter(|row| row.0.contains("PUZZLE")) {
        let (folder, out) = ground.place(row);
        let empty = format!("{}/empty", ground.folder);
        fs::create_dir_all(&empty).unwrap();
        let outcome = start(&ground.arguments(row, &out, &[&empty]));
        assert_eq!(outcome.status, Some(1), "{}", told(row, &outcome));
        let says = outcome.stderr.clone() + &outcome.stdout;
        assert!(says.contains("no puzzle file"), "{}", told(row, &outcome));
        // A trace of no puzzle is not there either.
        assert!(files(&folder).is_empty(), "{}: {:?}", row.0, files(&folder).keys());
    }
}

#[test]
fn puzzles_of_the_same_name_are_refused_before_any_work() {
    let ground = Ground::new("trouble_same_name");
    for row in ROWS.iter().filter(|row| row.0.contains("PUZZLE") && row.1 == To::Folder) {
        let [a, b] = ["a", "b"].map(|place| format!("{}/{place}/x.json", ground.folder));
        for puzzles in [[&*a, &*b], [&a, &a], ["gap/seed-1", "gap/seed-1"]] {
            let (folder, out) = ground.place(row);
            let outcome = start(&ground.arguments(row, &out, &puzzles));
            assert_eq!(outcome.status, Some(2), "{}", told(row, &outcome));
            assert!(files(&folder).is_empty(), "{}", row.0);
        }
        for several in [format!("{}/a", ground.folder), "gap/seed-1".to_owned()] {
            let (_, out) = ground.place(row);
            let outcome = start(&ground.arguments(row, &out, &[&several, "aztec/seed-3b"]));
            assert_eq!(outcome.status, Some(0), "{}", told(row, &outcome));
        }
    }
}

#[test]
fn outputs_that_are_the_same_are_refused_before_any_work() {
    let folder = folder("trouble_outputs");
    symlink(&folder, format!("{folder}/link")).unwrap();
    let (one, same) = (format!("{folder}/one"), format!("{folder}/link/one"));
    let before = files(&folder);
    let matrix = ["lab", "matrix", "--puzzle", "aztec/seed-3a"];
    let print = ["print", "gap/seed-1"];
    let cases: [(&[&str], _, _); 4] = [
        (&matrix, "--csv", "--html"),
        (&matrix, "--json", "--csv"),
        (&matrix, "--html", "--plots"),
        (&print, "--out", "--solutions"),
    ];
    for (command, first, second) in cases {
        let outcome = run(&[command, &[first, &one, second, &same]].concat());
        assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(2), ""), "{}", outcome.stderr);
        assert!(outcome.stderr.contains("two outputs cannot be one file"), "{}", outcome.stderr);
        assert_eq!(files(&folder), before);
    }
}

/// A directory that is a file, one that does not exist, and a file that is a directory.
#[test]
fn where_nothing_can_be_written_nothing_is_begun() {
    let ground = Ground::new("trouble_unwritable");
    let file = format!("{}/file", ground.folder);
    fs::write(&file, "mine").unwrap();
    for row in ROWS.iter().filter(|row| row.1 != To::Stdout) {
        let (folder, _) = ground.place(row);
        let name = if let To::File(name) = row.1 { name } else { "out" };
        let (missing, blocked) = (format!("{folder}/no/such/{name}"), format!("{folder}/{name}"));
        fs::create_dir(&blocked).unwrap();
        let mut cases = vec![(format!("{file}/{name}"), "a file is where a directory would be")];
        if row.1 != To::Folder {
            cases.push((missing, "there is no such directory"));
            // Puzzles go into a directory, whatever its name.
            let is_name = !row.0.starts_with("generate") && !has_pages(row);
            cases.extend(is_name.then_some((blocked, "it is a directory")));
        }
        for (out, says) in cases {
            let before = Instant::now();
            let outcome = start(&ground.arguments(row, &out, &["trid/seed-10"]));
            assert!(matches!(outcome.status, Some(1 | 2)), "{}", told(row, &outcome));
            assert!(outcome.stderr.contains(says), "{out} {}", told(row, &outcome));
            assert!(outcome.stdout.is_empty() && before.elapsed() < Duration::from_secs(9), "{}", row.0);
            assert!(files(&folder).is_empty(), "{}", row.0);
            assert_eq!(fs::read(&file).unwrap(), b"mine");
        }
    }
}

/// Links, pipes and directories under the names of temporary files, and of the files
/// themselves in a directory.
#[test]
fn no_link_is_followed_and_no_pipe_waited_for() {
    let ground = Ground::new("trouble_links");
    let precious = format!("{}/precious", ground.folder);
    let fifo = |path: &str| assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    for row in ROWS.iter().filter(|row| row.1 != To::Stdout) {
        let (_, expected) = ground.write(row);
        let parts = |folder: &str, make: &dyn Fn(&str)| {
            for name in expected.keys() {
                let (place, name) = name.rsplit_once('/').unwrap_or((".", name));
                fs::create_dir_all(format!("{folder}/{place}")).unwrap();
                make(&format!("{folder}/{place}/.{name}.equipoise-part"));
            }
            make(&format!("{folder}/.equipoise-part"));
        };
        for make in [&(|path: &str| symlink(&precious, path).unwrap()) as &dyn Fn(&str), &fifo] {
            fs::write(&precious, "mine").unwrap();
            let (folder, out) = ground.place(row);
            parts(&folder, make);
            let outcome = start(&ground.arguments(row, &out, &["aztec/seed-3a"]));
            assert_eq!(outcome.status, Some(0), "{}", told(row, &outcome));
            let mut written = files(&folder);
            // A file of lines has no temporary name.
            if row.1 == To::File("made.jsonl") {
                written.remove(".made.jsonl.equipoise-part");
            }
            written.remove(".equipoise-part");
            assert_eq!(written.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>(), "{}", row.0);
            assert_eq!(fs::read(&precious).unwrap(), b"mine", "{}", row.0);
            // Where the names of the files are ours, nothing else may have them.
            let forces: &[&str] = match row.1 {
                To::Folder if row.0 == "manual" => &[""],
                To::Folder => &["", "--force"],
                _ if has_pages(row) => &["", "--force"],
                _ => &[],
            };
            for force in forces {
                let (folder, out) = ground.place(row);
                for name in expected.keys() {
                    let path = format!("{folder}/{name}");
                    fs::create_dir_all(Path::new(&path).parent().unwrap()).unwrap();
                    make(&path);
                }
                let there = files(&folder);
                let mut arguments = ground.arguments(row, &out, &["aztec/seed-3a"]);
                arguments.extend((!force.is_empty()).then(|| (*force).to_owned()));
                let outcome = start(&arguments);
                assert!(matches!(outcome.status, Some(1 | 2)), "{}", told(row, &outcome));
                assert_eq!((files(&folder), fs::read(&precious).unwrap()), (there, b"mine".to_vec()), "{}", row.0);
            }
        }
    }
}

/// What must not be replaced is found before any work, and nothing is written beside it.
#[test]
fn names_that_are_taken_are_refused_before_any_work() {
    let ground = Ground::new("trouble_taken");
    let folder = format!("{}/place", ground.folder);
    for (command, name) in [
        ("lab matrix --puzzle trid/seed-10 --plots", "backtracks-bars.svg"),
        ("lab run trid-sizes --out", "trid-sizes/results.csv"),
        ("lab run all --out", "weight-solving/some.svg"),
        ("print trid/seed-10 --out", "book-07.svg"),
        ("certify gap/seed-1 --out", "gap-seed-1.manifest"),
        ("manual", "equipoise-solve.1"),
    ] {
        let to = if name.starts_with("book") { PAGES } else { To::Folder };
        let row = Row(command, to);
        let (_, out) = ground.place(&row);
        let path = format!("{folder}/{name}");
        fs::create_dir_all(Path::new(&path).parent().unwrap()).unwrap();
        fs::write(&path, "mine").unwrap();
        let outcome = start(&ground.arguments(&row, &out, &[]));
        assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(2), ""), "{}", told(&row, &outcome));
        assert!(outcome.stderr.contains(&format!("{name}: it already exists")), "{}", told(&row, &outcome));
        assert_eq!(files(&folder), Files::from([(name.to_owned(), b"mine".to_vec())]), "{command}");
    }
}

/// A run that waits for its input is given up, at its limit or soon after a signal.
#[test]
fn a_run_that_is_given_up_leaves_no_part() {
    let folder = folder("trouble_given_up");
    let out = format!("{folder}/merged.jsonl");
    for limit in [Some("--time-limit=100ms"), None] {
        let arguments: Vec<&str> = ["merge", "-", "--out", &out].into_iter().chain(limit).collect();
        let mut command = command(&arguments);
        // Nobody writes to the pipe, and nobody closes it.
        let mut child = command.stdin(Stdio::piped()).spawn().expect("it starts");
        let pipe = child.stdin.take();
        if limit.is_none() {
            std::thread::sleep(Duration::from_millis(300));
            kill_process(Pid::from_child(&child), Signal::TERM).expect("it runs");
        }
        let outcome = Outcome::of(child);
        drop(pipe);
        assert_eq!(outcome.status, Some(if limit.is_some() { 12 } else { 1 }), "{}", outcome.stderr);
        assert!(outcome.stderr.contains("unfinished work is dropped"), "{}", outcome.stderr);
        assert!(files(&folder).is_empty(), "{:?}", files(&folder).keys());
    }
}

#[test]
fn a_limit_or_a_signal_leaves_whole_files() {
    let ground = Ground::new("trouble_stopped");
    for row in &ROWS {
        let (_, expected) = ground.write(row);
        let whole = |outcome: &Outcome, folder: &str| {
            let written = files(folder);
            assert_no_parts(&written, row);
            for (name, bytes) in &written {
                // Pictures of times differ, and so do traces; a file of lines may have fewer.
                let is_known = row.0.contains("lab") || row.0.contains("trace") || expected[name].starts_with(bytes);
                assert!(is_known, "{name} {}", told(row, outcome));
            }
        };
        let has_limit = ["solve", "generate", "merge", "explain", "hint", "grade", "certify", "show", "print"];
        if has_limit.iter().any(|name| row.0.starts_with(name)) {
            let (folder, out) = ground.place(row);
            let mut arguments = ground.arguments(row, &out, &["trid/seed-10"]);
            arguments.push("--time-limit=0s".to_owned());
            let outcome = start(&arguments);
            assert!(matches!(outcome.status, Some(0 | 12)), "{}", told(row, &outcome));
            assert_no_parts(&files(&folder), row);
        }
        for moment in [1, 3, 30] {
            let (folder, out) = ground.place(row);
            let child = command(&words(&ground.arguments(row, &out, &["aztec/seed-3a"]))).spawn().expect("it starts");
            std::thread::sleep(Duration::from_millis(moment));
            // It may have ended just now, or not begun to handle signals, and so to write.
            let _ = kill_process(Pid::from_child(&child), Signal::TERM);
            let outcome = Outcome::of(child);
            assert!(matches!(outcome.status, Some(0 | 1) | None), "{}", told(row, &outcome));
            whole(&outcome, &folder);
        }
    }
}

#[test]
fn a_full_disk_and_a_limit_of_file_size_are_told() {
    let ground = Ground::new("trouble_full");
    for row in &ROWS {
        let (folder, out) = ground.place(row);
        let arguments = ground.arguments(row, &out, &["aztec/seed-3a"]);
        if row.1 == To::Stdout {
            let mut command = command(&words(&arguments));
            command.stdout(fs::OpenOptions::new().write(true).open("/dev/full").unwrap());
            let outcome = in_time(command, &arguments);
            assert_eq!(outcome.status, Some(1), "{}", told(row, &outcome));
            assert!(outcome.stderr.contains("standard output: "), "{}", told(row, &outcome));
            continue;
        }
        let mut shell = Command::new("sh");
        shell.args(["-c", "ulimit -f 0; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_equipoise")]).args(&arguments);
        let outcome = in_time(
            {
                shell.stdout(Stdio::piped()).stderr(Stdio::piped());
                shell
            },
            &arguments,
        );
        assert_eq!(outcome.status, Some(1), "{}", told(row, &outcome));
        assert!(outcome.stderr.contains("larger than files may be here"), "{}", told(row, &outcome));
        let left = files(&folder);
        assert!(left.values().all(Vec::is_empty), "{}: {:?}", row.0, left.keys());
        assert_no_parts(&left, row);
    }
    for arguments in [&["merge", "MADE", "--out", "/dev/full"][..], &["lab", "tree", "TREE", "--out", "/dev/full"]] {
        let named = |word: &&str| match *word {
            "MADE" | "TREE" => format!("{}/{word}.jsonl", ground.folder),
            _ => (*word).to_owned(),
        };
        let arguments: Vec<String> = arguments.iter().map(named).collect();
        let outcome = start(&arguments);
        assert_eq!(outcome.status, Some(1), "{arguments:?}: {}", outcome.stderr);
        assert!(outcome.stderr.contains("/dev/full: the disk is full"), "{arguments:?}: {}", outcome.stderr);
    }
}

/// Where its certificates cannot go, a run makes no puzzle, and leaves no empty file for them.
#[test]
fn a_place_for_certificates_is_found_before_any_work() {
    let [folder, elsewhere] = ["trouble_certificates", "trouble_certificates_elsewhere"].map(folder);
    let precious = format!("{folder}/precious");
    let (out, directory) = (format!("{folder}/made.jsonl"), format!("{folder}/made.certificates"));
    let make = ["generate", "aztec", "--size", "3", "--seed", "1", "--count", "2", "--certify", "--out", &out];
    let in_the_way: [&dyn Fn(); 5] = [
        &|| fs::write(&directory, "mine").unwrap(),
        &|| assert!(Command::new("mkfifo").arg(&directory).status().unwrap().success()),
        &|| symlink("nowhere", &directory).unwrap(),
        &|| symlink(&elsewhere, &directory).unwrap(),
        &|| {
            fs::create_dir(&directory).unwrap();
            symlink(&precious, format!("{directory}/aztec-3-1-000001.pbp")).unwrap();
        },
    ];
    for put in in_the_way {
        put();
        let before = files(&folder);
        let refused = run(&make);
        assert!(matches!(refused.status, Some(1 | 2)) && refused.stderr.contains("made.certificates"), "{refused:?}");
        assert_eq!(files(&folder), before);
        assert!(files(&elsewhere).is_empty());
        let _ = fs::remove_file(&directory).or_else(|_| fs::remove_dir_all(&directory));
    }
    assert_eq!(run(&make).status, Some(0));
}
