//! Reads FlatZinc: by hand, in one pass, since its grammar is small and its files are large.

use crate::error::{Error, Problem};
use crate::lexer::{Lexer, Token};
use crate::syntax::{Call, Declaration, Expr, Goal, Program, Set, Solve, Type};
use std::rc::Rc;

/// How deep annotations may be nested; nothing else can be.
const MOST_DEPTH: u32 = 64;

/// Reads a file.
pub(crate) fn parse(text: &str) -> Result<Program<'_>, Error> {
    Parser::new(text).and_then(Parser::program).map_err(|problem| problem.in_text(text))
}

struct Parser<'t> {
    lexer: Lexer<'t>,
    /// The next token and where it begins.
    token: Token<'t>,
    at: usize,
    depth: u32,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str) -> Result<Parser<'t>, Problem> {
        let mut lexer = Lexer::new(text);
        let (token, at) = lexer.next()?;
        Ok(Parser { lexer, token, at, depth: 0 })
    }

    /// Goes on, and returns the token passed.
    fn take(&mut self) -> Result<Token<'t>, Problem> {
        let (next, at) = self.lexer.next()?;
        self.at = at;
        Ok(std::mem::replace(&mut self.token, next))
    }

    /// Passes this token, if it is next.
    fn skip(&mut self, token: Token<'_>) -> Result<bool, Problem> {
        let found = self.token == token;
        if found {
            self.take()?;
        }
        Ok(found)
    }

    fn expect(&mut self, token: Token<'_>) -> Result<(), Problem> {
        if self.skip(token)? { Ok(()) } else { Err(self.unexpected(&token.to_string())) }
    }

    fn unexpected(&self, expected: &str) -> Problem {
        Problem::wrong(self.at, format!("expected {expected}, found {}", self.token))
    }

    fn name(&mut self) -> Result<&'t str, Problem> {
        match self.token {
            Token::Name(name) => {
                self.take()?;
                Ok(name)
            }
            _ => Err(self.unexpected("a name")),
        }
    }

    fn int(&mut self) -> Result<i64, Problem> {
        match self.token {
            Token::Int(number) => {
                self.take()?;
                Ok(number)
            }
            _ => Err(self.unexpected("a whole number")),
        }
    }

    fn program(mut self) -> Result<Program<'t>, Problem> {
        let (mut declarations, mut constraints, mut solve) = (Vec::new(), Vec::new(), None);
        while self.token != Token::End {
            let at = self.at;
            match self.token {
                Token::Name("predicate") => {
                    while !matches!(self.token, Token::Sign(b';') | Token::End) {
                        self.take()?;
                    }
                }
                Token::Name("constraint") => {
                    self.take()?;
                    let at = self.at;
                    let name = self.name()?;
                    self.expect(Token::Sign(b'('))?;
                    let arguments = self.list(b')')?;
                    constraints.push(Call { at, name, arguments, annotations: self.annotations()? });
                }
                Token::Name("solve") if solve.is_some() => {
                    return Err(Problem::wrong(at, "a second `solve`"));
                }
                Token::Name("solve") => solve = Some(self.solve()?),
                _ => declarations.push(self.declaration()?),
            }
            self.expect(Token::Sign(b';'))?;
        }
        let solve = solve.ok_or_else(|| self.unexpected("`solve`"))?;
        Ok(Program { declarations, constraints, solve })
    }

    fn solve(&mut self) -> Result<Solve<'t>, Problem> {
        let at = self.at;
        self.take()?;
        let annotations = self.annotations()?;
        let goal = match self.token {
            Token::Name("satisfy") => {
                self.take()?;
                Goal::Satisfy
            }
            Token::Name(way @ ("minimize" | "maximize")) => {
                self.take()?;
                let objective = self.expression()?;
                if way == "minimize" { Goal::Minimize(objective) } else { Goal::Maximize(objective) }
            }
            _ => return Err(self.unexpected("`satisfy`, `minimize` or `maximize`")),
        };
        Ok(Solve { at, annotations, goal })
    }

    fn declaration(&mut self) -> Result<Declaration<'t>, Problem> {
        let at = self.at;
        let is_array = self.skip(Token::Name("array"))?;
        if is_array {
            self.expect(Token::Sign(b'['))?;
            // `1..n`, or `int` in a predicate's parameters: the value tells how many there are.
            if !self.skip(Token::Name("int"))? {
                self.int()?;
                self.expect(Token::Dots)?;
                self.int()?;
            }
            self.expect(Token::Sign(b']'))?;
            self.expect(Token::Name("of"))?;
        }
        let is_var = self.skip(Token::Name("var"))?;
        let of = self.basic_type()?;
        self.expect(Token::Sign(b':'))?;
        let name = self.name()?;
        let annotations = self.annotations()?;
        let value = if self.skip(Token::Sign(b'='))? { Some(self.expression()?) } else { None };
        Ok(Declaration { at, name, is_array, is_var, of, annotations, value })
    }

    fn basic_type(&mut self) -> Result<Type, Problem> {
        match self.token {
            Token::Name("bool") => self.take().map(|_| Type::Bool),
            Token::Name("int") => self.take().map(|_| Type::Int(None)),
            Token::Name("float") => self.take().map(|_| Type::Float),
            Token::Name("set") => {
                self.take()?;
                self.expect(Token::Name("of"))?;
                self.basic_type().map(|_| Type::SetOfInt)
            }
            Token::Float(_) => {
                self.expression()?;
                Ok(Type::Float)
            }
            Token::Int(_) | Token::Sign(b'{') => match self.expression()? {
                Expr::Set(set) => Ok(Type::Int(Some(Rc::unwrap_or_clone(set)))),
                _ => Err(self.unexpected("a type")),
            },
            _ => Err(self.unexpected("`var`, `array`, `constraint`, `solve` or a type")),
        }
    }

    fn annotations(&mut self) -> Result<Vec<Expr<'t>>, Problem> {
        let mut annotations = Vec::new();
        while self.skip(Token::DoubleColon)? {
            annotations.push(self.expression()?);
        }
        Ok(annotations)
    }

    /// Expressions separated by commas, up to this sign, which is passed.
    fn list(&mut self, end: u8) -> Result<Vec<Expr<'t>>, Problem> {
        let mut list = Vec::new();
        while self.token != Token::Sign(end) {
            list.push(self.expression()?);
            if !self.skip(Token::Sign(b','))? {
                break;
            }
        }
        self.expect(Token::Sign(end))?;
        Ok(list)
    }

    fn expression(&mut self) -> Result<Expr<'t>, Problem> {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err(Problem::wrong(self.at, format!("more than {MOST_DEPTH} brackets within each other")));
        }
        let at = self.at;
        let expression = match self.take()? {
            Token::Name("true") => Expr::Bool(true),
            Token::Name("false") => Expr::Bool(false),
            Token::Name(name) => self.named(name, at)?,
            Token::Text => Expr::Text,
            Token::Int(min) if self.skip(Token::Dots)? => Expr::Set(Rc::new(Set::range(min, self.int()?))),
            Token::Int(number) => Expr::Int(number),
            Token::Float(number) => {
                if self.skip(Token::Dots)? {
                    self.take()?;
                }
                Expr::Float(number)
            }
            Token::Sign(b'[') => Expr::Array(self.list(b']')?),
            Token::Sign(b'{') => self.set(at)?,
            other => return Err(Problem::wrong(at, format!("expected a value, found {other}"))),
        };
        self.depth -= 1;
        Ok(expression)
    }

    fn named(&mut self, name: &'t str, at: usize) -> Result<Expr<'t>, Problem> {
        if self.skip(Token::Sign(b'('))? {
            let arguments = self.list(b')')?;
            return Ok(Expr::Call(Call { at, name, arguments, annotations: Vec::new() }));
        }
        if self.skip(Token::Sign(b'['))? {
            let index = self.int()?;
            self.expect(Token::Sign(b']'))?;
            return Ok(Expr::Element(name, index));
        }
        Ok(Expr::Name(name))
    }

    /// `{1, 3, 5}`; one of other numbers than whole ones counts as a number.
    fn set(&mut self, at: usize) -> Result<Expr<'t>, Problem> {
        let mut numbers = Vec::new();
        for member in self.list(b'}')? {
            match member {
                Expr::Int(number) => numbers.push(number),
                Expr::Float(number) => return Ok(Expr::Float(number)),
                _ => return Err(Problem::wrong(at, "expected a set of numbers")),
            }
        }
        Ok(Expr::Set(Rc::new(Set::of(numbers))))
    }
}
