//! Rules as constraints of a reasoning: which relation each is at one place, and what follows from
//! several that people see as one.

use super::FilePuzzle;
use super::cage::Cage;
use super::compared::{Compared, Counted, differences};
use super::condition::{Condition, Linear, Ranges, Term, and};
use super::lower::{as_different, occurrences, solutions};
use super::pointing::{Pointing, Sight};
use super::relation::Relation;
use super::scope::Scope;
use super::setting::Instance as At;
use super::steady::Steady;
use super::syntax::Demand;
use crate::{Assumption, Instance, Reasoning, Rule, Sort, Telling};
use fd::constraints::{AllDifferent, Count, Linear as Equation, Strength, Sum, Table, Tuples};
use fd::{Constraint, ModelError, Var};
use std::collections::{BTreeSet, HashMap};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The most pairs of values that are looked through.
const MOST_COMPARED: usize = 1_000;
/// The most places of a condition whose combinations are listed.
const MOST_WIDE: usize = 9;
/// How hard it is to look at several numbers together, and at where a number can be.
const TOGETHER: u32 = 3;

/// A condition and what its places can hold, and all combinations that satisfy it, unless there are too many.
type Listed = HashMap<(Condition, Vec<(i32, i32)>), Option<Arc<Tuples>>>;

/// Rules that are being told one by one.
pub(super) struct Told<'a> {
    puzzle: &'a FilePuzzle,
    reasoning: Reasoning,
    vars: Vec<Var>,
    pub(super) scope: Scope<'a>,
    sight: Sight,
    /// The places whose numbers differ, by which rule.
    groups: Vec<(&'static Rule, BTreeSet<usize>)>,
    /// Where a value stands somewhere: a rule to go by, the value, and the places.
    holding: Vec<(Instance, i32, Vec<usize>)>,
    /// The clues that count.
    counts: Vec<Counted>,
    listed: Listed,
}

/// The values of two places.
struct Two([(usize, i64); 2]);

impl Ranges for Two {
    fn bounds(&self, place: usize) -> (i64, i64) {
        let value = self.0.iter().find(|(own, _)| *own == place).map_or(0, |&(_, value)| value);
        (value, value)
    }
}

impl<'a> Told<'a> {
    pub(super) fn new(puzzle: &'a FilePuzzle, reasoning: Reasoning, vars: Vec<Var>) -> Told<'a> {
        Told {
            puzzle,
            reasoning,
            vars,
            scope: Scope::new(&puzzle.setting.layout, puzzle.file().slots),
            sight: Sight::default(),
            groups: Vec::new(),
            holding: Vec::new(),
            counts: Vec::new(),
            listed: Listed::new(),
        }
    }

    fn values(&self, place: usize) -> (i32, i32) {
        self.puzzle.setting.values[place]
    }

    /// The least and the greatest value of any of these.
    fn range(&self, places: &[usize]) -> (i32, i32) {
        let values = places.iter().map(|&place| self.values(place));
        values.fold((i32::MAX, i32::MIN), |all, own| (all.0.min(own.0), all.1.max(own.1)))
    }

    fn vars(&self, places: &[usize]) -> Vec<Var> {
        places.iter().map(|&place| self.vars[place]).collect()
    }

    /// The places that differ by a condition, if that is what it says.
    fn different(&self, condition: &Condition) -> Option<Vec<usize>> {
        let places = condition.places();
        let differ = match condition {
            Condition::Different(items) => items.len() == places.len() && items.iter().all(is_place),
            Condition::And(parts) => as_different(parts, &self.puzzle.setting.values).is_some(),
            _ => false,
        };
        differ.then_some(places)
    }

    /// How many places hold 1, if a condition is about the number of these, and the others hold 0.
    fn ones(&self, linear: &Linear) -> Option<i64> {
        let is_mark = |(factor, term): &(i64, Term)| match term {
            Term::Place(place) => factor.abs() == 1 && self.values(*place) == (0, 1),
            _ => false,
        };
        let sign = linear.terms.first()?.0;
        let same = linear.terms.iter().all(|(factor, _)| *factor == sign);
        (linear.terms.iter().all(is_mark) && same).then_some(-linear.constant * sign)
    }

    /// Takes note of which places cannot hold the same.
    pub(super) fn look(&mut self, rule: &'static Rule, condition: &Condition) {
        let places = condition.places();
        let values: Vec<i32> = if self.different(condition).is_some() {
            self.groups.push((rule, places.iter().copied().collect()));
            let (least, most) = self.range(&places);
            (least..=most).collect()
        } else if let (Condition::Zero(linear), [_, _, ..]) = (condition, places.as_slice())
            && self.ones(linear) == Some(1)
        {
            vec![1]
        } else if let &[a, b] = places.as_slice()
            && self.is_small(a, b)
        {
            let common = self.values(a).0.max(self.values(b).0)..=self.values(a).1.min(self.values(b).1);
            common.filter(|&value| !holds_at(condition, [(a, value), (b, value)])).collect()
        } else {
            return;
        };
        self.sight.add(&places, &values);
    }

    fn is_small(&self, a: usize, b: usize) -> bool {
        let count = |place: usize| i64::from(self.values(place).1) - i64::from(self.values(place).0) + 1;
        count(a) * count(b) <= MOST_COMPARED as i64
    }

    /// A rule or a clue at one of its places.
    pub(super) fn rule(
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
        let telling = match clue {
            None if self.crosses_off(condition) => self.crossing(),
            _ => Telling::Spoken,
        };
        let instance = Instance {
            at: crate::rows::in_words(&name),
            targets: target.into_iter().collect(),
            telling,
            ..Instance::new(rules[0], 1, says, fails)
        };
        let and_differ = if demand.says.is_none() { " and differ" } else { ", where all numbers differ" };
        self.post(rules, instance, and_differ, condition)
    }

    /// How it is told what everybody crosses off: where something is a mark, it is marked as well.
    fn crossing(&self) -> Telling {
        if self.puzzle.file().values.named.is_empty() { Telling::Crossing } else { Telling::Silent }
    }

    /// Whether a condition on two places says nothing before one of them is known: each value of one
    /// rules out one of the other at most.
    fn crosses_off(&self, condition: &Condition) -> bool {
        let &[a, b] = condition.places().as_slice() else { return false };
        let range = |place: usize| self.values(place).0..=self.values(place).1;
        let clashes = |x: i32, y: i32| !holds_at(condition, [(a, x), (b, y)]);
        self.is_small(a, b)
            && range(a).all(|x| range(b).filter(|&y| clashes(x, y)).count() <= 1)
            && range(b).all(|y| range(a).filter(|&x| clashes(x, y)).count() <= 1)
    }

    fn post(
        &mut self,
        rules: [&'static Rule; 2],
        instance: Instance,
        and_differ: &'static str,
        condition: &Condition,
    ) -> Result<(), ModelError> {
        let places = condition.places();
        let instance = Instance { places: places.clone(), ..instance };
        if let Some(places) = self.different(condition) {
            return self.differ(rules, instance, &places);
        }
        let is_single = |part: &Condition| part.only_place().is_some();
        match condition {
            // What is said of single places is said at once.
            Condition::And(parts) if parts.iter().all(is_simple) && !parts.iter().all(is_single) => {
                return parts.iter().try_for_each(|part| self.post(rules, instance.clone(), and_differ, part));
            }
            Condition::Zero(linear) | Condition::Other(linear) | Condition::AtMost(linear) => {
                if let (Condition::Zero(_), Some((value, many, own))) = (condition, counted(linear)) {
                    return self.count(rules[0], instance, value, many, &own);
                }
                if is_plain(linear) {
                    return self.sum(rules[0], instance, and_differ, condition, linear);
                }
            }
            Condition::Known(_) => {
                // What can never hold is told of the first cell.
                let first: Vec<Var> = self.vars.iter().take(1).copied().collect();
                return self.reasoning.rule(instance, Relation::new(first, condition.clone()));
            }
            _ => {}
        }
        let is_at_once = matches!(condition, Condition::And(parts) if parts.iter().all(is_single));
        let (cost, sort) = match places.len() {
            _ if is_at_once => (1, Sort::Other),
            0 | 1 => (1, Sort::Other),
            2 => (1, Sort::Pair),
            3..=4 => (2, Sort::Other),
            _ => (3, Sort::Other),
        };
        let and_differ = if places.len() == 2 { ", and they are not equal" } else { and_differ };
        let instance = Instance { cost, sort, ..instance };
        let plain = self.listed(&places, condition)?;
        match self.differing(&places) {
            Some((rule, differ)) => {
                let both = and(vec![differ, condition.clone()]);
                let whole = self.listed(&places, &both)?;
                self.assuming(instance, rule, and_differ, &places, whole, plain)
            }
            None => self.reasoning.rule_shared(instance, plain, None),
        }
    }

    /// The rule by which some places differ, with that as a condition.
    fn differing(&self, places: &[usize]) -> Option<(&'static Rule, Condition)> {
        let (rule, _) = self.groups.iter().find(|(_, group)| places.iter().all(|place| group.contains(place)))?;
        let items = places.iter().map(|&place| Linear::of(Term::Place(place))).collect();
        (places.len() > 1).then_some((*rule, Condition::Different(items)))
    }

    /// A rule that takes for granted that its places differ.
    fn assuming(
        &mut self,
        instance: Instance,
        rule: &'static Rule,
        says: &'static str,
        places: &[usize],
        whole: Arc<dyn Constraint>,
        without: Arc<dyn Constraint>,
    ) -> Result<(), ModelError> {
        let assumed = Arc::new(AllDifferent::new(&self.vars(places)));
        self.reasoning.rule_shared(instance, whole, Some(Assumption { rule, says, without, assumed }))
    }

    /// A condition on some places as a list of all combinations, if there are few enough.
    fn listed(&mut self, places: &[usize], condition: &Condition) -> Result<Arc<dyn Constraint>, ModelError> {
        let own: HashMap<usize, usize> = places.iter().enumerate().map(|(at, &place)| (place, at)).collect();
        let condition = condition.renamed(&|place| own[&place]);
        let values: Vec<(i32, i32)> = places.iter().map(|&place| self.values(place)).collect();
        let vars = self.vars(places);
        let key = (condition, values);
        let tuples = match self.listed.get(&key) {
            Some(tuples) => tuples.clone(),
            None => {
                let found = if places.len() <= MOST_WIDE { solutions(&key.0, &key.1) } else { None };
                let tuples = found.map(|tuples| Arc::new(Tuples::new(tuples)));
                self.listed.insert(key.clone(), tuples.clone());
                tuples
            }
        };
        Ok(match tuples {
            Some(tuples) => {
                let table = |vars: &[Var]| Table::new(vars, &tuples);
                Arc::new(Steady::new(&vars, self.reasoning.model(), table)?)
            }
            None => Arc::new(Relation::new(vars, key.0)),
        })
    }

    /// A sum of what places hold.
    fn sum(
        &mut self,
        rule: &'static Rule,
        instance: Instance,
        and_differ: &'static str,
        condition: &Condition,
        linear: &Linear,
    ) -> Result<(), ModelError> {
        let places = condition.places();
        let is_order = matches!(condition, Condition::AtMost(_)) && places.len() == 2;
        let ones = self.ones(linear);
        let sort = match condition {
            _ if ones.is_some() => Sort::Count,
            _ if is_order => Sort::Order,
            Condition::Zero(_) => Sort::Sum,
            _ if places.len() == 2 => Sort::Pair,
            _ => Sort::Other,
        };
        let instance = Instance { cost: if places.len() > 2 { 2 } else { 1 }, sort, ..instance };
        let vars = self.vars(&places);
        if instance.telling != Telling::Spoken {
            // Of two places, one is all that it can speak of.
            return self.reasoning.rule(instance, equation(condition, linear, &vars));
        }
        let equation = Steady::new(&vars, self.reasoning.model(), |vars| equation(condition, linear, vars))?;
        if let (Some(ones), Condition::Zero(_)) = (ones, condition) {
            if ones == 1 {
                self.hold(rule, &instance, 1, &places);
            }
            // Clues have something to point at.
            let is_clue = !instance.targets.is_empty() && !instance.at.is_empty() && places.len() <= MOST_WIDE;
            if let (true, Ok(ones)) = (is_clue, usize::try_from(ones)) {
                self.counts.push((instance.clone(), ones, places.clone()));
            }
        }
        let factor = linear.terms.first().map_or(0, |(factor, _)| *factor);
        let is_total = matches!(condition, Condition::Zero(_)) && linear.terms.iter().all(|(own, _)| *own == factor);
        if is_total
            && factor.abs() == 1
            && let Some((rule, _)) = self.differing(&places)
            && let Some(cage) = Cage::new(vars, -linear.constant * factor, self.range(&places))
        {
            let instance = Instance { sort: Sort::Cage, ..instance };
            return self.assuming(instance, rule, and_differ, &places, Arc::new(cage), Arc::new(equation));
        }
        self.reasoning.rule(instance, equation)
    }

    /// How often a value stands at some places.
    fn count(
        &mut self,
        rule: &'static Rule,
        instance: Instance,
        value: i32,
        many: i32,
        places: &[usize],
    ) -> Result<(), ModelError> {
        let instance = Instance { places: places.to_vec(), sort: Sort::Count, ..instance };
        let vars = self.vars(places);
        let mut add = |instance: Instance, times: RangeInclusive<i32>| {
            let count = |vars: &[Var]| Count::new(vars, value, times.clone());
            let count = Steady::new(&vars, self.reasoning.model(), count)?;
            self.reasoning.rule(instance, count)
        };
        if many != 1 {
            return add(instance, many..=many);
        }
        // A number that stands once is crossed off, and stands somewhere.
        let crossing = Instance { telling: Telling::Crossing, sort: Sort::Differ, ..instance.clone() };
        add(crossing, 0..=1)?;
        add(Instance { sort: Sort::Holds(value), ..instance.clone() }, 1..=places.len() as i32)?;
        self.hold(rule, &instance, value, places);
        Ok(())
    }

    /// Takes note that a value stands somewhere.
    fn hold(&mut self, rule: &'static Rule, instance: &Instance, value: i32, places: &[usize]) {
        let named = self.puzzle.file().values.named.iter().find(|named| named.value == value);
        let value_says = named.map_or_else(|| value.to_string(), |named| named.says.clone());
        let at = &instance.at;
        let somewhere = Instance {
            rule,
            cost: TOGETHER,
            sort: Sort::Pointing(value),
            says: format!("{value_says} stands somewhere in {at}"),
            fails: format!("{at} has no place for {value_says}"),
            ..instance.clone()
        };
        self.holding.push((somewhere, value, places.to_vec()));
    }

    /// The numbers of a line differ; where there are as many values as places, it holds each.
    fn differ(
        &mut self,
        [_, full]: [&'static Rule; 2],
        instance: Instance,
        places: &[usize],
    ) -> Result<(), ModelError> {
        let vars = self.vars(places);
        let differ = Instance { sort: Sort::Differ, ..instance.clone() };
        let crossed = Instance { telling: Telling::Crossing, ..differ.clone() };
        let different = |strength| move |vars: &[Var]| AllDifferent::new(vars).strength(strength);
        let crossing = Steady::new(&vars, self.reasoning.model(), different(Strength::Value))?;
        self.reasoning.rule(crossed, crossing)?;
        if vars.len() > 2 {
            let together = Instance { cost: TOGETHER, telling: Telling::Spoken, ..differ };
            let whole = Steady::new(&vars, self.reasoning.model(), different(Strength::Domain))?;
            self.reasoning.rule(together, whole)?;
        }
        let (least, most) = self.values(places[0]);
        let same = places.iter().all(|&place| self.values(place) == (least, most));
        if !same || vars.len() as i64 != i64::from(most) - i64::from(least) + 1 {
            return Ok(());
        }
        for value in least..=most {
            let says = format!("{} holds every number from {least} to {most}", instance.at);
            let fails = format!("{} has no place for {value}", instance.at);
            let telling = Telling::Spoken;
            let whole = Instance { rule: full, says, fails, telling, sort: Sort::Holds(value), ..instance.clone() };
            self.hold(full, &whole, value, places);
            let most = vars.len() as i32;
            let count = |vars: &[Var]| Count::new(vars, value, 1..=most);
            let count = Steady::new(&vars, self.reasoning.model(), count)?;
            self.reasoning.rule(whole, count)?;
        }
        Ok(())
    }

    /// Adds what follows from where values can be, which takes all rules.
    pub(super) fn finish(mut self) -> Result<Reasoning, ModelError> {
        for (instance, (only, by)) in differences(&self.counts) {
            let [more, fewer] = only.map(|places| self.vars(&places));
            if !instance.places.is_empty() {
                self.reasoning.rule(instance, Compared { more, fewer, by })?;
            }
        }
        for (instance, value, places) in std::mem::take(&mut self.holding) {
            let seen = self.sight.seen_from_outside(&places, value);
            let holds = |place: usize| (self.values(place).0..=self.values(place).1).contains(&value);
            let others = seen.into_iter().filter(|&(place, _)| holds(place));
            let others: Vec<(Var, Vec<Var>)> =
                others.map(|(place, seen)| (self.vars[place], self.vars(&seen))).collect();
            if !others.is_empty() {
                let group = self.vars(&places);
                self.reasoning.rule(instance, Pointing { value, group, others })?;
            }
        }
        Ok(self.reasoning)
    }
}

/// Whether a condition holds with these values of its two places.
fn holds_at(condition: &Condition, values: [(usize, i32); 2]) -> bool {
    condition.can_hold(&Two(values.map(|(place, value)| (place, i64::from(value)))))
}

fn is_place(item: &Linear) -> bool {
    item.constant == 0 && matches!(item.terms[..], [(1, Term::Place(_))])
}

/// Whether a comparison is about a sum of what places hold.
fn is_plain(linear: &Linear) -> bool {
    linear.terms.iter().all(|(_, term)| matches!(term, Term::Place(_)))
}

/// A comparison of a sum, in which places come up in the order of these variables.
fn equation(condition: &Condition, linear: &Linear, vars: &[Var]) -> Equation {
    let terms = linear.terms.iter().zip(vars).map(|((factor, _), &x)| Sum::term(*factor, x));
    let sum = terms.fold(Sum::from(linear.constant), |sum, term| sum + term);
    match condition {
        Condition::Zero(_) => sum.equals(0),
        Condition::Other(_) => sum.differs_from(0),
        _ => sum.at_most(0),
    }
    .exact()
}

/// The value, how often it stands at some places, and these, if an equation is about that.
fn counted(linear: &Linear) -> Option<(i32, i32, Vec<usize>)> {
    let (factor, value, places) = occurrences(linear)?;
    let many = i32::try_from(-linear.constant * factor).ok()?;
    (0..=places.len() as i32).contains(&many).then_some((value, many, places))
}

/// Whether the kernel has a constraint that says just this.
fn is_simple(condition: &Condition) -> bool {
    match condition {
        Condition::Zero(linear) => occurrences(linear).is_some() || is_plain(linear),
        Condition::Other(linear) | Condition::AtMost(linear) => is_plain(linear),
        _ => false,
    }
}
