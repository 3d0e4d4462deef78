//! Long work on threads of its own, so that the screen never freezes: the
//! tutor, the maker and the solver. Each request can be called off.

use super::events::Event;
use super::opened::{Opened, Recipe};
use crate::clock::Stopwatch;
use crate::report::Answer as Solution;
use equipoise::fd::{Clock, Limits, Stopped};
use equipoise::puzzles::Puzzle;
use equipoise::studio::{self, Explanation, Hint, MakeError, Options, Position, Tutor, Verdict};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

/// How long a step is looked for before a value is offered instead.
const PATIENCE: Duration = Duration::from_secs(10);

/// What the tutor is asked.
#[derive(Debug, Clone)]
pub(crate) enum Ask {
    /// How many solutions there are.
    Verdict,
    Hint(Position),
    Check(Position),
    /// The way from the start, or from a position.
    Path(Option<Position>),
}

/// An answer, with the number of its request.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) number: u64,
    pub(crate) answer: Answer,
}

#[derive(Debug)]
pub(crate) enum Answer {
    Verdict(Verdict),
    Hint(Box<Hint>),
    /// What is wrong, if anything is.
    Checked(Option<Box<Hint>>),
    Path(Box<Explanation>),
    Solved(Box<Solution>),
    Made(Box<Opened>),
    /// There is no answer, and why.
    Nothing(String),
}

/// A request under way. Dropping it calls it off.
#[derive(Debug)]
pub(crate) struct Pending {
    pub(crate) number: u64,
    flag: Arc<AtomicBool>,
}

impl Drop for Pending {
    fn drop(&mut self) {
        self.flag.store(true, Ordering::Relaxed);
    }
}

/// Asks helpers, and numbers the requests.
#[derive(Debug, Clone)]
pub(crate) struct Desk {
    events: Sender<Event>,
    last: u64,
}

impl Desk {
    pub(crate) fn new(events: Sender<Event>) -> Desk {
        Desk { events, last: 0 }
    }

    fn pending(&mut self) -> (Pending, Arc<AtomicBool>) {
        self.last += 1;
        let flag = Arc::new(AtomicBool::new(false));
        (Pending { number: self.last, flag: Arc::clone(&flag) }, flag)
    }

    /// Runs `work` on a thread of its own.
    fn run(&mut self, work: impl FnOnce(&AtomicBool) -> Answer + Send + 'static) -> Pending {
        let (pending, flag) = self.pending();
        let (number, events) = (pending.number, self.events.clone());
        let started = thread::Builder::new().name("helper".to_owned()).spawn(move || {
            // If the player is gone, so is whoever wanted the answer.
            let _ = events.send(Event::Reply(Reply { number, answer: work(&flag) }));
        });
        if let Err(error) = started {
            let answer = Answer::Nothing(error.to_string());
            let _ = self.events.send(Event::Reply(Reply { number, answer }));
        }
        pending
    }

    /// Makes a puzzle.
    pub(crate) fn make(&mut self, recipe: Recipe) -> Pending {
        self.run(move |flag| match recipe.make(Limits::none().cancel(flag)) {
            Ok(opened) => Answer::Made(Box::new(opened)),
            Err(MakeError::Stopped(Stopped::Cancelled)) => Answer::Nothing(String::new()),
            Err(error) => Answer::Nothing(format!("There is none: {error}.")),
        })
    }

    /// Solves a puzzle as `equipoise solve --stats` does.
    pub(crate) fn solve(&mut self, puzzle: Box<dyn Puzzle>) -> Pending {
        self.run(move |flag| {
            let clock = Stopwatch::start();
            let limits = Limits::none().clock(&clock).cancel(flag);
            match studio::verdict(&*puzzle, &Options { limits, ..Options::default() }).map(Solution::from) {
                Ok(mut answer) => {
                    answer.statistics.time = clock.now();
                    Answer::Solved(Box::new(answer))
                }
                Err(error) => Answer::Nothing(format!("It is too large to solve: {error}.")),
            }
        })
    }

    /// Opens a tutor for a puzzle, which first proves how many solutions it has.
    pub(crate) fn tutor(&mut self, puzzle: Box<dyn Puzzle>) -> Tutoring {
        let (requests, asked) = channel();
        let (opening, flag) = self.pending();
        let events = self.events.clone();
        let worker = move || teach(&*puzzle, &flag, &asked, &events);
        // Without the thread, nobody answers; then requests are refused below.
        let _ = thread::Builder::new().name("tutor".to_owned()).spawn(worker);
        Tutoring { requests, _opening: opening }
    }

    /// Asks a tutor.
    pub(crate) fn ask(&mut self, tutoring: &Tutoring, ask: Ask) -> Pending {
        let (pending, flag) = self.pending();
        if tutoring.requests.send(Request { number: pending.number, flag, ask }).is_err() {
            let answer = Answer::Nothing("No tutor is there to answer.".to_owned());
            let _ = self.events.send(Event::Reply(Reply { number: pending.number, answer }));
        }
        pending
    }
}

/// A tutor on its thread; dropping this sends it home.
#[derive(Debug)]
pub(crate) struct Tutoring {
    requests: Sender<Request>,
    _opening: Pending,
}

#[derive(Debug)]
struct Request {
    number: u64,
    flag: Arc<AtomicBool>,
    ask: Ask,
}

/// Answers until nobody asks any more.
fn teach(puzzle: &dyn Puzzle, gone: &AtomicBool, asked: &Receiver<Request>, events: &Sender<Event>) {
    let mut tutor = match Tutor::open(puzzle).finish(Limits::none().cancel(gone)) {
        Ok(opened) => opened.map_err(|error| format!("It is too large to explain: {error}.")),
        Err(_) => return,
    };
    for Request { number, flag, ask } in asked {
        let answer = match &mut tutor {
            Ok(tutor) => answer(tutor, ask, &flag),
            Err(why) => Answer::Nothing(why.clone()),
        };
        if events.send(Event::Reply(Reply { number, answer })).is_err() {
            return;
        }
    }
}

fn answer(tutor: &mut Tutor, ask: Ask, flag: &AtomicBool) -> Answer {
    let clock = Stopwatch::start();
    let limits = Limits::none().cancel(flag);
    let called_off = |_: Stopped| Answer::Nothing(String::new());
    match ask {
        Ask::Verdict => Answer::Verdict(tutor.verdict().clone()),
        Ask::Hint(position) => {
            tutor.see(&position);
            match tutor.hint().finish(limits.time(PATIENCE, &clock)) {
                Ok(hint) => Answer::Hint(Box::new(hint)),
                Err(Stopped::Cancelled) => Answer::Nothing(String::new()),
                Err(stopped) => match tutor.reveal() {
                    Some(hint) => Answer::Hint(Box::new(hint)),
                    None => Answer::Nothing(format!("No hint: {stopped}.")),
                },
            }
        }
        Ask::Check(position) => {
            tutor.see(&position);
            tutor.check().finish(limits).map_or_else(called_off, |wrong| Answer::Checked(wrong.map(Box::new)))
        }
        Ask::Path(from) => {
            let task = match &from {
                Some(position) => {
                    tutor.see(position);
                    tutor.path_from_here()
                }
                None => tutor.path(),
            };
            task.finish(limits).map_or_else(called_off, |path| Answer::Path(Box::new(path)))
        }
    }
}
