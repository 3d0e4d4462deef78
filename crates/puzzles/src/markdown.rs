//! Markdown as blocks and spans, as far as the rules of the kinds use it. A terminal, a
//! book and a page each show the same blocks in their own way.

/// A block of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A heading.
    Heading(String),
    /// A paragraph.
    Paragraph(Vec<Span>),
    /// An item of a list; its number, if the list has numbers.
    Item(Option<u8>, Vec<Span>),
    /// Lines that stay as they are.
    Verbatim(Vec<String>),
}

/// A stretch of text that looks the same all along.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// How it looks.
    pub face: Face,
    /// What it says.
    pub text: String,
}

/// How a span looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Face {
    /// Like most text.
    Plain,
    /// `**bold**`.
    Bold,
    /// `` `code` ``.
    Code,
}

/// The blocks of a text.
pub fn blocks(markdown: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = markdown.lines().peekable();
    while let Some(line) = lines.next() {
        if line.trim().is_empty() {
            continue;
        } else if line.starts_with("```") {
            let code = lines.by_ref().take_while(|line| !line.starts_with("```"));
            blocks.push(Block::Verbatim(code.map(str::to_owned).collect()));
        } else if let Some(code) = line.strip_prefix("    ") {
            let mut code = vec![code.to_owned()];
            while let Some(more) = lines.next_if(|line| line.starts_with("    ")) {
                code.push(more[4..].to_owned());
            }
            blocks.push(Block::Verbatim(code));
        } else if line.starts_with('#') {
            blocks.push(Block::Heading(line.trim_start_matches('#').trim().to_owned()));
        } else {
            let (number, first) = item(line).unwrap_or((None, line));
            let mut text = first.to_owned();
            while let Some(more) = lines.next_if(|line| goes_on(line)) {
                text = text + " " + more.trim();
            }
            let is_item = item(line).is_some();
            blocks.push(if is_item { Block::Item(number, spans(&text)) } else { Block::Paragraph(spans(&text)) });
        }
    }
    blocks
}

/// The rules alone: what comes between the title and the next heading. (What comes after
/// that is about files.)
pub fn rules(markdown: &str) -> impl Iterator<Item = Block> {
    blocks(markdown).into_iter().skip(1).take_while(|block| !matches!(block, Block::Heading(_)))
}

/// A text without its looks.
pub fn plain(spans: &[Span]) -> String {
    spans.iter().map(|span| span.text.as_str()).collect()
}

/// Whether a line goes on with the paragraph or item before it.
fn goes_on(line: &str) -> bool {
    !line.trim().is_empty() && item(line).is_none() && !line.starts_with('#') && !line.starts_with("```")
}

/// The number of an item, if it has one, and its text.
fn item(line: &str) -> Option<(Option<u8>, &str)> {
    if let Some(text) = line.strip_prefix("- ") {
        return Some((None, text));
    }
    let (number, text) = line.split_once(". ")?;
    Some((Some(number.parse().ok()?), text))
}

fn spans(text: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    for (i, part) in text.split("**").enumerate() {
        for (j, part) in part.split('`').enumerate().filter(|(_, part)| !part.is_empty()) {
            let face = match (i % 2, j % 2) {
                (_, 1) => Face::Code,
                (1, _) => Face::Bold,
                _ => Face::Plain,
            };
            spans.push(Span { face, text: part.to_owned() });
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_told_apart() {
        let text = "# Gap\n\nSome **bold**\nwords.\n\n- one `item`\n  goes on\n- two\n1. three\n\n    as it\n     \
                    stands\n\n```text\na  b\n```\n## Files\n\nno\n";
        let span = |face, text: &str| Span { face, text: text.to_owned() };
        let words = |text| vec![span(Face::Plain, text)];
        let expected = [
            Block::Heading("Gap".to_owned()),
            Block::Paragraph(vec![span(Face::Plain, "Some "), span(Face::Bold, "bold"), span(Face::Plain, " words.")]),
            Block::Item(None, vec![span(Face::Plain, "one "), span(Face::Code, "item"), span(Face::Plain, " goes on")]),
            Block::Item(None, words("two")),
            Block::Item(Some(1), words("three")),
            Block::Verbatim(vec!["as it".to_owned(), " stands".to_owned()]),
            Block::Verbatim(vec!["a  b".to_owned()]),
            Block::Heading("Files".to_owned()),
            Block::Paragraph(words("no")),
        ];
        assert_eq!(blocks(text), expected);
        assert!(rules(text).eq(expected[1..7].iter().cloned()));
    }

    #[test]
    fn every_kind_has_rules() {
        for kind in crate::KINDS {
            assert!(
                matches!(&blocks(kind.rules_text)[0], Block::Heading(title) if title == kind.title),
                "{}",
                kind.name
            );
            assert!(rules(kind.rules_text).count() >= 2, "{}", kind.name);
        }
    }
}
