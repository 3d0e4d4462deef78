//! What steps speak of: the rules and the names of a puzzle.

use super::find::{Fact, Inquiry};
use super::knowledge::{Knowledge, Set, common, size, union, values, without};
use super::step::{Removes, Step};
use crate::Position;
use crate::task::Meter;
use fd::{Constraint, ModelError, Var};
use puzzles::{Board, Instance, Notes, Puzzle, Reasoning, Subject, Telling, Values, View};
use scene::{Emphasis, Scene};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

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

/// The rules and the names that steps speak of.
#[derive(Debug)]
pub struct Context {
    /// The rules one by one, and how people speak of the places.
    pub reasoning: Reasoning,
    /// What the model allows before any rule is looked at.
    pub(crate) root: Knowledge,
    ids: BTreeMap<String, Var>,
}

impl Context {
    pub(crate) fn new(reasoning: Reasoning, root: Knowledge) -> Context {
        let subjects = reasoning.subjects().iter().map(|subject| subject.id.clone());
        let ids = subjects.zip(reasoning.model().all_vars()).collect();
        Context { reasoning, root, ids }
    }

    /// What has this id, or else this name.
    pub fn find(&self, name: &str) -> Option<Var> {
        let named = || self.reasoning.subjects().iter().position(|subject| subject.name == name);
        self.ids.get(name).copied().or_else(|| self.reasoning.model().all_vars().nth(named()?))
    }

    /// How people speak of a place or a quantity.
    pub fn subject(&self, x: Var) -> &Subject {
        &self.reasoning.subjects()[x.index()]
    }

    /// A rule at one place, by its number in the reasoning.
    pub(crate) fn instance(&self, rule: usize) -> &Instance {
        &self.reasoning.instances()[rule]
    }

    /// The rules of book-keeping: their conclusions are told in a few words, or not at all.
    pub(crate) fn routine(&self) -> impl Iterator<Item = usize> {
        let instances = self.reasoning.instances().iter().enumerate();
        instances.filter(|(_, instance)| instance.telling != Telling::Spoken).map(|(rule, _)| rule)
    }

    /// Whether a step gives a place its last value by ruling out the others: the premises that say nothing
    /// else of the place do not give the value, or it is found by crossing off.
    pub(crate) fn leaves_last(&self, step: &Step, removes: &Removes) -> bool {
        let x = removes.var;
        let known = step.facts.iter().any(|fact| fact.var == x);
        let direct = step.implied.iter().any(|(y, left)| *y == x && size(left) == 1);
        self.is_place(x) && size(&removes.left) == 1 && (known || !direct || self.is_crossing(step))
    }

    /// Whether a step does no more than cross off.
    pub(crate) fn is_crossing(&self, step: &Step) -> bool {
        let crosses = |&rule: &usize| self.instance(rule).telling == Telling::Crossing;
        step.argument.is_none() && !step.rules.is_empty() && step.rules.iter().all(crosses)
    }

    /// Whether a place gets its last value by crossing off, which is a step of its own.
    pub(crate) fn enters_last(&self, step: &Step) -> bool {
        self.is_crossing(step) && step.removes.iter().any(|removes| self.leaves_last(step, removes))
    }

    /// Whether a rule says that numbers differ, and nothing else.
    pub(crate) fn is_about_difference(&self, rule: usize) -> bool {
        let constraints = self.reasoning.model().constraints();
        let (own, scope) = (self.instance(rule).rule, constraints[rule].scope());
        let same = |(other, constraint): (&Instance, &Arc<dyn Constraint>)| {
            other.rule == own && constraint.name() == "all_different" && constraint.scope() == scope
        };
        self.reasoning.instances().iter().zip(constraints).any(same)
    }

    /// The rules of a step that need what they take for granted.
    pub fn assumptions(&self, step: &Step) -> BTreeSet<usize> {
        step.parts().flat_map(|part| part.assumes.iter().copied()).collect()
    }

    /// The number of the place that a variable stands for; `None` for a quantity.
    pub fn place(&self, x: Var) -> Option<usize> {
        self.reasoning.places().binary_search(&x).ok()
    }

    /// What to point at for one value of a place, if not at the place itself.
    pub(crate) fn target_of(&self, x: Var, value: i32) -> Option<&str> {
        let Values::Words(words) = &self.subject(x).values else { return None };
        words.iter().find(|word| word.value == value)?.target.as_deref()
    }

    /// Whether a variable stands for a place.
    pub(crate) fn is_place(&self, x: Var) -> bool {
        self.place(x).is_some()
    }

    /// The value that the first bit of a set of `x` stands for.
    pub(crate) fn base(&self, x: Var) -> i32 {
        self.reasoning.model().domain(x).min()
    }

    /// The values in a set of `x`.
    pub(crate) fn values(&self, x: Var, set: &[u64]) -> Vec<i32> {
        values(set, self.base(x)).collect()
    }

    /// The set of these values of `x`, without those that it can never have.
    pub(crate) fn set_of(&self, x: Var, values: &[i32]) -> Set {
        let root = self.root.left(x);
        let mut set = vec![0; root.len()];
        for &value in values {
            let bit = usize::try_from(i64::from(value) - i64::from(self.base(x))).ok();
            if let Some((bit, word)) = bit.and_then(|bit| Some((bit, set.get_mut(bit / 64)?))) {
                *word |= 1 << (bit % 64);
            }
        }
        common(&set, root)
    }

    /// What is known when a board and notes are right. A value that a place
    /// cannot have leaves it with none. Notes about a place with an entry do not
    /// count, nor do those with an unknown id.
    pub(crate) fn known(&self, board: &Board, notes: &Notes) -> Knowledge {
        let mut knowledge = self.root.clone();
        for (id, struck) in notes.iter() {
            let Some(&x) = self.ids.get(id) else { continue };
            let struck: Vec<i32> = struck.iter().copied().collect();
            knowledge.set(x, &without(self.root.left(x), &self.set_of(x, &struck)));
        }
        for (&x, entry) in self.reasoning.places().iter().zip(board.iter()) {
            if let Some(value) = entry {
                knowledge.set(x, &self.set_of(x, &[value]));
            }
        }
        knowledge
    }

    /// The rules that a step follows from, by their number in the reasoning: those that
    /// are told, then those of book-keeping.
    pub fn rules(&self, step: &Step) -> Vec<usize> {
        let mut seen = BTreeSet::new();
        step.parts().flat_map(|part| &part.rules).copied().filter(|&rule| seen.insert(rule)).collect()
    }

    /// The same rules, in words.
    pub fn because(&self, step: &Step) -> impl Iterator<Item = &Instance> {
        self.rules(step).into_iter().map(|rule| self.instance(rule))
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
                Fact { var: *var, left }.add_to(&mut facts);
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
        let Subject { id, name, .. } = self.subject(var);
        About { var, id, name, values: self.values(var, set) }
    }

    /// Enters in a position what a step says: the places that are known then, and the values that go,
    /// with those that everybody crosses off.
    pub fn follow(&self, step: &Step, Position { board, notes }: &mut Position) {
        for about in self.sets(step) {
            if let (Some(place), Some(&value)) = (self.place(about.var), about.values.first()) {
                board.set(place, Some(value));
            }
        }
        let crossed = step.crossed.iter().map(|(x, gone)| self.about(*x, gone));
        for About { id, values, .. } in self.removes(step).into_iter().chain(crossed) {
            values.into_iter().for_each(|value| _ = notes.strike(id, value));
        }
    }

    /// What is ruled out when this is known.
    pub(crate) fn notes(&self, known: &Knowledge) -> Notes {
        let mut notes = Notes::new();
        for x in self.reasoning.model().all_vars() {
            let About { id, values, .. } = self.about(x, &without(self.root.left(x), known.left(x)));
            values.into_iter().for_each(|value| _ = notes.strike(id, value));
        }
        notes
    }

    /// A drawing that points at what a step follows from and at what it is
    /// about: at everything that its sentences name.
    pub fn draw(&self, puzzle: &dyn Puzzle, view: &View<'_>, step: &Step) -> Scene {
        let mut scene = puzzle.draw(view);
        let text = self.told(step).in_full();
        let named: BTreeSet<&str> = text.split(|c: char| !c.is_ascii_alphanumeric()).collect();
        named.into_iter().for_each(|name| scene.emphasise(name, Emphasis::Cause));
        for x in step.argument.iter().flat_map(|(_, argument)| argument.vars()) {
            scene.emphasise(self.subject(x).target(), Emphasis::Cause);
        }
        for instance in self.because(step) {
            instance.targets.iter().for_each(|target| scene.emphasise(target, Emphasis::Cause));
        }
        for fact in self.facts(step) {
            self.point_at(&fact, Emphasis::Cause, &mut scene);
        }
        for about in self.removes(step).iter().chain(&self.sets(step)) {
            self.point_at(about, Emphasis::Effect, &mut scene);
        }
        if let (true, Some((_, argument))) = (step.is_contradiction(), &step.argument) {
            for rule in argument.failing() {
                self.instance(rule).targets.iter().for_each(|target| scene.emphasise(target, Emphasis::Wrong));
            }
        }
        scene
    }

    fn point_at(&self, about: &About<'_>, emphasis: Emphasis, scene: &mut Scene) {
        let subject = self.subject(about.var);
        scene.emphasise(subject.target(), emphasis);
        if let Values::Words(words) = &subject.values {
            for word in words.iter().filter(|word| about.values.contains(&word.value)) {
                word.target.iter().for_each(|target| scene.emphasise(target, emphasis));
            }
        }
    }
}

/// What is said of each place where two boards differ, such as `r1c2 is 3 in
/// one solution and 5 in another`.
///
/// # Errors
/// When the puzzle is too large to be explained.
pub fn differences(puzzle: &dyn Puzzle, one: &Board, other: &Board) -> Result<Vec<String>, ModelError> {
    Ok(Inquiry::new(puzzle.reason()?, Meter::new()).context.differences(one, other))
}

impl Context {
    pub(crate) fn differences(&self, one: &Board, other: &Board) -> Vec<String> {
        let sentence = |(place, &x): (usize, &Var)| {
            let (one, other) = (one.get(place)?, other.get(place)?);
            let (this, that) = (self.word(x, one), self.word(x, other));
            let name = &self.subject(x).name;
            (one != other).then(|| format!("{name} is {this} in one solution and {that} in another"))
        };
        self.reasoning.places().iter().enumerate().filter_map(sentence).collect()
    }
}
