//! What the paper about Weight has: Prolog data, a model, and printed answers, and ways of making.
//!
//! Prolog: a bar is a list, a leaf `weight(At, W)`,
//! a bar below `branch(At, Bar)`; a weight to be found is a variable.
//!
//! The list may stand alone or be the only argument of any predicate, as in
//! `puzzle17([...])`.
//!
//! Making as the paper did: distances and weights found by search.

use super::make::TreeRequest;
use super::make::distances::Distances;
use super::make::hanging::Hanging;
use super::make::shape::{BareTree, TreePlan};
use super::model::leaves;
use super::{GivenAt, Weight};
use crate::paper::Trials;
use crate::prolog::{Clause, Term, TermShape};
use crate::tree::{DISTANCES, Hangs, Thing, TreeReader};
use crate::{Board, Impossible, InPaper, Loose, LooseError, Paper, Posed, Puzzle, ReadError, Request, Strategy, Way};
use fd::constraints::{AllDifferent, Arithmetic, Strength};
use fd::{Choice, Domain, Labelling, Limits, Model, ModelError, Random, Selection, Solution, Stopped, Var};

pub(super) fn read(clause: &Clause) -> Option<Result<Weight, ReadError>> {
    let (None, [fact]) = (&clause.head, clause.goals.as_slice()) else { return None };
    let tree = match &fact.shape {
        TermShape::Compound(_, arguments) if arguments.len() == 1 => &arguments[0],
        _ => fact,
    };
    let things = tree.items("").ok()?;
    let ours = |thing: &Term| thing.arguments::<2>("weight").is_some() || thing.arguments::<2>("branch").is_some();
    things.iter().any(ours).then(|| {
        let mut draft = TreeReader::new();
        read_bar(tree, &mut draft)?;
        Weight::read(draft.finish())
    })
}

fn read_bar(bar: &Term, draft: &mut TreeReader<GivenAt>) -> Result<(), ReadError> {
    for thing in bar.items("the things on a bar, as a list")? {
        read_thing(thing, draft)?;
    }
    draft.close(bar.place()).map(drop)
}

fn read_thing(thing: &Term, draft: &mut TreeReader<GivenAt>) -> Result<(), ReadError> {
    if let Some([at, bar]) = thing.arguments("branch") {
        draft.open(at.integer("a distance", DISTANCES)?, thing.place())?;
        return read_bar(bar, draft);
    }
    let Some([at, weight]) = thing.arguments("weight") else {
        return Err(thing.error(format!("expected weight(At, Weight) or branch(At, List), found {thing}")));
    };
    let given = if weight.is_blank() {
        None
    } else {
        Some((weight.integer("a weight or a variable", 1..=i32::MAX)?, weight.place()))
    };
    draft.leaf(at.integer("a distance", DISTANCES)?, given, thing.place())
}

/// What the paper adds.
pub(super) const PAPER: Paper =
    Paper { read_prolog: |clause| Some(read(clause)?.map(|puzzle| Box::new(puzzle) as Box<dyn Puzzle>)), ways: WAYS };

impl InPaper for Weight {
    /// As `validPuzzle/3` posts it: along each bar one variable for the torque so
    /// far and one for the total so far, and an equation of each for every thing.
    fn pose_as_paper(&self) -> Result<Posed, ModelError> {
        let mut model = Model::new();
        let leaves = leaves(self, Strength::Domain, &mut model)?;
        let mut totals: Vec<Option<Var>> = vec![None; self.bars.len()];
        // Bars below come later in reading order: going backwards, their totals are known.
        for (number, bar) in self.bars.iter().enumerate().rev() {
            let weights: Vec<(i32, Var)> = bar
                .things
                .iter()
                .filter_map(|thing| match thing.hangs {
                    Hangs::Leaf(leaf) => Some((thing.at, leaves[leaf])),
                    Hangs::Bar(bar) => Some((thing.at, totals[bar]?)),
                })
                .collect();
            totals[number] = Some(running(&mut model, &weights.iter().map(|&(_, x)| (1, x)).collect::<Vec<_>>())?);
            let torque = running(&mut model, &weights)?;
            model.post(torque.equals(0))?;
        }
        let strategy = Strategy::Labelling(Labelling::default().select(Selection::Ffc), leaves.clone());
        Ok(Posed { model, places: leaves, strategy, restarts: None })
    }

    /// The paper names its puzzles by their number of leaves; so do we.
    fn write_prolog(&self) -> String {
        format!("puzzle{}([\n{}]).\n", self.leaves(), write_things(self, 0, "    "))
    }
}

fn write_things(puzzle: &Weight, bar: usize, margin: &str) -> String {
    let things = puzzle.bars[bar].things.iter().map(|&Thing { at, hangs }| match hangs {
        Hangs::Leaf(leaf) => {
            let weight = puzzle.givens.get(leaf).map_or("_".to_owned(), |given| given.to_string());
            format!("{margin}weight({at},{weight})")
        }
        Hangs::Bar(bar) => {
            format!("{margin}branch({at},[\n{}{margin}])", write_things(puzzle, bar, &format!("{margin}    ")))
        }
    });
    things.collect::<Vec<_>>().join(",\n") + "\n"
}

/// The nodes to spend on one tree. The paper gives it a second, in which its
/// solver backtracked about 90,000 times.
const NODES_PER_TREE: u64 = 100_000;

/// The most trees that are tried.
const MOST_TREES: u64 = 10_000;

pub(super) const WAYS: &[Way] = &[
    Way {
        name: "random",
        says: "a tree of N/3 bars below the top one; weights, then distances, found by search with random values",
        takes_clues: false,
        make: |wanted, limits, random| make(wanted, Choice::Random, limits, random),
    },
    Way {
        name: "step",
        says: "the same, with the least value first",
        takes_clues: false,
        make: |wanted, limits, random| make(wanted, Choice::Step, limits, random),
    },
];

/// Makes a puzzle as `makePuzzle/2` does: a random tree, then a search for
/// weights and for distances with the variables as they stand, the weights
/// first; when that takes too long, another tree.
fn make(request: &Request, choice: Choice, limits: Limits<'_>, random: &mut Random) -> Result<Loose, LooseError> {
    let wanted = TreeRequest::new(request, |request| request.size / 3 + 1)?;
    fits(&wanted)?;
    let plan = TreePlan { leaves: wanted.leaves, bars: wanted.bars, room: wanted.leaves, one_in: 2 };
    let mut trials = Trials::new(limits, NODES_PER_TREE);
    for tries in 1..=MOST_TREES {
        limits.check()?;
        let Some(shape) = plan.shape(random) else { continue };
        let posed = pose(&shape, wanted.distances)?;
        let labelling = Labelling::default().split(choice).over(&posed.labelled()).seed(random.bits());
        if let Some(solution) = trials.first(&posed.model, labelling, None)? {
            let (puzzle, solution) = posed.read(shape, &solution);
            return Ok(Loose { puzzle: Box::new(puzzle), solution, tries, statistics: trials.statistics });
        }
    }
    Err(Stopped::Nodes.into())
}

/// # Errors
/// When the torques of the top bar would be too many values for a variable.
fn fits(wanted: &TreeRequest) -> Result<(), Impossible> {
    let reach = wanted.distances.reach as usize;
    // Each weight is a variable with values up to their number, at either side.
    let most = ((Domain::MAX_SPAN as usize - 1) / (2 * reach)).isqrt();
    if wanted.leaves <= most {
        return Ok(());
    }
    Err(Impossible(format!(
        "the paper's way makes trees of at most {most} weights with distances up to {reach}, not of {}",
        wanted.leaves
    )))
}

/// A tree as the paper's maker posts it: weights and distances to be found.
struct PosedTree {
    model: Model,
    weights: Vec<Var>,
    /// For each bar, where its things hang.
    distances: Vec<Vec<Var>>,
}

impl PosedTree {
    /// The variables in the order in which they are labelled.
    fn labelled(&self) -> Vec<Var> {
        self.weights.iter().chain(self.distances.iter().flatten()).copied().collect()
    }

    fn read(&self, shape: BareTree, solution: &Solution) -> (Weight, Board) {
        let values = |vars: &[Var]| vars.iter().map(|&x| solution[x]).collect::<Vec<i32>>();
        let distances = self.distances.iter().map(|bar| values(bar)).collect();
        let hanging = Hanging { shape, weights: values(&self.weights), distances };
        let (tree, leaves) = hanging.tree();
        let board = Board::full(leaves.iter().map(|&leaf| hanging.weights[leaf]));
        (tree, board)
    }
}

fn pose(shape: &BareTree, distances: Distances) -> Result<PosedTree, ModelError> {
    let mut model = Model::new();
    let weights = model.vars(shape.leaves, 1..=shape.leaves as i32)?;
    model.post(AllDifferent::new(&weights).strength(Strength::Domain))?;
    let reach: Vec<i32> = (-distances.reach..=distances.reach).filter(|&at| at != 0).collect();
    let mut posed = PosedTree { model, weights, distances: Vec::new() };
    for things in &shape.bars {
        let hung = posed.model.vars(things.len(), reach.as_slice())?;
        posed.model.post(AllDifferent::new(&hung).strength(Strength::Domain))?;
        posed.distances.push(hung);
    }
    let mut totals: Vec<Option<Var>> = vec![None; shape.bars.len()];
    // Bars below have greater numbers: going backwards, their totals are known.
    for (bar, things) in shape.bars.iter().enumerate().rev() {
        let weight = |&hangs: &Hangs| match hangs {
            Hangs::Leaf(leaf) => Some(posed.weights[leaf]),
            Hangs::Bar(below) => totals[below],
        };
        let weights: Vec<Var> = things.iter().filter_map(weight).collect();
        let model = &mut posed.model;
        let torques = weights.iter().zip(&posed.distances[bar]).map(|(&weight, &at)| product(model, weight, at));
        let torques: Vec<Var> = torques.collect::<Result<_, _>>()?;
        let torque = running(model, &torques.iter().map(|&x| (1, x)).collect::<Vec<_>>())?;
        model.post(torque.equals(0))?;
        totals[bar] = Some(running(model, &weights.iter().map(|&x| (1, x)).collect::<Vec<_>>())?);
    }
    Ok(posed)
}

/// `weight * at`, for a weight above 0.
fn product(model: &mut Model, weight: Var, at: Var) -> Result<Var, ModelError> {
    let most = model.domain(weight).max() * model.domain(at).max();
    let torque = model.var(-most..=most)?;
    model.post(Arithmetic::times(weight, at, torque))?;
    Ok(torque)
}

/// `c1 * x1 + c2 * x2 + ...`, with a variable for every sum on the way.
fn running(model: &mut Model, terms: &[(i32, Var)]) -> Result<Var, ModelError> {
    let (mut least, mut most) = (0, 0);
    let mut sofar = model.var(0..=0)?;
    for &(coefficient, x) in terms {
        let domain = model.domain(x);
        let ends = [coefficient * domain.min(), coefficient * domain.max()];
        least += ends[0].min(ends[1]);
        most += ends[0].max(ends[1]);
        let next = model.var(least..=most)?;
        model.post((sofar + coefficient * x).equals(next))?;
        sofar = next;
    }
    Ok(sofar)
}
