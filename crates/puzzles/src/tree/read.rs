//! A tree being read.

use super::{Bar, Hangs, MOST_BARS, MOST_LEAVES, MOST_LEVELS, Thing};
use crate::{Fault, Location, ReadError};

/// A tree being read, depth first, with what is said of each leaf. Every reader builds through it, so that
/// all formats refuse the same trees in the same words.
#[derive(Debug)]
pub(crate) struct TreeReader<L> {
    bars: Vec<Bar>,
    leaves: Vec<L>,
    /// The bars that are still being read, from the top down.
    open: Vec<usize>,
}

impl<L> TreeReader<L> {
    /// A top bar with nothing on it so far.
    pub(crate) fn new() -> TreeReader<L> {
        let top = Bar { things: Vec::new(), leaves: 0..0 };
        TreeReader { bars: vec![top], leaves: Vec::new(), open: vec![0] }
    }

    fn hang(&mut self, at: i32, hangs: Hangs) {
        if let Some(&bar) = self.open.last() {
            self.bars[bar].things.push(Thing { at, hangs });
        }
    }

    /// Hangs a leaf, read at this place, from the bar being read.
    pub(crate) fn leaf(&mut self, at: i32, leaf: L, place: Location) -> Result<(), ReadError> {
        if self.leaves.len() == MOST_LEAVES {
            return Err(limit(place, MOST_LEAVES, "leaves"));
        }
        self.hang(at, Hangs::Leaf(self.leaves.len()));
        self.leaves.push(leaf);
        Ok(())
    }

    /// Hangs a bar from the one being read; what comes next hangs from it.
    pub(crate) fn open(&mut self, at: i32, place: Location) -> Result<(), ReadError> {
        if self.open.len() == MOST_LEVELS {
            return Err(limit(place, MOST_LEVELS, "bars below one another"));
        }
        let bar = self.bars.len();
        if bar == MOST_BARS {
            return Err(limit(place, MOST_BARS, "bars"));
        }
        self.hang(at, Hangs::Bar(bar));
        self.bars.push(Bar { things: Vec::new(), leaves: self.leaves.len()..self.leaves.len() });
        self.open.push(bar);
        Ok(())
    }

    /// Ends the bar being read, and says which it is.
    pub(crate) fn close(&mut self, place: Location) -> Result<usize, ReadError> {
        let Some(number) = self.open.pop() else { return Ok(0) };
        let bar = &mut self.bars[number];
        if bar.things.is_empty() {
            let message = "nothing hangs from this bar; expected at least one weight or bar".to_owned();
            return Err(ReadError { fault: Fault::Shape, place, message });
        }
        bar.leaves.end = self.leaves.len();
        Ok(number)
    }

    /// Whether only the top bar is being read.
    pub(crate) fn at_top(&self) -> bool {
        self.open.len() == 1
    }

    /// The bars and what was read of the leaves, once every bar is closed.
    pub(crate) fn finish(self) -> (Vec<Bar>, Vec<L>) {
        (self.bars, self.leaves)
    }
}

fn limit(place: Location, most: usize, what: &str) -> ReadError {
    ReadError { fault: Fault::Limit, place, message: format!("more than {most} {what}") }
}
