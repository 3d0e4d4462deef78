//! Drawings and their renderers.

#[path = "../examples/gallery/boards.rs"]
mod boards;
mod drawings;
mod limits;
mod overlaps;
mod properties;
mod svg;
