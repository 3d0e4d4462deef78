//! Gap, Aztec Math and Trid as pages of rules have the verdicts and solutions that the built-in kinds have.

use crate::corpus_files;

#[path = "../../puzzles/tests/kinds/mod.rs"]
mod kinds;

use fd::Limits;
use puzzles::{Document, Puzzle};
use studio::{Options, Verdict};

/// Every so many puzzles are asked; all of them in the tests that take minutes.
const EVERY: usize = if cfg!(feature = "long") { 1 } else { 6 };

#[test]
#[ignore = "needs the published puzzles (EQUIPOISE_CORPUS)"]
fn pages_of_rules_say_what_the_built_in_kinds_say() {
    let mut wrong = Vec::new();
    let mut puzzles: usize = 0;
    corpus_files::for_each(|name, document| {
        let Some((page, mut fields)) = kinds::by_page(&document.to_json()) else { return };
        puzzles += 1;
        if !puzzles.is_multiple_of(EVERY) {
            return;
        }
        fields["puzzle"] = page.name.into();
        let same = Document::from_json(&fields, Some(page)).expect(name);
        let verdicts = [document, &same].map(|document| verdict(&*document.puzzle));
        if verdicts[0] != verdicts[1] {
            wrong.push(format!("{name}: {verdicts:?}"));
        }
    });
    assert!(puzzles >= 454, "{puzzles} puzzles");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The verdict in a word, and the solution if there is one.
fn verdict(puzzle: &dyn Puzzle) -> (&'static str, Vec<Option<i32>>) {
    let options = Options { limits: Limits::none().nodes(1_000_000), ..Options::default() };
    match studio::verdict(puzzle, &options).expect("it fits the kernel").result {
        Verdict::None => ("none", Vec::new()),
        Verdict::Unique(board) => ("unique", board.iter().collect()),
        Verdict::Several(..) => ("several", Vec::new()),
        Verdict::Unknown(..) => ("unknown", Vec::new()),
    }
}
