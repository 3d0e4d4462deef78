//! The maker's service: new puzzles, and those of the day.

use super::Mailbox;
use crate::lessons::{self, Lesson};
use crate::message::{Answer, LessonAsked, MadeTold, Order, Question, Recipe, Shared};
use crate::offers::kind_named;
use crate::saves::About;
use crate::{Daily, daily};
use puzzles::Impossible;
use std::rc::Rc;
use studio::{Made, MakeError};

pub(super) async fn serve(mailbox: Rc<Mailbox<Question, Answer>>) {
    loop {
        let answer = match mailbox.next().await {
            Question::Make(order) => match make(&mailbox, order).await {
                Ok(made) => made,
                Err(error) => Some(Answer::Refused(error.to_string())),
            },
            Question::Positions(asked) => positions(&mailbox, &asked).await,
            Question::Last(asked) => last(&mailbox, &asked).await,
            _ => continue,
        };
        // None when another question came first.
        if let Some(answer) = answer {
            mailbox.answer(answer);
        }
    }
}

fn lesson_of(asked: &LessonAsked) -> Option<Lesson> {
    lessons::lesson(puzzles::kind(&asked.kind)?, &asked.name)
}

/// Fresh positions to practise on, as many as a lesson has or fewer.
async fn positions(mailbox: &Mailbox<Question, Answer>, asked: &LessonAsked) -> Option<Answer> {
    let Some(lesson) = lesson_of(asked) else { return Some(Answer::Positions(Vec::new())) };
    let mut codes: Vec<String> = Vec::new();
    for (index, mut workshop) in lessons::tries(lesson.kind) {
        let making = workshop.making(asked.seed, index);
        let made = mailbox.finish(making, lessons::MOST_WORK, || mailbox.has_mail()).await;
        if mailbox.has_mail() {
            return None;
        }
        let Some(Ok(made)) = made else { continue };
        codes.extend(lessons::position(&lesson, made.puzzle.into()).and_then(|found| found.placed.code().ok()));
        if codes.len() == lessons::POSITIONS {
            break;
        }
    }
    Some(Answer::Positions(codes))
}

/// The whole puzzle at the end of a lesson.
async fn last(mailbox: &Mailbox<Question, Answer>, asked: &LessonAsked) -> Option<Answer> {
    let none = || Some(Answer::Refused("no such puzzle was found".to_owned()));
    let Some(lesson) = lesson_of(asked) else { return none() };
    for mut workshop in lessons::last_workshops(&lesson) {
        let making = workshop.making(asked.seed, 0);
        let made = mailbox.finish(making, lessons::MOST_FOR_LAST, || mailbox.has_mail()).await;
        if mailbox.has_mail() {
            return None;
        }
        let Some(Ok(Made { puzzle, grade, .. })) = made else { continue };
        let difficulty = grade.map(|grade| grade.difficulty);
        let name = format!("{}, lesson: {}", lesson.kind.title, lesson.name);
        let about = About { name: Some(name), difficulty, ..About::default() };
        let recipe = Recipe { kind: asked.kind.clone(), size: puzzle.size(), difficulty };
        return Some(Answer::Made(MadeTold { puzzle: Shared(puzzle.into()), about, recipe }));
    }
    none()
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
