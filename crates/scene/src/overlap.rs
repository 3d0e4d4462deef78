//! Marks that are drawn over each other.

use std::collections::BTreeSet;

use crate::ink::{Ink, Spot, ink};
use crate::{Mark, Scene, Shape, TooLarge};

/// Two marks that are drawn over each other, by their positions in
/// [`Scene::marks`], the smaller first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Overlap {
    /// The mark that was added first.
    pub first: usize,
    /// The mark that was added later.
    pub second: usize,
}

impl Scene {
    /// All pairs of marks that are drawn over each other and should not be.
    ///
    /// What may share a text cell:
    /// - horizontal and vertical lines, ticks and borders of cells join;
    /// - diagonal lines cross; with other lines they may only share a cell in
    ///   which both end;
    /// - a line may end at the centre of a disc, or at an end of a passage;
    /// - a pivot may sit on horizontal and vertical lines.
    ///
    /// Words, digits and the insides of cells share their text cells with
    /// nothing.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if the scene covers more than
    /// [`MAX_CELLS`](crate::MAX_CELLS) cells.
    pub fn overlaps(&self) -> Result<Vec<Overlap>, TooLarge> {
        self.check_size()?;
        let mut inks: Vec<(Spot, usize, Ink)> = Vec::new();
        for (index, mark) in self.marks().iter().enumerate() {
            ink(mark, &mut |spot, ink| inks.push((spot, index, ink)));
        }
        inks.sort_unstable_by_key(|&(spot, index, _)| (spot, index));
        let mut found = BTreeSet::new();
        for shared in inks.chunk_by(|a, b| a.0 == b.0) {
            for (place, &(spot, first, a)) in shared.iter().enumerate() {
                for &(_, second, b) in &shared[place + 1..] {
                    if !may_share(spot, (&self.marks()[first], a), (&self.marks()[second], b)) {
                        found.insert(Overlap { first, second });
                    }
                }
            }
        }
        Ok(found.into_iter().collect())
    }
}

fn may_share(spot: Spot, (mark_a, a): (&Mark, Ink), (mark_b, b): (&Mark, Ink)) -> bool {
    match (a, b) {
        (Ink::Sign(_), Ink::Sign(_)) => false,
        (Ink::Sign(_), line) => may_carry(spot, mark_a, mark_b, line),
        (line, Ink::Sign(_)) => may_carry(spot, mark_b, mark_a, line),
        (Ink::Arms(_), Ink::Arms(_)) => true,
        (Ink::Arms(_), _) | (_, Ink::Arms(_)) => ends_at(mark_a, spot) && ends_at(mark_b, spot),
        (Ink::Rising | Ink::Falling, Ink::Rising | Ink::Falling) => true,
    }
}

/// Whether a line may lie below the sign of a mark.
fn may_carry(spot: Spot, sign: &Mark, line: &Mark, ink: Ink) -> bool {
    match &sign.shape {
        Shape::Disc(disc) => ends_at(line, (disc.centre.x.into(), disc.centre.y.into())),
        Shape::Passage(_) => ends_at(line, spot) && matches!(ink, Ink::Arms(_)),
        Shape::Pivot(_) => matches!(ink, Ink::Arms(_)) && matches!(line.shape, Shape::Line(_) | Shape::Tick(_)),
        Shape::Text(_) | Shape::Cell(_) | Shape::Line(_) | Shape::Tick(_) => false,
    }
}

fn ends_at(mark: &Mark, spot: Spot) -> bool {
    matches!(&mark.shape, Shape::Line(line) if line.ends().contains(&spot))
}
