//! `equipoise rules`: the rules of a kind, with a small example; `equipoise list`: the built-in puzzles.

use crate::args::kind_parser;
use crate::failure::Exit;
use crate::output::{self, look};
use crate::text::wrapped;
use clap::Args;
use equipoise::puzzles::markdown::{self, Block};
use equipoise::puzzles::{self, Document, Kind, View};
use serde_json::json;

#[derive(Debug, Args)]
pub(crate) struct Rules {
    /// The kind of puzzle
    #[arg(value_name = "KIND", value_parser = kind_parser())]
    of: &'static Kind,
}

#[derive(Debug, Args)]
pub(crate) struct List {
    /// Print a JSON object for each puzzle, one per line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Rules) -> Exit {
    let kind = arguments.of;
    let text = page(kind.rules_text) + &example(kind).unwrap_or_default() + &techniques(kind);
    output::print(text.as_bytes())
}

/// Markdown for a terminal: paragraphs and items wrapped to its width, what stays as it is
/// indented, and no markup.
pub(crate) fn page(markdown: &str) -> String {
    let mut text = String::new();
    let mut in_list = false;
    for block in markdown::blocks(markdown) {
        let is_item = matches!(block, Block::Item(..));
        if !(text.is_empty() || in_list && is_item) {
            text.push('\n');
        }
        in_list = is_item;
        text += &match block {
            Block::Heading(title) => format!("{title}\n{}\n", "=".repeat(title.chars().count())),
            Block::Paragraph(spans) => wrapped("", &markdown::plain(&spans)),
            Block::Item(None, spans) => wrapped("- ", &markdown::plain(&spans)),
            Block::Item(Some(number), spans) => wrapped(&format!("{number}. "), &markdown::plain(&spans)),
            Block::Verbatim(lines) => lines.iter().map(|line| format!("    {line}\n")).collect(),
        };
    }
    text
}

/// How people solve such puzzles: each technique in a sentence.
fn techniques(kind: &Kind) -> String {
    let told =
        kind.techniques.iter().map(|technique| wrapped("- ", &format!("{}: {}", technique.name, technique.says)));
    format!("\nTechniques, from the easiest:\n\n{}", told.collect::<String>())
}

/// The smallest built-in puzzle of the kind, with its solution.
fn example(kind: &Kind) -> Option<String> {
    let (name, document) = puzzles::example(kind)?;
    let look = look(false);
    let draw = |board| look.render(&document.puzzle.draw(&View::of(board))).ok();
    let (puzzle, solution) = (draw(&document.puzzle.givens())?, draw(document.solution.as_ref()?)?);
    Some(format!("\nFor example, {name}\n\n{puzzle}\nand its solution\n\n{solution}"))
}

pub(crate) fn list(arguments: &List) -> Exit {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_is_shown_without_its_marks() {
        let shown = page(
            "# Gap\n\nSome **bold**\nwords.\n\n1. one `item`\n  goes on\n2. two\n\n- three\n\n    as it\n     stands\n\n```text\na  b\n```\n",
        );
        let expected = "Gap\n===\n\nSome bold words.\n\n1. one item goes on\n2. two\n- three\n\n    as it\n     stands\n\n    a  b\n";
        assert_eq!(shown, expected);
    }
}
