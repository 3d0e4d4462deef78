//! Explanations can be read aloud: short sentences, short lists, nothing said twice.

use crate::corpus_files;

use fd::Limits;
use puzzles::{Puzzle, Values, builtin, builtin_names};
use std::collections::BTreeSet;
use studio::{About, Context, Outcome};

/// The most words in a sentence.
const MOST_WORDS: usize = 60;

/// The most words in a step.
const MOST_IN_STEP: usize = 200;

/// The most values or places in a row.
const MOST_LISTED: usize = 8;

/// The most values that a premise may list, and the most exceptions from a simple statement.
const MOST_VALUES: usize = 5;
const MOST_EXCEPTIONS: usize = 4;

/// What nobody would say.
const NEVER_SAID: [&str; 7] = [
    ", it has room",
    ": it has room",
    "hold 0 numbers",
    "Something can be said",
    "rules together",
    "cannot stand as it is",
    "All around",
];

/// What is wrong with the explanation of a puzzle, if it is solved.
fn faults(name: &str, puzzle: &dyn Puzzle) -> Vec<String> {
    let explanation = studio::explain(puzzle, Limits::none()).expect("it is small");
    if !matches!(explanation.outcome, Outcome::Solved(_)) {
        return Vec::new();
    }
    let (mut faults, mut texts, mut gone) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    for (step, number) in explanation.steps.iter().zip(1..) {
        let text = explanation.context.text(step);
        let mut fault = |what: &str| faults.push(format!("{name}, step {number}: {what}: {text}"));
        if text.split(". ").any(|sentence| sentence.split_whitespace().count() > MOST_WORDS) {
            fault("a long sentence");
        }
        if text.split_whitespace().count() > MOST_IN_STEP {
            fault("a long step");
        }
        if longest_list(&text) > MOST_LISTED {
            fault("a long list");
        }
        if NEVER_SAID.iter().any(|words| text.contains(words)) {
            fault("nobody would say that");
        }
        for part in step.deductions() {
            for fact in explanation.context.facts(&part) {
                if !is_plain(&explanation.context, &fact) {
                    fault(&format!("nobody would write down that {} is one of {:?}", fact.name, fact.values));
                }
            }
        }
        let removes = explanation.context.removes(step);
        let mut values = removes.iter().flat_map(|about| about.values.iter().map(|&value| (about.id, value)));
        if !values.all(|value| gone.insert(value)) {
            fault("ruled out before");
        }
        if !texts.insert(text.clone()) {
            fault("said before");
        }
    }
    faults
}

/// Whether a premise is said in a few words: a few values, or numbers between bounds, or the
/// multiples or odd numbers between them, but for a few exceptions.
fn is_plain(context: &Context, fact: &About<'_>) -> bool {
    let root: Vec<i32> = context.reasoning.model().domain(fact.var).iter().collect();
    let left = &fact.values;
    let (Some(least), Some(most)) = (left.first(), left.last()) else { return false };
    if left.len() <= MOST_VALUES || root.len() - left.len() <= MOST_EXCEPTIONS {
        return true;
    }
    if matches!(context.reasoning.subjects()[fact.var.index()].values, Values::Words(_)) {
        return false;
    }
    let exceptions = |step: i32, rest: i32| {
        let regular = (*least..=*most).filter(|value| root.contains(value) && value % step == rest);
        regular.count() - left.len()
    };
    let regular = |step: i32, rest: i32| left.iter().all(|value| value % step == rest);
    let shapes = (1..=*most).map(|step| (step, 0)).chain([(2, 1)]);
    shapes.filter(|&(step, rest)| regular(step, rest)).any(|(step, rest)| exceptions(step, rest) <= MOST_EXCEPTIONS)
}

/// A number, or a name with a number in it such as `r4c12`.
fn is_item(word: &str) -> bool {
    let mut chars = word.chars();
    chars.all(|c| c.is_ascii_alphanumeric()) && word.ends_with(|c: char| c.is_ascii_digit())
}

/// The most values or places that a text lists in a row: what `a to b` leaves out does not
/// count, and neither does what comes after `, and`, which begins another clause.
fn longest_list(text: &str) -> usize {
    let (mut longest, mut length, mut number) = (0, 0, false);
    let (mut comma, mut goes_on, mut to) = (false, false, false);
    for word in text.split_whitespace() {
        let bare = word.trim_end_matches([',', '.', ';', ':']);
        match bare {
            "to" => to = true,
            "and" | "or" => goes_on = !comma,
            item if is_item(item) => {
                let is_number = item.starts_with(|c: char| c.is_ascii_digit());
                let same = (to || goes_on) && is_number == number;
                length = if same { length } else { 0 } + usize::from(!(to && same));
                (number, goes_on, to) = (is_number, word.ends_with(','), false);
            }
            _ => (length, goes_on, to) = (0, false, false),
        }
        comma = word.ends_with(',');
        longest = longest.max(length);
    }
    longest
}

#[test]
fn lists_are_measured() {
    assert_eq!(longest_list("r1c1 is 3, so w2 can only be 1, 2 or 7 and w3 is 4."), 3);
    assert_eq!(longest_list("r1c1, r1c2 and r4c1 to r4c8 are empty"), 3);
    assert_eq!(longest_list("it weighs 3, 5 to 7, 9, 11, 13, 15, 17, 19 or 21"), 9);
    assert_eq!(longest_list("by column 2, r1c2, r2c2 and r5c2 are empty, and r3c2 is filled"), 3);
    assert_eq!(longest_list("nothing"), 0);
}

#[test]
fn explanations_can_be_read_aloud() {
    let mut all = Vec::new();
    for name in builtin_names() {
        all.extend(faults(&name, &*builtin(&name).expect("it is built in").puzzle));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
#[ignore = "needs the published puzzles (EQUIPOISE_CORPUS)"]
fn published_puzzles_can_be_read_aloud() {
    // A sample: all of them take minutes without optimisation.
    read_every(10);
}

#[cfg(feature = "long")]
#[test]
#[ignore = "needs the published puzzles (EQUIPOISE_CORPUS)"]
fn the_whole_corpus_can_be_read_aloud() {
    read_every(1);
}

fn read_every(nth: usize) {
    let (mut all, mut count) = (Vec::new(), 0);
    corpus_files::for_each(|name, document| {
        count += 1;
        if count % nth == 0 {
            all.extend(faults(name, &*document.puzzle));
        }
    });
    assert!(all.is_empty(), "{} faults:\n{}", all.len(), all.join("\n"));
}
