//! The five puzzles in Pumpkin, through its Rust interface: its own search (by activity), which takes
//! the smallest domain where no conflict has shown the way.

mod models;

use pumpkin_conflict_resolvers::resolvers::ResolutionResolver;
use pumpkin_solver::Solver;
use pumpkin_solver::core::branching::Brancher;
use pumpkin_solver::core::branching::branchers::autonomous_search::AutonomousSearch;
use pumpkin_solver::core::branching::branchers::dynamic_brancher::DynamicBrancher;
use pumpkin_solver::core::branching::branchers::independent_variable_value_brancher::IndependentVariableValueBrancher;
use pumpkin_solver::core::branching::value_selection::{InDomainMax, InDomainMin};
use pumpkin_solver::core::branching::variable_selection::FirstFail;
use pumpkin_solver::core::predicate;
use pumpkin_solver::core::results::{ProblemSolution, SatisfactionResult};
use pumpkin_solver::core::termination::Indefinite;
use pumpkin_solver::core::variables::DomainId;
use serde_json::Value;

fn main() {
    peers::main(|text| serde_json::from_str::<Value>(text).expect("JSON"), solve);
}

fn solve(puzzle: &Value, wanted: usize) -> Vec<Vec<i64>> {
    let mut solver = Solver::default();
    let variables = models::pose(&mut solver, puzzle);
    let mut brancher = AutonomousSearch::new(first_fail(&solver, &variables, puzzle["puzzle"] == "weight"));
    let mut resolver = ResolutionResolver::default();
    let mut found: Vec<Vec<i32>> = Vec::new();
    while found.len() < wanted {
        let values: Vec<i32> = match solver.satisfy(&mut brancher, &mut Indefinite, &mut resolver) {
            SatisfactionResult::Satisfiable(result) => {
                variables.iter().map(|x| result.solution().get_integer_value(*x)).collect()
            }
            _ => break,
        };
        // Another solution differs in what decides the puzzle.
        let tag = solver.new_constraint_tag();
        let differs = variables.iter().zip(&values).map(|(x, value)| predicate!(x != *value));
        solver.add_clause(differs.collect::<Vec<_>>(), tag);
        found.push(values);
    }
    found.iter().map(|values| models::answer(puzzle, values)).collect()
}

/// The smallest domain first, its largest or its least value; then whatever is left.
fn first_fail(solver: &Solver, variables: &[DomainId], largest: bool) -> DynamicBrancher {
    let smallest = FirstFail::new(variables);
    let by_size: Box<dyn Brancher> = match largest {
        true => Box::new(IndependentVariableValueBrancher::new(smallest, InDomainMax)),
        false => Box::new(IndependentVariableValueBrancher::new(smallest, InDomainMin)),
    };
    DynamicBrancher::new(vec![by_size, Box::new(solver.default_brancher())])
}
