//! The fonts of a book: which glyphs a text has, and how wide it is.

use rustybuzz::UnicodeBuffer;
use std::ops::Range;
use std::sync::LazyLock;

/// One of the fonts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Face {
    Plain,
    Bold,
    Mono,
}

impl Face {
    pub(crate) const ALL: [Face; 3] = [Face::Plain, Face::Bold, Face::Mono];

    /// The font as a file.
    pub(crate) fn bytes(self) -> &'static [u8] {
        match self {
            Face::Plain => include_bytes!("../assets/NotoSans-Regular.ttf"),
            Face::Bold => include_bytes!("../assets/NotoSans-Bold.ttf"),
            Face::Mono => include_bytes!("../assets/NotoSansMono-Regular.ttf"),
        }
    }

    /// What is ready for setting text.
    fn font(self) -> &'static rustybuzz::Face<'static> {
        static FONTS: LazyLock<[rustybuzz::Face<'static>; 3]> = LazyLock::new(|| {
            Face::ALL.map(|face| rustybuzz::Face::from_slice(face.bytes(), 0).expect("the font is part of the program"))
        });
        &FONTS[self as usize]
    }

    /// The glyphs of a line of text, in order.
    pub(crate) fn glyphs(self, text: &str) -> Vec<Glyph> {
        let font = self.font();
        let em = f64::from(font.units_per_em());
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        let shaped = rustybuzz::shape(font, &[], buffer);
        let infos = shaped.glyph_infos();
        let end = |i: usize| {
            let own = infos[i].cluster;
            infos[i..].iter().find(|info| info.cluster > own).map_or(text.len(), |info| info.cluster as usize)
        };
        let glyph = |i: usize| {
            let place = shaped.glyph_positions()[i];
            Glyph {
                id: infos[i].glyph_id,
                text: infos[i].cluster as usize..end(i),
                advance: f64::from(place.x_advance) / em,
                offset: (f64::from(place.x_offset) / em, f64::from(place.y_offset) / em),
            }
        };
        (0..infos.len()).map(glyph).collect()
    }

    /// How wide a line of text is.
    pub(crate) fn width(self, size: f64, text: &str) -> f64 {
        self.glyphs(text).iter().map(|glyph| glyph.advance).sum::<f64>() * size
    }
}

/// A glyph of a line of text. Lengths are in units of the font's size.
#[derive(Debug, Clone)]
pub(crate) struct Glyph {
    pub(crate) id: u32,
    /// The bytes of the text that it shows.
    pub(crate) text: Range<usize>,
    pub(crate) advance: f64,
    pub(crate) offset: (f64, f64),
}

/// A text from outside, with only what can be printed: a character that the
/// fonts do not have becomes U+FFFD, one that controls something a blank.
pub(crate) fn printable(text: &str) -> String {
    let shown = |char: char| match char {
        char if char.is_control() || char.is_whitespace() => ' ',
        char if is_lacking(char) => '\u{fffd}',
        char => char,
    };
    text.chars().map(shown).collect()
}

/// Whether one of the fonts lacks a character that should be seen.
pub(crate) fn is_lacking(char: char) -> bool {
    let is_seen = !char.is_control() && !char.is_whitespace();
    is_seen && Face::ALL.iter().any(|face| face.font().glyph_index(char).is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_has_its_font() {
        for face in Face::ALL {
            let glyphs = face.glyphs("Gap 12");
            assert_eq!(glyphs.len(), 6);
            assert!(glyphs.iter().all(|glyph| glyph.id != 0 && glyph.advance > 0.0), "{face:?}");
        }
        let digits: Vec<f64> = ('0'..='9').map(|digit| Face::Bold.width(10.0, &digit.to_string())).collect();
        assert!(digits.iter().all(|width| *width == digits[0]), "digits are equally wide");
    }

    #[test]
    fn glyphs_cover_the_text() {
        let text = "Año 1̃ – привет";
        let glyphs = Face::Plain.glyphs(text);
        assert_eq!(glyphs[0].text.start, 0);
        assert_eq!(glyphs.last().unwrap().text.end, text.len());
        assert!(glyphs.windows(2).all(|pair| pair[0].text.end == pair[1].text.start || pair[0].text == pair[1].text));
    }

    #[test]
    fn what_cannot_be_printed_is_replaced() {
        assert_eq!(printable("a\tb\u{1b}é漢\u{202e}"), "a b é\u{fffd}\u{fffd}");
        assert_eq!(printable("\u{fffd}"), "\u{fffd}");
    }
}
