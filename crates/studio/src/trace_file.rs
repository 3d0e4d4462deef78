//! The tree of a search as a file: a line of JSON for what was searched, then one
//! for each node in the order of the search.

use crate::{Fate, Node};
use serde_json::{Map, Value, json};

/// The most nodes that such a file has.
pub const MOST_NODES: u64 = 2_000_000;

/// What was searched.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Searched {
    /// The puzzle, as the user named it.
    pub file: String,
    /// Its kind.
    pub puzzle: String,
    /// Which model: `paper` or `best`.
    pub model: String,
    /// The labelling, or nothing for the model's own way of searching.
    pub labelling: Option<String>,
}

/// A line of a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TraceLine {
    /// What was searched.
    Searched(Searched),
    /// A node.
    Node(Node),
}

/// The outcomes by their names in the file.
const FATES: [(&str, Fate); 4] =
    [("branch", Fate::Branched), ("failed", Fate::Failed), ("solution", Fate::Solved), ("open", Fate::Open)];

impl TraceLine {
    /// The line, with its end.
    pub fn to_text(&self) -> String {
        let line = match self {
            TraceLine::Searched(Searched { file, puzzle, model, labelling }) => {
                json!({ "file": file, "puzzle": puzzle, "model": model, "labelling": labelling })
            }
            TraceLine::Node(Node { number, parent, depth, decision, fate, open }) => {
                let outcome = FATES.iter().find(|(_, other)| other == fate).map(|(name, _)| name);
                json!({
                    "node": number,
                    "parent": parent,
                    "depth": depth,
                    "decision": decision,
                    "outcome": outcome,
                    "open": open,
                })
            }
        };
        format!("{line}\n")
    }

    /// Reads a line.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str) -> Result<TraceLine, String> {
        let fields: Map<String, Value> = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let text = |name| fields.get(name).and_then(Value::as_str).map(str::to_owned);
        let number = |name| fields.get(name).and_then(Value::as_u64);
        let Some(node) = number("node") else {
            let puzzle = text("puzzle").ok_or("expected a node, or what was searched")?;
            let (file, model) = (text("file").unwrap_or_default(), text("model").unwrap_or_default());
            return Ok(TraceLine::Searched(Searched { file, puzzle, model, labelling: text("labelling") }));
        };
        let outcome = text("outcome").ok_or("expected an outcome")?;
        let fate = FATES.iter().find(|(name, _)| *name == outcome);
        let &(_, fate) = fate.ok_or_else(|| format!("unknown outcome {outcome:?}"))?;
        Ok(TraceLine::Node(Node {
            number: node,
            parent: number("parent"),
            depth: number("depth").unwrap_or(0),
            decision: text("decision"),
            fate,
            open: number("open").map_or(0, |open| usize::try_from(open).unwrap_or(usize::MAX)),
        }))
    }
}
