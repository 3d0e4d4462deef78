//! What is said about the puzzle: its name, its rules, the time.

use super::super::browser;
use super::super::widgets::{Paper, icon};
use super::Play;
use ::play::message::Solutions;
use ::play::{Action, Session, keys, words};
use leptos::prelude::*;
use leptos::{ev, html};
use puzzles::markdown::{self, Block};
use puzzles::{Kind, View};
use scene::SvgRenderer;
use wasm_bindgen::JsCast;
use web_sys::Node;

/// The name of the puzzle and what it is like.
#[component]
pub(super) fn Title(play: Play) -> impl IntoView {
    let title = move || play.session.with(|session| session.game().puzzle().kind().title);
    let size = move || play.session.with(|session| session.game().puzzle().size_in_words());
    let difficulty = move || play.session.with(|session| session.about.difficulty.map(studio::Difficulty::name));
    let day = move || play.session.with(|session| session.about.day.map(|day| day.to_string()));
    let verdict = move || {
        play.session.with(|session| match session.solutions() {
            Some(Solutions::None) => Some("no solution"),
            Some(Solutions::Several) => Some("several solutions"),
            _ => None,
        })
    };
    let today = browser::today().map(|day| day.to_string());
    let time = move || play.session.with(|session| session.preferences().time).then(|| words::clock(play.played.get()));
    let beat = move || {
        play.session.with(|session| session.about.beat.map(|seconds| words::clock(seconds.saturating_mul(1000))))
    };
    let chip = |text: String| view! { <span class="chip">{text}</span> };
    let today = move || {
        day().map(|day| {
            let says = if Some(&day) == today.as_ref() { "today’s".to_owned() } else { day };
            view! { <span class="chip day">{says}</span> }
        })
    };
    view! {
        <div class="title">
            <a class="back" href="#/" aria-label="Back to all puzzles">{icon("back")}</a>
            <h1>{title}</h1>
            <p class="facts">
                <span class="chip size">{size}</span>
                {move || difficulty().map(|difficulty| chip(difficulty.to_owned()))}
                {today}
                {move || verdict().map(|verdict| view! { <span class="chip warn">{verdict}</span> })}
                {move || beat().map(|time| chip(format!("to beat: {time}")))}
                {move || time().map(|time| view! { <span class="chip" role="timer">{time}</span> })}
            </p>
            <Menu play=play />
        </div>
    }
}

/// What is done now and then.
#[component]
fn Menu(play: Play) -> impl IntoView {
    let node = NodeRef::<html::Details>::new();
    let close = move || {
        if let Some(menu) = node.get_untracked() {
            menu.set_open(false);
        }
    };
    // Wherever else one clicks, it closes.
    let outside = window_event_listener(ev::click, move |event| {
        let inside = node.get_untracked().is_some_and(|menu| {
            let target = event.target().and_then(|target| target.dyn_into::<Node>().ok());
            menu.contains(target.as_ref())
        });
        if !inside {
            close();
        }
    });
    on_cleanup(move || outside.remove());
    let item = move |name: &'static str, act: &'static dyn Fn(Play)| {
        let choose = move |_| {
            close();
            act(play);
        };
        view! { <button class="quiet" on:click=choose>{name}</button> }
    };
    let names = move || {
        play.session.with(|session| session.game().checkpoints().map(|(name, _)| name.to_owned()).collect::<Vec<_>>())
    };
    let checkpoints = move || {
        let each = names().into_iter().map(|name| {
            let checkpoint = name.clone();
            let back = move |_| {
                close();
                play.act(Action::Return(checkpoint.clone()));
            };
            view! { <button class="quiet" on:click=back>"Back to " {name}</button> }
        });
        each.collect_view()
    };
    let escape = move |event: ev::KeyboardEvent| {
        if event.key() == "Escape" {
            close();
        }
    };
    view! {
        <details class="more" node_ref=node on:keydown=escape>
            <summary>{icon("more")}<span>"More"</span></summary>
            <div class="menu column">
                {item("Rules", &|play| play.rules.set(true))}
                {item("Pause", &|play| play.act(Action::Pause))}
                {item("Set a checkpoint", &|play| {
                    let name = play.session.with_untracked(Session::next_checkpoint);
                    play.act(Action::SetCheckpoint(name));
                })}
                {checkpoints}
                {item("Write all candidates", &|play| play.act(Action::FillIn))}
                {item("Begin again", &|play| play.act(Action::Restart))}
                {item("Share", &|_| browser::go("/share"))}
                {item("New puzzle", &|_| browser::go("/new"))}
                {item("Keys", &|play| play.keys.set(true))}
                {item("Settings", &|_| browser::go("/settings"))}
            </div>
        </details>
    }
}

/// All keys of the board.
#[component]
pub(super) fn Keys(play: Play) -> impl IntoView {
    let letters = move || play.session.with(|session| session.preferences().clone());
    let rows = move || {
        let letters = letters();
        let rows = keys::of_page(&letters).into_iter().map(|(key, does)| view! { <dt>{key}</dt><dd>{does}</dd> });
        rows.collect_view()
    };
    view! {
        <Paper open=play.keys class="keyboard" title=Signal::stored("Keys".to_owned())>
            <dl class="keys">{rows}</dl>
        </Paper>
    }
}

/// The rules, with an example, on a sheet of their own.
#[component]
pub(crate) fn Rules(kind: Signal<&'static Kind>, open: RwSignal<bool>) -> impl IntoView {
    let title = Signal::derive(move || format!("The rules of {}", kind.get().title));
    view! { <Paper open=open class="rules" title=title><RulesText kind=kind /></Paper> }
}

/// The rules, with an example.
#[component]
pub(crate) fn RulesText(kind: Signal<&'static Kind>) -> impl IntoView {
    move || {
        let kind = kind.get();
        view! { <div data-kind=kind.name>{rules(kind, example(kind))}</div> }
    }
}

/// The rules of a kind, with a drawing where they have an example, or without one.
pub(crate) fn rules(kind: &Kind, mut example: Option<(String, String)>) -> AnyView {
    let drawn = move |svg: String, says: String| {
        view! {
            <div class="picture small" inner_html=svg></div>
            <p class="soft">{says}</p>
        }
    };
    let blocks: Vec<Block> = markdown::rules(kind.rules_text).collect();
    let chunks = blocks.chunk_by(|one, other| matches!((one, other), (Block::Item(..), Block::Item(..))));
    let shown = chunks.map(|chunk| match chunk {
        [Block::Paragraph(spans), ..] => view! { <p>{markdown::plain(spans)}</p> }.into_any(),
        // An example in letters: the drawing shows the same.
        [Block::Verbatim(_), ..] => example.take().map(|(svg, says)| drawn(svg, says)).into_any(),
        items => {
            let is_numbered = matches!(items, [Block::Item(Some(_), _), ..]);
            let item = |block: &Block| match block {
                Block::Item(_, spans) => Some(view! { <li>{markdown::plain(spans)}</li> }),
                _ => None,
            };
            let items = items.iter().filter_map(item).collect_view();
            if is_numbered { view! { <ol>{items}</ol> }.into_any() } else { view! { <ul>{items}</ul> }.into_any() }
        }
    });
    let shown = shown.collect_view();
    let example = example.map(|(svg, says)| view! { <p>"An example, solved:"</p> {drawn(svg, says)} });
    view! { {shown} {example} }.into_any()
}

/// The smallest built-in puzzle, solved, and what can be read off it.
fn example(kind: &Kind) -> Option<(String, String)> {
    let (_, document) = puzzles::example(kind)?;
    let solution = document.solution?;
    let scene = document.puzzle.draw(&View::of(&solution).labels());
    let read_outs = document.puzzle.read_outs(&solution);
    let says = words::sentences(read_outs.iter().filter(|read| !read.brief.is_empty()).take(4));
    Some((SvgRenderer::for_page().id("example").render(&scene), says))
}
