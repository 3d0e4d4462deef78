//! Making mobiles: a tree, random weights for the shapes, and shapes that balance on every bar.

use super::eliminate::{Row, eliminated};
use super::model::times;
use super::{LETTERS, Mobile, USUAL_MOST, within};
use crate::tree::{Hangs, Thing, listed};
use crate::{Board, ClueOption, Clued, Clues, Draft, Impossible, Maker, Making, Puzzle, Request, Stencil};
use fd::{Limits, ModelError, Random, Stopped};

pub(super) const MAKING: Making = Making {
    size: 4,
    clues: Some(ClueOption {
        name: "clues",
        says: "How many weights and totals are given [default: min]",
        default: Clues::Min,
    }),
    options: &[],
    offered: &[2, 3, 4, 5, 6],
    tested: &[(2, 20), (3, 20), (4, 30), (5, 20), (6, 20), (8, 5)],
};

/// The most shapes of a mobile that is made.
const MOST_SHAPES: usize = 8;
/// The greatest weight that shapes are made with: half of what the puzzle allows. A mobile whose weights are
/// doubled balances as well, so something must be given, and greater weights are never ruled out by the limit alone.
const HEAVIEST: i32 = USUAL_MOST / 2;
/// The most shapes on one side of a bar, and beside a bar that hangs there.
const MOST_ON_SIDE: usize = 3;
const MOST_BESIDE: usize = 2;
/// The most bars below one another, the top one not counted.
const MOST_BELOW: usize = 3;
/// Of so many ways to balance a bar one is taken.
const FEW: usize = 4;
/// The trees that are tried for one draft.
const MOST_TRIES: u32 = 2_000;

#[derive(Debug)]
struct MobileMaker {
    shapes: usize,
}

pub(super) fn maker(wanted: &Request) -> Result<Box<dyn Maker>, Impossible> {
    let shapes = wanted.size;
    if !(2..=MOST_SHAPES).contains(&shapes) {
        return Err(Impossible(format!("mobiles of 2 to {MOST_SHAPES} shapes are made, not of {shapes}")));
    }
    if let Some(Clues::Between(least, most)) = wanted.clues {
        if most == 0 {
            let reason = "a mobile whose weights are doubled balances as well";
            return Err(Impossible(format!("at least one weight or total must be given: {reason}")));
        }
        // Each bar but one tells the weight of a shape by that of others.
        let all = 2 * shapes - 1;
        if least > all {
            return Err(Impossible(format!("a mobile of {shapes} shapes has only {all} weights and totals to give")));
        }
    }
    Ok(Box::new(MobileMaker { shapes }))
}

/// The totals of the bars in reading order, then the weights of the shapes.
impl Clued for Mobile {
    fn clues(&self) -> usize {
        self.totals.iter().flatten().count() + self.givens.iter().flatten().count()
    }

    fn with_clues(&self, kept: &[bool]) -> Box<dyn Puzzle> {
        let (totals, givens) = kept.split_at(self.totals.iter().flatten().count().min(kept.len()));
        let mut totals = totals.iter();
        let totals = self.totals.iter().map(|total| total.filter(|_| totals.next() == Some(&true))).collect();
        Box::new(Mobile { totals, givens: self.givens.keeping(givens), ..self.clone() })
    }

    fn stencil(&self) -> Result<Stencil, ModelError> {
        let mut posed = self.pose_bare()?;
        let mut clues = Vec::new();
        for bar in 0..self.bars.len() {
            let shapes = self.bars[bar].leaves.len() as i32;
            let total = posed.model.var(shapes..=shapes * self.most)?;
            posed.model.post(times(&self.counts(bar), &posed.places).equals(total))?;
            clues.push(total);
        }
        clues.extend(&posed.places);
        Ok(Stencil { posed, clues, ties: Vec::new() })
    }
}

impl Maker for MobileMaker {
    fn draft(&mut self, random: &mut Random, limits: Limits<'_>) -> Result<Option<Draft>, Stopped> {
        for _ in 0..MOST_TRIES {
            limits.check()?;
            let weights: Vec<i32> = (0..self.shapes).map(|_| within(1, HEAVIEST, random)).collect();
            let mut hanger = Hanger { weights, bars: Vec::new(), leaves: Vec::new(), random };
            if hanger.hang(self.shapes - 1, MOST_BELOW).is_some()
                && let Some(draft) = hanger.draft()
            {
                return Ok(Some(draft));
            }
        }
        Ok(None)
    }
}

/// A tree that is being hung, from the lowest bars up.
struct Hanger<'r> {
    weights: Vec<i32>,
    bars: Vec<Vec<Thing>>,
    /// The shapes of the leaves.
    leaves: Vec<usize>,
    random: &'r mut Random,
}

/// A bar that was hung: its number, its weight, and how far it reaches from its pivot.
type Hung = (usize, i32, i32);

impl Hanger<'_> {
    /// Hangs a bar with so many bars, itself included, and no more than so many below one another.
    fn hang(&mut self, bars: usize, below: usize) -> Option<Hung> {
        let number = self.bars.len();
        self.bars.push(Vec::new());
        // What fits below: with each level twice as many.
        let most = (1 << below) - 1;
        let left = within((bars as i32 - 1 - most).max(0), most.min(bars as i32 - 1), self.random) as usize;
        let mut sides = [None, None];
        for (side, count) in sides.iter_mut().zip([left, bars - 1 - left]) {
            if count > 0 {
                *side = Some(self.hang(count, below.checked_sub(1)?)?);
            }
        }
        let shapes = self.shapes_for(sides)?;
        let reach = sides.iter().flatten().map(|(_, _, reach)| reach + 1).max().unwrap_or(1);
        for ((side, at), shapes) in sides.into_iter().zip([-reach, reach]).zip(&shapes) {
            for &shape in shapes {
                self.leaves.push(shape);
                self.bars[number].push(Thing { at, hangs: Hangs::Leaf(self.leaves.len() - 1) });
            }
            self.bars[number].extend(side.map(|(bar, ..)| Thing { at, hangs: Hangs::Bar(bar) }));
        }
        let weight = |side: Option<Hung>| side.map_or(0, |(_, weight, _)| weight);
        let left: i32 = shapes[0].iter().map(|&shape| self.weights[shape]).sum();
        let widest = sides.iter().flatten().map(|(_, _, reach)| *reach).max().unwrap_or(0);
        Some((number, 2 * (left + weight(sides[0])), reach + widest))
    }

    /// Shapes for both sides that balance, beside the bars that hang there already: none on both sides.
    fn shapes_for(&mut self, sides: [Option<Hung>; 2]) -> Option<[Vec<usize>; 2]> {
        let difference = sides.map(|side| side.map_or(0, |(_, weight, _)| weight));
        let [left, right] = sides.map(|side| self.few(if side.is_some() { 0..=MOST_BESIDE } else { 1..=MOST_ON_SIDE }));
        let weigh = |shapes: &[usize]| shapes.iter().map(|&shape| self.weights[shape]).sum::<i32>();
        let mut fit = Vec::new();
        for one in &left {
            let wanted = weigh(one) + difference[0] - difference[1];
            let others = right.iter().filter(|other| weigh(other) == wanted);
            fit.extend(others.filter(|other| one.iter().all(|shape| !other.contains(shape))).map(|other| [one, other]));
        }
        // Those with most shapes that hang nowhere yet, and of them those with few: they are seen at a glance.
        let new = |pair: &[&Vec<usize>; 2]| {
            let mut new: Vec<usize> = pair.iter().flat_map(|shapes| shapes.iter().copied()).collect();
            new.sort_unstable();
            new.dedup();
            new.retain(|shape| !self.leaves.contains(shape));
            new.len()
        };
        let most = fit.iter().map(new).max()?;
        fit.retain(|pair| new(pair) == most);
        fit.sort_by_key(|[one, other]| one.len() + other.len());
        fit.truncate(FEW);
        self.random.pick(&fit).map(|pair| pair.map(Clone::clone))
    }

    /// Every way to take so many shapes.
    fn few(&self, counts: std::ops::RangeInclusive<usize>) -> Vec<Vec<usize>> {
        let mut all: Vec<Vec<usize>> = vec![Vec::new()];
        let mut from = 0;
        for _ in 0..*counts.end() {
            let longer = |shapes: &Vec<usize>| {
                let last = shapes.last().copied().unwrap_or(0);
                (last..self.weights.len()).map(|shape| [shapes.as_slice(), &[shape]].concat()).collect::<Vec<_>>()
            };
            let next: Vec<Vec<usize>> = all[from..].iter().flat_map(longer).collect();
            from = all.len();
            all.extend(next);
        }
        all.retain(|shapes| counts.contains(&shapes.len()));
        all
    }

    /// The mobile, if every shape hangs on it and all weights follow from one.
    fn draft(self) -> Option<Draft> {
        let tree = listed(&|bar| self.bars[bar].clone());
        let letters: Vec<char> = LETTERS.collect();
        let leaves: Vec<char> = tree.leaves.iter().map(|&leaf| letters[self.leaves[leaf]]).collect();
        let mut mobile = Mobile::of(tree.bars, &leaves, USUAL_MOST);
        let differences: Vec<Vec<i32>> = (0..mobile.bars.len()).map(|bar| mobile.difference(bar)).collect();
        let settled = eliminated(&differences, 0)?.into_iter().filter(Row::says_something).count();
        if mobile.letters.len() < self.weights.len() || settled + 1 < self.weights.len() {
            return None;
        }
        mobile.givens = Board::full(self.weights.iter().copied());
        for bar in 0..mobile.bars.len() {
            let counts = mobile.counts(bar);
            mobile.totals[bar] = Some(counts.iter().zip(&self.weights).map(|(count, weight)| count * weight).sum());
        }
        let clues = mobile.totals.iter().flatten().copied().chain(self.weights.iter().copied()).collect();
        // Each draft is another tree.
        let stencil = Some(mobile.stencil().ok()?);
        Some(Draft { solution: mobile.givens.clone(), puzzle: Box::new(mobile), clues, stencil })
    }
}
