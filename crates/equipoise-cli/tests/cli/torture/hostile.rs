//! Broken files.

use equipoise::fd::Random;
use equipoise::puzzles::{self, InPaper};
use std::fs;
use std::path::{Path, PathBuf};

/// Writes a file that is broken in some way, and returns its path.
pub(crate) fn file(folder: &Path, random: &mut Random) -> PathBuf {
    let (text, ending) = text(random);
    let name = match random.below(4) {
        0 => format!("\u{1b}[31m odd\u{202e}\n.{ending}"),
        _ => format!("spoilt-{}.{ending}", random.below(1000)),
    };
    let path = folder.join(name);
    fs::write(&path, text).expect("it can be written");
    path
}

/// Writes a page of rules for a kind named `own`, which may be broken in some way, and returns its path.
pub(crate) fn page(folder: &Path, random: &mut Random) -> PathBuf {
    let own = [play::SAMPLE_RULES.to_owned()];
    let pages: Vec<String> = own.into_iter().chain(collection()).collect();
    let page = random.pick(&pages).expect("there are some");
    let text: String =
        page.lines().filter(|line| !line.starts_with("puzzle ")).map(|line| format!("{line}\n")).collect();
    let text = format!("puzzle Own as own\n{text}").into_bytes();
    let text = if random.chance(1, 2) { spoilt(text, random) } else { text };
    let path = folder.join(if random.chance(1, 4) { "odd \u{1b}[31m.rules" } else { "mine.rules" });
    fs::write(&path, text).expect("it can be written");
    path
}

/// The pages of the kinds that are built in.
fn collection() -> impl Iterator<Item = String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../puzzles/src/rulefile/kinds");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths.into_iter().map(|path| fs::read_to_string(path).expect("it can be read"))
}

fn text(random: &mut Random) -> (Vec<u8>, &'static str) {
    let endings = ["json", "jsonl", "txt", "pl"];
    let ending = *random.pick(&endings).unwrap_or(&"json");
    let text = match random.below(8) {
        0 => Vec::new(),
        1 => (0..random.below(3000)).map(|_| random.below(256) as u8).collect(),
        2 => "[".repeat(100_000).into_bytes(),
        3 => format!("{{\"puzzle\":\"trid\",\"size\":{}}}", random.bits()).into_bytes(),
        4 => format!("{{\"puzzle\":\"gap\",\"size\":500,\"title\":\"\u{1b}]0;x\u{7}{}\"}}", "x".repeat(1000))
            .into_bytes(),
        _ => spoilt(puzzle(random, ending), random),
    };
    (text, ending)
}

/// A built-in puzzle in this format.
fn puzzle(random: &mut Random, ending: &str) -> Vec<u8> {
    let names: Vec<String> = puzzles::builtin_names().collect();
    let name = random.pick(&names).expect("there are some");
    let document = puzzles::builtin(name).expect("it is built in");
    match ending {
        "txt" => document.to_text(),
        "pl" => document.puzzle.paper().map_or_else(String::new, InPaper::write_prolog),
        _ => document.to_json().to_string(),
    }
    .into_bytes()
}

/// The same with a few bytes changed, left out, doubled or cut off.
fn spoilt(mut text: Vec<u8>, random: &mut Random) -> Vec<u8> {
    for _ in 0..random.below(6) {
        if text.is_empty() {
            break;
        }
        let at = random.below(text.len() as u32) as usize;
        match random.below(5) {
            0 => text[at] = random.below(256) as u8,
            1 => text[at] = b"0123456789[]{}(),.:\"-\n"[random.below(22) as usize],
            2 => drop(text.remove(at)),
            3 => text.truncate(at),
            _ => {
                let copy = text[at..].to_vec();
                text.extend(copy);
            }
        }
    }
    text
}
