//! Edits of sketches, one per line; the first byte chooses the kind. An edit
//! that is refused changes nothing, and all can be taken back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use puzzles::{Board, Edit, KINDS, Sketch};
use play::Sketchbook;

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, bytes)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let kind = KINDS[first as usize % KINDS.len()];
    let Ok(start) = (kind.sketch)(kind.making.tested[0].0) else { return };
    let before = seen(&*start);
    let mut book = Sketchbook::new(start);
    for line in text.lines() {
        let Ok(edit) = serde_json::from_str::<Edit>(line) else { continue };
        let here = seen(book.sketch());
        if book.edit(edit).is_err() {
            assert_eq!(seen(book.sketch()), here);
        }
    }
    let places = book.sketch().place_ids().len();
    let _ = book.sketch().picture(&Board::blank(places));
    while book.undo() {}
    assert_eq!(seen(book.sketch()), before);
});

/// Everything that can be touched, with what it has.
fn seen(sketch: &dyn Sketch) -> Vec<(String, Option<i32>)> {
    sketch.targets().into_iter().map(|target| (target.id.clone(), sketch.value(&target.id))).collect()
}
