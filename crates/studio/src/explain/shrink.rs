//! Making premises as few and as weak as possible.

use super::inquiry::{Fact, Inquiry};
use super::knowledge::{Knowledge, Set, bits, single, size, union, values, without};
use super::sets;
use super::trace::Cone;
use super::words::set_of;
use puzzles::{Subject, Values};

/// The most values of a fact that are given back one by one.
const MOST_SINGLE_VALUES: u32 = 9;

/// The most values of an amount of which people cross off single ones.
const MOST_CROSSED_OFF: u32 = 20;

/// Whether something is an amount of which nobody crosses off single values where a bound will do.
pub(super) fn is_large_amount(subject: &Subject, possible: &[u64]) -> bool {
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
        let (root, base) = (self.root().left(x).to_vec(), self.context.base(x));
        let mut simple = false;
        if !matches!(self.reasoning().subjects()[x.index()].values, Values::Words(_)) {
            let numbers = |set: &Set| values(set, base).collect::<Vec<i32>>();
            let (all, left) = (numbers(&root), numbers(&facts[i].left));
            for simpler in sets::simpler(&all, &left) {
                let set = set_of(&simpler, base, root.len());
                simple = self.try_left(facts, i, set, enough).await;
                if simple {
                    break;
                }
            }
            // Else a simple statement with exceptions, as few as can be.
            if !simple && left.len() > FEW_LEFT && !sets::is_simple(&all, &left) {
                let around = sets::around(&all, &left).into_iter().min_by_key(Vec::len).unwrap_or_default();
                let around = set_of(&around, base, root.len());
                for bit in bits(&without(&around, &facts[i].left)) {
                    let set = union(&facts[i].left, &single(bit, &root));
                    self.try_left(facts, i, set, enough).await;
                }
            }
        }
        let gone = without(&root, &facts[i].left);
        let large = is_large_amount(&self.reasoning().subjects()[x.index()], &root);
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
        let instances = self.reasoning().instances();
        rules.sort_by_key(|&rule| (std::cmp::Reverse(instances[rule].cost), std::cmp::Reverse(rule)));
        let mut i = 0;
        while i < rules.len() {
            let rule = rules.remove(i);
            let mut facts = self.facts_about(knowledge, &rules);
            facts.extend(supposed.cloned());
            match self.argue(&rules, &facts, nodes).await {
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
