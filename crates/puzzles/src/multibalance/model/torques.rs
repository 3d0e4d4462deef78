//! What the two sides of a fulcrum can weigh.

use super::balance::{Balance, set_of};
use fd::{Changed, Conflict, Propagator, Status, Store, Var};

/// Keeps the torques of the two sides within reach of each other, and the
/// count within reach of the cells that have, or may have, a number.
#[derive(Debug)]
pub(super) struct Torques {
    cells: Box<[(Var, i32)]>,
    count: Var,
}

/// The cells on one side of the fulcrum together.
#[derive(Debug, Clone, Copy)]
struct Side {
    least: i32,
    most: i32,
    /// The least torque of a single number.
    lightest: i32,
    /// The most by which the torque of a single cell can vary.
    widest: i32,
}

impl Torques {
    pub(super) fn new(balance: &Balance) -> Torques {
        Torques { cells: balance.cells.clone().into(), count: balance.count }
    }
}

/// The least and the greatest number of a set.
fn bounds(set: u64) -> (i32, i32) {
    (set.trailing_zeros() as i32, 63 - set.leading_zeros() as i32)
}

impl Propagator for Torques {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let mut sides = [Side { least: 0, most: 0, lightest: i32::MAX, widest: 0 }; 2];
        let (mut filled, mut fillable) = (0, 0);
        for &(x, arm) in &self.cells {
            let set = set_of(store, x);
            if set == 1 {
                continue;
            }
            let (min, max) = bounds(set);
            let (lightest, _) = bounds(set & !1);
            let (side, arm) = (&mut sides[usize::from(arm > 0)], arm.abs());
            side.least += arm * min;
            side.most += arm * max;
            side.lightest = side.lightest.min(arm * lightest);
            side.widest = side.widest.max(arm * (max - min));
            filled += i32::from(min > 0);
            fillable += 1;
        }
        if sides.iter().any(|side| side.most == 0) {
            store.at_most(self.count, 0)?;
        }
        store.at_least(self.count, filled)?;
        store.at_most(self.count, fillable)?;
        let (fewest, most) = (store.min(self.count), store.max(self.count));
        if filled < fillable && (filled == most || fillable == fewest) {
            self.settle(store, filled == most)?;
        } else {
            self.narrow(store, sides, fewest > 0)?;
        }
        // Its own changes bring the sides closer: run again if there were any.
        Ok(if most == 0 { Status::Entailed } else { Status::Again })
    }
}

impl Torques {
    /// No further cell has a number, or every cell that may have one does.
    fn settle(&self, store: &mut Store, empty: bool) -> Result<(), Conflict> {
        for &(x, _) in &self.cells {
            match (store.min(x), empty) {
                (0, true) => store.fix(x, 0)?,
                (0, false) if store.max(x) > 0 => store.at_least(x, 1)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Keeps each cell within what the other side can balance.
    fn narrow(&self, store: &mut Store, sides: [Side; 2], used: bool) -> Result<(), Conflict> {
        let at_least = |side: Side| if used { side.least.max(side.lightest) } else { side.least };
        let least = at_least(sides[0]).max(at_least(sides[1]));
        let most = sides[0].most.min(sides[1].most);
        if least > most {
            return Err(Conflict);
        }
        let loose = |side: &Side| side.widest <= most - side.least && side.widest <= side.most - least;
        if sides.iter().all(loose) {
            return Ok(());
        }
        for &(x, arm) in &self.cells {
            let (side, arm) = (sides[usize::from(arm > 0)], arm.abs());
            let (min, max) = bounds(set_of(store, x));
            if min < max {
                store.at_most(x, (most - (side.least - arm * min)) / arm)?;
                store.at_least(x, (least - (side.most - arm * max) + arm - 1).div_euclid(arm))?;
            }
        }
        Ok(())
    }
}
