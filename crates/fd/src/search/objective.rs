//! The best solution.

use super::{Branching, Order, Search, Solution, Stopped};
use crate::{Conflict, Literal, Space, Var};

/// What a search makes as small, or as great, as it can be.
#[derive(Debug)]
pub(super) struct Objective {
    cost: Var,
    /// The end of its domain that is better.
    better: Order,
    best: Option<Solution>,
}

impl Objective {
    /// States, at the level where the space is, that only what is better than
    /// the best solution is looked for.
    ///
    /// It is stated at every node, so that it is propagated in the level of that
    /// node: what was only stated above would be forgotten by the propagators
    /// when the search goes back, and wake nobody a second time.
    pub(super) fn bound(&self, space: &mut Space) -> Result<(), Conflict> {
        let Some(best) = &self.best else { return Ok(()) };
        let value = best[self.cost];
        space.assume(match self.better {
            Order::Up => self.cost.at_most(value - 1),
            Order::Down => self.cost.at_least(value + 1),
        })
    }

    /// The best value that it can still have, unless it is fixed.
    pub(super) fn ideal(&self, space: &Space) -> Option<Literal> {
        let (min, max) = space.store().bounds(self.cost);
        (min < max).then(|| self.cost.is(if self.better == Order::Up { min } else { max }))
    }

    pub(super) fn is(&self, x: Var) -> bool {
        x == self.cost
    }

    pub(super) fn improve(&mut self, solution: Solution) {
        self.best = Some(solution);
    }
}

/// What is known of the best solution.
///
/// The kernel gives the values of all variables; [`Optimum::map`] turns them
/// into whatever a solution is to the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Optimum<S = Solution> {
    /// There is no solution: the whole tree was searched.
    None,
    /// None is better than this: the whole tree was searched.
    Best(S),
    /// A limit came first. This is the best that was found before, if any was.
    Unknown(Option<S>, Stopped),
}

impl<S> Optimum<S> {
    /// The best solution that is known, proved to be the best or not.
    pub fn solution(self) -> Option<S> {
        match self {
            Optimum::None => None,
            Optimum::Best(best) => Some(best),
            Optimum::Unknown(best, _) => best,
        }
    }

    /// The same about other solutions.
    pub fn map<T>(self, to: impl FnOnce(S) -> T) -> Optimum<T> {
        match self {
            Optimum::None => Optimum::None,
            Optimum::Best(best) => Optimum::Best(to(best)),
            Optimum::Unknown(best, stopped) => Optimum::Unknown(best.map(to), stopped),
        }
    }

    /// In a word: `none`, `best` or `unknown`.
    pub fn name(&self) -> &'static str {
        match self {
            Optimum::None => "none",
            Optimum::Best(_) => "best",
            Optimum::Unknown(..) => "unknown",
        }
    }
}

/// Looking for the best solution.
impl<B: Branching> Search<'_, B> {
    /// The same, but each solution makes `cost` less than the one before; where
    /// there is no other, the last one is the best.
    ///
    /// Whatever else is said of solutions is then said of these: `count` counts
    /// them, and a limit on solutions limits them.
    ///
    /// ```
    /// use fd::{Labelling, Limits, Model, Search, Space};
    /// let mut model = Model::new();
    /// let (x, y) = (model.var(0..=9)?, model.var(0..=9)?);
    /// let cost = model.var(0..=99)?;
    /// model.post((x + y).equals(7))?;
    /// model.post((3 * x + 5 * y).equals(cost))?;
    /// let mut space = Space::new(&model);
    /// let mut search = Search::new(&mut space, Labelling::default().over(&[x, y]), Limits::none()).minimising(cost);
    /// let mut costs = Vec::new();
    /// while let Some(solution) = search.next_solution()? {
    ///     costs.push(solution[cost]);
    /// }
    /// assert_eq!(costs, [35, 33, 31, 29, 27, 25, 23, 21]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// When `cost` is a variable of another model.
    #[must_use]
    pub fn minimising(self, cost: Var) -> Self {
        self.optimising(cost, Order::Up)
    }

    /// The same, but each solution makes `gain` greater than the one before.
    ///
    /// # Panics
    /// When `gain` is a variable of another model.
    #[must_use]
    pub fn maximising(self, gain: Var) -> Self {
        self.optimising(gain, Order::Down)
    }

    fn optimising(mut self, cost: Var, better: Order) -> Self {
        assert!(self.space.owns(cost), "{cost:?} is a variable of another model");
        self.objective = Some(Objective { cost, better, best: None });
        self
    }

    /// The best solution so far.
    pub fn best(&self) -> Option<&Solution> {
        self.objective.as_ref()?.best.as_ref()
    }

    /// Goes on to the best solution. Like everything else, that can be done in
    /// slices: what a limit stopped is [`Optimum::Unknown`], and goes on after
    /// [`Search::resume`].
    ///
    /// Without an objective, the first solution is as good as any other.
    ///
    /// ```
    /// use fd::{Labelling, Limits, Model, Optimum, Search, Space, constraints::AllDifferent};
    /// let mut model = Model::new();
    /// let x = model.vars(3, 0..=9)?;
    /// let gain = model.var(0..=100)?;
    /// model.post(AllDifferent::new(&x))?;
    /// model.post((4 * x[0] - 2 * x[1] + x[2]).equals(gain))?;
    /// let mut space = Space::new(&model);
    /// let mut search = Search::new(&mut space, Labelling::default().over(&x), Limits::none()).maximising(gain);
    /// let Optimum::Best(best) = search.optimum() else { unreachable!("no limit was set") };
    /// assert_eq!((best[x[0]], best[x[1]], best[x[2]]), (9, 0, 8));
    /// # Ok::<(), fd::ModelError>(())
    /// ```
    pub fn optimum(&mut self) -> Optimum {
        let stopped = loop {
            match self.advance() {
                Ok(true) if self.objective.is_some() => {}
                Ok(true) => return Optimum::Best(self.solution()),
                Ok(false) => break None,
                Err(stopped) => break Some(stopped),
            }
        };
        match (self.best().cloned(), stopped) {
            (best, Some(stopped)) => Optimum::Unknown(best, stopped),
            (Some(best), None) => Optimum::Best(best),
            (None, None) => Optimum::None,
        }
    }
}
