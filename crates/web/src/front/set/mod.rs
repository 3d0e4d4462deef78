//! Setting: a puzzle drawn, and beside it what is found out after each edit.

mod edits;
mod keys;
mod state;

pub(super) use state::Setter;

use super::board::Board;
use super::new::Maker;
use super::shelf::Shelf;
use super::{browser, share};
use leptos::prelude::*;
use play::offers;
use play::old::Game;
use puzzles::{Choices, Document, Edit, KINDS, Puzzle, View};
use scene::{Scene, SvgRenderer};
use serde_json::Value;
use wasm_bindgen::JsCast;
use web_sys::Element;

/// More numbers than these are typed.
const MOST_KEYS: usize = 30;

/// The view.
#[component]
pub(super) fn SetView(setter: Setter, maker: Maker, shelf: Shelf) -> impl IntoView {
    setter.reopen();
    let keys = move |event: web_sys::KeyboardEvent| {
        let on_board = event
            .target()
            .and_then(|target| target.dyn_into::<Element>().ok())
            .is_some_and(|element| element.has_attribute("data-field"));
        if on_board && setter.key(&event.key(), event.ctrl_key() || event.meta_key(), event.alt_key()) {
            event.prevent_default();
        }
    };
    view! {
        <div class="view play set">
            <div class="about">
                <h1>"Set"</h1>
                <Start setter=setter maker=maker />
                <Save setter=setter shelf=shelf />
            </div>
            <div class="stage" on:keydown=keys>
                <div class="card"><Board shown=setter.shown() /><OnPaper setter=setter /></div>
                <Keys setter=setter />
                <Parts setter=setter />
                <Sizes setter=setter />
                <div class="pad" role="group" aria-label="Edits">
                    <button class="key" on:click=move |_| setter.travel(true)>"Undo"</button>
                    <button class="key" on:click=move |_| setter.travel(false)>"Redo"</button>
                    <button class="key" on:click=move |_| setter.wish("unique")>"Make it unique"</button>
                    <button class="key" on:click=move |_| setter.wish("strip")>"Strip"</button>
                </div>
            </div>
            <Remarks setter=setter />
        </div>
    }
}

/// What to begin with.
#[component]
fn Start(setter: Setter, maker: Maker) -> impl IntoView {
    let chosen = RwSignal::new(KINDS[0].name);
    let empty = move |_| {
        let kind = puzzles::kind(chosen.get_untracked());
        if let Some((kind, offer)) = kind.and_then(|kind| Some((kind, offers(kind).next()?))) {
            setter.open_empty(kind.name, offer.size);
        }
    };
    let played = move |_| setter.play.game.with_untracked(|game| setter.open_puzzle(game.puzzle()));
    let made = move |_| {
        if let Some(kind) = puzzles::kind(chosen.get_untracked()) {
            maker.make_to_set(kind);
        }
    };
    let choose = move |event| {
        let name = event_target_value(&event);
        if let Some(kind) = KINDS.iter().find(|kind| kind.name == name) {
            chosen.set(kind.name);
        }
    };
    view! {
        <div class="column">
            <label>"Kind" <select on:change=choose>
                {KINDS.iter().map(|kind| view! { <option value=kind.name>{kind.title}</option> }).collect_view()}
            </select></label>
            <button class="quiet" on:click=empty>"Empty sheet"</button>
            <button class="quiet" on:click=made>"A made one"</button>
            <button class="quiet" on:click=played>"The puzzle in play"</button>
            {move || {
                let trouble = maker.trouble.get();
                (!trouble.is_empty()).then(|| view! { <p class="warning" role="alert">{trouble}</p> })
            }}
        </div>
    }
}

/// What can be set where the cursor is.
#[component]
fn Keys(setter: Setter) -> impl IntoView {
    let keys = move || {
        let Some(target) = setter.target(setter.cursor.get()) else { return ().into_any() };
        match &target.choices {
            Choices::None => view! { <p class="soft">{target.name.clone()}</p> }.into_any(),
            choices if choices.values().count() <= MOST_KEYS => {
                let each = choices.values().map(|value| {
                    let label = choices.label(value).unwrap_or_default();
                    view! { <button class="key" on:click=move |_| setter.set(Some(value))>{label}</button> }
                });
                each.collect_view().into_any()
            }
            _ => view! { <p class="soft">"Type a number."</p> }.into_any(),
        }
    };
    view! {
        <div class="pad" role="group" aria-label="What to set">
            {keys}
            <button class="key" on:click=move |_| setter.set(None)>"Clear"</button>
            {move || {
                let typed = setter.typed.get();
                (!typed.is_empty()).then(|| view! { <span class="typed">{typed}"…"</span> })
            }}
        </div>
    }
}

/// Adding, moving and removing parts, where a puzzle has such.
#[component]
fn Parts(setter: Setter) -> impl IntoView {
    let names = move || setter.book.with(|book| book.sketch().parts());
    let carriers = move || {
        let own = setter.part().map(|part| part.id);
        let bars = setter.parts().into_iter().filter(move |part| part.carries && Some(&part.id) != own.as_ref());
        let parent = setter.part().and_then(|part| part.parent);
        bars.map(|part| {
            let is_here = Some(&part.id) == parent.as_ref();
            view! { <option value=part.id.clone() selected=is_here>{part.id.clone()}</option> }
        })
        .collect_view()
    };
    let hangs = move || setter.part().is_some_and(|part| part.parent.is_some());
    view! {
        <Show when=move || !names().is_empty()>
            <div class="pad" role="group" aria-label="Parts">
                {move || names().iter().map(|name| {
                    view! { <button class="key" on:click=move |_| setter.add(name)>{format!("Add a {name}")}</button> }
                }).collect_view()}
                <button class="key" disabled=move || !hangs() on:click=move |_| setter.shift(-1)>"Left"</button>
                <button class="key" disabled=move || !hangs() on:click=move |_| setter.shift(1)>"Right"</button>
                <button class="key" disabled=move || !hangs() on:click=move |_| setter.remove()>"Remove"</button>
                <Show when=hangs>
                    <label>"Hang it on" <select on:change=move |event| setter.hang_on(&event_target_value(&event))>
                        {carriers}
                    </select></label>
                </Show>
            </div>
            <p class="soft">"Drag a part along its bar or to another one, or move it with Alt and the arrow keys."</p>
        </Show>
    }
}

/// What applies to the whole, such as the size.
#[component]
fn Sizes(setter: Setter) -> impl IntoView {
    let shown = setter.shown();
    let beside = move || {
        let on_board = shown.layout.with(|layout| match layout {
            crate::words::Layout::Rows(rows) => rows.concat(),
            crate::words::Layout::Tree(branches) => branches.iter().filter_map(|branch| branch.target).collect(),
        });
        let targets = setter.targets.get().into_iter().enumerate();
        let others = targets.filter(move |(index, _)| !on_board.contains(index)).map(|(_, target)| target);
        others
            .map(|target| {
                let value = setter.book.with(|book| book.sketch().value(&target.id)).unwrap_or_default();
                let (least, most) = (target.choices.values().min().unwrap_or(0), target.choices.values().max().unwrap_or(0));
                let id = target.id.clone();
                let set = move |event| {
                    if let Ok(value) = event_target_value(&event).parse() {
                        setter.edit(Edit::Set { target: id.clone(), value: Some(value) });
                    }
                };
                view! {
                    <label>{target.name.clone()} " "
                        <input type="number" min=least.to_string() max=most.to_string() prop:value=value.to_string() on:change=set />
                    </label>
                }
            })
            .collect_view()
    };
    view! { <div class="row">{beside}</div> }
}

/// What was found out.
#[component]
fn Remarks(setter: Setter) -> impl IntoView {
    let list = move || {
        setter
            .remarks
            .get()
            .into_iter()
            .map(|remark| {
                let says = remark["says"].as_str().unwrap_or_default().to_owned();
                let more = remark["more"].as_str().map(|more| {
                    view! { <details><summary>"The hardest step"</summary>{more.to_owned()}</details> }
                });
                let strong = remark["about"] == "verdict" || remark["about"] == "incomplete";
                let edit = Some(remark["edit"].clone()).filter(|edit| !edit.is_null());
                let add = edit.map(|edit: Value| {
                    let set = move |_| {
                        if let Ok(edit) = Edit::from_json(puzzles::json::Node::root(&edit)) {
                            setter.edit(edit);
                        }
                    };
                    view! { <button class="quiet" on:click=set>"Add this clue"</button> }
                });
                view! { <li class:verdict=strong>{says} {more} {add}</li> }
            })
            .collect_view()
    };
    view! {
        <section class="card help" aria-label="What is found out">
            <h2>"The puzzle so far"</h2>
            <ul class="remarks">{list}</ul>
            <Show when=move || setter.busy.get()><p class="soft">"Looking further"</p></Show>
            <label class="check">
                <input type="checkbox" prop:checked=move || setter.forced.get()
                    on:change=move |event| setter.forced.set(event_target_checked(&event)) />
                "Draw the values that are the same in all solutions"
            </label>
        </section>
    }
}

/// A puzzle with nothing entered.
fn bare(puzzle: &dyn Puzzle) -> Scene {
    puzzle.draw(&View::of(&puzzle.givens()))
}

/// What is printed: the puzzle without what was found out about it.
#[component]
fn OnPaper(setter: Setter) -> impl IntoView {
    let svg = move || setter.puzzle().map(|puzzle| SvgRenderer::for_page().id("paper-picture").render(&bare(&*puzzle)));
    view! { <div class="picture on-paper" aria-hidden="true" inner_html=move || svg().unwrap_or_default()></div> }
}

/// Saving and playing what was set.
#[component]
fn Save(setter: Setter, shelf: Shelf) -> impl IntoView {
    let document = move || setter.book.with_untracked(|book| book.sketch().puzzle().ok()).map(Document::new);
    let play = move |_| {
        if let Some(document) = document() {
            shelf.begin(setter.play, Game::new(document.puzzle), None, None);
            let _ = window().location().set_hash("/play");
        }
    };
    let code = move || setter.puzzle().and_then(|puzzle| play::old::encode(&*puzzle, None).ok());
    let link = move || code().map(|code| play::old::link(&browser::address(), &code)).unwrap_or_default();
    let copy = move |_| {
        browser::copy(&link());
        setter.play.say("Copied.");
    };
    let svg = move || document().map(|document| SvgRenderer::new().render(&bare(&*document.puzzle)));
    view! {
        <details class="more">
            <summary>"Save"</summary>
            <div class="column">
                <button on:click=play>"Play it"</button>
                <label>"Link" <input type="text" readonly="readonly" prop:value=link /></label>
                <button class="quiet" on:click=copy>"Copy the link"</button>
                <button class="quiet" on:click=move |_| if let Some(document) = document() {
                    browser::download("puzzle.json", "application/json", &format!("{}\n", document.to_json()));
                }>"JSON"</button>
                <button class="quiet" on:click=move |_| if let Some(document) = document() {
                    browser::download("puzzle.txt", "text/plain", &document.to_text());
                }>"Text"</button>
                <button class="quiet" on:click=move |_| if let Some(svg) = svg() {
                    browser::download("puzzle.svg", "image/svg+xml", &svg);
                }>"SVG"</button>
                <button class="quiet" on:click=move |_| if let Some(svg) = svg() {
                    share::download_png("puzzle.png", &svg);
                }>"PNG"</button>
                <button class="quiet" on:click=move |_| _ = window().print()>"Print"</button>
            </div>
        </details>
    }
}
