//! Where in a text the value at a path stands.

use crate::{Location, ReadError};

impl ReadError {
    /// The same error, with the line and column of its path in the JSON text
    /// that it is about. The text begins at the line `first_line` of its file.
    #[must_use]
    pub fn in_json(self, text: &str, first_line: usize) -> ReadError {
        let place = match self.place {
            Location::Path(path) => match locate(text, &path) {
                Some((line, column)) => Location::PathAt { path, line: line + first_line - 1, column },
                None => Location::Path(path),
            },
            other => other,
        };
        ReadError { place, ..self }
    }
}

/// The line and the column, from 1, where the value at a path begins; `None`
/// when the text is not JSON or has no such value.
fn locate(text: &str, wanted: &str) -> Option<(usize, usize)> {
    let mut walk = Walk { text, at: 0, path: String::new(), wanted };
    let Outcome::Found(start) = walk.value()? else { return None };
    let before = &text[..start];
    let line = before.matches('\n').count() + 1;
    Some((line, before.rsplit('\n').next().unwrap_or("").chars().count() + 1))
}

/// A walk over the values of a JSON text, in their order.
struct Walk<'a> {
    text: &'a str,
    /// The byte where it is.
    at: usize,
    /// The path of the value there, as [`Path`](super::Path) writes it.
    path: String,
    wanted: &'a str,
}

/// How the walk over one value ended.
enum Outcome {
    /// The wanted value begins at this byte.
    Found(usize),
    /// The walk has passed it by.
    Passed,
}

impl Walk<'_> {
    /// The next byte that is not white space.
    fn peek(&mut self) -> Option<u8> {
        let rest = self.text.get(self.at..)?;
        self.at += rest.len() - rest.trim_start().len();
        self.text.as_bytes().get(self.at).copied()
    }

    /// Goes past this byte, if it comes next.
    fn take(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn value(&mut self) -> Option<Outcome> {
        let first = self.peek()?;
        if self.path == self.wanted {
            return Some(Outcome::Found(self.at));
        }
        match first {
            b'{' => self.members(b'}', |walk, _| {
                let name: String = serde_json::from_str(walk.string()?).ok()?;
                if !walk.take(b':') {
                    return None;
                }
                Some(if walk.path.is_empty() { name } else { format!(".{name}") })
            }),
            b'[' => self.members(b']', |_, index| Some(format!("[{index}]"))),
            b'"' => self.string().map(|_| Outcome::Passed),
            _ => {
                let rest = &self.text[self.at..];
                self.at += rest.find([',', ']', '}']).unwrap_or(rest.len());
                Some(Outcome::Passed)
            }
        }
    }

    /// The values between two brackets; `step` reads what stands before each,
    /// and says how its path goes on.
    fn members(&mut self, end: u8, step: fn(&mut Self, usize) -> Option<String>) -> Option<Outcome> {
        self.at += 1;
        for index in 0.. {
            if self.take(end) {
                break;
            }
            if index > 0 && !self.take(b',') {
                return None;
            }
            let length = self.path.len();
            let step = step(self, index)?;
            self.path.push_str(&step);
            if let found @ Outcome::Found(_) = self.value()? {
                return Some(found);
            }
            self.path.truncate(length);
        }
        Some(Outcome::Passed)
    }

    /// Goes past a text, which it returns as it is written.
    fn string(&mut self) -> Option<&str> {
        self.peek().filter(|&byte| byte == b'"')?;
        let start = self.at;
        let mut escaped = false;
        for (offset, byte) in self.text.bytes().enumerate().skip(start + 1) {
            match byte {
                b'"' if !escaped => {
                    self.at = offset + 1;
                    return self.text.get(start..self.at);
                }
                _ => escaped = byte == b'\\' && !escaped,
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Fault;
    use crate::json::{Node, parse};
    use serde_json::Value;

    /// The place of every value of a document, by the path that its node says.
    fn visit(node: &Node<'_>, text: &str) {
        let Location::Path(path) = node.error(Fault::Shape, "").place else {
            unreachable!("only the root has no path")
        };
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
