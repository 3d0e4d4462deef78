//! The rules as a formula: a variable for each cell and number.

use super::Latin;
use crate::Puzzle;
use crate::formula::{Certified, Formula, Literal, TooLarge};

impl Certified for Latin {
    fn formula(&self) -> Result<Formula, TooLarge> {
        let side = self.side as i32;
        let mut formula = Formula::with_room(4 * self.places() * self.side)?;
        formula.comment("number: every cell holds one number from 1 to the side");
        let holds: Vec<Vec<Literal>> =
            (0..self.places()).map(|place| formula.holds_one(&self.place_name(place), side)).collect();
        for (name, rule, cells) in self.lines() {
            formula.comment(format!("{}: no number stands twice in {name}", rule.name));
            for number in 1..=self.side {
                formula.at_most_one(cells.iter().map(|&cell| holds[cell][number - 1]));
            }
        }
        formula.comment("given: the given cells keep their numbers");
        for (place, given) in self.givens.iter().enumerate() {
            if let Some(given) = given {
                formula.clause([holds[place][given as usize - 1]]);
            }
        }
        Ok(formula)
    }
}
