//! The setter's service: an editor that follows a sketch, edit by edit.

use super::{Mailbox, SLICE};
use crate::message::{Answer, Mark, Question, RemarkAbout, RemarkTold};
use crate::words::counted;
use crate::{EditCommand, Editor, Helpful, Remark};
use puzzles::{Edit, Sketch, Target};
use scene::Emphasis;
use std::rc::Rc;
use studio::{Count, MakeError, Verdict, Workshop};

pub(super) async fn serve(mailbox: Rc<Mailbox<Question, Answer>>) {
    let mut editor: Option<Editor> = None;
    loop {
        let question = mailbox.next().await;
        let done = match (&question, &mut editor) {
            (Question::Command(EditCommand::MakeUnique), Some(editor)) => redraw(&mailbox, editor).await,
            _ => Ok(false),
        };
        match done.and_then(|done| if done { Ok(()) } else { obey(&mut editor, question) }) {
            Ok(()) => {}
            Err(why) => mailbox.answer(Answer::Refused(why)),
        }
        let Some(editor) = &mut editor else { continue };
        // What needs no work was said at once.
        let mut told = 0;
        loop {
            for remark in editor.remarks().get(told..).unwrap_or_default() {
                mailbox.answer(Answer::Remark(remark_told(remark, editor.sketch())));
            }
            told = editor.remarks().len();
            if editor.is_idle() || mailbox.has_mail() {
                break;
            }
            mailbox.rest().await;
            let before = editor.remarks().len();
            editor.work(SLICE);
            // After a command the remarks begin again.
            told = told.min(before).min(editor.remarks().len());
        }
        if editor.is_idle() {
            mailbox.answer(Answer::NoMoreRemarks);
        }
    }
}

fn obey(editor: &mut Option<Editor>, question: Question) -> Result<(), String> {
    if let Question::Sketch { start, edits } = question {
        let mut opened = Editor::new(start.sketch()?);
        edits.into_iter().try_for_each(|edit| make_edit(&mut opened, edit))?;
        *editor = Some(opened);
        return Ok(());
    }
    let editor = editor.as_mut().ok_or("no sketch is open")?;
    match question {
        Question::Edit(edit) => make_edit(editor, edit)?,
        Question::UndoEdit => _ = editor.undo(),
        Question::RedoEdit => _ = editor.redo(),
        Question::Command(command) => editor.command(command),
        // All others are for other services.
        _ => {}
    }
    Ok(())
}

/// So many seeds are tried for a shape with one solution.
const MOST_TRIES: u64 = 20;

/// Draws a new shape so that it has one solution, where no clue could make it so; says whether there was anything to
/// do here.
async fn redraw(mailbox: &Mailbox<Question, Answer>, editor: &mut Editor) -> Result<bool, String> {
    let is_unique = |remark: &Remark| matches!(remark, Remark::Verdict(Verdict::Unique(_)));
    let Some(request) = editor.sketch().redrawing().filter(|_| !editor.remarks().iter().any(is_unique)) else {
        return Ok(false);
    };
    let kind = editor.sketch().puzzle().map_err(|missing| missing.to_string())?.kind();
    let mut workshop = Workshop::new(kind, request).map_err(|error| error.to_string())?;
    for seed in 1..=MOST_TRIES {
        match mailbox.finish(workshop.making(seed, 0), u64::MAX, || mailbox.has_mail()).await {
            // Another question came first.
            None => return Ok(true),
            Some(Err(MakeError::NoneFound { .. })) => {}
            Some(made) => {
                let wanted = made.map_err(|error| error.to_string())?.puzzle.sketch();
                let edit = |target: Target| {
                    let value = wanted.value(&target.id);
                    (editor.sketch().value(&target.id) != value).then_some(Edit::Set { target: target.id, value })
                };
                let edits: Vec<Edit> = wanted.targets().into_iter().filter_map(edit).collect();
                editor.change(edits);
                return Ok(true);
            }
        }
    }
    Err("none was found at this size: try another one".to_owned())
}

fn make_edit(editor: &mut Editor, edit: Edit) -> Result<(), String> {
    editor.edit(edit).map(|_| ()).map_err(|error| error.to_string())
}

/// A remark as a sentence, with what it points at.
fn remark_told(remark: &Remark, sketch: &dyn Sketch) -> RemarkTold {
    let pointed = |ids: &[String], how| ids.iter().map(|id| (id.clone(), how)).collect::<Vec<Mark>>();
    let told = |about, says| RemarkTold { about, says, marks: Vec::new() };
    match remark {
        Remark::Incomplete(incomplete) => RemarkTold {
            about: RemarkAbout::Incomplete,
            says: format!("Not a puzzle yet: {incomplete}."),
            marks: incomplete.missing.iter().map(|missing| (missing.target.clone(), Emphasis::Effect)).collect(),
        },
        Remark::TooLarge(error) => told(RemarkAbout::Incomplete, format!("Too large to be looked at: {error}.")),
        Remark::Verdict(verdict) => {
            let says = match verdict {
                Verdict::None => match sketch.advice() {
                    Some(advice) => format!("No solution. {advice}"),
                    None => "No solution. Take a clue away, or change one.".to_owned(),
                },
                Verdict::Unique(_) => "Exactly one solution.".to_owned(),
                Verdict::Several(..) => "More than one solution.".to_owned(),
                Verdict::Unknown(_, stopped) => format!("It is not known how many solutions there are: {stopped}."),
            };
            told(RemarkAbout::Verdict(verdict.name().to_owned()), says)
        }
        Remark::Forced { values, undecided } => {
            let (forced, all) = (values.iter().flatten().count(), values.len());
            let unknown = if *undecided > 0 { format!("; for {undecided} it is not known") } else { String::new() };
            let says = match forced {
                0 => format!("No value is the same in all solutions{unknown}."),
                _ if forced == all => "All values are forced.".to_owned(),
                _ => format!("{forced} of {all} values are the same in all solutions{unknown}."),
            };
            told(RemarkAbout::Forced(values.clone()), says)
        }
        Remark::Count(count) => told(RemarkAbout::Count, format!("{}.", solutions(count))),
        Remark::Apart { one, other, farthest } => {
            let places = one.iter().zip(other.iter()).zip(sketch.place_ids());
            let ids: Vec<String> = places.filter(|((one, other), _)| one != other).map(|(_, id)| id).collect();
            let most = if *farthest { "No two differ in more." } else { "Others may differ in more." };
            let says = format!("Two solutions differ in {}, marked. {most}", counted(ids.len(), "place"));
            RemarkTold { about: RemarkAbout::Apart, says, marks: pointed(&ids, Emphasis::Effect) }
        }
        Remark::Needless { clues, undecided } => {
            let unknown = if *undecided > 0 { format!(" For {undecided} it is not known.") } else { String::new() };
            let says = match clues.as_slice() {
                [] => format!("No clue could be left out.{unknown}"),
                some => format!("Could be left out, each by itself: {}.{unknown}", some.join(", ")),
            };
            RemarkTold { about: RemarkAbout::Needless, says, marks: pointed(clues, Emphasis::Cause) }
        }
        Remark::Helpful(Helpful { target, value, leaves, tried }) => {
            let targets = sketch.targets();
            let name = targets.iter().find(|own| own.id == *target).map_or(target.as_str(), |own| own.name.as_str());
            let of = if *tried > 1 { format!(" (best of {tried} tried)") } else { String::new() };
            let says = format!("{value} as {name} would leave {}{of}.", solutions(leaves).to_lowercase());
            let edit = Edit::Set { target: target.clone(), value: Some(*value) };
            let marks = vec![(target.clone(), Emphasis::Effect)];
            RemarkTold { about: RemarkAbout::Helpful(edit), says, marks }
        }
        Remark::Graded { grade, explanation, hardest } => {
            let step = hardest.and_then(|number| explanation.counted().get(number));
            let by = step.map_or_else(String::new, |step| format!(", the hardest by {}", step.level.name()));
            let says = format!("For people: {}, {} steps{by}.", grade.difficulty.name(), explanation.counted().len());
            told(RemarkAbout::Graded(step.map(|step| explanation.context.text(step))), says)
        }
        Remark::Changed(edits) => {
            let clues = counted(edits.len(), "clue");
            told(RemarkAbout::Changed(edits.clone()), format!("Changed {clues}."))
        }
        Remark::Refused(refusal) => told(RemarkAbout::Refused, format!("Not done: {refusal}.")),
    }
}

/// `1 solution`, `At least 100 solutions`
fn solutions(count: &Count) -> String {
    match count {
        Count::Exact(1) => "1 solution".to_owned(),
        Count::Exact(count) => format!("{count} solutions"),
        Count::AtLeast(least, _) => format!("At least {least} solutions"),
    }
}
