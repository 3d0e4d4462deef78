//! Sums with many terms of two values each, such as the Boolean variables of a knapsack.
//!
//! Such a term is open, or it has one value: when it is fixed, what the sum gains is known without looking at
//! the others. So the sum is kept on the trail, and a run looks at what changed alone. What is too wide for the
//! room that is left stands in front, since the terms are in the order of their widths.

use super::bounds::Terms;
use super::sum::Term;
use crate::{Changed, Conflict, Event, Post, Propagator, Status, Store, Trailed, Wake};

/// With fewer such terms, looking at all costs no more.
const FEWEST: usize = 8;

/// A term with two values, and the products that they make.
#[derive(Debug)]
struct Switch {
    term: Term,
    low: i64,
    high: i64,
}

impl Switch {
    fn width(&self) -> i64 {
        self.high - self.low
    }
}

/// The terms with two values, the widest first.
#[derive(Debug)]
struct Switches {
    terms: Box<[Switch]>,
    /// How many in front are known to be fixed.
    passed: Trailed,
}

impl Switches {
    fn new(post: &mut Post<'_>, terms: Vec<Term>) -> Switches {
        let switch = |term: Term| {
            let (low, high) = term.range(post.store());
            Switch { term, low, high }
        };
        let mut terms: Box<[Switch]> = terms.into_iter().map(switch).collect();
        terms.sort_by_key(|switch| -switch.width());
        Switches { terms, passed: post.trailed(0) }
    }

    fn wakes(&self, event: impl Fn(Term) -> Event) -> impl Iterator<Item = Wake> {
        self.terms.iter().enumerate().map(move |(i, switch)| Wake::telling(switch.term.var, event(switch.term), i))
    }

    /// The least and the greatest sum.
    fn range(&self, store: &Store) -> (i64, i64) {
        self.terms.iter().fold((0, 0), |(least, greatest), switch| {
            let (low, high) = switch.term.range(store);
            (least + low, greatest + high)
        })
    }

    /// The terms that are told to be fixed, each with its product.
    fn told<'s>(&'s self, store: &'s Store, told: &'s [u32]) -> impl Iterator<Item = (&'s Switch, i64)> {
        let terms = told.iter().filter_map(|&i| self.terms.get(i as usize));
        terms.map(|switch| (switch, switch.term.range(store).0))
    }

    /// Goes over the terms that are wider than the room that is left, and returns how many terms are passed then.
    /// Each that is open is fixed by `fix`, which returns the room left after it.
    fn fit(
        &self,
        store: &mut Store,
        mut room: i64,
        mut fix: impl FnMut(&mut Store, &Switch) -> Result<i64, Conflict>,
    ) -> Result<usize, Conflict> {
        let first = store.get(self.passed) as usize;
        let mut passed = first;
        for switch in &self.terms[first..] {
            if !store.is_fixed(switch.term.var) {
                if switch.width() <= room {
                    break;
                }
                room = fix(store, switch)?;
            }
            passed += 1;
        }
        if passed > first {
            store.set(self.passed, passed as u64);
        }
        Ok(passed)
    }
}

/// Sorts out the terms that have two values, if they are many.
fn parted(store: &Store, terms: &[Term]) -> Option<(Vec<Term>, Vec<Term>)> {
    let parted: (Vec<Term>, Vec<Term>) = terms.iter().partition(|term| store.size(term.var) == 2);
    (parted.0.len() >= FEWEST).then_some(parted)
}

/// `sum <= rhs`
#[derive(Debug)]
pub(super) struct AtMost {
    switches: Switches,
    /// The widths of all terms from each place on.
    widths: Box<[i64]>,
    /// The least sum of the switches.
    least: Trailed,
    rest: Terms,
    rhs: i64,
}

impl AtMost {
    /// The propagator and what wakes it, where it is worth it.
    pub(super) fn new(post: &mut Post<'_>, terms: &[Term], rhs: i64) -> Option<(AtMost, Vec<Wake>)> {
        let (switches, rest) = parted(post.store(), terms)?;
        let switches = Switches::new(post, switches);
        let others = rest.iter().map(|&term| Wake::on(term.var, term.rises()));
        let wakes = switches.wakes(Term::rises).chain(others).collect();
        let mut widths: Box<[i64]> = switches.terms.iter().map(Switch::width).chain([0]).collect();
        for i in (1..widths.len()).rev() {
            widths[i - 1] += widths[i];
        }
        let rest = Terms::new(post, rest.into_iter());
        Some((AtMost { switches, widths, least: post.trailed(0), rest, rhs }, wakes))
    }
}

impl Propagator for AtMost {
    fn propagate(&mut self, store: &mut Store, changed: Changed<'_>) -> Result<Status, Conflict> {
        let AtMost { switches, rest, .. } = self;
        let least = match changed {
            Changed::All => {
                store.set(switches.passed, 0);
                switches.range(store).0
            }
            Changed::Only(told) => {
                let risen: i64 = switches.told(store, told).map(|(switch, value)| value - switch.low).sum();
                store.get(self.least) as i64 + risen
            }
        };
        store.set(self.least, least as u64);
        let mut range = rest.look(store);
        let room = self.rhs - least - range.least;
        if room < 0 {
            return Err(Conflict);
        }
        rest.lower(store, &mut range, room)?;
        let passed = switches.fit(store, room, |store, switch| {
            switch.term.at_most(store, switch.low)?;
            Ok(room)
        })?;
        let wide = self.widths[passed] + range.greatest - range.least;
        Ok(if wide <= room { Status::Entailed } else { Status::Fixpoint })
    }
}

/// `sum = rhs`
#[derive(Debug)]
pub(super) struct Equal {
    switches: Switches,
    /// The least and the greatest sum of the switches.
    least: Trailed,
    greatest: Trailed,
    rest: Terms,
    rhs: i64,
}

impl Equal {
    /// The propagator and what wakes it, where it is worth it.
    pub(super) fn new(post: &mut Post<'_>, terms: &[Term], rhs: i64) -> Option<(Equal, Vec<Wake>)> {
        let (switches, rest) = parted(post.store(), terms)?;
        let switches = Switches::new(post, switches);
        let others = rest.iter().map(|&term| Wake::on(term.var, Event::BOUNDS));
        let wakes = switches.wakes(|_| Event::FIXED).chain(others).collect();
        let rest = Terms::new(post, rest.into_iter());
        Some((Equal { switches, least: post.trailed(0), greatest: post.trailed(0), rest, rhs }, wakes))
    }
}

impl Propagator for Equal {
    fn propagate(&mut self, store: &mut Store, changed: Changed<'_>) -> Result<Status, Conflict> {
        let Equal { switches, rest, rhs, .. } = self;
        let (mut least, mut greatest) = match changed {
            Changed::All => {
                store.set(switches.passed, 0);
                switches.range(store)
            }
            Changed::Only(told) => {
                let known = (store.get(self.least) as i64, store.get(self.greatest) as i64);
                switches.told(store, told).fold(known, |(least, greatest), (switch, value)| {
                    (least + value - switch.low, greatest + value - switch.high)
                })
            }
        };
        let mut range = rest.look(store);
        let (mut below, mut above) = (*rhs - least - range.least, greatest + range.greatest - *rhs);
        if below < 0 || above < 0 {
            return Err(Conflict);
        }
        loop {
            rest.confine(store, &mut range, &mut below, &mut above)?;
            let before = below.min(above);
            switches.fit(store, before, |store, switch| {
                let width = switch.width();
                if width > below {
                    switch.term.at_most(store, switch.low)?;
                    above -= width;
                    greatest -= width;
                } else {
                    switch.term.at_least(store, switch.high)?;
                    below -= width;
                    least += width;
                }
                if below < 0 || above < 0 { Err(Conflict) } else { Ok(below.min(above)) }
            })?;
            if below.min(above) == before {
                break;
            }
        }
        store.set(self.least, least as u64);
        store.set(self.greatest, greatest as u64);
        Ok(if below == 0 && above == 0 { Status::Entailed } else { Status::Fixpoint })
    }
}
