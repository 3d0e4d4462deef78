//! Scoring: how good an answer is that a person or a program gives.
//!
//! An answer is a board, or a reply in which one stands ([`read_reply`]). It is judged by the rules of the puzzle
//! alone, so that any solution will do where a puzzle has several. Besides, it is compared with the solution that is
//! known, place by place.

mod reply;

pub use reply::{MOST_CHARACTERS, Unreadable, read_reply};

use crate::explain::with_givens;
use puzzles::{Board, Document, Puzzle, Violation};
use serde_json::{Value, json};

/// How good an answer is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Score {
    /// What it is in a word.
    pub mark: Mark,
    /// The board that was found in it; none if it cannot be read.
    pub board: Option<Board>,
    /// The rules that it breaks, and where.
    pub violations: Vec<Violation>,
    /// How many places are as in the solution, of those that the puzzle leaves open; `None` if no solution is known.
    pub right: Option<usize>,
    /// How many places the puzzle leaves open.
    pub places: usize,
    /// How many of these are blank.
    pub blank: usize,
    /// Why it cannot be read.
    pub why: Option<Unreadable>,
}

/// What an answer is, in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// No board can be read from it, or none for certain.
    Unreadable,
    /// It breaks a rule.
    Wrong,
    /// It breaks no rule so far, but has blanks.
    Incomplete,
    /// It is full and breaks no rule.
    Solved,
}

impl Mark {
    /// All of them, the worst first.
    pub const ALL: [Mark; 4] = [Mark::Unreadable, Mark::Wrong, Mark::Incomplete, Mark::Solved];

    /// Its name, such as `solved`.
    pub fn name(self) -> &'static str {
        match self {
            Mark::Unreadable => "unreadable",
            Mark::Wrong => "wrong",
            Mark::Incomplete => "incomplete",
            Mark::Solved => "solved",
        }
    }
}

impl Score {
    /// The score of a board. The solution is what the file of the puzzle gives, or what somebody has found: one that
    /// breaks a rule is not a solution, and nothing is compared with it.
    pub fn of(puzzle: &dyn Puzzle, board: &Board, solution: Option<&Board>) -> Score {
        let givens = puzzle.givens();
        let board = with_givens(&givens, board);
        let violations = puzzle.violations(&board);
        let open: Vec<usize> = (0..givens.len()).filter(|&place| givens.get(place).is_none()).collect();
        let blank = open.iter().filter(|&&place| board.get(place).is_none()).count();
        let solution = solution.filter(|solution| solution.is_full() && puzzle.violations(solution).is_empty());
        let is_right = |solution: &Board, place: usize| board.get(place) == solution.get(place);
        let right = solution.map(|solution| open.iter().filter(|&&place| is_right(solution, place)).count());
        let mark = match (violations.len(), board.is_full()) {
            (0, true) => Mark::Solved,
            (0, false) => Mark::Incomplete,
            _ => Mark::Wrong,
        };
        Score { mark, board: Some(board), violations, right, places: open.len(), blank, why: None }
    }

    /// The score of a reply: of the board that stands in it.
    ///
    /// ```
    /// use studio::{Mark, Score};
    /// let aztec = puzzles::builtin("aztec/seed-3a").expect("it is built in");
    /// let reply = "So the top is 1.\n\n```\n1\n8 9\n1 7 2\n```\n";
    /// assert_eq!(Score::of_reply(&aztec, reply).mark, Mark::Solved);
    /// ```
    pub fn of_reply(document: &Document, reply: &str) -> Score {
        let puzzle = &*document.puzzle;
        match read_reply(puzzle, reply) {
            Ok(board) => Score::of(puzzle, &board, document.solution.as_ref()),
            Err(why) => Score::unreadable(puzzle, why),
        }
    }

    /// The score of something that cannot be read.
    pub fn unreadable(puzzle: &dyn Puzzle, why: Unreadable) -> Score {
        let places = puzzle.givens().iter().filter(Option::is_none).count();
        Score {
            mark: Mark::Unreadable,
            board: None,
            violations: Vec::new(),
            right: None,
            places,
            blank: places,
            why: Some(why),
        }
    }

    /// What it says, in a sentence.
    pub fn told(&self) -> String {
        let right =
            self.right.map_or_else(String::new, |right| format!("; {right} of {} places are right", self.places));
        let broken = match self.violations.len() {
            1 => "1 rule is broken".to_owned(),
            count => format!("{count} rules are broken"),
        };
        let blank = match self.blank {
            1 => "1 place is blank".to_owned(),
            count => format!("{count} places are blank"),
        };
        match (self.mark, &self.why) {
            (Mark::Solved, _) => "solved".to_owned(),
            (Mark::Incomplete, _) => format!("incomplete: {blank}, no rule is broken{right}"),
            (Mark::Wrong, _) => format!("wrong: {broken}{right}"),
            (Mark::Unreadable, why) => {
                format!("unreadable: {}", why.as_ref().map(ToString::to_string).unwrap_or_default())
            }
        }
    }

    /// Its fields as data.
    pub fn to_json(&self, puzzle: &dyn Puzzle) -> Value {
        let broken = |violation: &Violation| {
            let places = violation.places.iter().map(|&place| puzzle.place_name(place));
            json!({
                "rule": violation.rule.name,
                "places": places.collect::<Vec<String>>(),
                "message": violation.message,
            })
        };
        json!({
            "score": self.mark.name(),
            "text": self.told(),
            "board": self.board.as_ref().map(|board| puzzle.write_board(board)),
            "violations": self.violations.iter().map(broken).collect::<Vec<Value>>(),
            "right": self.right,
            "places": self.places,
            "blank": self.blank,
            "why": self.why.as_ref().map(ToString::to_string),
        })
    }
}
