//! Tasks that share a resource.

use super::disjunctive::not_negative;
use super::interval::saturated;
use super::{AllOf, AnyOf, Clause, Disjunctive, Reified, Sum};
use crate::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Var, Wake,
};

/// At each time, the demands of the tasks that run then add up to at most the capacity: a
/// task runs at `t` if `s <= t < s + d`.
///
/// Time-table reasoning: what must run whenever the tasks start, and what that leaves for
/// the others. Tasks of which no two fit together are also a [`Disjunctive`].
///
/// Beldiceanu, Carlsson: A new multi-resource cumulatives constraint with negative heights
/// (CP 2002).
#[derive(Debug, Clone)]
pub struct Cumulative {
    tasks: Vec<Task>,
    capacity: Var,
}

#[derive(Debug, Clone, Copy)]
struct Task {
    start: Var,
    duration: Var,
    demand: Var,
}

impl Cumulative {
    /// Tasks with these starts, durations and demands fit into `capacity`.
    pub fn new(starts: &[Var], durations: &[Var], demands: &[Var], capacity: Var) -> Cumulative {
        let tasks = starts.iter().zip(durations).zip(demands);
        let tasks = tasks.map(|((&start, &duration), &demand)| Task { start, duration, demand });
        Cumulative { tasks: tasks.collect(), capacity }
    }
}

impl Constraint for Cumulative {
    fn name(&self) -> &'static str {
        "cumulative"
    }

    fn scope(&self) -> Vec<Var> {
        let tasks = self.tasks.iter().flat_map(|task| [task.start, task.duration, task.demand]);
        tasks.chain([self.capacity]).collect()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let value = |x: Var| i64::from(value(x));
        let runs =
            |task: &Task, time: i64| value(task.start) <= time && time < value(task.start) + value(task.duration);
        let demand = |time: i64| -> i64 {
            self.tasks.iter().filter(|task| runs(task, time)).map(|task| value(task.demand)).sum()
        };
        let capacity = value(self.capacity);
        self.tasks.iter().all(|task| capacity >= 0 && demand(value(task.start)) <= capacity)
    }

    fn consistency(&self) -> Consistency {
        Consistency::Check
    }

    /// Refuses durations and demands that may be negative.
    fn check(&self, model: &Model) -> Result<(), ModelError> {
        not_negative(self.name(), "duration", self.tasks.iter().map(|task| task.duration), model)?;
        not_negative(self.name(), "demand", self.tasks.iter().map(|task| task.demand), model)
    }

    fn takes_intervals(&self) -> bool {
        true
    }

    fn post(&self, post: &mut Post<'_>) {
        if self.tasks.is_empty() {
            return;
        }
        let store = post.store();
        let most = i64::from(store.max(self.capacity));
        let large: Vec<Task> =
            self.tasks.iter().filter(|task| 2 * i64::from(store.min(task.demand)) > most).copied().collect();
        if large.len() > 1 {
            let of = |part: fn(&Task) -> Var| large.iter().map(part).collect::<Vec<_>>();
            Disjunctive::new(&of(|task| task.start), &of(|task| task.duration)).post(post);
        }
        if large.len() < self.tasks.len() || !post.store().is_fixed(self.capacity) || self.is_open(post.store()) {
            let wakes: Vec<Wake> = self.scope().into_iter().map(|x| Wake::on(x, Event::BOUNDS)).collect();
            let timetable = TimeTable { cumulative: self.clone(), events: Vec::new(), profile: Vec::new() };
            post.add(Priority::Expensive, timetable, &wakes);
        }
    }

    /// At the start of each task, what runs then fits.
    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        let most = self.tasks.iter().map(|task| into.domain(task.demand).max()).max().unwrap_or(0);
        for a in &self.tasks {
            into.post(Clause::new([self.capacity.at_least(0)]))?;
            let mut total = Sum::default();
            for b in &self.tasks {
                let share = into.var(0..=most)?;
                let running = AllOf::default()
                    .and(Sum::from(b.start).at_most(a.start))
                    .and((Sum::from(b.start) + b.duration).at_least(Sum::from(a.start) + 1));
                let runs = into.boolean()?;
                into.post(Reified::new(runs, running))?;
                let equal = share.equals(b.demand);
                into.post(AnyOf::default().or(Clause::new([runs.is(0)])).or(equal))?;
                into.post(AnyOf::default().or(Clause::new([runs.is(1)])).or(Clause::new([share.is(0)])))?;
                total = total + share;
            }
            into.post(total.at_most(self.capacity))?;
        }
        Ok(true)
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        let capacity = name(self.capacity);
        let mut parts = vec!["true".to_owned()];
        for a in &self.tasks {
            let at = name(a.start);
            let demands = self.tasks.iter().map(|b| {
                let [s, d, r] = [b.start, b.duration, b.demand].map(name);
                format!("bool2int({s} <= {at} /\\ {at} < {s} + {d}) * {r}")
            });
            parts.push(format!("0 <= {capacity} /\\ {} <= {capacity}", demands.collect::<Vec<_>>().join(" + ")));
        }
        Some(parts.join(" /\\ "))
    }
}

impl Cumulative {
    /// Whether a demand is not known yet, or a capacity below 0 or below a demand can be taken.
    fn is_open(&self, store: &Store) -> bool {
        let capacity = store.min(self.capacity);
        self.tasks.iter().any(|task| store.max(task.demand) > capacity) || capacity < 0
    }
}

/// From `start` until `end`, tasks that must run then demand `height`.
#[derive(Debug, Clone, Copy)]
struct Segment {
    start: i64,
    end: i64,
    height: i64,
}

/// What must run, over time.
#[derive(Debug)]
struct TimeTable {
    cumulative: Cumulative,
    /// When demands begin (positive) and end.
    events: Vec<(i64, i64)>,
    profile: Vec<Segment>,
}

/// A task as far as it is known: when it may start, and how long it runs and how much it demands at least.
#[derive(Debug, Clone, Copy)]
struct Known {
    earliest: i64,
    latest: i64,
    duration: i64,
    demand: i64,
}

impl Known {
    fn of(store: &Store, task: &Task) -> Known {
        let (earliest, latest) = store.bounds(task.start);
        let [duration, demand] = [task.duration, task.demand].map(|x| i64::from(store.min(x)));
        Known { earliest: earliest.into(), latest: latest.into(), duration, demand }
    }

    /// Whether it must run throughout this segment. None begins or ends within one.
    fn covers(self, segment: Segment) -> bool {
        self.latest <= segment.start && segment.end <= self.earliest + self.duration
    }

    /// What the others demand there.
    fn others(self, segment: Segment) -> i64 {
        segment.height - if self.covers(segment) { self.demand } else { 0 }
    }
}

impl Propagator for TimeTable {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        store.at_least(self.cumulative.capacity, 0)?;
        self.draw(store);
        let height = self.profile.iter().map(|segment| segment.height).max().unwrap_or(0);
        store.at_least(self.cumulative.capacity, saturated(height))?;
        let capacity = i64::from(store.max(self.cumulative.capacity));
        for task in &self.cumulative.tasks {
            let known = Known::of(store, task);
            if known.duration == 0 {
                self.shorten(store, task, known, capacity)?;
                continue;
            }
            if known.demand > 0 {
                self.delay(store, task, known, capacity)?;
                self.advance(store, task, known, capacity)?;
                self.shorten(store, task, known, capacity)?;
            }
            if !store.is_fixed(task.demand) {
                self.lower(store, task, known, capacity)?;
            }
        }
        Ok(Status::Again)
    }
}

impl TimeTable {
    /// Draws the profile of what must run.
    fn draw(&mut self, store: &Store) {
        let TimeTable { cumulative, events, profile } = self;
        events.clear();
        for task in &cumulative.tasks {
            let known = Known::of(store, task);
            let end = known.earliest + known.duration;
            // What demands nothing yet is drawn, too, so that segments end where it does.
            if known.latest < end {
                events.push((known.latest, known.demand));
                events.push((end, -known.demand));
            }
        }
        events.sort_unstable();
        profile.clear();
        let mut height = 0;
        for pair in events.windows(2) {
            let [(start, change), (end, _)] = [pair[0], pair[1]];
            height += change;
            if start < end {
                profile.push(Segment { start, end, height });
            }
        }
    }

    /// The segments that end after `time`.
    fn after(&self, time: i64) -> &[Segment] {
        &self.profile[self.profile.partition_point(|segment| segment.end <= time)..]
    }

    /// A task starts where all that runs with it leaves enough.
    fn delay(&self, store: &mut Store, task: &Task, known: Known, capacity: i64) -> Result<(), Conflict> {
        let mut earliest = known.earliest;
        for &segment in self.after(earliest) {
            if segment.start >= earliest + known.duration {
                break;
            }
            if known.others(segment) + known.demand > capacity {
                earliest = segment.end;
            }
        }
        store.at_least(task.start, saturated(earliest))
    }

    /// The same from behind.
    fn advance(&self, store: &mut Store, task: &Task, known: Known, capacity: i64) -> Result<(), Conflict> {
        let mut latest = known.latest;
        let reached = self.profile.partition_point(|segment| segment.start < latest + known.duration);
        for &segment in self.profile[..reached].iter().rev() {
            if segment.end <= latest {
                break;
            }
            if known.others(segment) + known.demand > capacity {
                latest = segment.start - known.duration;
            }
        }
        store.at_most(task.start, saturated(latest))
    }

    /// A task that starts before a segment where it does not fit ends there.
    fn shorten(&self, store: &mut Store, task: &Task, known: Known, capacity: i64) -> Result<(), Conflict> {
        let longest = i64::from(store.max(task.duration));
        if longest == known.duration || known.demand == 0 {
            return Ok(());
        }
        for &segment in self.after(known.latest) {
            if segment.start >= known.earliest + longest {
                break;
            }
            if known.others(segment) + known.demand > capacity {
                // It may have started before, or within, and then it takes no time.
                let room = (segment.start - known.earliest).max(0);
                return store.at_most(task.duration, saturated(room));
            }
        }
        Ok(())
    }

    /// A task demands no more than what the others leave while it must run.
    fn lower(&self, store: &mut Store, task: &Task, known: Known, capacity: i64) -> Result<(), Conflict> {
        let most = self.after(known.latest).iter().take_while(|segment| known.covers(**segment));
        let Some(most) = most.map(|&segment| capacity - known.others(segment)).min() else { return Ok(()) };
        store.at_most(task.demand, saturated(most))
    }
}
