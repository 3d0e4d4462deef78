//! Refuting a formula: a search that learns, and writes down what it learnt.

use super::activity::Activity;
use super::derivation::{Derivation, Lemma};
use super::engine::{Conflict, Engine, Reason};
use super::learn::{Learner, Lesson};
use fd::{Budget, Stopped};
use puzzles::Literal;

/// The conflicts of the shortest run; others are multiples (Luby, Sinclair and
/// Zuckerman: Optimal Speedup of Las Vegas Algorithms, 1993).
const RUN: u64 = 64;
/// Clauses whose literals are of so few levels are never forgotten.
const TIGHT: usize = 2;
/// After how many conflicts, and how many more each time, clauses are forgotten.
const FORGET_AFTER: u64 = 2000;
const FORGET_MORE: u64 = 500;

/// Why a formula was not refuted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unrefuted {
    /// It has a solution.
    Satisfied,
    /// A limit came first.
    Stopped(Stopped),
}

pub(super) struct Refuter {
    engine: Engine,
    learner: Learner,
    activity: Activity,
    /// The value that each variable had last.
    phases: Vec<bool>,
    derivation: Derivation,
    /// The step that derives each variable that is known at the root.
    roots: Vec<Option<usize>>,
    /// How many literals at the root have one.
    rooted: usize,
    /// The clauses that were learnt and not forgotten.
    learnt: Vec<usize>,
    conflicts: u64,
}

impl Refuter {
    /// `phases` are the values that are tried first.
    pub(super) fn new(engine: Engine, phases: Vec<bool>) -> Refuter {
        let variables = phases.len();
        Refuter {
            engine,
            learner: Learner::new(variables),
            activity: Activity::new(variables),
            phases,
            derivation: Derivation::default(),
            roots: vec![None; variables],
            rooted: 0,
            learnt: Vec::new(),
            conflicts: 0,
        }
    }

    /// Derives a contradiction.
    pub(super) fn refute(mut self, budget: &mut Budget<'_>) -> Result<Derivation, Unrefuted> {
        if let Err(conflict) = self.engine.start() {
            return Ok(self.finish(conflict));
        }
        let (mut run, mut left) = (1, RUN);
        let mut forget_at = FORGET_AFTER;
        loop {
            budget.spend(self.conflicts, self.engine.work).map_err(Unrefuted::Stopped)?;
            if let Err(conflict) = self.engine.propagate() {
                if self.engine.level() == 0 {
                    return Ok(self.finish(conflict));
                }
                self.conflicts += 1;
                left = left.saturating_sub(1);
                self.learn(conflict);
                continue;
            }
            if left == 0 {
                run += 1;
                left = RUN * luby(run);
                self.undo(0);
                continue;
            }
            if self.engine.level() == 0 {
                self.note_roots();
                if self.conflicts >= forget_at {
                    forget_at += FORGET_AFTER + FORGET_MORE * run;
                    self.forget();
                }
            }
            let choice = self.choice().ok_or(Unrefuted::Satisfied)?;
            self.engine.choose(choice);
        }
    }

    fn choice(&mut self) -> Option<Literal> {
        while let Some(variable) = self.activity.pop() {
            let literal = Literal::of(variable);
            if self.engine.is_open(literal) {
                return Some(if self.phases[variable] { literal } else { !literal });
            }
        }
        None
    }

    fn undo(&mut self, level: usize) {
        let (activity, phases) = (&mut self.activity, &mut self.phases);
        self.engine.undo(level, |literal| {
            activity.insert(literal.variable());
            phases[literal.variable()] = !literal.is_negated();
        });
    }

    fn learn(&mut self, conflict: Conflict) {
        let Lesson { step, back, spread, touched } = self.learner.learn(&mut self.engine, conflict, &self.roots);
        self.undo(back);
        self.activity.bump(&touched);
        let literals = step.literals.clone();
        let first = literals.first().copied();
        let step = self.derivation.push(step);
        let clause = self.engine.add(literals, Some(step), spread);
        if spread > TIGHT {
            self.learnt.push(clause);
        }
        if let Some(first) = first {
            self.engine.set(first, Reason::Clause(clause));
        }
    }

    /// Writes down what is known at the root since the last time.
    fn note_roots(&mut self) {
        while let Some(&literal) = self.engine.trail.get(self.rooted) {
            self.rooted += 1;
            let variable = literal.variable();
            let mut uses: Vec<usize> = self.engine.learnt_in(variable).into_iter().collect();
            let explanation = self.engine.explanation(variable);
            uses.extend(explanation.literals.iter().filter_map(|literal| self.roots[literal.variable()]));
            let step = Lemma { literals: vec![literal], uses, aids: Vec::new(), emitted: explanation.lifted };
            self.roots[variable] = Some(self.derivation.push(step));
        }
    }

    /// The contradiction, from a conflict at the root.
    fn finish(mut self, conflict: Conflict) -> Derivation {
        self.note_roots();
        let end = self.learner.support(&mut self.engine, conflict, Vec::new(), &self.roots);
        self.derivation.push(end);
        self.derivation
    }

    /// Forgets half of the clauses that were learnt, those of most levels.
    fn forget(&mut self) {
        let engine = &mut self.engine;
        self.learnt.sort_by_key(|&clause| (engine.clauses[clause].spread, std::cmp::Reverse(clause)));
        for clause in self.learnt.split_off(self.learnt.len() / 2) {
            engine.forget(clause);
        }
        self.learnt.sort_unstable();
    }
}

/// 1, 1, 2, 1, 1, 2, 4, ...
fn luby(mut run: u64) -> u64 {
    loop {
        let next = (run + 1).next_power_of_two();
        if next == run + 1 {
            return next / 2;
        }
        run -= next / 2 - 1;
    }
}
