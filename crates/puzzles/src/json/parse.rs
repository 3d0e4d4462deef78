//! JSON text to a value, with nothing lost on the way.

use crate::{Fault, ReadError};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;

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
        assert_eq!(error.place, Location::Position { line: 8, column: 7 });
        assert!(error.message.contains("\"rows\" stands twice"), "{error}");
        assert!(parse(r#"[{"a":1},{"a":1}]"#, 1).is_ok());
    }
}
