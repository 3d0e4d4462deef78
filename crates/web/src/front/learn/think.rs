//! "I think that ...": a deduction about the player's board, and what the referee says.

use super::super::{Route, link};
use super::Learn;
use super::desk::{Desk, DeskBoard, Reply, Sayings};
use crate::back::Ask;
use ::play::lessons::{Placed, Slate, StudyAction};
use ::play::message::{Answer, Message, Question, Shared};
use ::play::{Action, Session};
use leptos::prelude::*;

/// What is said to what does not follow.
pub(super) const REFUTED: &str = "No. That does not follow: it can be otherwise.";

impl Learn {
    /// Puts the player's board on the desk, as far as it is played.
    fn take_board(self) {
        let placed = self
            .play
            .session
            .with_untracked(|session| Placed { puzzle: session.game().shared(), position: session.game().known() });
        self.thought.set(Slate::new(&placed));
        self.judging.set(None);
    }

    /// What somebody does at the desk, without a lesson.
    pub(super) fn think(self, action: StudyAction) {
        let thought = self.thought.try_update(|slate| {
            let slate = slate.as_mut()?;
            match action {
                StudyAction::Select(target) => slate.select(target),
                StudyAction::Step(direction) => slate.step(direction),
                StudyAction::Say(is) => slate.is = is,
                StudyAction::Answer(choice) => return slate.say(choice),
                StudyAction::Write(text) => return slate.write(&text),
                _ => {}
            }
            None
        });
        let Some(thought) = thought.flatten() else { return };
        if !self.play.session.with_untracked(Session::is_solved) {
            self.play.act(Action::Referee);
        }
        let placed = self.play.session.with_untracked(|session| (session.game().shared(), session.game().known()));
        // The helper of the lessons has another puzzle open: a lesson begins again after this.
        self.study.set(None);
        link::ask(Ask::Teach(Question::Open(Shared(placed.0))));
        let question = Message::new(Question::Judge(placed.1, thought));
        self.judging.set(Some(question.id));
        link::send(&question.map(Ask::Teach));
    }

    /// The referee has answered.
    pub(super) fn judged(self, answer: Answer) {
        self.judging.set(None);
        let says = match answer {
            Answer::Replied(reply) => {
                // Where there is one solution, a board that refutes it is that: it is shown only when asked for.
                let refuted = reply.board.is_some();
                let says = self.thought.try_update(|slate| slate.as_mut().map(|slate| slate.hear(reply))).flatten();
                if refuted { Some(REFUTED.to_owned()) } else { says }
            }
            Answer::Refused(why) => Some(::play::words::sentence(&why)),
            _ => None,
        };
        self.play.say_in(Route::Learn, &says.unwrap_or_default());
    }
}

/// The view.
#[component]
pub(super) fn ThinkView(learn: Learn) -> impl IntoView {
    learn.take_board();
    let desk = Desk::new(learn, false);
    let session = learn.play.session;
    let is_paused = move || session.with(Session::is_paused);
    view! {
        <div class="view lesson" data-kind=move || session.with(|session| session.game().puzzle().kind().name)>
            <div class="stage card">
                <Show when=move || !is_paused() fallback=|| view! { <p>"The game is paused: its board is covered."</p> }>
                    <DeskBoard desk=desk />
                </Show>
            </div>
            <div class="beside">
                <p><a href="#/learn">"Learn"</a></p>
                <h1>"I think that …"</h1>
                <p class="soft">"Say what stands somewhere on your board, or cannot stand there. The referee says whether that follows from the
                    rules and what is on your board. Asking counts as help."</p>
                <Reply desk=desk />
                <Show when=move || learn.judging.get().is_some()><p class="soft">"The referee is thinking."</p></Show>
                <Show when=move || !is_paused()><Sayings desk=desk /></Show>
            </div>
        </div>
    }
}
