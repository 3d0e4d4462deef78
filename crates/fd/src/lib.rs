#![doc = include_str!("../README.md")]
//! # Guide
//!
//! [Stating a problem](guide::modelling), [finding solutions](guide::searching) and [the best one](guide::optimising),
//! [composing branchings](guide::branching), [writing a propagator](guide::propagators).
//!
//! # How it works
//!
//! 1. **State.** One vector of trailed words holds the domains and the propagators' own state. A word
//!    is saved at its first change within a level. A domain of up to 64 values in a row is one word,
//!    from which its bounds and size are read; a wider one has one more word that caches them.
//!    Everything that changes a domain goes through [`Store`].
//! 2. **Propagation.** A change is an [`Event`] (fixed, minimum, maximum, any). Variables keep a list
//!    of subscriptions: which propagator to wake on which event, and which position to report. Woken
//!    propagators wait in a queue by [`Priority`]; the expensive ones run when the cheap ones are
//!    quiet. Failure is `Err(`[`Conflict`]`)`, carried by `?`.
//! 3. **Constraints.** A [`Constraint`] is data with a meaning ([`Constraint::holds`]); posting it lays
//!    out propagators. It says which [`Consistency`] it reaches, and the test harness checks that.
//! 4. **Search.** Depth first over the trail. A [`Branching`] proposes a decision: a literal, or the
//!    values of a variable. [`Limits`] end a search with [`Stopped`], which no caller can mistake for
//!    an answer; a search that is allowed more continues where it stopped. With restarts
//!    ([`Search::restarting`]), a run that was not cut off is the proof.

mod agenda;
mod constraint;
pub mod constraints;
mod domain;
pub mod guide;
#[cfg(any(test, feature = "harness"))]
pub mod harness;
mod minizinc;
mod model;
mod propagator;
mod rng;
mod search;
mod space;
mod store;
mod trail;
mod var;
mod views;

pub use constraint::{Consistency, Constraint, Post};
pub use domain::Domain;
pub use model::{Model, ModelError, Name};
pub use propagator::{Changed, Conflict, Event, Observer, Priority, Propagator, Removal, Status, Wake};
pub use rng::Random;
#[cfg(feature = "clock")]
pub use search::WallClock;
pub use search::{
    BranchBy, Branching, Budget, Choice, Clock, Decision, Fate, FirstFail, Labeller, Labelling, LabellingError, Limits,
    Luby, Neighbourhoods, Optimum, Order, Preferring, Recorder, Search, Selection, Sequencing, Solution, Statistics,
    Stopped, Subtree, Then, TreeNode, TreeStep, Verdict, branch_by, first, split, verdict,
};
pub use space::{Space, Weights};
pub use store::{Store, Trailed, Words};
pub use var::{Literal, Relation, Var};
