//! The relation between the corners of a small triangle and its sum, while
//! the sum may be unknown.

use super::corners::{Narrow, Wide, check, differ};
use fd::constraints::AllDifferent;
use fd::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Var, Wake,
};

/// `a + b + c = total`, and the three differ, as any two of them lie on a line.
///
/// With a known total it is as strong as
/// [`Corners`](super::super::corners::Corners). With an unknown one it does
/// almost nothing: in a stencil, that is a sum that is not given.
#[derive(Debug, Clone, Copy)]
pub(super) struct Total {
    pub(super) corners: [Var; 3],
    pub(super) total: Var,
    /// The numbers go from 1 to this.
    pub(super) most: i32,
}

impl Constraint for Total {
    fn name(&self) -> &'static str {
        "total"
    }

    fn scope(&self) -> Vec<Var> {
        let [a, b, c] = self.corners;
        vec![a, b, c, self.total]
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let [a, b, c] = self.corners.map(value);
        differ(a, b, c) && a + b + c == value(self.total)
    }

    fn consistency(&self) -> Consistency {
        Consistency::Forward
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        check(self.name(), &self.corners, self.most, model)
    }

    fn post(&self, post: &mut Post<'_>) {
        let &Total { corners, total, most } = self;
        let whole = post.store().size(total);
        let [a, b, c] = corners.map(|x| Wake::on(x, Event::ANY));
        let wakes = [a, b, c, Wake::on(total, Event::ANY)];
        let scratch = (most > 64).then(Vec::new);
        post.add(Priority::Unit, Adding { corners, total, whole, scratch }, &wakes);
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        let [a, b, c] = self.corners;
        into.post((a + b + c - self.total).equals(0))?;
        into.post(AllDifferent::new(&self.corners))?;
        Ok(true)
    }
}

/// Works with a known total; with an unknown one it waits until two corners are
/// fixed.
#[derive(Debug)]
struct Adding {
    corners: [Var; 3],
    total: Var,
    /// The number of totals at the root.
    whole: u32,
    /// Where the numbers do not fit a word.
    scratch: Option<Vec<u64>>,
}

impl Propagator for Adding {
    #[inline]
    fn propagate(&mut self, store: &mut Store, changed: Changed<'_>) -> Result<Status, Conflict> {
        let corners = self.corners;
        let Some(sum) = store.value(self.total) else { return self.wait(store) };
        let Some(kept) = &mut self.scratch else { return Narrow { corners, sum }.propagate(store, changed) };
        let mut wide = Wide { corners, sum, kept: std::mem::take(kept) };
        let status = wide.propagate(store, changed);
        *kept = wide.kept;
        status
    }
}

impl Adding {
    fn wait(&self, store: &mut Store) -> Result<Status, Conflict> {
        let mut open = self.corners.iter().copied().filter(|&x| !store.is_fixed(x));
        let (first, second) = (open.next(), open.next());
        let Some(x) = first else {
            let [a, b, c] = self.corners.map(|x| store.min(x));
            store.fix(self.total, a + b + c)?;
            return if differ(a, b, c) { Ok(Status::Entailed) } else { Err(Conflict) };
        };
        if second.is_none() && store.size(self.total) < self.whole {
            self.filter(store, x)?;
        }
        Ok(Status::Again)
    }

    /// Keeps what the last open corner can be beside the two others.
    fn filter(&self, store: &mut Store, x: Var) -> Result<(), Conflict> {
        let mut others = self.corners.iter().filter(|&&y| y != x).map(|&y| store.min(y));
        let (a, b) = (others.next().unwrap_or(0), others.next().unwrap_or(0));
        let mut next = Some(store.min(x));
        while let Some(value) = next {
            if !(differ(a, b, value) && store.contains(self.total, a + b + value)) {
                store.remove(x, value)?;
            }
            next = store.next_from(x, value + 1);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_keep_their_promises() {
        fd::harness::verify("total", 300, |random| {
            let mut model = Model::new();
            let most = *random.pick(&[6, 6, 64, 100]).unwrap();
            let corners = std::array::from_fn(|_| {
                let least = random.within(1, most - 5);
                random.var(&mut model, least, least + 5)
            });
            let total = match random.below(3) {
                0 => {
                    let known = random.within(3, 3 * most);
                    model.var(known..=known).unwrap()
                }
                _ => {
                    let least = random.within(3, (3 * most - 20).max(3));
                    random.var(&mut model, least, least + 20)
                }
            };
            model.post(Total { corners, total, most }).unwrap();
            model
        });
    }

    #[test]
    fn totals_refuse_what_is_out_of_range() {
        let mut model = Model::new();
        let x = model.vars(3, 0..=5).unwrap();
        let total = model.var(6..=12).unwrap();
        assert!(model.post(Total { corners: [x[0], x[1], x[2]], total, most: 5 }).is_err());
    }
}
