//! Settings, and what is kept in the browser.

use super::browser;
use super::play::Play;
use super::shelf::Shelf;
use crate::saves::{COMMANDS, Likes, MOST_READ, PAUSES, THEMES, export, import};
use leptos::prelude::*;
use play::old::Shown;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::HtmlInputElement;

/// A yes-or-no setting: its name, how it is read, how it is changed.
type Flag = (&'static str, fn(&Likes) -> bool, fn(&mut Likes, bool));

const FLAGS: [Flag; 4] = [
    ("Strike values that an entry uses up", |likes| likes.play.tidy, |likes, on| likes.play.tidy = on),
    ("Name rows, columns and bars on the board", |likes| likes.labels, |likes, on| likes.labels = on),
    ("Show the time", |likes| likes.time, |likes, on| likes.time = on),
    ("Letters are commands", |likes| likes.letters, |likes, on| likes.letters = on),
];

/// The view.
#[component]
pub(super) fn SettingsView(play: Play, shelf: Shelf) -> impl IntoView {
    let likes = play.likes;
    let flags = FLAGS.map(|(name, read, write)| {
        let change = move |event| likes.update(|likes| write(likes, event_target_checked(&event)));
        view! { <label class="check"><input type="checkbox" prop:checked=move || likes.with(read) on:change=change />{name}</label> }
    });
    let shown =
        [(Shown::Never, "never"), (Shown::Rules, "rules that are broken"), (Shown::Values, "wrong values, too")];
    let choose_shown = move |event| {
        let name = event_target_value(&event);
        let chosen = Shown::ALL.into_iter().find(|shown| shown.name() == name).unwrap_or_default();
        likes.update(|likes| likes.play.shown = chosen);
    };
    let choose_pause = move |event| {
        let chosen = event_target_value(&event).parse().ok();
        if let Some(pause) = chosen.filter(|pause| PAUSES.contains(pause)) {
            likes.update(|likes| likes.pause = pause);
        }
    };
    let choose_theme = move |event| {
        let name = event_target_value(&event);
        if THEMES.contains(&name.as_str()) {
            likes.update(|likes| likes.theme = name);
        }
    };
    view! {
        <div class="view page">
            <h1>"Settings"</h1>
            <section class="card">
                <h2>"Playing"</h2>
                <label>"Show mistakes" <select on:change=choose_shown>
                    {shown.map(|(shown, name)| view! {
                        <option value=shown.name() selected=move || likes.with(|likes| likes.play.shown == shown)>{name}</option>
                    }).collect_view()}
                </select></label>
                {flags.collect_view()}
                <label>"The pause that ends a number of two digits" <select on:change=choose_pause>
                    {PAUSES.map(|pause| view! {
                        <option value=pause.to_string() selected=move || likes.with(|likes| likes.pause == pause)>
                            {format!("{} s", f64::from(pause) / 1000.0)}
                        </option>
                    }).collect_view()}
                </select></label>
                <label>"Colours" <select on:change=choose_theme>
                    {THEMES.map(|theme| view! {
                        <option value=theme selected=move || likes.with(|likes| likes.theme == theme)>
                            {if theme == "auto" { "as the system" } else { theme }}
                        </option>
                    }).collect_view()}
                </select></label>
            </section>
            <KeptHere play=play shelf=shelf />
            <section class="card">
                <h2>"Keys"</h2>
                <Letters play=play />
                <p>"Arrow keys choose a place, with Shift several. Digits enter a number; Enter or a pause ends one of two
                    digits. Space switches the pencil, Delete clears, Enter goes through the choices of a place that has few.
                    Ctrl-Z and Ctrl-Y undo and redo. A long touch, or the second button, marks the second choice."</p>
            </section>
            <p><a class="button" href="#/play">"Back to the board"</a></p>
        </div>
    }
}

/// The letter of each command, to change.
#[component]
fn Letters(play: Play) -> impl IntoView {
    let likes = play.likes;
    let field = |(command, (_, name, _)): (usize, (_, &'static str, char))| {
        let shown = move || likes.with(|likes| likes.keys[command].to_ascii_uppercase().to_string());
        let change = move |event: web_sys::Event| {
            let letter = event_target_value(&event).chars().last();
            let done = likes.try_update(|likes| letter.is_some_and(|letter| likes.set_key(command, letter)));
            if done != Some(true) {
                play.say("A command needs a letter from A to Z.");
                // What was typed is replaced by the letter that stays.
                likes.notify();
            }
        };
        view! {
            <label>{name} " "
                <input class="letter" type="text" maxlength="1" autocomplete="off" prop:value=shown on:change=change />
            </label>
        }
    };
    view! {
        <fieldset class="row" disabled=move || !likes.with(|likes| likes.letters)>
            <legend>"Letters"</legend>
            {COMMANDS.into_iter().enumerate().map(field).collect_view()}
        </fieldset>
    }
}

/// Export, import, delete.
#[component]
fn KeptHere(play: Play, shelf: Shelf) -> impl IntoView {
    let sure = RwSignal::new(false);
    let save = move |_| {
        let entries: Vec<(String, String)> = browser::keys()
            .into_iter()
            .filter(|key| key != "last")
            .filter_map(|key| browser::kept(&key).map(|text| (key, text)))
            .collect();
        browser::download("equipoise.json", "application/json", &export(&entries));
    };
    let read = move |event: web_sys::Event| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let Some(file) = input.and_then(|input| input.files()).and_then(|files| files.get(0)) else { return };
        if file.size() > MOST_READ as f64 {
            play.say("The file is too long.");
            return;
        }
        spawn_local(async move {
            let text = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string()).unwrap_or_default();
            match import(&text) {
                Err(why) => play.say(&format!("Nothing was imported: {why}.")),
                Ok(entries) => {
                    // What is here already stays.
                    let new = entries.iter().filter(|(key, _)| key == "likes" || browser::kept(key).is_none());
                    let count = new.filter(|(key, text)| browser::keep(key, text)).count();
                    play.likes.set(super::shelf::likes());
                    shelf.changes.update(|changes| *changes += 1);
                    play.say(&format!("Imported: {count}."));
                }
            }
        });
    };
    let delete = move |_| {
        browser::keys().iter().for_each(|key| browser::forget(key));
        shelf.changes.update(|changes| *changes += 1);
        sure.set(false);
        play.say("All kept games and settings are deleted.");
    };
    view! {
        <section class="card">
            <h2>"Kept in this browser"</h2>
            <p class="soft">"Games, settings and solved puzzles of the day stay in this browser and go nowhere else."</p>
            <div class="row">
                <button class="quiet" on:click=save>"Export"</button>
                <label class="button quiet">"Import" <input class="hidden" type="file" accept=".json" on:change=read /></label>
                <Show when=move || sure.get() fallback=move || view! {
                    <button class="quiet" on:click=move |_| sure.set(true)>"Delete everything"</button>
                }>
                    <button on:click=delete>"Yes, delete everything"</button>
                    <button class="quiet" on:click=move |_| sure.set(false)>"No"</button>
                </Show>
            </div>
        </section>
    }
}
