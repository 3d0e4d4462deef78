//! A search that goes on as it is asked.

use crate::{Answer, Counts, Left};
use fd::{Branching, Fate, Limits, Literal, Model, Recorder, Search, Space, TreeNode, Var};
use fzn::{Options, Problem};
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

/// The most nodes of a tree that is watched: what was left at each is kept.
const MOST_NODES: usize = 10_000;
/// The most variables that are shown.
const MOST_SHOWN: usize = 400;
/// Of more values, the bounds and their number are told.
const MOST_VALUES: usize = 16;

type Keep = Box<dyn FnMut(&Space, TreeNode)>;

/// The search of a file.
///
/// Its model lives as long as the worker: another file gets another worker.
pub struct Watched {
    search: Search<'static, Recorder<Box<dyn Branching>, Keep>>,
    model: &'static Model,
    /// The nodes whose fate is known.
    settled: Rc<RefCell<Vec<TreeNode>>>,
    shown: Vec<(String, Var)>,
    /// What was left at each node; nothing where it failed.
    seen: Vec<Option<Box<[String]>>>,
}

impl Watched {
    /// The search of a file from its start.
    ///
    /// # Errors
    /// What is wrong with the file or with the labelling.
    pub fn open(text: &str, labelling: &str) -> Result<Watched, String> {
        let labelling = match labelling {
            "" => None,
            text => Some(text.parse().map_err(|error| format!("{error}"))?),
        };
        let problem = Problem::read(text).map_err(|error| error.to_string())?;
        let problem: &'static Problem = Box::leak(Box::new(problem));
        let mut posed = problem.posed(&Options { all: true, labelling, ..Options::default() });
        let model: &'static Model = Box::leak(Box::new(posed.model.clone().into_owned()));
        let space: &'static mut Space = Box::leak(Box::new(Space::new(model)));
        // A search that begins again has no tree to look at.
        posed.restarts = None;
        let mut shown = posed.shown.clone();
        shown.truncate(MOST_SHOWN);
        let settled = Rc::new(RefCell::new(Vec::new()));
        let kept = Rc::clone(&settled);
        let keep: Keep = Box::new(move |_, node| kept.borrow_mut().push(node));
        let search = posed.recorded(space, Limits::none(), keep);
        Ok(Watched { search, model, settled, shown, seen: Vec::new() })
    }

    /// Goes on for so many nodes, as long as the tree is not too large.
    pub fn step(&mut self, count: u64) -> Answer {
        let before = self.nodes();
        let mut ended = false;
        for _ in 0..count {
            if self.is_full() {
                break;
            }
            ended = !self.search.step();
            if ended {
                break;
            }
            // Nodes before the last one of a step failed at once.
            let last = self.nodes().saturating_sub(1);
            self.seen.resize(last, None);
            let failed = self.node(last).is_some_and(|node| node.fate == Fate::Failed);
            let left = (!failed).then(|| self.left());
            self.seen.push(left);
        }
        let statistics = self.search.statistics();
        Answer::Stepped {
            nodes: (before..self.nodes()).filter_map(|number| self.node(number)).map(|node| self.told(node)).collect(),
            left: self.named(&self.left()),
            counts: Counts {
                backtracks: statistics.backtracks,
                prunings: statistics.prunings,
                depth: statistics.peak_depth,
                solutions: statistics.solutions,
                ended,
                full: self.is_full(),
            },
        }
    }

    /// What was left at an earlier node.
    pub fn left_at(&self, number: usize) -> Option<Left> {
        Some(self.named(self.seen.get(number)?.as_ref()?))
    }

    fn is_full(&self) -> bool {
        self.nodes() >= MOST_NODES
    }

    fn nodes(&self) -> usize {
        self.settled.borrow().len() + usize::from(self.search.branching().here().is_some())
    }

    fn node(&self, number: usize) -> Option<TreeNode> {
        let settled = self.settled.borrow().get(number).copied();
        settled.or_else(|| self.search.branching().here().filter(|here| here.number == number as u64))
    }

    fn told(&self, node: TreeNode) -> TreeNode<String> {
        node.map(|Literal { var, relation, value }| format!("{} {relation} {value}", self.model.name_of(var)))
    }

    /// What is left where the search is, of each variable that is shown.
    fn left(&self) -> Box<[String]> {
        let store = self.search.space().store();
        let values = |&(_, x): &(String, Var)| {
            let some: Vec<String> = store.values(x).take(MOST_VALUES + 1).map(|value| value.to_string()).collect();
            match some.len() {
                ..=MOST_VALUES => some.join(" "),
                _ => format!("{} to {}, {} values", store.min(x), store.max(x), store.size(x)),
            }
        };
        self.shown.iter().map(values).collect()
    }

    fn named(&self, left: &[String]) -> Left {
        self.shown.iter().map(|(name, _)| name.clone()).zip(left.iter().cloned()).collect()
    }
}

impl fmt::Debug for Watched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watched").field("nodes", &self.nodes()).finish_non_exhaustive()
    }
}
