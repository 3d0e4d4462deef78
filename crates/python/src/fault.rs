//! What goes wrong, as exceptions of Python. They are classes of `equipoise._errors`.

use crate::answer::Solution;
use equipoise::puzzles::ReadError;
use equipoise::{Error, Stopped};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// An exception of this name, with what its class takes besides.
fn exception(py: Python<'_>, class: &str, message: &str, more: &Bound<'_, PyDict>) -> PyErr {
    let (what, expected) = in_parts(message);
    let made = || {
        for (name, part) in [("what", Some(what)), ("expected", expected)] {
            if !more.contains(name)? {
                more.set_item(name, part)?;
            }
        }
        let class = py.import("equipoise._errors")?.getattr(class)?;
        class.call((message,), Some(more))
    };
    made().map_or_else(|error| error, PyErr::from_value)
}

/// What is wrong, and what was expected, of a message that says both.
fn in_parts(message: &str) -> (&str, Option<&str>) {
    let Some((what, rest)) = message.split_once("expected ") else { return (message, None) };
    match (what.trim_end_matches([' ', ';', ',']), rest.rsplit_once(", found ")) {
        ("", Some((expected, _))) => (&message[message.len() - (rest.len() - expected.len() - 2)..], Some(expected)),
        ("", None) => (message, Some(rest)),
        (what, _) => (what, Some(rest)),
    }
}

/// An exception that says no more than its message does.
pub(crate) fn plain(py: Python<'_>, class: &str, message: &str) -> PyErr {
    exception(py, class, message, &PyDict::new(py))
}

/// The exception for a value of a wrong sort.
pub(crate) fn wrong_type(py: Python<'_>, what: &str, expected: &str) -> PyErr {
    plain(py, "WrongTypeError", &format!("{what}; expected {expected}"))
}

/// The exception for an argument that makes no sense.
pub(crate) fn wrong_argument(py: Python<'_>, name: &str, what: &str, expected: &str) -> PyErr {
    let more = PyDict::new(py);
    let _ = more.set_item("where", name);
    exception(py, "ArgumentError", &format!("{name}: {what}; expected {expected}"), &more)
}

/// The exception for a text that cannot be read.
pub(crate) fn unread(py: Python<'_>, error: &ReadError) -> PyErr {
    let more = PyDict::new(py);
    let (what, expected) = in_parts(&error.message);
    let (line, column) = error.place.at.unzip();
    let filled = || {
        more.set_item("what", what)?;
        more.set_item("expected", expected)?;
        more.set_item("where", error.place.to_string())?;
        more.set_item("fault", error.fault.name())?;
        more.set_item("path", &error.place.path)?;
        more.set_item("line", line)?;
        more.set_item("column", column)
    };
    filled().err().unwrap_or_else(|| exception(py, "ReadError", &error.to_string(), &more))
}

/// The exception for an error of the library.
pub(crate) fn raised(py: Python<'_>, error: Error) -> PyErr {
    let message = error.to_string();
    let more = PyDict::new(py);
    let class = match error {
        Error::Read(error) => return unread(py, &error),
        Error::File { path, source } => {
            let said = source.to_string();
            return PyOSError::new_err((source.raw_os_error(), said, path));
        }
        Error::Several(solutions) => {
            let solutions = solutions.map(Solution);
            if let Err(error) = more.set_item("solutions", Vec::from(solutions)) {
                return error;
            }
            "SeveralSolutionsError"
        }
        Error::Stopped(stopped) => {
            if let Err(error) = more.set_item("limit", limit(stopped)) {
                return error;
            }
            "LimitError"
        }
        Error::NotFound { name } => {
            if let Err(error) = more.set_item("where", name) {
                return error;
            }
            "NotFoundError"
        }
        Error::UnknownKind { .. } => "NotFoundError",
        Error::NotOne { .. } => "ReadError",
        Error::NoSolution => "NoSolutionError",
        Error::TooLarge(_) => "TooLargeError",
        Error::Impossible(_) => "ImpossibleError",
        Error::NoneFound(_) => "NoneFoundError",
        _ => "Error",
    };
    exception(py, class, &message, &more)
}

fn limit(stopped: Stopped) -> &'static str {
    match stopped {
        Stopped::Nodes => "nodes",
        Stopped::Work => "work",
        Stopped::Time => "time",
        Stopped::Solutions => "solutions",
        Stopped::Cancelled => "cancelled",
    }
}
