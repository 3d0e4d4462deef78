//! Conjunction, disjunction and negation of any constraints.

use super::Clause;
use super::clause::{Open, Watches};
use crate::space::as_set;
use crate::{
    Changed, Conflict, Consistency, Constraint, Domain, Event, Model, ModelError, Post, Priority, Propagator, Status,
    Store, Var, Wake,
};
use std::sync::Arc;

/// `c1 /\ c2 /\ ...`: all of the constraints hold.
///
/// For use inside other constraints; in a model, posting each says the same.
#[derive(Debug, Clone, Default)]
pub struct AllOf {
    parts: Vec<Arc<dyn Constraint>>,
}

impl AllOf {
    /// All of these hold. More can be added with [`AllOf::and`].
    pub fn new(parts: impl IntoIterator<Item = Arc<dyn Constraint>>) -> AllOf {
        AllOf { parts: parts.into_iter().collect() }
    }

    /// The same, and this holds, too.
    #[must_use]
    pub fn and(mut self, part: impl Constraint + 'static) -> AllOf {
        self.parts.push(Arc::new(part));
        self
    }
}

impl Constraint for AllOf {
    fn name(&self) -> &'static str {
        "all_of"
    }

    fn scope(&self) -> Vec<Var> {
        self.parts.iter().flat_map(|part| part.scope()).collect()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        self.parts.iter().all(|part| part.holds(value))
    }

    fn consistency(&self) -> Consistency {
        if let [part] = self.parts.as_slice() {
            return part.consistency();
        }
        // With one variable open each part leaves what is right for itself,
        // and so together they leave what is right for all.
        let forward = self.parts.iter().all(|part| part.consistency().is_forward());
        if forward { Consistency::Forward } else { Consistency::Check }
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        self.parts.iter().try_for_each(|part| part.check(model))
    }

    fn takes_intervals(&self) -> bool {
        self.parts.iter().all(|part| part.takes_intervals())
    }

    fn post(&self, post: &mut Post<'_>) {
        for part in &self.parts {
            part.post(post);
        }
    }

    fn entailment(&self, store: &Store) -> Option<bool> {
        let refuted = any_true(self.parts.iter().map(|part| part.entailment(store).map(|holds| !holds)));
        refuted.map(|refuted| !refuted)
    }

    fn negation(&self) -> Option<Box<dyn Constraint>> {
        Some(Box::new(AnyOf::new(self.parts.iter().map(Negated::shared))))
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        for part in &self.parts {
            into.post_shared(Arc::clone(part))?;
        }
        Ok(true)
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        joined(&self.parts, " /\\ ", "true", name)
    }
}

/// `c1 \/ c2 \/ ...`: at least one of the constraints holds.
///
/// While two of them may still be true nothing is removed; when one is left,
/// its propagators begin to work.
///
/// ```
/// # use fd::constraints::{AllDifferent, AnyOf, Count};
/// # let mut model = fd::Model::new();
/// # let x = model.vars(3, 1..=3)?;
/// model.post(AnyOf::default().or(AllDifferent::new(&x)).or(Count::new(&x, 1, 3)))?;
/// # Ok::<(), fd::ModelError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct AnyOf {
    parts: Vec<Arc<dyn Constraint>>,
}

impl AnyOf {
    /// At least one of these holds. More can be added with [`AnyOf::or`].
    pub fn new(parts: impl IntoIterator<Item = Arc<dyn Constraint>>) -> AnyOf {
        AnyOf { parts: parts.into_iter().collect() }
    }

    /// The same, or this holds.
    #[must_use]
    pub fn or(mut self, part: impl Constraint + 'static) -> AnyOf {
        self.parts.push(Arc::new(part));
        self
    }
}

impl Constraint for AnyOf {
    fn name(&self) -> &'static str {
        "any_of"
    }

    fn scope(&self) -> Vec<Var> {
        self.parts.iter().flat_map(|part| part.scope()).collect()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        self.parts.iter().any(|part| part.holds(value))
    }

    fn consistency(&self) -> Consistency {
        match self.parts.as_slice() {
            [part] => part.consistency(),
            _ => Consistency::Check,
        }
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        if self.parts.len() as i64 > Domain::MAX_SPAN {
            let problem = format!("{} disjuncts; at most {} are supported", self.parts.len(), Domain::MAX_SPAN);
            return Err(ModelError::Malformed { constraint: "any_of", problem });
        }
        self.parts.iter().try_for_each(|part| part.check(model))
    }

    fn takes_intervals(&self) -> bool {
        self.parts.iter().all(|part| part.takes_intervals())
    }

    fn post(&self, post: &mut Post<'_>) {
        if let [part] = self.parts.as_slice() {
            return part.post(post);
        }
        let Ok(domain) = Domain::range(0, self.parts.len() as i32 - 1) else {
            // There is nothing that could hold.
            return Clause::new([]).post(post);
        };
        // Instead of a boolean for each: the numbers of the parts that may
        // still hold. When one is left, the guards see it.
        let which = post.auxiliary(&domain);
        for (i, part) in self.parts.iter().enumerate() {
            post.when(which, i as i32, &**part);
        }
        let mut wakes = Vec::new();
        for (i, part) in self.parts.iter().enumerate() {
            wakes.extend(as_set(part.scope()).iter().map(|&x| Wake::telling(x, Event::ANY, i)));
        }
        let sharp = self.parts.iter().map(|part| part.consistency() == Consistency::Domain).collect();
        let watches = Watches::new(self.parts.len());
        post.add(Priority::Linear, Watch { parts: self.parts.as_slice().into(), which, sharp, watches }, &wakes);
    }

    fn entailment(&self, store: &Store) -> Option<bool> {
        any_true(self.parts.iter().map(|part| part.entailment(store)))
    }

    fn negation(&self) -> Option<Box<dyn Constraint>> {
        Some(Box::new(AllOf::new(self.parts.iter().map(Negated::shared))))
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        joined(&self.parts, " \\/ ", "false", name)
    }
}

/// Watches two parts that are not refuted: while there are two, the others
/// need not be looked at.
#[derive(Debug)]
struct Watch {
    parts: Box<[Arc<dyn Constraint>]>,
    which: Var,
    /// Whether the propagators of each part see for themselves when it is refuted.
    sharp: Box<[bool]>,
    watches: Watches,
}

impl Propagator for Watch {
    fn propagate(&mut self, store: &mut Store, changed: Changed<'_>) -> Result<Status, Conflict> {
        let Watch { parts, which, sharp, watches } = self;
        if !watches.hear(changed) {
            return Ok(Status::Fixpoint);
        }
        let open = watches.find(parts.len(), |i| {
            if !store.contains(*which, i as i32) {
                return Ok(Some(false));
            }
            let decided = parts[i].entailment(store);
            if decided == Some(false) {
                store.remove(*which, i as i32)?;
            }
            Ok(decided)
        })?;
        Ok(match open {
            Open::Two => Status::Fixpoint,
            // One is left, and its propagators work. If they may be slower than
            // this to see that it is refuted, the outcome must not depend on
            // which ran first.
            Open::One(i) if !sharp[i] => Status::Fixpoint,
            Open::One(_) | Open::None | Open::Decided => Status::Entailed,
        })
    }
}

/// `not c`: the constraint does not hold.
#[derive(Debug, Clone)]
pub struct Negated {
    part: Arc<dyn Constraint>,
    /// A constraint that means the same and has propagators of its own.
    opposite: Option<Arc<dyn Constraint>>,
}

impl Negated {
    /// This does not hold.
    pub fn new(part: impl Constraint + 'static) -> Negated {
        Negated::of(Arc::new(part))
    }

    /// As [`Negated::new`], for a part that is shared.
    pub fn of(part: Arc<dyn Constraint>) -> Negated {
        let opposite = part.negation().map(Arc::from);
        Negated { part, opposite }
    }

    /// As [`Negated::of`], to be part of another constraint.
    pub(super) fn shared(part: &Arc<dyn Constraint>) -> Arc<dyn Constraint> {
        Arc::new(Negated::of(Arc::clone(part)))
    }
}

impl Constraint for Negated {
    fn name(&self) -> &'static str {
        "negated"
    }

    fn scope(&self) -> Vec<Var> {
        self.part.scope()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        !self.part.holds(value)
    }

    fn consistency(&self) -> Consistency {
        self.opposite.as_ref().map_or(Consistency::Forward, |opposite| opposite.consistency())
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        self.part.check(model)
    }

    fn takes_intervals(&self) -> bool {
        self.opposite.as_ref().is_some_and(|opposite| opposite.takes_intervals())
    }

    fn post(&self, post: &mut Post<'_>) {
        if let Some(opposite) = &self.opposite {
            return opposite.post(post);
        }
        let vars = as_set(self.part.scope());
        let wakes: Vec<Wake> = vars.iter().enumerate().map(|(i, &x)| Wake::telling(x, Event::FIXED, i)).collect();
        let watches = Watches::new(vars.len());
        post.add(Priority::Linear, LastOpen { part: Arc::clone(&self.part), vars, watches }, &wakes);
    }

    fn entailment(&self, store: &Store) -> Option<bool> {
        self.part.entailment(store).map(|holds| !holds)
    }

    fn negation(&self) -> Option<Box<dyn Constraint>> {
        Some(Box::new(AllOf::new([Arc::clone(&self.part)])))
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        Some(format!("not ({})", self.part.minizinc(name)?))
    }
}

/// Waits until one variable is open, and removes its values with which the
/// constraint would hold. It watches two open variables.
#[derive(Debug)]
struct LastOpen {
    part: Arc<dyn Constraint>,
    vars: Arc<[Var]>,
    watches: Watches,
}

impl Propagator for LastOpen {
    fn propagate(&mut self, store: &mut Store, changed: Changed<'_>) -> Result<Status, Conflict> {
        let LastOpen { part, vars, watches } = self;
        if !watches.hear(changed) {
            return Ok(Status::Fixpoint);
        }
        match watches.find(vars.len(), |i| Ok(store.is_fixed(vars[i]).then_some(false)))? {
            Open::Two => Ok(Status::Fixpoint),
            Open::One(i) => keep_false(&**part, vars[i], store).map(|()| Status::Entailed),
            Open::None | Open::Decided if part.holds(&|x| store.min(x)) => Err(Conflict),
            Open::None | Open::Decided => Ok(Status::Entailed),
        }
    }
}

/// Removes the values of the last open variable with which the constraint
/// would hold.
fn keep_false(part: &dyn Constraint, last: Var, store: &mut Store) -> Result<(), Conflict> {
    let mut next = store.next_from(last, i32::MIN);
    while let Some(value) = next {
        if part.holds(&|x| if x == last { value } else { store.min(x) }) {
            store.remove(last, value)?;
        }
        next = store.next_from(last, value + 1);
    }
    Ok(())
}

/// Whether one of several parts is true, where each is true, false or open.
pub(super) fn any_true(parts: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    let mut verdict = Some(false);
    for part in parts {
        match part {
            Some(true) => return Some(true),
            Some(false) => {}
            None => verdict = None,
        }
    }
    verdict
}

/// The parts in MiniZinc, joined by a connective; `none` if there are none.
fn joined(parts: &[Arc<dyn Constraint>], connective: &str, none: &str, name: &dyn Fn(Var) -> String) -> Option<String> {
    let parts = parts.iter().map(|part| Some(format!("({})", part.minizinc(name)?)));
    let parts = parts.collect::<Option<Vec<String>>>()?;
    Some(if parts.is_empty() { none.to_owned() } else { parts.join(connective) })
}
