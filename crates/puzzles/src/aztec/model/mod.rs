//! The rules, posed to the kernel.

mod board;
pub(super) mod relation;

use super::{Aztec, count};
use crate::{Modelled, Posed, Strategy, triangle};
use board::Pyramid;
use fd::constraints::AllDifferent;
use fd::{
    Consistency, Constraint, Event, Labelling, Limits, Model, ModelError, Post, Priority, Selection, Stopped, Var, Wake,
};
use relation::MadeOf;

impl Modelled for Aztec {
    fn pose(&self) -> Result<Posed, ModelError> {
        let mut model = Model::new();
        let cells = triangle::variables(&self.givens, 9, &mut model)?;
        model.post(Whole::new(self, &cells))?;
        Ok(posed(model, cells, Selection::DomWDeg))
    }

    fn count(&self, limits: Limits<'_>) -> Option<Result<u128, Stopped>> {
        Some(count::count(self, limits))
    }
}

pub(super) fn posed(model: Model, places: Vec<Var>, selection: Selection) -> Posed {
    let strategy = Strategy::Labelling(Labelling::default().select(selection), places.clone());
    Posed { model, places, strategy, restarts: None }
}

/// The cells, row by row from the top, are a pyramid: the digits of a row
/// differ, and each is made from the two below it.
#[derive(Debug, Clone)]
struct Whole {
    cells: Vec<Var>,
    rows: Vec<std::ops::Range<usize>>,
    /// Each cell that stands on two, with these.
    triples: Vec<[usize; 3]>,
}

impl Whole {
    /// The rules of a puzzle, without its givens.
    fn new(puzzle: &Aztec, cells: &[Var]) -> Whole {
        let triple = |cell| puzzle.below(cell).map(|[left, right]| [cell, left, right]);
        let triples = (0..cells.len()).filter_map(triple).collect();
        Whole { cells: cells.to_vec(), rows: puzzle.cells_by_row().collect(), triples }
    }

    fn made(&self) -> impl Iterator<Item = MadeOf> {
        self.triples.iter().map(|triple| MadeOf::new(triple.map(|cell| self.cells[cell])))
    }

    fn different(&self) -> impl Iterator<Item = AllDifferent> {
        self.rows.iter().map(|row| AllDifferent::new(&self.cells[row.clone()]))
    }
}

impl Constraint for Whole {
    fn name(&self) -> &'static str {
        "pyramid"
    }

    fn scope(&self) -> Vec<Var> {
        self.cells.clone()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        self.different().all(|row| row.holds(value)) && self.made().all(|made| made.holds(value))
    }

    fn consistency(&self) -> Consistency {
        Consistency::Check
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        self.cells.iter().try_for_each(|&x| MadeOf::new([x; 3]).check(model))
    }

    fn post(&self, post: &mut Post<'_>) {
        let wakes = self.cells.iter().enumerate().map(|(cell, &x)| Wake::telling(x, Event::ANY, cell));
        let board = Pyramid::new(&self.cells, &self.rows, &self.triples);
        post.add(Priority::Linear, board, &wakes.collect::<Vec<_>>());
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        self.different().try_for_each(|row| into.post(row))?;
        self.made().try_for_each(|made| into.post(made))?;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    #[test]
    fn a_pyramid_prunes_as_its_parts_do() {
        let make = |random: &mut fd::Random| {
            let mut model = Model::new();
            let rows = random.within(3, 9) as usize;
            let cells: Vec<Var> = (0..triangle::places(rows)).map(|_| random.var(&mut model, 1, 9)).collect();
            let blank = Aztec::new(rows, Board::blank(cells.len()));
            model.post(Whole::new(&blank, &cells)).unwrap();
            fd::harness::Pair::of(model)
        };
        fd::harness::verify_pruning("pyramid", 100, make);
    }

    #[test]
    fn a_pyramid_keeps_its_promises() {
        fd::harness::verify("pyramid", 200, |random| {
            let mut model = Model::new();
            let rows = random.within(1, 3) as usize;
            // The harness tries every combination of values.
            let least = if rows == 3 { random.within(1, 5) } else { 1 };
            let most = if rows == 3 { least + 4 } else { 9 };
            let cells: Vec<Var> = (0..triangle::places(rows)).map(|_| random.var(&mut model, least, most)).collect();
            let blank = Aztec::new(rows, Board::blank(cells.len()));
            model.post(Whole::new(&blank, &cells)).unwrap();
            model
        });
    }
}
