//! Variables that are others and a number: one domain, looked at from several places.

use crate::names::{Atom, Names, Slot};
use crate::syntax::{Call, Program, Set};
use std::collections::HashMap;

/// Which variables lie a fixed distance above others.
#[derive(Debug, Default)]
pub(crate) struct Views(HashMap<Slot, View>);

/// A variable that is another one, which stands before it in the file, and a number.
#[derive(Debug, Clone, Copy)]
pub(crate) struct View {
    pub(crate) of: Slot,
    pub(crate) by: i64,
    /// The number of the constraint that says so.
    pub(crate) call: usize,
}

impl Views {
    /// Those that `int_lin_eq` states. Both variables then have no values but those that the other allows.
    pub(crate) fn of<'t>(names: &mut Names<'t>, program: &Program<'t>) -> Views {
        let mut views = Views::default();
        for (number, call) in program.constraints.iter().enumerate() {
            if let Some((x, y, by)) = distance(names, call) {
                views.link(x, y, by, number);
            }
        }
        let mut slots: Vec<Slot> = views.0.keys().copied().collect();
        slots.sort_unstable();
        for &slot in &slots {
            let View { of, by, .. } = views.end(slot);
            let allowed = names.domain(slot).shifted(-by);
            names.confine(Atom::Variable(of), &allowed);
        }
        for slot in slots {
            let View { of, by, .. } = views.end(slot);
            let allowed = names.domain(of).shifted(by);
            names.confine(Atom::Variable(slot), &allowed);
        }
        views
    }

    /// What a variable is a view of, if it is one.
    pub(crate) fn get(&self, slot: Slot) -> Option<View> {
        self.0.get(&slot).copied()
    }

    /// Takes in that `x` is `y` and a number.
    fn link(&mut self, x: Slot, y: Slot, by: i64, call: usize) {
        let (x, y) = (self.end(x), self.end(y));
        let by = by + y.by - x.by;
        // What is said of two views of one variable remains to be propagated.
        if y.of < x.of {
            self.0.insert(x.of, View { of: y.of, by, call });
        } else if x.of < y.of {
            self.0.insert(y.of, View { of: x.of, by: -by, call });
        }
    }

    /// What a variable is in the end: a number more than one that is no view.
    fn end(&mut self, slot: Slot) -> View {
        let mut way = Vec::new();
        let mut end = slot;
        while let Some(view) = self.0.get(&end) {
            way.push(end);
            end = view.of;
        }
        let mut distance = 0;
        for &slot in way.iter().rev() {
            if let Some(view) = self.0.get_mut(&slot) {
                distance += view.by;
                *view = View { of: end, by: distance, ..*view };
            }
        }
        View { of: end, by: distance, call: 0 }
    }
}

/// The variables and the number of `x = y + number`, if a constraint says that.
fn distance(names: &Names<'_>, call: &Call<'_>) -> Option<(Slot, Slot, i64)> {
    let ("int_lin_eq", [factors, vars, sum]) = (call.name, call.arguments.as_slice()) else { return None };
    let (factors, vars) = (names.array(factors, call.at).ok()?, names.array(vars, call.at).ok()?);
    let ([Atom::Number(a), Atom::Number(b)], [Atom::Variable(x), Atom::Variable(y)]) = (&*factors, &*vars) else {
        return None;
    };
    let Atom::Number(sum) = names.atom(sum, call.at).ok()? else { return None };
    let (x, y) = (names.first(*x), names.first(*y));
    // No two values are farther apart.
    let by = sum.checked_mul(*a).filter(|by| by.unsigned_abs() < 1 << 32)?;
    // What nothing gives bounds is told of as such.
    let bounded = !names.is_unbounded(x) && !names.is_unbounded(y);
    (matches!((a, b), (1, -1) | (-1, 1)) && bounded).then_some((x, y, by))
}

impl Set {
    /// Each number and this one.
    fn shifted(&self, by: i64) -> Set {
        Set(self.0.iter().map(|&(first, last)| (first.saturating_add(by), last.saturating_add(by))).collect())
    }
}
