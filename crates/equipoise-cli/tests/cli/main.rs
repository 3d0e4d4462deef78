//! The command as scripts and people use it.

mod certify;
mod common;
mod corpus;
mod generate;
mod input;
mod kinds;
mod lab;
mod learn;
mod old;
mod output;
mod parts;
#[cfg(unix)]
mod play;
mod print;
#[cfg(unix)]
mod rows;
mod rule_files;
mod rules;
mod sessions;
mod status;
#[cfg(unix)]
mod terminal;
#[cfg(unix)]
mod torture;
#[cfg(unix)]
mod trouble;
#[cfg(unix)]
mod watching;
