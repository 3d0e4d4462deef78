//! The room of the maker: new puzzles, and those of the day.

use super::Post;
use play::{Daily, Date, daily, offers};
use puzzles::{Document, Kind};
use serde_json::{Value, json};
use std::rc::Rc;
use studio::{Difficulty, Made, MakeError, Workshop};

pub(super) async fn room(post: Rc<Post>) {
    loop {
        let letter = post.next().await;
        let asked = || -> Option<(&'static Kind, u64)> {
            Some((puzzles::kind(letter["kind"].as_str()?)?, letter["seed"].as_u64().unwrap_or(0)))
        };
        let made = match (letter["ask"].as_str(), asked()) {
            (Some("make"), Some((kind, seed))) => make(&post, kind, &letter, seed).await,
            (Some("daily"), Some((kind, _))) => make_daily(&post, kind, &letter).await,
            (Some("stop"), _) => continue,
            _ => Some(Err("there is no such puzzle to make".to_owned())),
        };
        match made {
            Some(Ok(made)) => {
                let grade = made.grade.map(|grade| grade.difficulty.name());
                let puzzle = Document::new(made.puzzle).to_json();
                post.tell("made", json!({ "puzzle": puzzle, "band": grade }));
            }
            Some(Err(why)) => post.refuse(&why),
            None => {}
        }
    }
}

/// What was made; nothing when another letter came first.
type Outcome = Option<Result<Made, String>>;

async fn make(post: &Post, kind: &Kind, letter: &Value, seed: u64) -> Outcome {
    let band = Difficulty::ALL.into_iter().find(|band| letter["band"] == band.name());
    let size = letter["size"].as_u64();
    let offer = offers(kind).find(|offer| Some(offer.size as u64) == size && offer.band == band);
    let Some(offer) = offer else { return Some(Err("that is not on offer".to_owned())) };
    match offer.workshop() {
        Ok(mut workshop) => try_indices(post, &mut workshop, seed).await,
        Err(error) => Some(Err(error.to_string())),
    }
}

async fn make_daily(post: &Post, kind: &Kind, letter: &Value) -> Outcome {
    let date: Result<Date, _> = letter["date"].as_str().unwrap_or_default().parse();
    let date = match date {
        Ok(date) => date,
        Err(error) => return Some(Err(error.to_string())),
    };
    let Some(Daily { seed, offer }) = daily(kind, date) else {
        return Some(Err("there is no puzzle of the day of this kind".to_owned()));
    };
    match offer.workshop() {
        Ok(mut workshop) => try_indices(post, &mut workshop, seed).await,
        Err(error) => Some(Err(error.to_string())),
    }
}

/// As [`Daily::make`]: the puzzle of the first index that has one.
async fn try_indices(post: &Post, workshop: &mut Workshop, seed: u64) -> Outcome {
    let mut last = None;
    for index in 0..Daily::MOST_TRIES {
        match post.finish(workshop.making(seed, index), u64::MAX, || post.has_mail()).await? {
            Err(none @ MakeError::NoneFound { .. }) => last = Some(none),
            made => return Some(made.map_err(|error| error.to_string())),
        }
    }
    Some(Err(last.map_or_else(String::new, |error| error.to_string())))
}
