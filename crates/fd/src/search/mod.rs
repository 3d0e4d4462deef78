//! Search: depth first, with a trail.

mod branching;
mod combine;
mod depth_first;
mod first_fail;
mod free;
mod labelling;
mod limits;
mod objective;
mod sequencing;
mod split;
mod statistics;
mod tree;
mod verdict;

pub use branching::{Branching, Decision};
pub use combine::{BranchBy, Neighbourhoods, Preferring, Then, branch_by};
pub use first_fail::FirstFail;
pub use labelling::{Choice, Labeller, Labelling, LabellingError, Order, Selection};
#[cfg(feature = "clock")]
pub use limits::WallClock;
pub use limits::{Budget, Clock, Limits, Stopped};
pub use objective::Optimum;
pub use sequencing::Sequencing;
pub use split::{Subtree, split};
pub use statistics::Statistics;
pub use tree::{Fate, Recorder, TreeNode, TreeStep};
pub use verdict::{Luby, Verdict, first, verdict};

use crate::space::Extent;
use crate::{Space, Var};
use depth_first::{Frame, State};
use objective::Objective;
use std::ops::Index;
use std::time::Duration;

/// A value for every variable of a model.
///
/// `solution[x]` panics when `x` is a variable of another model;
/// [`Solution::get`] does not.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Solution {
    model: u32,
    values: Box<[i32]>,
}

impl Solution {
    /// The values in the order of the variables' creation.
    pub fn values(&self) -> &[i32] {
        &self.values
    }

    /// The value of `x`, if it is a variable of the model.
    pub fn get(&self, x: Var) -> Option<i32> {
        (x.model == self.model).then(|| self.values.get(x.index()).copied())?
    }
}

impl Index<Var> for Solution {
    type Output = i32;

    fn index(&self, x: Var) -> &i32 {
        assert!(x.model == self.model, "{x:?} is a variable of another model");
        &self.values[x.index()]
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
/// where it was. However often it was stopped, it visits the same nodes, and
/// [`Search::found`] and [`Search::verdict`] know of all that was found before.
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
    space: &'s mut Space,
    branching: B,
    budget: Budget<'s>,
    /// Why it does not go on.
    stopped: Option<Stopped>,
    state: State,
    /// The decisions that were taken.
    frames: Vec<Frame>,
    /// The level of the space that it returns to.
    base: usize,
    /// What the space had counted before.
    before: (u64, u64, u64),
    /// What it has counted itself, with the time used under earlier limits.
    statistics: Statistics,
    /// Whether the branching follows every step.
    followed: bool,
    restarts: Option<Luby>,
    objective: Option<Objective>,
    /// The conflicts until the next restart.
    conflicts_left: u64,
    /// Whether solutions are kept that need no no-good.
    keeps: bool,
    found: Vec<Solution>,
    /// How many of them are excluded by a no-good.
    excluded: usize,
    /// What the space was before any no-good.
    extent: Extent,
    /// The variables in which solutions must differ, where not all count.
    distinct: Option<Distinct>,
}

/// See [`Search::distinct_in`].
#[derive(Debug)]
struct Distinct {
    vars: Vec<Var>,
    /// How many decisions were open when these variables were all fixed, if they are.
    fixed_at: Option<usize>,
    /// One of these variables that was not fixed when last looked at, by position.
    open: usize,
}

impl<'s, B: Branching> Search<'s, B> {
    /// A search of `space` below its present level.
    pub fn new(space: &'s mut Space, branching: B, limits: Limits<'s>) -> Search<'s, B> {
        Search {
            budget: Budget::after(limits, 0, space.resumptions()),
            stopped: None,
            state: State::Fresh,
            frames: Vec::new(),
            base: space.level(),
            before: space.counts(),
            statistics: Statistics::default(),
            followed: branching.follows_steps(),
            restarts: None,
            objective: None,
            conflicts_left: u64::MAX,
            keeps: false,
            found: Vec::new(),
            excluded: 0,
            extent: space.extent(),
            distinct: None,
            space,
            branching,
        }
    }

    /// The same with restarts: the search begins again at the root when a run
    /// has met its number of conflicts. What was found before is then excluded
    /// by a no-good, and a run that was not cut off has seen everything.
    #[must_use]
    pub fn restarting(mut self, restarts: Option<Luby>) -> Search<'s, B> {
        self.restarts = restarts;
        self.conflicts_left = restarts.map_or(u64::MAX, |luby| luby.conflicts(1, false));
        self
    }

    /// The same, but solutions that differ in none of these variables are one: of each only the first is found. For
    /// models with variables that only help to state something.
    ///
    /// The branching must decide about these variables before all others; those of another model are passed over.
    /// It is for searches without restarts.
    ///
    /// ```
    /// use fd::{Labelling, Limits, Model, Search, Space};
    /// let mut model = Model::new();
    /// let (x, help) = (model.var(0..3)?, model.var(0..100)?);
    /// model.post(help.at_least(x + 1))?;
    /// let mut space = Space::new(&model);
    /// let mut search = Search::new(&mut space, Labelling::default().over(&[x]), Limits::none()).distinct_in(&[x]);
    /// assert_eq!(search.count()?, 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn distinct_in(mut self, vars: &[Var]) -> Search<'s, B> {
        let vars = vars.iter().copied().filter(|&x| self.space.owns(x)).collect();
        self.distinct = Some(Distinct { vars, fixed_at: None, open: 0 });
        self
    }

    /// Allows this much from here on, in place of what is left of the limits
    /// before.
    pub fn resume(&mut self, limits: Limits<'s>) {
        self.statistics.time = self.statistics().time;
        self.stopped = None;
        let (nodes, work) = self.spent();
        self.budget = Budget::after(limits, nodes, work);
    }

    /// What the search has done so far. The time while it was stopped does not
    /// count.
    pub fn statistics(&self) -> Statistics {
        let (resumptions, entailments, prunings) = self.space.counts();
        let since = if self.stopped.is_some() { Duration::ZERO } else { self.budget.elapsed() };
        Statistics {
            resumptions: resumptions - self.before.0,
            entailments: entailments - self.before.1,
            prunings: prunings - self.before.2,
            constraints: self.constraints(),
            time: self.statistics.time + since,
            ..self.statistics
        }
    }

    /// The branching at work.
    pub fn branching(&self) -> &B {
        &self.branching
    }

    /// The domains as they are now: at a solution, its values.
    pub fn space(&self) -> &Space {
        self.space
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
        let result = self.dive();
        if let Err(stopped) = result {
            self.statistics.time = self.statistics().time;
            self.stopped = Some(stopped);
        }
        result
    }

    /// Goes to the next node, whatever the limits were, and propagates there;
    /// says whether there was one. A node that fixes every variable is taken as
    /// a solution at once. (A side of a decision that its variable cannot take
    /// is a node that fails at once: there may be several in one step.)
    pub fn step(&mut self) -> bool {
        let before = self.statistics.nodes;
        while self.statistics.nodes == before {
            self.resume(Limits::none().nodes(0));
            match self.advance() {
                Ok(false) => break,
                Err(_) if self.is_solution() => {
                    self.resume(Limits::none());
                    self.advance().ok();
                }
                // It has left the solution where it was, or stands at a new node.
                Ok(true) | Err(_) => {}
            }
        }
        self.statistics.nodes > before
    }

    /// The solution that [`Search::advance`] has gone to.
    pub fn solution(&self) -> Solution {
        let values = self.space.vars().map(|x| self.space.store().min(x)).collect();
        Solution { model: self.space.model, values }
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
        let before = self.statistics.solutions;
        while self.advance()? {}
        Ok(self.statistics.solutions - before)
    }

    /// Keeps solutions until there are this many in all (true), or until those
    /// found are proved to be all there are (false).
    ///
    /// # Errors
    /// As [`Search::advance`].
    pub fn find(&mut self, wanted: usize) -> Result<bool, Stopped> {
        self.keeps = true;
        while self.found.len() < wanted && self.advance()? {}
        Ok(self.found.len() >= wanted)
    }

    /// The solutions that were kept, all different.
    pub fn found(&self) -> &[Solution] {
        &self.found
    }

    /// Looks for a second solution. Like everything else, that can be done in
    /// slices:
    ///
    /// ```
    /// use fd::{constraints::AllDifferent, Labelling, Limits, Luby, Model, Search, Space, Verdict};
    /// let mut model = Model::new();
    /// let x = model.vars(4, 1..=4)?;
    /// model.post(AllDifferent::new(&x))?;
    /// let mut space = Space::new(&model);
    /// let labelling = "random,random_value".parse::<Labelling>()?.over(&x);
    /// let slice = Limits::none().work(1);
    /// let mut search = Search::new(&mut space, labelling, slice).restarting(Some(Luby::of(10)));
    /// let verdict = loop {
    ///     match search.verdict() {
    ///         // Here other work can be done.
    ///         Verdict::Unknown(..) => search.resume(slice),
    ///         verdict => break verdict,
    ///     }
    /// };
    /// assert!(matches!(verdict, Verdict::Several(..)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verdict(&mut self) -> Verdict {
        let stopped = self.find(2).err();
        Verdict::of(self.found.iter().cloned(), stopped)
    }
}
