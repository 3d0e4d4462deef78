//! What to do after a hint, in words.

use super::hint::{Conclusion, Hint};
use crate::explain::find::Fact;
use crate::explain::listed;
use crate::explain::say::names::sort_names;
use crate::explain::say::sentence;
use std::collections::BTreeMap;

impl Hint {
    /// What to enter and what to cross off, in words.
    pub(super) fn to_do(&self) -> String {
        let mut told: Vec<String> = Vec::new();
        let entered = self.concludes().into_iter().filter_map(|concluded| match concluded {
            Conclusion::Is { place, value } => Some(self.named(place, value)),
            Conclusion::IsNot { .. } => None,
        });
        let mut enters: Vec<(String, Vec<&str>)> = Vec::new();
        for (name, word) in entered {
            match enters.iter_mut().find(|(other, _)| *other == word) {
                Some((_, names)) => names.push(name),
                None => enters.push((word, vec![name])),
            }
        }
        for (word, names) in enters {
            let names = listed(&names);
            told.push(match word.strip_prefix("at ") {
                Some(_) => format!("put {names} {word}"),
                None if word.starts_with(|c: char| c.is_ascii_digit()) => format!("write {word} at {names}"),
                None => format!("mark {names} as {word}"),
            });
        }
        let crossed = self.crossed_off();
        if !crossed.is_empty() {
            told.push(format!("cross off {}", crossed.join(", and ")));
        }
        if told.is_empty() {
            let noted = self.learnt.iter().map(|(var, _)| Fact { var: *var, left: self.known.left(*var).to_vec() });
            told.push(format!("remember that {}", self.context.stated(&noted.collect::<Vec<_>>())));
        }
        sentence(&told.join("; "))
    }
    /// What to cross off, and where: `4 and 5 at r1c2`.
    pub(super) fn crossed_off(&self) -> Vec<String> {
        let mut by_place: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for concluded in self.concludes() {
            let Conclusion::IsNot { subject, value } = concluded else { continue };
            let own = self.learnt.iter().map(|(x, _)| *x).filter(|&x| self.context.place(x).is_some());
            let Some(x) = own.into_iter().find(|&x| self.context.subject(x).id == subject) else { continue };
            let subject = self.context.subject(x);
            // Where a number stands on a cell, the number is crossed off on the cell.
            let (at, what) = match self.context.target_of(x, value) {
                Some(cell) => (cell.to_owned(), subject.name.clone()),
                None => (subject.name.clone(), self.context.word(x, value)),
            };
            by_place.entry(at).or_default().push(what);
        }
        let mut groups: Vec<(Vec<String>, Vec<String>)> = Vec::new();
        for (at, what) in by_place {
            match groups.iter_mut().find(|(other, _)| *other == what) {
                Some((_, places)) => places.push(at),
                None => groups.push((what, vec![at])),
            }
        }
        let said = groups.into_iter().map(|(what, places)| {
            let mut places: Vec<&str> = places.iter().map(String::as_str).collect();
            sort_names(&mut places);
            format!("{} at {}", listed(&what), listed(&places))
        });
        said.collect()
    }
}
