//! Chains: the links that a contradiction cannot do without.

use super::inquiry::{Argument, End, Fact, Inquiry};
use super::knowledge::{Knowledge, Set, common, size, values, without};
use super::step::Step;
use super::trace::Removals;
use fd::{Conflict, Store, Var};

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
        let argument = self.with_fewer_links(&start, argument.clone(), last).await;
        let argument = self.with_fewer_conclusions(&start, argument, last).await;
        let cost = self.refuted_cost(&step.rules, &step.facts, &argument);
        Step { cost, argument: Some((supposed.clone(), argument)), ..step }
    }

    async fn with_fewer_links(&mut self, start: &Knowledge, argument: Argument, last: usize) -> Argument {
        let (mut known, mut kept) = (start.clone(), Vec::new());
        let (mut rest, mut end) = (links(&argument), argument.end);
        while let [link, others @ ..] = rest.as_slice() {
            match self.replay(&known, others, last).await {
                Some(shorter) => (rest, end) = (links(&shorter), shorter.end),
                None => match self.follow(&mut known, link).await {
                    Ok(removals) => {
                        kept.extend(removals);
                        rest.remove(0);
                    }
                    Err(Conflict) => return Argument { links: kept, end: End::Fails(link.0) },
                },
            }
        }
        Argument { links: kept, end }
    }

    async fn with_fewer_conclusions(&mut self, start: &Knowledge, argument: Argument, last: usize) -> Argument {
        let (mut known, mut kept) = (start.clone(), Vec::new());
        let (mut rest, mut end) = (links(&argument), argument.end);
        let mut tried = 0;
        while let Some((_, vars)) = rest.first() {
            if tried == vars.len() {
                let link = rest.remove(0);
                match self.follow(&mut known, &link).await {
                    Ok(removals) => kept.extend(removals),
                    Err(Conflict) => return Argument { links: kept, end: End::Fails(link.0) },
                }
                tried = 0;
                continue;
            }
            let mut fewer = rest.clone();
            fewer[0].1.remove(tried);
            match self.replay(&known, &fewer, last).await {
                Some(shorter) => (rest, end) = (links(&shorter), shorter.end),
                None => tried += 1,
            }
        }
        Argument { links: kept, end }
    }

    /// What a link adds to what is known, if anything; an error if that is a contradiction.
    async fn follow(&mut self, known: &mut Knowledge, (rule, vars): &Link) -> Result<Option<Removals>, Conflict> {
        let facts = self.facts_about(known, &[*rule]);
        let look = |store: &Store| -> Vec<(Var, Set)> {
            vars.iter().map(|&x| (x, without(known.left(x), store.words(x)))).collect()
        };
        let gone = self.ask(&[*rule], &facts, |outcome| outcome.map(look)).await?;
        let mut removed = Vec::new();
        for (x, gone) in gone.into_iter().filter(|(_, gone)| size(gone) > 0) {
            known.remove(x, &gone);
            removed.push((x, values(&gone, self.context.base(x)).collect()));
        }
        Ok((!removed.is_empty()).then_some(Removals { rule: *rule, removed }))
    }

    /// The argument that goes through these links; `None` when that is no contradiction.
    async fn replay(&mut self, start: &Knowledge, links: &[Link], last: usize) -> Option<Argument> {
        let (mut known, mut told) = (start.clone(), Vec::new());
        for link in links {
            match self.follow(&mut known, link).await {
                Ok(removals) => told.extend(removals),
                Err(Conflict) => return Some(Argument { links: told, end: End::Fails(link.0) }),
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
