//! A puzzle as a pseudo-Boolean formula: its rules and clues as linear
//! inequalities over variables that are 0 or 1, for programs that check proofs.
//!
//! A formula is written from the rules by code of its own. It shares nothing
//! with the models, so that a proof about it does not rest on the kernel.
//!
//! Totals of bars and numbers on cells are part of it, as variables that say "at
//! least this much". Without them formulas would be shorter, but proofs of the
//! larger Weight trees would be out of reach.

use crate::Board;
use std::fmt::Write as _;
use std::ops::Not;

/// A puzzle whose rules can be written as a formula.
pub trait Certified {
    /// The rules and clues. The solutions of the formula, read at the places,
    /// are exactly the solutions of the puzzle.
    ///
    /// # Errors
    /// When it would not fit into memory.
    fn formula(&self) -> Result<Formula, TooLarge>;
}

/// The most terms that a formula may have.
const MOST_TERMS: usize = 4_000_000;

/// A formula that would have too many terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("its formula would have {terms} terms; at most {MOST_TERMS} are written")]
pub struct TooLarge {
    terms: usize,
}

/// A variable that is 0 or 1, or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal(u32);

impl Literal {
    /// The variable with this number, from 0.
    pub fn of(variable: usize) -> Literal {
        Literal(2 * variable as u32)
    }

    /// The number of its variable, from 0.
    pub fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it is true when its variable is 0.
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// Its number among all literals: the two of a variable are adjacent.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

/// `c1 l1 + c2 l2 + ... >= bound`, or `= bound`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Linear {
    /// Coefficients and literals; no variable comes twice.
    pub terms: Vec<(i64, Literal)>,
    /// Whether it is an equation.
    pub equal: bool,
    /// The right hand side.
    pub bound: i64,
}

/// What stands on the lines of a formula.
#[derive(Debug, Clone)]
enum Block {
    Comment(String),
    Linear(Linear),
}

/// An integer in order encoding: it is `least` plus the number of literals that
/// are true, and each literal implies the one before it.
#[derive(Debug, Clone)]
pub(crate) struct Number {
    least: i64,
    steps: Vec<Literal>,
}

impl Number {
    /// The literal that says that the number is at least `value`: `None` where
    /// it always is, or never.
    pub(crate) fn is_at_least(&self, value: i64) -> Option<Literal> {
        let step = usize::try_from(value - self.least - 1).ok()?;
        self.steps.get(step).copied()
    }
}

/// A formula: named variables, and linear inequalities with comments.
#[derive(Debug, Clone, Default)]
pub struct Formula {
    names: Vec<String>,
    lines: Vec<Block>,
    places: Vec<Vec<(i32, Literal)>>,
    orders: Vec<Vec<Literal>>,
}

/// Writing.
impl Formula {
    /// An empty formula, for about this many terms.
    pub(crate) fn with_room(terms: usize) -> Result<Formula, TooLarge> {
        if terms > MOST_TERMS { Err(TooLarge { terms }) } else { Ok(Formula::default()) }
    }

    /// A new variable. Its name says what it means when it is 1.
    pub(crate) fn variable(&mut self, name: String) -> Literal {
        self.names.push(name);
        Literal::of(self.names.len() - 1)
    }

    /// The next place of the board: which literal says that it has which value.
    pub(crate) fn place(&mut self, values: impl IntoIterator<Item = (i32, Literal)>) {
        self.places.push(values.into_iter().collect());
    }

    /// The next place holds one number from 1 to `most`: for each a variable, in order.
    pub(crate) fn holds_one(&mut self, place: &str, most: i32) -> Vec<Literal> {
        let literals: Vec<Literal> = (1..=most).map(|number| self.variable(format!("{place}_is_{number}"))).collect();
        self.place((1..).zip(literals.iter().copied()));
        self.exactly(1, literals.iter().copied());
        literals
    }

    /// A number from `least` to `most`, with a variable for each `k` above
    /// `least` that says that it is at least `k`. The caller must write what
    /// makes each imply the one before it.
    pub(crate) fn number(&mut self, least: i64, most: i64, name: impl Fn(i64) -> String) -> Number {
        let steps: Vec<Literal> = (least + 1..=most).map(|value| self.variable(name(value))).collect();
        if steps.len() > 1 {
            self.orders.push(steps.clone());
        }
        Number { least, steps }
    }

    /// Says how the literals of a number depend on those for its single values:
    /// it is `value` exactly if it is at least that, and not at least one more.
    pub(crate) fn is_exactly(&mut self, number: &Number, value: i64, literal: Literal) {
        // "At least its least value" is always true, so it has no literal.
        let constant = i64::from(value == number.least);
        let mut terms = vec![(1, literal)];
        terms.extend(number.is_at_least(value).map(|reached| (-1, reached)));
        terms.extend(number.is_at_least(value + 1).map(|passed| (1, passed)));
        self.line(terms, true, constant);
    }

    /// Says that each literal of a number implies the one before it.
    pub(crate) fn in_order(&mut self, number: &Number) {
        for pair in number.steps.windows(2) {
            self.clause([!pair[1], pair[0]]);
        }
    }

    /// A comment on what follows.
    pub(crate) fn comment(&mut self, comment: impl Into<String>) {
        self.lines.push(Block::Comment(comment.into()));
    }

    fn line(&mut self, terms: Vec<(i64, Literal)>, equal: bool, bound: i64) {
        self.lines.push(Block::Linear(Linear { terms, equal, bound }));
    }

    /// At least one is true.
    pub(crate) fn clause(&mut self, literals: impl IntoIterator<Item = Literal>) {
        self.line(literals.into_iter().map(|literal| (1, literal)).collect(), false, 1);
    }

    /// Exactly `count` are true.
    pub(crate) fn exactly(&mut self, count: i64, literals: impl IntoIterator<Item = Literal>) {
        self.line(literals.into_iter().map(|literal| (1, literal)).collect(), true, count);
    }

    /// At most one is true.
    pub(crate) fn at_most_one(&mut self, literals: impl IntoIterator<Item = Literal>) {
        self.line(literals.into_iter().map(|literal| (-1, literal)).collect(), false, -1);
    }

    /// `terms >= bound`
    pub(crate) fn at_least(&mut self, terms: Vec<(i64, Literal)>, bound: i64) {
        self.line(terms, false, bound);
    }

    /// `terms = bound`
    pub(crate) fn equals(&mut self, terms: Vec<(i64, Literal)>, bound: i64) {
        self.line(terms, true, bound);
    }

    /// The numbers, each times its factor, add up to `total`.
    pub(crate) fn adds_up<'a>(&mut self, numbers: impl IntoIterator<Item = (i64, &'a Number)>, total: i64) {
        let mut terms = Vec::new();
        let mut bound = total;
        for (factor, number) in numbers.into_iter().filter(|(factor, _)| *factor != 0) {
            bound -= factor * number.least;
            terms.extend(number.steps.iter().map(|&step| (factor, step)));
        }
        self.line(terms, true, bound);
    }
}

/// Reading.
impl Formula {
    /// The names of the variables, in order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The inequalities and equations, in order.
    pub fn constraints(&self) -> impl Iterator<Item = &Linear> {
        self.lines.iter().filter_map(|line| match line {
            Block::Linear(linear) => Some(linear),
            Block::Comment(_) => None,
        })
    }

    /// Numbers in order encoding: each literal implies the one before it.
    pub fn orders(&self) -> &[Vec<Literal>] {
        &self.orders
    }

    /// For each place of the board, the literals that say that it has a value.
    pub fn places(&self) -> &[Vec<(i32, Literal)>] {
        &self.places
    }

    /// The literals that are true exactly for this full board, one for each
    /// place; `None` when it has a blank, or a value that its place cannot have.
    pub fn literals(&self, board: &Board) -> Option<Vec<Literal>> {
        let literal = |(values, value): (&Vec<(i32, Literal)>, Option<i32>)| {
            let value = value?;
            values.iter().find(|(own, _)| *own == value).map(|&(_, literal)| literal)
        };
        (board.len() == self.places.len()).then(|| self.places.iter().zip(board.iter()).map(literal).collect())?
    }

    /// The formula in OPB, the format of pseudo-Boolean solvers and checkers. With a board,
    /// the objective is the number of places where a solution agrees with it.
    pub fn to_opb(&self, agree_with: Option<&[Literal]>) -> String {
        let (variables, constraints) = (self.names.len(), self.constraints().count());
        let mut text = format!("* #variable= {variables} #constraint= {constraints}\n");
        if let Some(literals) = agree_with {
            text.push_str("* objective: the number of places that agree with the solution shown\nmin:");
            for &literal in literals {
                self.write_term(&mut text, 1, literal);
            }
            text.push_str(" ;\n");
        }
        for line in &self.lines {
            match line {
                Block::Comment(comment) => {
                    let _ = writeln!(text, "* {comment}");
                }
                Block::Linear(Linear { terms, equal, bound }) => {
                    for &(factor, literal) in terms {
                        self.write_term(&mut text, factor, literal);
                    }
                    let relation = if *equal { "=" } else { ">=" };
                    let _ = writeln!(text, " {relation} {bound} ;");
                }
            }
        }
        text
    }

    fn write_term(&self, text: &mut String, factor: i64, literal: Literal) {
        let _ = write!(text, " {factor:+} {}", self.shown(literal));
    }

    /// A literal by the name of its variable.
    pub fn shown(&self, literal: Literal) -> impl std::fmt::Display + '_ {
        let name = &self.names[literal.variable()];
        std::fmt::from_fn(move |f| write!(f, "{}{name}", if literal.is_negated() { "~" } else { "" }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_written_as_other_programs_read_it() {
        let mut formula = Formula::with_room(10).unwrap();
        let [x, y] = ["ab", "cd"].map(|name| formula.variable(name.to_owned()));
        formula.place([(0, !x), (1, x)]);
        formula.comment("a rule");
        formula.at_least(vec![(2, x), (-3, !y)], -1);
        formula.exactly(1, [x, y]);
        let board = Board::full([0]);
        let literals = formula.literals(&board);
        assert_eq!(literals, Some(vec![!x]));
        let expected = "* #variable= 2 #constraint= 2\n\
            * objective: the number of places that agree with the solution shown\n\
            min: +1 ~ab ;\n* a rule\n +2 ab -3 ~cd >= -1 ;\n +1 ab +1 cd = 1 ;\n";
        assert_eq!(formula.to_opb(literals.as_deref()), expected);
        assert_eq!(formula.literals(&Board::blank(1)), None);
        assert_eq!(formula.literals(&Board::full([0, 0])), None);
        assert_eq!(formula.literals(&Board::full([2])), None);
    }

    #[test]
    fn what_is_too_large_is_refused() {
        assert_eq!(Formula::with_room(MOST_TERMS + 1).unwrap_err(), TooLarge { terms: MOST_TERMS + 1 });
    }
}
