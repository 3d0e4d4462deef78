//! `equipoise rules`: the rules of a kind, with a small example, and pages of rules that users write;
//! `equipoise list`: the kinds, and the built-in puzzles.

mod check;
mod listed;

use crate::args::kind_parser;
use crate::failure::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::output::{self, look};
use crate::rule_files::{self, shown};
use crate::text::wrapped;
use crate::write::NewFile;
use clap::{Args, Subcommand};
use equipoise::puzzles::markdown::{self, Block};
use equipoise::puzzles::{self, Kind, View};
pub(crate) use listed::{List, builtin, list};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true, disable_help_subcommand = true)]
pub(crate) struct Rules {
    /// The kind of puzzle
    #[arg(value_name = "KIND", value_parser = kind_parser(), hide_possible_values = true, required = true)]
    of: Option<&'static Kind>,

    #[command(subcommand)]
    page: Option<Page>,
}

/// What can be done with a page of rules.
#[derive(Debug, Subcommand)]
enum Page {
    /// Write a sample page of rules, with remarks, to start your own from
    New {
        /// The file, such as mine.rules [default: standard output]
        file: Option<PathBuf>,

        /// Replace an existing file
        #[arg(long, requires = "file")]
        force: bool,
    },

    /// Say what is wrong with a page of rules, or else try it
    #[command(after_help = "\
It tries every board of some small puzzles and compares the solver with the rules,
makes a puzzle, and explains it.

Examples:
  equipoise rules check mine.rules
  equipoise rules check mine.rules --size 6 --seed 7

Exit status: 0 it works; 3 a mistake in the page; 10 a rule that should follow
from the others does not; 12 a limit was reached.")]
    Check(check::Check),
}

pub(crate) fn run(arguments: &Rules) -> Result<Exit, Failure> {
    match (&arguments.page, arguments.of) {
        (Some(Page::New { file: None, .. }), _) => Ok(output::print(play::SAMPLE_RULES.as_bytes())),
        (Some(Page::New { file: Some(file), force }), _) => {
            Interrupt::install(None);
            NewFile::create(file, *force)?.fill(play::SAMPLE_RULES)?;
            let folder = rule_files::folder().map(|folder| format!(" Pages in {} need no `--rules`.", shown(&folder)));
            output::note(&format!(
                "Change it, try it with `equipoise rules check {0}`, and use it with `--rules {0}`.{1}",
                shown(file),
                folder.unwrap_or_default()
            ));
            Ok(Exit::Fine)
        }
        (Some(Page::Check(check)), _) => check::run(check),
        (None, Some(kind)) => {
            let text = page(kind.rules_text) + &example(kind).unwrap_or_default() + &techniques(kind);
            Ok(output::print(text.as_bytes()))
        }
        (None, None) => Err(Failure::usage("expected a kind of puzzle, `new` or `check`")),
    }
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
    if kind.techniques.is_empty() {
        return String::new();
    }
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
