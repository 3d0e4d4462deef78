//! Playing.

pub(super) mod about;
mod help;
mod keys;
mod state;

pub(super) use help::told;
pub(super) use state::{Play, day_key, key_name, preferences};

use super::frame::{Frame, ZoomButtons};
use super::learn::Learn;
use super::new::Maker;
use ::play::session::{Notice, Tone};
use ::play::{Action, Session};
use leptos::prelude::*;

/// The play view: board, what is said, keys and tools, each at its place.
#[component]
pub(super) fn PlayView(play: Play, new: Maker, learn: Learn) -> impl IntoView {
    let session = play.session;
    let kind = Signal::derive(move || session.with(|session| session.game().puzzle().kind()));
    let paused = move || session.with(Session::is_paused);
    let shown = play.shown();
    let paints = shown.paints;
    let marked = |session: &Session| match session.notice() {
        Notice::Hint(hint, level) => hint.told(*level).marks.clone(),
        _ => Vec::new(),
    };
    let marks = Memo::new(move |_| session.with(marked));
    let solved = Memo::new(move |_| session.with(Session::is_solved));
    let keys = window_event_listener(leptos::ev::keydown, move |event| play.key(&event));
    on_cleanup(move || keys.remove());
    view! {
        <div
            class="view play now"
            class:paused=paused
            class:solved=solved
            data-kind=move || kind.get().name
        >
            <about::Title play=play />
            <Frame shown=shown zoom=play.zoom marks=marks whole=solved>
                <Show when=paused>
                    <div class="cover-up">
                        <p>"Paused. The board is covered."</p>
                        <button on:click=move |_| play.act(Action::Pause)>"Resume"</button>
                    </div>
                </Show>
            </Frame>
            <div class="talk">
                <div class="said">
                    <Said play=play />
                    <ZoomButtons zoom=play.zoom paints=paints />
                </div>
                <keys::Pad play=play />
            </div>
            <keys::Tools play=play />
            <help::Help play=play new=new learn=learn />
            <about::Rules kind=kind open=play.rules />
            <about::Keys play=play />
        </div>
    }
}

/// How what the cursor is in stands, and what is wrong.
#[component]
fn Said(play: Play) -> impl IntoView {
    let lines = move || {
        let lines = play.session.with(Session::said).into_iter().map(|line| {
            let class = match line.tone {
                Tone::Wrong => "broken",
                Tone::Good => "done",
                Tone::Notable => "notable",
                _ => "",
            };
            view! { <li class=class>{line.text}</li> }
        });
        lines.collect_view()
    };
    let warning =
        move || play.games.warning.get().map(|warning| view! { <p class="warning" role="alert">{warning}</p> });
    // A hint is told in its own place, and all of this is read aloud elsewhere.
    let says = move || match play.session.with(|session| matches!(session.notice(), Notice::Hint(..))) {
        true => String::new(),
        false => play.says.get(),
    };
    // It scrolls where it is long, with the keyboard as well.
    view! {
        <div class="words" tabindex="0" role="group" aria-label="What is said">
            {warning}
            <ul class="readouts">{lines}</ul>
            <p class="soft" aria-hidden="true">{says}</p>
        </div>
    }
}
