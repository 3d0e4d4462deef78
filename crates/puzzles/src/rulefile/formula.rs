//! Conditions as a formula: linear inequalities over literals.
//!
//! A number is a sum over literals. What is not linear gets literals of its own,
//! each defined both ways, so that a board determines them all.

use super::FilePuzzle;
use super::condition::{Condition, Linear, Ranges, Term};
use super::setting::TooMuch;
use crate::Puzzle;
use crate::formula::{Certified, Formula, Literal, TooLarge};
use std::collections::{BTreeMap, HashMap};

/// The most terms that are written.
const MOST_TERMS: usize = 3_000_000;
/// The most combinations that are tried to exclude those of few places one by one.
const MOST_TRIED: usize = 3_000;

impl Certified for FilePuzzle {
    fn formula(&self) -> Result<Formula, TooLarge> {
        let too_large = |_: TooMuch| refused();
        let rules = self.setting.rules(self.file()).map_err(too_large)?;
        let mut encoder = Encoder::new(self)?;
        for rule in rules.iter().filter(|rule| !self.file().rules[rule.line].implied) {
            encoder.formula.comment(format!("the rule {}", self.kind.rules[rule.line][0].name));
            encoder.demand(&rule.condition)?;
        }
        for ((line, _), condition) in self.demanded(|_| true).map_err(too_large)? {
            encoder.formula.comment(format!("the clue {}", self.kind.clues[line].name));
            encoder.demand(&condition)?;
        }
        Ok(encoder.formula)
    }
}

fn refused() -> TooLarge {
    Formula::with_room(usize::MAX).err().unwrap_or_else(|| unreachable!("no formula has so many terms"))
}

/// `c1 l1 + c2 l2 + ... + constant`
#[derive(Debug, Clone, Default)]
struct Form {
    terms: BTreeMap<usize, i64>,
    constant: i64,
}

impl Form {
    fn add(&mut self, factor: i64, literal: Literal) {
        let own = self.terms.entry(literal.variable()).or_default();
        if literal.is_negated() {
            *own -= factor;
            self.constant += factor;
        } else {
            *own += factor;
        }
    }

    fn plus(&mut self, factor: i64, other: &Form) {
        for (&variable, own) in &other.terms {
            *self.terms.entry(variable).or_default() += factor * own;
        }
        self.constant += factor * other.constant;
    }

    fn bounds(&self) -> (i64, i64) {
        let parts = |sign: i64| self.terms.values().filter(|&&own| own * sign > 0).sum::<i64>();
        (self.constant + parts(-1), self.constant + parts(1))
    }

    fn terms(&self) -> Vec<(i64, Literal)> {
        let terms = self.terms.iter().filter(|(_, own)| **own != 0);
        terms.map(|(&variable, &own)| (own, Literal::of(variable))).collect()
    }
}

struct Encoder<'a> {
    formula: Formula,
    values: &'a [(i32, i32)],
    /// For each place and value, from the least, the literal that says so.
    holds: Vec<Vec<Literal>>,
    terms: HashMap<Term, Form>,
    literals: HashMap<Condition, Literal>,
    written: usize,
}

impl<'a> Encoder<'a> {
    fn new(puzzle: &'a FilePuzzle) -> Result<Encoder<'a>, TooLarge> {
        let values = &puzzle.setting.values;
        let mut formula = Formula::with_room(values.len())?;
        formula.comment("value: every cell holds one of its values");
        let mut holds = Vec::with_capacity(values.len());
        for (place, &(least, most)) in values.iter().enumerate() {
            let name = puzzle.place_name(place);
            if most - least == 1 {
                let x = formula.variable(format!("{name}_is_{}", said(most)));
                formula.place([(least, !x), (most, x)]);
                holds.push(vec![!x, x]);
                continue;
            }
            let literals: Vec<Literal> =
                (least..=most).map(|value| formula.variable(format!("{name}_is_{}", said(value)))).collect();
            formula.place((least..).zip(literals.iter().copied()));
            formula.exactly(1, literals.iter().copied());
            holds.push(literals);
        }
        Ok(Encoder { formula, values, holds, terms: HashMap::new(), literals: HashMap::new(), written: 0 })
    }

    fn wrote(&mut self, terms: usize) -> Result<(), TooLarge> {
        self.written += terms;
        if self.written > MOST_TERMS { Err(refused()) } else { Ok(()) }
    }

    fn clause(&mut self, literals: Vec<Literal>) -> Result<(), TooLarge> {
        self.wrote(literals.len() + 1)?;
        let mut own = literals;
        own.sort_unstable();
        own.dedup();
        if own.windows(2).all(|pair| pair[0] != !pair[1]) {
            self.formula.clause(own);
        }
        Ok(())
    }

    fn at_least(&mut self, form: &Form) -> Result<(), TooLarge> {
        let terms = form.terms();
        self.wrote(terms.len() + 1)?;
        self.formula.at_least(terms, -form.constant);
        Ok(())
    }

    /// Says that a condition holds.
    fn demand(&mut self, condition: &Condition) -> Result<(), TooLarge> {
        match condition {
            Condition::Known(true) => Ok(()),
            Condition::Known(false) => self.clause(Vec::new()),
            Condition::And(parts) => parts.iter().try_for_each(|part| self.demand(part)),
            Condition::Different(items) if items.iter().all(is_place) => self.differ(items),
            Condition::Different(items) => {
                for (at, a) in items.iter().enumerate() {
                    for b in &items[at + 1..] {
                        self.demand(&Condition::Other(a.minus(b)).simplified(self.values))?;
                    }
                }
                Ok(())
            }
            Condition::Zero(linear) if is_plain(linear) => {
                let form = self.form(linear)?;
                let terms = form.terms();
                self.wrote(terms.len() + 1)?;
                self.formula.equals(terms, -form.constant);
                Ok(())
            }
            Condition::AtMost(linear) if is_plain(linear) => {
                let form = self.form(&linear.times(-1))?;
                self.at_least(&form)
            }
            _ if self.exclude(condition)? => Ok(()),
            Condition::Or(parts) => {
                let literals = parts.iter().map(|part| self.literal(part)).collect::<Result<_, _>>()?;
                self.clause(literals)
            }
            Condition::Zero(linear) => {
                let form = self.form(linear)?;
                let terms = form.terms();
                self.wrote(terms.len() + 1)?;
                self.formula.equals(terms, -form.constant);
                Ok(())
            }
            Condition::AtMost(linear) => {
                let form = self.form(&linear.times(-1))?;
                self.at_least(&form)
            }
            other => {
                let literal = self.literal(other)?;
                self.clause(vec![literal])
            }
        }
    }

    fn differ(&mut self, items: &[Linear]) -> Result<(), TooLarge> {
        let mut holders: BTreeMap<i64, Vec<Literal>> = BTreeMap::new();
        for item in items {
            let [(factor, Term::Place(place))] = item.terms[..] else { continue };
            let (least, most) = self.values[place];
            for value in least..=most {
                let holds = self.holds[place][(value - least) as usize];
                holders.entry(factor * i64::from(value) + item.constant).or_default().push(holds);
            }
        }
        let all = holders.len() == items.len();
        for literals in holders.into_values() {
            self.wrote(literals.len())?;
            match all {
                true => self.formula.exactly(1, literals),
                false => self.formula.at_most_one(literals),
            }
        }
        Ok(())
    }

    /// Excludes the combinations of few places with which a condition fails, if they are few.
    fn exclude(&mut self, condition: &Condition) -> Result<bool, TooLarge> {
        let places = condition.places();
        if places.len() > 6 {
            return Ok(false);
        }
        let mut found = Found {
            ranges: self.values.iter().map(|&(a, b)| (a.into(), b.into())).collect(),
            tried: 0,
            bad: Vec::new(),
        };
        if !found.extend(condition, &places, self.values, &mut Vec::new()) {
            return Ok(false);
        }
        for bad in found.bad {
            let says = |&(place, value): &(usize, i32)| !self.holds[place][(value - self.values[place].0) as usize];
            self.clause(bad.iter().map(says).collect())?;
        }
        Ok(true)
    }

    fn form(&mut self, linear: &Linear) -> Result<Form, TooLarge> {
        let mut form = Form { constant: linear.constant, ..Form::default() };
        for (factor, term) in &linear.terms {
            let own = self.term(term)?;
            form.plus(*factor, &own);
        }
        Ok(form)
    }

    fn term(&mut self, term: &Term) -> Result<Form, TooLarge> {
        if let Some(form) = self.terms.get(term) {
            return Ok(form.clone());
        }
        let mut form = Form::default();
        match term {
            Term::Place(place) => {
                let (least, _) = self.values[*place];
                form.constant = i64::from(least);
                for (above, &literal) in (0..).zip(&self.holds[*place]) {
                    form.add(above, literal);
                }
            }
            Term::Truth(condition) => {
                let literal = self.literal(condition)?;
                form.add(1, literal);
            }
            Term::Abs(part) => {
                for (value, literal) in self.each_value(part)? {
                    form.add(value.abs(), literal);
                }
            }
            Term::Product(parts) | Term::Quotient(parts) | Term::Rest(parts) => {
                let (first, second) = (self.each_value(&parts[0])?, self.each_value(&parts[1])?);
                for &(a, says_a) in &first {
                    for &(b, says_b) in &second {
                        let result = match term {
                            Term::Product(_) => a * b,
                            Term::Quotient(_) => a.checked_div_euclid(b).unwrap_or(0),
                            _ => a.checked_rem_euclid(b).unwrap_or(0),
                        };
                        if result != 0 {
                            let both = self.all(vec![says_a, says_b])?;
                            form.add(result, both);
                        }
                    }
                }
            }
            Term::Least(parts) | Term::Most(parts) => {
                let (least, most) = term.bounds(self.values);
                form.constant = least;
                for value in least + 1..=most {
                    let mut reached = Vec::new();
                    for part in parts.iter() {
                        // value - part <= 0
                        let below = Condition::AtMost(Linear::constant(value).minus(part)).simplified(self.values);
                        reached.push(self.literal(&below)?);
                    }
                    let literal = match term {
                        Term::Least(_) => self.all(reached)?,
                        _ => !self.all(reached.into_iter().map(|literal| !literal).collect())?,
                    };
                    form.add(1, literal);
                }
            }
        }
        self.terms.insert(term.clone(), form.clone());
        Ok(form)
    }

    /// Every value that a number can have, and the literal that says so.
    fn each_value(&mut self, linear: &Linear) -> Result<Vec<(i64, Literal)>, TooLarge> {
        let (least, most) = linear.bounds(self.values);
        let mut found = Vec::new();
        for value in least..=most {
            let equal = Condition::Zero(linear.minus(&Linear::constant(value))).simplified(self.values);
            if equal != Condition::Known(false) {
                found.push((value, self.literal(&equal)?));
            }
        }
        Ok(found)
    }

    /// A literal that is true exactly if all of these are.
    fn all(&mut self, mut literals: Vec<Literal>) -> Result<Literal, TooLarge> {
        literals.sort_unstable();
        literals.dedup();
        if let [one] = literals[..] {
            return Ok(one);
        }
        let all = self.formula.variable(format!("all_{}", self.formula.names().len()));
        for &literal in &literals {
            self.clause(vec![!all, literal])?;
        }
        self.clause(literals.into_iter().map(|literal| !literal).chain([all]).collect())?;
        Ok(all)
    }

    fn literal(&mut self, condition: &Condition) -> Result<Literal, TooLarge> {
        if let Some(&literal) = self.literals.get(condition) {
            return Ok(literal);
        }
        let literal = match condition {
            Condition::Known(known) => {
                let always = self.formula.variable(format!("always_{}", self.formula.names().len()));
                self.clause(vec![always])?;
                if *known { always } else { !always }
            }
            Condition::Other(linear) => !self.literal(&Condition::Zero(linear.clone()))?,
            Condition::Zero(linear) => match linear.terms[..] {
                [(factor, Term::Place(place))] if linear.constant % factor == 0 => {
                    let (value, least) = (-linear.constant / factor, i64::from(self.values[place].0));
                    let at = usize::try_from(value - least).ok();
                    match at.and_then(|at| self.holds[place].get(at).copied()) {
                        Some(literal) => literal,
                        None => self.literal(&Condition::Known(false))?,
                    }
                }
                _ => {
                    let below = self.literal(&Condition::AtMost(linear.clone()))?;
                    let above = self.literal(&Condition::AtMost(linear.times(-1)))?;
                    self.all(vec![below, above])?
                }
            },
            Condition::AtMost(linear) => {
                let form = self.form(&linear.times(-1))?;
                self.reaches(&form)?
            }
            Condition::And(parts) => {
                let literals = parts.iter().map(|part| self.literal(part)).collect::<Result<_, _>>()?;
                self.all(literals)?
            }
            Condition::Or(parts) => {
                let literals = parts.iter().map(|part| Ok(!self.literal(part)?)).collect::<Result<_, TooLarge>>()?;
                !self.all(literals)?
            }
            Condition::Different(items) => {
                let mut literals = Vec::new();
                for (at, a) in items.iter().enumerate() {
                    for b in &items[at + 1..] {
                        literals.push(self.literal(&Condition::Other(a.minus(b)).simplified(self.values))?);
                    }
                }
                self.all(literals)?
            }
            Condition::Repeated(items) => !self.literal(&Condition::Different(items.clone()))?,
        };
        self.literals.insert(condition.clone(), literal);
        Ok(literal)
    }

    /// A literal that is true exactly if a number is at least 0.
    fn reaches(&mut self, form: &Form) -> Result<Literal, TooLarge> {
        let (least, most) = form.bounds();
        if least >= 0 || most < 0 {
            return self.literal(&Condition::Known(least >= 0));
        }
        let literal = self.formula.variable(format!("reached_{}", self.formula.names().len()));
        let mut then = form.clone();
        then.add(-least, !literal);
        self.at_least(&then)?;
        let mut other = Form { constant: -1, ..Form::default() };
        other.plus(-1, form);
        other.add(most + 1, literal);
        self.at_least(&other)?;
        Ok(literal)
    }
}

/// Names of variables have no minus.
fn said(value: i32) -> String {
    value.to_string().replace('-', "minus")
}

fn is_place(item: &Linear) -> bool {
    matches!(item.terms[..], [(1 | -1, Term::Place(_))])
}

fn is_plain(linear: &Linear) -> bool {
    linear.terms.iter().all(|(_, term)| matches!(term, Term::Place(_)))
}

/// The combinations with which a condition fails, each as short as it can be cut off.
struct Found {
    ranges: Vec<(i64, i64)>,
    tried: usize,
    bad: Vec<Vec<(usize, i32)>>,
}

impl Ranges for Found {
    fn bounds(&self, place: usize) -> (i64, i64) {
        self.ranges[place]
    }
}

impl Found {
    fn extend(
        &mut self,
        condition: &Condition,
        places: &[usize],
        values: &[(i32, i32)],
        chosen: &mut Vec<(usize, i32)>,
    ) -> bool {
        self.tried += 1;
        if self.tried > MOST_TRIED {
            return false;
        }
        if !condition.can_hold(self) {
            self.bad.push(chosen.clone());
            return true;
        }
        let Some((&place, rest)) = places.split_first() else { return true };
        if condition.must_hold(self) {
            return true;
        }
        let (least, most) = values[place];
        for value in least..=most {
            self.ranges[place] = (value.into(), value.into());
            chosen.push((place, value));
            let goes_on = self.extend(condition, rest, values, chosen);
            chosen.pop();
            if !goes_on {
                return false;
            }
        }
        self.ranges[place] = (least.into(), most.into());
        true
    }
}
