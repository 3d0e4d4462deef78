//! A sketch with its edits, which can be taken back and made again.

use puzzles::{Edit, EditError, Sketch};

/// A puzzle being set, with every edit since the start.
///
/// ```
/// use puzzles::Edit;
/// use studio::Sketchbook;
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
    done: Vec<Edit>,
    undone: Vec<Edit>,
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
    pub fn edits(&self) -> &[Edit] {
        &self.done
    }

    /// Makes an edit; the id of what it adds, if it adds something.
    ///
    /// # Errors
    /// Why that cannot be. Nothing has changed.
    pub fn edit(&mut self, edit: Edit) -> Result<Option<String>, EditError> {
        let added = self.now.edit(&edit)?;
        self.done.push(edit);
        self.undone.clear();
        Ok(added)
    }

    /// Takes back the last edit; says whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(edit) = self.done.pop() else { return false };
        self.undone.push(edit);
        self.now = self.start.copy();
        for edit in &self.done {
            // It could be made before, from the same sketch.
            let _ = self.now.edit(edit);
        }
        true
    }

    /// Makes the edit again that was taken back last; says whether there was
    /// one.
    pub fn redo(&mut self) -> bool {
        let Some(edit) = self.undone.pop() else { return false };
        // It could be made before, from the same sketch.
        let _ = self.now.edit(&edit);
        self.done.push(edit);
        true
    }
}
