//! What a player has solved: kept in one place, counted, and brought together from several.

use crate::Date;
use crate::code::{self, CodeError, Parts};
use crate::saves::lenient;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use studio::Difficulty;

/// The version of the codes that carry a record.
const RECORD: char = 'r';
/// The field of the text that has the days: no game is called so.
const DAYS: &str = "/days";
/// A code carries at most so many rows of days, the latest.
const MOST_ROWS: usize = 40;
/// The most days that are read: more than a hundred years of them.
const MOST_DAYS: i64 = 40_000;

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
    /// When it was solved, in milliseconds since 1970; 0 where that was not noted.
    #[serde(default)]
    pub at: u64,
    /// How long it took.
    pub seconds: u64,
    /// How often help was taken: hints, checks and revealed values.
    #[serde(default)]
    pub help: u32,
    /// The code of the puzzle, if it has one.
    #[serde(default)]
    pub code: Option<String>,
    /// The code of its replay, unless it is long.
    #[serde(default)]
    pub replay: Option<String>,
}

/// A record that fits a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Carried {
    /// Its code.
    pub code: String,
    /// How many solved puzzles it has: the latest.
    pub count: usize,
}

/// All that a player has solved.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    /// By the name of the game.
    solves: BTreeMap<String, Solve>,
    /// More days, by their numbers, on which a puzzle of the day was solved elsewhere: a code carries more days than
    /// solved puzzles.
    days: BTreeSet<i64>,
}

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
    /// Notes that a game is solved. What was noted first stays; what was not known then is added.
    pub fn add(&mut self, game: &str, solve: Solve) {
        let Solve { difficulty, code, replay, .. } = solve.clone();
        let noted = self.solves.entry(game.to_owned()).or_insert(solve);
        noted.difficulty = noted.difficulty.or(difficulty);
        noted.code = noted.code.take().or(code);
        noted.replay = noted.replay.take().or(replay);
    }

    /// Adds what another record has. Nothing is lost, and nothing counts twice.
    pub fn merge(&mut self, other: Record) {
        other.solves.into_iter().for_each(|(game, solve)| self.add(&game, solve));
        let own = self.own_days();
        self.days.extend(other.days);
        self.days.retain(|day| !own.contains(day));
    }

    /// What was solved, the latest first.
    pub fn latest(&self) -> Vec<&Solve> {
        let mut all: Vec<&Solve> = self.solves.values().collect();
        all.sort_by_key(|solve| std::cmp::Reverse((solve.on, solve.at)));
        all
    }

    /// The times of the puzzles of a kind, of this difficulty or of any.
    pub fn times(&self, kind: &str, difficulty: Option<Difficulty>) -> Option<Times> {
        let is_of = |solve: &&Solve| solve.kind == kind && (difficulty.is_none() || solve.difficulty == difficulty);
        let mut seconds: Vec<u64> = self.solves.values().filter(is_of).map(|solve| solve.seconds).collect();
        seconds.sort_unstable();
        let (&best, &median) = (seconds.first()?, seconds.get((seconds.len() - 1) / 2)?);
        Some(Times { count: seconds.len(), best, median })
    }

    /// On how many days in a row a puzzle of the day was solved on its own day, up to today, or to yesterday as long
    /// as today has not been played.
    pub fn streak(&self, today: Date) -> usize {
        let kept = self.kept_days();
        let last = today.number() - i64::from(!kept.contains(&today.number()));
        (0..=last).rev().take_while(|day| kept.contains(day)).count()
    }

    /// The days, by their numbers, on which a puzzle of the day was solved on its own day.
    fn kept_days(&self) -> BTreeSet<i64> {
        self.own_days().union(&self.days).copied().collect()
    }

    /// Those of them that the solved puzzles tell.
    fn own_days(&self) -> BTreeSet<i64> {
        self.solves.values().filter(|solve| solve.day == Some(solve.on)).map(|solve| solve.on.number()).collect()
    }

    /// How many puzzles were solved.
    pub fn len(&self) -> usize {
        self.solves.len()
    }

    /// As a code of at most this many characters, which a link or a QR code can carry to another device: what was solved,
    /// when, and how quickly, without puzzles and replays. Where not all of it fits, the latest do; the days in a row
    /// are carried all the same.
    pub fn carried(&self, most: usize) -> Carried {
        let mut games: Vec<(&String, &Solve)> = self.solves.iter().collect();
        games.sort_by_key(|(game, solve)| (std::cmp::Reverse((solve.on, solve.at)), *game));
        // Those that a number names: all of a browser's own.
        games.retain(|(game, _)| number_of(game).is_some());
        let rows: Vec<(i64, i64)> = rows(&self.kept_days()).take(MOST_ROWS).collect();
        let written = |count: usize| {
            let (kind, position) = ("record".to_owned(), if rows.is_empty() { Value::Null } else { json!(rows) });
            let parts = Parts { kind, fields: to_value(&games[..count]), position };
            code::write(&parts, RECORD).ok().filter(|code| code.len() <= most)
        };
        // The largest count that fits, by halving.
        let (mut fits, mut too_many) = (0, games.len() + 1);
        while too_many - fits > 1 {
            let middle = fits.midpoint(too_many);
            if written(middle).is_some() { fits = middle } else { too_many = middle }
        }
        Carried { code: written(fits).unwrap_or_default(), count: fits }
    }

    /// Reads what [`Record::carried`] writes.
    ///
    /// # Errors
    /// What is wrong with the code.
    pub fn from_carried(code: &str) -> Result<Record, CodeError> {
        let parts = code::read(code, &[RECORD])?;
        let mut record = from_value(&parts.fields).filter(|_| parts.kind == "record").ok_or(CodeError::Damaged)?;
        // Codes of older versions carry no days.
        if !parts.position.is_null() {
            record.days = days_of(&parts.position).ok_or(CodeError::Damaged)?;
        }
        Ok(record)
    }

    /// Whether nothing was solved yet.
    pub fn is_empty(&self) -> bool {
        self.solves.is_empty()
    }

    /// As text, to be kept.
    pub fn to_text(&self) -> String {
        let mut text = json!(self.solves);
        if !self.days.is_empty() {
            text[DAYS] = json!(rows(&self.days).collect::<Vec<_>>());
        }
        text.to_string()
    }

    /// Reads what [`Record::to_text`] writes; what cannot be read is left out.
    pub fn from_text(text: &str) -> Record {
        let mut all: BTreeMap<String, Value> = serde_json::from_str(text).unwrap_or_default();
        let days = all.remove(DAYS).as_ref().and_then(days_of).unwrap_or_default();
        let read = |(game, solve)| Some((game, serde_json::from_value(solve).ok()?));
        Record { solves: all.into_iter().filter_map(read).collect(), days }
    }
}

/// Days in rows without a gap, the latest first: the last of each, and how many they are.
fn rows(days: &BTreeSet<i64>) -> impl Iterator<Item = (i64, i64)> + use<> {
    let mut rows: Vec<(i64, i64)> = Vec::new();
    for &day in days {
        match rows.last_mut().filter(|(last, _)| last + 1 == day) {
            Some((last, count)) => (*last, *count) = (day, *count + 1),
            None => rows.push((day, 1)),
        }
    }
    rows.into_iter().rev()
}

/// Reads what [`rows`] lists.
fn days_of(value: &Value) -> Option<BTreeSet<i64>> {
    let rows: Vec<(i64, i64)> = serde_json::from_value(value.clone()).ok()?;
    let is_sound = |&(last, count): &(i64, i64)| Date::of_number(last).is_some() && (1..=MOST_DAYS).contains(&count);
    let count = rows.iter().fold(0_i64, |all, (_, count)| all.saturating_add(*count));
    if count > MOST_DAYS || !rows.iter().all(is_sound) {
        return None;
    }
    Some(rows.into_iter().flat_map(|(last, count)| last - count + 1..=last).collect())
}

/// The number that names a game of a browser.
fn number_of(game: &str) -> Option<i64> {
    i64::from_str_radix(game, 16).ok().filter(|number| *number >= 0 && format!("{number:x}") == *game)
}

/// For each kind a list of numbers for each puzzle: the game, the size, the difficulty from 1 or 0, the day as a number,
/// 1 more than the days since the puzzle's own day, or 0 where it has none, the seconds, the help.
fn to_value(games: &[(&String, &Solve)]) -> Value {
    let mut kinds: Map<String, Value> = Map::new();
    for (game, solve) in games {
        let level = solve.difficulty.and_then(|own| Difficulty::ALL.into_iter().position(|other| other == own));
        let numbers = json!([
            number_of(game),
            solve.size,
            level.map_or(0, |level| level + 1),
            solve.on.number(),
            solve.day.map_or(0, |day| solve.on.number() - day.number() + 1),
            solve.seconds,
            solve.help,
        ]);
        let list = kinds.entry(solve.kind.clone()).or_insert_with(|| Value::Array(Vec::new()));
        list.as_array_mut().into_iter().for_each(|list| list.push(numbers.clone()));
    }
    kinds.into()
}

fn from_value(value: &Value) -> Option<Record> {
    let mut record = Record::default();
    for (kind, list) in value.as_object()? {
        for numbers in list.as_array()? {
            let numbers: Vec<i64> = numbers.as_array()?.iter().map(Value::as_i64).collect::<Option<_>>()?;
            let &[game, size, level, on, before, seconds, help] = numbers.as_slice() else { return None };
            let solve = Solve {
                kind: kind.clone(),
                size: usize::try_from(size).ok()?,
                difficulty: usize::try_from(level - 1).ok().and_then(|level| Difficulty::ALL.get(level).copied()),
                day: if before > 0 { Some(Date::of_number(on.checked_sub(before - 1)?)?) } else { None },
                on: Date::of_number(on)?,
                at: 0,
                seconds: u64::try_from(seconds).ok()?,
                help: u32::try_from(help).ok()?,
                code: None,
                replay: None,
            };
            record.add(&format!("{:x}", u64::try_from(game).ok()?), solve);
        }
    }
    Some(record)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> Date {
        text.parse().expect("a day")
    }

    fn solve(kind: &str, seconds: u64, day: Option<&str>, on: &str) -> Solve {
        let (difficulty, day) = (Some(Difficulty::Easy), day.map(date));
        Solve {
            kind: kind.to_owned(),
            size: 8,
            difficulty,
            day,
            on: date(on),
            at: 0,
            seconds,
            help: 0,
            code: None,
            replay: None,
        }
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

    #[test]
    fn a_record_fits_a_link_and_counts_the_same_elsewhere() {
        let day = |number: i64| Date::of_number(number).expect("a day").to_string();
        let mut all = Record::default();
        let mut random = fd::Random::new(7);
        for number in 0..1000_u64 {
            let on = day(9_800 + (number / 5) as i64);
            let own = (number % 5 == 0).then_some(on.as_str());
            let kind = ["gap", "trid", "weight"][random.below(3) as usize];
            let game = format!("{:x}", u64::from(random.below(u32::MAX)) << 20 | u64::from(random.below(1 << 20)));
            all.add(&game, solve(kind, u64::from(random.below(3600)), own, &on));
        }
        let Carried { code, count } = all.carried(8000);
        assert!(code.len() <= 8000 && (300..1000).contains(&count), "{count} in {} characters", code.len());
        let read = Record::from_carried(&code).expect("we wrote it");
        let today = date(&day(9_999));
        assert_eq!((read.len(), read.streak(today)), (count, 200));
        // Nothing counts twice, and nothing is lost.
        let before = all.clone();
        all.merge(read);
        assert_eq!(all, before);
        assert_eq!(all.carried(900).count, Record::from_carried(&all.carried(900).code).expect("we wrote it").len());
        assert_eq!(Record::default().carried(8000).count, 0);
        for code in ["", "r", "rAAAA", "1AAAA"] {
            assert!(Record::from_carried(code).is_err(), "{code}");
        }
    }

    #[test]
    fn days_in_a_row_are_carried_beyond_the_puzzles_that_fit() {
        let (first, days) = (9_000, 1_200);
        let mut all = Record::default();
        for number in (0..days).filter(|number| *number != 100) {
            let on = Date::of_number(first + number).expect("a day").to_string();
            all.add(&format!("{:x}", (number << 40) | (number * 7919)), solve("gap", 61, Some(&on), &on));
        }
        let today = Date::of_number(first + days - 1).expect("a day");
        assert_eq!(all.streak(today), 1_099);
        for most in [2_000, 600] {
            let Carried { code, count } = all.carried(most);
            assert!(code.len() <= most && count < 500, "{count} in {} characters", code.len());
            let mut other = Record::from_carried(&code).expect("we wrote it");
            assert_eq!((other.len(), other.streak(today)), (count, 1_099));
            // It is kept, goes on, travels again, and comes back without counting twice.
            let tomorrow = Date::of_number(first + days).expect("a day");
            other.add("f00", solve("trid", 9, Some(&tomorrow.to_string()), &tomorrow.to_string()));
            let other = Record::from_text(&other.to_text());
            assert_eq!(other.streak(tomorrow), 1_100);
            let again = Record::from_carried(&other.carried(most).code).expect("we wrote it");
            assert_eq!(
                (again.streak(tomorrow), again.streak(Date::of_number(first + 99).expect("a day"))),
                (1_100, 100)
            );
            let mut both = all.clone();
            both.merge(again.clone());
            both.merge(again);
            assert_eq!((both.len(), both.streak(tomorrow)), (all.len() + 1, 1_100));
        }
    }

    #[test]
    fn hostile_days_are_refused() {
        for days in ["7", "[7]", "[[1]]", "[[9000,0]]", "[[9000,-4]]", "[[9000,99999999]]", "[[-3,1]]", "[[9e99,1]]"] {
            let days: Value = serde_json::from_str(days).expect("it is JSON");
            assert_eq!(days_of(&days), None, "{days}");
            let parts = Parts { kind: "record".to_owned(), fields: json!({}), position: days.clone() };
            if let Ok(code) = code::write(&parts, RECORD) {
                assert!(Record::from_carried(&code).is_err(), "{days}");
            }
            let text = json!({ DAYS: days, "b": solve("gap", 3, None, "2026-11-16") }).to_string();
            assert_eq!(Record::from_text(&text).len(), 1, "what can be read stays");
        }
        let many: Vec<(i64, i64)> = vec![(90_000, 30_000), (50_000, 30_000)];
        assert_eq!(days_of(&json!(many)), None);
    }
}
