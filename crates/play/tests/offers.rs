//! The table of what is offered: a sample of it is made.

use fd::Limits;
use play::{Daily, Date, MAKERS_REVISION, MOST_WAIT, OFFER_SEEDS, Offer, Prospect, daily, offers, prospect};
use puzzles::{Impossible, KINDS};
use studio::Difficulty;

/// Offers that take more drafts are left to the command that computes them.
const MOST_DRAFTS: u64 = 10;

fn is_made(offer: &Offer, seed: u64) {
    let mut workshop = offer.recipe().workshop().unwrap_or_else(|error| panic!("{offer:?}: {error}"));
    let made = workshop.make(seed, 0, Limits::none()).unwrap_or_else(|error| panic!("{offer:?}, seed {seed}: {error}"));
    assert_eq!(made.puzzle.size(), offer.size, "{offer:?}");
    assert_eq!(made.grade.map(|grade| grade.difficulty), offer.difficulty, "{offer:?}");
    assert!(made.drafts <= offer.drafts, "{offer:?}, seed {seed}: {} drafts", made.drafts);
}

#[test]
fn what_is_offered_can_be_made() {
    for &kind in KINDS {
        let quick: Vec<&Offer> =
            offers(kind).filter(|offer| offer.seconds == 0 && offer.drafts <= MOST_DRAFTS).collect();
        assert!(!quick.is_empty(), "{} is not offered", kind.name);
        let every = (quick.len() / 5).max(1);
        for (offer, seed) in quick.iter().step_by(every).zip(OFFER_SEEDS.cycle()) {
            is_made(offer, seed);
        }
    }
}

#[test]
fn every_kind_is_offered_in_its_usual_size_as_it_comes() {
    for &kind in KINDS {
        let usual = |offer: &Offer| offer.size == kind.making.size && offer.difficulty.is_none();
        assert!(offers(kind).any(usual), "{}", kind.name);
        let mut keys: Vec<_> = offers(kind).map(|offer| (offer.size, offer.difficulty)).collect();
        let sorted = keys.clone();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys, sorted, "{}", kind.name);
    }
}

/// Every band of every size that was tried is either made or refused, and a
/// refusal names the bands that are made.
#[test]
fn bands_are_made_or_refused() {
    for &kind in KINDS {
        let offered: Vec<(usize, Difficulty)> =
            offers(kind).filter_map(|offer| Some((offer.size, offer.difficulty?))).collect();
        for &size in offers(kind).map(|offer| &offer.size) {
            let here = |band: Difficulty| offered.contains(&(size, band));
            for band in Difficulty::ALL {
                match prospect(kind, size, band) {
                    Ok(Prospect::Takes(time)) => {
                        assert_eq!(time.as_secs() <= MOST_WAIT, here(band), "{} {size} {band:?}", kind.name);
                    }
                    Ok(Prospect::Untried) => panic!("{} {size} is offered", kind.name),
                    Err(Impossible(reason)) => {
                        assert!(!here(band), "{reason}");
                        let others = Difficulty::ALL.into_iter().filter(|&other| here(other));
                        others.for_each(|other| assert!(reason.contains(other.name()), "{reason}"));
                    }
                }
            }
        }
        assert_eq!(prospect(kind, 100_000, Difficulty::Easy), Ok(Prospect::Untried));
        assert_eq!(prospect(kind, 0, Difficulty::Easy), Ok(Prospect::Untried));
    }
}

/// A size between two that were tried has what either of them has.
#[test]
fn sizes_between_take_after_their_neighbours() {
    let weight = puzzles::kind("weight").expect("it is a kind");
    let sizes: Vec<usize> = offers(weight).map(|offer| offer.size).collect();
    let (below, above) = (sizes.iter().rev().find(|&&size| size < 9), sizes.iter().find(|&&size| size > 9));
    let neighbours = [*below.expect("smaller ones are offered"), *above.expect("larger ones are offered")];
    assert!(!sizes.contains(&9));
    for band in Difficulty::ALL {
        let either = neighbours.into_iter().any(|size| prospect(weight, size, band).is_ok());
        assert_eq!(prospect(weight, 9, band).is_ok(), either, "{band:?}");
    }
}

/// What version 0.1.0 gave on some days, when waiting was still measured in milliseconds.
#[test]
fn days_that_are_past_keep_their_puzzles() {
    let pool = |name: &str| offers(puzzles::kind(name).expect("it is a kind")).filter(|offer| offer.daily).count();
    assert_eq!(["weight", "gap", "aztec", "trid", "multibalance"].map(pool), [29, 27, 20, 13, 11]);
}

#[test]
fn the_puzzle_of_a_day_is_the_same_for_everybody() {
    assert_eq!(MAKERS_REVISION, 3);
    let date: Date = "2026-11-15".parse().expect("a day");
    for &kind in KINDS {
        let today = daily(kind, date).expect("every kind has one");
        assert_eq!(daily(kind, date), Some(today));
        assert!(today.offer.daily);
        if today.offer.seconds == 0 {
            let make = |()| {
                let mut workshop = today.offer.recipe().workshop().expect("it is offered");
                let made =
                    (0..Daily::MOST_TRIES).find_map(|index| workshop.make(today.seed, index, Limits::none()).ok());
                made.expect("it is offered").puzzle.write_json()
            };
            let [one, other] = [(); 2].map(make);
            assert_eq!(one, other);
        }
    }
}
