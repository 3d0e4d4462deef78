//! A range coder: bits into bytes, each bit at a cost set by its odds.
//!
//! What is written can be read back by asking the same questions in the same
//! order, so one walk over the data serves both ways: the [`Writer`] takes each
//! bit, the [`Reader`] returns it.
//!
//! After G. N. N. Martin, Range encoding: an algorithm for removing redundancy
//! from a digitised message, 1979. Every step is exact whole-number
//! arithmetic: published codes stay readable for ever.

/// How often a bit was 0 and 1 so far.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Odds {
    zeros: u32,
    ones: u32,
}

impl Odds {
    /// Old bits count for less once there are this many.
    const MOST: u32 = 255;

    /// The part of a range that belongs to a 1 (Krichevsky and Trofimov).
    fn share(self, range: u32) -> u32 {
        let (ones, all) = (2 * self.ones + 1, 2 * (self.zeros + self.ones) + 2);
        (u64::from(range) * u64::from(ones) / u64::from(all)) as u32
    }

    fn count(&mut self, bit: bool) {
        *(if bit { &mut self.ones } else { &mut self.zeros }) += 1;
        if self.zeros + self.ones > Odds::MOST {
            self.zeros = self.zeros.div_ceil(2);
            self.ones = self.ones.div_ceil(2);
        }
    }
}

/// One way through the coder.
pub(crate) trait Bits {
    /// The next bit: the given one when writing, the stored one when reading.
    fn bit(&mut self, odds: &mut Odds, bit: bool) -> bool;
}

/// A range narrower than this gets the next byte.
const NARROW: u32 = 1 << 24;

/// Writes bits.
#[derive(Debug)]
pub(crate) struct Writer {
    low: u32,
    range: u32,
    bytes: Vec<u8>,
}

impl Writer {
    pub(crate) fn new() -> Writer {
        Writer { low: 0, range: u32::MAX, bytes: Vec::new() }
    }

    /// Adds to the low end; a carry runs into the bytes written.
    fn raise(&mut self, by: u32) {
        let (low, carry) = self.low.overflowing_add(by);
        self.low = low;
        if carry {
            for byte in self.bytes.iter_mut().rev() {
                *byte = byte.wrapping_add(1);
                if *byte != 0 {
                    break;
                }
            }
        }
    }

    /// The fewest bytes that tell the last range from all others. (A reader
    /// assumes that zeros follow.)
    pub(crate) fn finish(mut self) -> Vec<u8> {
        // The range is not narrow: a multiple of `NARROW` lies in it.
        let up = self.low.wrapping_neg() % NARROW;
        self.raise(up);
        self.bytes.push((self.low >> 24) as u8);
        while self.bytes.last() == Some(&0) {
            self.bytes.pop();
        }
        self.bytes
    }
}

impl Bits for Writer {
    fn bit(&mut self, odds: &mut Odds, bit: bool) -> bool {
        let share = odds.share(self.range);
        if bit {
            self.range = share;
        } else {
            self.raise(share);
            self.range -= share;
        }
        while self.range < NARROW {
            self.bytes.push((self.low >> 24) as u8);
            self.low <<= 8;
            self.range <<= 8;
        }
        odds.count(bit);
        bit
    }
}

/// Reads bits; it never ends.
#[derive(Debug)]
pub(crate) struct Reader<'a> {
    /// Where the stored number lies above the low end.
    above: u32,
    range: u32,
    bytes: std::slice::Iter<'a, u8>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Reader<'a> {
        let mut reader = Reader { above: 0, range: u32::MAX, bytes: bytes.iter() };
        for _ in 0..4 {
            reader.take_byte();
        }
        reader
    }

    fn take_byte(&mut self) {
        self.above = self.above << 8 | u32::from(self.bytes.next().copied().unwrap_or(0));
    }
}

impl Bits for Reader<'_> {
    fn bit(&mut self, odds: &mut Odds, _: bool) -> bool {
        let share = odds.share(self.range);
        let bit = self.above < share;
        if bit {
            self.range = share;
        } else {
            self.above -= share;
            self.range -= share;
        }
        while self.range < NARROW {
            self.take_byte();
            self.range <<= 8;
        }
        odds.count(bit);
        bit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn bits_come_back(bits in proptest::collection::vec((0..4usize, any::<bool>()), 0..2000), skewed in any::<bool>()) {
            let bits: Vec<(usize, bool)> = bits.into_iter().map(|(i, bit)| (i, bit && !(skewed && i > 0))).collect();
            let (mut writer, mut odds) = (Writer::new(), [Odds::default(); 4]);
            for &(i, bit) in &bits {
                writer.bit(&mut odds[i], bit);
            }
            let bytes = writer.finish();
            let (mut reader, mut odds) = (Reader::new(&bytes), [Odds::default(); 4]);
            for &(i, bit) in &bits {
                prop_assert_eq!(reader.bit(&mut odds[i], false), bit);
            }
        }
    }

    #[test]
    fn what_is_foreseen_costs_next_to_nothing() {
        let (mut writer, mut odds) = (Writer::new(), Odds::default());
        for _ in 0..10_000 {
            writer.bit(&mut odds, true);
        }
        assert!(writer.finish().len() < 40);
    }
}
