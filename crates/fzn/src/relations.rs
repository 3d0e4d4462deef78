//! The constraints of FlatZinc by name, each as a relation of the kernel.

use crate::error::Problem;
use crate::globals;
use crate::names::Atom;
use crate::pose::{Arguments, Truth};
use crate::syntax::Set;
use fd::constraints::{
    Abs, AllOf, AnyLiteral, Arithmetic, AtMostWhen, Clause, Element, Extremum, InSet, InSetWhen, Linear, Negated,
    Parity, Reified, Sum,
};
use fd::{Constraint, Literal, Relation, Var};
use std::sync::Arc;

/// A constraint, or why there is none.
pub(crate) type Related = Result<Arc<dyn Constraint>, Problem>;

/// The constraint of this name over these arguments. What other solvers' libraries call as MiniZinc does, after a
/// name of their own, is known, too.
pub(crate) fn constraint(name: &str, arguments: &mut Arguments<'_, '_>) -> Related {
    let name = ["fzn_", "equipoise_", "pumpkin_"].iter().find_map(|own| name.strip_prefix(own)).unwrap_or(name);
    if let Some(related) = plain(name, arguments).or_else(|| globals::constraint(name, arguments)) {
        return related;
    }
    let (base, half) = match (name.strip_suffix("_reif"), name.strip_suffix("_imp")) {
        (Some(base), _) => (base, false),
        (None, Some(base)) => (base, true),
        (None, None) => return Err(missing(arguments)),
    };
    let Some(last) = arguments.call.arguments.len().checked_sub(1) else { return Err(missing(arguments)) };
    let condition = arguments.truth(last)?;
    arguments.own = last;
    if !half && let Some(related) = logical_truth(base, condition, arguments) {
        return related;
    }
    // What decides a literal alone, an inequality or membership needs no more than one propagator.
    if !half && let Some(literal) = literal(base, arguments)? {
        return Ok(equivalent(condition, literal));
    }
    if let Truth::If(literal) = condition
        && let Some(related) =
            inequality_truth(base, literal, half, arguments).or_else(|| member_truth(base, literal, half, arguments))
    {
        return related;
    }
    let part = plain(base, arguments).or_else(|| globals::constraint(base, arguments));
    let part = part.ok_or_else(|| missing(arguments))??;
    Ok(match condition {
        Truth::Known(true) => part,
        Truth::Known(false) if half => truth(true),
        Truth::Known(false) => posted(Negated::of(part)),
        Truth::If(literal) if half => posted(Reified::half_of(literal.var, part)),
        Truth::If(literal) => posted(Reified::of(literal.var, part)),
    })
}

/// A variable, a number and what is true exactly when the variable is at most the number, if a constraint says so.
pub(crate) fn threshold(name: &str, arguments: &mut Arguments<'_, '_>) -> Result<Option<(Var, i32, Literal)>, Problem> {
    let (Some(base), [_, _, _]) = (name.strip_suffix("_reif"), arguments.call.arguments.as_slice()) else {
        return Ok(None);
    };
    let (Some(Truth::If(literal)), Truth::If(truth)) = (literal(base, arguments)?, arguments.truth(2)?) else {
        return Ok(None);
    };
    Ok(match literal.relation {
        _ if literal.var == truth.var => None,
        Relation::Le => Some((literal.var, literal.value, truth)),
        Relation::Ge => Some((literal.var, literal.value.saturating_sub(1), truth.negated())),
        Relation::Eq | Relation::Ne => None,
    })
}

fn missing(arguments: &Arguments<'_, '_>) -> Problem {
    Problem::unsupported(arguments.call.at, format!("this solver has no constraint `{}`", arguments.call.name))
}

/// What always holds, or never.
pub(crate) fn truth(holds: bool) -> Arc<dyn Constraint> {
    if holds { Arc::new(AllOf::default()) } else { Arc::new(Clause::new([])) }
}

fn posted(constraint: impl Constraint + 'static) -> Arc<dyn Constraint> {
    Arc::new(constraint)
}

/// The truth of an inequality.
fn inequality_truth(name: &str, truth: Literal, half: bool, arguments: &Arguments<'_, '_>) -> Option<Related> {
    let (head, relation) = name.rsplit_once('_')?;
    let sums = match head {
        "int" | "bool" => arguments.sum(0).and_then(|a| Ok([a, arguments.sum(1)?])),
        "int_lin" | "bool_lin" => arguments.weighted(0, 1).and_then(|a| Ok([a, arguments.sum(2)?])),
        _ => return None,
    };
    let step = match relation {
        "le" | "ge" => 0,
        "lt" | "gt" => 1,
        _ => return None,
    };
    Some(sums.map(|[a, b]| {
        let (less, more) = if relation.starts_with('l') { (a, b) } else { (b, a) };
        let when = AtMostWhen::new(truth, less + step, more);
        posted(if half { when.half() } else { when })
    }))
}

/// The truth of membership.
fn member_truth(name: &str, truth: Literal, half: bool, arguments: &mut Arguments<'_, '_>) -> Option<Related> {
    let member = || {
        let (x, set) = (arguments.var(0)?, arguments.set(1)?);
        let when = InSetWhen::new(truth, x, set.0.iter().map(|&(first, last)| (near(first), near(last))));
        Ok(posted(if half { when.half() } else { when }))
    };
    (name == "set_in").then(member)
}

/// The relations that are about few variables, or about sums and booleans.
fn plain(name: &str, arguments: &mut Arguments<'_, '_>) -> Option<Related> {
    Some(match name {
        "int_eq" | "int_ne" | "int_le" | "int_lt" | "int_ge" | "int_gt" | "bool_eq" | "bool_ne" | "bool2int"
        | "bool_le" | "bool_lt" | "bool_ge" | "bool_gt" => compared(name, arguments),
        "int_lin_eq" | "int_lin_ne" | "int_lin_le" | "int_lin_lt" | "int_lin_ge" | "int_lin_gt" | "bool_lin_eq"
        | "bool_lin_ne" | "bool_lin_le" | "bool_lin_lt" | "bool_lin_ge" | "bool_lin_gt" => linear(name, arguments),
        "int_plus" | "int_minus" | "int_negate" | "int_times" | "int_div" | "int_mod" | "int_pow" | "int_pow_fixed"
        | "int_abs" | "int_max" | "int_min" => arithmetic(name, arguments),
        "set_in" => member(arguments),
        "bool_not" | "bool_and" | "bool_or" | "bool_xor" | "bool_clause" | "array_bool_and" | "array_bool_or"
        | "array_bool_xor" => logical(name, arguments),
        "array_int_element" | "array_bool_element" => element_of_numbers(arguments),
        "array_var_int_element" | "array_var_bool_element" => element(arguments),
        "array_int_maximum" => extremum(arguments, Extremum::max),
        "array_int_minimum" => extremum(arguments, Extremum::min),
        _ => return None,
    })
}

/// The relation that the end of a name says, between two sums.
fn related(name: &str, left: Sum, right: Sum) -> Linear {
    match name.rsplit('_').next() {
        Some("ne") => left.differs_from(right),
        Some("le") => left.at_most(right),
        Some("lt") => left.at_most(right - 1),
        Some("ge") => left.at_least(right),
        Some("gt") => left.at_least(right + 1),
        // `int_eq`, `bool2int`
        _ => left.equals(right),
    }
}

fn compared(name: &str, arguments: &Arguments<'_, '_>) -> Related {
    Ok(posted(related(name, arguments.sum(0)?, arguments.sum(1)?)))
}

fn linear(name: &str, arguments: &Arguments<'_, '_>) -> Related {
    let relation = related(name, arguments.weighted(0, 1)?, arguments.sum(2)?).tracked();
    Ok(posted(if arguments.annotated("domain") { relation.exact() } else { relation }))
}

fn arithmetic(name: &str, arguments: &mut Arguments<'_, '_>) -> Related {
    let [a, b] = [arguments.sum(0)?, arguments.sum(1)?];
    let unary = matches!(name, "int_negate" | "int_abs");
    let c = if unary { Sum::default() } else { arguments.sum(2)? };
    let first = arguments.atom(0)?;
    let factor = |i: usize| Ok(arguments.known(arguments.atom(i)?));
    match name {
        "int_plus" => return Ok(posted((a + b).equals(c))),
        "int_minus" => return Ok(posted((a - b).equals(c))),
        "int_negate" => return Ok(posted((a + b).equals(0))),
        "int_times" => {
            let (known, other) = match (factor(0)?, factor(1)?) {
                (Some(known), _) => (Some(known), arguments.atom(1)?),
                (None, known) => (known, first),
            };
            if let Some(known) = known {
                return Ok(posted(arguments.times(known, other).equals(c)));
            }
        }
        _ => {}
    }
    let (x, y) = (arguments.var(0)?, arguments.var(1)?);
    if name == "int_abs" {
        return Ok(posted(Abs::new(x, y)));
    }
    let z = arguments.var(2)?;
    let operation = match name {
        "int_max" => return Ok(posted(Extremum::max(&[x, y], z))),
        "int_min" => return Ok(posted(Extremum::min(&[x, y], z))),
        "int_times" => Arithmetic::times(x, y, z),
        "int_div" => Arithmetic::division(x, y, z),
        "int_mod" => Arithmetic::remainder(x, y, z),
        _ => Arithmetic::power(x, y, z),
    };
    Ok(posted(if arguments.annotated("domain") { operation } else { operation.by_bounds() }))
}

fn member(arguments: &mut Arguments<'_, '_>) -> Related {
    let (set, x) = (arguments.set(1)?, arguments.var(0)?);
    let Some((min, max)) = set.min().zip(set.max()) else { return Ok(truth(false)) };
    let parts = [Clause::new([x.at_least(near(min))]), Clause::new([x.at_most(near(max))])];
    if set.0.len() == 1 {
        return Ok(posted(AllOf::new(parts.map(posted))));
    }
    // Of long lists, only what the variable can be.
    let domain = arguments.posing.model.domain(x);
    let own = set.and(&Set::range(domain.min().into(), domain.max().into()));
    Ok(posted(InSet::new(x, own.members().map(near))))
}

/// The nearest value: no variable has any beyond.
fn near(number: i64) -> i32 {
    number.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

/// A constraint about one variable, as the literal that it is.
fn literal(name: &str, arguments: &mut Arguments<'_, '_>) -> Result<Option<Truth>, Problem> {
    let relation = match name {
        "int_eq" | "int_ne" | "int_le" | "int_lt" | "int_ge" | "int_gt" => &name[4..],
        "bool_eq" | "bool_ne" | "bool_le" | "bool_lt" | "bool_ge" | "bool_gt" => &name[5..],
        _ => return Ok(None),
    };
    let [a, b] = [arguments.atom(0)?, arguments.atom(1)?];
    let (x, number, relation) = match (a, b) {
        (Atom::Variable(x), Atom::Number(number)) => (x, number, relation),
        (Atom::Number(number), Atom::Variable(x)) => {
            let mirrored = match relation {
                "le" => "ge",
                "lt" => "gt",
                "ge" => "le",
                "gt" => "lt",
                same => same,
            };
            (x, number, mirrored)
        }
        _ => return Ok(None),
    };
    let (x, number) = (arguments.posing.var_of(x), near(number));
    Ok(Some(Truth::If(match relation {
        "eq" => x.is(number),
        "ne" => x.is_not(number),
        "le" => x.at_most(number),
        "lt" => x.at_least(number).negated(),
        "ge" => x.at_least(number),
        _ => x.at_most(number).negated(),
    })))
}

/// Both are true, or both are not.
fn equivalent(a: Truth, b: Truth) -> Arc<dyn Constraint> {
    any(a, &[b])
}

/// The result is true exactly when one of the others is.
fn any(result: Truth, parts: &[Truth]) -> Arc<dyn Constraint> {
    let open: Vec<Literal> =
        parts.iter().filter_map(|part| if let Truth::If(literal) = part { Some(*literal) } else { None }).collect();
    let known = parts.iter().any(|part| matches!(part, Truth::Known(true)));
    match result {
        Truth::Known(false) if known => truth(false),
        Truth::Known(false) => posted(AllOf::new(open.iter().map(|literal| posted(Clause::new([literal.negated()]))))),
        Truth::Known(true) if known => truth(true),
        Truth::Known(true) => posted(Clause::new(open)),
        Truth::If(result) if known => posted(Clause::new([result])),
        Truth::If(result) => posted(AnyLiteral::new(result, open)),
    }
}

/// The result is true exactly when all of the others are.
fn all(result: Truth, parts: &[Truth]) -> Arc<dyn Constraint> {
    any(result.not(), &parts.iter().map(|part| part.not()).collect::<Vec<_>>())
}

fn logical(name: &str, arguments: &mut Arguments<'_, '_>) -> Related {
    Ok(match name {
        "bool_not" => both(arguments).map(|[a, b]| equivalent(a, b.not()))?,
        "bool_and" => all(arguments.truth(2)?, &both(arguments)?),
        "bool_or" => any(arguments.truth(2)?, &both(arguments)?),
        "array_bool_and" => all(arguments.truth(1)?, &arguments.truths(0)?),
        "array_bool_or" => any(arguments.truth(1)?, &arguments.truths(0)?),
        "bool_clause" => any(Truth::Known(true), &clause(arguments)?),
        "bool_xor" if arguments.own == 2 => {
            let [a, b] = both(arguments)?;
            equivalent(a, b.not())
        }
        // The exclusive or of two is the third: an even number of the three are true.
        "bool_xor" => posted(Parity::even(&[arguments.var(0)?, arguments.var(1)?, arguments.var(2)?])),
        _ => posted(Parity::odd(&arguments.vars(0)?)),
    })
}

/// The truth of what is about booleans.
fn logical_truth(name: &str, truth: Truth, arguments: &mut Arguments<'_, '_>) -> Option<Related> {
    let related = match name {
        "bool_clause" => clause(arguments).map(|parts| any(truth, &parts)),
        "bool_le" => both(arguments).map(|[a, b]| any(truth, &[a.not(), b])),
        "bool_lt" => both(arguments).map(|[a, b]| all(truth, &[a.not(), b])),
        // Of three booleans, an even or an odd number is true.
        "bool_eq" | "bool_ne" if let Truth::If(_) = truth => {
            let mut three = || Ok([arguments.var(0)?, arguments.var(1)?, arguments.var(2)?]);
            three().map(|vars| posted(if name == "bool_eq" { Parity::odd(&vars) } else { Parity::even(&vars) }))
        }
        _ => return None,
    };
    Some(related)
}

fn both(arguments: &Arguments<'_, '_>) -> Result<[Truth; 2], Problem> {
    Ok([arguments.truth(0)?, arguments.truth(1)?])
}

/// The parts of a clause: booleans, and the opposites of booleans.
fn clause(arguments: &Arguments<'_, '_>) -> Result<Vec<Truth>, Problem> {
    Ok(arguments.truths(0)?.into_iter().chain(arguments.truths(1)?.into_iter().map(Truth::not)).collect())
}

fn element_of_numbers(arguments: &mut Arguments<'_, '_>) -> Related {
    let (index, numbers, result) = (arguments.var(0)?, arguments.values(1)?, arguments.var(2)?);
    Ok(posted(Element::of_numbers(&numbers, index, result).counting_from(1)))
}

fn element(arguments: &mut Arguments<'_, '_>) -> Related {
    let (index, array, result) = (arguments.var(0)?, arguments.vars(1)?, arguments.var(2)?);
    Ok(posted(Element::new(&array, index, result).counting_from(1)))
}

fn extremum(arguments: &mut Arguments<'_, '_>, make: fn(&[Var], Var) -> Extremum) -> Related {
    let (result, vars) = (arguments.var(0)?, arguments.vars(1)?);
    Ok(posted(make(&vars, result)))
}
