//! Suppositions that lead to a contradiction, in as few links as it takes.
//!
//! Those about as easy as the last one are used up before all are gone through
//! again, since that is what takes the time. An argument may use everything known; its
//! premises are only what it needs. Otherwise known facts would be concluded again on
//! the way.

use super::inquiry::{Argument, End, Fact, Inquiry};
use super::record::{Cone, Removals};
use crate::explain::knowledge::{Knowledge, Set, bits, common, meet, single, size, union, values, without};
use crate::explain::step::{Level, Removes, Step, gathered};
use fd::{Conflict, Stopped, Store, Var, Words};
use puzzles::{Telling, Values};
use std::collections::BTreeMap;

/// How many of the suppositions that look easiest are worked out.
const WORKED_OUT: usize = 4;

/// If a variable has more values than this, only the least and the greatest are
/// supposed: nobody goes through all of them.
const MOST_SUPPOSED: u32 = 9;

/// What was found on the way here and may serve again: going through all suppositions at
/// each step would take most of the time.
#[derive(Debug, Default)]
pub(crate) struct Spare {
    /// Suppositions that were refuted when all were last gone through.
    refuted: Vec<Fact>,
    /// Those that were worked out, with how hard they had looked before. What followed
    /// then still does.
    worked_out: BTreeMap<Fact, (u32, Step)>,
}

impl Inquiry {
    /// The suppositions that are refuted most easily, without telling cases
    /// apart, the easiest first. When what is known is already contradictory,
    /// that is the only step. No rule by itself may have anything left to say.
    ///
    /// Only those in `spare` are gone through, if some are left: they were refuted
    /// before, and can only have become easier. Else `spare` is filled again.
    pub(crate) async fn suppose(&mut self, knowledge: &Knowledge, spare: &mut Spare) -> Vec<Step> {
        if self.open(&self.all_rules(), knowledge).await.is_err() {
            return self.contradiction(knowledge, 1).await.into_iter().collect();
        }
        let open = |Fact { var, left }: &Fact| size(knowledge.left(*var)) > 1 && meet(knowledge.left(*var), left);
        spare.refuted.retain(open);
        // What was refuted before still is.
        let again = !spare.refuted.is_empty();
        let all = if again { std::mem::take(&mut spare.refuted) } else { self.suppositions(knowledge) };
        let mut found: Vec<(u32, Fact, Cone)> = Vec::new();
        for supposed in all {
            if (again || self.fails(&supposed).await)
                && let Some((estimate, cone)) = self.weigh(&supposed).await
            {
                found.push((estimate, supposed, cone));
            }
        }
        found.sort_by_key(|(estimate, ..)| *estimate);
        spare.refuted.extend(found.iter().map(|(_, supposed, _)| supposed.clone()));
        found.truncate(WORKED_OUT);
        let mut steps: Vec<Step> = Vec::new();
        for (estimate, supposed, cone) in found {
            let known = spare.worked_out.get(&supposed).filter(|(before, _)| *before <= estimate);
            let step = match known {
                Some((_, step)) => Some(step.clone()),
                None => self.refute(knowledge, supposed.clone(), &cone, 1).await,
            };
            let Some(mut step) = step else { continue };
            step.removes = vec![removal(&supposed, knowledge)];
            spare.worked_out.insert(supposed, (estimate, step.clone()));
            steps.push(step);
        }
        steps.sort_by_key(|step| (step.level, step.cost));
        steps
    }

    /// What can be supposed: a value for what is not known yet.
    pub(crate) fn suppositions(&self, knowledge: &Knowledge) -> Vec<Fact> {
        let mut list = Vec::new();
        for &var in &self.vars {
            let left = knowledge.left(var);
            let fact = |bit: usize| Fact { var, left: single(bit, left) };
            match size(left) {
                0 | 1 => {}
                2..=MOST_SUPPOSED => list.extend(bits(left).map(fact)),
                _ => list.extend(bits(left).next().into_iter().chain(bits(left).last()).map(fact)),
            }
        }
        list
    }

    /// A refuted supposition as a step, with as few premises as possible.
    pub(crate) async fn refute(
        &mut self,
        knowledge: &Knowledge,
        supposed: Fact,
        cone: &Cone,
        nodes: u32,
    ) -> Option<Step> {
        let mut step = self.work_out(knowledge, Some(supposed.clone()), cone, nodes).await?;
        step.implied = vec![(supposed.var, without(self.context.root.left(supposed.var), &supposed.left))];
        step.removes = vec![removal(&supposed, knowledge)];
        Some(step)
    }

    /// A step that refutes the least or the greatest number, with all the next ones that
    /// the same rules and facts refute: `at most 40`.
    pub(crate) async fn widen(&mut self, knowledge: &Knowledge, mut step: Step) -> Step {
        let Some(supposed) = step.supposed().cloned() else { return step };
        let var = supposed.var;
        let left: Vec<usize> = bits(knowledge.left(var)).collect();
        let words = matches!(self.context.subject(var).values, Values::Words(_));
        let at = bits(&supposed.left).next().and_then(|bit| left.iter().position(|&other| other == bit));
        let next: Vec<usize> = match at {
            _ if words || step.argument.as_ref().is_some_and(|(_, argument)| argument.cases() > 1) => return step,
            Some(0) => left.iter().skip(1).copied().collect(),
            Some(last) if last + 1 == left.len() => left.iter().rev().skip(1).copied().collect(),
            _ => return step,
        };
        let mut wider = supposed.clone();
        for bit in next {
            let more = Fact { var, left: union(&wider.left, &single(bit, &wider.left)) };
            let all = size(&more.left) == left.len() as u32;
            if all || !self.contradict(&step.rules, step.facts.iter().chain([&more]), 1).await {
                break;
            }
            wider = more;
        }
        if let Some((argument, _)) = self.argue(&step.rules, step.facts.iter().chain([&wider]), 1).await {
            step.implied = vec![(var, without(self.context.root.left(var), &wider.left))];
            step.removes = vec![removal(&wider, knowledge)];
            step.argument = Some((Some(wider), argument));
        }
        step
    }

    /// What else the rules and facts of a step refute, among what is known to be refuted.
    pub(crate) async fn alike(&mut self, knowledge: &Knowledge, step: &Step, spare: &Spare) -> Vec<Removes> {
        let scope = self.scope_of(&step.rules);
        let mut alike: Vec<Removes> = Vec::new();
        for supposed in &spare.refuted {
            let Fact { var, left: gone } = supposed;
            let own = step.removes.iter().find(|removes| removes.var == *var);
            if scope.binary_search(var).is_err() || own.is_some_and(|own| meet(&own.gone, gone)) {
                continue;
            }
            if self.contradict(&step.rules, step.facts.iter().chain([supposed]), 1).await {
                let left = own.map_or(knowledge.left(*var), |own| &own.left);
                alike.push(Removes::new(*var, gone.clone(), without(left, gone)));
            }
        }
        gathered(alike)
    }

    /// Why what is known cannot be right.
    pub(crate) async fn contradiction(&mut self, knowledge: &Knowledge, nodes: u32) -> Option<Step> {
        let rules = self.all_rules();
        let facts = self.facts_about(knowledge, &rules);
        let (_, cone) = self.argue(&rules, &facts, nodes).await?;
        self.work_out(knowledge, None, &cone, nodes).await
    }

    async fn work_out(
        &mut self,
        knowledge: &Knowledge,
        supposed: Option<Fact>,
        cone: &Cone,
        nodes: u32,
    ) -> Option<Step> {
        let rules = self.shrink_rules(knowledge, supposed.as_ref(), cone, nodes).await;
        let known = self.facts_about(knowledge, &rules);
        let enough = async |inquiry: &mut Inquiry, facts: &[Fact]| {
            inquiry.contradict(&rules, facts.iter().chain(&supposed), nodes).await
        };
        let (_, cone) = self.argue(&rules, known.iter().chain(&supposed), nodes).await?;
        let used: Vec<Fact> = known.iter().filter(|fact| cone.has(fact.var)).cloned().collect();
        let known = if self.contradict(&rules, used.iter().chain(&supposed), nodes).await { used } else { known };
        let facts = self.shrink_facts(self.in_order_of_dropping(known), enough).await;
        // The argument uses what is stated, and nothing else that may be known.
        let (argument, _) = self.argue(&rules, facts.iter().chain(&supposed), nodes).await?;
        let instances = self.context.reasoning.instances();
        let spoken = rules.iter().filter(|&&rule| instances[rule].telling == Telling::Spoken).count();
        let (level, cost) = (Level::of(spoken, argument.cases()), self.refuted_cost(&rules, &facts, &argument));
        Some(Step { level, cost, rules, facts, argument: Some((supposed, argument)), ..Step::default() })
    }

    /// A place's value that is refuted by telling cases apart, in the fewest
    /// links that were found; more and more nodes are allowed. `None` when no value is
    /// refuted, which shows that there are several solutions.
    ///
    /// # Errors
    /// When that would take more than `most` nodes.
    pub(crate) async fn split(&mut self, knowledge: &Knowledge, most: u32) -> Result<Option<Step>, Stopped> {
        let mut undecided = self.suppositions(knowledge);
        undecided.retain(|fact| self.context.is_place(fact.var));
        let (mut nodes, mut best): (u32, Option<(usize, Fact, Cone)>) = (3, None);
        while !undecided.is_empty() && nodes <= most {
            if best.is_none() && self.open(&self.all_rules(), knowledge).await.is_ok() {
                for supposed in std::mem::take(&mut undecided) {
                    match self.argue_supposing(&supposed, nodes).await {
                        Ok(Some((argument, cone))) => {
                            if best.as_ref().is_none_or(|(least, ..)| argument.length() < *least) {
                                best = Some((argument.length(), supposed.clone(), cone));
                            }
                            undecided.push(supposed);
                        }
                        // It is part of a solution.
                        Ok(None) => {}
                        Err(_) => undecided.push(supposed),
                    }
                }
            }
            // The rules that it takes may need more nodes without the others, which told where to split.
            if let Some((_, supposed, cone)) = &best
                && let Some(step) = self.refute(knowledge, supposed.clone(), cone, nodes).await
            {
                return Ok(Some(step));
            }
            nodes = nodes.saturating_mul(3);
        }
        if undecided.is_empty() { Ok(None) } else { Err(Stopped::Nodes) }
    }
}

/// What goes when a supposition is refuted.
fn removal(Fact { var, left: gone }: &Fact, knowledge: &Knowledge) -> Removes {
    Removes::new(*var, gone.clone(), without(knowledge.left(*var), gone))
}

/// A rule, and what it says something of.
type Link = (usize, Vec<Var>);

impl Inquiry {
    /// A step whose contradiction comes in fewer sentences: without the links, and then
    /// without the conclusions, that it can do without. Each link follows from the facts
    /// and the links before it.
    pub(crate) async fn shortened(&mut self, step: Step) -> Step {
        let Some((supposed, argument)) = &step.argument else { return step };
        let End::Fails(last) = argument.end else { return step };
        let mut start = self.context.root.clone();
        for Fact { var, left } in step.facts.iter().chain(supposed) {
            let left = common(start.left(*var), left);
            start.set(*var, &left);
        }
        let mut argument = argument.clone();
        for whole in [true, false] {
            argument = self.with_fewer(&start, argument, last, whole).await;
        }
        let cost = self.refuted_cost(&step.rules, &step.facts, &argument);
        Step { cost, argument: Some((supposed.clone(), argument)), ..step }
    }

    /// An argument without the links (if `whole`), or without the conclusions, that it can do without.
    async fn with_fewer(&mut self, start: &Knowledge, argument: Argument, last: usize, whole: bool) -> Argument {
        let (mut known, mut kept) = (start.clone(), Vec::new());
        let (mut rest, mut end) = (links(&argument), argument.end);
        let mut tried = 0;
        while let Some((_, vars)) = rest.first() {
            if tried == if whole { 1 } else { vars.len() } {
                let link = rest.remove(0);
                match self.follow(&mut known, &link).await {
                    Ok(removals) => kept.extend(removals),
                    Err(Conflict) => return Argument { links: kept, end: End::Fails(link.0) },
                }
                tried = 0;
                continue;
            }
            let mut fewer = rest.clone();
            if whole {
                fewer.remove(0);
            } else {
                fewer[0].1.remove(tried);
            }
            match self.replay(&known, &fewer, last).await {
                Some(shorter) => (rest, end) = (links(&shorter), shorter.end),
                None => tried += 1,
            }
        }
        Argument { links: kept, end }
    }

    /// What a link adds to what is known, if anything; an error if that is a contradiction.
    async fn follow(&mut self, known: &mut Knowledge, (rule, vars): &Link) -> Result<Option<Removals>, Conflict> {
        let look = |store: &Store| -> Vec<(Var, Set)> {
            vars.iter().map(|&x| (x, without(known.left(x), store.words(x)))).collect()
        };
        let gone = self.ask_known(&[*rule], known, None, |outcome| outcome.map(look)).await?;
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
        let fails = self.ask_known(&[last], &known, None, |outcome| outcome.is_err()).await;
        fails.then_some(Argument { links: told, end: End::Fails(last) })
    }
}

fn links(argument: &Argument) -> Vec<Link> {
    let vars = |link: &Removals| link.removed.iter().map(|(x, _)| *x).collect();
    argument.links.iter().map(|link| (link.rule, vars(link))).collect()
}
