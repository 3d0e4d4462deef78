//! Making in slices: however the work is cut, what comes out is the same.

use crate::kinds;

use fd::{Limits, Random, Stopped};
use kinds::for_each_kind;
use puzzles::{Clues, Kind, Request};
use std::sync::atomic::AtomicBool;
use studio::task::{Progress, Task};
use studio::{Difficulty, Made, MakeError, Workshop};

/// All that making found, and what it took.
fn told(made: &Result<Made, MakeError>) -> String {
    match made {
        Ok(Made { puzzle, solution, minimal, grade, drafts, nodes }) => {
            let puzzle = serde_json::Value::Object(puzzle.write_json());
            format!("{puzzle} {solution:?} {minimal} {grade:?} {drafts} {nodes}")
        }
        Err(error) => error.to_string(),
    }
}

/// Runs a task in random slices; how many it took, and the answer.
fn in_slices<T>(mut task: Task<'_, T>, random: &mut Random) -> (u32, T) {
    let mut slices = 1;
    loop {
        match task.run(1 + u64::from(random.below(2_000))) {
            Progress::Done(answer) => return (slices, answer),
            Progress::Paused(rest) => task = rest,
        }
        slices += 1;
    }
}

fn compare(kind: &'static Kind, wanted: Request, band: Option<Difficulty>) {
    let workshop = || Workshop::new(kind, wanted.clone()).expect("there are such puzzles").difficulty(band);
    let (mut at_once, mut cut) = (workshop(), workshop());
    let mut random = Random::new(5);
    let mut most_slices = 0;
    for index in 0..4 {
        let expected = told(&at_once.make(3, index, Limits::none()));
        let (slices, made) = in_slices(cut.making(3, index), &mut random);
        assert_eq!(told(&made), expected, "{} {wanted:?} {index}", kind.name);
        most_slices = most_slices.max(slices);
        // One that is dropped half-way changes nothing for those after it.
        for slice in [0, 1, 700, 5_000] {
            drop(cut.making(4, index).run(slice));
        }
    }
    assert!(most_slices > 1, "{}: it was cut", kind.name);
}

#[test]
fn slices_change_nothing() {
    for_each_kind(|kind| {
        let sizes = kind.making.tested;
        let size = sizes[sizes.len() / 2].0;
        compare(kind, Request::of_size(size), None);
        if kind.making.clues.is_some() {
            compare(kind, Request { clues: Some(Clues::Between(0, 200)), ..Request::of_size(size) }, None);
        }
    });
}

#[test]
fn slices_change_no_exchange_and_no_grade() {
    let kind = |name| puzzles::kind(name).expect("it is a kind");
    compare(kind("gap"), Request { clues: Some(Clues::Fewest), ..Request::of_size(9) }, None);
    compare(kind("aztec"), Request::of_size(4), Some(Difficulty::Medium));
    compare(kind("weight"), Request::of_size(6), Some(Difficulty::Gentle));
}

#[test]
fn one_deadline_and_one_flag_for_all() {
    let gap = puzzles::kind("gap").expect("it is a kind");
    let mut workshop = Workshop::new(gap, Request::of_size(12)).expect("there are such puzzles");
    let flag = AtomicBool::new(true);
    let cancelled = workshop.make(1, 0, Limits::none().cancel(&flag));
    assert!(matches!(cancelled, Err(MakeError::Stopped(Stopped::Cancelled))), "{cancelled:?}");
    for work in [0, 1, 600, 1_000] {
        let stopped = workshop.make(1, 0, Limits::none().work(work));
        assert!(matches!(stopped, Err(MakeError::Stopped(Stopped::Work))), "{work}: {stopped:?}");
    }
    let made = told(&workshop.make(1, 0, Limits::none()));
    let fresh = told(&Workshop::new(gap, Request::of_size(12)).expect("as before").make(1, 0, Limits::none()));
    assert_eq!(made, fresh, "stopped ones leave nothing behind");
}
