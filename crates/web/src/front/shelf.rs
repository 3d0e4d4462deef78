//! The games that are kept in the browser.

use super::browser;
use super::play::Play;
use crate::saves::{Label, Likes, Saved, is_id};
use leptos::prelude::*;
use play::old::Game;

/// The key of the game that was played last.
const LAST: &str = "last";
/// Older games are dropped when there are more.
const MOST_GAMES: usize = 200;

/// Where games are kept.
#[derive(Clone, Copy)]
pub(crate) struct Shelf {
    /// The name of the game on the board.
    id: RwSignal<String>,
    /// Its revision when it was last read or written here.
    revision: StoredValue<u64>,
    /// What is wrong with the storage, if anything.
    pub(crate) warning: RwSignal<Option<String>>,
    /// Grows when something is kept or forgotten.
    pub(crate) changes: RwSignal<u64>,
}

/// A kept game, as it is listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Listed {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) saved: u64,
    pub(crate) solved: bool,
}

impl Shelf {
    pub(crate) fn new() -> Shelf {
        Shelf {
            id: RwSignal::new(browser::any_id()),
            revision: StoredValue::new(0),
            warning: RwSignal::new(None),
            changes: RwSignal::new(0),
        }
    }

    /// Whether a game was played here before.
    pub(crate) fn has_last(self) -> bool {
        browser::kept(LAST).is_some()
    }

    /// The game that was played last.
    pub(crate) fn last(self) -> Option<(String, Saved)> {
        let id = browser::kept(LAST).filter(|id| is_id(id))?;
        let saved = Saved::from_text(&browser::kept(&format!("game/{id}"))?).ok()?;
        Some((id, saved))
    }

    /// Goes on with a kept game.
    pub(crate) fn resume(self, play: Play, id: &str) -> Result<(), String> {
        let text = browser::kept(&format!("game/{id}")).ok_or("this game is not kept any more")?;
        let Saved { game, label: Label { band, day, revision, .. } } = Saved::from_text(&text)?;
        self.id.set(id.to_owned());
        self.revision.set_value(revision);
        self.remember_last();
        play.begin(game, band, day);
        Ok(())
    }

    /// Begins a new game, kept under a name of its own.
    pub(crate) fn begin(self, play: Play, game: Game, band: Option<String>, day: Option<String>) {
        self.id.set(browser::any_id());
        self.revision.set_value(0);
        play.begin(game, band, day);
        self.save(play);
    }

    /// Keeps the game. If another tab has saved it meanwhile, this one goes on as a copy.
    pub(crate) fn save(self, play: Play) {
        let key = format!("game/{}", self.id.get_untracked());
        let stored = browser::kept(&key).map(|text| Saved::from_text(&text).map_or(0, |saved| saved.label.revision));
        if stored.is_some_and(|stored| stored != self.revision.get_value()) {
            self.id.set(browser::any_id());
            self.revision.set_value(0);
            self.warning.set(Some("This game was changed in another tab. Here it goes on as a copy.".to_owned()));
        }
        let revision = self.revision.get_value() + 1;
        let (band, day) = (play.band.get_untracked(), play.day.get_untracked());
        let label = Label { band, day, revision, saved: browser::now() };
        let text = play.game.with_untracked(|game| label.write(game));
        let key = format!("game/{}", self.id.get_untracked());
        if browser::keep(&key, &text) {
            self.revision.set_value(revision);
            self.remember_last();
            self.drop_oldest();
        } else {
            let told = "This browser does not keep the game: its storage is full or refused. You can go on playing; \
                        Share gives a link to where you are.";
            self.warning.set(Some(told.to_owned()));
        }
        self.changes.update(|changes| *changes += 1);
    }

    fn remember_last(self) {
        browser::keep(LAST, &self.id.get_untracked());
    }

    /// The kept games, the latest first.
    pub(crate) fn list(self) -> Vec<Listed> {
        let ids = browser::keys().into_iter().filter_map(|key| key.strip_prefix("game/").map(str::to_owned));
        let mut listed: Vec<Listed> = ids.filter_map(|id| listed(&id)).collect();
        listed.sort_by_key(|game| std::cmp::Reverse(game.saved));
        listed
    }

    fn drop_oldest(self) {
        let games = browser::keys().iter().filter(|key| key.starts_with("game/")).count();
        if games > MOST_GAMES {
            for game in self.list().into_iter().skip(MOST_GAMES) {
                browser::forget(&format!("game/{}", game.id));
            }
        }
    }

    /// Forgets a kept game.
    pub(crate) fn forget(self, id: &str) {
        browser::forget(&format!("game/{id}"));
        self.changes.update(|changes| *changes += 1);
    }
}

fn listed(id: &str) -> Option<Listed> {
    let saved = Saved::from_text(&browser::kept(&format!("game/{id}"))?).ok()?;
    let puzzle = saved.game.puzzle();
    let title = format!("{}, {}", puzzle.kind().title, puzzle.size_in_words());
    Some(Listed { id: id.to_owned(), title, saved: saved.label.saved, solved: saved.game.is_solved() })
}

/// How the person likes to play, as it was kept.
pub(crate) fn likes() -> Likes {
    browser::kept("likes").map(|text| Likes::from_text(&text)).unwrap_or_default()
}
