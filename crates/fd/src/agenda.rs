//! Who must run: subscriptions, and the queue of propagators by priority.

use crate::event::{Event, Wake};
use crate::propagator::Priority;
use crate::trail::Trail;
use std::collections::VecDeque;

/// One variable's wish list holds these.
#[derive(Debug, Clone, Copy)]
struct Subscription {
    propagator: u32,
    /// The position to tell, or [`UNTOLD`].
    told: u32,
    event: u8,
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

/// What the agenda knows of a propagator.
#[derive(Debug)]
struct Entry {
    flags: u8,
    priority: u8,
    changed: Vec<u32>,
}

/// The subscriptions of all variables and the queue of woken propagators.
#[derive(Debug, Default)]
pub(crate) struct Agenda {
    entries: Vec<Entry>,
    /// Trail addresses of the words whose bits say which propagators are entailed.
    entailed: Vec<u32>,
    queues: [VecDeque<u32>; Priority::COUNT],
    /// All wishes as they were made, and the same laid out by variable.
    wishes: Vec<(u32, Wake)>,
    subscriptions: Vec<Subscription>,
    /// Where each variable's subscriptions begin: first those to any change,
    /// then the others, which most changes need not look at. Two entries for
    /// each variable, and one more.
    starts: Vec<u32>,
    /// A list that no propagator uses at present.
    spare: Vec<u32>,
}

impl Agenda {
    /// The number of propagators.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn add(&mut self, priority: Priority, wakes: &[Wake], trail: &mut Trail) -> u32 {
        let id = self.entries.len() as u32;
        if id.is_multiple_of(64) {
            self.entailed.push(trail.allocate(0));
        }
        self.entries.push(Entry { flags: 0, priority: priority as u8, changed: Vec::new() });
        self.wishes.extend(wakes.iter().map(|&wake| (id, wake)));
        self.starts.clear();
        id
    }

    /// Forgets all propagators from `length` on.
    pub(crate) fn truncate(&mut self, length: usize) {
        self.entries.truncate(length);
        self.entailed.truncate(length.div_ceil(64));
        self.wishes.retain(|&(id, _)| (id as usize) < length);
        self.starts.clear();
    }

    /// Lays the subscriptions out by variable, if any came or went.
    pub(crate) fn lay_out(&mut self, variables: usize) {
        if self.starts.len() == 2 * variables + 1 {
            return;
        }
        let key = |wake: &Wake| 2 * wake.var.index() + usize::from(wake.event.0 & Event::ANY.0 == 0);
        self.starts.clear();
        self.starts.resize(2 * variables + 1, 0);
        for (_, wake) in &self.wishes {
            self.starts[key(wake) + 1] += 1;
        }
        for i in 0..2 * variables {
            self.starts[i + 1] += self.starts[i];
        }
        let blank = Subscription { propagator: 0, told: UNTOLD, event: 0 };
        self.subscriptions.clear();
        self.subscriptions.resize(self.wishes.len(), blank);
        let mut next = self.starts.clone();
        for &(propagator, wake) in &self.wishes {
            let slot = &mut next[key(&wake)];
            let told = wake.told.unwrap_or(UNTOLD);
            self.subscriptions[*slot as usize] = Subscription { propagator, told, event: wake.event.0 };
            *slot += 1;
        }
    }

    /// Something happened to a variable.
    #[inline]
    pub(crate) fn wake(&mut self, variable: usize, event: u8, trail: &Trail) {
        let Some(&[start, others, end]) = self.starts.get(2 * variable..).and_then(|s| s.first_chunk()) else {
            return;
        };
        let end = if event == Event::ANY.0 { others } else { end };
        for s in &self.subscriptions[start as usize..end as usize] {
            if s.event & event == 0 {
                continue;
            }
            let id = s.propagator as usize;
            let entry = &mut self.entries[id];
            if entry.flags & INACTIVE != 0 || is_entailed(&self.entailed, id, trail) {
                continue;
            }
            if s.told != UNTOLD {
                entry.changed.push(s.told);
            }
            if entry.flags & QUEUED == 0 {
                entry.flags |= QUEUED;
                self.queues[entry.priority as usize].push_back(s.propagator);
            } else {
                entry.flags |= REWOKEN;
            }
        }
    }

    /// Queues a propagator and has it look at everything.
    pub(crate) fn wake_fully(&mut self, id: usize, trail: &Trail) {
        let entry = &mut self.entries[id];
        if entry.flags & INACTIVE != 0 || is_entailed(&self.entailed, id, trail) {
            return;
        }
        entry.flags |= ALL;
        if entry.flags & QUEUED == 0 {
            entry.flags |= QUEUED;
            self.queues[entry.priority as usize].push_back(id as u32);
        }
    }

    /// The next propagator to run, whether it must look at everything, and
    /// what it is to be told otherwise. It counts as queued until
    /// [`Agenda::finish`].
    #[inline]
    pub(crate) fn next(&mut self) -> Option<(usize, bool, Vec<u32>)> {
        let id = self.queues.iter_mut().find_map(VecDeque::pop_front)? as usize;
        let entry = &mut self.entries[id];
        let all = entry.flags & ALL != 0;
        entry.flags &= !(ALL | REWOKEN);
        // It may be told of its own changes while it runs, so it gets another list.
        let spare = std::mem::take(&mut self.spare);
        Some((id, all, std::mem::replace(&mut entry.changed, spare)))
    }

    /// The propagator has run; `list` (its last news) is kept for reuse.
    #[inline]
    pub(crate) fn finish(&mut self, id: usize, mut list: Vec<u32>, again: bool) {
        list.clear();
        self.spare = list;
        let entry = &mut self.entries[id];
        if again && entry.flags & REWOKEN != 0 {
            self.queues[entry.priority as usize].push_back(id as u32);
            return;
        }
        entry.flags &= !(QUEUED | REWOKEN);
        entry.changed.clear();
    }

    /// The propagator has run and holds for good in this subtree.
    pub(crate) fn entail(&mut self, id: usize, list: Vec<u32>, trail: &mut Trail) {
        let address = self.entailed[id / 64];
        trail.set(address, trail.get(address) | 1 << (id % 64));
        self.finish(id, list, false);
    }

    /// Empties the queue, after a conflict.
    pub(crate) fn clear(&mut self, running: Option<usize>) {
        let Agenda { queues, entries, .. } = self;
        let queued = queues.iter_mut().flat_map(|queue| queue.drain(..)).map(|id| id as usize);
        for id in queued.chain(running) {
            entries[id].flags &= INACTIVE;
            entries[id].changed.clear();
        }
    }

    pub(crate) fn set_active(&mut self, id: usize, active: bool) {
        if active {
            self.entries[id].flags &= !INACTIVE;
        } else {
            self.entries[id].flags |= INACTIVE;
        }
    }

    /// The number of propagators that still listen to a variable.
    pub(crate) fn degree(&self, variable: usize, trail: &Trail) -> usize {
        let Some(&[start, _, end]) = self.starts.get(2 * variable..).and_then(|s| s.first_chunk()) else {
            return 0;
        };
        self.subscriptions[start as usize..end as usize]
            .iter()
            .map(|s| s.propagator as usize)
            .filter(|&id| self.entries[id].flags & INACTIVE == 0 && !is_entailed(&self.entailed, id, trail))
            .count()
    }

    #[cfg(any(test, feature = "harness"))]
    pub(crate) fn all_entailed(&self, trail: &Trail) -> bool {
        (0..self.entries.len()).all(|id| is_entailed(&self.entailed, id, trail))
    }
}

#[inline]
fn is_entailed(entailed: &[u32], id: usize, trail: &Trail) -> bool {
    trail.get(entailed[id / 64]) >> (id % 64) & 1 == 1
}
