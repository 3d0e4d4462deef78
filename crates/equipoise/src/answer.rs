//! Answers that know their puzzle: solutions, explanations, drawings.

use crate::{Error, Puzzle};
use puzzles::{Board, View};
use scene::{Scene, SvgRenderer, TextRenderer};
use std::fmt;
use studio::{Grade, Position, Ruling, Step};

/// A full board that breaks no rule. Displaying it draws it.
#[derive(Debug, Clone)]
pub struct Solution {
    pub(crate) puzzle: Puzzle,
    pub(crate) board: Board,
}

impl Solution {
    /// The puzzle that it solves.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The value of every place.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// As a line of JSON, in the shape that the kind's rules give.
    pub fn to_json(&self) -> String {
        self.puzzle.document().puzzle.write_board(&self.board).to_string()
    }

    /// As rows of values.
    pub fn to_text(&self) -> String {
        self.puzzle.document().puzzle.write_board_text(&self.board)
    }

    /// A drawing of the solved puzzle.
    pub fn draw(&self) -> Drawing {
        self.puzzle.draw_board(&self.board)
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.draw().fmt(f)
    }
}

/// What the referee says of a deduction. Displaying it tells it in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// What it says, as data.
    pub ruling: Ruling,
    pub(crate) data: String,
    pub(crate) text: String,
}

impl Judgement {
    /// As a line of JSON, with the names of rules and places.
    pub fn to_json(&self) -> &str {
        &self.data
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The way to the solution. Displaying it writes a sentence for each step, and how hard all of it is.
#[derive(Debug)]
pub struct Explanation {
    pub(crate) puzzle: Puzzle,
    pub(crate) told: studio::Explanation,
}

impl Explanation {
    /// A sentence for each step.
    pub fn texts(&self) -> impl ExactSizeIterator<Item = String> {
        self.told.steps.iter().map(|step| self.told.context.text(step))
    }

    /// The puzzle that is explained.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The whole as the services of [`studio`](crate::studio) have it.
    pub fn told(&self) -> &studio::Explanation {
        &self.told
    }

    /// The steps as data: level, score, rules.
    pub fn steps(&self) -> &[Step] {
        &self.told.steps
    }

    /// How hard it is.
    pub fn grade(&self) -> Grade {
        self.told.grade()
    }

    /// The board after the first steps, drawn with what the last of them speaks of.
    pub fn draw(&self, steps: usize) -> Drawing {
        let Position { board, notes } = self.told.position_after(steps);
        let (puzzle, view) = (&*self.puzzle.document().puzzle, View::of(&board).labels());
        let last = steps.checked_sub(1).and_then(|last| self.told.steps.get(last));
        let step_of = |step| self.told.context.draw(puzzle, &view.notes(&notes), step);
        Drawing(last.map_or_else(|| puzzle.draw(&view), step_of))
    }

    /// A page of HTML with a drawing for each step, which needs nothing else.
    pub fn to_html(&self, title: &str) -> String {
        self.told.page(&*self.puzzle.document().puzzle, title)
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (1..).zip(self.texts()).try_for_each(|(number, text)| writeln!(f, "{number}. {text}"))?;
        writeln!(f, "{}", self.told.summary())
    }
}

/// A picture, as characters or as SVG. Displaying it is [`Drawing::text`].
#[derive(Debug, Clone)]
pub struct Drawing(pub(crate) Scene);

impl From<Scene> for Drawing {
    fn from(scene: Scene) -> Drawing {
        Drawing(scene)
    }
}

impl Drawing {
    /// As lines of text, with box-drawing characters.
    ///
    /// # Errors
    /// [`Error::TooLarge`].
    pub fn text(&self) -> Result<String, Error> {
        Ok(TextRenderer::new().render(&self.0)?)
    }

    /// The same in ASCII.
    ///
    /// # Errors
    /// [`Error::TooLarge`].
    pub fn ascii(&self) -> Result<String, Error> {
        Ok(TextRenderer::new().ascii().render(&self.0)?)
    }

    /// As a file of SVG, with a title and a description for screen readers.
    pub fn svg(&self) -> String {
        SvgRenderer::new().render(&self.0)
    }

    /// What is drawn: marks with roles and places, for renderers of one's own.
    pub fn scene(&self) -> &Scene {
        &self.0
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.text() {
            Ok(text) => f.write_str(text.trim_end_matches('\n')),
            Err(error) => write!(f, "({error})"),
        }
    }
}
