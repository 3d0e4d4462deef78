//! The rule files that are built in.

use super::kind::load_as;
use crate::Kind;

/// In the order in which they are listed.
const FILES: &[&str] = &[
    include_str!("kinds/sudoku.rules"),
    include_str!("kinds/jigsaw.rules"),
    include_str!("kinds/killer.rules"),
    include_str!("kinds/evenodd.rules"),
    include_str!("kinds/thermo.rules"),
    include_str!("kinds/latin.rules"),
    include_str!("kinds/futoshiki.rules"),
    include_str!("kinds/skyscrapers.rules"),
    include_str!("kinds/kenken.rules"),
    include_str!("kinds/kropki.rules"),
    include_str!("kinds/kakuro.rules"),
    include_str!("kinds/straights.rules"),
    include_str!("kinds/tenner.rules"),
    include_str!("kinds/suguru.rules"),
    include_str!("kinds/ripple.rules"),
    include_str!("kinds/magic.rules"),
    include_str!("kinds/starbattle.rules"),
    include_str!("kinds/binairo.rules"),
    include_str!("kinds/minesweeper.rules"),
    include_str!("kinds/mosaic.rules"),
    include_str!("kinds/kakurasu.rules"),
];

/// Their kinds. A test holds that every file loads.
pub(crate) fn collection() -> impl Iterator<Item = &'static Kind> {
    FILES.iter().filter_map(|file| load_as(file, true).ok())
}
