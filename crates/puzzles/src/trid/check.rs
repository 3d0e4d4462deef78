//! The rules, without the kernel.

use super::{GIVEN, Given, LINE, NUMBER, SUM, Sum, Trid};
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
