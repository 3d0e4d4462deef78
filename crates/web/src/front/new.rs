//! New puzzles: made, of the day, built in, or one's own.

use super::browser;
use super::link;
use super::play::Play;
use super::shelf::Shelf;
use crate::saves::MOST_READ;
use leptos::prelude::*;
use puzzles::{Document, KINDS, kind};
use serde_json::{Value, json};
use studio::{Decoded, Game, Position, offers};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{File, HtmlInputElement};

/// What to make: a kind, a size and a difficulty (empty for any).
#[derive(Debug, Clone, PartialEq, Eq)]
struct Wanted {
    kind: &'static str,
    size: usize,
    band: &'static str,
}

/// What is made, and how it is chosen.
#[derive(Clone, Copy)]
pub(super) struct Maker {
    play: Play,
    shelf: Shelf,
    wanted: RwSignal<Wanted>,
    /// The letter that the player waits for, and the day it is for.
    waiting: RwSignal<Option<(u64, Option<String>)>>,
    /// A puzzle made beforehand, like the last one.
    ready: RwSignal<Option<(Wanted, Value)>>,
    ahead: StoredValue<Option<(u64, Wanted)>>,
    /// What went wrong.
    trouble: RwSignal<String>,
}

impl Maker {
    pub(super) fn new(play: Play, shelf: Shelf) -> Maker {
        let first = offers(KINDS[0]).find(|offer| offer.band.is_some()).or_else(|| offers(KINDS[0]).next());
        let wanted = first.map(|offer| Wanted {
            kind: offer.kind,
            size: offer.size,
            band: offer.band.map_or("", studio::Band::name),
        });
        let maker = Maker {
            play,
            shelf,
            wanted: RwSignal::new(wanted.unwrap_or(Wanted { kind: KINDS[0].name, size: 0, band: "" })),
            waiting: RwSignal::new(None),
            ready: RwSignal::new(None),
            ahead: StoredValue::new(None),
            trouble: RwSignal::default(),
        };
        link::listen("maker", move |letter| maker.hear(letter));
        link::on_renewal(move || maker.waiting.set(None));
        maker
    }

    fn hear(self, letter: &Value) {
        let id = letter["id"].as_u64().unwrap_or(0);
        if let Some((wanted_id, day)) = self.waiting.get_untracked().filter(|(wanted, _)| *wanted == id) {
            self.waiting.set(None);
            if letter["tell"] == "made" {
                self.open_made(letter, day);
            } else {
                self.trouble.set(letter["why"].as_str().unwrap_or_default().to_owned());
            }
            let _ = wanted_id;
        } else if let Some((_, wanted)) = self.ahead.get_value().filter(|(ahead, _)| *ahead == id) {
            self.ahead.set_value(None);
            if letter["tell"] == "made" {
                self.ready.set(Some((wanted, letter.clone())));
            }
        }
    }

    fn open_made(self, letter: &Value, day: Option<String>) {
        let Ok(document) = Document::from_json(&letter["puzzle"], None) else { return };
        let band = letter["band"].as_str().map(str::to_owned);
        self.open(Game::new(document.puzzle), band, day);
        self.make_ahead();
    }

    fn open(self, game: Game, band: Option<String>, day: Option<String>) {
        self.trouble.set(String::new());
        self.shelf.begin(self.play, game, band, day);
        browser::replace_hash("/play");
        self.play.say("A new puzzle.");
        // Changing the address in this way is not announced.
        let _ = window().dispatch_event(&web_sys::Event::new("hashchange").unwrap_or_else(|_| unreachable!()));
    }

    fn ask(self, wanted: &Wanted) -> u64 {
        let band = Some(wanted.band).filter(|band| !band.is_empty());
        let seed = browser::any_seed();
        link::ask("maker", "make", json!({ "kind": wanted.kind, "size": wanted.size, "band": band, "seed": seed }))
    }

    /// Makes the next one while this one is played.
    fn make_ahead(self) {
        let wanted = self.wanted.get_untracked();
        let id = self.ask(&wanted);
        self.ahead.set_value(Some((id, wanted)));
    }

    fn make(self) {
        let wanted = self.wanted.get_untracked();
        let ready = self.ready.get_untracked().filter(|(ready, _)| *ready == wanted);
        if let Some((_, letter)) = ready {
            self.ready.set(None);
            self.open_made(&letter, None);
            return;
        }
        self.trouble.set(String::new());
        self.waiting.set(Some((self.ask(&wanted), None)));
    }

    fn make_daily(self, kind: &'static str) {
        let day = browser::today();
        let id = link::ask("maker", "daily", json!({ "kind": kind, "date": day }));
        self.trouble.set(String::new());
        self.waiting.set(Some((id, Some(day))));
    }

    fn stop(self) {
        self.waiting.set(None);
        link::ask("maker", "stop", json!({}));
    }

    /// Opens a puzzle, a game or a link that somebody pasted or opened as a file.
    fn open_text(self, text: &str) {
        match game_of_text(text) {
            Ok(game) => self.open(game, None, None),
            Err(why) => self.trouble.set(why),
        }
    }

    pub(super) fn open_file(self, file: File) {
        if file.size() > MOST_READ as f64 {
            self.trouble.set("The file is too long to be a puzzle.".to_owned());
            return;
        }
        spawn_local(async move {
            match JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string()) {
                Some(text) => self.open_text(&text),
                None => self.trouble.set("The file cannot be read.".to_owned()),
            }
        });
    }
}

/// The game that a link is to.
pub(super) fn game_of_link(link: &str) -> Result<Game, String> {
    let Decoded { puzzle, position } = studio::open_link(link).map_err(|error| error.to_string())?;
    match position {
        None => Ok(Game::new(puzzle)),
        Some(position) => Game::at(puzzle, position).map_err(|error| error.to_string()),
    }
}

fn game_of_text(text: &str) -> Result<Game, String> {
    if text.len() > MOST_READ {
        return Err("This is too long to be a puzzle.".to_owned());
    }
    let text = text.trim();
    if !text.contains(char::is_whitespace) && !text.starts_with(['{', '[']) {
        return game_of_link(text);
    }
    let value = puzzles::json::parse(text, 1).unwrap_or(Value::Null);
    if value["done"].is_array() {
        return Game::from_json(&value).map_err(|error| error.to_string());
    }
    let entries = puzzles::read(text.as_bytes(), None, None).map_err(|error| error.to_string())?;
    let entry = entries.into_iter().next().ok_or("there is no puzzle in it")?;
    let document = entry.document.map_err(|error| error.to_string())?;
    let start = Position::start(&*document.puzzle);
    Game::at(document.puzzle, start).map_err(|error| error.to_string())
}

/// Remembers a puzzle of the day that is solved.
pub(super) fn note_solved(play: Play) {
    if !play.solved.get_untracked() {
        return;
    }
    if let Some(day) = play.day.get_untracked() {
        let kind = play.game.with_untracked(|game| game.puzzle().kind().name);
        let key = format!("day/{kind}/{day}");
        if browser::kept(&key).is_none() {
            browser::keep(&key, &play.seconds.get_untracked().to_string());
        }
    }
}

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
        let Some(offer) = KINDS.iter().find(|kind| kind.name == name).and_then(|kind| offers(kind).next()) else { return };
        let easiest = kind(offer.kind).into_iter().flat_map(offers).find(|other| other.size == offer.size && other.band.is_some());
        let band = easiest.and_then(|offer| offer.band).map_or("", studio::Band::name);
        wanted.set(Wanted { kind: offer.kind, size: offer.size, band });
    };
    let choose_size = move |event| {
        let Ok(size) = event_target_value(&event).parse() else { return };
        let has = |band: &str| of_kind().any(|offer| offer.size == size && offer.band.map_or("", studio::Band::name) == band);
        wanted.update(|wanted| {
            wanted.size = size;
            if !has(wanted.band) {
                wanted.band = "";
            }
        });
    };
    let choose_band = move |event| {
        let name = event_target_value(&event);
        let band = studio::Band::ALL.into_iter().map(studio::Band::name).find(|band| *band == name).unwrap_or("");
        wanted.update(|wanted| wanted.band = band);
    };
    let sizes = move || {
        let mut sizes: Vec<usize> = of_kind().map(|offer| offer.size).collect();
        sizes.dedup();
        let own = wanted.with(|wanted| wanted.size);
        sizes.into_iter().map(|size| view! { <option value=size.to_string() selected=size == own>{size}</option> }).collect_view()
    };
    let bands = move || {
        let (size, own) = wanted.with(|wanted| (wanted.size, wanted.band));
        let bands = of_kind().filter(|offer| offer.size == size).map(|offer| offer.band.map_or("", studio::Band::name));
        let name = |band: &'static str| if band.is_empty() { "any" } else { band };
        let mut bands: Vec<&str> = bands.collect();
        bands.sort_by_key(|band| band.is_empty());
        bands.into_iter().map(|band| view! { <option value=band selected=band == own>{name(band)}</option> }).collect_view()
    };
    let slow = move || {
        let wanted = wanted.get();
        let offer = of_kind().find(|offer| offer.size == wanted.size && offer.band.map_or("", studio::Band::name) == wanted.band);
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
                    browser::replace_hash("/play");
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
