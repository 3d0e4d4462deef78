//! How drawings look on paper: black, with one light grey for what is given.

use crate::font::Face;
use scene::Role;
use scene::picture::{Anchor, Paint, Part, Picture, Primitive, Rule, Sheet, Style};

const INK: Paint = Paint::new(0, 0);
const SOFT: Paint = Paint::new(0x4a_4a_4a, 0x4a_4a_4a);
const PAPER: Paint = Paint::new(0xff_ff_ff, 0xff_ff_ff);
const GIVEN: Paint = Paint::new(0xe8_e8_e8, 0xe8_e8_e8);

/// The sheet of everything printed. Nothing is pointed at in a book but what is
/// wrong, which is struck through.
pub(crate) static SHEET: Sheet = Sheet(&[&[
    Rule::all(Part::Paper, Style::filled(PAPER)),
    Rule::all(Part::Outline, Style::drawn(INK, 1.2).fill(PAPER)),
    Rule::all(Part::ThickOutline, Style::drawn(INK, 2.5).fill(PAPER)),
    Rule::all(Part::FineOutline, Style::drawn(INK, 0.8).fill(PAPER)),
    Rule::all(Part::Ring, Style::drawn(INK, 2.0)),
    Rule::all(Part::Selection, Style::drawn(INK, 3.0)),
    Rule::all(Part::Strike, Style::drawn(INK, 2.0)),
    Rule::all(Part::Line, Style::drawn(INK, 1.2)),
    Rule::all(Part::ThickLine, Style::drawn(INK, 3.5)),
    Rule::all(Part::HiddenLine, Style::drawn(SOFT, 1.2).dash(1.5, 4.0)),
    Rule::all(Part::Fill, Style::filled(INK)),
    Rule::all(Part::Pivot, Style::filled(INK)),
    Rule::all(Part::Text, Style::filled(INK)),
    Rule::all(Part::Candidate, Style::filled(SOFT)),
    Rule::all(Part::Caption, Style::filled(SOFT)),
    Rule::of("clue", Part::Text, Style::BOLD),
    Rule::of("clue", Part::Outline, Style::drawn(INK, 1.2).fill(GIVEN)),
    Rule::of("clue", Part::ThickOutline, Style::drawn(INK, 2.5).fill(GIVEN)),
    Rule::of("label", Part::Text, Style::halo(PAPER, 4.0).fill(SOFT)),
]]);

/// How much larger type is than on a screen: digits take about half of a cell.
pub(crate) const LARGER: f64 = 1.4;
/// The size of digits in a drawing that shows none, such as an empty board.
const USUAL: f64 = 15.0 * LARGER;

/// How large names are beside digits, at least. Nobody has to read those of all
/// rows and weights to solve a puzzle.
const NAMES: f64 = 0.75;

/// The size of the smallest digits of a picture, in its pixels. Names count as
/// digits of the size that they may stand beside; in large print, as themselves.
pub(crate) fn finest(picture: &Picture, large: bool) -> f64 {
    let names = if large { 1.0 } else { NAMES };
    let sizes = picture.groups.iter().flat_map(|group| {
        let is_label = group.roles.contains(&Role::Label.name());
        group.items.iter().filter_map(move |(part, primitive)| match primitive {
            Primitive::Text { size, .. } if is_label || *part == Part::Caption => Some(size / names),
            Primitive::Text { size, .. } => Some(*size),
            _ => None,
        })
    });
    sizes.fold(USUAL, f64::min)
}

/// Where a text of this width starts, seen from its anchor.
pub(crate) fn start(anchor: Anchor, wide: f64) -> f64 {
    match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => -wide / 2.0,
        Anchor::End => -wide,
    }
}

/// The texts of a picture, with left, top, right and bottom of each, in pixels.
pub(crate) fn texts(picture: &Picture) -> impl Iterator<Item = ([f64; 4], &str)> {
    let items = picture.groups.iter().flat_map(|group| group.items.iter().map(move |item| (group, item)));
    items.filter_map(|(group, (part, primitive))| {
        let Primitive::Text { at: (x, y), anchor, size, text, .. } = primitive else { return None };
        let bold = picture.sheet.style(&group.roles, *part).bold;
        let wide = if bold { Face::Bold } else { Face::Plain }.width(*size, text);
        let left = x + start(*anchor, wide);
        Some(([left, y - DIGIT * size, left + wide, *y], text.as_str()))
    })
}

/// The height of a digit, as a share of the size of its type.
const DIGIT: f64 = 0.72;
