//! Gap, Aztec Math and Trid as pages of rules: beside those that are built in, they show what pages can say, and how fast.

use puzzles::Kind;
use serde_json::{Value, json};
use std::ops::Range;

/// A puzzle of a built-in kind as the page with the same rules has it; nothing if there is no such page.
pub(crate) fn by_page(puzzle: &Value) -> Option<(&'static Kind, Value)> {
    let (page, fields) = match puzzle["puzzle"].as_str()? {
        "gap" => {
            let fields = json!({ "n": puzzle["size"], "across": puzzle["rows"], "down": puzzle["columns"] });
            (include_str!("gap.rules"), fields)
        }
        "aztec" => {
            // Pages have no 0 for a blank.
            let cell = |value: &Value| Some(value.clone()).filter(|value| *value != 0);
            let row = |row: &Value| Some(row.as_array()?.iter().map(cell).collect::<Vec<_>>());
            let given = puzzle["rows"].as_array()?.iter().map(row).collect::<Option<Vec<_>>>()?;
            (include_str!("aztec.rules"), json!({ "n": given.len(), "given": given }))
        }
        "trid" => (include_str!("trid.rules"), trid(puzzle)?),
        _ => return None,
    };
    Some((puzzles::load(page).expect("it is a page of rules"), fields))
}

fn trid(puzzle: &Value) -> Option<Value> {
    let size = puzzle["size"].as_u64()? as usize;
    let rows = |lengths: Range<usize>| -> Vec<Vec<Option<u64>>> { lengths.map(|length| vec![None; length]).collect() };
    let (mut up, mut down, mut given) = (rows(1..size), rows(0..size.saturating_sub(1)), rows(1..size + 1));
    for sum in puzzle["sums"].as_array().into_iter().flatten() {
        let rows = if sum["down"] == true { &mut down } else { &mut up };
        rows[sum["row"].as_u64()? as usize][sum["pos"].as_u64()? as usize] = sum["sum"].as_u64();
    }
    for vertex in puzzle["givens"].as_array().into_iter().flatten() {
        given[vertex["row"].as_u64()? as usize][vertex["pos"].as_u64()? as usize] = vertex["value"].as_u64();
    }
    Some(json!({ "n": size, "up": up, "down": down, "given": given }))
}
