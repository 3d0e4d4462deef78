//! Search trees as pictures.

mod draw;
mod fold;
mod layout;
mod read;

pub use draw::draw;
pub use read::{TraceError, Tree};
