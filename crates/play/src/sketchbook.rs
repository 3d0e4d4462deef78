//! A sketch with its edits, which can be taken back and made again.

use puzzles::{Edit, EditError, Sketch};

/// A puzzle being set, with every edit since the start.
///
/// ```
/// use puzzles::Edit;
/// use play::Sketchbook;
/// let kind = puzzles::kind("gap").expect("it is a kind");
/// let mut book = Sketchbook::new((kind.sketch)(9).expect("a possible size"));
/// book.edit(Edit::Set { target: "row8".to_owned(), value: Some(4) })?;
/// assert_eq!(book.sketch().value("row8"), Some(4));
/// assert!(book.undo() && !book.undo());
/// assert_eq!(book.sketch().value("row8"), None);
/// assert!(book.redo());
/// assert_eq!(book.sketch().value("row8"), Some(4));
/// # Ok::<(), puzzles::EditError>(())
/// ```
#[derive(Debug)]
pub struct Sketchbook {
    start: Box<dyn Sketch>,
    now: Box<dyn Sketch>,
    /// The changes that stand, and those that were taken back; each is some
    /// edits.
    done: Vec<Vec<Edit>>,
    undone: Vec<Vec<Edit>>,
}

impl Sketchbook {
    /// A book that begins with this sketch.
    pub fn new(start: Box<dyn Sketch>) -> Sketchbook {
        Sketchbook { now: start.copy(), start, done: Vec::new(), undone: Vec::new() }
    }

    /// The sketch as it is now.
    pub fn sketch(&self) -> &dyn Sketch {
        &*self.now
    }

    /// The edits that stand, from the first: the sketch is the start with
    /// these made.
    pub fn edits(&self) -> impl Iterator<Item = &Edit> {
        self.done.iter().flatten()
    }

    /// Makes an edit; the id of what it adds, if it adds something.
    ///
    /// # Errors
    /// Why it cannot be made. Nothing has changed.
    pub fn edit(&mut self, edit: Edit) -> Result<Option<String>, EditError> {
        let added = self.now.edit(&edit)?;
        self.done.push(vec![edit]);
        self.undone.clear();
        Ok(added)
    }

    /// Makes some edits in one change.
    ///
    /// # Errors
    /// Why one of them cannot be made. Nothing has changed.
    pub fn edit_all(&mut self, edits: Vec<Edit>) -> Result<(), EditError> {
        let mut next = self.now.copy();
        for edit in &edits {
            next.edit(edit)?;
        }
        self.now = next;
        self.done.push(edits);
        self.undone.clear();
        Ok(())
    }

    /// Takes back the last change; says whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(change) = self.done.pop() else { return false };
        self.undone.push(change);
        self.now = self.start.copy();
        for edit in self.done.iter().flatten() {
            // It could be made before, from the same sketch.
            let _ = self.now.edit(edit);
        }
        true
    }

    /// Redoes the change that was undone last; says whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(change) = self.undone.pop() else { return false };
        for edit in &change {
            // It could be made before, from the same sketch.
            let _ = self.now.edit(edit);
        }
        self.done.push(change);
        true
    }
}
