//! Scenes as lines of characters.

use crate::glyph::{Alphabet, Glyph};
use crate::ink::ink;
use crate::{Emphasis, Mark, Role, Scene, TooLarge};

/// Renders scenes as lines of characters.
///
/// Lines have no blanks at their end, and every line ends with a line feed; a
/// scene without marks gives an empty string.
#[derive(Clone, Copy, Debug)]
pub struct TextRenderer {
    alphabet: Alphabet,
    ansi: bool,
}

impl Default for TextRenderer {
    fn default() -> Self {
        TextRenderer::new()
    }
}

impl TextRenderer {
    /// Box-drawing characters, without any styling.
    #[must_use]
    pub fn new() -> Self {
        TextRenderer { alphabet: Alphabet::Unicode, ansi: false }
    }

    /// The same, drawing with ASCII only. Texts are shown as they are.
    #[must_use]
    pub fn ascii(mut self) -> Self {
        self.alphabet = Alphabet::Ascii;
        self
    }

    /// The same, with the escape sequences of a terminal for roles and
    /// emphasis. Colour only repeats what weight, underline and flags say.
    #[must_use]
    pub fn ansi(mut self) -> Self {
        self.ansi = true;
        self
    }

    /// The drawing.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if the scene covers more than
    /// [`MAX_CELLS`](crate::MAX_CELLS) cells.
    pub fn render(self, scene: &Scene) -> Result<String, TooLarge> {
        scene.check_size()?;
        let Some(extent) = scene.extent() else {
            return Ok(String::new());
        };
        let index = |from: i64, to: i64| usize::try_from(to - from).unwrap_or(0);
        let columns = index(extent.left, extent.right) + 1;
        let rows = index(extent.top, extent.bottom) + 1;
        let mut canvas = vec![(Glyph::default(), ""); columns * rows];
        for mark in scene.back_to_front() {
            let style = style(mark);
            ink(mark, &mut |(x, y), ink| {
                let cell = &mut canvas[index(extent.top, y) * columns + index(extent.left, x)];
                cell.0.add(ink);
                cell.1 = style;
            });
        }
        let mut out = String::new();
        for row in canvas.chunks(columns) {
            self.render_row(row, &mut out);
        }
        Ok(out)
    }

    fn render_row(self, row: &[(Glyph, &'static str)], out: &mut String) {
        let chars: Vec<char> = row.iter().map(|(glyph, _)| glyph.char(self.alphabet)).collect();
        let seen = chars.iter().rposition(|char| !char.is_whitespace()).map_or(0, |last| last + 1);
        let mut current = "";
        for (char, &(_, style)) in chars[..seen].iter().zip(row) {
            if self.ansi && style != current {
                // Styles add up on a terminal, so the last one is ended first.
                if !current.is_empty() {
                    out.push_str(RESET);
                }
                out.push_str(style);
                current = style;
            }
            out.push(*char);
        }
        if !current.is_empty() {
            out.push_str(RESET);
        }
        out.push('\n');
    }
}

/// Ends every style.
const RESET: &str = "\x1b[0m";

/// The escape sequence for a mark: emphasis by underline, reverse or both with
/// bold, so that the three differ on a terminal without colours.
fn style(mark: &Mark) -> &'static str {
    if mark.selected && mark.emphasis.is_none() {
        return "\x1b[1;7m";
    }
    match (mark.emphasis, mark.role) {
        (Some(Emphasis::Cause), Role::Clue) => "\x1b[1;4;36m",
        (Some(Emphasis::Cause), _) => "\x1b[4;36m",
        (Some(Emphasis::Effect), _) => "\x1b[7;33m",
        (Some(Emphasis::Wrong), _) => "\x1b[1;4;7;31m",
        (None, Role::Clue) => "\x1b[1m",
        (None, Role::Checkpoint) => "\x1b[3m",
        (None, Role::Blank | Role::Label) => "\x1b[2m",
        (None, Role::Entry | Role::Frame) => "",
    }
}
