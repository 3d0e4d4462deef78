//! The rules of Gap, posed to the kernel.

mod bits;
mod board;
mod ends;
mod filled;

use super::{Gap, Line, count};
use crate::{Modelled, Posed, Puzzle, Stencil, Strategy, grid};
use ends::Ends;
use fd::{Choice, Labelling, Limits, Model, ModelError, Name, Selection, Stopped, Var};
use filled::Filled;

impl Modelled for Gap {
    /// One constraint for all three rules, searched line by line.
    fn pose(&self) -> Result<Posed, ModelError> {
        let mut model = Model::new();
        let places = cells(self, &mut model)?;
        let most = self.size() - 1;
        let mut ends = Vec::with_capacity(2 * self.size());
        for line in self.lines() {
            ends.push(match self.clue(line) {
                Some(clue) => Ends::Spaced { first: end(&mut model, line, FIRST, most - clue - 1)?, step: clue + 1 },
                None => {
                    Ends::Free { first: end(&mut model, line, FIRST, most)?, last: end(&mut model, line, LAST, most)? }
                }
            });
        }
        post_board(model, places, ends)
    }

    fn count(&self, limits: Limits<'_>) -> Option<Result<u128, Stopped>> {
        count::count(self, limits).transpose()
    }
}

/// The cells, each 1 when it is filled.
pub(super) fn cells(gap: &Gap, model: &mut Model) -> Result<Vec<Var>, ModelError> {
    let cells = model.vars(gap.places(), 0..=1)?;
    for (place, &cell) in cells.iter().enumerate() {
        model.name(cell, Name::Made([place, gap.size()], |[place, size]| grid::cell_name(place, size)));
    }
    Ok(cells)
}

/// The variables that a line can have, as they are named.
const PARTS: [&str; 3] = ["first", "last", "gap"];
pub(super) const FIRST: usize = 0;
pub(super) const LAST: usize = 1;
const GAP: usize = 2;

/// What a variable of a line is called, such as `first of row 3`.
fn name(part: usize, line: Line) -> Name {
    match line {
        Line::Row(r) => Name::Made([part, r], |[part, r]| format!("{} of {}", PARTS[part], Line::Row(r))),
        Line::Column(c) => Name::Made([part, c], |[part, c]| format!("{} of {}", PARTS[part], Line::Column(c))),
    }
}

/// The position of an end of a line, from 0.
pub(super) fn end(model: &mut Model, line: Line, which: usize, most: usize) -> Result<Var, ModelError> {
    let position = model.var(0..=most as i32)?;
    model.name(position, name(which, line));
    Ok(position)
}

/// The rules without clues, with a variable for the gap of each line: the
/// model of every puzzle of a size, once its clues are assumed.
pub(super) fn stencil(size: usize) -> Result<Stencil, ModelError> {
    let gap = Gap::without_clues(size);
    let mut model = Model::new();
    let places = cells(&gap, &mut model)?;
    let most = gap.size() - 1;
    let mut ends = Vec::with_capacity(2 * gap.size());
    let mut clues = Vec::with_capacity(2 * gap.size());
    for line in gap.lines() {
        let first = end(&mut model, line, FIRST, most)?;
        let last = end(&mut model, line, LAST, most)?;
        let gap = model.var(1..=most as i32 - 1)?;
        model.name(gap, name(GAP, line));
        ends.push(Ends::Measured { first, last, gap });
        clues.push(gap);
    }
    Ok(Stencil { posed: post_board(model, places, ends)?, clues, ties: Vec::new() })
}

fn post_board(mut model: Model, places: Vec<Var>, ends: Vec<Ends>) -> Result<Posed, ModelError> {
    let positions: Vec<Var> = ends.iter().flat_map(|ends| ends.positions()).collect();
    model.post(Filled { cells: places.clone(), ends })?;
    let labelling = Labelling::default().select(Selection::DomWDeg).split(Choice::Enum);
    let strategy = Strategy::Labelling(labelling, positions);
    // Restarts lost time on every large board that was tried.
    Ok(Posed { model, places, strategy, restarts: None })
}

/// A model of the one constraint alone, in which a random few variables are
/// left open around a board: small enough for brute force.
#[cfg(test)]
pub(super) fn nearly_solved(gap: &Gap, board: &crate::Board, random: &mut fd::Random) -> Model {
    use crate::gap::Line;
    let mut model = Model::new();
    let mut open = |model: &mut Model, right: i32, most: i32| {
        let other = random.below(most as u32 + 1) as i32;
        let domain = if random.chance(1, 12) { vec![right, other] } else { vec![right] };
        model.var(domain.as_slice()).expect("two small values")
    };
    let cells: Vec<Var> = (0..gap.places()).map(|place| open(&mut model, board.get(place).unwrap_or(0), 1)).collect();
    let most = gap.size() as i32 - 1;
    let mut ends = Vec::new();
    for line in gap.lines() {
        let filled: Vec<i32> =
            (0..).zip(gap.cells(line)).filter(|&(_, place)| board.get(place) == Some(1)).map(|(i, _)| i).collect();
        ends.push(match gap.clue(line) {
            Some(clue) => {
                let most = most - clue as i32 - 1;
                Ends::Spaced { first: open(&mut model, filled[0].min(most), most), step: clue + 1 }
            }
            None => {
                let (first, last) = (open(&mut model, filled[0], most), open(&mut model, filled[1], most));
                match line {
                    Line::Row(_) => Ends::Free { first, last },
                    Line::Column(_) => {
                        Ends::Measured { first, last, gap: open(&mut model, filled[1] - filled[0] - 1, most - 1) }
                    }
                }
            }
        });
    }
    model.post(Filled { cells, ends }).expect("it fits");
    model
}
