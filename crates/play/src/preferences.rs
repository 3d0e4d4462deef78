//! What a player has chosen, for this game and the next.

use crate::{Settings, Shown};
use serde_json::{Value, json};

/// How a person likes to play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preferences {
    /// Which mistakes are shown, and whether candidates are automatic.
    pub play: Settings,
    /// Whether rows, columns, bars and weights are named on the board.
    pub labels: bool,
    /// Whether the time is shown.
    pub time: bool,
    /// Whether a solved puzzle is heard.
    pub sound: bool,
    /// Whether statistics and days in a row are shown.
    pub statistics: bool,
    /// Whether letters are commands.
    pub letters: bool,
    /// The letter of each of [`Preferences::LETTERS`].
    pub keys: [char; Preferences::LETTERS.len()],
    /// The pause that ends a number of two digits, in milliseconds.
    pub pause: u32,
    /// The colours, one of [`Preferences::THEMES`].
    pub theme: &'static str,
}

impl Default for Preferences {
    fn default() -> Preferences {
        let keys = Preferences::LETTERS.map(|(_, key)| key);
        let play = Settings::default();
        Preferences {
            play,
            labels: true,
            time: true,
            sound: false,
            statistics: true,
            letters: true,
            keys,
            pause: 1000,
            theme: Preferences::THEMES[0],
        }
    }
}

impl Preferences {
    /// The commands whose letters can be chosen, and their letters as long as nobody does.
    pub const LETTERS: [(&'static str, char); 5] =
        [("Hint", 'h'), ("Check", 'c'), ("Pencil", 'p'), ("Undo", 'u'), ("Redo", 'r')];

    /// The pauses that can be chosen, in milliseconds.
    pub const PAUSES: [u32; 4] = [700, 1000, 2000, 5000];

    /// The colours that can be chosen.
    pub const THEMES: [&'static str; 3] = ["auto", "light", "dark"];

    /// Those of a terminal, where `p` pauses and the space bar takes the pencil.
    pub fn of_terminal() -> Preferences {
        Preferences { keys: ['h', 'c', ' ', 'u', 'r'], ..Preferences::default() }
    }

    /// Gives one of [`Preferences::LETTERS`] another letter. A command that had
    /// it gets the other's, so that each has one of its own. Says whether that
    /// was possible.
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

    /// As text, to be kept.
    pub fn to_text(&self) -> String {
        let Preferences { play, labels, time, sound, statistics, letters, keys, pause, theme } = self;
        json!({
            "tidy": play.automatic, "shown": play.shown.name(), "labels": labels, "time": time, "letters": letters,
            "keys": keys.iter().collect::<String>(), "pause": pause, "theme": theme, "sound": sound, "statistics": statistics,
        })
        .to_string()
    }

    /// Reads what [`Preferences::to_text`] writes; what is missing or wrong is
    /// as in `usual`.
    pub fn from_text(text: &str, usual: Preferences) -> Preferences {
        let value = serde_json::from_str(text).unwrap_or(Value::Null);
        let flag = |field: &str, usual: bool| value[field].as_bool().unwrap_or(usual);
        let shown = Shown::ALL.into_iter().find(|shown| value["shown"] == shown.name()).unwrap_or(usual.play.shown);
        let mut keys = usual.keys;
        let chosen: Vec<char> = value["keys"].as_str().unwrap_or_default().chars().take(keys.len() + 1).collect();
        let different = chosen.iter().enumerate().all(|(at, key)| !chosen[..at].contains(key));
        let letters = chosen.iter().all(|key| key.is_ascii_lowercase() || *key == ' ');
        if chosen.len() == keys.len() && different && letters {
            keys.copy_from_slice(&chosen);
        }
        Preferences {
            play: Settings { automatic: flag("tidy", usual.play.automatic), shown },
            // The terminal player of version 0.1 called them names.
            labels: flag("labels", flag("names", usual.labels)),
            time: flag("time", usual.time),
            sound: flag("sound", usual.sound),
            statistics: flag("statistics", usual.statistics),
            letters: flag("letters", usual.letters),
            keys,
            pause: Preferences::PAUSES.into_iter().find(|pause| value["pause"] == *pause).unwrap_or(usual.pause),
            theme: Preferences::THEMES.into_iter().find(|theme| value["theme"] == *theme).unwrap_or(usual.theme),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preferences_survive_anything() {
        let mut chosen = Preferences { labels: false, pause: 5000, theme: "dark", ..Preferences::default() };
        assert!(chosen.set_key(0, 'X'));
        assert_eq!(Preferences::from_text(&chosen.to_text(), Preferences::default()), chosen);
        for text in ["", "[]", r#"{"pause":3,"theme":"<b>","shown":7,"tidy":"x"}"#, r#"{"keys":"aabcd"}"#] {
            assert_eq!(Preferences::from_text(text, Preferences::default()), Preferences::default());
        }
        let old = r#"{"tidy":true,"shown":"never","time":false,"names":false}"#;
        let play = Settings { automatic: true, shown: Shown::Never };
        let read = Preferences { play, time: false, labels: false, ..Preferences::of_terminal() };
        assert_eq!(Preferences::from_text(old, Preferences::of_terminal()), read);
    }

    #[test]
    fn every_command_has_a_letter_of_its_own() {
        let mut chosen = Preferences::default();
        assert!(chosen.set_key(0, 'c') && chosen.set_key(3, 'q'));
        assert_eq!(chosen.keys, ['c', 'h', 'p', 'q', 'r']);
        assert!(!chosen.set_key(1, '1') && !chosen.set_key(1, 'é') && !chosen.set_key(5, 'a'));
    }
}
