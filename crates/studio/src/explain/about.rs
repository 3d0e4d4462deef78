//! Steps as data: what they follow from and what they remove, by name.

use super::knowledge::{Set, common, union, values};
use super::step::{Removes, Step};
use super::words::Speaker;
use super::{Context, Fact};
use fd::Var;
use puzzles::{Board, Instance, Puzzle, Subject, Values, View};
use scene::{Emphasis, Scene};

/// Some values of a place or a quantity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About<'a> {
    /// The variable of the reasoning's model.
    pub var: Var,
    /// Its id, such as `b4.total`.
    pub id: &'a str,
    /// Its name, such as `the total of bar b4`.
    pub name: &'a str,
    /// The values, in increasing order.
    pub values: Vec<i32>,
}

impl Context {
    /// A step in words.
    pub fn text(&self, step: &Step) -> String {
        self.speaker().step(step)
    }

    pub(crate) fn speaker(&self) -> Speaker<'_> {
        Speaker { reasoning: &self.reasoning, root: &self.root }
    }

    /// The rules that a step follows from, by their number in the reasoning: those that
    /// are told, then those of book-keeping.
    pub fn rules(&self, step: &Step) -> Vec<usize> {
        let mut rules: Vec<usize> = Vec::new();
        for &rule in step.parts().flat_map(|part| &part.rules) {
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        rules
    }

    /// The same rules, in words.
    pub fn because(&self, step: &Step) -> impl Iterator<Item = &Instance> {
        self.rules(step).into_iter().map(|rule| &self.reasoning.instances()[rule])
    }

    /// The facts that a step follows from: the values that were left. What one of its
    /// parts concludes is no premise.
    pub fn facts(&self, step: &Step) -> Vec<About<'_>> {
        let mut facts: Vec<Fact> = Vec::new();
        let mut concluded: Vec<(Var, Set)> = Vec::new();
        for part in step.parts() {
            for Fact { var, left } in &part.facts {
                let own = concluded.iter().filter(|(x, _)| x == var);
                let left = own.fold(left.clone(), |left, (_, gone)| union(&left, gone));
                match facts.iter_mut().find(|fact| fact.var == *var) {
                    Some(fact) => fact.left = common(&fact.left, &left),
                    None => facts.push(Fact { var: *var, left }),
                }
            }
            concluded.extend(part.removes.iter().chain(&part.alike).map(|own| (own.var, own.gone.clone())));
        }
        facts.retain(|fact| fact.left != self.root.left(fact.var));
        facts.sort_unstable();
        facts.iter().map(|Fact { var, left }| self.about(*var, left)).collect()
    }

    /// What a step supposes and refutes, if anything.
    pub fn supposed(&self, step: &Step) -> Option<About<'_>> {
        step.supposed().map(|Fact { var, left }| self.about(*var, left))
    }

    /// The values that a step removes.
    pub fn removes(&self, step: &Step) -> Vec<About<'_>> {
        step.gone().into_iter().map(|Removes { var, gone, .. }| self.about(var, &gone)).collect()
    }

    /// The places and quantities that are known after a step.
    pub fn sets(&self, step: &Step) -> Vec<About<'_>> {
        let left = step.gone().into_iter().map(|Removes { var, left, .. }| self.about(var, &left));
        left.filter(|about| about.values.len() == 1).collect()
    }

    pub(crate) fn about(&self, var: Var, set: &Set) -> About<'_> {
        let values = values(set, self.base(var)).collect();
        let Subject { id, name, .. } = &self.reasoning.subjects()[var.index()];
        About { var, id, name, values }
    }

    /// Enters on a board the places that are known after a step.
    pub fn enter(&self, step: &Step, board: &mut Board) {
        for about in self.sets(step) {
            if let (Some(place), Some(&value)) = (self.place(about.var), about.values.first()) {
                board.set(place, Some(value));
            }
        }
    }

    /// A drawing that points at what a step follows from and at what it is
    /// about.
    pub fn draw(&self, puzzle: &dyn Puzzle, view: &View<'_>, step: &Step) -> Scene {
        let mut scene = puzzle.draw(view);
        for instance in self.because(step) {
            instance.targets.iter().for_each(|target| scene.emphasise(target, Emphasis::Cause));
        }
        for fact in self.facts(step) {
            self.point_at(&fact, Emphasis::Cause, &mut scene);
        }
        for removed in self.removes(step) {
            self.point_at(&removed, Emphasis::Effect, &mut scene);
        }
        for set in self.sets(step) {
            self.point_at(&set, Emphasis::Effect, &mut scene);
        }
        if let (true, Some((_, argument))) = (step.is_contradiction(), &step.argument) {
            for rule in argument.failing() {
                let instance = &self.reasoning.instances()[rule];
                instance.targets.iter().for_each(|target| scene.emphasise(target, Emphasis::Wrong));
            }
        }
        scene
    }

    fn point_at(&self, about: &About<'_>, emphasis: Emphasis, scene: &mut Scene) {
        let subject = &self.reasoning.subjects()[about.var.index()];
        scene.emphasise(subject.target(), emphasis);
        if let Values::Words(words) = &subject.values {
            for word in words.iter().filter(|word| about.values.contains(&word.value)) {
                word.target.iter().for_each(|target| scene.emphasise(target, emphasis));
            }
        }
    }
}
