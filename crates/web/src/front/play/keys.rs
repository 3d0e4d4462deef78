//! The keys on the screen: what can be entered, moves and help.

use super::super::widgets::icon;
use super::Play;
use ::play::{Action, Session, words};
use leptos::prelude::*;
use puzzles::{Choices, Holds, Sheet, Target};

/// More numbers than these are typed, digit by digit.
const MOST_KEYS: usize = 30;

/// All that can be entered anywhere on a sheet, as values and labels; none if that is too much for keys.
fn labels(sheet: &Sheet) -> Option<Vec<(i32, String)>> {
    let widest = |choices: &&Choices| choices.values().take(MOST_KEYS + 1).count();
    let open = sheet.targets.iter().filter(|target| !target.given).map(|target| &target.choices);
    let choices = open.max_by_key(widest)?;
    let label = |value| (value, words::capital(&choices.label(value).unwrap_or_default()));
    (widest(&choices) <= MOST_KEYS).then(|| choices.values().map(label).collect())
}

fn may_be_empty(target: &Target) -> bool {
    matches!(target.holds, Holds::Cell(_)) && !target.given
}

/// The keys are the same wherever the cursor is, so that none of them moves.
#[component]
pub(super) fn Pad(play: Play) -> impl IntoView {
    let session = play.session;
    let labels = Memo::new(move |_| session.with(|session| labels(session.game().sheet())));
    let at_cursor = move |is: &dyn Fn(&Target) -> bool| session.with(|session| session.target().is_some_and(is));
    let key = move |(value, label): (i32, String)| {
        let is_used = move || {
            session.with(|session| {
                let (sheet, board) = (session.game().sheet(), &session.game().written().board);
                session.target().is_some_and(|target| sheet.is_used_up(target, value, board))
            })
        };
        let can_be = move || at_cursor(&|target| !target.given && target.choices.contains(value));
        let is_word = label.chars().any(char::is_alphabetic);
        let spoken = label.clone();
        let name = move || if is_used() { format!("{spoken}, used") } else { spoken.clone() };
        view! {
            <button class="key" class:word=is_word class:used=is_used aria-label=name disabled=move || !can_be()
                on:click=move |_| play.act(Action::Choose(value))>{label}</button>
        }
    };
    let digit = move |digit: char| {
        let can_be = move || at_cursor(&|target| !target.given && target.choices.values().next().is_some());
        view! {
            <button class="key" disabled=move || !can_be()
                on:click=move |_| play.act(Action::Type(digit))>{digit.to_string()}</button>
        }
    };
    let keys = move || match labels.get() {
        Some(labels) => labels.into_iter().map(key).collect_view().into_any(),
        None => ('0'..='9').map(digit).collect_view().into_any(),
    };
    // Where places may stay empty, that can be noted.
    let has_empty = Memo::new(move |_| session.with(|session| session.game().sheet().targets.iter().any(may_be_empty)));
    view! {
        <div class="pad" role="group" aria-label="What to enter">
            {keys}
            <Show when=move || has_empty.get()>
                <button class="key word" disabled=move || !at_cursor(&may_be_empty)
                    on:click=move |_| play.act(Action::MarkNothing)>"Nothing here"</button>
            </Show>
            <button class="key word" on:click=move |_| play.act(Action::Clear)>"Clear"</button>
        </div>
    }
}

#[component]
pub(super) fn Tools(play: Play) -> impl IntoView {
    let session = play.session;
    let can = move || session.with(|session| session.game().can_undo_redo());
    view! {
        <div class="tools" role="group" aria-label="Moves and help">
            <button class="key" disabled=move || !can().0 on:click=move |_| play.act(Action::Undo)>{icon("undo")}"Undo"</button>
            <button class="key" disabled=move || !can().1 on:click=move |_| play.act(Action::Redo)>{icon("redo")}"Redo"</button>
            <button class="key" aria-pressed=move || session.with(Session::has_pencil).to_string()
                on:click=move |_| play.act(Action::Pencil)>{icon("pencil")}"Pencil"</button>
            <button class="key" on:click=move |_| play.act(Action::Check)>{icon("check")}"Check"</button>
            <button class="key strong" on:click=move |_| play.act(Action::Hint)>{icon("hint")}"Hint"</button>
        </div>
    }
}
