//! What is wrong with a board.

use super::Tutor;
use crate::explain::Step;
use crate::explain::knowledge::size;
use fd::Var;

/// Entries and notes that cannot all be right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    /// The places and quantities whose entries or struck values cannot stand
    /// together, by their variables in the reasoning.
    pub clash: Vec<Var>,
    /// Those of them that the solution contradicts.
    pub wrong: Vec<Var>,
    /// Why they cannot.
    pub why: Why,
}

/// Why entries and notes cannot all be right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// The puzzle gives another value there.
    Given(i32),
    /// No such place ever has that value, or all its values are struck.
    NothingLeft,
    /// A contradiction, as a step.
    Step(Box<Step>),
    /// The solution is another; there is no short reason.
    Far,
}

impl Tutor {
    /// What is wrong with the board and the notes, if anything is.
    pub(super) async fn wrong(&mut self) -> Option<Wrong> {
        let wrong: Vec<Var> = self.wrong_claims().collect();
        let &last = wrong.last()?;
        if let Some((x, given)) = wrong.iter().find_map(|&x| Some((x, self.overwritten(x)?))) {
            return Some(Wrong { clash: vec![x], wrong: vec![x], why: Why::Given(given) });
        }
        if let Some(&x) = wrong.iter().find(|&&x| size(self.claims.left(x)) == 0) {
            return Some(Wrong { clash: vec![x], wrong: vec![x], why: Why::NothingLeft });
        }
        self.machine.know(&self.claims);
        let Some(step) = self.machine.contradiction().await else {
            // The solution is the only one: each wrong claim is impossible by
            // itself, and no other claim need be named.
            return Some(Wrong { clash: vec![last], wrong: vec![last], why: Why::Far });
        };
        let facts = step.facts.iter().map(|fact| fact.var);
        let clash: Vec<Var> = facts.filter(|&x| !self.is_given(x)).collect();
        let wrong = clash.iter().copied().filter(|x| wrong.contains(x)).collect();
        Some(Wrong { clash, wrong, why: Why::Step(Box::new(step)) })
    }

    fn is_given(&self, x: Var) -> bool {
        self.context().place(x).is_some_and(|place| self.givens.get(place).is_some())
    }

    /// What the puzzle gives where the player has entered something else.
    fn overwritten(&self, x: Var) -> Option<i32> {
        let place = self.context().place(x)?;
        self.givens.get(place).filter(|&given| self.board.get(place) != Some(given))
    }
}
