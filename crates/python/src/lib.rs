//! The extension module of the Python package `equipoise`: the library for Python, as thin as it can be.
//!
//! What people see is in `python/equipoise`: the names that are exported, their types (`_equipoise.pyi`) and the parts
//! that are better written in Python. Here every class holds a value of the library, and every call leads to one
//! of the library's. No kind of puzzle is named.

use pyo3::prelude::*;

mod answer;
mod ask;
mod book;
mod data;
mod experiments;
mod explain;
mod fault;
mod fd;
mod kind;
mod make;
mod puzzle;
mod score;

/// What `equipoise` has that is not written in Python.
#[pymodule]
mod _equipoise {
    #[pymodule_export]
    use crate::answer::{Certificate, Drawing, Search, Solution, Verdict, Violation};
    #[pymodule_export]
    use crate::book::print_book;
    #[pymodule_export]
    use crate::experiments::{experiments, matrix, run_experiment};
    #[pymodule_export]
    use crate::explain::{Explanation, Grade, Hint, Judgement, Step};
    #[pymodule_export]
    use crate::fd::{Kernel, Searching, draw_tree};
    #[pymodule_export]
    use crate::kind::{Kind, builtin, kind, kinds, load};
    #[pymodule_export]
    use crate::make::{Generator, exercises, generate, generate_iter, generate_many};
    #[pymodule_export]
    use crate::puzzle::{Puzzle, open, read, read_all};
    #[pymodule_export]
    use crate::score::{Score, score};
}
