//! What hangs on the two sides of a bar, as far as it is known.

use super::{Bar, Hangs, bar_id};
use crate::{ReadOut, State, rows};
use scene::Poise;
use std::cmp::Ordering;

/// Bars, some of whose leaves have known weights.
#[derive(Clone, Copy)]
pub(crate) struct Scales<'a> {
    pub(crate) bars: &'a [Bar],
    /// What a leaf weighs. Every weight is at least 1.
    pub(crate) weight: &'a dyn Fn(usize) -> Option<i64>,
    /// What a thing is called. The name of a leaf is the id of its target.
    pub(crate) name: &'a dyn Fn(Hangs) -> String,
}

impl Scales<'_> {
    /// What a thing weighs, if that is known.
    pub(crate) fn weight_of(&self, hangs: Hangs) -> Option<i64> {
        match hangs {
            Hangs::Leaf(leaf) => (self.weight)(leaf),
            Hangs::Bar(bar) => self.bars[bar].leaves.clone().map(self.weight).sum(),
        }
    }

    /// The torques on the left and on the right of a bar, if they are known and not the same.
    pub(crate) fn tips(&self, bar: usize) -> Option<(i64, i64)> {
        // What hangs straight below the pivot turns nothing, known or not.
        let turning = self.bars[bar].things.iter().filter(|thing| thing.at != 0);
        let torques = turning.map(|thing| Some(i64::from(thing.at) * self.weight_of(thing.hangs)?));
        let (right, left): (Vec<i64>, Vec<i64>) =
            torques.collect::<Option<Vec<i64>>>()?.into_iter().partition(|&torque| torque > 0);
        let (left, right) = (-left.iter().sum::<i64>(), right.iter().sum::<i64>());
        (left != right).then_some((left, right))
    }

    /// How a bar stands.
    pub(crate) fn poise(&self, bar: usize) -> Poise {
        let [left, right] = self.sides(&self.bars[bar]);
        match left.moment.cmp(&right.moment) {
            Ordering::Greater => Poise::Left,
            Ordering::Less => Poise::Right,
            // Every weight is at least 1.
            Ordering::Equal => match (left.unknown.is_empty(), right.unknown.is_empty()) {
                (true, true) => Poise::Level,
                (false, true) => Poise::Left,
                (true, false) => Poise::Right,
                (false, false) => Poise::Open,
            },
        }
    }

    /// What hangs to the left and to the right of the pivot of a bar.
    fn sides(&self, bar: &Bar) -> [Side; 2] {
        let mut sides = [Side::default(), Side::default()];
        for thing in bar.things.iter().filter(|thing| thing.at != 0) {
            let leaves = match thing.hangs {
                Hangs::Leaf(leaf) => leaf..leaf + 1,
                Hangs::Bar(bar) => self.bars[bar].leaves.clone(),
            };
            let known: Vec<i64> = leaves.clone().filter_map(self.weight).collect();
            let side = &mut sides[usize::from(thing.at > 0)];
            side.moment += known.iter().sum::<i64>() * i64::from(thing.at.abs());
            match (known.len(), (self.name)(thing.hangs)) {
                (known, _) if known == leaves.len() => {}
                (0, name) => side.unknown.push(name),
                (_, name) => side.unknown.push(format!("the rest of {name}")),
            }
            side.is_known |= !known.is_empty();
        }
        sides
    }

    /// The two moments of a bar, and what is missing.
    pub(crate) fn read_out(&self, number: usize) -> ReadOut {
        let bar = &self.bars[number];
        let [left, right] = self.sides(bar);
        let missing = left.moment - right.moment;
        let (heavier, lighter, side) = if missing > 0 { (&left, &right, "right") } else { (&right, &left, "left") };
        let all_known = left.unknown.is_empty() && right.unknown.is_empty();
        let state = match missing {
            0 if all_known => State::Done,
            // Every weight is at least 1, so a side with more to come is heavier yet.
            0 if left.unknown.is_empty() != right.unknown.is_empty() => State::Broken,
            0 => State::Open,
            _ if lighter.unknown.is_empty() => State::Broken,
            _ => State::Open,
        };
        let id = bar_id(number);
        let moments = format!("left {}, right {}", left.in_words(), right.in_words());
        let says = match state {
            State::Done => format!("bar {id} balances: {moments}"),
            State::Broken => format!("bar {id} cannot balance: {moments}"),
            State::Open if missing != 0 && heavier.unknown.is_empty() => {
                format!("bar {id}: {moments}; {} is missing on the {side}", missing.abs())
            }
            State::Open => format!("bar {id}: {moments}"),
        };
        let brief = format!("{}:{}", left.moment, right.moment);
        let mut targets: Vec<String> = Vec::new();
        for name in bar.leaves.clone().map(|leaf| (self.name)(Hangs::Leaf(leaf))) {
            if !targets.contains(&name) {
                targets.push(name);
            }
        }
        ReadOut { id, targets, says, brief, state }
    }
}

/// What hangs on one side of a bar.
#[derive(Default)]
struct Side {
    /// The moment of all that is known, and whether anything is.
    moment: i64,
    is_known: bool,
    /// What is not known, by its name.
    unknown: Vec<String>,
}

impl Side {
    /// `12`, `12, w5 and the rest of b3`, `w5`
    fn in_words(&self) -> String {
        let known = (self.is_known || self.unknown.is_empty()).then(|| self.moment.to_string());
        rows::in_words(&known.into_iter().chain(self.unknown.iter().cloned()).collect::<Vec<_>>())
    }
}
