//! Which lessons somebody has done.

use puzzles::Kind;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The lessons that were done, by the names of their kinds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Progress {
    done: BTreeMap<String, BTreeSet<String>>,
    /// The kinds whose first lesson was skipped.
    skipped: BTreeSet<String>,
}

impl Progress {
    /// Notes that a lesson was done; says whether that is news.
    pub fn finish(&mut self, kind: &Kind, lesson: &str) -> bool {
        self.done.entry(kind.name.to_owned()).or_default().insert(lesson.to_owned())
    }

    /// Whether a lesson was done.
    pub fn is_done(&self, kind: &Kind, lesson: &str) -> bool {
        self.done.get(kind.name).is_some_and(|done| done.contains(lesson))
    }

    /// How many lessons about a kind were done.
    pub fn count(&self, kind: &Kind) -> usize {
        self.done.get(kind.name).map_or(0, BTreeSet::len)
    }

    /// Notes that somebody does not want the first lesson about a kind.
    pub fn skip(&mut self, kind: &Kind) {
        self.skipped.insert(kind.name.to_owned());
    }

    /// Whether somebody has neither begun the course of a kind nor skipped it.
    pub fn is_new(&self, kind: &Kind) -> bool {
        self.count(kind) == 0 && !self.skipped.contains(kind.name)
    }

    /// Adds what was done elsewhere.
    pub fn merge(&mut self, other: Progress) {
        for (kind, lessons) in other.done {
            self.done.entry(kind).or_default().extend(lessons);
        }
        self.skipped.extend(other.skipped);
    }

    /// As text, to be kept.
    pub fn to_text(&self) -> String {
        let mut value = json!({ "lessons": self.done });
        if !self.skipped.is_empty() {
            value["skipped"] = json!(self.skipped);
        }
        value.to_string()
    }

    /// Reads what [`Progress::to_text`] writes; what is wrong is left out.
    pub fn from_text(text: &str) -> Progress {
        let value: Value = serde_json::from_str(text).unwrap_or(Value::Null);
        let lessons = value["lessons"].as_object().cloned().unwrap_or_default();
        let names = |list: &Value| -> BTreeSet<String> {
            let list = list.as_array().map(Vec::as_slice).unwrap_or_default();
            list.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect()
        };
        let done = lessons.iter().map(|(kind, list)| (kind.clone(), names(list))).collect();
        Progress { done, skipped: names(&value["skipped"]) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_survives_anything() {
        let kind = puzzles::KINDS[0];
        let mut progress = Progress::default();
        assert!(progress.finish(kind, "proportion") && !progress.finish(kind, "proportion"));
        assert!(progress.is_done(kind, "proportion") && !progress.is_done(kind, "multiples"));
        let other = puzzles::KINDS[1];
        assert!(!progress.is_new(kind) && progress.is_new(other));
        progress.skip(other);
        assert!(!progress.is_new(other) && progress.count(other) == 0);
        assert_eq!(Progress::from_text(&progress.to_text()), progress);
        let mut both = Progress::default();
        both.finish(other, "span of a gap");
        both.merge(progress.clone());
        assert!(both.is_done(kind, "proportion") && both.is_done(other, "span of a gap"));
        for text in ["", "[]", r#"{"lessons":3}"#, r#"{"lessons":{"gap":7}}"#] {
            assert!(!Progress::from_text(text).is_done(kind, "proportion"), "{text}");
        }
    }
}
