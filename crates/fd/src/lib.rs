#![doc = include_str!("../README.md")]

mod agenda;
mod changes;
mod constraint;
pub mod constraints;
mod domain;
mod error;
mod event;
mod guard;
#[cfg(any(test, feature = "harness"))]
pub mod harness;
mod minizinc;
mod model;
mod name;
mod observer;
mod propagator;
mod rng;
mod search;
mod space;
mod statistics;
mod store;
mod trail;
mod var;

pub use constraint::{Consistency, Constraint, Post};
pub use domain::Domain;
pub use error::ModelError;
pub use event::{Event, Wake};
pub use model::Model;
pub use name::Name;
pub use observer::{Observer, Removal};
pub use propagator::{Changed, Conflict, Priority, Propagator, Status};
pub use rng::Random;
pub use search::{
    Branching, Budget, Choice, Clock, Decision, Engine, Fate, FirstFail, Labeller, Labelling, LabellingError, Limits,
    Luby, Order, Recorder, Search, Selection, Solution, Stopped, Subtree, TreeNode, TreeStep, Verdict, first, split,
    verdict,
};
pub use space::Space;
pub use statistics::Statistics;
pub use store::{Store, Trailed};
pub use var::{Literal, Relation, Var};
