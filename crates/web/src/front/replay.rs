//! A game shown again, move by move or running.

use super::browser;
use super::games::Games;
use super::own::Own;
use super::play::Play;
use ::play::{Game, Replay, words};
use leptos::prelude::*;
use scene::SvgRenderer;
use std::time::Duration;

/// How long a whole game runs, and one move at least and at most, in milliseconds.
const WHOLE: u64 = 20_000;
const SHORTEST: u64 = 60;
const LONGEST: u64 = 900;

/// The replay that is open.
#[derive(Clone, Copy)]
pub(crate) struct Replays {
    play: Play,
    own: Own,
    open: RwSignal<Option<Replay>>,
    runs: RwSignal<bool>,
}

/// A game of one's own, as the code of its replay; none when it has too many moves for one.
pub(super) fn code_of(game: &Game) -> Option<String> {
    Replay::new(copy(game)?).code().ok()
}

fn copy(game: &Game) -> Option<Game> {
    Game::from_json(&game.to_json()).ok()
}

impl Replays {
    pub(crate) fn new(play: Play, own: Own) -> Replays {
        Replays { play, own, open: RwSignal::new(None), runs: RwSignal::new(false) }
    }

    /// Opens the replay that the address names: `/replay/CODE`, or `/replay/game/ID` of a saved game.
    pub(crate) fn follow(self, hash: &str) {
        self.runs.set(false);
        let mut parts = hash.split('/').skip(2);
        let found = match (parts.next(), parts.next()) {
            (Some("game"), Some(id)) => Games::saved(id).map(|saved| Replay::new(saved.game)),
            (Some(code), _) if self.own.is_held(code) => return,
            (Some(code), _) => Replay::from_code(code).map_err(|error| error.to_string()),
            (None, _) => Err("nothing is named".to_owned()),
        };
        match found {
            Ok(replay) => self.open.set(Some(replay)),
            Err(why) => {
                self.open.set(None);
                browser::replace_hash("/");
                self.play.say(&format!("The replay cannot be opened: {why}."));
            }
        }
    }

    fn go_to(self, step: usize) {
        self.open.update(|replay| {
            if let Some(replay) = replay {
                replay.go_to(step);
            }
        });
        // What runs is not read aloud move by move.
        if !self.runs.get_untracked() {
            let says = self.open.with_untracked(|replay| replay.as_ref().map(Replay::says));
            self.play.say(&says.unwrap_or_default());
        }
    }

    fn place(self) -> (usize, usize) {
        self.open.with(|replay| replay.as_ref().map_or((0, 0), Replay::place))
    }

    /// Shows the next move, and goes on after a while.
    fn run(self) {
        let (at, last) = untrack(move || self.place());
        // The view may be gone, or the button pressed again.
        if self.runs.try_get_untracked() != Some(true) || super::Route::here() != super::Route::Replay {
            return;
        }
        if at == last {
            self.runs.set(false);
            return;
        }
        self.go_to(at + 1);
        let pause = (WHOLE / last.max(1) as u64).clamp(SHORTEST, LONGEST);
        set_timeout(move || self.run(), Duration::from_millis(pause));
    }

    fn switch(self) {
        let runs = !self.runs.get_untracked();
        self.runs.set(runs);
        let (at, last) = untrack(move || self.place());
        if runs {
            if at == last {
                self.go_to(0);
            }
            self.run();
        }
    }
}

/// The view.
#[component]
pub(super) fn ReplayView(replays: Replays) -> impl IntoView {
    let Replays { play, open, runs, .. } = replays;
    if open.with_untracked(Option::is_none) {
        return ().into_any();
    }
    let place = Memo::new(move |_| replays.place());
    let (at, last) = (move || place.get().0, move || place.get().1);
    let go = move |step: usize| {
        runs.set(false);
        replays.go_to(step);
    };
    let svg = move || {
        let scene = open.with(|replay| replay.as_ref().map(Replay::scene));
        scene.map(|scene| SvgRenderer::for_page().id("replay-picture").render(&scene))
    };
    let says = move || open.with(|replay| replay.as_ref().map(Replay::says));
    let (kind, title, time, code, puzzle) = open.with_untracked(|replay| {
        let game = replay.as_ref().map(Replay::game);
        let title = game.map(|game| format!("{}, {}", game.puzzle().kind().title, game.puzzle().size_in_words()));
        (
            game.map(|game| game.puzzle().kind().name),
            title,
            game.map(|game| words::clock(game.played())).filter(|time| time != "0:00"),
            replay.as_ref().and_then(|replay| replay.code().ok()),
            game.and_then(|game| super::games::code_of(game.puzzle())),
        )
    });
    let copy = code.map(|code| {
        let copy = move |_| {
            browser::copy(&format!("{}#/replay/{code}", browser::address()));
            play.say("The link to this replay is copied.");
        };
        view! { <button class="quiet" on:click=copy>"Copy a link"</button> }
    });
    let keys = move |event: web_sys::KeyboardEvent| {
        let (at, _) = place.get_untracked();
        match event.key().as_str() {
            "ArrowRight" | "PageDown" => go(at + 1),
            "ArrowLeft" | "PageUp" => go(at.max(1) - 1),
            _ => {}
        }
    };
    on_cleanup(move || runs.set(false));
    view! {
        <div class="view workshop learn replay" data-kind=kind>
            <div class="about">
                <h1>"Replay"</h1>
                <p class="facts"><span class="chip">{title}</span> {time.map(|time| view! { <span class="chip">{time}</span> })}</p>
                <div class="column">
                    {puzzle.map(|code| view! { <a class="button quiet" href=format!("#/play/{code}")>"To the puzzle"</a> })}
                    {copy}
                </div>
            </div>
            <div class="stage" on:keydown=keys>
                <div class="card"><div class="picture" inner_html=svg></div></div>
                <div class="pad" role="group" aria-label="Moves">
                    <button class="key" disabled=move || at() == 0 on:click=move |_| go(0)>"First"</button>
                    <button class="key" disabled=move || at() == 0 on:click=move |_| go(at().max(1) - 1)>"Back"</button>
                    <button class="key strong" aria-pressed=move || runs.get().to_string() on:click=move |_| replays.switch()>
                        {move || if runs.get() { "Stop" } else { "Run" }}
                    </button>
                    <button class="key" disabled=move || at() == last() on:click=move |_| go(at() + 1)>"Next"</button>
                    <button class="key" disabled=move || at() == last() on:click=move |_| go(last())>"Last"</button>
                </div>
                <label class="slide">"Move" <input type="range" min="0" max=move || last().to_string()
                    prop:value=move || at().to_string()
                    on:input=move |event| go(event_target_value(&event).parse().unwrap_or(0)) /></label>
            </div>
            <section class="card" aria-label="The move"><p>{says}</p></section>
        </div>
    }
    .into_any()
}
