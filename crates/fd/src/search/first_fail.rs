//! First-fail among very many variables.

use super::{Branching, Decision, TreeStep};
use crate::{Random, Space, Var};

/// The variable with the fewest values, of those the one that stands first;
/// its least value, or not that.
///
/// It decides just as the labelling `ff,step,up`, which looks at every open
/// variable every time. This one looks only at those that changed since its
/// last decision, and keeps all in a tournament: that pays where variables are
/// many and each decision changes few.
///
/// For hard problems it can learn from its failures: see [`FirstFail::weighted`].
#[derive(Debug, Clone)]
pub struct FirstFail {
    vars: Vec<Var>,
    /// For each variable of the model, one more than its position among these;
    /// 0 if it is none of them.
    seats: Vec<u32>,
    /// A binary tree of scores, root at 1: each node has the least of the two
    /// below it, at twice its number and one more.
    tree: Vec<u64>,
    weighted: bool,
    /// Its last decision, by number and depth.
    last: Option<(u64, usize)>,
    runs: Option<Runs>,
}

/// What tells one run from the others, where each begins afresh.
#[derive(Debug, Clone)]
struct Runs {
    random: Random,
    is_first: bool,
    /// The conflicts that each variable had met before this run.
    before: Vec<u32>,
}

/// The score of a variable that is fixed.
const OUT: u64 = u64::MAX;

impl FirstFail {
    /// First-fail among these variables; what is not among them is fixed last.
    /// Those of another model than the one searched are passed over.
    pub fn over(vars: &[Var]) -> FirstFail {
        FirstFail { vars: vars.to_vec(), seats: Vec::new(), tree: Vec::new(), weighted: false, last: None, runs: None }
    }

    /// The same, with the number of values divided by the conflicts seen on
    /// the variable, as the labelling `dom_w_deg` does (but in whole numbers).
    #[must_use]
    pub fn weighted(self) -> FirstFail {
        FirstFail { weighted: true, ..self }
    }

    /// The same, where each run between two restarts begins afresh: only its own conflicts count, and from the
    /// second run on, which of several equal variables comes first is drawn anew.
    ///
    /// A run that went wrong then misleads none that comes after it. That pays where some runs succeed at once and
    /// others hardly ever.
    #[must_use]
    pub fn afresh(self, seed: u64) -> FirstFail {
        FirstFail { runs: Some(Runs { random: Random::new(seed), is_first: true, before: Vec::new() }), ..self }
    }

    /// Gives every variable of this space its place.
    fn begin(&mut self, space: &Space) {
        self.vars.retain(|&x| space.owns(x));
        self.seats = vec![0; space.vars().len()];
        for (x, seat) in self.vars.iter().zip(1..) {
            self.seats[x.index()] = seat;
        }
        self.tree = vec![OUT; 2 * self.vars.len().next_power_of_two()];
    }

    fn score(&self, space: &Space, x: Var) -> u64 {
        match space.store().size(x) {
            1 => OUT,
            size if self.weighted => {
                let before = self.runs.as_ref().and_then(|runs| runs.before.get(x.index())).copied().unwrap_or(0);
                (u64::from(size) << 32) / u64::from(space.weighted_degree(x).saturating_sub(before).max(1))
            }
            size => u64::from(size),
        }
    }

    /// Looks at a variable again.
    fn refresh(&mut self, space: &Space, position: usize) {
        let mut node = self.tree.len() / 2 + position;
        let mut least = self.score(space, self.vars[position]);
        while self.tree[node] != least {
            self.tree[node] = least;
            if node == 1 {
                return;
            }
            least = least.min(self.tree[node ^ 1]);
            node /= 2;
        }
    }

    /// The first position with the least score.
    fn winner(&self) -> Option<usize> {
        let least = self.tree[1];
        if least == OUT {
            return None;
        }
        let leaves = self.tree.len() / 2;
        let mut node = 1;
        while node < leaves {
            node *= 2;
            node += usize::from(self.tree[node] != least);
        }
        Some(node - leaves)
    }
}

impl Branching for FirstFail {
    fn choose(&mut self, space: &Space, depth: usize) -> Option<Decision> {
        if self.last.is_none() {
            self.begin(space);
        }
        let number = space.store.changes.decisions();
        // If another branching took the last decision, changes were missed.
        // Straight below its own there was no conflict; otherwise the weight
        // of any variable may have grown.
        let straight = |(last, above)| number == last + 1 && (!self.weighted || depth == above + 1);
        if !self.last.is_some_and(straight) {
            for position in 0..self.vars.len() {
                self.refresh(space, position);
            }
        } else {
            space.changed().for_each(|x| {
                if let Some(position) = self.seats.get(x.index()).and_then(|seat| seat.checked_sub(1)) {
                    self.refresh(space, position as usize);
                }
            });
        }
        self.last = Some((number, depth));
        let x = self.vars[self.winner()?];
        Some(Decision::Literal(x.is(space.store().min(x))))
    }

    fn follows_changes(&self) -> bool {
        true
    }

    fn follows_steps(&self) -> bool {
        self.runs.is_some()
    }

    fn follow(&mut self, space: &Space, step: TreeStep) {
        let Some(runs) = self.runs.as_mut().filter(|_| step == TreeStep::Root) else { return };
        runs.before = space.vars().map(|x| space.weighted_degree(x) - 1).collect();
        if !std::mem::take(&mut runs.is_first) {
            runs.random.shuffle(&mut self.vars);
        }
        self.last = None;
    }
}
