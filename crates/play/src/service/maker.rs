//! The maker's service: new puzzles, and those of the day.

use super::Mailbox;
use crate::message::{Answer, Order, Question, Recipe, Shared};
use crate::{Daily, daily};
use puzzles::{Impossible, Kind, Request};
use std::rc::Rc;
use studio::{Made, MakeError, Workshop};

pub(super) async fn serve(mailbox: Rc<Mailbox<Question, Answer>>) {
    loop {
        let Question::Make(order) = mailbox.next().await else { continue };
        match make(&mailbox, order).await {
            Ok(Some(made)) => mailbox.answer(made),
            // Another question came first.
            Ok(None) => {}
            Err(error) => mailbox.answer(Answer::Refused(error.to_string())),
        }
    }
}

async fn make(mailbox: &Mailbox<Question, Answer>, order: Order) -> Result<Option<Answer>, MakeError> {
    let (recipe, mut seed, day) = match order {
        Order::New { recipe, seed } => (recipe, seed, None),
        Order::Daily { kind, date } => {
            let known = kind_named(&kind)?;
            let none = || Impossible(format!("no {} is quick enough to make for every day", known.title));
            let Daily { seed, offer } = daily(known, date).ok_or_else(none)?;
            (Recipe { kind, size: offer.size, difficulty: offer.difficulty }, seed, Some(date))
        }
    };
    let kind = kind_named(&recipe.kind)?;
    let mut workshop = Workshop::new(kind, Request::of_size(recipe.size))?.difficulty(recipe.difficulty);
    let (mut index, mut tries) = (0, 1);
    let Made { puzzle, grade, .. } = loop {
        match mailbox.finish(workshop.making(seed, index), u64::MAX, || mailbox.has_mail()).await {
            None => return Ok(None),
            Some(Err(MakeError::NoneFound { .. })) if tries < Daily::MOST_TRIES => {
                // A day goes on with the next index, as `Daily::make`; a new puzzle with
                // the next seed, so that its name says how to make it again.
                match day {
                    Some(_) => index += 1,
                    None => seed = seed.wrapping_add(1),
                }
                tries += 1;
            }
            Some(made) => break made?,
        }
    };
    let name = match day {
        Some(date) => format!("{} of {date}", kind.title),
        None => {
            let Recipe { kind, size, difficulty } = &recipe;
            let difficulty = difficulty.map_or_else(String::new, |named| format!(" --difficulty {}", named.name()));
            format!("generate {kind} --size {size}{difficulty} --seed {seed}")
        }
    };
    let difficulty = grade.map(|grade| grade.difficulty);
    Ok(Some(Answer::Made { puzzle: Shared(puzzle.into()), name, difficulty, recipe }))
}

fn kind_named(name: &str) -> Result<&'static Kind, Impossible> {
    puzzles::kind(name).ok_or_else(|| Impossible(format!("there is no kind of puzzle {name:?} here")))
}
