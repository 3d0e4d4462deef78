//! Exercises for programs that reason: a puzzle as a question in words, its answer, and what else a data set says of it.

use crate::explain::techniques_needed;
use crate::{Outcome, canonical_hash, explain};
use fd::{Limits, ModelError, Stopped};
use puzzles::markdown::{self, Block};
use puzzles::{Document, Kind, Puzzle, View, example};
use scene::TextRenderer;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Puzzles with a solution that is proved to be the only one, as lines of a data set.
#[derive(Debug, Clone, Copy)]
pub struct Exercises {
    /// Of a hundred puzzles, this many are for testing; which ones follows from their hashes.
    pub test: u8,
}

impl Default for Exercises {
    fn default() -> Exercises {
        Exercises { test: 10 }
    }
}

impl Exercises {
    /// A puzzle as a line of a data set; `None` if it is not explained to its end, so that it cannot be graded.
    ///
    /// Every line has the same fields of the same types, whatever the kind: tables need that. The puzzle itself is
    /// one of them, as a text in JSON that every command reads.
    ///
    /// # Errors
    /// When the puzzle is too large to be explained; within it, the limit that was reached.
    pub fn line(self, document: &Document, limits: Limits<'_>) -> Result<Result<Option<Value>, Stopped>, ModelError> {
        let puzzle = &*document.puzzle;
        let explanation = explain(puzzle, limits)?;
        let solution = match &explanation.outcome {
            Outcome::Solved(solution) => solution,
            Outcome::Stopped(stopped) => return Ok(Err(*stopped)),
            Outcome::Contradiction | Outcome::Open(_) => return Ok(Ok(None)),
        };
        let techniques = match techniques_needed(puzzle, &explanation, limits)? {
            Ok(techniques) => techniques,
            Err(stopped) => return Ok(Err(stopped)),
        };
        let hash = canonical_hash(puzzle);
        let made = |name: &str| document.about.get("made").and_then(|made| made.get(name)).cloned();
        Ok(Ok(Some(json!({
            "prompt": prompt(puzzle),
            "answer": puzzle.write_board_text(solution),
            "kind": puzzle.kind().name,
            "size": puzzle.size(),
            "difficulty": explanation.grade().difficulty.name(),
            "grade": explanation.grade().to_json(),
            "techniques": techniques.iter().map(|technique| technique.name).collect::<Vec<&str>>(),
            "seed": made("seed"),
            "index": made("index"),
            "split": if self.is_test(&hash) { "test" } else { "train" },
            "hash": hash,
            "puzzle": document.to_json().to_string(),
        }))))
    }

    /// Whether a puzzle with this hash is for testing. Equivalent puzzles have the same hash, so whatever a program
    /// learns from, it is never tested on the same puzzle turned or mirrored.
    fn is_test(self, hash: &str) -> bool {
        let last = hash.get(hash.len().saturating_sub(8)..).and_then(|digits| u32::from_str_radix(digits, 16).ok());
        last.unwrap_or(0) % 100 < u32::from(self.test)
    }
}

/// A puzzle as a question in words: the rules, an example where there is one, the puzzle drawn with the names that
/// its places have, and how to answer. An answer that follows it is one that [`read_reply`](crate::read_reply) reads.
pub fn prompt(puzzle: &dyn Puzzle) -> String {
    let example = example(puzzle.kind()).map(|(_, document)| document);
    // An example that is this very puzzle would give its answer away; rules show no other.
    let example = example.filter(|shown| !is_same(&*shown.puzzle, puzzle));
    let mut text = format!("Solve this {} puzzle.\n\n{}", puzzle.kind().title, rules(puzzle.kind(), example.is_some()));
    if let Some(shown) = example
        && let Some(solution) = &shown.solution
    {
        let (drawn, answer) = (drawn(&*shown.puzzle), shown.puzzle.write_board_text(solution));
        let _ = write!(text, "For example, this puzzle\n\n{drawn}\nhas the solution\n\n{}\n", block(&answer));
    }
    let blank = puzzle.write_board_text(&puzzle.givens());
    let _ = write!(
        text,
        "The puzzle:\n\n{}\nAnswer with the solved board in a block of code, in the same form as here, where it is \
         not filled in yet{}:\n\n{}",
        drawn(puzzle),
        order(puzzle, &blank),
        block(&blank)
    );
    text
}

/// Whether two puzzles of a kind are equivalent.
fn is_same(one: &dyn Puzzle, other: &dyn Puzzle) -> bool {
    one.size() == other.size() && canonical_hash(one) == canonical_hash(other)
}

/// The rules of a kind, without the marks of Markdown; with the solved example that may stand in them, or without it.
fn rules(kind: &Kind, with_example: bool) -> String {
    let mut text = String::new();
    let mut in_list = false;
    let mut blocks: Vec<Block> = markdown::rules(kind.rules_text).collect();
    if !with_example && let Some(shown) = blocks.iter().position(|block| matches!(block, Block::Verbatim(_))) {
        // The paragraph above leads up to it.
        blocks.drain(shown.saturating_sub(1)..=shown);
    }
    for block in blocks {
        let is_item = matches!(block, Block::Item(..));
        if in_list && !is_item {
            text.push('\n');
        }
        in_list = is_item;
        let _ = match block {
            Block::Heading(title) => writeln!(text, "{title}\n"),
            Block::Paragraph(spans) => writeln!(text, "{}\n", markdown::plain(&spans)),
            Block::Item(None, spans) => writeln!(text, "- {}", markdown::plain(&spans)),
            Block::Item(Some(number), spans) => writeln!(text, "{number}. {}", markdown::plain(&spans)),
            Block::Verbatim(lines) => writeln!(text, "{}\n", lines.join("\n")),
        };
    }
    if in_list {
        text.push('\n');
    }
    text
}

/// The puzzle as text: drawn, or in its text format if the drawing would be too large.
fn drawn(puzzle: &dyn Puzzle) -> String {
    let givens = puzzle.givens();
    let scene = puzzle.draw(&View::of(&givens).labels());
    let text = TextRenderer::new().render(&scene).unwrap_or_else(|_| puzzle.write_text());
    let lines: Vec<&str> = text.lines().map(str::trim_end).skip_while(|line| line.is_empty()).collect();
    block(&lines.join("\n"))
}

fn block(text: &str) -> String {
    format!("```\n{}\n```\n", text.trim_end())
}

/// Which place each value belongs to, where a row alone does not show it.
fn order(puzzle: &dyn Puzzle, blank: &str) -> String {
    if blank.lines().count() > 1 {
        return String::new();
    }
    let names: Vec<String> = (0..puzzle.places()).map(|place| puzzle.place_name(place)).collect();
    format!(", with the values of {} in this order", names.join(", "))
}
