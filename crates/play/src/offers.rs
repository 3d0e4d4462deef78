//! The new puzzles on offer: only what can be made, with how long that takes.
//!
//! They are in `offers.txt`, which
//! `cargo run --release -p equipoise-play --example offers` computes, and
//! `tests/offers.rs` makes a sample of.

use crate::message::Recipe;
use puzzles::{Impossible, Kind, Request};
use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;
use studio::{Difficulty, MakeError, Workshop, listed};

/// A size and a difficulty that puzzles are made in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// The name of the kind.
    pub kind: String,
    /// The size.
    pub size: usize,
    /// The difficulty; `None` for any.
    pub difficulty: Option<Difficulty>,
    /// How many drafts it took at worst: the same on every machine.
    pub drafts: u64,
    /// How many seconds one waits at worst, on a machine of 2026; 0 for at once.
    pub seconds: u64,
    /// Whether it may be the puzzle of a day.
    pub daily: bool,
    /// Whether nobody has tried how long it takes: of a user's own page of rules, say.
    pub is_untried: bool,
}

/// The seeds that the offers were computed from: all of them make a puzzle.
pub const OFFER_SEEDS: std::ops::Range<u64> = 0..4;

/// Nobody waits longer for an offer, in seconds.
pub const MOST_WAIT: u64 = 2;

static OFFERS: LazyLock<Vec<Offer>> =
    LazyLock::new(|| include_str!("offers.txt").lines().filter_map(Offer::read).collect());

/// What is offered of a kind, by size and then by difficulty.
pub fn offers(kind: &Kind) -> impl Iterator<Item = &'static Offer> {
    let says_itself = kind.page.is_some() && known(kind).next().is_none();
    let own = if says_itself { untried(kind) } else { &[] };
    known(kind).filter(|offer| offer.seconds <= MOST_WAIT).chain(own)
}

/// What a page of rules offers of itself, where nobody has computed it.
fn untried(kind: &Kind) -> &'static [Offer] {
    static UNTRIED: Mutex<BTreeMap<(&str, &str), &[Offer]>> = Mutex::new(BTreeMap::new());
    let mut untried = UNTRIED.lock().unwrap_or_else(PoisonError::into_inner);
    untried.entry((kind.name, kind.rules_hash().unwrap_or_default())).or_insert_with(|| {
        let offer = |&size: &usize| Offer {
            kind: kind.name.to_owned(),
            size,
            difficulty: None,
            drafts: 1,
            seconds: 0,
            daily: false,
            is_untried: true,
        };
        kind.making.offered.iter().map(offer).collect::<Vec<_>>().leak()
    })
}

/// The same with what takes longer.
fn known(kind: &Kind) -> impl Iterator<Item = &'static Offer> {
    let name = kind.name;
    OFFERS.iter().filter(move |offer| offer.kind == name)
}

impl Offer {
    /// Reads a line of `offers.txt`; `None` for one that is not an offer.
    pub fn read(line: &str) -> Option<Offer> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let &[kind, size, difficulty, drafts, seconds, daily] = words.as_slice() else { return None };
        Some(Offer {
            kind: kind.to_owned(),
            size: size.parse().ok()?,
            difficulty: Difficulty::ALL.into_iter().find(|own| own.name() == difficulty),
            drafts: drafts.parse().ok()?,
            seconds: seconds.parse().ok()?,
            daily: daily == "day",
            is_untried: false,
        })
    }

    /// What it is made by.
    pub fn recipe(&self) -> Recipe {
        Recipe { kind: self.kind.clone(), size: self.size, difficulty: self.difficulty }
    }
}

/// The kind of this name, if there is one in this build.
pub(crate) fn kind_named(name: &str) -> Result<&'static Kind, Impossible> {
    puzzles::kind(name).ok_or_else(|| Impossible(format!("there is no kind of puzzle {name:?} here")))
}

impl Recipe {
    /// A workshop for such puzzles.
    ///
    /// # Errors
    /// When there is no such puzzle, or no such kind in this build.
    pub fn workshop(&self) -> Result<Workshop, MakeError> {
        Ok(Workshop::new(kind_named(&self.kind)?, Request::of_size(self.size))?.difficulty(self.difficulty))
    }

    /// What is offered of its kind.
    pub fn offers(&self) -> impl Iterator<Item = &'static Offer> + use<> {
        puzzles::kind(&self.kind).into_iter().flat_map(offers)
    }

    /// The offer most like it: of its size and difficulty, or of its size, or any.
    pub fn nearest(&self) -> Option<&'static Offer> {
        let off = |offer: &&Offer| (offer.size.abs_diff(self.size), offer.difficulty != self.difficulty, offer.seconds);
        self.offers().min_by_key(off)
    }

    /// What is one step harder: of the same size, or else of the next size that comes so hard.
    pub fn harder(&self) -> Option<&'static Offer> {
        let now = self.difficulty;
        let is_harder = |offer: &&Offer| offer.difficulty > now && offer.size >= self.size;
        let next = self.offers().filter(is_harder).min_by_key(|offer| (offer.size, offer.difficulty));
        let larger = |offer: &&Offer| offer.difficulty == now && offer.size > self.size;
        next.or_else(|| self.offers().filter(larger).min_by_key(|offer| offer.size))
    }

    /// What is one step easier: of the same size, or else of the next smaller size that comes no harder.
    pub fn easier(&self) -> Option<&'static Offer> {
        let now = self.difficulty;
        let is_easier =
            |offer: &&Offer| offer.difficulty.is_some() && offer.difficulty < now && offer.size <= self.size;
        let next = self.offers().filter(is_easier).max_by_key(|offer| (offer.size, offer.difficulty));
        let smaller = |offer: &&Offer| offer.difficulty == now && offer.size < self.size;
        next.or_else(|| self.offers().filter(smaller).max_by_key(|offer| offer.size))
    }

    /// The offer for it, if it is on offer.
    pub fn offer(&self) -> Option<&'static Offer> {
        self.offers().find(|offer| offer.size == self.size && offer.difficulty == self.difficulty)
    }
}

/// What to expect of making a puzzle of some difficulty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prospect {
    /// It takes up to about this long.
    Takes(Duration),
    /// Nobody has tried this size.
    Untried,
}

/// What to expect of making a puzzle of this size and difficulty, where
/// everything else is as usual. A size between two that were tried has what
/// either has.
///
/// # Errors
/// Why there is none, and what there is instead: at this size none of this
/// difficulty was found when the offers were computed.
pub fn prospect(kind: &Kind, size: usize, difficulty: Difficulty) -> Result<Prospect, Impossible> {
    let below = known(kind).map(|offer| offer.size).filter(|&tried| tried <= size).max();
    let above = known(kind).map(|offer| offer.size).filter(|&tried| tried >= size).min();
    let Some((below, above)) = below.zip(above) else { return Ok(Prospect::Untried) };
    let nearest: Vec<&Offer> = known(kind).filter(|offer| offer.size == below || offer.size == above).collect();
    let alike = nearest.iter().filter(|offer| offer.difficulty == Some(difficulty));
    match alike.map(|offer| offer.seconds).max() {
        Some(seconds) => Ok(Prospect::Takes(Duration::from_secs(seconds))),
        None => Err(Impossible(refusal(kind, size, difficulty, &nearest))),
    }
}

fn refusal(kind: &Kind, size: usize, difficulty: Difficulty, nearest: &[&Offer]) -> String {
    let (title, name) = (kind.title, difficulty.name());
    let comes = |other: &Difficulty| nearest.iter().any(|offer| offer.difficulty == Some(*other));
    let others: Vec<String> = Difficulty::ALL.into_iter().filter(comes).map(|other| other.name().to_owned()).collect();
    let sizes = known(kind).filter(|offer| offer.difficulty == Some(difficulty)).map(|offer| offer.size.to_string());
    let sizes: Vec<String> = sizes.collect();
    let mut says = format!("no {name} {title} of size {size} was found in many tries");
    if !others.is_empty() {
        says += &format!("; this size comes as {}", listed(&others));
    }
    if !sizes.is_empty() {
        says += &format!("; {name} comes at size {}", listed(&sizes));
    }
    says
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_and_a_harder_one_are_on_offer() {
        for kind in puzzles::KINDS {
            let all: Vec<&Offer> = offers(kind).collect();
            for offer in &all {
                assert_eq!(offer.recipe().nearest(), Some(*offer));
                if let Some(easier) = offer.recipe().easier() {
                    let less = (easier.difficulty, easier.size) < (offer.difficulty, offer.size);
                    assert!(less && easier.size <= offer.size, "{offer:?}, {easier:?}");
                }
                match offer.recipe().harder() {
                    Some(harder) => {
                        let more = (harder.difficulty, harder.size) > (offer.difficulty, offer.size);
                        assert!(more && harder.size >= offer.size, "{offer:?}, {harder:?}");
                    }
                    None => assert!(
                        all.iter().all(|other| (other.difficulty, other.size) <= (offer.difficulty, offer.size)
                            || other.size < offer.size),
                        "{offer:?}"
                    ),
                }
            }
            let odd = Recipe { kind: kind.name.to_owned(), size: 1000, difficulty: Some(Difficulty::Hard) };
            assert!(odd.nearest().is_some());
        }
    }
}
