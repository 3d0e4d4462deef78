//! The link to the worker. A worker that dies is started again.

use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
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
    /// Letters for a worker that does not listen yet.
    waiting: Vec<String>,
    readers: BTreeMap<&'static str, Rc<dyn Fn(&Value)>>,
    /// What to do for a new worker: open again what was open.
    renewals: Vec<Rc<dyn Fn()>>,
    last_id: u64,
    deaths: u32,
}

thread_local! {
    static LINK: RefCell<Link> = RefCell::default();
}

/// Has letters from a room read by a function.
pub(super) fn listen(room: &'static str, reader: impl Fn(&Value) + 'static) {
    LINK.with_borrow_mut(|link| link.readers.insert(room, Rc::new(reader)));
}

/// Has something done whenever a worker had to be started again.
pub(super) fn on_renewal(renewal: impl Fn() + 'static) {
    LINK.with_borrow_mut(|link| link.renewals.push(Rc::new(renewal)));
}

/// Sends a letter to a room; the number by which it will be answered.
pub(super) fn ask(room: &str, what: &str, mut fields: Value) -> u64 {
    LINK.with_borrow_mut(|link| {
        link.last_id += 1;
        fields["to"] = room.into();
        fields["ask"] = what.into();
        fields["id"] = link.last_id.into();
        match &link.worker {
            Some(worker) if link.ready => _ = worker.post_message(&fields.to_string().into()),
            _ => link.waiting.push(fields.to_string()),
        }
        link.last_id
    })
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
    let renewals = LINK.with_borrow_mut(|link| {
        if let Some(worker) = link.worker.take() {
            worker.terminate();
        }
        link.waiting.clear();
        link.deaths += 1;
        if link.deaths > MOST_DEATHS { Vec::new() } else { link.renewals.clone() }
    });
    if renewals.is_empty() {
        return;
    }
    start();
    renewals.iter().for_each(|renewal| renewal());
}

fn hear(event: &MessageEvent) {
    let Some(text) = event.data().as_string() else { return };
    let letters: Value = serde_json::from_str(&text).unwrap_or_else(|_| json!([]));
    for letter in letters.as_array().map(Vec::as_slice).unwrap_or_default() {
        if letter == "ready" {
            LINK.with_borrow_mut(|link| {
                link.ready = true;
                let waiting = std::mem::take(&mut link.waiting);
                if let Some(worker) = &link.worker {
                    waiting.into_iter().for_each(|letter| _ = worker.post_message(&letter.into()));
                }
            });
            continue;
        }
        let room = letter["from"].as_str().unwrap_or_default();
        // Not while the link is borrowed: a reader may ask something.
        let reader = LINK.with_borrow(|link| link.readers.get(room).map(Rc::clone));
        if let Some(reader) = reader {
            reader(letter);
        }
    }
}
