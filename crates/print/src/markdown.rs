//! The rules of a kind as blocks of text.

use crate::font::Face;
use crate::typeset::Run;

/// A block of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Block {
    Paragraph(Vec<Run>),
    /// An item of a list, with its bullet or number.
    Item(String, Vec<Run>),
    /// Lines that stay as they are.
    Verbatim(Vec<String>),
}

/// The blocks of a Markdown text from its title to the next heading. (What
/// comes after it in the rules is about files.)
pub(crate) fn blocks(markdown: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = markdown.lines().skip_while(|line| line.starts_with("# ") || line.trim().is_empty()).peekable();
    while let Some(line) = lines.next() {
        if line.starts_with('#') {
            break;
        }
        if line.starts_with("```") {
            let code = lines.by_ref().take_while(|line| !line.starts_with("```"));
            blocks.push(Block::Verbatim(code.map(str::to_owned).collect()));
        } else if let Some(code) = line.strip_prefix("    ") {
            let mut code = vec![code.to_owned()];
            while let Some(line) = lines.next_if(|line| line.starts_with("    ")) {
                code.push(line[4..].to_owned());
            }
            blocks.push(Block::Verbatim(code));
        } else if !line.trim().is_empty() {
            let mut text = line.to_owned();
            while let Some(more) = lines.next_if(|line| goes_on(line)) {
                text.push(' ');
                text.push_str(more.trim());
            }
            blocks.push(match bullet(&text) {
                Some((label, rest)) => Block::Item(label, runs(rest)),
                None => Block::Paragraph(runs(&text)),
            });
        }
    }
    blocks
}

/// Whether a line goes on with the paragraph or item before it.
fn goes_on(line: &str) -> bool {
    !line.trim().is_empty() && bullet(line).is_none() && !line.starts_with('#') && !line.starts_with("```")
}

/// The bullet or number that an item begins with, and the rest.
fn bullet(line: &str) -> Option<(String, &str)> {
    if let Some(rest) = line.strip_prefix("- ") {
        return Some(("\u{2022}".to_owned(), rest));
    }
    let (number, rest) = line.split_once(". ")?;
    number.parse::<u8>().ok().map(|number| (format!("{number}."), rest))
}

/// A text with `**bold**` and `` `code` `` in it.
fn runs(text: &str) -> Vec<Run> {
    let mut runs = Vec::new();
    for (i, part) in text.split("**").enumerate() {
        let face = if i % 2 == 1 { Face::Bold } else { Face::Plain };
        for (j, part) in part.split('`').enumerate() {
            if !part.is_empty() {
                runs.push(Run::new(if j % 2 == 1 { Face::Mono } else { face }, part));
            }
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzles::KINDS;

    #[test]
    fn rules_are_read_up_to_the_next_heading() {
        let text = "# Gap\n\nSome **bold**\nwords.\n\n- one `item`\n  goes on\n- two\n1. three\n\n    as it\n     stands\n\n```text\na  b\n```\n## Files\n\nno\n";
        let plain = |text| Run::new(Face::Plain, text);
        let expected = [
            Block::Paragraph(vec![plain("Some "), Run::new(Face::Bold, "bold"), plain(" words.")]),
            Block::Item("•".to_owned(), vec![plain("one "), Run::new(Face::Mono, "item"), plain(" goes on")]),
            Block::Item("•".to_owned(), vec![plain("two")]),
            Block::Item("1.".to_owned(), vec![plain("three")]),
            Block::Verbatim(vec!["as it".to_owned(), " stands".to_owned()]),
            Block::Verbatim(vec!["a  b".to_owned()]),
        ];
        assert_eq!(blocks(text), expected);
    }

    #[test]
    fn the_rules_of_every_kind_can_be_printed() {
        for kind in KINDS {
            let blocks = blocks(kind.rules_text);
            assert!(blocks.len() >= 2, "{}", kind.name);
            for block in &blocks {
                let (Block::Paragraph(runs) | Block::Item(_, runs)) = block else { continue };
                assert!(runs.iter().all(|run| !run.text.contains('\u{fffd}')), "{block:?}");
            }
        }
    }
}
