//! A search of many short, independent runs.

use fd::{Branching, Decision, Random, Space, TreeStep, Var};
use std::cmp::Ordering;

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
pub(crate) struct Afresh {
    vars: Vec<Var>,
    random: Random,
    /// The conflicts on each variable of the model before this run.
    before: Vec<u32>,
}

impl Afresh {
    pub(crate) fn new(vars: &[Var], seed: u64) -> Afresh {
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
