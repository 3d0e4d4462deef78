//! What becomes of cells that are selected together, and the words for it.

use puzzles::{Grouping, counted};

/// Which group selected cells come into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joined {
    /// One of their own; cells that are blocked are one group.
    New,
    /// That of the cell that was selected first.
    First,
    /// None.
    None,
}

/// What can be done with the selected cells, each with the words on its button.
pub fn joinings(group: Grouping) -> Vec<(Joined, String)> {
    let name = group.name();
    let one = || (Joined::New, format!("One {name}"));
    let none = || (Joined::None, format!("No {name}"));
    let first = || (Joined::First, format!("Into the first cell's {name}"));
    match group {
        Grouping::Blocked => vec![(Joined::New, "Block".to_owned()), (Joined::None, "Open".to_owned())],
        // Every cell is in a region, but not in a cage.
        Grouping::Region => vec![one(), first()],
        Grouping::Cage => vec![one(), first(), none()],
        Grouping::Line => vec![one(), none()],
    }
}

/// What was done with so many cells, as a sentence.
pub(crate) fn joined(group: Grouping, into: Joined, count: usize) -> String {
    let cells = || format!("{} {}", counted(count, "cell"), if count == 1 { "is" } else { "are" });
    let name = group.name();
    match (group, into) {
        (Grouping::Blocked, Joined::None) => format!("{} open.", cells()),
        (Grouping::Blocked, _) => format!("{} blocked.", cells()),
        (Grouping::Line, Joined::None) if count == 1 => "No line passes this cell any more.".to_owned(),
        (Grouping::Line, Joined::None) => format!("No line passes these {count} cells any more."),
        (_, Joined::None) => format!("{} in no {name}.", cells()),
        (_, Joined::New) if count == 1 => format!("This cell is a {name} of its own."),
        (_, Joined::New) => format!("These {count} cells are one {name}."),
        (_, Joined::First) => format!("These {count} cells are in the same {name}."),
    }
}
