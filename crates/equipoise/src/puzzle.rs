//! One puzzle, and what can be asked about it.

use crate::limits::Allowed;
use crate::{Drawing, Error, Explanation, Judgement, Solution};
use fd::Clock;
use puzzles::json::{self, Node};
use puzzles::{Board, Document, Kind, Notes, View, Violation};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use studio::{Certificate, Count, Grade, Hint, Mark, Options, Outcome, Position, Referee, Score, Statement, Verdict};

/// A puzzle of any kind. Clones share it.
///
/// Displaying it draws it.
#[derive(Debug, Clone)]
pub struct Puzzle {
    document: Arc<Document>,
    allowed: Allowed,
}

impl From<Document> for Puzzle {
    fn from(document: Document) -> Puzzle {
        Puzzle { document: Arc::new(document), allowed: Allowed::default() }
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.draw().fmt(f)
    }
}

/// What it is.
impl Puzzle {
    /// Its kind: name, title, rules.
    pub fn kind(&self) -> &'static Kind {
        self.document.puzzle.kind()
    }

    /// Its size: weights, side, rows or digits.
    pub fn size(&self) -> usize {
        self.document.puzzle.size()
    }

    /// The puzzle with its file's fields, for the functions of [`puzzles`](crate::puzzles) and [`studio`](crate::studio).
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The solution that its file gives, or that it was made with. Nobody has looked for others.
    pub fn given_solution(&self) -> Option<Solution> {
        self.document.solution.clone().map(|board| self.found(board))
    }

    /// As a line of JSON, with the solution if it is given.
    pub fn to_json(&self) -> String {
        self.document.to_json().to_string()
    }

    /// In the text format.
    pub fn to_text(&self) -> String {
        self.document.to_text()
    }

    /// As a clause of Prolog, for kinds that a paper presents so.
    pub fn to_prolog(&self) -> Option<String> {
        self.document.puzzle.paper().map(puzzles::InPaper::write_prolog)
    }

    /// As a model for MiniZinc, with the board's places as output: the model of the paper, which uses only constraints
    /// that other solvers know, or else our own.
    ///
    /// # Errors
    /// [`Error::TooLarge`].
    pub fn to_minizinc(&self) -> Result<String, Error> {
        Ok(studio::minizinc(&*self.document.puzzle)?)
    }
}

/// Limits. What takes longer is [`Error::Stopped`].
impl Puzzle {
    /// The same puzzle, with at most this much time for each question.
    #[must_use]
    pub fn within(mut self, time: Duration) -> Puzzle {
        self.allowed.time = Some(time);
        self
    }

    /// The same puzzle, with at most this much work for each question, in runs of propagators: a
    /// limit that is the same on every machine.
    #[must_use]
    pub fn work(mut self, runs: u64) -> Puzzle {
        self.allowed.work = Some(runs);
        self
    }

    /// The same puzzle; each question ends soon after the flag becomes true. Any thread may set it.
    #[must_use]
    pub fn until(mut self, flag: Arc<AtomicBool>) -> Puzzle {
        self.allowed.flag = Some(flag);
        self
    }

    /// The same puzzle, with a clock of your own for [`Puzzle::within`]. While a question is worked on, it is read
    /// every few milliseconds.
    #[must_use]
    pub fn clock(mut self, clock: Arc<dyn Clock + Send>) -> Puzzle {
        self.allowed.clock = Some(clock);
        self
    }

    /// Asks what only [`studio`](crate::studio) can answer, within the puzzle's limits.
    ///
    /// ```
    /// use equipoise::studio::{Options, count};
    /// let puzzle = equipoise::open("aztec/seed-3a")?.work(1_000_000);
    /// let labelling = "ffc,bisect,down".parse().ok();
    /// let answer = puzzle.ask(|puzzle, options| count(puzzle, &Options { labelling, ..options }))?;
    /// println!("{} nodes", answer.statistics.nodes);
    /// # Ok::<(), equipoise::Error>(())
    /// ```
    pub fn ask<T>(&self, question: impl FnOnce(&dyn puzzles::Puzzle, Options<'_>) -> T) -> T {
        self.allowed.ask(|limits| question(&*self.document.puzzle, Options { limits, ..Options::default() }))
    }
}

/// Solving.
impl Puzzle {
    /// The solution, proved to be the only one.
    ///
    /// # Errors
    /// [`Error::NoSolution`], [`Error::Several`], [`Error::Stopped`], [`Error::TooLarge`].
    pub fn solve(&self) -> Result<Solution, Error> {
        match self.ask(|puzzle, options| studio::verdict(puzzle, &options))?.result {
            Verdict::Unique(board) => Ok(self.found(board)),
            Verdict::None => Err(Error::NoSolution),
            Verdict::Several(one, two) => Err(Error::Several(Box::new([one, two].map(|board| self.found(board))))),
            Verdict::Unknown(_, stopped) => Err(stopped.into()),
        }
    }

    /// Solutions, at most this many, in the order in which they are found.
    ///
    /// # Errors
    /// [`Error::Stopped`], [`Error::TooLarge`].
    pub fn solutions(&self, most: usize) -> Result<Vec<Solution>, Error> {
        let mut found = Vec::new();
        let visit = |board| {
            found.push(self.found(board));
            if found.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        if most > 0 {
            let stopped = self.ask(|puzzle, options| studio::each(puzzle, &options, visit))?.result;
            stopped.map_or(Ok(()), Err)?;
        }
        Ok(found)
    }

    /// The exact number of solutions.
    ///
    /// # Errors
    /// [`Error::Stopped`], [`Error::TooLarge`].
    pub fn count(&self) -> Result<u128, Error> {
        match self.ask(|puzzle, options| studio::count(puzzle, &options))?.result {
            Count::Exact(count) => Ok(count),
            Count::AtLeast(_, stopped) => Err(stopped.into()),
        }
    }

    /// The verdict with a proof that VeriPB, a checker by other people, accepts: write
    /// `claim.formula` and `proof` to files.
    ///
    /// # Errors
    /// [`Error::Stopped`], [`Error::TooLarge`].
    pub fn certify(&self) -> Result<Certificate, Error> {
        Ok(self.ask(|puzzle, options| studio::certify(puzzle, &options))?)
    }

    /// A board as a solution; `None` unless it is full and breaks no rule.
    pub fn solution(&self, board: Board) -> Option<Solution> {
        (board.is_full() && self.check(&board).is_empty()).then(|| self.found(board))
    }

    pub(crate) fn found(&self, board: Board) -> Solution {
        Solution { puzzle: self.clone(), board }
    }
}

/// Boards, full or half-filled.
impl Puzzle {
    /// Reads a board: rows of values with `.` for a blank, or JSON.
    ///
    /// # Errors
    /// [`Error::Read`].
    pub fn board(&self, text: &str) -> Result<Board, Error> {
        if !text.trim_start().starts_with('[') {
            return Ok(puzzles::board_from_text(&*self.document.puzzle, text)?);
        }
        let value = json::parse(text, 1)?;
        Ok(self.document.puzzle.read_board(Node::root(&value))?)
    }

    /// The board before the first move: what the puzzle gives.
    pub fn givens(&self) -> Board {
        self.document.puzzle.givens()
    }

    /// Every rule that a board breaks, blank places aside.
    pub fn check(&self, board: &Board) -> Vec<Violation> {
        self.document.puzzle.violations(board)
    }

    /// Whether a deduction is sound: JSON in the shape of a step of [`Explanation`], which names the rules and
    /// the facts that it rests on, or else rests on all rules and on the board.
    ///
    /// # Errors
    /// [`Error::Read`], [`Error::Stopped`], [`Error::TooLarge`].
    pub fn judge(&self, deduction: &str, board: &Board) -> Result<Judgement, Error> {
        let puzzle = &*self.document.puzzle;
        let mut referee = Referee::open(puzzle)?;
        let value = json::parse(deduction, 1)?;
        let statement = Statement::from_json(Node::root(&value), referee.context())?;
        let position = Position { board: board.clone(), notes: Notes::new() };
        let ruling = self.ask(|_, options| referee.judge(&statement, &position).finish(options.limits))?;
        let (text, data) = (ruling.told(referee.context()), ruling.to_json(puzzle, referee.context()).to_string());
        Ok(Judgement { text, data, ruling })
    }

    /// How good a reply is, of a person or a program: whether the board in it solves the puzzle, or which rules it
    /// breaks and how many places are right. [`studio::read_reply`](crate::studio::read_reply) says what is read.
    ///
    /// ```
    /// let puzzle = equipoise::open("aztec/seed-3a")?;
    /// let score = puzzle.score("I get this:\n\n1\n8 9\n1 6 2\n")?;
    /// assert_eq!(score.told(), "wrong: 2 rules are broken; 2 of 3 places are right");
    /// # Ok::<(), equipoise::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Stopped`], [`Error::TooLarge`], from solving the puzzle where its file gives no solution.
    pub fn score(&self, reply: &str) -> Result<Score, Error> {
        match studio::read_reply(&*self.document.puzzle, reply) {
            Ok(board) => self.score_board(&board),
            Err(why) => Ok(Score::unreadable(&*self.document.puzzle, why)),
        }
    }

    /// The same of a board.
    ///
    /// # Errors
    /// The same.
    pub fn score_board(&self, board: &Board) -> Result<Score, Error> {
        let of = |solution: Option<&Board>| Score::of(&*self.document.puzzle, board, solution);
        let score = of(self.document.solution.as_ref());
        match self.document.solution {
            // What solves the puzzle need not be compared with anything.
            None if score.mark != Mark::Solved => match self.solve() {
                Ok(Solution { board, .. }) => Ok(of(Some(&board))),
                Err(Error::NoSolution | Error::Several(_)) => Ok(score),
                Err(error) => Err(error),
            },
            _ => Ok(score),
        }
    }

    /// The puzzle as a question in words, for programs that reason: rules, board, and how to answer.
    pub fn prompt(&self) -> String {
        studio::prompt(&*self.document.puzzle)
    }

    /// The easiest next step from a board, or what is wrong with it.
    ///
    /// # Errors
    /// [`Error::Stopped`], [`Error::TooLarge`].
    pub fn hint(&self, board: &Board) -> Result<Hint, Error> {
        let position = Position { board: board.clone(), notes: Notes::new() };
        Ok(self.ask(|puzzle, options| studio::hint(puzzle, &position, options.limits))??)
    }
}

/// Explaining.
impl Puzzle {
    /// The way to the solution, step by step, as a person could go it.
    ///
    /// # Errors
    /// [`Error::NoSolution`], [`Error::Stopped`], [`Error::TooLarge`]; [`Error::Several`] where
    /// no steps lead to one solution.
    pub fn explain(&self) -> Result<Explanation, Error> {
        let told = self.ask(|puzzle, options| studio::explain(puzzle, options.limits))?;
        match told.outcome {
            Outcome::Solved(_) => Ok(Explanation { puzzle: self.clone(), told }),
            Outcome::Stopped(stopped) => Err(stopped.into()),
            // The solver says it with boards.
            Outcome::Contradiction | Outcome::Open(_) => {
                Err(self.solve().err().unwrap_or_else(|| Error::Bug("one solution, but no way to it".to_owned())))
            }
        }
    }

    /// How hard it is for people.
    ///
    /// # Errors
    /// As for [`Puzzle::explain`].
    pub fn grade(&self) -> Result<Grade, Error> {
        self.explain().map(|explanation| explanation.grade())
    }
}

/// Drawing.
impl Puzzle {
    /// The puzzle as it is set.
    pub fn draw(&self) -> Drawing {
        self.draw_board(&self.givens())
    }

    /// The puzzle with a board, full or half-filled.
    pub fn draw_board(&self, board: &Board) -> Drawing {
        Drawing(self.document.puzzle.draw(&View::of(board)))
    }
}
