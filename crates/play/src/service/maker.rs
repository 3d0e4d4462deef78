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
    let (recipe, name, seed, tries) = match order {
        Order::New { recipe, seed } => {
            let Recipe { kind, size, difficulty } = &recipe;
            let difficulty = difficulty.map_or_else(String::new, |named| format!(" --difficulty {}", named.name()));
            let name = format!("generate {kind} --size {size}{difficulty} --seed {seed}");
            (recipe, name, seed, 1)
        }
        Order::Daily { kind, date } => {
            let known = kind_named(&kind)?;
            let none = || Impossible(format!("no {} is quick enough to make for every day", known.title));
            let Daily { seed, offer } = daily(known, date).ok_or_else(none)?;
            let recipe = Recipe { kind, size: offer.size, difficulty: offer.difficulty };
            (recipe, format!("{} of {date}", known.title), seed, Daily::MOST_TRIES)
        }
    };
    let workshop = Workshop::new(kind_named(&recipe.kind)?, Request::of_size(recipe.size))?;
    let mut workshop = workshop.difficulty(recipe.difficulty);
    let mut index = 0;
    // As `Daily::make`: the puzzle of the first index that has one.
    let Made { puzzle, grade, .. } = loop {
        match mailbox.finish(workshop.making(seed, index), u64::MAX, || mailbox.has_mail()).await {
            None => return Ok(None),
            Some(Err(MakeError::NoneFound { .. })) if index + 1 < tries => index += 1,
            Some(made) => break made?,
        }
    };
    let difficulty = grade.map(|grade| grade.difficulty);
    Ok(Some(Answer::Made { puzzle: Shared(puzzle.into()), name, difficulty, recipe }))
}

fn kind_named(name: &str) -> Result<&'static Kind, Impossible> {
    puzzles::kind(name).ok_or_else(|| Impossible(format!("there is no kind of puzzle {name:?} here")))
}
