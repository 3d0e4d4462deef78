//! `equipoise rules`: the rules of a kind, with a small example.

use crate::args::Rules;
use crate::exit::Exit;
use crate::output::{self, Look};
use crate::wrap::wrapped;
use equipoise::puzzles::{self, Kind, View};
use std::fmt::Write as _;

pub(crate) fn run(arguments: &Rules) -> Exit {
    let mut text = page(arguments.of.rules_text);
    if let Some(example) = example(arguments.of) {
        text.push_str(&example);
    }
    output::print(text.as_bytes())
}

/// Markdown for a terminal: paragraphs and items wrapped to its width, indented
/// text unchanged, and no markup.
pub(crate) fn page(markdown: &str) -> String {
    let mut text = String::new();
    let mut lines = markdown.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            // Fenced text stays as it is.
            for code in lines.by_ref().take_while(|line| !line.starts_with("```")) {
                let _ = writeln!(text, "    {code}");
            }
        } else if line.trim().is_empty() || line.starts_with("    ") {
            text.push_str(line);
            text.push('\n');
        } else if let Some(title) = line.strip_prefix('#') {
            let title = title.trim_start_matches('#').trim();
            let _ = writeln!(text, "{title}\n{}", "=".repeat(title.chars().count()));
        } else {
            let mut paragraph = line.to_owned();
            let goes_on =
                |line: &&str| !line.trim().is_empty() && !["- ", "#", "```"].iter().any(|mark| line.starts_with(mark));
            while let Some(more) = lines.next_if(goes_on) {
                paragraph.push(' ');
                paragraph.push_str(more.trim());
            }
            let (label, rest) = paragraph.split_at(if paragraph.starts_with("- ") { 2 } else { 0 });
            text.push_str(&wrapped(label, &rest.replace("**", "").replace('`', "")));
        }
    }
    text
}

/// The smallest built-in puzzle of the kind, with its solution.
fn example(kind: &Kind) -> Option<String> {
    let (name, document) = puzzles::example(kind)?;
    let look = Look::new(false);
    let draw = |board| look.draw(&document.puzzle.draw(&View::of(board))).ok();
    let (puzzle, solution) = (draw(&document.puzzle.givens())?, draw(document.solution.as_ref()?)?);
    Some(format!("\nFor example, {name}\n\n{puzzle}\nand its solution\n\n{solution}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_is_shown_without_its_marks() {
        let shown = page(
            "# Gap\n\nSome **bold**\nwords.\n\n- one `item`\n  goes on\n- two\n\n    as it\n     stands\n\n```text\na  b\n```\n",
        );
        let expected =
            "Gap\n===\n\nSome bold words.\n\n- one item goes on\n- two\n\n    as it\n     stands\n\n    a  b\n";
        assert_eq!(shown, expected);
    }
}
