//! The tables of `docs/grading.md`, from the published puzzles:
//! `EQUIPOISE_CORPUS=... cargo run --release -p equipoise-studio --example grading`
//!
//! Arguments limit it to the kinds they name. Each puzzle is reported on
//! standard error as it is graded, with the CPU time it took.

use fd::Limits;
use puzzles::{Document, Format};
use rustix::time::{ClockId, clock_gettime};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use studio::{Difficulty, Grade, Level, Outcome};

/// A published puzzle with its grade.
struct Graded {
    /// The file, without its ending.
    name: String,
    size: usize,
    grade: Grade,
    milliseconds: f64,
}

fn main() {
    let corpus = std::env::var_os("EQUIPOISE_CORPUS").expect("EQUIPOISE_CORPUS says where the published puzzles are");
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let mut kinds: BTreeMap<&str, Vec<Graded>> = BTreeMap::new();
    for kind in puzzles::KINDS.iter().map(|kind| kind.name) {
        if !wanted.is_empty() && !wanted.iter().any(|name| name == kind) {
            continue;
        }
        for path in files(&PathBuf::from(&corpus).join(kind)) {
            kinds.entry(kind).or_default().extend(grade(&path));
        }
    }
    kinds.retain(|_, puzzles| !puzzles.is_empty());
    println!("### Bands, by series\n");
    let bands = Difficulty::ALL.map(Difficulty::name).join(" | ");
    println!("| series | puzzles | {bands} | hardest step | effort | most ms |");
    println!("| --- |{}", " ---: |".repeat(Difficulty::ALL.len() + 4));
    for (kind, puzzles) in &kinds {
        for (series, members) in by_series(puzzles) {
            summarize(&format!("{kind} {series}"), &members);
        }
        summarize(&format!("**{kind}, all**"), &puzzles.iter().collect::<Vec<_>>());
    }
    println!("\n### Steps, by level\n\n| kind | {} |", Level::ALL.map(Level::name).join(" | "));
    println!("| --- |{}", " ---: |".repeat(Level::ALL.len()));
    for (kind, puzzles) in &kinds {
        let sums: Vec<String> = (0..Level::ALL.len())
            .map(|i| puzzles.iter().map(|p| p.grade.levels[i]).sum::<usize>().to_string())
            .collect();
        println!("| {kind} | {} |", sums.join(" | "));
    }
    println!("\n### The order of publication, and ours\n");
    println!(
        "| series | puzzles | by effort | by hardest step | size by effort |\n| --- | ---: | ---: | ---: | ---: |"
    );
    for (kind, puzzles) in &kinds {
        for (series, members) in by_series(puzzles) {
            correlate(&format!("{kind} {series}"), &members);
        }
    }
    println!("\n### Puzzle by puzzle\n");
    for (kind, puzzles) in &kinds {
        println!("<details><summary>{kind}</summary>\n");
        println!("| puzzle | size | band | hardest step | effort | width | steps by level |");
        println!("| --- | ---: | --- | ---: | ---: | ---: | --- |");
        for Graded { name, size, grade, .. } in puzzles {
            let Grade { difficulty: band, hardest, cost: effort, width, levels } = grade;
            let levels = levels.map(|count| count.to_string()).join(" ");
            println!("| {name} | {size} | {} | {hardest} | {effort} | {width:.1} | {levels} |", band.name());
        }
        println!("\n</details>\n");
    }
}

fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).expect("it is a directory");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be listed").path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    files.sort();
    files
}

fn grade(path: &Path) -> Option<Graded> {
    let bytes = std::fs::read(path).expect("it can be read");
    let mut entries = puzzles::read(&bytes, Some(Format::Json), None).expect("it is a puzzle file");
    let Document { puzzle, .. } = entries.remove(0).document.expect("it is a puzzle");
    let started = cpu_time();
    let explanation = studio::explain(&*puzzle, Limits::none()).expect("it is small enough");
    let milliseconds = (cpu_time() - started) * 1000.0;
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let Outcome::Solved(_) = explanation.outcome else {
        eprintln!("{name}: not solved");
        return None;
    };
    let grade = explanation.grade();
    let (band, levels) = (grade.difficulty.name(), grade.levels);
    eprintln!("{name}: {band} {levels:?} hardest {} effort {} {milliseconds:.1} ms", grade.hardest, grade.cost);
    Some(Graded { name, size: puzzle.size(), grade, milliseconds })
}

fn cpu_time() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// The puzzles, grouped by their name without its last part.
fn by_series(puzzles: &[Graded]) -> BTreeMap<&str, Vec<&Graded>> {
    let mut series: BTreeMap<&str, Vec<&Graded>> = BTreeMap::new();
    for puzzle in puzzles {
        let name = puzzle.name.rsplit_once('_').map_or(puzzle.name.as_str(), |(series, _)| series);
        series.entry(name).or_default().push(puzzle);
    }
    series
}

fn summarize(name: &str, members: &[&Graded]) {
    let count = |band| members.iter().filter(|p| p.grade.difficulty == band).count();
    let bands = Difficulty::ALL.map(|band| match count(band) {
        0 => String::new(),
        count => count.to_string(),
    });
    let spread = |of: fn(&Graded) -> u32| {
        let mut values: Vec<u32> = members.iter().map(|p| of(p)).collect();
        values.sort_unstable();
        let (least, most) = (values.first().copied().unwrap_or(0), values.last().copied().unwrap_or(0));
        format!("{least} / {} / {most}", values.get(values.len() / 2).copied().unwrap_or(0))
    };
    let (hardest, effort) = (spread(|p| p.grade.hardest), spread(|p| p.grade.cost));
    let slowest = members.iter().map(|p| p.milliseconds).fold(0.0, f64::max);
    println!("| {name} | {} | {} | {hardest} | {effort} | {slowest:.0} |", members.len(), bands.join(" | "));
}

/// How well the numbers of a series, and its sizes, agree with our scores.
fn correlate(name: &str, members: &[&Graded]) {
    let number = |p: &Graded| p.name.rsplit('_').next()?.parse::<f64>().ok();
    let numbered: Vec<(f64, &Graded)> = members.iter().filter_map(|&p| Some((number(p)?, p))).collect();
    if numbered.len() < 5 {
        return;
    }
    let order: Vec<f64> = numbered.iter().map(|(number, _)| *number).collect();
    let scores = |of: fn(&Graded) -> f64| -> Vec<f64> { numbered.iter().map(|(_, p)| of(p)).collect() };
    let effort = scores(|p| f64::from(p.grade.cost));
    let hardest = scores(|p| f64::from(p.grade.hardest));
    let sizes = scores(|p| p.size as f64);
    let by_size = if sizes.iter().any(|size| *size != sizes[0]) { spearman(&sizes, &effort) } else { None };
    let said = |rho: Option<f64>| rho.map_or(String::new(), |rho| format!("{rho:.2}"));
    let (by_effort, by_hardest) = (said(spearman(&order, &effort)), said(spearman(&order, &hardest)));
    println!("| {name} | {} | {by_effort} | {by_hardest} | {} |", numbered.len(), said(by_size));
}

/// Spearman's rank correlation; `None` where all values on one side are equal.
fn spearman(a: &[f64], b: &[f64]) -> Option<f64> {
    let (a, b) = (ranks(a), ranks(b));
    let mean = (a.len() as f64 - 1.0) / 2.0;
    let product = |x: &[f64], y: &[f64]| -> f64 { x.iter().zip(y).map(|(x, y)| (x - mean) * (y - mean)).sum() };
    let spread = (product(&a, &a) * product(&b, &b)).sqrt();
    (spread > 0.0).then(|| product(&a, &b) / spread)
}

/// The rank of each value, from 0; equal ones share the mean of theirs.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let below = values.iter().filter(|other| *other < value).count() as f64;
        let equal = values.iter().filter(|other| *other == value).count() as f64;
        below + (equal - 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}
