//! What the names of a file stand for.

use crate::error::Problem;
use crate::syntax::{Declaration, Expr, Program, Set, Type};
use fd::Domain;
use std::collections::HashMap;
use std::rc::Rc;

/// A number, or a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Atom {
    Number(i64),
    Variable(Slot),
}

/// A variable of the file, by its number. Several may be one variable of the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Slot(pub(crate) u32);

/// What a name or an expression stands for.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    Atom(Atom),
    Array(Rc<[Atom]>),
    Set(Rc<Set>),
    Sets(Rc<[Rc<Set>]>),
    /// What no constraint that is known can take.
    Foreign(&'static str),
}

impl Value {
    fn what(&self) -> &'static str {
        match self {
            Value::Atom(Atom::Number(_)) => "a number",
            Value::Atom(Atom::Variable(_)) => "a variable",
            Value::Array(_) => "an array",
            Value::Set(_) => "a set",
            Value::Sets(_) => "an array of sets",
            Value::Foreign(what) => what,
        }
    }
}

/// All names of a file, and the domains of its variables.
#[derive(Debug, Default)]
pub(crate) struct Names<'t> {
    values: HashMap<&'t str, Value>,
    slots: Vec<Variable>,
}

#[derive(Debug)]
struct Variable {
    domain: Set,
    /// A variable that always has the same value, itself or an earlier one.
    same: Slot,
}

/// No variable of the kernel has values beyond.
const WHOLE: (i64, i64) = (-(Domain::MAX_VALUE as i64), Domain::MAX_VALUE as i64);

impl<'t> Names<'t> {
    /// The names that a program declares. Variables that it says to be the same become one.
    pub(crate) fn of(program: &Program<'t>) -> Result<Names<'t>, Problem> {
        let mut names = Names::default();
        for declaration in &program.declarations {
            names.declare(declaration)?;
        }
        for call in &program.constraints {
            if let ("int_eq" | "bool_eq" | "bool2int", [a, b]) = (call.name, call.arguments.as_slice()) {
                let (a, b) = (names.atom(a, call.at)?, names.atom(b, call.at)?);
                names.equate(a, b);
            }
        }
        crate::bounds::tighten(&mut names, program);
        for slot in names.variables() {
            names.slots[slot.0 as usize].same = names.root(slot);
        }
        Ok(names)
    }

    fn declare(&mut self, declaration: &Declaration<'t>) -> Result<(), Problem> {
        let &Declaration { at, name, is_array, is_var, .. } = declaration;
        let given = declaration.value.as_ref().map(|value| self.value(value, at)).transpose()?;
        let value = match (&declaration.of, given) {
            (Type::Float, _) if is_var => {
                return Err(Problem::unsupported(at, format!("`{name}` is a float: there are only integers here")));
            }
            // Sets that are known are there to be printed.
            (Type::SetOfInt, Some(value @ (Value::Set(_) | Value::Sets(_)))) => value,
            (Type::SetOfInt, _) if is_var => {
                return Err(Problem::unsupported(at, format!("`{name}` is a set variable, which this solver lacks")));
            }
            (Type::Float, Some(_)) => Value::Foreign("a float"),
            (_, Some(value)) if is_array || !is_var => value,
            (of, given) if is_var && !is_array => {
                let domain = match of {
                    Type::Bool => Set::range(0, 1),
                    Type::Int(Some(set)) => set.clone(),
                    _ => Set::range(WHOLE.0, WHOLE.1),
                };
                let slot = Slot(self.slots.len() as u32);
                self.slots.push(Variable { domain, same: slot });
                let own = Atom::Variable(slot);
                if let Some(given) = given {
                    let Value::Atom(given) = given else {
                        return Err(Problem::wrong(
                            at,
                            format!("`{name}` is a variable, but its value {}", given.what()),
                        ));
                    };
                    self.equate(own, given);
                }
                Value::Atom(own)
            }
            _ => return Err(Problem::wrong(at, format!("`{name}` has no value"))),
        };
        match self.values.insert(name, value) {
            Some(_) => Err(Problem::wrong(at, format!("`{name}` is declared twice"))),
            None => Ok(()),
        }
    }

    /// Has both be one variable, or the variable have the number as its only value.
    fn equate(&mut self, a: Atom, b: Atom) {
        match (a, b) {
            (Atom::Variable(a), Atom::Variable(b)) => {
                let (a, b) = (self.root(a), self.root(b));
                let (a, b) = (a.min(b), a.max(b));
                let both = self.slots[a.0 as usize].domain.and(&self.slots[b.0 as usize].domain);
                self.slots[a.0 as usize].domain = both;
                self.slots[b.0 as usize].same = a;
            }
            (Atom::Variable(x), Atom::Number(number)) | (Atom::Number(number), Atom::Variable(x)) => {
                let x = self.root(x).0 as usize;
                self.slots[x].domain = self.slots[x].domain.and(&Set::range(number, number));
            }
            (Atom::Number(_), Atom::Number(_)) => {}
        }
    }

    /// The first of the variables that are the same as this, while these become more.
    fn root(&mut self, mut slot: Slot) -> Slot {
        loop {
            let same = self.slots[slot.0 as usize].same;
            if same == slot {
                return slot;
            }
            // The way is halved, so that long chains do not stay long.
            let beyond = self.slots[same.0 as usize].same;
            self.slots[slot.0 as usize].same = beyond;
            slot = beyond;
        }
    }

    /// The first of the variables that are the same as this.
    pub(crate) fn first(&self, slot: Slot) -> Slot {
        self.slots[slot.0 as usize].same
    }

    /// Has the variable have no value beyond these.
    pub(crate) fn confine(&mut self, atom: Atom, values: &Set) {
        if let Atom::Variable(slot) = atom {
            let first = self.root(slot).0 as usize;
            self.slots[first].domain = self.slots[first].domain.and(values);
        }
    }

    /// Whether the file says nothing of the bounds of a variable.
    pub(crate) fn is_unbounded(&self, slot: Slot) -> bool {
        let domain = self.domain(slot);
        domain.min() == Some(WHOLE.0) && domain.max() == Some(WHOLE.1)
    }

    /// All variables in their order.
    pub(crate) fn variables(&self) -> impl Iterator<Item = Slot> + use<> {
        (0..self.slots.len() as u32).map(Slot)
    }

    pub(crate) fn domain(&self, slot: Slot) -> &Set {
        &self.slots[slot.0 as usize].domain
    }

    /// What a name stands for.
    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        self.values.get(name)
    }

    /// What an expression stands for.
    pub(crate) fn value(&self, expression: &Expr<'t>, at: usize) -> Result<Value, Problem> {
        Ok(match expression {
            Expr::Name(name) => {
                self.get(name).cloned().ok_or_else(|| Problem::wrong(at, format!("`{name}` is not declared")))?
            }
            Expr::Array(members) if matches!(members.first(), Some(Expr::Set(_))) => {
                Value::Sets(members.iter().map(|member| self.set(member, at)).collect::<Result<_, _>>()?)
            }
            Expr::Array(members) if members.iter().any(|member| matches!(member, Expr::Float(_))) => {
                Value::Foreign("an array of floats")
            }
            Expr::Array(members) => {
                Value::Array(members.iter().map(|member| self.atom(member, at)).collect::<Result<_, _>>()?)
            }
            Expr::Set(set) => Value::Set(Rc::clone(set)),
            Expr::Float(_) => Value::Foreign("a float"),
            Expr::Text => Value::Foreign("a string"),
            Expr::Call(_) => Value::Foreign("an annotation"),
            Expr::Bool(_) | Expr::Int(_) | Expr::Element(..) => Value::Atom(self.atom(expression, at)?),
        })
    }

    /// The number or the variable that an expression stands for.
    pub(crate) fn atom(&self, expression: &Expr<'t>, at: usize) -> Result<Atom, Problem> {
        match expression {
            Expr::Bool(truth) => Ok(Atom::Number(i64::from(*truth))),
            Expr::Int(number) => Ok(Atom::Number(*number)),
            Expr::Element(name, index) => {
                let Some(Value::Array(array)) = self.get(name) else {
                    return Err(Problem::wrong(at, format!("`{name}` is no array of integers")));
                };
                let position = index.checked_sub(1).and_then(|index| usize::try_from(index).ok());
                position.and_then(|position| array.get(position)).copied().ok_or_else(|| {
                    Problem::wrong(at, format!("`{name}` has {} members, and none is number {index}", array.len()))
                })
            }
            _ => match self.value(expression, at)? {
                Value::Atom(atom) => Ok(atom),
                other => Err(Problem::wrong(at, format!("expected a number or a variable, found {}", other.what()))),
            },
        }
    }

    /// The numbers and variables that an expression stands for.
    pub(crate) fn array(&self, expression: &Expr<'t>, at: usize) -> Result<Rc<[Atom]>, Problem> {
        match self.value(expression, at)? {
            Value::Array(array) => Ok(array),
            other => Err(Problem::wrong(at, format!("expected an array of integers, found {}", other.what()))),
        }
    }

    /// The numbers that an expression stands for.
    pub(crate) fn set(&self, expression: &Expr<'t>, at: usize) -> Result<Rc<Set>, Problem> {
        match self.value(expression, at)? {
            Value::Set(set) => Ok(set),
            other => Err(Problem::wrong(at, format!("expected a set of integers, found {}", other.what()))),
        }
    }
}
