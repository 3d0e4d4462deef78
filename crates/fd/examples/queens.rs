//! Queens that do not attack each other: the first solution, and how many there are.
//!
//!     cargo run --release -p equipoise-fd --features clock --example queens -- 10

use fd::constraints::AllDifferent;
use fd::{Labelling, Limits, Model, ModelError, Search, Space, Var, WallClock};

/// The column of the queen of each row.
fn queens(n: i32) -> Result<(Model, Vec<Var>), ModelError> {
    let mut model = Model::new();
    let queens = model.vars(n as usize, 1..=n)?;
    // Columns, and both sorts of diagonals: views, which are no variables of their own.
    for direction in [0, 1, -1] {
        let line: Result<Vec<Var>, _> = (1..).zip(&queens).map(|(row, &x)| model.shifted(x, direction * row)).collect();
        model.post(AllDifferent::new(&line?))?;
    }
    Ok((model, queens))
}

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let n = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(8);
    let (model, queens) = queens(n)?;
    let Some(solution) = model.solve() else { return Err("there is no solution".into()) };
    for &queen in &queens {
        let cell = |column| if solution[queen] == column { "Q " } else { ". " };
        println!("{}", (1..=n).map(cell).collect::<String>());
    }
    let clock = WallClock::start();
    let mut space = Space::new(&model);
    let labelling = "ff".parse::<Labelling>()?.over(&queens);
    let mut search = Search::new(&mut space, labelling, Limits::none().clock(&clock));
    println!("{} solutions: {}", search.count()?, search.statistics());
    Ok(())
}
