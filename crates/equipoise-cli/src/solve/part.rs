//! A part of a hard puzzle, solved by itself: `solve --part K/N`, and `merge` of
//! all parts.
//!
//! A part is written as the puzzle with a record of what was found, so that
//! every command reads it, and `merge` sees that all parts are of one puzzle.

use super::{Answer, Finding};
use crate::args::{MOST_PARTS, Solve};
use crate::escape::json_line;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::generate::Shard;
use crate::report::number;
use equipoise::puzzles::Document;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The commands that solve the parts, one on each line, if those were asked for.
pub(crate) fn jobs(arguments: &Solve) -> Result<Option<String>, Failure> {
    let [puzzle] = arguments.puzzles.puzzles.as_slice() else {
        return Err(Failure::usage("parts are of one puzzle; name one file or built-in puzzle"));
    };
    let of = match (arguments.split, arguments.part) {
        (Some(split), Some(part)) if part.of != split => {
            return Err(Failure::usage(format!("part {}/{} is not one of {split}", part.first + 1, part.of)));
        }
        (_, Some(part)) if part.of > MOST_PARTS => {
            return Err(Failure::usage(format!("a puzzle is split into at most {MOST_PARTS} parts")));
        }
        (_, Some(_)) | (None, None) => return Ok(None),
        (Some(split), None) => split,
    };
    let name = puzzle.to_str().ok_or_else(|| Failure::usage("the name of the file is not UTF-8"))?;
    let count = if arguments.count { " --count" } else { "" };
    let kind = arguments.puzzles.kind.map(|kind| format!(" --kind {}", kind.name)).unwrap_or_default();
    let quoted = format!("'{}'", name.replace('\'', "'\\''"));
    let plain =
        name.chars().all(|sign| sign.is_ascii_alphanumeric() || "/._-#".contains(sign)) && !name.starts_with('-');
    let shown = if plain { name } else { &quoted };
    let job = |part| format!("equipoise solve{count}{kind} --part {part}/{of} -- {shown}\n");
    Ok(Some((1..=of).map(job).collect()))
}

/// What was asked of the puzzle.
fn asked(count: bool) -> &'static str {
    if count { "count" } else { "verdict" }
}

/// The puzzle with what was found in one of its parts, on a line.
pub(crate) fn line(document: &Document, part: Shard, count: bool, answer: &Answer) -> String {
    let Answer { finding, .. } = answer;
    let solutions: Vec<Value> = finding.solutions().iter().map(|board| document.puzzle.write_board(board)).collect();
    let record = json!({
        "number": part.first + 1,
        "of": part.of,
        "asked": asked(count),
        "complete": !matches!(finding, Finding::Unknown { .. }),
        "count": number(finding.count()),
        "solutions": solutions,
    });
    let mut puzzle = document.to_json();
    if let Value::Object(fields) = &mut puzzle {
        fields.insert("part".to_owned(), record);
    }
    json_line(&puzzle)
}

/// How the search of a part ended: what it found is no verdict.
pub(crate) fn exit(answer: &Answer) -> Exit {
    match answer.finding {
        Finding::Unknown { .. } => answer.finding.exit(),
        _ => Exit::Fine,
    }
}

/// The parts of one puzzle, put together.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    puzzle: Option<Map<String, Value>>,
    kind: String,
    of: u64,
    asked: String,
    /// By number: whether it is complete, its count and its solutions.
    parts: BTreeMap<u64, Record>,
}

#[derive(Debug, PartialEq)]
struct Record {
    complete: bool,
    count: u128,
    solutions: Vec<Value>,
}

impl Parts {
    /// Adds a part; the same one again changes nothing.
    pub(crate) fn add(&mut self, document: &Document) -> Result<(), Failure> {
        let Some(part) = document.about.get("part").and_then(Value::as_object) else {
            return Err(Failure::usage("some of these are parts of a puzzle and some are not; merge one or the other"));
        };
        let unreadable = || Failure::invalid("expected a part as `solve --part` writes it");
        let (number, of, asked, record) = read(part).ok_or_else(unreadable)?;
        let puzzle = document.puzzle.write_json();
        if self.puzzle.as_ref().is_some_and(|own| *own != puzzle)
            || !self.parts.is_empty() && (self.of, &*self.asked) != (of, asked)
        {
            return Err(Failure::usage("these are parts of several puzzles, or of several runs; merge one at a time"));
        }
        (self.puzzle, self.kind, self.of) = (Some(puzzle), document.puzzle.kind().name.to_owned(), of);
        asked.clone_into(&mut self.asked);
        match self.parts.get(&number) {
            // One that was stopped and run again.
            Some(before) if before.complete && record.complete && *before != record => {
                Err(Failure::usage(format!("part {number} of {of} is there twice, and not the same")))
            }
            Some(before) if before.complete => Ok(()),
            _ => {
                self.parts.insert(number, record);
                Ok(())
            }
        }
    }

    /// The answer to the whole puzzle, on a line.
    pub(crate) fn answer(&self) -> Result<(String, Exit), Failure> {
        let is_missing = |number: &u64| self.parts.get(number).is_none_or(|record| !record.complete);
        let missing: Vec<String> = (1..=self.of).filter(is_missing).map(|number| number.to_string()).collect();
        let solutions: Vec<&Value> = self.parts.values().flat_map(|record| &record.solutions).take(2).collect();
        let count: u128 = self.parts.values().map(|record| record.count).sum();
        let several = self.asked == asked(false) && solutions.len() > 1;
        if !missing.is_empty() && !several {
            let listed = missing.iter().take(8).cloned().collect::<Vec<_>>().join(", ");
            let more = if missing.len() > 8 { ", ..." } else { "" };
            let problem = format!("{} of {} parts are missing or not complete: {listed}{more}", missing.len(), self.of);
            return Err(Failure::missing(problem));
        }
        let (verdict, exit) = match count {
            0 => ("none", Exit::None),
            1 => ("unique", Exit::Fine),
            _ if self.asked == asked(true) => ("several", Exit::Fine),
            _ => ("several", Exit::Several),
        };
        let count = if several { 2 } else { count };
        let answer = json!({
            "puzzle": self.kind,
            "verdict": verdict,
            "solutions": solutions,
            "count": number(count),
            "parts": self.of,
        });
        Ok((json_line(&answer), exit))
    }
}

fn read(part: &Map<String, Value>) -> Option<(u64, u64, &str, Record)> {
    let (number, of) = (part.get("number")?.as_u64()?, part.get("of")?.as_u64()?);
    let count = match part.get("count")? {
        Value::String(digits) => digits.parse().ok()?,
        count => u128::from(count.as_u64()?),
    };
    let record = Record {
        complete: part.get("complete")?.as_bool()?,
        count,
        solutions: part.get("solutions")?.as_array()?.clone(),
    };
    (1..=of).contains(&number).then_some((number, of, part.get("asked")?.as_str()?, record))
}
