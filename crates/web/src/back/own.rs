//! A page of rules that somebody writes: read, and tried step by step. Each question is a step of its own,
//! so that the page can end one that takes too long.

use ::play::Mailbox;
use ::play::message::Shared;
use puzzles::{Kind, Puzzle, Request, View};
use scene::SvgRenderer;
use serde::{Deserialize, Serialize};
use std::rc::Rc;
use studio::task::{Meter, Task};
use studio::{Made, Outcome, Trial, TrialFault, Workshop, explained, trial};

/// The most work on one step, in runs of propagators; the page's clock usually comes first.
const MOST_WORK: u64 = 5_000_000;

/// What can be asked about a page of rules.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum OwnQuestion {
    /// What does it say?
    Read(String),
    /// A puzzle of the page, of a size, from a seed.
    Make(String, usize, u64),
    /// How does a person solve it?
    Explain(Shared),
    /// Is the solver right about small boards?
    Try(String),
}

/// What is answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum OwnAnswer {
    /// It is wrong at this line and column, so many letters wide: what, and what was expected.
    Mistake(usize, usize, usize, String),
    /// It can be read.
    Read {
        /// The name for commands.
        name: String,
        /// The name for people.
        title: String,
        /// The sizes on offer.
        sizes: Vec<usize>,
        /// The usual one.
        usual: usize,
    },
    /// A puzzle: what it is in a sentence, the drawing, and the puzzle.
    Made(String, String, Shared),
    /// How a person solves it, step by step, and in a sentence.
    Explained(Vec<String>, String),
    /// What was found on small boards; whether something is wrong, and the board on which it is.
    Tried(String, Option<String>),
    /// There is no answer, and why.
    Refused(String),
}

/// Makes the kind of a page known by its name, in the place of one that had the name before.
///
/// # Errors
/// What is wrong with the page.
pub fn know(page: &str) -> Result<&'static Kind, String> {
    let kind = puzzles::load(page).map_err(|mistake| mistake.to_string())?;
    puzzles::replace(kind).map_err(|taken| taken.to_string())?;
    Ok(kind)
}

pub(super) async fn serve(mailbox: Rc<Mailbox<OwnQuestion, OwnAnswer>>) {
    loop {
        let answer = match mailbox.next().await {
            OwnQuestion::Read(page) => read(&page),
            OwnQuestion::Make(page, size, seed) => make(&mailbox, &page, size, seed).await,
            OwnQuestion::Explain(Shared(puzzle)) => explain(&mailbox, &*puzzle).await,
            OwnQuestion::Try(page) => try_small(&mailbox, &page).await,
        };
        mailbox.answer(answer.unwrap_or_else(OwnAnswer::Refused));
    }
}

fn read(page: &str) -> Result<OwnAnswer, String> {
    let kind = match puzzles::load(page) {
        Ok(kind) => kind,
        Err(mistake) => {
            return Ok(OwnAnswer::Mistake(mistake.line, mistake.column, mistake.width, mistake.message));
        }
    };
    puzzles::replace(kind).map_err(|taken| taken.to_string())?;
    Ok(OwnAnswer::Read {
        name: kind.name.to_owned(),
        title: kind.title.to_owned(),
        sizes: kind.making.offered.to_vec(),
        usual: kind.making.size,
    })
}

async fn make(
    mailbox: &Mailbox<OwnQuestion, OwnAnswer>,
    page: &str,
    size: usize,
    seed: u64,
) -> Result<OwnAnswer, String> {
    let kind = know(page)?;
    let mut workshop = Workshop::new(kind, Request::of_size(size)).map_err(|error| error.to_string())?;
    let made = mailbox.finish(workshop.making(seed, 0), MOST_WORK, || false).await;
    let Made { puzzle, minimal, .. } = made.ok_or("it takes too much work")?.map_err(|error| error.to_string())?;
    let needed = if minimal { ", all of which are needed" } else { "" };
    let says = format!("{}: one solution, {} clues{needed}", puzzle.size_in_words(), puzzle.clues());
    Ok(OwnAnswer::Made(::play::words::sentence(&says), drawn(&*puzzle, &puzzle.givens()), Shared(puzzle.into())))
}

fn drawn(puzzle: &dyn Puzzle, board: &puzzles::Board) -> String {
    SvgRenderer::for_page().id("own-picture").render(&puzzle.draw(&View::of(board)))
}

async fn explain(mailbox: &Mailbox<OwnQuestion, OwnAnswer>, puzzle: &dyn Puzzle) -> Result<OwnAnswer, String> {
    let meter = Meter::new();
    let task = Task::new(&meter, explained(puzzle, &meter));
    let explanation = mailbox.finish(task, MOST_WORK, || false).await.ok_or("it takes too much work")?;
    let explanation = explanation.map_err(|error| error.to_string())?;
    let told =
        |step| format!("({}) {}", explanation.context.called_told(step), explanation.context.told(step).in_short());
    let steps = explanation.steps.iter().map(told).collect();
    let summary = match explanation.outcome {
        Outcome::Solved(_) => explanation.summary(),
        _ => "It does not lead to a solution.".to_owned(),
    };
    Ok(OwnAnswer::Explained(steps, ::play::words::sentence(&summary)))
}

async fn try_small(mailbox: &Mailbox<OwnQuestion, OwnAnswer>, page: &str) -> Result<OwnAnswer, String> {
    let kind = know(page)?;
    let meter = Meter::new();
    let tried = mailbox.finish(trial(kind, &meter), MOST_WORK, || false).await.ok_or("it takes too much work")?;
    Ok(match tried.map_err(|error| error.to_string())? {
        Trial::Agreed { puzzles: 0, .. } => {
            OwnAnswer::Tried("Even the smallest boards are too many to try them all.".to_owned(), None)
        }
        Trial::Agreed { boards, solutions, .. } => {
            let says = format!(
                "{boards} small boards were tried one by one; the solver finds the same {solutions} solutions."
            );
            OwnAnswer::Tried(says, None)
        }
        Trial::Differed { puzzle, board, fault } => {
            let says = match fault {
                TrialFault::Refuted(why) => {
                    format!("This board keeps every rule, but not what is said to follow from them: {why}")
                }
                TrialFault::Invented(_) | TrialFault::Missed => {
                    "The solver is wrong about this board. That is a bug in Equipoise, not in your page.".to_owned()
                }
            };
            OwnAnswer::Tried(says, Some(drawn(&*puzzle, &board)))
        }
    })
}
