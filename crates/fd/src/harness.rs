//! One test for every constraint: its propagators against its meaning.
//!
//! A case is a small model with one constraint, made at random. From
//! [`Constraint::holds`] alone, by brute force, the
//! harness knows what must stay, what must go at the consistency claimed, and
//! when the constraint is entailed. It then wanders down random decisions, back
//! and down again, takes each decision twice, and checks at every step that
//!
//! - no solution is lost and none is invented,
//! - the claimed consistency is reached,
//! - entailment, of the constraint and of its propagators, is claimed only when true,
//! - the fixpoint is the same in a new space, in another order of propagators:
//!   no propagator is weaker for what it saw before,
//! - backtracking restores the state to the bit,
//! - the negation and the decomposition mean what they should.
//!
//! A puzzle that brings a constraint of its own tests it here, too (feature
//! `harness`).

use crate::space::Snapshot;
use crate::{Consistency, Constraint, Labelling, Limits, Literal, Model, Random, Search, Selection, Space, Var};
use std::collections::BTreeSet;

/// The most assignments that a case may have.
pub const MOST_ASSIGNMENTS: u64 = 100_000;

/// Makes `rounds` cases from `make` and checks each.
///
/// # Panics
/// When a check fails; the message has the seed of the round.
pub fn verify(name: &str, rounds: u64, make: impl Fn(&mut Random) -> Model) {
    for seed in 0..rounds {
        let mut random = Random::new(seed);
        let model = make(&mut random);
        Case::new(&model, format!("{name}, seed {seed}")).check(&mut random);
    }
}

/// A model, and a simpler one that it must not prune less than.
#[derive(Debug)]
pub struct Pair {
    /// The model, with a constraint over a whole board, say.
    pub whole: Model,
    /// The same variables, perhaps with more after them, and simpler constraints.
    pub parts: Model,
    /// The variables whose domains are compared.
    pub vars: Vec<Var>,
}

impl Pair {
    /// A model and its decomposition, compared on all variables.
    ///
    /// # Panics
    /// When one of the constraints cannot be decomposed.
    pub fn of(whole: Model) -> Pair {
        let mut parts = Model::like(&whole);
        for constraint in whole.constraints() {
            assert!(constraint.decompose(&mut parts).expect("a decomposition fits its model"));
        }
        let vars = whole.all_vars().collect();
        Pair { whole, parts, vars }
    }
}

/// Makes `rounds` pairs from `make` and checks, under random decisions, that
/// the whole prunes at least as much as the parts.
///
/// For a constraint over a whole board, which promises little by itself but
/// must not be weaker than what it replaces. The boards may be too large for
/// [`verify`].
///
/// # Panics
/// When a value is left that the parts remove.
pub fn verify_pruning(name: &str, rounds: u64, make: impl Fn(&mut Random) -> Pair) {
    for seed in 0..rounds {
        let mut random = Random::new(seed);
        let Pair { whole, parts, vars } = make(&mut random);
        let title = format!("{name}, seed {seed}");
        let mut parts = Space::new(&parts);
        wander(&whole, &title, &mut random, |facts, whole, _| {
            parts.pop_to(0);
            let parts_alive = parts.replay(facts).is_ok();
            assert!(parts_alive || whole.is_none(), "{title}, under {facts:?}: only the parts see a conflict");
            let Some(whole) = whole else { return };
            for &x in &vars {
                let left = whole.store().values(x).find(|&value| !parts.store().contains(x, value));
                assert_eq!(left, None, "{title}, under {facts:?}: only the parts remove this from {x:?}");
            }
        });
    }
}

/// How often it goes down to where all is fixed or nothing is left.
const DESCENTS: u32 = 4;

/// Goes down random decisions, back by some of them, down another way, and at
/// last back to the root, all in one space. Each decision is taken, undone, and
/// taken again. `check` is called after each with all facts that hold, and with
/// the space, unless there was a conflict.
fn wander(
    model: &Model,
    title: &str,
    random: &mut Random,
    mut check: impl FnMut(&[Literal], Option<&Space>, &mut Random),
) {
    let mut space = Space::new(model);
    let mut facts: Vec<Literal> = Vec::new();
    // What there was before each level, and how many facts.
    let mut before = vec![(space.snapshot(), 0)];
    let mut alive = space.replay(&[]).is_ok();
    check(&facts, alive.then_some(&space), random);
    for _ in 0..DESCENTS {
        while alive {
            let open: Vec<Var> = space.vars().filter(|&x| !space.store().is_fixed(x)).collect();
            if open.is_empty() {
                break;
            }
            let known = facts.len();
            // Sometimes two facts at once, so that propagators see more than one change.
            for _ in 0..=random.below(2) {
                facts.extend(random.pick(&open).map(|&x| random_fact(&space, x, random)));
            }
            before.push((space.snapshot(), known));
            for again in [false, true] {
                if again {
                    go_back(&mut space, &before, title);
                }
                space.push();
                alive = facts[known..].iter().all(|&fact| space.assume(fact).is_ok()) && space.propagate().is_ok();
                check(&facts, alive.then_some(&space), random);
            }
        }
        for _ in 0..=random.below(before.len() as u32 - 1) {
            if before.len() > 1 {
                go_back(&mut space, &before, title);
                facts.truncate(before.pop().map_or(0, |(_, known)| known));
                alive = true;
            }
        }
    }
    while !before.is_empty() {
        go_back(&mut space, &before, title);
        before.pop();
    }
}

fn go_back(space: &mut Space, before: &[(Snapshot, usize)], title: &str) {
    space.pop();
    let expected = before.last().map(|(snapshot, _)| snapshot);
    assert_eq!(Some(&space.snapshot()), expected, "{title}: state after going back");
}

struct Case<'m> {
    model: &'m Model,
    constraint: &'m dyn Constraint,
    vars: Vec<Var>,
    solutions: Vec<Vec<i32>>,
    title: String,
}

impl<'m> Case<'m> {
    fn new(model: &'m Model, title: String) -> Case<'m> {
        let [posted] = model.constraints() else { panic!("{title}: a case has one constraint") };
        let constraint = &**posted;
        let title = format!("{title}: {constraint:?}");
        let assignments: u64 = model.all_vars().map(|x| u64::from(model.domain(x).size())).product();
        assert!(assignments <= MOST_ASSIGNMENTS, "{title}: {assignments} assignments are too many");
        let vars: Vec<Var> = model.all_vars().collect();
        let choices: Vec<Vec<i32>> = vars.iter().map(|&x| model.domain(x).iter().collect()).collect();
        let mut solutions = Vec::new();
        for_each_assignment(&choices, &mut |values| {
            if constraint.holds(&|x| values[x.index()]) {
                solutions.push(values.to_vec());
            }
        });
        Case { model, constraint, vars, solutions, title }
    }

    fn check(&self, random: &mut Random) {
        self.check_enumeration(random);
        self.check_negation();
        self.check_decomposition();
        wander(self.model, &self.title, random, |facts, space, random| {
            self.check_against_fresh(facts, space, random);
            let left: Vec<&Vec<i32>> = self
                .solutions
                .iter()
                .filter(|values| facts.iter().all(|fact| fact.holds(values[fact.var.index()])))
                .collect();
            match space {
                Some(space) => self.check_fixpoint(space, &left, facts),
                None => assert!(left.is_empty(), "{}: a conflict under {facts:?}, but {left:?}", self.title),
            }
        });
    }

    fn check_enumeration(&self, random: &mut Random) {
        let mut space = Space::new(self.model);
        let mut expected = self.solutions.clone();
        expected.sort_unstable();
        for times in 1..=2 {
            let labelling = Labelling::default().select(Selection::Random).over(&self.vars).seed(random.bits());
            let solutions = Search::new(&mut space, labelling, Limits::none()).all().expect("no limit");
            let mut found: Vec<Vec<i32>> = solutions.iter().map(|solution| solution.values().to_vec()).collect();
            found.sort_unstable();
            assert_eq!(found, expected, "{}: solutions by search {times}, and by brute force", self.title);
        }
    }

    fn check_negation(&self) {
        let Some(negation) = self.constraint.negation() else { return };
        let choices: Vec<Vec<i32>> = self.vars.iter().map(|&x| self.model.domain(x).iter().collect()).collect();
        for_each_assignment(&choices, &mut |values| {
            let value = |x: Var| values[x.index()];
            assert_ne!(self.constraint.holds(&value), negation.holds(&value), "{}: negation {values:?}", self.title);
        });
    }

    fn check_decomposition(&self) {
        let mut simpler = Model::like(self.model);
        if !self.constraint.decompose(&mut simpler).expect("a decomposition fits its model") {
            return;
        }
        let mut space = Space::new(&simpler);
        let labelling = Labelling::default().over(&self.vars);
        let solutions = Search::new(&mut space, labelling, Limits::none()).all().expect("no limit");
        let found: BTreeSet<Vec<i32>> =
            solutions.iter().map(|solution| solution.values()[..self.vars.len()].to_vec()).collect();
        let expected: BTreeSet<Vec<i32>> = self.solutions.iter().cloned().collect();
        assert_eq!(found, expected, "{}: solutions of the decomposition", self.title);
    }

    /// The same facts in a new space, everything woken in random order, give
    /// the same domains (or both fail).
    fn check_against_fresh(&self, facts: &[Literal], walked: Option<&Space>, random: &mut Random) {
        let mut fresh = Space::new(self.model);
        let mut order: Vec<usize> = (0..fresh.propagators()).collect();
        random.shuffle(&mut order);
        fresh.push();
        fresh.wake_all_in(&order);
        let mut alive = facts.iter().all(|&fact| fresh.assume(fact).is_ok());
        alive = alive && fresh.propagate().is_ok();
        let domains =
            |space: &Space| -> Vec<Vec<i32>> { self.vars.iter().map(|&x| space.store().values(x).collect()).collect() };
        assert_eq!(
            walked.map(domains),
            alive.then(|| domains(&fresh)),
            "{}: domains step by step, and in a new space, under {facts:?}",
            self.title
        );
    }

    fn check_fixpoint(&self, space: &Space, left: &[&Vec<i32>], facts: &[Literal]) {
        let store = space.store();
        let at = || format!("{} under {facts:?}", self.title);
        for values in left {
            for (&x, &value) in self.vars.iter().zip(*values) {
                assert!(store.contains(x, value), "{}: solution {values:?} lost {x:?} = {value}", at());
            }
        }
        let choices: Vec<Vec<i32>> = self.vars.iter().map(|&x| store.values(x).collect()).collect();
        let assignments: usize = choices.iter().map(Vec::len).product();
        match self.constraint.entailment(store) {
            Some(true) => assert_eq!(left.len(), assignments, "{}: not entailed", at()),
            Some(false) => assert!(left.is_empty(), "{}: not refuted, {left:?}", at()),
            None => assert!(assignments > 1, "{}: undecided though all is fixed", at()),
        }
        if space.all_entailed() {
            assert_eq!(left.len(), assignments, "{}: propagators entailed too early", at());
        }
        self.check_consistency(&choices, left, &at());
    }

    fn check_consistency(&self, choices: &[Vec<i32>], left: &[&Vec<i32>], at: &str) {
        let open = choices.iter().filter(|values| values.len() > 1).count();
        let consistency = self.constraint.consistency();
        if consistency == Consistency::Domain || open == 0 || open == 1 && consistency == Consistency::Forward {
            for (i, values) in choices.iter().enumerate() {
                for value in values {
                    let supported = left.iter().any(|solution| solution[i] == *value);
                    assert!(supported, "{at}: x{i} = {value} has no support in {choices:?}");
                }
            }
        }
        match consistency {
            Consistency::Bounds => self.check_bounds(choices, at),
            // Real numbers come in only between the bounds of other variables.
            // Where those are fixed, the bounds of the last are exact.
            Consistency::Relaxed if open == 1 => self.check_bounds(choices, at),
            Consistency::Relaxed | Consistency::Domain | Consistency::Forward | Consistency::Check => {}
        }
    }

    /// Each bound is part of a solution over the whole numbers between the bounds.
    fn check_bounds(&self, choices: &[Vec<i32>], at: &str) {
        let hull: Vec<Vec<i32>> =
            choices.iter().map(|values| (values[0]..=values[values.len() - 1]).collect()).collect();
        for i in 0..hull.len() {
            for bound in [hull[i][0], hull[i][hull[i].len() - 1]] {
                let mut with_bound = hull.clone();
                with_bound[i] = vec![bound];
                let mut supported = false;
                for_each_assignment(&with_bound, &mut |values| {
                    supported = supported || self.constraint.holds(&|x| values[x.index()]);
                });
                assert!(supported, "{at}: bound x{i} = {bound} has no support between {hull:?}");
            }
        }
    }
}

fn random_fact(space: &Space, x: Var, random: &mut Random) -> Literal {
    let values: Vec<i32> = space.store().values(x).collect();
    let value = values[random.below(values.len() as u32) as usize];
    match random.below(4) {
        0 => x.is(value),
        1 => x.is_not(value),
        2 => x.at_most(value),
        _ => x.at_least(value),
    }
}

fn for_each_assignment(choices: &[Vec<i32>], visit: &mut dyn FnMut(&[i32])) {
    fn extend(choices: &[Vec<i32>], values: &mut Vec<i32>, visit: &mut dyn FnMut(&[i32])) {
        let Some(next) = choices.get(values.len()) else { return visit(values) };
        for &value in next {
            values.push(value);
            extend(choices, values, visit);
            values.pop();
        }
    }
    extend(choices, &mut Vec::new(), visit);
}

/// Random domains for cases.
impl Random {
    /// A variable with a random domain within `min..=max`, with holes.
    ///
    /// # Panics
    /// When `min > max`.
    pub fn var(&mut self, model: &mut Model, min: i32, max: i32) -> Var {
        let keep = 1 + self.below(4);
        let mut values: Vec<i32> = (min..=max).filter(|_| self.chance(keep, 4)).collect();
        if values.is_empty() {
            values.push(min + self.below((max - min + 1) as u32) as i32);
        }
        model.var(values.as_slice()).expect("a small domain")
    }

    /// `count` variables with random domains within `min..=max`.
    pub fn vars(&mut self, model: &mut Model, count: u32, min: i32, max: i32) -> Vec<Var> {
        (0..count).map(|_| self.var(model, min, max)).collect()
    }

    /// A number from `min..=max`.
    pub fn within(&mut self, min: i32, max: i32) -> i32 {
        min + self.below((max - min + 1) as u32) as i32
    }
}
