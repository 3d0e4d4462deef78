//! Finding steps.
//!
//! `machine` keeps what is known and takes the easiest step; `alone` finds what one
//! rule says, `suppose` what several refute, both through the questions of `inquiry`.
//! `premises` leaves out what a step does not need. `path` walks to the solution,
//! and then tells only what is needed on the way; `cases` tries the few values of a quantity
//! where that is shorter.
//!
//! A puzzle has a model of its own for this, in which each constraint is one rule at
//! one place, as a person would name it, and givens are facts rather than domains.
//! Our best model of Gap is one constraint for the whole board, and the papers'
//! models have variables that no person would talk about.

mod account;
mod alone;
mod cases;
mod inquiry;
mod ledger;
mod machine;
mod path;
mod premises;
mod record;
mod suppose;

pub(crate) use account::Told;
pub(crate) use cases::{MOST_CASES, cases_next};
pub(crate) use inquiry::{Argument, End, Fact, Inquiry};
pub(crate) use machine::Machine;
pub(crate) use path::Walk;
pub(crate) use premises::{Reader, is_large_amount};
pub(crate) use record::Removals;
pub(crate) use suppose::Spare;
