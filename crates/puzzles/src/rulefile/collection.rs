//! The rule files that are built in.

/// Each file whose kind people are offered.
pub(crate) static COLLECTION: &[&str] = &[
    include_str!("kinds/latin.rules"),
    include_str!("kinds/sudoku.rules"),
    include_str!("kinds/futoshiki.rules"),
    include_str!("kinds/evenodd.rules"),
    include_str!("kinds/skyscrapers.rules"),
    include_str!("kinds/binairo.rules"),
    include_str!("kinds/minesweeper.rules"),
    include_str!("kinds/mosaic.rules"),
    include_str!("kinds/kakurasu.rules"),
    include_str!("kinds/tenner.rules"),
    include_str!("kinds/magic.rules"),
    include_str!("kinds/kropki.rules"),
];
