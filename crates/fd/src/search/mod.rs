//! Search: depth first, with a trail.

mod branching;
mod depth_first;
mod engine;
mod first_fail;
mod labelling;
mod limits;
mod split;
mod tree;

pub use branching::{Branching, Decision};
pub use engine::{Engine, Luby, Verdict, first, verdict};
pub use first_fail::FirstFail;
pub use labelling::{Choice, Labeller, Labelling, LabellingError, Order, Selection};
pub use limits::{Budget, Clock, Limits, Stopped};
pub use split::{Subtree, split};
pub use tree::{Fate, Recorder, TreeNode, TreeStep};

use crate::{Space, Statistics, Var};
use depth_first::{DepthFirst, Outcome};
use std::ops::Index;
use std::time::Duration;

/// A value for every variable of a model.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Solution(Box<[i32]>);

impl Solution {
    /// The values in the order of the variables' creation.
    pub fn values(&self) -> &[i32] {
        &self.0
    }
}

impl Index<Var> for Solution {
    type Output = i32;

    fn index(&self, x: Var) -> &i32 {
        &self.0[x.index()]
    }
}

/// All solutions of a space, one after the other, depth first.
///
/// It is no iterator on purpose: a limit that stops it is an error, which
/// `count()` or `flatten()` of an iterator would pass over. Only a search that
/// ends without [`Stopped`] has seen everything. When it is dropped, the space
/// is as it was before.
///
/// ```
/// use fd::{constraints::AllDifferent, Labelling, Limits, Model, Search, Space};
/// let mut model = Model::new();
/// let x = model.vars(3, 1..=3)?;
/// model.post(AllDifferent::new(&x))?;
/// let mut space = Space::new(&model);
/// let mut search = Search::new(&mut space, Labelling::default().over(&x), Limits::none());
/// while let Some(solution) = search.next_solution()? {
///     assert_eq!(x.iter().map(|&x| solution[x]).sum::<i32>(), 6);
/// }
/// assert_eq!(search.statistics().solutions, 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A stopped search stays stopped until it is allowed more, and then goes on
/// where it was. However often it was stopped, it visits the same nodes.
///
/// ```
/// # use fd::{constraints::AllDifferent, Labelling, Limits, Model, Search, Space, Stopped};
/// # let mut model = Model::new();
/// # let x = model.vars(3, 1..=3)?;
/// # model.post(AllDifferent::new(&x))?;
/// # let mut space = Space::new(&model);
/// let slice = Limits::none().work(2);
/// let mut search = Search::new(&mut space, Labelling::default().over(&x), slice);
/// let (mut found, mut slices) = (0, 1);
/// loop {
///     match search.advance() {
///         Ok(true) => found += 1,
///         Ok(false) => break,
///         Err(stopped) => {
///             assert_eq!(stopped, Stopped::Work);
///             assert_eq!(search.advance(), Err(stopped), "it stays stopped");
///             // Here other work can be done.
///             search.resume(slice);
///             slices += 1;
///         }
///     }
/// }
/// assert_eq!(found, 6);
/// assert!(slices > 1);
/// # Ok::<(), fd::ModelError>(())
/// ```
#[derive(Debug)]
pub struct Search<'s, B: Branching> {
    tree: DepthFirst<'s, B>,
    budget: Budget<'s>,
    /// Why it does not go on.
    stopped: Option<Stopped>,
    /// The time used under earlier limits.
    time: Duration,
}

impl<'s, B: Branching> Search<'s, B> {
    /// A search of `space` below its present level.
    pub fn new(space: &'s mut Space, branching: B, limits: Limits<'s>) -> Search<'s, B> {
        let tree = DepthFirst::new(space, branching);
        let (nodes, work) = tree.spent();
        Search { tree, budget: Budget::after(limits, nodes, work), stopped: None, time: Duration::ZERO }
    }

    /// Allows this much from here on, in place of what is left of the limits
    /// before.
    pub fn resume(&mut self, limits: Limits<'s>) {
        self.time = self.statistics().time;
        self.stopped = None;
        let (nodes, work) = self.tree.spent();
        self.budget = Budget::after(limits, nodes, work);
    }

    /// What the search has done so far. The time while it was stopped does not
    /// count.
    pub fn statistics(&self) -> Statistics {
        let since = if self.stopped.is_some() { Duration::ZERO } else { self.budget.elapsed() };
        Statistics { time: self.time + since, ..self.tree.statistics() }
    }

    /// The branching at work.
    pub fn branching(&self) -> &B {
        &self.tree.branching
    }

    /// The domains as they are now: at a solution, its values.
    pub fn space(&self) -> &Space {
        self.tree.space
    }

    /// Goes to the next solution without copying it; says whether there is one.
    ///
    /// # Errors
    /// The limit that stopped the search. It stays stopped, and says so again,
    /// until [`Search::resume`].
    pub fn advance(&mut self) -> Result<bool, Stopped> {
        if let Some(stopped) = self.stopped {
            return Err(stopped);
        }
        match self.tree.dive(&mut self.budget) {
            Outcome::Solution => Ok(true),
            Outcome::Exhausted | Outcome::Restart => Ok(false),
            Outcome::Stopped(stopped) => {
                self.time = self.statistics().time;
                self.stopped = Some(stopped);
                Err(stopped)
            }
        }
    }

    /// Goes to the next node, whatever the limits were, and propagates there;
    /// says whether there was one. A node that fixes every variable is taken as
    /// a solution at once. (A side of a decision that its variable cannot take
    /// is a node that fails at once: there may be several in one step.)
    pub fn step(&mut self) -> bool {
        let before = self.tree.spent().0;
        while self.tree.spent().0 == before {
            self.resume(Limits::none().nodes(0));
            match self.advance() {
                Ok(false) => break,
                Err(_) if self.tree.is_solution() => {
                    self.resume(Limits::none());
                    self.advance().ok();
                }
                // It has left the solution where it was, or stands at a new node.
                Ok(true) | Err(_) => {}
            }
        }
        self.tree.spent().0 > before
    }

    /// The solution that [`Search::advance`] has gone to.
    pub fn solution(&self) -> Solution {
        self.tree.solution()
    }

    /// The next solution, or `None` when there is no other.
    ///
    /// # Errors
    /// As [`Search::advance`].
    pub fn next_solution(&mut self) -> Result<Option<Solution>, Stopped> {
        Ok(self.advance()?.then(|| self.solution()))
    }

    /// All solutions that are left.
    ///
    /// # Errors
    /// As [`Search::advance`]; the solutions found before that are lost.
    pub fn all(&mut self) -> Result<Vec<Solution>, Stopped> {
        self.take(usize::MAX)
    }

    /// The next solutions, as many as there are and at most this many.
    ///
    /// # Errors
    /// As [`Search::all`].
    pub fn take(&mut self, most: usize) -> Result<Vec<Solution>, Stopped> {
        let mut found = Vec::new();
        while found.len() < most && self.advance()? {
            found.push(self.solution());
        }
        Ok(found)
    }

    /// The number of solutions that are left.
    ///
    /// # Errors
    /// As [`Search::advance`]; [`Statistics::solutions`] then has the number so far.
    pub fn count(&mut self) -> Result<u64, Stopped> {
        let before = self.tree.statistics().solutions;
        while self.advance()? {}
        Ok(self.tree.statistics().solutions - before)
    }
}
