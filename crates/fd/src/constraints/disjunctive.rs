//! One thing at a time.

use super::{AnyOf, Clause, Linear, Sum, Task};
use crate::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Var, Wake,
};

/// `si + di <= sj \/ sj + dj <= si` for any two tasks, with starts `s` and durations `d`.
///
/// A task that takes no time may be put anywhere, unless the constraint is [strict](Disjunctive::strict):
/// then it may not lie inside another.
///
/// Detectable precedences, not-last and edge-finding, in both directions of time and in
/// quadratic time each: for the few dozen tasks of one machine that is as fast as trees.
///
/// Baptiste, Le Pape, Nuijten: Constraint-Based Scheduling (2001); Vilím: Global
/// constraints in scheduling (2007).
#[derive(Debug, Clone)]
pub struct Disjunctive {
    tasks: Vec<Task>,
    strict: bool,
}

impl Disjunctive {
    /// Tasks with these starts and durations do not overlap.
    pub fn new(starts: &[Var], durations: &[Var]) -> Disjunctive {
        let tasks = starts.iter().zip(durations).map(|(&start, &duration)| Task { start, duration }).collect();
        Disjunctive { tasks, strict: false }
    }

    /// These tasks do not overlap.
    pub fn of(tasks: Vec<Task>) -> Disjunctive {
        Disjunctive { tasks, strict: false }
    }

    /// The same, and tasks that take no time do not lie inside others.
    #[must_use]
    pub fn strict(self) -> Disjunctive {
        Disjunctive { strict: true, ..self }
    }
}

impl Constraint for Disjunctive {
    fn name(&self) -> &'static str {
        "disjunctive"
    }

    fn scope(&self) -> Vec<Var> {
        self.tasks.iter().flat_map(|task| [task.start, task.duration]).collect()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let times = self.tasks.iter().map(|task| {
            let start = i64::from(value(task.start));
            (start, start + i64::from(value(task.duration)))
        });
        let mut times: Vec<(i64, i64)> = times.filter(|(start, end)| self.strict || end > start).collect();
        times.sort_unstable();
        times.windows(2).all(|pair| pair[0].1 <= pair[1].0)
    }

    fn consistency(&self) -> Consistency {
        Consistency::Check
    }

    /// Refuses durations that may be negative.
    fn check(&self, model: &Model) -> Result<(), ModelError> {
        not_negative(self.name(), "duration", self.tasks.iter().map(|task| task.duration), model)
    }

    fn takes_intervals(&self) -> bool {
        true
    }

    fn post(&self, post: &mut Post<'_>) {
        let n = self.tasks.len();
        let wakes: Vec<Wake> = self.scope().into_iter().map(|x| Wake::on(x, Event::BOUNDS)).collect();
        let sequence = Sequence { disjunctive: self.clone(), spans: Vec::with_capacity(n), reached: vec![0; n].into() };
        post.add(Priority::Expensive, sequence, &wakes);
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        for (i, &a) in self.tasks.iter().enumerate() {
            for &b in &self.tasks[i + 1..] {
                let mut apart = AnyOf::default().or(a.before(b)).or(b.before(a));
                if !self.strict {
                    apart = apart.or(Clause::new([a.duration.is(0), b.duration.is(0)]));
                }
                into.post(apart)?;
            }
        }
        Ok(true)
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        let mut parts = vec!["true".to_owned()];
        for (i, a) in self.tasks.iter().enumerate() {
            for b in &self.tasks[i + 1..] {
                let ([s, d], [t, e]) = ([a.start, a.duration].map(name), [b.start, b.duration].map(name));
                let empty = if self.strict { String::new() } else { format!(" \\/ {d} = 0 \\/ {e} = 0") };
                parts.push(format!("({s} + {d} <= {t} \\/ {t} + {e} <= {s}{empty})"));
            }
        }
        Some(parts.join(" /\\ "))
    }
}

impl Task {
    fn before(self, other: Task) -> Linear {
        (Sum::from(self.start) + self.duration).at_most(other.start)
    }
}

/// Refuses variables that may be negative.
pub(super) fn not_negative(
    constraint: &'static str,
    what: &str,
    mut vars: impl Iterator<Item = Var>,
    model: &Model,
) -> Result<(), ModelError> {
    let Some(x) = vars.find(|&x| model.domain(x).min() < 0) else { return Ok(()) };
    let problem = format!("a {what} is not negative, but {} may be {}", model.name_of(x), model.domain(x).min());
    Err(ModelError::Malformed { constraint, problem })
}

/// A task as far as it is known, in one direction of time: its least duration, and where it may lie.
#[derive(Debug, Clone, Copy)]
struct Span {
    task: usize,
    duration: i64,
    /// The earliest start and the latest end.
    early: i64,
    late: i64,
}

impl Span {
    fn earliest_end(self) -> i64 {
        self.early + self.duration
    }

    fn latest_start(self) -> i64 {
        self.late - self.duration
    }
}

/// Finds which tasks must come before others, in both directions of time.
#[derive(Debug)]
struct Sequence {
    disjunctive: Disjunctive,
    /// The tasks in the order of their earliest starts.
    spans: Vec<Span>,
    /// When those of a set that begin no earlier than each of them can be done.
    reached: Box<[i64]>,
}

impl Propagator for Sequence {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        for forward in [true, false] {
            self.look(store, forward);
            self.precedences(store, forward)?;
            self.look(store, forward);
            self.not_last(store, forward)?;
            self.look(store, forward);
            self.edges(store, forward)?;
        }
        self.durations(store)?;
        Ok(Status::Again)
    }
}

impl Sequence {
    /// Takes down where the tasks may lie; backward, time runs the other way.
    fn look(&mut self, store: &Store, forward: bool) {
        let Sequence { disjunctive: Disjunctive { tasks, strict }, spans, .. } = self;
        spans.clear();
        for (i, &Task { start, duration }) in tasks.iter().enumerate() {
            let (min, max) = store.bounds(start);
            let duration = i64::from(store.min(duration));
            if duration > 0 || *strict {
                let (early, late) = (i64::from(min), i64::from(max) + duration);
                let (early, late) = if forward { (early, late) } else { (-late, -early) };
                spans.push(Span { task: i, duration, early, late });
            }
        }
        spans.sort_unstable_by_key(|span| (span.early, span.task));
    }

    /// The task of `span` starts at `time` at the earliest, in this direction.
    fn begin(&self, store: &mut Store, span: Span, time: i64, forward: bool) -> Result<(), Conflict> {
        let start = self.disjunctive.tasks[span.task].start;
        if forward {
            store.at_least(start, super::interval::saturated(time))
        } else {
            store.at_most(start, super::interval::saturated(-time - span.duration))
        }
    }

    /// What cannot come after a task comes before it: it begins when all of these can be done.
    fn precedences(&mut self, store: &mut Store, forward: bool) -> Result<(), Conflict> {
        for &span in &self.spans {
            let mut done = i64::MIN;
            for other in &self.spans {
                if other.task != span.task && other.latest_start() < span.earliest_end() {
                    done = done.max(other.early) + other.duration;
                }
            }
            if done > span.early {
                self.begin(store, span, done, forward)?;
            }
        }
        Ok(())
    }

    /// When those that may begin before a task ends take longer than until it must begin,
    /// one of them comes after it.
    fn not_last(&mut self, store: &mut Store, forward: bool) -> Result<(), Conflict> {
        for &span in &self.spans {
            let (mut done, mut latest) = (i64::MIN, i64::MIN);
            for other in &self.spans {
                if other.task != span.task && other.latest_start() < span.late {
                    done = done.max(other.early) + other.duration;
                    latest = latest.max(other.latest_start());
                }
            }
            if done > span.latest_start() {
                let start = self.disjunctive.tasks[span.task].start;
                if forward {
                    store.at_most(start, super::interval::saturated(latest - span.duration))?;
                } else {
                    store.at_least(start, super::interval::saturated(-latest))?;
                }
            }
        }
        Ok(())
    }

    /// Edge-finding: when a set of tasks and one more cannot all end as the set must, that one
    /// comes after the whole set.
    fn edges(&mut self, store: &mut Store, forward: bool) -> Result<(), Conflict> {
        for last in 0..self.spans.len() {
            let end = self.spans[last].late;
            let (mut work, mut done) = (0, i64::MIN);
            for (i, span) in self.spans.iter().enumerate().rev() {
                if span.late <= end {
                    work += span.duration;
                    done = done.max(span.early + work);
                }
                self.reached[i] = done;
            }
            if done > end {
                return Err(Conflict);
            }
            let mut before = i64::MIN / 2;
            for (i, &span) in self.spans.iter().enumerate() {
                if span.late <= end {
                    before = before.max(span.early + work);
                    work -= span.duration;
                } else if span.duration > 0 {
                    if before + span.duration > end {
                        self.begin(store, span, done, forward)?;
                    } else if span.early + work + span.duration > end && work > 0 {
                        self.begin(store, span, self.reached[i], forward)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// A task ends before those that cannot come before it.
    fn durations(&self, store: &mut Store) -> Result<(), Conflict> {
        let Disjunctive { tasks, strict } = &self.disjunctive;
        for (i, a) in tasks.iter().enumerate() {
            if store.is_fixed(a.duration) && store.min(a.duration) > 0 {
                continue;
            }
            for (j, b) in tasks.iter().enumerate() {
                let other = i64::from(store.min(b.duration));
                if i == j || other == 0 && !strict {
                    continue;
                }
                let b_first = i64::from(store.min(b.start)) + other <= i64::from(store.max(a.start));
                if !b_first {
                    // With no time left before the other, only a task that takes none is left.
                    let room = i64::from(store.max(b.start)) - i64::from(store.min(a.start));
                    let room = if *strict { room } else { room.max(0) };
                    store.at_most(a.duration, super::interval::saturated(room))?;
                }
            }
        }
        Ok(())
    }
}
