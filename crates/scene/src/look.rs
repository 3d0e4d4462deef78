//! How drawings of puzzles look in a file of their own.

use crate::picture::{Paint, Part, Rule, Sheet, Style};

const INK: Paint = Paint::new(0x1c_1b_18, 0xe9_e7_e2);
const SOFT: Paint = Paint::new(0x5f_5d_57, 0xaa_a6_9d);
const PAPER: Paint = Paint::new(0xff_ff_ff, 0x19_18_15);
const GIVEN: Paint = Paint::new(0xe9_e7_e1, 0x3b_39_33);
const CHOSEN: Paint = Paint::new(0x1f_5f_a8, 0x8a_b8_f0);
const CAUSE: Paint = Paint::new(0x00_72_b2, 0x6c_bc_f0);
const CAUSE_TINT: Paint = Paint::new(0xd6_ec_fa, 0x12_34_4a);
const EFFECT: Paint = Paint::new(0xa8_6a_00, 0xf0_b8_4c);
const EFFECT_TINT: Paint = Paint::new(0xff_f3_d6, 0x40_31_0c);
const WRONG: Paint = Paint::new(0xc2_4e_00, 0xff_9a_5c);
const WRONG_TINT: Paint = Paint::new(0xfb_e3_d6, 0x47_23_12);

/// The colours are close to those of Okabe and Ito ("Color Universal Design",
/// 2008), which can be told apart with any kind of colour vision. The drawings can
/// be read without them: causes are dashed, effects heavy, errors struck through.
pub(crate) static SHEET: Sheet = Sheet(&[&[
    Rule::all(Part::Paper, Style::filled(PAPER)),
    Rule::all(Part::Outline, Style::drawn(INK, 1.5).fill(PAPER)),
    Rule::all(Part::ThickOutline, Style::drawn(INK, 2.5).fill(PAPER)),
    Rule::all(Part::FineOutline, Style::drawn(SOFT, 0.75).fill(PAPER)),
    Rule::all(Part::Selection, Style::drawn(CHOSEN, 4.0)),
    Rule::all(Part::Strike, Style::drawn(WRONG, 2.0)),
    Rule::all(Part::Line, Style::drawn(INK, 1.5)),
    Rule::all(Part::ThickLine, Style::drawn(INK, 4.0)),
    Rule::all(Part::HiddenLine, Style::drawn(SOFT, 1.5).dash(1.5, 4.0)),
    Rule::all(Part::Fill, Style::filled(INK)),
    Rule::all(Part::Pivot, Style::filled(INK)),
    Rule::all(Part::Text, Style::filled(INK)),
    Rule::all(Part::Candidate, Style::filled(SOFT)),
    Rule::all(Part::Caption, Style::filled(SOFT)),
    Rule::of("clue", Part::Text, Style::BOLD),
    Rule::of("clue", Part::Outline, Style::drawn(INK, 1.5).fill(GIVEN)),
    Rule::of("clue", Part::ThickOutline, Style::drawn(INK, 2.5).fill(GIVEN)),
    Rule::of("checkpoint", Part::Text, Style::SLANTED),
    Rule::of("checkpoint", Part::Fill, Style::filled(SOFT)),
    Rule::of("blank", Part::Text, Style::filled(SOFT)),
    // Strings may pass behind the name of a bar.
    Rule::of("label", Part::Text, Style::halo(PAPER, 4.0).fill(SOFT)),
    Rule::of("selected", Part::ThickLine, Style::drawn(CHOSEN, 7.0)),
    Rule::of("cause", Part::Ring, Style::drawn(CAUSE, 3.0).fill(CAUSE_TINT).dash(6.0, 3.0)),
    Rule::of("cause", Part::Line, Style::drawn(CAUSE, 3.0).dash(12.0, 4.0)),
    Rule::of("cause", Part::ThickLine, Style::drawn(CAUSE, 5.0).dash(12.0, 4.0)),
    Rule::of("cause", Part::Pivot, Style::filled(CAUSE)),
    Rule::of("effect", Part::Ring, Style::drawn(EFFECT, 4.0).fill(EFFECT_TINT)),
    Rule::of("effect", Part::Line, Style::drawn(EFFECT, 4.0)),
    Rule::of("effect", Part::ThickLine, Style::drawn(EFFECT, 6.0)),
    Rule::of("effect", Part::Pivot, Style::filled(EFFECT)),
    Rule::of("wrong", Part::Ring, Style::drawn(WRONG, 3.0).fill(WRONG_TINT)),
    Rule::of("wrong", Part::Line, Style::drawn(WRONG, 3.0)),
    Rule::of("wrong", Part::ThickLine, Style::drawn(WRONG, 5.0)),
    Rule::of("wrong", Part::Pivot, Style::filled(WRONG)),
]]);

#[cfg(test)]
mod tests {
    use super::*;

    fn luminance(colour: u32) -> f64 {
        let channel = |shift: u32| {
            let c = f64::from(colour >> shift & 0xff) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0)
    }

    /// The contrast of WCAG 2.2, on light paper and on dark.
    fn contrast(a: Paint, b: Paint) -> f64 {
        let (Paint::Colour { light, dark }, Paint::Colour { light: l, dark: d }) = (a, b) else { return 1.0 };
        let ratio = |a, b| {
            let (a, b) = (luminance(a), luminance(b));
            (a.max(b) + 0.05) / (a.min(b) + 0.05)
        };
        ratio(light, l).min(ratio(dark, d))
    }

    #[test]
    fn everything_can_be_seen() {
        for role in ["", "clue", "entry", "checkpoint", "blank", "label"] {
            for emphasis in ["", "cause", "effect", "wrong"] {
                let roles = [role, emphasis];
                let ground = match SHEET.style(&roles, Part::Ring).fill {
                    Some(tint) => tint,
                    None => SHEET.style(&roles, Part::Outline).fill.unwrap(),
                };
                for part in [Part::Text, Part::Candidate, Part::Caption] {
                    let ink = SHEET.style(&roles, part).fill.unwrap();
                    assert!(contrast(ink, ground) >= 4.5, "{roles:?} {part:?}: {}", contrast(ink, ground));
                }
                for part in [Part::Selection, Part::Strike, Part::Ring, Part::Line, Part::ThickLine] {
                    let Some(ink) = SHEET.style(&roles, part).stroke else { continue };
                    assert!(contrast(ink, PAPER) >= 3.0, "{roles:?} {part:?}: {}", contrast(ink, PAPER));
                }
            }
        }
    }

    /// Style sheets and [`Sheet::style`] agree only in this order.
    #[test]
    fn what_holds_for_all_comes_first() {
        assert!(SHEET.0.iter().copied().flatten().is_sorted_by_key(|rule| !rule.role.is_empty()));
    }
}
