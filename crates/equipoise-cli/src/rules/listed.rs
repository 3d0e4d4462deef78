//! `equipoise list`: the built-in puzzles, and the kinds.

use crate::failure::Exit;
use crate::output;
use crate::rule_files::{origin, shown};
use clap::Args;
use equipoise::puzzles::{self, Document, KINDS, Kind};
use play::lessons;
use serde_json::json;

#[derive(Debug, Args)]
pub(crate) struct List {
    /// List the kinds of puzzles instead
    #[arg(long)]
    kinds: bool,

    /// Print a JSON object for each puzzle or kind, one per line
    #[arg(long)]
    json: bool,
}

pub(crate) fn list(arguments: &List) -> Exit {
    if arguments.kinds {
        let line = |kind: &&'static Kind| if arguments.json { in_json(kind) } else { in_words(kind) };
        return output::print(KINDS.iter().map(line).collect::<String>().as_bytes());
    }
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

/// `futoshiki      Futoshiki, sizes 4 to 7, usually 5`.
fn in_words(kind: &'static Kind) -> String {
    let sizes = kind.making.offered;
    let is_range = sizes.windows(2).all(|two| two[0] + 1 == two[1]);
    let all: Vec<String> = sizes.iter().map(usize::to_string).collect();
    let sizes = match sizes {
        [] => String::new(),
        [only] => format!(", size {only}"),
        [first, .., last] if is_range => format!(", sizes {first} to {last}"),
        _ => format!(", sizes {}", all.join(", ")),
    };
    let usual = if all.len() > 1 { format!(", usually {}", kind.making.size) } else { String::new() };
    let from = origin(kind).map_or_else(String::new, |path| format!("; from {}", shown(&path)));
    format!("{:<24} {}{sizes}{usual}{from}\n", kind.name, kind.title)
}

fn in_json(kind: &'static Kind) -> String {
    let object = json!({
        "name": kind.name,
        "title": kind.title,
        "aliases": kind.aliases,
        "sizes": kind.making.offered,
        "usual": kind.making.size,
        "lessons": lessons::course(kind).iter().filter(|lesson| lesson.has_positions()).count(),
        "rules": kind.rules_hash(),
        "file": origin(kind).map(|path| path.display().to_string()),
    });
    crate::text::json_line(&object)
}
