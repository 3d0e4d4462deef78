//! What a player asks its helper, and what the helper answers.
//!
//! Both are data. In the terminal they pass between threads as they are; in the
//! browser they pass between the page and its worker as JSON.

use crate::lessons::Thought;
use crate::saves::About;
use crate::{Date, EditCommand, Move, offers};
use puzzles::{Board, Document, Edit, Kind, Notes, Puzzle, Sketch};
use scene::Emphasis;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use studio::{Difficulty, Position};

/// A question or an answer with its number: answers have that of their question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message<T> {
    /// The number.
    pub id: u64,
    /// The question or answer.
    pub body: T,
}

impl<T> Message<T> {
    /// A message with a number of its own.
    pub fn new(body: T) -> Message<T> {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Message { id: LAST.fetch_add(1, Ordering::Relaxed) + 1, body }
    }

    /// The same number with another body.
    pub fn map<U>(self, body: impl FnOnce(T) -> U) -> Message<U> {
        Message { id: self.id, body: body(self.body) }
    }
}

/// A puzzle that is shared; as JSON, the puzzle itself, with the rules of a user's own kind.
#[derive(Debug, Clone)]
pub struct Shared(pub Arc<dyn Puzzle>);

impl Serialize for Shared {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        puzzles::whole_fields(&*self.0).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Shared {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Shared, D::Error> {
        let value = serde_json::Value::deserialize(deserializer)?;
        let document = Document::from_json(&value, None).map_err(de::Error::custom)?;
        Ok(Shared(document.puzzle.into()))
    }
}

impl PartialEq for Shared {
    fn eq(&self, other: &Shared) -> bool {
        studio::puzzle_to_json(&*self.0) == studio::puzzle_to_json(&*other.0)
    }
}

impl Eq for Shared {}

/// Which of the helper's services a question is for. Each answers one question
/// at a time; the services take turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ServiceName {
    /// Helps with the puzzle being played.
    Tutor,
    /// Makes puzzles.
    Maker,
    /// Looks at the sketch of a setter.
    Setter,
}

/// What a player or a setter wants to know.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Question {
    /// Get ready to help with this puzzle: how many solutions has it?
    Open(Shared),
    /// The next step from here.
    Hint(Position),
    /// Is anything wrong here?
    Check(Position),
    /// The whole way, from the start or from here.
    Path(Option<Position>),
    /// Other steps of this technique that are possible here.
    Like(Position, String),
    /// What is to be found from here by a technique, given by its number in the list of the kind, or by any?
    Practise(Position, Option<usize>),
    /// Is this what was to be found?
    Try(Thought),
    /// Is this true here, as far as anybody can tell from the rules?
    Judge(Position, Thought),
    /// The solution, and what it takes to find it.
    Solve,
    /// No answer to the last question is needed any more.
    Stop,
    /// No more about this puzzle.
    Close,
    /// Make a puzzle.
    Make(Order),
    /// Find fresh positions for a lesson.
    Positions(LessonAsked),
    /// Make the whole puzzle at the end of a lesson.
    Last(LessonAsked),
    /// Do not make it after all.
    StopMaking,
    /// Look at a sketch: a puzzle, or an empty one of this kind and size, with edits made to it.
    Sketch {
        /// What it begins with.
        start: SketchStart,
        /// The edits so far.
        edits: Vec<Edit>,
    },
    /// Make an edit.
    Edit(Edit),
    /// Take back the last edit, or make it again.
    UndoEdit,
    /// Make the edit again that was taken back last.
    RedoEdit,
    /// Have the clues changed.
    Command(EditCommand),
}

impl Question {
    /// Who answers it.
    pub fn service(&self) -> ServiceName {
        use Question as Q;
        match self {
            Q::Open(_) | Q::Hint(_) | Q::Check(_) | Q::Path(_) | Q::Like(..) => ServiceName::Tutor,
            Q::Practise(..) | Q::Try(_) | Q::Judge(..) | Q::Solve | Q::Stop | Q::Close => ServiceName::Tutor,
            Q::Make(_) | Q::Positions(_) | Q::Last(_) | Q::StopMaking => ServiceName::Maker,
            Q::Sketch { .. } | Q::Edit(_) | Q::UndoEdit | Q::RedoEdit | Q::Command(_) => ServiceName::Setter,
        }
    }
}

/// What a sketch begins with.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum SketchStart {
    /// An empty one of this kind and size.
    Empty(String, usize),
    /// This puzzle.
    Puzzle(Shared),
}

impl SketchStart {
    /// An empty one of this kind: with nothing on it where that is possible, or else of the smallest size on offer.
    pub fn empty(kind: &Kind) -> Option<SketchStart> {
        let sizes = std::iter::once(0).chain(offers(kind).next().map(|offer| offer.size));
        let mut starts = sizes.map(|size| SketchStart::Empty(kind.name.to_owned(), size));
        starts.find(|start| start.sketch().is_ok())
    }

    /// The sketch.
    ///
    /// # Errors
    /// Why there is no such sketch.
    pub fn sketch(&self) -> Result<Box<dyn Sketch>, String> {
        match self {
            SketchStart::Puzzle(puzzle) => Ok(puzzle.0.sketch()),
            SketchStart::Empty(kind, size) => {
                let kind = puzzles::kind(kind).ok_or("there is no such kind of puzzle")?;
                (kind.sketch)(*size).map_err(|error| error.to_string())
            }
        }
    }
}

/// A puzzle to be made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Order {
    /// A new one from a seed.
    New {
        /// What to make.
        recipe: Recipe,
        /// The seed.
        seed: u64,
    },
    /// The puzzle of a day.
    Daily {
        /// The name of the kind.
        kind: String,
        /// The day.
        date: Date,
    },
}

/// What to make: a kind, a size and a difficulty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recipe {
    /// The name of the kind.
    pub kind: String,
    /// The size.
    pub size: usize,
    /// The difficulty; `None` for any.
    pub difficulty: Option<Difficulty>,
}

/// What the helper answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// The tutor is ready, and this many solutions there are.
    Opened(Solutions),
    /// A hint.
    Hint(Box<HintTold>),
    /// What is wrong, if anything is.
    Checked(Option<Box<HintTold>>),
    /// The whole way.
    Path(Box<PathTold>),
    /// Steps of the technique that was asked for.
    Like(Vec<HintTold>),
    /// What is to be found; nothing where another technique is easier.
    Practice(Option<Box<TaskTold>>),
    /// Fresh positions for a lesson, as codes.
    Positions(Vec<String>),
    /// What the referee says.
    Replied(ReplyTold),
    /// The solution, if there is one, and what was found out, in lines.
    Solved(Option<Board>, Vec<String>),
    /// A puzzle was made.
    Made(MadeTold),
    /// Something about a sketch.
    Remark(RemarkTold),
    /// All about a sketch is said.
    NoMoreRemarks,
    /// There is no answer, and why.
    Refused(String),
}

/// A lesson for which something is to be found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LessonAsked {
    /// The name of the kind.
    pub kind: String,
    /// The name of the lesson.
    pub name: String,
    /// The seed: another one leads to other puzzles.
    pub seed: u64,
}

/// What is to be found in a lesson.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskTold {
    /// The step, told like a hint.
    pub hint: HintTold,
    /// What is known beside the board, such as the total of a bar.
    pub known: Option<String>,
    /// How it may be said, where it is about what no board shows.
    pub words: Option<String>,
}

/// What is said to an answer in a lesson, or to what somebody thinks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplyTold {
    /// Whether it is what was to be found, if something was.
    pub right: bool,
    /// Whether it follows from the rules and what is on the board.
    pub sound: bool,
    /// Why, in a sentence or two.
    pub says: String,
    /// A board that refutes it, if there is one.
    pub board: Option<Board>,
}

/// A puzzle that was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MadeTold {
    /// The puzzle.
    pub puzzle: Shared,
    /// What is saved with its game. Its name is the command that makes it again.
    pub about: About,
    /// What it was made by, to make another one like it.
    pub recipe: Recipe,
}

/// How many solutions a puzzle has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Solutions {
    /// None.
    None,
    /// This one and no other.
    One(Board),
    /// More than one.
    Several,
    /// Nobody knows: why.
    Unknown(String),
}

/// What is pointed at: the id of a target, and why.
pub type Mark = (String, Emphasis);

/// A hint, with all its levels.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HintTold {
    /// What sort of hint it is.
    pub sort: HintSort,
    /// For each level the sentences, and what they point at.
    pub levels: [LevelTold; 4],
    /// The move that follows it.
    pub follow: Move,
    /// The first target that it is about.
    pub target: Option<String>,
}

/// What a level of a hint says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelTold {
    /// The sentences.
    pub lines: Vec<String>,
    /// What they point at.
    pub marks: Vec<Mark>,
}

/// The sorts of hints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum HintSort {
    /// The board is full, and right.
    Solved,
    /// A step, or the last value that is left for a place.
    Step,
    /// Something is wrong.
    Wrong,
    /// No step was found: a value of the solution.
    Reveal,
    /// The puzzle does not have exactly one solution.
    NoUnique,
}

/// The whole way to the solution.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PathTold {
    /// The position before the first step.
    pub start: Position,
    /// The steps.
    pub steps: Vec<StepTold>,
    /// How hard the puzzle is, if the way leads to its solution.
    pub difficulty: Option<Difficulty>,
    /// The way in a sentence.
    pub summary: String,
}

impl PathTold {
    /// The step that was made last of so many.
    pub fn last_of(&self, steps: usize) -> Option<&StepTold> {
        self.steps.get(steps.checked_sub(1)?)
    }
}

/// A step of the way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepTold {
    /// The sentences.
    pub text: String,
    /// The technique.
    pub technique: String,
    /// The board after it.
    pub board: Board,
    /// What is ruled out after it.
    pub notes: Notes,
    /// What it points at.
    pub marks: Vec<Mark>,
}

/// A remark about a sketch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemarkTold {
    /// What it is about.
    pub about: RemarkAbout,
    /// The sentence.
    pub says: String,
    /// What it points at.
    pub marks: Vec<Mark>,
}

/// What a remark is about, with what else a front needs to show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum RemarkAbout {
    /// Something is missing, or too large.
    Incomplete,
    /// How many solutions there are: the verdict by its name.
    Verdict(String),
    /// The values that all solutions share.
    Forced(Board),
    /// The number of solutions.
    Count,
    /// Two solutions that differ much.
    Apart,
    /// Clues that could be left out.
    Needless,
    /// A clue that would help, as an edit.
    Helpful(Edit),
    /// How hard it is; the hardest step in words.
    Graded(Option<String>),
    /// The sketch was changed by these edits.
    Changed(Vec<Edit>),
    /// It was not changed.
    Refused,
}
