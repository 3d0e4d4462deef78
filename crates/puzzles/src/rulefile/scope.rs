//! What names stand for while expressions are looked at, and all that follows
//! from the board alone: members of families, positions, sizes.

use super::layout::{Group, Layout};
use super::syntax::{Each, Expr, Family, Operator, Piece, Relation, Template};
use std::cell::Cell;
use std::sync::Arc;

/// What a name stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Bound {
    Number(i64),
    Cell(usize),
    Group(Arc<Group>),
}

/// The names of one place in a file, and what they stand for.
#[derive(Debug, Clone)]
pub(super) struct Scope<'a> {
    pub(super) layout: &'a Layout,
    slots: Vec<Bound>,
    pub(super) clue: i64,
    /// Whether a family had more members than are gone through.
    pub(super) overflown: Cell<bool>,
}

impl<'a> Scope<'a> {
    pub(super) fn new(layout: &'a Layout, slots: usize) -> Scope<'a> {
        let numbers = layout.numbers.iter().map(|&number| Bound::Number(number));
        let empty = std::iter::repeat(Bound::Number(0));
        Scope {
            layout,
            slots: numbers.chain(empty).take(slots.max(layout.numbers.len())).collect(),
            clue: 0,
            overflown: Cell::new(false),
        }
    }

    pub(super) fn bind(&mut self, slot: usize, member: &[Bound]) {
        for (own, bound) in self.slots[slot..].iter_mut().zip(member) {
            own.clone_from(bound);
        }
    }

    /// What a slot stands for.
    pub(super) fn bound(&self, slot: usize) -> &Bound {
        &self.slots[slot]
    }

    /// The number that an expression is, where that is known without any cell.
    pub(super) fn number(&self, expr: &Expr) -> Option<i64> {
        match expr {
            Expr::Number(number) => Some(*number),
            Expr::Slot(slot) => match self.slots[*slot] {
                Bound::Number(number) => Some(number),
                _ => None,
            },
            Expr::Clue => Some(self.clue),
            Expr::Arithmetic(operator, a, b) => operator.apply(self.number(a)?, self.number(b)?),
            Expr::Abs(a) => Some(self.number(a)?.saturating_abs()),
            Expr::Least(parts) => parts.iter().map(|part| self.number(part)).min()?,
            Expr::Most(parts) => {
                let parts: Option<Vec<i64>> = parts.iter().map(|part| self.number(part)).collect();
                parts?.into_iter().max()
            }
            Expr::Choose(parts) => self.number(if self.truth(&parts[0])? { &parts[1] } else { &parts[2] }),
            Expr::Size(group) => Some(self.group(group)?.cells.len() as i64),
            Expr::Position(cell, group) => {
                let (cell, group) = (self.cell(cell)?, self.group(group)?);
                Some(group.cells.iter().position(|&own| own == cell)? as i64 + 1)
            }
            Expr::Distance(a, b) => {
                let (a, b) = (self.layout.row_and_column(self.cell(a)?), self.layout.row_and_column(self.cell(b)?));
                Some(a.0.abs_diff(b.0).max(a.1.abs_diff(b.1)) as i64)
            }
            _ => None,
        }
    }

    /// Whether something holds, where that is known without any cell.
    pub(super) fn truth(&self, expr: &Expr) -> Option<bool> {
        match expr {
            Expr::Compare(first, rest) => {
                let mut left = self.number(first);
                let mut holds = true;
                for (relation, right) in rest {
                    let right = self.number(right);
                    holds &= left.zip(right).is_some_and(|(left, right)| relation.holds(left, right));
                    left = right;
                }
                Some(holds)
            }
            Expr::And(parts) => Some(parts.iter().all(|part| self.truth(part) == Some(true))),
            Expr::Or(parts) => Some(parts.iter().any(|part| self.truth(part) == Some(true))),
            Expr::Not(part) => Some(!self.truth(part)?),
            _ => None,
        }
    }

    /// The position that an expression is.
    pub(super) fn cell(&self, expr: &Expr) -> Option<usize> {
        match expr {
            Expr::Slot(slot) => match self.slots[*slot] {
                Bound::Cell(cell) => Some(cell),
                _ => None,
            },
            _ => None,
        }
    }

    /// The cells that an expression is.
    pub(super) fn group(&self, expr: &Expr) -> Option<Arc<Group>> {
        let unnamed = |cells: Vec<usize>| Some(Arc::new(Group { name: String::new(), cells }));
        match expr {
            Expr::Slot(slot) => match &self.slots[*slot] {
                Bound::Group(group) => Some(group.clone()),
                _ => None,
            },
            Expr::Cells => unnamed(self.layout.cells.clone()),
            Expr::Around(cell) => unnamed(self.layout.around(self.cell(cell)?)),
            Expr::Beside(cell) => unnamed(self.layout.beside(self.cell(cell)?)),
            Expr::Before(cell, group) | Expr::After(cell, group) => {
                let (cell, group) = (self.cell(cell)?, self.group(group)?);
                let at = group.cells.iter().position(|&own| own == cell)?;
                let is_before = matches!(expr, Expr::Before(..));
                unnamed(if is_before { group.cells[..at].to_vec() } else { group.cells[at + 1..].to_vec() })
            }
            Expr::GroupOf(groups, cell) => self.layout.group_of(*groups, self.cell(cell)?),
            _ => None,
        }
    }

    /// The members of a family.
    pub(super) fn members(&self, family: &Family) -> Vec<Vec<Bound>> {
        let single = |cells: &[usize]| cells.iter().map(|&cell| vec![Bound::Cell(cell)]).collect::<Vec<_>>();
        let layout = self.layout;
        let groups = |groups: Vec<Group>| groups.into_iter().map(|group| vec![Bound::Group(Arc::new(group))]).collect();
        let length = |expr: &Expr| self.number(expr).and_then(|number| usize::try_from(number).ok()).unwrap_or(0);
        match family {
            Family::Cells => single(&layout.cells),
            Family::Blocked => single(&layout.blocked()),
            Family::Neighbours => several(layout.pairs(layout.steps(false))),
            Family::Touching => several(layout.pairs(layout.steps(true))),
            Family::Upright => several(layout.triangles(true)),
            Family::Inverted => several(layout.triangles(false)),
            Family::Groups(family) => {
                layout.groups(*family).iter().map(|group| vec![Bound::Group(group.clone())]).collect()
            }
            Family::Stretches(expr) => match length(expr) {
                0 => Vec::new(),
                length => groups(layout.stretches(length)),
            },
            Family::Blocks(rows, columns) => match (length(rows), length(columns)) {
                (rows @ 1..=100, columns @ 1..=100) => groups(layout.blocks(rows, columns)),
                _ => Vec::new(),
            },
            Family::Pairs(family) => {
                let members = self.members(family);
                if members.len() * members.len() / 2 > MOST_PAIRS {
                    self.overflown.set(true);
                    return Vec::new();
                }
                let pairs = members.iter().enumerate().flat_map(|(at, first)| {
                    members[at + 1..].iter().map(move |second| [first.as_slice(), second.as_slice()].concat())
                });
                pairs.collect()
            }
            Family::Steps(group) => {
                let cells = self.group(group).map(|group| group.cells.clone()).unwrap_or_default();
                cells.windows(2).map(|pair| pair.iter().map(|&cell| Bound::Cell(cell)).collect()).collect()
            }
            Family::Range(least, most) => match (self.number(least), self.number(most)) {
                (Some(least), Some(most)) => {
                    (least..=most).take(MOST_NUMBERS).map(|number| vec![Bound::Number(number)]).collect()
                }
                _ => Vec::new(),
            },
            Family::Members(group) => self.group(group).map(|group| single(&group.cells)).unwrap_or_default(),
        }
    }

    /// The members of a family for which its condition holds, as far as that is
    /// known without any cell.
    pub(super) fn each(&mut self, each: &Each) -> Vec<Vec<Bound>> {
        let mut members = self.members(&each.family);
        if let Some(only) = each.only.as_ref().filter(|only| only.is_fixed()) {
            members.retain(|member| {
                self.bind(each.slot, member);
                self.truth(only) == Some(true)
            });
        }
        members
    }

    /// A sentence with its names filled in; `named` has the clue as it is written.
    pub(super) fn fill(&self, template: &Template, clue: &str) -> String {
        let number = |slot: &Option<usize>| match slot.map(|slot| &self.slots[slot]) {
            Some(Bound::Number(number)) => *number,
            _ => self.clue,
        };
        let text = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Clue => clue.to_owned(),
            Piece::Slot(slot) => self.slots[*slot].name(self.layout),
            Piece::Plural(slot, one, many) => if number(slot) == 1 { one } else { many }.clone(),
        };
        template.0.iter().map(text).collect()
    }
}

/// The most pairs that a family goes through.
const MOST_PAIRS: usize = 100_000;
/// The most numbers that a range goes through.
const MOST_NUMBERS: usize = 100_000;

fn several<const N: usize>(found: Vec<[usize; N]>) -> Vec<Vec<Bound>> {
    found.into_iter().map(|cells| cells.map(Bound::Cell).to_vec()).collect()
}

impl Bound {
    pub(super) fn name(&self, layout: &Layout) -> String {
        match self {
            Bound::Number(number) => number.to_string(),
            Bound::Cell(cell) => layout.name(*cell),
            Bound::Group(group) => group.name.clone(),
        }
    }

    /// The positions that it stands for.
    pub(super) fn cells(&self) -> &[usize] {
        match self {
            Bound::Number(_) => &[],
            Bound::Cell(cell) => std::slice::from_ref(cell),
            Bound::Group(group) => &group.cells,
        }
    }
}

impl Operator {
    /// The result, unless a division is by zero or leaves a rest. What is too
    /// large stays at the largest number there is.
    pub(super) fn apply(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Operator::Plus => Some(a.saturating_add(b)),
            Operator::Minus => Some(a.saturating_sub(b)),
            Operator::Times => Some(a.saturating_mul(b)),
            Operator::Divide => (b != 0 && a.checked_rem(b)? == 0).then(|| a / b),
            Operator::Modulo => a.checked_rem_euclid(b),
        }
    }
}

impl Relation {
    pub(super) fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Relation::Equal => a == b,
            Relation::Differs => a != b,
            Relation::Less => a < b,
            Relation::Greater => a > b,
            Relation::AtMost => a <= b,
            Relation::AtLeast => a >= b,
        }
    }
}
