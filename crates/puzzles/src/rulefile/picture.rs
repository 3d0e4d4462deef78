//! Drawings of puzzles of rule files: cells, borders around regions, signs between
//! cells, numbers outside.

use super::FilePuzzle;
use super::layout::Group;
use super::scope::Bound;
use super::setting::Instance;
use super::syntax::{Each, Family, Groups};
use crate::view::{Pencil, Standing};
use crate::{Drawn, Puzzle, View};
use scene::{Candidates, Cell, Content, Line, Role, Scene, Slot, Text};
use std::collections::BTreeMap;

/// Where the clues of a line stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stands {
    /// In its cell, as what it holds.
    Within,
    /// At the foot of its cell, or of the first cell of its group.
    AtFoot,
    /// Between two cells.
    Between,
    Left,
    Top,
    Bottom,
    /// Before the first cell of its run.
    Before,
    /// At the end of a line that is seen from there.
    Outside,
    /// In words below the board.
    Below,
}

/// The measures of a drawing, in text cells.
struct Measures {
    /// A cell with its borders.
    columns: i32,
    rows: i32,
    /// From one cell to the next.
    step: (i32, i32),
}

impl Measures {
    fn at(&self, row: usize, column: usize, indent: i32) -> (i32, i32) {
        (column as i32 * self.step.0 + indent, row as i32 * self.step.1)
    }
}

impl Drawn for FilePuzzle {
    fn draw(&self, view: &View<'_>) -> Scene {
        let layout = &self.setting.layout;
        let stands: Vec<Stands> = (0..self.clues.len()).map(|line| self.stands(line)).collect();
        let measures = self.measures(view, &stands);
        let words: Vec<String> = (0..layout.positions()).map(|cell| self.cell_in_words(cell, view)).collect();
        let title = format!("{}, {}", self.file().title, self.size_in_words());
        let mut scene = Scene::new(title, self.in_words(&words));
        let pencil = view.pencil(self.range());
        let feet = self.feet(view, &stands);
        for cell in 0..layout.positions() {
            let (row, column) = layout.row_and_column(cell);
            let indent = if layout.is_triangle { (layout.rows - 1 - row) as i32 * measures.step.0 / 2 } else { 0 };
            let (at, id) = (measures.at(row, column, indent), layout.name(cell));
            let (columns, rows) = (measures.columns as u32, measures.rows as u32);
            let shape = if self.has_inner_cages() {
                // Lines go around cages and boxes, and not around every cell.
                Cell::bare((at.0 + 1, at.1 + 1), columns - 2, rows - 2)
            } else {
                Cell::framed(at, columns, rows)
            };
            let shape = match feet.get(&cell) {
                Some(foot) => shape.named(foot.clone()),
                None => shape,
            };
            let Some(place) = layout.place_of[cell] else {
                let text = self.blocked_text(cell, &stands);
                let shape = if text.is_empty() { shape.with(Content::Solid) } else { shape.text(text) };
                scene.add_for(id, Role::Frame, shape);
                continue;
            };
            let standing = view.at(place, self.givens().get(place));
            let content = self.content(standing, view, pencil.as_ref(), (place, &id));
            scene.add_for(id, standing.role, shape.with(content)).emphasis = standing.emphasis;
        }
        self.draw_borders(&mut scene, &measures, &stands);
        self.draw_clues(&mut scene, view, &measures, &stands);
        if view.has_labels() && !layout.is_triangle {
            self.draw_labels(&mut scene, &measures, &stands);
        }
        scene
    }
}

impl FilePuzzle {
    fn stands(&self, line: usize) -> Stands {
        let clue = &self.file().clues[line];
        let [.., Each { family, .. }] = &clue.each[..] else { return Stands::Below };
        let is_second = |groups: Groups| {
            let same = |each: &Each| matches!(each.family, Family::Groups(own) if own == groups);
            self.file().clues[..line].iter().any(|other| other.each.last().is_some_and(same))
        };
        match family {
            Family::Cells | Family::Blocked if Some(line) == self.kind.given_line() => Stands::Within,
            Family::Cells | Family::Blocked => Stands::AtFoot,
            Family::Neighbours if clue.each.len() == 1 && !self.setting.layout.is_triangle => Stands::Between,
            Family::Groups(Groups::Views) => Stands::Outside,
            Family::Groups(Groups::Rows) if is_second(Groups::Rows) || self.setting.layout.is_triangle => Stands::Below,
            Family::Groups(Groups::Rows) => Stands::Left,
            Family::Groups(Groups::Columns) if is_second(Groups::Columns) => Stands::Bottom,
            Family::Groups(Groups::Columns) => Stands::Top,
            Family::Groups(Groups::Runs) => Stands::Before,
            Family::Groups(Groups::Cages | Groups::Regions | Groups::Boxes) => Stands::AtFoot,
            _ => Stands::Below,
        }
    }

    fn range(&self) -> std::ops::RangeInclusive<i32> {
        let least = self.setting.values.iter().map(|range| range.0).min().unwrap_or(0);
        least..=self.setting.values.iter().map(|range| range.1).max().unwrap_or(0)
    }

    fn measures(&self, view: &View<'_>, stands: &[Stands]) -> Measures {
        let pencil = view.pencil(self.range());
        let wide = pencil.as_ref().map_or(3, |pencil| (pencil.wide() as i32 + 1).max(3));
        let digits = self.range().end().to_string().len() as i32;
        // An odd number of columns has a middle.
        let mut columns = (wide.max(digits) + 2) | 1;
        if stands.contains(&Stands::Before) && !self.setting.layout.blocked().is_empty() {
            columns = columns.max(7);
        }
        let mut rows = pencil.as_ref().map_or(3, |pencil| pencil.high() as i32 + 2);
        if stands.contains(&Stands::AtFoot) || self.file().board.has_lines {
            rows += 1;
        }
        let between = if stands.contains(&Stands::Between) { (2, 1) } else { (-1, -1) };
        Measures { columns, rows, step: (columns + between.0, rows + between.1) }
    }

    fn content(
        &self,
        standing: Standing,
        view: &View<'_>,
        pencil: Option<&Pencil>,
        (place, id): (usize, &str),
    ) -> Content {
        let signed = |sign: &str| match sign {
            "#" => Content::Solid,
            "-" => Content::Dot,
            sign => Content::Text(sign.to_owned()),
        };
        match (standing.value, pencil) {
            (Some(value), _) => signed(&self.value_text(value)),
            (None, None) => Content::Blank,
            (None, Some(pencil)) if self.file().values.named.is_empty() => {
                let (least, most) = self.setting.values[place];
                let is_left = view.candidates(id, |value| (id, value));
                is_left.map_or(Content::Blank, |is_left| {
                    pencil.content(|value| (least..=most).contains(&value) && is_left(value))
                })
            }
            (None, Some(_)) => self.named_candidates(view, id),
        }
    }

    /// What is left of values with names. That all are is not worth a mark, unless the
    /// player has written it.
    fn named_candidates(&self, view: &View<'_>, id: &str) -> Content {
        let Some(is_left) = view.candidates(id, |value| (id, value)) else { return Content::Blank };
        let named = &self.file().values.named;
        let left: Vec<bool> = named.iter().map(|named| is_left(named.value)).collect();
        if left.iter().all(|left| *left) && !view.is_written() {
            return Content::Blank;
        }
        let slot = |(named, left): (&super::syntax::Named, bool)| match (left, named.sign.as_str()) {
            (false, _) => Slot::Gone,
            (true, "#") => Slot::Solid,
            (true, "-") => Slot::Dot,
            (true, sign) => Slot::Text(sign.chars().take(1).collect()),
        };
        let columns = named.len().min(3);
        Content::Candidates(Candidates::new(columns, 1, named.iter().zip(left).map(slot).collect::<Vec<_>>()))
    }

    /// The clues at the foot of cells, and which cell of which line it is.
    fn feet(&self, view: &View<'_>, stands: &[Stands]) -> BTreeMap<usize, String> {
        let mut found: BTreeMap<usize, String> = BTreeMap::new();
        for (line, name) in self.setting.layout.lines.iter().zip(line_names()) {
            for (cell, number) in line.iter().zip(1..) {
                let own = found.entry(*cell).or_default();
                *own = if own.is_empty() { format!("{name}{number}") } else { format!("{own} {name}{number}") };
            }
        }
        for (line, _) in stands.iter().enumerate().filter(|(_, stands)| **stands == Stands::AtFoot) {
            for (instance, clue) in self.setting.slots[line].iter().zip(&self.clues[line]) {
                let Some(cell) = first_cell(instance) else { continue };
                let text = clue.map(|clue| self.clue_text(line, clue));
                let text = text.or_else(|| Some(view.open_clue()?.to_owned()));
                if let Some(text) = text.filter(|_| self.setting.layout.is_open(cell)) {
                    let own = found.entry(cell).or_default();
                    *own = if own.is_empty() { text } else { format!("{own} {text}") };
                }
            }
        }
        found
    }

    /// What stands on a blocked cell: its own clue, and the clues of the runs that begin
    /// after it.
    fn blocked_text(&self, cell: usize, stands: &[Stands]) -> String {
        let mut texts = [const { String::new() }; 2];
        for (line, stands) in stands.iter().enumerate() {
            for (instance, clue) in self.setting.slots[line].iter().zip(&self.clues[line]) {
                let Some(text) = clue.map(|clue| self.clue_text(line, clue)) else { continue };
                match stands {
                    Stands::AtFoot if first_cell(instance) == Some(cell) => texts[0] = text,
                    Stands::Before if self.before(instance).1 == Some(cell) => {
                        texts[usize::from(self.before(instance).0)] = text;
                    }
                    _ => {}
                }
            }
        }
        let [down, across] = texts;
        match (down.is_empty(), across.is_empty()) {
            (_, true) if stands.contains(&Stands::Before) && !down.is_empty() => format!("{down}\\"),
            (_, true) => down,
            (true, false) => format!("\\{across}"),
            (false, false) => format!("{down}\\{across}"),
        }
    }

    /// Whether a run goes across, and the position before it, if it is on the board.
    fn before(&self, instance: &Instance) -> (bool, Option<usize>) {
        let layout = &self.setting.layout;
        let [Bound::Group(group)] = instance.last() else { return (true, None) };
        let Some(&first) = group.cells.first() else { return (true, None) };
        let is_across = self.is_across(group);
        let (row, column) = layout.row_and_column(first);
        let (row, column) = (row as i64, column as i64);
        let before = if is_across { layout.position(row, column - 1) } else { layout.position(row - 1, column) };
        (is_across, before)
    }

    fn is_across(&self, group: &Group) -> bool {
        match group.cells[..] {
            [first, second, ..] => second - first == 1,
            _ => {
                // Of two runs of one cell, that of the row comes first.
                let runs = self.setting.layout.groups(Groups::Runs);
                runs.iter().find(|own| own.cells == group.cells).is_some_and(|own| std::ptr::eq(&**own, group))
            }
        }
    }

    fn has_boxes(&self) -> bool {
        let is_boxes = |each: &Each| matches!(each.family, Family::Groups(Groups::Boxes));
        self.file().rules.iter().any(|rule| rule.each.iter().any(is_boxes))
    }

    /// Whether there are cages within boxes or regions.
    fn has_inner_cages(&self) -> bool {
        let board = &self.file().board;
        board.has_cages && !self.setting.layout.is_triangle && (board.regions.is_some() || self.has_boxes())
    }

    /// Thick lines around regions and boxes, or around cages where there are none of those.
    fn draw_borders(&self, scene: &mut Scene, measures: &Measures, stands: &[Stands]) {
        let layout = &self.setting.layout;
        if layout.is_triangle || stands.contains(&Stands::Between) {
            return;
        }
        if self.has_inner_cages() {
            self.draw_around(scene, measures, &layout.cages, false);
        }
        if self.file().board.regions.is_some() {
            self.draw_around(scene, measures, &layout.regions, true);
        } else if self.has_boxes() {
            let groups = layout.groups(Groups::Boxes);
            let number = |cell: usize| groups.iter().position(|group| group.cells.contains(&cell));
            let boxes: Vec<Option<usize>> = (0..layout.positions()).map(number).collect();
            self.draw_around(scene, measures, &boxes, true);
        } else if self.file().board.has_cages {
            self.draw_around(scene, measures, &layout.cages, true);
        }
    }

    /// Lines between cells of different parts. Cells of none are each alone.
    fn draw_around(&self, scene: &mut Scene, measures: &Measures, parts: &[Option<usize>], is_thick: bool) {
        let layout = &self.setting.layout;
        let part = |cell: Option<usize>| cell.map(|cell| parts[cell].ok_or(cell));
        let stroke = |line: Line| if is_thick { line.thick() } else { line };
        for row in 0..=layout.rows {
            for column in 0..=layout.columns {
                let at = measures.at(row, column, 0);
                let [here, above, left] = [(0, 0), (-1, 0), (0, -1)]
                    .map(|(down, right)| layout.position(row as i64 + down, column as i64 + right));
                if part(here) != part(above) {
                    scene.add(Role::Frame, stroke(Line::right(at, measures.step.0 as u32)));
                }
                if part(here) != part(left) {
                    scene.add(Role::Frame, stroke(Line::down(at, measures.step.1 as u32)));
                }
            }
        }
    }

    fn draw_clues(&self, scene: &mut Scene, view: &View<'_>, measures: &Measures, stands: &[Stands]) {
        let mut below = self.bottom(measures)
            + if stands.contains(&Stands::Outside) || stands.contains(&Stands::Bottom) { 1 } else { 0 };
        if view.has_labels() {
            below += 1;
        }
        for (line, stands) in stands.iter().enumerate() {
            for (at, (instance, clue)) in self.setting.slots[line].iter().zip(&self.clues[line]).enumerate() {
                let (role, text) = match (clue, view.open_clue()) {
                    (Some(clue), _) => (Role::Clue, self.clue_text(line, *clue)),
                    (None, Some(dot)) => (Role::Blank, dot.to_owned()),
                    (None, None) => continue,
                };
                let shape = match stands {
                    Stands::Within | Stands::AtFoot => continue,
                    Stands::Below => {
                        if role == Role::Blank && !instance.0.is_empty() {
                            continue;
                        }
                        below += 1;
                        let names: Vec<String> =
                            instance.last().iter().map(|bound| bound.name(&self.setting.layout)).collect();
                        let name = [vec![self.file().clues[line].name.clone()], names].concat().join(" ");
                        Text::starting((0, below - 1), format!("{name}: {text}"))
                    }
                    _ => match self.beside(instance, *stands, at, measures, text) {
                        Some(shape) => shape,
                        None => continue,
                    },
                };
                scene.add_for(self.clue_id(line, at), role, shape);
            }
        }
    }

    /// A clue that stands next to cells.
    fn beside(
        &self,
        instance: &Instance,
        stands: Stands,
        at: usize,
        measures: &Measures,
        text: String,
    ) -> Option<Text> {
        let layout = &self.setting.layout;
        let (row, column) = layout.row_and_column(first_cell(instance)?);
        let middle = |row: usize| row as i32 * measures.step.1 + measures.rows / 2;
        let centre = |column: usize| column as i32 * measures.step.0 + measures.columns / 2;
        let left = |row: usize, text| Text::ending((-2, middle(row)), text);
        let top = |column: usize, text| Text::centred((centre(column), -1), text);
        let bottom = |column: usize, text| Text::centred((centre(column), self.bottom(measures)), text);
        let right = |row: usize, text| Text::starting((self.right(measures) + 1, middle(row)), text);
        Some(match stands {
            Stands::Left => left(row, text),
            Stands::Top => top(column, text),
            Stands::Bottom => bottom(column, text),
            Stands::Before => match self.before(instance) {
                (_, Some(_)) => return None,
                (true, None) => left(row, text),
                (false, None) => top(column, text),
            },
            Stands::Outside => {
                let (columns, rows) = (layout.columns, layout.rows);
                match at {
                    at if at < columns => top(at, text),
                    at if at < 2 * columns => bottom(at - columns, text),
                    at if at < 2 * columns + rows => left(at - 2 * columns, text),
                    at => right(at - 2 * columns - rows, text),
                }
            }
            Stands::Between => {
                let is_across = matches!(instance.last(), [Bound::Cell(a), Bound::Cell(b)] if b - a == 1);
                if is_across {
                    Text::centred(((column as i32 + 1) * measures.step.0 - 1, middle(row)), text)
                } else {
                    // Signs point at numbers below one another, too.
                    let text = match text.as_str() {
                        "<" => "^".to_owned(),
                        ">" => "v".to_owned(),
                        _ => text,
                    };
                    Text::centred((centre(column), (row as i32 + 1) * measures.step.1 - 1), text)
                }
            }
            Stands::Within | Stands::AtFoot | Stands::Below => return None,
        })
    }

    fn bottom(&self, measures: &Measures) -> i32 {
        (self.setting.layout.rows as i32 - 1) * measures.step.1 + measures.rows
    }

    fn right(&self, measures: &Measures) -> i32 {
        (self.setting.layout.columns as i32 - 1) * measures.step.0 + measures.columns
    }

    fn draw_labels(&self, scene: &mut Scene, measures: &Measures, stands: &[Stands]) {
        let layout = &self.setting.layout;
        let outside = stands.contains(&Stands::Outside);
        for row in 0..layout.rows {
            let y = row as i32 * measures.step.1 + measures.rows / 2;
            let x = self.right(measures) + if outside { 4 } else { 1 };
            scene.add(Role::Label, Text::starting((x, y), format!("r{}", row + 1)));
        }
        let below = outside || stands.contains(&Stands::Bottom);
        for column in 0..layout.columns {
            let x = column as i32 * measures.step.0 + measures.columns / 2;
            let y = self.bottom(measures) + i32::from(below);
            scene.add(Role::Label, Text::centred((x, y), format!("c{}", column + 1)));
        }
    }

    fn cell_in_words(&self, cell: usize, view: &View<'_>) -> String {
        let Some(place) = self.setting.layout.place_of[cell] else { return "blocked".to_owned() };
        let standing = view.at(place, self.givens().get(place));
        let named = &self.file().values.named;
        match named.iter().find(|named| standing.value == Some(named.value)) {
            Some(named) => named.name.clone(),
            None => standing.in_words(),
        }
    }

    /// The id of what is drawn for a clue: that of its cell where it stands in one.
    pub(super) fn clue_id(&self, line: usize, at: usize) -> String {
        match (self.stands(line), first_cell(&self.setting.slots[line][at])) {
            (Stands::Within | Stands::AtFoot, Some(cell)) => self.setting.layout.name(cell),
            (Stands::Before, _) => match self.before(&self.setting.slots[line][at]).1 {
                Some(cell) => self.setting.layout.name(cell),
                None => self.clue_target(line, at),
            },
            _ => self.clue_target(line, at),
        }
    }
}

/// a, b, ... z, aa, ab, ...
fn line_names() -> impl Iterator<Item = String> {
    let letters = || ('a'..='z').map(String::from);
    letters().chain(letters().flat_map(move |first| letters().map(move |second| format!("{first}{second}"))))
}

fn first_cell(instance: &Instance) -> Option<usize> {
    instance.last().first().and_then(|bound| bound.cells().first().copied())
}
