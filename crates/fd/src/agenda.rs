//! Who must run: subscriptions, and the queue of propagators by priority.

use crate::propagator::{Event, Priority, Wake};

/// Who is woken by an event of a variable.
#[derive(Debug, Clone, Copy)]
struct Subscription {
    propagator: u32,
    /// The position to tell, or [`UNTOLD`].
    told: u32,
    event: u8,
    /// The propagator's, so that waking need not look for it.
    priority: u8,
}

const UNTOLD: u32 = u32::MAX;

/// Waiting in the queue, or running.
const QUEUED: u8 = 1;
/// Woken while it was queued or running.
const REWOKEN: u8 = 2;
/// Must look at everything.
const ALL: u8 = 4;
/// Masked: never woken.
const INACTIVE: u8 = 8;
/// Entailed in the present subtree: not woken there.
const ENTAILED: u8 = 16;

/// No propagator.
const NONE: u32 = u32::MAX;

/// First in, first out; each propagator has the number of the one behind it, so
/// that queueing never allocates.
#[derive(Debug, Clone, Copy)]
struct Queue {
    first: u32,
    last: u32,
}

impl Default for Queue {
    fn default() -> Queue {
        Queue { first: NONE, last: NONE }
    }
}

impl Queue {
    #[inline]
    fn push(&mut self, id: u32, links: &mut [u32]) {
        links[id as usize] = NONE;
        if self.first == NONE {
            self.first = id;
        } else {
            links[self.last as usize] = id;
        }
        self.last = id;
    }

    #[inline]
    fn pop(&mut self, links: &[u32]) -> Option<usize> {
        let id = self.first as usize;
        self.first = *links.get(id)?;
        Some(id)
    }
}

/// Where a variable's subscriptions lie. Those to any change come first, then
/// those to bounds, then those that only wait for the variable to be fixed: an
/// event looks at no more than can hear it.
#[derive(Debug, Clone, Copy, Default)]
struct Range {
    start: u32,
    any: u32,
    bounds: u32,
    end: u32,
}

impl Range {
    #[inline]
    fn hearing(self, event: u8) -> std::ops::Range<usize> {
        let end = if event & Event::FIXED.0 != 0 {
            self.end
        } else if event & Event::BOUNDS.0 != 0 {
            self.bounds
        } else {
            self.any
        };
        self.start as usize..end as usize
    }
}

/// The subscriptions of all variables and the queue of woken propagators.
#[derive(Debug, Default)]
pub(crate) struct Agenda {
    priorities: Vec<u8>,
    /// What each propagator is to be told.
    changed: Vec<Vec<u32>>,
    /// The propagator behind each one in its queue.
    links: Vec<u32>,
    /// Close together: waking looks at many of them.
    flags: Vec<u8>,
    /// The entailed propagators in the order in which they became so, and how
    /// many there were when each open level began.
    entailed: Vec<u32>,
    levels: Vec<usize>,
    queues: [Queue; Priority::COUNT],
    /// All subscriptions as they were made, and the same laid out by variable.
    wakes: Vec<(u32, Wake)>,
    subscriptions: Vec<Subscription>,
    ranges: Vec<Range>,
}

impl Agenda {
    pub(crate) fn reserve(&mut self, propagators: usize) {
        self.priorities.reserve(propagators);
        self.changed.reserve(propagators);
        self.links.reserve(propagators);
        self.flags.reserve(propagators);
        self.wakes.reserve(2 * propagators);
    }

    pub(crate) fn add(&mut self, priority: Priority, wakes: &[Wake]) {
        let id = self.flags.len() as u32;
        self.priorities.push(priority as u8);
        self.changed.push(Vec::new());
        self.links.push(NONE);
        self.flags.push(0);
        self.wakes.extend(wakes.iter().map(|&wake| (id, wake)));
        self.ranges.clear();
    }

    /// Forgets all propagators from `length` on.
    pub(crate) fn truncate(&mut self, length: usize) {
        self.priorities.truncate(length);
        self.changed.truncate(length);
        self.links.truncate(length);
        self.flags.truncate(length);
        self.wakes.retain(|&(id, _)| (id as usize) < length);
        self.ranges.clear();
    }

    /// Opens a level: what is entailed from here on is so until [`Agenda::pop`].
    pub(crate) fn push(&mut self) {
        self.levels.push(self.entailed.len());
    }

    /// Closes the last level.
    pub(crate) fn pop(&mut self) {
        let Some(start) = self.levels.pop() else { return };
        for id in self.entailed.drain(start..) {
            self.flags[id as usize] &= !ENTAILED;
        }
    }

    /// Lays the subscriptions out by variable, if any came or went. Views hear
    /// what is told to the variables that they are views of.
    pub(crate) fn lay_out(&mut self, variables: usize, views: &[(u32, u32)]) {
        if self.ranges.len() == variables {
            return;
        }
        let class = |wake: &Wake| match wake.event {
            Event::FIXED => 2,
            event if event.0 & Event::ANY.0 == 0 => 1,
            _ => 0,
        };
        let mut next = vec![[0u32; 3]; variables];
        for (_, wake) in &self.wakes {
            next[wake.var.index()][class(wake)] += 1;
        }
        let mut start = 0;
        self.ranges.clear();
        self.ranges.reserve(variables);
        // Each count gives way to where the next subscription of its class goes.
        for slot in &mut next {
            let [any, bounds, fixed] = *slot;
            let (any, bounds, end) = (start + any, start + any + bounds, start + any + bounds + fixed);
            *slot = [start, any, bounds];
            self.ranges.push(Range { start, any, bounds, end });
            start = end;
        }
        let blank = Subscription { propagator: 0, told: UNTOLD, event: 0, priority: 0 };
        self.subscriptions.clear();
        self.subscriptions.resize(self.wakes.len(), blank);
        for &(propagator, wake) in &self.wakes {
            let slot = &mut next[wake.var.index()][class(&wake)];
            let told = wake.told.unwrap_or(UNTOLD);
            let priority = self.priorities[propagator as usize];
            self.subscriptions[*slot as usize] = Subscription { propagator, told, event: wake.event.0, priority };
            *slot += 1;
        }
        for &(view, of) in views {
            self.ranges[view as usize] = self.ranges[of as usize];
        }
    }

    /// Something happened to a variable.
    #[inline(always)]
    pub(crate) fn wake(&mut self, variable: usize, event: u8) {
        let Some(range) = self.ranges.get(variable) else { return };
        for s in &self.subscriptions[range.hearing(event)] {
            if s.event & event == 0 {
                continue;
            }
            let flags = &mut self.flags[s.propagator as usize];
            if *flags & (INACTIVE | ENTAILED) != 0 {
                continue;
            }
            if s.told != UNTOLD {
                self.changed[s.propagator as usize].push(s.told);
            }
            if *flags & QUEUED == 0 {
                *flags |= QUEUED;
                self.queues[s.priority as usize].push(s.propagator, &mut self.links);
            } else {
                *flags |= REWOKEN;
            }
        }
    }

    /// Queues a propagator and has it look at everything.
    pub(crate) fn wake_fully(&mut self, id: usize) {
        let flags = &mut self.flags[id];
        if *flags & (INACTIVE | ENTAILED) != 0 {
            return;
        }
        if *flags & QUEUED == 0 {
            self.queues[self.priorities[id] as usize].push(id as u32, &mut self.links);
        }
        *flags |= QUEUED | ALL;
    }

    /// The next propagator to run, and whether it must look at everything;
    /// what it is to be told otherwise is put into `news`. It counts as queued
    /// until [`Agenda::finish`].
    #[inline]
    pub(crate) fn next(&mut self, news: &mut Vec<u32>) -> Option<(usize, bool)> {
        let Agenda { queues, links, .. } = self;
        let id = queues.iter_mut().find_map(|queue| queue.pop(links))?;
        let flags = &mut self.flags[id];
        let all = *flags & ALL != 0;
        *flags &= !(ALL | REWOKEN);
        // It may be told of its own changes while it runs, so it gets another list.
        news.clear();
        std::mem::swap(&mut self.changed[id], news);
        Some((id, all))
    }

    /// Whether no propagator waits.
    pub(crate) fn is_quiet(&self) -> bool {
        self.queues.iter().all(|queue| queue.first == NONE)
    }

    /// The propagator has run.
    #[inline]
    pub(crate) fn finish(&mut self, id: usize, again: bool) {
        let flags = &mut self.flags[id];
        if again && *flags & REWOKEN != 0 {
            self.queues[self.priorities[id] as usize].push(id as u32, &mut self.links);
            return;
        }
        *flags &= !(QUEUED | REWOKEN);
        self.changed[id].clear();
    }

    /// The propagator has run and is entailed in this subtree.
    #[inline]
    pub(crate) fn entail(&mut self, id: usize) {
        self.finish(id, false);
        self.flags[id] |= ENTAILED;
        self.entailed.push(id as u32);
    }

    /// The propagator has found a conflict: no other need run.
    pub(crate) fn fail(&mut self, id: usize) {
        self.forget(id);
        self.clear();
    }

    /// Empties the queue.
    pub(crate) fn clear(&mut self) {
        for i in 0..self.queues.len() {
            while let Some(id) = self.queues[i].pop(&self.links) {
                self.forget(id);
            }
        }
    }

    fn forget(&mut self, id: usize) {
        self.flags[id] &= INACTIVE | ENTAILED;
        self.changed[id].clear();
    }

    pub(crate) fn set_active(&mut self, id: usize, active: bool) {
        if active {
            self.flags[id] &= !INACTIVE;
        } else {
            self.flags[id] |= INACTIVE;
        }
    }

    /// Has all propagators wait in one queue.
    pub(crate) fn forget_priorities(&mut self) {
        self.clear();
        self.priorities.fill(0);
        self.subscriptions.iter_mut().for_each(|subscription| subscription.priority = 0);
    }

    /// The number of propagators that still listen to a variable.
    pub(crate) fn degree(&self, variable: usize) -> usize {
        let Some(range) = self.ranges.get(variable) else { return 0 };
        self.subscriptions[range.start as usize..range.end as usize]
            .iter()
            .filter(|s| self.flags[s.propagator as usize] & (INACTIVE | ENTAILED) == 0)
            .count()
    }

    #[cfg(any(test, feature = "harness"))]
    pub(crate) fn all_entailed(&self) -> bool {
        self.flags.iter().all(|flags| flags & ENTAILED != 0)
    }

    #[cfg(any(test, feature = "harness"))]
    pub(crate) fn flags(&self) -> &[u8] {
        &self.flags
    }
}
