//! What is said about the puzzle: its name, its rules, the time.

use super::Play;
use ::play::message::Solutions;
use ::play::words;
use leptos::prelude::*;
use puzzles::markdown::{self, Block};
use puzzles::{Kind, View};
use scene::SvgRenderer;

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
    let time = move || play.session.with(|session| session.preferences().time).then(|| words::clock(play.played.get()));
    let chip = |text: String| view! { <span class="chip">{text}</span> };
    view! {
        <h1>{title}</h1>
        <p class="facts">
            <span class="chip">{size}</span>
            {move || difficulty().map(|difficulty| chip(difficulty.to_owned()))}
            {move || day().map(chip)}
            {move || verdict().map(|verdict| view! { <span class="chip warn">{verdict}</span> })}
            {move || time().map(|time| view! { <span class="chip" role="timer">{time}</span> })}
        </p>
    }
}

/// The rules, with a small example.
#[component]
pub(crate) fn Rules(
    kind: Signal<&'static Kind>,
    /// Whether they can be read at once.
    at_once: bool,
) -> impl IntoView {
    let open = RwSignal::new(at_once);
    let text = move || {
        let blocks: Vec<Block> = markdown::rules(kind.get().rules_text).collect();
        let chunks = blocks.chunk_by(|one, other| matches!((one, other), (Block::Item(..), Block::Item(..))));
        let shown = chunks.map(|chunk| match chunk {
            [Block::Paragraph(spans), ..] => view! { <p>{markdown::plain(spans)}</p> }.into_any(),
            [Block::Verbatim(lines), ..] => view! { <pre>{lines.join("\n")}</pre> }.into_any(),
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
        shown.collect_view()
    };
    let example = move || open.get().then(|| example(kind.get())).flatten();
    view! {
        <details class="rules" open=at_once on:toggle=move |_| open.set(true)>
            <summary>"Rules"</summary>
            {text}
            {move || example().map(|(svg, says)| view! {
                <p>"An example, solved:"</p>
                <div class="picture small" inner_html=svg></div>
                <p class="soft">{says}</p>
            })}
        </details>
    }
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
