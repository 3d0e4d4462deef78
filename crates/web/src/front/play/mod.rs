//! Playing.

pub(super) mod about;
mod help;
mod state;

pub(super) use help::told;
pub(super) use state::{Play, day_key, key_name, preferences};

use super::board::Board;
use super::browser;
use super::games::Games;
use super::widgets::typing;
use ::play::{Action, Session, words};
use leptos::prelude::*;
use puzzles::{Choices, Holds};

/// More numbers than these are typed, digit by digit.
const MOST_KEYS: usize = 30;

/// The play view.
#[component]
pub(super) fn PlayView(play: Play) -> impl IntoView {
    let kind = Signal::derive(move || play.session.with(|session| session.game().puzzle().kind()));
    let paused = move || play.session.with(Session::is_paused);
    // Who comes for the first time reads the rules; on a small screen the board comes first.
    let at_once = Games::last().is_none() && browser::is_wide();
    view! {
        <div class="view play" on:keydown=move |event| play.key(&event)>
            <div class="about">
                <about::Title play=play />
                <about::Rules kind=kind at_once=at_once />
                <div class="row">
                    <a class="button" href="#/new">"New puzzle"</a>
                    <a class="button quiet" href="#/share">"Share"</a>
                </div>
                <Checkpoints play=play />
                {move || play.games.warning.get().map(|warning| view! { <p class="warning" role="alert">{warning}</p> })}
            </div>
            <div class="stage">
                <div class="card" class:covered=paused>
                    <Board shown=play.shown() />
                    <Show when=paused>
                        <p class="cover">"Paused. The board is covered."</p>
                    </Show>
                </div>
                <ReadOuts play=play />
                <Keys play=play />
                <Tools play=play />
            </div>
            <help::Help play=play />
        </div>
    }
}

/// How what the cursor is in stands: moments, sums, counts.
#[component]
fn ReadOuts(play: Play) -> impl IntoView {
    let lines = move || {
        let id = play.session.with(|session| session.target().map(|target| target.id.clone())).unwrap_or_default();
        let read_outs = play.read_outs.get();
        let about = words::about(&read_outs, &id).into_iter();
        let each = about.filter(|read| !read.says.is_empty()).map(|read| {
            let says = words::sentences([read]);
            view! { <li class=read.state.name()>{says}</li> }
        });
        each.collect_view()
    };
    view! { <ul class="readouts">{lines}</ul> }
}

/// The keys on the screen: what can be entered where the cursor is.
#[component]
fn Keys(play: Play) -> impl IntoView {
    let key = move |label: String, value: i32, used: bool| {
        let name = if used { format!("{label}, used") } else { label.clone() };
        view! {
            <button class="key" class:used=used aria-label=name
                on:click=move |_| play.act(Action::Choose(value))>{label}</button>
        }
    };
    let keys = move || {
        play.session.with(|session| {
            let Some(target) = session.target() else { return ().into_any() };
            let (sheet, board) = (session.game().sheet(), &session.game().written().board);
            match &target.choices {
                Choices::None => view! { <p class="soft">"Nothing can be entered here."</p> }.into_any(),
                _ if target.given => view! { <p class="soft">"The puzzle gives this one."</p> }.into_any(),
                choices if choices.values().count() <= MOST_KEYS => {
                    let each = choices.values().map(|value| {
                        let label = words::capital(&choices.label(value).unwrap_or_default());
                        key(label, value, sheet.is_used_up(target, value, board))
                    });
                    each.collect_view().into_any()
                }
                _ => {
                    let digits = ('0'..='9').map(|digit| {
                        let press = move |_| play.act(Action::Type(digit));
                        view! { <button class="key" on:click=press>{digit.to_string()}</button> }
                    });
                    digits.collect_view().into_any()
                }
            }
        })
    };
    // Where a place may stay empty, that can be noted.
    let may_be_empty = move || {
        let is_cell = |session: &Session| {
            session.target().is_some_and(|target| matches!(target.holds, Holds::Cell(_)) && !target.given)
        };
        play.session.with(is_cell)
    };
    view! {
        <div class="pad" role="group" aria-label="What to enter">
            {keys}
            <Show when=may_be_empty>
                <button class="key" on:click=move |_| play.act(Action::MarkNothing)>"Nothing here"</button>
            </Show>
            <button class="key" on:click=move |_| play.act(Action::Clear)>"Clear"</button>
            <button class="key" aria-pressed=move || play.session.with(Session::has_pencil).to_string()
                on:click=move |_| play.act(Action::Pencil)>"Pencil"</button>
            {typing(move || play.session.with(|session| session.typed().to_owned()))}
        </div>
    }
}

#[component]
fn Tools(play: Play) -> impl IntoView {
    let can = move || play.session.with(|session| session.game().can_undo_redo());
    view! {
        <div class="pad" role="group" aria-label="Moves and help">
            <button class="key" disabled=move || !can().0 on:click=move |_| play.act(Action::Undo)>"Undo"</button>
            <button class="key" disabled=move || !can().1 on:click=move |_| play.act(Action::Redo)>"Redo"</button>
            <button class="key" on:click=move |_| play.act(Action::Check)>"Check"</button>
            <button class="key strong" on:click=move |_| play.act(Action::Hint)>"Hint"</button>
            <button class="key" aria-pressed=move || play.session.with(Session::is_paused).to_string()
                on:click=move |_| play.act(Action::Pause)>"Pause"</button>
        </div>
    }
}

/// Positions to come back to, and what else is done now and then.
#[component]
fn Checkpoints(play: Play) -> impl IntoView {
    let names = move || {
        play.session.with(|session| session.game().checkpoints().map(|(name, _)| name.to_owned()).collect::<Vec<_>>())
    };
    let set = move |_| play.act(Action::SetCheckpoint(play.session.with_untracked(Session::next_checkpoint)));
    view! {
        <details class="more">
            <summary>"More"</summary>
            <div class="column">
                <button class="quiet" on:click=set>"Set a checkpoint"</button>
                {move || names().into_iter().map(|name| {
                    let checkpoint = name.clone();
                    let back = move |_| play.act(Action::Return(checkpoint.clone()));
                    view! { <button class="quiet" on:click=back>"Back to " {name}</button> }
                }).collect_view()}
                <button class="quiet" on:click=move |_| play.act(Action::FillIn)>"Write all candidates"</button>
                <button class="quiet" on:click=move |_| play.act(Action::Restart)>"Begin again"</button>
            </div>
        </details>
    }
}
