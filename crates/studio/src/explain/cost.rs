//! How hard a deduction is: what must be seen, and what must be said.

use super::inquiry::{Argument, Fact, Inquiry};
use super::knowledge::{Set, size};
use fd::Var;
use puzzles::Telling;

/// What a supposition costs before anything follows from it.
const SUPPOSING: u32 = 4;
/// What each sentence of a chain costs, and each case after the first.
const SENTENCE: u32 = 2;
const CASE: u32 = 10;

impl Inquiry {
    /// How hard it is to see some facts for the rules that need them. The same of several
    /// places (that they are empty, that they are not 3) is seen nearly at a glance.
    pub(crate) fn facts_cost(&self, rules: &[usize], facts: &[Fact]) -> u32 {
        let about = |x: &Var| rules.iter().position(|&rule| self.scopes[rule].binary_search(x).is_ok());
        let mut seen: Vec<(Option<usize>, i32, &Set, u32)> = Vec::new();
        let mut cost = 0;
        for Fact { var, left } in facts {
            let (rule, base) = (about(var), self.context.base(*var));
            match seen.iter_mut().find(|(other, from, same, _)| *other == rule && *from == base && *same == left) {
                Some((.., places)) => {
                    cost += u32::from(*places == 1);
                    *places += 1;
                }
                None => {
                    seen.push((rule, base, left, 1));
                    cost += self.fact_cost(*var, left);
                }
            }
        }
        cost
    }

    /// What is written on the board is easy; else it is as hard as it is to say.
    fn fact_cost(&self, x: Var, left: &Set) -> u32 {
        if size(left) == 1 { 1 } else { 1 + (self.context.speaker().cost(x, left) as u32).div_ceil(2) }
    }

    /// The cost of a deduction from one rule.
    pub(crate) fn single_cost(&self, rule: usize, facts: &[Fact]) -> u32 {
        self.reasoning().instances()[rule].cost + self.facts_cost(&[rule], facts)
    }

    /// The cost of a refuted supposition. Book-keeping is free.
    pub(crate) fn refuted_cost(&self, rules: &[usize], facts: &[Fact], argument: &Argument) -> u32 {
        let instances = self.reasoning().instances();
        let spoken = rules.iter().map(|&rule| &instances[rule]).filter(|instance| instance.telling == Telling::Spoken);
        let costs: u32 = spoken.map(|instance| instance.cost).sum();
        let (sentences, cases) = (argument.sentences(instances) as u32, argument.cases() as u32);
        SUPPOSING + costs + self.facts_cost(rules, facts) + SENTENCE * sentences + CASE * (cases - 1)
    }
}
