//! The eight ways to turn and mirror a square.

use super::Gap;
use crate::{Puzzle, Symmetric};

impl Symmetric for Gap {
    fn canonical(&self) -> Box<dyn Puzzle> {
        Box::new(least_image(self))
    }
}

/// The least of the puzzle's images, by its rows and then its columns.
pub(super) fn least_image(gap: &Gap) -> Gap {
    let by_lines = |a: &Gap, b: &Gap| (&a.rows, &a.columns).cmp(&(&b.rows, &b.columns));
    images(gap).into_iter().min_by(by_lines).unwrap_or_else(|| gap.clone())
}

/// What the puzzle looks like when it is turned and mirrored; itself first.
///
/// A line's gap is the same from either end, so a mirror does no more than
/// reverse the order of the lines across.
pub(super) fn images(gap: &Gap) -> Vec<Gap> {
    let reversed = |clues: &[Option<usize>]| clues.iter().rev().copied().collect::<Vec<_>>();
    let mut images = vec![gap.clone()];
    let mirrored: Vec<Gap> =
        images.iter().map(|gap| Gap { columns: reversed(&gap.columns), rows: gap.rows.clone() }).collect();
    images.extend(mirrored);
    let upside_down: Vec<Gap> =
        images.iter().map(|gap| Gap { columns: gap.columns.clone(), rows: reversed(&gap.rows) }).collect();
    images.extend(upside_down);
    let transposed: Vec<Gap> =
        images.iter().map(|gap| Gap { columns: gap.rows.clone(), rows: gap.columns.clone() }).collect();
    images.extend(transposed);
    images
}
