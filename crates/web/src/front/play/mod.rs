//! Playing.

pub(super) mod about;
mod help;
mod keys;
mod ladder;
mod moves;
mod state;

pub(super) use help::sentence;
pub(super) use ladder::lines;
pub(super) use state::{Play, puzzle_to_json};

use super::board::Board;
use super::browser;
use super::shelf::Shelf;
use leptos::prelude::*;
use play::old::{Game, Move};
use puzzles::Choices;

/// More numbers than these are typed, digit by digit.
const MOST_KEYS: usize = 30;

/// The play view.
#[component]
pub(super) fn PlayView(play: Play, shelf: Shelf) -> impl IntoView {
    let kind = Signal::derive(move || play.game.with(|game| game.puzzle().kind()));
    // Who comes for the first time reads the rules; on a small screen the board comes first.
    let at_once = !shelf.has_last() && browser::is_wide();
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
                {move || shelf.warning.get().map(|warning| view! { <p class="warning" role="alert">{warning}</p> })}
            </div>
            <div class="stage">
                <div class="card" class:covered=move || play.paused.get()>
                    <Board shown=play.shown() />
                    <Show when=move || play.paused.get()>
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
        let id = play.target(play.cursor.get()).map(|target| target.id).unwrap_or_default();
        let read_outs = play.read_outs.get();
        let about = crate::words::about(&read_outs, &id).into_iter();
        let each = about.filter(|read| !read.says.is_empty()).map(|read| {
            let says = crate::words::sentences([read]);
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
        view! { <button class="key" class:used=used aria-label=name on:click=move |_| play.choose(value)>{label}</button> }
    };
    let keys = move || {
        play.game.with(|game| {
            let Some(target) = game.sheet().targets.get(play.cursor.get()) else { return ().into_any() };
            let board = &game.position().board;
            let used = |value: i32| game.sheet().is_used_up(target, value, board);
            match &target.choices {
                Choices::None => view! { <p class="soft">"Nothing can be entered here."</p> }.into_any(),
                _ if target.given => view! { <p class="soft">"The puzzle gives this one."</p> }.into_any(),
                choices if choices.values().count() <= MOST_KEYS => {
                    let each = choices.values().map(|value| {
                        key(capital(&choices.label(value).unwrap_or_default()), value, used(value))
                    });
                    each.collect_view().into_any()
                }
                _ => {
                    let digits = ('0'..='9').map(|digit| {
                        view! { <button class="key" on:click=move |_| _ = play.type_in(digit)>{digit.to_string()}</button> }
                    });
                    digits.collect_view().into_any()
                }
            }
        })
    };
    view! {
        <div class="pad" role="group" aria-label="What to enter">
            {keys}
            <button class="key" on:click=move |_| play.clear()>"Clear"</button>
            <button class="key" aria-pressed=move || play.pencil.get().to_string()
                on:click=move |_| play.switch_pencil()>"Pencil"</button>
            {move || {
                let typed = play.typed.get();
                (!typed.is_empty()).then(|| view! { <span class="typed">{typed}"…"</span> })
            }}
        </div>
    }
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|first| first.to_uppercase().collect::<String>() + chars.as_str()).unwrap_or_default()
}

#[component]
fn Tools(play: Play) -> impl IntoView {
    let can =
        move |redo: bool| play.game.with(|game| if redo { game.can_undo_redo().1 } else { game.can_undo_redo().0 });
    view! {
        <div class="pad" role="group" aria-label="Moves and help">
            <button class="key" disabled=move || !can(false) on:click=move |_| play.travel(true)>"Undo"</button>
            <button class="key" disabled=move || !can(true) on:click=move |_| play.travel(false)>"Redo"</button>
            <button class="key" on:click=move |_| play.check()>"Check"</button>
            <button class="key strong" on:click=move |_| play.more_help()>"Hint"</button>
            <button class="key" aria-pressed=move || play.paused.get().to_string()
                on:click=move |_| play.paused.update(|paused| *paused = !*paused)>"Pause"</button>
        </div>
    }
}

/// Positions to come back to, and what else is done now and then.
#[component]
fn Checkpoints(play: Play) -> impl IntoView {
    let names = move || play.game.with(|game| game.checkpoints().map(|(name, _)| name.to_owned()).collect::<Vec<_>>());
    let set = move |_| {
        let name = format!("Checkpoint {}", play.game.with_untracked(|game| game.checkpoints().len() + 1));
        if let Some(Ok(())) = play.game.try_update(|game: &mut Game| game.set_checkpoint(&name)) {
            play.moves.update(|moves| *moves += 1);
            play.say(&format!("{name} set."));
        }
    };
    let tidy = move |_| play.make(Move::Tidy, "Used values are struck.");
    view! {
        <details class="more">
            <summary>"More"</summary>
            <div class="column">
                <button class="quiet" on:click=set>"Set a checkpoint"</button>
                {move || names().into_iter().map(|name| {
                    let (checkpoint, says) = (name.clone(), format!("Back at {name}."));
                    let back = move |_| play.make(Move::Return { checkpoint: checkpoint.clone() }, &says);
                    view! { <button class="quiet" on:click=back>"Back to " {name}</button> }
                }).collect_view()}
                <button class="quiet" on:click=tidy>"Strike used values"</button>
                <button class="quiet" on:click=move |_| play.start_again()>"Begin again"</button>
            </div>
        </details>
    }
}
