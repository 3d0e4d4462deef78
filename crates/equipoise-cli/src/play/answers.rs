//! What helpers are asked, and what becomes of their answers.

use super::app::{App, Want};
use super::helper::{Answer, Ask, Pending, Reply};
use super::session::{Aside, Notice, Session, copy};
use equipoise::studio::{Hint, HintLevel, Verdict};

impl App {
    pub(crate) fn reply(&mut self, Reply { number, answer }: Reply) {
        let is = |pending: &Option<Pending>| pending.as_ref().is_some_and(|pending| pending.number == number);
        if self.waiting.as_ref().is_some_and(|(pending, _)| pending.number == number) {
            if let Some((_, want)) = self.waiting.take() {
                self.answered(want, answer);
            }
        } else if let Some(next) = &mut self.next
            && is(&next.pending)
        {
            next.pending = None;
            match answer {
                Answer::Made(opened) => next.made = Some(opened),
                _ => self.next = None,
            }
        } else if let Some(table) = &mut self.table {
            match answer {
                Answer::Verdict(verdict) if is(&table.verdict) => {
                    table.verdict = None;
                    table.session.verdict = Some(verdict);
                }
                Answer::Path(path) if is(&table.grading) => table.session.grade = Some(path.summary()),
                _ => {}
            }
        }
    }

    /// Shows the answer that the player has waited for.
    fn answered(&mut self, want: Want, answer: Answer) {
        match answer {
            Answer::Made(opened) => {
                let solve = want == Want::Puzzle { solve: true };
                if self.open(*opened) && solve {
                    self.solve();
                }
            }
            Answer::Nothing(why) => match self.session_mut() {
                _ if why.is_empty() => {}
                Some(session) => session.say(why),
                None => self.start.says = Some(why),
            },
            answer => {
                self.text_first = 0;
                if let Some(session) = self.session_mut() {
                    session.answered(want, answer);
                }
            }
        }
    }

    /// Asks for the solution.
    pub(crate) fn solve(&mut self) {
        let Some(puzzle) = self.session().map(|session| copy(session.game.puzzle())) else { return };
        self.waiting = Some((self.desk.solve(puzzle), Want::Solution));
    }

    /// Asks the tutor.
    pub(crate) fn ask(&mut self, want: Want, ask: Ask) {
        if let Some(table) = &self.table {
            self.waiting = Some((self.desk.ask(&table.tutoring, ask), want));
        }
    }
}

impl Session {
    fn answered(&mut self, want: Want, answer: Answer) {
        match answer {
            Answer::Hint(hint) => self.show_hint(hint, HintLevel::Where),
            Answer::Checked(wrong) => self.checked(want, wrong),
            Answer::Path(path) => self.aside = Some(Aside::Path(path, 0)),
            Answer::Solved(solution) => self.aside = Some(Aside::Solution(solution)),
            Answer::Verdict(_) | Answer::Made(_) | Answer::Nothing(_) => {}
        }
    }

    /// Says whether something is wrong, or what.
    fn checked(&mut self, want: Want, wrong: Option<Box<Hint>>) {
        match (want, wrong) {
            (Want::Why, Some(hint)) => self.show_hint(hint, HintLevel::Deduction),
            (_, Some(_)) => self.say("Something is wrong. `w` says what, and why."),
            (_, None) => {
                let broken = self.game.puzzle().violations(&self.game.position().board);
                let mut lines: Vec<String> = broken.into_iter().map(|broken| format!("{}.", broken.message)).collect();
                match &self.verdict {
                    Some(Verdict::Unique(_)) => lines.push("Nothing is wrong so far.".to_owned()),
                    Some(Verdict::None) => lines.push("The puzzle has no solution at all.".to_owned()),
                    _ if lines.is_empty() => lines.push("No rule is broken so far.".to_owned()),
                    _ => {}
                }
                if let Some(Verdict::Several(..)) = &self.verdict {
                    lines.push("The puzzle has several solutions.".to_owned());
                }
                self.notice = Notice::Says(lines);
            }
        }
    }
}
