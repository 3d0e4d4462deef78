//! Weight as people play it: weights to fill in, and the moments of the bars.

use super::layout::{Layout, PlacedBox, Room};
use super::tree::{Bar, Hangs, TOP, Thing, Weight, bar_id, with_all_below};
use crate::{Board, Choices, Holds, Near, Part, Playable, Quota, ReadOut, Sheet, State, Structure, Target, rows};
use scene::Poise;
use std::cmp::Ordering;

impl Playable for Weight {
    fn sheet(&self) -> Sheet {
        let listed = with_all_below(None, TOP, &|bar| &self.bars[bar].things);
        let parts: Vec<Part> = listed.into_iter().map(|(above, thing)| part(above, thing)).collect();
        let leaves = parts.iter().filter(|part| !part.carries).zip(near(self)).enumerate();
        let targets = leaves.map(|(leaf, (part, near))| {
            let choices = Choices::Numbers(1..=self.leaves() as i32);
            Target::new(Holds::Place(leaf), part.id.clone(), part.name.clone(), choices, near)
        });
        let (targets, quotas) = (targets.collect(), vec![Quota::once(0..self.leaves())]);
        Sheet::of_places(Structure::Tree(parts), targets, &self.givens, quotas)
    }

    /// For each bar its two moments, and what is missing.
    fn read_outs(&self, board: &Board) -> Vec<ReadOut> {
        self.bars.iter().enumerate().map(|(number, bar)| self.read_out(number, bar, board)).collect()
    }
}

impl Weight {
    /// What things weigh, where every weight of them is known.
    pub(super) fn known_weights(&self, board: &Board) -> impl Fn(Hangs) -> Option<i64> {
        move |hangs| match hangs {
            Hangs::Leaf(leaf) => board.get(leaf).map(i64::from),
            Hangs::Bar(bar) => self.bars[bar].leaves.clone().map(|leaf| board.get(leaf).map(i64::from)).sum(),
        }
    }

    /// How every bar stands.
    pub(super) fn poises(&self, board: &Board) -> Vec<Poise> {
        let poise = |bar: &Bar| {
            let [left, right] = self.sides(bar, board);
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
        };
        self.bars.iter().map(poise).collect()
    }

    /// What hangs to the left and to the right of the pivot of a bar.
    fn sides(&self, bar: &Bar, board: &Board) -> [Side; 2] {
        let mut sides = [Side::default(), Side::default()];
        for thing in bar.things.iter().filter(|thing| thing.at != 0) {
            let leaves = match thing.hangs {
                Hangs::Leaf(leaf) => leaf..leaf + 1,
                Hangs::Bar(bar) => self.bars[bar].leaves.clone(),
            };
            let known: Vec<i64> = leaves.clone().filter_map(|leaf| board.get(leaf).map(i64::from)).collect();
            let side = &mut sides[usize::from(thing.at > 0)];
            side.moment += known.iter().sum::<i64>() * i64::from(thing.at.abs());
            match (known.len(), thing.hangs.id()) {
                (known, _) if known == leaves.len() => {}
                (0, id) => side.unknown.push(id),
                (_, id) => side.unknown.push(format!("the rest of {id}")),
            }
            side.is_known |= !known.is_empty();
        }
        sides
    }

    fn read_out(&self, number: usize, bar: &Bar, board: &Board) -> ReadOut {
        let [left, right] = self.sides(bar, board);
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
        ReadOut { id, targets: bar.leaves.clone().map(|leaf| Hangs::Leaf(leaf).id()).collect(), says, brief, state }
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

/// A thing as a part of the tree, with the bar that it hangs from: `the weight w7 on bar b2, two
/// steps right of its pivot`.
pub(super) fn part(above: Option<usize>, Thing { at, hangs }: Thing) -> Part {
    let (id, parent, carries) = (hangs.id(), above.map(bar_id), matches!(hangs, Hangs::Bar(_)));
    let what = if carries { "bar" } else { "weight" };
    let name = match &parent {
        Some(parent) => format!("the {what} {id} on bar {parent}, {}", steps(at)),
        None => format!("the top {what} {id}"),
    };
    Part { id, name, parent, at, carries }
}

/// `two steps right of its pivot`
fn steps(at: i32) -> String {
    const WORDS: [&str; 11] = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let side = match at {
        0 => return "straight below its pivot".to_owned(),
        ..0 => "left",
        _ => "right",
    };
    let distance = at.unsigned_abs() as usize;
    let count = WORDS.get(distance).map_or_else(|| distance.to_string(), |&word| word.to_owned());
    format!("{count} {} {side} of its pivot", if distance == 1 { "step" } else { "steps" })
}

/// Where the arrow keys lead: to the nearest weight in that direction, as it is drawn, or else to the nearest one on
/// that side.
fn near(puzzle: &Weight) -> Vec<Near> {
    let boxes = Layout::new(puzzle, Room::plain(puzzle)).boxes;
    let mut near = vec![Near::default(); puzzle.leaves()];
    for own in &boxes {
        // In columns. A row is twice as high as a column is wide.
        let nearest = |ahead: &dyn Fn(i32, i32) -> i32| {
            let far = |other: &&PlacedBox| {
                let (right, down) = (other.column - own.column, 2 * (other.row - own.row));
                let (on, aside) = (ahead(right, down), ahead(down, right).abs());
                (on > 0).then_some((aside > on, on + 2 * aside, other.leaf))
            };
            boxes.iter().filter_map(|other| far(&other)).min().map(|(.., leaf)| leaf)
        };
        near[own.leaf] = Near {
            up: nearest(&|_, down| -down),
            down: nearest(&|_, down| down),
            left: nearest(&|right, _| -right),
            right: nearest(&|right, _| right),
        };
    }
    near
}
