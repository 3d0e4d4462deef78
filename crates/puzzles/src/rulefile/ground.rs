//! Rules at one place, with all that is fixed worked out: what is left are
//! conditions on places.

use super::condition::{Condition, Linear, Term, and, different, or};
use super::layout::Layout;
use super::scope::Scope;
use super::setting::TooMuch;
use super::syntax::{Each, Expr, Fold, Operator, Relation};
use std::sync::Arc;

/// The most parts that all rules of a puzzle may have together.
const MOST_PARTS: usize = 1_000_000;
/// Numbers beyond this are not worked with.
const MOST_NUMBER: i64 = 1_000_000_000;

/// Works the rules out.
pub(super) struct Grounder<'a> {
    pub(super) scope: Scope<'a>,
    values: &'a [(i32, i32)],
    /// What must hold so that the numbers of the comparison at hand exist.
    guards: Vec<Condition>,
    parts: usize,
}

type Grounded<T> = Result<T, TooMuch>;

impl<'a> Grounder<'a> {
    pub(super) fn new(layout: &'a Layout, slots: usize, values: &'a [(i32, i32)]) -> Grounder<'a> {
        Grounder { scope: Scope::new(layout, slots), values, guards: Vec::new(), parts: 0 }
    }

    fn count(&mut self, parts: usize) -> Grounded<()> {
        self.parts += parts;
        if self.parts <= MOST_PARTS {
            return Ok(());
        }
        Err(TooMuch(format!("the rules have more than {MOST_PARTS} parts at this size; expected a smaller one")))
    }

    fn place(&self, cell: usize) -> Option<usize> {
        self.scope.layout.place_of.get(cell).copied().flatten()
    }

    /// What must hold, worked out.
    pub(super) fn condition(&mut self, expr: &Expr) -> Grounded<Condition> {
        self.count(1)?;
        match expr {
            Expr::Compare(first, rest) => self.comparison(first, rest),
            Expr::And(parts) => Ok(and(self.conditions(parts)?)),
            Expr::Or(parts) => Ok(or(self.conditions(parts)?)),
            Expr::Not(part) => Ok(self.condition(part)?.negated()),
            Expr::Fold(fold, each, body) => self.fold_of_truth(*fold, each, body),
            _ => Ok(Condition::Known(false)),
        }
    }

    fn conditions(&mut self, parts: &[Expr]) -> Grounded<Vec<Condition>> {
        parts.iter().map(|part| self.condition(part)).collect()
    }

    fn comparison(&mut self, first: &Expr, rest: &[(Relation, Expr)]) -> Grounded<Condition> {
        let outer = std::mem::take(&mut self.guards);
        let mut left = self.number(first)?;
        let mut parts = Vec::new();
        for (relation, right) in rest {
            let right = self.number(right)?;
            parts.push(self.compared(*relation, &left, &right));
            left = right;
        }
        parts.extend(std::mem::replace(&mut self.guards, outer));
        Ok(and(parts))
    }

    fn compared(&self, relation: Relation, left: &Linear, right: &Linear) -> Condition {
        let less = |mut difference: Linear, by: i64| {
            difference.constant += by;
            Condition::AtMost(difference)
        };
        let found = match relation {
            Relation::Equal => Condition::Zero(left.minus(right)),
            Relation::Differs => Condition::Other(left.minus(right)),
            Relation::AtMost => less(left.minus(right), 0),
            Relation::Less => less(left.minus(right), 1),
            Relation::AtLeast => less(right.minus(left), 0),
            Relation::Greater => less(right.minus(left), 1),
        };
        found.simplified(self.values)
    }

    /// The members of a family, each with the condition under which it counts.
    fn members(&mut self, each: &Each, visit: &mut dyn FnMut(&mut Self, Condition) -> Grounded<()>) -> Grounded<()> {
        let uncertain = each.only.as_ref().filter(|only| !only.is_fixed());
        let members = self.scope.each(each);
        if self.scope.overflown.get() {
            return Err(TooMuch("a rule goes through too many pairs at this size; expected a smaller one".to_owned()));
        }
        for member in members {
            self.count(1)?;
            self.scope.bind(each.slot, &member);
            let only = match uncertain {
                Some(only) => self.condition(only)?,
                None => Condition::Known(true),
            };
            if only != Condition::Known(false) {
                visit(self, only)?;
            }
        }
        Ok(())
    }

    fn fold_of_truth(&mut self, fold: Fold, each: &Each, body: &Expr) -> Grounded<Condition> {
        let mut parts = Vec::new();
        if fold != Fold::Different {
            self.members(each, &mut |own, only| {
                let body = own.condition(body)?;
                parts.push(if fold == Fold::All { or(vec![only.negated(), body]) } else { and(vec![only, body]) });
                Ok(())
            })?;
            return Ok(if fold == Fold::All { and(parts) } else { or(parts) });
        }
        let outer = std::mem::take(&mut self.guards);
        let mut items = Vec::new();
        self.members(each, &mut |own, only| {
            items.push((own.guarded(body, &only)?, only));
            Ok(())
        })?;
        parts.extend(std::mem::replace(&mut self.guards, outer));
        if items.iter().all(|(_, only)| *only == Condition::Known(true)) {
            parts.push(different(items.into_iter().map(|(item, _)| item).collect()));
            return Ok(and(parts));
        }
        for (at, (left, only)) in items.iter().enumerate() {
            for (right, also) in &items[at + 1..] {
                let differ = Condition::Other(left.minus(right)).simplified(self.values);
                parts.push(or(vec![only.clone().negated(), also.clone().negated(), differ]));
            }
        }
        Ok(and(parts))
    }

    /// A number that only matters under a condition.
    fn guarded(&mut self, body: &Expr, only: &Condition) -> Grounded<Linear> {
        let outer = self.guards.len();
        let number = self.number(body)?;
        for guard in self.guards.drain(outer..).collect::<Vec<_>>() {
            self.guards.push(or(vec![only.clone().negated(), guard]));
        }
        Ok(number)
    }

    fn number(&mut self, expr: &Expr) -> Grounded<Linear> {
        self.count(1)?;
        let found = self.any_number(expr)?;
        let (least, most) = found.bounds(self.values);
        if least < -MOST_NUMBER || most > MOST_NUMBER {
            return Err(TooMuch(format!("a rule works with numbers beyond {MOST_NUMBER}; expected smaller ones")));
        }
        Ok(found)
    }

    fn missing(&mut self) -> Linear {
        self.guards.push(Condition::Known(false));
        Linear::constant(0)
    }

    fn held(&mut self, cell: Option<usize>) -> Linear {
        match cell.and_then(|cell| self.place(cell)) {
            Some(place) if self.values[place].0 == self.values[place].1 => {
                Linear::constant(i64::from(self.values[place].0))
            }
            Some(place) => Linear::of(Term::Place(place)),
            None => self.missing(),
        }
    }

    fn any_number(&mut self, expr: &Expr) -> Grounded<Linear> {
        Ok(match expr {
            Expr::Held(cell) => {
                let cell = self.scope.cell(cell);
                self.held(cell)
            }
            Expr::Item(group, index) => {
                let at = self.scope.number(index).and_then(|at| usize::try_from(at - 1).ok());
                let cell = self.scope.group(group).zip(at).and_then(|(group, at)| group.cells.get(at).copied());
                self.held(cell)
            }
            Expr::Arithmetic(operator, a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                self.arithmetic(*operator, a, b)
            }
            Expr::Abs(part) => {
                let part = self.number(part)?;
                match part.is_constant() {
                    true => Linear::constant(part.constant.abs()),
                    false => Linear::of(Term::Abs(Arc::new(part))),
                }
            }
            Expr::Least(parts) | Expr::Most(parts) => {
                let parts: Vec<Linear> = parts.iter().map(|part| self.number(part)).collect::<Grounded<_>>()?;
                self.extreme(parts, matches!(expr, Expr::Least(_)))
            }
            Expr::Choose(parts) => {
                let condition = self.condition(&parts[0])?;
                match condition {
                    Condition::Known(yes) => self.number(if yes { &parts[1] } else { &parts[2] })?,
                    condition => {
                        let (yes, no) = (
                            self.guarded(&parts[1], &condition)?,
                            self.guarded(&parts[2], &condition.clone().negated())?,
                        );
                        let chosen = self.truth(condition);
                        no.plus(&self.product(chosen, yes.minus(&no)))
                    }
                }
            }
            Expr::Fold(fold, each, body) => self.fold(*fold, each, body)?,
            other => match self.scope.number(other) {
                Some(number) => Linear::constant(number.clamp(-MOST_NUMBER - 1, MOST_NUMBER + 1)),
                None => self.missing(),
            },
        })
    }

    fn fold(&mut self, fold: Fold, each: &Each, body: &Expr) -> Grounded<Linear> {
        let (mut total, mut items, mut counted) = (Linear::constant(0), Vec::new(), Vec::new());
        self.members(each, &mut |own, only| {
            if fold == Fold::Count {
                let holds = and(vec![only, own.condition(body)?]);
                let one = own.truth(holds);
                total.add(&one, 1);
                return Ok(());
            }
            let number = own.guarded(body, &only)?;
            let certain = only == Condition::Known(true);
            match fold {
                Fold::Sum if certain => total.add(&number, 1),
                Fold::Sum => {
                    let chosen = own.truth(only);
                    total.add(&own.product(chosen, number), 1);
                }
                Fold::Product if certain => items.push(number),
                Fold::Product => {
                    // 1 where it does not count.
                    let chosen = own.truth(only);
                    let one = Linear::constant(1);
                    items.push(one.plus(&own.product(chosen, number.minus(&one))));
                }
                _ => {
                    // Where it does not count, it is out of the way.
                    let (least, most) = number.bounds(own.values);
                    let away = if fold == Fold::Least {
                        most.saturating_add(MOST_NUMBER / 4)
                    } else {
                        least.saturating_sub(MOST_NUMBER / 4)
                    };
                    let chosen = own.truth(only.clone().negated());
                    items.push(number.plus(&own.product(chosen, Linear::constant(away).minus(&number))));
                    counted.push(only);
                }
            }
            Ok(())
        })?;
        Ok(match fold {
            Fold::Sum | Fold::Count => {
                total.sort();
                total
            }
            Fold::Product => {
                let mut product = Linear::constant(1);
                for item in items {
                    product = self.product(product, item);
                    self.count(1)?;
                }
                product
            }
            _ => {
                self.guards.push(or(counted));
                self.extreme(items, fold == Fold::Least)
            }
        })
    }

    fn extreme(&mut self, mut parts: Vec<Linear>, least: bool) -> Linear {
        parts.sort();
        parts.dedup();
        match parts.len() {
            0 => self.missing(),
            1 => parts.remove(0),
            _ if parts.iter().all(Linear::is_constant) => {
                if least {
                    parts.remove(0)
                } else {
                    parts.remove(parts.len() - 1)
                }
            }
            _ if least => Linear::of(Term::Least(Arc::new(parts))),
            _ => Linear::of(Term::Most(Arc::new(parts))),
        }
    }

    fn arithmetic(&mut self, operator: Operator, a: Linear, b: Linear) -> Linear {
        if a.is_constant() && b.is_constant() {
            return match operator.apply(a.constant, b.constant) {
                Some(number) => Linear::constant(number.clamp(-MOST_NUMBER - 1, MOST_NUMBER + 1)),
                None => self.missing(),
            };
        }
        match operator {
            Operator::Plus => a.plus(&b),
            Operator::Minus => a.minus(&b),
            Operator::Times => self.product(a, b),
            Operator::Divide | Operator::Modulo => {
                let parts = Arc::new([a, b]);
                let nonzero = Condition::Other(parts[1].clone()).simplified(self.values);
                self.guards.push(nonzero);
                let rest = Linear::of(Term::Rest(parts.clone()));
                if operator == Operator::Modulo {
                    return rest;
                }
                self.guards.push(Condition::Zero(rest).simplified(self.values));
                Linear::of(Term::Quotient(parts))
            }
        }
    }

    fn product(&self, a: Linear, b: Linear) -> Linear {
        match (a.is_constant(), b.is_constant()) {
            (true, _) => b.times(a.constant),
            (_, true) => a.times(b.constant),
            _ => {
                let parts = if a <= b { [a, b] } else { [b, a] };
                Linear::of(Term::Product(Arc::new(parts)))
            }
        }
    }

    /// 1 if the condition holds, else 0.
    fn truth(&self, condition: Condition) -> Linear {
        if let Condition::Known(holds) = condition {
            return Linear::constant(i64::from(holds));
        }
        // A place that holds 0 or 1 says so itself.
        if let Some(place) = condition.only_place().filter(|&place| self.values[place] == (0, 1)) {
            let own = Linear::of(Term::Place(place));
            match (condition.at(0), condition.at(1)) {
                (false, true) => return own,
                (true, false) => return Linear::constant(1).minus(&own),
                _ => {}
            }
        }
        Linear::of(Term::Truth(Arc::new(condition)))
    }
}
