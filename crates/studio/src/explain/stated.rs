//! Premises as they are stated: where few values are left, those.

use super::inquiry::{Fact, Inquiry};
use super::knowledge::{Knowledge, Set, meet, size};
use super::step::{Level, Removes, Step};
use fd::{Store, Var};

/// Up to this many values that are left are stated, even where a weaker statement would do.
const FEW_LEFT: u32 = 3;

impl Inquiry {
    /// Steps whose premises are stated as they stand in the reader's notes, where few
    /// values are left: `w4 is 3 or 5` is seen, `w4 is odd` must be thought of. It
    /// is done only where each premise is still needed.
    pub(crate) async fn state_as_known(&mut self, start: &Knowledge, opening: &[Step], steps: &mut [Step]) {
        let mut known = start.clone();
        for step in opening {
            take_note(&mut known, step);
        }
        for step in steps {
            let mut main = std::mem::take(step);
            let (mut also, mut then) = (std::mem::take(&mut main.also), std::mem::take(&mut main.then));
            for part in std::iter::once(&mut main).chain(&mut also).chain(&mut then) {
                self.state_part(&known, part).await;
                take_note(&mut known, part);
            }
            *step = Step { also, then, ..main };
        }
    }

    async fn state_part(&mut self, known: &Knowledge, part: &mut Step) {
        for i in 0..part.facts.len() {
            let Fact { var, left } = &part.facts[i];
            let now = known.left(*var);
            if size(now) > FEW_LEFT || left == now || part.level == Level::Cases {
                continue;
            }
            let before = std::mem::replace(&mut part.facts[i].left, now.to_vec());
            if !self.needs_all(part).await {
                part.facts[i].left = before;
            } else if part.argument.is_none() {
                part.implied = self.implied_by(part).await;
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

fn take_note(known: &mut Knowledge, part: &Step) {
    for Removes { var, gone, .. } in part.removes.iter().chain(&part.alike) {
        known.remove(*var, gone);
    }
}
