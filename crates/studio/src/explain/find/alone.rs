//! Deductions from one rule at one place, and what a deduction costs: what must be
//! seen, and what must be said.

use super::inquiry::{Argument, End, Fact, Inquiry};
use crate::explain::knowledge::{Knowledge, Set, bits, meet, single, size, without};
use crate::explain::step::{Removes, Step, gathered};
use fd::{Conflict, Store, Var, Words};
use puzzles::{Sort, Telling};

/// What a rule by itself finds.
#[derive(Debug, Clone)]
pub(crate) enum Finding {
    /// These values go.
    Removes(Vec<(Var, Set)>),
    /// The rule contradicts what is known.
    Fails,
}

/// Up to this many values of a variable are looked at one by one; more are
/// taken together.
const MOST_SINGLE_VALUES: u32 = 6;

/// Facts, and what goes because of them.
#[derive(Debug)]
struct Reason {
    facts: Vec<Fact>,
    targets: Vec<(Var, Set)>,
    /// How hard its hardest conclusion is.
    cost: u32,
}

/// Conclusions from up to [`MOST_MERGED`] facts are merged when that takes up to
/// [`MOST_MORE`] other facts.
const MOST_MERGED: usize = 4;
const MOST_MORE: usize = 2;

/// What a supposition costs before anything follows from it.
const SUPPOSING: u32 = 4;
/// What each sentence of a chain costs, and each case after the first.
const SENTENCE: u32 = 2;
const CASE: u32 = 10;

impl Inquiry {
    /// What a rule by itself concludes from what is known.
    pub(crate) async fn look_at(&mut self, rule: usize, knowledge: &Knowledge) -> Option<Finding> {
        let scope = self.scopes[rule].clone();
        let look = |outcome: Result<&Store, Conflict>| match outcome {
            Err(_) => Some(Finding::Fails),
            Ok(store) => {
                let gone = |x: Var| (x, without(knowledge.left(x), store.words(x)));
                let gone: Vec<(Var, Set)> = scope.into_iter().map(gone).filter(|(_, gone)| size(gone) > 0).collect();
                (!gone.is_empty()).then_some(Finding::Removes(gone))
            }
        };
        if self.context.instance(rule).telling == Telling::Crossing {
            let facts = self.facts_for(rule, knowledge);
            return self.ask(&[rule], &facts, look).await;
        }
        self.ask_known(&[rule], knowledge, None, look).await
    }

    /// The facts that a rule goes by: all, or the numbers that are known, where it does no more than cross off.
    fn facts_for(&self, rule: usize, knowledge: &Knowledge) -> Vec<Fact> {
        let mut facts = self.facts_about(knowledge, &[rule]);
        if self.context.instance(rule).telling == Telling::Crossing {
            facts.retain(|fact| size(&fact.left) <= 1);
        }
        facts
    }

    /// The steps that a finding is made of: each has the values that go for
    /// the same reasons.
    pub(crate) async fn steps_of(&mut self, rule: usize, finding: &Finding, knowledge: &Knowledge) -> Vec<Step> {
        let all = self.in_order_of_dropping(self.facts_for(rule, knowledge));
        let Finding::Removes(gone) = finding else {
            let fails = async |inquiry: &mut Inquiry, facts: &[Fact]| inquiry.contradict(&[rule], facts, 1).await;
            let facts = self.shrink_facts(all, fails).await;
            let cost = self.single_cost(rule, &facts);
            let argument = Some((None, Argument { links: Vec::new(), end: End::Fails(rule) }));
            return vec![Step { cost, rules: vec![rule], facts, argument, ..Step::default() }];
        };
        let mut targets: Vec<(Var, Set)> = Vec::new();
        for (x, gone) in gone {
            if size(gone) <= MOST_SINGLE_VALUES {
                targets.extend(bits(gone).map(|bit| (*x, single(bit, gone))));
            } else {
                targets.push((*x, gone.clone()));
            }
        }
        let mut reasons: Vec<Reason> = Vec::new();
        while let Some(target) = targets.first().cloned() {
            let facts = self.shrink_to(rule, all.clone(), &[target]).await;
            let targets = self.follows(rule, &facts, &mut targets).await;
            let cost = self.single_cost(rule, &facts);
            reasons.push(Reason { facts, targets, cost });
        }
        let mut steps = Vec::new();
        for Reason { facts, targets, cost } in self.merge(rule, reasons).await {
            let removes = |(var, gone): (Var, Set)| {
                let left = without(knowledge.left(var), &gone);
                Removes::new(var, gone, left)
            };
            let removes = gathered(targets.into_iter().map(removes));
            let step = Step { cost, rules: vec![rule], facts, removes, ..Step::default() };
            let (implied, before) = (self.implied_by(&step).await, self.room_for(rule, knowledge));
            steps.push(Step { implied, before, ..step });
        }
        steps
    }

    /// A step that concludes less than it did, with the facts that this takes.
    pub(crate) async fn with_fewer_facts(&mut self, rule: usize, step: Step) -> Step {
        let facts = self.in_order_of_dropping(step.facts.clone());
        let facts = self.shrink_to(rule, facts, &step.targets()).await;
        let cost = self.single_cost(rule, &facts).min(step.cost);
        let step = Step { facts, cost, ..step };
        Step { implied: self.implied_by(&step).await, ..step }
    }

    /// What the rules and facts of a deduction leave of what something goes from.
    pub(crate) async fn implied_by(&mut self, step: &Step) -> Vec<(Var, Set)> {
        let left = |store: &Store| step.removes.iter().map(|own| (own.var, store.words(own.var).to_vec())).collect();
        self.ask(&step.rules, &step.facts, |outcome| outcome.map_or_else(|_| Vec::new(), left)).await
    }

    /// Two steps by the same rule as one.
    pub(crate) async fn joined(&mut self, rule: usize, one: Step, other: Step) -> Step {
        let mut facts = one.facts;
        other.facts.iter().for_each(|fact| fact.clone().add_to(&mut facts));
        let removes = gathered(one.removes.into_iter().chain(other.removes));
        let step = Step { facts, removes, cost: one.cost.max(other.cost), ..other };
        self.with_fewer_facts(rule, step).await
    }

    /// What is left of the variables of a rule, if it matters where there is room.
    pub(crate) fn room_for(&self, rule: usize, knowledge: &Knowledge) -> Vec<(Var, Set)> {
        let sees_room = self.context.instance(rule).room.is_some();
        let scope = self.scopes[rule].iter().filter(|_| sees_room);
        scope.map(|&x| (x, knowledge.left(x).to_vec())).collect()
    }

    /// Fewer facts, none of which can be dropped, that imply all the targets.
    async fn shrink_to(&mut self, rule: usize, facts: Vec<Fact>, targets: &[(Var, Set)]) -> Vec<Fact> {
        let enough = async |inquiry: &mut Inquiry, facts: &[Fact]| inquiry.rule_out(&[rule], facts, targets).await;
        self.shrink_facts(facts, enough).await
    }

    /// Takes out the targets that follow from some facts.
    async fn follows(&mut self, rule: usize, facts: &[Fact], targets: &mut Vec<(Var, Set)>) -> Vec<(Var, Set)> {
        let split = |outcome: Result<&Store, Conflict>| {
            let implied = |(x, gone): &(Var, Set)| outcome.as_ref().is_ok_and(|store| !meet(store.words(*x), gone));
            targets.drain(..).partition(implied)
        };
        let (follow, rest) = self.ask(&[rule], facts, split).await;
        *targets = rest;
        follow
    }

    /// Merges conclusions whose facts differ by only a few: they are as easy to
    /// say together.
    async fn merge(&mut self, rule: usize, reasons: Vec<Reason>) -> Vec<Reason> {
        // Sets of numbers are seen one by one.
        if self.context.instance(rule).sort == Sort::Differ {
            return reasons;
        }
        let mut merged: Vec<Reason> = Vec::new();
        for reason in reasons {
            let near = |other: &&mut Reason| {
                let is_new = |fact: &&Fact| other.facts.iter().all(|known| known.var != fact.var);
                let more = reason.facts.iter().filter(is_new).count();
                more == 0 || more <= MOST_MORE && other.facts.len().max(reason.facts.len()) <= MOST_MERGED
            };
            match merged.iter_mut().find(near) {
                Some(other) => {
                    other.targets.extend(reason.targets);
                    reason.facts.into_iter().for_each(|fact| fact.add_to(&mut other.facts));
                    other.cost = other.cost.max(reason.cost);
                }
                None => merged.push(reason),
            }
        }
        for reason in &mut merged {
            let all = self.in_order_of_dropping(std::mem::take(&mut reason.facts));
            reason.facts = self.shrink_to(rule, all, &reason.targets).await;
        }
        merged
    }

    /// What is best left out comes first: quantities before places, what is
    /// not written down before what is, and later places before earlier ones.
    pub(crate) fn in_order_of_dropping(&self, mut facts: Vec<Fact>) -> Vec<Fact> {
        facts.sort_by_key(|fact| (self.context.is_place(fact.var), size(&fact.left) == 1, std::cmp::Reverse(fact.var)));
        facts
    }

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
        if size(left) == 1 { 1 } else { 1 + (self.context.cost_of(x, left) as u32).div_ceil(2) }
    }

    /// The cost of a deduction from one rule.
    pub(crate) fn single_cost(&self, rule: usize, facts: &[Fact]) -> u32 {
        self.context.instance(rule).cost + self.facts_cost(&[rule], facts)
    }

    /// The cost of a refuted supposition. Book-keeping is free.
    pub(crate) fn refuted_cost(&self, rules: &[usize], facts: &[Fact], argument: &Argument) -> u32 {
        let instances = self.context.reasoning.instances();
        let spoken = rules.iter().map(|&rule| &instances[rule]).filter(|instance| instance.telling == Telling::Spoken);
        let costs: u32 = spoken.map(|instance| instance.cost).sum();
        let (sentences, cases) = (argument.sentences(instances) as u32, argument.cases() as u32);
        SUPPOSING + costs + self.facts_cost(rules, facts) + SENTENCE * sentences + CASE * (cases - 1)
    }
}
