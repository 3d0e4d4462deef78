//! The command as scripts and people use it.

mod certify;
mod common;
mod corpus;
mod generate;
mod input;
mod kinds;
mod lab;
mod output;
#[cfg(unix)]
mod play;
mod parts;
mod rules;
mod sessions;
mod status;
#[cfg(unix)]
mod terminal;
#[cfg(unix)]
mod watching;
