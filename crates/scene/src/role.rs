//! What a mark means.

/// The part a mark plays in the drawing of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Given by the puzzle.
    Clue,
    /// Filled in by whoever solves it.
    Entry,
    /// Filled in since the last checkpoint.
    Checkpoint,
    /// A place still to be filled.
    Blank,
    /// A note for the reader, such as the name of a row.
    Label,
    /// What the rest hangs from or lies on: bars, strings, grids, edges.
    Frame,
}

impl Role {
    /// The name of the role, as renderers write it: `clue`, `entry`, ...
    pub fn name(self) -> &'static str {
        match self {
            Role::Clue => "clue",
            Role::Entry => "entry",
            Role::Checkpoint => "checkpoint",
            Role::Blank => "blank",
            Role::Label => "label",
            Role::Frame => "frame",
        }
    }
}

/// Why the reader should look at a mark now.
///
/// Emphasis is separate from [`Role`], because a clue that is the cause of a
/// deduction is still a clue and must still look like one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Emphasis {
    /// A deduction starts from it.
    Cause,
    /// A deduction changes it.
    Effect,
    /// It breaks a rule.
    Wrong,
}

impl Emphasis {
    /// The name of the emphasis, as renderers write it: `cause`, `effect`, `wrong`.
    pub fn name(self) -> &'static str {
        match self {
            Emphasis::Cause => "cause",
            Emphasis::Effect => "effect",
            Emphasis::Wrong => "wrong",
        }
    }

    /// The characters that text puts before and after an emphasised mark, to
    /// show it without colour: `*5*`, `>5<`, `!5!`.
    ///
    /// Cells and discs have both if there is room, free text only the first,
    /// and a pivot shows the first instead of itself. Lines have none:
    /// emphasise the pivot, the cells or the text that they belong to as well.
    pub fn flags(self) -> (char, char) {
        match self {
            Emphasis::Cause => ('*', '*'),
            Emphasis::Effect => ('>', '<'),
            Emphasis::Wrong => ('!', '!'),
        }
    }
}
