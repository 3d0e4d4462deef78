//! What stays in the browser: games, and how a person likes to play.

use play::old::{Game, Settings, Shown};
use serde_json::{Map, Value, json};

/// What all keys in the browser's storage begin with. Another version would begin otherwise, and leave
/// these alone.
pub const PREFIX: &str = "equipoise/1/";

/// The longest text that is read from a file, a link, the clipboard or the storage, in bytes.
pub const MOST_READ: usize = 4_000_000;

/// A game as it is kept.
#[derive(Debug)]
pub struct Saved {
    /// The game.
    pub game: Game,
    /// What is kept with it.
    pub label: Label,
}

/// What is kept with a game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Label {
    /// How hard the puzzle is, in a word, if that is known.
    pub band: Option<String>,
    /// The day whose puzzle it is, such as `2026-11-15`.
    pub day: Option<String>,
    /// Grows with every save: two tabs that play the same game find out by it.
    pub revision: u64,
    /// When it was saved, in milliseconds since 1970.
    pub saved: u64,
}

impl Label {
    /// A game with this label, as text for the storage.
    pub fn write(&self, game: &Game) -> String {
        let Label { band, day, revision, saved } = self;
        json!({ "game": game.to_json(), "band": band, "day": day, "revision": revision, "saved": saved }).to_string()
    }
}

impl Saved {
    /// Reads what [`Label::write`] writes.
    ///
    /// # Errors
    /// What is wrong with it, for people.
    pub fn from_text(text: &str) -> Result<Saved, String> {
        if text.len() > MOST_READ {
            return Err("the saved game is too long".to_owned());
        }
        let value = puzzles::json::parse(text, 1).map_err(|error| error.to_string())?;
        let game = Game::from_json(&value["game"]).map_err(|error| error.to_string())?;
        let word = |field: &str| value[field].as_str().filter(|word| word.len() < 40).map(str::to_owned);
        let number = |field: &str| value[field].as_u64().unwrap_or(0);
        let label =
            Label { band: word("band"), day: word("day"), revision: number("revision"), saved: number("saved") };
        Ok(Saved { game, label })
    }
}

/// How a person likes to play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Likes {
    /// Which mistakes are shown, and whether pencil marks are tidied.
    pub play: Settings,
    /// Whether rows, columns and bars are named on the board.
    pub labels: bool,
    /// Whether the time is shown.
    pub time: bool,
    /// Whether letters are commands.
    pub letters: bool,
    /// The letter of each of [`COMMANDS`].
    pub keys: [char; COMMANDS.len()],
    /// The pause that ends a number of two digits, in milliseconds.
    pub pause: u32,
    /// The colours: `auto`, `light` or `dark`.
    pub theme: String,
}

impl Default for Likes {
    fn default() -> Likes {
        let play = Settings { tidy: false, shown: Shown::Rules };
        let keys = COMMANDS.map(|(_, _, key)| key);
        Likes { play, labels: true, time: true, letters: true, keys, pause: 1000, theme: "auto".to_owned() }
    }
}

/// What a letter can stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// One more rung of a hint.
    Hint,
    /// A look for mistakes.
    Check,
    /// Takes the pencil, or puts it away.
    Pencil,
    /// One move back.
    Undo,
    /// One move forward.
    Redo,
}

/// The commands, their names, and their letters as long as nobody chooses others.
pub const COMMANDS: [(Command, &str, char); 5] = [
    (Command::Hint, "Hint", 'h'),
    (Command::Check, "Check", 'c'),
    (Command::Pencil, "Pencil", 'p'),
    (Command::Undo, "Undo", 'u'),
    (Command::Redo, "Redo", 'r'),
];

/// The pauses that can be chosen, in milliseconds.
pub const PAUSES: [u32; 4] = [700, 1000, 2000, 5000];

/// The colours that can be chosen.
pub const THEMES: [&str; 3] = ["auto", "light", "dark"];

impl Likes {
    /// The command that a letter stands for.
    pub fn command(&self, letter: char) -> Option<Command> {
        let found = self.keys.iter().position(|key| *key == letter.to_ascii_lowercase()).filter(|_| self.letters)?;
        Some(COMMANDS[found].0)
    }

    /// Gives one of [`COMMANDS`] a letter. A command that had it gets the other's, so that each has one of its own. Says
    /// whether that was possible.
    pub fn set_key(&mut self, command: usize, letter: char) -> bool {
        let letter = letter.to_ascii_lowercase();
        if command >= self.keys.len() || !letter.is_ascii_lowercase() {
            return false;
        }
        match self.keys.iter().position(|key| *key == letter) {
            Some(other) => self.keys.swap(command, other),
            None => self.keys[command] = letter,
        }
        true
    }

    /// As text for the storage.
    pub fn to_text(&self) -> String {
        let Likes { play, labels, time, letters, keys, pause, theme } = self;
        json!({
            "tidy": play.tidy, "shown": play.shown.name(), "labels": labels, "time": time, "letters": letters,
            "keys": keys.iter().collect::<String>(), "pause": pause, "theme": theme,
        })
        .to_string()
    }

    /// Reads what [`Likes::to_text`] writes; what is missing or wrong is as usual.
    pub fn from_text(text: &str) -> Likes {
        let usual = Likes::default();
        let value = serde_json::from_str(text).unwrap_or(Value::Null);
        let flag = |field: &str, usual: bool| value[field].as_bool().unwrap_or(usual);
        let shown = Shown::ALL.into_iter().find(|shown| value["shown"] == shown.name()).unwrap_or(usual.play.shown);
        let theme = THEMES.into_iter().find(|theme| value["theme"] == *theme).unwrap_or("auto");
        let mut keys = usual.keys;
        let chosen: Vec<char> = value["keys"].as_str().unwrap_or_default().chars().take(keys.len() + 1).collect();
        let different = chosen.iter().enumerate().all(|(at, key)| !chosen[..at].contains(key));
        if chosen.len() == keys.len() && different && chosen.iter().all(char::is_ascii_lowercase) {
            keys.copy_from_slice(&chosen);
        }
        Likes {
            play: Settings { tidy: flag("tidy", usual.play.tidy), shown },
            labels: flag("labels", usual.labels),
            time: flag("time", usual.time),
            letters: flag("letters", usual.letters),
            keys,
            pause: PAUSES.into_iter().find(|pause| value["pause"] == *pause).unwrap_or(usual.pause),
            theme: theme.to_owned(),
        }
    }
}

/// All that is kept, as a file: `entries` are the keys without [`PREFIX`], and their texts.
pub fn export(entries: &[(String, String)]) -> String {
    let entries: Map<String, Value> = entries.iter().map(|(key, text)| (key.clone(), text.as_str().into())).collect();
    json!({ "equipoise": 1, "kept": entries }).to_string()
}

/// Reads what [`export`] writes: the entries that hold what they should.
///
/// # Errors
/// When it is no such file.
pub fn import(text: &str) -> Result<Vec<(String, String)>, String> {
    if text.len() > MOST_READ {
        return Err("the file is too long".to_owned());
    }
    let value: Value = serde_json::from_str(text).map_err(|_| "this is no file of kept games".to_owned())?;
    let kept = value["kept"].as_object().filter(|_| value["equipoise"] == 1);
    let kept = kept.ok_or("this is no file of kept games, or one of a later version")?;
    let sound = |(key, text): (&String, &Value)| {
        let text = text.as_str()?;
        let good = match key.split_once('/') {
            Some(("game", id)) => is_id(id) && Saved::from_text(text).is_ok(),
            Some(("day", _)) => text.len() < 100 && key.len() < 100,
            None => key == "likes",
            Some(_) => false,
        };
        good.then(|| (key.clone(), text.to_owned()))
    };
    Ok(kept.iter().filter_map(sound).collect())
}

/// Whether a text names a saved game.
pub fn is_id(text: &str) -> bool {
    !text.is_empty() && text.len() <= 20 && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::old::Move;

    fn saved() -> String {
        let mut game = Game::new(puzzles::builtin("weight/seed-5").expect("it is built in").puzzle);
        game.play(&Move::Enter { target: "w1".to_owned(), choice: 3 }).expect("it fits");
        let label = Label { band: Some("easy".to_owned()), revision: 7, saved: 1_794_700_800_000, ..Label::default() };
        label.write(&game)
    }

    #[test]
    fn games_are_read_as_they_were_saved() {
        let Saved { game, label } = Saved::from_text(&saved()).expect("we wrote it");
        assert_eq!(label.write(&game), saved());
        assert_eq!((game.position().board.get(0), label.revision), (Some(3), 7));
    }

    #[test]
    fn hostile_saves_are_refused() {
        for text in ["", "{}", "[", "null", r#"{"game":{}}"#, r#"{"game":[1]}"#, &"[".repeat(100_000)] {
            assert!(Saved::from_text(text).is_err());
            assert!(import(text).is_err());
        }
        let evil = export(&[
            ("game/../x".to_owned(), saved()),
            ("game/a".to_owned(), "{}".to_owned()),
            ("other".to_owned(), "x".to_owned()),
        ]);
        assert_eq!(import(&evil), Ok(Vec::new()));
    }

    #[test]
    fn what_is_exported_is_imported() {
        let entries = vec![
            ("game/a1".to_owned(), saved()),
            ("day/gap/2026-11-15".to_owned(), "61000".to_owned()),
            ("likes".to_owned(), Likes::default().to_text()),
        ];
        assert_eq!(import(&export(&entries)), Ok(entries));
    }

    #[test]
    fn likes_survive_anything() {
        let mut likes = Likes { labels: false, pause: 5000, theme: "dark".to_owned(), ..Likes::default() };
        assert!(likes.set_key(0, 'X'));
        assert_eq!(Likes::from_text(&likes.to_text()), likes);
        for text in ["", "[]", r#"{"pause":3,"theme":"<b>","shown":7,"tidy":"x"}"#, r#"{"keys":"aabcd"}"#] {
            assert_eq!(Likes::from_text(text), Likes::default());
        }
    }

    #[test]
    fn every_command_has_a_letter_of_its_own() {
        let mut likes = Likes::default();
        assert_eq!((likes.command('H'), likes.command('q')), (Some(Command::Hint), None));
        assert!(likes.set_key(0, 'c') && likes.set_key(3, 'q'));
        assert_eq!(likes.keys, ['c', 'h', 'p', 'q', 'r']);
        assert!(!likes.set_key(1, '1') && !likes.set_key(1, 'é') && !likes.set_key(5, 'a'));
        likes.letters = false;
        assert_eq!(likes.command('c'), None);
    }

    /// A save with some of its bytes changed, cut out or repeated is read or refused, and what is read can be written.
    #[test]
    fn damaged_saves_harm_nothing() {
        let kept = export(&[("game/a1".to_owned(), saved()), ("likes".to_owned(), Likes::default().to_text())]);
        let mut random = fd::Random::new(13);
        let (mut read, mut refused) = (0, 0);
        for _ in 0..4_000 {
            let text = damaged(&saved(), &mut random);
            match Saved::from_text(&text) {
                Ok(Saved { game, label }) => {
                    let again = Saved::from_text(&label.write(&game)).expect("we wrote it");
                    assert_eq!(again.game.position(), game.position());
                    read += 1;
                }
                Err(why) => {
                    assert!(!why.is_empty());
                    refused += 1;
                }
            }
            for (key, text) in import(&damaged(&kept, &mut random)).unwrap_or_default() {
                assert!(key == "likes" || Saved::from_text(&text).is_ok(), "{key}");
            }
            let likes = Likes::from_text(&damaged(&Likes::default().to_text(), &mut random));
            assert_eq!(Likes::from_text(&likes.to_text()), likes);
        }
        assert!(read > 100 && refused > 100, "{read} read, {refused} refused");
    }

    fn damaged(text: &str, random: &mut fd::Random) -> String {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..=random.below(2) {
            let at = random.below(bytes.len().max(1) as u32) as usize;
            let end = (at + random.below(12) as usize).min(bytes.len());
            let sign = random.pick(b"0123456789\"{}[],:-eu\\ ").copied().unwrap_or(b'0');
            match random.below(4) {
                0 => drop(bytes.drain(at.min(end)..end)),
                1 => bytes.extend_from_within(at.min(end)..end),
                2 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte = sign),
                _ => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte = random.below(256) as u8),
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }
}
