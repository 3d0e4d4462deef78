//! What can be done with any puzzle, whichever it is: solve it and prove the
//! solution unique, list its solutions, count them.
//!
//! ```
//! use studio::{Options, Verdict, verdict};
//! let document = puzzles::builtin("gap/seed-1").expect("it is built in");
//! let answer = verdict(&*document.puzzle, &Options::default()).expect("it is small");
//! assert!(matches!(answer.result, Verdict::Unique(_)));
//! ```

mod solve;

pub use solve::{Answer, Count, Options, Verdict, count, each, first, verdict};
