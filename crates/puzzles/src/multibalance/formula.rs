//! The rules of Multi-Balance as a formula. A variable for each number and cell
//! says that the number stands there; each cell has variables that say "at
//! least this much", where an empty cell counts as 0; each line has one that
//! says that numbers stand in it.

use super::{Line, MultiBalance};
use crate::formula::{Certified, Formula, Literal, Number, TooLarge};

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
    fn only_fulcrum(&self, line: Line) -> Option<usize> {
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
            let name = format!("r{}c{}", cell / self.width + 1, cell % self.width + 1);
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
