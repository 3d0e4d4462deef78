//! How a posed puzzle is searched.

use fd::{Branching, Decision, FirstFail, Labelling, Literal, Random, Relation, Solution, Space, TreeStep, Var};
use std::cmp::Ordering;

/// How to search a model, unless told otherwise.
#[derive(Debug, Clone)]
pub enum Strategy {
    /// By a labelling of these variables.
    Labelling(Labelling, Vec<Var>),
    /// First-fail among these variables, weighted by the conflicts they were
    /// in: what a labelling by `dom_w_deg` chooses, found faster where there
    /// are very many.
    FirstFail(Vec<Var>),
    /// The same, but each variable first tries the value that it has in a known
    /// solution, or another one that says most.
    ///
    /// The question is whether there is another solution, one that breaks a certain
    /// clue. It often has much in common with the known one: keeping to that finds
    /// it soon. (Measured for Trid on sides from 8 to 12; least, random, and other
    /// values first all need more nodes, and restarts cost more than they gain,
    /// since most of the time goes into proofs.)
    NearSolution(Vec<Var>, Vec<i32>),
    /// By runs that know nothing of each other, where only some succeed.
    Afresh(Vec<Var>),
    /// First-fail in such runs, each beginning with the least values.
    FirstFailAfresh(Vec<Var>),
}

impl Strategy {
    /// The branching of one run, which the seed names.
    pub(crate) fn branching(&self, seed: u64) -> Box<dyn Branching> {
        match self {
            Strategy::Labelling(labelling, vars) => Box::new(labelling.over(vars).seed(seed)),
            Strategy::FirstFail(vars) => Box::new(FirstFail::over(vars).weighted()),
            Strategy::NearSolution(vars, values) => {
                let known = First::known(vars.iter().copied().zip(values.iter().copied().map(Some)));
                Box::new(ValueFirst::new(FirstFail::over(vars).weighted(), known))
            }
            Strategy::Afresh(vars) => Box::new(Afresh::new(vars, seed)),
            Strategy::FirstFailAfresh(vars) => Box::new(FirstFail::over(vars).weighted().afresh(seed)),
        }
    }
}

/// Decides as another branching does, but tries certain values first.
#[derive(Debug)]
pub struct ValueFirst<B> {
    branching: B,
    first: First,
}

/// Which values are tried first.
#[derive(Debug)]
pub enum First {
    /// A known one: of each variable by its number, if it has one.
    Known(Vec<Option<i32>>),
    /// One that this solution does not have.
    Another(Solution),
    /// Any.
    Any(Box<Random>),
}

impl First {
    /// The known values of these variables.
    pub fn known(values: impl IntoIterator<Item = (Var, Option<i32>)>) -> First {
        let mut known = Vec::new();
        for (x, value) in values {
            known.resize(known.len().max(x.index() + 1), None);
            known[x.index()] = value;
        }
        First::Known(known)
    }
}

impl<B: Branching> ValueFirst<B> {
    /// The same branching with these values first.
    pub fn new(branching: B, first: First) -> ValueFirst<B> {
        ValueFirst { branching, first }
    }
}

impl<B: Branching> Branching for ValueFirst<B> {
    fn choose(&mut self, space: &Space, depth: usize) -> Option<Decision> {
        let decision = self.branching.choose(space, depth)?;
        let (x, whole) = match decision {
            Decision::Literal(Literal { var, relation: Relation::Eq, .. }) => (var, false),
            Decision::Values(var, _) => (var, true),
            decision => return Some(decision),
        };
        let store = space.store();
        let value = match &mut self.first {
            First::Known(known) if !whole => known.get(x.index()).copied().flatten().filter(|&v| store.contains(x, v)),
            First::Known(_) => None,
            First::Another(solution) => store.values(x).find(|&value| value != solution[x]),
            First::Any(random) => random.pick(&store.values(x).collect::<Vec<i32>>()).copied(),
        };
        Some(value.map_or(decision, |value| Decision::Literal(x.is(value))))
    }

    fn follows_changes(&self) -> bool {
        self.branching.follows_changes()
    }
}

/// The variable with the fewest values per conflict seen on it, as `dom_w_deg`
/// chooses, but only the conflicts since the last restart count, and ties are
/// broken at random. The value is random, more likely in the middle than at an
/// end: what a sum of many is likely to be.
///
/// For puzzles that some runs solve at once and others hardly ever. With
/// conflicts kept over restarts, a run that went wrong misleads all that come
/// after it; runs that know nothing of each other are all equally likely to
/// succeed.
#[derive(Debug)]
struct Afresh {
    vars: Vec<Var>,
    random: Random,
    /// The conflicts on each variable of the model before this run.
    before: Vec<u32>,
}

impl Afresh {
    fn new(vars: &[Var], seed: u64) -> Afresh {
        let before = vec![0; vars.iter().map(|x| x.index() + 1).max().unwrap_or(0)];
        Afresh { vars: vars.to_vec(), random: Random::new(seed), before }
    }

    fn variable(&mut self, space: &Space) -> Option<Var> {
        let store = space.store();
        let mut best: Option<(Var, u64, u64)> = None;
        let mut ties = 1;
        for &x in self.vars.iter().filter(|&&x| !store.is_fixed(x)) {
            let size = u64::from(store.size(x));
            let conflicts = u64::from(space.weighted_degree(x).saturating_sub(self.before[x.index()]));
            match best.map(|(_, least, most)| (size * most).cmp(&(least * conflicts))) {
                Some(Ordering::Greater) => continue,
                Some(Ordering::Equal) => {
                    ties += 1;
                    if self.random.below(ties) != 0 {
                        continue;
                    }
                }
                None | Some(Ordering::Less) => ties = 1,
            }
            best = Some((x, size, conflicts));
        }
        best.map(|(x, ..)| x)
    }
}

impl Branching for Afresh {
    fn choose(&mut self, space: &Space, _depth: usize) -> Option<Decision> {
        let x = self.variable(space)?;
        let store = space.store();
        let size = store.size(x);
        let rank = (self.random.below(size) + self.random.below(size)).div_ceil(2);
        let value = store.values(x).nth(rank as usize)?;
        Some(Decision::Literal(x.is(value)))
    }

    fn follows_steps(&self) -> bool {
        true
    }

    fn follow(&mut self, space: &Space, step: TreeStep) {
        if matches!(step, TreeStep::Root) {
            for &x in &self.vars {
                self.before[x.index()] = space.weighted_degree(x) - 1;
            }
        }
    }
}
