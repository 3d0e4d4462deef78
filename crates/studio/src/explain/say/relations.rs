//! Steps by relations that people have words for: `in row 3, 7 fits only at r3c4`.

use super::names::{conjunction, names};
use crate::explain::context::Context;
use crate::explain::knowledge::size;
use crate::explain::step::Step;
use fd::Var;
use puzzles::{Instance, Sort};
use std::collections::BTreeSet;

impl Context {
    /// A step by one rule as people say it, if it has such words.
    pub(super) fn in_usual_words(&self, step: &Step) -> Option<String> {
        let &[rule] = step.rules.as_slice() else { return None };
        let instance = self.instance(rule);
        let within = match instance.at.as_str() {
            "" => String::new(),
            at => format!("in {at}, "),
        };
        let learnt = || self.learnt(step, &step.removes, false);
        match instance.sort {
            Sort::Holds(value) => {
                let [own] = step.removes.as_slice() else { return None };
                let word = self.word(own.var, value);
                let is_it = self.values(own.var, &own.left) == [value];
                is_it.then(|| format!("{within}{word} fits only at {}", self.subject(own.var).told))
            }
            Sort::Pointing(value) => {
                let open = self.others(instance, step);
                let word = self.word(*open.first()?, value);
                if step.facts.is_empty() {
                    let gone: Vec<Var> = step.removes.iter().map(|own| own.var).collect();
                    let out = self.told_names(&gone);
                    return Some(format!("{within}{word} rules out {out} wherever it stands, so {}", learnt()));
                }
                Some(format!("{within}{word} fits only at {}, so {}", self.told_names(&open), learnt()))
            }
            Sort::Differ if !step.facts.is_empty() && !within.is_empty() => {
                if let Some((hidden, at)) = self.hidden(instance, step) {
                    let numbers: Vec<String> = hidden.iter().map(i32::to_string).collect();
                    let (numbers, at) = (conjunction(&numbers), self.told_names(&at));
                    return Some(format!("{within}{numbers} fit only at {at}, so {}", learnt()));
                }
                Some(format!("{within}{}, so {}", self.stated(&step.facts), learnt()))
            }
            _ => None,
        }
    }

    fn told_names(&self, vars: &[Var]) -> String {
        names(&vars.iter().map(|&x| self.subject(x).told.as_str()).collect::<Vec<_>>())
    }

    /// The places of a rule of which a step takes nothing for known.
    fn others(&self, instance: &Instance, step: &Step) -> Vec<Var> {
        let vars = instance.places.iter().map(|&place| self.reasoning.places()[place]);
        vars.filter(|x| step.facts.iter().all(|fact| fact.var != *x)).collect()
    }

    /// Two numbers that fit only at two places, and these, where that is seen more easily than which numbers
    /// the other places share.
    fn hidden(&self, instance: &Instance, step: &Step) -> Option<(Vec<i32>, Vec<Var>)> {
        let vars = instance.places.iter().map(|&place| self.reasoning.places()[place]);
        let all: BTreeSet<i32> = vars.flat_map(|x| self.values(x, self.root.left(x))).collect();
        let elsewhere: BTreeSet<i32> = step.facts.iter().flat_map(|fact| self.values(fact.var, &fact.left)).collect();
        let hidden: Vec<i32> = all.difference(&elsewhere).copied().collect();
        let others = self.others(instance, step);
        let shared = step.facts.iter().filter(|fact| size(&fact.left) > 1).count();
        let is_it = all.len() == instance.places.len() && hidden.len() == others.len();
        (is_it && others.len() == 2 && others.len() < shared).then_some((hidden, others))
    }

    /// Marks that crossing off leaves, in a sentence: `r1c2 is empty`.
    pub(super) fn marked(&self, left: &[(Var, i32)]) -> String {
        let mut groups: Vec<(String, Vec<Var>)> = Vec::new();
        for &(x, value) in left {
            let word = self.word(x, value);
            match groups.iter_mut().find(|(other, _)| *other == word) {
                Some((_, vars)) => vars.push(x),
                None => groups.push((word, vec![x])),
            }
        }
        let said = groups.into_iter().map(|(word, vars)| match vars.as_slice() {
            [one] => format!("{} is {word}", self.subject(*one).told),
            several => format!("{} are {}", self.told_names(several), plural(&word)),
        });
        conjunction(&said.collect::<Vec<_>>())
    }
}

/// A word as it follows "are": `stars` for `a star`.
pub(super) fn plural(word: &str) -> String {
    match word.strip_prefix("a ") {
        Some(noun) if !noun.contains(' ') => format!("{noun}s"),
        _ => word.to_owned(),
    }
}
