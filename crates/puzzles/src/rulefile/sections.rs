//! How the clues of a line are laid out in files: as rows, as one list, or as
//! several parts with names.

use super::layout::Layout;
use super::setting::{Instance, Setting};
use super::syntax::{ClueLine, Each, Family, Groups};

/// Some of the places where clues of one line can be.
#[derive(Debug)]
pub(super) struct Part {
    /// Its name; empty if there is one part only.
    pub(super) name: &'static str,
    /// Rows of places; `None` where a cell can have no such clue.
    pub(super) rows: Vec<Vec<Option<usize>>>,
    pub(super) shape: ListShape,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ListShape {
    /// A single clue.
    One,
    /// A list.
    List,
    /// A list of rows.
    Rows,
}

/// The parts of a clue line.
pub(super) fn parts(setting: &Setting, number: usize, line: &ClueLine) -> Vec<Part> {
    let (layout, slots) = (&setting.layout, &setting.slots[number]);
    let all = || (0..slots.len()).map(Some).collect::<Vec<_>>();
    let list = |name, rows| Part { name, rows, shape: ListShape::List };
    let [Each { family, only: None, .. }] = &line.each[..] else {
        let shape = if line.each.is_empty() { ListShape::One } else { ListShape::List };
        return vec![Part { name: "", rows: vec![all()], shape }];
    };
    let first = |instance: &Instance| instance.last().first().and_then(|bound| bound.cells().first().copied());
    match family {
        Family::Cells | Family::Blocked => {
            let mut at = vec![None; layout.positions()];
            for (slot, instance) in slots.iter().enumerate() {
                if let Some(cell) = first(instance) {
                    at[cell] = Some(slot);
                }
            }
            vec![Part { name: "", rows: in_rows(layout, &at), shape: ListShape::Rows }]
        }
        Family::Upright | Family::Inverted => {
            let row = |instance: &Instance| first(instance).map_or(0, |cell| layout.row_and_column(cell).0);
            vec![Part { name: "", rows: by(slots, 0, layout.rows.saturating_sub(1), row), shape: ListShape::Rows }]
        }
        Family::Neighbours | Family::Touching => {
            let names = ["across", "down", "falling", "rising"];
            let steps = layout.steps(matches!(family, Family::Touching)).iter().zip(names);
            let mut start = 0;
            let parts = steps.map(|(step, name)| {
                let count = layout.pairs(&[*step]).len();
                let row = |instance: &Instance| first(instance).map_or(0, |cell| layout.row_and_column(cell).0);
                let rows = layout.rows.saturating_sub(step.0 as usize);
                let rows = by(&slots[start..start + count], start, rows, row);
                start += count;
                Part { name, rows, shape: ListShape::Rows }
            });
            parts.collect()
        }
        Family::Groups(Groups::Runs) => {
            // The runs of rows come first; they begin again at the top with those of columns.
            let rows: usize = (0..layout.rows).map(|row| runs_in(layout, row)).sum();
            let row = |instance: &Instance| first(instance).map_or(0, |cell| layout.row_and_column(cell).0);
            let column = |instance: &Instance| first(instance).map_or(0, |cell| layout.row_and_column(cell).1);
            let across = by(&slots[..rows], 0, layout.rows, row);
            let down = by(&slots[rows..], rows, layout.columns, column);
            vec![
                Part { name: "across", rows: across, shape: ListShape::Rows },
                Part { name: "down", rows: down, shape: ListShape::Rows },
            ]
        }
        Family::Groups(Groups::Views) => {
            let sides = ["top", "bottom", "left", "right"];
            let lengths = [layout.columns, layout.columns, layout.rows, layout.rows];
            let mut start = 0;
            let parts = sides.into_iter().zip(lengths).map(|(side, length)| {
                start += length;
                list(side, vec![(start - length..start).map(Some).collect()])
            });
            parts.collect()
        }
        _ => vec![list("", vec![all()])],
    }
}

fn runs_in(layout: &Layout, row: usize) -> usize {
    let cells = layout.groups(Groups::Rows).get(row).map(|row| row.cells.as_slice()).unwrap_or_default();
    cells.chunk_by(|a, b| b - a == 1).count()
}

/// Slots from a number on, by their row.
fn by(slots: &[Instance], start: usize, rows: usize, row: impl Fn(&Instance) -> usize) -> Vec<Vec<Option<usize>>> {
    let mut found = vec![Vec::new(); rows];
    for (at, instance) in slots.iter().enumerate() {
        if let Some(own) = found.get_mut(row(instance)) {
            own.push(Some(start + at));
        }
    }
    found
}

/// What belongs to each position, in rows.
pub(super) fn in_rows<T: Clone>(layout: &Layout, at: &[T]) -> Vec<Vec<T>> {
    let mut rest = at;
    let rows = layout.lengths().into_iter().map(|length| {
        let (row, after) = rest.split_at(length.min(rest.len()));
        rest = after;
        row.to_vec()
    });
    rows.collect()
}
