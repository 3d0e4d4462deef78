//! Gap as a drawing: the board, and its clues above and to the left.

use super::{Gap, Line};
use crate::view::Standing;
use crate::{Board, Drawn, Puzzle, View};
use scene::{Cell, Content, Role, Scene, Text};

/// The largest board that is drawn with a frame around each cell: as text it
/// is 80 columns wide.
const MOST_FRAMED: usize = 18;

/// On larger boards every so manyth line is named at its far end.
const NAMED: usize = 10;

impl Drawn for Gap {
    fn draw(&self, view: &View<'_>) -> Scene {
        let size = self.size();
        let mut scene = Scene::new(format!("Gap, {size} by {size}"), describe(self, view.board()));
        let grid = if size <= MOST_FRAMED { Grid::Framed } else { Grid::Bare };
        for place in 0..self.places() {
            let Standing { role, value, .. } = view.at(place, None);
            let content = match value {
                None => Content::Blank,
                Some(0) => Content::Dot,
                Some(_) => Content::Solid,
            };
            scene.add_for(self.place_name(place), role, grid.cell(place % size, place / size).with(content));
        }
        for line in self.lines() {
            if let Some(clue) = self.clue(line) {
                scene.add_for(line.id(), Role::Clue, grid.clue(line, clue));
            }
        }
        if size > MOST_FRAMED {
            for number in (NAMED..=size).step_by(NAMED) {
                let (along, beyond) = ((number - 1) as i32, size as i32);
                scene.add(Role::Label, Text::starting((2 * beyond + 1, along), format!("r{number}")));
                scene.add(Role::Label, Text::ending((2 * along + 1, beyond), format!("c{number}")));
            }
        }
        scene
    }
}

/// How the cells lie on the grid of text cells.
#[derive(Clone, Copy)]
enum Grid {
    /// With frames that neighbours share.
    Framed,
    /// Two columns for each cell: a board of 200 is 400 columns wide.
    Bare,
}

impl Grid {
    fn cell(self, column: usize, row: usize) -> Cell {
        let (x, y) = (column as i32, row as i32);
        match self {
            Grid::Framed => Cell::framed((4 * x, 2 * y), 5, 3),
            Grid::Bare => Cell::bare((2 * x, y), 2, 1),
        }
    }

    fn clue(self, line: Line, clue: usize) -> Text {
        let clue = clue.to_string();
        match (self, line) {
            (Grid::Framed, Line::Row(r)) => Text::ending((-2, 2 * r as i32 + 1), clue),
            (Grid::Framed, Line::Column(c)) => Text::centred((4 * c as i32 + 2, -1), clue),
            (Grid::Bare, Line::Row(r)) => Text::ending((-2, r as i32), clue),
            // Two columns are too narrow for two digits and a blank: every
            // other clue stands a line higher.
            (Grid::Bare, Line::Column(c)) => Text::ending((2 * c as i32 + 1, -1 - (c % 2) as i32), clue),
        }
    }
}

/// What the drawing shows, for those who cannot see it.
fn describe(gap: &Gap, board: &Board) -> String {
    let clues: Vec<String> = gap.lines().filter_map(|line| Some(format!("{line}: {}", gap.clue(line)?))).collect();
    let clues = if clues.is_empty() { "No clues.".to_owned() } else { format!("Clues: {}.", clues.join(", ")) };
    let filled: Vec<String> =
        (0..gap.places()).filter(|&place| board.get(place) == Some(1)).map(|place| gap.place_name(place)).collect();
    if filled.is_empty() { clues } else { format!("{clues} Filled: {}.", filled.join(", ")) }
}
