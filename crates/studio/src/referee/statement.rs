//! A deduction that somebody states, in the shape of a step of an explanation.

use super::{Premise, Premises};
use crate::explain::Context;
use crate::explain::find::Fact;
use crate::explain::knowledge::{Set, meet, size, union, without};
use fd::Var;
use puzzles::json::{Fields, Node};
use puzzles::{Fault, ReadError};
use serde_json::Value;
use std::collections::BTreeSet;

/// What a step has besides, and a statement need not say.
const PASSED_OVER: [&str; 4] = ["level", "score", "text", "technique"];

/// A deduction that somebody states: values that go, and what they follow from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The rules it names, if it does.
    pub(crate) rules: Option<Premises>,
    /// The facts it names, if it does.
    pub(crate) facts: Option<Premises>,
    /// The values that go; none if the premises are said to contradict each other.
    pub(crate) removes: Vec<(Var, Set)>,
}

impl Statement {
    /// That these values go, whatever it follows from. `None` if nothing has this id, or none of the values.
    pub fn removing(context: &Context, id: &str, values: &[i32]) -> Option<Statement> {
        let var = context.find(id)?;
        let gone = context.set_of(var, values);
        (size(&gone) > 0).then(|| Statement { rules: None, facts: None, removes: vec![(var, gone)] })
    }

    /// That something has this value, whatever it follows from. `None` if nothing has this id, or not that value.
    pub fn setting(context: &Context, id: &str, value: i32) -> Option<Statement> {
        let var = context.find(id)?;
        let (root, left) = (context.root.left(var), context.set_of(var, &[value]));
        (size(&left) > 0).then(|| Statement { rules: None, facts: None, removes: vec![(var, without(root, &left))] })
    }

    /// Reads a statement: an object in the shape of a step that `explain --format json`
    /// prints. Without `because` it may rest on every rule, and without `facts` on all that is
    /// on the board. Where it says which values of something go, what it `sets` there is no claim.
    ///
    /// # Errors
    /// What is wrong, with its path.
    pub fn from_json(node: Node<'_>, context: &Context) -> Result<Statement, ReadError> {
        let mut fields = node.fields("a deduction, an object with what it removes or sets")?;
        let rules = fields.take_some("because").map(|node| read_rules(node, context)).transpose()?;
        let facts = fields.take_some("facts").map(|node| read_facts(node, context)).transpose()?;
        let removes = fields.take_some("removes").map(|node| read_about(node, context)).transpose()?;
        let sets = fields.take_some("sets").map(|node| read_sets(node, context, removes.as_deref())).transpose()?;
        PASSED_OVER.into_iter().for_each(|name| _ = fields.take(name));
        fields.finish()?;
        if removes.is_none() && sets.as_ref().is_none_or(Vec::is_empty) {
            return Err(node.error(
                Fault::Shape,
                "nothing is concluded; expected values that go (\"removes\") or are set (\"sets\")",
            ));
        }
        let removes = removes.unwrap_or_default().into_iter().chain(sets.unwrap_or_default()).collect();
        Ok(Statement { rules, facts, removes })
    }
}

/// Rules as `because` names them: a premise is every rule of which all that is said is true.
fn read_rules(node: Node<'_>, context: &Context) -> Result<Premises, ReadError> {
    let all: Vec<Value> = (0..context.premises()).map(|number| context.premise_json(number)).collect();
    let mut premises = Premises::default();
    for item in node.items("a list of rules")? {
        let mut said = Vec::new();
        for (name, value) in item.entries("a rule, such as {\"rule\": \"sum\", \"places\": [...]}")? {
            said.push((name, as_set(value.value())));
        }
        let is_meant =
            |rule: &Value| said.iter().all(|(name, value)| rule.get(*name).is_some_and(|own| as_set(own) == *value));
        let meant: Vec<usize> = (0..all.len()).filter(|&rule| is_meant(&all[rule])).collect();
        if said.is_empty() || meant.is_empty() {
            let names: BTreeSet<&str> =
                context.reasoning.instances().iter().map(|instance| instance.rule.name).collect();
            let names: Vec<&str> = names.into_iter().collect();
            let says = format!("no rule is said like this; expected one of {}, with its places", names.join(", "));
            return Err(item.error(Fault::Shape, says));
        }
        premises.0.push(Premise::Rule(meant));
    }
    Ok(premises)
}

/// Lists of names are the same in any order.
fn as_set(value: &Value) -> BTreeSet<String> {
    match value {
        Value::Array(items) => items.iter().map(Value::to_string).collect(),
        other => BTreeSet::from([other.to_string()]),
    }
}

fn read_facts(node: Node<'_>, context: &Context) -> Result<Premises, ReadError> {
    let facts = read_about(node, context)?.into_iter();
    Ok(Premises(facts.map(|(var, left)| Premise::Fact(Fact { var, left })).collect()))
}

/// A list of places and quantities, each with values of it.
fn read_about(node: Node<'_>, context: &Context) -> Result<Vec<(Var, Set)>, ReadError> {
    let mut list = Vec::new();
    for item in node.items("a list of places with values")? {
        let mut fields = item.fields("a place with values, such as {\"place\": ..., \"values\": [2, 3]}")?;
        let var = read_subject(&item, &mut fields, context)?;
        let values = fields.require("values")?;
        let mut set: Option<Set> = None;
        for value in values.items("a list of values")? {
            let more = read_value(value, var, context)?;
            set = Some(set.map_or_else(|| more.clone(), |set| union(&set, &more)));
        }
        fields.finish()?;
        let set = set.ok_or_else(|| values.error(Fault::Shape, "expected at least one value, found none"))?;
        list.push((var, set));
    }
    Ok(list)
}

/// What is set: all other values go. Where it is said which ones go, this is what they leave.
fn read_sets(node: Node<'_>, context: &Context, removes: Option<&[(Var, Set)]>) -> Result<Vec<(Var, Set)>, ReadError> {
    let mut list = Vec::new();
    for item in node.items("a list of places with a value")? {
        let mut fields = item.fields("a place with its value, such as {\"place\": ..., \"value\": 3}")?;
        let var = read_subject(&item, &mut fields, context)?;
        let value = fields.require("value")?;
        let left = read_value(value, var, context)?;
        fields.finish()?;
        match removes.unwrap_or_default().iter().find(|(other, _)| *other == var) {
            Some((_, gone)) if meet(gone, &left) => {
                return Err(value.error(Fault::Shape, "this value is among those that go"));
            }
            Some(_) => {}
            None => list.push((var, without(context.root.left(var), &left))),
        }
    }
    Ok(list)
}

/// What is spoken of, by its id or by its name.
fn read_subject<'n>(item: &Node<'_>, fields: &mut Fields<'n>, context: &Context) -> Result<Var, ReadError> {
    let mut found = None;
    for name in ["id", "place"] {
        let Some(node) = fields.take_some(name) else { continue };
        let text = node.text("the name of a place")?;
        let var = context.find(text);
        let var = var.ok_or_else(|| node.error(Fault::Shape, format!("nothing has the name {text:?}")))?;
        if found.is_some_and(|found| found != var) {
            return Err(node.error(Fault::Shape, "its id and its name are of different places"));
        }
        found = Some(var);
    }
    found.ok_or_else(|| item.error(Fault::Shape, "the field \"place\" is missing"))
}

fn read_value(node: Node<'_>, var: Var, context: &Context) -> Result<Set, ReadError> {
    let value = node.integer("a value", i32::MIN..=i32::MAX)?;
    let set = context.set_of(var, &[value]);
    if size(&set) == 0 {
        return Err(node.error(Fault::Shape, format!("{} cannot be {value} at all", context.subject(var).name)));
    }
    Ok(set)
}
