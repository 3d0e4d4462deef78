//! How much there is to read in the explanations of the published puzzles and
//! the built-in ones, by kind:
//! `EQUIPOISE_CORPUS=... cargo run --release -p equipoise-studio --example reading`
//!
//! Arguments limit it to the kinds they name; with `--aloud` the sentences are printed, too. Each puzzle is reported on
//! standard error as it is explained, with the CPU time it took.

use fd::Limits;
use puzzles::{Document, Format, KINDS, Puzzle, builtin, builtin_names};
use rustix::time::{ClockId, clock_gettime};
use std::path::{Path, PathBuf};
use studio::Outcome;

/// What the explanation of a puzzle takes.
struct Read {
    steps: usize,
    words: usize,
    /// The words of the longest sentence.
    longest: usize,
    milliseconds: f64,
}

fn main() {
    let corpus = std::env::var_os("EQUIPOISE_CORPUS").expect("EQUIPOISE_CORPUS says where the published puzzles are");
    let (flags, wanted): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|word| word == "--aloud");
    let aloud = !flags.is_empty();
    println!("| kind | puzzles | steps | words | words of the middle one | longest sentence | middle ms | most ms |");
    println!("| --- |{}", " ---: |".repeat(7));
    for kind in KINDS.iter().map(|kind| kind.name) {
        if !wanted.is_empty() && !wanted.iter().any(|name| name == kind) {
            continue;
        }
        let mut read: Vec<Read> = Vec::new();
        for path in files(&PathBuf::from(&corpus).join(kind)) {
            let bytes = std::fs::read(&path).expect("it can be read");
            let mut entries = puzzles::read(&bytes, Some(Format::Json), None).expect("it is a puzzle file");
            let Document { puzzle, .. } = entries.remove(0).document.expect("it is a puzzle");
            read.extend(explain(&path.file_stem().unwrap_or_default().to_string_lossy(), &*puzzle, aloud));
        }
        for name in builtin_names().filter(|name| name.starts_with(&format!("{kind}/"))) {
            read.extend(explain(&name, &*builtin(&name).expect("it is built in").puzzle, aloud));
        }
        report(kind, &read);
    }
}

fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).expect("it is a directory");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be listed").path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    files.sort();
    files
}

fn explain(name: &str, puzzle: &dyn Puzzle, aloud: bool) -> Option<Read> {
    let started = cpu_time();
    let explanation = studio::explain(puzzle, Limits::none()).expect("it is small enough");
    let milliseconds = (cpu_time() - started) * 1000.0;
    let Outcome::Solved(_) = explanation.outcome else { return None };
    let texts: Vec<String> = explanation.steps.iter().map(|step| explanation.context.text(step)).collect();
    for (text, number) in texts.iter().zip(1..).filter(|_| aloud) {
        println!("{name} {number}. {text}");
    }
    let words = |text: &str| text.split_whitespace().count();
    let longest = texts.iter().flat_map(|text| text.split(". ")).map(words).max().unwrap_or(0);
    let read = Read { steps: texts.len(), words: texts.iter().map(|text| words(text)).sum(), longest, milliseconds };
    eprintln!("{name}: {} steps, {} words, {longest} in a sentence, {milliseconds:.1} ms", read.steps, read.words);
    Some(read)
}

fn cpu_time() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

fn report(kind: &str, read: &[Read]) {
    let sum = |of: fn(&Read) -> usize| read.iter().map(of).sum::<usize>();
    let middle = |of: fn(&Read) -> f64| {
        let mut values: Vec<f64> = read.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or(0.0)
    };
    println!(
        "| {kind} | {} | {} | {} | {:.0} | {} | {:.1} | {:.0} |",
        read.len(),
        sum(|read| read.steps),
        sum(|read| read.words),
        middle(|read| read.words as f64),
        read.iter().map(|read| read.longest).max().unwrap_or(0),
        middle(|read| read.milliseconds),
        read.iter().map(|read| read.milliseconds).fold(0.0, f64::max),
    );
}
