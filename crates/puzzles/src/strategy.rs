//! How a posed puzzle is searched.

use crate::afresh::Afresh;
use fd::{Branching, Decision, FirstFail, Labelling, Space, Var};

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
            Strategy::Near(vars, known) => Box::new(Near::new(vars, known)),
            Strategy::Afresh(vars) => Box::new(Afresh::new(vars, seed)),
        }
    }
}

/// First-fail weighted by conflicts, trying the values of a known solution
/// first.
///
/// The question is whether there is another solution, one that breaks a certain
/// clue. It often has much in common with the known one: keeping to that finds
/// it soon. (Measured for Trid on sides from 8 to 12; least, random, and other
/// values first all need more nodes, and restarts cost more than they gain,
/// since most of the time goes into proofs.)
#[derive(Debug)]
struct Near {
    chooser: FirstFail,
    /// The value of each variable in the known solution, by its number.
    known: Vec<i32>,
}

impl Near {
    fn new(vars: &[Var], known: &[i32]) -> Near {
        let mut by_number = vec![0; vars.iter().map(|x| x.index() + 1).max().unwrap_or(0)];
        for (x, &value) in vars.iter().zip(known) {
            by_number[x.index()] = value;
        }
        Near { chooser: FirstFail::over(vars).weighted(), known: by_number }
    }
}

impl Branching for Near {
    fn choose(&mut self, space: &Space, depth: usize) -> Option<Decision> {
        let decision = self.chooser.choose(space, depth)?;
        let Decision::Literal(literal) = decision else { return Some(decision) };
        let x = literal.var;
        match self.known.get(x.index()) {
            Some(&value) if space.store().contains(x, value) => Some(Decision::Literal(x.is(value))),
            _ => Some(decision),
        }
    }

    fn follows_changes(&self) -> bool {
        self.chooser.follows_changes()
    }
}
