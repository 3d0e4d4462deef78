//! The table of what is offered: a sample of it is made.

use fd::Limits;
use puzzles::KINDS;
use studio::{Date, MAKERS_REVISION, OFFER_SEEDS, Offer, daily, offers};

/// Slower offers are left to the command that computes the table.
const MOST_MILLISECONDS: u32 = 150;

fn is_made(offer: &Offer, seed: u64) {
    let mut workshop = offer.workshop().unwrap_or_else(|error| panic!("{offer:?}: {error}"));
    let made = workshop.make(seed, 0, Limits::none()).unwrap_or_else(|error| panic!("{offer:?}, seed {seed}: {error}"));
    assert_eq!(made.puzzle.size(), offer.size, "{offer:?}");
    assert_eq!(made.grade.map(|grade| grade.band), offer.band, "{offer:?}");
    assert!(made.drafts <= offer.drafts, "{offer:?}, seed {seed}: {} drafts", made.drafts);
}

#[test]
fn what_is_offered_can_be_made() {
    for &kind in KINDS {
        let quick: Vec<&Offer> = offers(kind).filter(|offer| offer.milliseconds <= MOST_MILLISECONDS).collect();
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
        let usual = |offer: &Offer| offer.size == kind.making.size && offer.band.is_none();
        assert!(offers(kind).any(usual), "{}", kind.name);
        let mut keys: Vec<_> = offers(kind).map(|offer| (offer.size, offer.band)).collect();
        let sorted = keys.clone();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys, sorted, "{}", kind.name);
    }
}

#[test]
fn the_puzzle_of_a_day_is_the_same_for_everybody() {
    assert_eq!(MAKERS_REVISION, 1);
    let date: Date = "2026-11-15".parse().expect("a day");
    for &kind in KINDS {
        let today = daily(kind, date).expect("every kind has one");
        assert_eq!(daily(kind, date), Some(today));
        assert!(today.offer.milliseconds <= 1000);
        if today.offer.milliseconds <= MOST_MILLISECONDS {
            let [one, other] = [(); 2].map(|()| today.make(Limits::none()).expect("it is offered").puzzle.write_json());
            assert_eq!(one, other);
        }
    }
}
