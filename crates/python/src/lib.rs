//! The extension module of the Python package `equipoise`: the library for Python, as thin as it can be.

use pyo3::prelude::*;

/// What `equipoise` has that is not written in Python.
#[pymodule]
mod _equipoise {
    #[pymodule_export]
    use super::builtin;
}

/// The names of all built-in puzzles.
#[pyfunction]
fn builtin() -> Vec<String> {
    equipoise::builtin_names().collect()
}
