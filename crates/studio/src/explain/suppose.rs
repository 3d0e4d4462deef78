//! Suppositions that lead to a contradiction.

use super::inquiry::{Fact, Inquiry};
use super::knowledge::{Knowledge, Set, bits, meet, single, size, union, without};
use super::step::{Removes, Step};
use super::trace::Cone;
use fd::Var;
use puzzles::Values;
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
            self.close();
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
                && let Some((argument, cone)) = self.argue_supposing(&supposed, 1).await
            {
                let instances = self.reasoning().instances();
                let costs: u32 = cone.rules().map(|rule| instances[rule].cost).sum();
                found.push((costs + 2 * argument.sentences(instances) as u32, supposed, cone));
            }
        }
        self.close();
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
        step.implied = vec![(supposed.var, without(self.root().left(supposed.var), &supposed.left))];
        step.removes = vec![removal(&supposed, knowledge)];
        Some(step)
    }

    /// A step that refutes the least or the greatest number, with all the next ones that
    /// the same rules and facts refute: `at most 40`.
    pub(crate) async fn widen(&mut self, knowledge: &Knowledge, mut step: Step) -> Step {
        let Some(supposed) = step.supposed().cloned() else { return step };
        let Fact { var, left: ref gone } = supposed;
        let left: Vec<usize> = bits(knowledge.left(var)).collect();
        let words = matches!(self.reasoning().subjects()[var.index()].values, Values::Words(_));
        let at = bits(gone).next().and_then(|bit| left.iter().position(|&other| other == bit));
        let next: Vec<usize> = match at {
            _ if words || step.argument.as_ref().is_some_and(|(_, argument)| argument.cases() > 1) => return step,
            Some(0) => left.iter().skip(1).copied().collect(),
            Some(last) if last + 1 == left.len() => left.iter().rev().skip(1).copied().collect(),
            _ => return step,
        };
        let mut wider = gone.clone();
        for bit in next {
            let more = union(&wider, &single(bit, &wider));
            let facts: Vec<Fact> = step.facts.iter().cloned().chain([Fact { var, left: more.clone() }]).collect();
            if size(&more) == left.len() as u32 || !self.contradict(&step.rules, &facts, 1).await {
                break;
            }
            wider = more;
        }
        let facts: Vec<Fact> = step.facts.iter().cloned().chain([Fact { var, left: wider.clone() }]).collect();
        if let Some((argument, _)) = self.argue(&step.rules, &facts, 1).await {
            step.implied = vec![(var, without(self.root().left(var), &wider))];
            step.removes = vec![Removes { var, left: without(knowledge.left(var), &wider), gone: wider.clone() }];
            step.argument = Some((Some(Fact { var, left: wider }), argument));
        }
        step
    }

    /// What else the rules and facts of a step refute, among what is known to be refuted.
    pub(crate) async fn alike(&mut self, knowledge: &Knowledge, step: &Step, spare: &Spare) -> Vec<Removes> {
        let scope = self.scope_of(&step.rules);
        let mut alike: Vec<Removes> = Vec::new();
        for supposed in &spare.refuted {
            let Fact { var, left: gone } = supposed;
            let own = |removes: &Removes| removes.var == *var && meet(&removes.gone, gone);
            if scope.binary_search(var).is_err() || step.removes.iter().any(own) {
                continue;
            }
            let facts: Vec<Fact> = step.facts.iter().chain([supposed]).cloned().collect();
            if self.contradict(&step.rules, &facts, 1).await {
                match alike.iter_mut().find(|other| other.var == *var) {
                    Some(other) => other.gone = union(&other.gone, gone),
                    None => alike.push(Removes { var: *var, gone: gone.clone(), left: Set::new() }),
                }
            }
        }
        alike.sort_unstable_by_key(|other| other.var);
        for other in &mut alike {
            let before = step.removes.iter().find(|removes| removes.var == other.var);
            let left = before.map_or(knowledge.left(other.var), |removes| &removes.left);
            other.left = without(left, &other.gone);
        }
        alike
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
        let with = |facts: &[Fact]| -> Vec<Fact> { facts.iter().chain(&supposed).cloned().collect() };
        let enough =
            async |inquiry: &mut Inquiry, facts: &[Fact]| inquiry.contradict(&rules, &with(facts), nodes).await;
        let (_, cone) = self.argue(&rules, &with(&known), nodes).await?;
        let used: Vec<Fact> = known.iter().filter(|fact| cone.has_var(fact.var)).cloned().collect();
        let known = if self.contradict(&rules, &with(&used), nodes).await { used } else { known };
        let facts = self.shrink_facts(self.in_order_of_dropping(known), enough).await;
        // The argument uses what is stated, and nothing else that may be known.
        let (argument, _) = self.argue(&rules, &with(&facts), nodes).await?;
        Some(Step::refuted(self, supposed, rules, facts, argument))
    }

    /// A place's value that is refuted by telling cases apart, in the fewest
    /// links that were found; more and more nodes are allowed, up to `most`.
    pub(crate) async fn split(&mut self, knowledge: &Knowledge, most: u32) -> Option<Step> {
        let places = self.reasoning().places().to_vec();
        let is_place = |x: Var| places.binary_search(&x).is_ok();
        let suppositions: Vec<Fact> =
            self.suppositions(knowledge).into_iter().filter(|fact| is_place(fact.var)).collect();
        let mut nodes = 3;
        while nodes <= most {
            if self.open(&self.all_rules(), knowledge).await.is_err() {
                self.close();
                return None;
            }
            let mut best: Option<(usize, Fact, Cone)> = None;
            for supposed in &suppositions {
                if let Some((argument, cone)) = self.argue_supposing(supposed, nodes).await {
                    let length = argument.length();
                    if best.as_ref().is_none_or(|(least, ..)| length < *least) {
                        best = Some((length, supposed.clone(), cone));
                    }
                }
            }
            self.close();
            if let Some((_, supposed, cone)) = best {
                return self.refute(knowledge, supposed, &cone, nodes).await;
            }
            nodes = nodes.saturating_mul(3);
        }
        None
    }
}

/// What goes when a supposition is refuted.
fn removal(Fact { var, left: gone }: &Fact, knowledge: &Knowledge) -> Removes {
    Removes { var: *var, left: without(knowledge.left(*var), gone), gone: gone.clone() }
}
