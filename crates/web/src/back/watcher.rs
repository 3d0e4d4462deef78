//! A search to watch, which goes on node by node as the page asks.

use ::play::Mailbox;
use ::play::message::Shared;
use fd::{Limits, Space};
pub use flatzinc::Counts;
use puzzles::{Board, Form, Notes, Puzzle, Sheet};
use serde::{Deserialize, Serialize};
use std::rc::Rc;
use studio::{Options, Position, TreeNode, Watch};

/// The nodes in one turn: the other services wait meanwhile.
const NODES_IN_TURN: u64 = 20;

/// What whoever watches wants.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum WatchQuestion {
    /// A search from its start.
    Open {
        /// Of this puzzle,
        puzzle: Shared,
        /// with the paper's model instead of ours,
        paper: bool,
        /// by this labelling.
        labelling: String,
    },
    /// So many nodes more.
    Step(u64),
    /// What was left at a node.
    Look(usize),
}

/// What is seen.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum WatchAnswer {
    /// The nodes since the last answer, and where the search is now.
    Stepped {
        /// The nodes.
        nodes: Vec<TreeNode<String>>,
        /// What is left.
        position: Position,
        /// What was done so far.
        counts: Counts,
    },
    /// What was left at the node that was asked for.
    Look {
        /// What was left; at a node that failed, what was tried.
        position: Position,
        /// Why that cannot be, in the words of the rules, at a node that failed.
        why: Option<String>,
    },
    /// There is nothing to see, and why.
    Refused(String),
}

type Post = Mailbox<WatchQuestion, WatchAnswer>;

pub(super) async fn serve(mailbox: Rc<Post>) {
    let mut question = mailbox.next().await;
    loop {
        let why = match question {
            WatchQuestion::Open { puzzle, paper, labelling } => {
                match watch(&mailbox, &*puzzle.0, paper, &labelling).await {
                    Ok(next) => {
                        question = next;
                        continue;
                    }
                    Err(why) => why,
                }
            }
            _ => "no search is open".to_owned(),
        };
        mailbox.answer(WatchAnswer::Refused(why));
        question = mailbox.next().await;
    }
}

/// Watches one search; returns the question that asks for another.
async fn watch(mailbox: &Post, puzzle: &dyn Puzzle, paper: bool, labelling: &str) -> Result<WatchQuestion, String> {
    let form = if paper { Form::Paper } else { Form::Best };
    let labelling = match labelling {
        "" => None,
        text => Some(text.parse().map_err(|error| format!("{error}"))?),
    };
    let posed = form.pose(puzzle).map_err(|error| error.to_string())?;
    let sheet = puzzle.sheet();
    let mut space = Space::new(&posed.model);
    let mut watch = Watch::new(puzzle, &posed, &mut space, &Options { labelling, ..Options::default() });
    loop {
        match mailbox.next().await {
            WatchQuestion::Step(count) => step(mailbox, &mut watch, &sheet, count).await,
            WatchQuestion::Look(number) => {
                if let Some(left) = watch.left_at(number) {
                    mailbox.answer(WatchAnswer::Look { position: position(&left, &sheet), why: None });
                } else if let Some(tried) = watch.tried_at(number) {
                    let position = position(&tried, &sheet);
                    let why = why_not(puzzle, &position);
                    mailbox.answer(WatchAnswer::Look { position, why: Some(why) });
                }
            }
            open @ WatchQuestion::Open { .. } => return Ok(open),
        }
    }
}

/// The most work for saying why a node failed, in runs of propagators: nobody waits longer.
const MOST_WORK: u64 = 200_000;

/// Why a node failed. The solver may see further than a person who takes the rules one by one.
fn why_not(puzzle: &dyn Puzzle, position: &Position) -> String {
    let why = studio::refutation(puzzle, position, Limits::none().work(MOST_WORK)).ok().flatten();
    why.unwrap_or_else(|| "The solver sees a conflict that takes more than a few rules to explain.".to_owned())
}

async fn step(mailbox: &Post, watch: &mut Watch<'_>, sheet: &Sheet, count: u64) {
    let before = watch.nodes();
    let mut ended = false;
    for done in 1..=count {
        ended = !watch.step();
        if ended || mailbox.has_mail() {
            break;
        }
        if done.is_multiple_of(NODES_IN_TURN) {
            mailbox.rest().await;
        }
    }
    let statistics = watch.statistics();
    mailbox.answer(WatchAnswer::Stepped {
        nodes: (before..watch.nodes()).filter_map(|number| watch.node(number)).collect(),
        position: position(&watch.left(), sheet),
        counts: Counts {
            backtracks: statistics.backtracks,
            prunings: statistics.prunings,
            depth: statistics.peak_depth,
            solutions: statistics.solutions,
            ended,
            full: watch.is_full(),
        },
    });
}

/// What is left, as a board and struck values.
fn position(left: &[Vec<i32>], sheet: &Sheet) -> Position {
    let board: Board =
        left.iter().map(|values| if let &[value] = values.as_slice() { Some(value) } else { None }).collect();
    let mut notes = Notes::new();
    for (place, (id, values)) in sheet.places.iter().zip(left).enumerate() {
        for value in sheet.values_of(place).into_iter().filter(|value| !values.contains(value)) {
            notes.strike(id, value);
        }
    }
    Position { board, notes }
}
