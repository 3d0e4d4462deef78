//! The page: views over signals. No view knows a kind of puzzle by name.

mod board;
mod browser;
mod games;
mod learn;
mod link;
mod new;
mod play;
mod set;
mod settings;
mod share;
mod watch;
mod widgets;
mod worker;

use crate::back::Told;
use ::play::message::Message;
use ::play::saves::About;
use ::play::{Action, Game, SetAction};
use games::Games;
use leptos::prelude::*;
use play::Play;
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

/// The views, where they are, and what they are called. The first four are in the bar at the top.
const VIEWS: [(Route, &str, &str); 7] = [
    (Route::Play, "play", "Play"),
    (Route::Learn, "learn", "Learn"),
    (Route::Set, "set", "Set"),
    (Route::Watch, "watch", "Watch"),
    (Route::New, "new", "New puzzle"),
    (Route::Share, "share", "Share"),
    (Route::Settings, "settings", "Settings"),
];

impl Route {
    fn name(self) -> &'static str {
        VIEWS.iter().find(|(view, ..)| *view == self).map_or("", |view| view.2)
    }

    /// The view at the address where the browser is.
    fn here() -> Route {
        Route::of(&browser::hash())
    }

    /// The view of `/play`; what follows in `/watch/...` is for the view.
    fn of(hash: &str) -> Route {
        let here = hash.split('/').nth(1);
        VIEWS.iter().find(|(_, path, _)| here == Some(*path)).map_or(Route::Play, |(view, ..)| *view)
    }
}

/// What the page holds as long as it is open.
#[derive(Clone, Copy)]
struct House {
    play: Play,
    setter: set::Setter,
    watch: watch::Watch,
    new: new::Maker,
    route: RwSignal<Route>,
}

/// A puzzle for a first visit: the smallest built-in one of the first kind.
fn first_game() -> Option<Game> {
    puzzles::example(puzzles::KINDS[0]).map(|(_, document)| Game::new(document.puzzle.into()))
}

impl House {
    fn new() -> Option<House> {
        let play = Play::new(Games::new(), first_game()?);
        let setter = set::Setter::new(play)?;
        let house = House {
            play,
            setter,
            watch: watch::Watch::new(play, first_game()?.shared()),
            new: new::Maker::new(play, setter),
            route: RwSignal::new(Route::Play),
        };
        link::listen(move |answer| house.hear(answer), move || house.renew());
        house.follow();
        Some(house)
    }

    fn hear(self, Message { id, body }: Message<Told>) {
        match body {
            Told::Ready => {}
            Told::Watch(which, answer) => self.watch.searches[which.min(1)].hear(answer),
            Told::Lab(answer) => self.watch.lab.hear(id, answer),
            // Each knows by the number whether the answer is for it.
            Told::Play(body) => {
                let answer = Message { id, body };
                self.new.hear(&answer);
                self.setter.act(SetAction::Answered(answer.clone()));
                self.play.act_in(self.play.acted_in.get_value(), Action::Answered(answer));
            }
        }
    }

    /// Tells a new worker what the last one knew.
    fn renew(self) {
        self.play.act_in(Route::Play, Action::Reopen);
        self.setter.act(SetAction::Reopen);
        self.new.asked.set(None);
        self.watch.restart();
        self.watch.lab.progress.set(None);
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
                self.play.begin_new(game, About::default());
                self.play.say("This is the puzzle of the link.");
            }
            Err(why) => self.play.say(&format!("The link cannot be opened: {why}.")),
        }
    }

    /// Shows what is not in any view, and counts the time.
    fn watch_over(self) {
        let House { play, route, .. } = self;
        Effect::new(move |_| document().set_title(&format!("{} – Equipoise", route.get().name())));
        Effect::new(move |_| {
            let theme = play.session.with(|session| session.preferences().theme);
            if let Some(root) = document().document_element() {
                let _ = root.set_attribute("data-theme", theme);
            }
        });
        let _ = set_interval_with_handle(move || play.tick(), Duration::from_secs(1));
        window_event_listener(leptos::ev::hashchange, move |_| self.follow());
        window_event_listener(leptos::ev::pagehide, move |_| {
            if play.session.with_untracked(::play::Session::is_touched) {
                play.save();
            }
        });
    }
}

#[component]
fn App() -> impl IntoView {
    let Some(house) = House::new() else { return ().into_any() };
    house.watch_over();
    let House { play, setter, watch, new, route } = house;
    let links = VIEWS[..4].iter().map(|&(own, path, name)| {
        let is_here = move || (route.get() == own).then_some("page");
        view! { <a href=format!("#/{path}") aria-current=is_here>{name}</a> }
    });
    let main = move || match route.get() {
        Route::Play => view! { <play::PlayView play=play /> }.into_any(),
        Route::Learn => view! { <learn::LearnView play=play /> }.into_any(),
        Route::Set => view! { <set::SetView setter=setter maker=new /> }.into_any(),
        Route::Watch => view! { <watch::WatchView watch=watch /> }.into_any(),
        Route::New => view! { <new::NewView new=new /> }.into_any(),
        Route::Share => view! { <share::ShareView play=play /> }.into_any(),
        Route::Settings => view! { <settings::SettingsView play=play /> }.into_any(),
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
