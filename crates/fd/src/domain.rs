//! The values that a variable may take, as the model states them.

use crate::ModelError;
use std::ops::{Range, RangeInclusive};

/// A non-empty set of values: what a variable may be before any constraint is
/// looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Domain {
    min: i32,
    /// Bit `i` of the whole stands for the value `min + i`; the first and the
    /// last word are not zero.
    words: Words,
    max: i32,
}

/// The words of a set; most need one only, and no memory of their own for it.
/// An interval has none.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Words {
    One([u64; 1]),
    More(Box<[u64]>),
    None,
}

impl Words {
    fn as_slice(&self) -> &[u64] {
        match self {
            Words::One(word) => word,
            Words::More(words) => words,
            Words::None => &[],
        }
    }

    fn as_mut_slice(&mut self) -> &mut [u64] {
        match self {
            Words::One(word) => word,
            Words::More(words) => words,
            Words::None => &mut [],
        }
    }
}

impl Domain {
    /// The greatest number of values between the least and the greatest, but in
    /// an [interval](Domain::interval): 2^20.
    pub const MAX_SPAN: i64 = 1 << 20;
    /// The greatest absolute value: 2^30.
    pub const MAX_VALUE: i32 = 1 << 30;

    /// All values from `min` to `max`, however many: the variable is kept by its
    /// bounds, and by what was removed from between.
    ///
    /// Sums, products, clauses, counts and the like take such variables. What works
    /// on sets of values, a table for instance, refuses them; it needs a
    /// [range](Domain::range).
    ///
    /// ```
    /// use fd::{Domain, Model};
    /// let mut model = Model::new();
    /// let (x, y) = (model.var(Domain::interval(0, 1_000_000_000)?)?, model.var(2..1000)?);
    /// let cost = model.var(Domain::interval(0, 1_000_000_000)?)?;
    /// model.post((x - 3_000_000 * y).equals(17))?;
    /// model.post((2 * x + y).equals(cost))?;
    /// let best = model.minimise(cost).expect("there is one");
    /// assert_eq!((best[x], best[y]), (6_000_017, 2));
    /// # Ok::<(), fd::ModelError>(())
    /// ```
    ///
    /// # Errors
    /// When there are none, or they are out of range.
    pub fn interval(min: i32, max: i32) -> Result<Domain, ModelError> {
        Domain::bounded(min, max)?;
        Ok(Domain { min, words: Words::None, max })
    }

    /// Whether it is an [interval](Domain::interval).
    pub fn is_interval(&self) -> bool {
        self.words().is_empty()
    }

    /// Refuses bounds that are in disorder, or out of range.
    fn bounded(min: i32, max: i32) -> Result<(), ModelError> {
        if min > max {
            return Err(ModelError::EmptyDomain);
        }
        for value in [min, max] {
            if i64::from(value).abs() > i64::from(Domain::MAX_VALUE) {
                return Err(ModelError::ValueOutOfRange { value: i64::from(value) });
            }
        }
        Ok(())
    }

    fn spanning(min: i32, max: i32) -> Result<Domain, ModelError> {
        Domain::bounded(min, max)?;
        let span = i64::from(max) - i64::from(min) + 1;
        if span > Domain::MAX_SPAN {
            return Err(ModelError::DomainTooWide { min, max });
        }
        let words = match (span as usize).div_ceil(64) {
            1 => Words::One([0]),
            more => Words::More(vec![0; more].into()),
        };
        Ok(Domain { min, words, max })
    }

    /// All values from `min` to `max`.
    ///
    /// # Errors
    /// When there are none, or they are out of range or too many.
    pub fn range(min: i32, max: i32) -> Result<Domain, ModelError> {
        let mut domain = Domain::spanning(min, max)?;
        let words = domain.words.as_mut_slice();
        words.fill(u64::MAX);
        let used = (i64::from(max) - i64::from(min)) % 64;
        if let Some(last) = words.last_mut() {
            *last = u64::MAX >> (63 - used);
        }
        Ok(domain)
    }

    /// Just these values, in any order.
    ///
    /// # Errors
    /// When there are none, or they are out of range or too far apart.
    pub fn values(values: &[i32]) -> Result<Domain, ModelError> {
        let (Some(&min), Some(&max)) = (values.iter().min(), values.iter().max()) else {
            return Err(ModelError::EmptyDomain);
        };
        let mut domain = Domain::spanning(min, max)?;
        let words = domain.words.as_mut_slice();
        for value in values {
            let bit = (value - min) as usize;
            words[bit / 64] |= 1 << (bit % 64);
        }
        Ok(domain)
    }

    /// The same values, each this much greater.
    ///
    /// # Errors
    /// When they are out of range.
    pub fn shifted(&self, by: i32) -> Result<Domain, ModelError> {
        for value in [self.min, self.max].map(|value| i64::from(value) + i64::from(by)) {
            if value.abs() > i64::from(Domain::MAX_VALUE) {
                return Err(ModelError::ValueOutOfRange { value });
            }
        }
        Ok(Domain { min: self.min + by, max: self.max + by, words: self.words.clone() })
    }

    /// The least value.
    pub fn min(&self) -> i32 {
        self.min
    }

    /// The greatest value.
    pub fn max(&self) -> i32 {
        self.max
    }

    /// Whether `value` is in it.
    pub fn contains(&self, value: i32) -> bool {
        let bit = i64::from(value) - i64::from(self.min);
        let inside = bit >= 0 && value <= self.max;
        inside && (self.is_interval() || self.words()[bit as usize / 64] >> (bit % 64) & 1 == 1)
    }

    /// The number of values.
    pub fn size(&self) -> u32 {
        if self.is_interval() {
            return (i64::from(self.max) - i64::from(self.min) + 1) as u32;
        }
        self.words().iter().map(|word| word.count_ones()).sum()
    }

    /// The values in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = i32> + '_ {
        (self.min..=self.max).filter(|&value| self.contains(value))
    }

    pub(crate) fn words(&self) -> &[u64] {
        self.words.as_slice()
    }
}

impl TryFrom<RangeInclusive<i32>> for Domain {
    type Error = ModelError;

    fn try_from(range: RangeInclusive<i32>) -> Result<Domain, ModelError> {
        Domain::range(*range.start(), *range.end())
    }
}

impl TryFrom<Range<i32>> for Domain {
    type Error = ModelError;

    fn try_from(range: Range<i32>) -> Result<Domain, ModelError> {
        let last = range.end.checked_sub(1).ok_or(ModelError::EmptyDomain)?;
        Domain::range(range.start, last)
    }
}

impl TryFrom<&[i32]> for Domain {
    type Error = ModelError;

    fn try_from(values: &[i32]) -> Result<Domain, ModelError> {
        Domain::values(values)
    }
}

impl<const N: usize> TryFrom<[i32; N]> for Domain {
    type Error = ModelError;

    fn try_from(values: [i32; N]) -> Result<Domain, ModelError> {
        Domain::values(&values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_sets() {
        for (min, max) in [(0, 0), (-3, 60), (1, 64), (1, 65), (-200, 300)] {
            let domain = Domain::range(min, max).unwrap();
            assert_eq!(domain.iter().collect::<Vec<_>>(), (min..=max).collect::<Vec<_>>());
            assert_eq!(domain.size(), (max - min + 1) as u32);
        }
        let domain = Domain::values(&[7, -5, 7, 100]).unwrap();
        assert_eq!(domain.iter().collect::<Vec<_>>(), [-5, 7, 100]);
        assert_eq!(Domain::try_from(0..6), Domain::try_from(0..=5));
    }

    #[test]
    fn refusals() {
        assert_eq!(Domain::range(1, 0), Err(ModelError::EmptyDomain));
        for end in [0, i32::MIN] {
            assert_eq!(Domain::try_from(0..end), Err(ModelError::EmptyDomain));
        }
        assert_eq!(Domain::values(&[]), Err(ModelError::EmptyDomain));
        assert_eq!(Domain::range(0, 1_000_000_000), Err(ModelError::DomainTooWide { min: 0, max: 1_000_000_000 }));
        assert!(matches!(Domain::range(i32::MIN, 0), Err(ModelError::ValueOutOfRange { .. })));
        assert!(Domain::range(0, (Domain::MAX_SPAN - 1) as i32).is_ok());
    }
}
