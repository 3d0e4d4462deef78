//! What the rooms say, as JSON.

use play::old::Move;
use puzzles::{Board, Notes, Puzzle, Sheet};
use scene::{Emphasis, Scene};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use studio::{Advice, Explanation, Hint, HintLevel, Outcome};

/// The targets that a scene points at, each with how: `[["r1c2", "cause"], ...]`.
pub(crate) fn marks(scene: &Scene) -> Value {
    let mut pointed: BTreeMap<&str, Emphasis> = BTreeMap::new();
    for mark in scene.marks() {
        if let (Some(target), Some(emphasis)) = (&mark.target, mark.emphasis) {
            pointed.insert(target, emphasis);
        }
    }
    pointed.into_iter().map(|(target, emphasis)| json!([target, emphasis.name()])).collect()
}

/// A hint with all its rungs: for each, the sentences, and what they point at.
pub(crate) fn hint(hint: &Hint, puzzle: &dyn Puzzle, sheet: &Sheet) -> Value {
    let subjects = hint.context.reasoning.subjects();
    let is_wrong = matches!(hint.advice, Advice::Wrong(_));
    let about = if is_wrong { Emphasis::Wrong } else { Emphasis::Effect };
    let mut places: BTreeMap<&str, &str> =
        hint.subjects().into_iter().map(|x| (subjects[x.index()].target(), about.name())).collect();
    let pointed = |places: &BTreeMap<&str, &str>| places.iter().map(|(id, how)| json!([id, how])).collect::<Value>();
    let where_to_look = pointed(&places);
    for id in hint.rules().into_iter().flat_map(|rule| &rule.targets) {
        places.entry(id).or_insert(Emphasis::Cause.name());
    }
    let with_rules = pointed(&places);
    let all = marks(&hint.draw(puzzle));
    let rungs = HintLevel::ALL.map(|rung| {
        let marks = match rung {
            HintLevel::Where => &where_to_look,
            HintLevel::Rules => &with_rules,
            HintLevel::Deduction | HintLevel::Result => &all,
        };
        json!({ "lines": hint.told(rung), "marks": marks })
    });
    let advice = match hint.advice {
        Advice::Solved => "solved",
        Advice::Enter { .. } => "enter",
        Advice::Next(_) => "next",
        Advice::Wrong(_) => "wrong",
        Advice::Reveal { .. } => "reveal",
        Advice::None { .. } => "none",
        Advice::Several(..) => "several",
    };
    let level = hint.step().map(|step| step.level.name());
    json!({ "advice": advice, "rungs": rungs, "level": level, "move": move_to_json(&Move::following(hint, sheet)) })
}

/// The whole way: for each step the sentence, the position after it, and what it points at.
pub(crate) fn path(explanation: &Explanation, puzzle: &dyn Puzzle) -> Value {
    let mut notes = Notes::new();
    let mut board = explanation.start.clone();
    let context = &explanation.context;
    let mut steps = Vec::new();
    for step in &explanation.steps {
        context.enter(step, &mut board);
        for about in context.removes(step) {
            about.values.into_iter().for_each(|value| _ = notes.strike(about.id, value));
        }
        let view = puzzles::View::of(&board).labels().notes(&notes);
        steps.push(json!({
            "text": context.text(step),
            "level": step.level.name(),
            "score": step.cost,
            "board": values(&board),
            "struck": notes.to_json(),
            "marks": marks(&context.draw(puzzle, &view, step)),
        }));
    }
    let outcome = match explanation.outcome {
        Outcome::Solved(_) => "solved",
        Outcome::Contradiction => "contradiction",
        Outcome::Open(_) => "open",
        Outcome::Stopped(_) => "stopped",
    };
    let band = matches!(explanation.outcome, Outcome::Solved(_))
        .then(|| studio::Grade::of(&explanation.steps).difficulty.name());
    json!({
        "start": values(&explanation.start),
        "steps": steps,
        "outcome": outcome,
        "band": band,
        "summary": explanation.summary(),
    })
}

/// A board as the values of its places.
pub(crate) fn values(board: &Board) -> Value {
    board.iter().map(Value::from).collect()
}

/// A board from the values of its places.
pub fn board(value: &Value) -> Board {
    let entry = |value: &Value| value.as_i64().and_then(|value| i32::try_from(value).ok());
    value.as_array().map(Vec::as_slice).unwrap_or_default().iter().map(entry).collect()
}

/// A move of a hint as JSON; other moves stay with the page that makes them.
pub fn move_to_json(made: &Move) -> Value {
    match made {
        Move::Enter { target, choice } => json!({ "enter": target, "choice": choice }),
        Move::Strike { subject, value } => json!({ "strike": subject, "value": value }),
        Move::Several(moves) => moves.iter().map(move_to_json).collect(),
        _ => Value::Null,
    }
}

/// Reads what [`move_to_json`] writes.
pub fn move_from_json(value: &Value) -> Option<Move> {
    let number = |field: &str| i32::try_from(value[field].as_i64()?).ok();
    if let Some(moves) = value.as_array() {
        return moves.iter().map(move_from_json).collect::<Option<Vec<Move>>>().map(Move::Several);
    }
    if let Some(target) = value["enter"].as_str() {
        return Some(Move::Enter { target: target.to_owned(), choice: number("choice")? });
    }
    Some(Move::Strike { subject: value["strike"].as_str()?.to_owned(), value: number("value")? })
}
