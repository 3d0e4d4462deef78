//! Experiments and traces, from outside.

mod experiments;
mod trace;
