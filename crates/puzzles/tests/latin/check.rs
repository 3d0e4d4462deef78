//! The rules, without the kernel.

use super::{GIVEN, Latin, NUMBER};
use crate::{Board, Checked, Puzzle, Violation};

impl Checked for Latin {
    fn violations(&self, board: &Board) -> Vec<Violation> {
        let mut found = Vec::new();
        for place in 0..self.places() {
            let (name, side) = (self.place_name(place), self.side as i32);
            let Some(value) = board.get(place) else { continue };
            if !(1..=side).contains(&value) {
                let message = format!("{name} holds {value}; numbers go from 1 to {side}");
                found.push(Violation { rule: &NUMBER, places: vec![place], message });
            }
            if let Some(given) = self.givens.get(place).filter(|&given| given != value) {
                let message = format!("{name} holds {value}, but {given} is given");
                found.push(Violation { rule: &GIVEN, places: vec![place], message });
            }
        }
        for (name, rule, cells) in self.lines() {
            let mut filled: Vec<(i32, usize)> =
                cells.into_iter().filter_map(|cell| Some((board.get(cell)?, cell))).collect();
            filled.sort_unstable();
            for equal in filled.chunk_by(|a, b| a.0 == b.0).filter(|equal| equal.len() > 1) {
                let message = format!("{name} holds {} {} times", equal[0].0, equal.len());
                let places = equal.iter().map(|&(_, place)| place).collect();
                found.push(Violation { rule, places, message });
            }
        }
        found
    }
}
