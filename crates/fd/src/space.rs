//! A model being searched.

use crate::agenda::Agenda;
use crate::propagator::{Observer, Removal, Unobserved};
use crate::{
    Changed, Conflict, Constraint, Literal, Model, Post, Priority, Propagator, Status, Store, Var, Wake, Words,
};
use std::borrow::Cow;
use std::sync::Arc;

/// A model being searched: its domains as they are now, and its propagators.
///
/// The root (no level open) keeps the domains of the model untouched. Open a
/// level with [`Space::push`], state facts, [`Space::wake_all`],
/// [`Space::propagate`], look, and [`Space::pop`]; the [`Search`](crate::Search)
/// does just that.
#[derive(Debug)]
pub struct Space {
    pub(crate) model: u32,
    /// The variables of the model; those of the space alone come after them.
    variables: usize,
    pub(crate) store: Store,
    propagators: Vec<Box<dyn Propagator>>,
    /// Each propagator's constraint and variables.
    origins: Vec<Origin>,
    /// Each constraint's variables.
    scopes: Vec<Arc<[Var]>>,
    /// The first propagator of each constraint; they lie in its order.
    starts: Vec<usize>,
    /// The constraints that take part, where [`Space::set_active`] chose them.
    only: Option<Vec<usize>>,
    weights: Weights,
    /// What the running propagator is told.
    news: Vec<u32>,
    resumptions: u64,
    entailments: u64,
}

/// What a space has learned from its conflicts: for each variable, one more
/// than how often it was in the scope of a propagator that failed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Weights(Vec<u32>);

#[derive(Debug)]
struct Origin {
    constraint: u32,
    /// All that the propagator may look at: the variables of its constraint,
    /// and those of the space alone that wake it.
    scope: Arc<[Var]>,
}

/// These variables, each once and in order.
pub(crate) fn as_set(mut vars: Vec<Var>) -> Arc<[Var]> {
    vars.sort_unstable();
    vars.dedup();
    vars.into()
}

/// How many words, variables, propagators and constraints a space has.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Extent {
    words: usize,
    variables: usize,
    propagators: usize,
    constraints: usize,
}

/// Building.
impl Space {
    /// The space of a model: domains and propagators laid out, nothing run.
    pub fn new(model: &Model) -> Space {
        let constraints = model.constraints().len();
        let mut space = Space {
            model: model.id(),
            variables: model.variables(),
            store: Store::default(),
            propagators: Vec::with_capacity(2 * constraints),
            origins: Vec::with_capacity(2 * constraints),
            scopes: Vec::with_capacity(constraints),
            starts: Vec::with_capacity(constraints),
            only: None,
            weights: Weights(vec![1; model.variables()]),
            news: Vec::new(),
            resumptions: 0,
            entailments: 0,
        };
        space.store.reserve(model.variables());
        space.store.agenda.reserve(2 * constraints);
        let mut views = model.shared_views().into_iter().peekable();
        for x in model.all_vars() {
            match views.next_if(|view| view.var == x) {
                Some(view) => space.store.add_view(view.of.index(), view.by),
                None => space.store.add_variable(model.domain(x)),
            }
        }
        for constraint in model.constraints() {
            space.post(&**constraint);
        }
        space.store.lay_out();
        space
    }

    /// The same space, in which propagators run in the order in which they were
    /// woken, whatever they cost. That is slower, but a contradiction is then
    /// found by a short chain of removals rather than by a cheap one.
    #[must_use]
    pub fn without_priorities(mut self) -> Space {
        self.store.agenda.forget_priorities();
        self
    }

    fn post(&mut self, constraint: &dyn Constraint) {
        let number = self.scopes.len() as u32;
        let mut scope = as_set(constraint.scope());
        if !self.store.views().is_empty() {
            scope = as_set(scope.iter().map(|&x| self.store.owner(x)).collect());
        }
        self.scopes.push(scope);
        self.starts.push(self.propagators.len());
        constraint.post(&mut Post { space: self, constraint: number, guards: Vec::new() });
    }

    pub(crate) fn add(&mut self, constraint: u32, priority: Priority, propagator: Box<dyn Propagator>, wakes: &[Wake]) {
        let mut wakes = Cow::from(wakes);
        if !self.store.views().is_empty() {
            wakes.to_mut().iter_mut().for_each(|wake| wake.var = self.store.owner(wake.var));
        }
        self.store.agenda.add(priority, &wakes);
        let mut scope = Arc::clone(&self.scopes[constraint as usize]);
        if wakes.iter().any(|wake| wake.var.index() >= self.variables) {
            scope = as_set(scope.iter().copied().chain(wakes.iter().map(|wake| wake.var)).collect());
        }
        self.origins.push(Origin { constraint, scope });
        self.propagators.push(propagator);
    }

    /// How much there is, to return to with [`Space::shrink_to`].
    pub(crate) fn extent(&self) -> Extent {
        Extent {
            words: self.store.trail.len(),
            variables: self.store.variables(),
            propagators: self.propagators.len(),
            constraints: self.scopes.len(),
        }
    }

    /// Posts one constraint more than the model has.
    pub(crate) fn post_more(&mut self, constraint: &dyn Constraint) {
        let number = self.scopes.len();
        self.post(constraint);
        self.only.iter_mut().for_each(|only| only.push(number));
        self.store.lay_out();
    }

    /// Takes away all that was posted since, at the level of that time.
    pub(crate) fn shrink_to(&mut self, extent: Extent) {
        let Extent { words, variables, propagators, constraints } = extent;
        if self.scopes.len() == constraints {
            return;
        }
        self.only.iter_mut().for_each(|only| only.retain(|&number| number < constraints));
        self.propagators.truncate(propagators);
        self.origins.truncate(propagators);
        self.scopes.truncate(constraints);
        self.starts.truncate(constraints);
        self.store.agenda.truncate(propagators);
        self.store.truncate(variables, words);
        self.store.lay_out();
    }
}

/// Looking.
impl Space {
    /// The domains as they are now.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The variables of the model, in order of creation.
    pub fn vars(&self) -> impl ExactSizeIterator<Item = Var> + use<> {
        let model = self.model;
        (0..self.variables as u32).map(move |index| Var { index, model })
    }

    /// Whether `x` is a variable of the model.
    pub fn owns(&self, x: Var) -> bool {
        x.model == self.model && x.index() < self.variables
    }

    /// The number of open levels.
    pub fn level(&self) -> usize {
        self.store.trail.level()
    }

    /// The variables whose domains may have changed since the branching was
    /// last asked: all of them the first time, and always none unless it
    /// [follows changes](crate::Branching::follows_changes).
    pub fn changed(&self) -> impl Iterator<Item = Var> + '_ {
        let model = self.model;
        let own = self.store.changes.list.iter().copied().filter(|&index| (index as usize) < self.variables);
        // What changes under one name changes under all.
        let shared = self.store.views().iter().flat_map(|&(view, of)| [view, of]);
        own.chain(shared).map(move |index| Var { index, model })
    }

    /// One more than the number of conflicts found by constraints on `x`.
    pub fn weighted_degree(&self, x: Var) -> u32 {
        self.weights.0.get(x.index()).copied().unwrap_or(1)
    }

    /// What was learned from conflicts so far, for [`Space::set_weights`].
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The number of propagators ("constraints created" in SICStus).
    pub fn propagators(&self) -> usize {
        self.propagators.len()
    }

    /// How often propagators have run since the space was built.
    #[inline]
    pub fn resumptions(&self) -> u64 {
        self.resumptions
    }

    /// How often propagators ran, were entailed, and removed values.
    pub(crate) fn counts(&self) -> (u64, u64, u64) {
        (self.resumptions, self.entailments, self.store.prunings)
    }
}

/// Changing.
impl Space {
    /// Takes over what another space of the same model has learned from its
    /// conflicts: a search that asks for it begins where that one ended. With
    /// `Weights::default()` it begins as in a new space.
    pub fn set_weights(&mut self, weights: &Weights) {
        let count = self.variables;
        self.weights.0.clone_from(&weights.0);
        self.weights.0.resize(count, 1);
    }

    /// Has just these constraints take part, by their numbers in the model. At
    /// the root only, so that no propagator wakes to a state it did not follow;
    /// elsewhere it does nothing and says so.
    ///
    /// What it costs depends on how many they are and were, not on how many
    /// there are: many small questions can be asked of a large model.
    pub fn set_active(&mut self, constraints: &[usize]) -> bool {
        if self.level() != 0 {
            return false;
        }
        let mut only = match self.only.take() {
            Some(before) if before == constraints => {
                self.only = Some(before);
                return true;
            }
            Some(before) => {
                before.iter().for_each(|&number| self.activate(number, false));
                before
            }
            None => {
                (0..self.propagators.len()).for_each(|id| self.store.agenda.set_active(id, false));
                Vec::new()
            }
        };
        constraints.iter().for_each(|&number| self.activate(number, true));
        only.clear();
        only.extend_from_slice(constraints);
        self.only = Some(only);
        true
    }

    fn activate(&mut self, constraint: usize, active: bool) {
        for id in self.propagators_of(constraint) {
            self.store.agenda.set_active(id, active);
        }
    }

    fn propagators_of(&self, constraint: usize) -> std::ops::Range<usize> {
        let end = self.propagators.len();
        let start = |number: usize| self.starts.get(number).copied().unwrap_or(end);
        start(constraint)..start(constraint + 1)
    }

    /// Opens a level.
    pub fn push(&mut self) {
        self.store.trail.push();
        self.store.agenda.push();
    }

    /// Closes the last level: all is as it was when it was opened.
    pub fn pop(&mut self) {
        self.store.agenda.clear();
        self.store.agenda.pop();
        self.store.pop();
    }

    /// Closes all levels above `level`.
    pub fn pop_to(&mut self, level: usize) {
        while self.level() > level {
            self.pop();
        }
    }

    /// States a fact, within a level: at the root a level is opened for it.
    ///
    /// # Errors
    /// [`Conflict`] when it contradicts the domain of its variable.
    ///
    /// # Panics
    /// When it is about a variable of another model.
    pub fn assume(&mut self, fact: Literal) -> Result<(), Conflict> {
        self.own(fact.var);
        self.store.make(fact)
    }

    /// Readies a fact about a variable of the model.
    pub(crate) fn own(&mut self, x: Var) {
        assert!(self.owns(x), "{x:?} is a variable of another model");
        if self.level() == 0 {
            self.push();
        }
    }

    /// Has every active propagator run at the next [`Space::propagate`]: needed
    /// once after [`Space::push`] from the root.
    pub fn wake_all(&mut self) {
        let Some(only) = self.only.take() else {
            return (0..self.propagators.len()).for_each(|id| self.store.agenda.wake_fully(id));
        };
        for &number in &only {
            self.propagators_of(number).for_each(|id| self.store.agenda.wake_fully(id));
        }
        self.only = Some(only);
    }

    /// Runs woken propagators until none is left.
    ///
    /// # Errors
    /// [`Conflict`] when the facts contradict the active constraints.
    pub fn propagate(&mut self) -> Result<(), Conflict> {
        self.run(&mut Unobserved, u64::MAX).map(|_| ())
    }

    /// As [`Space::propagate`], but stops when this many propagators have run;
    /// says whether none is left to run. The next call goes on from there.
    ///
    /// # Errors
    /// As [`Space::propagate`].
    pub fn propagate_for(&mut self, runs: u64) -> Result<bool, Conflict> {
        self.run(&mut Unobserved, runs)
    }

    /// Enters a node of a search again, by the decisions that lead there: opens
    /// a level in which they hold and all is propagated.
    ///
    /// # Errors
    /// [`Conflict`] when the node failed. The level stays open.
    pub fn replay(&mut self, decisions: &[Literal]) -> Result<(), Conflict> {
        self.push();
        self.wake_all();
        self.propagate()?;
        for &decision in decisions {
            self.assume(decision)?;
            self.propagate()?;
        }
        Ok(())
    }

    /// As [`Space::propagate`], telling `observer` of every removal.
    ///
    /// # Errors
    /// As [`Space::propagate`].
    pub fn propagate_observed(&mut self, observer: &mut impl Observer) -> Result<(), Conflict> {
        self.run(observer, u64::MAX).map(|_| ())
    }

    /// As [`Space::propagate_for`], telling `observer` of every removal.
    ///
    /// # Errors
    /// As [`Space::propagate`].
    pub fn propagate_observed_for(&mut self, observer: &mut impl Observer, runs: u64) -> Result<bool, Conflict> {
        self.run(observer, runs)
    }

    /// Runs woken propagators, at most this many; says whether none is left.
    #[inline]
    fn run<O: Observer>(&mut self, observer: &mut O, runs: u64) -> Result<bool, Conflict> {
        // All words as the observer knows them: copying them once costs less than a scope at every run.
        let mut known = if O::WATCHES { self.store.trail.words().to_vec() } else { Vec::new() };
        for _ in 0..runs {
            let Some((id, all)) = self.store.agenda.next(&mut self.news) else { return Ok(true) };
            self.resumptions += 1;
            let changed = if all { Changed::All } else { Changed::Only(&self.news) };
            let prunings = self.store.prunings;
            let outcome = self.propagators[id].propagate(&mut self.store, changed);
            if O::WATCHES && self.store.prunings != prunings {
                self.tell(id, &mut known, observer);
            }
            let agenda: &mut Agenda = &mut self.store.agenda;
            match outcome {
                Ok(Status::Fixpoint) => agenda.finish(id, false),
                Ok(Status::Again) => agenda.finish(id, true),
                Ok(Status::Entailed) => {
                    self.entailments += 1;
                    agenda.entail(id);
                }
                Err(Conflict) => {
                    agenda.fail(id);
                    self.blame(id);
                    if O::WATCHES {
                        let origin = &self.origins[id];
                        observer.conflict(origin.constraint as usize, &origin.scope);
                    }
                    return Err(Conflict);
                }
            }
        }
        Ok(self.store.agenda.is_quiet())
    }

    fn blame(&mut self, id: usize) {
        let blamed = std::mem::take(&mut self.store.blamed);
        let scope = if blamed.is_empty() { &*self.origins[id].scope } else { &*blamed };
        for x in scope {
            if let Some(weight) = self.weights.0.get_mut(x.index()) {
                *weight = weight.saturating_add(1);
            }
        }
        for &(view, of) in self.store.views() {
            self.weights.0[view as usize] = self.weights.0[of as usize];
        }
    }

    /// Tells the observer what a propagator has just removed from the words that were `known`.
    fn tell<O: Observer>(&self, id: usize, known: &mut [u64], observer: &mut O) {
        let Origin { constraint, scope } = &self.origins[id];
        for &x in &**scope {
            let base = self.store.base(x);
            let own = &mut known[self.store.addresses(x)];
            for (i, (new, old)) in self.store.words(x).iter().zip(own).enumerate() {
                let mut gone = std::mem::replace(old, *new) & !new;
                while gone != 0 {
                    let value = base + (i as u32 * 64 + gone.trailing_zeros()) as i32;
                    gone &= gone - 1;
                    observer.removed(Removal { var: x, value, constraint: *constraint as usize, scope });
                }
            }
        }
    }
}

/// All that search must restore: words and flags.
#[cfg(any(test, feature = "harness"))]
pub(crate) type Snapshot = (Vec<u64>, Vec<u8>);

/// For the harness.
#[cfg(any(test, feature = "harness"))]
impl Space {
    /// As [`Space::wake_all`], in the given order of propagators.
    pub(crate) fn wake_all_in(&mut self, order: &[usize]) {
        for &id in order {
            self.store.agenda.wake_fully(id);
        }
    }

    pub(crate) fn snapshot(&self) -> Snapshot {
        (self.store.trail.words().to_vec(), self.store.agenda.flags().to_vec())
    }

    /// Whether every propagator has said that it holds for good.
    pub(crate) fn all_entailed(&self) -> bool {
        self.store.agenda.all_entailed()
    }
}
