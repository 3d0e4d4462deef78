//! Gap as a drawing: the board, and its clues above and to the left.

use super::{Gap, Line};
use crate::view::Standing;
use crate::{Board, Drawn, Puzzle, View};
use scene::{Candidates, Cell, Content, Role, Scene, Slot, Text};

/// The largest board that is drawn with a frame around each cell: as text it
/// is 80 columns wide.
const MOST_FRAMED: usize = 18;

/// On larger boards, which are two columns of text for each cell, every fifth
/// column is named.
const NAMED: usize = 5;

impl Drawn for Gap {
    fn draw(&self, view: &View<'_>) -> Scene {
        let size = self.size();
        let mut scene = Scene::new(format!("Gap, {size} by {size}"), describe(self, view.board()));
        let grid = if size <= MOST_FRAMED { Ruling::Framed } else { Ruling::Bare };
        for place in 0..self.places() {
            let id = self.place_name(place);
            let Standing { role, value, .. } = view.at(place, None);
            let content = match value {
                None => candidates(view, &id),
                Some(0) => Content::Dot,
                Some(_) => Content::Solid,
            };
            scene.add_for(id, role, grid.cell(place % size, place / size).with(content));
        }
        for line in self.lines() {
            if let Some(clue) = self.clue(line) {
                scene.add_for(line.id(), Role::Clue, grid.clue(line, clue.to_string()));
            } else if let Some(dot) = view.open_clue() {
                scene.add_for(line.id(), Role::Blank, grid.clue(line, dot.to_owned()));
            }
        }
        if view.has_labels() {
            for line in self.lines() {
                if let Some(label) = grid.label(line, size) {
                    scene.add_for(line.id(), Role::Label, label);
                }
            }
        }
        scene
    }
}

/// What is left for a cell. That both values are is not worth a mark, unless
/// the player has written it.
fn candidates(view: &View<'_>, id: &str) -> Content {
    let Some(is_left) = view.candidates(id, |value| (id, value)) else { return Content::Blank };
    let left = [0, 1].map(is_left);
    if left == [true, true] && !view.is_written() {
        return Content::Blank;
    }
    let slot = |left: bool, sign: Slot| if left { sign } else { Slot::Gone };
    Content::Candidates(Candidates::new(2, 1, [slot(left[0], Slot::Dot), slot(left[1], Slot::Solid)]))
}

/// How the cells lie on the grid of text cells.
#[derive(Clone, Copy)]
enum Ruling {
    /// With frames that neighbours share.
    Framed,
    /// Two columns for each cell: a board of 200 is 400 columns wide.
    Bare,
}

impl Ruling {
    fn cell(self, column: usize, row: usize) -> Cell {
        let (x, y) = (column as i32, row as i32);
        match self {
            Ruling::Framed => Cell::framed((4 * x, 2 * y), 5, 3),
            Ruling::Bare => Cell::bare((2 * x, y), 2, 1),
        }
    }

    fn clue(self, line: Line, clue: String) -> Text {
        match (self, line) {
            (Ruling::Framed, Line::Row(r)) => Text::ending((-2, 2 * r as i32 + 1), clue),
            (Ruling::Framed, Line::Column(c)) => Text::centred((4 * c as i32 + 2, -1), clue),
            (Ruling::Bare, Line::Row(r)) => Text::ending((-2, r as i32), clue),
            // Two columns of text are too narrow for two digits and a blank:
            // there every other clue stands a line higher.
            (Ruling::Bare, Line::Column(c)) => Text::over((2 * c as i32, -1), 2, clue).raised((c % 2) as u32),
        }
    }

    /// The name of a line, at its far end, where it cannot be mistaken for a
    /// clue.
    fn label(self, line: Line, size: usize) -> Option<Text> {
        let size = size as i32;
        Some(match (self, line) {
            (Ruling::Framed, Line::Row(r)) => Text::starting((4 * size + 2, 2 * r as i32 + 1), format!("r{}", r + 1)),
            (Ruling::Framed, Line::Column(c)) => Text::centred((4 * c as i32 + 2, 2 * size + 1), format!("c{}", c + 1)),
            (Ruling::Bare, Line::Row(r)) => Text::starting((2 * size + 1, r as i32), format!("r{}", r + 1)),
            (Ruling::Bare, Line::Column(c)) if (c + 1).is_multiple_of(NAMED) => {
                Text::over((2 * c as i32, size), 2, format!("c{}", c + 1))
            }
            (Ruling::Bare, Line::Column(_)) => return None,
        })
    }
}

/// What the drawing shows, for people who cannot see it.
fn describe(gap: &Gap, board: &Board) -> String {
    let clues: Vec<String> = gap.lines().filter_map(|line| Some(format!("{line}: {}", gap.clue(line)?))).collect();
    let clues = if clues.is_empty() { "No clues.".to_owned() } else { format!("Clues: {}.", clues.join(", ")) };
    let filled: Vec<String> =
        (0..gap.places()).filter(|&place| board.get(place) == Some(1)).map(|place| gap.place_name(place)).collect();
    if filled.is_empty() { clues } else { format!("{clues} Filled: {}.", filled.join(", ")) }
}
