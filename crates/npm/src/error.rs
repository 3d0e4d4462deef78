//! What is thrown: errors that say what, where, and what was expected.

use equipoise::Error;
use equipoise::puzzles::{Location, Mistake, ReadError};
use wasm_bindgen::prelude::*;

/// Something that is wrong.
#[derive(Debug)]
pub(crate) struct Wrong {
    /// What sort of thing is wrong.
    kind: &'static str,
    message: String,
    place: Location,
}

impl Wrong {
    pub(crate) fn new(kind: &'static str, message: impl Into<String>) -> Wrong {
        Wrong { kind, message: message.into(), place: Location::default() }
    }

    /// A call that makes no sense.
    pub(crate) fn usage(message: impl Into<String>) -> Wrong {
        Wrong::new("usage", message)
    }
}

impl From<Error> for Wrong {
    fn from(error: Error) -> Wrong {
        let kind = match error {
            Error::Read(error) => return error.into(),
            Error::NotFound { .. } => "not-found",
            Error::NotOne { .. } => "not-one",
            Error::UnknownKind { .. } => "kind",
            Error::NoSolution => "none",
            Error::Several(_) => "several",
            Error::Stopped(_) => "stopped",
            Error::TooLarge(_) => "too-large",
            Error::Impossible(_) => "impossible",
            Error::NoneFound(_) => "none-found",
            _ => "bug",
        };
        Wrong::new(kind, error.to_string())
    }
}

impl From<ReadError> for Wrong {
    fn from(error: ReadError) -> Wrong {
        Wrong { kind: error.fault.name(), message: error.message, place: error.place }
    }
}

impl From<Mistake> for Wrong {
    fn from(mistake: Mistake) -> Wrong {
        Wrong { kind: "rules", place: Location::at(mistake.line, mistake.column), message: mistake.message }
    }
}

/// An error as JavaScript has it: ours, or one that JavaScript itself threw.
#[derive(Debug)]
pub struct Thrown(JsValue);

impl From<Thrown> for JsValue {
    fn from(thrown: Thrown) -> JsValue {
        thrown.0
    }
}

impl From<JsValue> for Thrown {
    fn from(value: JsValue) -> Thrown {
        Thrown(value)
    }
}

impl<E: Into<Wrong>> From<E> for Thrown {
    fn from(error: E) -> Thrown {
        let Wrong { kind, message, place } = error.into();
        let is_somewhere = place != Location::default();
        let told = if is_somewhere { format!("{place}: {message}") } else { message.clone() };
        let thrown = js_sys::Error::new(&told);
        thrown.set_name("EquipoiseError");
        let set = |name: &str, value: JsValue| {
            // A fresh object takes any property.
            let _ = js_sys::Reflect::set(&thrown, &name.into(), &value);
        };
        set("kind", kind.into());
        if is_somewhere {
            set("where", place.to_string().into());
        }
        if let Some((line, column)) = place.at {
            set("line", JsValue::from_f64(line as f64));
            set("column", JsValue::from_f64(column as f64));
        }
        if let Some(expected) = expected(&message) {
            set("expected", expected.into());
        }
        Thrown(thrown.into())
    }
}

/// What was expected, as the messages say it: `expected a digit, found x`.
fn expected(message: &str) -> Option<&str> {
    let (_, expected) = message.split_once("expected ")?;
    Some(
        expected
            .split_once(", found")
            .or_else(|| expected.split_once("; found"))
            .map_or(expected, |(before, _)| before),
    )
}
