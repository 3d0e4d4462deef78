//! From the names of a file to a model of the kernel.

use crate::error::Problem;
use crate::names::{Atom, Names, Slot, Value};
use crate::posed::Objective;
use crate::relations;
use crate::syntax::{Call, Declaration, Expr, Goal, Program, Set};
use crate::views::Views;
use fd::constraints::{Clause, Sum, Thresholds};
use fd::{Constraint, Domain, Literal, Model, ModelError, Var};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

/// A model, and what the names of its file stand for in it.
#[derive(Debug)]
pub(crate) struct Posing<'t> {
    pub(crate) names: Names<'t>,
    pub(crate) model: Model,
    /// The variable of each slot.
    vars: Vec<Var>,
    numbers: HashMap<i64, Var>,
    /// The widest domain that is kept as a set of values rather than an interval.
    widest: i64,
}

/// What is true exactly when a variable is at most the number beside it.
type Truths = Vec<(i32, Literal)>;

/// The values of all domains together, from the least to the greatest of each, that are kept as sets: some 100 MB.
const MOST_VALUES: i64 = 1 << 28;

/// Where all domains together have more, no wider one is kept as a set.
const WIDE: i64 = 1 << 12;

impl<'t> Posing<'t> {
    /// The model that a program states.
    pub(crate) fn new(program: &Program<'t>) -> Result<Posing<'t>, Problem> {
        let mut names = Names::of(program)?;
        let views = Views::of(&mut names, program);
        let spans = names.variables().filter(|&slot| names.first(slot) == slot).map(|slot| names.domain(slot).span());
        // What is wider is an interval in any case.
        let values: i64 = spans.filter(|&span| span <= Domain::MAX_SPAN).fold(0, i64::saturating_add);
        let widest = if values > MOST_VALUES { WIDE } else { Domain::MAX_SPAN };
        let mut posing = Posing { names, model: Model::new(), vars: Vec::new(), numbers: HashMap::new(), widest };
        let said = posing.add_variables(program, &views)?;
        // Many bounds on one variable become one constraint.
        let mut thresholds: BTreeMap<Var, (&Call<'t>, Truths)> = BTreeMap::new();
        for (number, call) in program.constraints.iter().enumerate() {
            if said.contains(&number) {
                continue;
            }
            let mut arguments = Arguments::new(&mut posing, call);
            if let Some((x, bound, truth)) = relations::threshold(call.name, &mut arguments)? {
                thresholds.entry(x).or_insert_with(|| (call, Vec::new())).1.push((bound, truth));
                continue;
            }
            let constraint = relations::constraint(call.name, &mut arguments)?;
            posing.post(constraint, call)?;
        }
        for (x, (call, truths)) in thresholds {
            posing.post(Arc::new(Thresholds::new(x, truths)), call)?;
        }
        Ok(posing)
    }

    /// Adds the variables, and returns which constraints are said by that: the numbers of those about views.
    fn add_variables(&mut self, program: &Program<'t>, views: &Views) -> Result<HashSet<usize>, Problem> {
        let (mut empty, mut said) = (false, HashSet::new());
        for slot in self.names.variables() {
            let first = self.names.first(slot);
            let var = if first == slot {
                let is_empty = self.names.domain(slot).0.is_empty();
                empty |= is_empty;
                let view = views.get(slot).filter(|_| !is_empty);
                let shifted = view.and_then(|view| {
                    let of = self.vars[view.of.0 as usize];
                    let var = self.model.shifted(of, i32::try_from(view.by).ok()?).ok()?;
                    said.insert(view.call);
                    Some(var)
                });
                match shifted {
                    Some(var) => var,
                    None => self.add_variable(program, slot)?,
                }
            } else {
                self.vars[first.0 as usize]
            };
            self.vars.push(var);
        }
        if empty {
            self.model.post(Clause::new([])).map_err(|error| Problem::wrong(0, error.to_string()))?;
        }
        Ok(said)
    }

    fn add_variable(&mut self, program: &Program<'t>, slot: Slot) -> Result<Var, Problem> {
        let domain = self.names.domain(slot);
        let nothing = Set::range(0, 0);
        let domain = if domain.0.is_empty() { &nothing } else { domain };
        new_var(&mut self.model, domain, self.widest).map_err(|error| {
            let named = program.declarations.iter().filter(|declaration| declaration.is_var && !declaration.is_array);
            let (at, name) = named.map(|own| (own.at, own.name)).nth(slot.0 as usize).unwrap_or((0, ""));
            Problem::unsupported(at, format!("`{name}`: {error}"))
        })
    }

    fn post(&mut self, constraint: Arc<dyn Constraint>, call: &Call<'t>) -> Result<(), Problem> {
        self.model.post_shared(constraint).map_err(|error| refusal(&error, call))
    }

    /// The variables that no constraint defines: once they are fixed, the others follow.
    pub(crate) fn decisions(&self, program: &Program<'t>) -> Vec<Var> {
        let defined = |declaration: &Declaration<'_>| {
            declaration.annotations.iter().any(|annotation| matches!(annotation, Expr::Name("is_defined_var")))
        };
        self.declared(program, |own| !defined(own))
    }

    /// The variables that MiniZinc has not introduced: those in which solutions differ.
    pub(crate) fn stated(&self, program: &Program<'t>) -> Vec<Var> {
        let introduced = |declaration: &Declaration<'_>| {
            declaration.annotations.iter().any(|annotation| matches!(annotation, Expr::Name("var_is_introduced")))
        };
        self.declared(program, |own| !introduced(own))
    }

    fn declared(&self, program: &Program<'t>, wanted: impl Fn(&Declaration<'_>) -> bool) -> Vec<Var> {
        let own = program.declarations.iter().filter(|own| own.is_var && !own.is_array && wanted(own));
        own.filter_map(|own| match self.names.get(own.name) {
            Some(Value::Atom(Atom::Variable(slot))) => Some(self.var_of(*slot)),
            _ => None,
        })
        .collect()
    }

    /// Names the variables of the model, and returns those that are shown: what the output has, or else all that
    /// MiniZinc has not introduced.
    pub(crate) fn named(&mut self, program: &Program<'t>, output: Vec<(String, Var)>) -> Vec<(String, Var)> {
        let own = program.declarations.iter().filter_map(|own| match self.names.get(own.name) {
            Some(Value::Atom(Atom::Variable(slot))) => Some((own.name.to_owned(), self.var_of(*slot))),
            _ => None,
        });
        let (introduced, own): (Vec<_>, Vec<_>) = own.partition(|(name, _)| name.starts_with("X_INTRODUCED_"));
        // The last name given stays: the first one of a variable's own.
        for (name, x) in introduced.into_iter().chain(output.iter().rev().cloned()).chain(own.iter().rev().cloned()) {
            self.model.name(x, name);
        }
        if output.is_empty() { own } else { output }
    }

    /// The names of variables that nothing gives bounds.
    pub(crate) fn unbounded(&self, program: &Program<'t>) -> Vec<String> {
        let own = program.declarations.iter().filter(|own| match self.names.get(own.name) {
            Some(Value::Atom(Atom::Variable(slot))) => self.names.is_unbounded(self.names.first(*slot)),
            _ => false,
        });
        own.map(|own| own.name.to_owned()).collect()
    }

    /// The variable of a slot.
    pub(crate) fn var_of(&self, slot: Slot) -> Var {
        self.vars[slot.0 as usize]
    }

    /// A variable for a number or a variable.
    pub(crate) fn var(&mut self, atom: Atom, at: usize) -> Result<Var, Problem> {
        let number = match atom {
            Atom::Variable(slot) => return Ok(self.var_of(slot)),
            Atom::Number(number) => number,
        };
        if let Some(&var) = self.numbers.get(&number) {
            return Ok(var);
        }
        let var = new_var(&mut self.model, &Set::range(number, number), self.widest);
        let var = var.map_err(|error| Problem::unsupported(at, error.to_string()))?;
        self.numbers.insert(number, var);
        Ok(var)
    }
}

/// What a goal says is to be made as small, or as great, as can be.
pub(crate) fn objective<'t>(posing: &mut Posing<'t>, goal: &Goal<'t>, at: usize) -> Result<Option<Objective>, Problem> {
    let (Goal::Minimize(objective) | Goal::Maximize(objective)) = goal else { return Ok(None) };
    let atom = posing.names.atom(objective, at)?;
    Ok(Some(Objective { var: posing.var(atom, at)?, minimised: matches!(goal, Goal::Minimize(_)) }))
}

fn refusal(error: &ModelError, call: &Call<'_>) -> Problem {
    Problem::unsupported(call.at, format!("`{}`: {error}", call.name))
}

/// A variable that has the values of this set; an interval, if it is wider than `widest`.
fn new_var(model: &mut Model, set: &Set, widest: i64) -> Result<Var, ModelError> {
    let value = |value: i64| i32::try_from(value).map_err(|_| ModelError::ValueOutOfRange { value });
    let (min, max) = (value(set.min().unwrap_or(1))?, value(set.max().unwrap_or(0))?);
    if set.span() > widest {
        let var = model.var(Domain::interval(min, max)?)?;
        for gap in set.0.windows(2) {
            model.post(Clause::new([var.at_most(value(gap[0].1)?), var.at_least(value(gap[1].0)?)]))?;
        }
        return Ok(var);
    }
    if set.0.len() <= 1 {
        return model.var(min..=max);
    }
    let members: Vec<i32> = set.members().map(|member| member as i32).collect();
    model.var(members.as_slice())
}

/// What is true of a boolean: known, or what makes it so.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Truth {
    Known(bool),
    If(Literal),
}

impl Truth {
    /// The opposite.
    pub(crate) fn not(self) -> Truth {
        match self {
            Truth::Known(truth) => Truth::Known(!truth),
            Truth::If(literal) => Truth::If(literal.negated()),
        }
    }
}

/// The arguments of a constraint, read as what it expects.
#[derive(Debug)]
pub(crate) struct Arguments<'p, 't> {
    pub(crate) posing: &'p mut Posing<'t>,
    pub(crate) call: &'p Call<'t>,
    /// How many arguments are the constraint's own: of a reified one, all but the last.
    pub(crate) own: usize,
}

impl<'p, 't> Arguments<'p, 't> {
    pub(crate) fn new(posing: &'p mut Posing<'t>, call: &'p Call<'t>) -> Arguments<'p, 't> {
        Arguments { posing, call, own: call.arguments.len() }
    }

    fn get(&self, i: usize) -> Result<&'p Expr<'t>, Problem> {
        let call = self.call;
        call.arguments.get(i).ok_or_else(|| {
            let given = call.arguments.len();
            Problem::wrong(call.at, format!("`{}` has {given} arguments; at least {} were expected", call.name, i + 1))
        })
    }

    /// With the constraint and the position in the message.
    fn told<T>(&self, i: usize, result: Result<T, Problem>) -> Result<T, Problem> {
        result.map_err(|problem| Problem {
            message: format!("`{}`, argument {}: {}", self.call.name, i + 1, problem.message),
            ..problem
        })
    }

    /// An error about one argument.
    pub(crate) fn wrong(&self, i: usize, what: &str) -> Problem {
        Problem::wrong(self.call.at, format!("`{}`, argument {}: {what}", self.call.name, i + 1))
    }

    /// Whether the constraint has this annotation.
    pub(crate) fn annotated(&self, name: &str) -> bool {
        self.call.annotations.iter().any(|annotation| matches!(annotation, Expr::Name(own) if *own == name))
    }

    pub(crate) fn atom(&self, i: usize) -> Result<Atom, Problem> {
        let atom = self.posing.names.atom(self.get(i)?, self.call.at);
        self.told(i, atom)
    }

    pub(crate) fn atoms(&self, i: usize) -> Result<Rc<[Atom]>, Problem> {
        let atoms = self.posing.names.array(self.get(i)?, self.call.at);
        self.told(i, atoms)
    }

    pub(crate) fn set(&self, i: usize) -> Result<Rc<Set>, Problem> {
        let set = self.posing.names.set(self.get(i)?, self.call.at);
        self.told(i, set)
    }

    /// A number, if it is one, or if the variable has only one value.
    pub(crate) fn known(&self, atom: Atom) -> Option<i64> {
        match atom {
            Atom::Number(number) => Some(number),
            Atom::Variable(slot) => {
                let domain = self.posing.names.domain(self.posing.names.first(slot));
                (domain.size() == 1).then(|| domain.min())?
            }
        }
    }

    pub(crate) fn int(&self, i: usize) -> Result<i64, Problem> {
        self.known(self.atom(i)?).ok_or_else(|| self.wrong(i, "expected a number, found a variable"))
    }

    pub(crate) fn ints(&self, i: usize) -> Result<Vec<i64>, Problem> {
        let known = self.atoms(i)?.iter().map(|&atom| self.known(atom)).collect::<Option<_>>();
        known.ok_or_else(|| self.wrong(i, "expected numbers, found variables"))
    }

    /// Numbers that may be values.
    pub(crate) fn values(&self, i: usize) -> Result<Vec<i32>, Problem> {
        let values = self.ints(i)?.into_iter().map(i32::try_from).collect::<Result<_, _>>();
        values.map_err(|_| self.wrong(i, "a number is beyond 32 bits"))
    }

    /// A number that may be a value.
    pub(crate) fn int32(&self, i: usize) -> Result<i32, Problem> {
        i32::try_from(self.int(i)?).map_err(|_| self.wrong(i, "the number is beyond 32 bits"))
    }

    pub(crate) fn var(&mut self, i: usize) -> Result<Var, Problem> {
        let var = self.posing.var(self.atom(i)?, self.call.at);
        self.told(i, var)
    }

    pub(crate) fn vars(&mut self, i: usize) -> Result<Vec<Var>, Problem> {
        let atoms = self.atoms(i)?;
        let vars = atoms.iter().map(|&atom| self.posing.var(atom, self.call.at)).collect();
        self.told(i, vars)
    }

    /// A number or a variable as a sum.
    pub(crate) fn sum(&self, i: usize) -> Result<Sum, Problem> {
        Ok(self.times(1, self.atom(i)?))
    }

    /// A number or a variable, so many times.
    pub(crate) fn times(&self, coefficient: i64, atom: Atom) -> Sum {
        match atom {
            Atom::Number(number) => coefficient
                .checked_mul(number)
                // The product of two numbers that stand for themselves: a constant of so many bits is refused.
                .map_or_else(|| Sum::from(i64::MAX) + i64::MAX, Sum::from),
            Atom::Variable(slot) => Sum::term(coefficient, self.posing.var_of(slot)),
        }
    }

    /// Coefficients and what they belong to.
    pub(crate) fn weighted(&self, coefficients: usize, terms: usize) -> Result<Sum, Problem> {
        let (factors, atoms) = (self.ints(coefficients)?, self.atoms(terms)?);
        if factors.len() != atoms.len() {
            return Err(self.wrong(terms, &format!("{} terms for {} coefficients", atoms.len(), factors.len())));
        }
        Ok(factors.into_iter().zip(atoms.iter()).map(|(factor, &atom)| self.times(factor, atom)).sum())
    }

    fn truth_of(&self, i: usize, atom: Atom) -> Result<Truth, Problem> {
        match atom {
            Atom::Number(number @ (0 | 1)) => Ok(Truth::Known(number == 1)),
            Atom::Variable(slot) => Ok(Truth::If(self.posing.var_of(slot).at_least(1))),
            Atom::Number(_) => Err(self.wrong(i, "expected a boolean")),
        }
    }

    pub(crate) fn truth(&self, i: usize) -> Result<Truth, Problem> {
        self.truth_of(i, self.atom(i)?)
    }

    pub(crate) fn truths(&self, i: usize) -> Result<Vec<Truth>, Problem> {
        self.atoms(i)?.iter().map(|&atom| self.truth_of(i, atom)).collect()
    }
}
