//! Random pyramids, all equally likely.

use super::super::Aztec;
use super::super::count::{self, Prefix};
use super::super::model::relation;
use crate::make::below;
use crate::{Board, triangle};
use fd::{Limits, Random, Stopped};

/// Draws pyramids from their exact counts.
///
/// The bottom row is drawn in proportion to the ways to fill all above it, then
/// the row on it in proportion to the ways above that one, and so on. At 9 rows
/// the tables take 8 MB.
#[derive(Debug)]
pub(super) struct Sampler {
    rows: usize,
    /// The ways above each row but the bottom one, by the length of the row
    /// (that of no cells included) and its rank.
    ways: Vec<Vec<u64>>,
    /// For each bottom row, by its rank, the number of pyramids on it and on
    /// those before it.
    totals: Vec<u64>,
    /// The rows that can stand on one, each with the ways on it and on those
    /// before it.
    found: Vec<(u64, Row)>,
}

/// The digits of a row.
#[derive(Debug, Clone, Copy, Default)]
struct Row {
    digits: [u8; 9],
    length: usize,
}

impl Row {
    fn with(mut self, digit: usize) -> Row {
        self.digits[self.length] = digit as u8;
        self.length += 1;
        self
    }

    fn digits(&self) -> &[u8] {
        &self.digits[..self.length]
    }

    /// The row of a length with this rank.
    fn ranked(mut rank: usize, length: usize) -> Row {
        // Each place of the mixed-radix number says how many unused digits are
        // less than the one that stands there.
        let mut places = [0; 9];
        for used in (0..length).rev() {
            places[used] = rank % (9 - used);
            rank /= 9 - used;
        }
        let mut unused: u16 = 0b11_1111_1110;
        places[..length].iter().fold(Row::default(), |row, &less| {
            let above = (0..less).fold(unused, |set, _| set & (set - 1));
            let digit = above.trailing_zeros() as usize;
            unused &= !(1 << digit);
            row.with(digit)
        })
    }
}

impl Sampler {
    /// For pyramids of this many rows, at most 9.
    pub(super) fn new(rows: usize, limits: Limits<'_>) -> Result<Sampler, Stopped> {
        let blank = Aztec::new(rows, Board::blank(triangle::places(rows)));
        let mut ways = vec![vec![1]];
        for row in 0..rows {
            ways.push(count::ways(&blank, row, &ways[row], limits)?);
        }
        let mut total = 0;
        let mut totals = ways.pop().unwrap_or_default();
        for ways in &mut totals {
            total += *ways;
            *ways = total;
        }
        Ok(Sampler { rows, ways, totals, found: Vec::new() })
    }

    /// A pyramid: its digits, row by row from the top.
    pub(super) fn draw(&mut self, random: &mut Random) -> Vec<i32> {
        let mut pyramid = vec![0; triangle::places(self.rows)];
        let target = below(self.totals.last().copied().unwrap_or(0), random);
        let rank = self.totals.partition_point(|&total| total <= target);
        let mut row = Row::ranked(rank, self.rows);
        loop {
            let start = triangle::places(row.length - 1);
            for (cell, &digit) in pyramid[start..].iter_mut().zip(row.digits()) {
                *cell = i32::from(digit);
            }
            if row.length == 1 {
                return pyramid;
            }
            row = self.draw_above(row, random);
        }
    }

    /// A row that stands on another.
    fn draw_above(&mut self, row: Row, random: &mut Random) -> Row {
        self.found.clear();
        self.extend(row.digits(), Row::default(), Prefix::default());
        let target = below(self.found.last().map_or(0, |&(total, _)| total), random);
        let drawn = self.found.partition_point(|&(total, _)| total <= target);
        self.found[drawn].1
    }

    /// Finds every way to extend the beginning of a row above the one whose
    /// digits from there on are `lower`.
    fn extend(&mut self, lower: &[u8], upper: Row, prefix: Prefix) {
        let [a, rest @ ..] = lower else { return };
        let Some(b) = rest.first() else {
            let ways = self.ways[upper.length][prefix.rank];
            if ways > 0 {
                let before = self.found.last().map_or(0, |&(total, _)| total);
                self.found.push((before + ways, upper));
            }
            return;
        };
        for top in relation::above(usize::from(*a), usize::from(*b)).filter(|&top| !prefix.has(top)) {
            self.extend(rest, upper.with(top), prefix.with(top));
        }
    }
}
