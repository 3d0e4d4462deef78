//! Finds the positions of the lessons, `src/lessons.txt`, among made puzzles.
//!
//!     cargo run --release -p equipoise-play --example lessons > lessons.txt
//!
//! Arguments limit it to the kinds they name.

use fd::Limits;
use play::lessons::{self, POSITIONS};
use puzzles::KINDS;

/// A lesson without enough positions from one seed gets more from the next.
const MOST_SEEDS: u64 = 8;

fn main() {
    let names: Vec<String> = std::env::args().skip(1).collect();
    println!("# The positions of the lessons: kind, lesson, code. `examples/lessons.rs` finds them.");
    let kinds = KINDS.iter().filter(|kind| kind.page.is_none());
    for &kind in kinds.filter(|kind| names.is_empty() || names.iter().any(|name| name == kind.name)) {
        for lesson in lessons::course(kind) {
            let mut codes: Vec<String> = Vec::new();
            for seed in 1..=MOST_SEEDS {
                let wanted = POSITIONS - codes.len();
                let found = lessons::find(&lesson, seed, wanted, Limits::none()).expect("there is no limit");
                for found in found {
                    codes.extend(found.placed.code().ok().filter(|code| !codes.contains(code)));
                }
                if codes.len() == POSITIONS {
                    break;
                }
            }
            eprintln!("{} {}: {}", kind.name, lesson.name, codes.len());
            codes.iter().for_each(|code| println!("{}\t{}\t{code}", kind.name, lesson.name));
        }
    }
}
