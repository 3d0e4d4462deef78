//! Any command with any options, on any puzzles, interrupted at any moment.

use super::hostile;
use super::process::{self, Ended, Trouble};
use super::record::Record;
use equipoise::fd::Random;
use equipoise::puzzles::{self, KINDS};
use rustix::process::Signal;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The statuses that are documented.
const STATUSES: [i32; 7] = [0, 1, 2, 3, 10, 11, 12];

/// The most memory that any of these commands may use, in megabytes.
const MOST_MEMORY: u64 = 1500;

/// By then it handles signals.
const STARTED: Duration = Duration::from_millis(200);

/// A command, and how long it may take.
struct Case {
    arguments: Vec<String>,
    /// Its time limit, once for each puzzle, unless it is interrupted.
    time: Duration,
    stdin: Option<PathBuf>,
}

pub(crate) fn round(folder: &Path, random: &mut Random, record: &mut Record) {
    let case = match random.below(6) {
        0 | 1 => generate(random),
        2 => with_rules(folder, random),
        _ => on_puzzles(folder, random),
    };
    let moment = Duration::from_millis(u64::from(random.below(1500)));
    let signal = if random.chance(1, 2) { Signal::INT } else { Signal::TERM };
    let trouble = if random.chance(1, 3) { Trouble::Signal(signal, moment) } else { Trouble::None };
    let ended = process::run(folder, &case.arguments, case.stdin.as_deref(), trouble);
    check(&ended, case.time, record);
}

/// Whatever was asked, it ends in time, with a documented status and without
/// panic.
pub(crate) fn check(ended: &Ended, allowed: Duration, record: &mut Record) {
    // A signal that comes before the program has begun ends it, like any program.
    if ended.signal.is_some() && ended.time < STARTED {
        return;
    }
    assert!(ended.status.is_some_and(|status| STATUSES.contains(&status)), "{}", ended.told());
    assert!(!ended.stderr.contains("panicked"), "{}", ended.told());
    assert!(!ended.stdout.contains('\u{1b}') && !ended.stderr.contains('\u{1b}'), "{}", ended.told());
    assert!(ended.memory < MOST_MEMORY, "{}", ended.told());
    record.add(ended, allowed);
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn pick<'a>(random: &mut Random, choices: &[&'a str]) -> &'a str {
    random.pick(choices).copied().unwrap_or_default()
}

fn limit(random: &mut Random) -> Duration {
    Duration::from_millis(50 + u64::from(random.below(1200)))
}

/// Making puzzles of any size.
fn generate(random: &mut Random) -> Case {
    let kind = random.pick(&KINDS).expect("there are kinds");
    let size = match kind.name {
        "aztec" => random.below(12),
        "multibalance" => random.below(70),
        _ if random.chance(1, 2) => random.below(20),
        _ => random.below(520),
    };
    let time = limit(random);
    let mut arguments = words(&format!(
        "generate {} --size {size} --seed {} --count {} --time-limit {}ms",
        kind.name,
        random.below(100),
        1 + random.below(30),
        time.as_millis()
    ));
    let options = [
        "--json",
        "--jobs 1",
        "--jobs 3",
        "--any",
        "--clues fewest",
        "--clues 2..5",
        "--difficulty easy",
        "--difficulty hard",
        "--bars 60",
        "--rows 24 --columns 40",
        "--shard 2/3",
        "--prompts",
        "--prompts --test 100 --out set.jsonl --force",
        "--certify --out made --force",
        "--certify --out made.jsonl --force",
    ];
    for _ in 0..random.below(3) {
        arguments.extend(words(pick(random, &options)));
    }
    Case { arguments, time, stdin: None }
}

/// Something done with puzzles, good and bad.
fn on_puzzles(folder: &Path, random: &mut Random) -> Case {
    let time = limit(random);
    let limited = format!("--time-limit {}ms", time.as_millis());
    let beside = |random: &mut Random| hostile::file(folder, random).to_str().expect("a name in UTF-8").to_owned();
    // What comes after the puzzles.
    let mut last = Vec::new();
    let command = match random.below(24) {
        0 => format!("solve {limited}"),
        1 => format!("solve --json --count {limited}"),
        2 => format!("solve --all --max 50 {limited} --jobs {}", 1 + random.below(4)),
        3 => format!(
            "solve --first --stats --labeling {} {limited}",
            pick(random, &["ff", "random,step", "ffc,bisect,down"])
        ),
        4 => format!("solve --model paper {limited}"),
        5 => "check --json".to_owned(),
        6 => format!("explain {limited} --format {}", pick(random, &["text", "json", "html"])),
        7 => format!("grade --json {limited}"),
        8 => format!("show --solution {limited}"),
        9 => "show --format words".to_owned(),
        10 => format!("convert --to {}", pick(random, &["json", "text", "prolog", "minizinc"])),
        11 => format!("merge {limited}"),
        12 => format!("hint --rung {} {limited}", 1 + random.below(4)),
        13 => "board".to_owned(),
        14 => format!("certify {limited} --out certificates --force"),
        15 => format!(
            "print {limited} --force --out book.{} {}",
            pick(random, &["pdf", "svg", "png"]),
            pick(random, &["--large", "--hints", "--no-solutions --per-page 6", "--links https://example.org/"])
        ),
        16 => "play".to_owned(),
        17 => format!("convert --to prompts {limited}"),
        18 => {
            last = vec!["--reply".to_owned(), beside(random)];
            format!("check {limited}")
        }
        19 => {
            last = vec!["--argument".to_owned(), beside(random)];
            format!("check --json {limited}")
        }
        20 => format!("explain {limited} --format {} --out pages --force", pick(random, &["text", "html"])),
        21 => format!("solve --quiet --first {limited} --trace tree.jsonl --force"),
        22 => {
            let out = pick(random, &["--csv m --html h", "--json m --plots plots", "--csv m --html m"]);
            last = words(&format!("{limited} --force {out}"));
            "lab matrix --puzzle".to_owned()
        }
        _ => "lab tree --out tree.svg --force".to_owned(),
    };
    let mut arguments = words(&command);
    let one = command.starts_with("lab") || command == "play" || command.contains("minizinc");
    let count = if one { 1 } else { 1 + random.below(3) };
    let mut stdin = None;
    for _ in 0..count {
        let (name, typed) = puzzle(folder, random);
        arguments.push(name);
        stdin = stdin.or(typed);
    }
    arguments.extend(last);
    Case { arguments, time: time * count, stdin }
}

/// Something done with a page of rules, good or bad, or with lessons.
fn with_rules(folder: &Path, random: &mut Random) -> Case {
    let time = limit(random);
    let page = hostile::page(folder, random);
    let limited = format!("--time-limit {}ms", time.as_millis());
    let command = match random.below(7) {
        0 => pick(random, &["rules new", "rules new --force"]).to_owned(),
        1 => format!("rules check {limited} --seed {}", random.below(9)),
        2 => format!("generate own {limited} --size {} --out made.jsonl --force --rules", random.below(12)),
        3 => format!("solve --quiet {limited} aztec/seed-3a --rules"),
        4 => "list --kinds --rules".to_owned(),
        5 => "rules own --rules".to_owned(),
        _ => format!("learn {} --rules", pick(random, &["gap", "weight", "trid --lesson 2", "multibalance --list"])),
    };
    let mut arguments = words(&command);
    let typed = command.starts_with("learn").then(|| hostile::file(folder, random));
    arguments.push(page.to_str().expect("a name in UTF-8").to_owned());
    Case { arguments, time, stdin: typed }
}

/// The name of a puzzle, and the standard input if the name asks for it.
fn puzzle(folder: &Path, random: &mut Random) -> (String, Option<PathBuf>) {
    let spoilt = hostile::file(folder, random);
    let named = spoilt.to_str().expect("a name in UTF-8").to_owned();
    match random.below(6) {
        0 => (named, None),
        1 => ("-".to_owned(), Some(spoilt)),
        2 => (format!("{named}#{}", random.below(4)), None),
        3 => (pick(random, &["/dev/null", "/dev/zero", "/no/such", "gap", ".", "-#2"]).to_owned(), Some(spoilt)),
        _ => {
            let names: Vec<String> = puzzles::builtin_names().collect();
            (random.pick(&names).expect("there are some").clone(), None)
        }
    }
}
