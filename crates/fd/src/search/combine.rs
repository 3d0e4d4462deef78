//! Branchings made of others.

use super::{Branching, Decision, TreeStep};
use crate::{Literal, Random, Space, Var};

/// One branching, and another for what it leaves open: made by [`Branching::then`].
#[derive(Debug, Clone)]
pub struct Then<A, B>(pub(super) A, pub(super) B);

impl<A: Branching, B: Branching> Branching for Then<A, B> {
    fn choose(&mut self, space: &Space, depth: usize) -> Option<Decision> {
        self.0.choose(space, depth).or_else(|| self.1.choose(space, depth))
    }

    fn follows_changes(&self) -> bool {
        self.0.follows_changes() || self.1.follows_changes()
    }

    fn follows_steps(&self) -> bool {
        self.0.follows_steps() || self.1.follows_steps()
    }

    fn follow(&mut self, space: &Space, step: TreeStep) {
        self.0.follow(space, step);
        self.1.follow(space, step);
    }
}

/// One after the other: each decides what those before it leave open.
impl<B: Branching> Branching for Vec<B> {
    fn choose(&mut self, space: &Space, depth: usize) -> Option<Decision> {
        self.iter_mut().find_map(|branching| branching.choose(space, depth))
    }

    fn follows_changes(&self) -> bool {
        self.iter().any(Branching::follows_changes)
    }

    fn follows_steps(&self) -> bool {
        self.iter().any(Branching::follows_steps)
    }

    fn follow(&mut self, space: &Space, step: TreeStep) {
        self.iter_mut().for_each(|branching| branching.follow(space, step));
    }
}

/// A function as a branching: made by [`branch_by`].
#[derive(Debug, Clone)]
pub struct BranchBy<F>(F);

/// The branching that asks `choose` for each decision; `None` leaves the rest
/// to others.
///
/// ```
/// use fd::{Branching, Decision, Labelling, Limits, Model, Search, Space, branch_by};
/// let mut model = Model::new();
/// let x = model.vars(3, 0..=9)?;
/// model.post((x[0] + x[1] + x[2]).equals(10))?;
/// // The variable with the most values first, and its upper half.
/// let vars = x.clone();
/// let widest = branch_by(move |space| {
///     let store = space.store();
///     let x = *vars.iter().max_by_key(|&&x| store.size(x))?;
///     let (min, max) = store.bounds(x);
///     (max - min > 2).then(|| Decision::Literal(x.at_least((min + max + 1) / 2)))
/// });
/// // Small domains are left to an ordinary labelling.
/// let branching = widest.then(Labelling::default().over(&x));
/// let mut space = Space::new(&model);
/// assert_eq!(Search::new(&mut space, branching, Limits::none()).count()?, 63);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn branch_by<F: FnMut(&Space) -> Option<Decision>>(choose: F) -> BranchBy<F> {
    BranchBy(choose)
}

impl<F: FnMut(&Space) -> Option<Decision>> Branching for BranchBy<F> {
    fn choose(&mut self, space: &Space, _depth: usize) -> Option<Decision> {
        (self.0)(space)
    }
}

/// A branching whose variables first take preferred values: made by
/// [`Branching::preferring`] and [`Branching::near_solutions`].
#[derive(Debug, Clone)]
pub struct Preferring<B> {
    pub(super) branching: B,
    /// What was preferred from the start.
    pub(super) hints: Vec<(Var, i32)>,
    /// Whether the values of each solution are preferred from then on.
    pub(super) learns: bool,
    /// For each variable of the model, the value preferred now.
    pub(super) values: Vec<Option<i32>>,
}

impl<B> Preferring<B> {
    fn prepare(&mut self, space: &Space) {
        if self.values.is_empty() {
            self.values.resize(space.vars().len(), None);
            for &(x, value) in self.hints.iter().filter(|(x, _)| space.owns(*x)) {
                self.values[x.index()] = Some(value);
            }
        }
    }
}

impl<B: Branching> Branching for Preferring<B> {
    fn choose(&mut self, space: &Space, depth: usize) -> Option<Decision> {
        self.prepare(space);
        let decision = self.branching.choose(space, depth)?;
        let (Decision::Values(x, _) | Decision::Literal(Literal { var: x, .. })) = decision;
        let preferred = self.values.get(x.index()).copied().flatten();
        let possible = preferred.filter(|&value| space.store().contains(x, value));
        Some(possible.map_or(decision, |value| Decision::Literal(x.is(value))))
    }

    fn follows_changes(&self) -> bool {
        self.branching.follows_changes()
    }

    fn follows_steps(&self) -> bool {
        self.learns || self.branching.follows_steps()
    }

    fn follow(&mut self, space: &Space, step: TreeStep) {
        if self.learns && step == TreeStep::Solved {
            self.values.clear();
            self.values.extend(space.vars().map(|x| Some(space.store().min(x))));
        }
        self.branching.follow(space, step);
    }
}

/// Large-neighbourhood search: made by [`Branching::large_neighbourhoods`].
#[derive(Debug, Clone)]
pub struct Neighbourhoods<B> {
    pub(super) branching: B,
    pub(super) vars: Vec<Var>,
    pub(super) random: Random,
    /// The values of these variables in the last solution; none before the first.
    pub(super) solution: Vec<i32>,
    /// Of the variables, those that keep their values in this run, by position.
    pub(super) kept: Vec<usize>,
}

impl<B: Branching> Branching for Neighbourhoods<B> {
    fn choose(&mut self, space: &Space, depth: usize) -> Option<Decision> {
        let store = space.store();
        let back = self.kept.iter().find_map(|&i| {
            let (x, value) = (self.vars[i], self.solution[i]);
            (!store.is_fixed(x) && store.contains(x, value)).then(|| Decision::Literal(x.is(value)))
        });
        back.or_else(|| self.branching.choose(space, depth))
    }

    fn follows_changes(&self) -> bool {
        self.branching.follows_changes()
    }

    fn follows_steps(&self) -> bool {
        true
    }

    fn follow(&mut self, space: &Space, step: TreeStep) {
        match step {
            TreeStep::Solved => {
                self.vars.retain(|&x| space.owns(x));
                self.solution = self.vars.iter().map(|&x| space.store().min(x)).collect();
            }
            TreeStep::Root if !self.solution.is_empty() => {
                // What pays differs from problem to problem, and during one: all
                // shares from a quarter to nearly all are tried in turn.
                let share = [4, 8, 10, 12, 13, 14, 15][self.random.below(7) as usize];
                self.kept = (0..self.vars.len()).collect();
                self.random.shuffle(&mut self.kept);
                self.kept.truncate(self.vars.len() * share / 16);
            }
            _ => {}
        }
        self.branching.follow(space, step);
    }
}
