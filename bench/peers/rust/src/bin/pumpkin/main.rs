//! The five puzzles in Pumpkin, through its Rust interface, with its own search.

mod models;

use pumpkin_conflict_resolvers::resolvers::ResolutionResolver;
use pumpkin_solver::Solver;
use pumpkin_solver::core::results::ProblemSolution;
use pumpkin_solver::core::results::solution_iterator::IteratedSolution;
use pumpkin_solver::core::termination::Indefinite;
use serde_json::Value;

fn main() {
    peers::main(|text| serde_json::from_str::<Value>(text).expect("JSON"), solve);
}

fn solve(puzzle: &Value, wanted: usize) -> Vec<Vec<i64>> {
    let mut solver = Solver::default();
    let variables = models::pose(&mut solver, puzzle);
    let mut brancher = solver.default_brancher();
    let mut resolver = ResolutionResolver::default();
    let mut termination = Indefinite;
    let mut found = Vec::new();
    let mut solutions = solver.get_solution_iterator(&mut brancher, &mut termination, &mut resolver);
    while found.len() < wanted {
        let IteratedSolution::Solution(solution, ..) = solutions.next_solution() else { break };
        found.push(variables.iter().map(|x| i64::from(solution.get_integer_value(*x))).collect());
    }
    found.into_iter().map(|values: Vec<i64>| models::answer(puzzle, &values)).collect()
}
