//! The tutor's service in a lesson: what is to be found, and what is said to an answer.

use super::Mailbox;
use crate::lessons::{Practice, Reply, Thought};
use crate::message::{Answer, Question, ReplyTold};
use puzzles::Puzzle;
use std::sync::Arc;
use studio::{Context, Hint, Level, Position, Referee, Ruling, Tutor};

/// The work on one answer, in runs of propagators.
const MOST_FOR_ANSWER: u64 = 2_000_000;

/// What is said to what is sound.
const FOLLOWS: &str = "it follows from the rules and what is on the board";

/// What is being practised on.
#[derive(Debug, Default)]
pub(super) struct Class {
    practice: Option<(Practice, Position)>,
    /// Whether any step will do.
    any: bool,
    referee: Option<Referee>,
}

impl Class {
    /// What there is to find from a position by a technique of the kind, and how it may be said in words; `None` if another one is easier there.
    pub(super) async fn begin(
        &mut self,
        mailbox: &Mailbox<Question, Answer>,
        tutor: &mut Tutor,
        position: Position,
        technique: Option<usize>,
    ) -> Option<(Hint, Option<String>)> {
        tutor.see(&position);
        self.practice = None;
        self.any = technique.is_none();
        for level in [Level::Single, Level::Together] {
            let steps = mailbox.finish(tutor.steps(level), MOST_FOR_ANSWER, || mailbox.has_mail()).await?;
            if !steps.is_empty() {
                let practice = Practice::among(steps, technique)?;
                let found = (practice.hint().clone(), practice.in_words());
                self.practice = Some((practice, position));
                return Some(found);
            }
        }
        None
    }

    /// What is replied to an answer: in the practice that has begun, or else to what somebody thinks of a position.
    pub(super) async fn reply(
        &mut self,
        mailbox: &Mailbox<Question, Answer>,
        (puzzle, context): (&dyn Puzzle, &Arc<Context>),
        thought: &Thought,
        position: Option<&Position>,
    ) -> Answer {
        let practice = self.practice.as_ref().filter(|_| position.is_none());
        let Some(position) = position.or(practice.map(|(_, position)| position)) else {
            return Answer::Refused("nothing is being practised".to_owned());
        };
        let said = match thought.said(context) {
            Ok(said) => said,
            Err(why) => {
                let says = crate::words::sentence(&why);
                return Answer::Replied(ReplyTold { right: false, sound: false, says, board: None });
            }
        };
        let referee = match &mut self.referee {
            Some(referee) => referee,
            empty => match Referee::of(puzzle, Arc::clone(context)) {
                Ok(referee) => empty.insert(referee),
                Err(error) => return Answer::Refused(format!("it is too large to explain: {error}")),
            },
        };
        let statement = said.statement(referee.context());
        let ruling = match &statement {
            None => None,
            Some(statement) => {
                let judged = referee.judge(statement, position);
                let ruling = mailbox.finish(judged, MOST_FOR_ANSWER, || mailbox.has_mail()).await;
                Some(ruling.unwrap_or(Ruling::Undecided(fd::Stopped::Work)))
            }
        };
        let board = ruling.as_ref().and_then(Ruling::counterexample).map(|found| found.board.clone());
        let sound = matches!(ruling, Some(Ruling::Sound { .. }));
        let (right, says) = match practice.map(|(practice, _)| practice.reply(&said, ruling.as_ref())) {
            Some(Reply::Right(text)) => (true, text),
            // Where any step will do, so will any deduction.
            Some(Reply::Another) if self.any => (true, FOLLOWS.to_owned()),
            Some(Reply::Another) => (false, "That is true, but something else is to be found here.".to_owned()),
            Some(Reply::Wrong(says)) => (false, says),
            None if sound => (true, FOLLOWS.to_owned()),
            None => {
                let told = ruling.as_ref().map(|ruling| ruling.told(referee.context()));
                (false, told.unwrap_or_else(|| "it cannot have that value at all".to_owned()))
            }
        };
        Answer::Replied(ReplyTold { right, sound, says, board })
    }
}
