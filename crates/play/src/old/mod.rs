//! Until both players stand on [`crate::Session`].

pub(crate) mod code;
pub(crate) mod game;
pub use code::{CodeError, Decoded, decode, encode, link, open_link};
pub use game::{Change, Game, Help, HelpTaken, Move, Refused, Settings, Shown, puzzle_to_json};
