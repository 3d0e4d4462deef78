//! Trid as a person reasons about it.

use super::corners::Corners;
use super::techniques::TECHNIQUES;
use super::{LINE, SUM, Sum, Trid};
use crate::{Instance, Puzzle, Reasoned, Reasoning, Rule, Subject, triangle};
use fd::{ModelError, Var};

/// What follows from the rules, and is seen at once with some practice.
pub(super) const IMPLIED: &[&Rule] = &[&FULL, &NEIGHBOURS];

pub(super) static FULL: Rule = Rule { name: "full", says: "A line as long as the side holds every number." };
pub(super) static NEIGHBOURS: Rule = Rule {
    name: "neighbours",
    says: "Two small triangles with a side in common differ in one corner each: these differ as the sums do.",
};

/// Larger triangles are not explained: nobody would read that much.
const MOST_SIZE: usize = 30;

impl Reasoned for Trid {
    fn reason(&self) -> Result<Reasoning, ModelError> {
        if self.size > MOST_SIZE {
            let problem = format!("triangles of side {} and more are not explained", MOST_SIZE + 1);
            return Err(ModelError::Malformed { constraint: "trid", problem });
        }
        let mut reasoning = Reasoning::new(TECHNIQUES);
        let mut vertices = Vec::with_capacity(self.places());
        for vertex in 0..self.places() {
            let subject = Subject::number(triangle::place_name(vertex), triangle::place_name(vertex));
            vertices.push(reasoning.place(1..=self.size as i32, subject)?);
        }
        for line in self.lines().filter(|line| line.len() > 1) {
            let [from, to] = [line[0], line[line.len() - 1]].map(triangle::place_name);
            let name = format!("the line from {from} to {to}");
            reasoning.line([&LINE, &FULL], ("on", &name), &line, self.size as i32)?;
        }
        for &sum in &self.sums {
            add_sum(self, sum, &vertices, &mut reasoning)?;
        }
        for (i, &one) in self.sums.iter().enumerate() {
            for &other in self.sums[i + 1..].iter().filter(|other| other.triangle != one.triangle) {
                add_neighbours([one, other], &vertices, &mut reasoning)?;
            }
        }
        Ok(reasoning)
    }
}

fn add_sum(
    puzzle: &Trid,
    Sum { triangle, sum }: Sum,
    vertices: &[Var],
    reasoning: &mut Reasoning,
) -> Result<(), ModelError> {
    let places = triangle.vertices();
    let added = places.map(triangle::place_name).join(" + ");
    let instance = Instance {
        places: places.to_vec(),
        targets: vec![triangle.id()],
        at: format!("{added} = {sum}"),
        ..Instance::new(
            &SUM,
            1,
            format!("{added} = {sum} with different numbers"),
            format!("{added} = {sum} is impossible with different numbers"),
        )
    };
    let corners = places.map(|place| vertices[place]);
    reasoning.rule(instance, Corners { corners, sum, most: puzzle.size as i32 })
}

/// Adds the rule for two triangles that share two of their corners.
fn add_neighbours(sums: [Sum; 2], vertices: &[Var], reasoning: &mut Reasoning) -> Result<(), ModelError> {
    let [one, other] = sums.map(|sum| sum.triangle.vertices());
    let alone = |these: [usize; 3], those: [usize; 3]| {
        let mut own = these.into_iter().filter(move |vertex| !those.contains(vertex));
        own.next().filter(|_| own.next().is_none())
    };
    let (Some(a), Some(b)) = (alone(one, other), alone(other, one)) else { return Ok(()) };
    let [one, other] = sums;
    // The greater corner is spoken of first.
    let (more, less, difference) =
        if one.sum >= other.sum { (a, b, one.sum - other.sum) } else { (b, a, other.sum - one.sum) };
    let shared: Vec<usize> = one.triangle.vertices().into_iter().filter(|&vertex| vertex != a).collect();
    let shared = triangle::place_names(&shared);
    let [more_name, less_name] = [more, less].map(triangle::place_name);
    let relation = match difference {
        0 => format!("{more_name} is the same as {less_name}"),
        _ => format!("{more_name} is {difference} more than {less_name}"),
    };
    let instance = Instance {
        places: vec![more, less],
        targets: vec![one.triangle.id(), other.triangle.id()],
        ..Instance::new(
            &NEIGHBOURS,
            2,
            format!("{relation}, as each makes its sum with {shared}"),
            format!("{more_name} cannot be {difference} more than {less_name}"),
        )
    };
    reasoning.rule(instance, (vertices[more] - vertices[less]).equals(difference))
}
