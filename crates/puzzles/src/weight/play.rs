//! Weight as people play it: weights to fill in, and the moments of the bars.

use super::layout::{Layout, Room};
use super::tree::{Bar, Hangs, TOP, Thing, Weight, bar_id, with_all_below};
use crate::{Board, Choices, Holds, Near, Part, Playable, Quota, ReadOut, Sheet, State, Structure, Target, rows};

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
        let weight = self.known_weights(board);
        self.bars.iter().enumerate().map(|(number, bar)| read_out(number, bar, &weight)).collect()
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
}

/// What hangs on one side of a bar.
#[derive(Default)]
struct Side {
    /// The moment of all that is known.
    moment: i64,
    /// The ids of what is not.
    unknown: Vec<String>,
}

impl Side {
    /// `12`, `12 and more from w5 and b3`
    fn in_words(&self) -> String {
        if self.unknown.is_empty() {
            return self.moment.to_string();
        }
        format!("{} and more from {}", self.moment, rows::in_words(&self.unknown))
    }
}

fn read_out(number: usize, bar: &Bar, weight: &dyn Fn(Hangs) -> Option<i64>) -> ReadOut {
    let (mut left, mut right) = (Side::default(), Side::default());
    for thing in bar.things.iter().filter(|thing| thing.at != 0) {
        let side = if thing.at < 0 { &mut left } else { &mut right };
        match weight(thing.hangs) {
            Some(weight) => side.moment += weight * i64::from(thing.at.abs()),
            None => side.unknown.push(thing.hangs.id()),
        }
    }
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
    let moments = format!("{} on the left, {} on the right", left.in_words(), right.in_words());
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

/// Where the arrow keys lead: left and right through all weights as they are
/// drawn from left to right, up and down to the nearest one that hangs higher
/// or lower.
fn near(puzzle: &Weight) -> Vec<Near> {
    let boxes = Layout::new(puzzle, Room::plain(puzzle)).boxes;
    let mut near = vec![Near::default(); puzzle.leaves()];
    let mut drawn: Vec<(i32, i32, usize)> = boxes.iter().map(|hung| (hung.column, hung.row, hung.leaf)).collect();
    drawn.sort_unstable();
    for pair in drawn.windows(2) {
        near[pair[0].2].right = Some(pair[1].2);
        near[pair[1].2].left = Some(pair[0].2);
    }
    for &(column, row, leaf) in &drawn {
        let nearest = |beyond: &dyn Fn(i32) -> bool| {
            let others = drawn.iter().filter(|other| beyond(other.1));
            others
                .min_by_key(|other| (other.0.abs_diff(column) + 2 * other.1.abs_diff(row), other.2))
                .map(|other| other.2)
        };
        near[leaf].up = nearest(&|other| other < row);
        near[leaf].down = nearest(&|other| other > row);
    }
    near
}
