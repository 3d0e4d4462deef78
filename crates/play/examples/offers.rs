//! Computes the table of what is offered, `src/offers/table.rs`: every size of
//! every kind at every difficulty, if a few seeds make such a puzzle in time.
//!
//!     cargo run --release -p equipoise-studio --example offers > table.rs
//!
//! Arguments limit it to the kinds they name.

use fd::{Clock, Limits};
use play::OFFER_SEEDS;
use puzzles::{KINDS, Kind, Request};
use std::time::Duration;
use studio::{Difficulty, Workshop};

/// What takes longer is not in the table, and is refused. What takes more than
/// `play::MOST_WAIT` is made by who asks for it, and not offered.
const MOST: Duration = Duration::from_secs(10);

/// The CPU time of this thread, so that other work does not count.
struct Cpu;

impl Clock for Cpu {
    fn now(&self) -> Duration {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
}

/// The most milliseconds and drafts that a seed took; `None` if none made such a
/// puzzle. A seed that failed counts as one that takes [`MOST`].
fn worst(kind: &'static Kind, size: usize, band: Option<Difficulty>) -> Option<(u128, u64)> {
    let mut workshop = Workshop::new(kind, Request::of_size(size)).ok()?.difficulty(band);
    let mut worst = None;
    let mut failed = false;
    for seed in OFFER_SEEDS {
        let start = Cpu.now();
        let made = workshop.make(seed, 0, Limits::none().time(MOST, &Cpu));
        let (milliseconds, drafts) = worst.unwrap_or_default();
        match made {
            Ok(made) => worst = Some(((Cpu.now() - start).as_millis().max(milliseconds), made.drafts.max(drafts))),
            Err(_) => failed = true,
        }
        // One that works and one that does not are enough to know.
        if let (Some((milliseconds, _)), true) = (&mut worst, failed) {
            *milliseconds = MOST.as_millis();
            break;
        }
    }
    worst
}

fn main() {
    println!("//! Computed by `examples/offers.rs`.\n\nuse super::Offer;\nuse studio::Difficulty;\n");
    println!("pub(super) static OFFERS: &[Offer] = &[");
    let names: Vec<String> = std::env::args().skip(1).collect();
    for &kind in KINDS.iter().filter(|kind| names.is_empty() || names.iter().any(|name| name == kind.name)) {
        for &size in kind.making.offered {
            for band in [None].into_iter().chain(Difficulty::ALL.map(Some)) {
                let found = worst(kind, size, band);
                eprintln!("{} {size} {}: {found:?}", kind.name, band.map_or("any", Difficulty::name));
                let Some((milliseconds, drafts)) = found else { continue };
                let name = kind.name;
                let band = band.map(|band| format!("{band:?}"));
                let band = band.map_or("None".to_owned(), |band| format!("Some(Difficulty::{band})"));
                println!(
                    "    Offer {{ kind: {name:?}, size: {size}, band: {band}, milliseconds: {milliseconds}, drafts: {drafts} }},"
                );
            }
        }
    }
    println!("];");
}
