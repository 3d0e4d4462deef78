//! Weight as a person reasons about it.

mod plainly;
#[cfg(test)]
mod tests;

use super::balance::{Balance, Hung};
use super::supports::Effort;
use super::techniques::TECHNIQUES;
use super::{BALANCE, VALUES, Weight};
use crate::tree::{Bar, Equation, Hangs, Thing, bar_id, gcd};
use crate::{Assumption, Instance, Reasoned, Reasoning, Rule, Subject, Telling, Verb};
use fd::constraints::{AllDifferent, Count, InSet, Strength};
use fd::{ModelError, Var};
use plainly::Plainly;
use std::sync::Arc;

/// What follows from the rules, and is seen at once with some practice.
pub(super) const IMPLIED: &[&Rule] = &[&ALL, &TOTAL, &LIGHTEST, &SOMEWHERE, &PROPORTION, &BAR];

pub(super) static ALL: Rule = Rule { name: "all", says: "All the weights together weigh 1 + 2 + ... + N." };
pub(super) static TOTAL: Rule =
    Rule { name: "total", says: "The total of a bar is what the things on it weigh together." };
pub(super) static LIGHTEST: Rule = Rule {
    name: "lightest",
    says: "Different weights together weigh at least 1 + 2 + ..., and not more than the heaviest do.",
};
pub(super) static SOMEWHERE: Rule =
    Rule { name: "somewhere", says: "Each of the numbers 1 to N is one of the weights." };
pub(super) static PROPORTION: Rule =
    Rule { name: "proportion", says: "Two things on a bar stand in a fixed proportion to each other, and to the bar." };
pub(super) static BAR: Rule = Rule { name: "bar", says: "What hangs on a bar balances and adds up to its total." };

static WEIGHS: Verb = Verb { one: "weighs", several: "weigh", unit: "", none: "weightless" };

/// Larger trees are not explained: nobody would read that much.
const MOST_LEAVES: usize = 60;

impl Reasoned for Weight {
    fn reason(&self) -> Result<Reasoning, ModelError> {
        if self.leaves() > MOST_LEAVES {
            let problem = format!("trees of more than {MOST_LEAVES} weights are not explained");
            return Err(ModelError::Malformed { constraint: "weight", problem });
        }
        let mut writer =
            Writer { puzzle: self, reasoning: Reasoning::new(TECHNIQUES), leaves: Vec::new(), totals: Vec::new() };
        writer.write()?;
        Ok(writer.reasoning)
    }
}

struct Writer<'a> {
    puzzle: &'a Weight,
    reasoning: Reasoning,
    leaves: Vec<Var>,
    /// The total of each bar.
    totals: Vec<Var>,
}

impl Writer<'_> {
    fn write(&mut self) -> Result<(), ModelError> {
        let leaves = self.puzzle.leaves();
        let all = (leaves * (leaves + 1) / 2) as i32;
        for leaf in 0..leaves {
            let subject = Subject::number(Hangs::Leaf(leaf).id(), Hangs::Leaf(leaf).id());
            self.leaves.push(self.reasoning.place(1..=leaves as i32, subject)?);
        }
        for bar in 0..self.puzzle.bars.len() {
            let (id, name) = (format!("{}.total", bar_id(bar)), format!("the total of bar {}", bar_id(bar)));
            let subject = Subject::amount(id, name, &WEIGHS).told(format!("bar {}", bar_id(bar)));
            self.totals.push(self.reasoning.quantity(1..=all, subject)?);
        }
        self.add_values()?;
        for bar in 0..self.puzzle.bars.len() {
            self.add_bar(bar)?;
        }
        Ok(())
    }

    fn add_values(&mut self) -> Result<(), ModelError> {
        let leaves = self.leaves.len();
        let differ = |effort| Instance {
            places: (0..leaves).collect(),
            ..Instance::new(&VALUES, effort, "the weights differ", "the weights cannot all differ")
        };
        let crossed_off = Instance { telling: Telling::Silent, ..differ(1) };
        self.reasoning.rule(crossed_off, AllDifferent::new(&self.leaves).strength(Strength::Value))?;
        let together = AllDifferent::new(&self.leaves).strength(Strength::Domain);
        let together = Plainly::new(together, [], self.reasoning.model())?;
        self.reasoning.rule(differ(3), together)?;
        for number in 1..=leaves as i32 {
            let somewhere = Instance {
                rule: &SOMEWHERE,
                says: format!("one of the weights is {number}"),
                fails: format!("no weight can be {number}"),
                ..differ(1)
            };
            self.reasoning.rule(somewhere, Count::new(&self.leaves, number, 1))?;
        }
        Ok(())
    }

    fn add_bar(&mut self, number: usize) -> Result<(), ModelError> {
        let bar = &self.puzzle.bars[number];
        self.add_range(number, bar)?;
        let hung = bar.things.iter().map(|&Thing { at, hangs }| match hangs {
            Hangs::Leaf(leaf) => Hung { at, weight: self.leaves[leaf], leaf: true },
            Hangs::Bar(below) => Hung { at, weight: self.totals[below], leaf: false },
        });
        let things: Vec<Hung> = hung.collect();
        let name = bar_name(number);
        let instance = |rule, effort, says: String, fails: String| Instance {
            places: bar.leaves.clone().collect(),
            targets: vec![bar_id(number)],
            at: name.clone(),
            ..Instance::new(rule, effort, says, fails)
        };
        let torques = torques(bar);
        let total = self.totals[number];
        let whole = Balance { things: things.clone(), total, effort: Some(Effort::FULL) };
        let below = things.iter().filter(|thing| !thing.leaf).map(|thing| thing.weight);
        let totals: Vec<Var> = below.chain([total]).collect();
        let of_any = things.iter().map(|&thing| Hung { leaf: false, ..thing }).collect();
        let without = Balance { things: of_any, total, effort: Some(Effort::FULL) };
        let whole = Plainly::new(whole, totals.iter().copied(), self.reasoning.model())?;
        let without = Plainly::new(without, totals, self.reasoning.model())?;
        let different = Assumption {
            rule: &VALUES,
            says: " with different weights",
            without: Arc::new(without),
            assumed: Arc::new(AllDifferent::new(&self.leaves[bar.leaves.clone()])),
        };
        if let Some(shares) = shares(bar) {
            let proportion = instance(
                &PROPORTION,
                1,
                format!("{name} balances ({torques}) and weighs {shares}"),
                format!("{name} cannot balance ({torques}) and weigh {shares}"),
            );
            return self.reasoning.rule_assuming(proportion, whole, different);
        }
        let balance =
            instance(&BALANCE, 2, format!("{name} balances ({torques})"), format!("{name} cannot balance ({torques})"));
        let balanced = Equation::new(things.iter().map(|thing| (thing.at, thing.weight)));
        let added = Equation::new(things.iter().map(|thing| (1, thing.weight)).chain([(-1, total)]));
        let hung: Vec<String> = bar.things.iter().map(|thing| thing.hangs.id()).collect();
        let hung = hung.join(" + ");
        let adds_up = instance(&TOTAL, 1, format!("{name} weighs {hung}"), format!("{name} cannot weigh {hung}"));
        let together = instance(
            &BAR,
            4,
            format!("{name} balances ({torques}) and adds up"),
            format!("{name} cannot balance ({torques}) and add up"),
        );
        self.reasoning.rule(balance, balanced)?;
        self.reasoning.rule(adds_up, added)?;
        self.reasoning.rule_assuming(together, whole, different)
    }

    /// What the total of a bar can be at all.
    fn add_range(&mut self, number: usize, bar: &Bar) -> Result<(), ModelError> {
        let (all, own) = (self.leaves.len() as i32, bar.leaves.len() as i32);
        let name = bar_name(number);
        let (least, most) = (own * (own + 1) / 2, own * (2 * all - own + 1) / 2);
        let total = self.totals[number];
        let (rule, says) = if own == all {
            (&ALL, format!("all the weights hang from {name}, and 1 + 2 + ... + {all} is {least}"))
        } else {
            let weights = if own == 1 { "one weight".to_owned() } else { format!("{own} different weights") };
            (&LIGHTEST, format!("{name} holds {weights} from 1 to {all}"))
        };
        let instance = Instance {
            places: bar.leaves.clone().collect(),
            targets: vec![bar_id(number)],
            at: name.clone(),
            ..Instance::new(rule, if own == all { 1 } else { 4 }, says, format!("{name} cannot weigh that much"))
        };
        self.reasoning.rule(instance, InSet::new(total, least..=most))
    }
}

fn bar_name(bar: usize) -> String {
    format!("bar {}", bar_id(bar))
}

/// What must be equal: `3×w1 + w2 = 2×b2`.
fn torques(bar: &Bar) -> String {
    let side = |left: bool| {
        let things = bar.things.iter().filter(|thing| if left { thing.at < 0 } else { thing.at > 0 });
        let terms: Vec<String> = things
            .map(|thing| match (thing.at.abs(), thing.hangs.id()) {
                (1, name) => name,
                (distance, name) => format!("{distance}×{name}"),
            })
            .collect();
        if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") }
    };
    format!("{} = {}", side(true), side(false))
}

/// What a bar with two things weighs, by one of them where that is a whole
/// number of times: `3×w8`, else `5/3×w2`.
fn shares(bar: &Bar) -> Option<String> {
    let [one, other] = bar.things.as_slice() else { return None };
    let (near, far) = if one.at.abs() < other.at.abs() { (one, other) } else { (other, one) };
    if near.at.signum() == far.at.signum() {
        return None;
    }
    // The thing that hangs farther out is the lighter one.
    let (near_at, far_at) = (near.at.abs(), far.at.abs());
    let divisor = gcd(near_at, near_at + far_at);
    let (times, parts) = ((near_at + far_at) / divisor, near_at / divisor);
    let name = far.hangs.id();
    Some(if parts == 1 { format!("{times}×{name}") } else { format!("{times}/{parts}×{name}") })
}
