//! Trid as people play it: vertices to fill, and the sums so far.

use super::{Sum, Triangle, Trid};
use crate::sheet::near_in_triangle;
use crate::{
    Board, Choices, Gesture, Holds, Playable, Puzzle, Quota, ReadOut, Sheet, State, Structure, Target, triangle,
};

impl Playable for Trid {
    fn sheet(&self) -> Sheet {
        let givens = self.givens();
        let targets = (0..self.places()).map(|vertex| Target {
            id: triangle::place_name(vertex),
            name: vertex_name(vertex),
            holds: Holds::Place(vertex),
            choices: Choices::Numbers(1..=self.size as i32),
            gesture: Gesture::Choose,
            given: givens.get(vertex).is_some(),
            near: near_in_triangle(self.size, vertex),
        });
        Sheet {
            structure: Structure::Triangle { rows: self.size },
            targets: targets.collect(),
            places: (0..self.places()).map(triangle::place_name).collect(),
            blank: None,
            quotas: self.lines().filter(|line| line.len() > 1).map(Quota::once).collect(),
        }
    }

    /// For each sum what its vertices add up to so far.
    fn read_outs(&self, board: &Board) -> Vec<ReadOut> {
        // A sum that is given twice is shown once.
        let mut sums = self.sums.clone();
        sums.dedup();
        sums.into_iter().map(|sum| read_out(sum, self.size, board)).collect()
    }
}

/// The name of a vertex for people.
pub(super) fn vertex_name(vertex: usize) -> String {
    let (row, pos) = triangle::row_and_pos(vertex);
    format!("row {}, vertex {}", row + 1, pos + 1)
}

fn read_out(Sum { triangle, sum }: Sum, size: usize, board: &Board) -> ReadOut {
    let vertices = triangle.vertices();
    let blank: Vec<usize> = vertices.into_iter().filter(|&vertex| board.get(vertex).is_none()).collect();
    let so_far: i64 = vertices.iter().filter_map(|&vertex| board.get(vertex)).map(i64::from).sum();
    let missing = i64::from(sum) - so_far;
    let names = triangle::place_names(&vertices);
    // Any two of the three are on a line: the numbers that are missing differ.
    let (count, size) = (blank.len() as i64, size as i64);
    let (least, most) = (count * (count + 1) / 2, count * (2 * size - count + 1) / 2);
    let state = match (least..=most).contains(&missing) {
        false => State::Broken,
        true if blank.is_empty() => State::Done,
        true => State::Open,
    };
    let says = match (state, blank.as_slice()) {
        (State::Done, _) => format!("{names} add up to {sum}"),
        (_, []) => format!("{names} add up to {so_far}, but the sum in their triangle is {sum}"),
        (State::Broken, _) => {
            format!("{names} have {so_far} of {sum} so far; {} cannot make {missing}", triangle::place_names(&blank))
        }
        (State::Open, _) => {
            format!("{names} have {so_far} of {sum} so far; {missing} is left for {}", triangle::place_names(&blank))
        }
    };
    let targets = vertices.map(triangle::place_name).to_vec();
    ReadOut { id: triangle.id(), targets, says, brief: format!("{so_far}/{sum}"), state }
}

impl Triangle {
    /// The id in drawings of the sum inside it: `r2c1u` pointing up, `r2c1d`
    /// down.
    pub(super) fn id(self) -> String {
        let first = triangle::place_name(triangle::place(self.row, self.pos));
        format!("{first}{}", if self.down { 'd' } else { 'u' })
    }
}
