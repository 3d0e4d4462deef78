//! The worker: slices of work, and messages between them.

use crate::back::{Back, Told};
use ::play::message::Message;
use fd::Clock;
use std::cell::{Cell, RefCell};
use std::time::Duration;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent};

/// How long it works before it looks for questions, in milliseconds.
const TURN: f64 = 10.0;

thread_local! {
    static BACK: RefCell<Back> = RefCell::new(Back::new(&BrowserClock));
    /// A message to itself comes after the questions that wait, and without the delay of a timer.
    static TO_SELF: RefCell<Option<MessageChannel>> = RefCell::default();
    static IS_DUE: Cell<bool> = const { Cell::new(false) };
}

struct BrowserClock;

impl Clock for BrowserClock {
    fn now(&self) -> Duration {
        let milliseconds = scope().performance().map_or(0.0, |performance| performance.now());
        Duration::from_secs_f64(milliseconds.max(0.0) / 1000.0)
    }
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

pub(super) fn start() {
    let read = Closure::<dyn Fn(MessageEvent)>::new(|event: MessageEvent| {
        let question = event.data().as_string().and_then(|text| serde_json::from_str(&text).ok());
        if let Some(question) = question {
            BACK.with_borrow_mut(|back| back.receive(question));
            go_on();
        }
    });
    scope().set_onmessage(Some(read.as_ref().unchecked_ref()));
    read.forget();
    if let Ok(channel) = MessageChannel::new() {
        let turn = Closure::<dyn Fn()>::new(turn);
        channel.port2().set_onmessage(Some(turn.as_ref().unchecked_ref()));
        turn.forget();
        TO_SELF.set(Some(channel));
    }
    post(&[Message { id: 0, body: Told::Ready }]);
}

fn go_on() {
    if IS_DUE.replace(true) {
        return;
    }
    TO_SELF.with_borrow(|channel| {
        if let Some(channel) = channel {
            let _ = channel.port1().post_message(&JsValue::NULL);
        }
    });
}

fn turn() {
    IS_DUE.set(false);
    let end = js_sys::Date::now() + TURN;
    let (answers, busy) = BACK.with_borrow_mut(|back| {
        while back.is_busy() && js_sys::Date::now() < end {
            back.work();
        }
        (back.answers(), back.is_busy())
    });
    if !answers.is_empty() {
        post(&answers);
    }
    if busy {
        go_on();
    }
}

fn post(answers: &[Message<Told>]) {
    if let Ok(text) = serde_json::to_string(answers) {
        let _ = scope().post_message(&text.into());
    }
}
