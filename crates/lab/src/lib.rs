//! Experiments in constraint programming: which labelling is best, how time
//! grows with size, what the search did.
//!
//! An [`Experiment`] is data: boards, labellings and what to measure. Its
//! [`Plan`] is run with a clock and a limit, and what comes of it, a
//! [`Report`], is rendered as text, CSV, JSON, SVG or a page of HTML. The
//! built-in ones repeat every table of the five papers; a [`Matrix`] is one of
//! your own, with puzzles or with the problems of FlatZinc files.

mod boards;
mod chart;
pub mod experiments;
mod grid;
mod matrix;
mod measure;
mod page;
mod plan;
pub mod published;
pub mod render;
mod report;
mod run;
pub mod tree;

#[cfg(feature = "flatzinc")]
pub use boards::SharedProblem;
pub use boards::{Collection, SharedPuzzle};
pub use experiments::{EXPERIMENTS, Experiment, experiment};
pub use grid::{Grid, Row, Summary};
pub use matrix::{Matrix, Subjects, Unmade, read_sizes};
pub use measure::{Ending, Measurement, Metric};
pub use plan::{Goal, Picture, Plan, Task, Trial, View};
pub use report::{Report, Texts};
pub use run::{Setting, run};
