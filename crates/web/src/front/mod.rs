//! The page: views over signals. No view knows a kind of puzzle by name.

mod board;
mod browser;
mod learn;
mod link;
mod new;
mod play;
mod set;
mod settings;
mod share;
mod shelf;
mod watch;
mod worker;

use ::play::old::Game;
use leptos::prelude::*;
use play::Play;
use shelf::Shelf;
use std::time::Duration;
use wasm_bindgen::prelude::*;

/// Starts the page.
#[wasm_bindgen]
pub fn page() {
    console_error_panic_hook::set_once();
    link::start();
    if let Some(main) = document().get_element_by_id("app").and_then(|found| found.dyn_into().ok()) {
        leptos::mount::mount_to(main, || view! { <App /> }).forget();
    }
}

/// Starts the worker.
#[wasm_bindgen]
pub fn worker() {
    console_error_panic_hook::set_once();
    worker::start();
}

/// The views, by the part of the address after `#`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Route {
    Play,
    Learn,
    Set,
    Watch,
    New,
    Share,
    Settings,
}

/// The views in the bar at the top.
const VIEWS: [(Route, &str); 4] =
    [(Route::Play, "#/play"), (Route::Learn, "#/learn"), (Route::Set, "#/set"), (Route::Watch, "#/watch")];

impl Route {
    fn name(self) -> &'static str {
        match self {
            Route::Play => "Play",
            Route::Learn => "Learn",
            Route::Set => "Set",
            Route::Watch => "Watch",
            Route::New => "New puzzle",
            Route::Share => "Share",
            Route::Settings => "Settings",
        }
    }

    /// The view at the address where the browser is.
    fn here() -> Route {
        Route::of(&browser::hash())
    }

    fn of(hash: &str) -> Route {
        match hash {
            "/learn" => Route::Learn,
            "/set" => Route::Set,
            hash if hash.starts_with("/watch") => Route::Watch,
            "/new" => Route::New,
            "/share" => Route::Share,
            "/settings" => Route::Settings,
            _ => Route::Play,
        }
    }
}

/// What the page holds as long as it is open.
#[derive(Clone, Copy)]
struct House {
    play: Play,
    shelf: Shelf,
    learn: learn::Learn,
    setter: set::Setter,
    watch: watch::Watch,
    new: new::Maker,
    route: RwSignal<Route>,
}

/// A puzzle for a first visit: the smallest built-in one of the first kind.
fn first_game() -> Option<Game> {
    let names = puzzles::builtin_names().filter(|name| name.starts_with(puzzles::KINDS[0].name));
    let documents = names.filter_map(|name| puzzles::builtin(&name));
    documents.min_by_key(|document| document.puzzle.places()).map(|document| Game::new(document.puzzle))
}

impl House {
    fn new() -> Option<House> {
        let likes = RwSignal::new(shelf::likes());
        let play = Play::new(first_game()?, likes);
        let shelf = Shelf::new();
        let setter = set::Setter::new(play)?;
        let house = House {
            play,
            shelf,
            learn: learn::Learn::new(play),
            setter,
            watch: watch::Watch::new(play, first_game()?),
            new: new::Maker::new(play, shelf, setter),
            route: RwSignal::new(Route::Play),
        };
        match shelf.last() {
            Some((id, _)) if shelf.resume(play, &id).is_ok() => play.say("Welcome back. Your game is as you left it."),
            _ => {
                play.begin(first_game()?, None, None);
                play.say("Choose a place on the board and enter a value. Hint helps.");
            }
        }
        house.follow();
        Some(house)
    }

    /// Goes where the address says: to a view, or to the puzzle of a link.
    fn follow(self) {
        let hash = browser::hash();
        if hash.is_empty() || hash.starts_with('/') {
            let route = Route::of(&hash);
            // What was said in one view is of no use in another.
            if self.play.said_in.get_value() != route {
                self.play.say("");
            }
            self.route.set(route);
            self.watch.follow(&hash);
            return;
        }
        self.route.set(Route::Play);
        browser::replace_hash("/play");
        match new::game_of_link(&hash) {
            Ok(game) => {
                self.shelf.begin(self.play, game, None, None);
                self.play.say("This is the puzzle of the link.");
            }
            Err(why) => self.play.say(&format!("The link cannot be opened: {why}.")),
        }
    }

    /// Keeps what changes, and counts the time.
    fn watch_over(self) {
        let House { play, shelf, .. } = self;
        Effect::new(move |before: Option<u64>| {
            let moves = play.moves.get();
            if before.is_some_and(|before| before != moves) {
                shelf.save(play);
                new::note_solved(play);
            }
            moves
        });
        let route = self.route;
        Effect::new(move |_| document().set_title(&format!("{} – Equipoise", route.get().name())));
        Effect::new(move |_| {
            let likes = play.likes.get();
            browser::keep("likes", &likes.to_text());
            if let Some(root) = document().document_element() {
                let _ = root.set_attribute("data-theme", &likes.theme);
            }
            play.game.update(|game| game.settings = likes.play);
        });
        let tick = move || {
            if !play.paused.get_untracked() && !play.solved.get_untracked() && !document().hidden() {
                play.game.update_untracked(|game| game.add_time(1000));
                play.seconds.update(|seconds| *seconds += 1);
            }
        };
        let _ = set_interval_with_handle(tick, Duration::from_secs(1));
        window_event_listener(leptos::ev::hashchange, move |_| self.follow());
        window_event_listener(leptos::ev::pagehide, move |_| {
            if play.game.with_untracked(|game| game.can_undo_redo() != (false, false)) {
                shelf.save(play);
            }
        });
    }
}

#[component]
fn App() -> impl IntoView {
    let Some(house) = House::new() else { return ().into_any() };
    house.watch_over();
    let House { play, shelf, learn, setter, watch, new, route } = house;
    let links = VIEWS.map(|(own, to)| {
        view! { <a href=to aria-current=move || (route.get() == own).then_some("page")>{own.name()}</a> }
    });
    let main = move || match route.get() {
        Route::Play => view! { <play::PlayView play=play shelf=shelf /> }.into_any(),
        Route::Learn => view! { <learn::LearnView learn=learn /> }.into_any(),
        Route::Set => view! { <set::SetView setter=setter maker=new shelf=shelf /> }.into_any(),
        Route::Watch => view! { <watch::WatchView watch=watch /> }.into_any(),
        Route::New => view! { <new::NewView new=new /> }.into_any(),
        Route::Share => view! { <share::ShareView play=play /> }.into_any(),
        Route::Settings => view! { <settings::SettingsView play=play shelf=shelf /> }.into_any(),
    };
    view! {
        <header class="bar">
            <span class="brand">"Equipoise"</span>
            <nav aria-label="Views">{links.collect_view()}</nav>
            <a class="button quiet settings" href="#/settings"
                aria-current=move || (route.get() == Route::Settings).then_some("page")>"Settings"</a>
        </header>
        <main id="main" tabindex="-1">{main}</main>
        <p class="status" role="status" aria-live="polite">{move || play.says.get()}</p>
    }
    .into_any()
}
