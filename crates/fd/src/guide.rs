//! A page for each task.

#[doc = include_str!("../guide/modelling.md")]
pub mod modelling {}

#[doc = include_str!("../guide/searching.md")]
pub mod searching {}

#[doc = include_str!("../guide/optimising.md")]
pub mod optimising {}

#[doc = include_str!("../guide/branching.md")]
pub mod branching {}

#[doc = include_str!("../guide/propagators.md")]
pub mod propagators {}
