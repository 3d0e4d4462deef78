//! Whether puzzles of a band can be made at a size.

use super::{Offer, known};
use puzzles::{Impossible, Kind};
use std::time::Duration;
use studio::{Difficulty, listed};

/// What to expect of making a puzzle of some band.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prospect {
    /// It takes up to about this long.
    Takes(Duration),
    /// Nobody has tried this size.
    Untried,
}

/// What to expect of making a puzzle of this size and band, where everything
/// else is as usual. A size between two that were tried has what either has.
///
/// # Errors
/// Why there is none, and what there is instead: at this size none of this band
/// was found when the table was computed.
pub fn prospect(kind: &Kind, size: usize, band: Difficulty) -> Result<Prospect, Impossible> {
    let below = known(kind).map(|offer| offer.size).filter(|&tried| tried <= size).max();
    let above = known(kind).map(|offer| offer.size).filter(|&tried| tried >= size).min();
    let Some((below, above)) = below.zip(above) else { return Ok(Prospect::Untried) };
    let near: Vec<&Offer> = known(kind).filter(|offer| offer.size == below || offer.size == above).collect();
    let of_band = |offers: &[&Offer]| {
        offers.iter().filter(|offer| offer.band == Some(band)).map(|offer| offer.milliseconds).max()
    };
    match of_band(&near) {
        Some(milliseconds) => Ok(Prospect::Takes(Duration::from_millis(milliseconds.into()))),
        None => Err(Impossible(refusal(kind, size, band, &near))),
    }
}

fn refusal(kind: &Kind, size: usize, band: Difficulty, near: &[&Offer]) -> String {
    let (title, name) = (kind.title, band.name());
    let comes = |other: &Difficulty| near.iter().any(|offer| offer.band == Some(*other));
    let bands: Vec<String> = Difficulty::ALL.into_iter().filter(comes).map(|band| band.name().to_owned()).collect();
    let sizes: Vec<String> =
        known(kind).filter(|offer| offer.band == Some(band)).map(|offer| offer.size.to_string()).collect();
    let mut says = format!("no {name} {title} of size {size} was found in many tries");
    if !bands.is_empty() {
        says += &format!("; this size comes as {}", listed(&bands));
    }
    if !sizes.is_empty() {
        says += &format!("; {name} comes at size {}", listed(&sizes));
    }
    says
}
