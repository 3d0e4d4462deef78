//! Chains: the links that a contradiction cannot do without.

use super::inquiry::{Argument, End, Fact, Inquiry};
use super::knowledge::{Knowledge, Set, common, size, values, without};
use super::step::Step;
use super::trace::Removals;
use fd::{Store, Var};

/// A rule, and what it says something of.
type Link = (usize, Vec<Var>);

impl Inquiry {
    /// A step whose contradiction comes in fewer sentences: without the links, and then
    /// without the conclusions, that it can do without. Each link follows from the facts
    /// and the links before it.
    pub(crate) async fn shortened(&mut self, step: Step) -> Step {
        let Some((supposed, argument)) = &step.argument else { return step };
        let End::Fails(last) = argument.end else { return step };
        let mut start = self.root().clone();
        for Fact { var, left } in step.facts.iter().chain(supposed) {
            let left = common(start.left(*var), left);
            start.set(*var, &left);
        }
        let mut best = argument.clone();
        let mut i = 0;
        while i < best.links.len() {
            let mut fewer = links(&best);
            fewer.remove(i);
            match self.replay(&start, &fewer, last).await {
                Some(shorter) => best = shorter,
                None => i += 1,
            }
        }
        let mut at = (0, 0);
        while let Some((_, vars)) = links(&best).get(at.0) {
            if at.1 >= vars.len() {
                at = (at.0 + 1, 0);
                continue;
            }
            let mut fewer = links(&best);
            fewer[at.0].1.remove(at.1);
            match self.replay(&start, &fewer, last).await {
                Some(shorter) => best = shorter,
                None => at.1 += 1,
            }
        }
        let score = self.refuted_score(&step.rules, &step.facts, &best);
        Step { score, argument: Some((supposed.clone(), best)), ..step }
    }

    /// The argument that goes through these links; `None` when that is no contradiction.
    async fn replay(&mut self, start: &Knowledge, links: &[Link], last: usize) -> Option<Argument> {
        let (mut known, mut told) = (start.clone(), Vec::new());
        for (rule, vars) in links {
            let facts = self.facts_about(&known, &[*rule]);
            let look = |store: &Store| -> Vec<(Var, Set)> {
                vars.iter().map(|&x| (x, without(known.left(x), store.words(x)))).collect()
            };
            let Some(gone) = self.ask(&[*rule], &facts, |outcome| outcome.ok().map(look)).await else {
                return Some(Argument { links: told, end: End::Fails(*rule) });
            };
            let mut removed = Vec::new();
            for (x, gone) in gone.into_iter().filter(|(_, gone)| size(gone) > 0) {
                known.remove(x, &gone);
                removed.push((x, values(&gone, self.grounds.base(x)).collect()));
            }
            if !removed.is_empty() {
                told.push(Removals { rule: *rule, removed });
            }
        }
        let facts = self.facts_about(&known, &[last]);
        let fails = self.contradict(&[last], &facts, 1).await;
        fails.then_some(Argument { links: told, end: End::Fails(last) })
    }
}

fn links(argument: &Argument) -> Vec<Link> {
    let vars = |link: &Removals| link.removed.iter().map(|(x, _)| *x).collect();
    argument.links.iter().map(|link| (link.rule, vars(link))).collect()
}
