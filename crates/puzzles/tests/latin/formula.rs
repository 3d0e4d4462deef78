//! The rules as a formula: a variable for each cell and number.

use super::Latin;
use crate::Puzzle;
use crate::formula::{Certified, Formula, Literal, TooLarge};

impl Certified for Latin {
    fn formula(&self) -> Result<Formula, TooLarge> {
        let side = self.side as i32;
        let mut formula = Formula::with_room(4 * self.places() * self.side)?;
        formula.comment("number: every cell holds one number from 1 to the side");
        let mut holds: Vec<Vec<Literal>> = Vec::with_capacity(self.places());
        for place in 0..self.places() {
            let name = self.place_name(place);
            let literals: Vec<Literal> =
                (1..=side).map(|number| formula.variable(format!("{name}_is_{number}"))).collect();
            formula.place((1..).zip(literals.iter().copied()));
            formula.exactly(1, literals.iter().copied());
            holds.push(literals);
        }
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
