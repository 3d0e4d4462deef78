//! The games that are saved in the browser.

use super::browser;
use ::play::saves::{About, MOST_READ, Saved, is_id, revision_of};
use ::play::{Game, Record, Solve};
use leptos::prelude::*;
use puzzles::Puzzle;

/// The key of the game that was played last.
const LAST: &str = "last";
/// The key of what was solved.
const RECORD: &str = "record";
/// The longest replay that is kept with what was solved.
const MOST_REPLAY: usize = 2000;
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

/// A saved game that was deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Deleted {
    key: String,
    text: String,
}

/// A saved game, as it is listed.
#[derive(Debug)]
pub(crate) struct Listed {
    pub(crate) id: String,
    /// The game; or why it cannot be opened: perhaps a later version wrote it.
    pub(crate) game: Result<Saved, String>,
}

impl Listed {
    /// What it is called: `Gap, 8 by 8`.
    pub(crate) fn title(&self) -> String {
        match &self.game {
            Ok(Saved { game, .. }) => format!("{}, {}", game.puzzle().kind().title, game.puzzle().size_in_words()),
            Err(why) => format!("A game that cannot be opened: {why}"),
        }
    }

    /// The game that can be opened and is not solved yet, if it is one.
    pub(crate) fn unfinished(&self) -> Option<&Saved> {
        self.game.as_ref().ok().filter(|saved| !saved.game.is_solved())
    }

    /// When it was saved. What cannot be opened is left alone, and never the oldest.
    fn saved(&self) -> u64 {
        self.game.as_ref().map_or(u64::MAX, |saved| saved.about.saved)
    }
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

    /// Notes that the game on the board is solved.
    pub(crate) fn note(self, game: &Game, about: &About) {
        let Some(on) = browser::today() else { return };
        let puzzle = game.puzzle();
        let help = game.help();
        let solve = Solve {
            kind: puzzle.kind().name.to_owned(),
            size: puzzle.size(),
            difficulty: about.difficulty,
            day: about.day,
            on,
            at: browser::now(),
            seconds: game.played() / 1000,
            help: help.hints.saturating_add(help.checks).saturating_add(help.reveals),
            code: code_of(puzzle),
            replay: super::replay::code_of(game).filter(|code| code.len() <= MOST_REPLAY),
        };
        let mut record = Games::record();
        record.add(&self.id.get_value(), solve);
        browser::keep(RECORD, &record.to_text());
    }

    /// What was solved in this browser.
    pub(crate) fn record() -> Record {
        browser::kept(RECORD).map(|text| Record::from_text(&text)).unwrap_or_default()
    }

    /// Adds what was solved elsewhere; says whether that could be kept.
    pub(crate) fn bring_in(text: &str) -> bool {
        let mut record = Games::record();
        record.merge(Record::from_text(text));
        browser::keep(RECORD, &record.to_text())
    }

    /// A saved game, to look at.
    pub(crate) fn saved(id: &str) -> Result<Saved, String> {
        read(id)
    }

    /// The name of the game on the board.
    pub(crate) fn id(self) -> String {
        self.id.get_value()
    }

    /// A name for a new game.
    pub(crate) fn begin(self) {
        self.id.set_value(browser::any_id());
    }

    /// Saves the game; returns what is saved with it. If another tab has saved it meanwhile, this one goes on as
    /// a copy.
    pub(crate) fn save(self, game: &Game, about: &About) -> About {
        let key = || self.id.with_value(|id| format!("game/{id}"));
        let stored = browser::kept(&key()).map(|text| revision_of(&text));
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
        let mut listed: Vec<Listed> = ids.map(|id| Listed { game: read(&id), id }).collect();
        listed.sort_by_key(|game| std::cmp::Reverse(game.saved()));
        listed
    }

    /// The saved game of the puzzle with this code: the one that was played last, if it is that, or else the latest.
    pub(crate) fn of_puzzle(code: &str) -> Option<String> {
        let last = Games::last().and_then(|id| Some(Listed { game: Ok(read(&id).ok()?), id }));
        let is_of = |listed: &Listed| {
            listed.game.as_ref().is_ok_and(|saved| code_of(saved.game.puzzle()).as_deref() == Some(code))
        };
        last.filter(is_of).or_else(|| Games::list().into_iter().find(is_of)).map(|listed| listed.id)
    }

    fn drop_oldest(self) {
        let games = browser::keys().iter().filter(|key| key.starts_with("game/")).count();
        if games > MOST_GAMES {
            Games::list().into_iter().skip(MOST_GAMES).for_each(|game| _ = self.delete(&game.id));
        }
    }

    /// Deletes a saved game; what it takes to bring it back.
    pub(crate) fn delete(self, id: &str) -> Option<Deleted> {
        let key = format!("game/{id}");
        let text = browser::kept(&key)?;
        browser::forget(&key);
        self.changes.update(|changes| *changes += 1);
        Some(Deleted { key, text })
    }

    /// Brings back a game that was deleted; says whether that was possible.
    pub(crate) fn bring_back(self, Deleted { key, text }: &Deleted) -> bool {
        let kept = browser::keep(key, text);
        self.changes.update(|changes| *changes += 1);
        kept
    }
}

fn read(id: &str) -> Result<Saved, String> {
    let text = browser::kept(&format!("game/{id}")).filter(|text| text.len() <= MOST_READ);
    Saved::from_text(&text.ok_or("this game is not saved any more")?).map_err(|error| error.to_string())
}

/// The code of a puzzle, if it is small enough to have one.
pub(crate) fn code_of(puzzle: &dyn Puzzle) -> Option<String> {
    ::play::encode(puzzle, None).ok()
}
