//! A game at the table: what is selected, what is being typed, what was said,
//! what help is asked for.
//!
//! A front turns what a person does into an [`Action`], gives it to
//! [`Session::act`], and does what the [`Effect`]s say. It decides nothing about
//! playing itself, so the terminal and the browser play alike, and one suite
//! tests both.

mod help;
mod moves;
mod show;
mod typing;

pub use show::{Line, Tone, point};
pub(crate) use typing::next_choice;
pub use typing::{Typed, Typing};

use crate::message::{Answer, HintTold, Message, PathTold, Question, Recipe, Shared, Solutions};
use crate::saves::About;
use crate::{Game, Help, Preferences, Written};
use help::Waiting;
use moves::Stroke;
use puzzles::{Board, Choices, Near, Target};
use std::collections::BTreeSet;
use studio::HintLevel;

/// What a person does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Selects a target, by its index, and nothing else.
    Select(usize),
    /// Goes where an arrow leads, perhaps selecting what lies on the way.
    Step {
        /// The way.
        direction: Direction,
        /// Whether what was selected stays so.
        extend: bool,
    },
    /// Goes to the next target in reading order.
    Next,
    /// Goes to the target before.
    Previous,
    /// Goes to the first target.
    First,
    /// Goes to the last target.
    Last,
    /// Forgets what is being typed, and selects only where the cursor is.
    Unselect,
    /// Points at a target.
    Press(usize, Press),
    /// Types a character.
    Type(char),
    /// Ends the number being typed; at a place with few choices, takes the next one.
    Enter,
    /// Ends the number being typed, if these are its digits still.
    EndNumber(String),
    /// Chooses a value at all selected targets.
    Choose(i32),
    /// Takes back a digit; or the entries, or with the pencil the marks.
    Erase,
    /// The same, whatever is being typed.
    Clear,
    /// Marks that nothing stands at the selected targets, or rubs that out.
    MarkNothing,
    /// Takes the pencil, or puts it away.
    Pencil,
    /// Shows or hides the pencil marks.
    ShowMarks,
    /// Writes the candidates of every blank target.
    FillIn,
    /// One move back.
    Undo,
    /// One move forward.
    Redo,
    /// Back to the empty board.
    Restart,
    /// Names the position.
    SetCheckpoint(String),
    /// Goes back to a checkpoint.
    Return(String),
    /// Forgets a checkpoint.
    DropCheckpoint(String),
    /// A hint, or more of it; at its end, follows it.
    Hint,
    /// Follows the hint.
    Follow,
    /// Puts the hint away.
    CloseHint,
    /// Is anything wrong?
    Check,
    /// What is wrong, and why?
    Why,
    /// The whole way.
    Path {
        /// From the player's position, instead of the start.
        from_here: bool,
    },
    /// Shows this step of the way.
    GoTo(usize),
    /// A step by the same technique that is possible on the player's board.
    Like,
    /// Asks the referee what to think of a deduction: as much help as a check.
    Referee,
    /// The solution.
    Solve,
    /// Looks at the board again, instead of the way or the solution.
    Back,
    /// Does not wait for an answer any longer.
    Cancel,
    /// Stops the clock and covers the board, or goes on.
    Pause,
    /// Time has passed, in milliseconds.
    Pass(u64),
    /// The player has chosen something else.
    Prefer(Preferences),
    /// The helper has answered.
    Answered(Message<Answer>),
    /// The helper had to be started again.
    Reopen,
}

/// Where an arrow leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "a direction is what its name says")]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

impl Direction {
    /// The neighbour in this direction.
    pub fn of(self, near: Near) -> Option<usize> {
        match self {
            Direction::Up => near.up,
            Direction::Down => near.down,
            Direction::Left => near.left,
            Direction::Right => near.right,
        }
    }
}

/// How a target is pointed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Press {
    /// Plainly.
    Plain,
    /// Beside others that are selected.
    Also,
    /// In passing, while dragging.
    Over,
    /// By the second button, or a long touch.
    Second,
}

/// What is to be done after an action.
#[derive(Debug, Clone)]
pub enum Effect {
    /// The board or what is beside it looks different.
    Redraw,
    /// Say this: it is read aloud, and may be shown.
    Say(String),
    /// The game has changed and is to be saved.
    Save,
    /// Ask the helper.
    Ask(Message<Question>),
}

/// What is said beside the board.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Notice {
    /// Nothing.
    #[default]
    None,
    /// These lines.
    Says(Vec<String>),
    /// A hint, up to a level.
    Hint(Box<HintTold>, HintLevel),
}

/// What is looked at instead of the player's board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Aside {
    /// The way to the solution, after this many steps.
    Path(Box<PathTold>, usize),
    /// The solution, if there is one, and what was found out about it.
    Solution(Option<Board>, Vec<String>),
}

/// A game at the table.
#[derive(Debug)]
pub struct Session {
    game: Game,
    /// What is saved with the game.
    pub about: About,
    /// What to make another puzzle by.
    pub recipe: Recipe,
    preferences: Preferences,
    cursor: usize,
    selection: BTreeSet<usize>,
    pencil: bool,
    show_marks: bool,
    typing: Typing,
    /// How long nothing was typed, in milliseconds.
    typed_for: u64,
    paused: bool,
    notice: Notice,
    aside: Option<Aside>,
    /// A step like the one of the way that is shown, on the player's board.
    like: Option<Box<HintTold>>,
    solutions: Option<Solutions>,
    /// How hard the puzzle is, in a sentence.
    summary: Option<String>,
    /// The techniques that a way to the solution takes, each once.
    techniques: Vec<String>,
    /// The board of the checkpoint set or returned to last.
    since: Option<Board>,
    /// The drag that has begun, where dragging paints.
    stroke: Option<Stroke>,
    solved: bool,
    /// What the player waits for.
    waiting: Option<Waiting>,
    /// The numbers of what is asked unseen: how many solutions, how hard.
    opening: u64,
    grading: Option<u64>,
    effects: Vec<Effect>,
}

/// Beginning.
impl Session {
    /// Sits down to a game.
    pub fn new(mut game: Game, about: About, preferences: Preferences) -> (Session, Vec<Effect>) {
        game.settings = preferences.play;
        let cursor = game.sheet().targets.iter().position(|target| !target.given).unwrap_or(0);
        let puzzle = game.puzzle();
        let recipe = Recipe { kind: puzzle.kind().name.to_owned(), size: puzzle.size(), difficulty: about.difficulty };
        let mut session = Session {
            about,
            recipe,
            cursor,
            selection: BTreeSet::from([cursor]),
            pencil: false,
            show_marks: game.settings.automatic || !game.written().marks.is_empty(),
            typing: Typing::default(),
            typed_for: 0,
            paused: false,
            notice: Notice::None,
            aside: None,
            like: None,
            solutions: None,
            summary: None,
            techniques: Vec::new(),
            since: None,
            stroke: None,
            solved: game.is_solved(),
            waiting: None,
            opening: 0,
            grading: None,
            effects: Vec::new(),
            game,
            preferences,
        };
        session.open();
        let effects = std::mem::take(&mut session.effects);
        (session, effects)
    }

    /// Has the helper get ready.
    fn open(&mut self) {
        self.waiting = None;
        self.solutions = None;
        self.opening = self.send(Question::Open(Shared(self.game.shared())));
        self.grade_if_solved();
    }

    /// Says something before the first move.
    pub fn greet(&mut self, says: &str) {
        self.notice = Notice::Says(vec![says.to_owned()]);
    }

    /// Whether anything was done that is worth keeping.
    pub fn is_touched(&self) -> bool {
        self.game.can_undo_redo() != (false, false)
            || self.game.checkpoints().len() > 0
            || *self.game.start() != Written::start(self.game.puzzle())
    }
}

/// Looking.
impl Session {
    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What the player has chosen.
    pub fn preferences(&self) -> &Preferences {
        &self.preferences
    }

    /// The index of the target where the cursor is.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// The target where the cursor is.
    pub fn target(&self) -> Option<&Target> {
        self.game.sheet().targets.get(self.cursor)
    }

    /// The indices of the selected targets.
    pub fn selection(&self) -> &BTreeSet<usize> {
        &self.selection
    }

    /// Whether what is typed is written in pencil.
    pub fn has_pencil(&self) -> bool {
        self.pencil
    }

    /// Whether pencil marks are shown.
    pub fn shows_marks(&self) -> bool {
        self.show_marks
    }

    /// The digits being typed.
    pub fn typed(&self) -> &str {
        self.typing.shown()
    }

    /// Whether the board is covered.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Whether the puzzle is solved.
    pub fn is_solved(&self) -> bool {
        self.solved
    }

    /// What is said beside the board.
    pub fn notice(&self) -> &Notice {
        &self.notice
    }

    /// What is looked at instead of the board.
    pub fn aside(&self) -> Option<&Aside> {
        self.aside.as_ref()
    }

    /// A step like the one of the way that is shown, if one was asked for.
    pub fn like(&self) -> Option<&HintTold> {
        self.like.as_deref()
    }

    /// How many solutions there are, once that is known.
    pub fn solutions(&self) -> Option<&Solutions> {
        self.solutions.as_ref()
    }

    /// How hard the puzzle is, in a sentence, once that is known.
    pub fn summary(&self) -> Option<&str> {
        self.summary.as_deref()
    }

    /// The techniques that a way to the solution takes, each once, once that is known.
    pub fn techniques(&self) -> &[String] {
        &self.techniques
    }

    /// Whether the player waits for an answer.
    pub fn is_waiting(&self) -> bool {
        self.waiting.is_some()
    }

    /// Whether the helper is at work, for the player or unseen.
    pub fn is_busy(&self) -> bool {
        self.is_waiting() || self.solutions.is_none() || (self.grading.is_some() && self.summary.is_none())
    }

    /// Whether this character would choose a value, or go on with a number,
    /// where the cursor is.
    pub fn takes(&self, character: char) -> bool {
        let Some(target) = self.target() else { return false };
        let chooses = self.typing.clone().press(character, &target.choices) != Typed::Nothing;
        chooses || self.marks_nothing(character) || (character.is_ascii_digit() && target.choices != Choices::None)
    }
}

/// Acting.
impl Session {
    /// Does what a person did; says what follows from it.
    pub fn act(&mut self, action: Action) -> Vec<Effect> {
        self.perform(action);
        std::mem::take(&mut self.effects)
    }

    fn perform(&mut self, action: Action) {
        if self.waiting.as_mut().is_some_and(|waiting| waiting.holds(&action)) {
            return;
        }
        // A number that is being typed is taken before anything else happens.
        match action {
            Action::Undo | Action::Pencil => self.typing.clear(),
            Action::Type(_) | Action::Enter | Action::EndNumber(_) | Action::Choose(_) => {}
            Action::Erase | Action::Clear | Action::Unselect => {}
            Action::Pass(_) | Action::Answered(_) | Action::Prefer(_) => {}
            _ => self.end_number(),
        }
        match action {
            Action::Select(target) => self.select(target),
            Action::Step { direction, extend } => self.step(direction, extend),
            Action::Next => self.select((self.cursor + 1) % self.count()),
            Action::Previous => self.select((self.cursor + self.count() - 1) % self.count()),
            Action::First => self.select(0),
            Action::Last => self.select(self.count() - 1),
            Action::Unselect => {
                self.typing.clear();
                self.select(self.cursor);
            }
            Action::Press(target, press) => self.press(target, press),
            Action::Type(character) => self.type_in(character),
            Action::Enter if self.typing.shown().is_empty() => _ = self.cycle(),
            Action::Enter => self.end_number(),
            Action::EndNumber(digits) if self.typing.shown() == digits => self.end_number(),
            Action::EndNumber(_) => {}
            Action::Choose(choice) => self.choose(choice),
            Action::Erase if self.typing.erase() => self.redraw(),
            Action::Erase | Action::Clear => self.clear(),
            Action::MarkNothing => self.mark_nothing(),
            Action::Pencil => self.switch_pencil(),
            Action::ShowMarks => {
                self.show_marks = !self.show_marks;
                self.redraw();
            }
            Action::FillIn => {
                self.show_marks = true;
                self.play_saying(&crate::Move::FillIn, "The candidates are written.");
            }
            Action::Undo => self.travel(true),
            Action::Redo => self.travel(false),
            Action::Restart => self.play_saying(&crate::Move::Restart, "Begun again. Undo brings everything back."),
            Action::SetCheckpoint(name) => self.set_checkpoint(name.trim()),
            Action::Return(name) => self.return_to(&name),
            Action::DropCheckpoint(name) => {
                if self.game.drop_checkpoint(&name) {
                    self.save();
                }
            }
            Action::Hint => self.hint(),
            Action::Follow => self.follow(),
            Action::CloseHint => {
                self.notice = Notice::None;
                self.redraw();
            }
            Action::Check => self.check(),
            Action::Why => self.why(),
            Action::Path { from_here } => self.path(from_here),
            Action::GoTo(step) => self.go_to(step),
            Action::Like => self.ask_like(),
            Action::Referee => {
                self.game.take_help(Help::Check);
                self.save();
            }
            Action::Solve => self.solve(),
            Action::Back => {
                self.aside = None;
                self.redraw();
            }
            Action::Cancel => {
                self.call_off();
                self.grade_if_solved();
            }
            Action::Pause => {
                self.paused = !self.paused;
                self.say(if self.paused { "Paused. The board is covered." } else { "The game goes on." });
            }
            Action::Pass(milliseconds) => self.pass(milliseconds),
            Action::Prefer(preferences) => {
                self.show_marks |= preferences.play.automatic;
                self.game.settings = preferences.play;
                self.preferences = preferences;
                self.save();
            }
            Action::Answered(message) => self.answered(message),
            Action::Reopen => self.open(),
        }
    }

    fn pass(&mut self, milliseconds: u64) {
        if !self.paused && !self.solved {
            self.game.add_time(milliseconds);
        }
        self.typed_for = self.typed_for.saturating_add(milliseconds);
        if !self.typing.shown().is_empty() && self.typed_for >= u64::from(self.preferences.pause) {
            self.end_number();
        }
    }

    fn redraw(&mut self) {
        self.effects.push(Effect::Redraw);
    }

    fn save(&mut self) {
        self.effects.extend([Effect::Save, Effect::Redraw]);
    }

    /// Says something that stays until the next move.
    fn tell(&mut self, lines: Vec<String>) {
        let said = lines.join(" ");
        self.notice = Notice::Says(lines);
        self.say(said);
    }

    /// Says something in passing.
    fn say(&mut self, text: impl Into<String>) {
        self.effects.extend([Effect::Say(text.into()), Effect::Redraw]);
    }

    /// Asks the helper; the number of the question.
    fn send(&mut self, question: Question) -> u64 {
        let message = Message::new(question);
        let id = message.id;
        self.effects.push(Effect::Ask(message));
        id
    }

    fn count(&self) -> usize {
        self.game.sheet().targets.len().max(1)
    }
}
