//! Explanations are sound, minimal, and lead to the solution.

use crate::corpus_files;

use fd::constraints::{Clause, InSet};
use fd::{Labelling, Limits, Model, Search, Selection, Space, Stopped, Var, Words};
use puzzles::{Document, KINDS, Request, builtin, builtin_names};
use std::collections::BTreeSet;
use std::sync::Arc;
use studio::{Difficulty, Explanation, Keep, Level, Options, Outcome, Position, Step, Verdict, Workshop, explain_from};

/// More nodes than nearly every step takes with its constraints taken apart.
const MOST_NODES: u64 = 1_000_000;

/// How the constraints of a step are searched when it is checked.
#[derive(Clone, Copy, PartialEq)]
enum Constraints {
    /// Taken apart, so that nothing is shared with what made the step.
    Apart,
    /// Taken apart; whole where that takes too long. A few long chains on large boards do.
    ApartOrWhole,
}

/// The explanation of a puzzle, with every step checked.
fn checked(name: &str, document: &Document, how: Constraints) -> Explanation {
    let explanation = studio::explain(&*document.puzzle, Limits::none()).expect("it is small");
    for (number, step) in explanation.steps.iter().enumerate() {
        let at = format!("{name}, step {}: {}", number + 1, explanation.context.text(step));
        assert!(follows(&explanation, step, how), "not sound: {at}");
        for part in step.deductions() {
            let at = format!("{at}: {}", explanation.context.text(&part));
            assert!(follows(&explanation, &part, how), "not sound: {at}");
            assert_minimal(&explanation, &part, &at);
        }
    }
    explanation
}

/// Whether no values satisfy the rules and the facts of a step, taken alone,
/// and contradict its conclusion.
fn follows(explanation: &Explanation, step: &Step, how: Constraints) -> bool {
    let mut answer = refuted(explanation, step, true);
    if answer.is_err() && how == Constraints::ApartOrWhole {
        answer = refuted(explanation, step, false);
    }
    answer.unwrap_or_else(|stopped| panic!("undecided, {stopped}: {}", explanation.context.text(step)))
}

fn refuted(explanation: &Explanation, step: &Step, apart: bool) -> Result<bool, Stopped> {
    let reasoning = &explanation.context.reasoning;
    let whole = reasoning.model();
    let mut model = Model::like(whole);
    let assumed = explanation.context.assumptions(step);
    let mut scope = BTreeSet::new();
    for rule in explanation.context.rules(step) {
        // What a rule takes for granted counts only where it is said.
        let without = reasoning.assumption(rule).filter(|_| !assumed.contains(&rule));
        let constraint = without.map_or(&whole.constraints()[rule], |assumption| &assumption.without);
        scope.extend(constraint.scope());
        if !(apart && constraint.decompose(&mut model).expect("it fits")) {
            model.post_shared(Arc::clone(constraint)).expect("it fits");
        }
    }
    for fact in explanation.context.facts(step) {
        model.post(InSet::new(fact.var, fact.values)).expect("it fits");
    }
    let removed = explanation.context.removes(step).into_iter();
    let wrong: Vec<_> = removed.flat_map(|about| about.values.into_iter().map(move |v| about.var.is(v))).collect();
    let scope: Vec<Var> = scope.into_iter().collect();
    // What is refuted by a chain is refuted value by value; what one rule removes, at once.
    let claims: Vec<Vec<_>> = match explanation.context.supposed(step) {
        Some(_) => wrong.into_iter().map(|literal| vec![literal]).collect(),
        None => vec![wrong],
    };
    for wrong in claims {
        let mut model = model.clone();
        if !step.is_contradiction() {
            model.post(Clause::new(wrong)).expect("it fits");
        }
        let labelling = Labelling::default().select(Selection::DomWDeg).over(&scope);
        let mut space = Space::new(&model);
        if Search::new(&mut space, labelling, Limits::none().nodes(MOST_NODES)).advance()? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether the step can be made, by the inference of its level, from these
/// rules and all facts but one (if one is named).
fn concluded(
    explanation: &Explanation,
    step: &Step,
    rules: &[usize],
    without: Option<usize>,
    space: &mut Space,
) -> bool {
    space.set_active(rules);
    space.push();
    let bits = |space: &Space, x: Var, values: &[i32]| -> Vec<u64> {
        let mut words = vec![0; space.store().words(x).len()];
        for value in values {
            let bit = (value - space.store().base(x)) as usize;
            words[bit / 64] |= 1 << (bit % 64);
        }
        words
    };
    let facts = explanation.context.facts(step).into_iter().enumerate();
    let kept = facts.filter(|(i, _)| Some(*i) != without).map(|(_, fact)| fact);
    let mut alive = true;
    for fact in kept.chain(explanation.context.supposed(step)) {
        let set = bits(space, fact.var, &fact.values);
        alive = alive && space.keep(fact.var, &set).is_ok();
    }
    space.wake_all();
    alive = alive && space.propagate().is_ok();
    let gone = || {
        let removed = explanation.context.removes(step);
        removed.iter().all(|about| about.values.iter().all(|&v| !space.store().contains(about.var, v)))
    };
    let concluded =
        if explanation.context.supposed(step).is_some() || step.is_contradiction() { !alive } else { alive && gone() };
    space.pop();
    concluded
}

fn assert_minimal(explanation: &Explanation, step: &Step, at: &str) {
    if step.level == Level::Cases {
        return;
    }
    let mut space = Space::new(explanation.context.reasoning.model());
    let rules = explanation.context.rules(step);
    assert!(concluded(explanation, step, &rules, None, &mut space), "not concluded: {at}");
    for i in 0..rules.len() {
        let mut fewer = rules.clone();
        fewer.remove(i);
        assert!(!concluded(explanation, step, &fewer, None, &mut space), "rule {i} is not needed: {at}");
    }
    for i in 0..explanation.context.facts(step).len() {
        assert!(!concluded(explanation, step, &rules, Some(i), &mut space), "fact {i} is not needed: {at}");
    }
}

#[test]
fn built_in_puzzles_are_explained() {
    for name in builtin_names() {
        let document = builtin(&name).expect("it is built in");
        let explanation = checked(&name, &document, Constraints::Apart);
        match &document.solution {
            Some(solution) => assert_eq!(explanation.outcome, Outcome::Solved(solution.clone()), "{name}"),
            None => assert!(matches!(explanation.outcome, Outcome::Open(_)), "{name}: {:?}", explanation.outcome),
        }
    }
}

#[test]
fn limits_are_kept_and_change_nothing_else() {
    let document = builtin("gap/seed-1").expect("it is built in");
    let start = Position::start(&*document.puzzle);
    let longest = explain_from(&*document.puzzle, &start, Keep::All, Limits::none().work(20_000)).expect("it is small");
    assert!(longest.steps.len() > 5, "{longest:?}");
    for work in [0, 100, 1000, 5000] {
        let explanation = explain_from(&*document.puzzle, &start, Keep::Needed, Limits::none().work(work));
        let explanation = explanation.expect("it is small");
        assert_eq!(explanation.outcome, Outcome::Stopped(fd::Stopped::Work), "{work} runs");
        assert!(explanation.steps.len() <= longest.steps.len());
        for (step, same) in explanation.steps.iter().zip(&longest.steps) {
            assert_eq!(explanation.context.text(step), longest.context.text(same), "{work} runs");
        }
    }
    assert_eq!(studio::grade(&*document.puzzle, Limits::none().work(100)).expect("it is small"), None);
}

/// Large puzzles, some of which take cases, and more work than is allowed here.
const LARGE: [(&str, usize, u64); 7] = [
    ("aztec", 9, 1),
    ("aztec", 9, 3),
    ("gap", 20, 1),
    ("multibalance", 12, 1),
    ("multibalance", 16, 2),
    ("trid", 9, 2),
    ("weight", 30, 2),
];
const MOST_WORK: u64 = 1_000_000;

/// The most words that are shown of a sentence, and of a step.
const MOST_IN_SENTENCE: usize = 60;
const MOST_IN_STEP: usize = 200;

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

fn explain_large(kind: &str, size: usize, seed: u64) {
    let name = format!("{kind} of {size} from {seed}");
    let kind = puzzles::kind(kind).expect("it is a kind");
    let mut workshop = Workshop::new(kind, Request::of_size(size)).expect("there are such puzzles");
    let made = workshop.make(seed, 0, Limits::none()).expect("one is found");
    let explanation = studio::explain(&*made.puzzle, Limits::none().work(MOST_WORK)).expect("it is small");
    let (object, page) = (explanation.to_json(&*made.puzzle), explanation.page(&*made.puzzle, "large"));
    match &explanation.outcome {
        Outcome::Solved(board) => assert_eq!(*board, made.solution, "{name}"),
        Outcome::Stopped(_) => {
            let says = explanation.summary();
            assert!(says.starts_with("unfinished: ") && page.contains(&says), "{name}: {says}");
            assert!(object.contains_key("stopped") && !object.contains_key("grade"), "{name}");
            let graded = studio::grade(&*made.puzzle, Limits::none().work(MOST_WORK / 10)).expect("it is small");
            assert_eq!(graded, None, "{name}");
        }
        other => panic!("{name}: {other:?}"),
    }
    for (step, number) in explanation.steps.iter().zip(1..) {
        let (told, text) = (explanation.context.told(step), explanation.context.text(step));
        let at = format!("{name}, step {number}: {text}");
        assert!(words(&text) <= MOST_IN_STEP, "{} words: {at}", words(&text));
        assert!(text.split(". ").all(|sentence| words(sentence) <= MOST_IN_SENTENCE), "a long sentence: {at}");
        assert_eq!(object["steps"][number - 1]["text"], told.in_full(), "{at}");
        assert_eq!(told.is_folded(), text != told.in_full(), "{at}");
        let folded = told.passages.iter().flat_map(|passage| &passage.folded);
        assert!(folded.into_iter().all(|sentence| told.in_full().contains(sentence)), "{at}");
    }
}

#[test]
fn large_puzzles_are_explained_to_the_end_or_called_unfinished_in_short_steps() {
    std::thread::scope(|scope| {
        for (kind, size, seed) in LARGE {
            scope.spawn(move || explain_large(kind, size, seed));
        }
    });
}

/// What a person reads.
#[test]
fn explanations_read_well() {
    for name in builtin_names() {
        let document = builtin(&name).expect("it is built in");
        let explanation = studio::explain(&*document.puzzle, Limits::none()).expect("it is small");
        let mut text = format!("{name}: {}\n", explanation.summary());
        for (step, number) in explanation.steps.iter().zip(1..) {
            text.push_str(&format!(
                "{number}. [{} {}] {}\n",
                step.level.name(),
                step.cost,
                explanation.context.text(step)
            ));
        }
        insta::assert_snapshot!(name.replace('/', "-"), text);
    }
}

/// Explains published puzzles, checks every step, and compares the outcome with the verdict.
fn explain_published(how: Constraints, is_chosen: impl Fn(usize, &str) -> bool) {
    let mut count = 0;
    corpus_files::for_each(|name, document| {
        count += 1;
        if !is_chosen(count, name) {
            return;
        }
        let explanation = checked(name, document, how);
        let verdict = studio::verdict(&*document.puzzle, &Options::default()).expect("it is small").result;
        let solved = matches!(explanation.outcome, Outcome::Solved(_));
        assert_eq!(solved, matches!(verdict, Verdict::Unique(_)), "{name}: {:?}", explanation.outcome);
    });
}

#[test]
#[ignore = "needs the published puzzles (EQUIPOISE_CORPUS)"]
fn published_puzzles_are_explained_soundly() {
    // A sample: all of them take minutes without optimisation.
    explain_published(Constraints::Apart, |count, name| count % 10 == 0 || name.contains("friedman"));
}

#[cfg(feature = "long")]
#[test]
#[ignore = "needs the published puzzles (EQUIPOISE_CORPUS)"]
fn the_whole_corpus_is_explained_soundly() {
    explain_published(Constraints::ApartOrWhole, |_, _| true);
}

/// The few values of a bar are tried where that takes less telling. The grade is that of the easiest steps.
#[test]
fn cases_of_a_bar_stand_for_longer_rows_of_steps() {
    let kind = KINDS.iter().find(|kind| kind.name == "weight").expect("it is a kind");
    let mut workshop = Workshop::new(kind, Request::of_size(14)).expect("there are such puzzles");
    let made = workshop.make(10, 0, Limits::none()).expect("one is found");
    let document = workshop.document(made, 10, 0);
    let explanation = checked("weight of 14, 10", &document, Constraints::ApartOrWhole);
    let texts: Vec<String> = explanation.steps.iter().map(|step| explanation.context.text(step)).collect();
    let tries = texts.iter().position(|text| text.contains(": try both. Case 1: bar ")).expect("it is told");
    let words = |steps: &[Step]| -> usize {
        steps.iter().map(|step| explanation.context.told(step).in_full().split_whitespace().count()).sum()
    };
    assert!(explanation.steps.len() < explanation.counted().len());
    assert!(words(&explanation.steps) < words(explanation.counted()), "{texts:#?}");
    assert_eq!(studio::grade(&*document.puzzle, Limits::none()), Ok(Some(explanation.grade())));
    assert!(Some(explanation.position_after(explanation.steps.len()).board) == document.solution);
    // Two values were left of the bar, and one is after it.
    let step = &explanation.steps[tries];
    let (gone, left) = (explanation.context.removes(step), explanation.context.sets(step));
    assert_eq!((gone[0].values.len(), left[0].values.len(), gone[0].var), (1, 1, left[0].var));
    assert!(
        texts[tries].contains(&format!("{} weighs", left[0].name.replace("the total of ", ""))),
        "{}",
        texts[tries]
    );
}

/// Where a limit strikes, even while cases are looked for or steps are put into words, an explanation is whole or
/// called unfinished, and what it says is so.
#[test]
fn a_limit_leaves_an_explanation_whole_or_unfinished() {
    let kind = puzzles::kind("weight").expect("it is a kind");
    let mut workshop = Workshop::new(kind, Request::of_size(14)).expect("there are such puzzles");
    let made = workshop.make(10, 0, Limits::none()).expect("one is found");
    let start = Position::start(&*made.puzzle);
    let explained = |limits| explain_from(&*made.puzzle, &start, Keep::Needed, limits).expect("it is small");
    let whole = explained(Limits::none());
    let (mut unfinished, mut without_cases, mut with_cases) = (0, 0, 0);
    let mut check = |explanation: &Explanation| {
        for step in &explanation.steps {
            let at = explanation.context.text(step);
            assert!(
                !explanation.context.rules(step).is_empty() && !explanation.context.removes(step).is_empty(),
                "{at}"
            );
            assert!(follows(explanation, step, Constraints::ApartOrWhole), "not sound: {at}");
        }
        match &explanation.outcome {
            Outcome::Solved(board) => {
                assert_eq!(*board, made.solution);
                assert_eq!(explanation.position_after(explanation.steps.len()).board, made.solution);
                assert_eq!(explanation.grade(), whole.grade());
                let is_short = explanation.steps.len() == whole.steps.len();
                *if is_short { &mut with_cases } else { &mut without_cases } += 1;
            }
            Outcome::Stopped(_) => {
                assert!(explanation.summary().starts_with("unfinished: "), "{}", explanation.summary());
                unfinished += 1;
            }
            other => panic!("{other:?}"),
        }
    };
    let mut work = 500;
    loop {
        let explanation = explained(Limits::none().work(work));
        check(&explanation);
        if explanation.steps.len() == whole.steps.len() && matches!(explanation.outcome, Outcome::Solved(_)) {
            break;
        }
        work += work / 8;
    }
    check(&explained(Limits::none().cancel(&std::sync::atomic::AtomicBool::new(true))));
    assert!(unfinished > 1 && without_cases > 1 && with_cases > 0, "{unfinished}, {without_cases}, {with_cases}");
}

#[test]
fn easy_puzzles_are_told_without_suppositions() {
    for name in builtin_names() {
        let document = builtin(&name).expect("it is built in");
        let explanation = studio::explain(&*document.puzzle, Limits::none()).expect("it is small");
        if explanation.grade().difficulty <= Difficulty::Easy {
            assert!(explanation.steps.iter().all(|step| step.level == Level::Single), "{name}");
        }
    }
}
