//! Numbers on the cells of a pattern, so that every row is in balance.

use super::pattern::Pattern;
use fd::Random;

/// The candidates to try for one filling.
const EFFORT: u32 = 100;

/// The candidates that are tried on one row before the row above is changed.
const TRIES: u32 = 12;

/// Numbers on a pattern: each used row is in balance on a fulcrum that lies on
/// no used column.
#[derive(Debug)]
pub(super) struct Filling {
    /// The number at each used row and used column, or 0.
    pub(super) numbers: Vec<Vec<i32>>,
    /// The position of each used row's fulcrum.
    pub(super) fulcrums: Vec<i32>,
}

/// A row while it is filled: the numbers on its cells, and its fulcrum.
#[derive(Debug, Clone)]
struct Candidate {
    numbers: Vec<i32>,
    fulcrum: i32,
}

/// Where a sum of torques about position 0 has its fulcrum, if on a whole
/// position that is not a used column.
pub(super) fn fulcrum(torque: i32, weight: i32, used: &[i32]) -> Option<i32> {
    let position = torque / weight;
    (position * weight == torque && !used.contains(&position)).then_some(position)
}

struct Filler<'a> {
    /// The positions of the used columns.
    columns: &'a [i32],
    pattern: &'a Pattern,
    /// The rows, those with the fewest cells first.
    order: Vec<usize>,
    /// The numbers that are not used yet.
    left: Vec<i32>,
    chosen: Vec<Option<Candidate>>,
    effort: u32,
}

/// Fills a pattern at random; `None` when no filling was found.
pub(super) fn fill(digits: usize, pattern: &Pattern, columns: &[i32], random: &mut Random) -> Option<Filling> {
    let mut order: Vec<usize> = (0..pattern.len()).collect();
    order.sort_by_key(|&row| pattern[row].len());
    let left = (1..=digits as i32).collect();
    let mut filler = Filler { columns, pattern, order, left, chosen: vec![None; pattern.len()], effort: EFFORT };
    if !filler.fill_from(0, random) {
        return None;
    }
    let mut filling = Filling { numbers: Vec::new(), fulcrums: Vec::new() };
    for (cells, candidate) in pattern.iter().zip(filler.chosen) {
        let candidate = candidate?;
        let mut numbers = vec![0; columns.len()];
        for (&cell, number) in cells.iter().zip(candidate.numbers) {
            numbers[cell] = number;
        }
        filling.numbers.push(numbers);
        filling.fulcrums.push(candidate.fulcrum);
    }
    Some(filling)
}

impl Filler<'_> {
    fn fill_from(&mut self, depth: usize, random: &mut Random) -> bool {
        let Some(&row) = self.order.get(depth) else { return true };
        if self.pattern[row].len() == 2 {
            let mut pairs = self.pairs(row);
            random.shuffle(&mut pairs);
            for pair in pairs {
                if self.effort == 0 {
                    return false;
                }
                self.effort -= 1;
                if self.go_on_with(depth, row, pair, random) {
                    return true;
                }
            }
            return false;
        }
        for _ in 0..TRIES {
            if self.effort == 0 {
                return false;
            }
            self.effort -= 1;
            if let Some(candidate) = self.draw(row, random)
                && self.go_on_with(depth, row, candidate, random)
            {
                return true;
            }
        }
        false
    }

    fn go_on_with(&mut self, depth: usize, row: usize, candidate: Candidate, random: &mut Random) -> bool {
        self.left.retain(|number| !candidate.numbers.contains(number));
        self.chosen[row] = Some(candidate);
        if self.fill_from(depth + 1, random) {
            return true;
        }
        if let Some(candidate) = self.chosen[row].take() {
            self.left.extend(candidate.numbers);
        }
        false
    }

    /// Everything that can stand on a row of two cells.
    fn pairs(&self, row: usize) -> Vec<Candidate> {
        let cells = &self.pattern[row];
        let (first, last) = (self.columns[cells[0]], self.columns[cells[1]]);
        let mut pairs = Vec::new();
        for &one in &self.left {
            for &other in self.left.iter().filter(|&&other| other != one) {
                if let Some(fulcrum) = fulcrum(one * first + other * last, one + other, self.columns) {
                    pairs.push(Candidate { numbers: vec![one, other], fulcrum });
                }
            }
        }
        pairs
    }

    /// Random numbers on all cells of a row but the last, and there a number
    /// that balances them.
    fn draw(&mut self, row: usize, random: &mut Random) -> Option<Candidate> {
        let cells = &self.pattern[row];
        let before = cells.len() - 1;
        for i in 0..before {
            let other = i + random.below((self.left.len() - i) as u32) as usize;
            self.left.swap(i, other);
        }
        let (chosen, rest) = self.left.split_at(before);
        let weight: i32 = chosen.iter().sum();
        let torque: i32 = chosen.iter().zip(cells).map(|(number, &cell)| number * self.columns[cell]).sum();
        let last = self.columns[cells[before]];
        let start = random.below(rest.len() as u32) as usize;
        let (early, late) = rest.split_at(start);
        late.iter().chain(early).find_map(|&number| {
            let fulcrum = fulcrum(torque + number * last, weight + number, self.columns)?;
            Some(Candidate { numbers: chosen.iter().copied().chain([number]).collect(), fulcrum })
        })
    }
}
