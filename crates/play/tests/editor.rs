//! The setter's editor: whatever was edited before, its remarks are those of a
//! new editor; they are true; and they keep to their budgets.

use crate::kinds;

use fd::{Limits, Random};
use kinds::for_each_kind;
use play::{EditCommand, Editor, Helpful, Refusal, Remark};
use puzzles::{Board, Choices, Edit, Kind, Puzzle, Sketch};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use studio::{Count, Options, Verdict, each};

/// An edit of any sort, most of them of clues; some are refused.
fn any_edit(sketch: &dyn Sketch, random: &mut Random) -> Edit {
    let targets = sketch.targets();
    let target = random.pick(&targets).expect("there is always one");
    let clues = sketch.clue_ids();
    let parts = sketch.parts();
    match (random.below(10), random.pick(&clues), random.pick(parts)) {
        (0, _, _) if parts.is_empty() => set_any(target.id.clone(), &target.choices, random),
        (0, _, Some(part)) => {
            Edit::Add { part: (*part).to_owned(), on: target.id.clone(), at: random.below(7) as i32 - 3 }
        }
        (1, _, Some(_)) => Edit::Remove { target: target.id.clone() },
        (2..=4, Some(clue), _) => Edit::Set { target: clue.clone(), value: None },
        (_, Some(clue), _) => {
            let target = targets.iter().find(|target| target.id == *clue).expect("clues are targets");
            set_any(clue.clone(), &target.choices, random)
        }
        (turn, None, _) => Edit::Set { target: target.id.clone(), value: (turn < 6).then_some(1) },
    }
}

fn set_any(target: String, choices: &Choices, random: &mut Random) -> Edit {
    // Sizes stay small.
    let values: Vec<i32> = choices.values().take(8).collect();
    Edit::Set { target, value: random.pick(&values).copied() }
}

/// What must not depend on earlier edits.
fn told(editor: &Editor) -> Vec<String> {
    let tell = |remark: &Remark| match remark {
        Remark::Verdict(Verdict::Several(..)) => Some("several".to_owned()),
        Remark::Incomplete(_)
        | Remark::TooLarge(_)
        | Remark::Verdict(_)
        | Remark::Forced { .. }
        | Remark::Count(_)
        | Remark::Needless { .. } => Some(format!("{remark:?}")),
        Remark::Graded { grade, hardest, .. } => Some(format!("{grade:?} {hardest:?}")),
        Remark::Apart { .. } | Remark::Helpful(_) | Remark::Changed(_) | Remark::Refused(_) => None,
    };
    editor.remarks().iter().filter_map(tell).collect()
}

fn is_small(sketch: &dyn Sketch) -> bool {
    sketch.puzzle().is_ok_and(|puzzle| puzzle.places() <= 40)
}

fn finished(editor: &mut Editor) {
    while !editor.is_idle() {
        editor.work(u64::MAX);
    }
}

#[test]
fn remarks_are_those_of_a_new_editor() {
    for_each_kind(|kind| {
        let mut random = Random::new(21);
        for _ in 0..6 {
            let mut editor = Editor::new((kind.sample)(&mut random).sketch());
            for _ in 0..14 {
                match random.below(12) {
                    0 => drop(editor.undo()),
                    1 => drop(editor.redo()),
                    2 => editor.command(EditCommand::MakeUnique),
                    3 => editor.command(EditCommand::Strip { seed: 3 }),
                    _ => {
                        let edit = any_edit(editor.sketch(), &mut random);
                        let mut tried = editor.sketch().copy();
                        if tried.edit(&edit).is_ok() && (tried.puzzle().is_err() || is_small(&*tried)) {
                            editor.edit(edit).expect("it could be made");
                        }
                    }
                }
                // Some are cut off by the next edit.
                if random.chance(1, 3) {
                    editor.work(u64::from(random.below(300)));
                    continue;
                }
                finished(&mut editor);
                let mut fresh = Editor::new(editor.sketch().copy());
                finished(&mut fresh);
                assert_eq!(told(&editor), told(&fresh), "{} {:?}", kind.name, editor.sketch());
            }
        }
    });
}

fn all_solutions(puzzle: &dyn Puzzle, most: usize) -> Option<Vec<Board>> {
    let mut boards = Vec::new();
    let visit = |board| {
        boards.push(board);
        if boards.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    each(puzzle, &Options::default(), visit).expect("it is small");
    (boards.len() <= most).then_some(boards)
}

/// The puzzle of a sketch with one clue changed.
fn with_clue(sketch: &dyn Sketch, target: &str, value: Option<i32>) -> Box<dyn Puzzle> {
    let mut sketch = sketch.copy();
    sketch.set(target, value).expect("it is a clue");
    sketch.puzzle().expect("clues never make it incomplete")
}

/// The number of places where two boards differ.
fn distance(one: &Board, other: &Board) -> usize {
    one.iter().zip(other.iter()).filter(|(one, other)| one != other).count()
}

/// Every remark about a small puzzle, checked against all its solutions.
fn check_remarks(editor: &Editor, solutions: &[Board]) {
    let sketch = editor.sketch();
    let puzzle = sketch.puzzle().expect("it is a puzzle");
    let set: BTreeSet<&Board> = solutions.iter().collect();
    let shows_two = editor.remarks().iter().any(|remark| matches!(remark, Remark::Apart { .. }));
    assert_eq!(shows_two, solutions.len() > 1, "{puzzle:?}");
    for remark in editor.remarks() {
        match remark {
            Remark::Verdict(Verdict::None) => assert!(solutions.is_empty()),
            Remark::Verdict(Verdict::Unique(board)) => assert_eq!(solutions, std::slice::from_ref(board)),
            Remark::Verdict(Verdict::Several(one, other)) => {
                assert!(one != other && set.contains(one) && set.contains(other));
            }
            Remark::Apart { one, other, farthest } => {
                assert!(one != other && set.contains(one) && set.contains(other));
                let pairs = solutions.iter().flat_map(|one| solutions.iter().map(move |other| distance(one, other)));
                assert!(!farthest || pairs.max() == Some(distance(one, other)), "{puzzle:?}");
            }
            Remark::Forced { values, undecided: 0 } => {
                for place in 0..puzzle.places() {
                    let all: BTreeSet<Option<i32>> = solutions.iter().map(|board| board.get(place)).collect();
                    let expected = if all.len() == 1 { all.first().copied().flatten() } else { None };
                    assert_eq!(values.get(place), expected, "{puzzle:?} {place}");
                }
            }
            Remark::Count(count) => assert_eq!(*count, Count::Exact(solutions.len() as u128)),
            Remark::Needless { clues, undecided: 0 } => {
                for id in sketch.clue_ids().iter().filter(|id| sketch.value(id).is_some()) {
                    let without = all_solutions(&*with_clue(sketch, id, None), solutions.len());
                    assert_eq!(without.is_some(), clues.contains(id), "{puzzle:?} {id}");
                }
            }
            Remark::Helpful(Helpful { target, value, leaves: Count::Exact(count), .. }) => {
                let with = all_solutions(&*with_clue(sketch, target, Some(*value)), solutions.len());
                assert_eq!(with.map(|with| with.len() as u128), Some(*count), "{puzzle:?} {target} {value}");
            }
            Remark::Helpful(Helpful { leaves: Count::AtLeast(..), .. })
            | Remark::Graded { .. }
            | Remark::Changed(_)
            | Remark::Refused(_) => {}
            remark => panic!("{puzzle:?}: {remark:?}"),
        }
    }
}

#[test]
fn remarks_are_true() {
    for_each_kind(|kind| {
        let mut random = Random::new(4);
        let mut checked = 0;
        for _ in 0..40 {
            let puzzle = (kind.sample)(&mut random).sketch().puzzle().expect("it is a puzzle");
            let Some(solutions) = all_solutions(&*puzzle, 200) else { continue };
            let mut editor = Editor::new(puzzle.sketch());
            finished(&mut editor);
            assert!(matches!(editor.remarks()[0], Remark::Verdict(_)));
            check_remarks(&editor, &solutions);
            checked += 1;
        }
        assert!(checked > 5, "{}: {checked}", kind.name);
    });
}

/// A made puzzle of the middle tested size.
fn made(kind: &'static Kind, seed: u64) -> Box<dyn Puzzle> {
    let size = kind.making.tested[kind.making.tested.len() / 2].0;
    let mut workshop = studio::Workshop::new(kind, puzzles::Request::of_size(size)).expect("it is tested");
    workshop.make(seed, 0, Limits::none()).expect("it is tested").puzzle
}

fn verdict_of(editor: &Editor) -> Option<&Verdict> {
    editor.remarks().iter().find_map(|remark| match remark {
        Remark::Verdict(verdict) => Some(verdict),
        _ => None,
    })
}

#[test]
fn wishes_are_one_change_each() {
    for_each_kind(|kind| {
        let mut editor = Editor::new(made(kind, 5).sketch());
        let before = format!("{:?}", editor.sketch());
        editor.command(EditCommand::MakeUnique);
        finished(&mut editor);
        assert!(matches!(editor.remarks()[0], Remark::Refused(Refusal::Nothing)), "it is unique");
        let clues = editor.sketch().clue_ids();
        let given: Vec<String> = clues.into_iter().filter(|id| editor.sketch().value(id).is_some()).collect();
        for target in &given {
            editor.edit(Edit::Set { target: target.clone(), value: None }).expect("clues can go");
        }
        finished(&mut editor);
        if !matches!(verdict_of(&editor), Some(Verdict::Several(..))) {
            return;
        }
        editor.command(EditCommand::Strip { seed: 1 });
        finished(&mut editor);
        assert!(matches!(editor.remarks()[0], Remark::Refused(Refusal::Several)));
        let bare = format!("{:?}", editor.sketch());
        editor.command(EditCommand::MakeUnique);
        finished(&mut editor);
        assert!(matches!(editor.remarks()[0], Remark::Changed(_)), "{}: {:?}", kind.name, editor.remarks());
        assert!(matches!(verdict_of(&editor), Some(Verdict::Unique(_))));
        assert!(editor.undo());
        assert_eq!(format!("{:?}", editor.sketch()), bare);
        for _ in &given {
            assert!(editor.undo());
        }
        assert_eq!(format!("{:?}", editor.sketch()), before);
    });
}

#[test]
fn a_stripped_puzzle_has_no_needless_clue() {
    let mut stripped = 0;
    for kind in puzzles::KINDS.iter().filter(|kind| kind.making.clues.is_some()) {
        let mut editor = Editor::new(made(kind, 6).sketch());
        finished(&mut editor);
        let Some(Verdict::Unique(_)) = verdict_of(&editor) else { panic!("it was made") };
        // One clue more than it needs, by the solution.
        let Some(Remark::Needless { clues, undecided: 0 }) =
            editor.remarks().iter().find(|remark| matches!(remark, Remark::Needless { .. }))
        else {
            panic!("it was asked")
        };
        assert!(clues.is_empty(), "{}: it was made minimal", kind.name);
        let sketch = editor.sketch().copy();
        let spare = sketch.clue_ids().into_iter().filter(|id| sketch.value(id).is_none()).find_map(|id| {
            let target = sketch.targets().into_iter().find(|target| target.id == id)?;
            let fits = |&value: &i32| {
                let puzzle = with_clue(&*sketch, &id, Some(value));
                matches!(studio::verdict(&*puzzle, &Options::default()).map(|a| a.result), Ok(Verdict::Unique(_)))
            };
            target.choices.values().find(fits).map(|value| Edit::Set { target: id.clone(), value: Some(value) })
        });
        editor.edit(spare.expect("something is blank")).expect("it can be chosen");
        for seed in 0..3 {
            editor.command(EditCommand::Strip { seed });
            finished(&mut editor);
            assert!(matches!(editor.remarks()[0], Remark::Changed(_)), "{}", kind.name);
            let needless = editor.remarks().iter().find(|remark| matches!(remark, Remark::Needless { .. }));
            assert!(matches!(needless, Some(Remark::Needless { clues, undecided: 0 }) if clues.is_empty()));
            assert!(matches!(verdict_of(&editor), Some(Verdict::Unique(_))));
            assert!(editor.undo());
            stripped += 1;
        }
    }
    assert!(stripped >= 12);
}

#[test]
fn every_remark_keeps_to_its_budget() {
    for_each_kind(|kind| {
        let sketch = made(kind, 7).sketch();
        for budget in [0, 1, 10, 100, 1_000] {
            let mut editor = Editor::new(sketch.copy()).at_most(budget);
            let mut before = 0;
            while !editor.is_idle() {
                let remarks = editor.work(1).len() as u64;
                let spent = editor.meter().spent();
                // Propagation stops at the exact run; only a step of the grade
                // is not cut.
                assert!(spent - before <= (remarks + 1) * budget + 3_000, "{}: {}", kind.name, spent - before);
                before = spent;
            }
            assert!(editor.meter().spent() <= 7 * budget + 3_000);
            // What was not found out is not claimed.
            let mut complete = Editor::new(sketch.copy());
            finished(&mut complete);
            match verdict_of(&editor) {
                Some(Verdict::Unknown(..)) => {}
                verdict => assert_eq!(verdict, verdict_of(&complete)),
            }
        }
    });
}

#[test]
fn slices_change_no_remark() {
    for_each_kind(|kind| {
        let sketch = made(kind, 8).sketch();
        for most in [u64::MAX, 150] {
            let mut at_once = Editor::new(sketch.copy()).at_most(most);
            finished(&mut at_once);
            let mut cut = Editor::new(sketch.copy()).at_most(most);
            let mut random = Random::new(2);
            while !cut.is_idle() {
                cut.work(1 + u64::from(random.below(200)));
            }
            let all = |editor: &Editor| format!("{:?}", told(editor));
            assert_eq!(all(&cut), all(&at_once), "{}", kind.name);
            assert_eq!(cut.remarks().len(), at_once.remarks().len());
        }
    });
}
