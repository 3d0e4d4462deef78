//! The worker's side: tutor, maker, editor, watch and lab, each in a room of its own.
//!
//! A room is a future that reads its letters one by one and never ends. Long work is cut into
//! slices, and between two slices the room looks whether a newer letter makes its work pointless.
//! Letters are JSON: `{"to": ROOM, "ask": WHAT, "id": N, ...}` comes in, `{"from": ROOM, "tell": WHAT,
//! "id": N, ...}` goes out. Nothing here needs a browser.

mod lab;
mod maker;
mod setter;
mod tell;
mod tutor;
mod watcher;

use fd::Clock;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use studio::task::{Progress, Task};

pub use tell::{board, move_from_json, move_to_json};

/// The work in a slice, in runs of propagators: about a millisecond.
const SLICE: u64 = 400;

/// All rooms.
pub struct Back {
    rooms: Vec<Room>,
    out: Rc<RefCell<Vec<Value>>>,
    /// The room whose turn is next.
    turn: usize,
}

struct Room {
    name: &'static str,
    post: Rc<Post>,
    life: Life,
}

/// What a room does, for as long as the page is open.
type Life = Pin<Box<dyn Future<Output = ()>>>;

/// The letters of one room.
pub(crate) struct Post {
    room: &'static str,
    inbox: RefCell<VecDeque<Value>>,
    out: Rc<RefCell<Vec<Value>>>,
    /// Whether the room has something to do.
    busy: Cell<bool>,
    /// What answers are about: the number of the letter being answered.
    id: Cell<u64>,
}

impl fmt::Debug for Back {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Back").field("busy", &self.is_busy()).finish_non_exhaustive()
    }
}

impl Back {
    /// Rooms that wait for letters. The lab measures by this clock.
    pub fn new(clock: &'static dyn Clock) -> Back {
        let out: Rc<RefCell<Vec<Value>>> = Rc::default();
        let mut rooms = Vec::new();
        let mut open = |name, enter: &dyn Fn(Rc<Post>) -> Life| {
            let post = Rc::new(Post {
                room: name,
                inbox: RefCell::default(),
                out: Rc::clone(&out),
                busy: Cell::new(false),
                id: Cell::new(0),
            });
            rooms.push(Room { name, life: enter(Rc::clone(&post)), post });
        };
        open("tutor", &|post| Box::pin(tutor::room(post)));
        open("setter", &|post| Box::pin(setter::room(post)));
        open("watcher", &|post| Box::pin(watcher::room(post)));
        open("rival", &|post| Box::pin(watcher::room(post)));
        open("maker", &|post| Box::pin(maker::room(post)));
        open("lab", &|post| Box::pin(lab::room(post, clock)));
        Back { rooms, out, turn: 0 }
    }

    /// Takes a letter; one to nobody is ignored.
    pub fn receive(&mut self, letter: Value) {
        let to = letter["to"].as_str().unwrap_or_default();
        if let Some(room) = self.rooms.iter().find(|room| room.name == to) {
            room.post.inbox.borrow_mut().push_back(letter);
            room.post.busy.set(true);
        }
    }

    /// Whether there is something to do.
    pub fn is_busy(&self) -> bool {
        self.rooms.iter().any(|room| room.post.busy.get())
    }

    /// One slice of work for the next room that has some.
    pub fn work(&mut self) {
        for _ in 0..self.rooms.len() {
            self.turn = (self.turn + 1) % self.rooms.len();
            let room = &mut self.rooms[self.turn];
            if room.post.busy.get() {
                // A room never ends, so there is nothing to look at.
                let _ = room.life.as_mut().poll(&mut Context::from_waker(Waker::noop()));
                return;
            }
        }
    }

    /// The answers since the last call.
    pub fn answers(&mut self) -> Vec<Value> {
        self.out.take()
    }
}

impl Post {
    /// The next letter.
    pub(crate) async fn next(&self) -> Value {
        let letter = poll_fn(|_| match self.inbox.borrow_mut().pop_front() {
            Some(letter) => Poll::Ready(letter),
            None => {
                self.busy.set(false);
                Poll::Pending
            }
        })
        .await;
        self.id.set(letter["id"].as_u64().unwrap_or(0));
        letter
    }

    /// Whether a letter waits.
    pub(crate) fn has_mail(&self) -> bool {
        !self.inbox.borrow().is_empty()
    }

    /// Whether a letter that asks for this waits.
    pub(crate) fn has_mail_about(&self, ask: &str) -> bool {
        self.inbox.borrow().iter().any(|letter| letter["ask"] == ask)
    }

    /// Answers the letter that was read last.
    pub(crate) fn tell(&self, what: &str, mut fields: Value) {
        fields["from"] = self.room.into();
        fields["tell"] = what.into();
        fields["id"] = self.id.get().into();
        self.out.borrow_mut().push(fields);
    }

    /// Says that a letter cannot be answered, and why.
    pub(crate) fn refuse(&self, why: &str) {
        self.tell("refused", json!({ "why": why }));
    }

    /// Lets the other rooms have a turn.
    pub(crate) async fn rest(&self) {
        let mut rested = false;
        poll_fn(|_| match std::mem::replace(&mut rested, true) {
            true => Poll::Ready(()),
            false => Poll::Pending,
        })
        .await;
    }

    /// Finishes a task slice by slice, unless the work exceeds `most` or something makes it pointless:
    /// then the task is dropped.
    pub(crate) async fn finish<T>(&self, mut task: Task<'_, T>, most: u64, pointless: impl Fn() -> bool) -> Option<T> {
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
