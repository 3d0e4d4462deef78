//! The examples run, and check what they find.

#[path = "../examples/golomb.rs"]
mod golomb;
#[path = "../examples/job_shop.rs"]
mod job_shop;
#[path = "../examples/killer_sudoku.rs"]
mod killer_sudoku;
#[path = "../examples/knapsack.rs"]
mod knapsack;
#[path = "../examples/queens.rs"]
mod queens;

#[test]
fn examples() {
    knapsack::main().expect("it finds the best");
    for example in [golomb::main, job_shop::main, killer_sudoku::main, queens::main] {
        example().expect("it finds what it should");
    }
}
