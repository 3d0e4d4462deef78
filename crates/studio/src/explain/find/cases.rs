//! Trying the few values of a quantity, where that takes less telling than the steps it stands for.
//!
//! The machine takes the easiest step each time. Where a bar can weigh only 25 or 29, that may be a long row of
//! steps, each of which moves a bound a little. A person tries both. So, once the way is known, each
//! quantity with few values left is looked at again. If all values but one can be refuted at that moment, the
//! rest of the way is looked for anew; if there are fewer deductions on it, it is told. How hard a puzzle is goes
//! by the easiest steps, as before.

use super::inquiry::{Argument, End, Fact, Inquiry};
use super::ledger::Ledger;
use super::machine::Machine;
use super::path::{Deduction, Walk, deductions, goals, is_easy};
use crate::explain::knowledge::{Knowledge, Set, bits, meet, single, size, union, without};
use crate::explain::step::{Level, Removes, Step};
use crate::explain::{Keep, Outcome};
use fd::Var;
use puzzles::{Telling, Values};
use std::collections::BTreeMap;

/// The most values that are tried.
pub(crate) const MOST_CASES: u32 = 5;

/// The most deductions in a case: nobody follows more.
const MOST_IN_CASE: usize = 10;

/// Cases have so many times fewer deductions than the steps before the value is known without them.
const TIMES: usize = 2;

/// As more is known, the cases of a quantity become shorter: they are worked out again after such a part of
/// the steps that they may stand for.
const PART: usize = 4;

/// The search for a shorter way.
struct Shortcut<'a> {
    machine: &'a mut Machine,
    start: &'a Knowledge,
    goals: &'a [(Var, Set)],
    /// The way that is shortest so far.
    way: Vec<Deduction>,
    /// The reading of the meter at which a way is given up, if any.
    until: Option<u64>,
}

/// A way on which trying the values of quantities stands for longer rows of steps; `None` where that is no shorter.
/// It takes up to so much `work` to begin looking for another.
pub(crate) async fn with_cases(
    machine: &mut Machine,
    way: Vec<Deduction>,
    start: &Knowledge,
    goals: &[(Var, Set)],
    work: u64,
) -> Option<Vec<Deduction>> {
    let end = machine.inquiry.meter.spent().saturating_add(work);
    let quantities = machine.inquiry.quantities();
    let mut shortcut = Shortcut { machine, start, goals, way, until: None };
    let (mut known, mut at, mut found) = (start.clone(), 0, false);
    let mut next: BTreeMap<Var, usize> = BTreeMap::new();
    'way: while at < shortcut.way.len() {
        for &x in &quantities {
            let row = row_about(x, &shortcut.way[at..], known.left(x));
            if shortcut.way[at].routine
                || !has_few(x, &known)
                || row < 2 * TIMES
                || next.get(&x).is_some_and(|&next| at < next)
            {
                continue;
            }
            next.insert(x, at + 1 + row / PART);
            let Some(step) = shortcut.machine.inquiry.cases_of(x, &known).await else { continue };
            if shortcut.machine.inquiry.meter.spent() > end {
                break 'way;
            }
            if TIMES * step.length() <= row && shortcut.take(at, &known, step).await {
                // Go on after the cases.
                let cases = shortcut.way.iter().rposition(|deduction| deduction.chosen).unwrap_or(at);
                known = start.clone();
                shortcut.way[..=cases].iter().for_each(|deduction| deduction.rule_out(&mut known));
                (at, found) = (cases + 1, true);
                next.clear();
                continue 'way;
            }
        }
        shortcut.way[at].rule_out(&mut known);
        at += 1;
    }
    found.then_some(shortcut.way)
}

/// The same for the next step alone: one that tries the values of a quantity, where that leads from what the machine
/// knows to the end by a shorter way. A way that takes more than so much `work` is not followed to its end, and
/// nothing is said of it.
pub(crate) async fn cases_next(machine: &mut Machine, work: u64) -> Option<Step> {
    let (known, mut found) = (machine.knowledge.clone(), Vec::new());
    for x in machine.inquiry.quantities().into_iter().filter(|&x| has_few(x, &known)) {
        found.extend(machine.inquiry.cases_of(x, &known).await.map(|step| (x, step)));
    }
    if found.is_empty() {
        return None;
    }
    let until = Some(machine.inquiry.meter.spent().saturating_add(work));
    let mut walk = Walk::until(until);
    let outcome = walk.take(machine, &known, Keep::Needed).await;
    if !matches!(outcome, Outcome::Solved(_)) || is_easy(&walk.steps) {
        return None;
    }
    let goals = goals(&machine.inquiry, &known, &machine.knowledge);
    let way = deductions(walk.opening, &walk.steps, &machine.inquiry, &known);
    let mut shortcut = Shortcut { machine, start: &known, goals: &goals, way, until };
    for (x, step) in found {
        let row = row_about(x, &shortcut.way, known.left(x));
        if row >= TIMES * step.length().max(2) && shortcut.take(0, &known, step.clone()).await {
            return Some(step);
        }
    }
    None
}

/// Whether few values are left of a quantity.
fn has_few(x: Var, known: &Knowledge) -> bool {
    (2..=MOST_CASES).contains(&size(known.left(x)))
}

impl Shortcut<'_> {
    /// Takes a step before the deduction `at` and looks for the rest of the way from there; whether
    /// that leads to the end in fewer deductions.
    async fn take(&mut self, at: usize, known: &Knowledge, step: Step) -> bool {
        self.machine.know(known);
        let before = self.machine.tidy(true).await;
        self.machine.apply(&step);
        let then = self.machine.tidy(true).await;
        let mut walk = Walk::until(self.until);
        if !matches!(walk.go_on(self.machine).await, Outcome::Solved(_)) {
            return false;
        }
        let mut way = self.way[..at].to_vec();
        let inquiry = &self.machine.inquiry;
        way.extend(deductions(before, &[], inquiry, self.start));
        way.push(Deduction { chosen: true, ..Deduction::new(step, inquiry, self.start) });
        way.extend(deductions(then, &walk.steps, inquiry, self.start));
        let mut ledger = Ledger::new(&inquiry.context.root, &way);
        ledger.aim(self.goals);
        ledger.slice(&way);
        let mut number = 0;
        way.retain(|_| {
            number += 1;
            ledger.is_kept(number - 1)
        });
        let length = |way: &[Deduction]| -> usize { way.iter().map(Deduction::length).sum() };
        let is_shorter = length(&way) < length(&self.way);
        if is_shorter {
            self.way = way;
        }
        is_shorter
    }
}

impl Inquiry {
    fn quantities(&self) -> Vec<Var> {
        let is_quantity = |x: &Var| matches!(self.context.subject(*x).values, Values::Amounts(_));
        self.vars.iter().copied().filter(is_quantity).collect()
    }

    /// A step that refutes all values of `x` but one.
    async fn cases_of(&mut self, x: Var, known: &Knowledge) -> Option<Step> {
        self.open(&self.all_rules(), known).await.ok()?;
        let mut refuted = Vec::new();
        for bit in bits(known.left(x)).collect::<Vec<_>>() {
            let supposed = Fact { var: x, left: single(bit, known.left(x)) };
            if let Some((_, cone)) = self.weigh(&supposed).await {
                refuted.push((supposed, cone));
            }
        }
        if refuted.len() + 1 != size(known.left(x)) as usize {
            return None;
        }
        let (mut rules, mut facts): (Vec<usize>, Vec<Fact>) = (Vec::new(), Vec::new());
        let (mut gone, mut cases) = (vec![0; known.left(x).len()], Vec::new());
        for (supposed, cone) in refuted {
            let (bit, left) = (bits(&supposed.left).next()?, supposed.left.clone());
            let step = self.refute(known, supposed, &cone, 1).await?;
            let step = self.shortened(step).await;
            let (_, argument) = step.argument?;
            if argument.length() > MOST_IN_CASE {
                return None;
            }
            rules.extend(step.rules);
            step.facts.into_iter().for_each(|fact| fact.add_to(&mut facts));
            gone = union(&gone, &left);
            cases.push((self.context.base(x) + bit as i32, argument));
        }
        rules.sort_unstable();
        rules.dedup();
        facts.sort_unstable();
        let supposed = Some(Fact { var: x, left: gone.clone() });
        let argument = match cases.len() {
            1 => cases.pop()?.1,
            _ => Argument { links: Vec::new(), end: End::Cases(x, cases) },
        };
        let instances = self.context.reasoning.instances();
        let spoken = rules.iter().filter(|&&rule| instances[rule].telling == Telling::Spoken).count();
        let (level, cost) = (Level::of(spoken, argument.cases()), self.refuted_cost(&rules, &facts, &argument));
        let implied = vec![(x, without(self.context.root.left(x), &gone))];
        let left = without(known.left(x), &gone);
        let removes = vec![Removes::new(x, gone, left)];
        let argument = Some((supposed, argument));
        Some(Step { level, cost, rules, facts, removes, argument, implied, ..Step::default() })
    }
}

/// How many deductions come before only one value of `x` is left.
fn row_about(x: Var, way: &[Deduction], left: &[u64]) -> usize {
    let about = |deduction: &Deduction| deduction.provides.iter().any(|(y, gone)| *y == x && meet(gone, left));
    let last = way.iter().rposition(about).map_or(0, |last| last + 1);
    way[..last].iter().map(Deduction::length).sum()
}
