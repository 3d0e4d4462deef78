//! Prolog data: terms, and the clauses of a file.
//!
//! As much of the grammar as the papers' data needs: integers, atoms,
//! variables, lists, compound terms, `A = B`, `Head :- Goal, Goal.` and comments.

use crate::{Fault, Location, ReadError};
use std::fmt;

/// A term, with the line and column where it begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// What it is.
    pub shape: TermShape,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
}

/// What a term is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TermShape {
    /// A number.
    Integer(i64),
    /// A variable by name; `_` is a new one each time.
    Variable(String),
    /// A list.
    List(Vec<Term>),
    /// `name(arguments)`, or an atom when there are none.
    Compound(String, Vec<Term>),
}

/// `Head.` or `Head :- Goals.` or `Goals.`: the terms between two full stops.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    /// The head of a rule; `None` when there is no `:-`.
    pub head: Option<Term>,
    /// The goals: for a fact, the fact alone. `A = B` is a compound named `=`.
    pub goals: Vec<Term>,
}

impl Clause {
    /// The term itself, or when it is a variable what a goal `Name = Term`
    /// binds it to.
    pub fn resolve<'c>(&'c self, term: &'c Term) -> Option<&'c Term> {
        let TermShape::Variable(variable) = &term.shape else { return Some(term) };
        self.goals.iter().find_map(|goal| match goal.arguments::<2>("=")? {
            [Term { shape: TermShape::Variable(name), .. }, bound] if name == variable => Some(bound),
            _ => None,
        })
    }
}

impl Term {
    /// Where it begins.
    pub fn place(&self) -> Location {
        Location::at(self.line, self.column)
    }

    /// An error about this term.
    pub fn error(&self, message: impl Into<String>) -> ReadError {
        ReadError::at(Fault::Shape, self.line, self.column, message)
    }

    /// The items of a list.
    ///
    /// # Errors
    /// When it is not a list; `what` says what was expected.
    pub fn items(&self, what: &str) -> Result<&[Term], ReadError> {
        match &self.shape {
            TermShape::List(items) => Ok(items),
            _ => Err(self.error(format!("expected {what}, found {self}"))),
        }
    }

    /// A number within `range`.
    ///
    /// # Errors
    /// When it is anything else; `what` says what was expected.
    pub fn integer(&self, what: &str, range: std::ops::RangeInclusive<i32>) -> Result<i32, ReadError> {
        let number = match self.shape {
            TermShape::Integer(number) => i32::try_from(number).ok(),
            _ => None,
        };
        number.filter(|number| range.contains(number)).ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            self.error(format!("expected {what}, a whole number from {least} to {most}, found {self}"))
        })
    }

    /// The arguments, when it is `name(...)` with this many of them.
    pub fn arguments<const N: usize>(&self, name: &str) -> Option<&[Term; N]> {
        match &self.shape {
            TermShape::Compound(own, arguments) if own == name => arguments.as_slice().try_into().ok(),
            _ => None,
        }
    }

    /// Whether it is a variable or an atom: the papers' signs for a blank.
    pub fn is_blank(&self) -> bool {
        match &self.shape {
            TermShape::Variable(_) => true,
            TermShape::Compound(_, arguments) => arguments.is_empty(),
            _ => false,
        }
    }
}

impl fmt::Display for Term {
    /// The beginning of the term: enough to recognise it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.shape {
            TermShape::Integer(number) => write!(f, "{number}"),
            TermShape::Variable(name) => write!(f, "{name}"),
            TermShape::List(items) => write!(f, "a list of {}", items.len()),
            TermShape::Compound(name, arguments) if arguments.is_empty() => write!(f, "{name}"),
            TermShape::Compound(name, arguments) => write!(f, "{name}/{}", arguments.len()),
        }
    }
}

/// The deepest nesting that is read.
const MOST_DEPTH: usize = 256;

/// Reads all clauses of a file.
///
/// # Errors
/// What is wrong with the grammar, with its line and column.
pub fn read(text: &str) -> Result<Vec<Clause>, ReadError> {
    let mut reader = Reader { rest: text, line: 1, column: 1 };
    let mut clauses = Vec::new();
    reader.skip_blanks()?;
    while !reader.rest.is_empty() {
        if let Some(clause) = reader.clause()? {
            clauses.push(clause);
        }
        reader.skip_blanks()?;
    }
    Ok(clauses)
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl<'a> Reader<'a> {
    fn error(&self, message: impl Into<String>) -> ReadError {
        ReadError::at(Fault::Syntax, self.line, self.column, message)
    }

    fn found(&self) -> String {
        self.rest.chars().next().map_or("the end".to_owned(), |c| format!("{c:?}"))
    }

    fn advance(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        for c in taken.chars() {
            if c == '\n' {
                self.line += 1;
                self.column = 1;
            } else {
                self.column += 1;
            }
        }
        self.rest = rest;
        taken
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !wanted(c)).unwrap_or(self.rest.len());
        self.advance(end)
    }

    /// Takes `token` if it comes next, and the blanks after it.
    fn eat(&mut self, token: &str) -> Result<bool, ReadError> {
        if !self.rest.starts_with(token) {
            return Ok(false);
        }
        self.advance(token.len());
        self.skip_blanks()?;
        Ok(true)
    }

    fn expect(&mut self, token: &str, why: &str) -> Result<(), ReadError> {
        if self.eat(token)? {
            Ok(())
        } else {
            Err(self.error(format!("expected `{token}` {why}, found {}", self.found())))
        }
    }

    /// Skips white space and comments.
    fn skip_blanks(&mut self) -> Result<(), ReadError> {
        loop {
            self.take_while(char::is_whitespace);
            if self.rest.starts_with('%') {
                self.take_while(|c| c != '\n');
            } else if self.rest.starts_with("/*") {
                let Some(end) = self.rest.find("*/") else {
                    return Err(self.error("this comment has no end: expected `*/`"));
                };
                self.advance(end + 2);
            } else {
                return Ok(());
            }
        }
    }

    /// A clause; `None` for a directive (`:- use_module(...)`), which is not
    /// data.
    fn clause(&mut self) -> Result<Option<Clause>, ReadError> {
        let directive = self.eat(":-")?;
        let mut goals = vec![self.goal()?];
        let mut head = None;
        if !directive && self.eat(":-")? {
            head = goals.pop();
            goals.push(self.goal()?);
        }
        while self.eat(",")? {
            goals.push(self.goal()?);
        }
        self.expect(".", "at the end of a clause")?;
        Ok((!directive).then_some(Clause { head, goals }))
    }

    /// A term, or `term = term`.
    fn goal(&mut self) -> Result<Term, ReadError> {
        let left = self.term(0)?;
        if !self.eat("=")? {
            return Ok(left);
        }
        let right = self.term(0)?;
        let (line, column) = (left.line, left.column);
        Ok(Term { shape: TermShape::Compound("=".to_owned(), vec![left, right]), line, column })
    }

    fn term(&mut self, depth: usize) -> Result<Term, ReadError> {
        if depth > MOST_DEPTH {
            let message = format!("nested deeper than {MOST_DEPTH} levels");
            return Err(ReadError::at(Fault::Limit, self.line, self.column, message));
        }
        let (line, column) = (self.line, self.column);
        let shape = match self.rest.chars().next() {
            Some('[') => {
                self.eat("[")?;
                TermShape::List(self.sequence("]", depth)?)
            }
            Some('-' | '0'..='9') => TermShape::Integer(self.integer()?),
            Some(c) if c == '_' || c.is_uppercase() => TermShape::Variable(self.name()?),
            Some(c) if c == '\'' || c.is_alphabetic() => {
                let name = self.name()?;
                let arguments = if self.eat("(")? { self.sequence(")", depth)? } else { Vec::new() };
                TermShape::Compound(name, arguments)
            }
            _ => {
                let message = format!("expected a number, a name, a variable or a list, found {}", self.found());
                return Err(self.error(message));
            }
        };
        Ok(Term { shape, line, column })
    }

    /// Terms separated by commas up to `end`.
    fn sequence(&mut self, end: &str, depth: usize) -> Result<Vec<Term>, ReadError> {
        let mut terms = Vec::new();
        if self.eat(end)? {
            return Ok(terms);
        }
        loop {
            terms.push(self.term(depth + 1)?);
            if !self.eat(",")? {
                self.expect(end, "or `,`")?;
                return Ok(terms);
            }
        }
    }

    fn integer(&mut self) -> Result<i64, ReadError> {
        let start = self.rest;
        let mut error = self.error("");
        if self.rest.starts_with('-') {
            self.advance(1);
        }
        self.take_while(|c| c.is_ascii_digit());
        let text = &start[..start.len() - self.rest.len()];
        let number = text.parse().map_err(|_| {
            let shown = if text.len() > 24 { "a number of many digits" } else { text };
            error.message = format!("expected a whole number within 64 bits, found {shown}");
            error
        })?;
        self.skip_blanks()?;
        Ok(number)
    }

    fn name(&mut self) -> Result<String, ReadError> {
        let name = if self.rest.starts_with('\'') {
            self.advance(1);
            let name = self.take_while(|c| c != '\'' && c != '\n');
            if !self.rest.starts_with('\'') {
                return Err(self.error("this quoted name has no end: expected `'`"));
            }
            self.advance(1);
            name
        } else {
            self.take_while(|c| c.is_alphanumeric() || c == '_')
        };
        self.skip_blanks()?;
        Ok(name.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_the_papers_print() {
        let text = "% data\n:- use_module(library(clpfd)).\npuzzle6([weight(-3,_), branch(1,[weight(-1, _)])]).\n\
                    test :- V = [[V1],[V2, x]], T = [], trid(V, T). /* end */";
        let clauses = read(text).unwrap();
        assert_eq!(clauses.len(), 2);
        let [puzzle] = clauses[0].goals.as_slice() else { panic!() };
        let [tree] = puzzle.arguments::<1>("puzzle6").unwrap();
        assert_eq!(tree.items("a tree").unwrap().len(), 2);
        assert_eq!(clauses[1].goals.len(), 3);
        assert!(clauses[1].goals[0].arguments::<2>("=").is_some());
    }

    #[test]
    fn says_where_the_grammar_is_broken() {
        for (text, line, column) in [
            ("a(", 1, 3),
            ("a.\n[1,2", 2, 5),
            ("[1 2].", 1, 4),
            ("'x", 1, 3),
            ("/* x", 1, 1),
            ("9999999999999999999.", 1, 1),
        ] {
            let error = read(text).unwrap_err();
            assert_eq!(error.place, Location::at(line, column), "{text}: {error}");
        }
        let deep = "[".repeat(100_000);
        assert_eq!(read(&deep).unwrap_err().fault, Fault::Limit);
    }
}
