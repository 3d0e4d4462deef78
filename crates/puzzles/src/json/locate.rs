//! Where in a text the value at a path stands.
//!
//! Values carry no positions. A path is looked up only when there is an error to
//! report.

use crate::{Location, ReadError};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

impl ReadError {
    /// The same error, with the line and column of its path in the JSON text
    /// that it is about. The text begins at the line `first_line` of its file.
    #[must_use]
    pub fn in_json(self, text: &str, first_line: usize) -> ReadError {
        let found = self.place.path.as_ref().and_then(|path| locate(text, path));
        let at = found.map(|(line, column)| (line + first_line - 1, column)).or(self.place.at);
        ReadError { place: Location { at, ..self.place }, ..self }
    }
}

/// The line and the column, from 1, where the value at a path begins; `None`
/// when the text is not JSON or has no such value.
fn locate(text: &str, wanted: &str) -> Option<(usize, usize)> {
    let value = find(text.trim_start(), "", wanted)?;
    let before = &text[..value.as_ptr().addr() - text.as_ptr().addr()];
    let line = before.matches('\n').count() + 1;
    Some((line, before.rsplit('\n').next().unwrap_or("").chars().count() + 1))
}

/// The part of `text`, the value at `path`, that is the wanted value. Paths are
/// as [`Path`](super::Path) writes them.
fn find<'t>(text: &'t str, path: &str, wanted: &str) -> Option<&'t str> {
    if path == wanted {
        return Some(text);
    }
    if !wanted.starts_with(path) {
        return None;
    }
    if let Ok(items) = serde_json::from_str::<Vec<&RawValue>>(text) {
        return (0..).zip(items).find_map(|(i, item)| find(item.get(), &format!("{path}[{i}]"), wanted));
    }
    let fields: BTreeMap<String, &RawValue> = serde_json::from_str(text).ok()?;
    let dot = if path.is_empty() { "" } else { "." };
    fields.iter().find_map(|(name, value)| find(value.get(), &format!("{path}{dot}{name}"), wanted))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Node, parse};
    use serde_json::Value;

    /// The place of every value of a document, by the path that its node says.
    fn visit(node: &Node<'_>, text: &str) {
        let path = node.place().path.expect("only the root has no path");
        let (line, column) = locate(text, &path).unwrap_or_else(|| panic!("{path} is not found"));
        let rest: String = text.lines().nth(line - 1).unwrap().chars().skip(column - 1).collect();
        let start = match node.value() {
            Value::Array(_) => "[".to_owned(),
            Value::Object(_) => "{".to_owned(),
            other => other.to_string(),
        };
        assert!(rest.starts_with(&start), "{path}: {rest}");
        children(node, text);
    }

    fn children(node: &Node<'_>, text: &str) {
        match node.value() {
            Value::Array(_) => node.items("").unwrap().for_each(|item| visit(&item, text)),
            Value::Object(_) => node.entries("").unwrap().for_each(|(_, value)| visit(&value, text)),
            _ => {}
        }
    }

    #[test]
    fn every_value_is_found_where_it_stands() {
        let text = " { \"é\" : [1, [ ], {\"a.b\": null,\n  \"c\": \"x\\\"]\\\\\" , \"d\":[true , -25]}],\n\"e\": {}\n}";
        let value = parse(text, 1).unwrap();
        children(&Node::root(&value), text);
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        for text in ["", "{", "[1", "{\"a\"", "{\"a\" 1}", "\"", "[1 2]", "nonsense", "{\"a\": \"\\"] {
            assert_eq!(locate(text, "a.b"), None, "{text}");
        }
        assert_eq!(locate("[[1], 2]", "[1]"), Some((1, 7)));
    }
}
