//! Latin squares as people play them.

use super::Latin;
use crate::{
    Board, Checked, Choices, Holds, Playable, Puzzle, Quota, ReadOut, Rule, Sheet, State, Structure, Target, Violation,
    grid,
};

impl Playable for Latin {
    fn sheet(&self) -> Sheet {
        let side = self.side;
        let targets = (0..self.places()).map(|place| {
            let name = format!("row {}, column {}", place / side + 1, place % side + 1);
            let (choices, near) = (Choices::Numbers(1..=side as i32), grid::near(side, side, place));
            Target::new(Holds::Place(place), self.place_name(place), name, choices, near)
        });
        let quotas = self.lines().map(|(_, _, cells)| Quota::once(cells)).collect();
        Sheet::of_places(Structure::Grid { rows: side, columns: side }, targets.collect(), &self.givens, quotas)
    }

    /// For each line how many numbers it has.
    fn read_outs(&self, board: &Board) -> Vec<ReadOut> {
        let broken = self.violations(board);
        let line = |(name, rule, cells): (String, &Rule, Vec<usize>)| {
            let filled = cells.iter().filter(|&&cell| board.get(cell).is_some()).count();
            let is_broken = |violation: &Violation| {
                violation.rule == rule && violation.places.iter().all(|place| cells.contains(place))
            };
            let state = match broken.iter().any(is_broken) {
                true => State::Broken,
                false if filled == self.side => State::Done,
                false => State::Open,
            };
            ReadOut {
                id: name.replace("row ", "row").replace("column ", "col"),
                targets: cells.iter().map(|&cell| self.place_name(cell)).collect(),
                says: format!("{name} has {filled} of {} numbers", self.side),
                brief: format!("{filled}/{}", self.side),
                state,
            }
        };
        self.lines().map(line).collect()
    }
}
