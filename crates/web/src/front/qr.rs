//! Addresses as QR codes.

use qrcode::{Color, EcLevel, QrCode};
use std::fmt::Write as _;

/// The white around a code, in modules, as its standard wants it.
const QUIET: usize = 4;

/// The longest text that is drawn: more would be too fine for a phone's camera.
pub(super) const MOST: usize = 1200;

/// The code of a text as SVG, black on white in every theme; none when it is too long.
pub(super) fn svg(text: &str) -> Option<String> {
    if text.len() > MOST {
        return None;
    }
    let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
    let side = code.width();
    let whole = side + 2 * QUIET;
    let dark = code.to_colors().into_iter().enumerate().filter(|(_, color)| *color == Color::Dark);
    let mut path = String::new();
    for (at, _) in dark {
        let _ = write!(path, "M{} {}h1v1h-1z", at % side + QUIET, at / side + QUIET);
    }
    Some(format!(
        "<svg viewBox=\"0 0 {whole} {whole}\" shape-rendering=\"crispEdges\"><rect width=\"{whole}\" height=\"{whole}\" fill=\"#fff\"/>\
         <path d=\"{path}\" fill=\"#000\"/></svg>"
    ))
}
