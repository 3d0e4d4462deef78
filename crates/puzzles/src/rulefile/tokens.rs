//! The words, numbers, texts and signs of a rule file.

use super::mistake::Mistake;
use super::syntax::Spot;

/// The largest file that is read.
const MOST_BYTES: usize = 64 * 1024;
/// The largest number that may be written.
const MOST_NUMBER: i64 = 1_000_000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Sort {
    Word(String),
    Number(i64),
    Text(String),
    Sign(&'static str),
    /// A word that begins a statement, at the beginning of a line.
    Start(&'static str),
    End,
}

#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) sort: Sort,
    pub(super) spot: Spot,
}

/// The words that begin statements.
pub(super) const STARTS: &[&str] =
    &["puzzle", "rules", "size", "parameter", "board", "values", "rule", "implied", "clue", "example"];

/// The longer signs come first.
const SIGNS: &[&str] =
    &["=>", "<>", "!=", "<=", ">=", "..", "<", ">", "=", "+", "-", "*", "/", "(", ")", "[", "]", ",", ":"];

/// The tokens of a text, and the example at its end with the number of its first line.
pub(super) type Tokens = (Vec<Token>, Option<(String, usize)>);

pub(super) fn tokens(source: &str) -> Result<Tokens, Mistake> {
    let whole = Spot { line: 1, column: 1, width: 1 };
    if source.len() > MOST_BYTES {
        let message = format!("the file has {} bytes; at most {MOST_BYTES} are read", source.len());
        return Err(Mistake::new("", whole, message));
    }
    if let Some((line, text)) = (1..).zip(source.lines()).find(|(_, text)| text.chars().any(is_forbidden)) {
        let column = text.chars().position(is_forbidden).unwrap_or(0) + 1;
        let message = "a control character; expected plain text";
        return Err(Mistake::new(&source.replace(is_forbidden, "?"), Spot { line, column, width: 1 }, message));
    }
    let mut found = Vec::new();
    let mut number = 0;
    for line in source.lines() {
        number += 1;
        if line.split_whitespace().next() == Some("example") {
            let text: String = source.lines().skip(number).flat_map(|line| [line, "\n"]).collect();
            found.push(end(number));
            return Ok((found, Some((text, number + 1))));
        }
        Line { source, line: number, chars: line.chars().collect(), at: 0 }.read(&mut found)?;
    }
    found.push(end(number.max(1)));
    Ok((found, None))
}

/// A short name for what a file says: its tokens, without the example.
pub(super) fn hash(tokens: &[Token]) -> String {
    // FNV-1a with 64 bits: the same everywhere.
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut add = |text: &str| {
        for byte in text.bytes().chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    };
    for token in tokens {
        match &token.sort {
            Sort::Word(word) => add(word),
            Sort::Number(number) => add(&number.to_string()),
            Sort::Text(text) => add(&format!("\"{text}\"")),
            Sort::Sign(sign) => add(sign),
            Sort::Start(start) => add(&format!("\n{start}")),
            Sort::End => {}
        }
    }
    format!("{hash:016x}")
}

fn end(line: usize) -> Token {
    Token { sort: Sort::End, spot: Spot { line, column: 1, width: 1 } }
}

/// Control characters, and those that turn the direction of writing.
fn is_forbidden(char: char) -> bool {
    (char.is_control() && char != '\t' && char != '\r')
        || matches!(char, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

struct Line<'a> {
    source: &'a str,
    line: usize,
    chars: Vec<char>,
    at: usize,
}

impl Line<'_> {
    fn read(mut self, found: &mut Vec<Token>) -> Result<(), Mistake> {
        let first = found.len();
        while let Some(&char) = self.chars.get(self.at) {
            let start = self.at;
            let sort = if char.is_whitespace() {
                self.at += 1;
                continue;
            } else if char == '#' {
                break;
            } else if char == '"' {
                self.text()?
            } else if char.is_ascii_digit() {
                self.number()?
            } else if char.is_alphabetic() {
                let word = self.take(|char| char.is_alphanumeric() || char == '_');
                let begins = STARTS.iter().find(|begin| **begin == word).filter(|_| found.len() == first);
                begins.map_or(Sort::Word(word), |begin| Sort::Start(begin))
            } else {
                self.sign()?
            };
            let width = self.at - start;
            let header = sort == Sort::Start("puzzle");
            found.push(Token { sort, spot: self.spot(start, width) });
            if header {
                let rest: String = self.chars[self.at..].iter().collect();
                let rest = rest.split('#').next().unwrap_or("").trim().to_owned();
                let (start, width) = (self.at + 1, rest.chars().count());
                found.push(Token { sort: Sort::Text(rest), spot: self.spot(start, width.max(1)) });
                break;
            }
        }
        Ok(())
    }

    fn spot(&self, start: usize, width: usize) -> Spot {
        Spot { line: self.line, column: start + 1, width }
    }

    fn take(&mut self, is_part: impl Fn(char) -> bool) -> String {
        let taken: String = self.chars[self.at..].iter().copied().take_while(|&char| is_part(char)).collect();
        self.at += taken.chars().count();
        taken
    }

    fn text(&mut self) -> Result<Sort, Mistake> {
        let start = self.at;
        self.at += 1;
        let text = self.take(|char| char != '"');
        if self.at == self.chars.len() {
            let spot = self.spot(start, self.at - start);
            return Err(Mistake::new(self.source, spot, "the text does not end; expected `\"` on the same line"));
        }
        self.at += 1;
        Ok(Sort::Text(text))
    }

    fn number(&mut self) -> Result<Sort, Mistake> {
        let start = self.at;
        let digits = self.take(|char| char.is_ascii_digit());
        let number = digits.parse().ok().filter(|&number: &i64| number <= MOST_NUMBER);
        number.map(Sort::Number).ok_or_else(|| {
            let message = format!("this number is too large; numbers go up to {MOST_NUMBER}");
            Mistake::new(self.source, self.spot(start, self.at - start), message)
        })
    }

    fn sign(&mut self) -> Result<Sort, Mistake> {
        let rest: String = self.chars[self.at..].iter().take(2).collect();
        let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) else {
            let message = format!("`{}` means nothing here", self.chars[self.at]);
            return Err(Mistake::new(self.source, self.spot(self.at, 1), message));
        };
        self.at += sign.len();
        Ok(Sort::Sign(sign))
    }
}
