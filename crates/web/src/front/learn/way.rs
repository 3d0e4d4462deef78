//! The whole way to the solution, step by step, on a board of its own.

use super::super::play::{Play, told};
use ::play::lessons;
use ::play::message::LevelTold;
use ::play::session::Aside;
use ::play::{Action, Session};
use leptos::prelude::*;
use puzzles::Kind;
use scene::SvgRenderer;
use studio::HintLevel;

/// The view.
#[component]
pub(super) fn WayView(play: Play) -> impl IntoView {
    let session = play.session;
    // The step that is shown, and how many there are.
    let place = Memo::new(move |_| {
        session.with(|session| match session.aside() {
            Some(Aside::Path(path, at)) => Some((*at, path.steps.len())),
            _ => None,
        })
    });
    let at = move || place.get().map_or(0, |(at, _)| at);
    let last = move || place.get().map_or(0, |(_, last)| last);
    let go = move |step: usize| play.act(Action::GoTo(step));
    let svg = move || SvgRenderer::for_page().id("learn-picture").render(&session.with(|session| session.scene(false)));
    let step = move || {
        session.with(|session| {
            let Some(Aside::Path(path, at)) = session.aside() else {
                return view! { <p class="soft">"Choose where the explanation begins."</p> }.into_any();
            };
            if let Some(hint) = session.like() {
                return view! { <h2>"One like this, on your board"</h2> {told(hint.told(HintLevel::Result))} }
                    .into_any();
            }
            let Some(step) = path.last_of(*at) else {
                return view! { <h2>"The start"</h2> <p>{path.summary.clone()}</p> }.into_any();
            };
            let text = told(&LevelTold { lines: vec![step.text.clone()], marks: step.marks.clone() });
            view! {
                <h2>{format!("Step {at} of {}", path.steps.len())}</h2>
                {text}
                <p class="soft">"Technique: " {step.technique.clone()} {lesson(session.game().puzzle().kind(), &step.technique)}</p>
            }
            .into_any()
        })
    };
    let controls = move || {
        view! {
            <div class="pad" role="group" aria-label="Steps">
                <button class="key" disabled=move || at() == 0 on:click=move |_| go(0)>"First"</button>
                <button class="key" disabled=move || at() == 0 on:click=move |_| go(at().max(1) - 1)>"Back"</button>
                <button class="key strong" disabled=move || at() == last() on:click=move |_| go(at() + 1)>"Next"</button>
                <button class="key" disabled=move || at() == last() on:click=move |_| go(last())>"Last"</button>
            </div>
            <label class="slide">"Step" <input type="range" min="0" max=move || last().to_string()
                prop:value=move || at().to_string()
                on:input=move |event| go(event_target_value(&event).parse().unwrap_or(0)) /></label>
        }
    };
    let keys = move |event: web_sys::KeyboardEvent| match event.key().as_str() {
        _ if place.get_untracked().is_none() => {}
        "ArrowRight" | "PageDown" => go(at() + 1),
        "ArrowLeft" | "PageUp" => go(at().max(1) - 1),
        _ => {}
    };
    let explain = move |from_here| move |_| play.act(Action::Path { from_here });
    let is_solved = session.with_untracked(Session::is_solved);
    // Who has solved a puzzle wants to see the way at once.
    if is_solved && place.get_untracked().is_none() {
        play.act(Action::Path { from_here: false });
    }
    let spoils = move || {
        session.with(|session| !session.is_solved() && !matches!(session.aside(), Some(Aside::Path(..)))).then(|| {
            let today = session.with(|session| session.about.day.is_some());
            let what = if today {
                "This is a puzzle of the day that you have not solved."
            } else {
                "You have not solved this puzzle."
            };
            view! { <p class="soft">{what} " The way gives it away, step by step, and counts as help."</p> }
        })
    };
    let is_paused = move || session.with(Session::is_paused);
    view! {
        <div class="view workshop learn" data-kind=move || session.with(|session| session.game().puzzle().kind().name)>
            <div class="about">
                <p><a href="#/learn">"Learn"</a></p>
                <h1>"How a person could solve it"</h1>
                <p class="facts"><span class="chip">{move || session.with(Session::title)}</span></p>
                {spoils}
                <div class="column">
                    <button on:click=explain(false)>"Explain all"</button>
                    {(!is_solved).then(|| view! { <button class="quiet" on:click=explain(true)>"Explain from where I am"</button> })}
                    <a class="button quiet" href="#/play">"Back to the board"</a>
                </div>
            </div>
            <div class="stage" on:keydown=keys>
                <div class="card">
                    <Show when=move || !is_paused() fallback=|| view! { <p>"The game is paused: its board is covered."</p> }>
                        <div class="picture" inner_html=svg></div>
                    </Show>
                </div>
                <Show when=move || place.get().is_some()>{controls}</Show>
            </div>
            <section class="card help" aria-label="The step">
                <Show when=move || !session.with(Session::is_waiting)
                    fallback=|| view! { <p class="soft">"Thinking"</p> }>
                    {step}
                    <Show when=move || at() != 0>
                        <Show when=move || !is_solved>
                            <button class="quiet" on:click=move |_| play.act(Action::Like)>"Show me one like this"</button>
                        </Show>
                    </Show>
                    <Show when=move || place.get().is_some()>
                        <p class="soft">"Dashed: what the step follows from. Thick: what it is about. Small: the values that are left."</p>
                    </Show>
                </Show>
            </section>
        </div>
    }
}

/// A link to the lesson about a technique.
fn lesson(kind: &'static Kind, technique: &str) -> Option<impl IntoView + use<>> {
    let lesson = lessons::lesson(kind, technique).filter(|lesson| lesson.has_positions())?;
    let address = format!("#{}", super::address(kind, lesson.number));
    Some(view! { " · " <a href=address>"its lesson"</a> })
}
