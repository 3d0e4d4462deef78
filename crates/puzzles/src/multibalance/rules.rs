//! The rules of Multi-Balance, checked on a board and written as a formula for proof checkers.

use super::{ALONE, BALANCE, FREE_CELL, Line, MultiBalance, ONE_FULCRUM, ONE_PER_CELL, ONE_WAY};
use crate::formula::{Certified, Formula, Literal, Number, TooLarge};
use crate::{Board, Checked, Rule, Violation, rows};

impl Checked for MultiBalance {
    /// Every rule that the numbers placed so far break, whatever follows.
    fn violations(&self, board: &Board) -> Vec<Violation> {
        let check = Check::new(self, board);
        let mut violations = check.cells();
        let lines: Vec<Line> = self.lines().collect();
        violations.extend(lines.iter().filter_map(|&line| check.line(line)));
        let (rows, columns) = lines.split_at(self.height());
        for &row in rows {
            let column = self.only_fulcrum(row).map(|column| columns[column]);
            violations.extend(column.and_then(|column| check.crossing(row, column)));
        }
        violations
    }
}

/// A board being checked.
pub(super) struct Check<'a> {
    puzzle: &'a MultiBalance,
    /// The numbers on each cell.
    numbers: Vec<Vec<usize>>,
    /// The sum of the numbers that are not placed yet.
    left: usize,
}

impl<'a> Check<'a> {
    pub(super) fn new(puzzle: &'a MultiBalance, board: &Board) -> Check<'a> {
        let mut numbers = vec![Vec::new(); puzzle.fulcrums.len()];
        let mut left = 0;
        for place in 0..puzzle.digits {
            match puzzle.cell_of(board, place) {
                Some(cell) => numbers[cell].push(place + 1),
                None => left += place + 1,
            }
        }
        Check { puzzle, numbers, left }
    }

    /// The numbers on a row or column, from its start.
    pub(super) fn numbers_on(&self, line: Line) -> Vec<usize> {
        line.cells().flat_map(|cell| &self.numbers[cell]).copied().collect()
    }

    /// What is wrong on single cells.
    fn cells(&self) -> Vec<Violation> {
        let mut violations = Vec::new();
        for (cell, numbers) in self.numbers.iter().enumerate() {
            let (row, column) = (cell / self.puzzle.width + 1, cell % self.puzzle.width + 1);
            if !numbers.is_empty() && self.puzzle.is_fulcrum(cell) {
                let message = format!("{} on the fulcrum in row {row}, column {column}", stand(numbers));
                violations.push(violation(&FREE_CELL, numbers, message));
            }
            if numbers.len() > 1 {
                let message = format!("{} on one cell, row {row}, column {column}", stand(numbers));
                violations.push(violation(&ONE_PER_CELL, numbers, message));
            }
        }
        violations
    }

    /// What is wrong on a row or column.
    pub(super) fn line(&self, line: Line) -> Option<Violation> {
        let numbers = self.numbers_on(line);
        match (numbers.as_slice(), self.puzzle.only_fulcrum(line)) {
            ([], _) => None,
            ([number], _) if self.left == 0 => {
                Some(violation(&ALONE, &numbers, format!("{number} stands alone in {}", line.name())))
            }
            (_, Some(fulcrum)) => self.balance(line, fulcrum),
            // One number is enough: it would need another, and then a fulcrum.
            (_, None) => {
                let many = if line.cells().any(|cell| self.puzzle.is_fulcrum(cell)) { "several" } else { "no" };
                let message = format!("{} in {}, which has {many} fulcrums", stand(&numbers), line.name());
                Some(violation(&ONE_FULCRUM, &numbers, message))
            }
        }
    }

    /// The torques before and after a fulcrum.
    pub(super) fn torques(&self, line: Line, fulcrum: usize) -> (usize, usize) {
        let (mut before, mut after) = (0, 0);
        for (i, cell) in line.cells().enumerate() {
            let torque = self.numbers[cell].iter().sum::<usize>() * i.abs_diff(fulcrum);
            *(if i < fulcrum { &mut before } else { &mut after }) += torque;
        }
        (before, after)
    }

    /// Torques that differ by more than the numbers left could add on the
    /// lighter side, were all of them put at its end.
    fn balance(&self, line: Line, fulcrum: usize) -> Option<Violation> {
        let (before, after) = self.torques(line, fulcrum);
        let reach = if before < after { fulcrum } else { line.length - 1 - fulcrum };
        let numbers = self.numbers_on(line);
        (before.abs_diff(after) > self.left * reach).then(|| {
            let message = format!("{} is out of balance: torques {before} and {after}", line.name());
            violation(&BALANCE, &numbers, message)
        })
    }

    /// Whether a row and the column of its only fulcrum both use it.
    fn crossing(&self, row: Line, column: Line) -> Option<Violation> {
        self.puzzle.only_fulcrum(column)?;
        let (mut numbers, others) = (self.numbers_on(row), self.numbers_on(column));
        (!numbers.is_empty() && !others.is_empty()).then(|| {
            numbers.extend(others);
            let (row, column) = (row.name(), column.name());
            violation(&ONE_WAY, &numbers, format!("{row} and {column} both use the fulcrum where they cross"))
        })
    }
}

fn violation(rule: &'static Rule, numbers: &[usize], message: String) -> Violation {
    let mut places: Vec<usize> = numbers.iter().map(|number| number - 1).collect();
    places.sort_unstable();
    places.dedup();
    Violation { rule, places, message }
}

/// `3 stands`, `3, 5 and 7 stand`
fn stand(numbers: &[usize]) -> String {
    let names: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    format!("{} {}", rows::in_words(&names), if names.len() == 1 { "stands" } else { "stand" })
}

impl Certified for MultiBalance {
    fn formula(&self) -> Result<Formula, TooLarge> {
        let lines: Vec<Line> = self.lines().collect();
        let fulcrums: Vec<Option<usize>> = lines.iter().map(|&line| self.only_fulcrum(line)).collect();
        let closed = || lines.iter().zip(&fulcrums).filter(|(_, fulcrum)| fulcrum.is_none()).map(|(line, _)| line);
        let mut open: Vec<bool> = self.fulcrums.iter().map(|fulcrum| !fulcrum).collect();
        closed().flat_map(|line| line.cells()).for_each(|cell| open[cell] = false);
        let count = open.iter().filter(|open| **open).count();
        let mut formula = Formula::with_room(12 * count * self.digits)?;
        formula.comment("free_cell, one_fulcrum: the cells left out hold a fulcrum, or lie in one of these lines,");
        formula.comment("which have no fulcrum or several");
        for line in closed() {
            formula.comment(line.name());
        }
        let numbers = self.numbers_on_cells(&mut formula, &open);
        let mut used: Vec<Option<Literal>> = Vec::with_capacity(lines.len());
        for (&line, fulcrum) in lines.iter().zip(&fulcrums) {
            used.push(fulcrum.map(|fulcrum| line_in_balance(&mut formula, line, fulcrum, &numbers)));
        }
        formula.comment("one_way: a fulcrum carries its row or its column, not both");
        let (rows, columns) = used.split_at(self.height());
        for (row, fulcrum) in rows.iter().zip(&fulcrums) {
            if let (Some(row), Some(column)) = (*row, fulcrum.and_then(|column| columns[column])) {
                formula.clause([!row, !column]);
            }
        }
        Ok(formula)
    }
}

impl MultiBalance {
    /// The position of the fulcrum in a line that has exactly one.
    pub(super) fn only_fulcrum(&self, line: Line) -> Option<usize> {
        let mut fulcrums = line.cells().enumerate().filter(|&(_, cell)| self.fulcrums[cell]);
        let (position, _) = fulcrums.next()?;
        fulcrums.next().is_none().then_some(position)
    }

    /// Puts each number on one of the open cells, at most one on each. The
    /// result is the number on each cell.
    fn numbers_on_cells(&self, formula: &mut Formula, open: &[bool]) -> Vec<Option<Number>> {
        let digits = self.digits as i64;
        let mut stands: Vec<Vec<(i32, Literal)>> = vec![Vec::new(); self.digits];
        let mut numbers = vec![None; open.len()];
        formula.comment("one_per_cell: k stands on a cell if what stands there is at least k and not at least k + 1");
        for cell in (0..open.len()).filter(|&cell| open[cell]) {
            let name = self.cell_id(cell);
            let literals: Vec<Literal> = (1..=digits).map(|k| formula.variable(format!("n{k}_at_{name}"))).collect();
            let number = formula.number(0, digits, |k| format!("{name}_ge_{k}"));
            for (k, (&literal, stands)) in (1..).zip(literals.iter().zip(&mut stands)) {
                formula.is_exactly(&number, k, literal);
                stands.push((cell as i32, literal));
            }
            numbers[cell] = Some(number);
        }
        formula.comment("each number stands on one cell");
        for cells in stands {
            formula.exactly(1, cells.iter().map(|&(_, literal)| literal));
            formula.place(cells);
        }
        numbers
    }
}

/// The rules for one line that has one fulcrum; the literal says that numbers
/// stand in it.
fn line_in_balance(formula: &mut Formula, line: Line, fulcrum: usize, numbers: &[Option<Number>]) -> Literal {
    let cells: Vec<(i64, &Number)> = line
        .cells()
        .enumerate()
        .filter_map(|(position, cell)| Some((position as i64 - fulcrum as i64, numbers[cell].as_ref()?)))
        .collect();
    let name = line.name();
    let used = formula.variable(format!("{}_used", name.replace(' ', "")));
    let filled: Vec<Literal> = cells.iter().filter_map(|(_, number)| number.is_at_least(1)).collect();
    formula.comment(format!("alone: {name} is used by two numbers or more, or by none"));
    formula.at_least(filled.iter().map(|&filled| (1, filled)).chain([(-2, used)]).collect(), 0);
    for filled in filled {
        formula.clause([!filled, used]);
    }
    formula.comment(format!("balance: distance times number adds up to 0 in {name}"));
    formula.adds_up(cells, 0);
    used
}
