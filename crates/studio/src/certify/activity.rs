//! Variables by how much they took part in recent conflicts.
//!
//! Variable state independent decaying sum (Moskewicz, Madigan, Zhao, Zhang and
//! Malik: Chaff, 2001).

use std::cmp::Reverse;
use std::collections::BTreeSet;

/// How much a conflict counts compared with the next one.
const DECAY: f64 = 0.95;
/// Where activities are scaled down, so that they never overflow.
const MOST: f64 = 1e100;

#[derive(Debug, Clone)]
pub(super) struct Activity {
    activity: Vec<f64>,
    bump: f64,
    /// Those that can be taken out, the most active first, then the earliest. (Numbers
    /// that are not negative are in the order of their bits.)
    queue: BTreeSet<(Reverse<u64>, usize)>,
}

impl Activity {
    /// All variables are in it; earlier ones come first.
    pub(super) fn new(variables: usize) -> Activity {
        let queue = (0..variables).map(|variable| (Reverse(0), variable)).collect();
        Activity { activity: vec![0.0; variables], bump: 1.0, queue }
    }

    fn key(&self, variable: usize) -> (Reverse<u64>, usize) {
        (Reverse(self.activity[variable].to_bits()), variable)
    }

    /// Takes out the most active one.
    pub(super) fn pop(&mut self) -> Option<usize> {
        self.queue.pop_first().map(|(_, variable)| variable)
    }

    /// Puts one back.
    pub(super) fn insert(&mut self, variable: usize) {
        self.queue.insert(self.key(variable));
    }

    /// Notes that these took part in a conflict.
    pub(super) fn bump(&mut self, variables: &[usize]) {
        for &variable in variables {
            let waits = self.queue.remove(&self.key(variable));
            self.activity[variable] += self.bump;
            if waits {
                self.insert(variable);
            }
        }
        self.bump /= DECAY;
        if self.bump > MOST {
            self.bump /= MOST;
            self.activity.iter_mut().for_each(|activity| *activity /= MOST);
            let queue = std::mem::take(&mut self.queue);
            self.queue = queue.into_iter().map(|(_, variable)| self.key(variable)).collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Activity;

    #[test]
    fn the_most_active_comes_first() {
        let mut activity = Activity::new(6);
        activity.bump(&[4, 2]);
        activity.bump(&[2]);
        assert_eq!([activity.pop(), activity.pop(), activity.pop()], [Some(2), Some(4), Some(0)]);
        // Later conflicts count more, and what comes back finds its place.
        activity.bump(&[5]);
        activity.insert(2);
        activity.insert(2);
        assert_eq!([activity.pop(), activity.pop()], [Some(2), Some(5)]);
        // Many conflicts later the scale has changed, but not the order.
        (0..10_000).for_each(|_| activity.bump(&[3]));
        assert_eq!([activity.pop(), activity.pop(), activity.pop()], [Some(3), Some(1), None]);
    }
}
