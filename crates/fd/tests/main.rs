//! The kernel against brute force, other solvers and its own reports.

mod all_different;
mod constraints;
mod examples;
mod gecode;
mod intervals;
mod kernel;
mod models;
mod optimum;
mod resume;
mod table;
mod tree;
mod truth;
mod views;
