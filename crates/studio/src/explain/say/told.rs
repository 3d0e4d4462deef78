//! What is told of a step at once, and what is folded away.
//!
//! On the largest boards a step may split into hundreds of cases. Nobody reads that through, so no sentence
//! that is shown has more than [`MOST_IN_SENTENCE`] words, and no step more than [`MOST_IN_STEP`].

use super::names::{MOST_WORDS, words};
use super::sentences::sentence;

/// The most words of a sentence that is shown.
const MOST_IN_SENTENCE: usize = 60;
/// The most words of a step that are shown, with the notes that say how much is not.
const MOST_IN_STEP: usize = 200;
/// The most of them for what it concludes, and for a note.
const MOST_CONCLUDED: usize = 120;
const NOTE: usize = 6;

/// A step in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// How it is concluded, and what.
    pub passages: [Passage; 2],
    full: Vec<String>,
}

/// Sentences, the last of which may be folded away.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Passage {
    /// What is shown.
    pub shown: String,
    /// The sentences that are not; those that are shown in part are among them.
    pub folded: Vec<String>,
}

impl Told {
    pub(crate) fn new(reasons: Vec<String>, concluded: Vec<String>) -> Told {
        let [reasons, concluded] = [reasons, concluded].map(|said| said.into_iter().flat_map(in_breaths).collect());
        let full = [&reasons, &concluded].into_iter().flatten().cloned().collect();
        let concluded = Passage::new(concluded, MOST_CONCLUDED);
        let left = MOST_IN_STEP - words(&concluded.shown) - 2 * NOTE;
        Told { passages: [Passage::new(reasons, left), concluded], full }
    }

    /// All of it.
    pub fn in_full(&self) -> String {
        self.full.join(" ")
    }

    /// Whether something is folded away.
    pub fn is_folded(&self) -> bool {
        self.passages.iter().any(|passage| !passage.folded.is_empty())
    }

    /// What is shown, and how much is not.
    pub fn in_short(&self) -> String {
        let mut parts: Vec<String> = Vec::new();
        for Passage { shown, folded } in &self.passages {
            parts.extend((!shown.is_empty()).then(|| shown.clone()));
            match folded.len() {
                0 => {}
                1 => parts.push("(1 more sentence is left out.)".to_owned()),
                count => parts.push(format!("({count} more sentences are left out.)")),
            }
        }
        parts.join(" ")
    }
}

impl Passage {
    fn new(sentences: Vec<String>, most: usize) -> Passage {
        let (mut shown, mut folded, mut told) = (Vec::new(), Vec::new(), 0);
        for sentence in sentences {
            let short = cut(&sentence);
            told += words(&short);
            if told > most || sentence != short {
                folded.push(sentence);
            }
            if told <= most {
                shown.push(short);
            }
        }
        Passage { shown: shown.join(" "), folded }
    }
}

/// A long sentence as several, where that is possible.
fn in_breaths(long: String) -> Vec<String> {
    if words(&long) <= MOST_IN_SENTENCE {
        return vec![long];
    }
    let mut breaths: Vec<String> = Vec::new();
    for clause in long.trim_end_matches('.').split("; ") {
        match breaths.last_mut() {
            Some(last) if words(last) + words(clause) <= MOST_WORDS => *last = format!("{last}; {clause}"),
            _ => breaths.push(clause.to_owned()),
        }
    }
    breaths.iter().map(|clause| sentence(clause)).collect()
}

/// The beginning of a sentence that is still too long.
fn cut(sentence: &str) -> String {
    if words(sentence) <= MOST_IN_SENTENCE {
        return sentence.to_owned();
    }
    let mut kept: Vec<&str> = sentence.split(' ').take(MOST_WORDS).collect();
    let end = kept.iter().rposition(|word| word.ends_with(',')).unwrap_or(kept.len() - 1);
    kept.truncate(end + 1);
    format!("{} ...", kept.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_long_is_folded_away() {
        let said = |count: usize| (0..count).map(|i| format!("R{i} is empty and so are its neighbours.")).collect();
        let short = Told::new(said(3), said(1));
        assert!(!short.is_folded());
        assert_eq!(short.in_short(), short.in_full());
        let long = Told::new(said(100), said(50));
        assert_eq!(words(&long.in_full()), 150 * 8);
        assert!(words(&long.in_short()) <= MOST_IN_STEP, "{}", long.in_short());
        let shown = words(&long.in_short()) - 2 * NOTE;
        let folded: usize = long.passages.iter().map(|passage| passage.folded.len()).sum();
        assert_eq!(shown + folded * 8, 150 * 8);
        let clauses = vec!["r1c1 is not 3"; 30];
        let broken = Told::new(vec![format!("Then {}.", clauses.join("; "))], Vec::new());
        assert!(!broken.is_folded() && broken.in_short().split(". ").all(|said| words(said) <= MOST_IN_SENTENCE));
        let list = Told::new(vec![format!("Then it is {}.", vec!["3,"; 90].join(" "))], Vec::new());
        assert!(list.is_folded() && list.in_short().starts_with("Then it is 3, 3,"));
    }
}
