//! What is said of a step besides its rules, facts and conclusion: what its rules take for granted,
//! what else would have to be, and what fails in the same way.

use super::names::alternatives;
use super::sentences::{Mood, Predicate};
use crate::explain::context::Context;
use crate::explain::knowledge::{size, without};
use crate::explain::step::Step;
use fd::Var;
use puzzles::{Values, Verb};
use std::collections::BTreeMap;

impl Context {
    /// What else a value that goes would lead to: ` (w8 would then be 9)`.
    pub(super) fn otherwise(&self, step: &Step) -> String {
        let own = match (step.removes.as_slice(), step.otherwise.as_slice()) {
            ([own], _) => own,
            // Each of two would make the other the same.
            ([one, two], &[[(x, _), (y, other)], [(z, _), (v, same)]])
                if [x, v] == [one.var, one.var] && [y, z] == [two.var, two.var] && other == same =>
            {
                return format!(" (the other would then be {})", self.word(y, other));
            }
            _ => return String::new(),
        };
        let mut would: Vec<(i32, Var, Vec<String>)> = Vec::new();
        for &[(_, value), (y, other)] in &step.otherwise {
            match would.iter_mut().find(|(same, x, _)| (*same, *x) == (other, y)) {
                Some((.., values)) => values.push(self.word(own.var, value)),
                None => would.push((other, y, vec![self.word(own.var, value)])),
            }
        }
        // Where the sentence names the value that goes, it need not be said again.
        let named = size(&self.conclusion(step, own)) > 1 && size(&own.gone) == 1;
        let said = would.into_iter().map(|(other, y, values)| {
            let subject = self.subject(y);
            let (name, then) = (&subject.told, if named { "then " } else { "" });
            let would = match &subject.values {
                Values::Amounts(Verb { none, .. }) if other == 0 => format!("{name} would {then}be {none}"),
                Values::Amounts(Verb { several, unit, .. }) => format!("{name} would {then}{several} {other}{unit}"),
                _ => format!("{name} would {then}be {}", self.word(y, other)),
            };
            if named { would } else { format!("with {}, {would}", alternatives(&values)) }
        });
        match said.collect::<Vec<_>>().as_slice() {
            [] => String::new(),
            some => format!(" ({})", some.join("; ")),
        }
    }

    /// What a rule says in a step: with what it takes for granted, if that is needed there or for the same at
    /// other places, and without the clue, if that was told before.
    pub(super) fn says(&self, step: &Step, rule: usize) -> String {
        let says = &self.instance(rule).says;
        let says = if step.reminds.contains(&rule) { without_clue(says) } else { says.clone() };
        let own = self.assumption(step, rule);
        let also = step.also.iter().flat_map(|also| also.rules.iter().map(move |&rule| self.assumption(also, rule)));
        says + if own.is_empty() { also.max().unwrap_or(own) } else { own }
    }

    /// What to add to what a rule says in a step.
    pub(super) fn assumption(&self, step: &Step, rule: usize) -> &'static str {
        let assumed = step.assumes.contains(&rule).then(|| self.reasoning.assumption(rule)).flatten();
        assumed.map_or("", |assumption| assumption.says)
    }

    /// What is refuted in the same way, each with how it fails.
    pub(super) fn in_the_same_way(&self, step: &Step) -> String {
        let mut groups: Vec<(usize, BTreeMap<Var, Vec<i32>>)> = Vec::new();
        for &(x, value, rule) in &step.fails {
            match groups.iter_mut().find(|(other, _)| *other == rule) {
                Some((_, refuted)) => refuted.entry(x).or_default().push(value),
                None => groups.push((rule, BTreeMap::from([(x, vec![value])]))),
            }
        }
        let said = groups.into_iter().map(|(rule, refuted)| {
            let refuted = refuted.into_iter().map(|(x, values)| (x, self.is_not(x, &values)));
            let refuted = self.clause(&refuted.collect::<Vec<_>>());
            format!("{refuted} (else {})", without_clue(&self.instance(rule).fails))
        });
        format!("in the same way, {}", said.collect::<Vec<_>>().join("; "))
    }

    /// How to say that these values go from `x`.
    fn is_not(&self, x: Var, gone: &[i32]) -> Predicate {
        if let Values::Numbers = self.subject(x).values {
            let values: Vec<String> = gone.iter().map(i32::to_string).collect();
            return Predicate::new("is not", "are not", &alternatives(&values));
        }
        self.predicate(x, &without(self.root.left(x), &self.set_of(x, gone)), Mood::Known)
    }
}

/// What a rule says, without what is in brackets.
pub(super) fn without_clue(says: &str) -> String {
    match (says.split_once(" ("), says.split_once(')')) {
        (Some((before, _)), Some((_, after))) => format!("{before}{after}"),
        _ => says.to_owned(),
    }
}
