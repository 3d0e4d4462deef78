//! Settings, and what is kept in the browser.

use super::browser;
use super::games::Games;
use super::learn::keep_progress;
use super::own::{Own, know_all};
use super::play::{Play, preferences};
use super::widgets::select;
use ::play::lessons::Progress;
use ::play::saves::{MOST_READ, export, import};
use ::play::{Preferences, Shown};
use leptos::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// A yes-or-no setting: its name, how it is read, how it is changed.
type Flag = (&'static str, fn(&Preferences) -> bool, fn(&mut Preferences, bool));

const FLAGS: [Flag; 6] = [
    ("Automatic candidates", |likes| likes.play.automatic, |likes, on| likes.play.automatic = on),
    ("Name rows, columns and bars on the board", |likes| likes.labels, |likes, on| likes.labels = on),
    ("Show the time", |likes| likes.time, |likes, on| likes.time = on),
    ("A sound when a puzzle is solved", |likes| likes.sound, |likes, on| likes.sound = on),
    ("Show statistics and days in a row", |likes| likes.statistics, |likes, on| likes.statistics = on),
    ("Letters are commands", |likes| likes.letters, |likes, on| likes.letters = on),
];

/// The view.
#[component]
pub(super) fn SettingsView(play: Play, own: Own) -> impl IntoView {
    let likes = Memo::new(move |_| play.session.with(|session| session.preferences().clone()));
    let change = move |change: &dyn Fn(&mut Preferences)| {
        let mut chosen = likes.get_untracked();
        change(&mut chosen);
        play.prefer(chosen);
    };
    let flags = FLAGS.map(|(name, read, write)| {
        let set = move |event| change(&|likes| write(likes, event_target_checked(&event)));
        view! { <label class="check"><input type="checkbox" prop:checked=move || likes.with(read) on:change=set />{name}</label> }
    });
    let shown =
        [(Shown::Never, "never"), (Shown::Rules, "rules that are broken"), (Shown::Values, "wrong values, too")];
    let choose_shown = move |name: String| {
        let chosen = Shown::ALL.into_iter().find(|shown| shown.name() == name).unwrap_or_default();
        change(&|likes| likes.play.shown = chosen);
    };
    let shown = select(
        "Show mistakes",
        shown.map(|(shown, name)| (shown.name(), name)),
        move || likes.with(|likes| likes.play.shown.name().to_owned()),
        choose_shown,
    );
    let pauses = select(
        "The pause that ends a number of two digits",
        Preferences::PAUSES.map(|pause| (pause, format!("{} s", f64::from(pause) / 1000.0))),
        move || likes.with(|likes| likes.pause.to_string()),
        move |chosen| change(&|likes| likes.pause = chosen.parse().unwrap_or(likes.pause)),
    );
    let choose_theme = move |name: String| {
        if let Some(theme) = Preferences::THEMES.into_iter().find(|theme| *theme == name) {
            change(&|likes| likes.theme = theme);
        }
    };
    let themes = select(
        "Colours",
        Preferences::THEMES.map(|theme| (theme, if theme == "auto" { "as the system" } else { theme })),
        move || likes.with(|likes| likes.theme.to_owned()),
        choose_theme,
    );
    view! {
        <div class="page narrow">
            <h1>"Settings"</h1>
            <section class="card">
                <h2>"Playing"</h2>
                {shown}
                {flags.collect_view()}
                {pauses}
                {themes}
            </section>
            <Kept play=play own=own />
            <section class="card">
                <h2>"Keys"</h2>
                <Letters play=play likes=likes />
                <p>"Arrow keys choose a place, with Shift several. Digits enter a number; Enter or a pause ends one of two
                    digits. Space switches the pencil; then digits write candidates. Delete clears the entry, or with the
                    pencil the candidates. Enter goes through the choices of a place that has few; 0 marks that nothing
                    stands at a place that may stay empty. Ctrl-Z and Ctrl-Y undo and redo. A long touch, or the second button, marks the second choice."</p>
            </section>
            <p><a class="button" href="#/play">"Back to the board"</a></p>
        </div>
    }
}

/// The letter of each command, to change.
#[component]
fn Letters(play: Play, likes: Memo<Preferences>) -> impl IntoView {
    // Grows when what was typed is to be replaced by the letter that stays.
    let refused = RwSignal::new(0);
    let field = |(command, (name, _)): (usize, (&'static str, char))| {
        let shown = move || {
            refused.track();
            likes.with(|likes| likes.keys[command].to_ascii_uppercase().to_string())
        };
        let change = move |event: web_sys::Event| {
            let mut chosen = likes.get_untracked();
            let letter = event_target_value(&event).chars().last();
            if letter.is_some_and(|letter| chosen.set_key(command, letter)) {
                play.prefer(chosen);
            } else {
                play.say("A command needs a letter from A to Z.");
                refused.update(|count| *count += 1);
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
            {Preferences::LETTERS.into_iter().enumerate().map(field).collect_view()}
        </fieldset>
    }
}

/// Export, import, delete.
#[component]
fn Kept(play: Play, own: Own) -> impl IntoView {
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
        let Some(file) = browser::chosen_file(&event) else { return };
        if file.size() > MOST_READ as f64 {
            play.say("The file is too long.");
            return;
        }
        spawn_local(async move {
            let text = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string()).unwrap_or_default();
            // What brings rules that are not wanted is left out.
            own.when_allowed(&text.clone(), move |_| bring_in(play, own, &text));
        });
    };
    let delete = move |_| {
        browser::keys().iter().for_each(|key| browser::forget(key));
        play.games.changes.update(|changes| *changes += 1);
        sure.set(false);
        play.say("All kept games and settings are deleted.");
    };
    view! {
        <section class="card">
            <h2>"Kept in this browser"</h2>
            <p class="soft">"Games, what you solved and learnt, and settings stay in this browser and go nowhere else. A file has all of it, your entries
                and moves included; importing one adds to what is here and replaces nothing but settings."</p>
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

/// Adds what a file has to what is kept.
fn bring_in(play: Play, own: Own, text: &str) {
    let entries = match import(text, |page| own.may_use(page)) {
        Ok(entries) => entries,
        Err(why) => return play.say(&format!("Nothing was imported: {why}.")),
    };
    // What is here already stays.
    let new = entries
        .iter()
        .filter(|(key, _)| ["likes", "record", "lessons"].contains(&key.as_str()) || browser::kept(key).is_none());
    let keep = |(key, text): &&(String, String)| match key.as_str() {
        "record" => Games::bring_in(text),
        "lessons" => keep_progress(&Progress::from_text(text)),
        _ => browser::keep(key, text),
    };
    let count = new.filter(keep).count();
    know_all();
    play.prefer(preferences());
    play.games.changes.update(|changes| *changes += 1);
    play.say(&format!("Imported: {count}."));
}
