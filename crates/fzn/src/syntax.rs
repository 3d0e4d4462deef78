//! A FlatZinc file as data.

use std::rc::Rc;

/// A file: items in their order, and what is asked for.
#[derive(Debug)]
pub(crate) struct Program<'t> {
    pub(crate) declarations: Vec<Declaration<'t>>,
    pub(crate) constraints: Vec<Call<'t>>,
    pub(crate) solve: Solve<'t>,
}

/// `var 1..9: x :: output_var;`, or an array, or a parameter.
#[derive(Debug)]
pub(crate) struct Declaration<'t> {
    pub(crate) at: usize,
    pub(crate) name: &'t str,
    pub(crate) is_array: bool,
    pub(crate) is_var: bool,
    pub(crate) of: Type,
    pub(crate) annotations: Vec<Expr<'t>>,
    pub(crate) value: Option<Expr<'t>>,
}

/// What a name stands for one or more of.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Type {
    Bool,
    /// All whole numbers, or those of a set.
    Int(Option<Set>),
    Float,
    SetOfInt,
}

/// Whole numbers as ranges, in order and apart from each other.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Set(pub(crate) Vec<(i64, i64)>);

/// A name with arguments: a constraint, or an annotation.
#[derive(Debug)]
pub(crate) struct Call<'t> {
    pub(crate) at: usize,
    pub(crate) name: &'t str,
    pub(crate) arguments: Vec<Expr<'t>>,
    pub(crate) annotations: Vec<Expr<'t>>,
}

/// `solve :: int_search(...) minimize x;`
#[derive(Debug)]
pub(crate) struct Solve<'t> {
    pub(crate) at: usize,
    pub(crate) annotations: Vec<Expr<'t>>,
    pub(crate) goal: Goal<'t>,
}

#[derive(Debug)]
pub(crate) enum Goal<'t> {
    Satisfy,
    Minimize(Expr<'t>),
    Maximize(Expr<'t>),
}

#[derive(Debug)]
pub(crate) enum Expr<'t> {
    Bool(bool),
    Int(i64),
    Float(f64),
    Set(Rc<Set>),
    Text,
    Name(&'t str),
    /// `x[3]`
    Element(&'t str, i64),
    Array(Vec<Expr<'t>>),
    Call(Call<'t>),
}

impl Set {
    /// All numbers from `min` to `max`.
    pub(crate) fn range(min: i64, max: i64) -> Set {
        Set(if min <= max { vec![(min, max)] } else { Vec::new() })
    }

    /// Just these numbers.
    pub(crate) fn of(mut numbers: Vec<i64>) -> Set {
        numbers.sort_unstable();
        let mut ranges: Vec<(i64, i64)> = Vec::new();
        for number in numbers {
            match ranges.last_mut() {
                Some((_, last)) if number <= last.saturating_add(1) => *last = number.max(*last),
                _ => ranges.push((number, number)),
            }
        }
        Set(ranges)
    }

    /// What both have.
    pub(crate) fn and(&self, other: &Set) -> Set {
        let (mut i, mut j) = (0, 0);
        let mut both = Vec::new();
        while let (Some(&(a, b)), Some(&(c, d))) = (self.0.get(i), other.0.get(j)) {
            if a.max(c) <= b.min(d) {
                both.push((a.max(c), b.min(d)));
            }
            if b < d { i += 1 } else { j += 1 }
        }
        Set(both)
    }

    pub(crate) fn min(&self) -> Option<i64> {
        self.0.first().map(|range| range.0)
    }

    pub(crate) fn max(&self) -> Option<i64> {
        self.0.last().map(|range| range.1)
    }

    pub(crate) fn contains(&self, number: i64) -> bool {
        self.0.iter().any(|&(min, max)| (min..=max).contains(&number))
    }

    /// The number of members.
    pub(crate) fn size(&self) -> i128 {
        self.0.iter().map(|&(min, max)| i128::from(max) - i128::from(min) + 1).sum()
    }

    /// How many numbers there are from the least to the greatest.
    pub(crate) fn span(&self) -> i64 {
        let (Some(min), Some(max)) = (self.min(), self.max()) else { return 0 };
        max.saturating_sub(min).saturating_add(1)
    }

    /// The members in increasing order.
    pub(crate) fn members(&self) -> impl Iterator<Item = i64> + '_ {
        self.0.iter().flat_map(|&(min, max)| min..=max)
    }
}

impl std::fmt::Display for Set {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let [(min, max)] = self.0[..] {
            return write!(f, "{min}..{max}");
        }
        let members: Vec<String> = self.members().map(|member| member.to_string()).collect();
        write!(f, "{{{}}}", members.join(","))
    }
}
