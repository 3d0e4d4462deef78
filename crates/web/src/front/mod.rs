//! The page: views over signals. No view knows a kind of puzzle by name.

mod board;
mod browser;
mod frame;
mod games;
mod home;
mod learn;
mod link;
mod new;
mod own;
mod play;
mod qr;
mod replay;
mod set;
mod settings;
mod share;
mod sheets;
mod sound;
mod statistics;
mod tipping;
mod watch;
mod widgets;
mod worker;

use crate::back::Told;
use ::play::message::Message;
use ::play::saves::About;
use ::play::{Action, Game, SetAction, words};
use games::Games;
use leptos::prelude::*;
use play::Play;
use std::time::Duration;
use wasm_bindgen::prelude::*;
use web_sys::HtmlElement;

/// Starts the page.
#[wasm_bindgen]
pub fn page() {
    console_error_panic_hook::set_once();
    link::start();
    if let Some(main) = document().get_element_by_id("main").and_then(|found| found.dyn_into::<HtmlElement>().ok()) {
        // What the page has shown until now.
        main.set_inner_html("");
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
    Home,
    Play,
    Learn,
    Set,
    Watch,
    New,
    Own,
    Replay,
    Share,
    Statistics,
    Settings,
}

/// The views, where they are, and what they are called.
const VIEWS: [(Route, &str, &str); 11] = [
    (Route::Home, "", "Today"),
    (Route::Play, "play", "Play"),
    (Route::Learn, "learn", "Learn"),
    (Route::Set, "set", "Set"),
    (Route::Watch, "watch", "Watch"),
    (Route::New, "new", "New puzzle"),
    (Route::Own, "rules", "Your own rules"),
    (Route::Replay, "replay", "Replay"),
    (Route::Share, "share", "Share"),
    (Route::Statistics, "statistics", "Statistics"),
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
        VIEWS.iter().find(|(_, path, _)| here == Some(*path)).map_or(Route::Home, |(view, ..)| *view)
    }

    /// The link in the bar at the top that leads here.
    fn link(self) -> &'static str {
        match self {
            Route::Own => "set",
            Route::Home | Route::Play | Route::New | Route::Replay | Route::Share | Route::Statistics => "play",
            _ => VIEWS.iter().find(|(view, ..)| *view == self).map_or("", |view| view.1),
        }
    }
}

/// What the page holds as long as it is open.
#[derive(Clone, Copy)]
struct House {
    play: Play,
    setter: set::Setter,
    watch: watch::Watch,
    new: new::Maker,
    own: own::Own,
    learn: learn::Learn,
    replays: replay::Replays,
    route: RwSignal<Route>,
}

/// What Learn and Watch show as long as nobody plays: an example of the rules.
fn first_game() -> Option<Game> {
    puzzles::example(puzzles::KINDS[0]).map(|(_, document)| Game::new(document.puzzle.into()))
}

impl House {
    fn new() -> Option<House> {
        own::know_all();
        let play = Play::new(Games::new(), first_game()?);
        let own = own::Own::new(play);
        let setter = set::Setter::new(play, own)?;
        let new = new::Maker::new(play, setter, own);
        let house = House {
            play,
            setter,
            watch: watch::Watch::new(play, own, first_game()?.shared()),
            new,
            own,
            learn: learn::Learn::new(play, new),
            replays: replay::Replays::new(play, own),
            route: RwSignal::new(Route::Home),
        };
        link::listen(move |answer| house.hear(answer), move || house.renew());
        house.follow();
        Some(house)
    }

    fn hear(self, Message { id, body }: Message<Told>) {
        match body {
            // Pages of rules have a worker of their own.
            Told::Ready | Told::Own(..) => {}
            Told::Watch(which, answer) => self.watch.searches[which.min(1)].hear(answer),
            Told::Lab(answer) => self.watch.lab.hear(id, answer),
            Told::Teach(body) => self.learn.hear(Message { id, body }),
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
        own::tell_all();
        self.play.act_in(Route::Play, Action::Reopen);
        self.setter.act(SetAction::Reopen);
        self.learn.renew();
        self.new.asked.set(None);
        self.watch.restart();
        self.watch.lab.progress.set(None);
    }

    /// Goes where the address says: to a view, or to a puzzle.
    fn follow(self) {
        let hash = browser::hash();
        // Links of older versions are a code alone.
        let code =
            hash.strip_prefix("/play/").or_else(|| (!hash.is_empty() && !hash.starts_with('/')).then_some(&*hash));
        match code {
            Some(code) => self.open(code),
            None if Route::of(&hash) == Route::Play && self.play.begun.get_untracked() => {
                browser::replace_hash(&self.play.place());
            }
            // There is no game to go on with.
            None if Route::of(&hash) == Route::Play => browser::replace_hash("/"),
            None => match Route::of(&hash) {
                Route::Learn => self.learn.follow(&hash),
                Route::Replay => self.replays.follow(&hash),
                _ => self.watch.follow(&hash),
            },
        }
        let route = Route::here();
        // What was said in one view is of no use in another.
        if self.play.said_in.get_value() != route {
            self.play.say("");
        }
        // The board that is open already is not built again.
        if route != Route::Play || self.route.get_untracked() != route {
            self.route.set(route);
        }
    }

    /// Opens the puzzle with this code, where it was left. A time may follow, to be beaten: `CODE/227`.
    fn open(self, code: &str) {
        let (code, beat) = match code.split_once('/') {
            Some((code, seconds)) => (code, seconds.parse::<u64>().ok()),
            None => (code, None),
        };
        self.open_puzzle(code);
        // Another game is on the board where the link could not be opened.
        if let Some(seconds) = beat.filter(|_| self.play.place() == format!("/play/{code}")) {
            self.play.session.update(|session| session.about.beat = beat);
            self.play.save();
            self.play.say(&format!("The time to beat is {}.", words::clock(seconds.saturating_mul(1000))));
        }
    }

    fn open_puzzle(self, code: &str) {
        if self.play.begun.get_untracked() && self.play.place() == format!("/play/{code}") {
            browser::replace_hash(&self.play.place());
            return;
        }
        if let Some(id) = Games::of_puzzle(code)
            && self.play.resume(&id).is_ok()
        {
            browser::replace_hash(&self.play.place());
            return;
        }
        if self.own.is_held(code) {
            return;
        }
        match new::game_of_link(code) {
            Ok(game) => {
                self.play.begin_new(game, About::default());
                browser::replace_hash(&self.play.place());
                self.play.say("This is the puzzle of the link.");
            }
            Err(why) => {
                browser::replace_hash("/");
                self.play.say(&format!("The link cannot be opened: {why}."));
            }
        }
    }

    /// Shows what is not in any view, and counts the time.
    fn watch_over(self) {
        let House { play, route, .. } = self;
        Effect::new(move |_| {
            let name = match route.get() {
                Route::Play => play.session.with(|session| session.title()),
                other => other.name().to_owned(),
            };
            document().set_title(&format!("{name} – Equipoise"));
            browser::mark_view(route.get().link());
        });
        Effect::new(move |_| browser::write_in("status", &play.says.get()));
        Effect::new(move |_| {
            let theme = play.session.with(|session| session.preferences().theme);
            if let Some(root) = document().document_element() {
                let _ = root.set_attribute("data-theme", theme);
            }
        });
        let _ = set_interval_with_handle(move || play.tick(), Duration::from_secs(1));
        window_event_listener(leptos::ev::hashchange, move |_| self.follow());
        window_event_listener(leptos::ev::afterprint, |_| browser::printed());
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
    let House { play, setter, watch, new, own, learn, replays, route } = house;
    let main = move || match route.get() {
        Route::Home => view! { <home::HomeView new=new learn=learn /> }.into_any(),
        Route::Play => view! { <play::PlayView play=play new=new learn=learn /> }.into_any(),
        Route::Learn => view! { <learn::LearnView learn=learn /> }.into_any(),
        Route::Set => view! { <set::SetView setter=setter maker=new /> }.into_any(),
        Route::Watch => view! { <watch::WatchView watch=watch /> }.into_any(),
        Route::Own => view! { <own::OwnView own=own new=new /> }.into_any(),
        Route::New => view! { <new::NewView new=new learn=learn /> }.into_any(),
        Route::Share => view! { <share::ShareView play=play /> }.into_any(),
        Route::Statistics => view! { <statistics::StatisticsView play=play /> }.into_any(),
        Route::Replay => view! { <replay::ReplayView replays=replays /> }.into_any(),
        Route::Settings => view! { <settings::SettingsView play=play own=own /> }.into_any(),
    };
    let printer = sheets::Printer::new();
    provide_context(printer);
    view! { {main} <sheets::Sheets printer=printer /> }.into_any()
}
