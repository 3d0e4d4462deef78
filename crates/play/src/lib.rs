//! Playing and setting puzzles of any kind: games, codes and links, puzzles of
//! the day, what can be made, and the editor for puzzle setters. Nothing here
//! reads a file, a key or a clock.

mod code;
mod daily;
mod editor;
mod game;
pub mod message;
mod offers;
mod sketchbook;

pub use code::{CodeError, Decoded, MOST_CODE, decode, encode, link, open_link};
pub use daily::{Daily, Date, MAKERS_REVISION, NoDate, daily};
pub use editor::{Budgets, Editor, Helpful, Refusal, Remark, Wish};
pub use game::{Change, Game, Help, HelpTaken, Move, Refused, Settings, Shown, puzzle_to_json};
pub use offers::{MOST_WAIT, OFFER_SEEDS, Offer, Prospect, offers, prospect};
pub use sketchbook::Sketchbook;
