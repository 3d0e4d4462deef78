//! The rules one by one, with the sentence of each.

use super::FilePuzzle;
use super::check::repeated_in;
use super::instances::Told;
use super::scope::Scope;
use super::syntax::{Demand, Expr, Family, Fold, Relation as Compared};
use crate::{Puzzle, Reasoned, Reasoning, Subject, Word};
use fd::ModelError;

impl Reasoned for FilePuzzle {
    fn reason(&self) -> Result<Reasoning, ModelError> {
        let file = self.file();
        let mut reasoning = Reasoning::new(self.kind().techniques);
        let mut vars = Vec::with_capacity(self.places());
        for (place, &(least, most)) in self.setting.values.iter().enumerate() {
            vars.push(reasoning.place(least..=most, self.subject(place))?);
        }
        let rules = self.setting.rules(file)?;
        let given = self.kind.given_line();
        let clues = self.demanded(|number| Some(number) != given)?;
        let mut told = Told::new(self, reasoning, vars);
        for rule in rules {
            told.look(self.kind.rules[rule.line][0], &rule.condition);
        }
        for rule in rules {
            let line = &file.rules[rule.line];
            told.rule(self.kind.rules[rule.line], &rule.instance, &line.demand, None, &rule.condition)?;
        }
        for ((number, at), condition) in clues {
            let line = &file.clues[number];
            let clue = self.clues[number][at];
            let demand = match (clue, &line.none) {
                (Some(given), _) => &line.meanings[given.mark].demand,
                (None, Some(none)) => none,
                (None, None) => continue,
            };
            told.scope.clue = clue.map_or(0, |clue| i64::from(clue.number));
            let text = clue.map_or_else(String::new, |clue| self.clue_said(number, clue));
            let rule = self.kind.clues[number];
            let target = clue.map(|_| self.clue_id(number, at));
            told.rule([rule, rule], &self.setting.slots[number][at], demand, Some((text, target)), &condition)?;
        }
        told.finish()
    }
}

impl FilePuzzle {
    fn subject(&self, place: usize) -> Subject {
        let name = self.place_name(place);
        let named = &self.file().values.named;
        if named.is_empty() {
            return Subject::number(name.clone(), name);
        }
        Subject::worded(name.clone(), name, named.iter().map(|named| Word::new(named.value, named.says.clone())))
    }

    /// A sentence of a demand, that it holds or that it cannot.
    pub(super) fn sentence(&self, scope: &Scope<'_>, demand: &Demand, clue: &str, says: bool) -> String {
        let template = if says { &demand.says } else { &demand.fails };
        if let Some(template) = template {
            return scope.fill(template, clue);
        }
        let cannot = if says { "" } else { "cannot " };
        if let Some(Some(slot)) = repeated_in(&demand.holds) {
            let name = scope.bound(slot).name(scope.layout);
            return match says {
                true => format!("the numbers of {name} differ"),
                false => format!("{name} cannot have different numbers"),
            };
        }
        if let Some((slot, total)) = sum_of(&demand.holds)
            && let Some(total) = scope.number(total)
        {
            let name = scope.bound(slot).name(scope.layout);
            return format!("the numbers of {name} {cannot}add up to {total}");
        }
        let other = if says { &demand.fails } else { &demand.says };
        match other {
            Some(other) if says => format!("it is not so that {}", scope.fill(other, clue)),
            Some(other) => format!("it cannot be that {}", scope.fill(other, clue)),
            None if says => "the rule holds here".to_owned(),
            None => "the rule cannot hold here".to_owned(),
        }
    }
}

/// The group and the total, if a demand is that a group has a sum.
fn sum_of(expr: &Expr) -> Option<(usize, &Expr)> {
    let Expr::Compare(first, rest) = expr else { return None };
    let (Expr::Fold(Fold::Sum, each, body), [(Compared::Equal, total)]) = (&**first, &rest[..]) else { return None };
    let Family::Members(group) = &each.family else { return None };
    let is_held = matches!(&**body, Expr::Held(cell) if matches!(**cell, Expr::Slot(slot) if slot == each.slot));
    match **group {
        Expr::Slot(slot) if is_held && each.only.is_none() => Some((slot, total)),
        _ => None,
    }
}
