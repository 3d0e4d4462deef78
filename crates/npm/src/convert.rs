//! JavaScript's values as ours, and ours as JavaScript's.

use crate::error::{Thrown, Wrong};
use equipoise::fd::{Clock, Limits, Statistics};
use equipoise::puzzles::json::{self, Node};
use equipoise::puzzles::{Board, Document};
use equipoise::studio::Options;
use js_sys::{JSON, Object, Reflect};
use serde_json::{Value, json};
use std::time::Duration;
use wasm_bindgen::prelude::*;

/// A plain object, array, number or string.
pub(crate) fn to_js(value: &Value) -> Result<JsValue, Thrown> {
    Ok(JSON::parse(&value.to_string())?)
}

/// As JSON.
fn from_js(value: &JsValue) -> Result<Value, Thrown> {
    let text = JSON::stringify(value)?.as_string().ok_or_else(|| Wrong::usage("this has no form as JSON"))?;
    Ok(json::parse(&text, 1)?)
}

/// A board: in the shape of a solution, or as rows of values with `.` for a blank. Without one, the givens.
pub(crate) fn board(document: &Document, given: &JsValue) -> Result<Board, Thrown> {
    let puzzle = &*document.puzzle;
    if given.is_undefined() || given.is_null() {
        return Ok(puzzle.givens());
    }
    match given.as_string() {
        Some(text) if !text.trim_start().starts_with(['[', '{']) => {
            Ok(equipoise::puzzles::board_from_text(puzzle, &text)?)
        }
        Some(text) => Ok(puzzle.read_board(Node::root(&json::parse(&text, 1)?))?),
        None => Ok(puzzle.read_board(Node::root(&from_js(given)?))?),
    }
}

/// A deduction: an object in the shape of a step, or its JSON.
pub(crate) fn json_of(given: &JsValue) -> Result<String, Thrown> {
    given.as_string().map_or_else(|| Ok(from_js(given)?.to_string()), Ok)
}

/// As the command line prints them.
pub(crate) fn statistics_json(statistics: &Statistics) -> Value {
    json!({
        "seconds": statistics.time.as_secs_f64(),
        "nodes": statistics.nodes,
        "backtracks": statistics.backtracks,
        "resumptions": statistics.resumptions,
        "entailments": statistics.entailments,
        "prunings": statistics.prunings,
        "constraints": statistics.constraints,
        "restarts": statistics.restarts,
        "peak_depth": statistics.peak_depth,
    })
}

pub(crate) fn listed<T: AsRef<str>>(names: impl IntoIterator<Item = T>) -> String {
    names.into_iter().map(|name| name.as_ref().to_owned()).collect::<Vec<_>>().join(", ")
}

/// The time of the host.
struct Wall;

impl Clock for Wall {
    fn now(&self) -> Duration {
        let performance = Reflect::get(&js_sys::global(), &"performance".into());
        let now = performance.ok().and_then(|found| found.dyn_into::<web_sys::Performance>().ok());
        let milliseconds = now.map_or_else(js_sys::Date::now, |performance| performance.now());
        Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default()
    }
}

/// The named options of a call. Each is taken once; what is left at the end has a name that nobody knows.
#[derive(Debug)]
pub(crate) struct Named {
    of: &'static str,
    object: Option<Object>,
    taken: Vec<&'static str>,
}

impl Named {
    pub(crate) fn of(of: &'static str, given: &JsValue) -> Result<Named, Wrong> {
        let nothing = given.is_undefined() || given.is_null();
        let object = match given.dyn_ref::<Object>() {
            _ if nothing => None,
            Some(object) if !js_sys::Array::is_array(given) => Some(object.clone()),
            _ => return Err(Wrong::usage(format!("{of}: expected an object with named options"))),
        };
        Ok(Named { of, object, taken: Vec::new() })
    }

    /// An option, unless it is left out.
    pub(crate) fn take(&mut self, name: &'static str) -> Option<JsValue> {
        self.taken.push(name);
        let value = Reflect::get(self.object.as_ref()?, &name.into()).ok()?;
        (!value.is_undefined() && !value.is_null()).then_some(value)
    }

    pub(crate) fn wrong(&self, name: &str, expected: &str) -> Wrong {
        Wrong::usage(format!("{}: {name}: expected {expected}", self.of))
    }

    /// A whole number: a number, a bigint, or its digits.
    pub(crate) fn whole(&mut self, name: &'static str) -> Result<Option<u64>, Wrong> {
        let Some(value) = self.take(name) else { return Ok(None) };
        whole(&value).map(Some).ok_or_else(|| self.wrong(name, "a whole number from 0 (a bigint beyond 2^53)"))
    }

    pub(crate) fn text(&mut self, name: &'static str) -> Result<Option<String>, Wrong> {
        let Some(value) = self.take(name) else { return Ok(None) };
        value.as_string().map(Some).ok_or_else(|| self.wrong(name, "a string"))
    }

    /// The limits of a call, which are options beside others.
    pub(crate) fn limits(&mut self) -> Result<Allowance, Wrong> {
        let seconds = match self.take("seconds") {
            None => None,
            Some(value) => {
                let time = value.as_f64().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                Some(time.ok_or_else(|| self.wrong("seconds", "a number from 0"))?)
            }
        };
        Ok(Allowance { seconds, work: self.whole("work")? })
    }

    /// # Errors
    /// When there are options that nobody has taken.
    pub(crate) fn finish(self) -> Result<(), Wrong> {
        let Some(object) = &self.object else { return Ok(()) };
        let stranger = Object::keys(object).into_iter().filter_map(|key| key.as_string());
        let mut stranger = stranger.filter(|key| !self.taken.contains(&key.as_str()));
        let Some(stranger) = stranger.next() else { return Ok(()) };
        let known = listed(&self.taken);
        Err(Wrong::usage(format!("{}: there is no option {stranger:?}; expected one of {known}", self.of)))
    }
}

/// A number without a fraction, a bigint, or digits.
pub(crate) fn whole(value: &JsValue) -> Option<u64> {
    /// Beyond this, numbers of JavaScript are not exact.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match value.as_f64() {
        Some(number) => (number >= 0.0 && number <= EXACT && number.fract() == 0.0).then_some(number as u64),
        None if value.is_bigint() => u64::try_from(value.clone()).ok(),
        None => value.as_string()?.parse().ok(),
    }
}

/// What a call may use up.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Allowance {
    seconds: Option<Duration>,
    work: Option<u64>,
}

impl Allowance {
    /// The limits of a call that has no other options.
    pub(crate) fn of(what: &'static str, given: &JsValue) -> Result<Allowance, Wrong> {
        let mut named = Named::of(what, given)?;
        let allowance = named.limits()?;
        named.finish()?;
        Ok(allowance)
    }

    pub(crate) fn limits(self) -> Limits<'static> {
        let limits = self.work.map_or(Limits::none(), |work| Limits::none().work(work)).clock(&Wall);
        self.seconds.map_or(limits, |seconds| limits.time(seconds, &Wall))
    }

    pub(crate) fn options(self) -> Options<'static> {
        Options { limits: self.limits(), ..Options::default() }
    }
}

/// A moment from which on nobody waits any longer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deadline(Duration);

impl Deadline {
    pub(crate) fn after(time: Duration) -> Deadline {
        Deadline(Wall.now().saturating_add(time))
    }

    pub(crate) fn is_over(self) -> bool {
        Wall.now() >= self.0
    }
}

/// The clock, for those that keep it.
pub(crate) fn clock() -> &'static dyn Clock {
    &Wall
}
