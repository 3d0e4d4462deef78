//! Weight as a person reasons about it.

use super::balance::{Balance, Hung};
use super::tree::{Bar, Hangs, Weight, bar_id};
use super::{BALANCE, VALUES};
use crate::{Instance, Reasoned, Reasoning, Rule, Subject};
use fd::constraints::{AllDifferent, Count, InSet, Strength, Sum};
use fd::{ModelError, Var};

/// What follows from the rules, and is seen at once with some practice.
pub(super) const IMPLIED: &[&Rule] = &[&ALL, &TOTAL, &LIGHTEST, &SOMEWHERE, &BAR];

static ALL: Rule = Rule { name: "all", says: "All the weights together weigh 1 + 2 + ... + N." };
static TOTAL: Rule = Rule { name: "total", says: "The total of a bar is what the things on it weigh together." };
static LIGHTEST: Rule = Rule {
    name: "lightest",
    says: "Different weights together weigh at least 1 + 2 + ..., and not more than the heaviest do.",
};
static SOMEWHERE: Rule = Rule { name: "somewhere", says: "Each of the numbers 1 to N is one of the weights." };
static BAR: Rule = Rule { name: "bar", says: "What hangs on a bar balances, adds up to its total, and differs." };

/// Larger trees are not explained: nobody would read that much.
const MOST_LEAVES: usize = 60;

impl Reasoned for Weight {
    fn reason(&self) -> Result<Reasoning, ModelError> {
        if self.leaves() > MOST_LEAVES {
            let problem = format!("trees of more than {MOST_LEAVES} weights are not explained");
            return Err(ModelError::Malformed { constraint: "weight", problem });
        }
        let mut writer = Writer { puzzle: self, reasoning: Reasoning::new(), leaves: Vec::new(), totals: Vec::new() };
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
            let subject = Subject::number(leaf_name(leaf), leaf_name(leaf));
            self.leaves.push(self.reasoning.place(1..=leaves as i32, subject)?);
        }
        for bar in 0..self.puzzle.bars().len() {
            let subject =
                Subject::number(format!("{}.total", bar_id(bar)), format!("the total of bar {}", bar_id(bar)));
            self.totals.push(self.reasoning.quantity(1..=all, subject)?);
        }
        self.add_values()?;
        for bar in 0..self.puzzle.bars().len() {
            self.add_bar(bar)?;
        }
        Ok(())
    }

    fn add_values(&mut self) -> Result<(), ModelError> {
        let leaves = self.leaves.len();
        let differ = |effort| Instance {
            rule: &VALUES,
            effort,
            places: (0..leaves).collect(),
            targets: Vec::new(),
            says: "the weights differ".to_owned(),
            fails: "the weights cannot all differ".to_owned(),
        };
        self.reasoning.rule(differ(1), AllDifferent::new(&self.leaves).strength(Strength::Value))?;
        self.reasoning.rule(differ(3), AllDifferent::new(&self.leaves).strength(Strength::Domain))?;
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
        let bar = &self.puzzle.bars()[number];
        self.add_range(number, bar)?;
        let things: Vec<(i32, Var, bool)> = bar
            .things
            .iter()
            .map(|thing| match thing.hangs {
                Hangs::Leaf(leaf) => (thing.at, self.leaves[leaf], true),
                Hangs::Bar(below) => (thing.at, self.totals[below], false),
            })
            .collect();
        let name = self.puzzle.bar_name(number);
        let instance = |rule, effort, says, fails| Instance {
            rule,
            effort,
            places: bar.leaves.clone().collect(),
            targets: vec![bar_id(number)],
            says,
            fails,
        };
        let weighted = |factor: fn(i32) -> i32| {
            things.iter().map(|&(at, x, _)| factor(at) * x).fold(Sum::from(0), |sum, term| sum + term)
        };
        let torques = torques(bar);
        let balance =
            instance(&BALANCE, 2, format!("{name} balances ({torques})"), format!("{name} cannot balance ({torques})"));
        let (balanced, added) =
            (weighted(|at| at).equals(0).exact(), weighted(|_| 1).equals(self.totals[number]).exact());
        let hung: Vec<String> = bar.things.iter().map(|thing| hung_name(thing.hangs)).collect();
        let hung = hung.join(" + ");
        let total = instance(
            &TOTAL,
            2,
            format!("the total of {name} is {hung}"),
            format!("the total of {name} cannot be {hung}"),
        );
        let together = instance(
            &BAR,
            4,
            format!("{name} balances ({torques}) with the total {hung}"),
            format!("{name} cannot balance ({torques}) with the total {hung}"),
        );
        let things = things.iter().map(|&(at, weight, leaf)| Hung { at, weight, leaf }).collect();
        let total_var = self.totals[number];
        self.reasoning.rule(balance, balanced)?;
        self.reasoning.rule(total, added)?;
        self.reasoning.rule(together, Balance { things, total: total_var })
    }

    /// What the total of a bar can be at all.
    fn add_range(&mut self, number: usize, bar: &Bar) -> Result<(), ModelError> {
        let (all, own) = (self.leaves.len() as i32, bar.leaves.len() as i32);
        let name = self.puzzle.bar_name(number);
        let (least, most) = (own * (own + 1) / 2, own * (2 * all - own + 1) / 2);
        let total = self.totals[number];
        let (rule, says) = if own == all {
            (&ALL, format!("all the weights hang from {name}, and 1 + 2 + ... + {all} is {least}"))
        } else {
            let weights = if own == 1 { "one weight".to_owned() } else { format!("{own} different weights") };
            (&LIGHTEST, format!("{name} holds {weights} from 1 to {all}"))
        };
        let instance = Instance {
            rule,
            effort: 1,
            places: bar.leaves.clone().collect(),
            targets: vec![bar_id(number)],
            says,
            fails: format!("{name} cannot have that total"),
        };
        self.reasoning.rule(instance, InSet::new(total, least..=most))
    }
}

fn leaf_name(leaf: usize) -> String {
    format!("w{}", leaf + 1)
}

fn hung_name(hangs: Hangs) -> String {
    match hangs {
        Hangs::Leaf(leaf) => leaf_name(leaf),
        Hangs::Bar(bar) => bar_id(bar),
    }
}

/// What must be equal: `3 x w1 + w2 = 2 x b2`.
fn torques(bar: &Bar) -> String {
    let side = |left: bool| {
        let things = bar.things.iter().filter(|thing| if left { thing.at < 0 } else { thing.at > 0 });
        let terms: Vec<String> = things
            .map(|thing| match (thing.at.abs(), hung_name(thing.hangs)) {
                (1, name) => name,
                (distance, name) => format!("{distance} x {name}"),
            })
            .collect();
        if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") }
    };
    format!("{} = {}", side(true), side(false))
}
