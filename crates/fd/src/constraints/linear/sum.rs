//! Linear expressions, the relations between them, and what bounds say about one term.

use super::Linear;
use crate::constraints::interval::saturated;
use crate::{Conflict, Event, Literal, Relation, Store, Var};
use std::iter;
use std::ops::{Add, Mul, Neg, Sub};

/// `3 * x + y - 2 * z + 4`: what a [`Linear`] constraint relates.
///
/// It is written with the usual operators; coefficients and constants are
/// `i32`, like values. Relations are methods: `(x + y).equals(z)`,
/// `(3 * x).at_most(y + 4)`.
///
/// ```
/// use fd::{constraints::Sum, Model};
/// let mut model = Model::new();
/// let x = model.vars(4, 1..=9)?;
/// model.post((x[0] + 2 * x[1]).equals(7 - x[2]))?;
/// model.post(x.iter().sum::<Sum>().at_most(20))?;
/// model.post(x[0].differs_from(x[1] + 1))?;
/// # Ok::<(), fd::ModelError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Sum {
    pub(super) terms: Vec<(i64, Var)>,
    pub(super) constant: i64,
    /// A number left 64 bits: the model will refuse what is made of this.
    pub(super) overflow: bool,
}

impl Sum {
    /// `coefficient * x`, for coefficients beyond `i32`.
    pub fn term(coefficient: i64, x: Var) -> Sum {
        Sum { terms: vec![(coefficient, x)], ..Sum::default() }
    }

    /// `self = rhs`
    pub fn equals(self, rhs: impl Into<Sum>) -> Linear {
        Linear::new(self - rhs, Relation::Eq)
    }

    /// `self != rhs`
    pub fn differs_from(self, rhs: impl Into<Sum>) -> Linear {
        Linear::new(self - rhs, Relation::Ne)
    }

    /// `self <= rhs`
    pub fn at_most(self, rhs: impl Into<Sum>) -> Linear {
        Linear::new(self - rhs, Relation::Le)
    }

    /// `self >= rhs`
    pub fn at_least(self, rhs: impl Into<Sum>) -> Linear {
        Linear::new(self - rhs, Relation::Ge)
    }

    fn plus(mut self, other: Sum) -> Sum {
        self.terms.extend(other.terms);
        let (constant, overflow) = self.constant.overflowing_add(other.constant);
        self.constant = constant;
        self.overflow |= other.overflow | overflow;
        self
    }

    fn scaled(mut self, factor: i64) -> Sum {
        for number in self.terms.iter_mut().map(|(coefficient, _)| coefficient).chain([&mut self.constant]) {
            let (product, overflow) = number.overflowing_mul(factor);
            *number = product;
            self.overflow |= overflow;
        }
        self
    }
}

/// What a variable can be compared with: `x.at_most(3)` is a [`Literal`], which
/// can be decided and negated at no cost; `x.at_most(y)` is a [`Linear`]. Both
/// can be posted.
pub trait Bound {
    /// What the comparison is.
    type Statement;

    /// `x relation self`
    fn bounding(self, x: Var, relation: Relation) -> Self::Statement;
}

impl Bound for i32 {
    type Statement = Literal;
    fn bounding(self, var: Var, relation: Relation) -> Literal {
        Literal { var, relation, value: self }
    }
}

impl Bound for Sum {
    type Statement = Linear;
    fn bounding(self, x: Var, relation: Relation) -> Linear {
        Linear::new(x - self, relation)
    }
}

impl Bound for Var {
    type Statement = Linear;
    fn bounding(self, x: Var, relation: Relation) -> Linear {
        Sum::from(self).bounding(x, relation)
    }
}

impl Bound for &Var {
    type Statement = Linear;
    fn bounding(self, x: Var, relation: Relation) -> Linear {
        Sum::from(self).bounding(x, relation)
    }
}

/// Relations that begin with a variable.
impl Var {
    /// `x <= bound`
    ///
    /// ```
    /// use fd::Model;
    /// let mut model = Model::new();
    /// let (x, y) = (model.var(0..10)?, model.var(0..10)?);
    /// model.post(x.at_most(7))?;
    /// model.post(x.at_least(y))?;
    /// model.post(x.at_most(2 * y + 1))?;
    /// # Ok::<(), fd::ModelError>(())
    /// ```
    pub fn at_most<B: Bound>(self, bound: B) -> B::Statement {
        bound.bounding(self, Relation::Le)
    }

    /// `x >= bound`
    pub fn at_least<B: Bound>(self, bound: B) -> B::Statement {
        bound.bounding(self, Relation::Ge)
    }

    /// `x = rhs`
    pub fn equals(self, rhs: impl Into<Sum>) -> Linear {
        Sum::from(self).equals(rhs)
    }

    /// `x != rhs`
    pub fn differs_from(self, rhs: impl Into<Sum>) -> Linear {
        Sum::from(self).differs_from(rhs)
    }
}

impl From<Var> for Sum {
    fn from(x: Var) -> Sum {
        Sum::term(1, x)
    }
}

impl From<&Var> for Sum {
    fn from(x: &Var) -> Sum {
        Sum::term(1, *x)
    }
}

impl From<i32> for Sum {
    fn from(constant: i32) -> Sum {
        Sum::from(i64::from(constant))
    }
}

impl From<i64> for Sum {
    fn from(constant: i64) -> Sum {
        Sum { constant, ..Sum::default() }
    }
}

impl<T: Into<Sum>> iter::Sum<T> for Sum {
    fn sum<I: Iterator<Item = T>>(parts: I) -> Sum {
        parts.fold(Sum::default(), |sum, part| sum.plus(part.into()))
    }
}

// Rust finds the type of `3 * x` and of `x + 4` only while there is one
// implementation that fits: hence `i32` alone on the left, and one generic
// implementation for everything on the right.

impl<T: Into<Sum>> Add<T> for Sum {
    type Output = Sum;
    fn add(self, other: T) -> Sum {
        self.plus(other.into())
    }
}

impl<T: Into<Sum>> Sub<T> for Sum {
    type Output = Sum;
    fn sub(self, other: T) -> Sum {
        self.plus(other.into().scaled(-1))
    }
}

impl<T: Into<Sum>> Add<T> for Var {
    type Output = Sum;
    fn add(self, other: T) -> Sum {
        Sum::from(self) + other
    }
}

impl<T: Into<Sum>> Add<T> for &Var {
    type Output = Sum;
    fn add(self, other: T) -> Sum {
        *self + other
    }
}

impl<T: Into<Sum>> Sub<T> for Var {
    type Output = Sum;
    fn sub(self, other: T) -> Sum {
        Sum::from(self) - other
    }
}

impl<T: Into<Sum>> Sub<T> for &Var {
    type Output = Sum;
    fn sub(self, other: T) -> Sum {
        *self - other
    }
}

impl Mul<i32> for Sum {
    type Output = Sum;
    fn mul(self, factor: i32) -> Sum {
        self.scaled(i64::from(factor))
    }
}

impl Mul<i32> for Var {
    type Output = Sum;
    fn mul(self, factor: i32) -> Sum {
        Sum::from(self) * factor
    }
}

impl Mul<i32> for &Var {
    type Output = Sum;
    fn mul(self, factor: i32) -> Sum {
        *self * factor
    }
}

impl Neg for Sum {
    type Output = Sum;
    fn neg(self) -> Sum {
        self.scaled(-1)
    }
}

impl Neg for Var {
    type Output = Sum;
    fn neg(self) -> Sum {
        Sum::term(-1, self)
    }
}

impl Neg for &Var {
    type Output = Sum;
    fn neg(self) -> Sum {
        -*self
    }
}

impl Mul<Var> for i32 {
    type Output = Sum;
    fn mul(self, x: Var) -> Sum {
        Sum::term(i64::from(self), x)
    }
}

impl Mul<&Var> for i32 {
    type Output = Sum;
    fn mul(self, x: &Var) -> Sum {
        self * *x
    }
}

impl Mul<Sum> for i32 {
    type Output = Sum;
    fn mul(self, sum: Sum) -> Sum {
        sum.scaled(i64::from(self))
    }
}

impl Add<Var> for i32 {
    type Output = Sum;
    fn add(self, x: Var) -> Sum {
        Sum::from(self) + x
    }
}

impl Add<&Var> for i32 {
    type Output = Sum;
    fn add(self, x: &Var) -> Sum {
        self + *x
    }
}

impl Add<Sum> for i32 {
    type Output = Sum;
    fn add(self, sum: Sum) -> Sum {
        Sum::from(self) + sum
    }
}

impl Sub<Var> for i32 {
    type Output = Sum;
    fn sub(self, x: Var) -> Sum {
        Sum::from(self) - x
    }
}

impl Sub<&Var> for i32 {
    type Output = Sum;
    fn sub(self, x: &Var) -> Sum {
        self - *x
    }
}

impl Sub<Sum> for i32 {
    type Output = Sum;
    fn sub(self, sum: Sum) -> Sum {
        Sum::from(self) - sum
    }
}

/// `coefficient * var`; the coefficient is not 0.
#[derive(Debug, Clone, Copy)]
pub(super) struct Term {
    pub(super) coefficient: i64,
    pub(super) var: Var,
}

impl Term {
    /// The least and the greatest value of the product.
    #[inline]
    pub(super) fn range(self, store: &Store) -> (i64, i64) {
        let (min, max) = store.bounds(self.var);
        let (at_min, at_max) = (self.coefficient * i64::from(min), self.coefficient * i64::from(max));
        if self.coefficient > 0 { (at_min, at_max) } else { (at_max, at_min) }
    }

    /// The value that makes the product `product`, if there is one.
    #[inline]
    pub(super) fn solve(self, product: i64) -> Option<i32> {
        if product % self.coefficient == 0 { i32::try_from(product / self.coefficient).ok() } else { None }
    }

    /// Makes the product at most `bound`.
    #[inline]
    pub(super) fn at_most(self, store: &mut Store, bound: i64) -> Result<(), Conflict> {
        let quotient = bound.div_euclid(self.coefficient.abs());
        if self.coefficient > 0 {
            store.at_most(self.var, saturated(quotient))
        } else {
            store.at_least(self.var, saturated(-quotient))
        }
    }

    /// Makes the product at least `bound`.
    #[inline]
    pub(super) fn at_least(self, store: &mut Store, bound: i64) -> Result<(), Conflict> {
        Term { coefficient: -self.coefficient, ..self }.at_most(store, -bound)
    }

    /// What raises the least value of the product.
    pub(super) fn rises(self) -> Event {
        if self.coefficient > 0 { Event::MIN } else { Event::MAX }
    }

    /// Makes the product at least `low` and at most `high`.
    #[inline]
    pub(super) fn confine(self, store: &mut Store, low: i64, high: i64) -> Result<(), Conflict> {
        let (min, max) = match self.coefficient {
            1 => (low, high),
            -1 => (-high, -low),
            c if c > 0 => (-(-low).div_euclid(c), high.div_euclid(c)),
            c => (-high.div_euclid(-c), (-low).div_euclid(-c)),
        };
        store.confine(self.var, saturated(min), saturated(max))
    }
}
