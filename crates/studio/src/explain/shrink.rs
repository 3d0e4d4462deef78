//! Making premises as few and as weak as possible.

use super::inquiry::{Fact, Inquiry};
use super::knowledge::{Knowledge, Set, bits, single, size, union, without};
use super::trace::Cone;

/// The most values of a fact that are given back one by one.
const MOST_SINGLE_VALUES: u32 = 12;

impl Inquiry {
    /// Drops facts, and then parts of facts, while `enough` says that the rest
    /// still implies what is wanted. The first ones are tried first.
    pub(crate) async fn shrink_facts(
        &mut self,
        mut facts: Vec<Fact>,
        mut enough: impl AsyncFnMut(&mut Inquiry, &[Fact]) -> bool,
    ) -> Vec<Fact> {
        let mut i = 0;
        while i < facts.len() {
            let fact = facts.remove(i);
            if !enough(self, &facts).await {
                facts.insert(i, fact);
                i += 1;
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

    /// Gives values back to one fact: first all that lie between others, then
    /// all at either end, then one by one.
    async fn weaken(
        &mut self,
        facts: &mut [Fact],
        i: usize,
        enough: &mut impl AsyncFnMut(&mut Inquiry, &[Fact]) -> bool,
    ) {
        let root = self.root().left(facts[i].var).to_vec();
        let ways: [fn(usize, usize, usize) -> bool; 3] =
            [|bit, low, high| low < bit && bit < high, |bit, low, _| bit < low, |bit, _, high| bit > high];
        for way in ways {
            let left = &facts[i].left;
            let (Some(low), Some(high)) = (bits(left).next(), bits(left).last()) else { return };
            let gone = without(&root, left);
            let back: Vec<usize> = bits(&gone).filter(|&bit| way(bit, low, high)).collect();
            if !back.is_empty() {
                let set = back.iter().fold(left.clone(), |set, &bit| union(&set, &single(bit, &root)));
                self.try_left(facts, i, set, enough).await;
            }
        }
        let gone = without(&root, &facts[i].left);
        if size(&gone) <= MOST_SINGLE_VALUES {
            for bit in bits(&gone) {
                let set = union(&facts[i].left, &single(bit, &root));
                self.try_left(facts, i, set, enough).await;
            }
        }
    }

    async fn try_left(
        &mut self,
        facts: &mut [Fact],
        i: usize,
        left: Set,
        enough: &mut impl AsyncFnMut(&mut Inquiry, &[Fact]) -> bool,
    ) {
        let before = std::mem::replace(&mut facts[i].left, left);
        if !enough(self, facts).await {
            facts[i].left = before;
        }
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
        rules.sort_by_key(|&rule| (std::cmp::Reverse(instances[rule].effort), std::cmp::Reverse(rule)));
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
