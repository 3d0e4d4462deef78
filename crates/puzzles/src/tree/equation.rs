//! An equation about weights, as people use it: by what is least and greatest, and by
//! what divides.

use fd::constraints::{Linear, Sum};
use fd::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Var, Wake,
};

/// `a1 * x1 + ... + ak * xk = 0`
///
/// Bounds are kept, and multiples: where all terms but one have a divisor in common, so
/// has that one. No value is removed for any other reason.
#[derive(Debug, Clone)]
pub(crate) struct Equation {
    terms: Vec<(i32, Var)>,
}

impl Equation {
    pub(crate) fn new(terms: impl IntoIterator<Item = (i32, Var)>) -> Equation {
        Equation { terms: terms.into_iter().filter(|(a, _)| *a != 0).collect() }
    }

    fn linear(&self) -> Linear {
        self.terms.iter().map(|&(a, x)| a * x).fold(Sum::from(0), |sum, term| sum + term).equals(0)
    }
}

impl Constraint for Equation {
    fn name(&self) -> &'static str {
        "equation"
    }

    fn scope(&self) -> Vec<Var> {
        self.terms.iter().map(|(_, x)| *x).collect()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        self.linear().holds(value)
    }

    fn consistency(&self) -> Consistency {
        self.linear().consistency()
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        self.linear().check(model)
    }

    fn post(&self, post: &mut Post<'_>) {
        self.linear().post(post);
        let wakes: Vec<Wake> = self.terms.iter().map(|&(_, x)| Wake::on(x, Event::ANY)).collect();
        post.add(Priority::Linear, self.clone(), &wakes);
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        into.post(self.linear())?;
        Ok(true)
    }
}

/// Keeps multiples; bounds are kept by the linear equation.
impl Propagator for Equation {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let mut changed = true;
        while changed {
            changed = false;
            for (i, &(a, x)) in self.terms.iter().enumerate() {
                let others = self.terms.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, &(a, x))| (a, x));
                let divisor = others.fold(0, |divisor, (a, x)| gcd(divisor, a.abs() * common_divisor(store, x)));
                let step = divisor / gcd(divisor, a).max(1);
                if step > 1 && common_divisor(store, x) % step != 0 {
                    let odd_ones: Vec<i32> = store.values(x).filter(|value| value % step != 0).collect();
                    odd_ones.into_iter().try_for_each(|value| store.remove(x, value))?;
                    changed = true;
                }
            }
        }
        Ok(Status::Fixpoint)
    }
}

/// An [`Equation`] of which nothing is worked out before all variables but one are known.
#[derive(Debug, Clone)]
pub(crate) struct LastOne(pub(crate) Equation);

impl Constraint for LastOne {
    fn name(&self) -> &'static str {
        "last_one"
    }

    fn scope(&self) -> Vec<Var> {
        self.0.scope()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        self.0.holds(value)
    }

    fn consistency(&self) -> Consistency {
        Consistency::Forward
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        self.0.check(model)
    }

    fn post(&self, post: &mut Post<'_>) {
        let wakes: Vec<Wake> = self.0.terms.iter().map(|&(_, x)| Wake::on(x, Event::FIXED)).collect();
        post.add(Priority::Linear, self.clone(), &wakes);
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        self.0.decompose(into)
    }
}

impl Propagator for LastOne {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let (mut sum, mut last) = (0_i64, None);
        for &(a, x) in &self.0.terms {
            match store.value(x) {
                Some(value) => sum += i64::from(a) * i64::from(value),
                None if last.is_some() => return Ok(Status::Fixpoint),
                None => last = Some((i64::from(a), x)),
            }
        }
        match last {
            None if sum == 0 => Ok(Status::Entailed),
            Some((a, x)) if sum % a == 0 => {
                store.fix(x, i32::try_from(-sum / a).map_err(|_| Conflict)?)?;
                Ok(Status::Entailed)
            }
            _ => Err(Conflict),
        }
    }
}

/// What divides all the values that are left.
pub(crate) fn common_divisor(store: &Store, x: Var) -> i32 {
    let mut divisor = 0;
    for value in store.values(x) {
        divisor = gcd(divisor, value);
        if divisor == 1 {
            break;
        }
    }
    divisor
}

/// The greatest common divisor; that of 0 and 0 is 0.
pub(crate) fn gcd(a: i32, b: i32) -> i32 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}
