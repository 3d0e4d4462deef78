//! Where a domain lies in the trail.

/// Where a variable's domain lies in the trail.
///
/// A domain of at most 64 values in a row is one word; its bounds and size are
/// read off it in an instruction each. A wider one is preceded by a word that
/// caches its bounds and its size.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slot {
    /// The value that bit 0 stands for.
    pub(super) base: i32,
    /// The address of the first word of the set.
    pub(super) address: u32,
    /// The number of words.
    pub(super) words: u32,
}

impl Slot {
    #[inline]
    pub(super) fn bit(self, value: i32) -> Option<u32> {
        // Values lie within ±2^30, but a caller may ask about any number.
        let bit = i64::from(value) - i64::from(self.base);
        (0..i64::from(self.words) * 64).contains(&bit).then_some(bit as u32)
    }
    #[inline]
    pub(super) fn is_small(self) -> bool {
        self.words == 1
    }
    #[inline]
    pub(super) fn summary(self) -> u32 {
        self.address - 1
    }
}

/// The bounds and the size of a wide domain; the bounds as bits of its words.
///
/// All three fit in one word, so that a change saves one word to the trail.
#[derive(Debug, Clone, Copy)]
pub(super) struct Summary {
    pub(super) min: u32,
    pub(super) max: u32,
    pub(super) size: u32,
}

impl Summary {
    /// Room for [`Domain::MAX_SPAN`](crate::Domain::MAX_SPAN), as a size.
    const BITS: u32 = 21;
    const MASK: u64 = (1 << Summary::BITS) - 1;

    #[inline]
    pub(super) fn word(self) -> u64 {
        u64::from(self.size) << (2 * Summary::BITS) | u64::from(self.max) << Summary::BITS | u64::from(self.min)
    }
    #[inline]
    pub(super) fn of(word: u64) -> Summary {
        Summary {
            min: (word & Summary::MASK) as u32,
            max: (word >> Summary::BITS & Summary::MASK) as u32,
            size: (word >> (2 * Summary::BITS)) as u32,
        }
    }
}
