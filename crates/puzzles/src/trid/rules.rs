//! The rules of Trid, checked on a board and written as a formula for proof checkers.

use super::{GIVEN, LINE, NUMBER, SUM, Sum, Trid};
use crate::formula::{Certified, Formula, Literal, TooLarge};
use crate::numbers::Numbers;
use crate::{Board, Checked, Puzzle, Violation, triangle};

impl Checked for Trid {
    fn violations(&self, board: &Board) -> Vec<Violation> {
        let numbers = Numbers { puzzle: self, board, most: self.size as i32, verb: ["holds", "hold"] };
        let mut found: Vec<Violation> = (0..self.places()).filter_map(|place| numbers.wrong(&NUMBER, place)).collect();
        found.extend(self.givens.iter().filter_map(|given| numbers.changed(&GIVEN, given.vertex, given.value)));
        found.extend(self.lines().flat_map(|line| numbers.repeated(&LINE, &line, "the numbers on a straight line")));
        found.extend(self.sums.iter().filter_map(|&one| sum(one, board)));
        found
    }
}

fn sum(Sum { triangle, sum }: Sum, board: &Board) -> Option<Violation> {
    let places = triangle.vertices();
    let [a, b, c] = places.map(|place| board.get(place).map(i64::from));
    let (a, b, c) = (a?, b?, c?);
    let total = a + b + c;
    if total == i64::from(sum) {
        return None;
    }
    let message = format!(
        "{} hold {a} + {b} + {c} = {total}, but the sum in their triangle is {sum}",
        triangle::place_names(&places)
    );
    Some(Violation { rule: &SUM, places: places.to_vec(), message })
}

impl Certified for Trid {
    fn formula(&self) -> Result<Formula, TooLarge> {
        let size = self.size as i32;
        let vertices = self.places();
        let mut formula = Formula::with_room(4 * vertices * self.size + 3 * self.sums.len() * self.size * self.size)?;
        formula.comment(format!("number: every vertex holds one number from 1 to {size}"));
        let holds: Vec<Vec<Literal>> =
            (0..vertices).map(|vertex| formula.holds_one(&triangle::place_name(vertex), size)).collect();
        let is = |vertex: usize, number: i32| holds[vertex][number as usize - 1];
        formula.comment("line: the numbers on a straight line differ; on a whole side each stands once");
        for line in self.lines().filter(|line| line.len() > 1) {
            formula.comment(triangle::place_names(&line));
            for number in 1..=size {
                let holders = line.iter().map(|&vertex| is(vertex, number));
                if line.len() == self.size { formula.exactly(1, holders) } else { formula.at_most_one(holders) }
            }
        }
        formula.comment("sum: the first two numbers of a triangle leave one for the third, or none");
        for sum in &self.sums {
            let corners = sum.triangle.vertices();
            formula.comment(format!("{} add up to {}", triangle::place_names(&corners), sum.sum));
            let [a, b, c] = corners;
            for first in 1..=size {
                for second in 1..=size {
                    let third = sum.sum - first - second;
                    let third = (1..=size).contains(&third).then(|| is(c, third));
                    formula.clause([!is(a, first), !is(b, second)].into_iter().chain(third));
                }
            }
        }
        formula.comment("given: the given vertices keep their numbers");
        for given in &self.givens {
            formula.clause([is(given.vertex, given.value)]);
        }
        Ok(formula)
    }
}
