//! Computes what is offered, `src/offers.txt`: every size of every kind at every
//! difficulty, if a few seeds make such a puzzle in time.
//!
//!     cargo run --release -p equipoise-play --example offers > offers.txt
//!
//! Arguments limit it to the kinds they name; `--again` leaves out what was not offered before: that is much
//! quicker, where grades have changed.

use fd::{Clock, Limits};
use play::{OFFER_SEEDS, Offer};
use puzzles::{KINDS, Kind, Request};
use std::time::Duration;
use studio::{Difficulty, Workshop};

/// What takes longer is not in the file, and is refused. What takes more than
/// `play::MOST_WAIT` is made for those who ask for it, and not offered.
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
    let before = include_str!("../src/offers.txt");
    before.lines().take_while(|line| line.starts_with('#')).for_each(|line| println!("{line}"));
    println!();
    let (options, names): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|word| word == "--again");
    let known: Vec<Offer> = before.lines().filter_map(Offer::read).collect();
    for &kind in KINDS.iter().filter(|kind| names.is_empty() || names.iter().any(|name| name == kind.name)) {
        for &size in kind.making.offered {
            for difficulty in [None].into_iter().chain(Difficulty::ALL.map(Some)) {
                let same =
                    |offer: &&Offer| offer.kind == kind.name && offer.size == size && offer.difficulty == difficulty;
                let known = known.iter().find(same);
                if known.is_none() && !options.is_empty() {
                    continue;
                }
                let found = worst(kind, size, difficulty);
                let name = difficulty.map_or("any", Difficulty::name);
                eprintln!("{} {size} {name}: {found:?}", kind.name);
                let Some((milliseconds, drafts)) = found else { continue };
                let seconds = if milliseconds <= 300 { 0 } else { milliseconds.div_ceil(1000) };
                // Which puzzle a day has must not change with the machine.
                let day = if known.is_some_and(|offer| offer.daily) { "day" } else { "-" };
                println!("{:<12} {size:>2} {name:<9} {drafts:>3} {seconds:>2} {day}", kind.name);
            }
        }
    }
}
