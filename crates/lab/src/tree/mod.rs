//! Search trees: read from a trace file, which `studio` describes, and drawn.

mod draw;
mod fold;
mod layout;

pub use draw::draw;
pub use layout::{Spot, layout};

#[cfg(feature = "flatzinc")]
use fd::{Limits, Literal, Space};
use std::io::{self, BufRead, Read as _};
use studio::{Fate, MOST_NODES, Searched, TreeNode};

/// The most bytes that a line of a trace has.
const MOST_LINE: u64 = 1_000_000;

/// The most nodes of a tree that is searched to be drawn at once.
#[cfg(feature = "flatzinc")]
pub const MOST_SEARCHED: u64 = 100_000;

/// A trace that could not be read.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// The file itself.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// There is nothing to draw.
    #[error("there is no node of a search in it")]
    Empty,
    /// A line of it.
    #[error("line {line}: {problem}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
}

/// A search tree that was read. Nodes are in the order of the search, so each
/// comes after the one above it.
#[derive(Debug, Clone, Default)]
pub struct Tree {
    /// What was searched.
    pub searched: Searched,
    /// Its nodes.
    pub nodes: Vec<TreeNode<String>>,
}

impl Tree {
    /// Reads a trace.
    ///
    /// # Errors
    /// The first line that is wrong.
    pub fn read(mut input: impl BufRead) -> Result<Tree, TraceError> {
        let mut tree = Tree::default();
        let mut text = String::new();
        for line in 1.. {
            text.clear();
            let wrong = |problem: String| TraceError::Line { line, problem };
            let read = input.by_ref().take(MOST_LINE).read_line(&mut text)?;
            if read == 0 {
                break;
            } else if read as u64 == MOST_LINE {
                return Err(wrong(format!("it is longer than {MOST_LINE} bytes, the most that a line has")));
            } else if tree.nodes.len() as u64 == MOST_NODES {
                return Err(wrong(format!("a trace has at most {MOST_NODES} nodes")));
            }
            if !text.trim().is_empty() {
                tree.add(&text).map_err(wrong)?;
            }
        }
        if tree.nodes.is_empty() { Err(TraceError::Empty) } else { Ok(tree) }
    }

    /// The tree of a search of a FlatZinc file, by this labelling or else as the file says, as far as the limits and
    /// [`MOST_SEARCHED`] let it grow.
    #[cfg(feature = "flatzinc")]
    pub fn of(name: &str, problem: &fzn::Problem, options: &fzn::Options, limits: Limits<'_>) -> Tree {
        let searched = Searched {
            file: name.to_owned(),
            puzzle: String::new(),
            model: String::new(),
            labelling: options.labelling.map(|labelling| labelling.to_string()),
        };
        let posed = problem.posed(options);
        let names: Vec<String> = posed.model.all_vars().map(|x| posed.model.name_of(x).into_owned()).collect();
        let mut space = Space::new(&posed.model);
        let mut nodes = Vec::new();
        let in_words = |it: Literal| format!("{} {} {}", names[it.var.index()], it.relation, it.value);
        let limits = limits.nodes(MOST_SEARCHED);
        // What stopped it can be seen at the node where it stood.
        posed.recorded(&mut space, limits, |_: &Space, node| nodes.push(node.map(in_words))).count().ok();
        Tree { searched, nodes }
    }

    fn add(&mut self, line: &str) -> Result<(), String> {
        let line: serde_json::Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        if line.get("node").is_none() {
            self.searched =
                serde_json::from_value(line).map_err(|_| "expected a node, or what was searched".to_owned())?;
            return Ok(());
        }
        let node: TreeNode<String> = serde_json::from_value(line).map_err(|error| error.to_string())?;
        let here = self.nodes.len() as u64;
        if node.number != here {
            return Err(format!("expected node {here}, found {}", node.number));
        }
        if node.parent.is_some_and(|parent| parent >= here) {
            return Err("a node stands after the one above it".to_owned());
        }
        self.nodes.push(node);
        Ok(())
    }

    /// The node above, by its position.
    fn parent(&self, node: usize) -> Option<usize> {
        self.nodes[node].parent.map(|parent| parent as usize)
    }

    /// How many nodes had this fate.
    pub fn count(&self, fate: Fate) -> usize {
        self.nodes.iter().filter(|node| node.fate == fate).count()
    }
}
