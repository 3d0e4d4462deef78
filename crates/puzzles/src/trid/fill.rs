//! A filling of the empty triangle, written down without a search.

use crate::{Board, triangle};

/// Numbers for a triangle of this side that differ on every straight line;
/// `None` for the sides 2 and 4, which have none.
///
/// With an odd side N, row + pos modulo N works: along a row or a `/` line it
/// goes in steps of one, along a `\` line in steps of two, and two has an
/// inverse modulo N. With an even side, the same modulo N - 1 repeats a number
/// only on the three lines of length N, whose ends, the corners, have 0. That
/// leaves one number, N - 1, unused. Let one corner keep 0, another take N - 1,
/// and the third, on top, take 2: the 2 must then be removed from the two cells
/// on the sides below that have it. On the left side this is (2, 0), which can
/// take 0, since no 0 is left on that side, and none is on its other lines when
/// N > 5. On the right side it is (1, 1), which can take N - 1.
pub(super) fn fill(size: usize) -> Option<Board> {
    if matches!(size, 2 | 4) {
        return None;
    }
    let modulus = if size.is_multiple_of(2) { size - 1 } else { size };
    let values = (0..size).flat_map(|row| (0..=row).map(move |pos| ((row + pos) % modulus + 1) as i32));
    let mut board = Board::full(values);
    if size.is_multiple_of(2) {
        let unused = Some(size as i32);
        board.set(triangle::place(0, 0), Some(3));
        board.set(triangle::place(2, 0), Some(1));
        board.set(triangle::place(1, 1), unused);
        board.set(triangle::place(size - 1, 0), unused);
    }
    Some(board)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Checked;
    use crate::trid::Trid;

    #[test]
    fn every_side_is_filled() {
        for size in (1..=60).chain([99, 100, 499, 500]) {
            let puzzle = Trid::new(size, Vec::new(), Vec::new());
            match fill(size) {
                Some(board) => assert_eq!(puzzle.violations(&board), [], "side {size}"),
                None => assert!(size == 2 || size == 4),
            }
        }
    }
}
