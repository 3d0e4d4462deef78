//! Latin squares as a person reasons about them.

use super::Latin;
use crate::{Instance, Puzzle, Reasoned, Reasoning, Rule, Subject};
use fd::constraints::{AllDifferent, Count, Strength};
use fd::{ModelError, Var};

pub(super) const IMPLIED: &[&Rule] = &[&FULL];

pub(super) static FULL: Rule = Rule { name: "full", says: "Every row and every column holds every number." };

impl Reasoned for Latin {
    fn reason(&self) -> Result<Reasoning, ModelError> {
        let mut reasoning = Reasoning::new(super::TECHNIQUES);
        let mut cells: Vec<Var> = Vec::with_capacity(self.places());
        for place in 0..self.places() {
            let name = self.place_name(place);
            cells.push(reasoning.place(1..=self.side as i32, Subject::number(name.clone(), name))?);
        }
        for (name, rule, line) in self.lines().filter(|_| self.side > 1) {
            let vars: Vec<Var> = line.iter().map(|&cell| cells[cell]).collect();
            let differ = |effort| Instance {
                places: line.clone(),
                at: name.clone(),
                ..Instance::new(
                    rule,
                    effort,
                    format!("the numbers of {name} differ"),
                    format!("{name} cannot have different numbers"),
                )
            };
            reasoning.rule(differ(1), AllDifferent::new(&vars).strength(Strength::Value))?;
            reasoning.rule(differ(2), AllDifferent::new(&vars).strength(Strength::Domain))?;
            for number in 1..=self.side as i32 {
                let full = Instance {
                    rule: &FULL,
                    says: format!("{name} holds every number from 1 to {}", self.side),
                    fails: format!("{name} has no place for {number}"),
                    ..differ(1)
                };
                reasoning.rule(full, Count::new(&vars, number, 1))?;
            }
        }
        Ok(reasoning)
    }
}
