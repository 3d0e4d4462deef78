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
