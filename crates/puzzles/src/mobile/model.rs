//! Mobile posed to the kernel: the shapes are the only variables, and each bar is one equation.

use super::Mobile;
use crate::{Modelled, Posed, Strategy};
use fd::constraints::{Clause, Sum};
use fd::{Labelling, Model, ModelError, Selection, Var};

impl Modelled for Mobile {
    fn pose(&self) -> Result<Posed, ModelError> {
        let mut posed = self.pose_bare()?;
        for (&x, given) in posed.places.iter().zip(self.givens.iter()) {
            if let Some(given) = given {
                posed.model.post(Clause::new([x.is(given)]))?;
            }
        }
        for bar in 0..self.bars.len() {
            if let Some(total) = self.totals[bar] {
                posed.model.post(times(&self.counts(bar), &posed.places).equals(total))?;
            }
        }
        Ok(posed)
    }
}

impl Mobile {
    /// The tree without totals and given weights.
    pub(super) fn pose_bare(&self) -> Result<Posed, ModelError> {
        let mut model = Model::new();
        let places = model.vars(self.letters.len(), 1..=self.most)?;
        for (&x, letter) in places.iter().zip(&self.letters) {
            model.name(x, letter.to_string());
        }
        for bar in 0..self.bars.len() {
            model.post(times(&self.difference(bar), &places).equals(0))?;
        }
        let labelling = Labelling::default().select(Selection::FirstFail);
        Ok(Posed { model, strategy: Strategy::Labelling(labelling, places.clone()), places, restarts: None })
    }
}

/// So many times each variable, added up.
pub(super) fn times(factors: &[i32], vars: &[Var]) -> Sum {
    let terms = factors.iter().zip(vars).filter(|(factor, _)| **factor != 0);
    terms.map(|(&factor, &x)| factor * x).fold(Sum::from(0), |sum, term| sum + term)
}
