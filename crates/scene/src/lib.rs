//! Drawings as data, and their renderers.
//!
//! A [`Scene`] is a list of [`Mark`]s: a [`Shape`] on a grid of text cells (one
//! character wide, one line high), the [`Role`] it plays (a clue, an entry, a
//! frame) and, where an explanation points at it, an [`Emphasis`]. A mark says
//! what a thing means, never what colour it has. It also says which target it
//! belongs to, by id: a cell, a clue, a bar.
//!
//! What can tip, as the bar of a balance, is drawn level; a [`Beam`] says how it
//! stands, for pages that move things.
//!
//! One scene renders exactly to characters ([`TextRenderer`]), and to a
//! [`Picture`](picture::Picture) of lines, outlines and text, from which SVG is
//! written ([`SvgRenderer`]). Other drawings use pictures directly.
//!
//! Columns grow to the right and rows grow downward. Coordinates may be
//! negative: renderers start at the top left of what was drawn.
//!
//! ```
//! use scene::{Cell, Emphasis, Role, Scene, SvgRenderer, TextRenderer};
//!
//! let mut scene = Scene::new("Three cells", "8 stands on 3 and on a blank.");
//! scene.add(Role::Clue, Cell::framed((2, 0), 5, 3).text("8"));
//! scene.add(Role::Entry, Cell::framed((0, 2), 5, 3).text("3")).emphasis = Some(Emphasis::Cause);
//! scene.add(Role::Blank, Cell::framed((4, 2), 5, 3));
//!
//! assert_eq!(scene.overlaps()?, []);
//! let lines = [
//!     "  ┌───┐",
//!     "  │ 8 │",
//!     "┌─┴─┬─┴─┐",
//!     "│*3*│   │",
//!     "└───┴───┘\n",
//! ];
//! assert_eq!(TextRenderer::new().render(&scene)?, lines.join("\n"));
//! assert!(SvgRenderer::new().render(&scene).starts_with("<svg"));
//! # Ok::<(), scene::TooLarge>(())
//! ```

mod beam;
mod escape;
mod glyph;
mod ink;
mod look;
mod mark;
mod overlap;
mod paint;
pub mod picture;
mod role;
mod scene;
mod shape;
mod text;

pub use beam::{Beam, Follows, Poise};
pub use escape::escape;
pub use mark::{Extent, Mark};
pub use overlap::Overlap;
pub use picture::SvgRenderer;
pub use role::{Emphasis, Role};
pub use scene::{MAX_CELLS, Scene, TooLarge};
pub use shape::{Candidates, Cell, Content, Disc, Line, Passage, Pivot, Point, Shape, Slot, Stroke, Text, Tick};
pub use text::{Canvas, Inked, TextRenderer};
