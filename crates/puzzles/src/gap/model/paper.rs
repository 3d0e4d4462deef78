//! Gap as the paper posts it (section 3.2), as far as its prose says.
//!
//! For every row, then for every column: `global_cardinality` says that two
//! cells are 1 and the rest 0; the positions of the two are `clue + 1` apart,
//! or more than 1 where there is no clue; and each is more than 1 away from
//! both positions in the line before. The labelling is the default one.

use super::super::Line;
use super::{FIRST, Gap, LAST, cells, end};
use crate::{Posed, Puzzle, Strategy};
use fd::constraints::{AnyOf, Clause, Count};
use fd::{Labelling, Model, ModelError, Var};

pub(in super::super) fn pose(gap: &Gap) -> Result<Posed, ModelError> {
    let mut model = Model::new();
    let places = cells(gap, &mut model)?;
    let mut before = None;
    for line in gap.lines() {
        let cells: Vec<Var> = gap.cells(line).map(|place| places[place]).collect();
        let ends = post_line(gap, &mut model, line, &cells)?;
        let is_first = matches!(line, Line::Row(0) | Line::Column(0));
        if let Some(before) = before.filter(|_| !is_first) {
            post_surround(&mut model, before, ends)?;
        }
        before = Some(ends);
    }
    let strategy = Strategy::Labelling(Labelling::default(), places.clone());
    Ok(Posed { model, places, strategy, restarts: None })
}

/// What a line says alone; returns the positions of its two filled cells.
fn post_line(gap: &Gap, model: &mut Model, line: Line, cells: &[Var]) -> Result<[Var; 2], ModelError> {
    let size = gap.size();
    model.post(Count::of_each(cells, [(0, size as i32 - 2), (1, 2)]))?;
    let first = end(model, line, FIRST, size - 1)?;
    let last = end(model, line, LAST, size - 1)?;
    for (position, cell) in (0..).zip(cells) {
        for end in [first, last] {
            model.post(Clause::new([end.is_not(position), cell.is(1)]))?;
        }
    }
    if let Some(clue) = gap.clue(line) {
        model.post((last - first).equals(clue as i32 + 1))?;
    }
    model.post((last - first).at_least(2))?;
    Ok([first, last])
}

/// The filled cells of two neighbouring lines do not touch.
fn post_surround(model: &mut Model, before: [Var; 2], after: [Var; 2]) -> Result<(), ModelError> {
    for one in before {
        for other in after {
            let apart = AnyOf::default().or((one - other).at_least(2)).or((other - one).at_least(2));
            model.post(apart)?;
        }
    }
    Ok(())
}
