//! The commands that write, a row to each, and the ground that they are tried on. A new command gets a row, and so
//! does an option that writes.

use crate::common::{Outcome, command, folder, run};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Where a command writes.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum To {
    Stdout,
    /// A file of this name.
    File(&'static str),
    /// Files in a directory.
    Folder,
}

/// A command. In its arguments, `PUZZLE` stands for a puzzle, `MADE` for a file of made
/// puzzles, `TREE` for a trace, `STEP` for a deduction, `REPLY` for somebody's answer, `PAGE` for a
/// page of rules and `BOOK` for another output; the output is added to the last one.
pub(crate) struct Row(pub(crate) &'static str, pub(crate) To);

pub(crate) const ROWS: [Row; 53] = [
    Row("solve PUZZLE", To::Stdout),
    Row("solve --json --all PUZZLE", To::Stdout),
    Row("solve --quiet PUZZLE --trace", To::File("tree.jsonl")),
    Row("check PUZZLE", To::Stdout),
    Row("check PUZZLE --argument STEP", To::Stdout),
    Row("check PUZZLE --reply REPLY", To::Stdout),
    Row("generate aztec --size 3 --seed 1 --count 3", To::Stdout),
    Row("generate aztec --size 3 --seed 1 --count 3 --out", To::File("made.jsonl")),
    Row("generate aztec --size 3 --seed 1 --out", To::File("made.json")),
    Row("generate aztec --size 3 --seed 1 --count 3 --out", To::Folder),
    Row("generate aztec --size 3 --seed 1 --count 2 --certify --out", To::Folder),
    Row("generate aztec --size 3 --seed 1 --count 2 --certify --out", To::File("made.jsonl")),
    Row("generate aztec --size 3 --seed 1 --count 2 --prompts", To::Stdout),
    Row("generate aztec --size 3 --seed 1 --count 2 --prompts --out", To::File("made.jsonl")),
    Row("generate --rules PAGE neighboursums --size 3 --seed 1 --count 2 --out", To::File("made.jsonl")),
    Row("merge MADE", To::Stdout),
    Row("merge MADE --count 2", To::Stdout),
    Row("merge MADE --out", To::File("merged.jsonl")),
    Row("explain PUZZLE", To::Stdout),
    Row("explain PUZZLE --out", To::Folder),
    Row("explain PUZZLE --format html --out", To::Folder),
    Row("hint PUZZLE", To::Stdout),
    Row("grade PUZZLE", To::Stdout),
    Row("certify PUZZLE --out", To::Folder),
    Row("certify PUZZLE --steps --out", To::Folder),
    Row("show PUZZLE", To::Stdout),
    Row("show PUZZLE --solution --format svg --out", To::Folder),
    Row("print PUZZLE --out", To::File("book.pdf")),
    Row("print PUZZLE --out", PAGES),
    Row("print PUZZLE --dpi 10 --out", To::File("book.png")),
    Row("print PUZZLE --out BOOK --solutions", To::File("solutions.pdf")),
    Row("convert PUZZLE --to text", To::Stdout),
    Row("convert PUZZLE --to prompts", To::Stdout),
    Row("list", To::Stdout),
    Row("rules gap", To::Stdout),
    Row("rules new", To::Stdout),
    Row("rules new", To::File("mine.rules")),
    Row("rules check PAGE --size 3", To::Stdout),
    Row("board PUZZLE", To::Stdout),
    Row("lab list", To::Stdout),
    Row("lab run aztec-variables --repeat 1 --time-limit 20ms --out", To::Folder),
    Row("lab matrix --puzzle aztec/seed-3a", To::Stdout),
    Row("lab matrix --puzzle aztec/seed-3a --csv", To::File("matrix.csv")),
    Row("lab matrix --puzzle aztec/seed-3a --json", To::File("matrix.json")),
    Row("lab matrix --puzzle aztec/seed-3a --html", To::File("matrix.html")),
    Row("lab matrix --puzzle aztec/seed-3a --plots", To::Folder),
    Row("lab tree TREE --out", To::File("tree.svg")),
    Row("learn", To::Stdout),
    Row("learn gap --list", To::Stdout),
    Row("learn gap --lesson 2 --seed 1", To::Stdout),
    Row("completions bash", To::Stdout),
    Row("manual", To::Folder),
    Row("--help", To::Stdout),
];

/// Those that go on until they are ended; `play.rs` here and `src/serve.rs` try them.
const ENDLESS: [&str; 2] = ["play", "serve"];

/// A name of which those of several files are made.
pub(crate) const PAGES: To = To::File("book.svg");

/// Whether the row writes a file for each page.
pub(crate) fn has_pages(row: &Row) -> bool {
    matches!(row.1, To::File(name) if name.ends_with(".png")) || row.1 == PAGES
}

/// The options that take a file and only read it.
const READ: [&str; 5] = ["--rules", "--board", "--argument", "--reply", "--corpus"];

/// Where the rows find their puzzles, and a directory for each.
pub(crate) struct Ground {
    pub(crate) folder: String,
}

impl Ground {
    pub(crate) fn new(test: &str) -> Ground {
        let folder = folder(test);
        let fine = |arguments: &[&str]| assert_eq!(run(arguments).status, Some(0), "{arguments:?}");
        let (made, tree) = (format!("{folder}/MADE.jsonl"), format!("{folder}/TREE.jsonl"));
        fs::write(format!("{folder}/STEP.json"), r#"{"sets": [{"place": "r1c1", "value": 1}]}"#).unwrap();
        fs::write(format!("{folder}/REPLY.txt"), "It is this:\n\n1\n8 9\n1 7 2\n").unwrap();
        fine(&["rules", "new", &format!("{folder}/PAGE.rules")]);
        fine(&["generate", "aztec", "--size", "3", "--seed", "1", "--count", "3", "--out", &made]);
        fine(&["solve", "--quiet", "--first", "--trace", &tree, "gap/seed-1"]);
        let puzzle = run(&["convert", "--to", "json", "aztec/seed-3a"]).stdout;
        for place in ["a", "b"] {
            fs::create_dir(format!("{folder}/{place}")).unwrap();
            fs::write(format!("{folder}/{place}/x.json"), &puzzle).unwrap();
        }
        Ground { folder }
    }

    /// The arguments of a row that writes to this place, with these puzzles.
    pub(crate) fn arguments(&self, row: &Row, out: &str, puzzles: &[&str]) -> Vec<String> {
        let mut arguments = Vec::new();
        for word in row.0.split(' ') {
            match word {
                "PUZZLE" => arguments.extend(puzzles.iter().map(|&name| name.to_owned())),
                "MADE" | "TREE" => arguments.push(format!("{}/{word}.jsonl", self.folder)),
                "STEP" => arguments.push(format!("{}/STEP.json", self.folder)),
                "REPLY" => arguments.push(format!("{}/REPLY.txt", self.folder)),
                "PAGE" => arguments.push(format!("{}/PAGE.rules", self.folder)),
                "BOOK" => arguments.push(format!("{}/place/book.pdf", self.folder)),
                _ => arguments.push(word.to_owned()),
            }
        }
        arguments.extend((row.1 != To::Stdout).then(|| out.to_owned()));
        arguments
    }

    /// An empty directory, and the output of a row in it.
    pub(crate) fn place(&self, row: &Row) -> (String, String) {
        let folder = format!("{}/place", self.folder);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        let out = match row.1 {
            To::File(name) => format!("{folder}/{name}"),
            To::Folder | To::Stdout => folder.clone(),
        };
        (folder, out)
    }

    /// Runs a row with one puzzle; returns what it wrote.
    pub(crate) fn write(&self, row: &Row) -> (Outcome, Files) {
        let (folder, out) = self.place(row);
        let outcome = start(&self.arguments(row, &out, &["aztec/seed-3a"]));
        (outcome, files(&folder))
    }
}

/// What is in the files below a directory; links and pipes are there without content.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

pub(crate) fn files(folder: &str) -> Files {
    let entries = walkdir::WalkDir::new(folder).into_iter().flatten().filter(|entry| !entry.file_type().is_dir());
    let name = |path: &Path| path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
    let content = |path: &Path| fs::symlink_metadata(path).unwrap().is_file().then(|| fs::read(path).unwrap());
    entries.map(|entry| (name(entry.path()), content(entry.path()).unwrap_or_default())).collect()
}

pub(crate) fn words(arguments: &[String]) -> Vec<&str> {
    arguments.iter().map(String::as_str).collect()
}

pub(crate) fn start(arguments: &[String]) -> Outcome {
    in_time(command(&words(arguments)), arguments)
}

/// The outcome of a command that must not wait for anything.
pub(crate) fn in_time(mut command: Command, arguments: &[String]) -> Outcome {
    let mut child = command.stdin(Stdio::null()).spawn().expect("it starts");
    let end = Instant::now() + Duration::from_secs(30);
    // What these commands print fits into a pipe, or into less than a test waits for.
    let stdout = child.stdout.take();
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        stdout.map(|mut pipe| std::io::Read::read_to_string(&mut pipe, &mut text));
        text
    });
    while child.try_wait().expect("it can be waited for").is_none() {
        if Instant::now() > end {
            child.kill().expect("it can be ended");
            panic!("{arguments:?} waits");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    Outcome { stdout: reader.join().expect("it reads"), ..Outcome::of(child) }
}

/// No part of a file is left.
pub(crate) fn assert_no_parts(files: &Files, row: &Row) {
    assert!(files.keys().all(|name| !name.contains("equipoise-part")), "{}: {:?}", row.0, files.keys());
}

pub(crate) fn told(row: &Row, outcome: &Outcome) -> String {
    format!("{}: {:?}\n{}", row.0, outcome.status, outcome.stderr)
}

/// The commands that a page of help lists.
fn commands_of(arguments: &[&str]) -> Vec<String> {
    let help = run(arguments).stdout;
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = lines.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

/// All commands, and those below them: `lab run`.
fn pages() -> Vec<String> {
    let mut pages = Vec::new();
    for command in commands_of(&["--help"]) {
        let below = commands_of(&[&command, "--help"]);
        pages.extend(below.iter().map(|name| format!("{command} {name}")));
        pages.push(command);
    }
    pages
}

/// Whether this command is that of the row. What `generate` makes of one kind, it makes of all.
fn is_row_of(row: &Row, command: &str) -> bool {
    let command = if command.starts_with("generate ") { "generate" } else { command };
    row.0.strip_prefix(command).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

#[test]
fn every_command_has_a_row() {
    let pages = pages();
    assert!(pages.len() > 45, "{pages:?}");
    for command in pages.iter().filter(|name| *name != "lab" && !ENDLESS.contains(&&***name)) {
        assert!(ROWS.iter().any(|row| is_row_of(row, command)), "{command}");
    }
}

/// Every option that takes a file either reads it or has a row.
#[test]
fn every_option_that_writes_has_a_row() {
    let mut found = 0;
    for page in &pages() {
        let help: Vec<&str> = page.split(' ').chain(["--help"]).collect();
        for line in run(&help).stdout.lines() {
            let mut parts = line.split_whitespace().skip_while(|word| !word.starts_with("--"));
            let (Some(option), Some(takes)) = (parts.next(), parts.next()) else { continue };
            if !["<FILE>", "<DIR>", "<PATH>", "<SVG>"].contains(&takes) || READ.contains(&option) {
                continue;
            }
            found += 1;
            let own = |row: &Row| is_row_of(row, page) && row.0.ends_with(&format!(" {option}")) && row.1 != To::Stdout;
            assert!(ROWS.iter().any(own), "{page} {option}");
        }
    }
    assert!(found > 40, "{found}");
}
