//! What a player chooses about the game, and what help was taken.

use serde::{Deserialize, Serialize};

/// Help that a player took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Help {
    /// Asked whether the board is right so far.
    Check,
    /// Had a hint.
    Hint,
    /// Had a hint told up to this level, from 1; 4 for having it followed.
    Level(u8),
    /// Had a value filled in.
    Reveal,
}

/// How much help was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HelpTaken {
    /// How often the board was checked.
    pub checks: u32,
    /// How many hints there were.
    pub hints: u32,
    /// The highest level of all hints; 0 for none.
    #[serde(rename = "rung")]
    pub level: u8,
    /// How many values were filled in.
    pub reveals: u32,
}

/// Which mistakes are shown while playing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shown {
    /// None.
    Never,
    /// Rules that the board breaks.
    #[default]
    Rules,
    /// These, and entries that differ from the solution (which the tutor
    /// knows).
    Values,
}

/// What the player has chosen about how to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Whether blank places show their candidates without being asked: every
    /// value that is not used up and was not struck.
    #[serde(rename = "tidy")]
    pub automatic: bool,
    /// Which mistakes are shown.
    pub shown: Shown,
}

impl Shown {
    /// All of them.
    pub const ALL: [Shown; 3] = [Shown::Never, Shown::Rules, Shown::Values];

    /// Its name for programs: `never`, `rules` or `values`.
    pub fn name(self) -> &'static str {
        match self {
            Shown::Never => "never",
            Shown::Rules => "rules",
            Shown::Values => "values",
        }
    }
}
