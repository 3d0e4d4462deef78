//! Paragraphs for a terminal.

/// The columns that a paragraph may take.
const COLUMNS: usize = 80;

/// A paragraph that begins with `label`; further lines are indented as far.
pub(crate) fn wrapped(label: &str, text: &str) -> String {
    let indent = label.chars().count();
    let mut out = label.to_owned();
    let mut column = indent;
    for (i, word) in text.split_whitespace().enumerate() {
        let wide = word.chars().count();
        if i > 0 && column + 1 + wide > COLUMNS {
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            column = indent;
        } else if i > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += wide;
    }
    out.push('\n');
    out
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
