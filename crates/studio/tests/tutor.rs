//! A tutor's hints are right, lead to the solution, and do not depend on what
//! was asked before.

use crate::corpus_files;

use fd::{Limits, Random};
use puzzles::{Board, Document, Format, Notes, Puzzle, Request, builtin, builtin_names};
use std::collections::BTreeSet;
use studio::task::{Progress, Task};
use studio::{
    Advice, Conclusion, Explanation, Hint, HintLevel, Keep, Level, Outcome, Position, Tutor, Verdict, Why, Workshop,
    Wrong,
};

fn open(puzzle: &dyn Puzzle) -> Tutor {
    Tutor::open(puzzle).finish(Limits::none()).expect("no limit").expect("it is small")
}

fn ask<T>(task: Task<'_, T>) -> T {
    task.finish(Limits::none()).expect("no limit")
}

fn hint(document: &Document, board: &Board) -> Hint {
    let position = Position { board: board.clone(), notes: Notes::new() };
    let hint = studio::hint(&*document.puzzle, &position, Limits::none());
    hint.expect("it is small").expect("no limit")
}

fn read(text: &str) -> Document {
    let mut entries = puzzles::read(text.as_bytes(), Some(Format::Json), None).expect("it reads");
    entries.remove(0).document.expect("it is a puzzle")
}

/// The built-in puzzles that have one solution.
fn unique() -> Vec<(String, Document, Board)> {
    let document = |name: String| {
        let document = builtin(&name).expect("it is built in");
        let solution = document.solution.clone()?;
        Some((name, document, solution))
    };
    builtin_names().filter_map(document).collect()
}

/// About one in `one_in` of the places, filled in from the solution.
fn half_filled(solution: &Board, one_in: u32, random: &mut Random) -> Board {
    solution.iter().map(|value| value.filter(|_| random.chance(1, one_in))).collect()
}

/// Follows hint after hint from the empty board to the solution.
fn solve_by_hints(name: &str, puzzle: &dyn Puzzle) {
    let mut tutor = open(puzzle);
    let Verdict::Unique(solution) = tutor.verdict().clone() else { return };
    let mut position = Position { board: Board::blank(puzzle.places()), notes: Notes::new() };
    let mut seen = BTreeSet::new();
    loop {
        tutor.see(&position);
        let hint = ask(tutor.hint());
        match &hint.advice {
            Advice::Solved => break,
            Advice::Next(_) | Advice::Enter { .. } => {}
            other => panic!("{name}: {other:?}"),
        }
        let told = hint.told(HintLevel::Result);
        assert_ne!(hint.told(HintLevel::Deduction), told, "{name}: the last two levels say the same");
        assert!(seen.insert(hint.to_json(HintLevel::Result).to_string()), "{name}: twice: {told:?}");
        let concludes = hint.concludes();
        assert!(!concludes.is_empty(), "{name}: nothing to do: {told:?}");
        for concluded in concludes {
            if let Conclusion::Is { place, value } = concluded {
                assert_eq!(solution.get(place), Some(value), "{name}: {told:?}");
            }
            assert!(position.learn(&concluded), "{name}: done before: {told:?}");
        }
    }
    let (givens, blank) = (puzzle.givens(), puzzle.sheet().blank);
    let shown = position.board.iter().zip(givens.iter()).map(|(entry, given)| entry.or(given).or(blank));
    assert_eq!(shown.collect::<Board>(), solution, "{name}");
}

#[test]
fn hint_after_hint_solves_the_built_in_puzzles() {
    for (name, document, _) in unique() {
        solve_by_hints(&name, &*document.puzzle);
    }
}

/// Where only rules refute a supposition that are silent by themselves, that is learnt as well.
#[test]
fn hint_after_hint_solves_made_puzzles() {
    for (kind, size, seed) in
        [("weight", 10, 1), ("gap", 10, 2), ("aztec", 6, 1), ("trid", 7, 20), ("multibalance", 8, 17)]
    {
        let kind = puzzles::kind(kind).expect("it is a kind");
        let mut workshop = Workshop::new(kind, Request::of_size(size)).expect("there are such puzzles");
        let made = workshop.make(seed, 0, Limits::none()).expect("one is found");
        solve_by_hints(&format!("{} of {size}, {seed}", kind.name), &*made.puzzle);
    }
}

/// The inventor's puzzles, and every tenth of the others: all of them would take minutes.
#[test]
#[ignore = "needs the published puzzles (EQUIPOISE_CORPUS)"]
fn hint_after_hint_solves_published_puzzles() {
    let mut number = 0;
    corpus_files::for_each(|name, document| {
        number += 1;
        if number % 10 == 0 {
            solve_by_hints(name, &*document.puzzle);
        }
    });
}

#[cfg(feature = "long")]
#[test]
#[ignore = "needs the published puzzles (EQUIPOISE_CORPUS)"]
fn hint_after_hint_solves_the_whole_corpus() {
    corpus_files::for_each(|name, document| solve_by_hints(name, &*document.puzzle));
}

/// The few values of a bar are tried where an explanation from there begins with that, and in a hint's time.
#[test]
fn cases_are_told_where_an_explanation_from_there_tells_them() {
    let weight = puzzles::kind("weight").expect("it is a kind");
    let mut workshop = Workshop::new(weight, Request::of_size(14)).expect("there are such puzzles");
    let puzzle = workshop.make(10, 0, Limits::none()).expect("one is found").puzzle;
    let whole = studio::explain(&*puzzle, Limits::none()).expect("it is small");
    let is_tried = |text: &str| text.contains(": try both. Case 1: bar ");
    let tried = whole.steps.iter().position(|step| is_tried(&whole.context.text(step))).expect("it is told");
    let mut tutor = open(&*puzzle);
    for steps in [0, tried - 1, tried, tried + 1] {
        let position = whole.position_after(steps);
        tutor.see(&position);
        let before = tutor.meter().spent();
        let hint = ask(tutor.hint());
        assert!(tutor.meter().spent() - before < 150_000, "after {steps} steps");
        let from_here = studio::explain_from(&*puzzle, &position, Keep::Needed, Limits::none()).expect("it is small");
        let first = from_here.steps.first().map(|step| from_here.context.text(step)).expect("there is one");
        let told = hint.told(HintLevel::Deduction).join(" ");
        assert_eq!((is_tried(&told), is_tried(&first)), (steps == tried, steps == tried), "{told}");
        assert_eq!(told.ends_with(&first), steps == tried, "{told}");
        let levels: BTreeSet<String> = HintLevel::ALL.iter().map(|&level| hint.told(level).join(" ")).collect();
        assert_eq!(levels.len(), 4, "{levels:#?}");
    }
    solve_by_hints("weight of 14, 10", &*puzzle);
}

/// What all weights together weigh is the same for all puzzles of a size.
#[test]
fn the_first_hint_says_something_about_this_puzzle() {
    let weight = puzzles::kind("weight").expect("it is a kind");
    for size in [2, 5, 8, 12, 16] {
        let mut workshop = Workshop::new(weight, Request::of_size(size)).expect("there are such puzzles");
        let puzzle = workshop.make(1, 0, Limits::none()).expect("one is found").puzzle;
        let hint = studio::hint(&*puzzle, &Position::start(&*puzzle), Limits::none());
        let told = hint.expect("it is small").expect("no limit").told(HintLevel::Result);
        let all = format!("bar b1 weighs {}", size * (size + 1) / 2);
        assert!(told.iter().all(|line| !line.contains(&format!("so {all}")) && !line.contains(&format!("that {all}"))));
        // What bounds the rest is said where the deduction speaks of it.
        if told.iter().any(|line| line.starts_with("Bar b1 weighs ") || line.starts_with("Bar b1 balances")) {
            assert!(told.iter().any(|line| line.contains(&all)), "{size} weights: {told:?}");
        }
    }
}

/// Where to look is named as it is told, and the rules to think of are those that are told.
#[test]
fn hints_name_bars_and_rules_as_people_do() {
    let told = |name: &str, level| {
        let puzzle = builtin(name).expect("it is built in").puzzle;
        let hint = studio::hint(&*puzzle, &Position::start(&*puzzle), Limits::none());
        hint.expect("it is small").expect("no limit").told(level)
    };
    assert_eq!(told("weight/seed-17", HintLevel::Where), ["look at bars b2 and b7"]);
    let deduction = &told("weight/seed-17", HintLevel::Deduction)[1];
    assert!(deduction.contains("; bar b1 weighs 153, so bars b2 and b7 each weigh at most 148."), "{deduction}");
    let rules = told("multibalance/seed-1", HintLevel::Rules);
    assert_eq!(rules.last().map(String::as_str), Some("row 3 has more than one fulcrum"), "{rules:?}");
}

/// Whether some solution agrees with a board, by search in the best model.
fn possible(document: &Document, board: &Board) -> bool {
    let posed = document.puzzle.pose().expect("it is small");
    let mut model = posed.model.clone();
    for (&x, value) in posed.places.iter().zip(board.iter()) {
        if let Some(value) = value {
            model.post(fd::constraints::InSet::new(x, [value])).expect("it fits");
        }
    }
    let mut space = fd::Space::new(&model);
    fd::first(&mut space, posed.branching(0), Limits::none(), None).0.expect("no limit").is_some()
}

#[test]
fn wrong_entries_are_found_and_named() {
    for (name, document, solution) in unique() {
        let values: BTreeSet<i32> = solution.iter().flatten().collect();
        let givens = document.puzzle.givens();
        for seed in 0..6 {
            let mut random = Random::new(seed);
            let mut board = half_filled(&solution, 3, &mut random);
            let place = random.below(solution.len() as u32) as usize;
            let others: Vec<i32> = values.iter().copied().filter(|&v| Some(v) != solution.get(place)).collect();
            board.set(place, random.pick(&others).copied());
            let hint = hint(&document, &board);
            let Advice::Wrong(Wrong { clash, wrong, why }) = &hint.advice else { panic!("{name}: {board:?} passes") };
            let place_of = |x: &fd::Var| hint.context.place(*x).expect("only places were claimed");
            assert_eq!(wrong.iter().map(place_of).collect::<Vec<_>>(), [place], "{name}");
            let told = hint.told(HintLevel::Result);
            let names_it = told.last().is_some_and(|line| line.ends_with(" is wrong."));
            assert_eq!(names_it, clash.len() > 1, "{name}: {told:?}");
            if let Some(given) = givens.get(place) {
                assert_eq!(*why, Why::Given(given), "{name}");
                continue;
            }
            let entries: Vec<usize> = clash.iter().map(place_of).collect();
            let kept = |p: usize| if entries.contains(&p) { board.get(p) } else { givens.get(p) };
            assert!(!possible(&document, &(0..board.len()).map(kept).collect()), "{name}: {entries:?} can stand");
        }
    }
}

#[test]
fn wrong_marks_are_found_and_named() {
    for (name, document, solution) in unique() {
        let mut tutor = open(&*document.puzzle);
        let context = tutor.context().clone();
        for seed in 0..6 {
            let mut random = Random::new(seed);
            let board = half_filled(&solution, 3, &mut random);
            let shown: Board = board.iter().zip(document.puzzle.givens().iter()).map(|(e, g)| e.or(g)).collect();
            let blank: Vec<usize> = (0..shown.len()).filter(|&place| shown.get(place).is_none()).collect();
            let Some(&place) = random.pick(&blank) else { continue };
            let subject = &context.reasoning.subjects()[context.reasoning.places()[place].index()];
            let mut notes = Notes::new();
            notes.strike(&subject.id, solution.get(place).expect("it is full"));
            tutor.see(&Position { board, notes });
            let hint = ask(tutor.hint());
            let Advice::Wrong(Wrong { clash, wrong, .. }) = &hint.advice else { panic!("{name}: passes") };
            assert_eq!(*wrong, [context.reasoning.places()[place]], "{name}");
            assert!(clash.contains(&wrong[0]), "{name}");
            assert!(hint.told(HintLevel::Where)[0].contains(&format!("what is struck for {}", subject.name)), "{name}");
        }
    }
}

/// After any moves a tutor says what a new one says.
#[test]
fn what_was_asked_before_changes_nothing() {
    for (name, document, solution) in unique() {
        let puzzle = &*document.puzzle;
        let mut random = Random::new(11);
        let mut tutor = open(puzzle);
        let mut position = Position { board: Board::blank(puzzle.places()), notes: Notes::new() };
        for _ in 0..8 {
            for _ in 0..random.below(4) {
                play(&mut random, &tutor, &solution, &mut position);
            }
            if random.chance(1, 2) {
                tutor.see(&position);
                for concluded in ask(tutor.hint()).concludes() {
                    position.learn(&concluded);
                }
            }
            tutor.see(&position);
            // What is dropped half-way leaves no trace.
            match random.below(3) {
                0 => drop(tutor.hint().run(u64::from(random.below(2000)))),
                1 => drop(tutor.path_from_here().run(u64::from(random.below(2000)))),
                _ => {}
            }
            let mut new = open(puzzle);
            new.see(&position);
            let [now, fresh] = [&mut tutor, &mut new].map(|tutor| ask(tutor.hint()).to_json(HintLevel::Result));
            assert_eq!(now, fresh, "{name}: {position:?}");
            let level = Level::ALL[random.below(3) as usize];
            let [now, fresh] = [&mut tutor, &mut new]
                .map(|tutor| ask(tutor.steps(level)).iter().map(|h| h.to_json(HintLevel::Result)).collect::<Vec<_>>());
            assert_eq!(now, fresh, "{name}: {level:?} {position:?}");
        }
    }
}

/// An entry, a blank, or a mark, mostly right.
fn play(random: &mut Random, tutor: &Tutor, solution: &Board, Position { board, notes }: &mut Position) {
    let place = random.below(board.len() as u32) as usize;
    match random.below(4) {
        0 => board.set(place, None),
        1 => board.set(place, solution.get(place)),
        _ => {
            let reasoning = &tutor.context().reasoning;
            let number = random.below(reasoning.subjects().len() as u32) as usize;
            let domain = reasoning.model().all_vars().nth(number).map(|x| reasoning.model().domain(x).clone());
            let values: Vec<i32> = domain.into_iter().flat_map(|domain| domain.iter().collect::<Vec<_>>()).collect();
            let id = &reasoning.subjects()[number].id;
            if let Some(&value) = random.pick(&values)
                && !notes.strike(id, value)
            {
                notes.restore(id, value);
            }
        }
    }
}

/// The work of a task that runs in slices, with the largest slice.
fn sliced<T>(tutor: &mut Tutor, begin: fn(&mut Tutor) -> Task<'_, T>, slice: u64) -> (T, u64) {
    let meter = tutor.meter().clone();
    let (mut task, mut largest) = (begin(tutor), 0);
    loop {
        let before = meter.spent();
        let progress = task.run(slice);
        largest = largest.max(meter.spent() - before);
        match progress {
            Progress::Done(answer) => return (answer, largest),
            Progress::Paused(rest) => task = rest,
        }
    }
}

#[test]
fn answers_keep_to_their_slices_and_do_not_depend_on_them() {
    for name in ["aztec/seed-6a", "gap/seed-1", "weight/seed-8", "multibalance/seed-1"] {
        let puzzle = builtin(name).expect("it is built in").puzzle;
        let path = |tutor: &Explanation| -> Vec<String> { tutor.steps.iter().map(|s| tutor.context.text(s)).collect() };
        let (whole, _) = sliced(&mut open(&*puzzle), Tutor::path, u64::MAX);
        // One question at a time.
        let (same, question) = sliced(&mut open(&*puzzle), Tutor::path, 1);
        assert_eq!(path(&whole), path(&same), "{name}");
        for slice in [10, 100, 1000] {
            let (same, largest) = sliced(&mut open(&*puzzle), Tutor::path, slice);
            assert_eq!(path(&whole), path(&same), "{name}");
            assert!(largest < slice + question, "{name}: a slice of {slice} took {largest}");
        }
        assert!(matches!(whole.outcome, Outcome::Solved(_)), "{name}");
    }
}

#[test]
fn rungs_tell_more_and_more() {
    let document = builtin("gap/seed-1").expect("it is built in");
    let hint = hint(&document, &document.puzzle.givens());
    let told = HintLevel::ALL.map(|rung| hint.told(rung));
    assert_eq!(told[0], ["look at r8c5"]);
    let technique = "span of a gap: A gap is so wide that neither end can be in the middle of its line.";
    assert_eq!(told[1], ["look at r8c5", technique, "row 8 has a gap of 4"]);
    assert_eq!(told[2][1], "Row 8 has a gap of 4, so r8c5 is empty.");
    let fields = |rung| hint.to_json(rung).as_object().map_or(0, serde_json::Map::len);
    assert_eq!(HintLevel::ALL.map(fields), [2, 4, 5, 7]);
}

/// Hints that think of several rules at once name each of them, and none twice.
#[test]
fn the_rules_of_a_hint_are_named_once_each() {
    let mut most = 0;
    for (name, document, _) in unique() {
        let hint = hint(&document, &Board::blank(document.puzzle.places()));
        let Some(step) = hint.step() else { continue };
        let named: Vec<&str> = hint.rules().iter().map(|instance| instance.says.as_str()).collect();
        let needed: BTreeSet<&str> = hint.context.because(step).map(|instance| instance.says.as_str()).collect();
        assert_eq!(named.len(), needed.len(), "{name}: {named:?}");
        assert_eq!(BTreeSet::from_iter(named), needed, "{name}");
        most = most.max(needed.len());
    }
    assert!(most > 1, "no hint needs two rules");
}

#[test]
fn the_last_value_that_is_not_struck_is_pointed_out() {
    let document = builtin("aztec/seed-3a").expect("it is built in");
    let mut tutor = open(&*document.puzzle);
    let mut notes = Notes::new();
    for value in 2..=9 {
        notes.strike("r1c1", value);
    }
    tutor.see(&Position { board: document.puzzle.givens(), notes: notes.clone() });
    let hint = ask(tutor.hint());
    assert_eq!(hint.advice, Advice::Enter { place: 0, value: 1 });
    assert_eq!(hint.told(HintLevel::Deduction)[1], "Only 1 is left for r1c1.");
    notes.strike("r1c1", 1);
    tutor.see(&Position { board: document.puzzle.givens(), notes: notes.clone() });
    let hint = ask(tutor.hint());
    assert!(matches!(&hint.advice, Advice::Wrong(wrong) if wrong.why == Why::NothingLeft));
    assert_eq!(hint.told(HintLevel::Deduction)[1], "No value is left for r1c1.");
}

#[test]
fn entries_that_can_never_be_are_told_as_such() {
    let document = builtin("aztec/seed-3a").expect("it is built in");
    for value in [0, 10, i32::MAX, i32::MIN] {
        let mut board = document.puzzle.givens();
        board.set(0, Some(value));
        let hint = hint(&document, &board);
        let told = hint.told(HintLevel::Result);
        assert_eq!(told[..2], ["r1c1 cannot be right".to_owned(), format!("r1c1 can never be {value}.")]);
    }
}

#[test]
fn an_overwritten_given_is_told_as_such() {
    let document = builtin("aztec/seed-3a").expect("it is built in");
    let mut board = document.puzzle.givens();
    board.set(1, Some(3));
    let told = hint(&document, &board).told(HintLevel::Deduction);
    assert_eq!(told, ["r2c1 cannot be right", "The puzzle says that r2c1 is 8, not 3."]);
}

#[test]
fn a_place_is_revealed_when_time_is_short() {
    let document = builtin("gap/seed-1").expect("it is built in");
    let mut tutor = open(&*document.puzzle);
    let Progress::Paused(_) = tutor.hint().run(0) else { panic!("it takes work") };
    let hint = tutor.reveal().expect("it is blank");
    let Advice::Reveal { place, value } = hint.advice else { panic!("{:?}", hint.advice) };
    assert_eq!(document.solution.expect("it is built in").get(place), Some(value));
    assert_eq!(hint.told(HintLevel::Where).len(), 1);
    let name = document.puzzle.place_name(place);
    let word = if value == 1 { "filled" } else { "empty" };
    assert_eq!(hint.told(HintLevel::Result).last(), Some(&format!("{name} is {word}.")));
    assert_eq!(hint.concludes(), [Conclusion::Is { place, value }]);
}

#[test]
fn puzzles_without_one_solution_are_told_so() {
    let none = read(r#"{"puzzle":"aztec","rows":[[0],[5,5]]}"#);
    let hint = hint(&none, &none.puzzle.givens());
    assert!(matches!(hint.advice, Advice::None { why: Some(_) }));
    let several = read(r#"{"puzzle":"aztec","rows":[[0],[0,5]]}"#);
    let hint = self::hint(&several, &several.puzzle.givens());
    let Advice::Several(one, other) = &hint.advice else { panic!("it has several") };
    let differences = studio::differences(&*several.puzzle, one, other).expect("it is small");
    assert!(!differences.is_empty() && differences.iter().all(|said| said.contains("in one solution and")));
}
