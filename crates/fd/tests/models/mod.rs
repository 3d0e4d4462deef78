//! Problems whose answers are known, for the tests and the benchmarks.

use fd::constraints::{AllDifferent, Strength, Sum};
use fd::{Model, ModelError, Var};

/// A model and the variables to label.
pub(crate) type Problem = Result<(Model, Vec<Var>), ModelError>;

/// `n` queens that do not attack each other, by disequalities.
pub(crate) fn queens(n: i32) -> Problem {
    let mut model = Model::new();
    let q = model.vars(n as usize, 1..=n)?;
    for i in 0..n {
        for j in i + 1..n {
            for shift in [0, j - i, i - j] {
                model.post(q[i as usize].differs_from(q[j as usize] + shift))?;
            }
        }
    }
    Ok((model, q))
}

/// The same by three `all_different`, with variables for the diagonals.
pub(crate) fn queens_by_lines(n: i32, strength: Strength) -> Problem {
    let mut model = Model::new();
    let q = model.vars(n as usize, 1..=n)?;
    let rising = model.vars(n as usize, 2..=2 * n)?;
    let falling = model.vars(n as usize, 1 - n..=n - 1)?;
    for i in 0..n {
        let x = q[i as usize];
        model.post(rising[i as usize].equals(x + (i + 1)))?;
        model.post(falling[i as usize].equals(x - (i + 1)))?;
    }
    for line in [&q, &rising, &falling] {
        model.post(AllDifferent::new(line).strength(strength))?;
    }
    Ok((model, q))
}

/// The same with views for the diagonals.
pub(crate) fn queens_by_views(n: i32, strength: Strength) -> Problem {
    let mut model = Model::new();
    let q = model.vars(n as usize, 1..=n)?;
    for direction in [0, 1, -1] {
        let line: Result<Vec<Var>, _> = (1..).zip(&q).map(|(i, &x)| model.shifted(x, i * direction)).collect();
        model.post(AllDifferent::new(&line?).strength(strength))?;
    }
    Ok((model, q))
}

/// The numbers from 1 to `n * n` in a square whose rows, columns and diagonals
/// have the same sum.
pub(crate) fn magic_square(n: usize, strength: Strength) -> Problem {
    let mut model = Model::new();
    let x = model.vars(n * n, 1..=(n * n) as i32)?;
    model.post(AllDifferent::new(&x).strength(strength))?;
    let magic = (n * (n * n + 1) / 2) as i64;
    let mut line = |cell: &dyn Fn(usize) -> usize| model.post((0..n).map(|i| x[cell(i)]).sum::<Sum>().equals(magic));
    for r in 0..n {
        line(&|c| r * n + c)?;
    }
    for c in 0..n {
        line(&|r| r * n + c)?;
    }
    line(&|i| i * n + i)?;
    line(&|i| i * n + n - 1 - i)?;
    Ok((model, x))
}

/// A Latin square with some cells given; 0 is a hole.
pub(crate) fn latin_square(given: &[Vec<i32>], strength: Strength) -> Problem {
    let n = given.len();
    let mut model = Model::new();
    let mut x = Vec::new();
    for &value in given.iter().flatten() {
        x.push(if value > 0 { model.var([value])? } else { model.var(1..=n as i32)? });
    }
    for i in 0..n {
        let row: Vec<Var> = (0..n).map(|j| x[i * n + j]).collect();
        let column: Vec<Var> = (0..n).map(|j| x[j * n + i]).collect();
        model.post(AllDifferent::new(&row).strength(strength))?;
        model.post(AllDifferent::new(&column).strength(strength))?;
    }
    Ok((model, x))
}

/// A Sudoku: 81 cells, with `.` or `0` for blank.
pub(crate) fn sudoku(cells: &str, strength: Strength) -> Problem {
    let mut model = Model::new();
    let mut x = Vec::new();
    for cell in cells.chars() {
        x.push(match cell.to_digit(10) {
            Some(digit) if digit > 0 => model.var([digit as i32])?,
            _ => model.var(1..=9)?,
        });
    }
    for i in 0..9 {
        let (top, left) = (i / 3 * 3, i % 3 * 3);
        let units: [&dyn Fn(usize) -> usize; 3] =
            [&|j| i * 9 + j, &|j| j * 9 + i, &|j| (top + j / 3) * 9 + left + j % 3];
        for unit in units {
            let unit: Vec<Var> = (0..9).map(|j| x[unit(j)]).collect();
            model.post(AllDifferent::new(&unit).strength(strength))?;
        }
    }
    Ok((model, x))
}

/// The named grids of `benches/data/sudoku.txt`.
pub(crate) fn sudoku_grids() -> Vec<(&'static str, &'static str)> {
    let lines = include_str!("../../benches/data/sudoku.txt").lines();
    lines
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(' '))
        .map(|(n, c)| (n, c.trim()))
        .collect()
}
