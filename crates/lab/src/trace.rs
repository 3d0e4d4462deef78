//! A search tree as a file: a line of JSON for what was searched, then one for
//! each node in the order of the search.

use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::io::{self, BufRead, Read as _};
use studio::{Fate, Node};

/// The most nodes that a trace has.
pub const MOST_NODES: u64 = 2_000_000;

/// The most bytes that a line of a trace has.
const MOST_LINE: u64 = 1_000_000;

/// What was searched.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Subject {
    /// The puzzle, as the user named it.
    pub file: String,
    /// Its kind.
    pub puzzle: String,
    /// Which model: `paper` or `best`.
    pub model: String,
    /// The labelling, or nothing for the model's own way of searching.
    pub labelling: Option<String>,
}

impl Subject {
    /// The first line of a trace.
    pub fn to_line(&self) -> String {
        let Subject { file, puzzle, model, labelling } = self;
        format!("{}\n", json!({ "file": file, "puzzle": puzzle, "model": model, "labelling": labelling }))
    }
}

/// The line of a node.
pub fn node_line(node: &Node) -> String {
    let Node { number, parent, depth, decision, fate, open } = node;
    let fate = name_of(*fate);
    let line = json!({
        "node": number, "parent": parent, "depth": depth, "decision": decision, "outcome": fate, "open": open,
    });
    format!("{line}\n")
}

/// The outcomes by their names in the file.
const FATES: [(&str, Fate); 4] =
    [("branch", Fate::Branched), ("failed", Fate::Failed), ("solution", Fate::Solved), ("open", Fate::Open)];

fn name_of(fate: Fate) -> &'static str {
    FATES.iter().find(|(_, other)| *other == fate).map_or("", |(name, _)| name)
}

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

/// A search tree that was read. Nodes stand in the order of the search, so
/// that each stands after the one above it.
#[derive(Debug, Clone, Default)]
pub struct Tree {
    /// What was searched.
    pub subject: Subject,
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
            let read = serde_json::from_str::<Map<String, Value>>(&text).map_err(|error| error.to_string());
            let added = read.and_then(|fields| tree.add(&fields, &mut known));
            added.map_err(wrong)?;
        }
        if tree.nodes.is_empty() { Err(TraceError::Empty) } else { Ok(tree) }
    }

    fn add(&mut self, fields: &Map<String, Value>, known: &mut HashMap<String, u32>) -> Result<(), String> {
        let text = |name| fields.get(name).and_then(Value::as_str).map(str::to_owned);
        let number = |name| fields.get(name).and_then(Value::as_u64);
        let Some(node) = number("node") else {
            let puzzle = text("puzzle").ok_or("expected a node, or what was searched")?;
            let (file, model) = (text("file").unwrap_or_default(), text("model").unwrap_or_default());
            self.subject = Subject { file, puzzle, model, labelling: text("labelling") };
            return Ok(());
        };
        let here = self.nodes.len() as u32;
        if node != u64::from(here) {
            return Err(format!("expected node {here}, found {node}"));
        }
        let parent = number("parent").map(|parent| u32::try_from(parent).unwrap_or(u32::MAX));
        if parent.is_some_and(|parent| parent >= here) {
            return Err("a node stands after the one above it".to_owned());
        }
        let outcome = text("outcome").ok_or("expected an outcome")?;
        let fate = FATES.iter().find(|(name, _)| *name == outcome);
        let &(_, fate) = fate.ok_or_else(|| format!("unknown outcome {outcome:?}"))?;
        let decision = text("decision").map(|decision| {
            *known.entry(decision).or_insert_with_key(|decision| {
                self.decisions.push(decision.clone());
                self.decisions.len() as u32 - 1
            })
        });
        let open = number("open").map_or(0, |open| u32::try_from(open).unwrap_or(u32::MAX));
        self.nodes.push(TraceNode { parent, decision, fate, open });
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
