//! One puzzle a day for each kind: the same for everybody who has the same
//! version.

use crate::offers::{Offer, offers};
use puzzles::Kind;
use std::fmt;
use std::str::FromStr;

/// Changes whenever a seed begins to name another puzzle: then all puzzles of
/// the day change at once, and nobody takes two for the same.
pub const MAKERS_REVISION: u32 = 3;

/// A day of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// The day with these numbers; `None` when there is no such day.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Date> {
        let date = Date { year, month, day };
        // What is not a day has the number of another.
        Date::of_number(date.number()).filter(|same| *same == date)
    }
}

impl Date {
    /// The day before; `None` before the first.
    pub fn before(self) -> Option<Date> {
        Date::of_number(self.number() - 1)
    }

    /// How many days it is after the first of March of the year 0.
    pub fn number(self) -> i64 {
        let (year, month, day) = (i64::from(self.year), i64::from(self.month), i64::from(self.day));
        // Years that begin in March: the odd day of a leap year is their last.
        let (year, month) = if month < 3 { (year - 1, month + 9) } else { (year, month - 3) };
        365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1
    }

    /// The day with this number; `None` when there is none.
    pub fn of_number(number: i64) -> Option<Date> {
        let first = |year: i64| 365 * year + year / 4 - year / 100 + year / 400;
        if !(0..=first(10_000)).contains(&number) {
            return None;
        }
        // A guess that is at most one too large.
        let guess = number * 400 / 146_097 + 1;
        let year = (guess - 2..=guess).rev().find(|&year| year >= 0 && first(year) <= number)?;
        let of_year = number - first(year);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
        let (month, day) = (u8::try_from(month).ok()?, u8::try_from(day).ok()?);
        u16::try_from(year).ok().filter(|year| (1..=9999).contains(year)).map(|year| Date { year, month, day })
    }

    /// The day as people say it: `Monday 16 November`.
    pub fn in_words(self) -> String {
        const MONTHS: [&str; 12] = [
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ];
        // The first of March of the year 0 is a Wednesday.
        const DAYS: [&str; 7] = ["Wednesday", "Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday"];
        let (weekday, month) = (self.number() % 7, usize::from(self.month) - 1);
        format!("{} {} {}", DAYS[weekday as usize], self.day, MONTHS[month])
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl From<Date> for String {
    fn from(date: Date) -> String {
        date.to_string()
    }
}

impl TryFrom<String> for Date {
    type Error = NoDate;

    fn try_from(text: String) -> Result<Date, NoDate> {
        text.parse()
    }
}

/// A text that is not a date.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected a date such as 2026-11-15")]
pub struct NoDate;

impl FromStr for Date {
    type Err = NoDate;

    fn from_str(text: &str) -> Result<Date, NoDate> {
        let read = || {
            let mut parts = text.splitn(3, '-');
            Date::new(parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?.parse().ok()?)
        };
        // One spelling for each day.
        read().filter(|date| date.to_string() == text).ok_or(NoDate)
    }
}

/// The puzzle of a day: what to make, and the seed to make it from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Daily {
    /// The seed.
    pub seed: u64,
    /// The size and the difficulty.
    pub offer: &'static Offer,
}

impl Daily {
    /// How many indices are tried: the puzzle is that of the first index that has one.
    pub const MOST_TRIES: u64 = 20;
}

/// The puzzle of a day, by kind; `None` where nothing on offer is quick to
/// make.
///
/// ```
/// let kind = puzzles::kind("gap").expect("it is a kind");
/// let date = "2026-11-15".parse()?;
/// let daily = play::daily(kind, date).expect("Gap is offered");
/// let made = daily.offer.recipe().workshop()?.make(daily.seed, 0, fd::Limits::none())?;
/// assert_eq!(made.puzzle.size(), daily.offer.size);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn daily(kind: &Kind, date: Date) -> Option<Daily> {
    let seed = seed_of(kind.name, date);
    let pool: Vec<&Offer> = offers(kind).filter(|offer| offer.daily).collect();
    let offer = pool.get(usize::try_from(seed % (pool.len().max(1) as u64)).ok()?)?;
    Some(Daily { seed, offer })
}

/// FNV-1a with 64 bits, and then once more through a mixer, since the last
/// letters of two dates are all that differs.
fn seed_of(kind: &str, date: Date) -> u64 {
    let text = format!("{MAKERS_REVISION} {kind} {date}");
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    let mixed = (hash ^ hash >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    // An exact integer in every JSON reader.
    (mixed ^ mixed >> 33) >> 11
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for text in ["1970-01-01", "1970-12-31", "2000-02-29", "2026-11-15", "2100-03-01", "9999-12-31"] {
            assert_eq!(text.parse::<Date>().expect("a day").to_string(), text);
        }
        for text in [
            "2026-02-29",
            "2100-02-29",
            "2026-13-01",
            "2026-00-01",
            "2026-1-01",
            "2026-01-32",
            "",
            "-",
            "x-y-z",
            "2026-01-01-01",
            "+026-01-01",
        ] {
            assert!(text.parse::<Date>().is_err(), "{text}");
        }
    }

    #[test]
    fn days_have_numbers() {
        let days =
            (1..=9999).flat_map(|year| (1..=12).flat_map(move |month| (1..=31).map(move |day| (year, month, day))));
        let mut last = None;
        for day in days.filter_map(|(year, month, day)| Date::new(year, month, day)) {
            assert_eq!(Date::of_number(day.number()), Some(day));
            assert!(last.is_none_or(|last| last + 1 == day.number()), "{day}");
            last = Some(day.number());
        }
        for number in [i64::MIN, -1, 0, i64::MAX] {
            assert_eq!(Date::of_number(number), None);
        }
    }

    #[test]
    fn days_are_said_as_people_say_them() {
        for (date, said) in [
            ("2026-11-16", "Monday 16 November"),
            ("2024-02-29", "Thursday 29 February"),
            ("2000-01-01", "Saturday 1 January"),
            ("1970-01-01", "Thursday 1 January"),
            ("0001-01-01", "Monday 1 January"),
            ("2027-12-31", "Friday 31 December"),
        ] {
            assert_eq!(date.parse::<Date>().expect("a day").in_words(), said);
        }
    }

    #[test]
    fn every_day_and_kind_has_its_own_seed() {
        let months = (2026..2029).flat_map(|year| (1..=12).map(move |month| (year, month)));
        let days: Vec<Date> =
            months.flat_map(|(year, month)| (1..=31).filter_map(move |day| Date::new(year, month, day))).collect();
        assert_eq!(days.len(), 365 + 365 + 366);
        let seeds = days.iter().flat_map(|&date| ["gap", "trid"].map(|kind| seed_of(kind, date)));
        let seeds: BTreeSet<u64> = seeds.collect();
        assert_eq!(seeds.len(), 2 * days.len());
        assert!(seeds.iter().all(|&seed| seed < 1 << 53));
    }

    #[test]
    fn the_rule_stays_what_it_is() {
        // People compare their times for the puzzle of a day.
        assert_eq!(seed_of("gap", Date::new(2026, 11, 15).expect("a day")), 18_795_435_464_247);
    }
}
