//! The rules of Trid, checked on a board and written as a formula for proof checkers.

use super::{GIVEN, Given, LINE, NUMBER, SUM, Sum, Trid};
use crate::formula::{Certified, Formula, Literal, TooLarge};
use crate::{Board, Checked, Puzzle, Violation, triangle};

impl Checked for Trid {
    fn violations(&self, board: &Board) -> Vec<Violation> {
        let mut found: Vec<Violation> = (0..self.places()).filter_map(|place| number(self, place, board)).collect();
        found.extend(self.givens.iter().filter_map(|&one| given(one, board)));
        for vertices in self.lines() {
            line(&vertices, board, &mut found);
        }
        found.extend(self.sums.iter().filter_map(|&one| sum(one, board)));
        found
    }
}

fn number(puzzle: &Trid, place: usize, board: &Board) -> Option<Violation> {
    let size = puzzle.size as i32;
    let value = board.get(place).filter(|value| !(1..=size).contains(value))?;
    let message = format!("{} holds {value}; numbers go from 1 to {size}", triangle::place_name(place));
    Some(Violation { rule: &NUMBER, places: vec![place], message })
}

fn given(Given { vertex, value: given }: Given, board: &Board) -> Option<Violation> {
    let value = board.get(vertex).filter(|&value| value != given)?;
    let message = format!("{} holds {value}, but {given} is given", triangle::place_name(vertex));
    Some(Violation { rule: &GIVEN, places: vec![vertex], message })
}

fn line(vertices: &[usize], board: &Board, found: &mut Vec<Violation>) {
    let mut filled: Vec<(i32, usize)> = vertices.iter().filter_map(|&place| Some((board.get(place)?, place))).collect();
    filled.sort_unstable();
    for equal in filled.chunk_by(|a, b| a.0 == b.0).filter(|equal| equal.len() > 1) {
        let places: Vec<usize> = equal.iter().map(|&(_, place)| place).collect();
        let (names, value) = (triangle::place_names(&places), equal[0].0);
        let message = format!("{names} hold {value}; the numbers on a straight line differ");
        found.push(Violation { rule: &LINE, places, message });
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
