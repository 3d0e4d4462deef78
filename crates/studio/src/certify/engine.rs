//! Unit propagation over clauses and linear inequalities, with undoing.
//!
//! It finds what the checker finds, and a little more: in a sum it takes the
//! literals of a number together.

use super::load::{self, Constraint, Sum};
use puzzles::{Formula, Literal};

/// Why a literal is true; or, where there is a conflict, what cannot hold any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reason {
    /// It was chosen.
    Choice,
    /// All others of the clause are false.
    Clause(usize),
    /// The sum would not be reached without it.
    Sum(usize),
}

/// False literals that make another one true.
#[derive(Debug, Clone)]
pub(super) struct Explanation {
    pub(super) literals: Vec<Literal>,
    /// Whether the checker does not see it by itself, since it needs the order
    /// of a number's literals.
    pub(super) lifted: bool,
}

#[derive(Debug, Clone)]
pub(super) struct Clause {
    /// The first two are watched.
    pub(super) literals: Vec<Literal>,
    /// The step of the derivation that it was learnt in; `None` when the
    /// formula has it.
    pub(super) step: Option<usize>,
    /// How many levels its literals came from when it was learnt.
    pub(super) spread: usize,
    /// Whether it was forgotten. One without literals that was not is a contradiction.
    forgotten: bool,
}

/// What is known of a variable that has a value.
#[derive(Debug, Clone)]
pub(super) struct Known {
    pub(super) literal: Literal,
    pub(super) level: usize,
    /// Its position on the trail.
    pub(super) position: usize,
    pub(super) reason: Reason,
    /// The reason in full, once it was asked for.
    pub(super) explanation: Option<Explanation>,
}

#[derive(Debug, Clone, Copy)]
struct Watch {
    clause: usize,
    /// Another literal of the clause: while it is true, there is nothing to do.
    other: Literal,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Engine {
    pub(super) clauses: Vec<Clause>,
    watches: Vec<Vec<Watch>>,
    pub(super) sums: Vec<Sum>,
    /// How much each sum can still lose.
    slack: Vec<i64>,
    /// For each literal, the sums that lose when it is false, and how much.
    losers: Vec<Vec<(usize, i64)>>,
    pub(super) known: Vec<Option<Known>>,
    pub(super) trail: Vec<Literal>,
    /// Where each level above the root begins on the trail.
    levels: Vec<usize>,
    /// The first literal on the trail that was not followed up.
    next: usize,
    /// Literals followed up so far: a measure of work.
    pub(super) work: u64,
}

impl Engine {
    /// The engine for a formula, with nothing followed up yet, and the number
    /// of constraints that the checker counts in it.
    pub(super) fn new(formula: &Formula) -> (Engine, usize) {
        let variables = formula.names().len();
        let mut engine = Engine {
            watches: vec![Vec::new(); 2 * variables],
            losers: vec![Vec::new(); 2 * variables],
            known: vec![None; variables],
            ..Engine::default()
        };
        let orders = load::orders(formula);
        let mut count = 0;
        for constraint in formula.constraints().flat_map(|linear| load::constraints(linear, &orders)) {
            count += 1;
            match constraint {
                Constraint::Nothing => {}
                Constraint::Clause(literals) => {
                    engine.add(literals, None, 0);
                }
                Constraint::Sum(sum) => engine.add_sum(sum),
            }
        }
        (engine, count)
    }

    fn add_sum(&mut self, sum: Sum) {
        for group in &sum.groups {
            for literal in &group.literals {
                self.losers[literal.index()].push((self.sums.len(), group.factor));
            }
        }
        self.slack.push(sum.spare);
        self.sums.push(sum);
    }

    /// Adds a clause. Its first false literals are watched if there are not two
    /// others.
    pub(super) fn add(&mut self, mut literals: Vec<Literal>, step: Option<usize>, spread: usize) -> usize {
        let clause = self.clauses.len();
        literals.sort_by_key(|&literal| self.is_false(literal));
        if let [one, two, ..] = *literals.as_slice() {
            self.watches[one.index()].push(Watch { clause, other: two });
            self.watches[two.index()].push(Watch { clause, other: one });
        }
        self.clauses.push(Clause { literals, step, spread, forgotten: false });
        clause
    }

    /// Forgets the literals of a clause that is not a reason for anything.
    pub(super) fn forget(&mut self, clause: usize) {
        self.clauses[clause].forgotten = true;
        for literal in std::mem::take(&mut self.clauses[clause].literals).into_iter().take(2) {
            self.watches[literal.index()].retain(|watch| watch.clause != clause);
        }
    }

    pub(super) fn is_true(&self, literal: Literal) -> bool {
        self.known[literal.variable()].as_ref().is_some_and(|known| known.literal == literal)
    }

    pub(super) fn is_false(&self, literal: Literal) -> bool {
        self.is_true(!literal)
    }

    pub(super) fn is_open(&self, literal: Literal) -> bool {
        self.known[literal.variable()].is_none()
    }

    pub(super) fn level(&self) -> usize {
        self.levels.len()
    }

    /// Opens a level with a choice.
    pub(super) fn choose(&mut self, literal: Literal) {
        self.levels.push(self.trail.len());
        self.set(literal, Reason::Choice);
    }

    /// Sets an open literal.
    pub(super) fn set(&mut self, literal: Literal, reason: Reason) {
        let (level, position) = (self.levels.len(), self.trail.len());
        self.known[literal.variable()] = Some(Known { literal, level, position, reason, explanation: None });
        self.trail.push(literal);
        for &(sum, factor) in &self.losers[(!literal).index()] {
            self.slack[sum] -= factor;
        }
    }

    /// Undoes all levels above this one, and reports what became open.
    pub(super) fn undo(&mut self, level: usize, mut opened: impl FnMut(Literal)) {
        let Some(&start) = self.levels.get(level) else { return };
        self.levels.truncate(level);
        for literal in self.trail.drain(start..).rev() {
            self.known[literal.variable()] = None;
            for &(sum, factor) in &self.losers[(!literal).index()] {
                self.slack[sum] += factor;
            }
            opened(literal);
        }
        self.next = self.next.min(start);
    }

    /// Looks at every constraint once, which following up changes does not do.
    pub(super) fn start(&mut self) -> Result<(), Reason> {
        for clause in 0..self.clauses.len() {
            if self.clauses[clause].forgotten {
                continue;
            }
            let mut possible = self.clauses[clause].literals.iter().copied().filter(|&literal| !self.is_false(literal));
            match (possible.next(), possible.next()) {
                (None, _) => return Err(Reason::Clause(clause)),
                (Some(only), None) if self.is_open(only) => self.set(only, Reason::Clause(clause)),
                _ => {}
            }
        }
        (0..self.sums.len()).try_for_each(|sum| self.examine(sum))
    }

    /// Follows up all that is on the trail.
    pub(super) fn propagate(&mut self) -> Result<(), Reason> {
        while let Some(&literal) = self.trail.get(self.next) {
            self.next += 1;
            self.work += 1;
            self.visit_clauses(!literal)?;
            for i in 0..self.losers[(!literal).index()].len() {
                self.examine(self.losers[(!literal).index()][i].0)?;
            }
        }
        Ok(())
    }

    fn visit_clauses(&mut self, lost: Literal) -> Result<(), Reason> {
        let mut watches = std::mem::take(&mut self.watches[lost.index()]);
        let mut result = Ok(());
        watches.retain(|&Watch { clause, other }| {
            if result.is_err() || self.is_true(other) {
                return true;
            }
            match self.look_for_another(clause, lost) {
                Ok(moved) => !moved,
                Err(conflict) => {
                    result = Err(conflict);
                    true
                }
            }
        });
        self.watches[lost.index()] = watches;
        result
    }

    /// Watches another literal of the clause instead of one that became false;
    /// where there is none, the other watched one must be true.
    fn look_for_another(&mut self, clause: usize, lost: Literal) -> Result<bool, Reason> {
        let literals = &mut self.clauses[clause].literals;
        if literals[0] == lost {
            literals.swap(0, 1);
        }
        let first = literals[0];
        let known = &self.known;
        let is_false =
            |literal: Literal| known[literal.variable()].as_ref().is_some_and(|known| known.literal == !literal);
        if let Some(free) = (2..literals.len()).find(|&i| !is_false(literals[i])) {
            literals.swap(1, free);
            self.watches[literals[1].index()].push(Watch { clause, other: first });
            return Ok(true);
        }
        if self.is_false(first) {
            return Err(Reason::Clause(clause));
        }
        if self.is_open(first) {
            self.set(first, Reason::Clause(clause));
        }
        Ok(false)
    }

    /// Sets what a sum cannot do without.
    fn examine(&mut self, sum: usize) -> Result<(), Reason> {
        let slack = self.slack[sum];
        if slack < 0 {
            return Err(Reason::Sum(sum));
        }
        for i in 0..self.sums[sum].groups.len() {
            let group = &self.sums[sum].groups[i];
            if group.from(0) <= slack {
                break;
            }
            // If one were false, those after it would be, too. Setting the last that must
            // be true is enough: those before it follow.
            let mut together = 0;
            let mut forced = None;
            for (position, &literal) in group.literals.iter().enumerate().rev() {
                if !self.is_false(literal) {
                    together += group.factor;
                }
                if together > slack {
                    forced = Some((position, literal));
                    break;
                }
            }
            // After a false one, those that are not false yet are about to be.
            let comes_to_it = |&(position, literal): &(usize, Literal)| {
                self.is_open(literal) && !group.literals[..position].iter().any(|&before| self.is_false(before))
            };
            if let Some((_, literal)) = forced.filter(comes_to_it) {
                self.set(literal, Reason::Sum(sum));
            }
        }
        Ok(())
    }
}
