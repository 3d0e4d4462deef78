//! Scenes as lines of characters.

use crate::glyph::Glyph;
use crate::ink::ink;
use crate::{Emphasis, Mark, Role, Scene, TooLarge};

/// Renders scenes as lines of characters.
///
/// Lines have no blanks at their end, and every line ends with a line feed; a
/// scene without marks gives an empty string.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextRenderer {
    ascii: bool,
    ansi: bool,
}

impl TextRenderer {
    /// Box-drawing characters, without any styling.
    pub fn new() -> Self {
        TextRenderer::default()
    }

    /// The same, drawing with ASCII only. Texts are shown as they are.
    #[must_use]
    pub fn ascii(mut self) -> Self {
        self.ascii = true;
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
        let canvas = self.canvas(scene)?;
        let mut out = String::new();
        for row in canvas.rows() {
            self.render_row(row, &mut out);
        }
        Ok(out)
    }

    /// The drawing cell by cell, for those who style it themselves.
    ///
    /// # Errors
    ///
    /// As for [`TextRenderer::render`].
    pub fn canvas(self, scene: &Scene) -> Result<Canvas<'_>, TooLarge> {
        scene.check_size()?;
        let Some(extent) = scene.extent() else {
            return Ok(Canvas { columns: 0, cells: Vec::new() });
        };
        let index = |from: i64, to: i64| usize::try_from(to - from).unwrap_or(0);
        let columns = index(extent.left, extent.right) + 1;
        let rows = index(extent.top, extent.bottom) + 1;
        let mut glyphs = vec![(Glyph::default(), None); columns * rows];
        for mark in scene.back_to_front() {
            ink(mark, &mut |(x, y), ink| {
                let cell = &mut glyphs[index(extent.top, y) * columns + index(extent.left, x)];
                cell.0.add(ink);
                cell.1 = Some(mark);
            });
        }
        let cells = glyphs.into_iter().map(|(glyph, mark)| Inked { char: glyph.char(self.ascii), mark });
        Ok(Canvas { columns, cells: cells.collect() })
    }

    fn render_row(self, row: &[Inked<'_>], out: &mut String) {
        let seen = row.iter().rposition(|cell| !cell.char.is_whitespace()).map_or(0, |last| last + 1);
        let mut current = "";
        for cell in &row[..seen] {
            let style = cell.mark.map_or("", style);
            if self.ansi && style != current {
                // Styles add up on a terminal, so the last one is ended first.
                if !current.is_empty() {
                    out.push_str(RESET);
                }
                out.push_str(style);
                current = style;
            }
            out.push(cell.char);
        }
        if !current.is_empty() {
            out.push_str(RESET);
        }
        out.push('\n');
    }
}

/// A drawing as rows of text cells.
///
/// ```
/// use scene::{Cell, Role, Scene, TextRenderer};
/// let mut scene = Scene::new("", "");
/// scene.add_for("r1c1", Role::Entry, Cell::framed((0, 0), 5, 3).text("8"));
/// let canvas = TextRenderer::new().canvas(&scene)?;
/// assert_eq!((canvas.columns(), canvas.rows().count()), (5, 3));
/// let middle = canvas.rows().nth(1).expect("three rows")[2];
/// assert_eq!((middle.char, middle.mark.and_then(|mark| mark.target.as_deref())), ('8', Some("r1c1")));
/// # Ok::<(), scene::TooLarge>(())
/// ```
#[derive(Clone, Debug)]
pub struct Canvas<'s> {
    columns: usize,
    cells: Vec<Inked<'s>>,
}

/// A text cell of a drawing.
#[derive(Clone, Copy, Debug)]
pub struct Inked<'s> {
    /// What it shows.
    pub char: char,
    /// The foremost mark that has drawn there.
    pub mark: Option<&'s Mark>,
}

impl Canvas<'_> {
    /// How many cells each row has.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The rows from the top.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[Inked<'_>]> {
        self.cells.chunks(self.columns.max(1))
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
