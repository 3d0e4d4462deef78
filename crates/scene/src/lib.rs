//! Drawings as data.

/// A drawing.
#[derive(Debug)]
pub struct Scene;
