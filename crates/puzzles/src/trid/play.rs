//! Trid as people play and set it.

use super::make::triangles;
use super::{Given, MOST_SIZE, Sum, Triangle, Trid};
use crate::sketch::{OwnSketch, checked, checked_size, possible_size, row_and_column, size_target};
use crate::{
    Board, Choices, EditError, Holds, Impossible, Near, Playable, Puzzle, Quota, ReadOut, Sheet, Sketch, State, Target,
    triangle,
};
use std::ops::RangeInclusive;

impl Playable for Trid {
    fn sheet(&self) -> Sheet {
        let lines = self.lines().filter(|line| line.len() > 1);
        triangle::sheet(self.size, "vertex", self.size as i32, &self.givens(), lines.map(Quota::once).collect())
    }

    /// For each sum what its vertices add up to so far.
    fn read_outs(&self, board: &Board) -> Vec<ReadOut> {
        // A sum that is given twice is shown once.
        let mut sums = self.sums.clone();
        sums.dedup();
        sums.into_iter().map(|sum| read_out(sum, self.size, board)).collect()
    }
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

const SIZES: RangeInclusive<usize> = 1..=MOST_SIZE;

/// A triangle without sums and givens.
pub(super) fn empty(size: usize) -> Result<Box<dyn Sketch>, Impossible> {
    Ok(Box::new(Trid::new(possible_size(size, SIZES, "the side")?, Vec::new(), Vec::new())))
}

/// What a target of a sketch is.
#[derive(Debug, Clone, Copy)]
enum Spot {
    Vertex(usize),
    Triangle(Triangle),
}

impl OwnSketch for Trid {
    /// Row by row the vertices, then the triangles below them; then the size.
    fn targets(&self) -> Vec<Target> {
        let rows = (0..self.size).flat_map(|row| {
            let vertices = (0..=row).map(move |pos| self.vertex_target(row, pos));
            let below = (0..if row + 1 < self.size { 2 * row + 1 } else { 0 }).map(move |i| self.sum_target(row, i));
            vertices.chain(below)
        });
        rows.chain([size_target("size", "the vertices on a side", SIZES)]).collect()
    }

    fn value(&self, target: &str) -> Option<i32> {
        if target == "size" {
            return Some(self.size as i32);
        }
        match self.spot(target)? {
            Spot::Vertex(vertex) => self.givens.iter().find(|given| given.vertex == vertex).map(|given| given.value),
            Spot::Triangle(triangle) => self.sums.iter().find(|sum| sum.triangle == triangle).map(|sum| sum.sum),
        }
    }

    fn set(&mut self, target: &str, value: Option<i32>) -> Result<(), EditError> {
        if target == "size" {
            self.resize(checked_size(target, value, SIZES)?);
            return Ok(());
        }
        let Trid { size, mut sums, mut givens } = self.clone();
        match self.spot(target).ok_or_else(|| EditError::Unknown(target.to_owned()))? {
            Spot::Vertex(vertex) => {
                let value = checked(target, value, 1..=size as i32)?;
                givens.retain(|given| given.vertex != vertex);
                givens.extend(value.map(|value| Given { vertex, value }));
            }
            Spot::Triangle(triangle) => {
                let value = checked(target, value, self.sums_to_choose())?;
                sums.retain(|sum| sum.triangle != triangle);
                sums.extend(value.map(|sum| Sum { triangle, sum }));
            }
        }
        *self = Trid::new(size, sums, givens);
        Ok(())
    }

    /// The vertices, then the triangles.
    fn clue_ids(&self) -> Vec<String> {
        let sums = triangles(self.size, true).into_iter().map(Triangle::id);
        self.sheet().places.into_iter().chain(sums).collect()
    }

    /// A sketch has one sum in a triangle and one given at a vertex: of
    /// several, the first.
    fn simplified(&self) -> Trid {
        let mut sketch = self.clone();
        sketch.sums.dedup_by_key(|sum| sum.triangle);
        sketch.givens.dedup_by_key(|given| given.vertex);
        sketch
    }
}

impl Trid {
    /// Sums outside this range are never made.
    fn sums_to_choose(&self) -> RangeInclusive<i32> {
        3..=3 * self.size as i32
    }

    /// The index among the targets of the first vertex of a row.
    fn first_of(row: usize) -> usize {
        (3 * row * row + row) / 2
    }

    fn vertex_target(&self, row: usize, pos: usize) -> Target {
        let vertex = triangle::place(row, pos);
        let here = Trid::first_of(row) + pos;
        let near = Near {
            // By way of the triangles in between.
            up: row.checked_sub(1).map(|above| Trid::first_of(above) + above + 1 + 2 * pos.min(above)),
            down: (row + 1 < self.size).then(|| Trid::first_of(row) + row + 1 + 2 * pos),
            left: pos.checked_sub(1).map(|_| here - 1),
            right: (pos < row).then_some(here + 1),
        };
        let choices = Choices::Numbers(1..=self.size as i32);
        let name = format!("row {}, vertex {}", row + 1, pos + 1);
        Target::new(Holds::Clue, triangle::place_name(vertex), name, choices, near)
    }

    /// The triangles below a row by number: up, down, up, ...
    fn sum_target(&self, row: usize, number: usize) -> Target {
        let triangle = Triangle { row, pos: number / 2, down: number % 2 == 1 };
        let here = Trid::first_of(row) + row + 1 + number;
        let near = Near {
            up: Some(Trid::first_of(row) + triangle.pos),
            down: Some(Trid::first_of(row + 1) + triangle.pos + usize::from(triangle.down)),
            left: number.checked_sub(1).map(|_| here - 1),
            right: (number < 2 * row).then_some(here + 1),
        };
        let (points, (row, pos)) =
            if triangle.down { ("down", (row + 1, triangle.pos + 1)) } else { ("up", (row, triangle.pos)) };
        let name = format!("the sum in the triangle that points {points} to row {}, vertex {}", row + 1, pos + 1);
        Target::new(Holds::Clue, triangle.id(), name, Choices::Numbers(self.sums_to_choose()), near)
    }

    fn spot(&self, id: &str) -> Option<Spot> {
        let (vertex, down) = match (id.strip_suffix('u'), id.strip_suffix('d')) {
            (Some(vertex), _) => (vertex, Some(false)),
            (_, Some(vertex)) => (vertex, Some(true)),
            _ => (id, None),
        };
        let (row, pos) = row_and_column(vertex)?;
        match down {
            None if row < self.size && pos <= row => Some(Spot::Vertex(triangle::place(row, pos))),
            Some(down) if row + 1 < self.size && pos + usize::from(down) <= row => {
                Some(Spot::Triangle(Triangle { row, pos, down }))
            }
            _ => None,
        }
    }

    /// Rows are added and removed at the bottom; what no longer fits is
    /// dropped.
    fn resize(&mut self, size: usize) {
        self.size = size;
        self.sums.retain(|sum| sum.triangle.row + 1 < size);
        self.givens.retain(|given| given.vertex < triangle::places(size) && given.value <= size as i32);
    }
}
