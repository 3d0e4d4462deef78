//! The two filled positions of a line, as variables.

use super::bits::Bits;
use fd::Var;

/// The two filled positions of a line, as variables.
#[derive(Debug, Clone, Copy)]
pub(super) enum Ends {
    /// A line with a clue: `first`, and the position `step` after it.
    Spaced { first: Var, step: usize },
    /// A line without: `first`, and `last`, which is at least two further on.
    Free { first: Var, last: Var },
    /// A line whose clue is a variable too: `gap` empty cells lie between
    /// `first` and `last`.
    Measured { first: Var, last: Var, gap: Var },
}

impl Ends {
    pub(super) fn vars(self) -> impl Iterator<Item = Var> {
        let gap = match self {
            Ends::Measured { gap, .. } => Some(gap),
            Ends::Spaced { .. } | Ends::Free { .. } => None,
        };
        self.positions().chain(gap)
    }

    /// The variables that are positions.
    pub(super) fn positions(self) -> impl Iterator<Item = Var> {
        match self {
            Ends::Spaced { first, .. } => [Some(first), None],
            Ends::Free { first, last } | Ends::Measured { first, last, .. } => [Some(first), Some(last)],
        }
        .into_iter()
        .flatten()
    }

    /// The two positions under an assignment.
    pub(super) fn values(self, value: &dyn Fn(Var) -> i32) -> (i32, i32) {
        match self {
            Ends::Spaced { first, step } => (value(first), value(first) + step as i32),
            Ends::Free { first, last } | Ends::Measured { first, last, .. } => (value(first), value(last)),
        }
    }

    /// Whether a variable for the gap says what it is under an assignment.
    pub(super) fn measures(self, value: &dyn Fn(Var) -> i32) -> bool {
        match self {
            Ends::Measured { first, last, gap } => value(gap) == value(last) - value(first) - 1,
            Ends::Spaced { .. } | Ends::Free { .. } => true,
        }
    }
}

/// What a pair of ends can be where a line has no clue.
#[derive(Clone, Copy)]
pub(super) struct Pairs<const W: usize> {
    pub(super) firsts: Bits<W>,
    pub(super) lasts: Bits<W>,
    /// A position that is known to be filled.
    pub(super) filled: Option<usize>,
}

impl<const W: usize> Pairs<W> {
    /// Leaves only firsts and lasts with one of these gaps between them.
    pub(super) fn measure(&mut self, gaps: Bits<W>) {
        let Pairs { firsts, lasts, filled } = *self;
        let (mut near, mut far) = (Bits::NONE, Bits::NONE);
        match filled {
            None => {
                for gap in gaps.iter() {
                    near = near | lasts.down(gap + 1);
                    far = far | firsts.up(gap + 1);
                }
            }
            Some(i) => {
                near.insert(i);
                gaps.iter().filter_map(|gap| i.checked_sub(gap + 1)).for_each(|first| near.insert(first));
                far = Bits::one(i) | gaps.up(i + 1);
            }
        }
        self.firsts = firsts & near;
        self.lasts = lasts & far;
    }

    /// Leaves only firsts and lasts that go together and include what is
    /// filled; says whether any are left.
    #[inline]
    pub(super) fn tighten(&mut self) -> bool {
        let Pairs { firsts, lasts, filled } = *self;
        match filled {
            None => {
                let Some(last) = lasts.last() else { return false };
                self.firsts = firsts & Bits::below(last.saturating_sub(1));
                let Some(first) = self.firsts.first() else { return false };
                self.lasts = lasts & !Bits::below(first + 2);
            }
            Some(i) => {
                let before = firsts & Bits::below(i.saturating_sub(1));
                let after = lasts & !Bits::below(i + 2);
                let one = Bits::one(i);
                let is_first = firsts.contains(i) && !after.is_empty();
                let is_last = lasts.contains(i) && !before.is_empty();
                (self.firsts, self.lasts) = match (is_first, is_last) {
                    (true, true) => (before | one, after | one),
                    (true, false) => (one, after),
                    (false, true) => (before, one),
                    (false, false) => return false,
                };
            }
        }
        !self.firsts.is_empty() && !self.lasts.is_empty()
    }

    /// The positions that every pair has, after [`Pairs::tighten`].
    #[inline]
    pub(super) fn forced(&self) -> Bits<W> {
        let Pairs { firsts, lasts, filled } = *self;
        let possible = firsts | lasts;
        if possible.count() == 2 {
            return possible;
        }
        if let Some(i) = filled {
            return Bits::one(i);
        }
        // Only the least first and the greatest last can be in every pair.
        let mut forced = Bits::NONE;
        for i in [firsts.first(), lasts.last()].into_iter().flatten() {
            let others = !Bits::one(i);
            let (low, high) = ((firsts & others).first(), (lasts & others).last());
            let can_do_without = matches!((low, high), (Some(low), Some(high)) if high >= low + 2);
            if !can_do_without {
                forced.insert(i);
            }
        }
        forced
    }
}
