//! Text for a terminal: paragraphs wrapped to its width, and text from outside (names
//! of files, titles) made safe to show: characters that control a terminal or change
//! the direction of writing are shown as their numbers.

use serde_json::Value;
use std::borrow::Cow;
use std::env;
use std::fmt::Write as _;
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

/// Whether these variables of the environment name a locale with more than ASCII, if they
/// name one.
pub(crate) fn has_unicode(variable: impl Fn(&str) -> Option<String>) -> Option<bool> {
    let set = |name| variable(name).filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set)?.to_lowercase();
    Some(locale.contains("utf-8") || locale.contains("utf8"))
}

/// Whether the locale has only ASCII. If none is named, it is not known what reads the output.
pub(crate) fn is_ascii() -> bool {
    has_unicode(|name| env::var(name).ok()) == Some(false)
}

/// Whether a character affects the text around it.
fn steers(c: char) -> bool {
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || turns || matches!(c, '\u{2028}' | '\u{2029}')
}

fn replaced(text: &str, replace: impl Fn(char) -> bool, write: impl Fn(char, &mut String)) -> Cow<'_, str> {
    if !text.contains(&replace) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if replace(c) { write(c, &mut safe) } else { safe.push(c) }
    }
    Cow::Owned(safe)
}

/// A name or other one-line text, to be shown.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    replaced(text, steers, |c, safe| safe.extend(c.escape_default()))
}

/// The same for text of several lines.
pub(crate) fn visible_lines(text: &str) -> Cow<'_, str> {
    replaced(text, |c| c != '\n' && steers(c), |c, safe| safe.extend(c.escape_default()))
}

/// A JSON value on a line of its own. Its meaning stays the same: such characters
/// occur only in strings, where every character may be written as its number.
pub(crate) fn json_line(value: &Value) -> String {
    let escape = |c: char, safe: &mut String| {
        for unit in c.encode_utf16(&mut [0; 2]) {
            let _ = write!(safe, "\\u{unit:04x}");
        }
    };
    let text = value.to_string();
    let mut line = replaced(&text, steers, escape).into_owned();
    line.push('\n');
    line
}

/// The columns that a paragraph may take on a wide terminal.
const MOST_COLUMNS: usize = 100;

/// A paragraph that begins with `label`; further lines are indented to match. It is
/// as wide as the terminal, or 80 columns if there is none. A locale that has only ASCII
/// gets no other sign for a product.
pub(crate) fn wrapped(label: &str, text: &str) -> String {
    let indent = " ".repeat(label.chars().count());
    let options = Options::new(textwrap::termwidth().min(MOST_COLUMNS))
        .initial_indent(label)
        .subsequent_indent(&indent)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit)
        .break_words(false);
    let text = if is_ascii() { text.replace('×', "*").into() } else { Cow::Borrowed(text) };
    let words: Vec<&str> = text.split_whitespace().collect();
    textwrap::fill(&words.join(" "), options) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_steers_is_shown() {
        assert_eq!(visible("plain é 漢"), "plain é 漢");
        assert_eq!(visible("a\x1b[31mb\n"), "a\\u{1b}[31mb\\n");
        assert_eq!(visible("a\u{9b}2J\u{202e}txt.\u{7f}"), "a\\u{9b}2J\\u{202e}txt.\\u{7f}");
        assert_eq!(visible_lines("one\ntwo\r\n"), "one\ntwo\\r\n");
    }

    #[test]
    fn json_means_what_it_meant() {
        let value = json!({ "file": "a\u{1b}\u{9b}\u{202e}\u{2028}\n\"é" });
        let line = json_line(&value);
        assert_eq!(line, "{\"file\":\"a\\u001b\\u009b\\u202e\\u2028\\n\\\"é\"}\n");
        assert_eq!(serde_json::from_str::<Value>(&line).unwrap(), value);
    }

    #[test]
    fn lines_end_before_the_margin() {
        let text = "word ".repeat(40);
        let out = wrapped(" 1. ", &text);
        assert!(out.lines().all(|line| line.len() <= 80 && !line.ends_with(' ')));
        assert!(out.lines().skip(1).all(|line| line.starts_with("    word")));
        assert_eq!(out.split_whitespace().count(), 41);
        assert_eq!(wrapped("", "a"), "a\n");
    }
}
