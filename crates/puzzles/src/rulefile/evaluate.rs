//! Expressions on a full or half-filled board, straight from the file: what a
//! blank cell may still hold is a range, and so is every number that depends
//! on it. Nothing here is shared with the model.

use super::scope::Scope;
use super::syntax::{Each, Expr, Fold, Operator, Relation};
use crate::Board;

/// A number of which only the bounds are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Number {
    least: i64,
    most: i64,
    /// Whether it exists for sure: a division may leave a rest.
    exists: bool,
}

/// Whether something can be true, and whether it is for sure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Truth {
    can: bool,
    must: bool,
}

/// A number that does not exist.
const NONE: Number = Number { least: 1, most: 0, exists: false };

impl Number {
    fn known(number: i64) -> Number {
        Number { least: number, most: number, exists: true }
    }

    fn is_none(self) -> bool {
        self.least > self.most
    }

    fn fixed(self) -> Option<i64> {
        (self.least == self.most && self.exists).then_some(self.least)
    }

    /// Either of two.
    fn or(self, other: Number) -> Number {
        match (self.is_none(), other.is_none()) {
            (true, _) => Number { exists: false, ..other },
            (_, true) => Number { exists: false, ..self },
            _ => Number {
                least: self.least.min(other.least),
                most: self.most.max(other.most),
                exists: self.exists && other.exists,
            },
        }
    }

    fn combined(self, other: Number, results: impl IntoIterator<Item = i64>) -> Number {
        if self.is_none() || other.is_none() {
            return NONE;
        }
        let (mut least, mut most) = (i64::MAX, i64::MIN);
        for result in results {
            (least, most) = (least.min(result), most.max(result));
        }
        Number { least, most, exists: self.exists && other.exists }
    }
}

impl Truth {
    fn known(known: bool) -> Truth {
        Truth { can: known, must: known }
    }

    fn not(self) -> Truth {
        Truth { can: !self.must, must: !self.can }
    }

    fn and(self, other: Truth) -> Truth {
        Truth { can: self.can && other.can, must: self.must && other.must }
    }

    fn or(self, other: Truth) -> Truth {
        Truth { can: self.can || other.can, must: self.must || other.must }
    }
}

/// Looks at a board.
#[derive(Debug)]
pub(super) struct Evaluator<'a> {
    pub(super) scope: Scope<'a>,
    board: &'a Board,
    values: &'a [(i32, i32)],
    /// The filled places that were looked at.
    pub(super) seen: Vec<usize>,
}

impl<'a> Evaluator<'a> {
    pub(super) fn new(scope: Scope<'a>, board: &'a Board, values: &'a [(i32, i32)]) -> Evaluator<'a> {
        Evaluator { scope, board, values, seen: Vec::new() }
    }

    pub(super) fn board(&self) -> &Board {
        self.board
    }

    /// Whether a demand can still be met.
    pub(super) fn can_hold(&mut self, expr: &Expr) -> bool {
        self.truth(expr).can
    }

    /// What a number is, where it is fixed.
    pub(super) fn fixed(&mut self, expr: &Expr) -> Option<i64> {
        self.number(expr).fixed()
    }

    fn truth(&mut self, expr: &Expr) -> Truth {
        match expr {
            Expr::Compare(first, rest) => {
                let mut left = self.number(first);
                let mut holds = Truth::known(true);
                for (relation, right) in rest {
                    let right = self.number(right);
                    holds = holds.and(compare(*relation, left, right));
                    left = right;
                }
                holds
            }
            Expr::And(parts) => parts.iter().fold(Truth::known(true), |holds, part| holds.and(self.truth(part))),
            Expr::Or(parts) => parts.iter().fold(Truth::known(false), |holds, part| holds.or(self.truth(part))),
            Expr::Not(part) => self.truth(part).not(),
            Expr::Fold(Fold::Different, each, body) => self.different(each, body),
            Expr::Fold(fold, each, body) => {
                let is_all = *fold == Fold::All;
                let mut holds = Truth::known(is_all);
                self.members(each, &mut |own, only| {
                    let body = own.truth(body);
                    holds = if is_all { holds.and(only.not().or(body)) } else { holds.or(only.and(body)) };
                });
                holds
            }
            _ => Truth::known(false),
        }
    }

    /// The members of a family, and whether each counts.
    fn members(&mut self, each: &Each, visit: &mut dyn FnMut(&mut Self, Truth)) {
        let uncertain = each.only.as_ref().filter(|only| !only.is_fixed());
        for member in self.scope.each(each) {
            self.scope.bind(each.slot, &member);
            let only = uncertain.map_or(Truth::known(true), |only| self.truth(only));
            if only.can {
                visit(self, only);
            }
        }
    }

    fn different(&mut self, each: &Each, body: &Expr) -> Truth {
        let mut items: Vec<(Number, Truth)> = Vec::new();
        let mut exist = Truth::known(true);
        self.members(each, &mut |own, only| {
            let number = own.number(body);
            exist = exist.and(only.not().or(Truth { can: !number.is_none(), must: number.exists }));
            items.push((number, only));
        });
        let mut differ = exist;
        for (at, (a, only)) in items.iter().enumerate() {
            for (b, also) in &items[at + 1..] {
                let equal = compare(Relation::Equal, *a, *b).and(*only).and(*also);
                differ = differ.and(equal.not());
            }
        }
        differ
    }

    fn held(&mut self, cell: Option<usize>) -> Number {
        let Some(place) = cell.and_then(|cell| self.scope.layout.place_of.get(cell).copied().flatten()) else {
            return NONE;
        };
        match self.board.get(place) {
            Some(value) => {
                self.seen.push(place);
                Number::known(i64::from(value))
            }
            None => {
                let (least, most) = self.values[place];
                Number { least: i64::from(least), most: i64::from(most), exists: true }
            }
        }
    }

    fn number(&mut self, expr: &Expr) -> Number {
        match expr {
            Expr::Held(cell) => {
                let cell = self.scope.cell(cell);
                self.held(cell)
            }
            Expr::Item(group, index) => {
                let at = self.scope.number(index).and_then(|at| usize::try_from(at - 1).ok());
                let group = self.scope.group(group);
                self.held(group.zip(at).and_then(|(group, at)| group.cells.get(at).copied()))
            }
            Expr::Arithmetic(operator, a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                arithmetic(*operator, a, b)
            }
            Expr::Abs(part) => {
                let part = self.number(part);
                let both = [part.least.saturating_abs(), part.most.saturating_abs()];
                let zero = (part.least <= 0 && part.most >= 0).then_some(0);
                part.combined(part, both.into_iter().chain(zero))
            }
            Expr::Least(parts) | Expr::Most(parts) => {
                let numbers: Vec<(Number, Truth)> =
                    parts.iter().map(|part| (self.number(part), Truth::known(true))).collect();
                extreme(&numbers, matches!(expr, Expr::Least(_)))
            }
            Expr::Choose(parts) => {
                let condition = self.truth(&parts[0]);
                match (condition.must, condition.can) {
                    (true, _) => self.number(&parts[1]),
                    (_, false) => self.number(&parts[2]),
                    _ => {
                        let yes = self.number(&parts[1]);
                        yes.or(self.number(&parts[2]))
                    }
                }
            }
            Expr::Fold(fold, each, body) => self.fold(*fold, each, body),
            other => self.scope.number(other).map_or(NONE, Number::known),
        }
    }

    fn fold(&mut self, fold: Fold, each: &Each, body: &Expr) -> Number {
        let mut items: Vec<(Number, Truth)> = Vec::new();
        self.members(each, &mut |own, only| {
            items.push(if fold == Fold::Count {
                let holds = only.and(own.truth(body));
                let number = Number { least: i64::from(holds.must), most: i64::from(holds.can), exists: true };
                (number, Truth::known(true))
            } else {
                (own.number(body), only)
            });
        });
        if matches!(fold, Fold::Least | Fold::Most) {
            return extreme(&items, fold == Fold::Least);
        }
        let (operator, neutral) = if fold == Fold::Product { (Operator::Times, 1) } else { (Operator::Plus, 0) };
        items.into_iter().fold(Number::known(neutral), |total, (number, only)| {
            let number = if only.must { number } else { number.or(Number::known(neutral)) };
            // What does not count need not exist.
            arithmetic(operator, total, if number.is_none() && !only.must { Number::known(neutral) } else { number })
        })
    }
}

/// The least or the greatest of those that count.
fn extreme(items: &[(Number, Truth)], is_least: bool) -> Number {
    let sign = if is_least { 1 } else { -1 };
    let (mut best, mut certain): (Option<i64>, Option<i64>) = (None, None);
    let mut exists = false;
    for (number, only) in items {
        if only.must && number.is_none() {
            return NONE;
        }
        if number.is_none() {
            continue;
        }
        let (near, far) = if is_least { (number.least, number.most) } else { (-number.most, -number.least) };
        best = Some(best.map_or(near, |best| best.min(near)));
        if only.must {
            certain = Some(certain.map_or(far, |certain| certain.min(far)));
            exists = true;
        }
    }
    let Some(best) = best else { return NONE };
    // Without one that counts for sure, it may be any of them.
    let worst = certain.unwrap_or_else(|| {
        let ends = items.iter().filter(|(number, _)| !number.is_none());
        ends.map(|(number, _)| if is_least { number.most } else { -number.least }).max().unwrap_or(best)
    });
    let exists = exists && items.iter().all(|(number, only)| number.exists || !only.can);
    let (a, b) = (sign * best, sign * worst);
    Number { least: a.min(b), most: a.max(b), exists }
}

fn arithmetic(operator: Operator, a: Number, b: Number) -> Number {
    if let (Some(a), Some(b)) = (a.fixed(), b.fixed()) {
        return operator.apply(a, b).map_or(NONE, Number::known);
    }
    let (lows, highs) = ([a.least, a.most], [b.least, b.most]);
    let corners =
        |result: fn(i64, i64) -> i64| lows.into_iter().flat_map(move |a| highs.into_iter().map(move |b| result(a, b)));
    match operator {
        Operator::Plus => a.combined(b, corners(i64::saturating_add)),
        Operator::Minus => a.combined(b, corners(i64::saturating_sub)),
        Operator::Times => a.combined(b, corners(i64::saturating_mul)),
        Operator::Divide => {
            let far = a.least.saturating_abs().max(a.most.saturating_abs());
            let near = if a.least >= 0 && b.least >= 0 { 0 } else { -far };
            Number { exists: false, ..a.combined(b, [near, far]) }
        }
        Operator::Modulo => {
            let far = b.least.saturating_abs().max(b.most.saturating_abs());
            let rest = a.combined(b, [0, (far - 1).max(0)]);
            Number { exists: rest.exists && (b.least > 0 || b.most < 0), ..rest }
        }
    }
}

fn compare(relation: Relation, a: Number, b: Number) -> Truth {
    if a.is_none() || b.is_none() {
        return Truth::known(false);
    }
    let exist = a.exists && b.exists;
    let equal = Truth {
        can: a.least <= b.most && b.least <= a.most,
        must: a.least == a.most && b.least == b.most && a.least == b.least,
    };
    let less = |a: Number, b: Number, by: i64| Truth {
        can: a.least.saturating_add(by) <= b.most,
        must: a.most.saturating_add(by) <= b.least,
    };
    let found = match relation {
        Relation::Equal => equal,
        Relation::Differs => equal.not(),
        Relation::AtMost => less(a, b, 0),
        Relation::Less => less(a, b, 1),
        Relation::AtLeast => less(b, a, 0),
        Relation::Greater => less(b, a, 1),
    };
    Truth { must: found.must && exist, ..found }
}
