//! `solve --trace FILE`: the search tree of one puzzle, written as it grows.

use crate::failure::Failure;
use crate::output;
use crate::write::NewFile;
use equipoise::studio::{MOST_NODES, Searched, TreeNode, trace_line};
use std::cell::RefCell;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The file for the trace, until a puzzle takes it.
#[derive(Debug)]
pub(crate) struct Slot(Option<Mutex<Option<NewFile>>>);

impl Slot {
    /// Begins the file, if one was asked for.
    pub(crate) fn new(path: Option<&Path>, force: bool) -> Result<Slot, Failure> {
        Ok(Slot(path.map(|path| NewFile::create(path, force)).transpose()?.map(|file| Mutex::new(Some(file)))))
    }

    /// The writer for a puzzle, if a trace was asked for; only one puzzle
    /// can have it.
    pub(crate) fn open(&self, searched: impl FnOnce() -> Searched) -> Result<Option<TraceWriter>, Failure> {
        let Some(slot) = &self.0 else { return Ok(None) };
        let file = slot.lock().unwrap_or_else(PoisonError::into_inner).take();
        let file = file.ok_or_else(|| Failure::usage("--trace takes the tree of one puzzle only"))?;
        let path = file.path().to_owned();
        let mut out = BufWriter::new(file);
        out.write_all(trace_line(&searched()).as_bytes()).map_err(|error| Failure::unwritten(&path, &error))?;
        Ok(Some(TraceWriter { path, state: RefCell::new(State { out, nodes: 0, problem: None }) }))
    }
}

/// Writes the nodes of a search.
#[derive(Debug)]
pub(crate) struct TraceWriter {
    path: PathBuf,
    state: RefCell<State>,
}

#[derive(Debug)]
struct State {
    out: BufWriter<NewFile>,
    nodes: u64,
    /// The search goes on when the disk is full; the error is reported at the end.
    problem: Option<io::Error>,
}

impl TraceWriter {
    /// Writes a node, unless there are too many for a file.
    pub(crate) fn write(&self, node: &TreeNode<String>) {
        let State { out, nodes, problem } = &mut *self.state.borrow_mut();
        *nodes += 1;
        if problem.is_none() && *nodes <= MOST_NODES {
            *problem = out.write_all(trace_line(node).as_bytes()).err();
        }
    }

    pub(crate) fn finish(self) -> Result<(), Failure> {
        let State { out, nodes, problem } = self.state.into_inner();
        let written = match problem {
            Some(error) => Err(error),
            None => out.into_inner().map_err(io::IntoInnerError::into_error),
        };
        written.map_err(|error| Failure::unwritten(&self.path, &error))?.finish()?;
        if nodes > MOST_NODES {
            output::note(&format!("the trace has the first {MOST_NODES} of {nodes} nodes, the most that it may have"));
        }
        Ok(())
    }
}
