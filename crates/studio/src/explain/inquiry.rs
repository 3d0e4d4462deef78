//! Questions to the kernel: what follows from some rules and some facts.

use super::knowledge::{Knowledge, Set, size};
use super::trace::{Cone, Mark, Removals, Trace};
use fd::{Budget, Conflict, Limits, Space, Stopped, Store, Var};
use puzzles::Reasoning;

/// What is known, or supposed, of a variable: the values that are left for it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Fact {
    pub(crate) var: Var,
    pub(crate) left: Set,
}

/// A reasoning that can be asked what follows from parts of it.
#[derive(Debug)]
pub(crate) struct Inquiry<'a> {
    pub(crate) reasoning: Reasoning,
    space: Space,
    /// The variables of each rule, and the rules about each variable.
    pub(crate) scopes: Vec<Vec<Var>>,
    pub(crate) rules_about: Vec<Vec<usize>>,
    pub(crate) vars: Vec<Var>,
    /// What the model allows before any rule is looked at.
    pub(crate) root: Knowledge,
    /// How many questions were asked, and may be.
    asked: u64,
    budget: Budget<'a>,
    stopped: Option<Stopped>,
}

/// How a contradiction comes about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Argument {
    /// What follows, rule by rule, as far as it is needed.
    pub(crate) links: Vec<Removals>,
    pub(crate) end: End,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum End {
    /// A rule that comes out impossible.
    Fails(usize),
    /// Each value that a variable can still have leads to a contradiction.
    Cases(Var, Vec<(i32, Argument)>),
}

impl Argument {
    /// The number of links, in all cases.
    pub(crate) fn length(&self) -> usize {
        let rest = match &self.end {
            End::Fails(_) => 1,
            End::Cases(_, cases) => cases.iter().map(|(_, argument)| argument.length()).sum(),
        };
        self.links.len() + rest
    }

    /// The rules that come out impossible, in each case one.
    pub(crate) fn failing(&self) -> Vec<usize> {
        match &self.end {
            End::Fails(rule) => vec![*rule],
            End::Cases(_, cases) => cases.iter().flat_map(|(_, argument)| argument.failing()).collect(),
        }
    }

    /// The number of cases that are told apart: 1 without any split.
    pub(crate) fn cases(&self) -> usize {
        match &self.end {
            End::Fails(_) => 1,
            End::Cases(_, cases) => cases.iter().map(|(_, argument)| argument.cases()).sum(),
        }
    }
}

impl<'a> Inquiry<'a> {
    pub(crate) fn new(reasoning: Reasoning, limits: Limits<'a>) -> Inquiry<'a> {
        let model = reasoning.model();
        let mut space = Space::new(model);
        space.forget_priorities();
        let scopes: Vec<Vec<Var>> = model
            .constraints()
            .iter()
            .map(|constraint| {
                let mut scope = constraint.scope();
                scope.sort_unstable();
                scope.dedup();
                scope
            })
            .collect();
        let mut rules_about = vec![Vec::new(); model.variables()];
        for (rule, scope) in scopes.iter().enumerate() {
            scope.iter().for_each(|x| rules_about[x.index()].push(rule));
        }
        let vars: Vec<Var> = model.all_vars().collect();
        let root = Knowledge::of(space.store(), vars.iter().copied());
        let budget = Budget::new(limits);
        Inquiry { reasoning, space, scopes, rules_about, vars, root, asked: 0, budget, stopped: None }
    }

    /// Whether a limit was reached; then it stays so. Each question counts as
    /// a node.
    pub(crate) fn stopped(&mut self) -> Option<Stopped> {
        self.stopped = self.stopped.or_else(|| self.budget.spend(self.asked, self.asked).err());
        self.stopped
    }

    pub(crate) fn base(&self, x: Var) -> i32 {
        self.space.store().base(x)
    }

    /// The fact that all is known of `x` which is known, if that is anything.
    pub(crate) fn fact(&self, knowledge: &Knowledge, x: Var) -> Option<Fact> {
        let left = knowledge.left(x);
        (left != self.root.left(x)).then(|| Fact { var: x, left: left.to_vec() })
    }

    /// All that is known of the variables of some rules.
    pub(crate) fn facts_about(&self, knowledge: &Knowledge, rules: &[usize]) -> Vec<Fact> {
        self.scope_of(rules).into_iter().filter_map(|x| self.fact(knowledge, x)).collect()
    }

    /// The variables that some rules speak of.
    pub(crate) fn scope_of(&self, rules: &[usize]) -> Vec<Var> {
        let mut scope: Vec<Var> = rules.iter().flat_map(|&rule| self.scopes[rule].iter().copied()).collect();
        scope.sort_unstable();
        scope.dedup();
        scope
    }

    /// Looks at what follows from some rules and facts.
    pub(crate) fn ask<T>(
        &mut self,
        rules: &[usize],
        facts: &[Fact],
        look: impl FnOnce(Result<&Store, Conflict>) -> T,
    ) -> T {
        self.asked += 1;
        self.space.set_active_only(rules);
        self.space.push();
        let stated = facts.iter().try_for_each(|fact| self.space.restrict(fact.var, &fact.left));
        self.space.wake_all();
        let outcome = stated.and_then(|()| self.space.propagate());
        let result = look(outcome.map(|()| self.space.store()));
        self.space.pop();
        result
    }

    /// Whether some rules and facts contradict each other, telling up to so
    /// many `nodes` of cases apart.
    pub(crate) fn contradict(&mut self, rules: &[usize], facts: &[Fact], nodes: u32) -> bool {
        if nodes <= 1 {
            return self.ask(rules, facts, |outcome| outcome.is_err());
        }
        self.argue(rules, facts, nodes).is_some()
    }

    /// How some rules and facts contradict each other, and what that stands
    /// on; `None` when they do not, or it takes more nodes.
    pub(crate) fn argue(&mut self, rules: &[usize], facts: &[Fact], nodes: u32) -> Option<(Argument, Cone)> {
        self.asked += 1;
        self.space.set_active_only(rules);
        self.space.push();
        let stated = facts.iter().try_for_each(|fact| self.space.restrict(fact.var, &fact.left));
        self.space.wake_all();
        let vars = self.scope_of(rules);
        let result = match stated {
            Ok(()) => self.argue_on(nodes, &vars),
            Err(Conflict) => None,
        };
        self.space.pop();
        result
    }

    /// Opens a level with all rules and all that is known, to suppose
    /// something on top of it; [`Inquiry::close`] ends it. The rules are asked
    /// for what follows; what is known must already have all of it.
    pub(crate) fn open(&mut self, rules: &[usize], knowledge: &Knowledge) -> Result<(), Conflict> {
        self.space.set_active_only(rules);
        self.space.push();
        let known = |space: &mut Space, x: Var| space.restrict(x, knowledge.left(x));
        let stated = self.vars.iter().try_for_each(|&x| known(&mut self.space, x));
        self.space.wake_all();
        stated.and_then(|()| self.space.propagate())
    }

    pub(crate) fn close(&mut self) {
        self.space.pop();
    }

    /// On an open level: whether a supposition leads to a contradiction.
    pub(crate) fn fails(&mut self, supposed: &Fact) -> bool {
        self.asked += 1;
        self.space.push();
        let stated = self.space.restrict(supposed.var, &supposed.left);
        let outcome = stated.and_then(|()| self.space.propagate());
        self.space.pop();
        outcome.is_err()
    }

    /// On an open level: how a supposition leads to a contradiction.
    pub(crate) fn argue_supposing(&mut self, supposed: &Fact, nodes: u32) -> Option<(Argument, Cone)> {
        self.asked += 1;
        self.space.push();
        let result = match self.space.restrict(supposed.var, &supposed.left) {
            Ok(()) => self.argue_on(nodes, &self.vars.clone()),
            Err(Conflict) => None,
        };
        self.space.pop();
        result
    }

    fn argue_on(&mut self, nodes: u32, vars: &[Var]) -> Option<(Argument, Cone)> {
        let mut cases = Cases { trace: Trace::default(), splits: Vec::new(), cone: Cone::default(), left: nodes };
        let argument = cases.argue(&mut self.space, vars)?;
        Some((argument, cases.cone))
    }
}

/// Telling cases apart until each has its contradiction.
struct Cases {
    trace: Trace,
    splits: Vec<(Var, Mark)>,
    cone: Cone,
    /// The nodes that are left to spend.
    left: u32,
}

impl Cases {
    fn argue(&mut self, space: &mut Space, vars: &[Var]) -> Option<Argument> {
        self.left = self.left.checked_sub(1)?;
        let from = self.trace.mark();
        if space.propagate_observed(&mut self.trace).is_err() {
            self.trace.cut(&self.splits, &mut self.cone);
            let to = self.trace.mark();
            return Some(Argument { links: self.trace.needed(from, to), end: End::Fails(self.trace.failed()?) });
        }
        let open = vars.iter().copied().filter(|&x| !space.store().is_fixed(x));
        let split = open.min_by_key(|&x| size(space.store().words(x)))?;
        let to = self.trace.mark();
        let values: Vec<i32> = space.store().values(split).collect();
        if values.len() as u32 > self.left {
            return None;
        }
        self.splits.push((split, to));
        let mut cases = Vec::new();
        for value in values {
            space.push();
            let argument = space.assume(split.is(value)).ok().and_then(|()| self.argue(space, vars));
            space.pop();
            self.trace.back_to(to);
            cases.push((value, argument?));
        }
        self.splits.pop();
        let links = self.trace.needed(from, to);
        Some(Argument { links, end: End::Cases(split, cases) })
    }
}
