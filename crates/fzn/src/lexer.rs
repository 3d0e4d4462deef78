//! FlatZinc as words and signs.

use crate::error::Problem;

/// A word, a number or a sign.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Token<'t> {
    Name(&'t str),
    Int(i64),
    Float(f64),
    /// A string: nothing here depends on what it says.
    Text,
    /// One of `()[]{},;:=`.
    Sign(u8),
    /// `::`
    DoubleColon,
    /// `..`
    Dots,
    End,
}

impl std::fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Token::Name(name) => write!(f, "`{name}`"),
            Token::Int(number) => write!(f, "`{number}`"),
            Token::Float(number) => write!(f, "`{number:?}`"),
            Token::Text => f.write_str("a string"),
            Token::Sign(sign) => write!(f, "`{}`", char::from(*sign)),
            Token::DoubleColon => f.write_str("`::`"),
            Token::Dots => f.write_str("`..`"),
            Token::End => f.write_str("the end of the file"),
        }
    }
}

/// Reads tokens one after the other.
#[derive(Debug)]
pub(crate) struct Lexer<'t> {
    text: &'t str,
    position: usize,
}

impl<'t> Lexer<'t> {
    pub(crate) fn new(text: &'t str) -> Lexer<'t> {
        Lexer { text, position: 0 }
    }

    fn byte(&self, offset: usize) -> u8 {
        self.text.as_bytes().get(self.position + offset).copied().unwrap_or(0)
    }

    /// Goes on while `belongs`, and returns what was passed.
    fn pass(&mut self, belongs: impl Fn(u8) -> bool) -> &'t str {
        let rest = &self.text.as_bytes()[self.position..];
        let length = rest.iter().position(|&byte| !belongs(byte)).unwrap_or(rest.len());
        let start = self.position;
        self.position += length;
        &self.text[start..self.position]
    }

    /// The next token and where it begins.
    pub(crate) fn next(&mut self) -> Result<(Token<'t>, usize), Problem> {
        loop {
            self.pass(|byte| byte.is_ascii_whitespace());
            if self.byte(0) != b'%' {
                break;
            }
            self.pass(|byte| byte != b'\n');
        }
        let at = self.position;
        if at == self.text.len() {
            return Ok((Token::End, at));
        }
        let token = match self.byte(0) {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                Token::Name(self.pass(|byte| byte.is_ascii_alphanumeric() || byte == b'_'))
            }
            b'0'..=b'9' => self.number(at)?,
            b'-' | b'+' if self.byte(1).is_ascii_digit() => self.number(at)?,
            b'"' => self.string(at)?,
            b':' if self.byte(1) == b':' => {
                self.position += 2;
                Token::DoubleColon
            }
            b'.' if self.byte(1) == b'.' => {
                self.position += 2;
                Token::Dots
            }
            sign @ (b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b';' | b':' | b'=') => {
                self.position += 1;
                Token::Sign(sign)
            }
            _ => {
                let stranger = self.text[at..].chars().next().unwrap_or(' ');
                return Err(Problem::wrong(at, format!("`{}` has no meaning here", stranger.escape_default())));
            }
        };
        Ok((token, at))
    }

    fn number(&mut self, at: usize) -> Result<Token<'t>, Problem> {
        let negative = self.byte(0) == b'-';
        if matches!(self.byte(0), b'-' | b'+') {
            self.position += 1;
        }
        let radix = match (self.byte(0), self.byte(1)) {
            (b'0', b'x') => 16,
            (b'0', b'o') => 8,
            _ => 10,
        };
        if radix != 10 {
            self.position += 2;
            let digits = self.pass(|byte| byte.is_ascii_hexdigit());
            return whole(digits, radix, negative, at);
        }
        let start = self.position;
        self.pass(|byte| byte.is_ascii_digit());
        let mut is_float = false;
        // `1..3` is a range, `1.3` a number.
        if self.byte(0) == b'.' && self.byte(1).is_ascii_digit() {
            is_float = true;
            self.position += 1;
            self.pass(|byte| byte.is_ascii_digit());
        }
        let signed = usize::from(matches!(self.byte(1), b'-' | b'+'));
        if matches!(self.byte(0), b'e' | b'E') && self.byte(1 + signed).is_ascii_digit() {
            is_float = true;
            self.position += 1 + signed;
            self.pass(|byte| byte.is_ascii_digit());
        }
        let digits = &self.text[start..self.position];
        if !is_float {
            return whole(digits, 10, negative, at);
        }
        let number: f64 = digits.parse().map_err(|_| Problem::wrong(at, format!("`{digits}` is no number")))?;
        Ok(Token::Float(if negative { -number } else { number }))
    }

    fn string(&mut self, at: usize) -> Result<Token<'t>, Problem> {
        self.position += 1;
        loop {
            self.pass(|byte| !matches!(byte, b'"' | b'\\' | b'\n'));
            match self.byte(0) {
                b'"' => break,
                b'\\' if self.position + 1 < self.text.len() => {
                    self.position += 1;
                    let escaped = self.text[self.position..].chars().next().map_or(1, char::len_utf8);
                    self.position += escaped;
                }
                _ => return Err(Problem::wrong(at, "this string has no end on its line")),
            }
        }
        self.position += 1;
        Ok(Token::Text)
    }
}

fn whole<'t>(digits: &str, radix: u32, negative: bool, at: usize) -> Result<Token<'t>, Problem> {
    let number = i128::from_str_radix(digits, radix).ok().map(|number| if negative { -number } else { number });
    let number = number.and_then(|number| i64::try_from(number).ok());
    number.map(Token::Int).ok_or_else(|| Problem::wrong(at, format!("`{digits}` is no whole number of 64 bits")))
}
