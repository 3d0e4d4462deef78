//! Codes: a puzzle, alone or with a player's position, as text that fits a
//! link.
//!
//! A code is its version, and then base64url of a checksum (CRC-24) and a stream
//! of bits: the name of the kind, its JSON fields, and the position. A puzzle of a user's
//! own kind brings its page of rules along, or, where that is too long, the hash of it. In version
//! 1, pencil marks are struck values; version 2 has what is written, and is used
//! only where something is. Version 3 has the moves of a game: see `replay.rs`. Published codes must be readable for ever:
//! `tests/codes_v1.txt` holds some.

mod position;
pub(crate) mod range;
pub(crate) mod value;

use crate::game::{Allowed, Written};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use puzzles::{Document, Puzzle, ReadError};
use range::{Bits, Reader, Writer};
use serde_json::{Map, Value};
use std::sync::Arc;
use value::{Unfit, Walk};

/// The version that codes begin with, that of codes with pencil marks, and that of replays.
const VERSION: char = '1';
const MARKED: char = '2';
pub(crate) const REPLAY: char = '3';

/// The longest code, in characters: more does not fit a link.
pub const MOST_CODE: usize = 8192;

/// What a code stands for.
#[derive(Debug)]
pub struct Decoded {
    /// The puzzle.
    pub puzzle: Arc<dyn Puzzle>,
    /// What a player has written, if the code has it.
    pub position: Option<Written>,
}

/// Why a puzzle has no code, or what is wrong with a code.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    /// The puzzle is too large for a code.
    #[error("this puzzle is too large for a code, which has at most {MOST_CODE} characters")]
    TooLarge,
    /// The text is too long to be a code.
    #[error("this is too long to be the code of a puzzle, which has at most {MOST_CODE} characters")]
    TooLong,
    /// It does not begin with a known version.
    #[error(
        "this is not the code of a puzzle, or one of a later version: expected it to begin with `{VERSION}` or `{MARKED}`"
    )]
    Version,
    /// A character was lost, added or changed.
    #[error("this code is damaged: a character is missing, wrong or too many")]
    Damaged,
    /// It is intact, but holds no puzzle.
    #[error("this code holds no puzzle: {0}")]
    Puzzle(#[from] ReadError),
    /// It is intact, but of other rules than those at hand: what is to be told.
    #[error("{0}")]
    OtherRules(String),
    /// It is intact, but its position does not fit its puzzle; or such a position has no code.
    #[error("the position does not fit its puzzle")]
    Position,
}

/// The code of a puzzle, with a position on its board if one is given.
///
/// The same puzzle and position always have the same code.
///
/// ```
/// let document = puzzles::builtin("gap/seed-1").expect("it is built in");
/// let code = play::encode(&*document.puzzle, None)?;
/// assert!(code.len() < 60);
/// let decoded = play::decode(&code)?;
/// assert_eq!(decoded.puzzle.write_json(), document.puzzle.write_json());
/// # Ok::<(), play::CodeError>(())
/// ```
///
/// # Errors
/// When the puzzle is too large for a code, or when no moves lead to the position: it
/// has an entry that its place cannot have, say.
pub fn encode(puzzle: &dyn Puzzle, position: Option<&Written>) -> Result<String, CodeError> {
    if position.is_some_and(|position| Allowed::on(puzzle).check(position).is_err()) {
        return Err(CodeError::Position);
    }
    let version = if position.is_some_and(|position| !position.marks.is_empty()) { MARKED } else { VERSION };
    let position = position.map_or(Value::Null, |position| position::to_value(position, puzzle));
    write_with(puzzle, &position, version)
}

/// The code of a puzzle with something about it, in this version: with the page of rules of a user's own kind, if that fits.
pub(crate) fn write_with(puzzle: &dyn Puzzle, position: &Value, version: char) -> Result<String, CodeError> {
    match write(&Parts::new(puzzles::whole_fields(puzzle), position), version) {
        Err(CodeError::TooLarge) if puzzle.kind().rules_hash().is_some() => {
            write(&Parts::new(puzzles::puzzle_fields(puzzle), position), version)
        }
        code => code,
    }
}

/// Parts as a code of this version.
pub(crate) fn write(parts: &Parts, version: char) -> Result<String, CodeError> {
    let mut writer = Writer::new();
    parts.walk(&mut writer).map_err(|_| CodeError::TooLarge)?;
    let stream = writer.finish();
    let bytes: Vec<u8> = crc24(&stream).into_iter().chain(stream).collect();
    let code = format!("{version}{}", URL_SAFE_NO_PAD.encode(bytes));
    if code.len() > MOST_CODE { Err(CodeError::TooLarge) } else { Ok(code) }
}

/// The parts of a code of one of these versions.
pub(crate) fn read(code: &str, versions: &[char]) -> Result<Parts, CodeError> {
    if code.len() > MOST_CODE {
        return Err(CodeError::TooLong);
    }
    let text = code.strip_prefix(versions).ok_or(CodeError::Version)?;
    let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| CodeError::Damaged)?;
    let (checksum, stream) = bytes.split_first_chunk::<3>().ok_or(CodeError::Damaged)?;
    if *checksum != crc24(stream) {
        return Err(CodeError::Damaged);
    }
    let parts = Parts::default().walk(&mut Reader::new(stream)).map_err(|_| CodeError::Damaged)?;
    // A stream that we would not write: another one stands for the same.
    let mut writer = Writer::new();
    parts.walk(&mut writer).map_err(|_| CodeError::Damaged)?;
    if writer.finish() == stream { Ok(parts) } else { Err(CodeError::Damaged) }
}

/// What a code stands for.
///
/// # Errors
/// What is wrong with it.
pub fn decode(code: &str) -> Result<Decoded, CodeError> {
    let parts = read(code, &[VERSION, MARKED])?;
    let puzzle = parts.puzzle()?;
    let position = match &parts.position {
        Value::Null => None,
        value => Some(position::from_value(value, &*puzzle, code.starts_with(MARKED)).ok_or(CodeError::Position)?),
    };
    Ok(Decoded { puzzle, position })
}

/// The link to a puzzle: the address of a page that plays it, and the code.
/// What follows the `#` stays with the reader; no server is told.
pub fn link(base: &str, code: &str) -> String {
    format!("{}#{code}", base.split('#').next().unwrap_or_default())
}

/// What a code or a link stands for, whatever page the link is to.
///
/// ```
/// let document = puzzles::builtin("gap/seed-1").expect("it is built in");
/// let code = play::encode(&*document.puzzle, None)?;
/// let of_page = format!("https://example.org/#/play/{code}");
/// for text in [play::link("https://example.org/play/", &code), format!(" {code}\n"), of_page] {
///     assert_eq!(play::open_link(&text)?.puzzle.write_json(), document.puzzle.write_json());
/// }
/// # Ok::<(), play::CodeError>(())
/// ```
///
/// # Errors
/// What is wrong with the code.
pub fn open_link(text: &str) -> Result<Decoded, CodeError> {
    decode(of_link(text))
}

/// The code in a link, if it is one: what follows the `#`, without the view and what is said about the puzzle.
pub(crate) fn of_link(text: &str) -> &str {
    let text = text.trim();
    let place = text.rsplit_once('#').map_or(text, |(_, place)| place);
    match place.strip_prefix('/') {
        Some(path) => path.split('/').nth(1).unwrap_or_default(),
        None => place,
    }
}

/// The page of rules that a code or a link brings along. Nothing is done with it.
///
/// # Errors
/// What is wrong with the code.
pub fn rules_in_link(text: &str) -> Result<Option<String>, CodeError> {
    let parts = read(of_link(text), &[VERSION, MARKED, REPLAY])?;
    Ok(parts.fields.get("rule_page").and_then(|page| Some(page.as_str()?.to_owned())))
}

/// What a code is made of.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    pub(crate) kind: String,
    pub(crate) fields: Value,
    pub(crate) position: Value,
}

impl Parts {
    /// A puzzle in JSON, with something about it.
    fn new(mut fields: Map<String, Value>, position: &Value) -> Parts {
        let kind = fields.shift_remove("puzzle").and_then(|kind| Some(kind.as_str()?.to_owned())).unwrap_or_default();
        Parts { kind, fields: fields.into(), position: position.clone() }
    }

    /// The puzzle.
    pub(crate) fn puzzle(&self) -> Result<Arc<dyn Puzzle>, CodeError> {
        let mut object = Map::from_iter([("puzzle".to_owned(), self.kind.clone().into())]);
        if let Value::Object(fields) = &self.fields {
            object.extend(fields.clone());
        }
        let document = Document::from_json(&object.into(), None)?;
        match document.other_rules() {
            Some(told) => Err(CodeError::OtherRules(told)),
            None => Ok(document.puzzle.into()),
        }
    }

    /// Writes these parts, or reads others and ignores these.
    fn walk(&self, bits: &mut impl Bits) -> Result<Parts, Unfit> {
        let mut walk = Walk::new(bits);
        let kind = walk.name(&self.kind)?;
        let fields = walk.value(&self.fields)?;
        let position = walk.value(&self.position)?;
        Ok(Parts { kind, fields, position })
    }
}

/// The checksum of OpenPGP (RFC 4880): finds every change of up to 24 bits in
/// a row, so every wrong character.
fn crc24(bytes: &[u8]) -> [u8; 3] {
    let mut crc: u32 = 0x00b7_04ce;
    for &byte in bytes {
        crc ^= u32::from(byte) << 16;
        for _ in 0..8 {
            crc <<= 1;
            if crc & 0x0100_0000 != 0 {
                crc ^= 0x0186_4cfb;
            }
        }
    }
    let [_, bytes @ ..] = crc.to_be_bytes();
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_the_standard() {
        // The check value of CRC-24/OPENPGP in the usual catalogues.
        assert_eq!(crc24(b"123456789"), [0x21, 0xcf, 0x02]);
    }
}
