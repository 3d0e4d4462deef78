//! Aztec Math as people play it: cells to fill, and whether each is made from
//! those below it.

use super::Aztec;
use super::check::results;
use crate::sheet::near_in_triangle;
use crate::{
    Board, Choices, Gesture, Holds, Playable, Puzzle, Quota, ReadOut, Sheet, State, Structure, Target, triangle,
};

impl Playable for Aztec {
    fn sheet(&self) -> Sheet {
        let targets = (0..self.places()).map(|cell| {
            let (row, pos) = triangle::row_and_pos(cell);
            Target {
                id: triangle::place_name(cell),
                name: format!("row {}, cell {}", row + 1, pos + 1),
                holds: Holds::Place(cell),
                choices: Choices::Numbers(1..=9),
                gesture: Gesture::Choose,
                given: self.givens.get(cell).is_some(),
                near: near_in_triangle(self.rows, cell),
            }
        });
        Sheet {
            structure: Structure::Triangle { rows: self.rows },
            targets: targets.collect(),
            places: (0..self.places()).map(triangle::place_name).collect(),
            blank: None,
            quotas: self.cells_by_row().map(Quota::once).collect(),
        }
    }

    /// For each cell that stands on two others, whether they make it.
    fn read_outs(&self, board: &Board) -> Vec<ReadOut> {
        (0..self.places()).filter_map(|cell| Some(read_out(cell, self.below(cell)?, board))).collect()
    }
}

fn read_out(cell: usize, below: [usize; 2], board: &Board) -> ReadOut {
    let [name, left, right] = [cell, below[0], below[1]].map(triangle::place_name);
    let (says, brief, state) = match (board.get(cell), below.map(|below| board.get(below))) {
        (value, [Some(a), Some(b)]) => {
            let results = results(a, b);
            let made: Vec<String> = results.iter().map(ToString::to_string).collect();
            let made = made.join(", ");
            match value {
                None => (format!("{a} and {b} below {name} make {made}"), made, State::Open),
                Some(value) if results.contains(&i64::from(value)) => {
                    (format!("{name} is {value}, which {a} and {b} make"), String::new(), State::Done)
                }
                Some(value) => {
                    (format!("{name} is {value}, but {a} and {b} below it make {made}"), made, State::Broken)
                }
            }
        }
        (_, [a, b]) => {
            let blank = match (a, b) {
                (None, None) => format!("{left} and {right} are"),
                (None, _) => format!("{left} is"),
                _ => format!("{right} is"),
            };
            (format!("{name} is made from {left} and {right}; {blank} blank"), String::new(), State::Open)
        }
    };
    ReadOut { id: name.clone(), targets: vec![name, left, right], says, brief, state }
}
