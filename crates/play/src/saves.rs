//! Saved games of both players, and what a browser exports.

use crate::{Date, Game, rules_in_text};
use puzzles::{Puzzle, ReadError};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use studio::Difficulty;

/// The longest text that a browser reads from a file, a link or its storage, in bytes.
pub const MOST_READ: usize = 4_000_000;

/// A game that was saved.
#[derive(Debug)]
pub struct Saved {
    /// The game.
    pub game: Game,
    /// What is kept with it.
    pub about: About,
}

/// What is kept with a game.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct About {
    /// What the game is called: `gap/seed-1`, `generate gap --seed 7`.
    pub name: Option<String>,
    /// How hard the puzzle is, if that is known.
    #[serde(rename = "band", deserialize_with = "lenient")]
    pub difficulty: Option<Difficulty>,
    /// The day whose puzzle it is.
    #[serde(deserialize_with = "lenient")]
    pub day: Option<Date>,
    /// The time that somebody wants to see beaten, in seconds.
    #[serde(deserialize_with = "lenient", skip_serializing_if = "Option::is_none")]
    pub beat: Option<u64>,
    /// Grows with every save: two tabs that play the same game find out by it.
    pub revision: u64,
    /// When it was saved, in milliseconds since 1970.
    pub saved: u64,
}

/// Something that is left out when it cannot be read.
pub(crate) fn lenient<'de, D: serde::Deserializer<'de>, T: serde::de::DeserializeOwned>(
    from: D,
) -> Result<Option<T>, D::Error> {
    Ok(serde_json::from_value(Value::deserialize(from)?).ok())
}

impl About {
    /// A game with this, as text to be saved.
    pub fn write(&self, game: &Game) -> String {
        let mut value = json!(self);
        value["game"] = game.to_json();
        value.to_string()
    }
}

/// The revision of what [`About::write`] has written, without reading the game, which takes as long as playing it; 0
/// where there is none.
pub fn revision_of(text: &str) -> u64 {
    #[derive(Default, Deserialize)]
    struct Saved {
        revision: u64,
    }
    serde_json::from_str::<Saved>(text).unwrap_or_default().revision
}

impl Saved {
    /// Reads what [`About::write`] writes.
    ///
    /// # Errors
    /// What is wrong with it. A game of a later version has the fault
    /// `Fault::Limit`; it is to be left alone.
    pub fn from_text(text: &str) -> Result<Saved, ReadError> {
        let mut value = puzzles::json::parse(text, 1)?;
        let game = Game::from_json(&value["game"])?;
        if let Some(fields) = value.as_object_mut() {
            fields.remove("game");
        }
        // What is kept beside the game is worth less than the game.
        let about = About::deserialize(value).unwrap_or_default();
        Ok(Saved { game, about })
    }
}

/// `gap-0123456789abcdef`: the same puzzle always has the same name.
pub fn file_stem(puzzle: &dyn Puzzle) -> String {
    let mut text = Value::from(puzzle.write_json()).to_string();
    text += puzzle.kind().rules_hash().unwrap_or("");
    let hash = studio::sha256(text.as_bytes());
    format!("{}-{}", puzzle.kind().name, &hash[..16.min(hash.len())])
}

/// All that a browser keeps, as a file: its keys, and their texts.
pub fn export(entries: &[(String, String)]) -> String {
    let entries: Map<String, Value> = entries.iter().map(|(key, text)| (key.clone(), text.as_str().into())).collect();
    json!({ "equipoise": 1, "kept": entries }).to_string()
}

/// Reads what [`export`] writes: the entries that hold what they should. Of those that bring pages of rules, only the
/// ones whose pages may all be used are read.
///
/// # Errors
/// When it is not such a file.
pub fn import(text: &str, may_use: impl Fn(&str) -> bool) -> Result<Vec<(String, String)>, String> {
    if text.len() > MOST_READ {
        return Err("the file is too long".to_owned());
    }
    let value: Value = serde_json::from_str(text).map_err(|_| "this is not a file of saved games".to_owned())?;
    let kept = value["kept"].as_object().filter(|_| value["equipoise"] == 1);
    let kept = kept.ok_or("this is not a file of saved games, or one of a later version")?;
    let sound = |(key, text): (&String, &Value)| {
        let text = text.as_str()?;
        let may_open = || rules_in_text(text).iter().all(|page| may_use(page));
        let good = match key.split_once('/') {
            Some(("game", id)) => is_id(id) && may_open() && Saved::from_text(text).is_ok(),
            Some(("day", _)) => text.len() < 100 && key.len() < 100,
            Some(("rules", name)) => may_use(text) && puzzles::load(text).is_ok_and(|kind| kind.name == name),
            None => ["likes", "record", "lessons"].contains(&key.as_str()),
            Some(_) => false,
        };
        good.then(|| (key.clone(), text.to_owned()))
    };
    Ok(kept.iter().filter_map(sound).collect())
}

/// Whether a text names a saved game of a browser.
pub fn is_id(text: &str) -> bool {
    !text.is_empty() && text.len() <= 20 && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Move, Preferences};

    fn saved() -> String {
        let mut game = Game::new(puzzles::builtin("weight/seed-5").expect("it is built in").puzzle.into());
        game.play(&Move::Enter { target: "w1".to_owned(), choice: 3 }).expect("it fits");
        let about =
            About { difficulty: Some(Difficulty::Easy), revision: 7, saved: 1_794_700_800_000, ..About::default() };
        about.write(&game)
    }

    #[test]
    fn games_are_read_as_they_were_saved() {
        let Saved { game, about } = Saved::from_text(&saved()).expect("we wrote it");
        assert_eq!(about.write(&game), saved());
        assert_eq!((game.written().board.get(0), about.revision), (Some(3), 7));
        assert_eq!(revision_of(&saved()), 7);
        for text in ["", "{", r#"{"revision":-1}"#, r#"{"revision":"7"}"#, &"[".repeat(100_000)] {
            assert_eq!(revision_of(text), 0, "{text}");
        }
    }

    #[test]
    fn hostile_saves_are_refused() {
        for text in ["", "{}", "[", "null", r#"{"game":{}}"#, r#"{"game":[1]}"#, &"[".repeat(100_000)] {
            assert!(Saved::from_text(text).is_err());
            assert!(import(text, |_| true).is_err());
        }
        let evil = export(&[
            ("game/../x".to_owned(), saved()),
            ("game/a".to_owned(), "{}".to_owned()),
            ("other".to_owned(), "x".to_owned()),
        ]);
        assert_eq!(import(&evil, |_| true), Ok(Vec::new()));
    }

    #[test]
    fn what_is_exported_is_imported() {
        let entries = vec![
            ("game/a1".to_owned(), saved()),
            ("day/gap/2026-11-15".to_owned(), "61000".to_owned()),
            ("likes".to_owned(), Preferences::default().to_text()),
        ];
        assert_eq!(import(&export(&entries), |_| false), Ok(entries));
    }

    #[test]
    fn what_brings_rules_is_read_where_they_may_be_used() {
        let page = crate::SAMPLE_RULES;
        let kind = puzzles::load(page).expect("it is sound");
        let sketch = (kind.sketch)(kind.making.size).expect("it can be drawn");
        let game = Game::new(sketch.puzzle().expect("nothing is missing").into());
        let entries = vec![
            ("game/a1".to_owned(), saved()),
            ("game/b2".to_owned(), About::default().write(&game)),
            (format!("rules/{}", kind.name), page.to_owned()),
        ];
        assert!(entries[1].1.contains("rule_page"));
        assert_eq!(import(&export(&entries), |_| false), Ok(entries[..1].to_vec()));
        assert_eq!(import(&export(&entries), |used| used == page), Ok(entries));
    }

    /// A save with some of its bytes changed, cut out or repeated is read or refused, and what is read can be written.
    #[test]
    fn damaged_saves_harm_nothing() {
        let kept = export(&[("game/a1".to_owned(), saved()), ("likes".to_owned(), Preferences::default().to_text())]);
        let mut random = fd::Random::new(13);
        let (mut read, mut refused) = (0, 0);
        for _ in 0..4_000 {
            let text = damaged(&saved(), &mut random);
            match Saved::from_text(&text) {
                Ok(Saved { game, about }) => {
                    let again = Saved::from_text(&about.write(&game)).expect("we wrote it");
                    assert_eq!(again.game.written(), game.written());
                    read += 1;
                }
                Err(why) => {
                    assert!(!why.to_string().is_empty());
                    refused += 1;
                }
            }
            for (key, text) in import(&damaged(&kept, &mut random), |_| true).unwrap_or_default() {
                assert!(key == "likes" || Saved::from_text(&text).is_ok(), "{key}");
            }
            let read = |text: &str| Preferences::from_text(text, Preferences::default());
            let likes = read(&damaged(&Preferences::default().to_text(), &mut random));
            assert_eq!(read(&likes.to_text()), likes);
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
