//! Kinds of users' own rule files, in every command.

use crate::common::{Outcome, command, folder, run};
use std::fs;
use std::path::Path;

/// A page of rules in a folder of this test.
fn page(test: &str) -> (String, String) {
    let folder = folder(test);
    let file = format!("{folder}/sums.rules");
    assert_eq!(run(&["rules", "new", &file, "--force"]).status, Some(0));
    (folder, file)
}

fn change(file: &str, from: &str, to: &str) {
    let text = fs::read_to_string(file).expect("it is there");
    assert!(text.contains(from), "{from}");
    fs::write(file, text.replace(from, to)).expect("it can be written");
}

/// The command of a user with this data directory.
fn run_in(data: &Path, arguments: &[&str]) -> Outcome {
    Outcome::of(command(arguments).env("XDG_DATA_HOME", data).spawn().expect("it starts"))
}

fn is_told(outcome: &Outcome, status: i32, says: &[&str]) {
    assert_eq!(outcome.status, Some(status), "{outcome:?}");
    for says in says {
        assert!(outcome.stderr.contains(says) || outcome.stdout.contains(says), "{says}: {outcome:?}");
    }
}

#[test]
fn a_new_page_works_as_it_is() {
    let (_, file) = page("rules_new");
    let checked = run(&["rules", "check", &file, "--size", "4"]);
    is_told(&checked, 0, &["Neighbour sums", "tried one by one", "one solution", "add up to"]);
    assert_eq!(checked.stderr, "");
    is_told(&run(&["rules", "new", &file]), 2, &["it already exists"]);
    assert_eq!(run(&["rules", "new"]).stdout, fs::read_to_string(&file).expect("it is there"));
}

#[test]
fn a_mistake_is_shown_where_it_is() {
    let (folder, file) = page("rules_mistake");
    change(&file, "row in rows:", "row in rwos:");
    is_told(&run(&["rules", "check", &file]), 3, &["line 17, column 20", "did you mean `rows`?", "    ^^^^"]);
    is_told(&run(&["solve", "--rules", &file, "gap/seed-1"]), 3, &["did you mean `rows`?"]);
    is_told(&run(&["rules", "check", &format!("{folder}/none.rules")]), 1, &["there is no such file"]);
    fs::write(&file, [0xff, 0xfe]).expect("it can be written");
    is_told(&run(&["rules", "check", &file]), 3, &["not UTF-8"]);
    for length in [1 << 16, (1 << 16) + 1] {
        fs::write(&file, "#".repeat(length)).expect("it can be written");
        let says = if length > 1 << 16 { "it is longer than 64 KB" } else { "expected a line that begins with" };
        is_told(&run(&["rules", "check", &file]), 3, &[says]);
    }
}

/// A rule that does not follow from the others is found on small boards.
#[test]
fn a_false_implied_rule_is_found() {
    let (_, file) = page("rules_implied");
    change(&file, "clue given", "implied corner at row in rows: row[1] = 1\nclue given");
    let checked = run(&["rules", "check", &file, "--size", "4"]);
    is_told(&checked, 10, &["keeps every rule, but not what should follow from them"]);
}

#[test]
fn every_command_takes_an_own_kind() {
    let (folder, file) = page("rules_commands");
    let puzzles = format!("{folder}/made.jsonl");
    let made = ["generate", "--rules", &file, "neighboursums", "--size", "4", "--count", "2", "--seed", "1"];
    is_told(&run(&[&made[..], &["--out", &puzzles, "--force"]].concat()), 0, &[]);
    let first = format!("{puzzles}#1");
    for arguments in [
        &["solve", "--json"][..],
        &["check"],
        &["show", "--format", "svg"],
        &["explain"],
        &["explain", "--format", "html"],
        &["hint"],
        &["grade"],
        &["convert", "--to", "text"],
        &["convert", "--to", "minizinc"],
        &["board"],
    ] {
        let outcome = run(&[arguments, &["--rules", &file, &first]].concat());
        is_told(&outcome, 0, &[]);
        assert!(!outcome.stdout.is_empty(), "{arguments:?}");
    }
    let book = format!("{folder}/book.pdf");
    is_told(&run(&["print", "--rules", &file, &puzzles, "--out", &book, "--force"]), 0, &[]);
    is_told(&run(&["rules", "--rules", &file, "neighboursums"]), 0, &["Neighbour sums"]);
    is_told(&run(&["learn", "--rules", &file, "neighboursums"]), 2, &["there are no lessons for Neighbour sums"]);
    is_told(&run(&["list", "--kinds", "--rules", &file]), 0, &["neighboursums", &file, "Gap"]);
    is_told(&run(&["list", "--kinds", "--json", "--rules", &file]), 0, &["\"name\":\"neighboursums\"", "\"rules\":"]);
    // A run of other rules is not gone on with.
    is_told(&run(&[&made[..], &["--out", &puzzles, "--resume"]].concat()), 0, &[]);
    change(&file, "different(row)", "different(row) and sum(row) > 0");
    is_told(&run(&[&made[..], &["--out", &puzzles, "--resume"]].concat()), 2, &["made by other rules"]);
    // Rules that differ are told, and so are those that are not at hand.
    is_told(&run(&["solve", "--quiet", "--rules", &file, &first]), 0, &["the rules of Neighbour sums have changed"]);
    is_told(
        &run(&["solve", "--quiet", &first]),
        3,
        &["the rules of \"neighboursums\" are not at hand", "--rules FILE"],
    );
}

#[test]
fn names_cannot_be_taken() {
    let (folder, file) = page("rules_names");
    let other = format!("{folder}/other.rules");
    fs::copy(&file, &other).expect("it can be copied");
    is_told(&run(&["list", "--rules", &file, "--rules", &other]), 0, &[]);
    change(&other, "different(row)", "sum(row) > 0");
    is_told(&run(&["list", "--rules", &file, "--rules", &other]), 3, &["has a kind of the name `neighboursums`, too"]);
    for (name, says) in [("gap", "there is a kind named gap already"), ("new", "`new` is a word of the command")] {
        change(&file, " as neighboursums", &format!(" as {name}"));
        is_told(&run(&["list", "--rules", &file]), 3, &[says]);
        is_told(&run(&["rules", "check", &file]), 3, &[says]);
        change(&file, &format!(" as {name}"), " as neighboursums");
    }
    // A number that is called like an option of the command.
    change(&file, "size n: 2..9, usually 5, made 4..6\n", "size n: 2..9, usually 5, made 4..6\nparameter seed: 1..3\n");
    is_told(&run(&["generate", "--rules", &file, "neighboursums", "--help"]), 0, &["--own-seed"]);
    is_told(
        &run(&["generate", "--rules", &file, "neighboursums", "--size", "3", "--own-seed", "2", "--json"]),
        0,
        &["\"seed\":2"],
    );
}

/// The folder of the user: known without a word, and what is broken there is told in a line.
#[test]
fn the_folder_of_the_user_is_read() {
    let (folder, file) = page("rules_folder");
    let rules = Path::new(&folder).join("data/equipoise/rules");
    fs::create_dir_all(&rules).expect("it can be made");
    fs::copy(&file, rules.join("sums.rules")).expect("it can be copied");
    fs::write(rules.join("ignored.txt"), "no page").expect("it can be written");
    let data = Path::new(&folder).join("data");
    let made = run_in(&data, &["generate", "neighboursums", "--size", "4", "--seed", "1", "--json"]);
    is_told(&made, 0, &["\"rules\":"]);
    assert_eq!(made.stderr, "");
    // Of two pages with one name the first counts, and that is told; it gives way to one that is asked for.
    fs::copy(&file, rules.join("twice.rules")).expect("it can be copied");
    let solved = run_in(&data, &["solve", "--quiet", "gap/seed-1"]);
    is_told(&solved, 0, &["left out: ", "twice.rules: ", "sums.rules has a kind of the name `neighboursums`, too"]);
    assert_eq!(run_in(&data, &["solve", "--quiet", "gap/seed-1", "--rules", &file]).stderr, "");
    fs::remove_file(rules.join("twice.rules")).expect("it is there");
    fs::write(rules.join("broken.rules"), "puzzle Broken").expect("it can be written");
    let solved = run_in(&data, &["solve", "--quiet", "gap/seed-1"]);
    is_told(&solved, 0, &["left out: ", "broken.rules", "unique solution"]);
    assert_eq!(solved.stderr.lines().count(), 1, "{solved:?}");
}

/// Hostile pages are refused soon, by every command.
#[test]
fn hostile_pages_are_refused() {
    let (folder, file) = page("rules_hostile");
    let hostile = |name: &str, from: &str, to: &str| {
        let path = format!("{folder}/{name}.rules");
        fs::copy(&file, &path).expect("it can be copied");
        change(&path, from, to);
        path
    };
    let deep = format!("{}1{} = 1", "(".repeat(1_000), ")".repeat(1_000));
    for (name, rule) in [
        ("deep", deep.as_str()),
        ("product", "product(i in 1..1000000: 1000000) = 1"),
        ("instances", "all(a in 1..1000000: row[1] <> a)"),
        ("nested", "sum(a in 1..1000: sum(b in 1..1000: sum(c in 1..1000: a * b * c))) = 1"),
    ] {
        let path = hostile(name, "different(row)", rule);
        let start = std::time::Instant::now();
        let checked = run(&["rules", "check", &path, "--time-limit", "1s"]);
        let took = start.elapsed();
        assert!(checked.status.is_some_and(|status| status != 0), "{name}: {checked:?}");
        assert!(took.as_secs() < 8, "{name} took {took:?}");
        println!("{name}: {took:?}, {}", checked.stderr);
    }
}

/// The tutorial and the examples of the documentation, as somebody follows them.
#[test]
fn the_documentation_can_be_followed() {
    let folder = folder("rules_documented");
    let page =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rule-files.md")).expect("it is there");
    let blocks: Vec<&str> = page.split("```").skip(1).step_by(2).collect();
    let files: Vec<&str> = blocks.iter().filter_map(|block| block.strip_prefix("rules\n")).collect();
    assert!(files.len() >= 6, "there are examples");
    for (number, file) in files.iter().enumerate() {
        let path = if number == 0 { format!("{folder}/difference.rules") } else { format!("{folder}/{number}.rules") };
        fs::write(&path, file).expect("it can be written");
        let checked = run(&["rules", "check", &path, "--size", "4", "--time-limit", "30s"]);
        // Not every kind is made at this size.
        assert!(matches!(checked.status, Some(0 | 2)), "{path}: {checked:?}");
        is_told(&checked, checked.status.unwrap_or(1), &["Small boards: 6 puzzles"]);
    }
    let commands = blocks.iter().filter_map(|block| block.strip_prefix("console\n")).flat_map(str::lines);
    let commands: Vec<Vec<&str>> =
        commands.map(|line| line.strip_prefix("$ equipoise ").expect("a command").split(' ').collect()).collect();
    assert!(commands.len() >= 6, "there are commands");
    for arguments in commands {
        let child = command(&arguments).current_dir(&folder).spawn().expect("it starts");
        let outcome = Outcome::of(child);
        assert_eq!(outcome.status, Some(0), "{arguments:?}: {outcome:?}");
    }
}
