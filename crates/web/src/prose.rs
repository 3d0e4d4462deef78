//! The rules of a kind as blocks of text, from their Markdown.

/// A block of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A paragraph.
    Paragraph(String),
    /// A list.
    List(Vec<String>),
}

/// The rules themselves: what comes between the title and the first section, which is about files.
pub fn rules(markdown: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let body = markdown.lines().skip_while(|line| line.starts_with("# ") || line.is_empty());
    let lines: Vec<&str> = body.take_while(|line| !line.starts_with("## ")).collect();
    for chunk in lines.split(|line| line.trim().is_empty()).filter(|chunk| !chunk.is_empty()) {
        let mut items: Vec<String> = Vec::new();
        let mut words = String::new();
        for line in chunk {
            match (item(line), items.last_mut()) {
                (Some(item), _) => items.push(plain(item)),
                (None, Some(item)) => *item = format!("{item} {}", plain(line.trim())),
                (None, None) => words = format!("{words} {}", plain(line.trim())),
            }
        }
        if !words.is_empty() {
            blocks.push(Block::Paragraph(words.trim().to_owned()));
        }
        if !items.is_empty() {
            blocks.push(Block::List(items));
        }
    }
    blocks
}

/// What follows the sign of a list, `- ` or `1. `.
fn item(line: &str) -> Option<&str> {
    let numbered = || line.split_once(". ").filter(|(number, _)| number.parse::<u8>().is_ok()).map(|(_, item)| item);
    line.strip_prefix("- ").or_else(numbered)
}

fn plain(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, '`' | '*')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_and_lists_are_told_apart() {
        let text = "# T\n\nFill *some*\ncells so that\n\n- one;\n- two\n  lines.\n\nEnd.\n\n## Files\n\nNo.\n";
        let list = Block::List(vec!["one;".to_owned(), "two lines.".to_owned()]);
        let paragraph = |text: &str| Block::Paragraph(text.to_owned());
        assert_eq!(rules(text), [paragraph("Fill some cells so that"), list, paragraph("End.")]);
    }

    #[test]
    fn every_kind_has_rules() {
        for kind in puzzles::KINDS {
            assert!(rules(kind.rules_text).len() > 1, "{}", kind.name);
        }
    }
}
