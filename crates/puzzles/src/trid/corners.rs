//! The relation between the corners of a small triangle.

use fd::constraints::AllDifferent;
use fd::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Var, Wake, Words,
};

/// `a + b + c = sum`, and the three differ, as any two of them lie on a line.
///
/// It is domain-consistent while all numbers fit a word. Beyond that, it is so
/// when two corners are open; with three it reasons on bounds, which is usually
/// all that such wide domains allow.
#[derive(Debug, Clone, Copy)]
pub(super) struct Corners {
    pub(super) corners: [Var; 3],
    pub(super) sum: i32,
    /// The numbers go from 1 to this.
    pub(super) most: i32,
}

impl Corners {
    fn is_narrow(&self) -> bool {
        self.most <= 64
    }
}

impl Constraint for Corners {
    fn name(&self) -> &'static str {
        "corners"
    }

    fn scope(&self) -> Vec<Var> {
        self.corners.to_vec()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let [a, b, c] = self.corners.map(value);
        differ(a, b, c) && i64::from(a) + i64::from(b) + i64::from(c) == i64::from(self.sum)
    }

    fn consistency(&self) -> Consistency {
        if self.is_narrow() { Consistency::Domain } else { Consistency::Forward }
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        check(self.name(), &self.corners, self.most, model)
    }

    fn post(&self, post: &mut Post<'_>) {
        let wakes = self.corners.map(|x| Wake::on(x, Event::ANY));
        let &Corners { corners, sum, .. } = self;
        if self.is_narrow() {
            post.add(Priority::Unit, Narrow { corners, sum }, &wakes);
        } else {
            post.add(Priority::Unit, Wide { corners, sum, kept: Vec::new() }, &wakes);
        }
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        let [a, b, c] = self.corners;
        into.post((a + b + c).equals(self.sum))?;
        into.post(AllDifferent::new(&self.corners))?;
        Ok(true)
    }
}

/// The corners lie within the numbers from 1 to `most`.
pub(super) fn check(constraint: &'static str, corners: &[Var], most: i32, model: &Model) -> Result<(), ModelError> {
    if corners.iter().all(|&x| model.domain(x).min() >= 1 && model.domain(x).max() <= most) {
        return Ok(());
    }
    Err(ModelError::Malformed { constraint, problem: format!("its corners lie within 1 and {most}") })
}

pub(super) fn differ(a: i32, b: i32, c: i32) -> bool {
    a != b && b != c && a != c
}

/// Goes through the numbers of one corner, with the numbers of the two others
/// as sets: bit `n - 1` stands for `n`.
#[derive(Debug)]
pub(super) struct Narrow {
    pub(super) corners: [Var; 3],
    pub(super) sum: i32,
}

/// The set that has just this number, if a set can have it.
fn only(number: i32) -> u64 {
    u32::try_from(number - 1).ok().and_then(|bit| 1_u64.checked_shl(bit)).unwrap_or(0)
}

/// `{total - n | n in set}`, as far as these are numbers from 1 to 64.
fn mirrored(set: u64, total: i32) -> u64 {
    // Reversing the bits takes n to 65 - n.
    let reversed = set.reverse_bits();
    let shift = total - 65;
    let moved = if shift >= 0 {
        reversed.checked_shl(shift.unsigned_abs())
    } else {
        reversed.checked_shr(shift.unsigned_abs())
    };
    moved.unwrap_or(0)
}

impl Propagator for Narrow {
    fn propagate(&mut self, store: &mut Store, _changed: Changed<'_>) -> Result<Status, Conflict> {
        let shifts = self.corners.map(|x| store.base(x) - 1);
        let set = |i: usize| store.words(self.corners[i])[0] << shifts[i];
        let [a_set, b_set, c_set] = [set(0), set(1), set(2)];
        let mut kept = [0; 3];
        let mut left = a_set;
        while left != 0 {
            let a = left.trailing_zeros() as i32 + 1;
            left &= left - 1;
            let rest = self.sum - a;
            // What b can be: neither a, nor what makes c equal a, nor half of the rest.
            let half = if rest % 2 == 0 { only(rest / 2) } else { 0 };
            let b = b_set & mirrored(c_set, rest) & !(only(a) | only(rest - a) | half);
            if b != 0 {
                kept[0] |= only(a);
                kept[1] |= b;
                kept[2] |= mirrored(b, rest);
            }
        }
        for i in 0..3 {
            store.keep(self.corners[i], &[kept[i] >> shifts[i]])?;
        }
        let fixed = kept.iter().filter(|set| set.is_power_of_two()).count();
        Ok(if fixed >= 2 { Status::Entailed } else { Status::Fixpoint })
    }
}

/// Reasons on bounds while three corners are open, and value by value when two
/// are.
#[derive(Debug)]
pub(super) struct Wide {
    pub(super) corners: [Var; 3],
    pub(super) sum: i32,
    /// Scratch: a domain.
    pub(super) kept: Vec<u64>,
}

impl Propagator for Wide {
    fn propagate(&mut self, store: &mut Store, _changed: Changed<'_>) -> Result<Status, Conflict> {
        // Fixed corners first.
        let mut corners = self.corners;
        corners.sort_by_key(|&x| !store.is_fixed(x));
        let fixed = corners.iter().filter(|&&x| store.is_fixed(x)).count();
        let [x, y, z] = corners;
        match fixed {
            0 => {
                for [x, y, z] in [[x, y, z], [y, z, x], [z, x, y]] {
                    self.narrow(store, x, [y, z])?;
                }
                // New bounds of one may tighten another.
                Ok(Status::Again)
            }
            1 => {
                let rest = self.sum - store.min(x);
                self.mirror(store, y, z, rest)?;
                self.mirror(store, z, y, rest)?;
                Ok(if store.is_fixed(y) { Status::Entailed } else { Status::Fixpoint })
            }
            _ => {
                let (a, b) = (store.min(x), store.min(y));
                let c = self.sum - a - b;
                store.fix(z, c)?;
                if differ(a, b, c) { Ok(Status::Entailed) } else { Err(Conflict) }
            }
        }
    }
}

impl Wide {
    /// Bounds `x` by the least and the most that the two others leave.
    fn narrow(&self, store: &mut Store, x: Var, [y, z]: [Var; 2]) -> Result<(), Conflict> {
        let most = store.max(y) + store.max(z) - i32::from(store.max(y) == store.max(z));
        let least = store.min(y) + store.min(z) + i32::from(store.min(y) == store.min(z));
        store.at_least(x, self.sum - most)?;
        store.at_most(x, self.sum - least)
    }

    /// Keeps the values of `x` that a different value of `y` completes to
    /// `rest`.
    fn mirror(&mut self, store: &mut Store, x: Var, y: Var, rest: i32) -> Result<(), Conflict> {
        let third = self.sum - rest;
        let base = store.base(x);
        self.kept.clear();
        self.kept.resize(store.words(x).len(), 0);
        for value in store.values(x) {
            let other = rest - value;
            if differ(value, other, third) && store.contains(y, other) {
                let bit = (value - base) as usize;
                self.kept[bit / 64] |= 1 << (bit % 64);
            }
        }
        store.keep(x, &self.kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_keep_their_promises() {
        fd::harness::verify("corners", 300, |random| {
            let mut model = Model::new();
            let most = *random.pick(&[8, 8, 64, 100]).unwrap();
            let corners = std::array::from_fn(|_| {
                let least = random.within(1, most - 7);
                random.var(&mut model, least, least + 7)
            });
            let sum = random.within(3, 3 * most);
            model.post(Corners { corners, sum, most }).unwrap();
            model
        });
    }

    #[test]
    fn corners_refuse_what_is_out_of_range() {
        let mut model = Model::new();
        let x = model.vars(3, 0..=5).unwrap();
        assert!(model.post(Corners { corners: [x[0], x[1], x[2]], sum: 6, most: 5 }).is_err());
    }
}
