//! Searches of FlatZinc files: each in a worker of its own, whose module is loaded when a file is opened.

use flatzinc::{Answer, Question};
use std::cell::RefCell;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// A worker, and what it is asked once it listens.
struct Held {
    worker: Worker,
    listens: bool,
    waiting: Vec<String>,
}

thread_local! {
    static WORKERS: RefCell<[Option<Held>; 2]> = const { RefCell::new([None, None]) };
}

/// Starts one of the two searches anew; its answers go to `hear`.
pub(super) fn open(which: usize, question: &Question, hear: impl Fn(Answer) + Clone + 'static) {
    close(which);
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let Ok(worker) = Worker::new_with_options("./flatzinc-worker.js", &options) else { return };
    let hears = hear.clone();
    let read = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| match event.data().as_string() {
        Some(text) => {
            if let Ok(answer) = serde_json::from_str::<Answer>(&text) {
                hears(answer);
            }
        }
        // Its first message says that it listens.
        None => listen(which),
    });
    worker.set_onmessage(Some(read.as_ref().unchecked_ref()));
    let die = Closure::<dyn Fn()>::new(move || {
        hear(Answer::Refused("The search of this file cannot go on: its part of the app stopped.".to_owned()));
    });
    worker.set_onerror(Some(die.as_ref().unchecked_ref()));
    // They live as long as the worker; a person opens few files.
    read.forget();
    die.forget();
    WORKERS.with_borrow_mut(|workers| {
        if let Some(place) = workers.get_mut(which) {
            *place = Some(Held { worker, listens: false, waiting: Vec::new() });
        }
    });
    ask(which, question);
}

/// Asks one of the searches.
pub(super) fn ask(which: usize, question: &Question) {
    let Ok(text) = serde_json::to_string(question) else { return };
    with(which, |held| match held.listens {
        true => _ = held.worker.post_message(&text.into()),
        false => held.waiting.push(text),
    });
}

/// Ends one of the searches.
pub(super) fn close(which: usize) {
    with(which, |held| held.worker.terminate());
    WORKERS.with_borrow_mut(|workers| workers.get_mut(which).and_then(Option::take));
}

fn listen(which: usize) {
    with(which, |held| {
        held.listens = true;
        std::mem::take(&mut held.waiting).into_iter().for_each(|text| _ = held.worker.post_message(&text.into()));
    });
}

fn with(which: usize, act: impl FnOnce(&mut Held)) {
    WORKERS.with_borrow_mut(|workers| {
        if let Some(held) = workers.get_mut(which).and_then(Option::as_mut) {
            act(held);
        }
    });
}
