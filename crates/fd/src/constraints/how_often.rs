//! How often something may happen.

use crate::{Conflict, Store, Var};
use std::ops::RangeInclusive;

/// How often: a variable, or a range of numbers. Made from either, or from a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HowOften(Kind);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Var(Var),
    Range(i32, i32),
}

impl From<Var> for HowOften {
    fn from(n: Var) -> HowOften {
        HowOften(Kind::Var(n))
    }
}

impl From<i32> for HowOften {
    fn from(n: i32) -> HowOften {
        HowOften(Kind::Range(n, n))
    }
}

impl From<RangeInclusive<i32>> for HowOften {
    fn from(range: RangeInclusive<i32>) -> HowOften {
        HowOften(Kind::Range(*range.start(), *range.end()))
    }
}

/// Counts are far below 2^31: each variable of a model stands for one at most
/// a few times.
fn signed(count: u32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

impl HowOften {
    /// The variable, if it is one.
    pub(super) fn var(self) -> Option<Var> {
        match self.0 {
            Kind::Var(n) => Some(n),
            Kind::Range(..) => None,
        }
    }

    /// Whether it may be `count`.
    pub(super) fn allows(self, count: u32, value: &dyn Fn(Var) -> i32) -> bool {
        match self.0 {
            Kind::Var(n) => value(n) == signed(count),
            Kind::Range(min, max) => (min..=max).contains(&signed(count)),
        }
    }

    /// Whether it may be some number from `low` to `high`.
    pub(super) fn meets(self, store: &Store, low: u32, high: u32) -> bool {
        match self.0 {
            Kind::Var(n) => store.next_from(n, signed(low)).is_some_and(|next| next <= signed(high)),
            Kind::Range(min, max) => min.max(signed(low)) <= max.min(signed(high)),
        }
    }

    /// Whether it is satisfied by all numbers from `low` to `high`.
    pub(super) fn covers(self, store: &Store, low: u32, high: u32) -> bool {
        match self.0 {
            Kind::Var(n) => low == high && store.value(n) == Some(signed(low)),
            Kind::Range(min, max) => min <= signed(low) && signed(high) <= max,
        }
    }

    /// Makes it a number from `low` to `high`; what it may be then is returned.
    pub(super) fn narrow(self, store: &mut Store, low: u32, high: u32) -> Result<(u32, u32), Conflict> {
        let (min, max) = match self.0 {
            Kind::Var(n) => {
                store.at_least(n, signed(low))?;
                store.at_most(n, signed(high))?;
                (store.min(n), store.max(n))
            }
            Kind::Range(min, max) => (min.max(signed(low)), max.min(signed(high))),
        };
        if min > max { Err(Conflict) } else { Ok((min.unsigned_abs(), max.unsigned_abs())) }
    }

    /// All other numbers from 0 to `all`, if they are a range.
    pub(super) fn complement(self, all: u32) -> Option<HowOften> {
        let Kind::Range(min, max) = self.0 else { return None };
        if min > max {
            Some(HowOften::from(0..=signed(all)))
        } else if min <= 0 {
            Some(HowOften::from(max.max(-1).saturating_add(1)..=signed(all)))
        } else {
            (max >= signed(all)).then(|| HowOften::from(0..=min - 1))
        }
    }

    /// That the expression `sum` is as often, in MiniZinc.
    pub(super) fn minizinc(self, sum: &str, name: &dyn Fn(Var) -> String) -> String {
        match self.0 {
            Kind::Var(n) => format!("{sum} = {}", name(n)),
            Kind::Range(min, max) if min == max => format!("{sum} = {min}"),
            Kind::Range(min, max) => format!("{sum} >= {min} /\\ {sum} <= {max}"),
        }
    }
}
