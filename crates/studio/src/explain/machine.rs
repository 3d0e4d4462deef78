//! From what is known to the next step, until all is known.

use super::Outcome;
use super::alone::Finding;
use super::inquiry::{Fact, Inquiry};
use super::knowledge::{Knowledge, meet, single, size};
use super::step::{Removes, Step};
use super::trace::Cone;
use fd::{Limits, Stopped, Var};
use puzzles::{Board, Reasoning};

/// The most nodes that telling cases apart may take for one supposition.
const MOST_NODES: u32 = 100_000;

/// What is known at some moment, and what each rule can say about it.
#[derive(Debug)]
pub(crate) struct Machine<'a> {
    pub(crate) inquiry: Inquiry<'a>,
    pub(crate) knowledge: Knowledge,
    rules: Vec<Rule>,
    /// Suppositions that were found to be refuted, and are as easy as the one
    /// that was taken.
    spare: Vec<(Fact, Cone)>,
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

impl<'a> Machine<'a> {
    /// The machine at the beginning: `board` is known, and nothing else.
    pub(crate) fn new(reasoning: Reasoning, board: &Board, limits: Limits<'a>) -> Machine<'a> {
        let inquiry = Inquiry::new(reasoning, limits);
        let knowledge = inquiry.root.clone();
        let rules = vec![Rule { stale: true, ..Rule::default() }; inquiry.scopes.len()];
        let mut machine = Machine { inquiry, knowledge, rules, spare: Vec::new() };
        let places = machine.inquiry.reasoning.places().to_vec();
        for (x, value) in places.into_iter().zip(board.iter()) {
            if let Some(value) = value {
                machine.write(x, value);
            }
        }
        machine
    }

    /// Takes note that a variable has a value. One that it cannot have leaves
    /// it with none.
    fn write(&mut self, x: Var, value: i32) {
        let root = self.inquiry.root.left(x);
        let bit = usize::try_from(i64::from(value) - i64::from(self.inquiry.base(x))).ok();
        let set = bit.map_or_else(|| vec![0; root.len()], |bit| single(bit, root));
        self.knowledge.keep(x, &set);
        self.touch(x);
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

    /// What is written on the board.
    pub(crate) fn board(&self) -> Board {
        let places = self.inquiry.reasoning.places().iter();
        places.map(|&x| self.value(x)).collect()
    }

    fn value(&self, x: Var) -> Option<i32> {
        let left = self.knowledge.left(x);
        let base = self.inquiry.base(x);
        (size(left) == 1).then(|| super::knowledge::values(left, base).next()).flatten()
    }

    /// Takes steps until all is known, nothing more can be, or `enough` says so.
    pub(crate) fn run(&mut self, steps: &mut Vec<Step>, enough: impl Fn(&Machine<'_>, &Step) -> bool) -> Outcome {
        loop {
            let board = self.board();
            if board.is_full() {
                return Outcome::Solved(board);
            }
            match self.next() {
                Err(stopped) => return Outcome::Stopped(stopped),
                Ok(None) => return Outcome::Open(board),
                Ok(Some(step)) => {
                    self.apply(&step);
                    let (ends, enough) = (step.is_contradiction(), enough(self, &step));
                    steps.push(step);
                    if ends {
                        return Outcome::Contradiction;
                    }
                    if enough {
                        return Outcome::Open(self.board());
                    }
                }
            }
        }
    }

    /// Why what is known cannot be right: by one rule, or by several in a
    /// chain. Nobody would follow cases.
    pub(crate) fn contradiction(&mut self) -> Option<Step> {
        self.look();
        let single = self.easiest().filter(Step::is_contradiction);
        single.or_else(|| self.inquiry.contradiction(&self.knowledge, 1))
    }

    /// The easiest step from here; `None` when no supposition is refuted.
    ///
    /// # Errors
    /// When a limit was reached.
    pub(crate) fn next(&mut self) -> Result<Option<Step>, Stopped> {
        self.look();
        let open = self.rules.iter().filter(|rule| rule.finding.is_some()).count();
        let step = match self.easiest() {
            Some(step) => Some(step),
            None => self.harder(),
        };
        // What was found when a limit was reached may not be the easiest.
        if let Some(stopped) = self.inquiry.stopped() {
            return Err(stopped);
        }
        Ok(step.map(|step| Step { open, ..step }))
    }

    /// Asks the rules about which something was learnt.
    fn look(&mut self) {
        for (number, rule) in self.rules.iter_mut().enumerate() {
            if rule.stale {
                *rule = Rule { finding: self.inquiry.look_at(number, &self.knowledge), ..Rule::default() };
            }
        }
    }

    /// The easiest step from one rule.
    fn easiest(&mut self) -> Option<Step> {
        let instances = self.inquiry.reasoning.instances();
        let mut order: Vec<(bool, u32, usize)> = Vec::new();
        for (number, rule) in self.rules.iter().enumerate() {
            match rule.finding {
                Some(Finding::Fails) => order.push((false, instances[number].effort, number)),
                Some(Finding::Removes(_)) => order.push((true, instances[number].effort, number)),
                None => {}
            }
        }
        order.sort_unstable();
        let mut best: Option<Step> = None;
        for (_, effort, number) in order {
            // A step is at least as hard to see as its rule.
            if best.as_ref().is_some_and(|best| best.score <= effort || best.is_contradiction()) {
                break;
            }
            let rule = &mut self.rules[number];
            let Some(finding) = &rule.finding else { continue };
            let knowledge = &self.knowledge;
            let steps = rule.steps.get_or_insert_with(|| self.inquiry.steps_of(number, finding, knowledge));
            for step in steps {
                let rank = |step: &Step| (step.score, std::cmp::Reverse(step.removes.len()));
                if best.as_ref().is_none_or(|best| rank(step) < rank(best)) {
                    best = Some(step.clone());
                }
            }
        }
        best
    }

    /// The easiest step by supposing something.
    fn harder(&mut self) -> Option<Step> {
        if let Some(step) = self.take_spare() {
            return Some(self.widened(step));
        }
        let mut found = self.inquiry.suppose(&self.knowledge).into_iter();
        if let Some(step) = found.next() {
            let about = step.score + step.score / 4;
            let as_easy = found.filter(|other| other.level == step.level && other.score <= about);
            self.spare =
                as_easy.filter_map(|other| Some((other.supposed()?.clone(), Cone::of(&other.rules)))).collect();
            return Some(self.widened(step));
        }
        self.inquiry.split(&self.knowledge, MOST_NODES)
    }

    /// A supposition that looked about as easy when suppositions were last
    /// gone through: it can only have become easier. (To go through all of
    /// them at each step would take most of the time.)
    fn take_spare(&mut self) -> Option<Step> {
        while !self.spare.is_empty() {
            let (supposed, cone) = self.spare.remove(0);
            if meet(self.knowledge.left(supposed.var), &supposed.left) {
                return self.inquiry.refute(&self.knowledge, supposed, &cone, 1);
            }
        }
        None
    }

    fn widened(&mut self, mut step: Step) -> Step {
        if !step.is_contradiction() {
            step.alike = self.inquiry.alike(&self.knowledge, &step);
        }
        step
    }
}
