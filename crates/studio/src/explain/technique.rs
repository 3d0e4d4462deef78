//! Which technique a step is made by.

use super::context::Context;
use super::find::Fact;
use super::step::{Level, Removes, Step};
use puzzles::{Deduced, Left, Technique, Telling};

/// What a step is called: a technique of its kind, or else by what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Called {
    /// A technique, by its place in the list of the kind.
    Technique(usize),
    /// A supposition that so many deductions in a row refute.
    Chain(usize),
    /// A supposition that is refuted in each of several cases.
    Cases,
    /// The last value that book-keeping leaves.
    LastValue,
    /// Nothing can be right, by one rule.
    Contradiction,
    /// One rule, in no way that has a name.
    Unnamed,
}

impl Context {
    /// What a step is called: what its main deduction is. What is told with it does not count.
    pub fn called(&self, step: &Step) -> Called {
        let techniques = self.reasoning.techniques();
        let deduced = self.deduced(step);
        let found = techniques.iter().position(|technique| (technique.fits)(&deduced));
        match (found, step.level) {
            (Some(technique), Level::Single | Level::Together) => Called::Technique(technique),
            (_, Level::Cases) => Called::Cases,
            (_, Level::Single) if step.is_contradiction() => Called::Contradiction,
            (_, Level::Single) if step.rules.iter().all(|&rule| self.instance(rule).telling != Telling::Spoken) => {
                Called::LastValue
            }
            (_, Level::Single) => Called::Unnamed,
            _ => Called::Chain(step.length()),
        }
    }

    /// The technique that a step is made by, if it has one.
    pub fn technique(&self, step: &Step) -> Option<&'static Technique> {
        match self.called(step) {
            Called::Technique(technique) => self.reasoning.techniques().get(technique),
            _ => None,
        }
    }

    /// What a step is called, in words.
    pub fn called_told(&self, step: &Step) -> String {
        match self.called(step) {
            Called::Technique(technique) => self.reasoning.techniques()[technique].name.to_owned(),
            Called::Chain(1) => "trying a value".to_owned(),
            Called::Chain(length) => format!("chain of {length}"),
            Called::Cases => "cases".to_owned(),
            Called::LastValue => "last value".to_owned(),
            Called::Contradiction => "contradiction".to_owned(),
            Called::Unnamed => "one rule".to_owned(),
        }
    }

    fn deduced(&self, step: &Step) -> Deduced<'_> {
        let fact = |Fact { var, left }: &Fact| Left { var: *var, values: self.values(*var, left), gone: Vec::new() };
        let effect = |Removes { var, gone, left, .. }: &Removes| Left {
            var: *var,
            values: self.values(*var, left),
            gone: self.values(*var, gone),
        };
        let facts = step.facts.iter().filter(|fact| fact.left != self.root.left(fact.var));
        Deduced {
            reasoning: &self.reasoning,
            rules: step.rules.iter().map(|&rule| self.instance(rule)).collect(),
            facts: facts.map(fact).collect(),
            effects: step.removes.iter().map(effect).collect(),
            supposes: step.argument.is_some(),
        }
    }
}
