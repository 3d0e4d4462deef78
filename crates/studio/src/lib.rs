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
mod code;
mod daily;
mod editor;
mod explain;
mod game;
mod grade;
mod make;
mod offers;
mod sketchbook;
mod solve;
pub mod task;
mod trace;
mod trace_file;
mod tutor;
mod watch;

pub use certify::{
    CHECKER, CHECKER_VERSION, Certificate, CertifyError, Claim, Manifest, certify, certify_steps, sha256,
};
pub use code::{CodeError, Decoded, MOST_CODE, decode, encode, link, open_link};
pub use daily::{Daily, Date, MAKERS_REVISION, NoDate, daily};
pub use editor::{Budgets, Editor, Helpful, Refusal, Remark, Wish};
pub use explain::{
    About, Context, Explanation, Keep, Level, Outcome, Step, differences, explain, explain_from, listed, plain_page,
};
pub use game::{Change, Game, Help, HelpTaken, Move, Position, Refused, Settings, Shown};
pub use grade::{Difficulty, Grade, grade};
pub use make::{Made, MakeError, Workshop, canonical_hash, loose_document, options_record};
pub use offers::{MOST_WAIT, OFFER_SEEDS, Offer, Prospect, offers, prospect};
pub use sketchbook::Sketchbook;
pub use solve::{Answer, Count, Form, Options, Sharing, Verdict, count, each, first, prove, verdict};
pub use trace::{Fate, Node, Trace};
pub use trace_file::{MOST_NODES, Searched, TraceLine};
pub use tutor::{Advice, Hint, HintLevel, Tutor, Why, Wrong, hint};
pub use watch::{MOST_WATCHED, Watch, Watching};
