//! How drawings look on paper: black, with one light grey for what is given.

use scene::picture::{Paint, Part, Picture, Primitive, Rule, Sheet, Style};

const INK: Paint = Paint::new(0, 0);
const SOFT: Paint = Paint::new(0x4a_4a_4a, 0x4a_4a_4a);
const PAPER: Paint = Paint::new(0xff_ff_ff, 0xff_ff_ff);
const GIVEN: Paint = Paint::new(0xe8_e8_e8, 0xe8_e8_e8);

/// The sheet of everything printed. Nothing is pointed at in a book but what is
/// wrong, which is struck through.
pub(crate) static SHEET: Sheet = Sheet(&[
    all(Part::Paper, Style::filled(PAPER)),
    all(Part::Outline, Style::drawn(INK, 1.2).fill(PAPER)),
    all(Part::ThickOutline, Style::drawn(INK, 2.5).fill(PAPER)),
    all(Part::FineOutline, Style::drawn(INK, 0.8).fill(PAPER)),
    all(Part::Ring, Style::drawn(INK, 2.0)),
    all(Part::Selection, Style::drawn(INK, 3.0)),
    all(Part::Strike, Style::drawn(INK, 2.0)),
    all(Part::Line, Style::drawn(INK, 1.2)),
    all(Part::ThickLine, Style::drawn(INK, 3.5)),
    all(Part::HiddenLine, Style::drawn(SOFT, 1.2).dash(1.5, 4.0)),
    all(Part::Fill, Style::filled(INK)),
    all(Part::Pivot, Style::filled(INK)),
    all(Part::Text, Style::filled(INK)),
    all(Part::Candidate, Style::filled(SOFT)),
    all(Part::Caption, Style::filled(SOFT)),
    role("clue", Part::Text, Style::BOLD),
    role("clue", Part::Outline, Style::drawn(INK, 1.2).fill(GIVEN)),
    role("clue", Part::ThickOutline, Style::drawn(INK, 2.5).fill(GIVEN)),
    role("label", Part::Text, Style::halo(PAPER, 4.0).fill(SOFT)),
]);

const fn all(part: Part, style: Style) -> Rule {
    Rule { role: "", part, style }
}

const fn role(role: &'static str, part: Part, style: Style) -> Rule {
    Rule { role, part, style }
}

/// The size of digits in a drawing that shows none, such as an empty board.
const USUAL: f64 = 15.0;

/// The size of the smallest text of a picture, in its pixels.
pub(crate) fn finest(picture: &Picture) -> f64 {
    let items = picture.groups().iter().flat_map(|group| &group.items);
    let sizes = items.filter_map(|(_, primitive)| match primitive {
        Primitive::Text { size, .. } => Some(*size),
        _ => None,
    });
    sizes.fold(USUAL, f64::min)
}
