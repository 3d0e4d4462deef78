//! Pages of rules as text: one to start from, which ones a text brings along, and what one says of itself before
//! anybody has read it.

use crate::rules_in_link;
use serde_json::{Deserializer, Value};

/// A page of rules with remarks, for somebody who wants to write one.
pub const SAMPLE_RULES: &str = include_str!("sample.rules");

/// The most letters of a title, of rules and of a line that are shown.
const MOST_TITLE: usize = 60;
const MOST_RULES: usize = 600;
const MOST_LINE: usize = 1_000;

/// What a browser keeps is text within text, this deep at most.
const MOST_DEPTH: u32 = 3;

/// The pages of rules that a text brings along, whatever it is: a code or a link, a puzzle, a game, or all that
/// somebody has kept. Nothing is done with them.
pub fn rules_in_text(text: &str) -> Vec<String> {
    let mut pages = match rules_in_link(text) {
        Ok(page) => Vec::from_iter(page),
        Err(_) => pages_of(text, MOST_DEPTH),
    };
    pages.sort();
    pages.dedup();
    pages
}

/// The same of JSON, one value or several.
fn pages_of(text: &str, depth: u32) -> Vec<String> {
    let values = Deserializer::from_str(text.trim_start_matches('\u{feff}')).into_iter::<Value>();
    values.map_while(Result::ok).flat_map(|value| pages_in(&value, depth)).collect()
}

fn pages_in(value: &Value, depth: u32) -> Vec<String> {
    match value {
        Value::Array(items) => items.iter().flat_map(|item| pages_in(item, depth)).collect(),
        Value::Object(fields) => {
            let page = |(name, value): (&String, &Value)| match value.as_str() {
                Some(page) if name == "rule_page" || name.starts_with("rules/") => vec![page.to_owned()],
                _ => pages_in(value, depth),
            };
            fields.iter().flat_map(page).collect()
        }
        Value::String(text) if depth > 0 && text.trim_start().starts_with('{') => pages_of(text, depth - 1),
        _ => Vec::new(),
    }
}

/// What a page of rules says of itself. Nothing of it is tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// The name of the puzzle.
    pub title: String,
    /// The rules for people.
    pub rules: String,
    /// The whole page, line by line.
    pub page: String,
}

impl Heading {
    /// The heading of a page that may be by anybody: plain letters, and not too many of them.
    ///
    /// ```
    /// let heading = play::Heading::of("# mine\npuzzle Star Battle as stars\nrules \"Put {stars} stars.\"");
    /// assert_eq!((heading.title.as_str(), heading.rules.as_str()), ("Star Battle", "Put {stars} stars."));
    /// ```
    pub fn of(page: &str) -> Heading {
        let after = |word: &str| {
            let line = page.lines().find_map(|line| line.trim_start().strip_prefix(word)?.strip_prefix(' '));
            line.unwrap_or("").trim()
        };
        let title = after("puzzle").split('#').next().unwrap_or("");
        let title = title.rsplit_once(" as ").map_or(title, |(title, _)| title);
        let rules = after("rules").trim_start_matches('"').split('"').next().unwrap_or("");
        let lines = page.lines().map(|line| plain(line, MOST_LINE) + "\n").collect();
        Heading { title: plain(title, MOST_TITLE), rules: plain(rules, MOST_RULES), page: lines }
    }
}

/// The letters of a text that do not steer what is around them.
fn plain(text: &str, most: usize) -> String {
    let steers = |c: char| {
        c.is_control()
            || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    text.trim_end().chars().filter(|&c| !steers(c)).take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_found_wherever_they_are() {
        let puzzle = r#"{"puzzle":"mine","rule_page":"puzzle Mine","rows":[]}"#;
        let game = format!(r#"{{"version":2,"puzzle":{puzzle},"done":[]}}"#);
        let kept = serde_json::json!({ "equipoise": 1, "kept": { "game/a": game, "rules/other": "puzzle Other" } });
        for text in [puzzle, &game, &format!("{puzzle}\n{puzzle}\n"), &format!("\u{feff}{puzzle}")] {
            assert_eq!(rules_in_text(text), ["puzzle Mine"], "{text}");
        }
        assert_eq!(rules_in_text(&kept.to_string()), ["puzzle Mine", "puzzle Other"]);
        for text in ["", "{", "gap\n8 8", r#"{"puzzle":"gap","rule_page":7}"#, &"[".repeat(100_000)] {
            assert!(rules_in_text(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn a_hostile_heading_is_plain() {
        let heading = Heading::of("puzzle \u{202e}evil\u{1b}[31m <b>\nrules \"a\u{200b}b\u{7}\"");
        assert_eq!((heading.title.as_str(), heading.rules.as_str()), ("evil[31m <b>", "ab"));
        assert_eq!(heading.page, "puzzle evil[31m <b>\nrules \"ab\"\n");
        assert_eq!(Heading::of(""), Heading { title: String::new(), rules: String::new(), page: String::new() });
        assert_eq!(Heading::of(&format!("puzzle {}", "x".repeat(9_999))).title.len(), MOST_TITLE);
    }
}
