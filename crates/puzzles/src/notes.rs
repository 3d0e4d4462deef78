//! Pencil marks: the values that a player has ruled out.

use crate::json::Node;
use crate::{Fault, ReadError};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The most values that notes may hold. A hostile file must not fill the
/// memory; the largest puzzle that can be explained needs far fewer.
const MOST_VALUES: usize = 1 << 20;

/// The values that a player has struck out, by what they belong to: a place of
/// the board (`r1c2`, `w7`), or a quantity that people reason with, such as the
/// total of a bar (`b4.total`).
///
/// A value that is not struck is not a claim that it is possible.
///
/// ```
/// use puzzles::Notes;
/// let mut notes = Notes::new();
/// notes.strike("w3", 1);
/// notes.strike("w3", 2);
/// notes.strike("w3", 5);
/// assert!(notes.is_struck("w3", 2) && !notes.is_struck("w3", 3));
/// assert_eq!(notes.to_json().to_string(), r#"{"w3":"1-2,5"}"#);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Notes {
    /// No set is empty, so that equal notes are equal maps.
    struck: BTreeMap<String, BTreeSet<i32>>,
}

impl Notes {
    /// Nothing is struck.
    pub fn new() -> Notes {
        Notes::default()
    }

    /// Strikes a value; says whether it was not struck before.
    pub fn strike(&mut self, id: &str, value: i32) -> bool {
        match self.struck.get_mut(id) {
            Some(set) => set.insert(value),
            None => self.struck.insert(id.to_owned(), BTreeSet::from([value])).is_none(),
        }
    }

    /// Takes back that a value was struck; says whether it was.
    pub fn restore(&mut self, id: &str, value: i32) -> bool {
        let Some(set) = self.struck.get_mut(id) else { return false };
        let was_struck = set.remove(&value);
        if set.is_empty() {
            self.struck.remove(id);
        }
        was_struck
    }

    /// Whether a value is struck.
    pub fn is_struck(&self, id: &str, value: i32) -> bool {
        self.struck.get(id).is_some_and(|set| set.contains(&value))
    }

    /// The values struck for one thing, in increasing order.
    pub fn struck(&self, id: &str) -> impl Iterator<Item = i32> + '_ {
        self.struck.get(id).into_iter().flatten().copied()
    }

    /// Everything that is struck, in the order of the ids.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &BTreeSet<i32>)> {
        self.struck.iter().map(|(id, set)| (id.as_str(), set))
    }

    /// Whether nothing is struck.
    pub fn is_empty(&self) -> bool {
        self.struck.is_empty()
    }

    /// The notes as JSON: for each thing its struck values, `"1-3,7"`.
    pub fn to_json(&self) -> Value {
        let fields = self.iter().map(|(id, set)| (id.to_owned(), Value::String(ranges(set))));
        Value::Object(fields.collect::<Map<String, Value>>())
    }

    /// Reads what [`Notes::to_json`] writes.
    ///
    /// # Errors
    /// What is wrong, with its path.
    pub fn from_json(node: Node<'_>) -> Result<Notes, ReadError> {
        let mut notes = Notes::new();
        let mut room = MOST_VALUES;
        for (id, field) in node.entries("struck values by place")? {
            let mut set = BTreeSet::new();
            for part in field.text("struck values such as \"1-3,7\"")?.split(',') {
                let (first, last) = range(part).ok_or_else(|| {
                    field.error(Fault::Shape, format!("expected numbers and ranges such as \"1-3,7\", found {part:?}"))
                })?;
                let values = usize::try_from(i64::from(last) - i64::from(first) + 1).unwrap_or(usize::MAX);
                room = room
                    .checked_sub(values)
                    .ok_or_else(|| field.error(Fault::Limit, format!("more than {MOST_VALUES} struck values")))?;
                set.extend(first..=last);
            }
            notes.struck.insert(id.to_owned(), set);
        }
        Ok(notes)
    }
}

/// `1-3,7`
fn ranges(set: &BTreeSet<i32>) -> String {
    let values: Vec<i32> = set.iter().copied().collect();
    let runs = values.chunk_by(|one, other| one.checked_add(1) == Some(*other)).map(|run| match run {
        [first, .., last] => format!("{first}-{last}"),
        one => one[0].to_string(),
    });
    runs.collect::<Vec<_>>().join(",")
}

/// The two ends of `3`, `-2`, `1-3` or `-4--2`.
fn range(part: &str) -> Option<(i32, i32)> {
    if let Ok(value) = part.parse() {
        return Some((value, value));
    }
    // The hyphen between the ends is the first one that is not a sign.
    let hyphen = part.char_indices().skip(1).find(|(_, c)| *c == '-')?.0;
    let (first, last) = (part[..hyphen].parse().ok()?, part[hyphen + 1..].parse().ok()?);
    (first <= last).then_some((first, last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<Notes, ReadError> {
        let value: Value = serde_json::from_str(text).expect("the test writes JSON");
        Notes::from_json(Node::root(&value))
    }

    #[test]
    fn what_is_restored_leaves_no_trace() {
        let mut notes = Notes::new();
        assert!(notes.strike("r1c1", 4));
        assert!(!notes.strike("r1c1", 4));
        assert!(notes.restore("r1c1", 4));
        assert!(!notes.restore("r1c1", 4));
        assert_eq!(notes, Notes::new());
    }

    #[test]
    fn hostile_notes_are_refused() {
        for text in [r#"{"a":"1-x"}"#, r#"{"a":""}"#, r#"{"a":"3-1"}"#, r#"{"a":7}"#, r#"[1]"#, r#"{"a":"é-3"}"#] {
            assert_eq!(read(text).expect_err(text).fault, Fault::Shape, "{text}");
        }
        let huge = read(r#"{"a":"-2147483648-2147483647"}"#).expect_err("too many");
        assert_eq!(huge.fault, Fault::Limit);
    }

    proptest! {
        #[test]
        fn notes_round_trip(struck in proptest::collection::vec(("[a-c][1-3]", -9..9i32), 0..40)) {
            let mut notes = Notes::new();
            for (id, value) in &struck {
                notes.strike(id, *value);
            }
            let json = notes.to_json();
            prop_assert_eq!(Notes::from_json(Node::root(&json)).expect("we wrote it"), notes);
        }
    }
}
