//! Boards of rows and columns, whose cells are numbered row by row.

use crate::Near;
use crate::sketch::row_and_column;

/// The name of a cell, `r3c5`.
pub(crate) fn cell_name(cell: usize, width: usize) -> String {
    format!("r{}c{}", cell / width + 1, cell % width + 1)
}

/// The cell with this name.
pub(crate) fn cell_named(name: &str, height: usize, width: usize) -> Option<usize> {
    let (row, column) = row_and_column(name)?;
    (row < height && column < width).then(|| row * width + column)
}

/// Where the arrow keys lead.
pub(crate) fn near(rows: usize, columns: usize, cell: usize) -> Near {
    let (row, column) = (cell / columns, cell % columns);
    Near {
        up: (row > 0).then(|| cell - columns),
        down: (row + 1 < rows).then(|| cell + columns),
        left: (column > 0).then(|| cell - 1),
        right: (column + 1 < columns).then(|| cell + 1),
    }
}

/// All eight rotations and reflections of a board, itself included; some may be equal.
/// Mirroring and transposing in turn reaches all of them.
pub(crate) fn images<P: Clone>(board: &P, mirrored: impl Fn(&P) -> P, transposed: impl Fn(&P) -> P) -> [P; 8] {
    let mut image = board.clone();
    std::array::from_fn(|i| {
        image = if i % 2 == 0 { mirrored(&image) } else { transposed(&image) };
        image.clone()
    })
}
