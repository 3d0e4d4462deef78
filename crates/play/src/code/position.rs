//! A position as a value: `[entries, marks, quantities]`.
//!
//! The entries are in the order of the places, null for a blank. For each target
//! there are the candidates written there, null for none, as runs: how far each
//! run is from the end of the last, and how many follow its first value.
//! Quantities have their ruled out values, by name. Empty parts at the end are
//! left out. In version 1 there are struck values instead, for each place.

use crate::game::{Allowed, Written};
use puzzles::{Board, Notes, Puzzle};
use serde_json::{Map, Value};
use studio::Position;

/// The most values that a code may stand for: a short run can stand for many.
const MOST_VALUES: i64 = 1 << 20;

pub(super) fn to_value(written: &Written, puzzle: &dyn Puzzle) -> Value {
    let givens = puzzle.givens();
    let entry = |(entry, given): (Option<i32>, Option<i32>)| Value::from(entry.filter(|_| given.is_none()));
    let entries: Vec<Value> = written.board.iter().zip(givens.iter()).map(entry).collect();
    let mut parts = vec![Value::Array(entries)];
    let marks_of = |id: &String| written.marks.get(id).map_or(Value::Null, |values| runs(values.iter().copied()));
    if !written.marks.is_empty() || !written.ruled_out.is_empty() {
        // Version 1 has one list for each place here; without marks they are all empty.
        parts.push(match written.marks.is_empty() {
            true => vec![Value::Array(Vec::new()); puzzle.places()].into(),
            false => puzzle.sheet().targets.iter().map(|target| marks_of(&target.id)).collect(),
        });
    }
    if !written.ruled_out.is_empty() {
        let ruled_out = written.ruled_out.iter().map(|(id, values)| (id.to_owned(), runs(values.iter().copied())));
        parts.push(Value::Object(ruled_out.collect::<Map<_, _>>()));
    }
    parts.into()
}

pub(super) fn from_value(value: &Value, puzzle: &dyn Puzzle, marked: bool) -> Option<Written> {
    let parts = value.as_array()?;
    let entries = parts.first()?.as_array()?;
    if entries.len() != puzzle.places() || parts.len() > 3 {
        return None;
    }
    let read = |(entry, given): (&Value, Option<i32>)| match entry {
        Value::Null => Some(given),
        entry => Some(Some(i32::try_from(entry.as_i64()?).ok()?)),
    };
    let board: Board = entries.iter().zip(puzzle.givens().iter()).map(read).collect::<Option<_>>()?;
    let (mut notes, mut room) = (Notes::new(), MOST_VALUES);
    if let Some(others) = parts.get(2) {
        for (id, runs) in others.as_object()? {
            values(runs, &mut room)?.into_iter().for_each(|value| _ = notes.strike(id, value));
        }
    }
    let allowed = Allowed::on(puzzle);
    let lists = parts.get(1).map_or(Some(&[][..]), |lists| lists.as_array().map(Vec::as_slice))?;
    if !marked {
        for (id, list) in allowed.sheet.places.iter().zip(lists) {
            values(list, &mut room)?.into_iter().for_each(|value| _ = notes.strike(id, value));
        }
    }
    let mut written = Written::from_struck(Position { board, notes }, &allowed).ok()?;
    if marked {
        for (target, list) in allowed.sheet.targets.iter().zip(lists).filter(|(_, list)| !list.is_null()) {
            written.marks.insert(target.id.clone(), values(list, &mut room)?.into_iter().collect());
        }
    }
    allowed.check(&written).ok()?;
    Some(written)
}

/// Values in increasing order, as runs.
fn runs(values: impl Iterator<Item = i32>) -> Value {
    let mut list: Vec<i64> = Vec::new();
    let mut end = 0;
    for value in values.map(i64::from) {
        match list.last_mut() {
            Some(more) if value == end => *more += 1,
            _ => list.extend([value - end, 0]),
        }
        end = value + 1;
    }
    list.into()
}

/// Reads what [`runs`] writes.
fn values(runs: &Value, room: &mut i64) -> Option<Vec<i32>> {
    let (mut values, mut end): (Vec<i32>, i64) = (Vec::new(), 0);
    for run in runs.as_array()?.chunks(2) {
        let [from, more] = run else { return None };
        let first = i32::try_from(end.checked_add(from.as_i64()?)?).ok()?;
        let more = more.as_i64().filter(|more| *more >= 0)?;
        let last = i32::try_from(i64::from(first).checked_add(more)?).ok()?;
        *room = room.checked_sub(more + 1).filter(|room| *room >= 0)?;
        values.extend(first..=last);
        end = i64::from(last) + 1;
    }
    Some(values)
}
