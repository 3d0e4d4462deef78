//! The relation between a cell and the two below it.

use crate::bits::members;
use fd::constraints::{Table, Tuples};
use fd::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Var, Wake, Words,
};
use std::sync::Arc;

/// A set of digits: bit `d - 1` stands for `d`.
pub(super) type Digits = u16;
const ALL: Digits = (1 << 9) - 1;

const fn bit(digit: usize) -> Digits {
    1 << (digit - 1)
}

/// What stands on two digits.
const fn made_of(a: usize, b: usize) -> Digits {
    let (less, more) = if a < b { (a, b) } else { (b, a) };
    let mut made = 0;
    if a + b <= 9 {
        made |= bit(a + b);
    }
    if less < more {
        made |= bit(more - less);
    }
    if a * b <= 9 {
        made |= bit(a * b);
    }
    if more.is_multiple_of(less) {
        made |= bit(more / less);
    }
    made
}

/// The relation by sets. The first index is a digit below, less 1; the order
/// of the two digits below does not matter.
struct Sets {
    /// With the other digit below in a set: what can stand on the two.
    above: [[Digits; 512]; 9],
    /// With the cell above in a set: what the other digit below can be.
    beside: [[Digits; 512]; 9],
}

static SETS: Sets = sets();

const fn sets() -> Sets {
    let mut sets = Sets { above: [[0; 512]; 9], beside: [[0; 512]; 9] };
    let mut a = 1;
    while a <= 9 {
        // The single digits first; then every set is what it is without its
        // lowest digit, and that digit.
        let mut b = 1;
        while b <= 9 {
            let made = made_of(a, b);
            sets.above[a - 1][bit(b) as usize] = made;
            let mut top = 1;
            while top <= 9 {
                if made & bit(top) != 0 {
                    sets.beside[a - 1][bit(top) as usize] |= bit(b);
                }
                top += 1;
            }
            b += 1;
        }
        let mut set = 1_usize;
        while set < 512 {
            let lowest = set & set.wrapping_neg();
            sets.above[a - 1][set] = sets.above[a - 1][set ^ lowest] | sets.above[a - 1][lowest];
            sets.beside[a - 1][set] = sets.beside[a - 1][set ^ lowest] | sets.beside[a - 1][lowest];
            set += 1;
        }
        a += 1;
    }
    sets
}

/// The digits that can stand on `a` and `b`, which are digits themselves.
pub(in crate::aztec) fn above(a: usize, b: usize) -> impl Iterator<Item = usize> {
    members(SETS.above[a - 1][bit(b) as usize].into()).map(|digit| digit + 1)
}

/// `top` is `a + b`, `|a - b|`, `a * b`, or the exact quotient of `a` and `b`;
/// all three are digits.
#[derive(Debug, Clone, Copy)]
pub(in crate::aztec) struct MadeOf {
    top: Var,
    left: Var,
    right: Var,
}

impl MadeOf {
    /// The first variable is made from the two others.
    pub(in crate::aztec) fn new([top, left, right]: [Var; 3]) -> MadeOf {
        MadeOf { top, left, right }
    }
}

impl Constraint for MadeOf {
    fn name(&self) -> &'static str {
        "made"
    }

    fn scope(&self) -> Vec<Var> {
        vec![self.top, self.left, self.right]
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let digit = |x| usize::try_from(value(x)).ok().filter(|digit| (1..=9).contains(digit));
        match (digit(self.top), digit(self.left), digit(self.right)) {
            (Some(top), Some(a), Some(b)) => made_of(a, b) & bit(top) != 0,
            _ => false,
        }
    }

    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        let fits = |x| (1..=9).contains(&model.domain(x).min()) && model.domain(x).max() <= 9;
        if self.scope().into_iter().all(fits) {
            return Ok(());
        }
        let problem = "its variables are digits from 1 to 9".to_owned();
        Err(ModelError::Malformed { constraint: "made", problem })
    }

    fn post(&self, post: &mut Post<'_>) {
        let wakes = self.scope().into_iter().map(|x| Wake::on(x, Event::ANY));
        post.add(Priority::Unit, *self, &wakes.collect::<Vec<_>>());
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        let pairs = (1..=9).flat_map(|a| (1..=9).map(move |b| (a, b)));
        let triples = pairs.flat_map(|(a, b)| above(a, b).map(move |top| [a, b, top].map(|digit| digit as i32)));
        into.post(Table::new(&[self.left, self.right, self.top], &Arc::new(Tuples::new(triples))))?;
        Ok(true)
    }
}

/// A table whose first index is a set of digits in two parts: those up to 5, and
/// the others. Two short tables stay in the cache where a long one does not.
type Halves = ([[Digits; 512]; 32], [[Digits; 512]; 16]);

/// As [`Sets`], with a set of digits for the first index.
static ABOVE: Halves = halves(&SETS.above);
static BESIDE: Halves = halves(&SETS.beside);

const fn halves(by_digit: &[[Digits; 512]; 9]) -> Halves {
    let mut halves = ([[0; 512]; 32], [[0; 512]; 16]);
    let mut digit = 0;
    while digit < 9 {
        let mut second = 0;
        while second < 512 {
            let mut set = 0;
            while set < 32 {
                if digit < 5 && set >> digit & 1 == 1 {
                    halves.0[set][second] |= by_digit[digit][second];
                } else if digit >= 5 && set < 16 && set >> (digit - 5) & 1 == 1 {
                    halves.1[set][second] |= by_digit[digit][second];
                }
                set += 1;
            }
            second += 1;
        }
        digit += 1;
    }
    halves
}

#[inline(always)]
fn look_up(table: &Halves, first: Digits, second: Digits) -> Digits {
    let second = usize::from(second & ALL);
    table.0[usize::from(first & 31)][second] | table.1[usize::from(first >> 5 & 15)][second]
}

/// What is part of a triple: of the digits above, on the left and on the right.
#[inline(always)]
pub(super) fn supported([tops, lefts, rights]: [Digits; 3]) -> [Digits; 3] {
    let kept_tops = look_up(&ABOVE, lefts, rights) & tops;
    let kept_lefts = look_up(&BESIDE, rights, tops) & lefts;
    let kept_rights = look_up(&BESIDE, lefts, tops) & rights;
    [kept_tops, kept_lefts, kept_rights]
}

/// The values of a variable whose domain lies within the digits.
#[inline]
pub(super) fn digits(store: &Store, x: Var) -> Digits {
    (store.words(x)[0] << (store.base(x) - 1)) as Digits & ALL
}

#[inline]
pub(super) fn keep(store: &mut Store, x: Var, set: Digits) -> Result<(), Conflict> {
    store.keep(x, &[u64::from(set) >> (store.base(x) - 1)])
}

/// Keeps what is part of a triple.
impl Propagator for MadeOf {
    fn propagate(&mut self, store: &mut Store, _changed: Changed<'_>) -> Result<Status, Conflict> {
        let MadeOf { top, left, right } = *self;
        let (tops, lefts, rights) = (digits(store, top), digits(store, left), digits(store, right));
        let kept = supported([tops, lefts, rights]);
        keep(store, top, kept[0])?;
        keep(store, left, kept[1])?;
        keep(store, right, kept[2])?;
        let fixed = kept.into_iter().filter(|set| set.is_power_of_two()).count();
        Ok(if fixed >= 2 { Status::Entailed } else { Status::Fixpoint })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn made_keeps_its_promises() {
        fd::harness::verify("made", 300, |random| {
            let mut model = Model::new();
            let triple = std::array::from_fn(|_| random.var(&mut model, 1, 9));
            model.post(MadeOf::new(triple)).unwrap();
            model
        });
    }

    #[test]
    fn made_refuses_what_is_not_a_digit() {
        let mut model = Model::new();
        let digits = model.vars(2, 1..=9).unwrap();
        let other = model.var(0..=9).unwrap();
        assert!(model.post(MadeOf::new([digits[0], digits[1], other])).is_err());
    }
}
