//! The rules of Trid as a formula: a variable for each vertex and number.

use super::Trid;
use crate::formula::{Certified, Formula, Literal, TooLarge};
use crate::{Puzzle, triangle};

impl Certified for Trid {
    fn formula(&self) -> Result<Formula, TooLarge> {
        let size = self.size as i32;
        let vertices = self.places();
        let mut formula = Formula::with_room(4 * vertices * self.size + 3 * self.sums.len() * self.size * self.size)?;
        formula.comment(format!("number: every vertex holds one number from 1 to {size}"));
        let mut holds: Vec<Vec<Literal>> = Vec::with_capacity(vertices);
        for vertex in 0..vertices {
            let name = triangle::place_name(vertex);
            let literals: Vec<Literal> =
                (1..=size).map(|number| formula.variable(format!("{name}_is_{number}"))).collect();
            formula.place((1..=size).zip(literals.iter().copied()));
            formula.exactly(1, literals.iter().copied());
            holds.push(literals);
        }
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
