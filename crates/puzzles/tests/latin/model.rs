//! The rules, posed to the kernel.

use super::Latin;
use crate::{Modelled, Posed, Puzzle, Strategy};
use fd::constraints::{AllDifferent, Strength};
use fd::{Labelling, Model, ModelError, Selection, Var};

impl Modelled for Latin {
    fn pose(&self) -> Result<Posed, ModelError> {
        let mut model = Model::new();
        let mut cells: Vec<Var> = Vec::with_capacity(self.places());
        for (place, given) in self.givens.iter().enumerate() {
            let x = match given {
                Some(given) => model.var(given..=given)?,
                None => model.var(1..=self.side as i32)?,
            };
            model.name(x, self.place_name(place));
            cells.push(x);
        }
        for (_, _, line) in self.lines() {
            let line: Vec<Var> = line.into_iter().map(|cell| cells[cell]).collect();
            model.post(AllDifferent::new(&line).strength(Strength::Domain))?;
        }
        let strategy = Strategy::Labelling(Labelling::default().select(Selection::DomWDeg), cells.clone());
        Ok(Posed { model, places: cells, strategy, restarts: None })
    }
}
