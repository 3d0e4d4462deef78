//! Weight: a tree of bars in balance.
//!
//! The places of the board are the leaves in reading order.

mod balance;
mod diophantine;
mod draw;
mod formats;
mod make;
mod model;
mod paper;
mod play;
mod reason;
mod rules;
mod sketch;
mod supports;
mod techniques;
#[cfg(test)]
mod tests;

use crate::tree::{self, Bar, Hangs, Listed, Thing, bar_id, listed};
use crate::{Board, Builtin, Fault, InPaper, Kind, Location, Puzzle, ReadError, Rule, counted};
use fd::Random;

/// A Weight puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Weight {
    /// The bars in reading order.
    bars: Vec<Bar>,
    /// Each leaf's given weight, in reading order.
    givens: Board,
}

/// A given weight, and where it stands in the file.
type GivenAt = Option<(i32, Location)>;

static VALUES: Rule = Rule { name: "values", says: "The N weights are the numbers 1 to N, each once." };
static BALANCE: Rule =
    Rule { name: "balance", says: "On every bar, weight times distance adds up to the same on both sides." };
static GIVENS: Rule = Rule { name: "givens", says: "A given weight stays as it is." };

/// The kind of puzzle that [`Weight`] is.
pub(crate) static KIND: Kind = Kind {
    name: "weight",
    aliases: &["balance", "balancing-act", "hanging-weights"],
    title: "Weight",
    rules_text: include_str!("rules.md"),
    rules: &[&VALUES, &BALANCE, &GIVENS],
    implied: reason::IMPLIED,
    techniques: techniques::TECHNIQUES,
    builtin: &[
        Builtin { name: "seed-5", text: &|| include_str!("builtin/seed-5.json") },
        Builtin { name: "seed-6", text: &|| include_str!("builtin/seed-6.json") },
        Builtin { name: "seed-8", text: &|| include_str!("builtin/seed-8.json") },
        Builtin { name: "seed-17", text: &|| include_str!("builtin/seed-17.json") },
        Builtin { name: "seed-20", text: &|| include_str!("builtin/seed-20.json") },
    ],
    size_says: "How many weights hang from the tree",
    size_in_words: |leaves| counted(leaves, "weight"),
    solved_says: "In balance.",
    making: make::MAKING,
    sketch: &sketch::empty,
    read_json: &|fields| Ok(Box::new(formats::read_json(fields)?)),
    read_text: &|lines| Ok(Box::new(formats::read_text(lines)?)),
    maker: &|wanted| Ok(Box::new(make::WeightMaker::new(wanted)?)),
    sample: &|random| Box::new(sample(random)),
    paper: Some(paper::PAPER),
    page: None,
};

impl Weight {
    /// A tree that was read.
    fn read((bars, leaves): (Vec<Bar>, Vec<GivenAt>)) -> Result<Weight, ReadError> {
        let most = leaves.len();
        for (given, place) in leaves.iter().flatten() {
            if !usize::try_from(*given).is_ok_and(|given| (1..=most).contains(&given)) {
                let message = format!("expected a weight from 1 to {most}, the number of leaves, found {given}");
                return Err(ReadError { fault: Fault::Shape, place: place.clone(), message });
            }
        }
        Ok(Weight { bars, givens: leaves.into_iter().map(|given| given.map(|(given, _)| given)).collect() })
    }

    /// The tree that `things` lists, as [`listed`] does. No weight is given.
    fn listed(things: &dyn Fn(usize) -> Vec<Thing>) -> (Weight, Vec<usize>) {
        let Listed { bars, leaves, .. } = listed(things);
        (Weight { bars, givens: Board::blank(leaves.len()) }, leaves)
    }

    /// The number of leaves, and so the greatest weight.
    pub(crate) fn leaves(&self) -> usize {
        self.givens.len()
    }

    /// The same tree with these weights given; one for each leaf.
    fn giving(&self, givens: Board) -> Weight {
        Weight { bars: self.bars.clone(), givens }
    }

    /// The name of a bar for people, with the leaves below it.
    pub(crate) fn bar_name(&self, bar: usize) -> String {
        let leaves = &self.bars[bar].leaves;
        format!("bar {} (w{} to w{})", bar_id(bar), leaves.start + 1, leaves.end)
    }
}

impl Puzzle for Weight {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn size(&self) -> usize {
        self.leaves()
    }

    fn places(&self) -> usize {
        self.leaves()
    }

    fn place_name(&self, place: usize) -> String {
        format!("w{}", place + 1)
    }

    fn givens(&self) -> Board {
        self.givens.clone()
    }

    fn canonical(&self) -> Box<dyn Puzzle> {
        Box::new(first_told(self))
    }

    fn paper(&self) -> Option<&dyn InPaper> {
        Some(self)
    }
}

/// The most leaves and bars below the top one, together.
const MOST_THINGS: usize = 6;

/// A tree of two or three levels that need not balance, with a weight given
/// now and then.
pub(super) fn sample(random: &mut Random) -> Weight {
    loop {
        let mut bars = Vec::new();
        let mut leaves = 0;
        grow(&mut bars, &mut leaves, 0, random);
        if bars.iter().map(Vec::len).sum::<usize>() <= MOST_THINGS {
            let (tree, leaves) = Weight::listed(&|bar| bars[bar].clone());
            let most = leaves.len().min(2) as u32;
            let given = leaves.iter().map(|_| random.chance(1, 12).then(|| 1 + random.below(most) as i32)).collect();
            return tree.giving(given);
        }
    }
}

/// Adds a bar with two or three things on it, some of which are bars; says
/// which it is.
fn grow(bars: &mut Vec<Vec<Thing>>, leaves: &mut usize, depth: u32, random: &mut Random) -> usize {
    let mut distances: Vec<i32> = (-4..=4).collect();
    random.shuffle(&mut distances);
    let bar = bars.len();
    bars.push(Vec::new());
    for at in distances.into_iter().take(2 + random.below(2) as usize) {
        let hangs = if depth < 2 && random.chance(1, 3) {
            Hangs::Bar(grow(bars, leaves, depth + 1, random))
        } else {
            *leaves += 1;
            Hangs::Leaf(*leaves - 1)
        };
        bars[bar].push(Thing { at, hangs });
    }
    bar
}

/// Of all equivalent trees, the one whose code comes first.
pub(super) fn first_told(puzzle: &Weight) -> Weight {
    let code = |hangs: Hangs| match hangs {
        Hangs::Leaf(leaf) => vec![0, puzzle.givens.get(leaf).unwrap_or(0)],
        Hangs::Bar(_) => Vec::new(),
    };
    let (Listed { bars, leaves, .. }, _) = tree::first_told(&puzzle.bars, &code);
    Weight { bars, givens: leaves.into_iter().map(|leaf| puzzle.givens.get(leaf)).collect() }
}
