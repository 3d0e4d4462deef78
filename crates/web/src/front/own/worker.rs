//! A worker for pages of rules alone. It is ended, and another one started, when a step takes more than a
//! second or more than 64 MB, so that no page can hold up what else goes on. The browser sees to it that its memory
//! grows no further: see `site/worker.js`.

use crate::back::{Ask, OwnAnswer, OwnQuestion, Told};
use ::play::message::Message;
use leptos::prelude::set_timeout;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// How long a step may take.
const MOST_TIME: Duration = Duration::from_secs(1);
/// What the worker is called, by which it knows how much memory it may take.
const NAME: &str = "rules";
/// Memory never shrinks: a worker that has taken so much, in bytes, is used no further.
const MUCH_MEMORY: usize = 32 << 20;
/// A kind stays in memory once its page was read: a worker reads so many pages.
const MOST_PAGES: u32 = 200;

/// Is told the number of a question and its answer, or why there is none.
type Reader = Rc<dyn Fn(u64, OwnAnswer)>;

#[derive(Default)]
struct Bench {
    worker: Option<Worker>,
    ready: bool,
    /// The question that waits, and the one that is being answered.
    next: Option<(u64, String)>,
    asked: Option<u64>,
    read: u32,
    reader: Option<Reader>,
}

thread_local! {
    static BENCH: RefCell<Bench> = RefCell::default();
}

/// Has answers read by a function.
pub(super) fn listen(reader: impl Fn(u64, OwnAnswer) + 'static) {
    BENCH.with_borrow_mut(|bench| bench.reader = Some(Rc::new(reader)));
}

/// Asks, in the place of a question that still waits; the number of the question.
pub(super) fn ask(question: OwnQuestion) -> u64 {
    let message = Message::new(Ask::Own(question));
    if let Ok(text) = serde_json::to_string(&message) {
        BENCH.with_borrow_mut(|bench| bench.next = Some((message.id, text)));
    }
    go_on();
    message.id
}

/// Sends the question that waits, if the worker is free.
fn go_on() {
    let sent = BENCH.with_borrow_mut(|bench| {
        if bench.asked.is_some() || bench.next.is_none() {
            return None;
        }
        let Some(worker) = &bench.worker else {
            bench.worker = start();
            bench.ready = false;
            return None;
        };
        if !bench.ready {
            return None;
        }
        let (id, text) = bench.next.take()?;
        let _ = worker.post_message(&text.into());
        bench.asked = Some(id);
        bench.read += 1;
        Some(id)
    });
    if let Some(id) = sent {
        let late = move || {
            if BENCH.with_borrow(|bench| bench.asked == Some(id)) {
                end("it takes longer than a second");
            }
        };
        set_timeout(late, MOST_TIME);
    }
}

fn start() -> Option<Worker> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    options.set_name(NAME);
    let worker = Worker::new_with_options("./worker.js", &options).ok()?;
    let hear = Closure::<dyn Fn(MessageEvent)>::new(|event: MessageEvent| hear(&event));
    worker.set_onmessage(Some(hear.as_ref().unchecked_ref()));
    let die = Closure::<dyn Fn()>::new(|| end("it takes too much memory: it may take 64 MB"));
    worker.set_onerror(Some(die.as_ref().unchecked_ref()));
    hear.forget();
    die.forget();
    Some(worker)
}

fn stop() -> Option<u64> {
    BENCH.with_borrow_mut(|bench| {
        if let Some(worker) = bench.worker.take() {
            worker.terminate();
        }
        bench.read = 0;
        bench.asked.take()
    })
}

/// Ends the worker. What it was asked last has no answer, for this reason.
fn end(why: &str) {
    if let Some(id) = stop() {
        tell(id, OwnAnswer::Refused(format!("stopped, because {why}")));
    }
    go_on();
}

fn tell(id: u64, answer: OwnAnswer) {
    // Not while the bench is borrowed: a reader may ask something.
    if let Some(reader) = BENCH.with_borrow(|bench| bench.reader.clone()) {
        reader(id, answer);
    }
}

fn hear(event: &MessageEvent) {
    let Some(text) = event.data().as_string() else { return };
    let answers: Vec<Message<Told>> = serde_json::from_str(&text).unwrap_or_default();
    for Message { id, body } in answers {
        match body {
            Told::Ready => BENCH.with_borrow_mut(|bench| bench.ready = true),
            Told::Own(answer, memory) if BENCH.with_borrow(|bench| bench.asked == Some(id)) => {
                let worn = BENCH.with_borrow_mut(|bench| {
                    bench.asked = None;
                    bench.read > MOST_PAGES || memory > MUCH_MEMORY
                });
                if worn {
                    stop();
                }
                tell(id, answer);
            }
            _ => {}
        }
    }
    go_on();
}
