//! The rules, posed to the kernel.

mod board;
pub(super) mod relation;
mod whole;

use super::{Aztec, count};
use crate::{Modelled, Posed, Strategy, triangle};
use fd::{Labelling, Limits, Model, ModelError, Selection, Stopped, Var};
use whole::Whole;

impl Modelled for Aztec {
    fn pose(&self) -> Result<Posed, ModelError> {
        let mut model = Model::new();
        let cells = triangle::variables(&self.givens, 9, &mut model)?;
        model.post(Whole::new(self, &cells))?;
        Ok(posed(model, cells, Selection::DomWDeg))
    }

    fn count(&self, limits: Limits<'_>) -> Option<Result<u128, Stopped>> {
        Some(count::count(self, limits))
    }
}

pub(super) fn posed(model: Model, places: Vec<Var>, selection: Selection) -> Posed {
    let strategy = Strategy::Labelling(Labelling::default().select(selection), places.clone());
    Posed { model, places, strategy, restarts: None }
}
