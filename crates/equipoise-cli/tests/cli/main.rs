//! The command as scripts and people use it.

mod common;
mod corpus;
mod input;
mod output;
mod sessions;
mod status;
