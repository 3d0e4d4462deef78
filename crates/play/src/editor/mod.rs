//! The setter's desk: a puzzle being changed, and what is found out about it
//! after each edit.

mod desk;
mod lore;
mod questions;
mod remark;
mod wishes;

pub use remark::{Budgets, Helpful, Refusal, Remark, Wish};

use crate::Sketchbook;
use desk::Desk;
use fd::{Budget, Limits, Stopped};
use puzzles::{Edit, EditError, Sketch};
use questions::Subject;
use std::cell::RefCell;
use std::rc::Rc;
use studio::task::{Meter, Progress, Task};

/// A sketch being changed, one edit at a time, with answers about it.
///
/// After each edit the editor starts again to find out about the sketch: what is
/// missing, the verdict, which values are forced, how many solutions there are,
/// two that differ much, which clues could go, which would help most, the grade.
/// It works only when asked to, for as much work as it is given, and gives each
/// answer as soon as it is known. What an edit leaves true is not asked again.
///
/// ```
/// use fd::Limits;
/// use puzzles::Edit;
/// use play::{Editor, Remark, Wish};
/// use studio::Verdict;
/// let gap = puzzles::builtin("gap/seed-1").expect("it is built in").puzzle;
/// let mut editor = Editor::new(gap.sketch());
/// let remarks = editor.finish(Limits::none()).expect("no limit");
/// assert!(matches!(remarks[0], Remark::Verdict(Verdict::Unique(_))));
///
/// // Without its clues it has many solutions.
/// let clues: Vec<String> = editor.sketch().clue_ids();
/// for target in clues {
///     editor.edit(Edit::Set { target, value: None })?;
/// }
/// loop {
///     // A slice of work; then there is time for other things.
///     for remark in editor.work(2_000) {
///         println!("{remark:?}");
///     }
///     if editor.is_idle() {
///         break;
///     }
/// }
/// assert!(matches!(editor.remarks()[0], Remark::Verdict(Verdict::Several(..))));
///
/// editor.wish(Wish::MakeUnique);
/// editor.finish(Limits::none()).expect("no limit");
/// assert!(matches!(editor.remarks()[0], Remark::Changed(_)));
/// assert!(matches!(editor.remarks()[1], Remark::Verdict(Verdict::Unique(_))));
/// assert!(editor.undo());
/// # Ok::<(), puzzles::EditError>(())
/// ```
#[derive(Debug)]
pub struct Editor {
    book: Sketchbook,
    budgets: Budgets,
    meter: Meter,
    /// The desk for the last shape that was a puzzle.
    desk: Rc<RefCell<Option<Desk>>>,
    /// The work in progress.
    pursuit: Option<Task<'static, Option<Vec<Edit>>>>,
    /// Remarks from the work in progress that were not taken over yet.
    told: Rc<RefCell<Vec<Remark>>>,
    remarks: Vec<Remark>,
}

impl Editor {
    /// An editor that begins with this sketch.
    pub fn new(sketch: Box<dyn Sketch>) -> Editor {
        let mut editor = Editor {
            book: Sketchbook::new(sketch),
            budgets: Budgets::default(),
            meter: Meter::new(),
            desk: Rc::default(),
            pursuit: None,
            told: Rc::default(),
            remarks: Vec::new(),
        };
        editor.begin(None);
        editor
    }

    /// The same with other budgets.
    #[must_use]
    pub fn budgets(mut self, budgets: Budgets) -> Editor {
        self.budgets = budgets;
        self.begin(None);
        self
    }

    /// The sketch as it is now.
    pub fn sketch(&self) -> &dyn Sketch {
        self.book.sketch()
    }

    /// The sketch with its edits.
    pub fn book(&self) -> &Sketchbook {
        &self.book
    }

    /// All that was found out about the sketch as it is now.
    pub fn remarks(&self) -> &[Remark] {
        &self.remarks
    }

    /// Whether all its questions are answered.
    pub fn is_idle(&self) -> bool {
        self.pursuit.is_none()
    }

    /// What counts the work of all answers.
    pub fn meter(&self) -> &Meter {
        &self.meter
    }

    /// Makes an edit; the id of what it adds, if it adds something. Work in
    /// progress is cancelled.
    ///
    /// # Errors
    /// Why it cannot be made. Nothing has changed.
    pub fn edit(&mut self, edit: Edit) -> Result<Option<String>, EditError> {
        let added = self.book.edit(edit)?;
        self.begin(None);
        Ok(added)
    }

    /// Takes back the last change; says whether there was one.
    pub fn undo(&mut self) -> bool {
        let undone = self.book.undo();
        if undone {
            self.begin(None);
        }
        undone
    }

    /// Redoes the change that was undone last; says whether there was one.
    pub fn redo(&mut self) -> bool {
        let redone = self.book.redo();
        if redone {
            self.begin(None);
        }
        redone
    }

    /// Starts to change the sketch. It ends with [`Remark::Changed`] or
    /// [`Remark::Refused`]; then the editor goes on with its questions. The next
    /// edit cancels it.
    pub fn wish(&mut self, wish: Wish) {
        self.begin(Some(wish));
    }

    /// Goes on for this much work, or a little more to finish a question;
    /// returns what was found out.
    pub fn work(&mut self, work: u64) -> &[Remark] {
        let before = self.remarks.len();
        let Some(pursuit) = self.pursuit.take() else { return &[] };
        let progress = pursuit.run(work);
        self.remarks.append(&mut self.told.take());
        match progress {
            Progress::Paused(rest) => self.pursuit = Some(rest),
            Progress::Done(None) => {}
            Progress::Done(Some(edits)) => return self.change(edits),
        }
        self.remarks.get(before..).unwrap_or_default()
    }

    /// Goes on until all is answered.
    ///
    /// # Errors
    /// The limit that was reached. The next call goes on from there.
    pub fn finish(&mut self, limits: Limits<'_>) -> Result<&[Remark], Stopped> {
        let mut budget = Budget::new(limits);
        let started = self.meter.spent();
        while !self.is_idle() {
            let allowed = budget.spend(0, self.meter.spent() - started)?;
            self.work(allowed.max(1));
        }
        Ok(&self.remarks)
    }

    /// Makes the edits of a wish, or goes on without any.
    fn change(&mut self, edits: Vec<Edit>) -> &[Remark] {
        let mut remarks = std::mem::take(&mut self.remarks);
        if !edits.is_empty() {
            remarks.push(match self.book.edit_all(edits.clone()) {
                Ok(()) => Remark::Changed(edits),
                Err(_) => Remark::Refused(Refusal::NoClue),
            });
        }
        self.begin(None);
        self.remarks.splice(..0, remarks);
        &self.remarks
    }

    /// Begins to find out about the sketch, or to fulfil a wish. Work in
    /// progress is cancelled.
    fn begin(&mut self, wish: Option<Wish>) {
        self.pursuit = None;
        self.told.take();
        self.remarks.clear();
        let (subject, desk) = match self.subject() {
            Ok(subject) => (subject, Rc::clone(&self.desk)),
            Err(remark) => {
                self.remarks.push(remark);
                self.remarks.extend(wish.map(|_| Remark::Refused(Refusal::Incomplete)));
                return;
            }
        };
        let told = Rc::clone(&self.told);
        self.pursuit = Some(Task::new(&self.meter, pursue(subject, desk, wish, told)));
    }

    /// The sketch as a puzzle, with the desk ready for it.
    fn subject(&mut self) -> Result<Subject, Remark> {
        let sketch = self.book.sketch();
        let puzzle = sketch.puzzle().map_err(Remark::Incomplete)?;
        if !self.desk.borrow().as_ref().is_some_and(|desk| desk.serves(sketch)) {
            let desk = Desk::new(sketch, &*puzzle).map_err(Remark::TooLarge)?;
            *self.desk.borrow_mut() = Some(desk);
        }
        let clue_ids = sketch.clue_ids();
        let given = clue_ids.iter().map(|id| sketch.value(id)).collect();
        Ok(Subject { puzzle, clue_ids, given, budgets: self.budgets, meter: self.meter.clone() })
    }
}

/// Finds out about a subject, or works out the edits that fulfil a wish.
#[expect(clippy::await_holding_refcell_ref, reason = "the editor drops this before it looks at the desk")]
async fn pursue(
    subject: Subject,
    desk: Rc<RefCell<Option<Desk>>>,
    wish: Option<Wish>,
    told: Rc<RefCell<Vec<Remark>>>,
) -> Option<Vec<Edit>> {
    let mut desk = desk.borrow_mut();
    let desk = desk.as_mut()?;
    match wish {
        None => {
            subject.ask(desk, |remark| told.borrow_mut().push(remark)).await;
            None
        }
        Some(wish) => match subject.wish(desk, wish).await {
            Ok(edits) => Some(edits),
            Err(refusal) => {
                told.borrow_mut().push(Remark::Refused(refusal));
                Some(Vec::new())
            }
        },
    }
}
