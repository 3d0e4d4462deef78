//! The levels of a hint, and what is said when the puzzle is solved.

use super::super::browser;
use super::super::games::Games;
use super::super::learn::{Learn, address};
use super::super::new::Maker;
use super::Play;
use ::play::lessons::HOW_TO_PLAY;
use ::play::message::{HintSort, LevelTold, Mark, Recipe};
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
pub(super) fn Help(play: Play, new: Maker, learn: Learn) -> impl IntoView {
    // Who has never seen this kind may learn it first.
    let is_new = move |kind| learn.progress.with(|progress| progress.is_new(kind));
    let lesson = move |session: &Session| {
        let kind = session.game().puzzle().kind();
        let has_lesson = ::play::lessons::lesson(kind, HOW_TO_PLAY).is_some_and(|lesson| lesson.has_positions());
        let says =
            if is_new(kind) { format!("New to {}? Learn it in a minute", kind.title) } else { "Lessons".to_owned() };
        has_lesson.then(|| view! { <a href=format!("#{}", address(kind, 1))>{says}</a> })
    };
    let hint = move || {
        play.session.with(|session| {
            let Notice::Hint(hint, level) = session.notice() else {
                if session.is_waiting() {
                    return view! { <p class="soft">"Thinking"</p> }.into_any();
                }
                return view! {
                    <p class="soft">"A hint tells first where to look, then which rules, then why, then what."</p>
                    <p class="soft"><button class="plain" on:click=move |_| play.rules.set(true)>"Rules"</button> {lesson(session)}</p>
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
            <Show when=move || play.session.with(Session::is_solved) fallback=move || view! { <h2>"Hint" {level}</h2> {hint} }>
                <Solved play=play new=new />
            </Show>
        </section>
    }
}

/// Shown when the puzzle is solved.
#[component]
fn Solved(play: Play, new: Maker) -> impl IntoView {
    let session = play.session;
    let says = move || session.with(|session| session.game().puzzle().kind().solved_says);
    let time = move || words::clock(session.with(|session| session.game().played()));
    let facts = move || session.with(|session| words::solved(session, &Games::record()));
    let harder = Memo::new(move |_| {
        let recipe = session.with(|session| Recipe { difficulty: session.about.difficulty, ..session.recipe.clone() });
        recipe.harder().is_some()
    });
    let streak = move || {
        if !session.with(|session| session.preferences().statistics) {
            return None;
        }
        let days = browser::today().map_or(0, |today| Games::record().streak(today));
        (days > 0).then(|| words::in_a_row(days))
    };
    let copy = move |_| {
        let text = session.with_untracked(words::result);
        browser::copy(&format!("{text}\n{}#{}", browser::address(), play.place()));
        play.say("The result is copied. It gives nothing away.");
    };
    let beaten = move || session.with(words::beaten).map(|says| view! { <p class="beaten">{says}</p> });
    let techniques = move || {
        let names = session.with(words::techniques_taken);
        names.map(|names| view! { <p class="soft techniques">{names}</p> })
    };
    let challenge = move |_| {
        let seconds = session.with_untracked(|session| session.game().played() / 1000);
        browser::copy(&format!("{}#{}/{seconds}", browser::address(), play.place()));
        play.say(&format!("Copied: a link to this puzzle, with {} to beat.", words::clock(seconds * 1000)));
    };
    let replay = move || {
        session.track();
        format!("#/replay/game/{}", play.games.id())
    };
    view! {
        <div class="won">
            <svg class="level" viewBox="0 0 120 16" aria-hidden="true"><path d="M6 8h108" /><circle cx="60" cy="8" r="6" /></svg>
            <p class="word">{says}</p>
            <p class="time">{time}</p>
            <p>{facts}</p>
            {beaten}
            {techniques}
            <div class="row">
                <button disabled=move || new.is_waiting() on:click=move |_| new.make_like(false)>"Another like this"</button>
                <Show when=move || harder.get()>
                    <button class="quiet" disabled=move || new.is_waiting() on:click=move |_| new.make_like(true)>"A harder one"</button>
                </Show>
            </div>
            <p class="also">
                <a href="#/learn/way">"How a person could solve it"</a>
                <a href=replay>"Replay"</a>
                <button class="plain" on:click=copy>"Copy result"</button>
                <button class="plain" on:click=challenge>"Beat my time"</button>
                <a href="#/">"Today’s puzzles"</a>
            </p>
            <p class="soft">{streak}</p>
        </div>
    }
}
