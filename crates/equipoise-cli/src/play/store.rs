//! Saved games: a file for each, in the user's data directory. It is claimed as
//! long as somebody plays the game, so that two players cannot overwrite each
//! other.

use crate::failure::Failure;
use crate::input::read_regular;
use crate::write::{self, Claim};
use equipoise::puzzles::{Fault, Kind, Puzzle, ReadError};
use play::Preferences;
use play::lessons::Progress;
use play::saves::{Saved, file_stem};
use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Files that are longer were not written here.
const MOST_BYTES: u64 = 100_000_000;

/// The directory of saved games.
#[derive(Debug, Clone)]
pub(crate) struct Store {
    folder: Option<PathBuf>,
}

/// The place of one game, which nobody else may use meanwhile.
#[derive(Debug, Default)]
pub(crate) struct Slot {
    /// The file of the game, if it can be saved.
    claim: Option<Claim>,
    /// Why the game is not saved, in a sentence.
    pub(crate) unsaved: Option<String>,
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

    /// The saved games, the last played first.
    pub(crate) fn games(&self) -> impl Iterator<Item = Saved> + use<> {
        let entries = self.folder.as_ref().and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten();
        let mut files: Vec<(SystemTime, PathBuf)> = entries
            .filter(|entry| entry.path().extension().is_some_and(|extension| extension == "json"))
            .filter(|entry| entry.file_type().is_ok_and(|found| found.is_file()))
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
            .collect();
        files.sort();
        // What cannot be read may be from a later version: it is left alone.
        files.into_iter().rev().filter_map(|(_, path)| read(&path).ok()?.ok())
    }

    /// The place for a puzzle's game, and the game if one is saved there. What
    /// cannot be read is left as it is, and the game is not saved.
    ///
    /// # Errors
    /// Why it cannot be played now, in a sentence.
    pub(crate) fn claim(&self, puzzle: &dyn Puzzle) -> Result<(Slot, Option<Saved>), String> {
        let unsaved =
            |why: String| Slot { unsaved: Some(format!("This game is not saved: {why}.")), ..Slot::default() };
        let Some(folder) = &self.folder else { return Ok((unsaved("no data directory is known".to_owned()), None)) };
        let path = folder.join(file_stem(puzzle)).with_extension("json");
        let open = || -> io::Result<Option<(Claim, Result<Saved, ReadError>)>> {
            fs::create_dir_all(folder)?;
            let Some(claim) = Claim::take(&path)? else { return Ok(None) };
            Ok(Some((claim, read(&path)?)))
        };
        let (claim, saved) = match open() {
            Err(error) => return Ok((unsaved(unwritten(&path, &error)), None)),
            Ok(None) => return Err("This game is being played elsewhere.".to_owned()),
            // The file of a game that has just begun is empty.
            Ok(Some((claim, Err(_)))) if claim.is_empty() => (claim, None),
            Ok(Some((_, Err(error)))) => return Ok((unsaved(format!("{}: {error}", path.display())), None)),
            Ok(Some((claim, Ok(saved)))) => (claim, Some(saved)),
        };
        Ok((Slot { claim: Some(claim), unsaved: None }, saved))
    }

    fn lessons_file(&self) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.with_file_name("lessons.json"))
    }

    /// The lessons that were done.
    pub(crate) fn progress(&self) -> Progress {
        let text = self.lessons_file().and_then(|path| read_regular(&path).ok()).unwrap_or_default();
        Progress::from_text(&String::from_utf8_lossy(&text))
    }

    /// Remembers that a lesson was done, beside what another program may have remembered meanwhile.
    ///
    /// # Errors
    /// Why it is not remembered, in words.
    pub(crate) fn finish_lesson(&self, kind: &Kind, lesson: &str) -> Result<(), String> {
        let Some(path) = self.lessons_file() else { return Err("no data directory is known".to_owned()) };
        let keep = || -> io::Result<()> {
            fs::create_dir_all(write::folder_of(&path))?;
            let Some(mut claim) = Claim::take(&path)? else {
                return Err(io::Error::other("another program is writing it"));
            };
            let mut progress = self.progress();
            if progress.finish(kind, lesson) { claim.replace(progress.to_text()) } else { Ok(()) }
        };
        keep().map_err(|error| unwritten(&path, &error))
    }

    fn preferences_file(&self) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.with_file_name("preferences.json"))
    }

    /// What the player chose last; what cannot be read is as at first.
    pub(crate) fn preferences(&self) -> Preferences {
        let text = self.preferences_file().and_then(|path| read_regular(&path).ok()).unwrap_or_default();
        Preferences::from_text(&String::from_utf8_lossy(&text), Preferences::of_terminal())
    }

    /// Keeps what the player has chosen.
    ///
    /// # Errors
    /// Why it is not kept, in words.
    pub(crate) fn keep(&self, preferences: &Preferences) -> Result<(), String> {
        let Some(path) = self.preferences_file() else { return Ok(()) };
        fs::create_dir_all(write::folder_of(&path)).map_err(|error| unwritten(&path, &error))?;
        write::write(&path, true, preferences.to_text()).map_err(|failure| failure.in_line())
    }
}

impl Slot {
    /// Saves this text of the game, if it can be saved.
    pub(crate) fn save(&mut self, text: &str) {
        let Some(claim) = &mut self.claim else { return };
        self.unsaved =
            claim.replace(text).err().map(|error| format!("Not saved: {}.", unwritten(claim.path(), &error)));
    }

    /// Forgets the game.
    pub(crate) fn discard(&mut self) {
        if let Some(claim) = self.claim.take() {
            claim.remove();
        }
    }
}

/// Why a file cannot be written, in words.
fn unwritten(path: &Path, error: &io::Error) -> String {
    Failure::unwritten(path, error).in_line()
}

fn read(path: &Path) -> io::Result<Result<Saved, ReadError>> {
    if fs::metadata(path)?.len() > MOST_BYTES {
        return Ok(Err(ReadError::whole(Fault::Limit, "it is too long for a game")));
    }
    let text = String::from_utf8(fs::read(path)?);
    Ok(text.map_or_else(|_| Err(ReadError::whole(Fault::Syntax, "it is not text")), |text| Saved::from_text(&text)))
}

/// Where programs keep the data of this user.
pub(crate) fn data_directory() -> Option<PathBuf> {
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
    use play::saves::About;
    use play::{Game, Move, Settings, Shown};
    use std::sync::Arc;

    fn puzzle(name: &str) -> Arc<dyn Puzzle> {
        puzzles::builtin(name).expect("it is built in").puzzle.into()
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
        let about = About { name: Some("mine".to_owned()), ..About::default() };
        for choice in [3, 4] {
            enter(&mut game, "w1", choice);
            slot.save(&about.write(&game));
        }
        assert!(game.undo());
        slot.save(&about.write(&game));
        assert_eq!(slot.unsaved, None);
        drop(slot);
        let (slot, saved) = store.claim(&*puzzle("weight/seed-5")).expect("nobody has it any more");
        let saved = saved.expect("it was saved");
        assert_eq!(saved.about, about);
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
            one.save(&About::default().write(&Game::new(puzzle("gap/seed-1"))));
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
        let path = folder.join(file_stem(&*puzzle("gap/seed-1"))).with_extension("json");
        let newer = "{\"game\":{\"version\":99}}";
        for (spoilt, says) in [("{", "gap-"), ("[]", "gap-"), ("\u{0}", "gap-"), (newer, "by a later version")] {
            fs::write(&path, spoilt).expect("it can be written");
            let (mut slot, saved) = store.claim(&*puzzle("gap/seed-1")).expect("it can be played");
            assert!(saved.is_none() && slot.unsaved.as_ref().is_some_and(|why| why.contains(says)), "{slot:?}");
            slot.save("another game");
            slot.discard();
            assert!(store.games().next().is_none());
            assert_eq!(fs::read_to_string(&path).expect("it is there"), spoilt);
        }
        // What a killed player left half written is not a game.
        fs::write(folder.join("gap-0.json.part"), "{").expect("it can be written");
        assert!(store.games().next().is_none());
    }

    /// Two programs teach at once: neither forgets what the other has noted.
    #[test]
    fn lessons_are_remembered_one_by_one() {
        let folder = folder("lessons");
        let (one, other) = (Store::at(&folder.join("games")), Store::at(&folder.join("games")));
        let [weight, gap] = ["weight", "gap"].map(|name| puzzles::kind(name).expect("it is one of ours"));
        one.finish_lesson(weight, "proportion").expect("there is room");
        other.finish_lesson(gap, "span of a gap").expect("there is room");
        other.finish_lesson(gap, "span of a gap").expect("twice is once");
        assert!(one.progress().is_done(weight, "proportion") && one.progress().is_done(gap, "span of a gap"));
        let file = folder.join("lessons.json");
        let held = Claim::take(&file).expect("it is there");
        let busy = one.finish_lesson(weight, "multiples").expect_err("somebody writes it");
        assert!(busy.ends_with("lessons.json: another program is writing it"), "{busy}");
        drop(held);
        fs::remove_file(&file).expect("it is there");
        fs::create_dir(&file).expect("it can be made");
        let refused = one.finish_lesson(weight, "multiples").expect_err("it is a directory");
        assert!(refused.ends_with("lessons.json: it is not a regular file"), "{refused}");
    }

    #[test]
    fn choices_are_kept() {
        let folder = folder("preferences");
        let store = Store::at(&folder.join("games"));
        assert_eq!(store.preferences(), Preferences::of_terminal());
        let play = Settings { automatic: true, shown: Shown::Values };
        let chosen = Preferences { play, time: false, labels: false, ..Preferences::of_terminal() };
        store.keep(&chosen).expect("there is room");
        assert_eq!(store.preferences(), chosen);
        fs::write(folder.join("preferences.json"), "[1").expect("it can be written");
        assert_eq!(store.preferences(), Preferences::of_terminal());
    }

    #[test]
    fn without_a_usable_folder_games_are_played_and_not_saved() {
        let folder = folder("unusable");
        fs::write(folder.join("games"), "a file").expect("it can be written");
        for store in [Store::at(&folder.join("games")), Store { folder: None }] {
            let (mut slot, saved) = store.claim(&*puzzle("gap/seed-1")).expect("it can be played");
            slot.save("a game");
            let why = slot.unsaved.unwrap_or_default();
            assert!(
                saved.is_none() && why.starts_with("This game is not saved: ") && !why.contains("os error"),
                "{why}"
            );
        }
    }
}
