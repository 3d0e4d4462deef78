//! The rules one by one, with the sentence of each.

use super::FilePuzzle;
use super::check::repeated_in;
use super::condition::{Condition, Linear, Term};
use super::lower::{as_different, occurrences};
use super::relation::Relation;
use super::scope::Scope;
use super::setting::Instance as At;
use super::syntax::{Demand, Expr, Family, Fold, Relation as Compared};
use crate::{Instance, Puzzle, Reasoned, Reasoning, Rule, Subject, Telling, Word};
use fd::constraints::{AllDifferent, Count, Strength, Sum};
use fd::{ModelError, Var};
use std::collections::HashMap;

impl Reasoned for FilePuzzle {
    fn reason(&self) -> Result<Reasoning, ModelError> {
        let file = self.file();
        let mut reasoning = Reasoning::new(self.kind().techniques);
        let mut vars = Vec::with_capacity(self.places());
        for (place, &(least, most)) in self.setting.values.iter().enumerate() {
            vars.push(reasoning.place(least..=most, self.subject(place))?);
        }
        let mut told = Told { puzzle: self, reasoning, vars, scope: Scope::new(&self.setting.layout, file.slots) };
        for rule in self.setting.rules(file)? {
            let line = &file.rules[rule.line];
            told.rule(self.kind.rules[rule.line], &rule.instance, &line.demand, None, &rule.condition)?;
        }
        let given = self.kind.given_line();
        for ((number, at), condition) in self.demanded(|number| Some(number) != given)? {
            let line = &file.clues[number];
            let clue = self.clues[number][at];
            let demand = match (clue, &line.none) {
                (Some(given), _) => &line.meanings[given.mark].demand,
                (None, Some(none)) => none,
                (None, None) => continue,
            };
            told.scope.clue = clue.map_or(0, |clue| i64::from(clue.number));
            let text = clue.map_or_else(String::new, |clue| clue_number(self, number, clue));
            let rule = self.kind.clues[number];
            let target = clue.map(|_| self.clue_id(number, at));
            told.rule([rule, rule], &self.setting.slots[number][at], demand, Some((text, target)), &condition)?;
        }
        Ok(told.reasoning)
    }
}

/// What `{clue}` stands for in a sentence.
fn clue_number(puzzle: &FilePuzzle, number: usize, clue: super::Given) -> String {
    let meaning = &puzzle.file().clues[number].meanings[clue.mark];
    if meaning.number { clue.number.to_string() } else { meaning.mark.clone() }
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

struct Told<'a> {
    puzzle: &'a FilePuzzle,
    reasoning: Reasoning,
    vars: Vec<Var>,
    scope: Scope<'a>,
}

impl Told<'_> {
    fn rule(
        &mut self,
        rules: [&'static Rule; 2],
        at: &At,
        demand: &Demand,
        clue: Option<(String, Option<String>)>,
        condition: &Condition,
    ) -> Result<(), ModelError> {
        at.bind(&mut self.scope);
        let (text, target) = clue.clone().unwrap_or_default();
        let sentence = |says| self.puzzle.sentence(&self.scope, demand, &text, says);
        let (says, fails) = (sentence(true), sentence(false));
        let name = at.last().iter().map(|bound| bound.name(self.scope.layout)).collect::<Vec<_>>();
        let instance = Instance {
            at: crate::rows::in_words(&name),
            targets: target.into_iter().collect(),
            ..Instance::new(rules[0], 1, says, fails)
        };
        let is_pair = clue.is_none() && condition.places().len() == 2;
        let instance = if is_pair { Instance { telling: Telling::Silent, ..instance } } else { instance };
        self.post(rules, instance, condition)
    }

    fn post(&mut self, rules: [&'static Rule; 2], instance: Instance, condition: &Condition) -> Result<(), ModelError> {
        let places = condition.places();
        let vars: Vec<Var> = places.iter().map(|&place| self.vars[place]).collect();
        let instance = Instance { places: places.clone(), ..instance };
        match condition {
            Condition::Different(items) if items.len() == places.len() && items.iter().all(is_place) => {
                return self.differ(rules, instance, &vars);
            }
            Condition::And(parts) => {
                if as_different(parts, &self.puzzle.setting.values).is_some() {
                    return self.differ(rules, instance, &vars);
                }
                if parts.iter().all(is_simple) {
                    return parts.iter().try_for_each(|part| self.post(rules, instance.clone(), part));
                }
            }
            Condition::Zero(linear) | Condition::Other(linear) | Condition::AtMost(linear) => {
                if let Some((factor, value, own)) = occurrences(linear)
                    && matches!(condition, Condition::Zero(_))
                    && let Ok(many) = i32::try_from(-linear.constant * factor)
                    && (0..=own.len() as i32).contains(&many)
                {
                    let vars: Vec<Var> = own.iter().map(|&place| self.vars[place]).collect();
                    return self.reasoning.rule(instance, Count::new(&vars, value, many));
                }
                if linear.terms.iter().all(|(_, term)| matches!(term, Term::Place(_))) {
                    let mut sum = Sum::from(linear.constant);
                    for (factor, term) in &linear.terms {
                        if let Term::Place(place) = term {
                            sum = sum + Sum::term(*factor, self.vars[*place]);
                        }
                    }
                    let cost = if places.len() > 2 { 2 } else { 1 };
                    let instance = Instance { cost, ..instance };
                    let equation = match condition {
                        Condition::Zero(_) => sum.equals(0),
                        Condition::Other(_) => sum.differs_from(0),
                        _ => sum.at_most(0),
                    };
                    return self.reasoning.rule(instance, equation.exact());
                }
            }
            Condition::Known(_) if vars.is_empty() => {
                // What can never hold is told of the first cell.
                let first: Vec<Var> = self.vars.iter().take(1).copied().collect();
                return self.reasoning.rule(instance, Relation::new(first, condition.clone()));
            }
            _ => {}
        }
        let own: HashMap<usize, usize> = places.iter().enumerate().map(|(at, &place)| (place, at)).collect();
        let relation = Relation::new(vars, condition.renamed(&|place| own[&place]));
        let cost = match places.len() {
            0..=2 => 1,
            3..=4 => 2,
            _ => 3,
        };
        self.reasoning.rule(Instance { cost, ..instance }, relation)
    }

    /// The numbers of a line differ; where there are as many values as places, it holds each.
    fn differ(&mut self, [_, full]: [&'static Rule; 2], instance: Instance, vars: &[Var]) -> Result<(), ModelError> {
        let values = &self.puzzle.setting.values;
        let silent = Instance { telling: Telling::Silent, ..instance.clone() };
        self.reasoning.rule(silent, AllDifferent::new(vars).strength(Strength::Value))?;
        if vars.len() > 2 {
            let together = Instance { cost: 2, ..instance.clone() };
            self.reasoning.rule(together, AllDifferent::new(vars).strength(Strength::Domain))?;
        }
        let (least, most) = values[instance.places[0]];
        let same = instance.places.iter().all(|&place| values[place] == (least, most));
        if !same || vars.len() as i32 != most - least + 1 {
            return Ok(());
        }
        for value in least..=most {
            let says = format!("{} holds every number from {least} to {most}", instance.at);
            let fails = format!("{} has no place for {value}", instance.at);
            let whole = Instance { rule: full, says, fails, ..instance.clone() };
            self.reasoning.rule(whole, Count::new(vars, value, 1))?;
        }
        Ok(())
    }
}

fn is_place(item: &Linear) -> bool {
    item.constant == 0 && matches!(item.terms[..], [(1, Term::Place(_))])
}

/// Whether the kernel has a constraint that says just this.
fn is_simple(condition: &Condition) -> bool {
    match condition {
        Condition::Zero(linear) if occurrences(linear).is_some() => true,
        Condition::Zero(linear) | Condition::Other(linear) | Condition::AtMost(linear) => {
            linear.terms.iter().all(|(_, term)| matches!(term, Term::Place(_)))
        }
        _ => false,
    }
}
