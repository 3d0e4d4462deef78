//! Five logic puzzles: Weight, Gap, Aztec Math, Trid and Multi-Balance. This library reads and draws
//! them, solves them and proves that there is no other solution, explains and grades them as a person
//! would solve them, and makes new ones.
//!
//! ```
//! let puzzle = equipoise::open("gap/seed-1")?;
//! println!("{}", puzzle.solve()?);
//! println!("{}", puzzle.explain()?);
//! println!("{}", puzzle.grade()?.difficulty.name());
//! println!("{}", equipoise::generate("trid").size(7).seed(1).one()?);
//! # Ok::<(), equipoise::Error>(())
//! ```
//!
//! | to | see |
//! | --- | --- |
//! | open a built-in puzzle, a file or a text | [`open`], [`read`], [guide](guide::reading) |
//! | solve it, count its solutions | [`Puzzle::solve`], [`Puzzle::count`], [guide](guide::solving) |
//! | check a board, judge a deduction, give a hint | [`Puzzle::check`], [`Puzzle::judge`], [`Puzzle::hint`], [guide](guide::helping) |
//! | explain it, say how hard it is | [`Puzzle::explain`], [`Puzzle::grade`], [guide](guide::explaining) |
//! | make new ones | [`generate`], [guide](guide::generating) |
//! | draw it, write it to a file | [`Puzzle::draw`], [`Puzzle::to_json`], [guide](guide::drawing) |
//! | have a verdict checked by others | [`Puzzle::certify`], [guide](guide::certifying) |
//! | solve problems of one's own | [`fd`], [guide](guide::constraints) |
//!
//! All of these return [`Error`], which says what is wrong, where, and what was expected. Nothing here
//! panics on any input, prints, starts a thread or reads a clock (but for [`Puzzle::within`]); only
//! [`open`] reads files. The same questions have the same answers on every machine, and in
//! WebAssembly.
//!
//! # The parts
//!
//! What is above is a thin layer over four crates, which are here too. [`fd`] is the constraint kernel.
//! [`scene`] has drawings as data. [`puzzles`] has the five kinds behind one contract. [`studio`] has what can be done
//! with any of them, with every option. [`Puzzle::document`] leads from one to the other.

mod answer;
mod error;
mod generate;
pub mod guide;
mod limits;
mod open;
mod puzzle;

pub use answer::{Drawing, Explanation, Judgement, Solution};
pub use error::Error;
pub use generate::{Generate, Generated, generate};
pub use open::{open, read, read_all, read_as};
pub use puzzle::Puzzle;

pub use {fd, puzzles, scene, studio};

#[doc(no_inline)]
pub use fd::Stopped;
#[doc(no_inline)]
pub use puzzles::{Board, Clues, KINDS, Kind, Location, ReadError, Violation, builtin_names};
#[doc(no_inline)]
pub use studio::{Certificate, Difficulty, Grade, Hint, HintLevel, Ruling};
