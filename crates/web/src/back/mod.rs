//! The worker's side: the helper of [`play`], searches to watch, and a small lab.
//!
//! Questions come in and answers go out, each with a number. Nothing here needs a browser.

mod lab;
mod watcher;

pub use lab::{LabAnswer, LabQuestion, Table};
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
    /// One of the two searches that can race.
    Watch(usize, WatchQuestion),
    /// The lab.
    Lab(LabQuestion),
}

/// What the worker answers.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Told {
    /// It listens.
    Ready,
    /// The helper's answer.
    Play(Answer),
    /// That of one of the two searches.
    Watch(usize, WatchAnswer),
    /// That of the lab.
    Lab(LabAnswer),
}

/// All that the worker does.
#[derive(Debug)]
pub struct Back {
    helper: Helper,
    watchers: [Service<WatchQuestion, WatchAnswer>; 2],
    lab: Service<LabQuestion, LabAnswer>,
}

impl Back {
    /// Waits for questions. The lab measures by this clock.
    pub fn new(clock: &'static dyn Clock) -> Back {
        Back {
            helper: Helper::new(clock),
            watchers: [(); 2].map(|()| Service::new(watcher::serve)),
            lab: Service::new(|mailbox| lab::serve(mailbox, clock)),
        }
    }

    /// Takes a question.
    pub fn receive(&mut self, Message { id, body }: Message<Ask>) {
        match body {
            Ask::Play(body) => self.helper.receive(Message { id, body }),
            Ask::Lab(body) => self.lab.receive(Message { id, body }),
            Ask::Watch(which, body) => {
                if let Some(watcher) = self.watchers.get_mut(which) {
                    watcher.receive(Message { id, body });
                }
            }
        }
    }

    /// Whether there is something to do.
    pub fn is_busy(&self) -> bool {
        self.helper.is_busy() || self.watchers.iter().any(Service::is_busy) || self.lab.is_busy()
    }

    /// One slice of work for each that has some.
    pub fn work(&mut self) {
        self.helper.work();
        self.watchers.iter_mut().for_each(Service::work);
        self.lab.work();
    }

    /// The answers since the last call.
    pub fn answers(&mut self) -> Vec<Message<Told>> {
        let mut answers: Vec<Message<Told>> = Vec::new();
        answers.extend(self.helper.answers().into_iter().map(|answer| answer.map(Told::Play)));
        for (which, watcher) in self.watchers.iter_mut().enumerate() {
            answers.extend(watcher.answers().into_iter().map(|answer| answer.map(|body| Told::Watch(which, body))));
        }
        answers.extend(self.lab.answers().into_iter().map(|answer| answer.map(Told::Lab)));
        answers
    }
}

#[cfg(test)]
mod tests;
