//! Search trees as pictures.

mod draw;
mod fold;
mod layout;

pub use draw::draw;
