//! What a player has solved: kept in one place, counted, and brought together from several.

use crate::Date;
use crate::code::{self, CodeError, Parts};
use crate::saves::lenient;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use studio::Difficulty;

/// The version of the codes that carry a record.
const RECORD: char = 'r';

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
    /// Notes that a game is solved. What was noted first stays; what was not known then is added.
    pub fn add(&mut self, game: &str, solve: Solve) {
        let Solve { difficulty, code, replay, .. } = solve.clone();
        let noted = self.0.entry(game.to_owned()).or_insert(solve);
        noted.difficulty = noted.difficulty.or(difficulty);
        noted.code = noted.code.take().or(code);
        noted.replay = noted.replay.take().or(replay);
    }

    /// Adds what another record has. Nothing is lost, and nothing counts twice.
    pub fn merge(&mut self, other: Record) {
        other.0.into_iter().for_each(|(game, solve)| self.add(&game, solve));
    }

    /// What was solved, the latest first.
    pub fn latest(&self) -> Vec<&Solve> {
        let mut all: Vec<&Solve> = self.0.values().collect();
        all.sort_by_key(|solve| std::cmp::Reverse((solve.on, solve.at)));
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

    /// How many puzzles were solved.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// As a code of at most so many characters, which a link or a QR code can carry to another device: what was solved,
    /// when, and how quickly, without puzzles and replays. Where not all of it fits, the latest do.
    pub fn carried(&self, most: usize) -> Carried {
        let mut games: Vec<(&String, &Solve)> = self.0.iter().collect();
        games.sort_by_key(|(game, solve)| (std::cmp::Reverse((solve.on, solve.at)), *game));
        // Those that a number names: all of a browser's own.
        games.retain(|(game, _)| number_of(game).is_some());
        let written = |count: usize| {
            let parts = Parts { kind: "record".to_owned(), fields: to_value(&games[..count]), position: Value::Null };
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
        from_value(&parts.fields).filter(|_| parts.kind == "record").ok_or(CodeError::Damaged)
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
        assert_eq!((read.len(), read.streak(today)), (count, count / 5));
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
}
