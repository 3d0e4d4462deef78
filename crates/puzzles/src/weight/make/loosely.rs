//! Making as the paper did: distances and weights found by search.

use super::hanging::Hanging;
use super::shape::{BareTree, TreePlan};
use super::{Wanted, distances::Distances};
use crate::weight::model::running;
use crate::weight::tree::{Hangs, Weight};
use crate::{Board, Impossible, Loose, LooseError, Request, Way};
use fd::constraints::{AllDifferent, Arithmetic, Strength};
use fd::{Choice, Domain, Labelling, Limits, Model, ModelError, Random, Solution, Space, Statistics, Stopped, Var};

/// The nodes to spend on one tree. The paper gives it a second, in which its
/// solver backtracked about 90,000 times.
const NODES_PER_TREE: u64 = 100_000;

/// The most trees that are tried.
const MOST_TREES: u64 = 10_000;

pub(in super::super) const WAYS: &[Way] = &[
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
    let wanted = Wanted::new(request, request.size / 3 + 1)?;
    fits(&wanted)?;
    let plan = TreePlan { leaves: wanted.leaves, bars: wanted.bars, room: wanted.leaves, one_in: 2 };
    let mut statistics = Statistics::default();
    for tries in 1..=MOST_TREES {
        limits.check()?;
        let Some(shape) = plan.shape(random) else { continue };
        let posed = pose(&shape, wanted.distances)?;
        let labelling = Labelling::default().split(choice).over(&posed.labelled()).seed(random.bits());
        let left = limits.less(&statistics);
        let nodes = left.most_nodes().unwrap_or(u64::MAX);
        let limits = left.nodes(nodes.min(NODES_PER_TREE));
        let (found, spent) = fd::first(&mut Space::new(&posed.model), labelling, limits, None);
        statistics = statistics.plus(spent);
        match found {
            Ok(Some(solution)) => {
                let (puzzle, solution) = posed.read(shape, &solution);
                return Ok(Loose { puzzle: Box::new(puzzle), solution, tries, statistics });
            }
            Ok(None) => {}
            Err(Stopped::Nodes) if nodes > NODES_PER_TREE => {}
            Err(stopped) => return Err(stopped.into()),
        }
    }
    Err(Stopped::Nodes.into())
}

/// # Errors
/// When the torques of the top bar would be too many values for a variable.
fn fits(wanted: &Wanted) -> Result<(), Impossible> {
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
struct Posed {
    model: Model,
    weights: Vec<Var>,
    /// For each bar, where its things hang.
    distances: Vec<Vec<Var>>,
}

impl Posed {
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

fn pose(shape: &BareTree, distances: Distances) -> Result<Posed, ModelError> {
    let mut model = Model::new();
    let weights = model.vars(shape.leaves, 1..=shape.leaves as i32)?;
    model.post(AllDifferent::new(&weights).strength(Strength::Domain))?;
    let reach: Vec<i32> = (-distances.reach..=distances.reach).filter(|&at| at != 0).collect();
    let mut posed = Posed { model, weights, distances: Vec::new() };
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
