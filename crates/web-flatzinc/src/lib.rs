//! A FlatZinc file whose search is watched, node by node.
//!
//! It is a module of its own, which is loaded when a file is opened: the puzzles need none of it. The page uses what
//! is asked and answered here; the search runs in a worker, one for each search.

mod watched;

pub use watched::Watched;

use fd::TreeNode;
use serde::{Deserialize, Serialize};

/// What whoever watches wants.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Question {
    /// The search of a file from its start.
    Open {
        /// The file.
        text: String,
        /// How the variables that it names are labelled; as the file says, if this is empty.
        labelling: String,
    },
    /// So many nodes more.
    Step(u64),
    /// What was left at a node.
    Look(usize),
}

/// What is seen.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Answer {
    /// The nodes since the last answer, and where the search is now.
    Stepped {
        /// The nodes.
        nodes: Vec<TreeNode<String>>,
        /// What is left.
        left: Left,
        /// What was done so far.
        counts: Counts,
    },
    /// What was left at the node that was asked for; nothing where it failed.
    Look(Option<Left>),
    /// There is nothing to see, and why.
    Refused(String),
}

/// The values that are left for each variable that the file shows, by its name.
pub type Left = Vec<(String, String)>;

/// What a search has done so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "counts are what their names say")]
pub struct Counts {
    pub backtracks: u64,
    pub prunings: u64,
    pub depth: u64,
    pub solutions: u64,
    /// Whether it is over.
    pub ended: bool,
    /// Whether its tree is too large to be watched any longer.
    pub full: bool,
}

/// The answer of a search to a question, if there is one to give; opening a file gives a new search.
pub fn ask(watched: &mut Option<Watched>, question: Question) -> Option<Answer> {
    let refused = |why: String| Some(Answer::Refused(why));
    match (question, watched.as_mut()) {
        (Question::Open { text, labelling }, _) => match Watched::open(&text, &labelling) {
            Ok(opened) => {
                *watched = Some(opened);
                None
            }
            Err(why) => refused(why),
        },
        (Question::Step(count), Some(watched)) => Some(watched.step(count)),
        (Question::Look(node), Some(watched)) => Some(Answer::Look(watched.left_at(node))),
        (_, None) => refused("no file is open".to_owned()),
    }
}

/// The door of the module: the answer to a question, both as JSON; nothing where there is none.
#[cfg(feature = "module")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn answer(question: &str) -> Option<String> {
    thread_local! {
        static WATCHED: std::cell::RefCell<Option<Watched>> = const { std::cell::RefCell::new(None) };
    }
    let answer = match serde_json::from_str(question) {
        Ok(question) => WATCHED.with_borrow_mut(|watched| ask(watched, question)),
        Err(error) => Some(Answer::Refused(error.to_string())),
    };
    serde_json::to_string(&answer?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fd::Fate;

    fn open(text: &str, labelling: &str) -> (Option<Watched>, Option<Answer>) {
        let mut watched = None;
        let question = Question::Open { text: text.to_owned(), labelling: labelling.to_owned() };
        let told = ask(&mut watched, question);
        (watched, told)
    }

    #[test]
    fn a_file_is_watched_to_its_end() {
        for labelling in ["", "ff,step,up", "leftmost,enum,down"] {
            let text = "var 1..4: a; var 1..4: b; var 1..4: c;
                constraint int_lt(a, b); constraint int_lt(b, c); constraint int_ne(a, 2);
                solve :: int_search([a, b, c], input_order, indomain_max, complete) satisfy;";
            let (mut watched, told) = open(text, labelling);
            assert!(told.is_none(), "{told:?}");
            let Some(Answer::Stepped { nodes, counts, .. }) = ask(&mut watched, Question::Step(1000)) else {
                panic!("it steps")
            };
            // 1 2 3, 1 2 4 and 1 3 4.
            assert_eq!((counts.ended, counts.solutions), (true, 3), "{labelling}");
            let solved = nodes.iter().find(|node| node.fate == Fate::Solved).expect("there are solutions");
            let look = ask(&mut watched, Question::Look(solved.number as usize));
            let Some(Answer::Look(Some(left))) = look else { panic!("{look:?}") };
            let names: Vec<&str> = left.iter().map(|(name, _)| name.as_str()).collect();
            assert_eq!((names, left[0].1.as_str()), (vec!["a", "b", "c"], "1"), "{labelling}");
            let root = ask(&mut watched, Question::Look(0));
            let Some(Answer::Look(Some(left))) = root else { panic!("{root:?}") };
            assert!(left.iter().any(|(_, values)| values.contains(' ')), "{left:?}");
        }
    }

    #[test]
    fn what_cannot_be_opened_is_refused() {
        for (text, labelling) in [("", ""), ("var", ""), ("solve satisfy", ""), ("solve satisfy;", "magic"), ("{}", "")]
        {
            let (_, told) = open(text, labelling);
            assert!(matches!(&told, Some(Answer::Refused(why)) if !why.is_empty()), "{text:?}: {told:?}");
        }
        assert!(matches!(ask(&mut None, Question::Step(1)), Some(Answer::Refused(_))));
    }
}
