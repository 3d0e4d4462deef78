//! Questions to the kernel: what follows from some rules and some facts.
//!
//! Rules propagate in the order of waking. With priorities the kernel finds the
//! contradiction that is cheapest for it, by long chains of cheap rules: without
//! them the 13 Gap puzzles of the inventor need no chain of more than six rules; with
//! them over eighty chains were longer.

use super::alone::Finding;
use super::record::{Cone, Moment, Record, Removals};
use crate::explain::context::Context;
use crate::explain::knowledge::{Knowledge, Set, bits, common, meet, single, size};
use crate::task::Meter;
use fd::{Conflict, Space, Stopped, Store, Var, Words};
use puzzles::{Instance, Reasoning, Telling};
use std::sync::Arc;

/// What is known, or supposed, of a variable: the values that are left for it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Fact {
    pub(crate) var: Var,
    pub(crate) left: Set,
}

/// A reasoning that can be asked what follows from parts of it.
#[derive(Debug)]
pub(crate) struct Inquiry {
    pub(crate) context: Arc<Context>,
    space: Space,
    /// The variables of each rule, and the rules about each variable.
    pub(crate) scopes: Vec<Vec<Var>>,
    pub(crate) rules_about: Vec<Vec<usize>>,
    pub(crate) vars: Vec<Var>,
    record: Record,
    /// Counts the runs of propagators, and may pause before each question.
    pub(crate) meter: Meter,
    /// How many runs the meter has counted.
    metered: u64,
}

/// An argument and what it depends on; `None` where there is no contradiction, but a solution. An error when
/// the nodes were too few to find out.
pub(crate) type Argued = Result<Option<(Argument, Cone)>, Stopped>;

/// How a contradiction comes about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Argument {
    /// What follows, rule by rule, as far as it is needed.
    pub(crate) links: Vec<Removals>,
    pub(crate) end: End,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum End {
    /// A rule that can no longer hold.
    Fails(usize),
    /// Each value that a variable can still have leads to a contradiction.
    Cases(Var, Vec<(i32, Argument)>),
}

impl Fact {
    /// Adds it to what is known already.
    pub(crate) fn add_to(self, facts: &mut Vec<Fact>) {
        match facts.iter_mut().find(|known| known.var == self.var) {
            Some(known) => known.left = common(&known.left, &self.left),
            None => facts.push(self),
        }
    }
}

impl Argument {
    /// The links of all cases.
    fn all_links(&self) -> Vec<&Removals> {
        let mut links: Vec<&Removals> = self.links.iter().collect();
        if let End::Cases(_, cases) = &self.end {
            links.extend(cases.iter().flat_map(|(_, argument)| argument.all_links()));
        }
        links
    }

    /// What something is said of on the way.
    pub(crate) fn vars(&self) -> impl Iterator<Item = Var> {
        self.all_links().into_iter().flat_map(|link| link.removed.iter().map(|(x, _)| *x))
    }

    /// The rules that can no longer hold, one for each case.
    pub(crate) fn failing(&self) -> Vec<usize> {
        match &self.end {
            End::Fails(rule) => vec![*rule],
            End::Cases(_, cases) => cases.iter().flat_map(|(_, argument)| argument.failing()).collect(),
        }
    }

    /// The number of cases that are told apart: 1 without any split.
    pub(crate) fn cases(&self) -> usize {
        self.failing().len()
    }

    /// The number of deductions, in all cases.
    pub(crate) fn length(&self) -> usize {
        self.all_links().len() + self.cases()
    }

    /// The same without book-keeping.
    pub(crate) fn sentences(&self, instances: &[Instance]) -> usize {
        let spoken = |link: &&Removals| instances[link.rule].telling == Telling::Spoken;
        self.all_links().into_iter().filter(spoken).count() + self.cases()
    }
}

impl Inquiry {
    pub(crate) fn new(reasoning: Reasoning, meter: Meter) -> Inquiry {
        let model = reasoning.model();
        // With priorities the kernel finds the contradiction that is cheapest for it, by long chains of cheap rules.
        let space = Space::new(model).without_priorities();
        let scopes: Vec<Vec<Var>> = model
            .constraints()
            .iter()
            .map(|constraint| {
                let mut scope = constraint.scope();
                scope.sort_unstable();
                scope.dedup();
                scope
            })
            .collect();
        let mut rules_about = vec![Vec::new(); model.variables()];
        for (rule, scope) in scopes.iter().enumerate() {
            scope.iter().for_each(|x| rules_about[x.index()].push(rule));
        }
        let vars: Vec<Var> = model.all_vars().collect();
        let root = Knowledge::of(space.store(), vars.iter().copied());
        let context = Arc::new(Context::new(reasoning, root));
        Inquiry { context, space, scopes, rules_about, vars, record: Record::default(), meter, metered: 0 }
    }

    pub(crate) fn all_rules(&self) -> Vec<usize> {
        (0..self.scopes.len()).collect()
    }

    /// All that is known of the variables of some rules.
    pub(crate) fn facts_about(&self, knowledge: &Knowledge, rules: &[usize]) -> Vec<Fact> {
        let known = self.scope_of(rules).into_iter().filter(|&x| knowledge.left(x) != self.context.root.left(x));
        known.map(|var| Fact { var, left: knowledge.left(var).to_vec() }).collect()
    }

    /// The variables that some rules speak of.
    pub(crate) fn scope_of(&self, rules: &[usize]) -> Vec<Var> {
        if let &[rule] = rules {
            return self.scopes[rule].clone();
        }
        let mut is_own = vec![false; self.vars.len()];
        rules.iter().flat_map(|&rule| &self.scopes[rule]).for_each(|x| is_own[x.index()] = true);
        self.vars.iter().copied().filter(|x| is_own[x.index()]).collect()
    }

    /// Pauses if the slice is used up, then goes back to the root: an earlier
    /// question may have been cancelled on an open level.
    async fn begin(&mut self, rules: &[usize]) {
        self.meter.pause().await;
        self.space.pop_to(0);
        self.space.set_active(rules);
        self.space.push();
    }

    /// Counts the work that was done since the last time.
    fn count(&mut self) {
        let done = self.space.resumptions();
        self.meter.spend(done - self.metered);
        self.metered = done;
    }

    fn state<'f>(&mut self, facts: impl IntoIterator<Item = &'f Fact>) -> Result<(), Conflict> {
        let stated = facts.into_iter().try_for_each(|fact| self.space.keep(fact.var, &fact.left));
        self.space.wake_all();
        stated
    }

    /// Looks at what follows from some rules and facts.
    pub(crate) async fn ask<'f, T>(
        &mut self,
        rules: &[usize],
        facts: impl IntoIterator<Item = &'f Fact>,
        look: impl FnOnce(Result<&Store, Conflict>) -> T,
    ) -> T {
        self.begin(rules).await;
        let outcome = self.state(facts).and_then(|()| self.space.propagate());
        self.count();
        let result = look(outcome.map(|()| self.space.store()));
        self.space.pop();
        result
    }

    /// The same where the facts are all that is known of what the rules speak of, and something supposed.
    pub(crate) async fn ask_known<T>(
        &mut self,
        rules: &[usize],
        knowledge: &Knowledge,
        supposed: Option<&Fact>,
        look: impl FnOnce(Result<&Store, Conflict>) -> T,
    ) -> T {
        self.begin(rules).await;
        let outcome = self.state_known(rules, knowledge, supposed).and_then(|()| self.space.propagate());
        self.count();
        let result = look(outcome.map(|()| self.space.store()));
        self.space.pop();
        result
    }

    fn state_known(&mut self, rules: &[usize], knowledge: &Knowledge, supposed: Option<&Fact>) -> Result<(), Conflict> {
        let restrict = |space: &mut Space, context: &Context, x: Var| match knowledge.left(x) {
            left if left == context.root.left(x) => Ok(()),
            left => space.keep(x, left),
        };
        let stated = match rules {
            &[rule] => self.scopes[rule].iter().try_for_each(|&x| restrict(&mut self.space, &self.context, x)),
            _ => self.scope_of(rules).into_iter().try_for_each(|x| restrict(&mut self.space, &self.context, x)),
        };
        let stated =
            stated.and_then(|()| supposed.map_or(Ok(()), |supposed| self.space.keep(supposed.var, &supposed.left)));
        self.space.wake_all();
        stated
    }

    /// How what is known contradicts some rules and something supposed.
    pub(crate) async fn argue_known(
        &mut self,
        rules: &[usize],
        knowledge: &Knowledge,
        supposed: Option<&Fact>,
        nodes: u32,
    ) -> Option<(Argument, Cone)> {
        self.begin(rules).await;
        let result = match self.state_known(rules, knowledge, supposed) {
            Ok(()) => self.argue_on(nodes, &self.scope_of(rules)).await,
            Err(Conflict) => Ok(None),
        };
        self.space.pop();
        result.ok().flatten()
    }

    /// Whether some rules and facts contradict each other, telling cases apart
    /// with at most this many `nodes`.
    pub(crate) async fn contradict<'f>(
        &mut self,
        rules: &[usize],
        facts: impl IntoIterator<Item = &'f Fact>,
        nodes: u32,
    ) -> bool {
        if nodes <= 1 {
            return self.ask(rules, facts, |outcome| outcome.is_err()).await;
        }
        self.begin(rules).await;
        let fails = match self.state(facts) {
            Ok(()) => self.fails_in_cases(&self.scope_of(rules), &mut { nodes }).await,
            Err(Conflict) => Ok(false),
        };
        self.space.pop();
        fails == Ok(true)
    }

    /// On an open level: whether every case ends in a contradiction; an error when the nodes that are `left` are
    /// too few to find out. The cases are those of [`Cases`], which takes longer.
    async fn fails_in_cases(&mut self, vars: &[Var], left: &mut u32) -> Result<bool, Stopped> {
        *left = left.checked_sub(1).ok_or(Stopped::Nodes)?;
        let outcome = self.space.propagate();
        self.count();
        if outcome.is_err() {
            return Ok(true);
        }
        let Some((split, values)) = self.split_at(vars) else { return Ok(false) };
        if values.len() as u32 > *left {
            return Err(Stopped::Nodes);
        }
        for value in values {
            self.meter.pause().await;
            self.space.push();
            let fails = match self.space.assume(split.is(value)) {
                Ok(()) => Box::pin(self.fails_in_cases(vars, left)).await,
                Err(Conflict) => Err(Stopped::Nodes),
            };
            self.space.pop();
            if !fails? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Where cases are told apart: at the variable with the fewest values.
    fn split_at(&self, vars: &[Var]) -> Option<(Var, Vec<i32>)> {
        let store = self.space.store();
        let open = vars.iter().copied().filter(|&x| !store.is_fixed(x));
        let split = open.min_by_key(|&x| size(store.words(x)))?;
        Some((split, store.values(split).collect()))
    }

    /// How some rules and facts contradict each other, and what that depends
    /// on; `None` when they do not, or it takes more nodes.
    pub(crate) async fn argue<'f>(
        &mut self,
        rules: &[usize],
        facts: impl IntoIterator<Item = &'f Fact>,
        nodes: u32,
    ) -> Option<(Argument, Cone)> {
        self.begin(rules).await;
        let vars = self.scope_of(rules);
        let result = match self.state(facts) {
            Ok(()) => self.argue_on(nodes, &vars).await,
            Err(Conflict) => Ok(None),
        };
        self.space.pop();
        result.ok().flatten()
    }

    /// Whether some rules and facts rule out all these values.
    pub(crate) async fn rule_out(&mut self, rules: &[usize], facts: &[Fact], targets: &[(Var, Set)]) -> bool {
        let all_gone = |store: &Store| targets.iter().all(|(x, gone)| !meet(store.words(*x), gone));
        self.ask(rules, facts, |outcome| outcome.is_ok_and(all_gone)).await
    }

    /// All that the rules together conclude from what is known, which must be
    /// right.
    pub(crate) async fn implied(&mut self, knowledge: &Knowledge) -> Knowledge {
        self.implied_by_rules(&self.all_rules(), knowledge).await.unwrap_or_else(|Conflict| knowledge.clone())
    }

    /// What is left when everything is crossed off that people cross off without a word, or in a few:
    /// what the rules of book-keeping conclude. Numbers that crossing off leaves last are not entered. The
    /// same, where that contradicts the rules.
    pub(crate) async fn crossed_off(&mut self, knowledge: &Knowledge) -> Knowledge {
        let all: Vec<usize> = self.context.routine().collect();
        let is_crossing = |&rule: &usize| self.context.instance(rule).telling == Telling::Crossing;
        let (crossing, others): (Vec<usize>, Vec<usize>) = all.iter().partition(|rule| is_crossing(rule));
        let mut left = knowledge.clone();
        loop {
            let Ok(implied) = self.implied_by_rules(&others, &left).await else { return knowledge.clone() };
            left = implied;
            // Only rules about what would go have anything to say.
            let Ok(most) = self.implied_by_rules(&all, &left).await else { return knowledge.clone() };
            let goes = |x: &Var| most.left(*x) != left.left(*x);
            let open: Vec<usize> =
                crossing.iter().copied().filter(|&rule| self.scopes[rule].iter().any(goes)).collect();
            let before = left.clone();
            for rule in open {
                if let Some(Finding::Removes(gone)) = self.look_at(rule, &left).await {
                    gone.iter().for_each(|(x, gone)| self.cross_off(*x, gone, &mut left));
                }
            }
            if left == before {
                return left;
            }
        }
    }

    /// What some rules together leave of what is known.
    async fn implied_by_rules(&mut self, rules: &[usize], knowledge: &Knowledge) -> Result<Knowledge, Conflict> {
        let known = self.facts_about(knowledge, rules);
        let vars = self.vars.clone();
        let look = |outcome: Result<&Store, Conflict>| outcome.map(|store| Knowledge::of(store, vars.into_iter()));
        Ok(self.ask(rules, &known, look).await?.common(knowledge))
    }

    /// Takes these values away but for the last of a place.
    fn cross_off(&self, x: Var, gone: &Set, left: &mut Knowledge) {
        for bit in bits(gone) {
            if !self.context.is_place(x) || size(left.left(x)) > 2 {
                left.remove(x, &single(bit, gone));
            }
        }
    }

    /// Opens a level with all rules and all that is known, to suppose
    /// something on top of it; the next question ends it. What any rule
    /// concludes must be known already.
    pub(crate) async fn open(&mut self, rules: &[usize], knowledge: &Knowledge) -> Result<(), Conflict> {
        self.begin(rules).await;
        let known = |space: &mut Space, x: Var| space.keep(x, knowledge.left(x));
        let stated = self.vars.iter().try_for_each(|&x| known(&mut self.space, x));
        self.space.wake_all();
        let outcome = stated.and_then(|()| self.space.propagate());
        self.count();
        outcome
    }

    /// On an open level: whether a supposition leads to a contradiction.
    pub(crate) async fn fails(&mut self, supposed: &Fact) -> bool {
        self.meter.pause().await;
        self.space.push();
        let stated = self.space.keep(supposed.var, &supposed.left);
        let outcome = stated.and_then(|()| self.space.propagate());
        self.count();
        self.space.pop();
        outcome.is_err()
    }

    /// On an open level: how a supposition leads to a contradiction.
    pub(crate) async fn argue_supposing(&mut self, supposed: &Fact, nodes: u32) -> Argued {
        self.meter.pause().await;
        self.space.push();
        let result = match self.space.keep(supposed.var, &supposed.left) {
            Ok(()) => self.argue_on(nodes, &self.vars.clone()).await,
            Err(Conflict) => Err(Stopped::Nodes),
        };
        self.space.pop();
        result
    }

    /// On an open level: what the contradiction depends on that a supposition leads to, and how hard it looks.
    pub(crate) async fn weigh(&mut self, supposed: &Fact) -> Option<(u32, Cone)> {
        self.meter.pause().await;
        self.space.push();
        let mut record = self.blank_record();
        let (from, mut cone) = (record.mark(), Cone::default());
        let stated = self.space.keep(supposed.var, &supposed.left);
        if stated.is_ok() && self.space.propagate_observed(&mut record).is_err() {
            record.cut(&[], &mut cone);
        }
        self.count();
        self.space.pop();
        let spoken = |rule: &usize| self.context.instance(*rule).telling == Telling::Spoken;
        let sentences = 1 + record.needed_rules(from).filter(spoken).count() as u32;
        let fails = record.failed().is_some();
        self.record = record;
        let costs: u32 = cone.rules().map(|rule| self.context.instance(rule).cost).sum();
        fails.then_some((costs + 2 * sentences, cone))
    }

    async fn argue_on(&mut self, nodes: u32, vars: &[Var]) -> Argued {
        let record = self.blank_record();
        let mut cases = Cases { record, splits: Vec::new(), cone: Cone::default(), left: nodes };
        let argued = cases.argue(self, vars).await;
        self.record = cases.record;
        Ok(argued?.map(|argument| (argument, cases.cone)))
    }

    /// A record with nothing in it, in the memory of the last one.
    fn blank_record(&mut self) -> Record {
        let mut record = std::mem::take(&mut self.record);
        record.clear(self.vars.len());
        record
    }
}

/// Telling cases apart until each has its contradiction.
struct Cases {
    record: Record,
    splits: Vec<(Var, Moment)>,
    cone: Cone,
    /// The nodes that are left to spend.
    left: u32,
}

impl Cases {
    async fn argue(&mut self, inquiry: &mut Inquiry, vars: &[Var]) -> Result<Option<Argument>, Stopped> {
        self.left = self.left.checked_sub(1).ok_or(Stopped::Nodes)?;
        let from = self.record.mark();
        let outcome = inquiry.space.propagate_observed(&mut self.record);
        inquiry.count();
        if outcome.is_err() {
            self.record.cut(&self.splits, &mut self.cone);
            let to = self.record.mark();
            let argued = |rule| Argument { links: self.record.needed(from, to), end: End::Fails(rule) };
            return Ok(self.record.failed().map(argued));
        }
        let Some((split, values)) = inquiry.split_at(vars) else { return Ok(None) };
        let to = self.record.mark();
        if values.len() as u32 > self.left {
            return Err(Stopped::Nodes);
        }
        self.splits.push((split, to));
        let mut cases = Vec::new();
        for value in values {
            inquiry.meter.pause().await;
            inquiry.space.push();
            let argument = match inquiry.space.assume(split.is(value)) {
                Ok(()) => Box::pin(self.argue(inquiry, vars)).await,
                Err(Conflict) => Err(Stopped::Nodes),
            };
            inquiry.space.pop();
            self.record.back_to(to);
            let Some(argument) = argument? else { return Ok(None) };
            cases.push((value, argument));
        }
        self.splits.pop();
        let links = self.record.needed(from, to);
        Ok(Some(Argument { links, end: End::Cases(split, cases) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_counted_where_they_end() {
        let var = fd::Model::new().var(1..=2).expect("it is small");
        let fails = Argument { links: Vec::new(), end: End::Fails(0) };
        let split = |one: &Argument, two: &Argument| {
            let cases = vec![(1, one.clone()), (2, two.clone())];
            Argument { links: Vec::new(), end: End::Cases(var, cases) }
        };
        let nested = split(&split(&fails, &fails), &fails);
        for (argument, cases) in [(&fails, 1), (&split(&fails, &fails), 2), (&nested, 3)] {
            assert_eq!((argument.cases(), argument.length(), argument.failing().len()), (cases, cases, cases));
        }
    }
}
