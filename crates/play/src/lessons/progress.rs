//! Which lessons somebody has done.

use puzzles::Kind;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The lessons that were done, by the names of their kinds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Progress {
    done: BTreeMap<String, BTreeSet<String>>,
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

    /// As text, to be kept.
    pub fn to_text(&self) -> String {
        json!({ "lessons": self.done }).to_string()
    }

    /// Reads what [`Progress::to_text`] writes; what is wrong is left out.
    pub fn from_text(text: &str) -> Progress {
        let value: Value = serde_json::from_str(text).unwrap_or(Value::Null);
        let lessons = value["lessons"].as_object().cloned().unwrap_or_default();
        let names = |list: &Value| -> BTreeSet<String> {
            let list = list.as_array().map(Vec::as_slice).unwrap_or_default();
            list.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect()
        };
        Progress { done: lessons.iter().map(|(kind, list)| (kind.clone(), names(list))).collect() }
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
        assert_eq!(Progress::from_text(&progress.to_text()), progress);
        for text in ["", "[]", r#"{"lessons":3}"#, r#"{"lessons":{"gap":7}}"#] {
            assert!(!Progress::from_text(text).is_done(kind, "proportion"), "{text}");
        }
    }
}
