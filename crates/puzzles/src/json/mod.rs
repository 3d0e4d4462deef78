//! Reading JSON with the path of every value at hand.

mod locate;

use crate::{Fault, Location, ReadError};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;
use std::ops::RangeInclusive;

/// A JSON value, with the path that leads to it.
#[derive(Debug, Clone, Copy)]
pub struct Node<'a> {
    value: &'a Value,
    path: Path<'a>,
}

/// The way to a value, as a chain of steps that needs no allocation.
#[derive(Debug, Clone, Copy)]
enum Path<'a> {
    Root,
    Field(&'a Path<'a>, &'a str),
    Item(&'a Path<'a>, usize),
}

impl Path<'_> {
    fn write(&self, out: &mut String) {
        match self {
            Path::Root => {}
            Path::Field(parent, name) => {
                parent.write(out);
                if !out.is_empty() {
                    out.push('.');
                }
                out.push_str(name);
            }
            Path::Item(parent, index) => {
                parent.write(out);
                out.push_str(&format!("[{index}]"));
            }
        }
    }
}

impl<'a> Node<'a> {
    /// The value at the root of a document.
    pub fn root(value: &'a Value) -> Node<'a> {
        Node { value, path: Path::Root }
    }

    /// The value itself.
    pub fn value(&self) -> &'a Value {
        self.value
    }

    /// Where it is.
    pub fn place(&self) -> Location {
        let mut path = String::new();
        self.path.write(&mut path);
        Location { path: (!path.is_empty()).then_some(path), at: None }
    }

    /// An error about this value.
    pub fn error(&self, fault: Fault, message: impl Into<String>) -> ReadError {
        ReadError { fault, place: self.place(), message: message.into() }
    }

    fn expected(&self, what: &str) -> ReadError {
        self.error(Fault::Shape, format!("expected {what}, found {}", describe(self.value)))
    }

    /// Whether it is `null`.
    pub fn is_null(&self) -> bool {
        self.value.is_null()
    }

    /// A whole number within `range`; `what` says what it is, as in "a distance".
    ///
    /// # Errors
    /// When it is anything else.
    pub fn integer(&self, what: &str, range: RangeInclusive<i32>) -> Result<i32, ReadError> {
        let number = self.value.as_i64().and_then(|number| i32::try_from(number).ok());
        number
            .filter(|number| range.contains(number))
            .ok_or_else(|| self.expected(&format!("{what}, a whole number from {} to {}", range.start(), range.end())))
    }

    /// A text.
    ///
    /// # Errors
    /// When it is anything else.
    pub fn text(&self, what: &str) -> Result<&'a str, ReadError> {
        self.value.as_str().ok_or_else(|| self.expected(what))
    }

    /// True or false.
    ///
    /// # Errors
    /// When it is anything else.
    pub fn boolean(&self, what: &str) -> Result<bool, ReadError> {
        self.value.as_bool().ok_or_else(|| self.expected(&format!("{what}, true or false")))
    }

    /// The items of a list.
    ///
    /// # Errors
    /// When it is anything else.
    pub fn items<'n>(&'n self, what: &str) -> Result<impl ExactSizeIterator<Item = Node<'n>>, ReadError> {
        let items = self.value.as_array().ok_or_else(|| self.expected(what))?;
        Ok(items.iter().enumerate().map(|(i, value)| Node { value, path: Path::Item(&self.path, i) }))
    }

    /// The items of a list of this many `things`.
    ///
    /// # Errors
    /// When it is anything else.
    pub(crate) fn items_of<'n>(
        &'n self,
        what: &str,
        count: usize,
        things: &str,
    ) -> Result<impl ExactSizeIterator<Item = Node<'n>>, ReadError> {
        let items = self.items(what)?;
        if items.len() == count {
            return Ok(items);
        }
        Err(self.error(Fault::Shape, format!("expected {count} {things}, found {}", items.len())))
    }

    /// The names and values of an object whose names are data.
    ///
    /// # Errors
    /// When it is anything else.
    pub fn entries<'n>(&'n self, what: &str) -> Result<impl Iterator<Item = (&'n str, Node<'n>)>, ReadError> {
        let map = self.value.as_object().ok_or_else(|| self.expected(what))?;
        Ok(map.iter().map(|(name, value)| (name.as_str(), Node { value, path: Path::Field(&self.path, name) })))
    }

    /// The fields of an object, to be taken one by one.
    ///
    /// # Errors
    /// When it is anything else.
    pub fn fields<'n>(&'n self, what: &str) -> Result<Fields<'n>, ReadError> {
        let map = self.value.as_object().ok_or_else(|| self.expected(what))?;
        Ok(Fields { node: self, map, taken: Vec::new() })
    }
}

/// The fields of an object. A field that is never taken is an error.
#[derive(Debug)]
pub struct Fields<'n> {
    node: &'n Node<'n>,
    map: &'n Map<String, Value>,
    taken: Vec<&'n str>,
}

impl<'n> Fields<'n> {
    /// The field with this name, if there is one.
    pub fn take(&mut self, name: &'n str) -> Option<Node<'n>> {
        self.taken.push(name);
        let (name, value) = self.map.get_key_value(name)?;
        Some(Node { value, path: Path::Field(&self.node.path, name) })
    }

    /// The field with this name, unless it is missing or `null`.
    pub fn take_some(&mut self, name: &'n str) -> Option<Node<'n>> {
        self.take(name).filter(|node| !node.is_null())
    }

    /// The field with this name.
    ///
    /// # Errors
    /// When it is missing.
    pub fn require(&mut self, name: &'n str) -> Result<Node<'n>, ReadError> {
        self.take(name).ok_or_else(|| {
            let near = nearest(name, self.map.keys().map(String::as_str));
            let near = near.map(|near| format!("; {near:?} may be meant for it")).unwrap_or_default();
            self.node.error(Fault::Shape, format!("the field \"{name}\" is missing{near}"))
        })
    }

    /// Checks that nothing else is there.
    ///
    /// # Errors
    /// When a field was not taken: its name and place, and the names expected.
    pub fn finish(self) -> Result<(), ReadError> {
        let Some((name, value)) = self.map.iter().find(|(name, _)| !self.taken.contains(&name.as_str())) else {
            return Ok(());
        };
        let node = Node { value, path: Path::Field(&self.node.path, name) };
        let expected = match nearest(name, self.taken.iter().copied()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => {
                let known: Vec<String> = self.taken.iter().map(|name| format!("\"{name}\"")).collect();
                format!("expected only {}", known.join(", "))
            }
        };
        Err(node.error(Fault::Shape, format!("unknown field {name:?}; {expected}")))
    }
}

/// The name that another was perhaps meant to be: one or two typing errors
/// away.
fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // A name as long as a file is not a typing error, and would take long to
    // compare.
    let likely = known.filter(|known| known.len() < 40 && name.len() < 40 && *known != name);
    let (distance, near) = likely.map(|known| (strsim::osa_distance(name, known), known)).min()?;
    (distance <= 2 && distance * 3 <= near.len()).then_some(near)
}

/// What a value is, for people; long ones are not shown.
fn describe(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::String(text) if text.chars().count() <= 20 => format!("{text:?}"),
        Value::String(_) => "a long text".to_owned(),
        Value::Array(items) => format!("a list of {}", items.len()),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// Reads one JSON value. A field that occurs twice in an object is an error:
/// keeping either would lose the other.
///
/// # Errors
/// What is wrong with the grammar, with its line (counted from `first_line`)
/// and column.
pub fn parse(text: &str, first_line: usize) -> Result<Value, ReadError> {
    let read = serde_json::from_str::<Strict>(text);
    read.map(|Strict(value)| value).map_err(|error| {
        let message = error.to_string();
        // The place is reported beside the message, so it is left out of it.
        let message = message.split(" at line ").next().unwrap_or("");
        let (fault, message) = if message.contains("recursion limit") {
            (Fault::Limit, "nested too deeply; at most 127 brackets within one another are read".to_owned())
        } else if error.is_data() {
            (Fault::Syntax, message.to_owned())
        } else {
            (Fault::Syntax, format!("not JSON: {message}"))
        };
        ReadError::at(fault, error.line() + first_line - 1, error.column().max(1), message)
    })
}

/// A value whose objects have each field once.
struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Strict, D::Error> {
        deserializer.deserialize_any(Build).map(Strict)
    }
}

struct Build;

impl<'de> Visitor<'de> for Build {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Strict(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(name) = fields.next_key::<String>()? {
            if map.contains_key(&name) {
                return Err(A::Error::custom(format!("the field {name:?} stands twice; expected it once")));
            }
            let Strict(value) = fields.next_value()?;
            map.insert(name, value);
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Location;

    #[test]
    fn reads_what_serde_json_reads() {
        for text in ["null", "[1,-2,3.5,1e400]", r#"{"a":{"b":[true,"x\n"]},"c":18446744073709551615}"#, "[", "01", ""]
        {
            assert_eq!(parse(text, 1).ok(), serde_json::from_str(text).ok(), "{text}");
        }
    }

    #[test]
    fn a_field_twice_is_told() {
        let error = parse("{\"rows\": 1,\n \"rows\": 2}", 7).unwrap_err();
        assert_eq!(error.place, Location::at(8, 7));
        assert!(error.message.contains("\"rows\" stands twice"), "{error}");
        assert!(parse(r#"[{"a":1},{"a":1}]"#, 1).is_ok());
    }
}
