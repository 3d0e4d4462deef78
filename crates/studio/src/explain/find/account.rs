//! What must be said of a step besides its rules and facts: what its rules take for granted, what was
//! said of them before, and how that fails which is refuted in the same way.

use super::inquiry::{End, Fact, Inquiry};
use crate::explain::knowledge::{bits, meet, single, size};
use crate::explain::step::{Level, Removes, Step};
use fd::{Model, Space, Var, Words};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The clues that were told: where, and what.
pub(crate) type Told = BTreeSet<(String, String)>;

/// Up to so many values it is shown what else they would lead to.
const MOST_SHOWN: u32 = 2;

impl Inquiry {
    /// Notes in a step what it takes to tell it.
    pub(crate) async fn account_for(&mut self, step: &mut Step, told: &mut Told) {
        step.assumes = self.assumed(step);
        step.fails = self.failures(step).await;
        step.otherwise = self.otherwise(step).await;
        step.reminds.clear();
        for &rule in &step.rules {
            let instance = self.context.instance(rule);
            if let Some(clue) = instance.clue()
                && !told.insert((instance.at.clone(), clue.to_owned()))
            {
                step.reminds.push(rule);
            }
        }
    }

    /// Notes in steps of which nobody had the time to find out more that their rules need what they take for granted.
    pub(crate) fn assume_all(&self, steps: &mut [Step]) {
        for step in steps {
            self.assume_all(&mut step.also);
            self.assume_all(&mut step.then);
            if step.assumes.is_empty() {
                step.assumes = self.taking_for_granted(step);
            }
        }
    }

    /// The rules of a step that take something for granted.
    fn taking_for_granted(&self, step: &Step) -> Vec<usize> {
        let is_own = |rule: &usize| self.context.reasoning.assumption(*rule).is_some();
        step.rules.iter().copied().filter(is_own).collect()
    }

    /// The rules of a step that need what they take for granted.
    fn assumed(&self, step: &Step) -> Vec<usize> {
        let all = self.taking_for_granted(step);
        // Cases are told apart by search; nobody goes through them again for this.
        if all.is_empty() || step.level == Level::Cases {
            return all;
        }
        if self.concludes_without(step, &all) {
            return Vec::new();
        }
        let needs: Vec<usize> = all.iter().copied().filter(|&rule| !self.concludes_without(step, &[rule])).collect();
        let others: Vec<usize> = all.iter().copied().filter(|rule| !needs.contains(rule)).collect();
        if self.concludes_without(step, &others) { needs } else { all }
    }

    /// Whether a step follows when these of its rules take nothing for granted.
    fn concludes_without(&self, step: &Step, without: &[usize]) -> bool {
        let reasoning = &self.context.reasoning;
        let mut model = Model::like(reasoning.model());
        for &rule in &step.rules {
            let weaker = reasoning.assumption(rule).filter(|_| without.contains(&rule));
            let constraint = weaker.map_or(&reasoning.model().constraints()[rule], |assumption| &assumption.without);
            if model.post_shared(Arc::clone(constraint)).is_err() {
                return false;
            }
        }
        let mut space = Space::new(&model).without_priorities();
        let facts = step.facts.iter().chain(step.supposed());
        let stated = facts.into_iter().try_for_each(|fact| space.keep(fact.var, &fact.left));
        space.wake_all();
        let outcome = stated.and_then(|()| space.propagate());
        if step.argument.is_some() {
            return outcome.is_err();
        }
        let gone = |own: &Removes| {
            let left = space.store().words(own.var);
            !meet(left, &own.gone) && !meet(left, &own.told)
        };
        outcome.is_ok() && step.removes.iter().all(gone)
    }

    /// For the few values that one rule removes, what something else would be: where a fact says that
    /// it is not, this convinces.
    async fn otherwise(&mut self, step: &Step) -> Vec<[(Var, i32); 2]> {
        let mut found = Vec::new();
        let &[rule] = step.rules.as_slice() else { return found };
        let gone: u32 = step.removes.iter().map(|own| size(&own.gone)).sum();
        if step.argument.is_some() || gone > MOST_SHOWN {
            return found;
        }
        for own in &step.removes {
            for bit in bits(&own.gone) {
                let supposed = Fact { var: own.var, left: single(bit, &own.gone) };
                for fact in step.facts.iter().filter(|fact| fact.var != own.var && size(&fact.left) > 1) {
                    let others = step.facts.iter().filter(|other| *other != fact).chain([&supposed]);
                    let value = self.ask(&[rule], others, |outcome| outcome.ok()?.value(fact.var)).await;
                    if let Some(value) = value {
                        found.push([(own.var, self.context.base(own.var) + bit as i32), (fact.var, value)]);
                        break;
                    }
                }
            }
        }
        found
    }

    /// For each value that is refuted in the same way, the rule that fails.
    async fn failures(&mut self, step: &Step) -> Vec<(Var, i32, usize)> {
        let mut fails = Vec::new();
        for own in &step.alike {
            for bit in bits(&own.gone) {
                let supposed = Fact { var: own.var, left: single(bit, &own.gone) };
                let argued = self.argue(&step.rules, step.facts.iter().chain([&supposed]), 1).await;
                if let Some(End::Fails(rule)) = argued.map(|(argument, _)| argument.end) {
                    fails.push((own.var, self.context.base(own.var) + bit as i32, rule));
                }
            }
        }
        fails
    }
}
