//! Hints say what is true, and what is wrong of a wrong board.

use fd::{Limits, Random};
use puzzles::{Board, Document, builtin, builtin_names};
use studio::{Hint, Verdict};

fn hint(document: &Document, board: &Board) -> Hint {
    studio::hint(&*document.puzzle, board, Limits::none()).expect("it is small")
}

/// The built-in puzzles that are unique.
fn explained() -> Vec<(String, Document, Board)> {
    let document = |name: String| {
        let document = builtin(&name).expect("it is built in");
        let solution = document.solution.clone()?;
        Some((name, document, solution))
    };
    builtin_names().filter_map(document).collect()
}

/// About one in so many of the places as the solution has them.
fn half_filled(solution: &Board, one_in: u32, random: &mut Random) -> Board {
    solution.iter().map(|value| value.filter(|_| random.chance(1, one_in))).collect()
}

#[test]
fn hints_lead_to_an_entry_of_the_solution() {
    for (name, document, solution) in explained() {
        let mut random = Random::new(7);
        for one_in in [2, 3, 5] {
            let board = half_filled(&solution, one_in, &mut random);
            if board.iter().zip(document.puzzle.givens().iter()).all(|(entry, given)| entry.or(given).is_some()) {
                continue;
            }
            let Hint::Next(next) = hint(&document, &board) else { panic!("{name}: no hint for {board:?}") };
            let last = next.steps.last().expect("a hint has a step");
            let mut entries = 0;
            for set in next.sets(last) {
                if let Ok(place) = next.reasoning.places().binary_search(&set.var) {
                    assert_eq!(solution.get(place), set.values.first().copied(), "{name}: {}", next.text(last));
                    entries += u32::from(board.get(place).is_none());
                }
            }
            assert!(entries > 0, "{name}: nothing to enter after {}", next.text(last));
        }
        assert!(matches!(hint(&document, &solution), Hint::Solved), "{name}");
    }
}

/// Every step of a hint is used by a later one, or is the last.
#[test]
fn hints_have_no_step_too_many() {
    for (name, document, solution) in explained() {
        let board = half_filled(&solution, 4, &mut Random::new(3));
        let Hint::Next(next) = hint(&document, &board) else { panic!("{name}: no hint") };
        for (i, step) in next.steps.iter().enumerate().take(next.steps.len() - 1) {
            let vars: Vec<_> = next.removes(step).into_iter().map(|about| about.var).collect();
            let used = next.steps[i + 1..].iter().any(|later| {
                let facts = next.facts(later).into_iter().map(|about| about.var);
                let sets = next.sets(later).into_iter().map(|about| about.var);
                facts.chain(sets).any(|var| vars.contains(&var))
            });
            assert!(used, "{name}: step {} is not used", i + 1);
        }
    }
}

#[test]
fn wrong_entries_are_found_and_none_is_too_many() {
    for (name, document, solution) in explained() {
        let values: Vec<i32> = {
            let mut values: Vec<i32> = solution.iter().flatten().collect();
            values.sort_unstable();
            values.dedup();
            values
        };
        let givens = document.puzzle.givens();
        for seed in 0..6 {
            let mut random = Random::new(seed);
            let mut board = half_filled(&solution, 3, &mut random);
            let place = random.below(solution.len() as u32) as usize;
            let others: Vec<i32> = values.iter().copied().filter(|&v| Some(v) != solution.get(place)).collect();
            board.set(place, random.pick(&others).copied());
            let Hint::Wrong { entries, why } = hint(&document, &board) else { panic!("{name}: {board:?} passes") };
            if givens.get(place).is_some() {
                assert_eq!(entries, [place], "{name}");
                continue;
            }
            let on_board = |entries: &[usize]| -> Board {
                let entered = |p: usize| if entries.contains(&p) { board.get(p) } else { givens.get(p) };
                (0..board.len()).map(entered).collect()
            };
            assert!(!possible(&document, &on_board(&entries)), "{name}: {entries:?} can stand together");
            // Without reasons the set is smallest for search; with them, for the reasons.
            if why.is_none() {
                for i in 0..entries.len() {
                    let mut fewer = entries.clone();
                    fewer.remove(i);
                    assert!(possible(&document, &on_board(&fewer)), "{name}: {entries:?} without {i}");
                }
            }
        }
    }
}

/// Whether a solution has all of a board, by search in the best model.
fn possible(document: &Document, board: &Board) -> bool {
    let posed = document.puzzle.pose().expect("it is small");
    let mut model = posed.model.clone();
    for (&x, value) in posed.places.iter().zip(board.iter()) {
        if let Some(value) = value {
            model.post(fd::constraints::InSet::new(x, [value])).expect("it fits");
        }
    }
    let mut space = fd::Space::new(&model);
    fd::first(&mut space, (posed.branching)(0), Limits::none(), None).0.expect("no limit").is_some()
}

#[test]
fn puzzles_without_one_solution_are_told_so() {
    let read = |text: &str| {
        let mut entries = puzzles::read(text.as_bytes(), Some(puzzles::Format::Json), None).expect("it reads");
        entries.remove(0).document.expect("it is a puzzle")
    };
    let none = read(r#"{"puzzle":"aztec","rows":[[0],[5,5]]}"#);
    assert!(matches!(hint(&none, &none.puzzle.givens()), Hint::None));
    let several = read(r#"{"puzzle":"aztec","rows":[[0],[0,5]]}"#);
    let Hint::Several(one, other) = hint(&several, &several.puzzle.givens()) else { panic!("it has several") };
    let differences = studio::differences(&*several.puzzle, &one, &other).expect("it is small");
    assert!(!differences.is_empty() && differences.iter().all(|said| said.contains("in one solution and")));
    let verdict = studio::verdict(&*several.puzzle, &studio::Options::default()).expect("it is small");
    assert!(matches!(verdict.result, Verdict::Several(..)));
}
