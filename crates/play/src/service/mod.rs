//! The helper of a player: what answers [`Question`]s, in slices of work.
//!
//! Nothing here waits, reads a clock of its own or starts a thread. In the
//! terminal a thread runs the slices, in the browser a worker.

mod maker;
mod referee;
mod setter;
mod tutor;

pub use tutor::statistics_lines;

use crate::message::{Answer, Message, Question};
use fd::Clock;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use studio::task::{Progress, Task};

/// The work in a slice, in runs of propagators: about a millisecond.
const SLICE: u64 = 400;

/// The tutor, the maker and the setter of one player.
///
/// ```
/// use play::{Helper, message::{Answer, Message, Question, Shared, Solutions}};
/// struct Still;
/// impl fd::Clock for Still {
///     fn now(&self) -> std::time::Duration { std::time::Duration::ZERO }
/// }
/// let puzzle = puzzles::builtin("gap/seed-1").expect("it is built in").puzzle;
/// let mut helper = Helper::new(&Still);
/// helper.receive(Message { id: 1, body: Question::Open(Shared(puzzle.into())) });
/// while helper.is_busy() {
///     helper.work(); // Here a front looks for newer questions.
/// }
/// assert!(matches!(helper.answers()[..], [Message { id: 1, body: Answer::Opened(Solutions::One(_)) }]));
/// ```
#[derive(Debug)]
pub struct Helper {
    /// In the order of [`ServiceName`](crate::message::ServiceName).
    services: [Service<Question, Answer>; 3],
}

impl Helper {
    /// A helper that waits for questions, and takes times by this clock.
    pub fn new(clock: &'static dyn Clock) -> Helper {
        let tutor = Service::new(move |mailbox| tutor::serve(mailbox, clock));
        Helper { services: [tutor, Service::new(maker::serve), Service::new(setter::serve)] }
    }

    /// Takes a question.
    pub fn receive(&mut self, question: Message<Question>) {
        self.services[question.body.service() as usize].receive(question);
    }

    /// Whether there is something to do.
    pub fn is_busy(&self) -> bool {
        self.services.iter().any(Service::is_busy)
    }

    /// One slice of work for each service that has some.
    pub fn work(&mut self) {
        self.services.iter_mut().for_each(Service::work);
    }

    /// The answers since the last call.
    pub fn answers(&mut self) -> Vec<Message<Answer>> {
        self.services.iter_mut().flat_map(Service::answers).collect()
    }
}

/// One service: a future that reads its questions one by one and never ends.
///
/// Long work is cut into slices. Between two of them the service looks whether
/// a newer question makes its work pointless.
pub struct Service<Q, A> {
    mailbox: Rc<Mailbox<Q, A>>,
    life: Pin<Box<dyn Future<Output = ()>>>,
}

impl<Q, A> fmt::Debug for Service<Q, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Service").field("busy", &self.is_busy()).finish_non_exhaustive()
    }
}

impl<Q, A> Service<Q, A> {
    /// A service that waits for questions.
    pub fn new<F: Future<Output = ()> + 'static>(serve: impl FnOnce(Rc<Mailbox<Q, A>>) -> F) -> Service<Q, A> {
        let mailbox = Rc::new(Mailbox {
            questions: RefCell::default(),
            answers: RefCell::default(),
            busy: Cell::new(false),
            id: Cell::new(0),
        });
        Service { life: Box::pin(serve(Rc::clone(&mailbox))), mailbox }
    }

    /// Takes a question.
    pub fn receive(&mut self, question: Message<Q>) {
        self.mailbox.questions.borrow_mut().push_back(question);
        self.mailbox.busy.set(true);
    }

    /// Whether there is something to do.
    pub fn is_busy(&self) -> bool {
        self.mailbox.busy.get()
    }

    /// One slice of work, if there is something to do.
    pub fn work(&mut self) {
        if self.is_busy() {
            // A service never ends, so there is nothing to look at.
            let _ = self.life.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        }
    }

    /// The answers since the last call.
    pub fn answers(&mut self) -> Vec<Message<A>> {
        self.mailbox.answers.take()
    }
}

/// The questions and answers of one service.
#[derive(Debug)]
pub struct Mailbox<Q, A> {
    questions: RefCell<VecDeque<Message<Q>>>,
    answers: RefCell<Vec<Message<A>>>,
    /// Whether the service has something to do.
    busy: Cell<bool>,
    /// The number of the question being answered.
    id: Cell<u64>,
}

impl<Q, A> Mailbox<Q, A> {
    /// The next question.
    pub async fn next(&self) -> Q {
        let Message { id, body } = poll_fn(|_| match self.questions.borrow_mut().pop_front() {
            Some(question) => Poll::Ready(question),
            None => {
                self.busy.set(false);
                Poll::Pending
            }
        })
        .await;
        self.id.set(id);
        body
    }

    /// Whether a question waits.
    pub fn has_mail(&self) -> bool {
        !self.questions.borrow().is_empty()
    }

    /// Whether a question of some sort waits.
    pub fn has(&self, sort: impl Fn(&Q) -> bool) -> bool {
        self.questions.borrow().iter().any(|question| sort(&question.body))
    }

    /// Answers the question that was read last.
    pub fn answer(&self, body: A) {
        self.answers.borrow_mut().push(Message { id: self.id.get(), body });
    }

    /// Lets the other services have a turn.
    pub async fn rest(&self) {
        let mut rested = false;
        poll_fn(|_| match std::mem::replace(&mut rested, true) {
            true => Poll::Ready(()),
            false => Poll::Pending,
        })
        .await;
    }

    /// Finishes a task slice by slice, unless the work exceeds `most` or
    /// something makes it pointless: then the task is dropped.
    pub async fn finish<T>(&self, mut task: Task<'_, T>, most: u64, pointless: impl Fn() -> bool) -> Option<T> {
        let mut spent = 0;
        loop {
            match task.run(SLICE) {
                Progress::Done(answer) => return Some(answer),
                Progress::Paused(rest) => task = rest,
            }
            spent += SLICE;
            if spent > most || pointless() {
                return None;
            }
            self.rest().await;
        }
    }
}

#[cfg(test)]
mod tests;
