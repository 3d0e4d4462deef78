//! FlatZinc, the language that MiniZinc hands models to solvers in, on the kernel `fd`.
//!
//! The way of a file: `parser` makes data of the text, `names` finds out what the names stand for and which
//! variables are the same, `views` which are others and a number, `pose` makes a model of it with the constraints of `relations` and `globals`, `search`
//! reads the annotations, and [`Problem::solve`] searches and writes what MiniZinc expects. Who wants the search itself,
//! to watch it or to record its tree, takes [`Problem::posed`].

mod bounds;
mod disjunctions;
mod error;
mod globals;
mod lexer;
mod names;
mod output;
mod parser;
mod pose;
mod posed;
mod relations;
mod search;
mod solve;
mod syntax;
mod views;

pub use error::Error;
pub use posed::{Objective, Posed};
pub use solve::{Options, Outcome, Problem};
