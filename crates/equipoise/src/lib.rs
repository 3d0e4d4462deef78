//! Equipoise as a library: the kernel, the drawings, the five puzzles and what
//! can be done with them, in one place.
//!
//! ```
//! use equipoise::{puzzles, scene::TextRenderer, studio};
//! let document = puzzles::builtin("aztec/seed-6a").expect("it is built in");
//! let answer = studio::verdict(&*document.puzzle, &studio::Options::default()).expect("it is small");
//! let studio::Verdict::Unique(board) = answer.result else { panic!("it is unique") };
//! println!("{}", TextRenderer::new().render(&document.puzzle.draw(&puzzles::View::of(&board))).expect("it is small"));
//! ```

pub use {fd, puzzles, scene, studio};
