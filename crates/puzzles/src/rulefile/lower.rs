//! Conditions as constraints of the kernel: each becomes the strongest that it matches.

use super::condition::{Condition, Linear, Ranges, Term};
use super::together::Together;
use fd::constraints::{
    Abs, AllDifferent, Arithmetic, Clause, Count, InSet, Linear as Equation, Reified, Strength, Sum, Table, Tuples,
};
use fd::{Literal, Model, ModelError, Var};
use std::collections::HashMap;
use std::sync::Arc;

/// The most combinations of values that are tried to write a condition as a table.
const MOST_TRIED: u64 = 20_000;
/// The most variables of a table.
const MOST_WIDE: usize = 6;

/// A model being built, with the variables and literals that conditions share.
#[derive(Debug)]
pub(super) struct Lowering {
    pub(super) model: Model,
    pub(super) places: Vec<Var>,
    values: Vec<(i32, i32)>,
    terms: HashMap<Term, Var>,
    sums: HashMap<Linear, Var>,
    literals: HashMap<Condition, Literal>,
    booleans: HashMap<Literal, Var>,
    tables: HashMap<Shape, Option<Arc<Tuples>>>,
    never: Option<Var>,
}

/// A condition on places that are numbered as they come up, and their values.
type Shape = (Condition, Vec<(i32, i32)>);

/// Ranges by number.
pub(super) struct At<'a>(pub(super) &'a [(i64, i64)]);

impl Ranges for At<'_> {
    fn bounds(&self, place: usize) -> (i64, i64) {
        self.0[place]
    }
}

impl Lowering {
    /// A model with a variable for each place.
    pub(super) fn new(model: Model, places: Vec<Var>, values: &[(i32, i32)]) -> Lowering {
        Lowering {
            model,
            places,
            values: values.to_vec(),
            terms: HashMap::new(),
            sums: HashMap::new(),
            literals: HashMap::new(),
            booleans: HashMap::new(),
            tables: HashMap::new(),
            never: None,
        }
    }

    /// Posts conditions, each together with what all of them say of pairs of its places: that takes longer to write
    /// down, and leaves less to search.
    pub(super) fn post_together(&mut self, conditions: &[Condition]) -> Result<(), ModelError> {
        let values = self.values.clone();
        let mut together = Together::new(conditions, &values);
        for condition in conditions {
            if !together.takes(condition) {
                self.post(condition)?;
            }
        }
        for (places, tuples) in together.tables() {
            let vars: Vec<Var> = places.iter().map(|&place| self.places[place]).collect();
            self.model.post(Table::new(&vars, &tuples))?;
        }
        Ok(())
    }

    /// Adds that a condition holds.
    pub(super) fn post(&mut self, condition: &Condition) -> Result<(), ModelError> {
        match condition {
            Condition::Known(true) => Ok(()),
            Condition::Known(false) => {
                let never = self.never()?;
                self.model.post(InSet::new(never, [1]))
            }
            Condition::And(parts) => match as_different(parts, &self.values) {
                Some(items) => self.post(&Condition::Different(items)),
                None => parts.iter().try_for_each(|part| self.post(part)),
            },
            Condition::Different(items) => {
                let vars: Vec<Var> = items.iter().map(|item| self.variable(item)).collect::<Result<_, _>>()?;
                self.model.post(AllDifferent::new(&vars).strength(Strength::Domain))
            }
            _ if self.post_table(condition)? => Ok(()),
            Condition::Or(parts) => {
                let literals: Vec<Literal> = parts.iter().map(|part| self.literal(part)).collect::<Result<_, _>>()?;
                self.model.post(Clause::new(literals))
            }
            Condition::Repeated(items) => {
                let parts = pairs(items).map(|(a, b)| Condition::Zero(a.minus(b)));
                self.post(&Condition::Or(parts.collect()))
            }
            Condition::Zero(linear) | Condition::Other(linear) | Condition::AtMost(linear) => {
                if let Some(count) = self.count(condition, linear)? {
                    return self.model.post(count);
                }
                let equation = self.equation(condition, linear)?;
                self.model.post(equation.exact())
            }
        }
    }

    fn never(&mut self) -> Result<Var, ModelError> {
        match self.never {
            Some(never) => Ok(never),
            None => {
                let never = self.model.var(0..=0)?;
                self.never = Some(never);
                Ok(never)
            }
        }
    }

    fn equation(&mut self, condition: &Condition, linear: &Linear) -> Result<Equation, ModelError> {
        let sum = self.sum(linear)?;
        Ok(match condition {
            Condition::Other(_) => sum.differs_from(0),
            Condition::AtMost(_) => sum.at_most(0),
            _ => sum.equals(0),
        })
    }

    fn sum(&mut self, linear: &Linear) -> Result<Sum, ModelError> {
        let mut sum = Sum::from(linear.constant);
        for (factor, term) in &linear.terms {
            sum = sum + Sum::term(*factor, self.term(term)?);
        }
        Ok(sum)
    }

    /// How often one value stands at some places, if that is what a condition is about.
    fn count(&mut self, condition: &Condition, linear: &Linear) -> Result<Option<Count>, ModelError> {
        let Some((factor, value, places)) = occurrences(linear) else { return Ok(None) };
        let (wanted, vars) =
            (-linear.constant * factor, places.iter().map(|&place| self.places[place]).collect::<Vec<_>>());
        let many = |number: i64| i32::try_from(number.clamp(0, vars.len() as i64)).unwrap_or(0);
        let fits = (0..=vars.len() as i64).contains(&wanted);
        Ok(match condition {
            Condition::Zero(_) if fits => Some(Count::new(&vars, value, many(wanted))),
            Condition::AtMost(_) if factor == 1 && wanted >= 0 => Some(Count::new(&vars, value, 0..=many(wanted))),
            Condition::AtMost(_) if factor == -1 && wanted <= vars.len() as i64 => {
                Some(Count::new(&vars, value, many(wanted)..=vars.len() as i32))
            }
            _ => None,
        })
    }

    /// Posts a condition on few places as a table of the values that satisfy it.
    fn post_table(&mut self, condition: &Condition) -> Result<bool, ModelError> {
        if matches!(condition, Condition::Zero(l) | Condition::Other(l) | Condition::AtMost(l) if is_plain(l)) {
            return Ok(false);
        }
        let places = condition.places();
        if places.len() > MOST_WIDE {
            return Ok(false);
        }
        let own: HashMap<usize, usize> = places.iter().enumerate().map(|(at, &place)| (place, at)).collect();
        let renamed = condition.renamed(&|place| own[&place]);
        let values: Vec<(i32, i32)> = places.iter().map(|&place| self.values[place]).collect();
        let key = (renamed, values);
        if !self.tables.contains_key(&key) {
            let tuples = solutions(&key.0, &key.1).map(|tuples| Arc::new(Tuples::new(tuples)));
            self.tables.insert(key.clone(), tuples);
        }
        let Some(Some(tuples)) = self.tables.get(&key) else { return Ok(false) };
        let vars: Vec<Var> = places.iter().map(|&place| self.places[place]).collect();
        self.model.post(Table::new(&vars, tuples))?;
        Ok(true)
    }

    /// A literal that is true exactly if a condition holds.
    pub(super) fn literal(&mut self, condition: &Condition) -> Result<Literal, ModelError> {
        if let Some(&literal) = self.literals.get(condition) {
            return Ok(literal);
        }
        let literal = match condition {
            Condition::Known(known) => {
                let never = self.never()?;
                if *known { never.is(0) } else { never.is(1) }
            }
            Condition::Other(linear) => self.literal(&Condition::Zero(linear.clone()))?.negated(),
            Condition::Or(parts) => {
                let parts = parts.iter().map(|part| part.clone().negated()).collect();
                self.literal(&Condition::And(parts))?.negated()
            }
            Condition::Repeated(items) => self.literal(&Condition::Different(items.clone()))?.negated(),
            Condition::Different(items) => {
                let parts = pairs(items).map(|(a, b)| Condition::Other(a.minus(b)).simplified(&self.values));
                let parts = parts.collect();
                self.literal(&super::condition::and(parts))?
            }
            Condition::And(parts) => {
                let literals: Vec<Literal> = parts.iter().map(|part| self.literal(part)).collect::<Result<_, _>>()?;
                let all = self.model.boolean()?;
                for &literal in &literals {
                    self.model.post(Clause::new([all.is(0), literal]))?;
                }
                let broken = literals.into_iter().map(Literal::negated);
                self.model.post(Clause::new(broken.chain([all.is(1)])))?;
                all.is(1)
            }
            Condition::Zero(linear) | Condition::AtMost(linear) => self.comparison(condition, linear)?,
        };
        self.literals.insert(condition.clone(), literal);
        Ok(literal)
    }

    fn comparison(&mut self, condition: &Condition, linear: &Linear) -> Result<Literal, ModelError> {
        if linear.terms.len() == 2 {
            let equation = self.equation(condition, linear)?;
            let holds = self.model.boolean()?;
            self.model.post(Reified::new(holds, equation))?;
            return Ok(holds.is(1));
        }
        let (x, factor) = match &linear.terms[..] {
            [(factor, term)] => (self.term(term)?, *factor),
            _ => (self.variable(&Linear { constant: 0, ..linear.clone() })?, 1),
        };
        let never = self.never()?;
        let number = |number: i64| i32::try_from(number).ok().filter(|number| number.abs() < fd::Domain::MAX_VALUE);
        Ok(match condition {
            Condition::Zero(_) if linear.constant % factor != 0 => never.is(1),
            Condition::Zero(_) => number(-linear.constant / factor).map_or(never.is(1), |value| x.is(value)),
            // factor x + constant <= 0
            _ if factor > 0 => match number((-linear.constant).div_euclid(factor)) {
                Some(most) => x.at_most(most),
                None => {
                    if linear.constant < 0 {
                        never.is(0)
                    } else {
                        never.is(1)
                    }
                }
            },
            _ => match number(-(-linear.constant).div_euclid(-factor)) {
                Some(least) => x.at_least(least),
                None => {
                    if linear.constant < 0 {
                        never.is(0)
                    } else {
                        never.is(1)
                    }
                }
            },
        })
    }

    /// A variable that is a number.
    pub(super) fn variable(&mut self, linear: &Linear) -> Result<Var, ModelError> {
        if let [(1, term)] = &linear.terms[..]
            && linear.constant == 0
        {
            return self.term(term);
        }
        if let Some(&x) = self.sums.get(linear) {
            return Ok(x);
        }
        let (least, most) = linear.bounds(&self.values[..]);
        let x = self.wide(least, most)?;
        let sum = self.sum(linear)?;
        self.model.post(sum.equals(x))?;
        self.sums.insert(linear.clone(), x);
        Ok(x)
    }

    fn wide(&mut self, least: i64, most: i64) -> Result<Var, ModelError> {
        let bound = |number: i64| i32::try_from(number).map_err(|_| ModelError::ValueOutOfRange { value: number });
        self.model.var(bound(least)?..=bound(most)?)
    }

    fn term(&mut self, term: &Term) -> Result<Var, ModelError> {
        if let Term::Place(place) = term {
            return Ok(self.places[*place]);
        }
        if let Some(&x) = self.terms.get(term) {
            return Ok(x);
        }
        let (least, most) = term.bounds(&self.values[..]);
        let x = match term {
            Term::Truth(condition) => {
                let literal = self.literal(condition)?;
                self.boolean(literal)?
            }
            Term::Abs(part) => {
                let (x, part) = (self.wide(least, most)?, self.variable(part)?);
                self.model.post(Abs::new(part, x))?;
                x
            }
            Term::Product(parts) => {
                let (a, b) = (self.variable(&parts[0])?, self.variable(&parts[1])?);
                let x = self.wide(least, most)?;
                self.model.post(Arithmetic::times(a, b, x))?;
                x
            }
            Term::Quotient(parts) | Term::Rest(parts) => {
                let is_rest = matches!(term, Term::Rest(_));
                let (a, b) = (self.variable(&parts[0])?, self.variable(&parts[1])?);
                let x = self.wide(least, most)?;
                self.divide(a, b, x, is_rest)?;
                x
            }
            Term::Least(parts) | Term::Most(parts) => {
                let x = self.wide(least, most)?;
                let is_least = matches!(term, Term::Least(_));
                let mut some = Vec::new();
                for part in parts.iter() {
                    let part = self.variable(part)?;
                    let is_it = self.model.boolean()?;
                    self.model.post(if is_least { Sum::from(x).at_most(part) } else { Sum::from(x).at_least(part) })?;
                    self.model.post(Reified::new(is_it, Sum::from(x).equals(part)))?;
                    some.push(is_it.is(1));
                }
                self.model.post(Clause::new(some))?;
                x
            }
            Term::Place(_) => self.never()?,
        };
        self.terms.insert(term.clone(), x);
        Ok(x)
    }

    /// All combinations of two numbers and what comes out; what defines a quotient and a rest, where there are too many.
    fn divide(&mut self, a: Var, b: Var, x: Var, is_rest: bool) -> Result<(), ModelError> {
        let (first, second) = (self.model.domain(a).clone(), self.model.domain(b).clone());
        let count = u64::from(first.size()) * u64::from(second.size());
        if count > MOST_TRIED * 5 {
            if first.min() < 0 || second.min() < 1 {
                let problem =
                    format!("a division has {count} combinations of numbers; expected at most {}", MOST_TRIED * 5);
                return Err(ModelError::Malformed { constraint: "division", problem });
            }
            // a = b * quotient + rest, and the rest is less than b.
            let other = self.wide(0, i64::from(if is_rest { first.max() / second.min() } else { second.max() - 1 }))?;
            let (quotient, rest) = if is_rest { (other, x) } else { (x, other) };
            let multiple = self.wide(0, i64::from(first.max()))?;
            self.model.post(Arithmetic::times(b, quotient, multiple))?;
            self.model.post((Sum::from(multiple) + rest).equals(a))?;
            return self.model.post((Sum::from(rest) + 1).at_most(b));
        }
        let result = |a: i32, b: i32| {
            let found = if is_rest { a.checked_rem_euclid(b) } else { a.checked_div_euclid(b) };
            [a, b, found.unwrap_or(0)]
        };
        let tuples = first.iter().flat_map(|a| second.iter().map(move |b| result(a, b)));
        self.model.post(Table::new(&[a, b, x], &Arc::new(Tuples::new(tuples))))
    }

    /// A variable that is 1 if a literal is true, else 0.
    pub(super) fn boolean(&mut self, literal: Literal) -> Result<Var, ModelError> {
        if let Some(&x) = self.booleans.get(&literal) {
            return Ok(x);
        }
        let domain = self.model.domain(literal.var);
        let is_boolean = (domain.min(), domain.max()) == (0, 1);
        let x = if is_boolean && literal.holds(1) && !literal.holds(0) {
            literal.var
        } else {
            let x = self.model.boolean()?;
            self.model.post(Clause::new([x.is(0), literal]))?;
            self.model.post(Clause::new([x.is(1), literal.negated()]))?;
            x
        };
        self.booleans.insert(literal, x);
        Ok(x)
    }
}

fn pairs(items: &[Linear]) -> impl Iterator<Item = (&Linear, &Linear)> {
    items.iter().enumerate().flat_map(|(at, a)| items[at + 1..].iter().map(move |b| (a, b)))
}

/// Whether a comparison is about sums of places only.
fn is_plain(linear: &Linear) -> bool {
    linear.terms.iter().all(|(_, term)| matches!(term, Term::Place(_)))
}

/// The places of a sum that counts how often a value stands at them, and its sign.
pub(super) fn occurrences(linear: &Linear) -> Option<(i64, i32, Vec<usize>)> {
    let (&(factor @ (1 | -1), _), mut found) = (linear.terms.first()?, None) else { return None };
    let mut places = Vec::new();
    for (own, term) in &linear.terms {
        let Term::Truth(condition) = term else { return None };
        let Condition::Zero(part) = &**condition else { return None };
        let [(1, Term::Place(place))] = part.terms[..] else { return None };
        if *own != factor || *found.get_or_insert(-part.constant) != -part.constant {
            return None;
        }
        places.push(place);
    }
    Some((factor, i32::try_from(found?).ok()?, places))
}

/// The places that hold each of as many values exactly once: they differ.
pub(super) fn as_different(parts: &[Condition], values: &[(i32, i32)]) -> Option<Vec<Linear>> {
    let mut places: Option<Vec<usize>> = None;
    let mut seen = Vec::new();
    for part in parts {
        let Condition::Zero(linear) = part else { return None };
        let (factor, value, own) = occurrences(linear)?;
        if linear.constant * factor != -1 || places.get_or_insert_with(|| own.clone()) != &own {
            return None;
        }
        seen.push(value);
    }
    let places = places?;
    seen.sort_unstable();
    seen.dedup();
    let covered = |&place: &usize| (values[place].0..=values[place].1).all(|value| seen.binary_search(&value).is_ok());
    let fits = seen.len() == parts.len() && seen.len() == places.len() && places.iter().all(covered);
    fits.then(|| places.into_iter().map(|place| Linear::of(Term::Place(place))).collect())
}

/// All values of the places 0, 1, ... that satisfy a condition, unless that
/// takes too long to find out.
pub(super) fn solutions(condition: &Condition, values: &[(i32, i32)]) -> Option<Vec<Vec<i32>>> {
    let mut ranges: Vec<(i64, i64)> = values.iter().map(|&(a, b)| (i64::from(a), i64::from(b))).collect();
    let (mut found, mut tried) = (Vec::new(), 0);
    extend(condition, values, 0, &mut ranges, &mut found, &mut tried).then_some(found)
}

fn extend(
    condition: &Condition,
    values: &[(i32, i32)],
    at: usize,
    ranges: &mut Vec<(i64, i64)>,
    found: &mut Vec<Vec<i32>>,
    tried: &mut u64,
) -> bool {
    *tried += 1;
    if *tried > MOST_TRIED {
        return false;
    }
    if !condition.can_hold(&At(ranges)) {
        return true;
    }
    if at == values.len() {
        found.push(ranges.iter().map(|&(value, _)| value as i32).collect());
        return true;
    }
    let (least, most) = values[at];
    for value in least..=most {
        ranges[at] = (i64::from(value), i64::from(value));
        if !extend(condition, values, at + 1, ranges, found, tried) {
            return false;
        }
    }
    ranges[at] = (i64::from(least), i64::from(most));
    true
}
