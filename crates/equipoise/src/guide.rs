//! A page for each task.

#[doc = include_str!("../guide/reading.md")]
pub mod reading {}

#[doc = include_str!("../guide/solving.md")]
pub mod solving {}

#[doc = include_str!("../guide/helping.md")]
pub mod helping {}

#[doc = include_str!("../guide/explaining.md")]
pub mod explaining {}

#[doc = include_str!("../guide/generating.md")]
pub mod generating {}

#[doc = include_str!("../guide/drawing.md")]
pub mod drawing {}

#[doc = include_str!("../guide/certifying.md")]
pub mod certifying {}

#[doc = include_str!("../guide/constraints.md")]
pub mod constraints {}
