//! Variables that can pass their values around in a circle.

use super::matching::Matching;
use super::rows::Rows;
use super::witness::Witness;

/// The strongly connected components of the graph in which `x` points to `y`
/// when `x` could take the value that `y` is matched to.
///
/// Variables that can take a free value, and those that lead to one, are in one
/// component, too: as if one more node had the free values and pointed to all.
///
/// Gabow: Path-based depth-first search for strong and biconnected components
/// (Information Processing Letters 74, 2000), with sets of values as bits: what
/// a variable points to is met with the sets of unseen and of open values a
/// word at a time.
#[derive(Debug)]
pub(super) struct Components {
    /// Values of variables not reached yet.
    unseen: Box<[u64]>,
    /// Values of variables on the stack that may yet be alone.
    open: Box<[u64]>,
    /// Free values, and the values of variables that lead to one.
    pub(super) loose: Box<[u64]>,
    /// Reached variables whose component is not complete.
    stack: Vec<u32>,
    /// Where each variable stands on the stack.
    place: Box<[u32]>,
    /// Places on the stack: where each part begins that is known to be connected.
    roots: Vec<u32>,
    /// The variables whose pointers are being followed.
    path: Vec<u32>,
    /// The variables of the complete components, one component after another,
    /// and where each ends. The last is the loose one, which may be empty.
    pub(super) members: Vec<u32>,
    pub(super) ends: Vec<u32>,
}

impl Components {
    pub(super) fn new(variables: usize, width: usize) -> Components {
        let none = || vec![0; width].into_boxed_slice();
        let list = || Vec::with_capacity(variables + 1);
        Components {
            unseen: none(),
            open: none(),
            loose: none(),
            stack: list(),
            place: vec![0; variables].into(),
            roots: list(),
            path: list(),
            members: list(),
            ends: list(),
        }
    }

    /// Finds the components of `variables`, all of which are matched, and
    /// notes by which values.
    pub(super) fn find<const SMALL: bool>(
        &mut self,
        rows: &Rows,
        matching: &Matching,
        variables: &[u32],
        witness: &mut Witness,
    ) {
        self.unseen.fill(0);
        self.open.fill(0);
        self.loose.copy_from_slice(&matching.free);
        self.stack.clear();
        self.members.clear();
        self.ends.clear();
        for &x in variables {
            set(&mut self.unseen, matching.partner(x));
        }
        for &x in variables {
            if is_set(&self.unseen, matching.partner(x)) {
                self.reach::<SMALL>(rows, matching, x, witness);
                self.follow::<SMALL>(rows, matching, witness);
            }
        }
        // What is left on the stack leads to a free value.
        self.members.append(&mut self.stack);
        self.ends.push(self.members.len() as u32);
    }

    /// Follows the pointers of the variable on the path until all are done.
    fn follow<const SMALL: bool>(&mut self, rows: &Rows, matching: &Matching, witness: &mut Witness) {
        while let Some(&x) = self.path.last() {
            if let Some(value) = rows.common::<SMALL>(x as usize, &self.unseen) {
                witness.note(rows, x, value);
                self.reach::<SMALL>(rows, matching, matching.owner(value), witness);
                continue;
            }
            self.path.pop();
            let place = self.place[x as usize];
            if self.roots.last() == Some(&place) {
                self.roots.pop();
                for &y in &self.stack[place as usize..] {
                    clear(&mut self.open, matching.partner(y));
                }
                self.members.extend_from_slice(&self.stack[place as usize..]);
                self.stack.truncate(place as usize);
                self.ends.push(self.members.len() as u32);
            }
        }
    }

    /// Puts a variable on the stack and on the path, and joins the parts of
    /// the stack that its pointers back connect.
    #[inline]
    fn reach<const SMALL: bool>(&mut self, rows: &Rows, matching: &Matching, x: u32, witness: &mut Witness) {
        let value = matching.partner(x);
        witness.note(rows, x, value);
        clear(&mut self.unseen, value);
        self.path.push(x);
        let place = self.stack.len() as u32;
        self.place[x as usize] = place;
        self.stack.push(x);
        if let Some(way_out) = rows.common::<SMALL>(x as usize, &self.loose) {
            // All of the path leads here, and with it all of the stack.
            witness.note(rows, x, way_out);
            set(&mut self.loose, value);
            for (loose, open) in self.loose.iter_mut().zip(&mut self.open) {
                *loose |= std::mem::take(open);
            }
            self.roots.clear();
            return;
        }
        self.roots.push(place);
        let (words, first) = rows.row::<SMALL>(x as usize);
        'back: for (j, (word, open)) in words.iter().zip(&self.open[first..]).enumerate() {
            let mut back = word & open;
            while back != 0 {
                if self.roots.len() == 1 {
                    // The stack is one part: no pointer back can join more.
                    break 'back;
                }
                let value = (first + j) as u32 * 64 + back.trailing_zeros();
                let target = self.place[matching.owner(value) as usize];
                back &= back - 1;
                if self.roots.last().is_some_and(|&root| root > target) {
                    witness.note(rows, x, value);
                }
                while self.roots.last().is_some_and(|&root| root > target) {
                    self.roots.pop();
                }
            }
        }
        set(&mut self.open, value);
    }
}

#[inline]
fn set(set: &mut [u64], value: u32) {
    set[value as usize / 64] |= 1 << (value % 64);
}

#[inline]
fn clear(set: &mut [u64], value: u32) {
    set[value as usize / 64] &= !(1 << (value % 64));
}

#[inline]
fn is_set(set: &[u64], value: u32) -> bool {
    set[value as usize / 64] >> (value % 64) & 1 == 1
}
