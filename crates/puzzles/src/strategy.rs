//! How a posed puzzle is searched.

use crate::afresh::Afresh;
use fd::{Branching, Decision, FirstFail, Labelling, Literal, Random, Relation, Solution, Space, Var};

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
    /// solution.
    ///
    /// The question is whether there is another solution, one that breaks a certain
    /// clue. It often has much in common with the known one: keeping to that finds
    /// it soon. (Measured for Trid on sides from 8 to 12; least, random, and other
    /// values first all need more nodes, and restarts cost more than they gain,
    /// since most of the time goes into proofs.)
    Near(Vec<Var>, Vec<i32>),
    /// By runs that know nothing of each other, where only some succeed.
    Afresh(Vec<Var>),
}

impl Strategy {
    /// The branching of one run, which the seed names.
    pub(crate) fn branching(&self, seed: u64) -> Box<dyn Branching> {
        match self {
            Strategy::Labelling(labelling, vars) => Box::new(labelling.over(vars).seed(seed)),
            Strategy::FirstFail(vars) => Box::new(FirstFail::over(vars).weighted()),
            Strategy::Near(vars, values) => {
                let known = First::known(vars.iter().copied().zip(values.iter().copied().map(Some)));
                Box::new(ValueFirst::new(FirstFail::over(vars).weighted(), known))
            }
            Strategy::Afresh(vars) => Box::new(Afresh::new(vars, seed)),
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
