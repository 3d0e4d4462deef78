//! Text for pages and pictures.

/// The text as it may stand in HTML and SVG, between tags or inside the quotes
/// of an attribute.
///
/// Characters that markup reserves are written as references. Those that are not
/// text are replaced: control characters other than tab and line feed, those that
/// change the direction of writing (one name could pass for another), and those
/// that XML forbids.
///
/// ```
/// assert_eq!(scene::escape("a < \"b\""), "a &lt; &quot;b&quot;");
/// assert_eq!(scene::escape("\u{202e}gnp.exe"), "\u{fffd}gnp.exe");
/// ```
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

/// Whether a character must not be shown: it controls a terminal, changes the
/// direction of writing, or is not a character.
pub(crate) fn is_unprintable(char: char) -> bool {
    char.is_control()
        || matches!(char, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        || matches!(char, '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}
