//! What stays in the browser: games, and how a person likes to play.

use serde_json::{Map, Value, json};
use studio::{Game, Settings, Shown};

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
    /// Whether letters are commands: H, C and the like.
    pub letters: bool,
    /// The pause that ends a number of two digits, in milliseconds.
    pub pause: u32,
    /// The colours: `auto`, `light` or `dark`.
    pub theme: String,
}

impl Default for Likes {
    fn default() -> Likes {
        let play = Settings { tidy: false, shown: Shown::Rules };
        Likes { play, labels: true, time: true, letters: true, pause: 1000, theme: "auto".to_owned() }
    }
}

/// The pauses that can be chosen, in milliseconds.
pub const PAUSES: [u32; 4] = [700, 1000, 2000, 5000];

/// The colours that can be chosen.
pub const THEMES: [&str; 3] = ["auto", "light", "dark"];

impl Likes {
    /// As text for the storage.
    pub fn to_text(&self) -> String {
        let Likes { play, labels, time, letters, pause, theme } = self;
        json!({
            "tidy": play.tidy, "shown": play.shown.name(), "labels": labels, "time": time, "letters": letters,
            "pause": pause, "theme": theme,
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
        Likes {
            play: Settings { tidy: flag("tidy", usual.play.tidy), shown },
            labels: flag("labels", usual.labels),
            time: flag("time", usual.time),
            letters: flag("letters", usual.letters),
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
    use studio::Move;

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
        let likes = Likes { labels: false, pause: 5000, theme: "dark".to_owned(), ..Likes::default() };
        assert_eq!(Likes::from_text(&likes.to_text()), likes);
        for text in ["", "[]", r#"{"pause":3,"theme":"<b>","shown":7,"tidy":"x"}"#] {
            assert_eq!(Likes::from_text(text), Likes::default());
        }
    }
}
