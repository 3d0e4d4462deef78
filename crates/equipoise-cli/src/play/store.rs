//! Games that are kept: a file for each, in the user's data directory.
//!
//! A file is always whole: it is written under another name and renamed. It is
//! locked as long as somebody plays the game, so that two players cannot
//! overwrite each other.

use equipoise::puzzles::{Fault, Puzzle, ReadError};
use equipoise::studio::{self, Difficulty};
use play::old::{Game, Settings, Shown};
use same_file::Handle;
use serde_json::{Value, json};
use std::env;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// What is added to the name of a file while it is being written.
const PART: &str = ".part";

/// Files that are longer were not written here.
const MOST_BYTES: u64 = 100_000_000;

/// The directory of kept games.
#[derive(Debug, Clone)]
pub(crate) struct Store {
    folder: Option<PathBuf>,
}

/// A game that was kept.
#[derive(Debug)]
pub(crate) struct Saved {
    pub(crate) name: String,
    /// The difficulty that was asked for when it was made.
    pub(crate) band: Option<Difficulty>,
    pub(crate) game: Game,
}

/// The place of one game, which nobody else may use meanwhile.
#[derive(Debug)]
pub(crate) struct Slot {
    path: Option<PathBuf>,
    /// The file under that name, open and locked.
    held: Option<File>,
}

impl Store {
    /// The store of this user, where the system says it is.
    pub(crate) fn of_user() -> Store {
        Store { folder: data_directory().map(|folder| folder.join("equipoise").join("games")) }
    }

    #[cfg(test)]
    pub(crate) fn at(folder: &Path) -> Store {
        Store { folder: Some(folder.to_owned()) }
    }

    /// The games that are kept, the last played first.
    pub(crate) fn games(&self) -> impl Iterator<Item = Saved> + use<> {
        let entries = self.folder.as_ref().and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten();
        let mut files: Vec<(SystemTime, PathBuf)> = entries
            .filter(|entry| entry.path().extension().is_some_and(|extension| extension == "json"))
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
            .collect();
        files.sort();
        // What cannot be read may be from a later version: it is left alone.
        files.into_iter().rev().filter_map(|(_, path)| read(&path).ok()?.ok())
    }

    /// The place for a puzzle's game, and the game if one is kept there.
    ///
    /// # Errors
    /// Why it cannot be played now, in a sentence.
    pub(crate) fn claim(&self, puzzle: &dyn Puzzle) -> Result<(Slot, Option<Saved>), String> {
        let Some(folder) = &self.folder else { return Ok((Slot { path: None, held: None }, None)) };
        let path = folder.join(file_name(puzzle));
        let problem = |error: io::Error| format!("{}: {error}", path.display());
        fs::create_dir_all(folder).map_err(problem)?;
        let held = hold(&path).map_err(problem)?.ok_or("This game is being played elsewhere.")?;
        let saved = match read(&path).map_err(problem)? {
            // The file of a game that has just begun is empty.
            Err(_) if held.metadata().is_ok_and(|file| file.len() == 0) => None,
            Err(error) => return Err(format!("{}: {error}", path.display())),
            Ok(saved) => Some(saved),
        };
        Ok((Slot { path: Some(path), held: Some(held) }, saved))
    }
}

/// What a player has chosen, for this game and the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Preferences {
    /// How games are played.
    pub(crate) settings: Settings,
    /// Whether the time is shown.
    pub(crate) time: bool,
    /// Whether the names of rows, bars and weights are drawn.
    pub(crate) names: bool,
}

impl Default for Preferences {
    fn default() -> Preferences {
        Preferences { settings: Settings::default(), time: true, names: true }
    }
}

impl Store {
    fn preferences_file(&self) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.with_file_name("preferences.json"))
    }

    /// What the player chose last; what cannot be read is as at first.
    pub(crate) fn preferences(&self) -> Preferences {
        let read = |path: PathBuf| serde_json::from_slice(&fs::read(path).ok()?).ok();
        let value: Value = self.preferences_file().and_then(read).unwrap_or_default();
        let first = Preferences::default();
        let flag = |name: &str, first: bool| value[name].as_bool().unwrap_or(first);
        let shown = Shown::ALL.into_iter().find(|shown| Some(shown.name()) == value["shown"].as_str());
        Preferences {
            settings: Settings {
                tidy: flag("tidy", first.settings.tidy),
                shown: shown.unwrap_or(first.settings.shown),
            },
            time: flag("time", first.time),
            names: flag("names", first.names),
        }
    }

    /// Keeps what the player has chosen.
    pub(crate) fn keep(&self, preferences: Preferences) -> io::Result<()> {
        let Some(path) = self.preferences_file() else { return Ok(()) };
        let Preferences { settings: Settings { tidy, shown }, time, names } = preferences;
        let text = json!({ "tidy": tidy, "shown": shown.name(), "time": time, "names": names }).to_string();
        let part = path.with_extension(format!("json{}{PART}", std::process::id()));
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(&part, text)?;
        fs::rename(&part, &path)
    }
}

impl Slot {
    /// Keeps the game as it is now.
    pub(crate) fn save(&mut self, name: &str, band: Option<Difficulty>, game: &Game) -> io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        let part = path.with_extension(format!("json{PART}"));
        // Only who holds the game writes this file.
        let mut file = File::create(&part)?;
        // The lock goes with the file, and is there before the name is.
        lock(&file)?;
        let band = band.map(Difficulty::name);
        let text = json!({ "name": name, "band": band, "game": game.to_json() }).to_string();
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&part, path)?;
        self.held = Some(file);
        Ok(())
    }

    /// Forgets the game.
    pub(crate) fn discard(&mut self) {
        if let Some(path) = self.path.take() {
            let _ = fs::remove_file(path);
        }
        self.held = None;
    }

    /// Whether games can be kept at all.
    pub(crate) fn keeps(&self) -> bool {
        self.path.is_some()
    }
}

/// Opens and locks a file; `None` when somebody else has it.
fn hold(path: &Path) -> io::Result<Option<File>> {
    loop {
        let file = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path)?;
        if !lock(&file)? {
            return Ok(None);
        }
        // Another player may have replaced or removed it before we got the lock.
        let ours = Handle::from_file(file.try_clone()?)?;
        if Handle::from_path(path).is_ok_and(|there| there == ours) {
            return Ok(Some(file));
        }
    }
}

/// Locks a file; says whether that succeeded. Where there are no locks, users
/// must take care themselves.
fn lock(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Ok(false),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(true),
    }
}

fn read(path: &Path) -> io::Result<Result<Saved, ReadError>> {
    if fs::metadata(path)?.len() > MOST_BYTES {
        return Ok(Err(ReadError::whole(Fault::Limit, "it is too long for a game")));
    }
    Ok(parse(&fs::read(path)?))
}

fn parse(bytes: &[u8]) -> Result<Saved, ReadError> {
    let not_one = |_| ReadError::whole(Fault::Syntax, "it is not the file of a game");
    let value: Value = serde_json::from_slice(bytes).map_err(not_one)?;
    let game = Game::from_json(&value["game"])?;
    let name = value["name"].as_str().unwrap_or(game.puzzle().kind().title).to_owned();
    let band = Difficulty::ALL.into_iter().find(|band| Some(band.name()) == value["band"].as_str());
    Ok(Saved { name, band, game })
}

/// `gap-0123456789abcdef.json`: the same puzzle always has the same file.
fn file_name(puzzle: &dyn Puzzle) -> String {
    let text = Value::from(puzzle.write_json()).to_string();
    let hash = studio::sha256(text.as_bytes());
    format!("{}-{}.json", puzzle.kind().name, &hash[..16.min(hash.len())])
}

/// Where programs keep the data of this user.
fn data_directory() -> Option<PathBuf> {
    let directory = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    if cfg!(windows) {
        return directory("APPDATA");
    }
    let home = || directory("HOME");
    directory("XDG_DATA_HOME").or_else(|| {
        let below = if cfg!(target_os = "macos") { "Library/Application Support" } else { ".local/share" };
        Some(home()?.join(below))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::testing::folder;
    use equipoise::puzzles;
    use play::old::Move;

    fn puzzle(name: &str) -> Box<dyn Puzzle> {
        puzzles::builtin(name).expect("it is built in").puzzle
    }

    fn enter(game: &mut Game, target: &str, choice: i32) {
        game.play(&Move::Enter { target: target.to_owned(), choice }).expect("it is a choice");
    }

    #[test]
    fn a_game_comes_back_and_is_listed() {
        let store = Store::at(&folder("store"));
        assert!(store.games().next().is_none());
        let (mut slot, saved) = store.claim(&*puzzle("weight/seed-5")).expect("nobody has it");
        assert!(saved.is_none());
        let mut game = Game::new(puzzle("weight/seed-5"));
        for choice in [3, 4] {
            enter(&mut game, "w1", choice);
            slot.save("mine", Some(Difficulty::Hard), &game).expect("there is room");
        }
        assert!(game.undo());
        slot.save("mine", Some(Difficulty::Hard), &game).expect("there is room");
        drop(slot);
        let (slot, saved) = store.claim(&*puzzle("weight/seed-5")).expect("nobody has it any more");
        let saved = saved.expect("it was saved");
        assert_eq!((saved.name.as_str(), saved.band), ("mine", Some(Difficulty::Hard)));
        assert_eq!(saved.game.to_json(), game.to_json());
        assert_eq!(store.games().count(), 1);
        let (mut other, none) = store.claim(&*puzzle("gap/seed-1")).expect("another game");
        assert!(none.is_none());
        assert_eq!(store.games().count(), 1, "a game that has not begun is not listed");
        other.discard();
        drop(slot);
    }

    #[test]
    fn two_players_do_not_share_a_game() {
        let store = Store::at(&folder("shared"));
        let (mut one, _) = store.claim(&*puzzle("gap/seed-1")).expect("nobody has it");
        assert!(store.claim(&*puzzle("gap/seed-1")).is_err());
        for _ in 0..3 {
            one.save("one", None, &Game::new(puzzle("gap/seed-1"))).expect("there is room");
            let refused = store.claim(&*puzzle("gap/seed-1")).expect_err("it is locked after each save, too");
            assert_eq!(refused, "This game is being played elsewhere.");
        }
        drop(one);
        let (mut other, _) = store.claim(&*puzzle("gap/seed-1")).expect("it is free again");
        other.discard();
        assert!(store.claim(&*puzzle("gap/seed-1")).expect("it is free").1.is_none());
    }

    #[test]
    fn spoilt_files_are_told_and_left_alone() {
        let folder = folder("spoilt");
        let store = Store::at(&folder);
        let path = folder.join(file_name(&*puzzle("gap/seed-1")));
        for spoilt in ["{", "[]", "{\"game\":{\"version\":2}}", "\u{0}"] {
            fs::write(&path, spoilt).expect("it can be written");
            assert!(store.claim(&*puzzle("gap/seed-1")).is_err(), "{spoilt}");
            assert!(store.games().next().is_none());
            assert_eq!(fs::read_to_string(&path).expect("it is there"), spoilt);
        }
        // What a killed player left half written is no game.
        fs::write(folder.join("gap-0.json.part"), "{").expect("it can be written");
        assert!(store.games().next().is_none());
    }

    #[test]
    fn choices_are_kept() {
        let folder = folder("preferences");
        let store = Store::at(&folder.join("games"));
        assert_eq!(store.preferences(), Preferences::default());
        let settings = Settings { tidy: true, shown: Shown::Values };
        let chosen = Preferences { settings, time: false, names: false };
        store.keep(chosen).expect("there is room");
        assert_eq!(store.preferences(), chosen);
        fs::write(folder.join("preferences.json"), "[1").expect("it can be written");
        assert_eq!(store.preferences(), Preferences::default());
    }
}
