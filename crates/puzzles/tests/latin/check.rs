//! The rules, without the kernel.

use super::{GIVEN, Latin, NUMBER};
use crate::numbers::Numbers;
use crate::{Board, Checked, Violation};

impl Checked for Latin {
    fn violations(&self, board: &Board) -> Vec<Violation> {
        let numbers = Numbers { puzzle: self, board, most: self.side as i32, verb: ["holds", "hold"] };
        let mut found = Vec::new();
        for (place, given) in self.givens.iter().enumerate() {
            found.extend(numbers.wrong(&NUMBER, place));
            found.extend(given.and_then(|given| numbers.changed(&GIVEN, place, given)));
        }
        for (name, rule, cells) in self.lines() {
            found.extend(numbers.repeated(rule, &cells, &format!("the numbers of {name}")));
        }
        found
    }
}
