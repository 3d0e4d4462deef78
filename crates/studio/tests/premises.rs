//! Every step follows from what its JSON names, and from nothing else: by trying all values, with the meaning of each
//! rule and without any propagator.

use crate::kinds::for_each_kind;

use fd::{Constraint, Limits, Random, Var};
use puzzles::{Document, Kind, Request, builtin, builtin_names};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use studio::{Context, Workshop, explain};

/// The most values that are tried for one step, and how many steps of a kind must have been checked.
const MOST_TRIED: u32 = 30_000;
const LEAST_CHECKED: usize = 20;

/// What a step says, as its JSON has it.
struct Said {
    constraints: Vec<Arc<dyn Constraint>>,
    facts: BTreeMap<usize, Vec<i32>>,
    gone: Vec<(Var, Vec<i32>)>,
}

impl Said {
    fn read(says: &Value, context: &Context) -> Said {
        let reasoning = &context.reasoning;
        let named = says["because"].as_array().expect("a list");
        let is_named = |rule: &usize| named.contains(&context.rule_json(*rule));
        // What a rule takes for granted counts where it is named.
        let meaning = |rule: usize| match reasoning.assumption(rule) {
            Some(own) if named.iter().all(|other| other["rule"] != own.rule.name) => Arc::clone(&own.without),
            _ => Arc::clone(&reasoning.model().constraints()[rule]),
        };
        let rules = (0..reasoning.instances().len()).filter(is_named);
        let about = |told: &Value| {
            let x = context.find(told["id"].as_str().expect("an id")).expect("it is a subject");
            let values = told["values"].as_array().expect("a list").iter().filter_map(Value::as_i64);
            (x, values.map(|value| value as i32).collect::<Vec<i32>>())
        };
        let list = |name: &str| says[name].as_array().expect("a list").iter().map(about).collect::<Vec<_>>();
        let facts = list("facts").into_iter().map(|(x, values)| (x.index(), values)).collect();
        Said { constraints: rules.map(meaning).collect(), facts, gone: list("removes") }
    }

    /// Whether some values keep the rules and the facts and give `x` one of those that go; `None` where there are
    /// too many to try.
    fn is_refuted(&self, x: Var, gone: &[i32], context: &Context) -> Option<bool> {
        let mut scope: BTreeSet<Var> = self.constraints.iter().flat_map(|constraint| constraint.scope()).collect();
        scope.remove(&x);
        let model = context.reasoning.model();
        let left = |y: Var| match self.facts.get(&y.index()) {
            Some(values) => values.clone(),
            None => model.domain(y).iter().collect(),
        };
        let own = left(x).into_iter().filter(|value| gone.contains(value)).collect();
        // Those with few values first.
        let mut vars: Vec<(Var, Vec<i32>)> = scope.into_iter().map(|y| (y, left(y))).collect();
        vars.sort_by_key(|(_, values)| values.len());
        vars.insert(0, (x, own));
        let last = |constraint: &Arc<dyn Constraint>| {
            let scope = constraint.scope();
            vars.iter().rposition(|(y, _)| scope.contains(y)).unwrap_or(0)
        };
        let mut decided = vec![Vec::new(); vars.len()];
        self.constraints.iter().for_each(|constraint| decided[last(constraint)].push(Arc::clone(constraint)));
        let mut trial = Trial { vars: &vars, decided: &decided, values: BTreeMap::new(), left: MOST_TRIED };
        trial.finds_any(0).map(|found| !found)
    }
}

/// Trying values one after the other.
struct Trial<'a> {
    vars: &'a [(Var, Vec<i32>)],
    /// The constraints that can be told with each variable.
    decided: &'a [Vec<Arc<dyn Constraint>>],
    values: BTreeMap<usize, i32>,
    left: u32,
}

impl Trial<'_> {
    fn finds_any(&mut self, depth: usize) -> Option<bool> {
        let Some((x, values)) = self.vars.get(depth) else { return Some(true) };
        for &value in values {
            self.left = self.left.checked_sub(1)?;
            self.values.insert(x.index(), value);
            let known = &self.values;
            let holds = self.decided[depth].iter().all(|constraint| constraint.holds(&|y: Var| known[&y.index()]));
            if holds && self.finds_any(depth + 1)? {
                return Some(true);
            }
        }
        Some(false)
    }
}

/// Checks the steps of a puzzle; returns how many could be tried.
fn checked(name: &str, document: &Document) -> usize {
    let explanation = explain(&*document.puzzle, Limits::none().work(300_000)).expect("it is small");
    let mut count = 0;
    for step in &explanation.steps {
        let says = explanation.context.step_json(step);
        let said = Said::read(&says, &explanation.context);
        for (x, gone) in &said.gone {
            let refuted = said.is_refuted(*x, gone, &explanation.context);
            assert_ne!(refuted, Some(false), "{name}: {says}");
            count += usize::from(refuted.is_some());
        }
    }
    count
}

fn small(kind: &'static Kind) {
    let mut count = 0;
    for name in builtin_names().filter(|name| name.starts_with(&format!("{}/", kind.name))) {
        count += checked(&name, &builtin(&name).expect("it is built in"));
    }
    for seed in 0..40 {
        if count >= LEAST_CHECKED {
            break;
        }
        let puzzle = (kind.sample)(&mut Random::new(seed));
        let Ok(mut workshop) = Workshop::new(kind, Request::of_size(puzzle.size())) else { continue };
        let Ok(made) = workshop.make(seed, 0, Limits::none().work(300_000)) else { continue };
        count += checked(&format!("{} {seed}", kind.name), &workshop.document(made, seed, 0));
    }
    assert!(count >= LEAST_CHECKED, "{}: {count} checked", kind.name);
}

#[test]
fn steps_follow_from_what_they_name() {
    for_each_kind(small);
}
