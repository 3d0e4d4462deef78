//! Limits reach into making and counting, and change nothing but when it ends.
//!
//! The clock here advances by a millisecond each time it is read: a test sees
//! how often it was read, and that the deadline was obeyed, without waiting.

use crate::kinds;

use fd::{Clock, Limits, Random, Stopped};
use kinds::for_each_kind;
use puzzles::{Kind, Request};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use studio::{Count, MakeError, Options, Workshop};

#[derive(Default)]
struct Ticks(AtomicU64);

impl Clock for Ticks {
    fn now(&self) -> Duration {
        Duration::from_millis(1 + self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// The largest size that a kind makes.
fn largest(kind: &Kind) -> usize {
    (1..=2000).rev().find(|&size| (kind.maker)(&Request::of_size(size)).is_ok()).expect("some size is made")
}

/// A search may read the clock this many times after the deadline: it does so
/// for its statistics, too.
const SLACK: u64 = 3;

fn the_largest_stop_in_time(kind: &'static Kind) {
    let size = largest(kind);
    for looks in [2, 40] {
        let mut workshop = Workshop::new(kind, Request::of_size(size)).expect("it was found to be possible");
        let clock = Ticks::default();
        let limits = Limits::none().time(Duration::from_millis(looks), &clock);
        match workshop.make(1, 0, limits) {
            Ok(_) => {
                assert!(clock.0.load(Ordering::Relaxed) <= looks + SLACK, "{} {size}: made after its time", kind.name);
            }
            Err(error) => assert_eq!(error, MakeError::Stopped(Stopped::Time), "{} {size}", kind.name),
        }
        let looked = clock.0.load(Ordering::Relaxed);
        assert!(looked <= looks + 1 + SLACK, "{} {size}: {looked} looks for a deadline of {looks}", kind.name);
    }
}

#[test]
fn makers_at_their_largest_stop_in_time() {
    for_each_kind(the_largest_stop_in_time);
}

fn cancelled_makers_stop(kind: &'static Kind) {
    let flag = AtomicBool::new(true);
    let mut workshop = Workshop::new(kind, Request::of_size(largest(kind))).expect("it was found to be possible");
    let made = workshop.make(1, 0, Limits::none().cancel(&flag));
    assert_eq!(made.map(|made| made.drafts), Err(MakeError::Stopped(Stopped::Cancelled)), "{}", kind.name);
}

#[test]
fn makers_at_their_largest_can_be_cancelled() {
    for_each_kind(cancelled_makers_stop);
}

fn papers_ways_stop(kind: &'static Kind) {
    let size = largest(kind);
    for way in kind.paper.iter().flat_map(|paper| paper.ways) {
        let (looks, clock) = (3, Ticks::default());
        let limits = Limits::none().time(Duration::from_millis(looks), &clock);
        let _ = (way.make)(&Request::of_size(size), limits, &mut Random::new(1));
        let looked = clock.0.load(Ordering::Relaxed);
        // Each search reads the clock when it begins and when it ends.
        assert!(looked <= 3 * looks + SLACK, "{} {}: {looked} looks for {looks}", kind.name, way.name);
    }
}

#[test]
fn the_papers_ways_stop_in_time() {
    for_each_kind(papers_ways_stop);
}

/// An interrupted maker makes the same puzzle as a new one.
fn interruptions_change_no_puzzle(kind: &'static Kind) {
    let random = &mut Random::new(7);
    let Some(&(size, _)) = kind.making.tested.first() else { return };
    let mut workshop = Workshop::new(kind, Request::of_size(size)).expect("it is tested");
    for index in 0..6 {
        for _ in 0..3 {
            let clock = Ticks::default();
            let time = Duration::from_millis(u64::from(1 + random.below(8)));
            let _ = workshop.make(5, index, Limits::none().time(time, &clock));
        }
        let made = workshop.make(5, index, Limits::none()).expect("it is tested");
        let mut fresh = Workshop::new(kind, Request::of_size(size)).expect("it is tested");
        let expected = fresh.make(5, index, Limits::none()).expect("it is tested");
        assert_eq!(made.puzzle.write_json(), expected.puzzle.write_json(), "{} {size}, index {index}", kind.name);
        assert_eq!(made.solution, expected.solution);
        assert_eq!(made.nodes, expected.nodes);
    }
}

#[test]
fn an_interrupted_maker_makes_the_same() {
    for_each_kind(interruptions_change_no_puzzle);
}

#[test]
fn counting_stops_in_time() {
    let empty = |kind: &str, size: usize| {
        let text = match kind {
            "gap" => {
                let none = vec!["null"; size].join(",");
                format!(r#"{{"puzzle":"gap","size":{size},"rows":[{none}],"columns":[{none}]}}"#)
            }
            _ => {
                let rows: Vec<String> = (1..=size).map(|row| format!("[{}]", vec!["0"; row].join(","))).collect();
                format!(r#"{{"puzzle":"aztec","rows":[{}]}}"#, rows.join(","))
            }
        };
        let mut entries = puzzles::read(text.as_bytes(), Some(puzzles::Format::Json), None).expect("one puzzle");
        entries.pop().expect("one puzzle").document.expect("it is right")
    };
    for (kind, size) in [("gap", 14), ("aztec", 9)] {
        let document = empty(kind, size);
        for looks in [1, 2, 10] {
            let clock = Ticks::default();
            let limits = Limits::none().time(Duration::from_millis(looks), &clock);
            let answer = studio::count(&*document.puzzle, &Options { limits, ..Options::default() });
            let result = answer.map(|answer| answer.result);
            assert_eq!(result, Ok(Count::AtLeast(0, Stopped::Time)), "{kind} {size}");
            assert!(clock.0.load(Ordering::Relaxed) <= looks + 1 + SLACK);
        }
    }
    let clock = Ticks::default();
    let limits = Limits::none().time(Duration::from_secs(3600), &clock);
    for (kind, size, expected) in [("gap", 10, 146_510), ("aztec", 5, 4_216_658)] {
        let answer = studio::count(&*empty(kind, size).puzzle, &Options { limits, ..Options::default() });
        assert_eq!(answer.map(|answer| answer.result), Ok(Count::Exact(expected)));
    }
    assert!(clock.0.load(Ordering::Relaxed) > 10, "the clock was looked at");
}
