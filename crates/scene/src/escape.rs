//! Text for pages and pictures.

/// The text as it may stand in HTML and SVG, between tags or inside the quotes
/// of an attribute.
///
/// What markup reserves is written as references. Characters that are not text
/// are replaced: control characters other than tab and line feed, those that
/// change the direction of writing (they let a name pretend to be another),
/// and those that XML forbids.
///
/// ```
/// assert_eq!(scene::escape("a < \"b\""), "a &lt; &quot;b&quot;");
/// assert_eq!(scene::escape("\u{202e}gnp.exe"), "\u{fffd}gnp.exe");
/// ```
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(char),
            _ if is_unprintable(char) => out.push('\u{fffd}'),
            _ => out.push(char),
        }
    }
    out
}

/// Whether a character must not reach a reader: it drives a terminal, turns
/// the direction of writing, or is none.
pub(crate) fn is_unprintable(char: char) -> bool {
    char.is_control()
        || matches!(char, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        || matches!(char, '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}
