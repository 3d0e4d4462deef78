//! The board in a reply: in prose, in blocks of code, as JSON, as rows.
//!
//! What counts as a board: JSON in the shape of a solution, wherever it stands; or as many lines as the board has rows,
//! in the text format, where columns may be ruled by `|`. A board with nothing filled in but what the puzzle gives
//! repeats the question, and is not an answer.
//!
//! **The last board counts**, since people and programs try before they answer. But there must be one last board: where
//! two boards follow each other with not a word between them, nobody can say which one is meant, and if they
//! differ, the reply is unreadable. So nothing is gained by giving many boards: a list of them is unreadable, and of
//! those with words between them only the last is looked at.
//!
//! Nothing in a reply is ever evaluated: it is read by the same readers as files.

use puzzles::json::Node;
use puzzles::{Board, Lines, Puzzle};
use serde_json::Value;
use std::ops::Range;

/// The most characters (bytes of UTF-8) of a reply.
pub const MOST_CHARACTERS: usize = 4_000_000;

/// Why no board was read from a reply.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// There is none.
    #[error("there is no board in it; expected {expected}{}", nearest.as_ref().map_or_else(String::new, |nearest| format!(" (what comes nearest: {nearest})")))]
    None {
        /// What a board looks like.
        expected: String,
        /// What is wrong with what looks most like a board.
        nearest: Option<String>,
    },
    /// Two that differ follow each other, so that nobody knows which one is meant.
    #[error(
        "there are two different boards in it, at lines {first} and {second}, and not a word between them says which one is meant"
    )]
    Two {
        /// The line at which one begins.
        first: usize,
        /// And the other.
        second: usize,
    },
    /// It is longer than anybody would read.
    #[error("it is longer than {MOST_CHARACTERS} bytes")]
    TooLong,
}

/// A board, and the bytes of the reply where it stands.
struct Found {
    at: Range<usize>,
    board: Board,
}

/// A line of a reply.
struct Line {
    at: Range<usize>,
    number: usize,
    /// What is in it, without what only rules or quotes it.
    text: String,
}

/// Reads the board that a reply gives as its answer.
///
/// # Errors
/// Why there is none, or not one.
pub fn read_reply(puzzle: &dyn Puzzle, reply: &str) -> Result<Board, Unreadable> {
    if reply.len() > MOST_CHARACTERS {
        return Err(Unreadable::TooLong);
    }
    let (mut found, rest, mut nearest) = in_json(puzzle, reply);
    let passages = passages(&rest);
    found.extend(passages.iter().flat_map(|passage| in_lines(puzzle, passage)));
    let givens = puzzle.givens();
    found
        .retain(|found| found.board.iter().zip(givens.iter()).any(|(entry, given)| entry.is_some() && given.is_none()));
    found.sort_by_key(|found| found.at.start);
    let Some(last) = found.pop() else {
        nearest = passages.iter().rev().find_map(|passage| why_not(puzzle, passage)).or(nearest);
        return Err(Unreadable::None { expected: expected(puzzle), nearest });
    };
    let mut start = last.at.start;
    let line = |at: usize| reply[..at].matches('\n').count() + 1;
    for earlier in found.iter().rev() {
        if is_word(between(&rest, earlier.at.end, start)) {
            break;
        }
        if earlier.board != last.board {
            return Err(Unreadable::Two { first: line(earlier.at.start), second: line(last.at.start) });
        }
        start = earlier.at.start;
    }
    Ok(last.board)
}

fn between(text: &str, from: usize, to: usize) -> &str {
    text.get(from..to).unwrap_or("")
}

/// Whether something is said: fences and signs alone say nothing.
fn is_word(text: &str) -> bool {
    text.lines().any(|line| !is_fence(line) && line.contains(char::is_alphabetic))
}

fn is_fence(line: &str) -> bool {
    let line = line.trim_start_matches(['>', ' ', '\t']);
    line.starts_with("```") || line.starts_with("~~~")
}

/// The boards in JSON, the text with these blanked out, and what is wrong with the last JSON that is not a board.
fn in_json(puzzle: &dyn Puzzle, reply: &str) -> (Vec<Found>, String, Option<String>) {
    let (mut found, mut rest, mut nearest) = (Vec::new(), reply.to_owned(), None);
    let mut end = 0;
    for at in bracketed(reply) {
        // What is in a board is not another board.
        if at.start < end {
            continue;
        }
        let Ok(value) = serde_json::from_str::<Value>(&reply[at.clone()]) else { continue };
        match puzzle.read_board(Node::root(&value)) {
            Ok(board) => {
                end = at.end;
                let blank = |c: char| if c == '\n' { "\n".to_owned() } else { " ".repeat(c.len_utf8()) };
                rest.replace_range(at.clone(), &reply[at.clone()].chars().map(blank).collect::<String>());
                found.push(Found { at, board });
            }
            Err(error) => nearest = Some(format!("JSON, {error}")),
        }
    }
    (found, rest, nearest)
}

/// The most brackets within brackets: no board has more, and so a reply is read in time that grows with its length.
const DEEPEST: usize = 8;

/// What stands in brackets that belong together, the outer ones first.
fn bracketed(text: &str) -> Vec<Range<usize>> {
    // The bracket, where it opens, and how deep what is in it goes.
    let mut open: Vec<(u8, usize, usize)> = Vec::new();
    let mut spans = Vec::new();
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'[' | b'{' => open.push((byte, at, 1)),
            // In ASCII, a bracket that closes comes two after the one that opens.
            b']' | b'}' => match open.pop() {
                Some((opening, start, height)) if opening + 2 == byte => {
                    if let Some((.., above)) = open.last_mut() {
                        *above = (*above).max(height + 1);
                    }
                    if height <= DEEPEST {
                        spans.push(start..at + 1);
                    }
                }
                _ => open.clear(),
            },
            _ => {}
        }
    }
    spans.sort_unstable_by_key(|span| span.start);
    spans
}

/// The lines between one fence and the next that are not empty.
fn passages(text: &str) -> Vec<Vec<Line>> {
    let (mut passages, mut passage, mut offset) = (Vec::new(), Vec::new(), 0);
    for (written, number) in text.split_inclusive('\n').zip(1..) {
        let at = offset..offset + written.len();
        offset = at.end;
        if is_fence(written) {
            passages.push(std::mem::take(&mut passage));
            continue;
        }
        let text = unruled(written);
        if !text.trim().is_empty() {
            passage.push(Line { at, number, text });
        }
    }
    passages.push(passage);
    passages
}

/// A line without marks of quotation and bold type, and without the rules of a table.
fn unruled(line: &str) -> String {
    let line = line.trim_start_matches(['>', ' ', '\t']);
    let is_ruled = line.contains(['|', '│']);
    let text = line.replace("**", "").replace(['|', '│'], " ");
    let is_rule = |c: char| "-=+:| \t\r\n".contains(c);
    if is_ruled && text.contains("--") && text.chars().all(is_rule) { String::new() } else { text }
}

/// The boards in a passage: as many lines as the board has rows, wherever they begin. Where boards follow each other
/// line by line, they are told apart by their number of rows; if there are too many lines for that, any of them may be
/// meant.
fn in_lines(puzzle: &dyn Puzzle, passage: &[Line]) -> Vec<Found> {
    let rows = rows(puzzle);
    let board = |lines: &[Line]| {
        let read = |text: &str| puzzle.read_board_text(Lines { text, first: 1 }).ok();
        // Where a line is a whole board, a word such as `answer:` may come before it.
        let named = || lines[0].text.rsplit_once(':').filter(|_| rows == 1).and_then(|(_, text)| read(text));
        // Most lines are no row: that is seen without copying all of them.
        let text = || lines.iter().map(|line| line.text.trim_end()).collect::<Vec<&str>>().join("\n");
        let board = if is_prose(&lines[0].text) { None } else { read(&text()) };
        let at = lines.first()?.at.start..lines.last()?.at.end;
        Some(Found { at, board: board.or_else(named)? })
    };
    let boards = passage.windows(rows).enumerate().filter_map(|(start, lines)| Some((start, board(lines)?)));
    let boards: Vec<(usize, Found)> = boards.collect();
    // Those that overlap, directly or by others.
    let runs = boards.chunk_by(|(one, _), (next, _)| next - one < rows);
    let kept: Vec<bool> = runs
        .flat_map(|run| {
            let (first, last) = (run[0].0, run[run.len() - 1].0);
            let is_even = (last - first).is_multiple_of(rows);
            run.iter().map(move |(start, _)| !is_even || (start - first).is_multiple_of(rows))
        })
        .collect();
    boards.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|((_, found), _)| found).collect()
}

/// Whether a line has a word of several letters: no board has.
fn is_prose(line: &str) -> bool {
    line.split(|c: char| !c.is_alphabetic()).filter(|word| word.chars().count() > 1).count() > 1
}

/// How many lines a board has.
fn rows(puzzle: &dyn Puzzle) -> usize {
    blank(puzzle).lines().filter(|line| !line.trim().is_empty()).count().max(1)
}

fn blank(puzzle: &dyn Puzzle) -> String {
    puzzle.write_board_text(&puzzle.givens())
}

/// Why the last lines of a passage that look like rows are no board.
fn why_not(puzzle: &dyn Puzzle, passage: &[Line]) -> Option<String> {
    let end = passage.iter().rposition(|line| !is_word(&line.text))? + 1;
    let start = passage[..end].iter().rposition(|line| is_word(&line.text)).map_or(0, |word| word + 1);
    let lines = &passage[start..end];
    let first = lines.first()?.number;
    // Empty lines are back, so that lines have the numbers that they have in the reply.
    let (mut text, mut next) = (String::new(), first);
    for line in lines {
        text.push_str(&"\n".repeat(line.number - next));
        text.push_str(&line.text);
        next = line.number + 1;
    }
    puzzle.read_board_text(Lines { text: &text, first }).err().map(|error| error.to_string())
}

/// What a board looks like.
fn expected(puzzle: &dyn Puzzle) -> String {
    let blank = blank(puzzle);
    let first = blank.lines().find(|line| !line.trim().is_empty()).unwrap_or("").trim();
    let cells = first.split_whitespace().count();
    match (rows(puzzle), cells) {
        (1, 1) => "a line with a value".to_owned(),
        (1, cells) => format!("a line with {cells} values"),
        (rows, _) => format!("{rows} lines with the rows of the board, or the board in JSON"),
    }
}
