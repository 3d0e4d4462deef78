//! Aztec Math as a person reasons about it.

use super::model::relation::{MadeOf, above};
use super::techniques::TECHNIQUES;
use super::{Aztec, MADE, ROW};
use crate::{Instance, Reasoned, Reasoning, Rule, Subject, triangle};
use fd::constraints::{Table, Tuples};
use fd::{ModelError, Var};
use std::sync::Arc;

/// What follows from the rules, and is seen at once with some practice.
pub(super) const IMPLIED: &[&Rule] = &[&UNEQUAL, &FULL];

pub(super) static UNEQUAL: Rule = Rule { name: "unequal", says: "Each cell is made from two numbers that differ." };
pub(super) static FULL: Rule = Rule { name: "full", says: "A row of nine cells holds every number from 1 to 9." };

impl Reasoned for Aztec {
    fn reason(&self) -> Result<Reasoning, ModelError> {
        let mut reasoning = Reasoning::new(TECHNIQUES);
        let mut cells = Vec::with_capacity(self.givens.len());
        for cell in 0..self.givens.len() {
            cells
                .push(reasoning.place(1..=9, Subject::number(triangle::place_name(cell), triangle::place_name(cell)))?);
        }
        for (row, range) in self.cells_by_row().enumerate().skip(1) {
            let name = format!("row {}", row + 1);
            reasoning.line([&ROW, &FULL], ("of", &name), &Vec::from_iter(range), 9)?;
        }
        let unequal = Arc::new(Tuples::new(unequal_triples()));
        for cell in 0..cells.len() {
            if let Some(below) = self.below(cell) {
                add_made([cell, below[0], below[1]], &cells, &unequal, &mut reasoning)?;
            }
        }
        Ok(reasoning)
    }
}

/// A cell, and two different numbers below it that make it.
fn unequal_triples() -> impl Iterator<Item = [i32; 3]> {
    let pairs = (1..=9).flat_map(|a| (1..=9).filter(move |&b| a != b).map(move |b| (a, b)));
    pairs.flat_map(|(a, b)| above(a, b).map(move |top| [top as i32, a as i32, b as i32]))
}

fn add_made(
    places: [usize; 3],
    cells: &[Var],
    unequal: &Arc<Tuples>,
    reasoning: &mut Reasoning,
) -> Result<(), ModelError> {
    let [top, left, right] = places.map(triangle::place_name);
    let vars = places.map(|place| cells[place]);
    let made = Instance {
        places: places.to_vec(),
        ..Instance::new(
            &MADE,
            1,
            format!("{top} is made from {left} and {right}"),
            format!("{top} cannot be made from {left} and {right}"),
        )
    };
    let differ = Instance {
        rule: &UNEQUAL,
        cost: 2,
        says: format!("{top} is made from {left} and {right}, which differ"),
        fails: format!("{top} cannot be made from two different numbers at {left} and {right}"),
        ..made.clone()
    };
    reasoning.rule(made, MadeOf::new(vars))?;
    reasoning.rule(differ, Table::new(&vars, unequal))
}
