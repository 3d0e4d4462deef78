//! The room of the watcher: a search that goes on node by node, as the page asks.

use super::{Post, tell};
use fd::Space;
use puzzles::{Board, Document, Form, Notes, Puzzle, Sheet};
use serde_json::{Value, json};
use std::rc::Rc;
use studio::{Options, TreeNode, Watch};

/// The nodes in one turn: the other rooms wait meanwhile.
const NODES_IN_TURN: u64 = 20;

pub(super) async fn room(post: Rc<Post>) {
    let mut letter = post.next().await;
    loop {
        if letter["ask"] != "open" {
            post.refuse("no search is open");
            letter = post.next().await;
            continue;
        }
        let document = Document::from_json(&letter["puzzle"], None);
        letter = match document {
            Ok(document) => serve(&post, &*document.puzzle, letter).await,
            Err(error) => {
                post.refuse(&error.to_string());
                post.next().await
            }
        };
    }
}

/// Watches one search; returns the letter that asks for another.
async fn serve(post: &Post, puzzle: &dyn Puzzle, letter: Value) -> Value {
    let form = if letter["model"] == "paper" { Form::Paper } else { Form::Best };
    let labelling = match letter["labelling"].as_str().filter(|text| !text.is_empty()).map(str::parse).transpose() {
        Ok(labelling) => labelling,
        Err(error) => {
            post.refuse(&format!("{error}"));
            return post.next().await;
        }
    };
    let posed = match form.pose(puzzle) {
        Ok(posed) => posed,
        Err(error) => {
            post.refuse(&error.to_string());
            return post.next().await;
        }
    };
    let sheet = puzzle.sheet();
    let mut space = Space::new(&posed.model);
    let mut watch = Watch::new(puzzle, &posed, &mut space, &Options { labelling, ..Options::default() });
    post.tell("opened", json!({}));
    loop {
        let letter = post.next().await;
        match letter["ask"].as_str() {
            Some("open") => return letter,
            Some("step") => step(post, &mut watch, &sheet, letter["count"].as_u64().unwrap_or(1)).await,
            Some("look") => {
                let number = letter["node"].as_u64().and_then(|number| usize::try_from(number).ok()).unwrap_or(0);
                let left = watch.left_at(number);
                let position = left.map(|left| position(&left, &sheet));
                post.tell("look", json!({ "node": number, "position": position }));
            }
            _ => post.refuse("the watcher does not understand"),
        }
    }
}

async fn step(post: &Post, watch: &mut Watch<'_>, sheet: &Sheet, count: u64) {
    let before = watch.nodes();
    let mut ended = false;
    for done in 1..=count {
        ended = !watch.step();
        if ended || post.has_mail() {
            break;
        }
        if done.is_multiple_of(NODES_IN_TURN) {
            post.rest().await;
        }
    }
    let nodes: Vec<TreeNode<String>> = (before..watch.nodes()).filter_map(|number| watch.node(number)).collect();
    let statistics = watch.statistics();
    post.tell(
        "stepped",
        json!({
            "nodes": nodes,
            "position": position(&watch.left(), sheet),
            "ended": ended,
            "full": watch.is_full(),
            "backtracks": statistics.backtracks,
            "prunings": statistics.prunings,
            "depth": statistics.peak_depth,
            "solutions": statistics.solutions,
        }),
    );
}

/// What is left, as a board and struck values.
fn position(left: &[Vec<i32>], sheet: &Sheet) -> Value {
    let board: Board =
        left.iter().map(|values| if let &[value] = values.as_slice() { Some(value) } else { None }).collect();
    let mut notes = Notes::new();
    for (place, (id, values)) in sheet.places.iter().zip(left).enumerate() {
        for value in sheet.values_of(place).into_iter().filter(|value| !values.contains(value)) {
            notes.strike(id, value);
        }
    }
    json!({ "board": tell::values(&board), "struck": notes.to_json() })
}
