//! Conditions on places: what a rule says at one place, with all that is fixed
//! worked out. The model, the reasoning and the formula stand on them.

use std::collections::BTreeSet;
use std::sync::Arc;

/// `c1 t1 + c2 t2 + ... + constant`: terms in order, none twice.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Linear {
    pub(super) terms: Vec<(i64, Term)>,
    pub(super) constant: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Term {
    /// What a place holds.
    Place(usize),
    Product(Arc<[Linear; 2]>),
    /// Rounded down; 0 for a division by 0. Who asks for an exact one says so beside it.
    Quotient(Arc<[Linear; 2]>),
    /// 0 for a division by 0.
    Rest(Arc<[Linear; 2]>),
    Abs(Arc<Linear>),
    Least(Arc<Vec<Linear>>),
    Most(Arc<Vec<Linear>>),
    /// 1 if it holds, else 0.
    Truth(Arc<Condition>),
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Condition {
    Known(bool),
    /// = 0
    Zero(Linear),
    /// <> 0
    Other(Linear),
    /// <= 0
    AtMost(Linear),
    And(Vec<Condition>),
    Or(Vec<Condition>),
    /// No two are equal.
    Different(Vec<Linear>),
    /// Some two are equal.
    Repeated(Vec<Linear>),
}

/// What a place may hold.
pub(super) trait Ranges {
    fn bounds(&self, place: usize) -> (i64, i64);

    fn contains(&self, place: usize, value: i64) -> bool {
        let (least, most) = self.bounds(place);
        (least..=most).contains(&value)
    }
}

impl Ranges for [(i32, i32)] {
    fn bounds(&self, place: usize) -> (i64, i64) {
        (i64::from(self[place].0), i64::from(self[place].1))
    }
}

/// All hold.
pub(super) fn and(parts: Vec<Condition>) -> Condition {
    let mut flat = Vec::with_capacity(parts.len());
    for part in parts {
        match part {
            Condition::Known(true) => {}
            Condition::Known(false) => return Condition::Known(false),
            Condition::And(parts) => flat.extend(parts),
            part => flat.push(part),
        }
    }
    match flat.len() {
        0 => Condition::Known(true),
        1 => flat.remove(0),
        _ => Condition::And(flat),
    }
}

/// At least one holds.
pub(super) fn or(parts: Vec<Condition>) -> Condition {
    and(parts.into_iter().map(Condition::negated).collect()).negated()
}

pub(super) fn different(items: Vec<Linear>) -> Condition {
    if items.len() < 2 { Condition::Known(true) } else { Condition::Different(items) }
}

impl Condition {
    pub(super) fn negated(self) -> Condition {
        match self {
            Condition::Known(known) => Condition::Known(!known),
            Condition::Zero(linear) => Condition::Other(linear),
            Condition::Other(linear) => Condition::Zero(linear),
            Condition::AtMost(linear) => {
                // not x <= 0 is 1 - x <= 0
                Condition::AtMost(Linear::constant(1).minus(&linear))
            }
            Condition::And(parts) => Condition::Or(parts.into_iter().map(Condition::negated).collect()),
            Condition::Or(parts) => Condition::And(parts.into_iter().map(Condition::negated).collect()),
            Condition::Different(items) => Condition::Repeated(items),
            Condition::Repeated(items) => Condition::Different(items),
        }
    }

    /// A comparison in one of its many forms, or what is known of it already.
    pub(super) fn simplified(mut self, values: &[(i32, i32)]) -> Condition {
        let (Condition::Zero(linear) | Condition::Other(linear) | Condition::AtMost(linear)) = &mut self else {
            return self;
        };
        let divisor = linear.terms.iter().fold(0, |divisor, (factor, _)| gcd(divisor, factor.abs()));
        let (least, most) = linear.bounds(values);
        match &mut self {
            Condition::Zero(linear) | Condition::Other(linear) => {
                let exists = least <= 0 && 0 <= most && (divisor == 0 || linear.constant % divisor == 0);
                let sign = if linear.terms.first().is_some_and(|(factor, _)| *factor < 0) { -1 } else { 1 };
                let (is_zero, always) = (matches!(self, Condition::Zero(_)), least == 0 && most == 0);
                if !exists || always {
                    return Condition::Known(is_zero == always);
                }
                self.scaled(sign, divisor)
            }
            Condition::AtMost(_) if most <= 0 => Condition::Known(true),
            Condition::AtMost(_) if least > 0 => Condition::Known(false),
            _ => self.scaled(1, divisor),
        }
    }

    fn scaled(mut self, sign: i64, divisor: i64) -> Condition {
        if let Condition::Zero(linear) | Condition::Other(linear) | Condition::AtMost(linear) = &mut self
            && divisor > 0
        {
            for (factor, _) in &mut linear.terms {
                *factor = *factor / divisor * sign;
            }
            // x + c <= 0 for x that is a multiple: rounded towards what holds.
            linear.constant = -((-linear.constant).div_euclid(divisor)) * sign;
        }
        self
    }

    /// The place that it speaks of, if it is a comparison of one place with a number.
    pub(super) fn only_place(&self) -> Option<usize> {
        match self {
            Condition::Zero(linear) | Condition::Other(linear) | Condition::AtMost(linear) => match linear.terms[..] {
                [(_, Term::Place(place))] => Some(place),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether it holds when every place that it speaks of holds this.
    pub(super) fn at(&self, value: i64) -> bool {
        struct Only(i64);
        impl Ranges for Only {
            fn bounds(&self, _: usize) -> (i64, i64) {
                (self.0, self.0)
            }
        }
        self.can_hold(&Only(value))
    }

    /// The places that it speaks of, in the order in which they come up.
    pub(super) fn places(&self) -> Vec<usize> {
        let mut found = Vec::new();
        self.visit(&mut |place| found.push(place));
        let mut seen = BTreeSet::new();
        found.retain(|&place| seen.insert(place));
        found
    }

    pub(super) fn visit(&self, see: &mut dyn FnMut(usize)) {
        match self {
            Condition::Known(_) => {}
            Condition::Zero(linear) | Condition::Other(linear) | Condition::AtMost(linear) => linear.visit(see),
            Condition::And(parts) | Condition::Or(parts) => parts.iter().for_each(|part| part.visit(see)),
            Condition::Different(items) | Condition::Repeated(items) => items.iter().for_each(|item| item.visit(see)),
        }
    }

    /// The same about other places.
    pub(super) fn renamed(&self, to: &dyn Fn(usize) -> usize) -> Condition {
        let all = |items: &[Linear]| items.iter().map(|item| item.renamed(to)).collect();
        let parts = |parts: &[Condition]| parts.iter().map(|part| part.renamed(to)).collect();
        match self {
            Condition::Known(known) => Condition::Known(*known),
            Condition::Zero(linear) => Condition::Zero(linear.renamed(to)),
            Condition::Other(linear) => Condition::Other(linear.renamed(to)),
            Condition::AtMost(linear) => Condition::AtMost(linear.renamed(to)),
            Condition::And(own) => Condition::And(parts(own)),
            Condition::Or(own) => Condition::Or(parts(own)),
            Condition::Different(items) => Condition::Different(all(items)),
            Condition::Repeated(items) => Condition::Repeated(all(items)),
        }
    }

    /// Whether it may hold with some values in these ranges: `false` is certain,
    /// and where each range has one value, so is `true`.
    pub(super) fn can_hold<R: Ranges + ?Sized>(&self, ranges: &R) -> bool {
        match self {
            Condition::Known(known) => *known,
            Condition::Zero(linear) => match linear.terms[..] {
                [(factor, Term::Place(place))] => {
                    linear.constant % factor == 0 && ranges.contains(place, -linear.constant / factor)
                }
                _ => {
                    let (least, most) = linear.bounds(ranges);
                    least <= 0 && 0 <= most
                }
            },
            Condition::Other(linear) => linear.bounds(ranges) != (0, 0),
            Condition::AtMost(linear) => linear.bounds(ranges).0 <= 0,
            Condition::And(parts) => parts.iter().all(|part| part.can_hold(ranges)),
            Condition::Or(parts) => parts.iter().any(|part| part.can_hold(ranges)),
            Condition::Different(items) => !equal_pair(items, ranges),
            Condition::Repeated(items) => {
                let bounds: Vec<(i64, i64)> = items.iter().map(|item| item.bounds(ranges)).collect();
                bounds.iter().enumerate().any(|(at, a)| bounds[at + 1..].iter().any(|b| a.0 <= b.1 && b.0 <= a.1))
            }
        }
    }

    /// Whether it holds with all values in these ranges: `true` is certain.
    pub(super) fn must_hold<R: Ranges + ?Sized>(&self, ranges: &R) -> bool {
        match self {
            Condition::Known(known) => *known,
            Condition::Zero(linear) => linear.bounds(ranges) == (0, 0),
            Condition::Other(linear) => match linear.terms[..] {
                [(factor, Term::Place(place))] => {
                    linear.constant % factor != 0 || !ranges.contains(place, -linear.constant / factor)
                }
                _ => {
                    let (least, most) = linear.bounds(ranges);
                    least > 0 || most < 0
                }
            },
            Condition::AtMost(linear) => linear.bounds(ranges).1 <= 0,
            Condition::And(parts) => parts.iter().all(|part| part.must_hold(ranges)),
            Condition::Or(parts) => parts.iter().any(|part| part.must_hold(ranges)),
            Condition::Different(items) => {
                let bounds: Vec<(i64, i64)> = items.iter().map(|item| item.bounds(ranges)).collect();
                bounds.iter().enumerate().all(|(at, a)| bounds[at + 1..].iter().all(|b| a.0 > b.1 || b.0 > a.1))
            }
            Condition::Repeated(items) => equal_pair(items, ranges),
        }
    }
}

/// Whether two of these are certainly equal.
fn equal_pair<R: Ranges + ?Sized>(items: &[Linear], ranges: &R) -> bool {
    let bounds = items.iter().map(|item| item.bounds(ranges));
    let mut fixed: Vec<i64> = bounds.filter(|(least, most)| least == most).map(|(least, _)| least).collect();
    fixed.sort_unstable();
    fixed.windows(2).any(|pair| pair[0] == pair[1])
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Linear {
    pub(super) fn constant(constant: i64) -> Linear {
        Linear { terms: Vec::new(), constant }
    }

    pub(super) fn of(term: Term) -> Linear {
        Linear { terms: vec![(1, term)], constant: 0 }
    }

    pub(super) fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    pub(super) fn times(&self, factor: i64) -> Linear {
        if factor == 0 {
            return Linear::constant(0);
        }
        let terms = self.terms.iter().map(|(own, term)| (own.saturating_mul(factor), term.clone())).collect();
        Linear { terms, constant: self.constant.saturating_mul(factor) }
    }

    /// Adds without putting in order.
    pub(super) fn add(&mut self, other: &Linear, factor: i64) {
        self.terms.extend(other.times(factor).terms);
        self.constant = self.constant.saturating_add(other.constant.saturating_mul(factor));
    }

    pub(super) fn sort(&mut self) {
        self.terms.sort_by(|a, b| a.1.cmp(&b.1));
        let mut merged: Vec<(i64, Term)> = Vec::with_capacity(self.terms.len());
        for (factor, term) in self.terms.drain(..) {
            match merged.last_mut().filter(|(_, last)| *last == term) {
                Some((own, _)) => *own = own.saturating_add(factor),
                None => merged.push((factor, term)),
            }
        }
        merged.retain(|(factor, _)| *factor != 0);
        self.terms = merged;
    }

    pub(super) fn plus(&self, other: &Linear) -> Linear {
        let mut sum = self.clone();
        sum.add(other, 1);
        sum.sort();
        sum
    }

    pub(super) fn minus(&self, other: &Linear) -> Linear {
        let mut difference = self.clone();
        difference.add(other, -1);
        difference.sort();
        difference
    }

    pub(super) fn bounds<R: Ranges + ?Sized>(&self, ranges: &R) -> (i64, i64) {
        let (mut least, mut most) = (self.constant, self.constant);
        for (factor, term) in &self.terms {
            let (low, high) = term.bounds(ranges);
            let (a, b) = (factor.saturating_mul(low), factor.saturating_mul(high));
            least = least.saturating_add(a.min(b));
            most = most.saturating_add(a.max(b));
        }
        (least, most)
    }

    fn visit(&self, see: &mut dyn FnMut(usize)) {
        self.terms.iter().for_each(|(_, term)| term.visit(see));
    }

    pub(super) fn renamed(&self, to: &dyn Fn(usize) -> usize) -> Linear {
        let terms = self.terms.iter().map(|(factor, term)| (*factor, term.renamed(to))).collect();
        Linear { terms, constant: self.constant }
    }
}

impl Term {
    pub(super) fn bounds<R: Ranges + ?Sized>(&self, ranges: &R) -> (i64, i64) {
        match self {
            Term::Place(place) => ranges.bounds(*place),
            Term::Product(parts) => {
                let ((a, b), (c, d)) = (parts[0].bounds(ranges), parts[1].bounds(ranges));
                let corners = [(a, c), (a, d), (b, c), (b, d)].map(|(x, y)| x.saturating_mul(y));
                let [first, rest @ ..] = corners;
                rest.iter().fold((first, first), |(least, most), &own| (least.min(own), most.max(own)))
            }
            Term::Quotient(parts) => {
                let ((a, b), (c, d)) = (parts[0].bounds(ranges), parts[1].bounds(ranges));
                if c > 0 {
                    let corners = [a.div_euclid(c), a.div_euclid(d), b.div_euclid(c), b.div_euclid(d)];
                    let [first, rest @ ..] = corners;
                    return rest.iter().fold((first, first), |(least, most), &own| (least.min(own), most.max(own)));
                }
                if a == b && c == d {
                    let quotient = a.checked_div_euclid(c).unwrap_or(0);
                    return (quotient, quotient);
                }
                let most = a.saturating_abs().max(b.saturating_abs());
                (-most, most)
            }
            Term::Rest(parts) => {
                let ((a, b), (c, d)) = (parts[0].bounds(ranges), parts[1].bounds(ranges));
                if a == b && c == d {
                    let rest = a.checked_rem_euclid(c).unwrap_or(0);
                    return (rest, rest);
                }
                if c == d && c > 0 && a.div_euclid(c) == b.div_euclid(c) {
                    return (a.rem_euclid(c), b.rem_euclid(c));
                }
                (0, (c.saturating_abs().max(d.saturating_abs()) - 1).max(0))
            }
            Term::Abs(part) => {
                let (least, most) = part.bounds(ranges);
                match (least > 0, most < 0) {
                    (true, _) => (least, most),
                    (_, true) => (-most, least.saturating_neg()),
                    _ => (0, most.max(least.saturating_neg())),
                }
            }
            Term::Least(parts) => extremes(parts, ranges, i64::min),
            Term::Most(parts) => extremes(parts, ranges, i64::max),
            Term::Truth(condition) => (i64::from(condition.must_hold(ranges)), i64::from(condition.can_hold(ranges))),
        }
    }

    fn visit(&self, see: &mut dyn FnMut(usize)) {
        match self {
            Term::Place(place) => see(*place),
            Term::Product(parts) | Term::Quotient(parts) | Term::Rest(parts) => {
                parts.iter().for_each(|part| part.visit(see));
            }
            Term::Abs(part) => part.visit(see),
            Term::Least(parts) | Term::Most(parts) => parts.iter().for_each(|part| part.visit(see)),
            Term::Truth(condition) => condition.visit(see),
        }
    }

    fn renamed(&self, to: &dyn Fn(usize) -> usize) -> Term {
        let pair = |parts: &Arc<[Linear; 2]>| Arc::new([parts[0].renamed(to), parts[1].renamed(to)]);
        let all = |parts: &Arc<Vec<Linear>>| Arc::new(parts.iter().map(|part| part.renamed(to)).collect::<Vec<_>>());
        match self {
            Term::Place(place) => Term::Place(to(*place)),
            Term::Product(parts) => Term::Product(pair(parts)),
            Term::Quotient(parts) => Term::Quotient(pair(parts)),
            Term::Rest(parts) => Term::Rest(pair(parts)),
            Term::Abs(part) => Term::Abs(Arc::new(part.renamed(to))),
            Term::Least(parts) => Term::Least(all(parts)),
            Term::Most(parts) => Term::Most(all(parts)),
            Term::Truth(condition) => Term::Truth(Arc::new(condition.renamed(to))),
        }
    }
}

fn extremes<R: Ranges + ?Sized>(parts: &[Linear], ranges: &R, extreme: fn(i64, i64) -> i64) -> (i64, i64) {
    let bounds = parts.iter().map(|part| part.bounds(ranges));
    bounds.reduce(|(a, b), (c, d)| (extreme(a, c), extreme(b, d))).unwrap_or((0, 0))
}
