//! Two variables that determine each other.

use crate::constraints::interval::{ascending, between_bounds, descending, saturated};
use crate::{Changed, Conflict, Propagator, Status, Store, Var, Words};

/// How `y` follows from `x`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pair {
    /// `y = x + constant`
    Shift(i64),
    /// `y = constant - x`
    Mirror(i64),
}

/// Beyond this a constant makes the pair impossible, whatever the domains.
const FARTHEST: i64 = 1 << 32;

impl Pair {
    /// How `y` follows from `x` in `a * x + b * y = rhs`, if `a` and `b` are 1 or -1.
    pub(super) fn from_coefficients(a: i64, b: i64, rhs: i64) -> Option<Pair> {
        let rhs = rhs.clamp(-FARTHEST, FARTHEST);
        match (a, b) {
            (1, 1) => Some(Pair::Mirror(rhs)),
            (-1, -1) => Some(Pair::Mirror(-rhs)),
            (-1, 1) => Some(Pair::Shift(rhs)),
            (1, -1) => Some(Pair::Shift(-rhs)),
            _ => None,
        }
    }

    /// Whether `y` lies this far above `x`.
    pub(super) fn is_shift(self, distance: i64) -> bool {
        self == Pair::Shift(distance)
    }

    /// How `x` follows from `y`.
    fn inverse(self) -> Pair {
        match self {
            Pair::Shift(constant) => Pair::Shift(-constant),
            Pair::Mirror(constant) => Pair::Mirror(constant),
        }
    }

    /// The value of `y` that follows from this value of `x`.
    #[inline]
    fn follow(self, value: i32) -> i32 {
        saturated(match self {
            Pair::Shift(constant) => constant + i64::from(value),
            Pair::Mirror(constant) => constant - i64::from(value),
        })
    }

    /// Which of the 64 values of `y` from `from` on follow from a value of `x`.
    #[inline]
    fn image(self, store: &Store, x: Var, from: i64) -> u64 {
        match self {
            Pair::Shift(constant) => ascending(store, x, from - constant),
            Pair::Mirror(constant) => descending(store, x, constant - from),
        }
    }

    /// Whether some value of `y` follows from a value of `x`.
    pub(super) fn is_possible(self, store: &Store, x: Var, y: Var) -> bool {
        between_bounds(store, y).any(|(i, from)| store.words(y)[i] & self.image(store, x, from) != 0)
    }

    /// Removes from `y` what follows from no value of `x`.
    #[inline]
    fn narrow(self, store: &mut Store, x: Var, y: Var, scratch: &mut [u64]) -> Result<(), Conflict> {
        for (i, from) in between_bounds(store, y) {
            scratch[i] = self.image(store, x, from);
        }
        store.keep(y, scratch)
    }
}

/// Keeps two domains images of each other, a word at a time.
#[derive(Debug)]
pub(super) struct PairDomains {
    x: Var,
    y: Var,
    pair: Pair,
    /// As long as the longer domain.
    scratch: Box<[u64]>,
}

impl PairDomains {
    pub(super) fn new(store: &Store, x: Var, y: Var, pair: Pair) -> PairDomains {
        let words = store.words(x).len().max(store.words(y).len());
        PairDomains { x, y, pair, scratch: vec![0; words].into() }
    }
}

impl Propagator for PairDomains {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        self.pair.narrow(store, self.x, self.y, &mut self.scratch)?;
        self.pair.inverse().narrow(store, self.y, self.x, &mut self.scratch)?;
        Ok(if store.is_fixed(self.x) { Status::Entailed } else { Status::Fixpoint })
    }
}

/// Keeps two domains of one word each images of each other.
#[derive(Debug)]
pub(super) struct PairWords {
    x: Var,
    y: Var,
    /// Whether `y` falls as `x` grows: the bits of either are read backwards.
    mirrored: bool,
    /// How far up the bits of `x`, read so, move to be those of `y`.
    distance: i64,
}

impl PairWords {
    /// `None` when a domain has more than one word.
    pub(super) fn new(store: &Store, x: Var, y: Var, pair: Pair) -> Option<PairWords> {
        if store.words(x).len() > 1 || store.words(y).len() > 1 {
            return None;
        }
        let (x_base, y_base) = (i64::from(store.base(x)), i64::from(store.base(y)));
        Some(match pair {
            Pair::Shift(constant) => PairWords { x, y, mirrored: false, distance: constant + x_base - y_base },
            Pair::Mirror(constant) => PairWords { x, y, mirrored: true, distance: constant - x_base - y_base - 63 },
        })
    }
}

impl Propagator for PairWords {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let &mut PairWords { x, y, mirrored, distance } = self;
        let read = |word: u64| if mirrored { word.reverse_bits() } else { word };
        let image = moved_up(read(store.word(x)), distance);
        store.keep_word(y, image)?;
        // Backwards the bits are read after they have been moved.
        let image = read(moved_up(store.word(y), -distance));
        store.keep_word(x, image)?;
        Ok(if image.is_power_of_two() { Status::Entailed } else { Status::Fixpoint })
    }
}

/// The bits of a word moved up, or down by a negative distance.
#[inline]
fn moved_up(word: u64, distance: i64) -> u64 {
    match distance {
        0..64 => word << distance,
        -63..0 => word >> -distance,
        _ => 0,
    }
}

/// Has `y` differ from what follows from `x`, once either is fixed.
#[derive(Debug)]
pub(super) struct PairDiffers {
    pub(super) x: Var,
    pub(super) y: Var,
    pub(super) pair: Pair,
}

impl Propagator for PairDiffers {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        if let Some(value) = store.value(self.x) {
            store.remove(self.y, self.pair.follow(value))?;
        } else if let Some(value) = store.value(self.y) {
            store.remove(self.x, self.pair.inverse().follow(value))?;
        } else {
            return Ok(Status::Fixpoint);
        }
        Ok(Status::Entailed)
    }
}
