//! `equipoise list`.

use crate::args::List;
use crate::exit::Exit;
use crate::output;
use equipoise::puzzles::{self, Document};
use serde_json::json;

pub(crate) fn run(arguments: &List) -> Exit {
    let lines = builtin().map(|(name, document)| {
        let kind = document.puzzle.kind();
        if arguments.json {
            format!("{}\n", json!({ "name": name, "puzzle": kind.name, "size": document.puzzle.size() }))
        } else {
            format!("{name:<24} {}, {}\n", kind.title, document.puzzle.size_in_words())
        }
    });
    output::print(lines.collect::<String>().as_bytes())
}

/// Every built-in puzzle, with its name.
pub(crate) fn builtin() -> impl Iterator<Item = (String, Document)> {
    puzzles::builtin_names().filter_map(|name| puzzles::builtin(&name).map(|document| (name, document)))
}
