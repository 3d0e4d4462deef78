//! `equipoise lab tree`.

use super::args::Tree;
use super::write;
use crate::exit::Exit;
use crate::output;
use lab::tree::{self, TraceError};
use std::fs::File;
use std::io::BufReader;

pub(crate) fn run(arguments: &Tree) -> Exit {
    let file = File::open(&arguments.trace).map_err(TraceError::from);
    let tree = match file.and_then(|file| tree::Tree::read(BufReader::new(file))) {
        Ok(tree) => tree,
        Err(problem) => {
            output::error(&format!("{}: {problem}\n", arguments.trace.display()));
            return if matches!(problem, TraceError::Io(_)) { Exit::Failed } else { Exit::Invalid };
        }
    };
    let picture = tree::draw(&tree, arguments.max_nodes.get());
    match &arguments.out {
        None => output::print(picture.as_bytes()),
        Some(path) => write::file(path, &picture, arguments.force).err().unwrap_or(Exit::Fine),
    }
}
