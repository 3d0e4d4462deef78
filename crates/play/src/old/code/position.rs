//! A position as a value: `[entries, struck, quantities]`.
//!
//! The entries are in the order of the places, null for a blank. For each place
//! there are the runs of its struck values: how far each run is from the end of
//! the last, and how many follow its first value. Quantities have the same, by
//! name. Empty parts at the end are left out.

use crate::old::game::Allowed;
use puzzles::{Board, Notes, Puzzle};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use studio::Position;

/// The most struck values that a code may stand for: a short run can stand for many.
const MOST_STRUCK: i64 = 1 << 20;

pub(super) fn to_value(position: &Position, puzzle: &dyn Puzzle) -> Value {
    let givens = puzzle.givens();
    let entry = |(entry, given): (Option<i32>, Option<i32>)| Value::from(entry.filter(|_| given.is_none()));
    let entries: Vec<Value> = position.board.iter().zip(givens.iter()).map(entry).collect();
    let places = puzzle.sheet().places;
    let struck: Vec<Value> = places.iter().map(|id| runs(position.notes.struck(id))).collect();
    let known: BTreeSet<&String> = places.iter().collect();
    let others = position.notes.iter().filter(|(id, _)| !known.contains(&(*id).to_owned()));
    let others: Map<String, Value> = others.map(|(id, values)| (id.to_owned(), runs(values.iter().copied()))).collect();
    let mut parts = vec![Value::Array(entries)];
    if !position.notes.is_empty() {
        parts.push(struck.into());
    }
    if !others.is_empty() {
        parts.push(others.into());
    }
    parts.into()
}

pub(super) fn from_value(value: &Value, puzzle: &dyn Puzzle) -> Option<Position> {
    let parts = value.as_array()?;
    let entries = parts.first()?.as_array()?;
    if entries.len() != puzzle.places() || parts.len() > 3 {
        return None;
    }
    let mut board = Board::blank(puzzle.places());
    for (place, (entry, given)) in entries.iter().zip(puzzle.givens().iter()).enumerate() {
        let entry = match entry {
            Value::Null => given,
            entry => Some(i32::try_from(entry.as_i64()?).ok()?),
        };
        board.set(place, entry);
    }
    let (mut notes, mut room) = (Notes::new(), MOST_STRUCK);
    if let Some(struck) = parts.get(1) {
        for (id, runs) in puzzle.sheet().places.iter().zip(struck.as_array()?) {
            strike(&mut notes, id, runs, &mut room)?;
        }
    }
    if let Some(others) = parts.get(2) {
        for (id, runs) in others.as_object()? {
            strike(&mut notes, id, runs, &mut room)?;
        }
    }
    let position = Position { board, notes };
    Allowed::on(puzzle).check(&position).ok()?;
    Some(position)
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

fn strike(notes: &mut Notes, id: &str, runs: &Value, room: &mut i64) -> Option<()> {
    let mut end: i64 = 0;
    for run in runs.as_array()?.chunks(2) {
        let [from, more] = run else { return None };
        let first = i32::try_from(end.checked_add(from.as_i64()?)?).ok()?;
        let more = more.as_i64().filter(|more| *more >= 0)?;
        let last = i32::try_from(i64::from(first).checked_add(more)?).ok()?;
        *room = room.checked_sub(more + 1).filter(|room| *room >= 0)?;
        for value in first..=last {
            notes.strike(id, value);
        }
        end = i64::from(last) + 1;
    }
    Some(())
}
