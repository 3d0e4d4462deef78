//! Which of two tasks comes first.

use super::disjunctive::not_negative;
use super::interval::saturated;
use crate::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Var, Wake,
};

/// What begins at `start` and takes `duration`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Task {
    /// When it begins.
    pub start: Var,
    /// How long it takes; never negative.
    pub duration: Var,
}

/// `order = 1 /\ s1 + d1 <= s2 \/ order = 0 /\ s2 + d2 <= s1`
///
/// With such variables a search can decide the order of two tasks and leave open when they begin:
/// see [`Sequencing`](crate::Sequencing).
#[derive(Debug, Clone, Copy)]
pub struct Precedence {
    pub(crate) order: Var,
    pub(crate) tasks: [Task; 2],
}

impl Precedence {
    /// The first task ends before the second begins if `order` is 1, and the other way round if it is 0.
    pub fn new(order: Var, first: Task, second: Task) -> Precedence {
        Precedence { order, tasks: [first, second] }
    }

    /// How much later the second of the tasks can begin at most than it must, with this order: below 0 it is impossible.
    pub(crate) fn slack(&self, store: &Store, order: i32) -> i64 {
        let [first, second] = self.ordered(order);
        i64::from(store.max(second.start)) - i64::from(store.min(first.start)) - i64::from(store.min(first.duration))
    }

    fn ordered(&self, order: i32) -> [Task; 2] {
        let [a, b] = self.tasks;
        if order == 1 { [a, b] } else { [b, a] }
    }

    fn has_twins(&self) -> bool {
        let [a, b] = self.tasks;
        let vars = [a.start, a.duration, b.start, b.duration, self.order];
        (1..vars.len()).any(|i| vars[..i].contains(&vars[i]))
    }
}

impl Constraint for Precedence {
    fn name(&self) -> &'static str {
        "precedence"
    }

    fn scope(&self) -> Vec<Var> {
        self.tasks.iter().flat_map(|task| [task.start, task.duration]).chain([self.order]).collect()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let value = |x: Var| i64::from(value(x));
        let order = value(self.order);
        let [first, second] = self.ordered(order as i32);
        (0..=1).contains(&order) && value(first.start) + value(first.duration) <= value(second.start)
    }

    fn consistency(&self) -> Consistency {
        Consistency::Check
    }

    /// Refuses durations that may be negative, and orders other than 0 and 1.
    fn check(&self, model: &Model) -> Result<(), ModelError> {
        let domain = model.domain(self.order);
        if domain.min() < 0 || domain.max() > 1 {
            let problem = format!("the order is 0 or 1, but {} is not", model.name_of(self.order));
            return Err(ModelError::Malformed { constraint: self.name(), problem });
        }
        not_negative(self.name(), "duration", self.tasks.iter().map(|task| task.duration), model)
    }

    fn takes_intervals(&self) -> bool {
        true
    }

    fn post(&self, post: &mut Post<'_>) {
        let times = self.tasks.iter().flat_map(|task| [task.start, task.duration]);
        let times = times.map(|x| Wake::on(x, Event::BOUNDS));
        let wakes: Vec<Wake> = times.chain([Wake::on(self.order, Event::FIXED)]).collect();
        post.add(Priority::Unit, *self, &wakes);
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        let [a, b] = self.tasks.map(|task| (name(task.start), name(task.duration)));
        let order = name(self.order);
        let before = |(s, d): &(String, String), (t, _): &(String, String)| format!("{s} + {d} <= {t}");
        Some(format!("({order} = 1 /\\ {} \\/ {order} = 0 /\\ {})", before(&a, &b), before(&b, &a)))
    }
}

impl Propagator for Precedence {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let order = match store.value(self.order) {
            Some(order) => order,
            None => match (self.slack(store, 1) < 0, self.slack(store, 0) < 0) {
                (false, false) => return Ok(Status::Fixpoint),
                (true, true) => return Err(Conflict),
                (true, false) => 0,
                (false, true) => 1,
            },
        };
        store.fix(self.order, order)?;
        let [first, second] = self.ordered(order);
        let duration = i64::from(store.min(first.duration));
        store.at_least(second.start, saturated(i64::from(store.min(first.start)) + duration))?;
        let latest = i64::from(store.max(second.start));
        store.at_most(first.start, saturated(latest - duration))?;
        let most = latest - i64::from(store.min(first.start));
        if i64::from(store.max(first.duration)) > most {
            store.at_most(first.duration, saturated(most))?;
        }
        let last_end = i64::from(store.max(first.start)) + i64::from(store.max(first.duration));
        if last_end <= i64::from(store.min(second.start)) {
            return Ok(Status::Entailed);
        }
        Ok(if self.has_twins() { Status::Again } else { Status::Fixpoint })
    }
}
