//! `solve --trace FILE`: the search tree of one puzzle, written as it grows.

use crate::failure::Failure;
use equipoise::studio::Node;
use lab::trace::{Subject, node_line};
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// The file that was asked for, until a puzzle takes it.
#[derive(Debug)]
pub(crate) struct Slot {
    path: Option<PathBuf>,
    taken: Mutex<bool>,
}

impl Slot {
    pub(crate) fn new(path: Option<PathBuf>) -> Slot {
        Slot { path, taken: Mutex::new(false) }
    }

    /// The recorder for a puzzle, if a trace was asked for; only one puzzle
    /// can have it.
    pub(crate) fn open(&self, subject: impl FnOnce() -> Subject) -> Result<Option<Recorder>, Failure> {
        let Some(path) = &self.path else { return Ok(None) };
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if std::mem::replace(&mut *taken, true) {
            return Err(Failure::usage("--trace has room for the tree of one puzzle"));
        }
        let created = File::create(path).and_then(|file| {
            let mut out = BufWriter::new(file);
            out.write_all(subject().to_line().as_bytes())?;
            Ok(out)
        });
        let out = created.map_err(|error| Failure::file(path, &error))?;
        Ok(Some(Recorder { path: path.clone(), out: RefCell::new(out), problem: RefCell::new(None) }))
    }
}

/// Writes the nodes of a search.
#[derive(Debug)]
pub(crate) struct Recorder {
    path: PathBuf,
    out: RefCell<BufWriter<File>>,
    /// The search goes on when the disk is full; it is told at the end.
    problem: RefCell<Option<io::Error>>,
}

impl Recorder {
    pub(crate) fn write(&self, node: &Node) {
        let mut problem = self.problem.borrow_mut();
        if problem.is_none() {
            *problem = self.out.borrow_mut().write_all(node_line(node).as_bytes()).err();
        }
    }

    pub(crate) fn finish(self) -> Result<(), Failure> {
        let written = match self.problem.into_inner() {
            Some(error) => Err(error),
            None => self.out.into_inner().flush(),
        };
        written.map_err(|error| Failure::file(&self.path, &error))
    }
}
