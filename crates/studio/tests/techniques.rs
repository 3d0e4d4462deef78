//! Techniques: every step has a name, and a puzzle that needs a technique takes costlier steps without it.

use crate::corpus_files;
use crate::kinds::for_each_kind;

use fd::{Limits, Stopped};
use puzzles::{Document, KINDS, Kind, Request, builtin, builtin_names};
use std::collections::BTreeSet;
use std::sync::Mutex;
use studio::{Called, Difficulty, Explanation, Outcome, Techniques, Workshop, techniques_needed};

/// The least number of techniques of a kind that a paper presents.
const LEAST: usize = 5;

/// So many puzzles of each size are made of each page of rules.
const PAGES_MADE: u64 = 4;

/// Adds the names of the steps; a step by one rule has a name.
fn add_names(name: &str, explanation: &Explanation, names: &mut BTreeSet<String>) {
    for step in &explanation.steps {
        let called = explanation.context.called(step);
        assert_ne!(called, Called::Unnamed, "{name}: {}", explanation.context.text(step));
        names.insert(explanation.context.called_told(step));
    }
}

/// Sizes at which made puzzles show every technique.
fn sizes(kind: &Kind) -> &'static [usize] {
    match kind.name {
        "weight" => &[6, 8, 10],
        "gap" => &[9],
        "aztec" => &[4, 5, 6],
        "trid" => &[5, 6],
        "multibalance" => &[7, 8],
        _ => &[5, 7],
    }
}

fn has_techniques(kind: &'static Kind) {
    if kind.page.is_some() {
        return;
    }
    let mut names = BTreeSet::new();
    let is_done = |names: &BTreeSet<String>| kind.techniques.iter().all(|technique| names.contains(technique.name));
    'made: for index in 0..60 {
        for &size in sizes(kind) {
            let mut workshop = Workshop::new(kind, Request::of_size(size)).expect("there are such puzzles");
            let made = workshop.make(1, index, Limits::none()).expect("one is found");
            let explanation = studio::explain(&*made.puzzle, Limits::none().work(300_000)).expect("it is small");
            add_names(&format!("{} of {size}, {index}", kind.name), &explanation, &mut names);
            if is_done(&names) {
                break 'made;
            }
        }
    }
    let missing: Vec<&str> =
        kind.techniques.iter().map(|technique| technique.name).filter(|name| !names.contains(*name)).collect();
    assert!(missing.is_empty(), "{}: no made puzzle shows {missing:?}", kind.name);
    assert!(kind.paper.is_none() || kind.techniques.len() >= LEAST, "{}", kind.name);
    let different: BTreeSet<&str> = kind.techniques.iter().map(|technique| technique.name).collect();
    assert_eq!(different.len(), kind.techniques.len(), "{}", kind.name);
}

#[test]
fn every_technique_occurs_in_made_puzzles() {
    for_each_kind(has_techniques);
}

#[test]
fn every_step_of_the_built_in_puzzles_has_a_name() {
    for name in builtin_names() {
        let document = builtin(&name).expect("it is built in");
        let explanation = studio::explain(&*document.puzzle, Limits::none()).expect("it is small");
        add_names(&name, &explanation, &mut BTreeSet::new());
    }
}

/// Every rule that steps may follow from holds on the solution: what people see as one rule is no more than
/// the rules say.
fn assert_true_of_the_solution(name: &str, explanation: &Explanation) {
    let Outcome::Solved(solution) = &explanation.outcome else { return };
    let reasoning = &explanation.context.reasoning;
    let value = |x| {
        let place = reasoning.places().iter().position(|&place| place == x).expect("pages speak of places only");
        solution.get(place).expect("it is full")
    };
    for (constraint, instance) in reasoning.model().constraints().iter().zip(reasoning.instances()) {
        assert!(constraint.holds(&value), "{name}: {} is broken", instance.says);
    }
}

/// Pages of rules share their techniques: each occurs in made puzzles of some kind, and every step has a name.
#[test]
fn every_technique_of_pages_of_rules_occurs_in_made_puzzles() {
    let pages: Vec<&'static Kind> = KINDS.iter().copied().filter(|kind| kind.page.is_some()).collect();
    let names = Mutex::new(BTreeSet::new());
    std::thread::scope(|scope| {
        for &kind in &pages {
            let names = &names;
            scope.spawn(move || {
                let mut own = BTreeSet::new();
                for index in 0..PAGES_MADE {
                    for &size in kind.making.offered.iter().take(3) {
                        let mut workshop = Workshop::new(kind, Request::of_size(size)).expect("there are such puzzles");
                        let made = workshop.make(1, index, Limits::none()).expect("one is found");
                        let explanation =
                            studio::explain(&*made.puzzle, Limits::none().work(300_000)).expect("it is small");
                        let name = format!("{} of {size}, {index}", kind.name);
                        add_names(&name, &explanation, &mut own);
                        assert_true_of_the_solution(&name, &explanation);
                    }
                }
                let known = |name: &String| kind.techniques.iter().any(|technique| technique.name == *name);
                assert!(own.iter().any(known), "{}: no step has a technique", kind.name);
                names.lock().expect("no test failed").append(&mut own);
            });
        }
    });
    let names = names.into_inner().expect("no test failed");
    let all: BTreeSet<&str> = pages.iter().flat_map(|kind| kind.techniques).map(|technique| technique.name).collect();
    let missing: Vec<&&str> = all.iter().filter(|name| !names.contains(**name)).collect();
    assert!(missing.is_empty(), "no made puzzle shows {missing:?}");
}

/// At most a tenth of the steps of easy puzzles are chains or cases.
#[test]
#[ignore = "needs the published puzzles (EQUIPOISE_CORPUS)"]
fn easy_published_puzzles_take_techniques() {
    let (mut steps, mut others, mut count) = (0, 0, 0);
    corpus_files::for_each(|name, document: &Document| {
        count += 1;
        if count % 8 != 0 {
            return;
        }
        let explanation = studio::explain(&*document.puzzle, Limits::none()).expect("it is small");
        add_names(name, &explanation, &mut BTreeSet::new());
        if matches!(explanation.outcome, Outcome::Solved(_)) && explanation.grade().difficulty <= Difficulty::Easy {
            steps += explanation.steps.len();
            let is_other = |step: &&studio::Step| explanation.context.technique(step).is_none();
            others += explanation.steps.iter().filter(is_other).count();
        }
    });
    assert!(others * 10 <= steps && steps > 0, "{others} of {steps} steps have no technique");
}

/// A puzzle that is made to need a technique uses it; without it, what is left of its way is costlier. One that
/// is made to do without does not need it.
fn needs_what_was_asked_for(kind: &'static Kind) {
    // Pages of rules share their techniques: a few kinds are enough.
    if kind.page.is_some() && !["sudoku", "futoshiki", "mosaic"].contains(&kind.name) {
        return;
    }
    let explained = |with, without, index| {
        let techniques = Techniques { with, without };
        let size = if kind.page.is_some() { kind.making.offered[0] } else { sizes(kind)[0] };
        let workshop = Workshop::new(kind, Request::of_size(size)).expect("there are such puzzles");
        let made = workshop.techniques(techniques).make(3, index, Limits::none()).ok()?;
        let explanation = studio::explain(&*made.puzzle, Limits::none()).expect("it is small");
        let needed = techniques_needed(&*made.puzzle, &explanation, Limits::none()).expect("it is small");
        Some((explanation, needed.expect("there is no limit"), made))
    };
    let mut tried = 0;
    for technique in 0..kind.techniques.len().min(3) {
        let name = kind.techniques[technique].name;
        if let Some((explanation, needed, made)) = explained(Some(technique), None, 0) {
            tried += 1;
            assert!(needed.iter().any(|needed| needed.name == name), "{}: {name} is not needed", kind.name);
            assert!(explanation.steps.iter().any(|step| explanation.context.called_told(step) == name), "{name}");
            assert!(made.grade.is_some());
            let stopped = techniques_needed(&*made.puzzle, &explanation, Limits::none().work(1)).expect("it is small");
            assert_eq!(stopped.map(|needed| needed.len()), Err(Stopped::Work), "{name}");
        }
        if let Some((_, needed, _)) = explained(None, Some(technique), 0) {
            assert!(needed.iter().all(|needed| needed.name != name), "{}: {name} is needed", kind.name);
        }
    }
    assert!(tried > 0, "{}: no technique is needed by any puzzle", kind.name);
}

#[test]
fn puzzles_need_the_techniques_that_were_asked_for() {
    for_each_kind(needs_what_was_asked_for);
}
