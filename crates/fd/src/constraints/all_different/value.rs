//! What a fixed variable tells the others.

use crate::{Changed, Conflict, Post, Propagator, Status, Store, Trailed, Var};

/// Removes the value of each variable that becomes fixed from all others.
///
/// The variables whose value was not removed yet stand first, in any order,
/// and their number is trailed: going back needs to restore only that.
///
/// Le Clément de Saint-Marcq, Schaus, Solnon, Lecoutre: Sparse-sets for domain
/// implementation (TRICS 2013).
#[derive(Debug)]
pub(super) struct ByValue {
    /// Each variable with its position, the open ones first.
    order: Box<[(Var, u32)]>,
    /// Where each position stands in the order.
    slots: Box<[u32]>,
    /// The number of open variables.
    open: Trailed,
}

impl ByValue {
    pub(super) fn new(vars: &[Var], post: &mut Post<'_>) -> ByValue {
        let open = post.trailed(vars.len() as u64);
        let slots = 0..vars.len() as u32;
        ByValue { order: vars.iter().copied().zip(slots.clone()).collect(), slots: slots.collect(), open }
    }

    /// Moves the variable in `slot` behind the open ones.
    #[inline]
    fn close(&mut self, slot: usize, open: &mut usize) {
        *open -= 1;
        self.order.swap(slot, *open);
        for slot in [slot, *open] {
            self.slots[self.order[slot].1 as usize] = slot as u32;
        }
    }
}

impl Propagator for ByValue {
    fn propagate(&mut self, store: &mut Store, changed: Changed<'_>) -> Result<Status, Conflict> {
        // From `done` on, each variable's value has been removed from all
        // others; those between `open` and `done` are fixed and still wait.
        let mut done = store.get(self.open) as usize;
        let mut open = done;
        match changed {
            Changed::All => {
                for slot in (0..done).rev() {
                    if store.is_fixed(self.order[slot].0) {
                        self.close(slot, &mut open);
                    }
                }
            }
            Changed::Only(positions) => {
                for &position in positions {
                    let slot = self.slots[position as usize] as usize;
                    if slot < open {
                        self.close(slot, &mut open);
                    }
                }
            }
        }
        while done > open {
            done -= 1;
            let value = store.min(self.order[done].0);
            if self.order[open..done].iter().any(|&(x, _)| store.min(x) == value) {
                return Err(Conflict);
            }
            // Backwards, so that a variable that takes a closed one's slot has
            // been seen before.
            for slot in (0..open).rev() {
                let x = self.order[slot].0;
                store.remove(x, value)?;
                if store.is_fixed(x) {
                    self.close(slot, &mut open);
                }
            }
        }
        store.set(self.open, open as u64);
        Ok(if open <= 1 { Status::Entailed } else { Status::Fixpoint })
    }
}
