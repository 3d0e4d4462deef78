//! Constraints, which Python writes as tuples: a name, and what belongs to it.

use super::{Posed, told};
use equipoise::fd::constraints::{
    Abs, AllDifferent, AllOf, AnyOf, Arithmetic, Automaton, BinPacking, Circuit, Clause, Count, Cumulative, Diffn,
    Disjunctive, Element, Extremum, InSet, Inverse, Lex, Negated, Regular, Reified, Strength, Sum, Table, Tuples,
    ValuePrecede,
};
use equipoise::fd::{Constraint, Literal, Var};
use pyo3::conversion::FromPyObjectOwned;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;

/// How deep constraints can stand within each other.
const MOST_DEEP: usize = 60;

/// What belongs to a constraint, piece by piece.
struct Pieces<'a, 'py> {
    posed: &'a Posed,
    spec: &'a Bound<'py, PyTuple>,
    next: usize,
    depth: usize,
}

impl<'py> Pieces<'_, 'py> {
    fn item(&mut self) -> PyResult<Bound<'py, PyAny>> {
        self.next += 1;
        self.spec.get_item(self.next - 1)
    }

    fn take<T: FromPyObjectOwned<'py>>(&mut self) -> PyResult<T> {
        self.item()?.extract().map_err(Into::into)
    }

    fn var(&mut self) -> PyResult<Var> {
        let number = self.take()?;
        self.posed.var(number)
    }

    fn vars(&mut self) -> PyResult<Vec<Var>> {
        let numbers: Vec<usize> = self.take()?;
        self.posed.vars(&numbers)
    }

    fn rows(&mut self) -> PyResult<Vec<Vec<Var>>> {
        let rows: Vec<Vec<usize>> = self.take()?;
        rows.iter().map(|row| self.posed.vars(row)).collect()
    }

    fn literal(&mut self) -> PyResult<Literal> {
        let (var, relation, value): (usize, String, i32) = (self.take()?, self.take()?, self.take()?);
        literal(self.posed, var, &relation, value)
    }

    fn part(&mut self) -> PyResult<Arc<dyn Constraint>> {
        let item = self.item()?;
        constraint(self.posed, item.cast::<PyTuple>()?, self.depth + 1)
    }

    fn parts(&mut self) -> PyResult<Vec<Arc<dyn Constraint>>> {
        let items: Vec<Bound<'py, PyTuple>> = self.take()?;
        items.iter().map(|item| constraint(self.posed, item, self.depth + 1)).collect()
    }
}

/// `x = 3` and the like.
pub(super) fn literal(posed: &Posed, var: usize, relation: &str, value: i32) -> PyResult<Literal> {
    let x = posed.var(var)?;
    match relation {
        "=" => Ok(x.is(value)),
        "!=" => Ok(x.is_not(value)),
        "<=" => Ok(x.at_most(value)),
        ">=" => Ok(x.at_least(value)),
        other => Err(told(format!("there is no relation {other:?}; expected =, !=, <= or >="))),
    }
}

/// The constraint that a tuple stands for.
pub(super) fn constraint(posed: &Posed, spec: &Bound<'_, PyTuple>, depth: usize) -> PyResult<Arc<dyn Constraint>> {
    if depth > MOST_DEEP {
        return Err(told(format!("constraints stand within each other deeper than {MOST_DEEP} times")));
    }
    let mut of = Pieces { posed, spec, next: 0, depth };
    let name: String = of.take()?;
    let made: Arc<dyn Constraint> = match name.as_str() {
        "literal" => Arc::new(of.literal()?),
        "linear" => linear(&mut of)?,
        "clause" => {
            let literals: Vec<(usize, String, i32)> = of.take()?;
            let literals: PyResult<Vec<Literal>> =
                literals.iter().map(|(var, relation, value)| literal(posed, *var, relation, *value)).collect();
            Arc::new(Clause::new(literals?))
        }
        "and" => Arc::new(AllOf::new(of.parts()?)),
        "or" => Arc::new(AnyOf::new(of.parts()?)),
        "not" => Arc::new(Negated::of(of.part()?)),
        "reified" => Arc::new(Reified::of(of.var()?, of.part()?)),
        "implied" => Arc::new(Reified::half_of(of.var()?, of.part()?)),
        "all_different" => {
            let (vars, strength): (_, String) = (of.vars()?, of.take()?);
            let strength = match strength.as_str() {
                "value" => Strength::Value,
                "bounds" => Strength::Bounds,
                "domain" => Strength::Domain,
                other => return Err(told(format!("there is no strength {other:?}; expected value, bounds or domain"))),
            };
            Arc::new(AllDifferent::new(&vars).strength(strength))
        }
        "abs" => Arc::new(Abs::new(of.var()?, of.var()?)),
        "times" => Arc::new(Arithmetic::times(of.var()?, of.var()?, of.var()?)),
        "quotient" => Arc::new(Arithmetic::quotient(of.var()?, of.var()?, of.var()?)),
        "division" => Arc::new(Arithmetic::division(of.var()?, of.var()?, of.var()?)),
        "modulo" => Arc::new(Arithmetic::modulo(of.var()?, of.var()?, of.var()?)),
        "remainder" => Arc::new(Arithmetic::remainder(of.var()?, of.var()?, of.var()?)),
        "power" => Arc::new(Arithmetic::power(of.var()?, of.var()?, of.var()?)),
        "element" => Arc::new(Element::new(&of.vars()?, of.var()?, of.var()?)),
        "element_of" => Arc::new(Element::of_numbers(&of.take::<Vec<i32>>()?, of.var()?, of.var()?)),
        "table" => {
            let (vars, rows): (_, Vec<Vec<i32>>) = (of.vars()?, of.take()?);
            Arc::new(Table::new(&vars, &Arc::new(Tuples::new(rows))))
        }
        "count" => {
            let (vars, value, (least, most)): (_, _, (i32, i32)) = (of.vars()?, of.take()?, of.take()?);
            Arc::new(Count::new(&vars, value, least..=most))
        }
        "count_var" => Arc::new(Count::new(&of.vars()?, of.take()?, of.var()?)),
        "cardinality" => {
            let (vars, times): (_, Vec<(i32, (i32, i32))>) = (of.vars()?, of.take()?);
            let times = times.into_iter().map(|(value, (least, most))| (value, least..=most));
            Arc::new(Count::of_each(&vars, times))
        }
        "max" => Arc::new(Extremum::max(&of.vars()?, of.var()?)),
        "min" => Arc::new(Extremum::min(&of.vars()?, of.var()?)),
        "in" => Arc::new(InSet::new(of.var()?, of.take::<Vec<i32>>()?)),
        "inverse" => Arc::new(Inverse::new(&of.vars()?, &of.vars()?)),
        "lex_less" => Arc::new(Lex::less(&of.vars()?, &of.vars()?)),
        "lex_at_most" => Arc::new(Lex::at_most(&of.vars()?, &of.vars()?)),
        "circuit" => Arc::new(Circuit::new(&of.vars()?)),
        "regular" => {
            let (vars, steps, start): (_, Vec<[i32; 3]>, i32) = (of.vars()?, of.take()?, of.take()?);
            Arc::new(Regular::new(&vars, &Arc::new(Automaton::new(steps, start, of.take::<Vec<i32>>()?))))
        }
        "cumulative" => Arc::new(Cumulative::new(&of.vars()?, &of.vars()?, &of.vars()?, of.var()?)),
        "disjunctive" => Arc::new(Disjunctive::new(&of.vars()?, &of.vars()?)),
        "diffn" => Arc::new(Diffn::new(&of.rows()?, &of.rows()?)),
        "bin_packing" => Arc::new(BinPacking::new(&of.vars()?, &of.vars()?, &of.take::<Vec<i32>>()?)),
        "value_precede" => Arc::new(ValuePrecede::chain(&of.vars()?, &of.take::<Vec<i32>>()?)),
        other => return Err(told(format!("there is no constraint {other:?}"))),
    };
    Ok(made)
}

/// A sum that is compared with 0.
fn linear(of: &mut Pieces<'_, '_>) -> PyResult<Arc<dyn Constraint>> {
    let (relation, terms, constant): (String, Vec<(i64, usize)>, i64) = (of.take()?, of.take()?, of.take()?);
    let term = |&(coefficient, var): &(i64, usize)| Ok(Sum::term(coefficient, of.posed.var(var)?));
    let terms: PyResult<Vec<Sum>> = terms.iter().map(term).collect();
    let sum = terms?.into_iter().fold(Sum::from(constant), |sum, term| sum + term);
    let linear = match relation.as_str() {
        "=" => sum.equals(0),
        "!=" => sum.differs_from(0),
        "<=" => sum.at_most(0),
        ">=" => sum.at_least(0),
        other => return Err(told(format!("there is no relation {other:?}; expected =, !=, <= or >="))),
    };
    Ok(if of.take()? { Arc::new(linear.exact()) } else { Arc::new(linear) })
}
