//! A scene: everything drawn in one picture.

use crate::{Beam, Emphasis, Extent, Mark, Role, Shape};
use std::collections::BTreeMap;
use thiserror::Error;

/// The most text cells that a scene may cover, or its marks may occupy in all,
/// where every single cell has to be visited.
///
/// A Gap board of 200 by 200 framed cells needs less than a third of it. SVG has no
/// limit, as its size only depends on the number of marks.
pub const MAX_CELLS: u64 = 1 << 21;

/// A scene has more cells than [`MAX_CELLS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "the drawing is too large for text: {columns} columns by {rows} rows, {occupied} cells drawn (the limit is {MAX_CELLS} cells)"
)]
pub struct TooLarge {
    /// Columns from the first mark to the last.
    pub columns: u64,
    /// Rows from the first mark to the last.
    pub rows: u64,
    /// Cells that the marks occupy, counted once for each mark.
    pub occupied: u64,
}

/// Everything drawn in one picture, with a title and a description for people
/// who cannot see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    title: String,
    description: String,
    marks: Vec<Mark>,
    beams: Vec<Beam>,
}

impl Scene {
    /// An empty scene.
    ///
    /// The title names the picture ("Gap, 9 by 9"). The description says in
    /// words what it shows; it may be empty.
    pub fn new(title: impl Into<String>, description: impl Into<String>) -> Self {
        Scene { title: title.into(), description: description.into(), marks: Vec::new(), beams: Vec::new() }
    }

    /// Draws one more mark, and returns it so that its emphasis can be set.
    pub fn add(&mut self, role: Role, shape: impl Into<Shape>) -> &mut Mark {
        let index = self.marks.len();
        self.marks.push(Mark::new(role, shape));
        &mut self.marks[index]
    }

    /// Draws one more mark of a target, and returns it.
    pub fn add_for(&mut self, target: impl Into<String>, role: Role, shape: impl Into<Shape>) -> &mut Mark {
        let mark = self.add(role, shape);
        mark.target = Some(target.into());
        mark
    }

    /// Adds something that tips; what follows it names it by the number returned.
    pub fn add_beam(&mut self, beam: Beam) -> usize {
        self.beams.push(beam);
        self.beams.len() - 1
    }

    /// What tips, in the order in which it was added.
    pub fn beams(&self) -> &[Beam] {
        &self.beams
    }

    /// Points at all marks of a target. A target without marks changes nothing.
    pub fn emphasise(&mut self, target: &str, emphasis: Emphasis) {
        self.marks_of(target).for_each(|mark| mark.emphasis = Some(emphasis));
    }

    /// Shows all marks of a target as selected.
    pub fn select(&mut self, target: &str) {
        self.marks_of(target).for_each(|mark| mark.selected = true);
    }

    fn marks_of(&mut self, target: &str) -> impl Iterator<Item = &mut Mark> {
        self.marks.iter_mut().filter(move |mark| mark.target.as_deref() == Some(target))
    }

    /// What the picture is called.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// What the picture shows, in words.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The marks, in the order in which they were added.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// The smallest rectangle that holds all marks, or `None` without any.
    pub fn extent(&self) -> Option<Extent> {
        self.marks.iter().map(Mark::extent).reduce(Extent::union)
    }

    /// The marks from back to front.
    ///
    /// Every renderer paints in this order, so a scene reads the same however
    /// its marks were added: passages and lines lie behind what stands on
    /// them, no thin border hides half of a thick one, and nothing plain hides
    /// emphasis.
    pub(crate) fn back_to_front(&self) -> Vec<&Mark> {
        let mut marks: Vec<&Mark> = self.marks.iter().collect();
        marks.sort_by_key(|mark| mark.depth());
        marks
    }

    /// The same with the marks of each target together, at the depth of the
    /// foremost of them.
    pub(crate) fn by_target(&self) -> Vec<&Mark> {
        let mut groups: Vec<Vec<&Mark>> = Vec::new();
        let mut known: BTreeMap<&str, usize> = BTreeMap::new();
        for mark in &self.marks {
            let new = groups.len();
            let group = mark.target.as_deref().map_or(new, |target| *known.entry(target).or_insert(new));
            if group == new {
                groups.push(Vec::new());
            }
            groups[group].push(mark);
        }
        groups.iter_mut().for_each(|group| group.sort_by_key(|mark| mark.depth()));
        groups.sort_by_key(|group| group.last().map(|mark| mark.depth()));
        groups.into_iter().flatten().collect()
    }

    /// Refuses scenes that would take too long to visit cell by cell.
    pub(crate) fn check_size(&self) -> Result<(), TooLarge> {
        let (columns, rows) = self.extent().map_or((0, 0), |e| (e.columns(), e.rows()));
        let occupied = self.marks.iter().fold(0, |sum: u64, mark| sum.saturating_add(mark.cost()));
        if columns.saturating_mul(rows).max(occupied) > MAX_CELLS {
            return Err(TooLarge { columns, rows, occupied });
        }
        Ok(())
    }
}
