//! Reading a search tree from a file that `studio` describes.

use std::collections::HashMap;
use std::io::{self, BufRead, Read as _};
use studio::{Fate, MOST_NODES, Node, Searched, TraceLine};

/// The most bytes that a line of a trace has.
const MOST_LINE: u64 = 1_000_000;

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
    pub nodes: Vec<TraceNode>,
    /// Decisions, each once.
    decisions: Vec<String>,
}

/// A node of a tree that was read.
#[derive(Debug, Clone, Copy)]
pub struct TraceNode {
    /// The node above, by its position.
    pub parent: Option<u32>,
    /// The position of its decision among all that occur.
    decision: Option<u32>,
    /// What became of it.
    pub fate: Fate,
    /// How many places had more than one value left.
    pub open: u32,
}

impl Tree {
    /// Reads a trace.
    ///
    /// # Errors
    /// The first line that is wrong.
    pub fn read(mut input: impl BufRead) -> Result<Tree, TraceError> {
        let mut tree = Tree::default();
        let mut known = HashMap::new();
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
            if text.trim().is_empty() {
                continue;
            }
            let added = TraceLine::read(&text).and_then(|line| match line {
                TraceLine::Searched(searched) => {
                    tree.searched = searched;
                    Ok(())
                }
                TraceLine::Node(node) => tree.add(node, &mut known),
            });
            added.map_err(wrong)?;
        }
        if tree.nodes.is_empty() { Err(TraceError::Empty) } else { Ok(tree) }
    }

    fn add(&mut self, node: Node, known: &mut HashMap<String, u32>) -> Result<(), String> {
        let Node { number, parent, decision, fate, open, .. } = node;
        let here = self.nodes.len() as u32;
        if number != u64::from(here) {
            return Err(format!("expected node {here}, found {number}"));
        }
        let parent = parent.map(|parent| u32::try_from(parent).unwrap_or(u32::MAX));
        if parent.is_some_and(|parent| parent >= here) {
            return Err("a node stands after the one above it".to_owned());
        }
        let decision = decision.map(|decision| {
            *known.entry(decision).or_insert_with_key(|decision| {
                self.decisions.push(decision.clone());
                self.decisions.len() as u32 - 1
            })
        });
        self.nodes.push(TraceNode { parent, decision, fate, open: u32::try_from(open).unwrap_or(u32::MAX) });
        Ok(())
    }

    /// What was tried at a node.
    pub fn decision(&self, node: usize) -> Option<&str> {
        let decision = self.nodes.get(node)?.decision?;
        self.decisions.get(decision as usize).map(String::as_str)
    }

    /// How many nodes had this fate.
    pub fn count(&self, fate: Fate) -> usize {
        self.nodes.iter().filter(|node| node.fate == fate).count()
    }
}
