//! From what is known to the next step.

use super::alone::Finding;
use super::inquiry::Inquiry;
use super::suppose::Spare;
use crate::explain::Called;
use crate::explain::knowledge::{Knowledge, Set, meet, size, values, without};
use crate::explain::step::{Level, Removes, Step, are_much_more};
use crate::task::Meter;
use fd::{Stopped, Var};
use puzzles::{Board, Instance, Reasoning, Telling};
use std::sync::Arc;

/// The most nodes for splitting one supposition into cases.
const MOST_NODES: u32 = 100_000;

/// A step that costs up to this much more is hardly harder to see.
const HARDLY_HARDER: u32 = 3;

/// What is known at some moment, and what each rule can say about it.
#[derive(Debug)]
pub(crate) struct Machine {
    pub(crate) inquiry: Inquiry,
    pub(crate) knowledge: Knowledge,
    rules: Vec<Rule>,
    /// The rules whose conclusions are book-keeping.
    routine: Vec<usize>,
    /// A technique that may not be used, by its number.
    pub(crate) forbidden: Option<usize>,
}

/// What a rule by itself can say now.
#[derive(Debug, Default, Clone)]
struct Rule {
    /// Whether something was learnt about it since it was looked at.
    stale: bool,
    finding: Option<Finding>,
    /// The finding worked out.
    steps: Option<Vec<Step>>,
}

impl Machine {
    /// A machine that knows nothing yet.
    pub(crate) fn new(reasoning: Reasoning, meter: Meter) -> Machine {
        let inquiry = Inquiry::new(reasoning, meter);
        let knowledge = inquiry.context.root.clone();
        let rules = vec![Rule { stale: true, ..Rule::default() }; inquiry.scopes.len()];
        let routine = inquiry.context.routine().collect();
        Machine { inquiry, knowledge, rules, routine, forbidden: None }
    }

    /// From now on this is known and nothing else. Only the rules about what
    /// changes are looked at again.
    pub(crate) fn know(&mut self, knowledge: &Knowledge) {
        for i in 0..self.inquiry.vars.len() {
            let x = self.inquiry.vars[i];
            if self.knowledge.set(x, knowledge.left(x)) {
                self.touch(x);
            }
        }
    }

    fn touch(&mut self, x: Var) {
        for &rule in &self.inquiry.rules_about[x.index()] {
            self.rules[rule].stale = true;
        }
    }

    /// Takes note of what a step removes.
    pub(crate) fn apply(&mut self, step: &Step) {
        for Removes { var, gone, .. } in step.gone() {
            self.knowledge.remove(var, &gone);
            self.touch(var);
        }
    }

    /// The places whose value is known.
    pub(crate) fn board(&self) -> Board {
        let reasoning = &self.inquiry.context.reasoning;
        let value = |&x: &Var| {
            let left = self.knowledge.left(x);
            (size(left) == 1).then(|| values(left, self.inquiry.context.base(x)).next()).flatten()
        };
        reasoning.places().iter().map(value).collect()
    }

    /// Why what is known cannot be right: by one rule, or by several in a
    /// chain. Nobody would follow a split into cases.
    pub(crate) async fn contradiction(&mut self) -> Option<Step> {
        self.look().await;
        if let Some(step) = self.easiest(&[]).await.filter(Step::is_contradiction) {
            return Some(step);
        }
        let step = self.inquiry.contradiction(&self.knowledge, 1).await?;
        Some(self.inquiry.shortened(step).await)
    }

    /// Does all the book-keeping: what routine rules conclude. The last value that
    /// they leave for a place is not entered: that is a step. Where nobody asks what follows
    /// from what (unless it is `told`), that takes less time.
    pub(crate) async fn tidy(&mut self, told: bool) -> Vec<Step> {
        let (mut steps, mut done) = (Vec::new(), false);
        while !done {
            done = true;
            for number in self.routine.clone() {
                self.look_at(number).await;
                let Some(Finding::Removes(gone)) = self.rules[number].finding.clone() else { continue };
                let left = |x: Var, gone: &Set| size(&without(self.knowledge.left(x), gone));
                let last = |(x, gone): &(Var, Set)| self.inquiry.context.is_place(*x) && left(*x, gone) == 1;
                if told || gone.iter().any(last) {
                    let more = self.keep_book(number).await;
                    done &= more.is_empty();
                    steps.extend(more);
                    continue;
                }
                for (x, gone) in gone {
                    self.knowledge.remove(x, &gone);
                    self.touch(x);
                }
                done = false;
            }
        }
        steps
    }

    /// The book-keeping of one rule, step by step.
    async fn keep_book(&mut self, number: usize) -> Vec<Step> {
        let mut steps = Vec::new();
        for mut step in self.steps_of(number).await.to_vec() {
            // One of these steps may leave less than was left when all were found.
            let now = |Removes { var, gone, .. }: &Removes| {
                let left = without(self.knowledge.left(*var), gone);
                Removes::new(*var, gone.clone(), left)
            };
            let is_new = |own: &Removes| meet(self.knowledge.left(own.var), &own.gone);
            let is_last = |own: &Removes| self.inquiry.context.leaves_last(&step, own);
            step.removes = step.removes.iter().map(now).filter(|own| is_new(own) && !is_last(own)).collect();
            if !step.removes.is_empty() {
                self.apply(&step);
                steps.push(step);
            }
        }
        steps
    }

    /// The easiest step from here; `None` when no supposition is refuted. Of steps that
    /// are as easy, one about the variables in `near` is preferred. What is in
    /// `spare` must have been found on the way here, and the book-keeping done.
    ///
    /// # Errors
    /// When there are more cases to tell apart than anybody would.
    pub(crate) async fn next(&mut self, spare: &mut Spare, near: &[Var]) -> Result<Option<Step>, Stopped> {
        self.look().await;
        let open = self.rules.iter().filter(|rule| rule.finding.is_some()).count();
        let step = match self.easiest(near).await {
            Some(step) => Some(step),
            None => self.harder(spare).await?,
        };
        Ok(step.map(|step| Step { open, ..step }))
    }

    /// The steps of one level from here, the easiest first; where something
    /// must be supposed, those that look easiest.
    pub(crate) async fn steps_at(&mut self, level: Level) -> Vec<Step> {
        self.look().await;
        let mut steps = Vec::new();
        match level {
            Level::Single => {
                for number in 0..self.rules.len() {
                    steps.extend_from_slice(self.steps_of(number).await);
                }
            }
            Level::Cases => steps.extend(self.inquiry.split(&self.knowledge, MOST_NODES).await.ok().flatten()),
            _ => steps = self.inquiry.suppose(&self.knowledge, &mut Spare::default()).await,
        }
        steps.retain(|step| step.level == level);
        steps.sort_by_key(|step| step.cost);
        steps
    }

    /// Asks the rules about which something was learnt.
    async fn look(&mut self) {
        for number in 0..self.rules.len() {
            self.look_at(number).await;
        }
    }

    async fn look_at(&mut self, number: usize) {
        if self.rules[number].stale {
            let finding = self.inquiry.look_at(number, &self.knowledge).await;
            self.rules[number] = Rule { finding, ..Rule::default() };
        }
    }

    /// The easiest step from one rule.
    async fn easiest(&mut self, near: &[Var]) -> Option<Step> {
        let instances = self.inquiry.context.reasoning.instances();
        let found = |(number, rule): (usize, &Rule)| {
            let removes = matches!(rule.finding.as_ref()?, Finding::Removes(_));
            Some((removes, instances[number].cost, number))
        };
        let mut order: Vec<(bool, u32, usize)> = self.rules.iter().enumerate().filter_map(found).collect();
        order.sort_unstable();
        let far = |step: &Step| {
            let about = step.facts.iter().map(|fact| fact.var).chain(step.removes.iter().map(|own| own.var));
            !about.into_iter().any(|x| near.contains(&x))
        };
        let rank = |step: &Step| (step.cost, far(step), std::cmp::Reverse(step.removes.len()));
        let allowed = self.allowed();
        let mut best: Option<Step> = None;
        for (_, cost, number) in order {
            // A step is at least as hard to see as its rule.
            if best.as_ref().is_some_and(|best| best.cost <= cost || best.is_contradiction()) {
                break;
            }
            for step in self.steps_of(number).await {
                if allowed(step) && best.as_ref().is_none_or(|best| rank(step) < rank(best)) {
                    best = Some(step.clone());
                }
            }
        }
        match best {
            Some(best) if !best.is_contradiction() => Some(self.at_once(best).await),
            best => best,
        }
    }

    /// The same conclusions and many more by another rule about the same place, if that is
    /// hardly harder to see: nobody does in several steps what is seen in one.
    async fn at_once(&mut self, step: Step) -> Step {
        let &[own] = step.rules.as_slice() else { return step };
        if self.inquiry.context.is_crossing(&step) {
            return step;
        }
        let at = self.inquiry.context.instance(own).at.clone();
        let mut best = step;
        if at.is_empty() {
            return best;
        }
        let most = best.cost + HARDLY_HARDER;
        let allowed = self.allowed();
        for number in 0..self.rules.len() {
            let Instance { at: other, cost, telling, .. } = self.inquiry.context.instance(number);
            if number == own || *other != at || *cost >= most || *telling != Telling::Spoken {
                continue;
            }
            // Working out its steps takes time; often it says too little.
            if !matches!(&self.rules[number].finding, Some(Finding::Removes(gone)) if are_much_more(gone, &best)) {
                continue;
            }
            for step in self.steps_of(number).await {
                if allowed(step) && step.cost <= most && are_much_more(&step.targets(), &best) {
                    best = step.clone();
                }
            }
        }
        best
    }

    /// Which steps may be taken.
    fn allowed(&self) -> impl Fn(&Step) -> bool + use<> {
        let (context, forbidden) = (Arc::clone(&self.inquiry.context), self.forbidden.map(Called::Technique));
        move |step| forbidden.is_none_or(|forbidden| context.called(step) != forbidden)
    }

    /// The steps that one rule allows, worked out once.
    async fn steps_of(&mut self, number: usize) -> &[Step] {
        let rule = &mut self.rules[number];
        if let (None, Some(finding)) = (&rule.steps, &rule.finding) {
            rule.steps = Some(self.inquiry.steps_of(number, finding, &self.knowledge).await);
        }
        rule.steps.as_deref().unwrap_or_default()
    }

    /// The easiest step by supposing something.
    async fn harder(&mut self, spare: &mut Spare) -> Result<Option<Step>, Stopped> {
        let steps = self.inquiry.suppose(&self.knowledge, spare).await;
        let Some(mut step) = steps.into_iter().find(self.allowed()) else {
            return self.inquiry.split(&self.knowledge, MOST_NODES).await;
        };
        // With all that it shows, in few sentences.
        if !step.is_contradiction() {
            step = self.inquiry.widen(&self.knowledge, step).await;
            step.alike = self.inquiry.alike(&self.knowledge, &step, spare).await;
        }
        Ok(Some(self.inquiry.shortened(step).await))
    }
}
