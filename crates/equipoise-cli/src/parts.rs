//! A part of a hard puzzle, solved by itself: `solve --part K/N`, and `merge` of
//! all parts.
//!
//! A part is written as the puzzle with a record of what was found, so that
//! every command reads it, and `merge` sees that all parts are of one puzzle.

use crate::failure::{Exit, Failure};
use crate::generate::Shard;
use crate::report::{Answer, End, number};
use crate::solve::{MOST_PARTS, Solve};
use crate::text::json_line;
use equipoise::puzzles::Document;
use serde::{Deserialize, Serialize};
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

/// What was found in a part, as its file records it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Record {
    number: u64,
    of: u64,
    asked: Asked,
    complete: bool,
    /// A number, or a string where a reader of JSON could mistake it.
    count: Value,
    solutions: Vec<Value>,
}

/// What was asked of the puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Asked {
    Count,
    Verdict,
}

impl Record {
    fn read(document: &Document) -> Option<Record> {
        let record: Record = serde_json::from_value(document.about.get("part")?.clone()).ok()?;
        record.exact_count()?;
        (1..=record.of).contains(&record.number).then_some(record)
    }

    fn exact_count(&self) -> Option<u128> {
        self.count.as_str().map_or_else(|| self.count.as_u64().map(u128::from), |digits| digits.parse().ok())
    }
}

/// The puzzle with what was found in one of its parts, on a line.
pub(crate) fn line(document: &Document, part: Shard, count: bool, answer: &Answer) -> String {
    let record = Record {
        number: part.first + 1,
        of: part.of,
        asked: if count { Asked::Count } else { Asked::Verdict },
        complete: !matches!(answer.end, End::Stopped(_)),
        count: number(answer.count),
        solutions: answer.solutions.iter().map(|board| document.puzzle.write_board(board)).collect(),
    };
    let mut puzzle = document.to_json();
    puzzle["part"] = json!(record);
    json_line(&puzzle)
}

/// How the search of a part ended: what it found is not a verdict.
pub(crate) fn exit(answer: &Answer) -> Exit {
    match answer.end {
        End::Stopped(stopped) => stopped.into(),
        _ => Exit::Fine,
    }
}

/// The parts of one puzzle, put together.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    /// The puzzle and its kind.
    puzzle: Option<(&'static str, Map<String, Value>)>,
    /// By number.
    parts: BTreeMap<u64, Record>,
}

impl Parts {
    /// Adds a part; the same one again changes nothing.
    pub(crate) fn add(&mut self, document: &Document) -> Result<(), Failure> {
        if !document.about.contains_key("part") {
            return Err(Failure::usage("some of these are parts of a puzzle and some are not; merge one or the other"));
        }
        let unreadable = || Failure::new("shape", Exit::Invalid, "expected a part as `solve --part` writes it");
        let record = Record::read(document).ok_or_else(unreadable)?;
        let puzzle = (document.puzzle.kind().name, document.puzzle.write_json());
        let is_of_another = |other: &Record| (other.of, other.asked) != (record.of, record.asked);
        if self.puzzle.get_or_insert_with(|| puzzle.clone()) != &puzzle || self.parts.values().any(is_of_another) {
            return Err(Failure::usage("these are parts of several puzzles, or of several runs; merge one at a time"));
        }
        match self.parts.get(&record.number) {
            Some(before) if before.complete && record.complete && *before != record => {
                let Record { number, of, .. } = record;
                Err(Failure::usage(format!("part {number} of {of} is there twice, and not the same")))
            }
            Some(before) if before.complete => Ok(()),
            // A part that was stopped may have been run again.
            _ => {
                self.parts.insert(record.number, record);
                Ok(())
            }
        }
    }

    /// The answer to the whole puzzle, on a line.
    pub(crate) fn answer(&self) -> Result<(String, Exit), Failure> {
        let (of, asked) = self.parts.values().next().map_or((0, Asked::Verdict), |record| (record.of, record.asked));
        let is_missing = |number: &u64| self.parts.get(number).is_none_or(|record| !record.complete);
        let missing: Vec<String> = (1..=of).filter(is_missing).map(|number| number.to_string()).collect();
        let solutions: Vec<&Value> = self.parts.values().flat_map(|record| &record.solutions).take(2).collect();
        let count: u128 = self.parts.values().filter_map(Record::exact_count).sum();
        let several = asked == Asked::Verdict && solutions.len() > 1;
        if !missing.is_empty() && !several {
            let listed = missing.iter().take(8).cloned().collect::<Vec<_>>().join(", ");
            let more = if missing.len() > 8 { ", ..." } else { "" };
            let problem = format!("{} of {of} parts are missing or not complete: {listed}{more}", missing.len());
            return Err(Failure::missing(problem));
        }
        let (verdict, exit) = match count {
            0 => ("none", Exit::None),
            1 => ("unique", Exit::Fine),
            _ if asked == Asked::Count => ("several", Exit::Fine),
            _ => ("several", Exit::Several),
        };
        let count = number(if several { 2 } else { count });
        let kind = self.puzzle.as_ref().map_or("", |(kind, _)| kind);
        let answer = json!({ "puzzle": kind, "verdict": verdict, "solutions": solutions, "count": count, "parts": of });
        Ok((json_line(&answer), exit))
    }
}
