//! Deductions from one rule at one place.

use super::inquiry::{Fact, Inquiry};
use super::knowledge::{Knowledge, Set, bits, common, meet, single, size, union, without};
use super::step::{Removes, Step, is_much_more};
use fd::{Conflict, Store, Var};

/// What a rule by itself finds.
#[derive(Debug, Clone)]
pub(crate) enum Finding {
    /// These values go.
    Removes(Vec<(Var, Set)>),
    /// The rule contradicts what is known.
    Fails,
}

impl Finding {
    /// Whether some part of it may be all that a step says, and much more.
    pub(crate) fn may_replace(&self, step: &Step) -> bool {
        matches!(self, Finding::Removes(gone) if is_much_more(gone.iter().map(|(x, gone)| (*x, gone)), step))
    }
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

impl Inquiry {
    /// What a rule by itself concludes from what is known.
    pub(crate) async fn look_at(&mut self, rule: usize, knowledge: &Knowledge) -> Option<Finding> {
        let facts = self.facts_about(knowledge, &[rule]);
        let scope = self.scopes[rule].clone();
        self.ask(&[rule], &facts, |outcome| match outcome {
            Err(_) => Some(Finding::Fails),
            Ok(store) => {
                let gone = |x: Var| (x, without(knowledge.left(x), store.words(x)));
                let gone: Vec<(Var, Set)> = scope.into_iter().map(gone).filter(|(_, gone)| size(gone) > 0).collect();
                (!gone.is_empty()).then_some(Finding::Removes(gone))
            }
        })
        .await
    }

    /// The steps that a finding is made of: each has the values that go for
    /// the same reasons.
    pub(crate) async fn steps_of(&mut self, rule: usize, finding: &Finding, knowledge: &Knowledge) -> Vec<Step> {
        let all = self.in_order_of_dropping(self.facts_about(knowledge, &[rule]));
        let Finding::Removes(gone) = finding else {
            let fails = async |inquiry: &mut Inquiry, facts: &[Fact]| inquiry.contradict(&[rule], facts, 1).await;
            let facts = self.shrink_facts(all, fails).await;
            let cost = self.single_cost(rule, &facts);
            return vec![Step::impossible(rule, facts, cost)];
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
            let removes = gather(targets, knowledge);
            let left = |store: &Store| removes.iter().map(|own| (own.var, store.words(own.var).to_vec())).collect();
            let implied = self.ask(&[rule], &facts, |outcome| outcome.map_or_else(|_| Vec::new(), left)).await;
            let before = self.room_for(rule, knowledge);
            steps.push(Step { implied, before, ..Step::single(rule, facts, removes, cost) });
        }
        steps
    }

    /// A step that concludes less than it did, with the facts that this takes.
    pub(crate) async fn with_fewer_facts(&mut self, rule: usize, step: Step) -> Step {
        let targets: Vec<(Var, Set)> = step.removes.iter().map(|own| (own.var, own.gone.clone())).collect();
        let facts = self.in_order_of_dropping(step.facts.clone());
        let facts = self.shrink_to(rule, facts, &targets).await;
        let left = |store: &Store| targets.iter().map(|(x, _)| (*x, store.words(*x).to_vec())).collect();
        let implied = self.ask(&[rule], &facts, |outcome| outcome.map_or_else(|_| Vec::new(), left)).await;
        let cost = self.single_cost(rule, &facts);
        Step { facts, implied, cost: cost.min(step.cost), ..step }
    }

    /// Two steps by the same rule as one.
    pub(crate) async fn joined(&mut self, rule: usize, one: Step, other: Step) -> Step {
        let facts = both(&one.facts, &other.facts);
        let mut removes = one.removes;
        for more in other.removes {
            match removes.iter_mut().find(|own| own.var == more.var) {
                Some(own) => {
                    own.gone = union(&own.gone, &more.gone);
                    own.left = common(&own.left, &more.left);
                }
                None => removes.push(more),
            }
        }
        removes.sort_unstable_by_key(|removes| removes.var);
        let step = Step { facts, removes, cost: one.cost.max(other.cost), ..other };
        self.with_fewer_facts(rule, step).await
    }

    /// What is left of the variables of a rule, if it matters where there is room.
    pub(crate) fn room_for(&self, rule: usize, knowledge: &Knowledge) -> Vec<(Var, Set)> {
        let sees_room = self.reasoning().instances()[rule].room.is_some();
        let scope = self.scopes[rule].iter().filter(|_| sees_room);
        scope.map(|&x| (x, knowledge.left(x).to_vec())).collect()
    }

    /// Fewer facts, none of which can be dropped, that imply all the targets.
    async fn shrink_to(&mut self, rule: usize, facts: Vec<Fact>, targets: &[(Var, Set)]) -> Vec<Fact> {
        let implied = |store: &Store| targets.iter().all(|(x, gone)| !meet(store.words(*x), gone));
        let enough = async |inquiry: &mut Inquiry, facts: &[Fact]| {
            inquiry.ask(&[rule], facts, |outcome| outcome.is_ok_and(implied)).await
        };
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
                    other.facts = both(&other.facts, &reason.facts);
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
        let places = self.reasoning().places();
        facts.sort_by_key(|fact| {
            let is_place = places.binary_search(&fact.var).is_ok();
            (is_place, size(&fact.left) == 1, std::cmp::Reverse(fact.var))
        });
        facts
    }
}

/// All that either of two lists of facts says.
fn both(some: &[Fact], others: &[Fact]) -> Vec<Fact> {
    let mut facts = some.to_vec();
    for fact in others {
        match facts.iter_mut().find(|known| known.var == fact.var) {
            Some(known) => known.left = common(&known.left, &fact.left),
            None => facts.push(fact.clone()),
        }
    }
    facts
}

/// What goes, variable by variable.
fn gather(targets: Vec<(Var, Set)>, knowledge: &Knowledge) -> Vec<Removes> {
    let mut removes: Vec<Removes> = Vec::new();
    for (var, gone) in targets {
        match removes.iter_mut().find(|other| other.var == var) {
            Some(other) => {
                other.gone = union(&other.gone, &gone);
                other.left = without(&other.left, &gone);
            }
            None => removes.push(Removes { var, left: without(knowledge.left(var), &gone), gone }),
        }
    }
    removes.sort_unstable_by_key(|removes| removes.var);
    removes
}
