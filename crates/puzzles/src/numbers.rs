//! Numbers on the places of a board, checked.

use crate::{Board, Puzzle, Rule, Violation, rows};

/// A board of the numbers from 1 to `most`.
pub(crate) struct Numbers<'a> {
    pub(crate) puzzle: &'a dyn Puzzle,
    pub(crate) board: &'a Board,
    pub(crate) most: i32,
    /// What a place does to its number, and what several do: `holds`, `hold`.
    pub(crate) verb: [&'static str; 2],
}

impl Numbers<'_> {
    /// A number that is not from 1 to the most.
    pub(crate) fn wrong(&self, rule: &'static Rule, place: usize) -> Option<Violation> {
        let value = self.board.get(place).filter(|value| !(1..=self.most).contains(value))?;
        let (name, verb) = (self.puzzle.place_name(place), self.verb[0]);
        let message = format!("{name} {verb} {value}; numbers go from 1 to {}", self.most);
        Some(Violation { rule, places: vec![place], message })
    }

    /// A number that is not the given one.
    pub(crate) fn changed(&self, rule: &'static Rule, place: usize, given: i32) -> Option<Violation> {
        let value = self.board.get(place).filter(|&value| value != given)?;
        let message = format!("{} {} {value}, but {given} is given", self.puzzle.place_name(place), self.verb[0]);
        Some(Violation { rule, places: vec![place], message })
    }

    /// The numbers that stand more than once among these: the numbers of a row, say.
    pub(crate) fn repeated(&self, rule: &'static Rule, places: &[usize], these: &str) -> Vec<Violation> {
        let filled = places.iter().filter_map(|&place| Some((self.board.get(place)?, place)));
        let mut filled: Vec<(i32, usize)> = filled.collect();
        filled.sort_unstable();
        let equals = filled.chunk_by(|a, b| a.0 == b.0).filter(|equal| equal.len() > 1);
        let violation = |equal: &[(i32, usize)]| {
            let places: Vec<usize> = equal.iter().map(|&(_, place)| place).collect();
            let names: Vec<String> = places.iter().map(|&place| self.puzzle.place_name(place)).collect();
            let message = format!("{} {} {}; {these} differ", rows::in_words(&names), self.verb[1], equal[0].0);
            Violation { rule, places, message }
        };
        equals.map(violation).collect()
    }
}
