//! How many variables take each of several values.

use super::{Count, HowOften};
use crate::{Consistency, Constraint, Model, ModelError, Post, Store, Var};

/// `|{i : xi = v}| = n` for each pair `(v, n)`; other values are free.
///
/// It posts one [`Count`] for each value, which is less than a flow would
/// prune: counts that contradict each other only together are found when
/// enough variables are fixed.
#[derive(Debug, Clone)]
pub struct GlobalCardinality {
    vars: Vec<Var>,
    counts: Vec<Count>,
}

impl GlobalCardinality {
    /// Each of the values is taken as often as it says.
    ///
    /// ```
    /// # use fd::{constraints::GlobalCardinality, Model};
    /// # let mut model = Model::new();
    /// # let x = model.vars(5, 1..=3)?;
    /// model.post(GlobalCardinality::new(&x, [(1, 2..=3), (2, 0..=1), (3, 2..=2)]))?;
    /// # Ok::<(), fd::ModelError>(())
    /// ```
    pub fn new<T: Into<HowOften>>(vars: &[Var], times: impl IntoIterator<Item = (i32, T)>) -> GlobalCardinality {
        let counts = times.into_iter().map(|(value, times)| Count::new(vars, value, times)).collect();
        GlobalCardinality { vars: vars.to_vec(), counts }
    }
}

impl Constraint for GlobalCardinality {
    fn name(&self) -> &'static str {
        "global_cardinality"
    }

    fn scope(&self) -> Vec<Var> {
        self.vars.iter().copied().chain(self.counts.iter().flat_map(Constraint::scope)).collect()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        self.counts.iter().all(|count| count.holds(value))
    }

    fn consistency(&self) -> Consistency {
        if self.counts.iter().any(|count| count.consistency() == Consistency::Check) {
            Consistency::Check
        } else {
            Consistency::Forward
        }
    }

    fn post(&self, post: &mut Post<'_>) {
        for count in &self.counts {
            count.post(post);
        }
    }

    fn entailment(&self, store: &Store) -> Option<bool> {
        let mut verdict = Some(true);
        for count in &self.counts {
            match count.entailment(store) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => verdict = None,
            }
        }
        verdict
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        for count in &self.counts {
            into.post(count.clone())?;
        }
        Ok(true)
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        let counts = self.counts.iter().map(|count| Some(format!("({})", count.minizinc(name)?)));
        let counts = counts.collect::<Option<Vec<String>>>()?;
        Some(if counts.is_empty() { "true".to_owned() } else { counts.join(" /\\ ") })
    }
}
