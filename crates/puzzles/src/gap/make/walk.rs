//! Boards that are too many to number: found by a random walk.

use fd::{Limits, Random, Stopped};

/// A step that makes one more pair of cells touch has a chance of 1 in 2 to
/// this power; for two more pairs it is that squared, and so on.
const RELUCTANCE: u32 = 3;

/// The steps between two checks of the board, for each of its rows.
const STEPS_PER_ROW: usize = 40;

/// How often the board is checked before giving up.
const MOST_LOOKS: usize = 1_000;

/// A walk over all ways to fill two cells of every line, touching or not.
///
/// A step takes two filled cells and swaps their columns, less likely the more
/// cells touch after it. In the long run a board comes up the more often the
/// fewer of its cells touch, and two boards with equally many equally often
/// (Metropolis and others: Equation of state calculations by fast computing
/// machines, Journal of Chemical Physics 21, 1953). So a board at a fixed time,
/// if none of its cells touch, is nearly as likely as any other such board.
#[derive(Debug)]
pub(super) struct Walk {
    size: usize,
    /// The row and the column of each filled cell.
    filled: Vec<(usize, usize)>,
    /// Whether a cell is filled, with an empty frame around the board.
    grid: Vec<u8>,
    /// The number of pairs of cells that touch.
    touching: i32,
}

impl Walk {
    /// A random start: one closed chain through all rows and columns.
    pub(super) fn new(size: usize, random: &mut Random) -> Walk {
        let mut rows: Vec<usize> = (0..size).collect();
        let mut columns = rows.clone();
        random.shuffle(&mut rows);
        random.shuffle(&mut columns);
        let after = columns.iter().cycle().skip(1);
        let filled =
            rows.iter().zip(columns.iter().zip(after)).flat_map(|(&r, (&c, &d))| [(r, c), (r, d)]).collect::<Vec<_>>();
        let mut walk = Walk { size, filled: Vec::new(), grid: vec![0; (size + 2) * (size + 2)], touching: 0 };
        for &cell in &filled {
            walk.touching += walk.fill(cell);
        }
        walk.filled = filled;
        walk
    }

    /// Walks until no cells touch: the two filled columns of each row.
    pub(super) fn draw(
        mut self,
        random: &mut Random,
        limits: Limits<'_>,
    ) -> Result<Option<Vec<(usize, usize)>>, Stopped> {
        for _ in 0..MOST_LOOKS {
            limits.check()?;
            for _ in 0..STEPS_PER_ROW * self.size {
                self.step(random);
            }
            if self.touching == 0 {
                return Ok(Some(self.rows()));
            }
        }
        Ok(None)
    }

    fn step(&mut self, random: &mut Random) {
        let cells = self.filled.len() as u64;
        let bits = random.bits();
        // Two numbers below `cells` from 24 bits each are even enough here: the
        // error is one in many thousands.
        let one = (((bits >> 40) * cells) >> 24) as usize;
        let two = ((((bits >> 16) & 0xff_ffff) * cells) >> 24) as usize;
        let ((r, c), (s, d)) = (self.filled[one], self.filled[two]);
        // This is so, too, when they are in one row or in one column.
        if self.is_filled((r, d)) || self.is_filled((s, c)) {
            return;
        }
        let before = self.clear((r, c)) + self.clear((s, d));
        let after = self.fill((r, d)) + self.fill((s, c));
        let worse = (after - before).max(0) as u32;
        let mask = (1u64 << (RELUCTANCE * worse).min(16)) - 1;
        if bits & mask == 0 {
            self.touching += after - before;
            self.filled[one] = (r, d);
            self.filled[two] = (s, c);
        } else {
            self.clear((r, d));
            self.clear((s, c));
            self.fill((r, c));
            self.fill((s, d));
        }
    }

    fn at(&self, (row, column): (usize, usize)) -> usize {
        (row + 1) * (self.size + 2) + column + 1
    }

    fn is_filled(&self, cell: (usize, usize)) -> bool {
        self.grid[self.at(cell)] == 1
    }

    /// Fills a cell; says how many it touches.
    fn fill(&mut self, cell: (usize, usize)) -> i32 {
        let at = self.at(cell);
        self.grid[at] = 1;
        self.around(at)
    }

    /// Empties a cell; says how many it touched.
    fn clear(&mut self, cell: (usize, usize)) -> i32 {
        let at = self.at(cell);
        self.grid[at] = 0;
        self.around(at)
    }

    fn around(&self, at: usize) -> i32 {
        let three = |at: usize| self.grid[at - 1..=at + 1].iter().sum::<u8>();
        let width = self.size + 2;
        i32::from(three(at - width) + three(at) + three(at + width) - self.grid[at])
    }

    fn rows(&self) -> Vec<(usize, usize)> {
        let mut rows = vec![(usize::MAX, 0); self.size];
        for &(row, column) in &self.filled {
            let (first, last) = rows[row];
            rows[row] = (first.min(column), last.max(column));
        }
        rows
    }
}
