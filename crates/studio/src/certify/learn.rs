//! Learning from conflicts: a clause that would have avoided this one, from reasons
//! with as few literals as will do, as early as possible.
//!
//! Conflict-driven clause learning up to the first unique implication point
//! (Marques-Silva and Sakallah: GRASP, 1996; Zhang, Madigan, Moskewicz and Malik,
//! 2001), minimised (Sorensson and Biere: Minimizing Learned Clauses, 2009).

use super::derivation::Lemma;
use super::engine::{Engine, Explanation, Reason};
use super::refute::End;
use puzzles::Literal;

/// How deep to look for a reason why a literal can be left out.
const MOST_DEPTH: usize = 100;

/// What was learnt.
#[derive(Debug)]
pub(super) struct Lesson {
    /// The clause, and what it follows from. Its first literal becomes true when
    /// all levels above `back` are undone; the second belongs to that level.
    pub(super) step: Lemma,
    pub(super) back: usize,
    /// The number of levels that its literals belong to.
    pub(super) spread: usize,
    /// The variables that took part.
    pub(super) touched: Vec<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// In the clause, or resolved away.
    Seen,
    /// It follows from what is in the clause.
    Implied,
    /// It does not, as far as we looked.
    Independent,
}

/// Working space for learning.
#[derive(Debug)]
pub(super) struct Learner {
    marks: Vec<Option<Standing>>,
    /// The variables that have marks.
    marked: Vec<usize>,
}

impl Learner {
    pub(super) fn new(variables: usize) -> Learner {
        Learner { marks: vec![None; variables], marked: Vec::new() }
    }

    fn mark(&mut self, variable: usize, mark: Standing) {
        if self.marks[variable].replace(mark).is_none() {
            self.marked.push(variable);
        }
    }

    fn clear(&mut self) {
        for variable in self.marked.drain(..) {
            self.marks[variable] = None;
        }
    }

    /// Learns from a conflict above the root. `roots` has the steps that derive
    /// what is known at the root.
    pub(super) fn learn(&mut self, engine: &mut Engine, conflict: Reason, roots: &[Option<usize>]) -> Lesson {
        let mut literals = self.first_implication_point(engine, conflict);
        let touched = self.marked.clone();
        let mut position = 1;
        while position < literals.len() {
            if self.is_implied(engine, literals[position], 0) {
                literals.swap_remove(position);
            } else {
                position += 1;
            }
        }
        self.clear();
        let level = |literal: Literal| engine.known[literal.variable()].as_ref().map_or(0, |known| known.level);
        let mut levels: Vec<usize> = literals.iter().map(|&literal| level(literal)).collect();
        let second = (1..literals.len()).max_by_key(|&i| levels[i]);
        let back = second.map_or(0, |second| levels[second]);
        if let Some(second) = second {
            literals.swap(1, second);
        }
        levels.sort_unstable();
        levels.dedup();
        let step = self.support(engine, End::Refuted(conflict), literals, roots);
        Lesson { step, back, spread: levels.len(), touched }
    }

    /// Resolves the conflict with reasons until only one literal of the last
    /// level is left; it comes first.
    fn first_implication_point(&mut self, engine: &mut Engine, conflict: Reason) -> Vec<Literal> {
        let level = engine.level();
        let mut pending = engine.against(conflict);
        let mut literals = Vec::new();
        let mut open = 0;
        let mut index = engine.trail.len();
        loop {
            for literal in pending {
                let Some(known) = &engine.known[literal.variable()] else { continue };
                if known.level == 0 || self.marks[literal.variable()].is_some() {
                    continue;
                }
                if known.level == level {
                    open += 1;
                } else {
                    literals.push(literal);
                }
                self.mark(literal.variable(), Standing::Seen);
            }
            let next = engine.trail[..index].iter().rposition(|literal| self.marks[literal.variable()].is_some());
            // The conflict has a literal of its level, else it would have been found before.
            let Some(next) = next else { return literals };
            index = next;
            let literal = engine.trail[index];
            open -= 1;
            if open == 0 {
                literals.insert(0, !literal);
                return literals;
            }
            pending = engine.explanation(literal.variable()).literals.clone();
        }
    }

    /// Whether a literal of the clause is false because the others are.
    fn is_implied(&mut self, engine: &mut Engine, literal: Literal, depth: usize) -> bool {
        let variable = literal.variable();
        let Some(known) = &engine.known[variable] else { return false };
        if known.reason == Reason::Choice || depth == MOST_DEPTH {
            return false;
        }
        let because = engine.explanation(variable).literals.clone();
        because.into_iter().all(|other| {
            let root = engine.known[other.variable()].as_ref().is_some_and(|known| known.level == 0);
            root || match self.marks[other.variable()] {
                Some(mark) => mark != Standing::Independent,
                None => {
                    let implied = self.is_implied(engine, other, depth + 1);
                    self.mark(other.variable(), if implied { Standing::Implied } else { Standing::Independent });
                    implied
                }
            }
        })
    }

    /// The step that derives a clause: the end of a search, and the reasons that lead
    /// to it once the literals of the clause are false.
    pub(super) fn support(
        &mut self,
        engine: &mut Engine,
        end: End,
        clause: Vec<Literal>,
        roots: &[Option<usize>],
    ) -> Lemma {
        let mut step = Lemma { literals: clause, emitted: true, ..Lemma::default() };
        if let End::Refuted(conflict) = end {
            step.uses.extend(engine.step_of(conflict));
            engine.against(conflict).iter().for_each(|literal| self.mark(literal.variable(), Standing::Seen));
        }
        step.literals.iter().for_each(|literal| self.mark(literal.variable(), Standing::Implied));
        if let End::Refused(literal) = end {
            self.mark(literal.variable(), Standing::Seen);
        }
        for index in (0..engine.trail.len()).rev() {
            let literal = engine.trail[index];
            let variable = literal.variable();
            if self.marks[variable] != Some(Standing::Seen) {
                continue;
            }
            if let Some(root) = roots[variable] {
                step.uses.push(root);
                continue;
            }
            step.uses.extend(engine.learnt_in(variable));
            let explanation = engine.explanation(variable).clone();
            if explanation.lifted {
                let open = |literal: &Literal| roots[literal.variable()].is_none();
                step.aids
                    .push([literal].into_iter().chain(explanation.literals.iter().copied().filter(open)).collect());
            }
            for other in explanation.literals {
                if self.marks[other.variable()].is_none() {
                    self.mark(other.variable(), Standing::Seen);
                }
            }
        }
        self.clear();
        step.uses.sort_unstable();
        step.uses.dedup();
        step
    }
}

impl Engine {
    /// The false literals that gave a variable its value; none for a choice.
    pub(super) fn explanation(&mut self, variable: usize) -> &Explanation {
        const NOTHING: &Explanation = &Explanation { literals: Vec::new(), lifted: false };
        let explained = match &self.known[variable] {
            Some(known) if known.explanation.is_none() => Some(match known.reason {
                Reason::Choice => NOTHING.clone(),
                Reason::Clause(clause) => {
                    let others = self.clauses[clause].literals.iter().filter(|&&other| other != known.literal);
                    Explanation { literals: others.copied().collect(), lifted: false }
                }
                Reason::Sum(sum) => self.short_of(sum, Some(known.literal), known.position),
            }),
            _ => None,
        };
        match &mut self.known[variable] {
            Some(known) => known.explanation.get_or_insert(explained.unwrap_or_else(|| NOTHING.clone())),
            None => NOTHING,
        }
    }

    /// The false literals that cannot all be false.
    fn against(&self, conflict: Reason) -> Vec<Literal> {
        match conflict {
            Reason::Choice => Vec::new(),
            Reason::Clause(clause) => self.clauses[clause].literals.clone(),
            Reason::Sum(sum) => self.short_of(sum, None, self.trail.len()).literals,
        }
    }

    fn was_false(&self, literal: Literal, before: usize) -> bool {
        self.known[literal.variable()]
            .as_ref()
            .is_some_and(|known| known.literal == !literal && known.position < before)
    }

    /// False literals because of which a sum cannot be reached unless the forced
    /// literal is true. One literal of each number is enough, the weakest that
    /// will do, since the others follow from it.
    fn short_of(&self, sum: usize, forced: Option<Literal>, before: usize) -> Explanation {
        let sum = &self.sums[sum];
        // What the forced literal would lose, if it were false: with those that follow, and alone.
        let (mut own, mut alone) = (0, 0);
        let mut lost = 0;
        let mut parts = Vec::new();
        for group in &sum.groups {
            if let Some(position) = forced.and_then(|forced| group.literals.iter().position(|&own| own == forced)) {
                (own, alone) = (group.from(position), group.factor);
            } else if let Some(first) = group.literals.iter().position(|&literal| self.was_false(literal, before)) {
                lost += group.from(first);
                let at = self.known[group.literals[first].variable()].as_ref().map(|known| known.position);
                parts.push((at, group, first));
            }
        }
        // What is lost beyond need is given back, the latest first.
        let mut excess = lost + own - sum.spare - 1;
        parts.sort_by_key(|&(at, ..)| std::cmp::Reverse(at));
        let mut literals = Vec::with_capacity(parts.len());
        for (_, group, first) in parts {
            let end = group.literals.len();
            let last = end.min(first + (excess / group.factor) as usize);
            let will_do = |&position: &usize| position == end || self.was_false(group.literals[position], before);
            let position = (first..=last).rev().find(will_do).unwrap_or(first);
            excess -= group.from(first) - group.from(position);
            literals.extend(group.literals.get(position));
        }
        let lost = sum.spare + 1 + excess - own;
        Explanation { literals, lifted: forced.is_some() && lost + alone <= sum.spare }
    }

    /// The step of the derivation that the reason for a variable comes from.
    pub(super) fn learnt_in(&self, variable: usize) -> Option<usize> {
        self.step_of(self.known[variable].as_ref()?.reason)
    }

    fn step_of(&self, reason: Reason) -> Option<usize> {
        match reason {
            Reason::Clause(clause) => self.clauses[clause].step,
            Reason::Choice | Reason::Sum(_) => None,
        }
    }
}
