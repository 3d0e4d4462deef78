//! Hints, checks, the way and the solution: what is asked of the helper, and
//! what becomes of its answers.

use super::moves::filled_by;
use super::{Action, Aside, Notice, Session};
use crate::message::{Answer, HintSort, HintTold, Message, PathTold, Question, Solutions};
use crate::{Help, words};
use studio::HintLevel;

/// What the player waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Want {
    Hint,
    Check,
    Why,
    Path,
    Solution,
    Like,
}

/// A question that is not answered yet.
#[derive(Debug)]
pub(super) struct Waiting {
    id: u64,
    want: Want,
    /// What the player did to the answer before it was there.
    held: Vec<Action>,
}

impl Waiting {
    /// Whether an action is about the answer: it is done when that is there.
    /// To ask for the same again changes nothing.
    pub(super) fn holds(&mut self, action: &Action) -> bool {
        match (self.want, action) {
            (Want::Hint | Want::Check | Want::Why, Action::Hint | Action::Follow | Action::Why) => {
                self.held.push(action.clone());
                true
            }
            (Want::Check, Action::Check) | (Want::Path, Action::Path { .. }) | (Want::Solution, Action::Solve) => true,
            _ => false,
        }
    }
}

/// Asking.
impl Session {
    fn ask(&mut self, want: Want, question: Question) {
        let id = self.send(question);
        self.waiting = Some(Waiting { id, want, held: Vec::new() });
        self.redraw();
    }

    /// Does not wait any longer.
    pub(super) fn call_off(&mut self) {
        if self.waiting.take().is_some() {
            self.send(Question::Stop);
            self.redraw();
        }
    }

    /// More of the hint that is shown, or a hint; at its end, follows it.
    pub(super) fn hint(&mut self) {
        match &self.notice {
            Notice::Hint(hint, level) => match HintLevel::new(level.number() + 1) {
                Some(next) => {
                    let hint = hint.clone();
                    self.show_hint(hint, next);
                }
                None => self.follow(),
            },
            _ => self.ask(Want::Hint, Question::Hint(self.game.known())),
        }
    }

    pub(super) fn check(&mut self) {
        self.game.take_help(Help::Check);
        self.save();
        self.ask(Want::Check, Question::Check(self.game.known()));
    }

    /// What is wrong and why; then, which of it.
    pub(super) fn why(&mut self) {
        match &self.notice {
            Notice::Hint(hint, level) if hint.sort == HintSort::Wrong => {
                let next = if *level < HintLevel::Deduction { HintLevel::Deduction } else { HintLevel::Result };
                let hint = hint.clone();
                self.show_hint(hint, next);
            }
            _ => self.ask(Want::Why, Question::Check(self.game.known())),
        }
    }

    pub(super) fn path(&mut self, from_here: bool) {
        self.reveal();
        let from = from_here.then(|| self.game.known());
        self.ask(Want::Path, Question::Path(from));
    }

    pub(super) fn ask_like(&mut self) {
        let Some(Aside::Path(path, at)) = &self.aside else { return };
        if let Some(step) = path.last_of(*at) {
            let question = Question::Like(self.game.known(), step.technique.clone());
            self.ask(Want::Like, question);
        }
    }

    pub(super) fn solve(&mut self) {
        self.reveal();
        self.ask(Want::Solution, Question::Solve);
    }

    /// Who looks at the solution of a puzzle that is not solved has help.
    fn reveal(&mut self) {
        if !self.is_solved() {
            self.game.take_help(Help::Reveal);
            self.save();
        }
    }

    /// Has a solved puzzle graded, unless it is.
    pub(super) fn grade_if_solved(&mut self) {
        if self.solved && self.summary.is_none() {
            self.grading = Some(self.send(Question::Path(None)));
        }
    }
}

/// Answers.
impl Session {
    pub(super) fn answered(&mut self, Message { id, body }: Message<Answer>) {
        match body {
            Answer::Opened(solutions) if id == self.opening => {
                self.solutions = Some(solutions);
                return self.redraw();
            }
            Answer::Path(path) if self.grading == Some(id) => return self.graded(&path),
            Answer::Refused(why) if self.grading == Some(id) => {
                self.summary = Some(words::sentence(&why));
                return self.redraw();
            }
            _ => {}
        }
        let Some(Waiting { want, mut held, .. }) = self.waiting.take_if(|waiting| waiting.id == id) else { return };
        match body {
            Answer::Hint(hint) => self.begin_hint(hint, HintLevel::Where),
            Answer::Checked(Some(hint)) if want == Want::Why => self.begin_hint(hint, HintLevel::Deduction),
            // Not why: that would often give the answer away. The levels above tell it.
            Answer::Checked(Some(hint)) => self.begin_hint(hint, HintLevel::Where),
            Answer::Checked(None) => self.tell_check(),
            Answer::Path(path) => {
                self.graded(&path);
                self.aside = Some(Aside::Path(path, 0));
                self.go_to(0);
            }
            Answer::Solved(board, lines) => {
                self.say(lines.first().cloned().unwrap_or_default());
                self.aside = Some(Aside::Solution(board, lines));
            }
            Answer::Like(steps) => match steps.into_iter().next() {
                Some(step) => {
                    let lines = &step.told(HintLevel::Result).lines;
                    let says = lines.iter().map(|line| words::sentence(line)).collect::<Vec<_>>().join(" ");
                    self.like = Some(Box::new(step));
                    self.say(says);
                }
                None => self.say("There is no such step on your board."),
            },
            Answer::Refused(why) => {
                held.clear();
                self.tell(vec![words::sentence(&why)]);
            }
            _ => self.redraw(),
        }
        // The question has ended the grading, if that was not done.
        self.grade_if_solved();
        held.into_iter().for_each(|action| self.perform(action));
    }

    fn graded(&mut self, path: &PathTold) {
        self.summary = Some(path.summary.clone());
        self.techniques = Vec::new();
        for step in &path.steps {
            if !self.techniques.contains(&step.technique) {
                self.techniques.push(step.technique.clone());
            }
        }
        if self.about.difficulty.is_none() && path.difficulty.is_some() {
            self.about.difficulty = path.difficulty;
            self.save();
        }
        self.redraw();
    }

    fn tell_check(&mut self) {
        let broken = self.game.puzzle().violations(&self.game.written().board);
        let mut lines: Vec<String> = broken.iter().map(|broken| words::sentence(&broken.message)).collect();
        match &self.solutions {
            Some(Solutions::One(_)) => lines.push("Nothing is wrong so far.".to_owned()),
            Some(Solutions::None) => lines.push("The puzzle has no solution at all.".to_owned()),
            Some(Solutions::Several) => lines.push("The puzzle has several solutions.".to_owned()),
            _ => {}
        }
        if lines.is_empty() {
            lines.push("No rule is broken so far.".to_owned());
        }
        self.tell(lines);
    }
}

/// The hint that is shown, and the way.
impl Session {
    fn begin_hint(&mut self, hint: Box<HintTold>, level: HintLevel) {
        if hint.sort != HintSort::Solved {
            self.game.take_help(Help::Hint);
        }
        let about = hint.target.clone();
        let index = self.game.sheet().targets.iter().position(|target| Some(&target.id) == about.as_ref());
        if let Some(index) = index {
            self.select(index);
        }
        self.show_hint(hint, level);
    }

    fn show_hint(&mut self, hint: Box<HintTold>, level: HintLevel) {
        self.game.take_help(Help::Level(level.number()));
        let lines: Vec<String> = hint.told(level).lines.iter().map(|line| words::sentence(line)).collect();
        self.notice = Notice::Hint(hint, level);
        self.save();
        self.say(lines.join(" "));
    }

    /// Makes the move of the hint that is shown. That is as much help as its
    /// last level.
    pub(super) fn follow(&mut self) {
        let Notice::Hint(hint, _) = &self.notice else {
            return self.tell(vec!["There is no hint to follow.".to_owned()]);
        };
        let (made, sort) = (hint.follow.clone(), hint.sort);
        if made == crate::Move::Several(Vec::new()) {
            return self.tell(vec!["This hint changes nothing by itself.".to_owned()]);
        }
        self.game.take_help(Help::Level(HintLevel::Result.number()));
        if sort == HintSort::Reveal {
            self.game.take_help(Help::Reveal);
        }
        let before = self.labels();
        let filled = filled_by(&made, &self.game);
        let marks = self.game.written().marks.clone();
        if !self.play(&made) {
            // It rules out what a board cannot show, and that is known already.
            self.notice = Notice::None;
            return self.say("Noted.");
        }
        self.show_marks |= self.game.written().marks != marks;
        let changed = self.labels().iter().zip(&before).position(|(now, before)| now != before);
        if let Some(target) = filled.or(changed) {
            self.select(target);
        } else if !self.solved {
            self.say("Noted.");
        }
    }

    /// Shows a step of the way.
    pub(super) fn go_to(&mut self, step: usize) {
        self.like = None;
        let Some(Aside::Path(path, at)) = &mut self.aside else { return };
        *at = step.min(path.steps.len());
        let says = path.last_of(*at).map_or_else(|| path.summary.clone(), |step| format!("Step {at}: {}", step.text));
        self.say(says);
    }
}
