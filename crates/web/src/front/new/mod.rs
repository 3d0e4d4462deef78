//! New puzzles: made, of the day, built in, or one's own.

mod maker;

pub(super) use maker::{Maker, document_of, game_of_link};

use super::browser;
use super::games::{Deleted, Games};
use super::learn::{After, Learn};
use super::widgets::{select, select_kind, trouble};
use ::play::message::Recipe;
use ::play::saves::About;
use ::play::{Game, Reason, Suggestion, offers, suggestion};
use leptos::prelude::*;
use puzzles::{KINDS, kind};
use studio::Difficulty;

/// The view.
#[component]
pub(super) fn NewView(new: Maker, learn: Learn) -> impl IntoView {
    let files = move |event: web_sys::DragEvent| {
        event.prevent_default();
        if let Some(file) = event.data_transfer().and_then(|data| data.files()).and_then(|files| files.get(0)) {
            new.open_file(file);
        }
    };
    view! {
        <div class="page narrow" on:dragover=move |event| event.prevent_default() on:drop=files>
            <h1>"New puzzle"</h1>
            {trouble(new.trouble)}
            <section class="card" aria-labelledby="make-one">
                <h2 id="make-one">"Make one"</h2>
                <MakeOne new=new learn=learn />
            </section>
            <BuiltIn new=new />
            <Own new=new />
            <Saved new=new />
        </div>
    }
}

/// A kind, a size and a difficulty to choose, and the button that makes one.
#[component]
pub(super) fn MakeOne(new: Maker, learn: Learn) -> impl IntoView {
    let wanted = new.wanted;
    let of_kind = move || wanted.with(Recipe::offers);
    let choose_kind = move |kind| {
        let Some(first) = offers(kind).next() else { return };
        let easiest = offers(kind).find(|offer| offer.size == first.size && offer.difficulty.is_some());
        wanted.set(easiest.unwrap_or(first).recipe());
    };
    let choose_size = move |event| {
        let Ok(size) = event_target_value(&event).parse() else { return };
        let before = wanted.get_untracked().difficulty;
        let is_offered = of_kind().any(|offer| offer.size == size && offer.difficulty == before);
        wanted.update(|wanted| {
            wanted.size = size;
            wanted.difficulty = before.filter(|_| is_offered);
        });
    };
    let choose_difficulty = move |event| {
        let name = event_target_value(&event);
        let chosen = Difficulty::ALL.into_iter().find(|difficulty| difficulty.name() == name);
        wanted.update(|wanted| wanted.difficulty = chosen);
    };
    let sizes = move || {
        let mut sizes: Vec<usize> = of_kind().map(|offer| offer.size).collect();
        sizes.dedup();
        let kind = wanted.with(|wanted| kind(&wanted.kind));
        let in_words = move |size| kind.map_or_else(String::new, |kind| (kind.size_in_words)(size));
        let own = wanted.with(|wanted| wanted.size);
        sizes
            .into_iter()
            .map(|size| view! { <option value=size.to_string() selected=size == own>{in_words(size)}</option> })
            .collect_view()
    };
    let difficulties = move || {
        let Recipe { size, difficulty: own, .. } = wanted.get();
        let mut offered: Vec<_> = of_kind().filter(|offer| offer.size == size).map(|offer| offer.difficulty).collect();
        offered.sort_by_key(Option::is_none);
        let option = |difficulty: Option<Difficulty>| {
            let name = difficulty.map(Difficulty::name);
            view! {
                <option value=name.unwrap_or("") selected=difficulty == own>{name.unwrap_or("any")}</option>
            }
        };
        offered.into_iter().map(option).collect_view()
    };
    let slow = move || {
        let offer = wanted.with(Recipe::offer);
        offer
            .filter(|offer| offer.seconds > 0 || offer.is_untried)
            .map(|_| "Making one of these may take some seconds.")
    };
    let make = move |_| {
        let kind = wanted.with_untracked(|wanted| kind(&wanted.kind));
        if !kind.is_some_and(|kind| learn.begins(kind, After::Wanted)) {
            new.make();
        }
    };
    // What somebody solves easily or hard says what is next.
    let record = Games::record();
    let suggested = move || {
        let kind = wanted.with(|wanted| kind(&wanted.kind))?;
        let Suggestion { offer, reason } = suggestion(&record, kind).filter(|found| found.reason != Reason::Fitting)?;
        let difficulty = offer.difficulty.map(|difficulty| format!(", {}", difficulty.name())).unwrap_or_default();
        let name = format!("{}{difficulty}", (kind.size_in_words)(offer.size));
        let choose = move |_| {
            wanted.set(offer.recipe());
            new.make();
        };
        Some(view! {
            <p class="suggested">"For you: " <button class="quiet" on:click=choose disabled=move || new.is_waiting()>{name}</button>
                <span class="soft">{reason.says()}</span></p>
        })
    };
    let size_says = move || wanted.with(|wanted| kind(&wanted.kind)).map_or("size", |kind| kind.size_says);
    view! {
        <div>
            <div class="row">
                {select_kind(move || wanted.with(|wanted| wanted.kind.clone()), choose_kind)}
                <label>"Size" <select on:change=choose_size aria-description=size_says>{sizes}</select></label>
                <label>"Difficulty" <select on:change=choose_difficulty>{difficulties}</select></label>
                <button on:click=make disabled=move || new.is_waiting()>"Make it"</button>
            </div>
            <p class="soft">{slow}</p>
            {suggested}
            <Show when=move || new.is_waiting()>
                <p role="status">"Making a puzzle. " <button class="quiet" on:click=move |_| new.stop()>"Stop"</button></p>
            </Show>
        </div>
    }
}

/// Puzzles of the papers. The examples of the rules are none to play: their solutions are known.
#[component]
fn BuiltIn(new: Maker) -> impl IntoView {
    let is_example =
        |name: &String| KINDS.iter().any(|kind| puzzles::example(kind).is_some_and(|(example, _)| example == *name));
    let names: Vec<String> = puzzles::builtin_names().filter(|name| !is_example(name)).collect();
    let chosen = RwSignal::new(names.first().cloned().unwrap_or_default());
    let names = names.into_iter().map(|name| (name.clone(), name));
    let open = move |_| {
        if let Some(document) = puzzles::builtin(&chosen.get_untracked()) {
            new.open(Game::new(document.puzzle.into()), About::default());
        }
    };
    view! {
        <section class="card">
            <h2>"From the papers"</h2>
            <div class="row">
                {select("Puzzle", names, move || chosen.get(), move |name| chosen.set(name))}
                <button class="quiet" on:click=open>"Play it"</button>
            </div>
        </section>
    }
}

#[component]
fn Own(new: Maker) -> impl IntoView {
    let text = RwSignal::new(String::new());
    let file = move |event| browser::chosen_file(&event).into_iter().for_each(|file| new.open_file(file));
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
fn Saved(new: Maker) -> impl IntoView {
    let games = new.play.games;
    let deleted = RwSignal::new(None::<Deleted>);
    let undo = move || {
        let game = deleted.get()?;
        let back = move |_| {
            if games.bring_back(&game) {
                deleted.set(None);
            }
        };
        Some(view! { <p class="row">"Deleted." <button class="quiet" on:click=back>"Bring it back"</button></p> })
    };
    let list = move || {
        games.changes.track();
        let rows = Games::list().into_iter().map(|listed| {
            let (id, other) = (listed.id.clone(), listed.id.clone());
            let solved = listed.game.is_ok() && listed.unfinished().is_none();
            let name = format!("{}{}", listed.title(), if solved { ", solved" } else { "" });
            let resume = move |event: web_sys::MouseEvent| {
                event.prevent_default();
                new.resume(&id);
            };
            let delete = format!("Delete {name}");
            let replay = listed.game.is_ok().then(|| {
                let says = format!("Replay {name}");
                view! { <a class="button quiet" href=format!("#/replay/game/{other}") aria-label=says>"Replay"</a> }
            });
            view! {
                <li class="row">
                    <a href="#/play" class="grow" on:click=resume>{name.clone()}</a>
                    {replay}
                    <button class="quiet" aria-label=delete on:click=move |_| deleted.set(games.delete(&other))>"Delete"</button>
                </li>
            }
        });
        rows.collect_view()
    };
    view! {
        <section class="card">
            <h2>"Saved games"</h2>
            {undo}
            <ul class="list">{list}</ul>
        </section>
    }
}
