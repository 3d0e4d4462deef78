//! What to do when nothing is known of a problem.

use super::{Branching, FirstFail, Limits, Luby, Preferring, Search, Solution};
use crate::{Model, Space, Var};

/// The conflicts of the shortest run of a free search.
const CONFLICTS: u64 = 100;

impl<'s> Search<'s, Preferring<FirstFail>> {
    /// A search of these variables that finds its own way: first those that have
    /// met the most conflicts for their number of values, with restarts, and
    /// with the values of the last solution. Other variables are fixed last.
    ///
    /// Where a way to label a problem is known, it is mostly better.
    pub fn free(space: &'s mut Space, vars: &[Var], limits: Limits<'s>) -> Self {
        let branching = FirstFail::over(vars).weighted().near_solutions();
        Search::new(space, branching, limits).restarting(Some(Luby::of(CONFLICTS)))
    }
}

/// Questions about a model in one word each. They go on until they are
/// answered; [`Search`] does the same with limits, and in other ways.
impl Model {
    /// A solution, if there is one.
    ///
    /// ```
    /// use fd::{Model, constraints::AllDifferent};
    /// let mut model = Model::new();
    /// let x = model.vars(3, 0..3)?;
    /// model.post(AllDifferent::new(&x))?;
    /// model.post(x[0].at_least(x[1] + 1))?;
    /// model.post(x[1].at_least(x[2] + 1))?;
    /// let solution = model.solve().expect("there is one");
    /// assert_eq!((solution[x[0]], solution[x[1]], solution[x[2]]), (2, 1, 0));
    /// # Ok::<(), fd::ModelError>(())
    /// ```
    pub fn solve(&self) -> Option<Solution> {
        self.best(|search| search)
    }

    /// A solution in which `cost` is as small as it can be, if there is any.
    ///
    /// # Panics
    /// When `cost` is a variable of another model.
    pub fn minimise(&self, cost: Var) -> Option<Solution> {
        self.best(|search| search.minimising(cost))
    }

    /// A solution in which `gain` is as great as it can be, if there is any.
    ///
    /// ```
    /// use fd::Model;
    /// let mut model = Model::new();
    /// let (plates, bowls, profit) = (model.var(0..100)?, model.var(0..100)?, model.var(0..1000)?);
    /// model.post((plates + 2 * bowls).at_most(40))?;
    /// model.post((4 * plates + 3 * bowls).at_most(120))?;
    /// model.post(profit.equals(4 * plates + 5 * bowls))?;
    /// let best = model.maximise(profit).expect("there is one");
    /// assert_eq!((best[plates], best[bowls], best[profit]), (24, 8, 136));
    /// # Ok::<(), fd::ModelError>(())
    /// ```
    ///
    /// # Panics
    /// When `gain` is a variable of another model.
    pub fn maximise(&self, gain: Var) -> Option<Solution> {
        self.best(|search| search.maximising(gain))
    }

    fn best(
        &self,
        objective: impl FnOnce(Search<'_, Preferring<FirstFail>>) -> Search<'_, Preferring<FirstFail>>,
    ) -> Option<Solution> {
        let vars: Vec<Var> = self.all_vars().collect();
        let mut space = Space::new(self);
        objective(Search::free(&mut space, &vars, Limits::none())).optimum().solution()
    }
}
