//! The triangle: vertices as discs, joined by strokes, with the sums inside.

use super::make::triangles;
use super::{Sum, Triangle, Trid};
use crate::view::{Pencil, Standing};
use crate::{Drawn, Puzzle, View, triangle};
use scene::{Disc, Line, Point, Role, Scene, Text};
use std::collections::BTreeSet;

/// Larger triangles are described by their size alone.
const MOST_DESCRIBED: usize = 30;

impl Drawn for Trid {
    fn draw(&self, view: &View<'_>) -> Scene {
        let vertices = vertices(self, view);
        let sums = sums(self);
        let pencil = view.pencil(1..=self.size as i32);
        let layout = Layout::new(self.size, &vertices, &sums, pencil.as_ref());
        let mut scene = Scene::new(format!("Trid, side {}", self.size), describe(self, &vertices, &sums));
        for vertex in 0..vertices.len() {
            layout.draw_strokes(vertex, &mut scene);
        }
        for (vertex, Vertex { text, standing }) in vertices.into_iter().enumerate() {
            let id = triangle::place_name(vertex);
            let disc = Disc::around(layout.at(vertex), layout.digits).rows_high(layout.rows);
            let disc = match (standing.role, &pencil) {
                (Role::Blank, Some(pencil)) => disc.with(view.pencilled(pencil, &id)),
                _ => disc.text(text),
            };
            scene.add_for(id, standing.role, disc).emphasis = standing.emphasis;
        }
        if let Some(dot) = view.open_clue() {
            let set: BTreeSet<String> = sums.iter().map(|(sum, _)| sum.triangle.id()).collect();
            let all = triangles(self.size, true).into_iter();
            for (triangle, id) in all.map(|triangle| (triangle, triangle.id())).filter(|(_, id)| !set.contains(id)) {
                scene.add_for(id, Role::Blank, Text::centred(layout.inside(triangle), dot));
            }
        }
        for (sum, text) in sums {
            scene.add_for(sum.triangle.id(), Role::Clue, Text::centred(layout.inside(sum.triangle), text));
        }
        if view.has_labels() {
            layout.draw_labels(&mut scene);
        }
        scene
    }
}

/// A vertex, and what is written there.
struct Vertex {
    standing: Standing,
    text: String,
}

/// What stands at each vertex. A file may give several numbers for one.
fn vertices(puzzle: &Trid, view: &View<'_>) -> Vec<Vertex> {
    let vertex = |place, given| {
        let standing = view.at(place, given);
        Vertex { standing, text: standing.text() }
    };
    let mut shown: Vec<Vertex> = (0..puzzle.places()).map(|place| vertex(place, None)).collect();
    for givens in puzzle.givens.chunk_by(|a, b| a.vertex == b.vertex) {
        let place = givens[0].vertex;
        let text = several(givens.iter().map(|given| given.value));
        shown[place] = Vertex { text, ..vertex(place, Some(givens[0].value)) };
    }
    shown
}

/// What stands in each triangle that has a sum.
fn sums(puzzle: &Trid) -> Vec<(Sum, String)> {
    let groups = puzzle.sums.chunk_by(|a, b| a.triangle == b.triangle);
    groups.map(|sums| (sums[0], several(sums.iter().map(|sum| sum.sum)))).collect()
}

/// The clues for one place: almost always one.
fn several(clues: impl Iterator<Item = i32>) -> String {
    let mut clues: Vec<i32> = clues.collect();
    clues.sort_unstable();
    clues.dedup();
    match clues.as_slice() {
        [one] => one.to_string(),
        [one, two] => format!("{one},{two}"),
        [one, two, ..] => format!("{one},{two}…"),
        [] => String::new(),
    }
}

impl Vertex {
    fn in_words(&self) -> String {
        match self.standing {
            Standing { role: Role::Clue, emphasis: None, .. } => self.text.clone(),
            standing => standing.in_words(),
        }
    }
}

/// Where things stand.
struct Layout {
    size: i32,
    /// The characters that every disc has room for, in this many rows.
    digits: u32,
    rows: u32,
    /// The rows from a vertex to the next below it, and the columns to either side.
    step: i32,
}

impl Layout {
    fn new(size: usize, vertices: &[Vertex], sums: &[(Sum, String)], pencil: Option<&Pencil>) -> Layout {
        let longest = |texts: &mut dyn Iterator<Item = &String>| texts.map(|text| text.chars().count()).max();
        let digits = longest(&mut vertices.iter().map(|vertex| &vertex.text)).unwrap_or(0).max(size.to_string().len());
        let sum = longest(&mut sums.iter().map(|(_, text)| text)).unwrap_or(0);
        // A sum stands next to the stroke that its triangle lies on, where
        // 2 step - 3 columns are free; one is left for emphasis. A disc with
        // this many digits is 2 (digits / 2) + 3 columns wide, and some stroke
        // should be seen between two of them.
        let (wide, high) = pencil.map_or((0, 1), |pencil| (pencil.wide() as usize, pencil.high() as usize));
        let (digits, rows) = (digits.max(wide), high | 1);
        let mut step = 3.max((sum + 4).div_ceil(2)).max(digits / 2 + 3);
        if rows > 1 {
            // Higher discs reach beside the sums and above them.
            step = step.max(digits / 2 + sum.div_ceil(2) + 4).max(rows / 2 + 3);
        }
        Layout { size: size as i32, digits: digits as u32, rows: rows as u32, step: step as i32 }
    }

    fn at(&self, vertex: usize) -> Point {
        let (row, pos) = triangle::row_and_pos(vertex);
        let (row, pos) = (row as i32, pos as i32);
        Point { x: (self.size - 1 - row + 2 * pos) * self.step, y: row * self.step }
    }

    /// Where the sum of a triangle stands.
    fn inside(&self, triangle: Triangle) -> Point {
        let Point { x, y } = self.at(triangle.vertices()[0]);
        if triangle.down { Point { x: x + self.step, y: y + 1 } } else { Point { x, y: y + self.step - 1 } }
    }

    /// The rows at their left ends, and the positions under the last row:
    /// vertices with the same position lie on a line that leans to the right.
    fn draw_labels(&self, scene: &mut Scene) {
        let beside = self.digits as i32 / 2 + 3;
        for row in 0..self.size {
            let Point { x, y } = self.at(triangle::place(row as usize, 0));
            scene.add(Role::Label, Text::ending((x - beside, y), format!("r{}", row + 1)));
            let Point { x, y } = self.at(triangle::place(self.size as usize - 1, row as usize));
            scene.add(Role::Label, Text::centred((x, y + self.rows as i32 / 2 + 2), format!("c{}", row + 1)));
        }
    }

    /// The strokes to the right of a vertex and below it.
    fn draw_strokes(&self, vertex: usize, scene: &mut Scene) {
        let (row, pos) = triangle::row_and_pos(vertex);
        let (at, step) = (self.at(vertex), self.step as u32);
        if pos < row {
            scene.add(Role::Frame, Line::right(at, 2 * step));
        }
        if (row as i32) + 1 < self.size {
            scene.add(Role::Frame, Line::down_left(at, step));
            scene.add(Role::Frame, Line::down_right(at, step));
        }
    }
}

/// The triangle in words, for people who cannot see it.
fn describe(puzzle: &Trid, vertices: &[Vertex], sums: &[(Sum, String)]) -> String {
    if puzzle.size > MOST_DESCRIBED {
        let given = puzzle.givens().iter().flatten().count();
        return format!("{} small triangles have a sum, {given} vertices are given.", sums.len());
    }
    let rows = (0..puzzle.size).map(|row| {
        let texts: Vec<String> = (0..=row).map(|pos| vertices[triangle::place(row, pos)].in_words()).collect();
        format!("Row {}: {}.", row + 1, texts.join(", "))
    });
    let sums = sums
        .iter()
        .map(|(sum, text)| format!("The sum of {} is {text}.", triangle::place_names(&sum.triangle.vertices())));
    rows.chain(sums).collect::<Vec<_>>().join(" ")
}
