//! The board on the screen: scrolled so that what is selected can be seen.

use super::draw::{Paragraph, draw_text};
use super::look::Look;
use equipoise::scene::{Canvas, Scene};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

/// Which part of a board is on the screen, and where.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Viewport {
    /// The first column and row of the board that can be seen.
    first: (usize, usize),
    /// Whether it moves so that what is selected can be seen.
    follows: bool,
    /// Where the board was drawn last, and its size.
    area: Rect,
    size: (usize, usize),
}

impl Default for Viewport {
    fn default() -> Viewport {
        Viewport { first: (0, 0), follows: true, area: Rect::ZERO, size: (0, 0) }
    }
}

/// The rows and columns around what is selected that should be seen as well.
const MARGIN: usize = 2;

impl Viewport {
    /// From now on, keeps what is selected in sight.
    pub(crate) fn follow(&mut self) {
        self.follows = true;
    }

    /// Moves by some columns and rows.
    pub(crate) fn scroll(&mut self, columns: isize, rows: isize) {
        self.follows = false;
        self.first.0 = self.first.0.saturating_add_signed(columns);
        self.first.1 = self.first.1.saturating_add_signed(rows);
        self.clamp();
    }

    fn clamp(&mut self) {
        let (wide, high) = (usize::from(self.area.width), usize::from(self.area.height));
        self.first.0 = self.first.0.min(self.size.0.saturating_sub(wide));
        self.first.1 = self.first.1.min(self.size.1.saturating_sub(high));
    }

    /// Gives the board another area.
    pub(crate) fn place(&mut self, area: Rect) {
        self.area = area;
    }

    /// Where the board was drawn.
    pub(crate) fn area(&self) -> Rect {
        self.area
    }

    /// The columns left of a board that is narrower than its area.
    fn indent(&self) -> u16 {
        self.area.width.saturating_sub(u16::try_from(self.size.0).unwrap_or(u16::MAX)) / 2
    }

    /// The column and row of the board at a position on the screen.
    fn at(&self, position: Position) -> Option<(usize, usize)> {
        let column = position.x.checked_sub(self.area.x + self.indent())?;
        let row = position.y.checked_sub(self.area.y)?;
        self.area.contains(position).then(|| (self.first.0 + usize::from(column), self.first.1 + usize::from(row)))
    }

    /// The id of what is drawn at a position on the screen.
    pub(crate) fn hit(&self, position: Position, scene: &Scene, look: Look) -> Option<String> {
        let (column, row) = self.at(position)?;
        let canvas = look.renderer().canvas(scene).ok()?;
        let cell = *canvas.rows().nth(row)?.get(column)?;
        cell.mark.and_then(|mark| mark.target.clone())
    }

    /// Draws a board; returns where on the screen that is which should be in
    /// sight, the first of these ids that is drawn.
    pub(crate) fn draw(
        &mut self,
        scene: &Scene,
        focus: &[&str],
        look: Look,
        area: Rect,
        buffer: &mut Buffer,
    ) -> Option<Position> {
        self.area = area;
        let canvas = match look.renderer().canvas(scene) {
            Ok(canvas) => canvas,
            Err(error) => {
                draw_text(&[Paragraph::new(error.to_string(), look.wrong())], &mut 0, look, area, buffer);
                return None;
            }
        };
        self.size = (canvas.columns(), canvas.rows().len());
        let spot = focus.iter().find_map(|id| bounds(&canvas, id));
        if let Some(spot) = spot.filter(|_| self.follows) {
            self.first.0 = follow(self.first.0, usize::from(area.width), spot.columns);
            self.first.1 = follow(self.first.1, usize::from(area.height), spot.rows);
        }
        self.clamp();
        let left = area.x + self.indent();
        for (row, y) in canvas.rows().skip(self.first.1).zip(area.top()..area.bottom()) {
            for (cell, x) in row.iter().skip(self.first.0).zip(left..area.right()) {
                let style = cell.mark.map_or(Style::new(), |mark| look.of_mark(mark));
                buffer[(x, y)].set_char(cell.char).set_style(style);
            }
        }
        self.point_on(look, buffer);
        let middle = |(first, last): (usize, usize)| (first + last) / 2;
        let (column, row) = spot.map(|spot| (middle(spot.columns), middle(spot.rows)))?;
        let x = left + u16::try_from(column.checked_sub(self.first.0)?).ok()?;
        let y = area.y + u16::try_from(row.checked_sub(self.first.1)?).ok()?;
        Some(Position { x, y }).filter(|position| area.contains(*position))
    }

    /// Shows at the edges where there is more of the board.
    fn point_on(&self, look: Look, buffer: &mut Buffer) {
        let Rect { x, y, width, height } = self.area;
        if width == 0 || height == 0 {
            return;
        }
        let (right, bottom) = (self.first.0 + usize::from(width), self.first.1 + usize::from(height));
        for (more, sign, x, y) in [
            (self.first.0 > 0, '◀', x, y + height / 2),
            (right < self.size.0, '▶', x + width - 1, y + height / 2),
            (self.first.1 > 0, '▲', x + width / 2, y),
            (bottom < self.size.1, '▼', x + width / 2, y + height - 1),
        ] {
            if more {
                buffer[(x, y)].set_char(sign).set_style(look.notable().reversed());
            }
        }
    }
}

/// The first column and row that a target covers, and the last.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    columns: (usize, usize),
    rows: (usize, usize),
}

fn bounds(canvas: &Canvas<'_>, id: &str) -> Option<Bounds> {
    let mut bounds: Option<Bounds> = None;
    for (y, row) in canvas.rows().enumerate() {
        for (x, cell) in row.iter().enumerate() {
            if cell.mark.is_some_and(|mark| mark.target.as_deref() == Some(id)) {
                let here = bounds.get_or_insert(Bounds { columns: (x, x), rows: (y, y) });
                here.columns = (here.columns.0.min(x), here.columns.1.max(x));
                here.rows = (here.rows.0.min(y), here.rows.1.max(y));
            }
        }
    }
    bounds
}

/// The first line to show of some, so that those from `lines.0` to `lines.1`
/// can be seen, near where it was.
fn follow(first: usize, room: usize, lines: (usize, usize)) -> usize {
    let margin = MARGIN.min(room.saturating_sub(lines.1 - lines.0 + 1) / 2);
    let latest = lines.0.saturating_sub(margin);
    let earliest = (lines.1 + 1 + margin).saturating_sub(room);
    first.max(earliest).min(latest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::look::Colours;
    use equipoise::puzzles::{self, View};

    const LOOK: Look = Look { colours: Colours::None, ascii: false };

    #[test]
    fn what_is_selected_is_always_in_sight_and_can_be_clicked() {
        for name in puzzles::builtin_names() {
            let puzzle = puzzles::builtin(&name).expect("it is built in").puzzle;
            let givens = puzzle.givens();
            for (width, height) in [(12, 5), (30, 9), (200, 100)] {
                let mut viewport = Viewport::default();
                let area = Rect { x: 3, y: 2, width, height };
                for target in puzzle.sheet().targets.iter().rev() {
                    let mut scene = puzzle.draw(&View::of(&givens).labels());
                    scene.select(&target.id);
                    let mut buffer = Buffer::empty(Rect { x: 0, y: 0, width: width + 6, height: height + 4 });
                    viewport.follow();
                    let spot = viewport.draw(&scene, &[target.id.as_str()], LOOK, area, &mut buffer);
                    let spot = spot.unwrap_or_else(|| panic!("{name} {} in {width} by {height}", target.id));
                    assert!(area.contains(spot));
                    assert_eq!(viewport.hit(spot, &scene, LOOK).as_deref(), Some(target.id.as_str()), "{name}");
                }
            }
        }
    }

    #[test]
    fn no_area_is_too_small() {
        let puzzle = puzzles::builtin("gap/seed-1").expect("it is built in").puzzle;
        let givens = puzzle.givens();
        let scene = puzzle.draw(&View::of(&givens));
        for (width, height) in [(0, 0), (1, 0), (0, 1), (1, 1), (2, 1)] {
            let mut viewport = Viewport::default();
            let area = Rect { x: 0, y: 0, width, height };
            viewport.draw(&scene, &["r5c5"], LOOK, area, &mut Buffer::empty(area));
            viewport.scroll(-1000, 1000);
            viewport.draw(&scene, &["r5c5"], LOOK, area, &mut Buffer::empty(area));
        }
    }
}
