//! New puzzles: made, of the day, built in, or one's own.

mod maker;

pub(super) use maker::{Maker, game_of_link, note_solved};

use super::browser;
use leptos::prelude::*;
use maker::Wanted;
use play::offers;
use play::old::Game;
use puzzles::{KINDS, kind};
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

/// The view.
#[component]
pub(super) fn NewView(new: Maker) -> impl IntoView {
    let files = move |event: web_sys::DragEvent| {
        event.prevent_default();
        if let Some(file) = event.data_transfer().and_then(|data| data.files()).and_then(|files| files.get(0)) {
            new.open_file(file);
        }
    };
    view! {
        <div class="view page" on:dragover=move |event| event.prevent_default() on:drop=files>
            <h1>"New puzzle"</h1>
            {move || {
                let trouble = new.trouble.get();
                (!trouble.is_empty()).then(|| view! { <p class="warning" role="alert">{trouble}</p> })
            }}
            <MakeOne new=new />
            <Today new=new />
            <BuiltIn new=new />
            <Own new=new />
            <Kept new=new />
        </div>
    }
}

#[component]
fn MakeOne(new: Maker) -> impl IntoView {
    let wanted = new.wanted;
    let of_kind = move || wanted.with(|wanted| kind(wanted.kind)).into_iter().flat_map(offers);
    let choose_kind = move |event| {
        let name = event_target_value(&event);
        let Some(offer) = KINDS.iter().find(|kind| kind.name == name).and_then(|kind| offers(kind).next()) else {
            return;
        };
        let easiest = kind(offer.kind)
            .into_iter()
            .flat_map(offers)
            .find(|other| other.size == offer.size && other.band.is_some());
        let band = easiest.and_then(|offer| offer.band).map_or("", studio::Difficulty::name);
        wanted.set(Wanted { kind: offer.kind, size: offer.size, band });
    };
    let choose_size = move |event| {
        let Ok(size) = event_target_value(&event).parse() else { return };
        let before = wanted.get_untracked().band;
        let is_offered =
            of_kind().any(|offer| offer.size == size && offer.band.map_or("", studio::Difficulty::name) == before);
        wanted.update(|wanted| {
            wanted.size = size;
            wanted.band = if is_offered { before } else { "" };
        });
    };
    let choose_band = move |event| {
        let name = event_target_value(&event);
        let band =
            studio::Difficulty::ALL.into_iter().map(studio::Difficulty::name).find(|band| *band == name).unwrap_or("");
        wanted.update(|wanted| wanted.band = band);
    };
    let sizes = move || {
        let mut sizes: Vec<usize> = of_kind().map(|offer| offer.size).collect();
        sizes.dedup();
        let own = wanted.with(|wanted| wanted.size);
        sizes
            .into_iter()
            .map(|size| view! { <option value=size.to_string() selected=size == own>{size}</option> })
            .collect_view()
    };
    let bands = move || {
        let (size, own) = wanted.with(|wanted| (wanted.size, wanted.band));
        let bands =
            of_kind().filter(|offer| offer.size == size).map(|offer| offer.band.map_or("", studio::Difficulty::name));
        let name = |band: &'static str| if band.is_empty() { "any" } else { band };
        let mut bands: Vec<&str> = bands.collect();
        bands.sort_by_key(|band| band.is_empty());
        bands
            .into_iter()
            .map(|band| view! { <option value=band selected=band == own>{name(band)}</option> })
            .collect_view()
    };
    let slow = move || {
        let wanted = wanted.get();
        let offer = of_kind()
            .find(|offer| offer.size == wanted.size && offer.band.map_or("", studio::Difficulty::name) == wanted.band);
        offer.filter(|offer| offer.milliseconds > 300).map(|_| "Making one of these may take some seconds.")
    };
    let size_says = move || wanted.with(|wanted| kind(wanted.kind)).map_or("size", |kind| kind.size_says);
    view! {
        <section class="card">
            <h2>"Make one"</h2>
            <div class="row">
                <label>"Kind" <select on:change=choose_kind>
                    {KINDS.iter().map(|kind| view! {
                        <option value=kind.name selected=move || wanted.with(|wanted| wanted.kind == kind.name)>{kind.title}</option>
                    }).collect_view()}
                </select></label>
                <label>"Size" <select on:change=choose_size aria-description=size_says>{sizes}</select></label>
                <label>"Difficulty" <select on:change=choose_band>{bands}</select></label>
                <button on:click=move |_| new.make() disabled=move || new.waiting.with(Option::is_some)>"Make"</button>
            </div>
            <p class="soft">{slow}</p>
            <Show when=move || new.waiting.with(Option::is_some)>
                <p role="status">"Making a puzzle. " <button class="quiet" on:click=move |_| new.stop()>"Stop"</button></p>
            </Show>
        </section>
    }
}

#[component]
fn Today(new: Maker) -> impl IntoView {
    let button = move |kind: &'static puzzles::Kind| {
        let solved = browser::kept(&format!("day/{}/{}", kind.name, browser::today()));
        let done = solved.map(|_| " (solved)");
        view! { <button class="quiet" on:click=move |_| new.make_daily(kind.name)>{kind.title} {done}</button> }
    };
    view! {
        <section class="card">
            <h2>"Today's puzzles"</h2>
            <p class="soft">{browser::today()} ", the same for everybody."</p>
            <div class="row">{KINDS.iter().map(|kind| button(kind)).collect_view()}</div>
        </section>
    }
}

#[component]
fn BuiltIn(new: Maker) -> impl IntoView {
    let chosen = RwSignal::new(puzzles::builtin_names().next().unwrap_or_default());
    let open = move |_| {
        if let Some(document) = puzzles::builtin(&chosen.get_untracked()) {
            new.open(Game::new(document.puzzle), None, None);
        }
    };
    view! {
        <section class="card">
            <h2>"Built in"</h2>
            <div class="row">
                <label>"Puzzle" <select on:change=move |event| chosen.set(event_target_value(&event))>
                    {puzzles::builtin_names().map(|name| view! { <option value=name.clone()>{name.clone()}</option> }).collect_view()}
                </select></label>
                <button class="quiet" on:click=open>"Play it"</button>
            </div>
        </section>
    }
}

#[component]
fn Own(new: Maker) -> impl IntoView {
    let text = RwSignal::new(String::new());
    let file = move |event: web_sys::Event| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        if let Some(file) = input.and_then(|input| input.files()).and_then(|files| files.get(0)) {
            new.open_file(file);
        }
    };
    view! {
        <section class="card">
            <h2>"Your own"</h2>
            <label>"A file (JSON, text or Prolog), or drop it here " <input type="file" on:change=file /></label>
            <label>"Or paste a puzzle, a code or a link"
                <textarea rows="4" spellcheck="false" on:input=move |event| text.set(event_target_value(&event))></textarea>
            </label>
            <button class="quiet" on:click=move |_| new.open_text(&text.get_untracked())>"Open"</button>
        </section>
    }
}

#[component]
fn Kept(new: Maker) -> impl IntoView {
    let list = move || {
        new.shelf.changes.track();
        let rows = new.shelf.list().into_iter().map(|game| {
            let (id, other) = (game.id.clone(), game.id.clone());
            let name = format!("{}{}", game.title, if game.solved { ", solved" } else { "" });
            let resume = move |_| match new.shelf.resume(new.play, &id) {
                Ok(()) => {
                    let _ = window().location().set_hash("/play");
                    new.play.say("Your game is as you left it.");
                }
                Err(why) => new.trouble.set(why),
            };
            let delete = format!("Delete {name}");
            view! {
                <li class="row">
                    <a href="#/play" class="grow" on:click=resume>{name}</a>
                    <button class="quiet" aria-label=delete on:click=move |_| new.shelf.forget(&other)>"Delete"</button>
                </li>
            }
        });
        rows.collect_view()
    };
    view! {
        <section class="card">
            <h2>"Kept games"</h2>
            <ul class="plain">{list}</ul>
        </section>
    }
}
