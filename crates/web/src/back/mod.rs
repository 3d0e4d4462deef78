//! The worker's side: the helper of [`play`], searches to watch, and a small lab.
//!
//! Questions come in and answers go out, each with a number. Nothing here needs a browser.

mod lab;
mod own;
mod watcher;

pub use lab::{LabAnswer, LabQuestion, Table};
pub use own::{OwnAnswer, OwnQuestion, know};
pub use watcher::{Counts, WatchAnswer, WatchQuestion};

use ::play::message::{Answer, Message, Question};
use ::play::{Helper, Service};
use fd::Clock;
use serde::{Deserialize, Serialize};

/// What the page asks.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Ask {
    /// The helper of a player or setter.
    Play(Question),
    /// The helper of a pupil: it has another puzzle open.
    Teach(Question),
    /// One of the two searches that can race.
    Watch(usize, WatchQuestion),
    /// The lab.
    Lab(LabQuestion),
    /// A page of rules that somebody writes.
    Own(OwnQuestion),
    /// A page of rules whose kind the other questions may name.
    Know(String),
}

/// What the worker answers.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Told {
    /// It listens.
    Ready,
    /// The helper's answer.
    Play(Answer),
    /// That of the pupil's helper.
    Teach(Answer),
    /// That of one of the two searches.
    Watch(usize, WatchAnswer),
    /// That of the lab.
    Lab(LabAnswer),
    /// About a page of rules, and how much memory the worker has taken by then, in bytes.
    Own(OwnAnswer, usize),
}

/// All that the worker does.
#[derive(Debug)]
pub struct Back {
    helper: Helper,
    teacher: Helper,
    watchers: [Service<WatchQuestion, WatchAnswer>; 2],
    lab: Service<LabQuestion, LabAnswer>,
    own: Service<OwnQuestion, OwnAnswer>,
}

impl Back {
    /// Waits for questions. The lab measures by this clock.
    pub fn new(clock: &'static dyn Clock) -> Back {
        Back {
            helper: Helper::new(clock),
            teacher: Helper::new(clock),
            watchers: [(); 2].map(|()| Service::new(watcher::serve)),
            lab: Service::new(|mailbox| lab::serve(mailbox, clock)),
            own: Service::new(own::serve),
        }
    }

    /// Takes a question.
    pub fn receive(&mut self, Message { id, body }: Message<Ask>) {
        match body {
            Ask::Play(body) => self.helper.receive(Message { id, body }),
            Ask::Teach(body) => self.teacher.receive(Message { id, body }),
            Ask::Lab(body) => self.lab.receive(Message { id, body }),
            Ask::Own(body) => self.own.receive(Message { id, body }),
            // The page has read it before.
            Ask::Know(page) => _ = know(&page),
            Ask::Watch(which, body) => {
                if let Some(watcher) = self.watchers.get_mut(which) {
                    watcher.receive(Message { id, body });
                }
            }
        }
    }

    /// Whether there is something to do.
    pub fn is_busy(&self) -> bool {
        self.helper.is_busy()
            || self.teacher.is_busy()
            || self.watchers.iter().any(Service::is_busy)
            || self.lab.is_busy()
            || self.own.is_busy()
    }

    /// One slice of work for each that has some.
    pub fn work(&mut self) {
        self.helper.work();
        self.teacher.work();
        self.watchers.iter_mut().for_each(Service::work);
        self.lab.work();
        self.own.work();
    }

    /// The answers since the last call.
    pub fn answers(&mut self) -> Vec<Message<Told>> {
        let mut answers: Vec<Message<Told>> = Vec::new();
        answers.extend(self.helper.answers().into_iter().map(|answer| answer.map(Told::Play)));
        answers.extend(self.teacher.answers().into_iter().map(|answer| answer.map(Told::Teach)));
        for (which, watcher) in self.watchers.iter_mut().enumerate() {
            answers.extend(watcher.answers().into_iter().map(|answer| answer.map(|body| Told::Watch(which, body))));
        }
        answers.extend(self.lab.answers().into_iter().map(|answer| answer.map(Told::Lab)));
        let memory = memory();
        answers.extend(self.own.answers().into_iter().map(|answer| answer.map(|body| Told::Own(body, memory))));
        answers
    }
}

/// How much memory this worker has taken, in bytes; 0 where that is not limited.
fn memory() -> usize {
    #[cfg(target_arch = "wasm32")]
    return core::arch::wasm32::memory_size(0) << 16;
    #[cfg(not(target_arch = "wasm32"))]
    0
}

#[cfg(test)]
mod tests;
