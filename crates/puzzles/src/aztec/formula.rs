//! The rules of Aztec Math as a formula: a variable for each cell and number.

use super::Aztec;
use crate::formula::{Certified, Formula, Literal, TooLarge};
use crate::triangle;

const NUMBERS: std::ops::RangeInclusive<i32> = 1..=9;

impl Certified for Aztec {
    fn formula(&self) -> Result<Formula, TooLarge> {
        let cells = self.givens.len();
        let mut formula = Formula::with_room(500 * cells)?;
        formula.comment("number: every cell holds one number from 1 to 9");
        let mut holds: Vec<Vec<Literal>> = Vec::with_capacity(cells);
        for cell in 0..cells {
            let name = triangle::place_name(cell);
            let literals: Vec<Literal> =
                NUMBERS.map(|number| formula.variable(format!("{name}_is_{number}"))).collect();
            formula.place(NUMBERS.zip(literals.iter().copied()));
            formula.exactly(1, literals.iter().copied());
            holds.push(literals);
        }
        let is = |cell: usize, number: i32| holds[cell][number as usize - 1];
        formula.comment("row: no number stands twice in a row");
        for cells in self.cells_by_row().filter(|cells| cells.len() > 1) {
            formula.comment(format!("the row of {}", triangle::place_name(cells.start)));
            for number in NUMBERS {
                formula.at_most_one(cells.clone().map(|cell| is(cell, number)));
            }
        }
        formula.comment("made: each cell is the sum, difference, product or exact quotient of the two below it,");
        formula.comment("which differ: for any two numbers below, one of the results stands above");
        for (cell, [left, right]) in (0..cells).filter_map(|cell| Some((cell, self.below(cell)?))) {
            let [name, left_name, right_name] = [cell, left, right].map(triangle::place_name);
            formula.comment(format!("{name} on {left_name} and {right_name}"));
            for a in NUMBERS {
                for b in NUMBERS.filter(|&b| b != a) {
                    let results = NUMBERS.filter(|&result| makes(a, b, result)).map(|result| is(cell, result));
                    formula.clause([!is(left, a), !is(right, b)].into_iter().chain(results));
                }
            }
        }
        formula.comment("given: the given cells keep their numbers");
        for (cell, given) in self.givens.iter().enumerate() {
            if let Some(given) = given {
                formula.clause([is(cell, given)]);
            }
        }
        Ok(formula)
    }
}

/// Whether two numbers that differ make this one.
fn makes(a: i32, b: i32, result: i32) -> bool {
    let (less, more) = (a.min(b), a.max(b));
    result == a + b || result == more - less || result == a * b || result * less == more
}
