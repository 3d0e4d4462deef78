//! The link to the worker. A worker that dies is started again.

use crate::back::{Ask, Told};
use ::play::message::Message;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// After so many deaths something is wrong that a new worker does not mend.
const MOST_DEATHS: u32 = 20;

#[derive(Default)]
struct Link {
    worker: Option<Worker>,
    /// Whether the worker has said that it listens.
    ready: bool,
    /// Questions for a worker that does not listen yet.
    waiting: Vec<String>,
    /// Who reads the answers.
    reader: Option<Rc<dyn Fn(Message<Told>)>>,
    /// What to do for a new worker: open again what was open.
    renewal: Option<Rc<dyn Fn()>>,
    deaths: u32,
}

thread_local! {
    static LINK: RefCell<Link> = RefCell::default();
}

/// Has answers read by a function, and something done whenever a worker had to be started again.
pub(super) fn listen(reader: impl Fn(Message<Told>) + 'static, renewal: impl Fn() + 'static) {
    LINK.with_borrow_mut(|link| {
        link.reader = Some(Rc::new(reader));
        link.renewal = Some(Rc::new(renewal));
    });
}

/// Asks the worker; the number by which it will answer.
pub(super) fn ask(question: Ask) -> u64 {
    let message = Message::new(question);
    send(&message);
    message.id
}

/// Sends a question to the worker.
pub(super) fn send(message: &Message<Ask>) {
    let Ok(text) = serde_json::to_string(message) else { return };
    LINK.with_borrow_mut(|link| match &link.worker {
        Some(worker) if link.ready => _ = worker.post_message(&text.into()),
        _ => link.waiting.push(text),
    });
}

/// Starts the worker.
pub(super) fn start() {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let Ok(worker) = Worker::new_with_options("./worker.js", &options) else { return };
    let hear = Closure::<dyn Fn(MessageEvent)>::new(|event: MessageEvent| hear(&event));
    worker.set_onmessage(Some(hear.as_ref().unchecked_ref()));
    let die = Closure::<dyn Fn()>::new(renew);
    worker.set_onerror(Some(die.as_ref().unchecked_ref()));
    // They live as long as the worker; there are only a few in the life of a page.
    hear.forget();
    die.forget();
    LINK.with_borrow_mut(|link| {
        link.ready = false;
        link.worker = Some(worker);
    });
}

/// A new worker in place of one that died.
fn renew() {
    let renewal = LINK.with_borrow_mut(|link| {
        if let Some(worker) = link.worker.take() {
            worker.terminate();
        }
        link.waiting.clear();
        link.deaths += 1;
        link.renewal.clone().filter(|_| link.deaths <= MOST_DEATHS)
    });
    if let Some(renewal) = renewal {
        start();
        renewal();
    }
}

fn hear(event: &MessageEvent) {
    let Some(text) = event.data().as_string() else { return };
    let answers: Vec<Message<Told>> = serde_json::from_str(&text).unwrap_or_default();
    for answer in answers {
        if let Told::Ready = answer.body {
            LINK.with_borrow_mut(|link| {
                link.ready = true;
                let waiting = std::mem::take(&mut link.waiting);
                if let Some(worker) = &link.worker {
                    waiting.into_iter().for_each(|question| _ = worker.post_message(&question.into()));
                }
            });
            continue;
        }
        // Not while the link is borrowed: a reader may ask something.
        if let Some(reader) = LINK.with_borrow(|link| link.reader.clone()) {
            reader(answer);
        }
    }
}
