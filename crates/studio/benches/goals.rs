//! The speeds we want, and those we have: one row for each piece of work.
//!
//!     cargo bench -p equipoise-studio [-- PATTERN...]
//!
//! With `--once`, every file is solved once, and a line for each row has its title, a tab and its
//! milliseconds in all; with `--untimed` besides, no clock is read. `cargo xtask bench` compares revisions
//! by that.
//!
//! CPU time of one thread, from the puzzle in memory to the answer: posing,
//! propagating, searching, proving. A row over several files shows its worst.
//! With `--seeds=K`, every file is solved once for each of K seeds: how much of a time is luck? With
//! `--copies`, in twelve images that are as hard for a person: a Trid turned, mirrored and with its
//! numbers counted from the other end, a Weight tree mirrored and with the things of its bars in other orders.
//!
//! The instances are in `bench/instances`; rows over published puzzles need
//! `EQUIPOISE_CORPUS` to say where those are.

use fd::{Clock, Limits, Random, Space};
use puzzles::Document;
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;
use studio::{Answer, Count, Options, Verdict};

/// What is asked of a puzzle.
#[derive(Clone, Copy)]
enum Work {
    /// Is the solution unique?
    Verdict,
    /// A solution.
    First,
    /// A solution by search, though a construction is known.
    Search,
    /// How many solutions?
    Count,
}
use Work::{First, Search, Verdict as Prove};

/// A row: files (a name may end in `*`), work, and the milliseconds wanted.
struct Row(&'static str, &'static [&'static str], Work, f64, Option<f64>);

const ROWS: &[Row] = &[
    Row("whole corpus, verdict, in all", &["corpus:*"], Prove, 200.0, Some(100.0)),
    Row("weight seeds, verdict", &["weight/seed*"], Prove, 0.5, Some(0.1)),
    Row(
        "weight rand010..040, first",
        &["weight/rand01*", "weight/rand02*", "weight/rand03*", "weight/rand040*"],
        First,
        20.0,
        Some(5.0),
    ),
    Row("weight rand050, 060, first", &["weight/rand05*", "weight/rand06*"], First, 35.0, Some(15.0)),
    Row("weight mid030..050, verdict", &["weight/mid*"], Prove, 50.0, Some(10.0)),
    Row("weight thin 14, verdict", &["corpus:weight/mathmagic_thin_14"], Prove, 50.0, Some(5.0)),
    Row("gap seeds, verdict", &["gap/seed*"], Prove, 0.2, Some(0.05)),
    Row("gap full100, verdict", &["gap/full100*"], Prove, 400.0, Some(100.0)),
    Row("gap empty100, half100, first", &["gap/empty100", "gap/half100*"], First, 10.0, Some(3.0)),
    Row("gap full150, verdict", &["gap/full150*"], Prove, 300.0, Some(100.0)),
    Row("gap full200, verdict", &["gap/full200*"], Prove, 5000.0, Some(1000.0)),
    Row("aztec 6 rows, verdict", &["aztec/seed_a6", "aztec/seed_b6"], Prove, 0.1, Some(0.03)),
    Row("trid no sums 50, by search", &["trid/empty050"], Search, 5.0, Some(3.0)),
    Row("trid no sums 90, by search", &["trid/empty090"], Search, 60.0, Some(20.0)),
    Row("trid no sums 100, by search", &["trid/empty100"], Search, 80.0, Some(30.0)),
    Row("trid no sums 200, by search", &["trid/empty200"], Search, 900.0, Some(200.0)),
    Row("trid no sums 500, constructed", &["trid/empty500"], First, 10.0, None),
    Row("trid sums101, first", &["trid/sums101_50", "trid/sums101_200"], First, 70.0, Some(40.0)),
    Row("trid sums031_200, verdict", &["trid/sums031_200"], Prove, 5000.0, Some(500.0)),
    Row(
        "multibalance demo, 81, 84, 62, verdict",
        &[
            "corpus:multibalance/friedman_demo",
            "corpus:multibalance/friedman_81",
            "corpus:multibalance/friedman_84",
            "corpus:multibalance/friedman_62",
        ],
        Prove,
        1.0,
        Some(0.05),
    ),
    Row("multibalance gen10, verdict", &["multibalance/gen10*"], Prove, 5.0, Some(1.0)),
    Row("multibalance gen12_0, 1, verdict", &["multibalance/gen12_0", "multibalance/gen12_1"], Prove, 50.0, Some(10.0)),
    Row("multibalance gen14, verdict", &["multibalance/gen14*"], Prove, 500.0, Some(100.0)),
    Row("multibalance gen12_2, verdict", &["multibalance/gen12_2"], Prove, 200.0, Some(50.0)),
    Row("multibalance gen13_2, verdict", &["multibalance/gen13_2"], Prove, 10000.0, Some(1000.0)),
    Row("gap boards of 12, count", &["gap/empty012"], Work::Count, 320.0, None),
    Row("gap boards of 14, count", &["gap/empty014"], Work::Count, 34000.0, None),
    Row("aztec pyramids of 3 to 9 rows, count, in all", &["aztec/empty*"], Work::Count, 600.0, None),
    Row("trid fillings of 6, count", &["trid/empty006"], Work::Count, 1000.0, None),
];

/// The time that this thread has used: machines are shared, and wall-clock time
/// would count other work.
struct CpuClock;

impl Clock for CpuClock {
    fn now(&self) -> Duration {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
}

/// The most time for a piece of work.
const LIMIT: Duration = Duration::from_secs(60);

fn main() {
    let patterns: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    if std::env::args().any(|word| word == "--once") {
        let is_timed = std::env::args().all(|word| word != "--untimed");
        return ROWS.iter().filter(|row| is_wanted(row, &patterns)).for_each(|row| once(row, is_timed));
    }
    let seeds = std::env::args().find_map(|word| word.strip_prefix("--seeds=")?.parse().ok());
    if let Some(seeds) = seeds {
        println!("{:<46} {:>11} {:>11} {:>11}  worst file, seed, answer", "ms of CPU", "goal", "median", "worst");
        let tries = |document: &Document| (0..seeds).map(|seed| (document.to_json(), seed)).collect();
        return ROWS.iter().filter(|row| is_wanted(row, &patterns)).for_each(|row| over_all(row, &tries));
    }
    if std::env::args().any(|word| word == "--copies") {
        println!("{:<46} {:>11} {:>11} {:>11}  worst file, copy, answer", "ms of CPU", "goal", "median", "worst");
        let tries = |document: &Document| (0..12).map(|number| (image(document.to_json(), number), 0)).collect();
        return ROWS.iter().filter(|row| is_wanted(row, &patterns)).for_each(|row| over_all(row, &tries));
    }
    println!("{:<46} {:>11} {:>11} {:>11}  worst file, answer", "ms of CPU", "goal", "beyond", "measured");
    for Row(title, files, work, goal, beyond) in ROWS.iter().filter(|row| is_wanted(row, &patterns)) {
        let files: Vec<PathBuf> = files.iter().flat_map(|pattern| find(pattern)).collect();
        let beyond_text = beyond.map_or(String::new(), |beyond| beyond.to_string());
        if files.is_empty() {
            println!("{title:<46} {goal:>11} {beyond_text:>11} {:>11}  (EQUIPOISE_CORPUS is not set)", "-");
            continue;
        }
        let mut results: Vec<(f64, String)> = files.iter().map(|file| measure(file, *work)).collect();
        let (time, note) = if title.ends_with("in all") {
            (results.iter().map(|result| result.0).sum(), format!("{} files", results.len()))
        } else {
            results.sort_by(|a, b| a.0.total_cmp(&b.0));
            results.pop().expect("at least one file")
        };
        let mark = match beyond {
            Some(beyond) if time <= *beyond => "beyond",
            _ if time <= *goal => "met",
            _ => "MISSED",
        };
        println!("{title:<46} {goal:>11} {beyond_text:>11} {time:>11.3}  {mark:<6} {note}");
    }
}

fn is_wanted(Row(title, ..): &Row, patterns: &[String]) -> bool {
    patterns.is_empty() || patterns.iter().any(|pattern| title.contains(pattern.as_str()))
}

/// Solves every file of a row once. Valgrind, which counts instructions, has no place for the clock.
fn once(Row(title, files, work, ..): &Row, is_timed: bool) {
    let documents: Vec<Document> = files.iter().flat_map(|pattern| find(pattern)).map(|file| read(&file)).collect();
    let now = || if is_timed { CpuClock.now() } else { Duration::ZERO };
    let limits = if is_timed { timed() } else { Limits::none() };
    let start = now();
    for document in &documents {
        solve(document, *work, 0, limits);
    }
    println!("{title}\t{}", (now() - start).as_secs_f64() * 1000.0);
}

fn timed() -> Limits<'static> {
    Limits::none().time(LIMIT, &CpuClock)
}

/// Solves every file of a row many times: all that is tried of it, each with its seed.
fn over_all(Row(title, files, work, goal, _): &Row, tries: &dyn Fn(&Document) -> Vec<(Value, u64)>) {
    let mut results: Vec<(f64, String)> = Vec::new();
    for file in files.iter().flat_map(|pattern| find(pattern)) {
        for (number, (value, seed)) in tries(&read(&file)).into_iter().enumerate() {
            let document = Document::from_json(&value, None).expect("an image reads");
            let start = CpuClock.now();
            let answer = solve(&document, *work, seed, timed());
            let time = (CpuClock.now() - start).as_secs_f64() * 1000.0;
            results.push((time, format!("{}, {number}: {answer}", stem(&file))));
        }
    }
    results.sort_by(|a, b| a.0.total_cmp(&b.0));
    if let (Some((median, _)), Some((worst, note))) = (results.get(results.len() / 2), results.last()) {
        println!("{title:<46} {goal:>11} {median:>11.3} {worst:>11.3}  {note}");
    }
}

/// One of twelve images of a Trid or a Weight; the first is the puzzle itself. Others have one image here.
fn image(mut puzzle: Value, number: u64) -> Value {
    let size = puzzle["size"].as_i64().unwrap_or(0);
    let turn = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]][number as usize / 2];
    for sum in puzzle["sums"].as_array_mut().into_iter().flatten().filter(|sum| sum["down"] != true) {
        let (row, pos) = (sum["row"].as_i64().unwrap_or(0), sum["pos"].as_i64().unwrap_or(0));
        // How far a small triangle is from each side of the large one.
        let from_sides = [row - pos, pos, size - 2 - row];
        let [left, right, below] = turn.map(|side| from_sides[side]);
        debug_assert_eq!(left + right + below, size - 2);
        let value = sum["sum"].as_i64().unwrap_or(0);
        let value = if number.is_multiple_of(2) { value } else { 3 * (size + 1) - value };
        *sum = json!({ "row": left + right, "pos": right, "sum": value });
    }
    let mut random = Random::new(number);
    rehang(&mut puzzle["tree"], number, &mut random);
    if let Some(object) = puzzle.as_object_mut() {
        object.retain(|key, value| key != "solution" && !value.is_null());
    }
    puzzle
}

/// Puts the things of all bars into another order; odd images are mirrored, too.
fn rehang(things: &mut Value, number: u64, random: &mut Random) {
    let Some(things) = things.as_array_mut().filter(|_| number > 0) else { return };
    random.shuffle(things);
    for thing in things {
        let at = thing["at"].as_i64().unwrap_or(0);
        thing["at"] = if number.is_multiple_of(2) { at } else { -at }.into();
        if let Some(bar) = thing.get_mut("bar") {
            rehang(bar, number, random);
        }
    }
}

/// The files that a pattern names; a name that says what the board is needs no file.
fn find(pattern: &str) -> Vec<PathBuf> {
    let (root, pattern) = match pattern.strip_prefix("corpus:") {
        Some(pattern) => match std::env::var("EQUIPOISE_CORPUS") {
            Ok(corpus) => (PathBuf::from(corpus), pattern),
            Err(_) => return Vec::new(),
        },
        None => (Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/instances"), pattern),
    };
    let Some(stem) = pattern.strip_suffix('*') else { return vec![root.join(format!("{pattern}.json"))] };
    let mut found: Vec<PathBuf> = Vec::new();
    for kind in puzzles::KINDS {
        let entries = std::fs::read_dir(root.join(kind.name)).into_iter().flatten().flatten();
        found.extend(entries.map(|entry| entry.path()).filter(|path| {
            let name = path.strip_prefix(&root).unwrap_or(path).to_string_lossy();
            name.starts_with(stem) && name.ends_with(".json")
        }));
    }
    found.sort();
    found
}

fn read(file: &Path) -> Document {
    let bytes = std::fs::read(file).unwrap_or_else(|_| sized(file).into_bytes());
    let mut entries = puzzles::read(&bytes, None, None).expect("an instance reads");
    entries.remove(0).document.expect("an instance reads")
}

/// An empty board, made from a name such as `trid/empty500.json`.
fn sized(file: &Path) -> String {
    let name = file.file_stem().and_then(|name| name.to_str()).unwrap_or("");
    let size: usize =
        name.trim_start_matches("empty").parse().unwrap_or_else(|_| panic!("{} is missing", file.display()));
    let kind = file.parent().and_then(Path::file_name).and_then(|kind| kind.to_str()).unwrap_or("");
    let nulls = vec!["null"; size].join(",");
    match kind {
        "gap" => format!(r#"{{"puzzle":"gap","size":{size},"columns":[{nulls}],"rows":[{nulls}]}}"#),
        _ => format!(r#"{{"puzzle":"{kind}","size":{size},"sums":[]}}"#),
    }
}

/// The least time of several runs, and the result.
fn measure(file: &Path, work: Work) -> (f64, String) {
    let document = read(file);
    let mut best = f64::INFINITY;
    let mut answer = String::new();
    for run in 0..20 {
        let start = CpuClock.now();
        answer = solve(&document, work, 0, timed());
        let time = (CpuClock.now() - start).as_secs_f64() * 1000.0;
        best = best.min(time);
        if run >= 2 && time > 20.0 || time > 1000.0 {
            break;
        }
    }
    (best, format!("{}: {answer}", stem(file)))
}

fn stem(file: &Path) -> String {
    file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn solve(document: &Document, work: Work, seed: u64, limits: Limits<'_>) -> String {
    let puzzle = &*document.puzzle;
    let options = Options { limits, seed, ..Options::default() };
    match work {
        Prove => match studio::verdict(puzzle, &options).expect("it fits the kernel").result {
            Verdict::None => "none".to_owned(),
            Verdict::Unique(_) => "unique".to_owned(),
            Verdict::Several(..) => "several".to_owned(),
            Verdict::Unknown(_, stopped) => stopped.to_string(),
        },
        First => match studio::first(puzzle, &options).expect("it fits the kernel").result {
            Ok(Some(_)) => "solved".to_owned(),
            Ok(None) => "none".to_owned(),
            Err(stopped) => stopped.to_string(),
        },
        Search => {
            let posed = puzzle.pose().expect("it fits the kernel");
            let mut space = Space::new(&posed.model);
            let (result, statistics) = fd::first(&mut space, posed.branching(seed), limits, posed.restarts);
            result.map_or_else(|stopped| stopped.to_string(), |_| format!("solved, {} nodes", statistics.nodes))
        }
        Work::Count => {
            let Answer { result, .. } = studio::count(puzzle, &options).expect("it fits the kernel");
            match result {
                Count::Exact(count) => count.to_string(),
                Count::AtLeast(count, stopped) => format!("at least {count}: {stopped}"),
            }
        }
    }
}
