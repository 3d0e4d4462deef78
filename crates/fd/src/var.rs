//! Variables, and simple statements about one of them.

use std::fmt;

/// A variable of a [`Model`](crate::Model).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var {
    pub(crate) index: u32,
    /// The model that made it, so that another model can refuse it.
    pub(crate) model: u32,
}

impl Var {
    /// Its number in the model, from 0 in order of creation.
    #[inline]
    pub fn index(self) -> usize {
        self.index as usize
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{}", self.index)
    }
}

/// How a [`Literal`] compares its variable with its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    /// =
    Eq,
    /// !=
    Ne,
    /// <=
    Le,
    /// >=
    Ge,
}

impl Relation {
    /// Whether it holds between two numbers.
    pub(crate) fn holds<T: Ord>(self, left: T, right: T) -> bool {
        match self {
            Relation::Eq => left == right,
            Relation::Ne => left != right,
            Relation::Le => left <= right,
            Relation::Ge => left >= right,
        }
    }

    /// The opposite relation, and what to add to the number on its right.
    pub(crate) fn negated(self) -> (Relation, i32) {
        match self {
            Relation::Eq => (Relation::Ne, 0),
            Relation::Ne => (Relation::Eq, 0),
            Relation::Le => (Relation::Ge, 1),
            Relation::Ge => (Relation::Le, -1),
        }
    }
}

/// A statement about one variable: `x = 3`, `x != 3`, `x <= 3`, `x >= 3`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal {
    /// The variable.
    pub var: Var,
    /// The relation.
    pub relation: Relation,
    /// The value.
    pub value: i32,
}

impl Literal {
    /// The opposite statement.
    #[must_use]
    pub fn negated(self) -> Literal {
        let (relation, step) = self.relation.negated();
        Literal { var: self.var, relation, value: self.value.saturating_add(step) }
    }

    /// Whether `value` makes it true.
    pub fn holds(&self, value: i32) -> bool {
        self.relation.holds(value, self.value)
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Relation::Eq => "=",
            Relation::Ne => "!=",
            Relation::Le => "<=",
            Relation::Ge => ">=",
        })
    }
}

impl fmt::Debug for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {} {}", self.var, self.relation, self.value)
    }
}

/// Literals about a variable.
impl Var {
    /// `x = value`
    pub fn is(self, value: i32) -> Literal {
        Literal { var: self, relation: Relation::Eq, value }
    }

    /// `x != value`
    pub fn is_not(self, value: i32) -> Literal {
        Literal { var: self, relation: Relation::Ne, value }
    }
}
