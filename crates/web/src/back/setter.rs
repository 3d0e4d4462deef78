//! The room of the setter: an editor that follows the page's sketch, edit by edit.

use super::{Post, SLICE};
use play::{EditCommand, Editor, Helpful, Remark};
use puzzles::json::Node;
use puzzles::{Board, Document, Edit, Sketch};
use scene::Emphasis;
use serde_json::{Value, json};
use std::rc::Rc;
use studio::{Count, Verdict};

pub(super) async fn room(post: Rc<Post>) {
    let mut editor: Option<Editor> = None;
    loop {
        let letter = post.next().await;
        let done = match letter["ask"].as_str() {
            Some("open") => open(&letter).map(|opened| editor = Some(opened)),
            _ => editor.as_mut().ok_or_else(|| "no sketch is open".to_owned()).and_then(|editor| obey(editor, &letter)),
        };
        if let Err(why) = done {
            post.refuse(&why);
        }
        let Some(editor) = &mut editor else { continue };
        // What needs no work was said at once.
        let mut told = 0;
        loop {
            for remark in editor.remarks().get(told..).unwrap_or_default() {
                post.tell("remark", remark_to_json(remark, editor.sketch()));
            }
            told = editor.remarks().len();
            if editor.is_idle() || post.has_mail() {
                break;
            }
            post.rest().await;
            let before = editor.remarks().len();
            editor.work(SLICE);
            // After a wish the remarks begin again.
            told = told.min(before).min(editor.remarks().len());
        }
        if editor.is_idle() {
            post.tell("idle", json!({}));
        }
    }
}

/// An editor for a puzzle or an empty sketch, with the edits made since.
fn open(letter: &Value) -> Result<Editor, String> {
    let sketch = if letter["puzzle"].is_null() {
        let kind = letter["kind"].as_str().and_then(puzzles::kind).ok_or("there is no such kind of puzzle")?;
        let size = letter["size"].as_u64().and_then(|size| usize::try_from(size).ok()).unwrap_or(0);
        (kind.sketch)(size).map_err(|error| error.to_string())?
    } else {
        Document::from_json(&letter["puzzle"], None).map_err(|error| error.to_string())?.puzzle.sketch()
    };
    let mut editor = Editor::new(sketch);
    for edit in letter["edits"].as_array().map(Vec::as_slice).unwrap_or_default() {
        make_edit(&mut editor, edit)?;
    }
    Ok(editor)
}

fn make_edit(editor: &mut Editor, edit: &Value) -> Result<(), String> {
    let edit = Edit::from_json(Node::root(edit)).map_err(|error| error.to_string())?;
    editor.edit(edit).map(|_| ()).map_err(|error| error.to_string())
}

fn obey(editor: &mut Editor, letter: &Value) -> Result<(), String> {
    match letter["ask"].as_str() {
        Some("edit") => return make_edit(editor, &letter["edit"]),
        Some("undo") => _ = editor.undo(),
        Some("redo") => _ = editor.redo(),
        Some("unique") => editor.command(EditCommand::MakeUnique),
        Some("strip") => editor.command(EditCommand::Strip { seed: letter["seed"].as_u64().unwrap_or(0) }),
        _ => return Err("the setter does not understand".to_owned()),
    }
    Ok(())
}

/// A remark as a sentence, with what it points at.
fn remark_to_json(remark: &Remark, sketch: &dyn Sketch) -> Value {
    let pointed = |ids: &[String], how: Emphasis| ids.iter().map(|id| json!([id, how.name()])).collect::<Value>();
    match remark {
        Remark::Incomplete(incomplete) => {
            let ids: Vec<String> = incomplete.missing.iter().map(|missing| missing.target.clone()).collect();
            said("incomplete", format!("Not a puzzle yet: {incomplete}."), pointed(&ids, Emphasis::Wrong))
        }
        Remark::TooLarge(error) => said("incomplete", format!("Too large to be looked at: {error}."), json!([])),
        Remark::Verdict(verdict) => {
            let says = match verdict {
                Verdict::None => "No solution.".to_owned(),
                Verdict::Unique(_) => "Exactly one solution.".to_owned(),
                Verdict::Several(..) => "More than one solution.".to_owned(),
                Verdict::Unknown(_, stopped) => format!("It is not known how many solutions there are: {stopped}."),
            };
            let mut remark = said("verdict", says, json!([]));
            remark["verdict"] = verdict.name().into();
            remark
        }
        Remark::Forced { values, undecided } => {
            let (forced, all) = (values.iter().flatten().count(), values.len());
            let unknown = if *undecided > 0 { format!("; for {undecided} it is not known") } else { String::new() };
            let says = match forced {
                0 => format!("No value is the same in all solutions{unknown}."),
                _ if forced == all => "All values are forced.".to_owned(),
                _ => format!("{forced} of {all} values are the same in all solutions{unknown}."),
            };
            let mut remark = said("forced", says, json!([]));
            remark["values"] = super::tell::values(values);
            remark
        }
        Remark::Count(count) => said("count", format!("{}.", solutions(count)), json!([])),
        Remark::Apart { one, other, farthest } => {
            let ids = differing(one, other, sketch);
            let most = if *farthest { "No two differ in more." } else { "Others may differ in more." };
            let places = if ids.len() == 1 { "place" } else { "places" };
            let says = format!("Two solutions differ in {} {places}, marked. {most}", ids.len());
            said("apart", says, pointed(&ids, Emphasis::Effect))
        }
        Remark::Needless { clues, undecided } => {
            let unknown = if *undecided > 0 { format!(" For {undecided} it is not known.") } else { String::new() };
            let says = match clues.as_slice() {
                [] => format!("No clue could be left out.{unknown}"),
                some => format!("Could be left out, each by itself: {}.{unknown}", some.join(", ")),
            };
            said("needless", says, pointed(clues, Emphasis::Cause))
        }
        Remark::Helpful(Helpful { target, value, leaves, tried }) => {
            let targets = sketch.targets();
            let name = targets.iter().find(|own| own.id == *target).map_or(target.as_str(), |own| own.name.as_str());
            let of = if *tried > 1 { format!(" (best of {tried} tried)") } else { String::new() };
            let says = format!("{value} as {name} would leave {}{of}.", solutions(leaves).to_lowercase());
            let mut remark = said("helpful", says, pointed(std::slice::from_ref(target), Emphasis::Effect));
            remark["edit"] = Edit::Set { target: target.clone(), value: Some(*value) }.to_json();
            remark
        }
        Remark::Graded { grade, explanation, hardest } => {
            let step = hardest.and_then(|number| explanation.steps.get(number));
            let by = step.map_or_else(String::new, |step| format!(", the hardest by {}", step.level.name()));
            let steps = explanation.steps.len();
            let mut remark =
                said("graded", format!("For people: {}, {steps} steps{by}.", grade.difficulty.name()), json!([]));
            remark["more"] = step.map(|step| explanation.context.text(step)).into();
            remark
        }
        Remark::Changed(edits) => {
            let clues = if edits.len() == 1 { "1 clue".to_owned() } else { format!("{} clues", edits.len()) };
            let mut remark = said("changed", format!("Changed {clues}."), json!([]));
            remark["edits"] = edits.iter().map(Edit::to_json).collect();
            remark
        }
        Remark::Refused(refusal) => said("refused", format!("Not done: {refusal}."), json!([])),
    }
}

fn said(about: &str, says: String, marks: Value) -> Value {
    json!({ "about": about, "says": says, "marks": marks })
}

/// `1 solution`, `At least 100 solutions`
fn solutions(count: &Count) -> String {
    match count {
        Count::Exact(1) => "1 solution".to_owned(),
        Count::Exact(count) => format!("{count} solutions"),
        Count::AtLeast(least, _) => format!("At least {least} solutions"),
    }
}

fn differing(one: &Board, other: &Board, sketch: &dyn Sketch) -> Vec<String> {
    let places = one.iter().zip(other.iter()).zip(sketch.place_ids());
    places.filter(|((one, other), _)| one != other).map(|(_, id)| id).collect()
}
