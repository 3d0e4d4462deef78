//! The models. Each returns the variables that decide its puzzle.

use pumpkin_constraints::{all_different, equals, table};
use pumpkin_solver::Solver;
use pumpkin_solver::core::predicate;
use pumpkin_solver::core::predicates::Predicate;
use pumpkin_solver::core::proof::ConstraintTag;
use pumpkin_solver::core::variables::{AffineView, DomainId, TransformableVariable};
use serde_json::Value;
use std::collections::BTreeMap;

type Term = AffineView<DomainId>;

pub fn pose(solver: &mut Solver, puzzle: &Value) -> Vec<DomainId> {
    let mut model = Model { tag: solver.new_constraint_tag(), solver };
    match puzzle["puzzle"].as_str() {
        Some("weight") => model.weight(puzzle),
        Some("gap") => model.gap(puzzle),
        Some("aztec") => model.aztec(puzzle),
        Some("trid") => model.trid(puzzle),
        _ => model.multibalance(puzzle),
    }
}

/// The answer that values of the deciding variables mean.
pub fn answer(puzzle: &Value, values: &[i32]) -> Vec<i64> {
    match puzzle["puzzle"].as_str() {
        Some("gap") => {
            let size = int(&puzzle["size"]);
            (0..).zip(values).filter(|(_, value)| **value == 1).map(|(i, _)| i % i64::from(size) + 1).collect()
        }
        _ => values.iter().copied().map(i64::from).collect(),
    }
}

fn int(value: &Value) -> i32 {
    value.as_i64().expect("a number") as i32
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

struct Model<'a> {
    solver: &'a mut Solver,
    tag: ConstraintTag,
}

impl Model<'_> {
    fn sum(&mut self, terms: Vec<Term>, total: i32) {
        self.solver.add_constraint(equals(terms, total, self.tag)).post();
    }

    fn distinct(&mut self, variables: Vec<DomainId>) {
        self.solver.add_constraint(all_different(variables, self.tag)).post();
    }

    fn clause(&mut self, literals: impl IntoIterator<Item = Predicate>) {
        self.solver.add_clause(literals, self.tag);
    }

    /// `literal` holds just when one of `ways` does.
    fn iff_any(&mut self, literal: Predicate, ways: &[Predicate]) {
        self.clause(ways.iter().copied().chain([!literal]));
        for way in ways {
            self.clause([!*way, literal]);
        }
    }

    /// The total of each bar is a variable; the root's is known.
    fn weight(&mut self, puzzle: &Value) -> Vec<DomainId> {
        let n = leaves(&puzzle["tree"]);
        let mut weights = Vec::new();
        let total = self.bar(&puzzle["tree"], n, &mut weights);
        self.clause([predicate!(total == n * (n + 1) / 2)]);
        self.distinct(weights.clone());
        weights
    }

    fn bar(&mut self, things: &Value, n: i32, weights: &mut Vec<DomainId>) -> DomainId {
        let k = leaves(things);
        let total = self.solver.new_bounded_integer(k * (k + 1) / 2, k * (2 * n - k + 1) / 2);
        let (mut loads, mut torques) = (vec![total.scaled(-1)], Vec::new());
        for thing in list(things) {
            let load = match (thing.get("bar"), thing.get("weight")) {
                (Some(bar), _) => self.bar(bar, n, weights),
                (None, given) => {
                    let (low, high) = given.map_or((1, n), |given| (int(given), int(given)));
                    let leaf = self.solver.new_bounded_integer(low, high);
                    weights.push(leaf);
                    leaf
                }
            };
            loads.push(load.scaled(1));
            // Pumpkin refuses a factor of 0.
            torques.extend(Some(int(&thing["at"])).filter(|at| *at != 0).map(|at| load.scaled(at)));
        }
        self.sum(loads, 0);
        self.sum(torques, 0);
        total
    }

    /// Cells are 0 or 1; a line with a clue has a variable for where its first filled cell is.
    fn gap(&mut self, puzzle: &Value) -> Vec<DomainId> {
        let n = int(&puzzle["size"]) as usize;
        let cells: Vec<DomainId> = (0..n * n).map(|_| self.solver.new_bounded_integer(0, 1)).collect();
        for i in 0..n {
            let row = cells[i * n..(i + 1) * n].to_vec();
            let column = cells.iter().copied().skip(i).step_by(n).collect();
            self.line(row, &puzzle["rows"][i]);
            self.line(column, &puzzle["columns"][i]);
        }
        for r in 0..n {
            for c in 0..n {
                for (down, right) in [(0, 1), (1, -1), (1, 0), (1, 1)] {
                    let (r2, c2) = (r + down, c as i32 + right);
                    if r2 < n && (0..n as i32).contains(&c2) {
                        let (a, b) = (cells[r * n + c], cells[r2 * n + c2 as usize]);
                        self.clause([predicate!(a == 0), predicate!(b == 0)]);
                    }
                }
            }
        }
        cells
    }

    fn line(&mut self, cells: Vec<DomainId>, clue: &Value) {
        if clue.is_null() {
            self.sum(cells.iter().map(|cell| cell.scaled(1)).collect(), 2);
            return;
        }
        let shift = int(clue) + 1;
        let last = cells.len() as i32 - shift - 1;
        let first = self.solver.new_bounded_integer(0, last);
        for (i, cell) in (0..).zip(cells) {
            let starts = [i, i - shift].into_iter().filter(|start| (0..=last).contains(start));
            let ways: Vec<Predicate> = starts.map(|start| predicate!(first == start)).collect();
            self.iff_any(predicate!(cell == 1), &ways);
        }
    }

    /// Each cell, with the two below it, is in the table of the four operations.
    fn aztec(&mut self, puzzle: &Value) -> Vec<DomainId> {
        let mut triples = Vec::new();
        for (a, b) in (1..10).flat_map(|a| (1..10).map(move |b| (a, b))).filter(|(a, b)| a != b) {
            let (low, high): (i32, i32) = (a.min(b), a.max(b));
            let fits = |top: &i32| [a + b, high - low, a * b].contains(top) || top * low == high;
            triples.extend((1..10).filter(fits).map(|top| vec![top, a, b]));
        }
        let mut rows: Vec<Vec<DomainId>> = Vec::new();
        for givens in list(&puzzle["rows"]) {
            let domain = |given| if given == 0 { (1, 9) } else { (given, given) };
            let domains = list(givens).iter().map(|given| domain(int(given)));
            let row: Vec<DomainId> = domains.map(|(low, high)| self.solver.new_bounded_integer(low, high)).collect();
            self.distinct(row.clone());
            for (top, below) in rows.last().into_iter().flatten().zip(row.windows(2)) {
                let stack = [*top, below[0], below[1]];
                self.solver.add_constraint(table(stack, triples.clone(), self.tag)).post();
            }
            rows.push(row);
        }
        rows.concat()
    }

    fn trid(&mut self, puzzle: &Value) -> Vec<DomainId> {
        let n = int(&puzzle["size"]) as usize;
        let vertex = |row: usize, place: usize| row * (row + 1) / 2 + place;
        let x: Vec<DomainId> = (0..vertex(n, 0)).map(|_| self.solver.new_bounded_integer(1, n as i32)).collect();
        for k in 0..n {
            self.distinct((0..=k).map(|place| x[vertex(k, place)]).collect());
            self.distinct((k..n).map(|row| x[vertex(row, k)]).collect());
            self.distinct((k..n).map(|row| x[vertex(row, row - k)]).collect());
        }
        for clue in list(&puzzle["sums"]) {
            let (row, place) = (int(&clue["row"]) as usize, int(&clue["pos"]) as usize);
            let down = clue["down"].as_bool() == Some(true);
            let other = if down { vertex(row, place + 1) } else { vertex(row + 1, place) };
            let corners = [vertex(row, place), other, vertex(row + 1, place + 1)];
            self.sum(corners.iter().map(|corner| x[*corner].scaled(1)).collect(), int(&clue["sum"]));
        }
        for given in list(&puzzle["givens"]) {
            let x = x[vertex(int(&given["row"]) as usize, int(&given["pos"]) as usize)];
            self.clause([predicate!(x == int(&given["value"]))]);
        }
        x
    }

    /// Only a cell whose row and column have one fulcrum each can hold a number; torques balance on
    /// each line with one fulcrum, whether used or not. Each cell has a number or 0, each number a cell.
    fn multibalance(&mut self, puzzle: &Value) -> Vec<DomainId> {
        let grid: Vec<&[u8]> = list(&puzzle["grid"]).iter().map(|row| row.as_str().unwrap_or("").as_bytes()).collect();
        let (height, width, n) = (grid.len(), grid[0].len(), int(&puzzle["digits"]));
        let only = |cells: Vec<(usize, usize)>| {
            let pivots: Vec<_> = cells.into_iter().filter(|(r, c)| grid[*r][*c] == b'^').collect();
            (pivots.len() == 1).then(|| pivots[0])
        };
        let rows: Vec<_> = (0..height).map(|r| only((0..width).map(|c| (r, c)).collect())).collect();
        let columns: Vec<_> = (0..width).map(|c| only((0..height).map(|r| (r, c)).collect())).collect();

        let all = (0..height).flat_map(|r| (0..width).map(move |c| (r, c)));
        let cells: Vec<(usize, usize)> =
            all.filter(|(r, c)| rows[*r].is_some() && columns[*c].is_some() && grid[*r][*c] != b'^').collect();
        let places: Vec<i32> = cells.iter().map(|(r, c)| (r * width + c) as i32).collect();
        let numbers: Vec<DomainId> = (0..n).map(|_| self.solver.new_sparse_integer(places.clone())).collect();
        self.distinct(numbers.clone());

        // Of each line: its fulcrum, the terms of its torque, and whether some cell of it is taken.
        let mut lines: BTreeMap<(bool, usize), ((usize, usize), Vec<Term>, Vec<Predicate>)> = BTreeMap::new();
        let mut sum = Vec::new();
        for ((r, c), place) in cells.into_iter().zip(places) {
            let x = self.solver.new_bounded_integer(0, n);
            for (number, cell) in (1..).zip(&numbers) {
                self.iff_any(predicate!(x == number), &[predicate!(cell == place)]);
            }
            for (line, pivot) in [((false, r), rows[r]), ((true, c), columns[c])] {
                let Some(pivot) = pivot else { continue };
                let at = if line.0 { r as i32 - pivot.0 as i32 } else { c as i32 - pivot.1 as i32 };
                let entry = lines.entry(line).or_insert((pivot, Vec::new(), Vec::new()));
                entry.1.push(x.scaled(at));
                entry.2.push(predicate!(x != 0));
            }
            sum.push(x.scaled(1));
        }
        self.sum(sum, n * (n + 1) / 2);
        let mut used: BTreeMap<(usize, usize), Vec<Predicate>> = BTreeMap::new();
        for (pivot, torques, taken) in lines.into_values() {
            self.sum(torques, 0);
            let literal = self.solver.new_literal().get_true_predicate();
            self.iff_any(literal, &taken);
            used.entry(pivot).or_default().push(literal);
        }
        for both in used.into_values().filter(|lines| lines.len() == 2) {
            self.clause(both.into_iter().map(|used| !used));
        }
        numbers
    }
}

fn leaves(things: &Value) -> i32 {
    list(things).iter().map(|thing| thing.get("bar").map_or(1, leaves)).sum()
}
