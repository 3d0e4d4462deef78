//! The new puzzles on offer: only what can be made, with how long that takes.
//!
//! `cargo run --release -p equipoise-studio --example offers` computes the
//! table, and `tests/offers.rs` makes a sample of it.

mod prospect;
mod table;

pub use prospect::{Prospect, prospect};

use crate::message::Recipe;
use puzzles::{Kind, Request, kind};
use studio::{Difficulty, MakeError, Workshop};

/// A size and a difficulty that puzzles are made in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    /// The name of the kind.
    pub kind: &'static str,
    /// The size.
    pub size: usize,
    /// The difficulty; `None` for any.
    pub band: Option<Difficulty>,
    /// How long making one took at worst, in milliseconds on a machine of 2026.
    pub milliseconds: u32,
    /// How many drafts it took at worst: the same on every machine.
    pub drafts: u64,
}

/// The seeds that the table was computed from: all of them make a puzzle.
pub const OFFER_SEEDS: std::ops::Range<u64> = 0..4;

/// Nobody waits longer for an offer: it is made in this many milliseconds.
pub const MOST_WAIT: u32 = 2_000;

/// What is offered of a kind, by size and then by difficulty.
pub fn offers(kind: &Kind) -> impl Iterator<Item = &'static Offer> {
    known(kind).filter(|offer| offer.milliseconds <= MOST_WAIT)
}

/// The same with what takes longer.
fn known(kind: &Kind) -> impl Iterator<Item = &'static Offer> {
    let name = kind.name;
    table::OFFERS.iter().filter(move |offer| offer.kind == name)
}

impl Offer {
    /// A workshop for such puzzles.
    ///
    /// # Errors
    /// When there is no such kind in this build.
    pub fn workshop(&self) -> Result<Workshop, MakeError> {
        let kind = kind(self.kind)
            .ok_or_else(|| puzzles::Impossible(format!("there is no kind of puzzle {:?} here", self.kind)))?;
        Ok(Workshop::new(kind, Request::of_size(self.size))?.difficulty(self.band))
    }
}

impl Recipe {
    /// What is offered of its kind.
    pub fn offers(&self) -> impl Iterator<Item = &'static Offer> + use<> {
        kind(&self.kind).into_iter().flat_map(offers)
    }

    /// The offer for it, if it is on offer.
    pub fn offer(&self) -> Option<&'static Offer> {
        self.offers().find(|offer| offer.size == self.size && offer.band == self.difficulty)
    }
}
