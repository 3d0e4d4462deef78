//! What can be done with a puzzle of any kind: solve it and prove the solution
//! unique, list its solutions, count them, explain it, help a player with it,
//! grade it, make new ones.
//!
//! ```
//! use studio::{Options, Verdict, verdict};
//! let document = puzzles::builtin("gap/seed-1").expect("it is built in");
//! let answer = verdict(&*document.puzzle, &Options::default()).expect("it is small");
//! assert!(matches!(answer.result, Verdict::Unique(_)));
//! ```

mod certify;
mod explain;
mod grade;
mod make;
mod minizinc;
mod number;
pub mod pool;
mod position;
mod prompt;
mod referee;
mod score;
mod search_tree;
mod solve;
pub mod task;
mod trial;
mod tutor;

pub use certify::{
    CHECKER, CHECKER_VERSION, Certificate, CertifyError, Claim, Manifest, certify, certify_steps, sha256,
};
pub use explain::{
    About, Called, Context, Explanation, Keep, Level, Outcome, Passage, Step, Told, differences, explain, explain_from,
    explained, listed, plain_page, refutation, techniques_needed,
};
pub use grade::{Difficulty, Grade, grade};
pub use make::{Made, MakeError, Techniques, Workshop, canonical_hash, loose_document, options_record, puzzle_to_json};
pub use minizinc::minizinc;
pub use number::{spoken_seconds, with_separators};
pub use position::Position;
pub use prompt::{Exercises, prompt};
pub use referee::{Counterexample, Premises, Referee, Ruling, Statement};
pub use score::{MOST_CHARACTERS, Mark, Score, Unreadable, read_reply};
pub use search_tree::{Fate, MOST_NODES, MOST_WATCHED, Searched, Trace, TreeNode, Watch, trace_line};
pub use solve::{
    Allowance, Answer, Count, Found, Options, ShapeSolver, Sharing, ValueOrder, Verdict, count, each, first, prove,
    verdict,
};
pub use trial::{Trial, TrialFault, trial};
pub use tutor::{Advice, Conclusion, Hint, HintLevel, Tutor, Why, Wrong, hint};
