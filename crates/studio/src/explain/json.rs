//! Steps and explanations as JSON.

use super::step::Step;
use super::{About, Context, Explanation, Outcome};
use crate::Grade;
use puzzles::{Instance, Puzzle};
use serde_json::{Map, Value, json};

impl Context {
    /// A step as data.
    pub fn step_json(&self, step: &Step) -> Value {
        let several = |about: About<'_>| json!({ "id": about.id, "place": about.name, "values": about.values });
        let because: Vec<Value> = self.because(step).map(|instance| self.rule_json(instance)).collect();
        let facts: Vec<Value> = self.facts(step).into_iter().map(several).collect();
        let removes: Vec<Value> = self.removes(step).into_iter().map(several).collect();
        let one = |about: About<'_>| json!({ "id": about.id, "place": about.name, "value": about.values.first() });
        let sets: Vec<Value> = self.sets(step).into_iter().map(one).collect();
        json!({
            "level": step.level.number(),
            "score": step.cost,
            "text": self.text(step),
            "because": because,
            "facts": facts,
            "removes": removes,
            "sets": sets,
        })
    }

    /// A rule as data, with the places that it speaks of.
    pub fn rule_json(&self, instance: &Instance) -> Value {
        let name = |&place: &usize| {
            let x = self.reasoning.places().get(place)?;
            Some(self.reasoning.subjects()[x.index()].name.as_str())
        };
        let places: Vec<&str> = instance.places.iter().filter_map(name).collect();
        json!({ "rule": instance.rule.name, "places": places })
    }
}

impl Explanation {
    /// Its fields as data: the steps, and what they lead to.
    pub fn to_json(&self, puzzle: &dyn Puzzle) -> Map<String, Value> {
        let mut object = Map::new();
        let steps = self.steps.iter().map(|step| self.context.step_json(step));
        object.insert("steps".to_owned(), steps.collect());
        match &self.outcome {
            Outcome::Solved(board) => {
                object.insert("solution".to_owned(), puzzle.write_board(board));
                object.insert("grade".to_owned(), Grade::of(&self.steps).to_json());
            }
            Outcome::Stopped(stopped) => drop(object.insert("stopped".to_owned(), stopped.to_string().into())),
            Outcome::Contradiction | Outcome::Open(_) => {}
        }
        object
    }
}
