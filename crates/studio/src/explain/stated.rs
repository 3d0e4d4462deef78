//! Premises as they are stated: where few values are left, those.

use super::context::Context;
use super::inquiry::{Fact, Inquiry};
use super::knowledge::{Knowledge, Set, common, meet, size};
use super::step::{Level, Step};
use fd::{Store, Var};
use std::sync::Arc;

/// Up to this many values that are left are stated, even where a weaker statement would do.
const FEW_LEFT: u32 = 4;

/// So many premises that say the same are left as they are.
const MANY: usize = 3;

impl Inquiry {
    /// Steps whose premises are stated as they stand in the reader's notes, where few
    /// values are left: `w4 is 3 or 5` is seen, `w4 is odd` must be thought of. It
    /// is done only where each premise is still needed.
    pub(crate) async fn state_as_known(&mut self, start: &Knowledge, opening: &[Step], steps: &mut [Step]) {
        let (mut known, context) = (start.clone(), Arc::clone(&self.context));
        let take_note = |part: &Step, known: &mut Knowledge| take_note(&context, known, part);
        for step in opening {
            take_note(step, &mut known);
        }
        for step in steps {
            let mut main = std::mem::take(step);
            let (mut also, mut then) = (std::mem::take(&mut main.also), std::mem::take(&mut main.then));
            for part in std::iter::once(&mut main).chain(&mut also).chain(&mut then) {
                self.state_part(&known, part).await;
                take_note(part, &mut known);
            }
            *step = Step { also, then, ..main };
        }
    }

    async fn state_part(&mut self, known: &Knowledge, part: &mut Step) {
        if part.level == Level::Cases {
            return;
        }
        // What is said of many at once is shorter than what is left of each: `w1 to w10 are not 9`.
        let is_shared = |fact: &&Fact| part.facts.iter().filter(|other| other.left == fact.left).count() >= MANY;
        let alone: Vec<Var> = part.facts.iter().filter(|fact| !is_shared(fact)).map(|fact| fact.var).collect();
        for x in alone {
            let now = known.left(x);
            let Some(i) = part.facts.iter().position(|fact| fact.var == x && fact.left != now) else { continue };
            if size(now) > FEW_LEFT {
                continue;
            }
            let mut stated = part.clone();
            stated.facts[i].left = now.to_vec();
            if stated.argument.is_none() {
                self.drop_others(&mut stated, x).await;
            }
            if self.needs_all(&stated).await {
                stated.implied =
                    if stated.argument.is_none() { self.implied_by(&stated).await } else { stated.implied };
                *part = stated;
            }
        }
    }

    /// Drops the facts that a deduction does not need, now that what it says of `x` is stronger.
    async fn drop_others(&mut self, part: &mut Step, x: Var) {
        let mut i = 0;
        while i < part.facts.len() {
            let mut fewer = part.facts.clone();
            let dropped = fewer.remove(i);
            if dropped.var != x && self.concludes(part, &part.rules, &fewer).await {
                part.facts = fewer;
            } else {
                i += 1;
            }
        }
    }

    /// What the rules and facts of a deduction leave of what something goes from.
    async fn implied_by(&mut self, part: &Step) -> Vec<(Var, Set)> {
        let left = |store: &Store| part.removes.iter().map(|own| (own.var, store.words(own.var).to_vec())).collect();
        self.ask(&part.rules, &part.facts, |outcome| outcome.map_or_else(|_| Vec::new(), left)).await
    }

    /// Whether a deduction takes each of its rules and facts.
    async fn needs_all(&mut self, part: &Step) -> bool {
        for i in 0..part.rules.len() {
            let mut fewer = part.rules.clone();
            fewer.remove(i);
            if self.concludes(part, &fewer, &part.facts).await {
                return false;
            }
        }
        for i in 0..part.facts.len() {
            let mut fewer = part.facts.clone();
            fewer.remove(i);
            if self.concludes(part, &part.rules, &fewer).await {
                return false;
            }
        }
        true
    }

    /// Whether these rules and facts give what a deduction concludes.
    async fn concludes(&mut self, part: &Step, rules: &[usize], facts: &[Fact]) -> bool {
        if part.argument.is_some() {
            let facts: Vec<Fact> = facts.iter().chain(part.supposed()).cloned().collect();
            return self.contradict(rules, &facts, 1).await;
        }
        let all_gone = |store: &Store| part.removes.iter().all(|own| !meet(store.words(own.var), &own.gone));
        self.ask(rules, facts, |outcome| outcome.is_ok_and(all_gone)).await
    }
}

/// What the reader knows after a deduction: what it says, which may be more than is needed later.
fn take_note(context: &Context, known: &mut Knowledge, part: &Step) {
    for own in part.removes.iter().chain(&part.alike) {
        known.remove(own.var, &own.gone);
        if part.argument.is_none() {
            let told = common(known.left(own.var), &context.speaker().conclusion(part, own));
            known.set(own.var, &told);
        }
    }
}
