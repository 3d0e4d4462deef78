//! What a player has solved: kept in one place, counted, and brought together from several.

use crate::Date;
use crate::saves::lenient;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use studio::Difficulty;

/// A puzzle that was solved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solve {
    /// The name of the kind.
    pub kind: String,
    /// The size.
    pub size: usize,
    /// How hard it is, if that is known.
    #[serde(default, deserialize_with = "lenient")]
    pub difficulty: Option<Difficulty>,
    /// The day whose puzzle it is.
    #[serde(default, deserialize_with = "lenient")]
    pub day: Option<Date>,
    /// When it was solved, by the calendar where the player was.
    pub on: Date,
    /// How long it took.
    pub seconds: u64,
    /// How often help was taken: hints, checks and revealed values.
    #[serde(default)]
    pub help: u32,
    /// The code of the puzzle, if it has one.
    #[serde(default)]
    pub code: Option<String>,
}

/// All that a player has solved, by the name of the game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record(BTreeMap<String, Solve>);

/// Times of some puzzles, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Times {
    /// How many there are.
    pub count: usize,
    /// The shortest.
    pub best: u64,
    /// The one in the middle, or the shorter of two.
    pub median: u64,
}

impl Record {
    /// Notes that a game is solved. What was noted first stays.
    pub fn add(&mut self, game: &str, solve: Solve) {
        self.0.entry(game.to_owned()).or_insert(solve);
    }

    /// Adds what another record has. Nothing is lost, and nothing counts twice.
    pub fn merge(&mut self, other: Record) {
        other.0.into_iter().for_each(|(game, solve)| self.add(&game, solve));
    }

    /// What was solved, the latest first.
    pub fn latest(&self) -> Vec<&Solve> {
        let mut all: Vec<&Solve> = self.0.values().collect();
        all.sort_by_key(|solve| std::cmp::Reverse(solve.on));
        all
    }

    /// The times of the puzzles of a kind, of this difficulty or of any.
    pub fn times(&self, kind: &str, difficulty: Option<Difficulty>) -> Option<Times> {
        let is_of = |solve: &&Solve| solve.kind == kind && (difficulty.is_none() || solve.difficulty == difficulty);
        let mut seconds: Vec<u64> = self.0.values().filter(is_of).map(|solve| solve.seconds).collect();
        seconds.sort_unstable();
        let (&best, &median) = (seconds.first()?, seconds.get((seconds.len() - 1) / 2)?);
        Some(Times { count: seconds.len(), best, median })
    }

    /// On how many days in a row a puzzle of the day was solved on its own day, up to today, or to yesterday as long
    /// as today has not been played.
    pub fn streak(&self, today: Date) -> usize {
        let is_kept = |day: Date| self.0.values().any(|solve| solve.day == Some(day) && solve.on == day);
        let last = if is_kept(today) { Some(today) } else { today.before() };
        std::iter::successors(last, |day| day.before()).take_while(|&day| is_kept(day)).count()
    }

    /// Whether nothing was solved yet.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// As text, to be kept.
    pub fn to_text(&self) -> String {
        serde_json::to_string(&self.0).unwrap_or_default()
    }

    /// Reads what [`Record::to_text`] writes; what cannot be read is left out.
    pub fn from_text(text: &str) -> Record {
        let all: BTreeMap<String, serde_json::Value> = serde_json::from_str(text).unwrap_or_default();
        let read = |(game, solve)| Some((game, serde_json::from_value(solve).ok()?));
        Record(all.into_iter().filter_map(read).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> Date {
        text.parse().expect("a day")
    }

    fn solve(kind: &str, seconds: u64, day: Option<&str>, on: &str) -> Solve {
        let (difficulty, day) = (Some(Difficulty::Easy), day.map(date));
        Solve { kind: kind.to_owned(), size: 8, difficulty, day, on: date(on), seconds, help: 0, code: None }
    }

    fn record(all: &[(&str, Solve)]) -> Record {
        let mut record = Record::default();
        all.iter().for_each(|(game, solve)| record.add(game, solve.clone()));
        record
    }

    #[test]
    fn times_are_counted_by_kind_and_difficulty() {
        let on = "2026-11-16";
        let all = record(&[
            ("a", solve("gap", 50, None, on)),
            ("b", solve("gap", 20, None, on)),
            ("c", solve("gap", 90, None, on)),
            ("d", solve("gap", 70, None, on)),
            ("e", solve("trid", 5, None, on)),
        ]);
        let expected = Some(Times { count: 4, best: 20, median: 50 });
        assert_eq!(all.times("gap", None), expected);
        assert_eq!(all.times("gap", Some(Difficulty::Easy)), expected);
        assert_eq!(all.times("gap", Some(Difficulty::Hard)), None);
        assert_eq!(all.times("weight", None), None);
    }

    #[test]
    fn streaks_count_days_on_which_their_own_puzzle_was_solved() {
        let days = ["2026-02-27", "2026-02-28", "2026-03-01"];
        let mut all = record(&[]);
        assert_eq!(all.streak(date("2026-03-01")), 0);
        days.iter().for_each(|day| all.add(day, solve("gap", 9, Some(day), day)));
        // A second one on the same day counts no further, nor one that was solved later.
        all.add("again", solve("trid", 9, Some("2026-03-01"), "2026-03-01"));
        all.add("late", solve("gap", 9, Some("2026-02-26"), "2026-03-01"));
        assert_eq!(all.streak(date("2026-03-01")), 3);
        assert_eq!(all.streak(date("2026-03-02")), 3);
        assert_eq!(all.streak(date("2026-03-03")), 0);
        assert_eq!(all.streak(date("2026-02-28")), 2);
    }

    #[test]
    fn records_are_brought_together_and_nothing_counts_twice() {
        let on = "2026-11-16";
        let one = record(&[("a", solve("gap", 50, None, on)), ("b", solve("gap", 20, None, on))]);
        let other = record(&[("b", solve("gap", 99, None, on)), ("c", solve("trid", 7, None, "2026-11-17"))]);
        let mut both = one.clone();
        both.merge(other.clone());
        both.merge(other);
        assert_eq!(both.times("gap", None).map(|times| (times.count, times.best)), Some((2, 20)));
        assert_eq!(both.latest().first().map(|solve| solve.kind.as_str()), Some("trid"));
        assert_eq!(Record::from_text(&both.to_text()), both);
    }

    #[test]
    fn hostile_records_are_left_out() {
        for text in ["", "[", "[]", "7", r#"{"a":3}"#, r#"{"a":{"kind":"gap"}}"#, r#"{"a":{"kind":"gap","size":-1}}"#] {
            assert!(Record::from_text(text).is_empty(), "{text}");
        }
        let some = r#"{"a":7,"b":{"kind":"gap","size":9,"on":"2026-11-16","seconds":3,"difficulty":"x","later":1}}"#;
        assert_eq!(Record::from_text(some).latest().len(), 1);
    }
}
