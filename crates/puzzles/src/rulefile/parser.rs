//! Reading rule files: tokens one after another, and the names that they may use.

use super::mistake::Mistake;
use super::syntax::{Expr, Groups, RuleFile, Spot, Type};
use super::tokens::{STARTS, Sort, Token, hash, tokens};

/// The fields that every puzzle's JSON may have: no number or clue is named so.
const FIELDS: &[&str] = &[
    "puzzle",
    "rules",
    "rule_page",
    "solution",
    "source",
    "title",
    "author",
    "note",
    "solution_origin",
    "witness",
    "made",
    "grade",
    "part",
    "blocked",
    "regions",
    "cages",
    "lines",
];
/// Words that cannot be names.
const KEYWORDS: &[&str] = &[
    "and", "or", "not", "mod", "in", "where", "if", "then", "else", "at", "of", "always", "says", "fails", "means",
    "none", "clue", "with", "as", "x", "cells",
];

/// What a name stands for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Name {
    Slot(usize, Type),
    Value(i64),
}

#[derive(Debug)]
pub(super) struct Parser<'a> {
    source: &'a str,
    tokens: Vec<Token>,
    at: usize,
    names: Vec<(String, Name)>,
    kinds: Vec<Type>,
    pub(super) depth: usize,
    pub(super) has_clue: bool,
    pub(super) uses_clue: bool,
    pub(super) board: Option<Has>,
}

/// What the board has.
#[derive(Debug, Clone, Copy)]
pub(super) struct Has {
    pub(super) grid: bool,
    pub(super) blocked: bool,
    pub(super) regions: bool,
    pub(super) cages: bool,
    pub(super) lines: bool,
}

/// Reads a rule file.
pub(super) fn parse(source: &str) -> Result<RuleFile, Mistake> {
    let (tokens, example) = tokens(source)?;
    let hash = hash(&tokens);
    let mut parser = Parser {
        source,
        tokens,
        at: 0,
        names: Vec::new(),
        kinds: Vec::new(),
        depth: 0,
        has_clue: false,
        uses_clue: false,
        board: None,
    };
    let mut file = parser.file()?;
    file.example = example;
    file.hash = hash;
    file.slots = parser.kinds.len();
    Ok(file)
}

/// Reading tokens.
impl Parser<'_> {
    pub(super) fn mistake(&self, spot: Spot, message: impl Into<String>) -> Mistake {
        Mistake::new(self.source, spot, message)
    }

    pub(super) fn here(&self, message: impl Into<String>) -> Mistake {
        self.mistake(self.spot(), message)
    }

    pub(super) fn token(&self) -> &Token {
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    pub(super) fn spot(&self) -> Spot {
        self.token().spot
    }

    pub(super) fn next(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    pub(super) fn sign(&self) -> Option<&'static str> {
        match self.token().sort {
            Sort::Sign(sign) => Some(sign),
            _ => None,
        }
    }

    pub(super) fn sort_after(&self) -> Option<&Sort> {
        Some(&self.tokens.get(self.at + 1)?.sort)
    }

    pub(super) fn sign_after(&self) -> Option<&'static str> {
        match self.sort_after()? {
            Sort::Sign(sign) => Some(sign),
            _ => None,
        }
    }

    pub(super) fn take_sign(&mut self, sign: &str) -> bool {
        let is_it = self.sign() == Some(sign);
        if is_it {
            self.next();
        }
        is_it
    }

    pub(super) fn need_sign(&mut self, sign: &str) -> Result<(), Mistake> {
        if self.take_sign(sign) { Ok(()) } else { Err(self.here(format!("expected `{sign}`{}", self.found()))) }
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(&self.token().sort, Sort::Word(own) if own == word)
    }

    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let is_it = self.is_word(word);
        if is_it {
            self.next();
        }
        is_it
    }

    pub(super) fn need_word(&mut self, word: &str) -> Result<(), Mistake> {
        if self.take_word(word) { Ok(()) } else { Err(self.here(format!("expected `{word}`{}", self.found()))) }
    }

    pub(super) fn found(&self) -> String {
        match &self.token().sort {
            Sort::Word(word) => format!(", found `{word}`"),
            Sort::Number(number) => format!(", found {number}"),
            Sort::Text(_) => ", found a text".to_owned(),
            Sort::Sign(sign) => format!(", found `{sign}`"),
            Sort::Start(start) => format!(" before `{start}`"),
            Sort::End => " before the end".to_owned(),
        }
    }

    pub(super) fn word(&mut self, what: &str) -> Result<String, Mistake> {
        let Sort::Word(word) = self.token().sort.clone() else {
            return Err(self.here(format!("expected {what}{}", self.found())));
        };
        self.next();
        Ok(word)
    }

    pub(super) fn text(&mut self, what: &str) -> Result<(String, Spot), Mistake> {
        let spot = self.spot();
        let Sort::Text(text) = self.token().sort.clone() else {
            return Err(self.here(format!("expected {what} in quotation marks{}", self.found())));
        };
        self.next();
        Ok((text, spot))
    }

    pub(super) fn number(&mut self) -> Result<i64, Mistake> {
        let minus = self.take_sign("-");
        let Sort::Number(number) = self.token().sort else {
            return Err(self.here(format!("expected a number{}", self.found())));
        };
        self.next();
        Ok(if minus { -number } else { number })
    }

    pub(super) fn begins(&self, start: &str) -> bool {
        self.token().sort == Sort::Start(STARTS.iter().find(|own| **own == start).copied().unwrap_or(""))
    }

    pub(super) fn take_start(&mut self, start: &str) -> bool {
        let is_it = self.begins(start);
        if is_it {
            self.next();
        }
        is_it
    }

    pub(super) fn need_start(&mut self, start: &str, says: &str) -> Result<(), Mistake> {
        if self.take_start(start) {
            return Ok(());
        }
        Err(self.here(format!("expected a line that begins with `{start}`{says}{}", self.found())))
    }

    /// Whether a name and `in`, or names in brackets and `in`, come next.
    pub(super) fn begins_each(&self) -> bool {
        let is_in =
            |at: usize| matches!(self.tokens.get(at), Some(Token { sort: Sort::Word(word), .. }) if word == "in");
        match &self.token().sort {
            Sort::Word(_) => is_in(self.at + 1),
            Sort::Sign("(") => {
                let mut at = self.at + 1;
                while let Some(Token { sort: Sort::Word(_) | Sort::Sign(","), .. }) = self.tokens.get(at) {
                    at += 1;
                }
                matches!(self.tokens.get(at), Some(Token { sort: Sort::Sign(")"), .. })) && is_in(at + 1)
            }
            _ => false,
        }
    }
}

/// Names.
impl Parser<'_> {
    pub(super) fn named(&self, word: &str) -> Option<Name> {
        self.names.iter().rev().find(|(name, _)| name == word).map(|&(_, name)| name)
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.names.iter().map(|(name, _)| format!("`{name}`")).collect()
    }

    pub(super) fn kind_of(&self, slot: usize) -> Option<Type> {
        self.kinds.get(slot).copied()
    }

    pub(super) fn scope(&self) -> usize {
        self.names.len()
    }

    pub(super) fn leave(&mut self, scope: usize) {
        self.names.truncate(scope);
    }

    pub(super) fn fresh(&mut self) -> usize {
        self.kinds.push(Type::Cell);
        self.kinds.len() - 1
    }

    pub(super) fn enter(&mut self, name: &str, kind: Type) -> usize {
        let slot = self.fresh();
        self.kinds[slot] = kind;
        self.names.push((name.to_owned(), Name::Slot(slot, kind)));
        slot
    }

    pub(super) fn name_value(&mut self, name: &str, value: i64) {
        self.names.push((name.to_owned(), Name::Value(value)));
    }

    pub(super) fn new_name(&mut self) -> Result<String, Mistake> {
        let spot = self.spot();
        let name = self.word("a name")?;
        if self.named(&name).is_some() {
            return Err(self.mistake(spot, format!("`{name}` means something already; expected a new name")));
        }
        if KEYWORDS.contains(&name.as_str()) {
            return Err(self.mistake(spot, format!("`{name}` is a word of the language; expected another name")));
        }
        Ok(name)
    }

    /// Whether files can have a field of this name.
    pub(super) fn check_field(&self, name: &str, spot: Spot) -> Result<(), Mistake> {
        match FIELDS.contains(&name) {
            true => Err(self.mistake(spot, format!("files of puzzles use `{name}` already; expected another name"))),
            false => Ok(()),
        }
    }

    pub(super) fn check_blocked(&self, spot: Spot) -> Result<(), Mistake> {
        match self.board {
            Some(Has { blocked: false, .. }) => {
                Err(self.mistake(spot, "the board has no blocked cells; expected `with blocked` in its line"))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn check_groups(&self, groups: Groups, spot: Spot) -> Result<(), Mistake> {
        let Some(has) = self.board else { return Ok(()) };
        let (is_there, missing) = match groups {
            Groups::Regions => (has.regions, "the board has no regions; expected `with regions` in its line"),
            Groups::Cages => (has.cages, "the board has no cages; expected `with cages` in its line"),
            Groups::Lines => (has.lines, "the board has no lines; expected `with lines` in its line"),
            Groups::Rows => (true, ""),
            Groups::Falling | Groups::Rising => (!has.grid, "only a triangle has these; a grid has `diagonals`"),
            _ => (has.grid, "a triangle has none of these; it has `rows`, `falling` and `rising`"),
        };
        if is_there { Ok(()) } else { Err(self.mistake(spot, missing)) }
    }
}

impl Expr {
    /// Whether it can be worked out without looking at what cells hold.
    pub(super) fn is_fixed(&self) -> bool {
        match self {
            Expr::Held(_) | Expr::Item(..) | Expr::Fold(..) => false,
            Expr::Number(_) | Expr::Slot(_) | Expr::Cells | Expr::Clue => true,
            Expr::Arithmetic(_, a, b) | Expr::Position(a, b) | Expr::Distance(a, b) => a.is_fixed() && b.is_fixed(),
            Expr::Before(a, b) | Expr::After(a, b) => a.is_fixed() && b.is_fixed(),
            Expr::Abs(a) | Expr::Size(a) | Expr::Not(a) | Expr::Around(a) | Expr::Beside(a) => a.is_fixed(),
            Expr::GroupOf(_, a) => a.is_fixed(),
            Expr::Least(parts) | Expr::Most(parts) | Expr::And(parts) | Expr::Or(parts) => {
                parts.iter().all(Expr::is_fixed)
            }
            Expr::Choose(parts) => parts.iter().all(Expr::is_fixed),
            Expr::Compare(first, rest) => first.is_fixed() && rest.iter().all(|(_, part)| part.is_fixed()),
        }
    }
}
