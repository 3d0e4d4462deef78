//! The room of the tutor: one puzzle at a time, proved once and asked many times.

use super::{Post, tell};
use puzzles::json::Node;
use puzzles::{Document, Puzzle};
use serde_json::{Value, json};
use std::rc::Rc;
use studio::{Level, Position, Tutor, Verdict};

/// The work for a hint, in runs of propagators: a second or two. Then a place of the solution is
/// offered instead.
const MOST_FOR_HINT: u64 = 2_000_000;

/// The work for the whole way: it may take a while, and can be stopped.
const MOST_FOR_PATH: u64 = 200_000_000;

pub(super) async fn room(post: Rc<Post>) {
    let mut letter = post.next().await;
    loop {
        if letter["ask"] != "open" {
            post.refuse("no puzzle is open");
            letter = post.next().await;
            continue;
        }
        match Document::from_json(&letter["puzzle"], None) {
            Ok(document) => letter = serve(&post, &*document.puzzle).await,
            Err(error) => {
                post.refuse(&error.to_string());
                letter = post.next().await;
            }
        }
    }
}

/// Helps with one puzzle; returns the letter that asks for another.
async fn serve(post: &Post, puzzle: &dyn Puzzle) -> Value {
    let opening = Tutor::open(puzzle);
    let tutor = post.finish(opening, u64::MAX, || post.has_mail_about("open") || post.has_mail_about("close")).await;
    let mut tutor = match tutor {
        Some(Ok(tutor)) => tutor,
        Some(Err(error)) => {
            post.tell("opened", json!({ "verdict": "too large", "why": error.to_string() }));
            return wait_for_open(post).await;
        }
        None => return wait_for_open(post).await,
    };
    let verdict = tutor.verdict();
    let solution = match verdict {
        Verdict::Unique(solution) => tell::values(solution),
        _ => Value::Null,
    };
    post.tell("opened", json!({ "verdict": verdict.name(), "solution": solution }));
    let sheet = puzzle.sheet();
    loop {
        let letter = post.next().await;
        let ask = letter["ask"].as_str().unwrap_or_default();
        if ask == "open" {
            return letter;
        }
        if ask == "close" {
            return wait_for_open(post).await;
        }
        match Position::from_json(Node::root(&letter["position"]), puzzle) {
            Ok(position) => tutor.see(&position),
            Err(error) => {
                post.refuse(&error.to_string());
                continue;
            }
        }
        let pointless = || post.has_mail();
        match ask {
            "hint" => {
                let hint = post.finish(tutor.hint(), MOST_FOR_HINT, pointless).await;
                if let Some(hint) = hint.or_else(|| tutor.reveal()) {
                    post.tell("hint", tell::hint(&hint, puzzle, &sheet));
                }
            }
            "check" => match post.finish(tutor.check(), MOST_FOR_HINT, pointless).await {
                Some(Some(hint)) => post.tell("check", json!({ "wrong": tell::hint(&hint, puzzle, &sheet) })),
                Some(None) => post.tell("check", json!({ "wrong": null })),
                None => post.refuse("checking takes too long"),
            },
            "path" => {
                let task = if letter["from"] == "here" { tutor.path_from_here() } else { tutor.path() };
                match post.finish(task, MOST_FOR_PATH, pointless).await {
                    Some(explanation) => post.tell("path", tell::path(&explanation, puzzle)),
                    None => post.refuse("the way is too long to be told"),
                }
            }
            "like" => {
                let level = Level::ALL.into_iter().find(|level| letter["level"] == level.name());
                let steps = post.finish(tutor.steps(level.unwrap_or_default()), MOST_FOR_PATH, pointless).await;
                let steps = steps.unwrap_or_default();
                let steps: Vec<Value> = steps.iter().map(|step| tell::hint(step, puzzle, &sheet)).collect();
                post.tell("like", json!({ "steps": steps }));
            }
            _ => post.refuse("the tutor does not understand"),
        }
    }
}

async fn wait_for_open(post: &Post) -> Value {
    loop {
        let letter = post.next().await;
        if letter["ask"] == "open" {
            return letter;
        }
        post.refuse("no puzzle is open");
    }
}
