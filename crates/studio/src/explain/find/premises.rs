//! Premises: as few and as weak as possible, and stated as the reader knows them.
//!
//! A run of all rules under a supposition is observed; what the contradiction depends
//! on is cut out of it, and only that is shrunk by leaving out rules, then facts, then
//! values of facts. Enumerating sets of rules would be far too slow. (The idea of small
//! unsatisfiable sets as human steps is from Espasa, Gent, Hoffmann, Jefferson, Lynch:
//! Using Small MUSes to Explain How to Solve Pen and Paper Puzzles, 2021.)
//!
//! A premise is weakened to find out which earlier steps it needs. Where four values
//! or fewer are left, those are read more easily, and stated instead.

use super::account::Told;
use super::inquiry::{Fact, Inquiry};
use super::record::Cone;
use crate::explain::context::Context;
use crate::explain::knowledge::{Knowledge, Set, bits, common, single, size, union, without};
use crate::explain::say::sets;
use crate::explain::step::{Level, Removes, Step};
use fd::Var;
use puzzles::{Subject, Telling, Values};
use std::sync::Arc;

/// The most values of a fact that are given back one by one.
const MOST_SINGLE_VALUES: u32 = 9;

/// The most values of an amount of which people cross off single ones.
const MOST_CROSSED_OFF: u32 = 20;

/// Whether something is an amount of which nobody crosses off single values where a bound will do.
pub(crate) fn is_large_amount(subject: &Subject, possible: &[u64]) -> bool {
    matches!(subject.values, Values::Amounts(_)) && size(possible) > MOST_CROSSED_OFF
}

/// The most facts that are dropped at once.
const CHUNK: usize = 16;

/// This many values that are left are said as they are.
const FEW_LEFT: usize = 3;

/// This many values that are gone are said as easily as a bound.
const FEW: u32 = 2;

impl Inquiry {
    /// Drops facts, and then parts of facts, while `enough` says that the rest
    /// still implies what is wanted. The first ones are tried first.
    pub(crate) async fn shrink_facts(
        &mut self,
        mut facts: Vec<Fact>,
        mut enough: impl AsyncFnMut(&mut Inquiry, &[Fact]) -> bool,
    ) -> Vec<Fact> {
        let (mut i, mut chunk) = (0, CHUNK);
        while i < facts.len() {
            // Few facts are needed: several are tried at once, then one by one.
            let end = facts.len().min(i + chunk);
            let dropped: Vec<Fact> = facts.drain(i..end).collect();
            if enough(self, &facts).await {
                continue;
            }
            facts.splice(i..i, dropped);
            if end - i == 1 {
                i += 1;
                chunk = CHUNK;
            } else {
                chunk = (end - i) / 2;
            }
        }
        for i in 0..facts.len() {
            // What is on the board is said as it is.
            if size(&facts[i].left) > 1 {
                self.weaken(&mut facts, i, &mut enough).await;
            }
        }
        facts.sort_unstable();
        facts
    }

    /// Weakens one fact: to the simplest statement that is enough (a bound, a
    /// multiple), or else by giving values back one by one, if few are gone.
    async fn weaken(
        &mut self,
        facts: &mut [Fact],
        i: usize,
        enough: &mut impl AsyncFnMut(&mut Inquiry, &[Fact]) -> bool,
    ) {
        let x = facts[i].var;
        let (context, root) = (Arc::clone(&self.context), self.context.root.left(x).to_vec());
        let mut simple = false;
        if !matches!(context.subject(x).values, Values::Words(_)) {
            let (all, left) = (context.values(x, &root), context.values(x, &facts[i].left));
            for simpler in sets::simpler(&all, &left) {
                simple = self.try_left(facts, i, context.set_of(x, &simpler), enough).await;
                if simple {
                    break;
                }
            }
            // Else a simple statement with exceptions, as few as can be.
            if !simple && left.len() > FEW_LEFT && !sets::is_simple(&all, &left) {
                let around = sets::around(&all, &left).into_iter().min_by_key(Vec::len).unwrap_or_default();
                for bit in bits(&without(&context.set_of(x, &around), &facts[i].left)) {
                    let set = union(&facts[i].left, &single(bit, &root));
                    self.try_left(facts, i, set, enough).await;
                }
            }
        }
        let gone = without(&root, &facts[i].left);
        let large = is_large_amount(context.subject(x), &root);
        if size(&gone) <= MOST_SINGLE_VALUES && !(simple && large) {
            let left = facts[i].left.clone();
            for bit in bits(&gone) {
                let set = union(&facts[i].left, &single(bit, &root));
                self.try_left(facts, i, set, enough).await;
            }
            // A simple statement is better than a weak one.
            let kept = size(&without(&root, &facts[i].left));
            if kept > FEW && kept < size(&gone) {
                facts[i].left = left;
            }
        }
    }

    /// Whether other values may be left just as well; if so, they are.
    async fn try_left(
        &mut self,
        facts: &mut [Fact],
        i: usize,
        left: Set,
        enough: &mut impl AsyncFnMut(&mut Inquiry, &[Fact]) -> bool,
    ) -> bool {
        let before = std::mem::replace(&mut facts[i].left, left);
        let kept = enough(self, facts).await;
        if !kept {
            facts[i].left = before;
        }
        kept
    }

    /// Drops rules from the cone of a contradiction while the rest still
    /// contradicts what is known and `supposed`; the hardest to see are tried
    /// first.
    pub(crate) async fn shrink_rules(
        &mut self,
        knowledge: &Knowledge,
        supposed: Option<&Fact>,
        cone: &Cone,
        nodes: u32,
    ) -> Vec<usize> {
        let mut rules: Vec<usize> = cone.rules().collect();
        let instances = self.context.reasoning.instances();
        rules.sort_by_key(|&rule| (std::cmp::Reverse(instances[rule].cost), std::cmp::Reverse(rule)));
        let mut i = 0;
        while i < rules.len() {
            let rule = rules.remove(i);
            match self.argue_known(&rules, knowledge, supposed, nodes).await {
                // Often more than one rule was in the way.
                Some((_, cone)) => rules.retain(|&rule| cone.has_rule(rule)),
                None => {
                    rules.insert(i, rule);
                    i += 1;
                }
            }
        }
        rules.sort_unstable();
        rules
    }
}

/// Up to this many values that are left are stated, even where a weaker statement would do.
const FEW_STATED: u32 = 4;

/// So many premises that say the same are left as they are.
const MANY: usize = 3;

impl Inquiry {
    /// Steps whose premises are stated as they stand in the reader's notes, where few
    /// values are left: `w4 is 3 or 5` is seen, `w4 is odd` must be thought of. It
    /// is done only where each premise is still needed.
    ///
    /// Notes in each step what it rules out as it is told, and what is crossed off then. Returns what
    /// is known before the first.
    pub(crate) async fn state_as_known(
        &mut self,
        start: &Knowledge,
        opening: &mut [Step],
        steps: &mut [Step],
    ) -> Knowledge {
        let mut reader = Reader { known: start.clone(), said: start.clone() };
        opening.iter_mut().for_each(|step| reader.take_note(&self.context, step));
        reader.known = self.crossed_off(&reader.known).await;
        let (before, mut told) = (reader.known.clone(), Told::new());
        for step in steps {
            // The step stays where it is until it is done: this may be cancelled.
            let mut main = step.clone();
            let (mut also, mut then) = (std::mem::take(&mut main.also), std::mem::take(&mut main.then));
            for part in std::iter::once(&mut main).chain(&mut also).chain(&mut then) {
                self.say_once(&reader, part).await;
                self.state_part(&reader.known, part).await;
                reader.take_note(&self.context, part);
                self.account_for(part, &mut told).await;
            }
            then.retain(|part| !part.is_contradiction());
            let after = self.crossed_off(&reader.known).await;
            let crossed = reader.known.lost(&after, &self.vars);
            reader.known = after;
            *step = Step { also, then, crossed, ..main };
        }
        before
    }

    /// Leaves out of what one rule concludes what was said before, and the facts that only that needs. A
    /// step of which nothing is news stays; book-keeping does not.
    async fn say_once(&mut self, reader: &Reader, part: &mut Step) {
        let &[rule] = part.rules.as_slice() else { return };
        let news = |own: &Removes| common(&own.gone, reader.said.left(own.var));
        if part.argument.is_some() || part.removes.iter().all(|own| news(own) == own.gone) {
            return;
        }
        let removes = part.removes.iter().map(|own| Removes { gone: news(own), ..own.clone() });
        let removes: Vec<Removes> = removes.filter(|own| size(&own.gone) > 0).collect();
        let is_told = self.context.instance(rule).telling == Telling::Spoken || self.context.enters_last(part);
        if removes.is_empty() && is_told {
            return;
        }
        part.removes = removes;
        if !part.is_contradiction() {
            let cost = part.cost;
            *part = Step { cost, ..self.with_fewer_facts(rule, std::mem::take(part)).await };
        }
    }

    async fn state_part(&mut self, known: &Knowledge, part: &mut Step) {
        if part.level == Level::Cases {
            return;
        }
        // What is said of many at once is shorter than what is left of each: `w1 to w10 are not 9`.
        let is_shared = |fact: &&Fact| part.facts.iter().filter(|other| other.left == fact.left).count() >= MANY;
        // What is concluded of something is not stated of it.
        let is_concluded = |fact: &&Fact| part.removes.iter().any(|own| own.var == fact.var);
        let alone = part.facts.iter().filter(|fact| !is_shared(fact) && !is_concluded(fact));
        let alone: Vec<Var> = alone.map(|fact| fact.var).collect();
        for x in alone {
            let now = known.left(x);
            let Some(i) = part.facts.iter().position(|fact| fact.var == x && fact.left != now) else { continue };
            if size(now) > FEW_STATED {
                continue;
            }
            let mut stated = part.clone();
            stated.facts[i].left = now.to_vec();
            if stated.argument.is_none() {
                self.drop_others(&mut stated, x).await;
            }
            if self.needs_all(&stated).await {
                if stated.argument.is_none() {
                    stated.implied = self.implied_by(&stated).await;
                }
                *part = stated;
            }
        }
    }

    /// Drops the facts that a deduction does not need, now that what it says of `x` is stronger.
    async fn drop_others(&mut self, part: &mut Step, x: Var) {
        let mut i = 0;
        while i < part.facts.len() {
            let mut fewer = part.facts.clone();
            let dropped = fewer.remove(i);
            if dropped.var != x && self.concludes(part, &part.rules, &fewer).await {
                part.facts = fewer;
            } else {
                i += 1;
            }
        }
    }

    /// Whether a deduction takes each of its rules and facts.
    async fn needs_all(&mut self, part: &Step) -> bool {
        for i in 0..part.rules.len() + part.facts.len() {
            let (mut rules, mut facts) = (part.rules.clone(), part.facts.clone());
            match i.checked_sub(rules.len()) {
                None => drop(rules.remove(i)),
                Some(i) => drop(facts.remove(i)),
            }
            if self.concludes(part, &rules, &facts).await {
                return false;
            }
        }
        true
    }

    /// Whether these rules and facts give what a deduction concludes.
    async fn concludes(&mut self, part: &Step, rules: &[usize], facts: &[Fact]) -> bool {
        if part.argument.is_some() {
            return self.contradict(rules, facts.iter().chain(part.supposed()), 1).await;
        }
        self.rule_out(rules, facts, &part.targets()).await
    }
}

/// What the reader knows.
#[derive(Debug)]
pub(crate) struct Reader {
    /// What was said, and what everybody crosses off then.
    pub(crate) known: Knowledge,
    /// What was said and nothing else.
    pub(crate) said: Knowledge,
}

impl Reader {
    /// What is known after a deduction: what it says, which may be more than is needed later.
    pub(crate) fn take_note(&mut self, context: &Context, part: &mut Step) {
        let sentence = part.clone();
        for own in part.removes.iter_mut().chain(&mut part.alike) {
            let before = self.said.left(own.var).to_vec();
            for reader in [&mut self.known, &mut self.said] {
                reader.remove(own.var, &own.gone);
                if sentence.argument.is_none() {
                    let told = common(reader.left(own.var), &context.conclusion(&sentence, own));
                    reader.set(own.var, &told);
                }
            }
            own.left = self.known.left(own.var).to_vec();
            own.told = without(&before, self.said.left(own.var));
        }
    }
}
