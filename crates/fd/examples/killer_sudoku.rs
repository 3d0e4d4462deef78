//! A killer sudoku: no numbers are given, only the sums of cages, in which no number stands twice.
//!
//!     cargo run --release -p equipoise-fd --features clock --example killer_sudoku

use fd::constraints::{AllDifferent, Strength, Sum};
use fd::{FirstFail, Limits, Model, ModelError, Search, Space, Var, Verdict, WallClock};

/// The cage of each cell.
const CAGES: [&str; 9] = [
    "abcdddeef",
    "abcdghijf",
    "kbclghijj",
    "kmllnhiij",
    "mmolnppqq",
    "mroospttq",
    "urvvswwxx",
    "uyvvswzAA",
    "uuBBBCzzD",
];

/// The sums, `a` first.
const SUMS: [i32; 30] =
    [9, 18, 11, 24, 3, 10, 5, 17, 28, 27, 10, 19, 13, 12, 21, 19, 9, 10, 17, 6, 25, 21, 12, 13, 5, 15, 10, 11, 1, 4];

/// The cells, row by row.
fn sudoku() -> Result<(Model, Vec<Var>), ModelError> {
    let mut model = Model::new();
    let cells = model.vars(81, 1..=9)?;
    for i in 0..9 {
        let row = |k: usize| cells[9 * i + k];
        let column = |k: usize| cells[9 * k + i];
        let square = |k: usize| cells[9 * (i / 3 * 3 + k / 3) + i % 3 * 3 + k % 3];
        for line in [(0..9).map(row).collect::<Vec<_>>(), (0..9).map(column).collect(), (0..9).map(square).collect()] {
            model.post(AllDifferent::new(&line).strength(Strength::Domain))?;
        }
    }
    let names = CAGES.concat();
    for (name, sum) in ('a'..='z').chain('A'..).zip(SUMS) {
        let cage: Vec<Var> = cells.iter().zip(names.chars()).filter(|(_, own)| *own == name).map(|(&x, _)| x).collect();
        model.post(AllDifferent::new(&cage))?;
        model.post(cage.iter().sum::<Sum>().equals(sum).exact())?;
    }
    Ok((model, cells))
}

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (model, cells) = sudoku()?;
    let clock = WallClock::start();
    let mut space = Space::new(&model);
    let mut search = Search::new(&mut space, FirstFail::over(&cells), Limits::none().clock(&clock));
    let Verdict::Unique(solution) = search.verdict() else { return Err("it should have one solution".into()) };
    for row in cells.chunks(9) {
        println!("{}", row.iter().map(|&x| solution[x].to_string()).collect::<Vec<_>>().join(" "));
    }
    println!("the only solution: {}", search.statistics());
    Ok(())
}
