//! The games that are saved in the browser.

use super::browser;
use ::play::Game;
use ::play::saves::{About, MOST_READ, Saved, is_id};
use leptos::prelude::*;

/// The key of the game that was played last.
const LAST: &str = "last";
/// Older games are dropped when there are more.
const MOST_GAMES: usize = 200;

/// Where games are saved.
#[derive(Clone, Copy)]
pub(crate) struct Games {
    /// The name of the game on the board.
    id: StoredValue<String>,
    /// What is wrong with the storage, if anything.
    pub(crate) warning: RwSignal<Option<String>>,
    /// Grows when something is saved or deleted.
    pub(crate) changes: RwSignal<u64>,
}

/// A saved game, as it is listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Listed {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) saved: u64,
    pub(crate) solved: bool,
}

impl Games {
    pub(crate) fn new() -> Games {
        Games { id: StoredValue::new(browser::any_id()), warning: RwSignal::new(None), changes: RwSignal::new(0) }
    }

    /// The name of the game that was played last.
    pub(crate) fn last() -> Option<String> {
        browser::kept(LAST).filter(|id| is_id(id))
    }

    /// A saved game, to go on with.
    pub(crate) fn resume(self, id: &str) -> Result<Saved, String> {
        let saved = read(id)?;
        self.id.set_value(id.to_owned());
        browser::keep(LAST, id);
        Ok(saved)
    }

    /// A name for a new game.
    pub(crate) fn begin(self) {
        self.id.set_value(browser::any_id());
    }

    /// Saves the game; returns what is saved with it. If another tab has saved it meanwhile, this one goes on as
    /// a copy.
    pub(crate) fn save(self, game: &Game, about: &About) -> About {
        let key = || self.id.with_value(|id| format!("game/{id}"));
        let stored = browser::kept(&key()).map(|text| Saved::from_text(&text).map_or(0, |saved| saved.about.revision));
        let mut next = About { revision: about.revision + 1, saved: browser::now(), ..about.clone() };
        if stored.is_some_and(|stored| stored != about.revision) {
            self.begin();
            next.revision = 1;
            self.warning.set(Some("This game was changed in another tab. Here it goes on as a copy.".to_owned()));
        }
        if browser::keep(&key(), &next.write(game)) {
            browser::keep(LAST, &self.id.get_value());
            self.drop_oldest();
        } else {
            let told = "This browser does not keep the game: its storage is full or refused. You can go on playing; \
                        Share gives a link to where you are.";
            self.warning.set(Some(told.to_owned()));
            next.revision = about.revision;
        }
        self.changes.update(|changes| *changes += 1);
        next
    }

    /// The saved games, the latest first.
    pub(crate) fn list() -> Vec<Listed> {
        let ids = browser::keys().into_iter().filter_map(|key| key.strip_prefix("game/").map(str::to_owned));
        let mut listed: Vec<Listed> = ids.map(listed).collect();
        listed.sort_by_key(|game| std::cmp::Reverse(game.saved));
        listed
    }

    fn drop_oldest(self) {
        let games = browser::keys().iter().filter(|key| key.starts_with("game/")).count();
        if games > MOST_GAMES {
            Games::list().into_iter().skip(MOST_GAMES).for_each(|game| self.delete(&game.id));
        }
    }

    /// Deletes a saved game.
    pub(crate) fn delete(self, id: &str) {
        browser::forget(&format!("game/{id}"));
        self.changes.update(|changes| *changes += 1);
    }
}

fn read(id: &str) -> Result<Saved, String> {
    let text = browser::kept(&format!("game/{id}")).filter(|text| text.len() <= MOST_READ);
    Saved::from_text(&text.ok_or("this game is not saved any more")?).map_err(|error| error.to_string())
}

fn listed(id: String) -> Listed {
    match read(&id) {
        Ok(Saved { game, about }) => {
            let title = format!("{}, {}", game.puzzle().kind().title, game.puzzle().size_in_words());
            Listed { id, title, saved: about.saved, solved: game.is_solved() }
        }
        // Perhaps a later version wrote it: it is left alone, and never the oldest.
        Err(why) => {
            Listed { id, title: format!("A game that cannot be opened: {why}"), saved: u64::MAX, solved: false }
        }
    }
}
