//! Paragraphs for a terminal.

use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

/// The columns that a paragraph may take on a wide terminal.
const MOST_COLUMNS: usize = 100;

/// A paragraph that begins with `label`; further lines are indented to match. It is
/// as wide as the terminal, or 80 columns if there is none.
pub(crate) fn wrapped(label: &str, text: &str) -> String {
    let indent = " ".repeat(label.chars().count());
    let options = Options::new(textwrap::termwidth().min(MOST_COLUMNS))
        .initial_indent(label)
        .subsequent_indent(&indent)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit)
        .break_words(false);
    let words: Vec<&str> = text.split_whitespace().collect();
    textwrap::fill(&words.join(" "), options) + "\n"
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn lines_end_before_the_margin() {
        let text = "word ".repeat(40);
        let out = wrapped(" 1. ", &text);
        assert!(out.lines().all(|line| line.len() <= 80 && !line.ends_with(' ')));
        assert!(out.lines().skip(1).all(|line| line.starts_with("    word")));
        assert_eq!(out.split_whitespace().count(), 41);
        assert_eq!(wrapped("", "a"), "a\n");
    }
}
