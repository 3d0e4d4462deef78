//! Latin squares as people play them.

use super::Latin;
use crate::sheet::near_in_grid;
use crate::{
    Board, Checked, Choices, Gesture, Holds, Playable, Puzzle, Quota, ReadOut, Rule, Sheet, State, Structure, Target,
    Violation,
};

impl Playable for Latin {
    fn sheet(&self) -> Sheet {
        let targets = (0..self.places()).map(|place| Target {
            id: self.place_name(place),
            name: format!("row {}, column {}", place / self.side + 1, place % self.side + 1),
            holds: Holds::Place(place),
            choices: Choices::Numbers(1..=self.side as i32),
            gesture: Gesture::Choose,
            given: self.givens.get(place).is_some(),
            near: near_in_grid(self.side, self.side, place),
        });
        Sheet {
            structure: Structure::Grid { rows: self.side, columns: self.side },
            targets: targets.collect(),
            places: (0..self.places()).map(|place| self.place_name(place)).collect(),
            blank: None,
            quotas: self.lines().map(|(_, _, cells)| Quota::once(cells)).collect(),
        }
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
