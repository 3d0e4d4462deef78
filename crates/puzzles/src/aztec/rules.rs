//! The rules of Aztec Math, checked on a board and written as a formula for proof checkers.

use super::{Aztec, GIVEN, MADE, NUMBER, ROW};
use crate::formula::{Certified, Formula, Literal, TooLarge};
use crate::numbers::Numbers;
use crate::{Board, Checked, Violation, triangle};

impl Checked for Aztec {
    fn violations(&self, board: &Board) -> Vec<Violation> {
        let numbers = Numbers { puzzle: self, board, most: 9, verb: ["holds", "hold"] };
        let mut found = Vec::new();
        for (cell, given) in self.givens.iter().enumerate() {
            found.extend(numbers.wrong(&NUMBER, cell));
            found.extend(given.and_then(|given| numbers.changed(&GIVEN, cell, given)));
        }
        for cells in self.cells_by_row() {
            found.extend(numbers.repeated(&ROW, &Vec::from_iter(cells), "the numbers of a row"));
        }
        for cell in 0..self.givens.len() {
            found.extend(made(self, cell, board));
        }
        found
    }
}

fn made(puzzle: &Aztec, cell: usize, board: &Board) -> Option<Violation> {
    let [left, right] = puzzle.below(cell)?;
    let (value, a, b) = (board.get(cell)?, board.get(left)?, board.get(right)?);
    let results = results(a, b);
    if results.contains(&i64::from(value)) {
        return None;
    }
    let [name, left_name, right_name] = [cell, left, right].map(triangle::place_name);
    let results: Vec<String> = results.iter().map(ToString::to_string).collect();
    let message =
        format!("{name} holds {value}, but {a} and {b} at {left_name} and {right_name} make {}", results.join(", "));
    Some(Violation { rule: &MADE, places: vec![cell, left, right], message })
}

/// What two cells make: sum, difference, product and exact quotient, in order.
pub(super) fn results(a: i32, b: i32) -> Vec<i64> {
    let (less, more) = (i64::from(a.min(b)), i64::from(a.max(b)));
    let mut results = vec![more + less, more - less, more * less];
    if less != 0 && more % less == 0 {
        results.push(more / less);
    }
    results.sort_unstable();
    results.dedup();
    results
}

const NUMBERS: std::ops::RangeInclusive<i32> = 1..=9;

impl Certified for Aztec {
    fn formula(&self) -> Result<Formula, TooLarge> {
        let cells = self.givens.len();
        let mut formula = Formula::with_room(500 * cells)?;
        formula.comment("number: every cell holds one number from 1 to 9");
        let holds: Vec<Vec<Literal>> =
            (0..cells).map(|cell| formula.holds_one(&triangle::place_name(cell), 9)).collect();
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
