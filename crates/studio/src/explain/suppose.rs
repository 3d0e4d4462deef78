//! Suppositions that lead to a contradiction.

use super::inquiry::{Fact, Inquiry};
use super::knowledge::{Knowledge, Set, bits, single, size, union, without};
use super::step::{Removes, Step};
use super::trace::Cone;
use fd::Var;

/// How many of the suppositions that look easiest are worked out.
const WORKED_OUT: usize = 12;

/// If a variable has more values than this, only the least and the greatest are
/// supposed: nobody goes through all of them.
const MOST_SUPPOSED: u32 = 9;

impl Inquiry {
    /// The suppositions that are refuted most easily, without telling cases
    /// apart, the easiest first. When what is known is already contradictory,
    /// that is the only step. No rule by itself may have anything left to say.
    pub(crate) async fn suppose(&mut self, knowledge: &Knowledge) -> Vec<Step> {
        if self.open(&self.all_rules(), knowledge).await.is_err() {
            self.close();
            return self.contradiction(knowledge, 1).await.into_iter().collect();
        }
        let mut found: Vec<(u32, Fact, Cone)> = Vec::new();
        for supposed in self.suppositions(knowledge) {
            if self.fails(&supposed).await
                && let Some((argument, cone)) = self.argue_supposing(&supposed, 1).await
            {
                let efforts: u32 = cone.rules().map(|rule| self.reasoning().instances()[rule].effort).sum();
                found.push((efforts + argument.length() as u32, supposed, cone));
            }
        }
        self.close();
        found.sort_by_key(|(estimate, ..)| *estimate);
        found.truncate(WORKED_OUT);
        let mut steps: Vec<Step> = Vec::new();
        for (_, supposed, cone) in found {
            steps.extend(self.refute(knowledge, supposed, &cone, 1).await);
        }
        steps.sort_by_key(|step| (step.level, step.score));
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
        let remove = |Fact { var, left: gone }: Fact| Removes { var, left: without(knowledge.left(var), &gone), gone };
        step.implied = vec![(supposed.var, without(self.root().left(supposed.var), &supposed.left))];
        step.removes = vec![remove(supposed)];
        Some(step)
    }

    /// What else the rules and facts of a step refute.
    pub(crate) async fn alike(&mut self, knowledge: &Knowledge, step: &Step) -> Vec<Removes> {
        let scope = self.scope_of(&step.rules);
        let mut alike: Vec<Removes> = Vec::new();
        for supposed in self.suppositions(knowledge) {
            let Fact { var, left: gone } = &supposed;
            let own = |removes: &Removes| removes.var == *var && removes.gone == *gone;
            if scope.binary_search(var).is_err() || step.removes.iter().any(own) {
                continue;
            }
            let facts: Vec<Fact> = step.facts.iter().chain([&supposed]).cloned().collect();
            if self.contradict(&step.rules, &facts, 1).await {
                match alike.iter_mut().find(|other| other.var == *var) {
                    Some(other) => other.gone = union(&other.gone, gone),
                    None => alike.push(Removes { var: *var, gone: gone.clone(), left: Set::new() }),
                }
            }
        }
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
        // The argument may use everything that is known, so that nothing known
        // is concluded again. Premises are only the facts that the
        // contradiction cannot do without.
        let (argument, _) = self.argue(&rules, &with(&known), nodes).await?;
        let facts = self.shrink_facts(self.in_order_of_dropping(known), enough).await;
        let mut scope = self.scope_of(&rules);
        scope.retain(|x| size(knowledge.left(*x)) > 1);
        let before = scope.into_iter().map(|x| (x, knowledge.left(x).to_vec())).collect();
        Some(Step { before, ..Step::refuted(self, supposed, rules, facts, argument) })
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
