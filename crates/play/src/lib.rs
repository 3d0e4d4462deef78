//! Playing and setting puzzles of any kind: a session at the board with its
//! game, hints and pencil marks; saved games, codes and links; puzzles of the
//! day, and what can be made; the editor for puzzle setters. Nothing here reads
//! a file, a key or a clock.

mod code;
mod daily;
mod editor;
mod game;
mod joined;
pub mod keys;
pub mod lessons;
pub mod message;
mod offers;
mod preferences;
mod record;
mod replay;
mod rule_page;
pub mod saves;
mod service;
pub mod session;
mod setting;
mod sketchbook;
mod suggestion;
pub mod words;

pub use code::{CodeError, Decoded, MOST_CODE, decode, encode, link, open_link, rules_in_link};
pub use daily::{Daily, Date, MAKERS_REVISION, NoDate, daily};
pub use editor::{EditCommand, Editor, Helpful, Refusal, Remark};
pub use game::{Change, Game, Help, HelpTaken, Move, Refused, Settings, Shown, Written};
pub use joined::{Joined, joinings};
pub use offers::{MOST_WAIT, OFFER_SEEDS, Offer, Prospect, offers, prospect};
pub use preferences::Preferences;
pub use record::{Carried, Record, Solve, Times};
pub use replay::Replay;
pub use rule_page::{Heading, SAMPLE_RULES, rules_in_text};
pub use service::{Helper, Mailbox, Service, statistics_lines};
pub use session::{Action, Effect, Session};
pub use setting::{SetAction, Setting};
pub use sketchbook::Sketchbook;
pub use suggestion::{Reason, Suggestion, suggestion};
