//! The levels of a hint, and what is said when the puzzle is solved.

use super::Play;
use ::play::message::{HintSort, LevelTold, Mark};
use ::play::session::Notice;
use ::play::{Action, Move, Session, words};
use leptos::prelude::*;
use std::collections::BTreeMap;

/// A sentence cut where it names something that is pointed at.
fn tagged(sentence: &str, marks: &[Mark]) -> Vec<(String, Option<&'static str>)> {
    let marks: BTreeMap<&str, &'static str> = marks.iter().map(|(id, how)| (id.as_str(), how.name())).collect();
    let mut parts: Vec<(String, Option<&'static str>)> = Vec::new();
    for word in sentence.split_inclusive(|c: char| !c.is_ascii_alphanumeric()) {
        let bare = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        let rest = &word[bare.len()..];
        match marks.get(bare) {
            Some(&how) => {
                parts.push((bare.to_owned(), Some(how)));
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

/// Sentences with tags that look like the marks on the board.
pub(crate) fn told(LevelTold { lines, marks }: &LevelTold) -> AnyView {
    let paragraph = |line: &String| {
        let parts = tagged(&words::sentence(line), marks).into_iter().map(|(text, how)| match how {
            Some(how) => view! { <span class=format!("tag {how}")>{text}</span> }.into_any(),
            None => text.into_any(),
        });
        view! { <p>{parts.collect_view()}</p> }
    };
    lines.iter().map(paragraph).collect_view().into_any()
}

/// The panel beside the board.
#[component]
pub(super) fn Help(play: Play) -> impl IntoView {
    let hint = move || {
        play.session.with(|session| {
            let Notice::Hint(hint, level) = session.notice() else {
                if session.is_waiting() {
                    return view! { <p class="soft">"Thinking"</p> }.into_any();
                }
                return view! {
                    <p class="soft">"A hint tells first where to look, then which rules, then why, then what."</p>
                    <p class="soft"><button class="plain" on:click=move |_| play.rules.set(true)>"Rules"</button></p>
                }
                .into_any();
            };
            let has_more = level.number() < 4;
            let has_move = hint.follow != Move::Several(Vec::new());
            let legend = match hint.sort {
                HintSort::Wrong => "Crossed: what conflicts.",
                _ => "Dashed: what the step follows from. Thick: what it is about.",
            };
            view! {
                <div class="told" tabindex="0" role="group" aria-label="The hint">{told(hint.told(*level))}</div>
                <div class="row">
                    <Show when=move || has_more>
                        <button class="quiet" on:click=move |_| play.act(Action::Hint)>"Tell me more"</button>
                    </Show>
                    <Show when=move || has_move>
                        <button on:click=move |_| play.act(Action::Follow)>"Show it"</button>
                    </Show>
                    <button class="plain" on:click=move |_| play.act(Action::CloseHint)>"Close"</button>
                </div>
                <p class="soft legend">{legend}</p>
            }
            .into_any()
        })
    };
    let level = move || {
        let level = play.session.with(|session| match session.notice() {
            Notice::Hint(_, level) => Some(level.number()),
            _ => None,
        });
        level.map(|level| {
            let bars = (1..=4).map(|number| view! { <i class:on=number <= level></i> }).collect_view();
            view! { <span class="levels" role="img" aria-label=format!("level {level} of 4")>{bars}</span> }
        })
    };
    let idle = move || {
        let is_idle = |session: &Session| {
            !session.is_solved() && !session.is_waiting() && !matches!(session.notice(), Notice::Hint(..))
        };
        play.session.with(is_idle)
    };
    view! {
        <section class="card help" class:idle=idle aria-label="Help">
            <h2>"Hint" {level}</h2>
            <Show when=move || play.session.with(Session::is_solved) fallback=hint>
                <Solved play=play />
            </Show>
        </section>
    }
}

/// Said when the puzzle is solved.
#[component]
fn Solved(play: Play) -> impl IntoView {
    let time = move || words::clock(play.played.get());
    let help = move || play.session.with(|session| words::help(session.game().help()));
    let difficulty = move || {
        let difficulty = play.session.with(|session| session.about.difficulty);
        difficulty.map(|difficulty| format!(" The puzzle is {}.", difficulty.name()))
    };
    view! {
        <p><strong>"Solved"</strong> " in " {time} ". " {help} {difficulty}</p>
        <p class="row">
            <a class="button" href="#/learn">"See the way a person could go"</a>
            <a class="button quiet" href="#/">"Another puzzle"</a>
        </p>
    }
}
