//! Refuting a formula: a search that learns, and writes down what it learnt.

use super::CertifyError;
use super::activity::Activity;
use super::derivation::{Derivation, Lemma};
use super::engine::{Engine, Reason};
use super::learn::{Learner, Lesson};
use fd::{Budget, Luby};
use puzzles::Literal;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};

/// The conflicts of the shortest run; others are multiples.
const RUN: u64 = 64;
/// Clauses with literals from at most this many levels are never forgotten.
const TIGHT: usize = 2;
/// After how many conflicts, and how many more each time, clauses are forgotten.
const FORGET_AFTER: u64 = 2000;
const FORGET_MORE: u64 = 500;
/// After how many conflicts a formula is called hard, and refuted in parts.
const HARD: u64 = 10_000;

/// How a search ended.
#[derive(Debug, Clone, Copy)]
pub(super) enum End {
    /// With a conflict at the root.
    Refuted(Reason),
    /// With one of the supposed literals false because of those before it.
    Refused(Literal),
    /// It took too many conflicts.
    Hard,
}

pub(super) struct Refuter {
    pub(super) engine: Engine,
    pub(super) learner: Learner,
    pub(super) activity: Activity,
    /// The value that is tried first for each variable. (Trying the last value it had, as
    /// solvers that look for a solution do, makes proofs longer here.)
    phases: Vec<bool>,
    pub(super) derivation: Derivation,
    /// The step that derives each variable that is known at the root.
    pub(super) roots: Vec<Option<usize>>,
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

    /// A copy that continues the derivation.
    pub(super) fn continued(&self) -> Refuter {
        Refuter {
            engine: self.engine.clone(),
            learner: Learner::new(self.phases.len()),
            activity: self.activity.clone(),
            phases: self.phases.clone(),
            derivation: self.derivation.continued(),
            roots: self.roots.clone(),
            learnt: self.learnt.clone(),
            ..*self
        }
    }

    /// Adds a clause that the checker gets from this line.
    pub(super) fn add(&mut self, line: String, clause: Vec<Literal>) {
        self.derivation.line(line);
        self.engine.add(clause, None, 0);
    }

    /// Derives that a literal is true, and keeps that.
    pub(super) fn derive(&mut self, literal: Literal, budget: &mut Budget<'_>) -> Result<(), CertifyError> {
        let end = self.search(&[!literal], u64::MAX, &AtomicBool::new(false), budget)?;
        self.note_roots();
        let step = match end {
            // Anything follows from a contradiction.
            End::Refuted(_) => self.learner.support(&mut self.engine, end, vec![literal], &self.roots),
            End::Refused(_) | End::Hard => {
                let uses = self.roots[literal.variable()].into_iter().collect();
                Lemma { literals: vec![literal], uses, emitted: true, ..Lemma::default() }
            }
        };
        self.derivation.push(Lemma { wanted: true, ..step });
        Ok(())
    }

    /// Derives a contradiction; if that is hard, in parts for this many threads.
    pub(super) fn refute(
        mut self,
        threads: NonZero<usize>,
        budget: &mut Budget<'_>,
    ) -> Result<Derivation, CertifyError> {
        match self.search(&[], HARD, &AtomicBool::new(false), budget)? {
            end @ End::Refuted(_) => {
                self.note_roots();
                let step = self.learner.support(&mut self.engine, end, Vec::new(), &self.roots);
                self.derivation.push(step);
                Ok(self.derivation)
            }
            End::Refused(_) | End::Hard => self.refute_in_parts(threads, budget),
        }
    }

    /// Searches, supposing some literals first, until there is a conflict at the root, or one of
    /// the literals turns out to be false, or there were this many conflicts in all. Once `stop` is set, the
    /// end does not matter any more.
    pub(super) fn search(
        &mut self,
        supposed: &[Literal],
        most_conflicts: u64,
        stop: &AtomicBool,
        budget: &mut Budget<'_>,
    ) -> Result<End, CertifyError> {
        self.undo(0);
        if let Err(conflict) = self.engine.start() {
            return Ok(End::Refuted(conflict));
        }
        let (mut run, mut left) = (1, RUN);
        let mut forget_at = self.conflicts + FORGET_AFTER;
        loop {
            budget.spend(self.conflicts, self.engine.work)?;
            if let Err(conflict) = self.engine.propagate() {
                if self.engine.level() == 0 {
                    return Ok(End::Refuted(conflict));
                }
                if self.conflicts >= most_conflicts || stop.load(Ordering::Relaxed) {
                    return Ok(End::Hard);
                }
                self.conflicts += 1;
                left = left.saturating_sub(1);
                self.learn(conflict);
                continue;
            }
            if left == 0 {
                run += 1;
                left = Luby::of(RUN).conflicts(run, false);
                self.undo(0);
                continue;
            }
            if self.engine.level() == 0 {
                self.note_roots();
                if self.conflicts >= forget_at {
                    forget_at = self.conflicts + FORGET_AFTER + FORGET_MORE * run;
                    self.forget();
                }
            }
            let choice = match supposed.iter().copied().find(|&literal| !self.engine.is_true(literal)) {
                Some(literal) if self.engine.is_false(literal) => return Ok(End::Refused(literal)),
                Some(literal) => literal,
                // It has a solution.
                None => self.choice().ok_or(CertifyError::Disagreement)?,
            };
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

    pub(super) fn undo(&mut self, level: usize) {
        let activity = &mut self.activity;
        self.engine.undo(level, |literal| activity.insert(literal.variable()));
    }

    fn learn(&mut self, conflict: Reason) {
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

    /// Writes down what has become known at the root since the last time.
    pub(super) fn note_roots(&mut self) {
        while let Some(&literal) = self.engine.trail.get(self.rooted) {
            self.rooted += 1;
            let variable = literal.variable();
            let mut uses: Vec<usize> = self.engine.learnt_in(variable).into_iter().collect();
            let explanation = self.engine.explanation(variable);
            uses.extend(explanation.literals.iter().filter_map(|literal| self.roots[literal.variable()]));
            let step = Lemma { literals: vec![literal], uses, emitted: explanation.lifted, ..Lemma::default() };
            self.roots[variable] = Some(self.derivation.push(step));
        }
    }

    /// Forgets half of the clauses that were learnt, those from the most levels.
    fn forget(&mut self) {
        let engine = &mut self.engine;
        self.learnt.sort_by_key(|&clause| (engine.clauses[clause].spread, std::cmp::Reverse(clause)));
        for clause in self.learnt.split_off(self.learnt.len() / 2) {
            engine.forget(clause);
        }
        self.learnt.sort_unstable();
    }
}
