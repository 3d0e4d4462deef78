//! A bar in balance, value by value.

use super::balance::{Hung, range};
use super::diophantine::Diophantine;
use fd::{Changed, Conflict, Propagator, Status, Store, Var, Words};
use std::ops::Range;
use std::sync::Arc;

/// How many combinations of weights may be tried for a bar.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effort {
    /// Values are looked at one by one while there are at most this many
    /// combinations, leaving out the two things with the most.
    combinations: u64,
    /// The same when the total is known: those two things then follow at once.
    with_total: u64,
}

impl Effort {
    /// For makers, whose puzzles must not change, and for explanations.
    pub(super) const FULL: Effort = Effort { combinations: 500, with_total: 2000 };
    /// What pays in large trees, where a wrong turn costs far more.
    pub(super) const LARGE: Effort = Effort { combinations: 20, with_total: 500 };
    /// What pays in small trees: the search that more would save takes less.
    pub(super) const SMALL: Effort = Effort { combinations: 1, with_total: 30 };
}

/// The most weights that are remembered for a bar; wider ones keep to bounds.
const MOST_REMEMBERED: usize = 1 << 16;

/// Removes each value that is in no combination of weights that is in balance,
/// adds up to a total, and has different leaves.
///
/// The combination last found for a value is remembered and is most often still
/// good; backtracking invalidates none of them, so they need no trail. If few
/// values lack one, it is searched for value by value; if many do, all
/// combinations are enumerated.
#[derive(Debug)]
pub(super) struct Supports {
    things: Arc<[Hung]>,
    total: Var,
    effort: Effort,
    /// The combination of each value: of the first thing's values, of the
    /// second's, ..., and of the total's. Empty until they are first needed.
    remembered: Vec<i32>,
    /// The values without a good combination, as [`Words::words`] has them.
    /// Empty, as all lists below but the order, until combinations are few enough.
    missing: Vec<u64>,
    /// How many those are.
    misses: usize,
    /// Where the words of each variable begin; one more than variables.
    starts: Vec<usize>,
    /// The things in the order in which they are tried, and each one's place in it.
    order: Vec<usize>,
    places: Vec<usize>,
    /// What each thing can add.
    spans: Vec<Span>,
    /// What all things from a place in the order on can add together.
    rest: Vec<Span>,
    /// For any two things, how they make up for each other, once that was asked.
    lines: Vec<Option<Diophantine>>,
    /// The combination being looked for.
    weights: Vec<i32>,
}

/// The least and the greatest torque and weight.
#[derive(Debug, Clone, Copy, Default)]
struct Span {
    torque: (i64, i64),
    weight: (i64, i64),
}

impl Span {
    fn plus(self, other: Span) -> Span {
        let add = |a: (i64, i64), b: (i64, i64)| (a.0 + b.0, a.1 + b.1);
        Span { torque: add(self.torque, other.torque), weight: add(self.weight, other.weight) }
    }

    fn minus(self, other: Span) -> Span {
        let subtract = |a: (i64, i64), b: (i64, i64)| (a.0 - b.0, a.1 - b.1);
        Span { torque: subtract(self.torque, other.torque), weight: subtract(self.weight, other.weight) }
    }
}

/// Which combinations are looked for.
#[derive(Debug, Clone, Copy)]
struct Restriction {
    /// Whether any one will do, or all are enumerated.
    any: bool,
    /// The place in the order of the thing whose weight is set, plus one; 0
    /// when none is.
    after: usize,
    /// What the set thing could add before it was set.
    span: Span,
    total: (i64, i64),
}

/// What the weights chosen so far add up to.
#[derive(Debug, Clone, Copy)]
struct Sofar {
    torque: i64,
    weight: i64,
}

impl Sofar {
    fn with(self, thing: Hung, weight: i32) -> Sofar {
        let weight = i64::from(weight);
        Sofar { torque: self.torque + i64::from(thing.at) * weight, weight: self.weight + weight }
    }
}

impl Supports {
    /// `None` when there would be too much to remember.
    pub(super) fn new(things: Arc<[Hung]>, total: Var, effort: Effort, store: &Store) -> Option<Supports> {
        let k = things.len();
        let words: usize = things.iter().map(|thing| thing.weight).chain([total]).map(|x| store.words(x).len()).sum();
        (words * 64 * k <= MOST_REMEMBERED).then(|| Supports {
            things,
            total,
            effort,
            remembered: Vec::new(),
            missing: Vec::new(),
            misses: 0,
            starts: Vec::new(),
            order: (0..k).collect(),
            places: Vec::new(),
            spans: Vec::new(),
            rest: Vec::new(),
            lines: Vec::new(),
            weights: Vec::new(),
        })
    }

    /// Makes room for what is needed to look for combinations.
    fn make_room(&mut self, store: &Store) {
        let k = self.things.len();
        let mut words = 0;
        self.starts.reserve(k + 2);
        for i in 0..=k {
            self.starts.push(words);
            words += store.words(self.var(i)).len();
        }
        self.starts.push(words);
        self.missing = vec![0; words];
        // No variable has this value, so what was never found supports nothing.
        self.remembered = vec![i32::MIN; words * 64 * k];
        self.places = vec![0; k];
        self.spans = vec![Span::default(); k];
        self.rest = vec![Span::default(); k + 1];
        self.lines = vec![None; k * k];
        self.weights = vec![0; k];
    }

    fn var(&self, i: usize) -> Var {
        self.things.get(i).map_or(self.total, |thing| thing.weight)
    }

    /// Puts the things in order, those with many weights last, and says
    /// whether the combinations are few enough.
    fn lay_out(&mut self, store: &Store) -> bool {
        let things = Arc::clone(&self.things);
        let k = things.len();
        self.order.sort_unstable_by_key(|&i| (things[i].at != 0, store.size(things[i].weight), i));
        let sizes = self.order[..k.saturating_sub(2)].iter().map(|&i| u64::from(store.size(things[i].weight)));
        let most = if store.is_fixed(self.total) { self.effort.with_total } else { self.effort.combinations };
        if sizes.fold(1, u64::saturating_mul) > most {
            return false;
        }
        if self.starts.is_empty() {
            self.make_room(store);
        }
        for (i, thing) in things.iter().enumerate() {
            self.spans[i] = Span { torque: thing.torques(store), weight: range(store, thing.weight) };
        }
        if let [.., one, two] = self.order.as_mut_slice() {
            // Of the last two, the one that turns less is tried.
            let turns = |span: Span| span.torque.1 - span.torque.0;
            if turns(self.spans[*one]) > turns(self.spans[*two]) {
                std::mem::swap(one, two);
            }
        }
        for (place, &i) in self.order.iter().enumerate().rev() {
            self.places[i] = place;
            self.rest[place] = self.rest[place + 1].plus(self.spans[i]);
        }
        true
    }

    fn memory(&self, i: usize, bit: usize) -> Range<usize> {
        let start = (self.starts[i] * 64 + bit) * self.things.len();
        start..start + self.things.len()
    }

    fn words(&self, i: usize) -> Range<usize> {
        self.starts[i]..self.starts[i + 1]
    }

    /// Finds the values whose combination is no longer good.
    fn look_for_misses(&mut self, store: &Store) {
        self.misses = 0;
        for i in 0..=self.things.len() {
            for (w, &word) in store.words(self.var(i)).iter().enumerate() {
                let mut missing = word;
                let mut left = word;
                while left != 0 {
                    let bit = left.trailing_zeros() as usize;
                    if self.is_good(store, i, w * 64 + bit) {
                        missing &= !(1 << bit);
                    }
                    left &= left - 1;
                }
                self.missing[self.starts[i] + w] = missing;
                self.misses += missing.count_ones() as usize;
            }
        }
    }

    /// Whether the combination remembered for a value is still possible.
    fn is_good(&self, store: &Store, i: usize, bit: usize) -> bool {
        let weights = &self.remembered[self.memory(i, bit)];
        let mut total = 0;
        for (thing, &weight) in self.things.iter().zip(weights) {
            if !store.contains(thing.weight, weight) {
                return false;
            }
            total += weight;
        }
        store.contains(self.total, total)
    }

    /// Looks for combinations of the values that have none.
    fn find(&mut self, store: &Store) {
        let nothing = Sofar { torque: 0, weight: 0 };
        let all = Restriction { any: false, after: 0, span: Span::default(), total: range(store, self.total) };
        // Enumerating all takes about as long as one search for each weight of
        // the third thing from the end.
        let third = self.order.iter().rev().nth(2).map_or(1, |&i| store.size(self.things[i].weight));
        if self.misses > third as usize {
            self.extend(store, &all, 0, nothing);
            return;
        }
        for i in 0..=self.things.len() {
            let base = store.base(self.var(i));
            for (w, word) in self.words(i).enumerate() {
                let mut left = self.missing[word];
                while left != 0 {
                    let value = base + (w * 64) as i32 + left.trailing_zeros() as i32;
                    if let Some(&thing) = self.things.get(i) {
                        self.weights[i] = value;
                        let wanted = Restriction { any: true, after: self.places[i] + 1, span: self.spans[i], ..all };
                        self.extend(store, &wanted, 0, nothing.with(thing, value));
                    } else {
                        let total = (i64::from(value), i64::from(value));
                        self.extend(store, &Restriction { any: true, total, ..all }, 0, nothing);
                    }
                    left &= left - 1;
                }
            }
        }
    }

    /// Remembers the combination for its values that have none; says whether
    /// that is enough.
    fn found(&mut self, store: &Store, wanted: &Restriction) -> bool {
        for i in 0..=self.things.len() {
            let value = self.weights.get(i).copied().unwrap_or_else(|| self.weights.iter().sum());
            let bit = (value - store.base(self.var(i))) as usize;
            let word = &mut self.missing[self.starts[i] + bit / 64];
            if *word >> (bit % 64) & 1 == 1 {
                *word &= !(1 << (bit % 64));
                self.misses -= 1;
                let memory = self.memory(i, bit);
                self.remembered[memory].copy_from_slice(&self.weights);
            }
        }
        wanted.any || self.misses == 0
    }

    /// Chooses the things from `place` on; says whether enough was found.
    fn extend(&mut self, store: &Store, wanted: &Restriction, place: usize, sofar: Sofar) -> bool {
        let place = if place + 1 == wanted.after { place + 1 } else { place };
        let ahead = place < wanted.after;
        let rest = if ahead { self.rest[place].minus(wanted.span) } else { self.rest[place] };
        if sofar.torque + rest.torque.0 > 0
            || sofar.torque + rest.torque.1 < 0
            || sofar.weight + rest.weight.0 > wanted.total.1
            || sofar.weight + rest.weight.1 < wanted.total.0
        {
            return false;
        }
        let left = self.things.len() - place - usize::from(ahead);
        if left == 0 {
            return store.contains(self.total, sofar.weight as i32) && self.found(store, wanted);
        }
        let thing = self.things[self.order[place]];
        let at = i64::from(thing.at);
        if left == 1 && at != 0 {
            let weight = -sofar.torque / at;
            return sofar.torque % at == 0
                && store.contains(thing.weight, weight as i32)
                && self.choose(store, wanted, place, weight as i32, sofar);
        }
        let next = if place + 2 == wanted.after { place + 2 } else { place + 1 };
        if left == 2 && self.things[self.order[next]].at != 0 {
            return self.choose_two(store, wanted, [place, next], sofar);
        }
        let mut weight = store.next_from(thing.weight, i32::MIN);
        while let Some(tried) = weight {
            if self.choose(store, wanted, place, tried, sofar) {
                return true;
            }
            weight = store.next_from(thing.weight, tried + 1);
        }
        false
    }

    fn choose(&mut self, store: &Store, wanted: &Restriction, place: usize, weight: i32, sofar: Sofar) -> bool {
        let i = self.order[place];
        let thing = self.things[i];
        if thing.leaf && self.is_used(wanted, place, weight) {
            return false;
        }
        self.weights[i] = weight;
        self.extend(store, wanted, place + 1, sofar.with(thing, weight))
    }

    /// Whether a leaf chosen before `place` has this weight.
    fn is_used(&self, wanted: &Restriction, place: usize, weight: i32) -> bool {
        let same = |&i: &usize| self.things[i].leaf && self.weights[i] == weight;
        self.order[..place].iter().any(same) || place < wanted.after && same(&self.order[wanted.after - 1])
    }

    /// The last two things, x and y: they lie on the line that makes up for
    /// the torque so far, and only its whole-number points are tried.
    fn choose_two(&mut self, store: &Store, wanted: &Restriction, places: [usize; 2], sofar: Sofar) -> bool {
        let [i, j] = places.map(|place| self.order[place]);
        let [one, two] = [self.things[i], self.things[j]];
        let (least, most) = wanted.total;
        let known = (least == most).then_some(least - sofar.weight);
        let line = &mut self.lines[i * self.things.len() + j];
        let line = *line.get_or_insert_with(|| Diophantine::new(one.at, two.at));
        for (x, y) in line.points(-sofar.torque, self.spans[i].weight, self.spans[j].weight, known) {
            let (first, second) = (x as i32, y as i32);
            let total = sofar.weight + x + y;
            if store.contains(one.weight, first)
                && store.contains(two.weight, second)
                && (least..=most).contains(&total)
                && store.contains(self.total, total as i32)
                && !(one.leaf && (two.leaf && first == second || self.is_used(wanted, places[0], first)))
                && !(two.leaf && self.is_used(wanted, places[0], second))
            {
                (self.weights[i], self.weights[j]) = (first, second);
                if self.found(store, wanted) {
                    return true;
                }
            }
        }
        false
    }
}

impl Propagator for Supports {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        if !self.lay_out(store) {
            return Ok(Status::Fixpoint);
        }
        self.look_for_misses(store);
        if self.misses > 0 {
            self.find(store);
        }
        if self.misses > 0 {
            self.missing.iter_mut().for_each(|word| *word = !*word);
            for i in 0..=self.things.len() {
                store.keep(self.var(i), &self.missing[self.words(i)])?;
            }
        }
        Ok(Status::Fixpoint)
    }
}
