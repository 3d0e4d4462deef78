//! Variables by how much they took part in recent conflicts.
//!
//! Variable state independent decaying sum (Moskewicz, Madigan, Zhao, Zhang and
//! Malik: Chaff, 2001), kept in a binary heap.

/// How much a conflict counts compared with the next one.
const DECAY: f64 = 0.95;
/// Where activities are scaled down, so that they never overflow.
const MOST: f64 = 1e100;

#[derive(Debug, Clone)]
pub(super) struct Activity {
    activity: Vec<f64>,
    bump: f64,
    /// A heap, the most active on top.
    heap: Vec<usize>,
    /// Where each variable is in the heap.
    places: Vec<Option<usize>>,
}

impl Activity {
    /// All variables are in it; earlier ones come first.
    pub(super) fn new(variables: usize) -> Activity {
        Activity {
            activity: vec![0.0; variables],
            bump: 1.0,
            heap: (0..variables).collect(),
            places: (0..variables).map(Some).collect(),
        }
    }

    /// Takes out the most active one.
    pub(super) fn pop(&mut self) -> Option<usize> {
        let last = self.heap.len().checked_sub(1)?;
        self.swap(0, last);
        let top = self.heap.pop()?;
        self.places[top] = None;
        self.sink(0);
        Some(top)
    }

    /// Puts one back.
    pub(super) fn insert(&mut self, variable: usize) {
        if self.places[variable].is_none() {
            self.places[variable] = Some(self.heap.len());
            self.heap.push(variable);
            self.rise(self.heap.len() - 1);
        }
    }

    /// Notes that these took part in a conflict.
    pub(super) fn bump(&mut self, variables: &[usize]) {
        for &variable in variables {
            self.activity[variable] += self.bump;
            if let Some(place) = self.places[variable] {
                self.rise(place);
            }
        }
        self.bump /= DECAY;
        if self.bump > MOST {
            self.bump /= MOST;
            self.activity.iter_mut().for_each(|activity| *activity /= MOST);
        }
    }

    fn comes_before(&self, one: usize, other: usize) -> bool {
        let (one, other) = (self.heap[one], self.heap[other]);
        (self.activity[one], other) > (self.activity[other], one)
    }

    fn swap(&mut self, one: usize, other: usize) {
        self.heap.swap(one, other);
        self.places[self.heap[one]] = Some(one);
        self.places[self.heap[other]] = Some(other);
    }

    fn rise(&mut self, mut place: usize) {
        while place > 0 && self.comes_before(place, (place - 1) / 2) {
            self.swap(place, (place - 1) / 2);
            place = (place - 1) / 2;
        }
    }

    fn sink(&mut self, mut place: usize) {
        loop {
            let children = [2 * place + 1, 2 * place + 2];
            let below = children.into_iter().filter(|&child| child < self.heap.len());
            let Some(best) = below.reduce(|one, other| if self.comes_before(other, one) { other } else { one }) else {
                return;
            };
            if !self.comes_before(best, place) {
                return;
            }
            self.swap(place, best);
            place = best;
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
