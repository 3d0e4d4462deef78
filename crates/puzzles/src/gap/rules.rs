//! The rules of Gap, checked on a board and written as a formula for proof checkers.

use super::{GAP, Gap, Line, TOUCH, TWO};
use crate::formula::{Certified, Formula, Literal, TooLarge};
use crate::{Board, Checked, Puzzle, Violation, counted};

impl Checked for Gap {
    fn violations(&self, board: &Board) -> Vec<Violation> {
        let mut found = Vec::new();
        for line in self.lines() {
            if let Some((places, message)) = not_two(self, board, line) {
                found.push(Violation { rule: &TWO, places, message });
            } else if let Some((places, message)) = wrong_gap(self, board, line) {
                found.push(Violation { rule: &GAP, places, message });
            }
        }
        for places in touching(self, board) {
            let message = match places.as_slice() {
                [one, other] => format!("{} and {} touch", self.place_name(*one), self.place_name(*other)),
                [first, ..] => format!("{} filled cells touch at {}", places.len(), self.place_name(*first)),
                [] => continue,
            };
            found.push(Violation { rule: &TOUCH, places, message });
        }
        found
    }
}

fn is_filled(board: &Board, place: usize) -> bool {
    board.get(place) == Some(1)
}

pub(super) fn filled(gap: &Gap, board: &Board, line: Line) -> Vec<usize> {
    gap.cells(line).filter(|&place| is_filled(board, place)).collect()
}

/// The number of cells between the filled ones of a line that has two.
pub(super) fn empty_between(gap: &Gap, board: &Board, line: Line) -> Option<usize> {
    let mut filled = gap.cells(line).enumerate().filter(|&(_, place)| is_filled(board, place)).map(|(i, _)| i);
    let (first, last) = (filled.next()?, filled.next()?);
    filled.next().is_none().then_some(last - first - 1)
}

/// The cells of a line that has more than two filled, or room for fewer than
/// two.
pub(super) fn not_two(gap: &Gap, board: &Board, line: Line) -> Option<(Vec<usize>, String)> {
    let filled = filled(gap, board, line);
    if filled.len() > 2 {
        let message = format!("{line} has {} filled cells; there must be two", filled.len());
        return Some((filled, message));
    }
    let empty: Vec<usize> = gap.cells(line).filter(|&place| board.get(place) == Some(0)).collect();
    let room = gap.size() - empty.len();
    (room < 2).then(|| (empty, format!("{line} must have two filled cells, and only {room} can be filled")))
}

/// The two filled cells of a line whose clue gives a different gap.
pub(super) fn wrong_gap(gap: &Gap, board: &Board, line: Line) -> Option<(Vec<usize>, String)> {
    let (clue, empty) = (gap.clue(line)?, empty_between(gap, board, line)?);
    (empty != clue).then(|| {
        let cells = counted(empty, "empty cell");
        (filled(gap, board, line), format!("{line} has {cells} between its filled ones; its clue says {clue}"))
    })
}

/// Groups of filled cells that are connected by sides and corners, each of two
/// or more, in reading order.
fn touching(gap: &Gap, board: &Board) -> Vec<Vec<usize>> {
    let mut left: Vec<bool> = (0..gap.places()).map(|place| is_filled(board, place)).collect();
    let mut groups = Vec::new();
    for start in 0..gap.places() {
        let mut group = Vec::from_iter(std::mem::take(&mut left[start]).then_some(start));
        let mut next = 0;
        while let Some(&place) = group.get(next) {
            next += 1;
            group.extend(neighbours(gap.size(), place).filter(|&other| std::mem::take(&mut left[other])));
        }
        if group.len() > 1 {
            group.sort_unstable();
            groups.push(group);
        }
    }
    groups
}

/// The up to eight cells around a place.
pub(super) fn neighbours(size: usize, place: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (place / size, place % size);
    let near = move |middle: usize| middle.saturating_sub(1)..(middle + 2).min(size);
    near(row).flat_map(move |r| near(column).map(move |c| r * size + c)).filter(move |&other| other != place)
}

impl Certified for Gap {
    fn formula(&self) -> Result<Formula, TooLarge> {
        let size = self.size();
        let mut formula = Formula::with_room(8 * self.places())?;
        let filled: Vec<Literal> =
            (0..self.places()).map(|place| formula.variable(format!("{}_filled", self.place_name(place)))).collect();
        for &cell in &filled {
            formula.place([(0, !cell), (1, cell)]);
        }
        formula.comment("two: exactly two cells of every row and of every column are filled");
        for line in self.lines() {
            formula.comment(line.to_string());
            formula.exactly(2, self.cells(line).map(|place| filled[place]));
        }
        formula.comment("touch: of any four cells around a corner, at most one is filled");
        for row in 1..size {
            for column in 1..size {
                let last = row * size + column;
                formula.at_most_one([last - size - 1, last - size, last - 1, last].map(|place| filled[place]));
            }
        }
        formula
            .comment("gap: a filled cell of a line with a clue has the other one beyond the gap, before or after it");
        for line in self.lines() {
            let Some(clue) = self.clue(line) else { continue };
            formula.comment(format!("{line}: clue {clue}"));
            let cells: Vec<Literal> = self.cells(line).map(|place| filled[place]).collect();
            for (position, &cell) in cells.iter().enumerate() {
                let before = position.checked_sub(clue + 1).map(|other| cells[other]);
                let after = cells.get(position + clue + 1).copied();
                formula.clause([!cell].into_iter().chain(before).chain(after));
            }
        }
        Ok(formula)
    }
}
