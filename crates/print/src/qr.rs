//! Links as QR codes.

use crate::look::SHEET;
use qrcode::{Color, EcLevel, QrCode};
use scene::picture::{Group, Part, Picture, Primitive};

/// The side of a module, in pixels.
pub(crate) const MODULE: f64 = 4.0;
/// The white around a code, in modules, as its standard wants it.
const QUIET: usize = 4;
/// The most modules on a side: more would fill half of a page.
const MOST: usize = 97;

/// The code of an address, unless it is too long for one of a handy size.
pub(crate) fn code(address: &str) -> Option<Picture> {
    let code = [EcLevel::M, EcLevel::L].into_iter().find_map(|level| {
        let code = QrCode::with_error_correction_level(address, level).ok()?;
        (code.width() <= MOST).then_some(code)
    })?;
    let side = code.width();
    let whole = (side + 2 * QUIET) as f64 * MODULE;
    let mut picture = Picture::new("QR code", whole, whole, &SHEET);
    let modules = code.to_colors();
    let dark = |x: usize, y: usize| modules[y * side + x] == Color::Dark;
    // Rows, and columns over them: rectangles that only touch show a pale seam
    // where a screen or a printer paints half a dot.
    let rows = (0..side).flat_map(|y| runs(side, |x| dark(x, y)).into_iter().map(move |(x, long)| (x, y, long, 1)));
    let columns = (0..side).flat_map(|x| runs(side, |y| dark(x, y)).into_iter().map(move |(y, long)| (x, y, 1, long)));
    let columns = columns.filter(|&(.., long)| long > 1);
    let paint = |(x, y, wide, high): (usize, usize, usize, usize)| {
        let at = ((x + QUIET) as f64 * MODULE, (y + QUIET) as f64 * MODULE);
        (Part::Fill, Primitive::rect(at, wide as f64 * MODULE, high as f64 * MODULE))
    };
    let group = Group { items: rows.chain(columns).map(paint).collect(), ..Group::default() };
    picture.groups.push(group);
    Some(picture)
}

/// The stretches of a line that are dark: where each begins, and how long it is.
fn runs(side: usize, dark: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let starts = (0..side).filter(|&at| dark(at) && (at == 0 || !dark(at - 1)));
    starts.map(|start| (start, (start..side).take_while(|&at| dark(at)).count())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_addresses_have_no_code() {
        assert!(code("https://example.org/#1abc").is_some());
        assert!(code(&"a".repeat(8000)).is_none());
        let medium = code(&"a".repeat(600)).unwrap();
        assert!(medium.width <= (MOST + 2 * QUIET) as f64 * MODULE);
    }
}
