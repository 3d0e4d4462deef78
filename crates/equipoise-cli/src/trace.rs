//! `solve --trace FILE`: the search tree of one puzzle, written as it grows.

use crate::failure::Failure;
use crate::output;
use crate::write::NewFile;
use equipoise::studio::{MOST_NODES, Searched, TreeNode, trace_line};
use std::cell::RefCell;
use std::io::{self, BufWriter, Write};
use std::sync::{Mutex, PoisonError};

/// The file for the trace, until a puzzle takes it.
pub(crate) type Slot = Mutex<Option<NewFile>>;

/// Writes the nodes of a search.
#[derive(Debug)]
pub(crate) struct TraceWriter(RefCell<State>);

#[derive(Debug)]
struct State {
    out: BufWriter<NewFile>,
    nodes: u64,
    /// The search goes on when the disk is full; the error is reported at the end.
    written: io::Result<()>,
}

impl TraceWriter {
    /// Begins the trace of a puzzle; only one can have it.
    pub(crate) fn open(slot: &Slot, searched: &Searched) -> Result<TraceWriter, Failure> {
        let file = slot.lock().unwrap_or_else(PoisonError::into_inner).take();
        let file = file.ok_or_else(|| Failure::usage("--trace takes the tree of one puzzle only"))?;
        let mut out = BufWriter::new(file);
        let written = out.write_all(trace_line(searched).as_bytes());
        Ok(TraceWriter(RefCell::new(State { out, nodes: 0, written })))
    }

    /// Writes a node, unless there are too many for a file.
    pub(crate) fn write(&self, node: &TreeNode<String>) {
        let State { out, nodes, written } = &mut *self.0.borrow_mut();
        *nodes += 1;
        if written.is_ok() && *nodes <= MOST_NODES {
            *written = out.write_all(trace_line(node).as_bytes());
        }
    }

    pub(crate) fn finish(self) -> Result<(), Failure> {
        let State { mut out, nodes, written } = self.0.into_inner();
        let written = written.and_then(|()| out.flush());
        let (file, _) = out.into_parts();
        written.map_err(|error| Failure::unwritten(file.path(), &error))?;
        file.finish()?;
        if nodes > MOST_NODES {
            output::note(&format!("the trace has the first {MOST_NODES} of {nodes} nodes, the most that it may have"));
        }
        Ok(())
    }
}
