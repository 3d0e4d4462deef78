//! Gap: two filled cells in every line, none of them touching.

mod count;
mod draw;
mod formats;
mod make;
mod model;
mod paper;
mod play;
mod reason;
mod rules;
mod techniques;
#[cfg(test)]
mod tests;

use crate::{Builtin, InPaper, Kind, Puzzle, Rule, grid};
use fd::Random;
use make::any_board;

/// The largest side of a board that is read.
pub(crate) const MOST_SIZE: usize = 500;

/// A Gap puzzle: the clues around a square board.
///
/// A clue is the number of empty cells between the two filled ones of its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Gap {
    /// The clues above the columns.
    columns: Vec<Option<usize>>,
    /// The clues left of the rows; as many as there are columns.
    rows: Vec<Option<usize>>,
}

/// A row or a column of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    Row(usize),
    Column(usize),
}

impl Gap {
    fn without_clues(size: usize) -> Gap {
        Gap { columns: vec![None; size], rows: vec![None; size] }
    }

    /// All rows, then all columns.
    fn lines(&self) -> impl Iterator<Item = Line> + use<> {
        let size = self.size();
        (0..size).map(Line::Row).chain((0..size).map(Line::Column))
    }

    fn clue(&self, line: Line) -> Option<usize> {
        match line {
            Line::Row(r) => self.rows[r],
            Line::Column(c) => self.columns[c],
        }
    }

    /// The clues of all lines, in the order of [`Gap::lines`].
    fn all_clues(&self) -> impl Iterator<Item = Option<usize>> + '_ {
        self.rows.iter().chain(&self.columns).copied()
    }

    fn all_clues_mut(&mut self) -> impl Iterator<Item = &mut Option<usize>> {
        self.rows.iter_mut().chain(&mut self.columns)
    }

    /// The places of a line, from its start.
    fn cells(&self, line: Line) -> impl ExactSizeIterator<Item = usize> + use<> {
        let size = self.size();
        let (first, step) = match line {
            Line::Row(r) => (r * size, 1),
            Line::Column(c) => (c, size),
        };
        (0..size).map(move |i| first + i * step)
    }
}

impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Line::Row(r) => write!(f, "row {}", r + 1),
            Line::Column(c) => write!(f, "column {}", c + 1),
        }
    }
}

/// The clues that make sense on a board of this size: the line must have room
/// for two filled cells beside the gap. No gap is 0 (the cells would
/// touch), but it is a number that somebody may write down.
fn clue_range(size: usize) -> std::ops::RangeInclusive<i32> {
    0..=size as i32 - 2
}

static TWO: Rule = Rule { name: "two", says: "Exactly two cells of every row and of every column are filled." };
static TOUCH: Rule = Rule { name: "touch", says: "Filled cells never touch, not even at a corner." };
static GAP: Rule =
    Rule { name: "gap", says: "A clue is the number of empty cells between the two filled cells of its line." };

/// The kind of puzzle that [`Gap`] is.
pub(crate) static KIND: Kind = Kind {
    name: "gap",
    aliases: &["gappy"],
    title: "Gap",
    rules_text: include_str!("rules.md"),
    rules: &[&TWO, &TOUCH, &GAP],
    implied: reason::IMPLIED,
    techniques: techniques::TECHNIQUES,
    builtin: &[
        Builtin { name: "seed-1", text: &|| include_str!("builtin/seed-1.json") },
        Builtin { name: "seed-2", text: &|| include_str!("builtin/seed-2.json") },
    ],
    size_says: "The side of the board",
    size_in_words: |side| format!("{side} by {side}"),
    solved_says: "Every gap is right.",
    making: make::MAKING,
    sketch: &play::empty,
    read_json: &|fields| Ok(Box::new(formats::read_json(fields)?)),
    read_text: &|lines| Ok(Box::new(formats::read_text(lines)?)),
    maker: &|wanted| Ok(Box::new(make::GapMaker::new(wanted)?)),
    sample: &sample,
    paper: Some(paper::PAPER),
    page: None,
};

impl Puzzle for Gap {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn size(&self) -> usize {
        self.rows.len()
    }

    fn places(&self) -> usize {
        self.size() * self.size()
    }

    fn place_name(&self, place: usize) -> String {
        grid::cell_name(place, self.size())
    }

    fn canonical(&self) -> Box<dyn Puzzle> {
        Box::new(least_image(self))
    }

    fn paper(&self) -> Option<&dyn InPaper> {
        Some(self)
    }
}

/// Half of them have random clues, which hardly ever fit each other; the
/// others have some of the gaps of a board.
pub(super) fn sample(random: &mut Random) -> Box<dyn Puzzle> {
    let size = 8 + random.below(2) as usize;
    if random.chance(1, 2) {
        let most = size as u32 - 2;
        let mut clues =
            || (0..size).map(|_| random.chance(1, 5).then(|| 1 + random.below(most) as usize)).collect::<Vec<_>>();
        return Box::new(Gap { columns: clues(), rows: clues() });
    }
    let board = any_board(size, random);
    let keep = 1 + random.below(4);
    let kept: Vec<bool> = (0..board.clues()).map(|_| random.chance(keep, 12)).collect();
    board.with_clues(&kept)
}

/// The least of the puzzle's images, by its rows and then its columns.
pub(super) fn least_image(gap: &Gap) -> Gap {
    let by_lines = |a: &Gap, b: &Gap| (&a.rows, &a.columns).cmp(&(&b.rows, &b.columns));
    images(gap).into_iter().min_by(by_lines).unwrap_or_else(|| gap.clone())
}

/// What the puzzle looks like when it is turned and mirrored.
///
/// A line's gap is the same from either end, so a mirror does no more than
/// reverse the order of the lines across.
pub(super) fn images(gap: &Gap) -> [Gap; 8] {
    let mirrored = |gap: &Gap| Gap { columns: gap.columns.iter().rev().copied().collect(), rows: gap.rows.clone() };
    grid::images(gap, mirrored, |gap| Gap { columns: gap.rows.clone(), rows: gap.columns.clone() })
}
