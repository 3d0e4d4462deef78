//! Read, draw, solve within few nodes, check the answer.
#![no_main]

use libfuzzer_sys::fuzz_target;
use puzzles::{Form, View};
use studio::{Options, Verdict};

/// Larger puzzles are read, but not solved here: they would only be slow.
const MOST_PLACES: usize = 400;

fuzz_target!(|bytes: &[u8]| {
    let Ok(entries) = puzzles::read(bytes, None, None) else { return };
    for document in entries.into_iter().filter_map(|entry| entry.document.ok()).take(3) {
        let puzzle = &*document.puzzle;
        if puzzle.places() > MOST_PLACES {
            continue;
        }
        let scene = puzzle.draw(&View::of(&puzzle.givens()));
        let _ = scene::TextRenderer::new().render(&scene);
        for form in [Form::Best, Form::Paper] {
            let limits = fd::Limits::none().nodes(200);
            let Ok(answer) = studio::verdict(puzzle, &Options { form, limits, ..Options::default() }) else { continue };
            let boards = match answer.result {
                Verdict::None | Verdict::Unknown(None, _) => vec![],
                Verdict::Unique(board) | Verdict::Unknown(Some(board), _) => vec![board],
                Verdict::Several(one, two) => vec![one, two],
            };
            for board in boards {
                assert_eq!(puzzle.violations(&board), [], "{form:?}");
            }
        }
    }
});
