//! How long hints take, warm, at the sizes that are published most, and what grading costs beside making:
//! `cargo run --release -p equipoise-studio --example hints`
//!
//! Puzzles of each kind are made from the seeds 1 to 20, and each is solved by
//! hints. The time (CPU time) is that of showing the tutor the position and
//! getting its answer. Making and grading are averages. Arguments limit it to the kinds they name.

use fd::Limits;
use puzzles::{KINDS, Request};
use rustix::time::{ClockId, clock_gettime};
use studio::{Advice, Level, Position, Tutor, Workshop};

/// The sizes that `goals` are set for.
const SIZES: [(&str, usize); 5] = [("weight", 12), ("gap", 10), ("aztec", 6), ("trid", 7), ("multibalance", 8)];
const SEEDS: u64 = 20;

/// What a hint took: seconds, and runs of propagators.
struct Took {
    seconds: f64,
    work: u64,
    level: Option<Level>,
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    println!(
        "| kind | size | making ms | grading ms | opening, median ms | hints | median ms | 99 % ms | worst ms | of level 1, worst ms | work of the worst |"
    );
    println!("| --- |{}", " ---: |".repeat(10));
    for (name, size) in SIZES {
        if wanted.is_empty() || wanted.iter().any(|kind| kind == name) {
            measure(name, size);
        }
    }
}

fn measure(name: &str, size: usize) {
    let kind = KINDS.iter().find(|kind| kind.name == name).expect("it is a kind");
    let mut workshop = Workshop::new(kind, Request::of_size(size)).expect("it can be made");
    let (mut openings, mut hints): (Vec<f64>, Vec<Took>) = (Vec::new(), Vec::new());
    let (mut making, mut grading) = (0.0, 0.0);
    for seed in 1..=SEEDS {
        let started = cpu_time();
        let made = workshop.make(seed, 0, Limits::none()).expect("it can be made");
        making += cpu_time() - started;
        let puzzle = workshop.document(made, seed, 0).puzzle;
        let started = cpu_time();
        let grade = studio::grade(&*puzzle, Limits::none()).expect("it is small");
        assert!(grade.is_some(), "it has one solution");
        grading += cpu_time() - started;
        let started = cpu_time();
        let mut tutor = Tutor::open(&*puzzle).finish(Limits::none()).expect("no limit").expect("it is small");
        openings.push(cpu_time() - started);
        let mut position = Position::start(&*puzzle);
        loop {
            let (started, work) = (cpu_time(), tutor.meter().spent());
            tutor.see(&position);
            let hint = tutor.hint().finish(Limits::none()).expect("no limit");
            let seconds = cpu_time() - started;
            if hint.advice == Advice::Solved {
                break;
            }
            let (work, level) = (tutor.meter().spent() - work, hint.step().map(|step| step.level));
            hints.push(Took { seconds, work, level });
            for concluded in hint.concludes() {
                position.learn(&concluded);
            }
        }
    }
    hints.sort_by(|one, other| one.seconds.total_cmp(&other.seconds));
    openings.sort_by(f64::total_cmp);
    let at = |share: f64| &hints[((hints.len() - 1) as f64 * share) as usize];
    let single = hints.iter().filter(|took| took.level == Some(Level::Single)).map(|took| took.seconds);
    println!(
        "| {name} | {size} | {:.2} | {:.1} | {:.2} | {} | {:.2} | {:.2} | {:.2} | {:.2} | {} |",
        making * 1e3 / SEEDS as f64,
        grading * 1e3 / SEEDS as f64,
        openings[openings.len() / 2] * 1e3,
        hints.len(),
        at(0.5).seconds * 1e3,
        at(0.99).seconds * 1e3,
        at(1.0).seconds * 1e3,
        single.fold(0.0, f64::max) * 1e3,
        at(1.0).work,
    );
}

fn cpu_time() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
