//! Learning: the whole way, step by step, on a board of its own.

use super::board::{Picture, point};
use super::play::{Play, sentence};
use super::{Route, link};
use leptos::prelude::*;
use puzzles::json::Node;
use puzzles::{Notes, View};
use scene::SvgRenderer;
use serde_json::{Value, json};
use std::cell::Cell;

thread_local! {
    /// The one that letters from the tutor are for.
    static READER: Cell<Option<Learn>> = const { Cell::new(None) };
}

/// The way through a puzzle.
#[derive(Clone, Copy)]
pub(super) struct Learn {
    play: Play,
    /// The way as the tutor told it, and the puzzle it is for.
    path: RwSignal<Value>,
    /// The step that is shown, from 0: the start.
    at: RwSignal<usize>,
    asked: RwSignal<u64>,
    /// Steps of the same level that are possible on the player's board.
    like: RwSignal<Vec<Value>>,
}

impl Learn {
    pub(super) fn new(play: Play) -> Learn {
        let learn = Learn {
            play,
            path: RwSignal::new(Value::Null),
            at: RwSignal::new(0),
            asked: RwSignal::new(0),
            like: RwSignal::new(Vec::new()),
        };
        READER.set(Some(learn));
        // Another puzzle has another way.
        Effect::new(move |_| {
            play.verdict.track();
            learn.path.set(Value::Null);
            learn.like.set(Vec::new());
            learn.asked.set(0);
        });
        learn
    }

    fn ask(self, what: &str, mut fields: Value) {
        fields["position"] = self.play.game.with_untracked(|game| game.position().to_json(game.puzzle()));
        self.asked.set(link::ask("tutor", what, fields));
    }

    fn steps(self) -> usize {
        self.path.with(|path| path["steps"].as_array().map_or(0, Vec::len))
    }

    fn go(self, to: usize) {
        self.like.set(Vec::new());
        self.at.set(to.min(self.steps()));
        let says = self.path.with_untracked(|path| match to.checked_sub(1) {
            None => "The start.".to_owned(),
            Some(step) => {
                format!("Step {}: {}", step + 1, path["steps"][step]["text"].as_str().unwrap_or_default())
            }
        });
        self.play.say_in(Route::Learn, &says);
    }

    /// The drawing of the step that is shown.
    fn svg(self) -> String {
        let at = self.at.get();
        let labels = self.play.likes.with(|likes| likes.labels);
        self.play.game.with(|game| {
            self.path.with(|path| {
                let step = at.checked_sub(1).map(|step| &path["steps"][step]);
                let board = match step {
                    _ if path.is_null() => game.position().board.clone(),
                    None => crate::back::board(&path["start"]),
                    Some(step) => crate::back::board(&step["board"]),
                };
                let notes =
                    step.and_then(|step| Notes::from_json(Node::root(&step["struck"])).ok()).unwrap_or_default();
                let mut view = View::of(&board).notes(&notes);
                if labels {
                    view = view.labels();
                }
                let mut scene = game.puzzle().draw(&view);
                if let Some(step) = step {
                    point(&mut scene, &step["marks"]);
                }
                let other = self.like.with(|like| like.first().map(|hint| hint["rungs"][3]["marks"].clone()));
                if let Some(marks) = other {
                    point(&mut scene, &marks);
                }
                SvgRenderer::for_page().id("learn-picture").render(&scene)
            })
        })
    }
}

/// Reads a letter from the tutor that the player did not ask for.
pub(super) fn hear(letter: &Value) {
    let Some(learn) = READER.get() else { return };
    if letter["id"].as_u64() != Some(learn.asked.get_untracked()) {
        return;
    }
    learn.asked.set(0);
    match letter["tell"].as_str() {
        Some("path") => {
            learn.path.set(letter.clone());
            learn.go(0);
            if learn.play.band.get_untracked().is_none() {
                learn.play.band.set(letter["band"].as_str().map(str::to_owned));
            }
            learn.play.say_in(Route::Learn, letter["summary"].as_str().unwrap_or_default());
        }
        Some("like") => {
            let steps = letter["steps"].as_array().cloned().unwrap_or_default();
            if steps.is_empty() {
                learn.play.say_in(Route::Learn, "There is no such step on your board.");
            }
            learn.like.set(steps);
        }
        Some("refused") => learn.play.say_in(Route::Learn, letter["why"].as_str().unwrap_or_default()),
        _ => {}
    }
}

/// The view.
#[component]
pub(super) fn LearnView(learn: Learn) -> impl IntoView {
    let Learn { play, path, at, asked, like } = learn;
    let title =
        move || play.game.with(|game| format!("{}, {}", game.puzzle().kind().title, game.puzzle().size_in_words()));
    let svg = Signal::derive(move || learn.svg());
    let step = move || {
        let number = at.get();
        let (steps, summary) =
            (learn.steps(), path.with(|path| path["summary"].as_str().unwrap_or_default().to_owned()));
        if let Some(hint) = like.with(|like| like.first().cloned()) {
            let marks = &hint["rungs"][3]["marks"];
            let lines = super::play::lines(&hint, 4).into_iter().map(|line| sentence(line, marks)).collect_view();
            return view! { <h2>"One like this, on your board"</h2> {lines} }.into_any();
        }
        let Some(index) = number.checked_sub(1) else {
            return view! { <h2>"The start"</h2> <p>{summary}</p> }.into_any();
        };
        path.with(|path| {
            let step = &path["steps"][index];
            let text = sentence(step["text"].as_str().unwrap_or_default(), &step["marks"]);
            let level = step["level"].as_str().unwrap_or_default().to_owned();
            view! { <h2>{format!("Step {number} of {steps}")}</h2> {text} <p class="soft">"Found by " {level} "."</p> }
                .into_any()
        })
    };
    let show_like = move |_| {
        let level = path.with_untracked(|path| path["steps"][at.get_untracked().max(1) - 1]["level"].clone());
        learn.ask("like", json!({ "level": level }));
    };
    let controls = move || {
        view! {
            <div class="pad" role="group" aria-label="Steps">
                <button class="key" disabled=move || at.get() == 0 on:click=move |_| learn.go(0)>"First"</button>
                <button class="key" disabled=move || at.get() == 0 on:click=move |_| learn.go(at.get_untracked().max(1) - 1)>"Back"</button>
                <button class="key strong" disabled=move || at.get() == learn.steps()
                    on:click=move |_| learn.go(at.get_untracked() + 1)>"Next"</button>
                <button class="key" disabled=move || at.get() == learn.steps() on:click=move |_| learn.go(learn.steps())>"Last"</button>
            </div>
            <label class="slide">"Step" <input type="range" min="0" max=move || learn.steps().to_string()
                prop:value=move || at.get().to_string()
                on:input=move |event| learn.go(event_target_value(&event).parse().unwrap_or(0)) /></label>
        }
    };
    let keys = move |event: web_sys::KeyboardEvent| match event.key().as_str() {
        _ if path.with_untracked(Value::is_null) => {}
        "ArrowRight" | "PageDown" => learn.go(at.get_untracked() + 1),
        "ArrowLeft" | "PageUp" => learn.go(at.get_untracked().max(1) - 1),
        _ => {}
    };
    view! {
        <div class="view play learn">
            <div class="about">
                <h1>"Learn"</h1>
                <p class="facts"><span class="chip">{title}</span></p>
                <p class="soft">"The way a person could go, one deduction at a time."</p>
                <div class="column">
                    <button on:click=move |_| learn.ask("path", json!({ "from": "start" }))>"Explain all"</button>
                    <button class="quiet" on:click=move |_| learn.ask("path", json!({ "from": "here" }))>"Explain from where I am"</button>
                </div>
            </div>
            <div class="stage" on:keydown=keys>
                <div class="card"><Picture svg=svg /></div>
                <Show when=move || path.with(|path| !path.is_null())>{controls}</Show>
            </div>
            <section class="card help" aria-label="The step">
                <Show when=move || asked.get() == 0 fallback=|| view! { <p class="soft">"Thinking"</p> }>
                    <Show when=move || path.with(|path| !path.is_null())
                        fallback=|| view! { <p class="soft">"Choose where the explanation begins."</p> }>
                        {step}
                        <Show when=move || at.get().checked_sub(1).is_some()>
                            <button class="quiet" on:click=show_like>"Show me one like this"</button>
                        </Show>
                        <p class="soft">"Dashed: what the step follows from. Thick: what it is about. Small: the values that are left."</p>
                    </Show>
                </Show>
            </section>
        </div>
    }
}
