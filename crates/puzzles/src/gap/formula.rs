//! The rules of Gap as a formula: a variable for each cell, 1 when it is filled.

use super::Gap;
use crate::Puzzle;
use crate::formula::{Certified, Formula, Literal, TooLarge};

impl Certified for Gap {
    fn formula(&self) -> Result<Formula, TooLarge> {
        let size = self.size();
        let mut formula = Formula::with_room(8 * self.places())?;
        let filled: Vec<Literal> =
            (0..self.places()).map(|place| formula.variable(format!("{}_filled", self.place_name(place)))).collect();
        for &cell in &filled {
            formula.place([(0, !cell), (1, cell)]);
        }
        formula.comment("two: exactly two cells of every row and of every column are filled");
        for line in self.lines() {
            formula.comment(line.to_string());
            formula.exactly(2, self.cells(line).map(|place| filled[place]));
        }
        formula.comment("touch: of any four cells around a corner, at most one is filled");
        for row in 1..size {
            for column in 1..size {
                let last = row * size + column;
                formula.at_most_one([last - size - 1, last - size, last - 1, last].map(|place| filled[place]));
            }
        }
        formula
            .comment("gap: a filled cell of a line with a clue has the other one beyond the gap, before or after it");
        for line in self.lines() {
            let Some(clue) = self.clue(line) else { continue };
            formula.comment(format!("{line}: clue {clue}"));
            let cells: Vec<Literal> = self.cells(line).map(|place| filled[place]).collect();
            for (position, &cell) in cells.iter().enumerate() {
                let before = position.checked_sub(clue + 1).map(|other| cells[other]);
                let after = cells.get(position + clue + 1).copied();
                formula.clause([!cell].into_iter().chain(before).chain(after));
            }
        }
        Ok(formula)
    }
}
