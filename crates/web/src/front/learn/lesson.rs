//! A lesson.

use super::super::browser;
use super::super::play::{about, told};
use super::desk::{Desk, DeskBoard, Reply, Sayings};
use super::{After, Learn, address, next_lesson};
use ::play::lessons::{Stage, Study, StudyAction};
use ::play::words;
use leptos::prelude::*;

/// The view.
#[component]
pub(super) fn LessonView(learn: Learn) -> impl IntoView {
    let desk = Desk::new(learn, true);
    let study = learn.study;
    let lesson = study.with_untracked(|study| study.as_ref().map(|study| study.lesson().clone()));
    let Some(lesson) = lesson else { return ().into_any() };
    let (kind, number, is_first) = (lesson.kind, lesson.number, lesson.is_first());
    let title = words::capital(lesson.name);
    let count = ::play::lessons::course(kind).len();
    let stage = Memo::new(move |_| study.with(|study| study.as_ref().map_or(Stage::End, Study::stage)));
    let has_board = move || matches!(stage.get(), Stage::Example | Stage::Exercise(_));
    let waits = move || learn.after.get().is_some_and(|(after, _)| after.name == kind.name);
    let skip = move || {
        (is_first && waits() && stage.get() != Stage::End).then(|| {
            view! {
                <p class="skip">"You have not played " {kind.title} " here yet: this takes a minute. "
                    <button class="quiet" on:click=move |_| learn.skip(kind)>"Skip it and play"</button></p>
            }
        })
    };
    let says = lesson.says;
    let body = move || match stage.get() {
        Stage::Rules => view! {
            <about::RulesText kind=Signal::stored(kind) />
            <div class="row"><button on:click=move |_| learn.act(StudyAction::Next)>"How it is solved"</button></div>
        }
        .into_any(),
        Stage::Example => view! { <p>{says}</p> <Told learn=learn /> <Onward learn=learn name="Now you" /> }.into_any(),
        Stage::Exercise(number) => view! { <Exercise learn=learn desk=desk number=number /> }.into_any(),
        Stage::End => view! { <End learn=learn /> }.into_any(),
    };
    view! {
        <div class="view lesson" class:alone=move || !has_board() data-kind=kind.name>
            <Show when=has_board><div class="stage card"><DeskBoard desk=desk /></div></Show>
            <div class="beside">
                <p><a href="#/learn">"Learn"</a> " · " {kind.title} {format!(", lesson {number} of {count}")}</p>
                <h1>{title}</h1>
                {skip}
                {body}
            </div>
        </div>
    }
    .into_any()
}

/// What is told of the position, and what is known beside the board.
#[component]
fn Told(learn: Learn) -> impl IntoView {
    let study = learn.study;
    let lines = move || {
        study.with(|study| {
            let (hint, level) = study.as_ref()?.told()?;
            Some(told(hint.told(level)))
        })
    };
    let known = move || {
        study.with(|study| Some(view! { <p class="soft">{format!("Known: {}.", study.as_ref()?.known()?)}</p> }))
    };
    let notice = move || study.with(|study| study.as_ref().map(|study| study.notice().to_owned()));
    let waits = move || study.with(|study| study.as_ref().is_some_and(Study::is_waiting));
    view! {
        {known}
        <div class="told">{lines}</div>
        <p class="soft">{notice} {move || waits().then_some(" Thinking")}</p>
    }
}

/// On to the next stage, or back.
#[component]
fn Onward(learn: Learn, name: &'static str) -> impl IntoView {
    let is_found = move || learn.study.with(|study| study.as_ref().is_some_and(Study::is_found));
    let is_exercise = move || {
        learn.study.with(|study| study.as_ref().is_some_and(|study| matches!(study.stage(), Stage::Exercise(_))))
    };
    let class = move || if is_exercise() && !is_found() { "quiet" } else { "" };
    view! {
        <div class="row">
            <button class=class on:click=move |_| learn.act(StudyAction::Next)>{name}</button>
            <button class="plain" on:click=move |_| learn.act(StudyAction::Back)>"Back"</button>
        </div>
    }
}

/// A position to practise on.
#[component]
fn Exercise(learn: Learn, desk: Desk, number: usize) -> impl IntoView {
    let study = learn.study;
    let read = move |read: &dyn Fn(&Study) -> String| study.with(|study| study.as_ref().map(read).unwrap_or_default());
    let count = move || study.with(|study| study.as_ref().map_or(0, Study::exercises));
    let is_found = Memo::new(move |_| study.with(|study| study.as_ref().is_some_and(Study::is_found)));
    let next = move || if is_found.get() { "Go on" } else { "Skip this one" };
    view! {
        <h2>{move || format!("Exercise {number} of {}", count())}</h2>
        <p>{move || read(&Study::question)} " Choose a place, and say what it is or is not."</p>
        <Reply desk=desk />
        <Told learn=learn />
        <Show when=move || !is_found.get()>
            <Sayings desk=desk />
            <div class="row">
                <button class="quiet" on:click=move |_| learn.act(StudyAction::Hint)>"Hint"</button>
                <button class="quiet" on:click=move |_| learn.act(StudyAction::Show)>"Show me"</button>
            </div>
        </Show>
        {move || view! { <Onward learn=learn name=next() /> }}
    }
}

/// What can follow a lesson.
#[component]
fn End(learn: Learn) -> impl IntoView {
    let study = learn.study;
    let lesson = study.with_untracked(|study| study.as_ref().map(|study| study.lesson().clone()));
    let Some(lesson) = lesson else { return ().into_any() };
    let kind = lesson.kind;
    let waits = move || learn.after.get().filter(|(after, _)| after.name == kind.name).map(|(_, after)| after);
    let waiting = move || study.with(|study| study.as_ref().is_some_and(Study::is_waiting));
    let notice = move || study.with(|study| study.as_ref().map(|study| study.notice().to_owned()));
    let onward = move || {
        match waits() {
        Some(after) => {
            let name = if after == After::Today { "Play today’s puzzle" } else { "Play" };
            view! { <button on:click=move |_| learn.go_on()>{name}</button> }.into_any()
        }
        None => view! {
            <button disabled=waiting on:click=move |_| learn.act(StudyAction::Last(browser::any_seed()))>"A whole puzzle"</button>
        }
        .into_any(),
    }
    };
    let next = learn.progress.with_untracked(|progress| next_lesson(kind, progress)).map(|next| {
        view! { <p>"Next: " <a href=format!("#{}", address(kind, next.number))>{words::capital(next.name)}</a></p> }
    });
    view! {
        <p class="praise">"Well done."</p>
        <p>{if lesson.is_first() { "That is how it goes: one step after the other." } else { "Try it on a whole puzzle that needs it." }}</p>
        <div class="row">
            {onward}
            <button class="quiet" disabled=waiting on:click=move |_| learn.act(StudyAction::More(browser::any_seed()))>"More positions"</button>
        </div>
        <p class="soft" role="status">{notice}</p>
        {next}
        <p><a href="#/learn">"All lessons"</a></p>
    }
    .into_any()
}
