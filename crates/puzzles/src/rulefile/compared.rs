//! Two counts that share places: what is left of each differs as they do.

use crate::{Instance, Rule, Sort};
use fd::constraints::Sum;
use fd::{Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status};
use fd::{Store, Var, Wake};

/// At `more` there is 1 as often as at `fewer`, and `by` times more. All variables are 0 or 1.
#[derive(Debug, Clone)]
pub(super) struct Compared {
    pub(super) more: Vec<Var>,
    pub(super) fewer: Vec<Var>,
    pub(super) by: usize,
}

impl Constraint for Compared {
    fn name(&self) -> &'static str {
        "compared"
    }

    fn scope(&self) -> Vec<Var> {
        self.more.iter().chain(&self.fewer).copied().collect()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let ones = |vars: &[Var]| vars.iter().filter(|&&x| value(x) == 1).count();
        ones(&self.more) == ones(&self.fewer) + self.by
    }

    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    fn post(&self, post: &mut Post<'_>) {
        let wakes: Vec<Wake> = self.scope().into_iter().map(|x| Wake::on(x, Event::ANY)).collect();
        post.add(Priority::Last, Prune(self.clone()), &wakes);
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        let sum = self.more.iter().fold(Sum::from(-(self.by as i64)), |sum, &x| sum + Sum::term(1, x));
        let sum = self.fewer.iter().fold(sum, |sum, &x| sum + Sum::term(-1, x));
        into.post(sum.equals(0))?;
        Ok(true)
    }
}

/// What follows from two counts.
pub(super) static RULE: Rule = Rule {
    name: "two-counts",
    says: "What only one of two counts has differs from what only the other has as they do.",
};

/// How hard it is to compare two counts.
const COMPARING: u32 = 6;
/// The most pairs of counts that are compared.
const MOST_PAIRS: usize = 10_000;

/// A clue that counts: how many ones there are, and the places.
pub(super) type Counted = (Instance, usize, Vec<usize>);

/// The places that only the greater of two counts has, those that only the other has, and by how much they differ.
pub(super) type Difference = ([Vec<usize>; 2], usize);

/// By how much any two counts differ that have places in common.
pub(super) fn differences(counts: &[Counted]) -> impl Iterator<Item = (Instance, Difference)> {
    let pairs = counts.iter().enumerate().flat_map(|(at, one)| counts[at + 1..].iter().map(move |two| [one, two]));
    // Two that share a place alone say no more than each by itself.
    let share = |[(_, _, one), (_, _, two)]: &[&Counted; 2]| one.iter().filter(|at| two.contains(at)).count() > 1;
    pairs.filter(share).take(MOST_PAIRS).map(|mut pair| {
        pair.sort_by_key(|(_, ones, _)| std::cmp::Reverse(*ones));
        let [(one, most, more), (two, least, fewer)] = pair;
        let only = |own: &[usize], other: &[usize]| own.iter().copied().filter(|at| !other.contains(at)).collect();
        let only: [Vec<usize>; 2] = [only(more, fewer), only(fewer, more)];
        let (by, a, b) = (most - least, &one.at, &two.at);
        let (says, fails) = match by {
            0 => (format!("{a} and {b} count the same"), format!("{a} and {b} cannot count the same")),
            _ => (format!("{a} counts {by} more than {b}"), format!("{a} cannot count {by} more than {b}")),
        };
        let instance = Instance {
            rule: &RULE,
            cost: COMPARING,
            places: only.concat(),
            targets: [one.targets.clone(), two.targets.clone()].concat(),
            at: format!("{a} and {b}"),
            sort: Sort::Counts,
            says: format!("beside what they share, {says}"),
            fails: format!("{fails} beside what they share"),
            ..one.clone()
        };
        (instance, (only, by))
    })
}

#[derive(Debug)]
struct Prune(Compared);

impl Propagator for Prune {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let Compared { more, fewer, by } = &self.0;
        let bounds = |vars: &[Var]| {
            let least = vars.iter().filter(|&&x| !store.contains(x, 0)).count();
            (least, vars.iter().filter(|&&x| store.contains(x, 1)).count())
        };
        let ((least, most), (few, many)) = (bounds(more), bounds(fewer));
        narrow(store, more, (least, most), (few + by, many + by))?;
        let most = most.checked_sub(*by).ok_or(Conflict)?;
        narrow(store, fewer, (few, many), (least.saturating_sub(*by), most))?;
        Ok(Status::Fixpoint)
    }
}

/// There are as few ones as there must be, or as many as there can be, if `wanted` leaves nothing else.
fn narrow(store: &mut Store, vars: &[Var], possible: (usize, usize), wanted: (usize, usize)) -> Result<(), Conflict> {
    let value = match () {
        () if wanted.1 < possible.0 || wanted.0 > possible.1 => return Err(Conflict),
        () if possible.0 == possible.1 => return Ok(()),
        () if wanted.1 == possible.0 => 1,
        () if wanted.0 == possible.1 => 0,
        () => return Ok(()),
    };
    let open: Vec<Var> = vars.iter().copied().filter(|&x| store.size(x) > 1).collect();
    open.into_iter().try_for_each(|x| store.remove(x, value).map(|_| ()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compared_keeps_its_promises() {
        fd::harness::verify("compared", 300, |random| {
            let mut model = Model::new();
            let more = random.vars(&mut model, 3, 0, 1);
            let fewer = random.vars(&mut model, 2, 0, 1);
            let by = random.below(3) as usize;
            model.post(Compared { more, fewer, by }).unwrap();
            model
        });
    }

    /// Whatever both counts allow, their difference allows.
    #[test]
    fn differences_follow_from_both_counts() {
        let mut random = fd::Random::new(1);
        let mut found = 0;
        for _ in 0..200 {
            let board = random.below(1 << 8);
            let ones = |board: u32, places: &[usize]| places.iter().filter(|&&place| board >> place & 1 == 1).count();
            let counts = [0, 1].map(|_| {
                let places: Vec<usize> = (0..8).filter(|_| random.chance(1, 2)).collect();
                (Instance::new(&RULE, 1, "", ""), ones(board, &places), places)
            });
            let is_allowed = |board: &u32| counts.iter().all(|(_, count, places)| ones(*board, places) == *count);
            let shared = counts[0].2.iter().filter(|place| counts[1].2.contains(place)).count();
            assert_eq!(differences(&counts).count(), usize::from(shared > 1));
            for (_, ([more, fewer], by)) in differences(&counts) {
                found += 1;
                let mut allowed = (0..1 << 8).filter(is_allowed);
                assert!(allowed.all(|board| ones(board, &more) == ones(board, &fewer) + by));
                assert!(more.iter().all(|place| !fewer.contains(place)));
            }
        }
        assert!(found > 50);
    }
}
