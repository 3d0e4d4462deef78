//! Sums of variables with coefficients.

mod bounds;
mod exact;
mod pair;
mod sum;
mod switches;
mod when;

pub use sum::{Bound, Sum};
pub use when::AtMostWhen;

use super::Clause;
use crate::{Consistency, Constraint, Event, Model, ModelError, Post, Priority, Relation, Store, Var, Wake};
use bounds::{AtMost, Different, Equal, Terms};
use exact::Exact;
use pair::{Pair, PairDiffers, PairDomains, PairWords};
use std::fmt;
use sum::Term;

/// `c1 * x1 + c2 * x2 + ... = c`, and the same with `!=`, `<=`, `>=`.
///
/// It is made from a [`Sum`]:
///
/// ```
/// use fd::{constraints::AllDifferent, Labelling, Limits, Model, Search, Space};
/// let mut model = Model::new();
/// let digits = model.vars(8, 0..=9)?;
/// let [s, e, n, d, m, o, r, y] = digits[..] else { unreachable!() };
/// model.post(AllDifferent::new(&digits))?;
/// let send = 1000 * s + 100 * e + 10 * n + d;
/// let more = 1000 * m + 100 * o + 10 * r + e;
/// let money = 10000 * m + 1000 * o + 100 * n + 10 * e + y;
/// model.post((send + more).equals(money))?;
/// model.post(s.differs_from(0))?;
/// model.post(m.differs_from(0))?;
/// let mut space = Space::new(&model);
/// let solutions = Search::new(&mut space, Labelling::default().over(&digits), Limits::none()).all()?;
/// assert_eq!(solutions.len(), 1);
/// assert_eq!(digits.iter().map(|&x| solutions[0][x]).collect::<Vec<_>>(), [9, 5, 6, 7, 1, 0, 8, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Terms are put in order: each variable once, none with coefficient 0, and
/// all divided by their greatest common divisor.
///
/// Over variables without intervals, all relations but `=` are domain-consistent. So is `=` between two
/// variables with coefficients 1 or -1, and with [`Linear::exact`]; otherwise
/// it reasons with bounds.
#[derive(Clone)]
pub struct Linear {
    terms: Vec<Term>,
    relation: Relation,
    rhs: i64,
    /// Whether the sum can be equal to the right-hand side, as far as divisors go.
    divisible: bool,
    overflow: bool,
    exact: bool,
    tracked: bool,
}

impl Linear {
    /// The most work that [`Linear::exact`] may cause at one go, in steps of
    /// about two nanoseconds: words of sets of sums, or half as many
    /// combinations of values. Beyond it, only bounds are reasoned with until
    /// the domains have shrunk.
    pub const EXACT_LIMIT: u64 = 1 << 14;

    /// `sum relation 0`
    pub(super) fn new(sum: Sum, relation: Relation) -> Linear {
        let Sum { mut terms, constant, mut overflow } = sum;
        terms.sort_unstable_by_key(|&(_, x)| x);
        let mut merged: Vec<Term> = Vec::with_capacity(terms.len());
        for (coefficient, var) in terms {
            match merged.last_mut() {
                Some(last) if last.var == var => {
                    let (total, beyond) = last.coefficient.overflowing_add(coefficient);
                    last.coefficient = total;
                    overflow |= beyond;
                }
                _ => merged.push(Term { coefficient, var }),
            }
        }
        merged.retain(|term| term.coefficient != 0);
        let (rhs, beyond) = constant.overflowing_neg();
        overflow |= beyond;
        let mut linear =
            Linear { terms: merged, relation, rhs, divisible: true, overflow, exact: false, tracked: false };
        linear.reduce();
        linear
    }

    /// Divides by the greatest common divisor of the coefficients, unless it
    /// does not divide the right-hand side of an equation.
    fn reduce(&mut self) {
        let divisor = self.terms.iter().fold(0, |mut a, term| {
            let mut b = i128::from(term.coefficient).abs();
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a
        });
        let rhs = i128::from(self.rhs);
        self.divisible = rhs.checked_rem(divisor).unwrap_or(rhs) == 0;
        let reduced = match self.relation {
            _ if divisor <= 1 => return,
            Relation::Eq | Relation::Ne if !self.divisible => return,
            Relation::Eq | Relation::Ne => rhs / divisor,
            Relation::Le => rhs.div_euclid(divisor),
            Relation::Ge => -(-rhs).div_euclid(divisor),
        };
        self.rhs = reduced as i64;
        for term in &mut self.terms {
            term.coefficient = (i128::from(term.coefficient) / divisor) as i64;
        }
    }

    /// Reasons with each value of short equations, not just with bounds: each
    /// value left is part of a solution of the equation, as long as that can
    /// be found out within [`Linear::EXACT_LIMIT`].
    #[must_use]
    pub fn exact(self) -> Linear {
        Linear { exact: true, ..self }
    }

    /// Keeps the sum of terms with two values on the trail, if there are many, and looks only at those that
    /// change. The same values are removed, in another order.
    ///
    /// ```
    /// use fd::{Model, constraints::Sum};
    /// let mut model = Model::new();
    /// let taken = model.vars(100, 0..=1)?;
    /// let weight: Sum = (1..).zip(&taken).map(|(weight, x)| weight * x).sum();
    /// model.post(weight.at_most(700).tracked())?;
    /// # Ok::<(), fd::ModelError>(())
    /// ```
    #[must_use]
    pub fn tracked(self) -> Linear {
        Linear { tracked: true, ..self }
    }

    fn pair(&self) -> Option<(Var, Var, Pair)> {
        let [a, b] = self.terms[..] else { return None };
        Pair::from_coefficients(a.coefficient, b.coefficient, self.rhs).map(|pair| (a.var, b.var, pair))
    }

    /// Whether no variable is an interval, so that values can be reasoned with.
    fn has_sets(&self, store: &Store) -> bool {
        !self.terms.iter().any(|term| store.is_interval(term.var))
    }

    fn wakes(&self, event: impl Fn(Term) -> Event) -> Vec<Wake> {
        self.terms.iter().map(|&term| Wake::on(term.var, event(term))).collect()
    }

    fn post_equal(&self, post: &mut Post<'_>) {
        if !self.divisible {
            return Clause::new([]).post(post);
        }
        let sets = self.has_sets(post.store());
        if let Some((x, y, pair)) = self.pair().filter(|_| sets) {
            if post.store().distance(x, y).is_some_and(|distance| pair.is_shift(distance)) {
                return;
            }
            let wakes = self.wakes(|_| Event::ANY);
            return match PairWords::new(post.store(), x, y, pair) {
                Some(propagator) => post.add(Priority::Unit, propagator, &wakes),
                None => post.add(Priority::Unit, PairDomains::new(post.store(), x, y, pair), &wakes),
            };
        }
        match self.tracked.then(|| switches::Equal::new(post, &self.terms, self.rhs)).flatten() {
            Some((propagator, wakes)) => post.add(self.priority(), propagator, &wakes),
            None => {
                let propagator = Equal { terms: Terms::new(post, self.terms.iter().copied()), rhs: self.rhs };
                post.add(self.priority(), propagator, &self.wakes(|_| Event::BOUNDS));
            }
        }
        if self.exact && sets && self.terms.len() > 1 {
            let propagator = Exact::new(post.store(), &self.terms, self.rhs);
            post.add(Priority::Expensive, propagator, &self.wakes(|_| Event::ANY));
        }
    }

    fn post_at_most(&self, post: &mut Post<'_>, terms: &[Term], rhs: i64) {
        if self.tracked
            && let Some((propagator, wakes)) = switches::AtMost::new(post, terms, rhs)
        {
            return post.add(self.priority(), propagator, &wakes);
        }
        let wakes: Vec<Wake> = terms.iter().map(|&term| Wake::on(term.var, term.rises())).collect();
        let propagator = AtMost { terms: Terms::new(post, terms.iter().copied()), rhs };
        post.add(self.priority(), propagator, &wakes);
    }

    fn post_different(&self, post: &mut Post<'_>) {
        let wakes = self.wakes(|_| Event::FIXED);
        if let Some((x, y, pair)) = self.pair() {
            post.add(Priority::Unit, PairDiffers { x, y, pair }, &wakes);
        } else {
            post.add(Priority::Unit, Different { terms: self.terms.as_slice().into(), rhs: self.rhs }, &wakes);
        }
    }

    fn priority(&self) -> Priority {
        if self.terms.len() <= 3 { Priority::Unit } else { Priority::Linear }
    }

    /// The least and the greatest value of the sum.
    fn range(&self, store: &Store) -> (i64, i64) {
        self.terms.iter().fold((0, 0), |(least, greatest), term| {
            let (low, high) = term.range(store);
            (least + low, greatest + high)
        })
    }

    /// Whether a sum between these is equal to the right-hand side, whatever
    /// values are taken.
    fn is_equal(&self, store: &Store, (least, greatest): (i64, i64)) -> Option<bool> {
        if least > self.rhs || greatest < self.rhs || !self.divisible {
            return Some(false);
        }
        if least == greatest {
            return Some(true);
        }
        let mut open = self.terms.iter().filter(|term| !store.is_fixed(term.var));
        let possible = match (open.next(), open.next()) {
            (Some(last), None) => {
                let (low, _) = last.range(store);
                last.solve(self.rhs - (least - low)).is_some_and(|value| store.contains(last.var, value))
            }
            _ if !self.has_sets(store) => true,
            _ => self.pair().is_none_or(|(x, y, pair)| pair.is_possible(store, x, y)),
        };
        if possible { None } else { Some(false) }
    }

    /// The relation as an infix expression.
    fn write(&self, name: &dyn Fn(Var) -> String) -> String {
        let mut text = String::new();
        for term in &self.terms {
            let sign = match (text.is_empty(), term.coefficient < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            text.push_str(sign);
            if term.coefficient.unsigned_abs() != 1 {
                text.push_str(&format!("{}*", term.coefficient.unsigned_abs()));
            }
            text.push_str(&name(term.var));
        }
        if text.is_empty() {
            text.push('0');
        }
        format!("{text} {} {}", self.relation, self.rhs)
    }
}

impl fmt::Debug for Linear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write(&|x| format!("{x:?}")))
    }
}

impl Constraint for Linear {
    fn name(&self) -> &'static str {
        "linear"
    }

    fn scope(&self) -> Vec<Var> {
        self.terms.iter().map(|term| term.var).collect()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let sum: i128 = self.terms.iter().map(|term| i128::from(term.coefficient) * i128::from(value(term.var))).sum();
        self.relation.holds(sum, i128::from(self.rhs))
    }

    fn consistency(&self) -> Consistency {
        let bounds_only = self.relation == Relation::Eq && self.divisible && self.terms.len() > 1;
        if bounds_only && !self.exact && self.pair().is_none() { Consistency::Relaxed } else { Consistency::Domain }
    }

    /// Refuses sums that could leave 63 bits: so that the difference of two
    /// of them does not leave 64.
    fn check(&self, model: &Model) -> Result<(), ModelError> {
        let largest = |x: Var| {
            let domain = model.domain(x);
            i128::from(domain.min()).abs().max(i128::from(domain.max()).abs()).max(1)
        };
        let sum: i128 = self.terms.iter().map(|term| i128::from(term.coefficient).abs() * largest(term.var)).sum();
        if self.overflow || sum + i128::from(self.rhs).abs() >= 1 << 62 {
            return Err(ModelError::Overflow { constraint: self.name() });
        }
        Ok(())
    }

    fn takes_intervals(&self) -> bool {
        true
    }

    fn post(&self, post: &mut Post<'_>) {
        match self.relation {
            Relation::Eq => self.post_equal(post),
            Relation::Ne if !self.divisible => {}
            Relation::Ne => self.post_different(post),
            Relation::Le => self.post_at_most(post, &self.terms, self.rhs),
            Relation::Ge => {
                let negated = self.terms.iter().map(|&term| Term { coefficient: -term.coefficient, ..term });
                self.post_at_most(post, &negated.collect::<Vec<_>>(), -self.rhs);
            }
        }
    }

    fn entailment(&self, store: &Store) -> Option<bool> {
        let range @ (least, greatest) = self.range(store);
        match self.relation {
            Relation::Eq => self.is_equal(store, range),
            Relation::Ne => self.is_equal(store, range).map(|equal| !equal),
            Relation::Le if greatest <= self.rhs => Some(true),
            Relation::Le if least > self.rhs => Some(false),
            Relation::Ge if least >= self.rhs => Some(true),
            Relation::Ge if greatest < self.rhs => Some(false),
            Relation::Le | Relation::Ge => None,
        }
    }

    fn negation(&self) -> Option<Box<dyn Constraint>> {
        let (relation, step) = self.relation.negated();
        Some(Box::new(Linear { relation, rhs: self.rhs.saturating_add(step.into()), ..self.clone() }))
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        Some(self.write(name))
    }
}

#[cfg(test)]
mod tests;
