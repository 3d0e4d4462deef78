//! Drawings as data.
