//! Where another solution is looked for.

use fd::{Branching, Decision, FirstFail, Space, Var};

/// First-fail that has learned from conflicts, with the values of a solution
/// that is known already tried first.
///
/// What is asked is whether there is another solution, one that breaks a
/// certain clue. It often has much in common with the known one: keeping to
/// that finds it soon. (Measured on sides from 8 to 12; least, random, and
/// other values first all need more nodes, and restarts cost more than they
/// gain, since most of the time goes into proofs.)
#[derive(Debug)]
pub(super) struct Guided {
    chooser: FirstFail,
    /// The value of each variable in the known solution, by its number.
    known: Vec<i32>,
}

impl Guided {
    pub(super) fn new(vars: &[Var], known: &[i32]) -> Guided {
        let mut by_number = vec![0; vars.iter().map(|x| x.index() + 1).max().unwrap_or(0)];
        for (x, &value) in vars.iter().zip(known) {
            by_number[x.index()] = value;
        }
        Guided { chooser: FirstFail::over(vars).weighted(), known: by_number }
    }
}

impl Branching for Guided {
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
