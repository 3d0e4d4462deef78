//! The editor: a puzzle being changed, and what is found out about it
//! after each edit.

mod cache;
mod commands;
mod questions;
mod remark;
mod solver;

pub use remark::{EditCommand, Helpful, Refusal, Remark};

use crate::Sketchbook;
use puzzles::{Edit, EditError, Sketch};
use questions::Subject;
use solver::SketchSolver;
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
/// use puzzles::Edit;
/// use play::{Editor, Remark, EditCommand};
/// use studio::Verdict;
/// let gap = puzzles::builtin("gap/seed-1").expect("it is built in").puzzle;
/// let mut editor = Editor::new(gap.sketch());
/// let finish = |editor: &mut Editor| {
///     while !editor.is_idle() {
///         editor.work(2_000); // Then there is time for other things.
///     }
/// };
/// finish(&mut editor);
/// assert!(matches!(editor.remarks()[0], Remark::Verdict(Verdict::Unique(_))));
///
/// // Without its clues it has many solutions.
/// let clues: Vec<String> = editor.sketch().clue_ids();
/// for target in clues {
///     editor.edit(Edit::Set { target, value: None })?;
/// }
/// finish(&mut editor);
/// assert!(matches!(editor.remarks()[0], Remark::Verdict(Verdict::Several(..))));
///
/// editor.command(EditCommand::MakeUnique);
/// finish(&mut editor);
/// assert!(matches!(editor.remarks()[0], Remark::Changed(_)));
/// assert!(matches!(editor.remarks()[1], Remark::Verdict(Verdict::Unique(_))));
/// assert!(editor.undo());
/// # Ok::<(), puzzles::EditError>(())
/// ```
#[derive(Debug)]
pub struct Editor {
    book: Sketchbook,
    /// The most work for one answer.
    most: u64,
    meter: Meter,
    /// The solver for the last shape that was a puzzle.
    solver: Rc<RefCell<Option<SketchSolver>>>,
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
            most: u64::MAX,
            meter: Meter::new(),
            solver: Rc::default(),
            pursuit: None,
            told: Rc::default(),
            remarks: Vec::new(),
        };
        editor.begin(None);
        editor
    }

    /// The same with no more than this much work for each answer.
    #[must_use]
    pub fn at_most(mut self, work: u64) -> Editor {
        self.most = work;
        self.begin(None);
        self
    }

    /// The sketch as it is now.
    pub fn sketch(&self) -> &dyn Sketch {
        self.book.sketch()
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
    pub fn command(&mut self, command: EditCommand) {
        self.begin(Some(command));
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

    /// Makes the edits of a command, or goes on without any.
    pub(crate) fn change(&mut self, edits: Vec<Edit>) -> &[Remark] {
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

    /// Begins to find out about the sketch, or to carry out a command. Work in
    /// progress is cancelled.
    fn begin(&mut self, command: Option<EditCommand>) {
        self.pursuit = None;
        self.told.take();
        self.remarks.clear();
        let (subject, solver) = match self.subject() {
            Ok(subject) => (subject, Rc::clone(&self.solver)),
            Err(remark) => {
                self.remarks.push(remark);
                self.remarks.extend(command.map(|_| Remark::Refused(Refusal::Incomplete)));
                return;
            }
        };
        let told = Rc::clone(&self.told);
        self.pursuit = Some(Task::new(&self.meter, pursue(subject, solver, command, told)));
    }

    /// The sketch as a puzzle, with the solver ready for it.
    fn subject(&mut self) -> Result<Subject, Remark> {
        let sketch = self.book.sketch();
        let puzzle = sketch.puzzle().map_err(Remark::Incomplete)?;
        if !self.solver.borrow().as_ref().is_some_and(|solver| solver.serves(sketch)) {
            let solver = SketchSolver::new(sketch, &*puzzle).map_err(Remark::TooLarge)?;
            *self.solver.borrow_mut() = Some(solver);
        }
        let clue_ids = sketch.clue_ids();
        let given = clue_ids.iter().map(|id| sketch.value(id)).collect();
        Ok(Subject { puzzle, clue_ids, given, most: self.most, meter: self.meter.clone() })
    }
}

/// Finds out about a subject, or works out the edits that carry out a command.
#[expect(clippy::await_holding_refcell_ref, reason = "the editor drops this before it looks at the solver")]
async fn pursue(
    subject: Subject,
    solver: Rc<RefCell<Option<SketchSolver>>>,
    command: Option<EditCommand>,
    told: Rc<RefCell<Vec<Remark>>>,
) -> Option<Vec<Edit>> {
    let mut solver = solver.borrow_mut();
    let solver = solver.as_mut()?;
    match command {
        None => {
            subject.ask(solver, |remark| told.borrow_mut().push(remark)).await;
            None
        }
        Some(command) => match subject.command(solver, command).await {
            Ok(edits) => Some(edits),
            Err(refusal) => {
                told.borrow_mut().push(Remark::Refused(refusal));
                Some(Vec::new())
            }
        },
    }
}
