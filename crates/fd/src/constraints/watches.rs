//! Two watched positions of a list.

use crate::{Changed, Conflict};

/// Two open positions of a list: while there are two, nothing need be done.
///
/// They need no trail, since a position that was open is open again when the
/// search backtracks.
///
/// Moskewicz, Madigan, Zhao, Zhang, Malik: Chaff (DAC 2001).
#[derive(Debug)]
pub(super) struct Watches([usize; 2]);

/// How many positions are open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Open {
    /// It does not matter: one position decides it all.
    Decided,
    None,
    One(usize),
    /// Two or more.
    Two,
}

impl Watches {
    /// The first and the last position of a list of this length.
    pub(super) fn new(length: usize) -> Watches {
        Watches([0, length.saturating_sub(1)])
    }

    /// Whether a watched position may have changed.
    #[inline]
    pub(super) fn hear(&self, changed: Changed<'_>) -> bool {
        match changed {
            Changed::All => true,
            Changed::Only(positions) => positions.iter().any(|&i| self.0.contains(&(i as usize))),
        }
    }

    /// Looks for two open positions of `0..length`. `decided` says of one that
    /// it decides it all, that it is closed, or that it is open (`None`).
    #[inline]
    pub(super) fn find(
        &mut self,
        length: usize,
        mut decided: impl FnMut(usize) -> Result<Option<bool>, Conflict>,
    ) -> Result<Open, Conflict> {
        // Beginning at a watch, what was open is found again at once.
        let start = self.0[0];
        let mut found = 0;
        for offset in 0..length {
            let i = (start + offset) % length;
            match decided(i)? {
                Some(true) => return Ok(Open::Decided),
                Some(false) => {}
                None => {
                    self.0[found] = i;
                    found += 1;
                    if found == 2 {
                        return Ok(Open::Two);
                    }
                }
            }
        }
        Ok(if found == 0 { Open::None } else { Open::One(self.0[0]) })
    }
}
