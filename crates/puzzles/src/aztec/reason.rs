//! Aztec Math as a person reasons about it.

use super::model::relation::{MadeOf, above};
use super::{Aztec, MADE, MOST_ROWS, ROW};
use crate::{Instance, Reasoned, Reasoning, Rule, Subject, Telling, triangle};
use fd::constraints::{AllDifferent, Count, Strength, Table, Tuples};
use fd::{ModelError, Var};
use std::ops::Range;
use std::sync::Arc;

/// What follows from the rules, and is seen at once with some practice.
pub(super) const IMPLIED: &[&Rule] = &[&UNEQUAL, &FULL];

static UNEQUAL: Rule = Rule { name: "unequal", says: "Each cell is made from two numbers that differ." };
static FULL: Rule = Rule { name: "full", says: "A row of nine cells holds every number from 1 to 9." };

impl Reasoned for Aztec {
    fn reason(&self) -> Result<Reasoning, ModelError> {
        let mut reasoning = Reasoning::new();
        let mut cells = Vec::with_capacity(self.givens.len());
        for cell in 0..self.givens.len() {
            cells
                .push(reasoning.place(1..=9, Subject::number(triangle::place_name(cell), triangle::place_name(cell)))?);
        }
        for (row, range) in self.cells_by_row().enumerate() {
            add_row(row, range, &cells, &mut reasoning)?;
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

fn add_row(row: usize, range: Range<usize>, cells: &[Var], reasoning: &mut Reasoning) -> Result<(), ModelError> {
    if range.len() < 2 {
        return Ok(());
    }
    let places: Vec<usize> = range.clone().collect();
    let vars = &cells[range];
    let name = format!("row {}", row + 1);
    let differ = |effort| Instance {
        places: places.clone(),
        at: name.clone(),
        ..Instance::new(
            &ROW,
            effort,
            format!("the numbers of {name} differ"),
            format!("{name} cannot have different numbers"),
        )
    };
    let crossed_off = Instance { telling: Telling::Silent, ..differ(1) };
    reasoning.rule(crossed_off, AllDifferent::new(vars).strength(Strength::Value))?;
    if vars.len() > 2 {
        reasoning.rule(differ(2), AllDifferent::new(vars).strength(Strength::Domain))?;
    }
    if vars.len() == MOST_ROWS {
        for number in 1..=9 {
            let instance = Instance {
                rule: &FULL,
                says: format!("{name} holds every number from 1 to 9"),
                fails: format!("{name} has no place for {number}"),
                ..differ(1)
            };
            reasoning.rule(instance, Count::new(vars, number, 1))?;
        }
    }
    Ok(())
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
