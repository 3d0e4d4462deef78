//! Mobile: a tree of bars in balance from which shapes hang; equal shapes weigh the same.
//!
//! The places of the board are the shapes, by their letters.

mod draw;
mod eliminate;
mod formats;
mod make;
mod model;
mod play;
mod reason;
mod rules;
mod sketch;
mod techniques;
#[cfg(test)]
mod tests;

use crate::tree::{self, Bar, Code, Hangs, Scales, Thing, listed};
use crate::{Board, Builtin, Kind, Puzzle, Rule, counted};
use fd::Random;
use std::ops::RangeInclusive;

/// The greatest weight that a puzzle may allow.
const MOST_WEIGHT: i32 = 99;
/// What a puzzle allows that does not say.
const USUAL_MOST: i32 = 20;
/// The letters of the shapes.
const LETTERS: RangeInclusive<char> = 'A'..='J';
/// What stands for the letter of a leaf that has none yet; it comes after all letters.
const UNKNOWN: char = '…';

/// A tree of bars with shapes on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mobile {
    /// The bars in reading order.
    bars: Vec<Bar>,
    /// The shape of each leaf in reading order, as a place of the board.
    leaves: Vec<usize>,
    /// The letters of the shapes, in order.
    letters: Vec<char>,
    /// What shapes weigh, where that is given.
    givens: Board,
    /// What bars weigh with all that hangs from them, where that is given.
    totals: Vec<Option<i32>>,
    /// The greatest weight that a shape can have.
    most: i32,
}

static WEIGHTS: Rule = Rule { name: "weights", says: "Each shape weighs a whole number, at least 1." };
static BALANCE: Rule =
    Rule { name: "balance", says: "On every bar, weight times distance adds up to the same on both sides." };
static TOTAL: Rule = Rule { name: "total", says: "A bar with a number weighs that much with all that hangs from it." };
static GIVEN: Rule = Rule { name: "given", says: "A shape whose weight is given has that weight." };

/// The kind of puzzle that [`Mobile`] is.
pub(crate) static KIND: Kind = Kind {
    name: "mobile",
    aliases: &["mobiles"],
    title: "Mobile",
    rules_text: include_str!("rules.md"),
    rules: &[&WEIGHTS, &BALANCE, &TOTAL, &GIVEN],
    implied: reason::IMPLIED,
    techniques: techniques::TECHNIQUES,
    builtin: &[
        Builtin { name: "example", text: &|| include_str!("builtin/example.json") },
        Builtin { name: "five", text: &|| include_str!("builtin/five.json") },
    ],
    size_says: "How many shapes there are",
    size_in_words: |shapes| counted(shapes, "shape"),
    solved_says: "Everything balances.",
    making: make::MAKING,
    sketch: &sketch::empty,
    read_json: &|fields| Ok(Box::new(formats::read_json(fields)?)),
    read_text: &|lines| Ok(Box::new(formats::read_text(lines)?)),
    maker: &make::maker,
    sample: &|random| Box::new(sample(random)),
    paper: None,
    page: None,
};

impl Mobile {
    /// A tree whose leaves have these letters, with nothing given.
    fn of(bars: Vec<Bar>, leaves: &[char], most: i32) -> Mobile {
        let mut letters = leaves.to_vec();
        letters.sort_unstable();
        letters.dedup();
        let place = |letter| letters.iter().position(|own| own == letter).unwrap_or(0);
        Mobile {
            totals: vec![None; bars.len()],
            bars,
            leaves: leaves.iter().map(place).collect(),
            givens: Board::blank(letters.len()),
            letters,
            most,
        }
    }

    /// The shapes on a thing, each as often as it hangs there.
    fn shapes(&self, hangs: Hangs) -> &[usize] {
        match hangs {
            Hangs::Leaf(leaf) => &self.leaves[leaf..=leaf],
            Hangs::Bar(bar) => &self.leaves[self.bars[bar].leaves.clone()],
        }
    }

    /// How often each shape hangs below a bar.
    fn counts(&self, bar: usize) -> Vec<i32> {
        let mut counts = vec![0; self.letters.len()];
        self.shapes(Hangs::Bar(bar)).iter().for_each(|&shape| counts[shape] += 1);
        counts
    }

    /// How often the weight of each shape counts on the left and on the right of a bar.
    fn sides(&self, bar: usize) -> [Vec<i32>; 2] {
        let mut sides = [(); 2].map(|()| vec![0; self.letters.len()]);
        for thing in &self.bars[bar].things {
            for &shape in self.shapes(thing.hangs) {
                sides[usize::from(thing.at > 0)][shape] += thing.at.abs();
            }
        }
        sides
    }

    /// By how much the sides of a bar differ in each shape.
    fn difference(&self, bar: usize) -> Vec<i32> {
        let [left, right] = self.sides(bar);
        left.iter().zip(&right).map(|(left, right)| left - right).collect()
    }

    /// The shapes on a bar, each once.
    fn places_on(&self, bar: usize) -> Vec<usize> {
        let counts = self.counts(bar);
        (0..counts.len()).filter(|&shape| counts[shape] > 0).collect()
    }

    /// What each leaf weighs, where that is known.
    fn known(&self, board: &Board) -> impl Fn(usize) -> Option<i64> {
        |leaf| board.get(self.leaves[leaf]).map(i64::from)
    }

    fn name_of(&self, hangs: Hangs) -> String {
        match hangs {
            Hangs::Leaf(leaf) => self.letters[self.leaves[leaf]].to_string(),
            Hangs::Bar(_) => hangs.id(),
        }
    }

    /// The bars with these weights on them.
    fn scales<'a>(&'a self, weight: &'a dyn Fn(usize) -> Option<i64>, name: &'a dyn Fn(Hangs) -> String) -> Scales<'a> {
        Scales { bars: &self.bars, weight, name }
    }
}

impl Puzzle for Mobile {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn size(&self) -> usize {
        self.letters.len()
    }

    fn places(&self) -> usize {
        self.letters.len()
    }

    fn place_name(&self, place: usize) -> String {
        self.letters[place].to_string()
    }

    fn givens(&self) -> Board {
        self.givens.clone()
    }

    /// The first of the trees that bars turned round, another order and other letters make.
    fn canonical(&self) -> Box<dyn Puzzle> {
        let lettered = lettered(self).into_iter().map(|order| told(self, &order));
        Box::new(
            lettered.min_by(|(one, _), (other, _)| one.cmp(other)).map_or_else(|| self.clone(), |(_, first)| first),
        )
    }
}

/// More ways to exchange letters are not tried: such mobiles are equivalent only where they have the same letters.
const MOST_ORDERS: usize = 720;

/// For each way to name the shapes, the new number of each: shapes that hang equally often and weigh as much, if
/// that is given, change places.
fn lettered(puzzle: &Mobile) -> Vec<Vec<usize>> {
    let counts = puzzle.counts(0);
    let mut shapes: Vec<usize> = (0..puzzle.letters.len()).collect();
    let class = |&shape: &usize| (counts[shape], puzzle.givens.get(shape));
    shapes.sort_by_key(class);
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    for alike in shapes.chunk_by(|one, other| class(one) == class(other)) {
        for _ in alike {
            let longer = |order: &Vec<usize>| {
                let left = alike.iter().filter(|shape| !order.contains(shape));
                left.map(|&shape| [order.as_slice(), &[shape]].concat()).collect::<Vec<_>>()
            };
            orders = orders.iter().flat_map(longer).collect();
            if orders.len() > MOST_ORDERS {
                return vec![(0..shapes.len()).collect()];
            }
        }
    }
    let numbered = |order: Vec<usize>| {
        let mut numbers = vec![0; order.len()];
        order.iter().enumerate().for_each(|(number, &shape)| numbers[shape] = number);
        numbers
    };
    orders.into_iter().map(numbered).collect()
}

/// The first tree with these numbers for the shapes, and its code.
fn told(puzzle: &Mobile, numbers: &[usize]) -> (Code, Mobile) {
    let code = |hangs: Hangs| match hangs {
        Hangs::Leaf(leaf) => vec![0, numbers[puzzle.leaves[leaf]] as i32],
        Hangs::Bar(bar) => vec![puzzle.totals[bar].unwrap_or(0)],
    };
    let (told, code) = tree::first_told(&puzzle.bars, &code);
    let letters: Vec<char> = LETTERS.collect();
    let leaves: Vec<char> = told.leaves.iter().map(|&leaf| letters[numbers[puzzle.leaves[leaf]]]).collect();
    let mut first = Mobile::of(told.bars, &leaves, puzzle.most);
    first.totals = told.numbers.iter().map(|&bar| puzzle.totals[bar]).collect();
    for (shape, &number) in numbers.iter().enumerate() {
        first.givens.set(number, puzzle.givens.get(shape));
    }
    (code, first)
}

/// A tree with up to three bars and three shapes, with a total or a weight given now and then.
fn sample(random: &mut Random) -> Mobile {
    let bars = 1 + random.below(3) as usize;
    let mut things: Vec<Vec<Thing>> = vec![Vec::new(); bars];
    let mut leaves: Vec<char> = Vec::new();
    let shapes: Vec<char> = LETTERS.take(2 + random.below(2) as usize).collect();
    for bar in (0..bars).rev() {
        for side in [-1, 1] {
            for _ in 0..1 + random.below(2) {
                leaves.extend(random.pick(&shapes).copied());
                let at = side * within(1, 2, random);
                things[bar].push(Thing { at, hangs: Hangs::Leaf(leaves.len() - 1) });
            }
        }
        if bar > 0 {
            let at = within(-2, 2, random);
            things[random.below(bar as u32) as usize].push(Thing { at, hangs: Hangs::Bar(bar) });
        }
    }
    let told = listed(&|bar| things[bar].clone());
    let leaves: Vec<char> = told.leaves.iter().map(|&leaf| leaves[leaf]).collect();
    let mut mobile = Mobile::of(told.bars, &leaves, within(3, 6, random));
    for bar in 0..mobile.bars.len() {
        let least = mobile.bars[bar].leaves.len() as i32;
        mobile.totals[bar] = random.chance(1, 4).then(|| within(least, 3 * least, random));
    }
    for shape in 0..mobile.letters.len() {
        mobile.givens.set(shape, random.chance(1, 6).then(|| within(1, 3, random)));
    }
    mobile
}

/// A number from `least` to `most`.
fn within(least: i32, most: i32, random: &mut Random) -> i32 {
    least + random.below((most - least + 1) as u32) as i32
}
