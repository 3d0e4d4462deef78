//! Techniques: ways of deducing something that people know by name.
//!
//! A technique is not a rule: two deductions by the same rule can be made in different
//! ways, one from a clue alone and one from what is known of its line. So each is recognised
//! by the premises and the effect of a deduction.

use crate::{Instance, Reasoning, Rule, Sort, Subject, Telling};
use fd::Var;

/// A way of deducing something that people know by name.
#[derive(Debug, Clone, Copy)]
pub struct Technique {
    /// Its name, such as `the third corner`.
    pub name: &'static str,
    /// What one does, in a sentence.
    pub says: &'static str,
    /// Whether a deduction is made by it. Of the techniques of a kind the first that fits counts.
    pub fits: fn(&Deduced<'_>) -> bool,
}

/// What is known, or what is left, of a place or a quantity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Left {
    /// Its variable.
    pub var: Var,
    /// The values that are left, in increasing order.
    pub values: Vec<i32>,
    /// The values that go; none for a premise.
    pub gone: Vec<i32>,
}

impl Left {
    /// The value, if there is only one.
    pub fn value(&self) -> Option<i32> {
        match self.values.as_slice() {
            &[value] => Some(value),
            _ => None,
        }
    }

    /// Whether only least and greatest values go.
    pub fn is_bounded(&self) -> bool {
        let (Some(least), Some(most)) = (self.values.first(), self.values.last()) else { return false };
        self.gone.iter().all(|gone| gone < least || gone > most)
    }
}

/// One deduction: its premises and its effect.
#[derive(Debug, Clone)]
pub struct Deduced<'a> {
    /// What its variables mean.
    pub reasoning: &'a Reasoning,
    /// The rules that it follows from.
    pub rules: Vec<&'a Instance>,
    /// The facts that it follows from.
    pub facts: Vec<Left>,
    /// What it leaves of each place and quantity from which something goes.
    pub effects: Vec<Left>,
    /// Whether something is supposed first.
    pub supposes: bool,
}

impl Deduced<'_> {
    /// Whether it follows from this rule at one place, with nothing supposed.
    pub fn is_by(&self, rule: &Rule) -> bool {
        !self.supposes && matches!(self.rules.as_slice(), [one] if one.rule == rule)
    }

    /// The sort of the rule that it follows from; `None` where it takes several, or something is supposed.
    pub fn sort(&self) -> Option<Sort> {
        match self.rules.as_slice() {
            [one] if !self.supposes => Some(one.sort),
            _ => None,
        }
    }

    /// Whether something is supposed that this rule refutes at one place, with no other rule but of book-keeping.
    pub fn is_refuted_by(&self, rule: &Rule) -> bool {
        let mut told = self.told();
        self.supposes && told.next().is_some_and(|one| one.rule == rule) && told.next().is_none()
    }

    /// The rules that are told.
    pub fn told(&self) -> impl Iterator<Item = &Instance> {
        self.rules.iter().copied().filter(|instance| instance.telling == Telling::Spoken)
    }

    /// How many of its facts are values.
    pub fn known(&self) -> usize {
        self.facts.iter().filter(|fact| fact.value().is_some()).count()
    }

    /// Whether something has only one value after it.
    pub fn finds_value(&self) -> bool {
        self.effects.iter().any(|left| left.value().is_some())
    }

    /// Whether everything that it is about has only one value after it.
    pub fn finds_all(&self) -> bool {
        self.effects.iter().all(|left| left.value().is_some())
    }

    /// Whether it takes away least and greatest values only.
    pub fn is_bounded(&self) -> bool {
        self.effects.iter().all(Left::is_bounded)
    }

    /// How people speak of a variable.
    pub fn subject(&self, x: Var) -> &Subject {
        &self.reasoning.subjects()[x.index()]
    }

    /// The place that a variable stands for; `None` for a quantity.
    pub fn place(&self, x: Var) -> Option<usize> {
        self.reasoning.places().iter().position(|&place| place == x)
    }
}
