//! The services over every kind: solve, make, explain, certify.

mod brute;
mod by_gecode;
mod by_page;
mod certify;
mod clasp;
mod corpus;
mod corpus_files;
mod drawn;
mod explain;
mod explained;
mod explained_pages;
#[path = "../../fd/tests/gecode/mod.rs"]
mod gecode;
mod kinds;
mod limits;
mod makers;
mod outside;
mod premises;
mod reading;
mod referee;
mod score;
mod shared;
mod slices;
mod techniques;
mod tutor;
mod watch;
