//! Why a literal is true, or why there is a conflict: as few literals as will
//! do, as early as possible.

use super::engine::{Conflict, Engine, Explanation, Reason};
use puzzles::Literal;

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
    pub(super) fn against(&self, conflict: Conflict) -> Vec<Literal> {
        match conflict {
            Conflict::Clause(clause) => self.clauses[clause].literals.clone(),
            Conflict::Sum(sum) => self.short_of(sum, None, self.trail.len()).literals,
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
}
