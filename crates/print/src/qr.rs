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
    let mut group = Group::default();
    for (y, row) in code.to_colors().chunks(side).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|a, b| a == b) {
            if run[0] == Color::Dark {
                let at = ((x + QUIET) as f64 * MODULE, (y + QUIET) as f64 * MODULE);
                // Rows overlap a little, so that no white line shows between them.
                group.items.push((Part::Fill, Primitive::rect(at, run.len() as f64 * MODULE, MODULE + 0.1)));
            }
            x += run.len();
        }
    }
    picture.add(group);
    Some(picture)
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
