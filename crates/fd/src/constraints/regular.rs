//! Words that an automaton accepts.

use super::{Table, Tuples};
use crate::space::as_set;
use crate::{Consistency, Constraint, Domain, Model, ModelError, Post, Var};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// `x1 x2 ...` is a word that a finite automaton accepts.
///
/// It is a table for each place of the word: state before, value, state after. The tables
/// hang together by one state each, so that together they are domain-consistent.
///
/// Pesant: A regular language membership constraint for finite sequences of variables
/// (CP 2004); Beldiceanu, Carlsson, Petit: Deriving filtering algorithms from
/// constraint checkers (CP 2004).
#[derive(Debug, Clone)]
pub struct Regular {
    vars: Vec<Var>,
    automaton: Arc<Automaton>,
}

/// A deterministic finite automaton. States are numbers of any choice.
#[derive(Debug, Clone)]
pub struct Automaton {
    /// From each state, by each value, to a state; in order. Here states are numbered from 0.
    steps: Vec<[i32; 3]>,
    states: usize,
    start: i32,
    accepting: BTreeSet<i32>,
}

impl Automaton {
    /// The automaton with these steps: from a state, by a value, to a state. Of two
    /// from one state by one value, the first counts.
    pub fn new(
        steps: impl IntoIterator<Item = [i32; 3]>,
        start: i32,
        accepting: impl IntoIterator<Item = i32>,
    ) -> Automaton {
        let mut steps: Vec<[i32; 3]> = steps.into_iter().collect();
        steps.sort_by_key(|&[from, value, _]| (from, value));
        steps.dedup_by_key(|&mut [from, value, _]| (from, value));
        let accepting: Vec<i32> = accepting.into_iter().collect();
        let ends = steps.iter().flat_map(|step| [step[0], step[2]]);
        let states: BTreeSet<i32> = ends.chain(accepting.iter().copied()).chain([start]).collect();
        let numbers: BTreeMap<i32, i32> = states.into_iter().zip(0..).collect();
        for step in &mut steps {
            *step = [numbers[&step[0]], step[1], numbers[&step[2]]];
        }
        let accepting = accepting.iter().map(|state| numbers[state]).collect();
        Automaton { steps, states: numbers.len(), start: numbers[&start], accepting }
    }

    fn step(&self, state: i32, value: i32) -> Option<i32> {
        let found = self.steps.binary_search_by_key(&(state, value), |&[from, value, _]| (from, value));
        found.ok().map(|i| self.steps[i][2])
    }

    /// For each place of a word, the steps that lie on a way from the start to an accepting state.
    fn layers(&self, domains: &[BTreeSet<i32>]) -> Vec<Vec<[i32; 3]>> {
        let mut states = BTreeSet::from([self.start]);
        let mut layers: Vec<Vec<[i32; 3]>> = Vec::with_capacity(domains.len());
        for values in domains {
            let possible = |&&[from, value, _]: &&[i32; 3]| states.contains(&from) && values.contains(&value);
            let layer: Vec<[i32; 3]> = self.steps.iter().filter(possible).copied().collect();
            states = layer.iter().map(|step| step[2]).collect();
            layers.push(layer);
        }
        let mut states = self.accepting.clone();
        for layer in layers.iter_mut().rev() {
            layer.retain(|step| states.contains(&step[2]));
            states = layer.iter().map(|step| step[0]).collect();
        }
        layers
    }
}

impl Regular {
    /// These variables, one after the other, are a word that the automaton accepts.
    pub fn new(vars: &[Var], automaton: &Arc<Automaton>) -> Regular {
        Regular { vars: vars.to_vec(), automaton: Arc::clone(automaton) }
    }

    /// The tables, with a state between any two. `new_state` makes a variable of these values.
    fn tables<E>(
        &self,
        domains: &[BTreeSet<i32>],
        mut new_state: impl FnMut(&BTreeSet<i32>) -> Result<Var, E>,
    ) -> Result<Vec<Table>, E> {
        if self.vars.is_empty() && !self.holds(&|_| 0) {
            return Ok(vec![Table::new(&[], &Arc::new(Tuples::new([[0; 0]; 0])))]);
        }
        let mut before: Option<Var> = None;
        let layers = self.automaton.layers(domains);
        let mut tables = Vec::with_capacity(layers.len());
        for (i, (layer, &x)) in layers.iter().zip(&self.vars).enumerate() {
            // The state before the first and that after the last are known.
            let states: BTreeSet<i32> = layer.iter().map(|step| step[2]).collect();
            let last = i + 1 == layers.len() || states.is_empty();
            let after = if last { None } else { Some(new_state(&states)?) };
            let row = |&[from, value, to]: &[i32; 3]| {
                before.map(|_| from).into_iter().chain([value]).chain(after.map(|_| to)).collect::<Vec<i32>>()
            };
            let tuples = Arc::new(Tuples::new(layer.iter().map(row)));
            let vars: Vec<Var> = before.into_iter().chain([x]).chain(after).collect();
            tables.push(Table::new(&vars, &tuples));
            before = after;
            if states.is_empty() {
                break;
            }
        }
        Ok(tables)
    }
}

impl Constraint for Regular {
    fn name(&self) -> &'static str {
        "regular"
    }

    fn scope(&self) -> Vec<Var> {
        self.vars.clone()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let end = self.vars.iter().try_fold(self.automaton.start, |state, &x| self.automaton.step(state, value(x)));
        end.is_some_and(|end| self.automaton.accepting.contains(&end))
    }

    fn consistency(&self) -> Consistency {
        let distinct = as_set(self.scope()).len() == self.vars.len();
        if distinct { Consistency::Domain } else { Consistency::Check }
    }

    /// Refuses more states than a variable has values.
    fn check(&self, _: &Model) -> Result<(), ModelError> {
        Domain::range(0, i32::try_from(self.automaton.states).unwrap_or(i32::MAX)).map(drop)
    }

    fn post(&self, post: &mut Post<'_>) {
        let domains: Vec<BTreeSet<i32>> = self.vars.iter().map(|&x| post.store().values(x).collect()).collect();
        let tables = self.tables(&domains, |states| {
            let states: Vec<i32> = states.iter().copied().collect();
            Domain::values(&states).map(|domain| post.auxiliary(&domain))
        });
        // Their number was checked when it joined the model.
        for table in tables.expect("few enough states") {
            table.post(post);
        }
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        let domains: Vec<BTreeSet<i32>> = self.vars.iter().map(|&x| into.domain(x).iter().collect()).collect();
        let tables = self.tables(&domains, |states| {
            let states: Vec<i32> = states.iter().copied().collect();
            into.var(states.as_slice())
        })?;
        tables.into_iter().try_for_each(|table| into.post(table))?;
        Ok(true)
    }
}
