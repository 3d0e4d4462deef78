//! The maker's service: new puzzles, and those of the day.

use super::Mailbox;
use crate::message::{Answer, MadeTold, Order, Question, Recipe, Shared};
use crate::offers::kind_named;
use crate::saves::About;
use crate::{Daily, daily};
use puzzles::Impossible;
use std::rc::Rc;
use studio::{Made, MakeError};

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
            let kind = kind_named(&kind)?;
            let none = || Impossible(format!("no {} is quick enough to make for every day", kind.title));
            let Daily { seed, offer } = daily(kind, date).ok_or_else(none)?;
            (offer.recipe(), seed, Some(date))
        }
    };
    let mut workshop = recipe.workshop()?;
    let (mut index, mut tries) = (0, 1);
    let Made { puzzle, grade, .. } = loop {
        match mailbox.finish(workshop.making(seed, index), u64::MAX, || mailbox.has_mail()).await {
            None => return Ok(None),
            Some(Err(MakeError::NoneFound { .. })) if tries < Daily::MOST_TRIES => {
                // A day goes on with the next index; a new puzzle with the next seed,
                // so that its name says how to make it again.
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
        Some(date) => format!("{} of {date}", puzzle.kind().title),
        None => {
            let Recipe { kind, size, difficulty } = &recipe;
            let difficulty = difficulty.map_or_else(String::new, |named| format!(" --difficulty {}", named.name()));
            format!("generate {kind} --size {size}{difficulty} --seed {seed}")
        }
    };
    let difficulty = grade.map(|grade| grade.difficulty);
    let about = About { name: Some(name), difficulty, day, ..About::default() };
    Ok(Some(Answer::Made(MadeTold { puzzle: Shared(puzzle.into()), about, recipe })))
}
