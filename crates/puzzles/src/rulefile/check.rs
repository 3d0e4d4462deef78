//! The rules on a board, by walking the file's expressions.

use super::FilePuzzle;
use super::evaluate::Evaluator;
use super::scope::{Bound, Scope};
use super::setting::{Instance, instances};
use super::syntax::{Demand, Expr, Family, Fold};
use crate::{Board, Checked, Puzzle, Rule, Violation};

impl Checked for FilePuzzle {
    fn violations(&self, board: &Board) -> Vec<Violation> {
        let file = self.file();
        let mut found = self.wrong_values(board);
        let scope = Scope::new(&self.setting.layout, file.slots);
        let mut evaluator = Evaluator::new(scope, board, &self.setting.values);
        for (line, [rule, _]) in file.rules.iter().zip(&self.kind.rules).filter(|(line, _)| !line.implied) {
            // A puzzle with too many places to apply a rule at is not read.
            for instance in instances(&mut evaluator.scope, &line.each).unwrap_or_default() {
                self.look(&mut evaluator, rule, &instance, &line.demand, "", &mut found);
            }
        }
        for (number, line) in file.clues.iter().enumerate() {
            for (instance, clue) in self.setting.slots[number].iter().zip(&self.clues[number]) {
                let (demand, text) = match clue {
                    Some(given) => {
                        evaluator.scope.clue = i64::from(given.number);
                        (&line.meanings[given.mark].demand, self.clue_said(number, *given))
                    }
                    None => match &line.none {
                        Some(demand) => (demand, String::new()),
                        None => continue,
                    },
                };
                self.look(&mut evaluator, self.kind.clues[number], instance, demand, &text, &mut found);
            }
        }
        found
    }
}

impl FilePuzzle {
    fn wrong_values(&self, board: &Board) -> Vec<Violation> {
        let values = self.setting.values.iter().zip(board.iter()).enumerate();
        let wrong = values.filter_map(|(place, (&(least, most), value))| {
            let value = value.filter(|value| !(least..=most).contains(value))?;
            let message = format!("{} holds {value}; expected {least} to {most}", self.place_name(place));
            Some(Violation { rule: self.kind.value, places: vec![place], message })
        });
        wrong.collect()
    }

    fn look(
        &self,
        evaluator: &mut Evaluator<'_>,
        rule: &'static Rule,
        instance: &Instance,
        demand: &Demand,
        clue: &str,
        found: &mut Vec<Violation>,
    ) {
        instance.bind(&mut evaluator.scope);
        evaluator.seen.clear();
        if evaluator.can_hold(&demand.holds) {
            return;
        }
        let mut places = std::mem::take(&mut evaluator.seen);
        places.sort_unstable();
        places.dedup();
        if let Some(group) = repeated_in(&demand.holds)
            && let Some(Bound::Group(group)) = group.map(|slot| evaluator.scope.bound(slot).clone())
        {
            return self.repeated(evaluator, rule, &group.name, &places, found);
        }
        let message = self.sentence(&evaluator.scope, demand, clue, false);
        found.push(Violation { rule, places, message });
    }

    /// The values that stand more than once at some places.
    fn repeated(
        &self,
        evaluator: &Evaluator<'_>,
        rule: &'static Rule,
        name: &str,
        places: &[usize],
        found: &mut Vec<Violation>,
    ) {
        let mut filled: Vec<(i32, usize)> =
            places.iter().filter_map(|&place| Some((evaluator.board().get(place)?, place))).collect();
        filled.sort_unstable();
        for equal in filled.chunk_by(|a, b| a.0 == b.0).filter(|equal| equal.len() > 1) {
            let message = format!("{name} holds {} {} times", self.value_text(equal[0].0), equal.len());
            found.push(Violation { rule, places: equal.iter().map(|&(_, place)| place).collect(), message });
        }
    }
}

/// The name of the group, if a demand is that the values of a group differ.
pub(super) fn repeated_in(expr: &Expr) -> Option<Option<usize>> {
    let Expr::Fold(Fold::Different, each, body) = expr else { return None };
    let Family::Members(group) = &each.family else { return None };
    let is_held = matches!(&**body, Expr::Held(cell) if matches!(**cell, Expr::Slot(slot) if slot == each.slot));
    match **group {
        Expr::Slot(slot) if is_held && each.only.is_none() => Some(Some(slot)),
        _ => None,
    }
}
