//! The formulas say what the rules say.

use crate::trying;

use fd::Random;
use puzzles::{Board, Document, Formula, KINDS, Literal};
use std::collections::BTreeSet;

/// `terms >= bound` with positive coefficients.
struct Constraint {
    terms: Vec<(i64, Literal)>,
    bound: i64,
}

/// A plain enumerator of the solutions of a formula: it tries 0 and 1, variable
/// by variable, and turns back where an inequality cannot hold any more.
struct Enumerator {
    constraints: Vec<Constraint>,
    /// For each literal, the constraints that lose something when it is false.
    losers: Vec<Vec<(usize, i64)>>,
    /// How much more each constraint can lose.
    slack: Vec<i64>,
    values: Vec<Option<bool>>,
    trail: Vec<Literal>,
}

impl Enumerator {
    fn new(formula: &Formula) -> Enumerator {
        let mut constraints = Vec::new();
        for linear in formula.constraints() {
            let signs: &[i64] = if linear.equal { &[1, -1] } else { &[1] };
            for sign in signs {
                let mut bound = sign * linear.bound;
                let mut terms = Vec::new();
                for &(factor, literal) in &linear.terms {
                    let factor = sign * factor;
                    if factor < 0 {
                        // c x = c - c (not x)
                        bound -= factor;
                        terms.push((-factor, !literal));
                    } else {
                        terms.push((factor, literal));
                    }
                }
                constraints.push(Constraint { terms, bound });
            }
        }
        let variables = formula.names().len();
        let mut losers = vec![Vec::new(); 2 * variables];
        for (number, constraint) in constraints.iter().enumerate() {
            for &(factor, literal) in &constraint.terms {
                losers[literal.index()].push((number, factor));
            }
        }
        let total = |terms: &[(i64, Literal)]| terms.iter().map(|term| term.0).sum::<i64>();
        let slack = constraints.iter().map(|constraint| total(&constraint.terms) - constraint.bound).collect();
        Enumerator { constraints, losers, slack, values: vec![None; variables], trail: Vec::new() }
    }

    fn is_false(&self, literal: Literal) -> bool {
        self.values[literal.variable()] == Some(literal.is_negated())
    }

    /// Sets a literal and what follows from it; false when that cannot be.
    fn set(&mut self, literal: Literal) -> bool {
        let next = self.trail.len();
        self.assign(literal) && self.follow(next)
    }

    /// What follows from the literals on the trail, from one of them on.
    fn follow(&mut self, mut next: usize) -> bool {
        while next < self.trail.len() {
            let lost = !self.trail[next];
            next += 1;
            for i in 0..self.losers[lost.index()].len() {
                if !self.look(self.losers[lost.index()][i].0) {
                    return false;
                }
            }
        }
        true
    }

    fn look(&mut self, constraint: usize) -> bool {
        let slack = self.slack[constraint];
        let forced: Vec<Literal> = self.constraints[constraint]
            .terms
            .iter()
            .filter(|(factor, literal)| *factor > slack && !self.is_false(*literal))
            .map(|&(_, literal)| literal)
            .collect();
        slack >= 0 && forced.into_iter().all(|literal| self.assign(literal))
    }

    fn assign(&mut self, literal: Literal) -> bool {
        if self.values[literal.variable()].is_some() {
            return !self.is_false(literal);
        }
        self.values[literal.variable()] = Some(!literal.is_negated());
        self.trail.push(literal);
        for &(constraint, factor) in &self.losers[(!literal).index()] {
            self.slack[constraint] -= factor;
        }
        true
    }

    fn undo(&mut self, length: usize) {
        while self.trail.len() > length {
            let Some(literal) = self.trail.pop() else { return };
            self.values[literal.variable()] = None;
            for &(constraint, factor) in &self.losers[(!literal).index()] {
                self.slack[constraint] += factor;
            }
        }
    }

    fn each(&mut self, variable: usize, found: &mut Vec<Vec<bool>>) {
        if variable == self.values.len() {
            found.push(self.values.iter().map(|value| *value == Some(true)).collect());
            return;
        }
        if self.values[variable].is_some() {
            return self.each(variable + 1, found);
        }
        for literal in [Literal::of(variable), !Literal::of(variable)] {
            let length = self.trail.len();
            if self.set(literal) {
                self.each(variable + 1, found);
            }
            self.undo(length);
        }
    }

    fn solutions(mut self) -> Vec<Vec<bool>> {
        let mut found = Vec::new();
        if (0..self.constraints.len()).all(|constraint| self.look(constraint)) && self.follow(0) {
            self.each(0, &mut found);
        }
        found
    }
}

/// The board that a solution of the formula says: each place has one value.
fn board(formula: &Formula, solution: &[bool]) -> Board {
    let is_true = |literal: Literal| solution[literal.variable()] != literal.is_negated();
    let value = |values: &Vec<(i32, Literal)>| {
        let said: Vec<i32> = values.iter().filter(|(_, literal)| is_true(*literal)).map(|&(value, _)| value).collect();
        assert_eq!(said.len(), 1, "a place has one value");
        said[0]
    };
    Board::full(formula.places().iter().map(value))
}

fn assert_agrees(document: &Document) {
    let formula = document.puzzle.formula().expect("a small puzzle");
    let solutions = Enumerator::new(&formula).solutions();
    let boards: BTreeSet<Board> = solutions.iter().map(|solution| board(&formula, solution)).collect();
    assert_eq!(boards.len(), solutions.len(), "a board fixes every variable: {:?}", document.puzzle);
    assert_eq!(boards, trying::by_trying(document), "{:?}", document.puzzle);
    for board in &boards {
        assert!(formula.literals(board).is_some());
    }
}

#[test]
fn formulas_and_the_checker_agree() {
    for &kind in KINDS {
        for seed in 0..24 {
            assert_agrees(&Document::new((kind.sample)(&mut Random::new(seed))));
        }
    }
}

/// Puzzles that random samples seldom are: the smallest, and strange ones.
#[test]
fn formulas_of_odd_puzzles_agree() {
    for text in [
        r#"{"puzzle":"gap","size":1,"columns":[null],"rows":[null]}"#,
        r#"{"puzzle":"gap","size":2,"columns":[0,null],"rows":[null,0]}"#,
        r#"{"puzzle":"gap","size":8,"columns":[null,null,null,null,null,null,null,null],"rows":[0,null,null,null,null,null,null,null]}"#,
        r#"{"puzzle":"aztec","rows":[[0]]}"#,
        r#"{"puzzle":"aztec","rows":[[5],[5,5]]}"#,
        r#"{"puzzle":"trid","size":1,"sums":[],"givens":[]}"#,
        r#"{"puzzle":"trid","size":3,"sums":[{"row":0,"pos":0,"sum":9999}],"givens":[]}"#,
        r#"{"puzzle":"trid","size":3,"sums":[{"row":0,"pos":0,"sum":6},{"row":0,"pos":0,"sum":7}],"givens":[]}"#,
        r#"{"puzzle":"trid","size":3,"sums":[],"givens":[{"row":0,"pos":0,"value":1},{"row":0,"pos":0,"value":2}]}"#,
        r#"{"puzzle":"weight","tree":[{"at":0}]}"#,
        r#"{"puzzle":"weight","tree":[{"at":1}]}"#,
        r#"{"puzzle":"weight","tree":[{"at":0},{"at":0},{"at":0,"bar":[{"at":-1},{"at":-1},{"at":1}]}]}"#,
        r#"{"puzzle":"weight","tree":[{"at":-1,"weight":2},{"at":1,"weight":2}]}"#,
        r#"{"puzzle":"multibalance","grid":["."],"digits":1}"#,
        r#"{"puzzle":"multibalance","grid":["...","...","..."],"digits":2}"#,
        r#"{"puzzle":"multibalance","grid":["^.^","...","..^"],"digits":2}"#,
    ] {
        let value = serde_json::from_str(text).expect("it is JSON");
        assert_agrees(&Document::from_json(&value, None).unwrap_or_else(|error| panic!("{text}: {error}")));
    }
}

/// A number has nowhere to stand.
#[test]
fn a_number_without_a_cell_has_no_solution() {
    let value = serde_json::json!({"puzzle": "multibalance", "grid": ["^"], "digits": 1});
    let document = Document::from_json(&value, None).expect("it can be read");
    let formula = document.puzzle.formula().expect("it is small");
    assert!(Enumerator::new(&formula).solutions().is_empty());
}

#[test]
fn built_in_answers_are_solutions_of_their_formulas() {
    for name in puzzles::builtin_names() {
        let document = puzzles::builtin(&name).expect("it is built in");
        let Some(solution) = &document.solution else { continue };
        let formula = document.puzzle.formula().expect("it is small");
        let literals = formula.literals(solution).expect("values that the places can have");
        let mut enumerator = Enumerator::new(&formula);
        assert!(literals.into_iter().all(|literal| enumerator.set(literal)), "{name}");
        let mut found = Vec::new();
        enumerator.each(0, &mut found);
        assert_eq!(found.len(), 1, "{name}: the board fixes every variable");
    }
}

#[test]
fn huge_puzzles_are_refused_at_once() {
    let trid = serde_json::json!({"puzzle": "trid", "size": 500, "sums": [], "givens": []});
    let document = Document::from_json(&trid, None).expect("it can be read");
    assert!(document.puzzle.formula().is_err());
}
