//! The ladder of a hint, and what is said when the puzzle is solved.

use super::{Play, lines};
use crate::words;
use leptos::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;

/// A sentence cut where it names something that is pointed at.
pub(crate) fn tagged(sentence: &str, marks: &Value) -> Vec<(String, Option<String>)> {
    let marks: BTreeMap<&str, &str> = marks
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default()
        .iter()
        .filter_map(|mark| Some((mark[0].as_str()?, mark[1].as_str()?)))
        .collect();
    let mut parts: Vec<(String, Option<String>)> = Vec::new();
    for word in sentence.split_inclusive(|c: char| !c.is_ascii_alphanumeric()) {
        let bare = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        let rest = &word[bare.len()..];
        match marks.get(bare) {
            Some(&how) => {
                parts.push((bare.to_owned(), Some(how.to_owned())));
                parts.push((rest.to_owned(), None));
            }
            None => match parts.last_mut() {
                Some((text, None)) => text.push_str(word),
                _ => parts.push((word.to_owned(), None)),
            },
        }
    }
    parts
}

/// A sentence with tags that look like the marks on the board.
pub(crate) fn sentence(text: &str, marks: &Value) -> AnyView {
    let parts = tagged(&words::sentence(text), marks).into_iter().map(|(text, how)| match how {
        Some(how) => view! { <span class=format!("tag {how}")>{text}</span> }.into_any(),
        None => text.into_any(),
    });
    view! { <p>{parts.collect_view()}</p> }.into_any()
}

/// The panel beside the board.
#[component]
pub(super) fn Help(play: Play) -> impl IntoView {
    let ladder = move || {
        let Some((letter, rung)) = play.hint.get() else {
            let wait = play.thinking.get();
            let says = if wait {
                "Thinking"
            } else {
                "A hint tells first where to look, then which rules, then why, then what."
            };
            return view! { <p class="soft">{says}</p> }.into_any();
        };
        let marks = &letter["rungs"][rung - 1]["marks"];
        let told = lines(&letter, rung).into_iter().map(|line| sentence(line, marks)).collect_view();
        let has_move = letter["move"].as_array().is_some_and(|moves| !moves.is_empty());
        let is_wrong = letter["advice"] == "wrong";
        view! {
            {told}
            <div class="row">
                <Show when=move || rung < 4>
                    <button class="quiet" on:click=move |_| play.more_help()>"Tell me more"</button>
                </Show>
                <Show when=move || has_move>
                    <button on:click=move |_| play.show_it()>"Show it"</button>
                </Show>
                <button class="quiet" on:click=move |_| play.hint.set(None)>"I see it"</button>
            </div>
            <p class="soft">{if is_wrong {
                "Crossed: what conflicts."
            } else {
                "Dashed: what the step follows from. Thick: what it is about."
            }}</p>
        }
        .into_any()
    };
    let rungs = move || {
        play.hint.with(|hint| hint.as_ref().map(|(_, rung)| *rung)).map(|rung| {
            let bars = (1..=4).map(|number| view! { <i class:on=number <= rung></i> }).collect_view();
            view! { <span class="rungs" role="img" aria-label=format!("rung {rung} of 4")>{bars}</span> }
        })
    };
    view! {
        <section class="card help" aria-label="Help">
            <h2>"Hint" {rungs}</h2>
            <Show when=move || play.solved.get() fallback=ladder>
                <Solved play=play />
            </Show>
        </section>
    }
}

/// Said when the puzzle is solved.
#[component]
fn Solved(play: Play) -> impl IntoView {
    let time = move || super::about::clock(play.seconds.get());
    let band = move || play.band.get().map(|band| format!(" The puzzle is {band}.")).unwrap_or_default();
    view! {
        <p><strong>"Solved"</strong> " in " {time} ". " {move || play.help_in_words()} {band}</p>
        <p class="row">
            <a class="button" href="#/learn">"See the way a person could go"</a>
            <a class="button quiet" href="#/new">"New puzzle"</a>
        </p>
    }
}
