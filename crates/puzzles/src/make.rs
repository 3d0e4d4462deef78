//! Making: what each kind brings to it. `studio` drives: it asks for drafts,
//! has the kernel prove them unique, strips clues or repairs, and decides.
//!
//! Whether a clue can go is one question: is there a solution that breaks this
//! clue and keeps the others? With one solution under all clues, any second one
//! without this clue must break it. The negated clue prunes far more than a
//! search for any second solution would. That is why a clue is a variable of
//! the [`Stencil`].

use crate::{Board, Posed, Puzzle};
use fd::{Limits, Random, Stopped, Var};
use std::fmt::Debug;

/// What a kind's makers can be asked for, as data: command lines and pages
/// show it without knowing the puzzle.
#[derive(Debug, Clone, Copy)]
pub struct Making {
    /// The size that is made unless another is asked for.
    pub size: usize,
    /// What its clues are called and how many are left by default; `None`
    /// where there is nothing that could be left out.
    pub clues: Option<ClueOption>,
    /// The kind's own options.
    pub options: &'static [MakerOption],
    /// The sizes that people are offered, the least first.
    pub offered: &'static [usize],
    /// Sizes that tests make and prove, the least first, and how many of each.
    pub tested: &'static [(usize, u64)],
}

/// How many clues a made puzzle has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clues {
    /// As many as are left when none can be dropped.
    Min,
    /// As few as a longer search finds.
    Fewest,
    /// At least and at most this many.
    Between(usize, usize),
}

/// The option that says how many clues.
#[derive(Debug, Clone, Copy)]
pub struct ClueOption {
    /// Its name, such as `clues` or `givens`.
    pub name: &'static str,
    /// What the clues are, for people.
    pub says: &'static str,
    /// The number unless another is asked for.
    pub default: Clues,
}

/// One of a kind's own options.
#[derive(Debug, Clone, Copy)]
pub struct MakerOption {
    /// Its name, such as `bars`.
    pub name: &'static str,
    /// What it is for, and what it is unless told otherwise.
    pub says: &'static str,
    /// What it takes.
    pub takes: Takes,
}

/// What an option takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// A number in a range.
    Number {
        /// The least that makes sense.
        least: u32,
        /// The most that makes sense.
        most: u32,
    },
    /// Yes (1) or no (0).
    YesNo,
}

/// What is asked of a maker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The size: leaves, side, rows or digits.
    pub size: usize,
    /// How many clues; the kind's default if `None`.
    pub clues: Option<Clues>,
    /// The kind's own options that were given, by name.
    pub options: Vec<(&'static str, u32)>,
}

impl Request {
    /// A puzzle of this size, with the defaults for everything else.
    pub fn of_size(size: usize) -> Request {
        Request { size, clues: None, options: Vec::new() }
    }

    /// The value of one of the kind's own options, if it was given.
    pub fn option(&self, name: &str) -> Option<u32> {
        self.options.iter().find(|(own, _)| *own == name).map(|&(_, value)| value)
    }

    /// The most clues allowed; `None` when there is no such limit.
    pub fn most_clues(&self) -> Option<usize> {
        match self.clues {
            Some(Clues::Between(_, most)) => Some(most),
            _ => None,
        }
    }
}

/// Why there is no such puzzle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Impossible(pub String);

/// Makes drafts of one request.
///
/// A draft depends on the random source alone, not on what was drafted before.
pub trait Maker: Debug + Send {
    /// A random solution with every clue that could be given; `None` when this
    /// try failed.
    ///
    /// # Errors
    /// The limit that was reached first. Only the deadline and the cancel flag
    /// count; they may stop a draft but never change it.
    fn draft(&mut self, random: &mut Random, limits: Limits<'_>) -> Result<Option<Draft>, Stopped>;

    /// The last draft, or what it was repaired to, changed so that `other` is
    /// no solution of it; `None` when there is no such change. This never takes
    /// long.
    fn repair(&mut self, other: &Board, random: &mut Random) -> Option<Draft> {
        let _ = (other, random);
        None
    }

    /// Whether clues are best added one by one, each to rule out another
    /// solution, rather than all given at first and then removed: good where
    /// few of very many are needed.
    fn starts_bare(&self) -> bool {
        false
    }

    /// Whether another solution is best searched for near the draft's own: by
    /// trying first the values that variables have there.
    fn stays_near(&self) -> bool {
        false
    }

    /// What to ask for instead where drafts are hardly ever found.
    fn easier(&self) -> Option<&'static str> {
        None
    }

    /// The search nodes to spend on one question (is there another solution?).
    fn patience(&self) -> u64 {
        20_000
    }
}

/// The rules without clues, posed to the kernel.
#[derive(Debug)]
pub struct Stencil {
    /// The model, without any clue.
    pub posed: Posed,
    /// For each clue that could be given, the variable whose value it gives.
    pub clues: Vec<Var>,
    /// For each clue, the constraint of the model that only works out its value
    /// from the board, by its number: it can rest while the clue is not given,
    /// which takes a quarter off the time to make a Trid.
    /// Empty where clues have none.
    pub ties: Vec<usize>,
}

/// A full random solution with every clue that could be given.
#[derive(Debug)]
pub struct Draft {
    /// The puzzle with every clue.
    pub puzzle: Box<dyn Puzzle>,
    /// Its solution: the intended one.
    pub solution: Board,
    /// The value of each clue, in the order of [`Clued::with_clues`](crate::Clued::with_clues) and of
    /// [`Stencil::clues`].
    pub clues: Vec<i32>,
    /// Its own model, unless all drafts of the maker share that of the puzzle
    /// ([`Clued::stencil`](crate::Clued::stencil)).
    pub stencil: Option<Stencil>,
}

/// A uniformly random number from `0..n`; 0 when `n` is 0. (One of `Random`'s own is of 32 bits.)
pub(crate) fn below(n: u64, random: &mut Random) -> u64 {
    let mask = n.next_power_of_two() - 1;
    // At least half of the numbers are small enough.
    loop {
        let drawn = random.bits() & mask;
        if drawn < n.max(1) {
            return drawn;
        }
    }
}
