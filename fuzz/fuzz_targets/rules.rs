//! Pages of rules. One that can be read makes a kind whose small puzzles are posed, checked, drawn and
//! written, and read back the same.
#![no_main]

use fd::{Limits, Random};
use libfuzzer_sys::fuzz_target;
use puzzles::{Board, Document, View};

fuzz_target!(|page: &str| {
    let heading = play::Heading::of(page);
    assert!(!heading.title.contains(char::is_control) && !heading.rules.contains(char::is_control));
    let Ok(kind) = puzzles::load(page) else { return };
    let puzzle = (kind.sample)(&mut Random::new(1));
    let violations = puzzle.violations(&Board::blank(puzzle.places()));
    assert!(violations.iter().all(|violation| !violation.message.is_empty()));
    puzzle.draw(&View::of(&puzzle.givens()));
    let options = studio::Options { limits: Limits::none().nodes(50).work(20_000), ..studio::Options::default() };
    if let Ok(answer) = studio::first(&*puzzle, &options)
        && let Ok(Some(board)) = answer.result
    {
        assert_eq!(puzzle.violations(&board), [], "the solver keeps the rules");
    }
    let whole = puzzles::whole_fields(&*puzzle).into();
    let again = Document::from_json(&whole, Some(kind)).expect("what was written reads");
    assert_eq!(again.puzzle.write_json(), puzzle.write_json());
});
