//! Variables that look at the domain of another.

use crate::space::as_set;
use crate::{Constraint, Model, ModelError, Var};
use std::sync::Arc;

/// A variable that is another one and a constant.
#[derive(Debug, Clone)]
pub(crate) struct View {
    pub(crate) var: Var,
    /// The other one, which is no view.
    pub(crate) of: Var,
    pub(crate) by: i32,
    /// What says so among the constraints.
    meaning: Arc<dyn Constraint>,
}

impl Model {
    /// `x + by` as a variable, at no cost: it has no domain of its own, but looks
    /// at that of `x` from elsewhere, and no propagator stands between.
    ///
    /// Queens that do not attack each other, for example:
    ///
    /// ```
    /// use fd::{Labelling, Limits, Model, Search, Space, Var, constraints::AllDifferent};
    /// let mut model = Model::new();
    /// let queens = model.vars(8, 0..8)?;
    /// for direction in [-1, 0, 1] {
    ///     let line: Result<Vec<Var>, _> = (0..8).map(|i| model.shifted(queens[i as usize], i * direction)).collect();
    ///     model.post(AllDifferent::new(&line?))?;
    /// }
    /// let mut space = Space::new(&model);
    /// assert_eq!(Search::new(&mut space, Labelling::default().over(&queens), Limits::none()).count()?, 92);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When `x` is a variable of another model, or the values are out of range.
    pub fn shifted(&mut self, x: Var, by: i32) -> Result<Var, ModelError> {
        if !self.owns(x) {
            return Err(ModelError::ForeignVariable { constraint: "shifted" });
        }
        if by == 0 {
            return Ok(x);
        }
        let var = self.add(self.domain(x).shifted(by)?)?;
        let meaning: Arc<dyn Constraint> = Arc::new(var.equals(x + by));
        self.post_shared(Arc::clone(&meaning))?;
        let below = self.views.iter().find(|view| view.var == x);
        let (of, by) = below.map_or((x, by), |view| (view.of, view.by + by));
        self.views.push(View { var, of, by, meaning });
        Ok(var)
    }

    /// The views that need no domain of their own.
    ///
    /// A view needs one where a constraint has it beside another name of the same
    /// domain: propagators keep books on their variables, and expect that one
    /// changes only when they change it.
    pub(crate) fn shared_views(&self) -> Vec<&View> {
        let mut shared: Vec<&View> = self.views.iter().collect();
        if shared.is_empty() {
            return shared;
        }
        let mut owners: Vec<Var> = self.all_vars().collect();
        self.views.iter().for_each(|view| owners[view.var.index()] = view.of);
        for constraint in &self.constraints {
            if self.views.iter().any(|view| Arc::ptr_eq(&view.meaning, constraint)) {
                continue;
            }
            let scope = as_set(constraint.scope());
            let beside = |view: &View| scope.iter().any(|&x| x != view.var && owners[x.index()] == view.of);
            shared.retain(|view| !(scope.contains(&view.var) && beside(view)));
        }
        shared
    }
}
