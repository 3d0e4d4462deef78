//! What the keys do. Fronts turn what their keyboard says into a [`Key`].

use crate::Preferences;
use crate::session::{Action, Direction};

/// A key that is pressed, with or without Shift and Control.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// Which key.
    pub name: KeyName,
    /// Whether Shift is held.
    pub shift: bool,
    /// Whether Control (or Command) is held.
    pub control: bool,
}

/// Which key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "a key is what its name says")]
pub enum KeyName {
    Char(char),
    Arrow(Direction),
    Tab,
    BackTab,
    Home,
    End,
    PageUp,
    PageDown,
    Enter,
    Delete,
    Escape,
    Help,
}

/// What a key asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Something about the game.
    Act(Action),
    /// To name a checkpoint, and to choose one to go back to.
    NameCheckpoint,
    /// A list of the checkpoints.
    ListCheckpoints,
    /// To scroll what is said, up or down.
    Scroll(bool),
    /// Another puzzle like this one.
    New,
    /// The page of the preferences.
    Options,
    /// The codes of the puzzle and the position.
    Code,
    /// The rules.
    Rules,
    /// The page of the keys.
    Keys,
    /// To stop for a while.
    Stop,
    /// The start page.
    Leave,
    /// To quit.
    Quit,
}

/// The command of a key, if it has one. A character that chooses a value where
/// the cursor is, is taken as that first: see [`crate::Session::takes`].
pub fn command(key: Key, preferences: &Preferences) -> Option<Command> {
    let act = |action| Some(Command::Act(action));
    if key.control {
        return match key.name {
            KeyName::Char('c') => Some(Command::Quit),
            KeyName::Char('z' | 'Z') if key.shift => act(Action::Redo),
            KeyName::Char('z') => act(Action::Undo),
            KeyName::Char('y') => act(Action::Redo),
            _ => None,
        };
    }
    match key.name {
        KeyName::Arrow(direction) => act(Action::Step { direction, extend: key.shift }),
        KeyName::Tab => act(Action::Next),
        KeyName::BackTab => act(Action::Previous),
        KeyName::Home => act(Action::First),
        KeyName::End => act(Action::Last),
        KeyName::PageUp => Some(Command::Scroll(false)),
        KeyName::PageDown => Some(Command::Scroll(true)),
        KeyName::Enter => act(Action::Enter),
        KeyName::Delete => act(Action::Erase),
        KeyName::Escape => Some(Command::Leave),
        KeyName::Help => Some(Command::Keys),
        KeyName::Char(' ') => act(Action::Pencil),
        KeyName::Char(letter) => letter_command(letter, preferences),
    }
}

fn letter_command(letter: char, preferences: &Preferences) -> Option<Command> {
    if !preferences.letters && letter.is_alphabetic() {
        return None;
    }
    let chosen = preferences.keys.iter().position(|key| *key == letter.to_ascii_lowercase());
    let action = match chosen {
        Some(0) => Action::Hint,
        Some(1) => Action::Check,
        Some(2) => Action::Pencil,
        Some(3) => Action::Undo,
        Some(4) => Action::Redo,
        _ => match letter {
            'a' => Action::Follow,
            'w' => Action::Why,
            't' => Action::FillIn,
            'm' => Action::ShowMarks,
            'e' => Action::Path { from_here: false },
            'E' => Action::Path { from_here: true },
            's' => Action::Solve,
            'p' => Action::Pause,
            'k' => return Some(Command::NameCheckpoint),
            'j' => return Some(Command::ListCheckpoints),
            'n' => return Some(Command::New),
            'o' => return Some(Command::Options),
            'y' => return Some(Command::Code),
            'i' => return Some(Command::Rules),
            '?' => return Some(Command::Keys),
            'Z' => return Some(Command::Stop),
            'q' => return Some(Command::Quit),
            _ => return None,
        },
    };
    Some(Command::Act(action))
}

/// The keys of a page with a board: those that do something there, with the letters that the player chose.
pub fn of_page(preferences: &Preferences) -> Vec<(String, &'static str)> {
    let fixed = [
        ("Arrows", "go to the next place in that direction; with Shift, select what lies on the way"),
        ("Digits", "enter a number; one that could have more digits is entered after a moment, or with Enter"),
        ("Enter", "enter the number typed; at a place with few choices, take the next one"),
        ("Space", "take the pencil, or put it away"),
        ("Delete", "clear the entry; with the pencil, the marks"),
        ("0", "where a place may stay empty: mark that nothing stands here"),
        ("Ctrl-Z, Ctrl-Y", "undo, redo"),
        ("+ and -", "enlarge the board, or shrink it"),
        ("?", "these keys"),
    ];
    let letters = [
        ("a", "follow the hint"),
        ("w", "why is it wrong? Again: what exactly is wrong"),
        ("t", "write the candidates of every blank place"),
        ("m", "show or hide the pencil marks"),
        ("i", "the rules"),
        ("n", "a new puzzle"),
        ("o", "settings"),
        ("y", "share"),
    ];
    let chosen = Preferences::LETTERS.iter().zip(preferences.keys).map(|((name, _), key)| (key.to_string(), *name));
    // A letter that was chosen for something else does that alone.
    let others = letters.iter().map(|&(key, does)| (key.to_owned(), does));
    let others = others.filter(|(key, _)| !preferences.keys.iter().any(|chosen| key.starts_with(*chosen)));
    let fixed = fixed.iter().map(|&(key, does)| (key.to_owned(), does));
    match preferences.letters {
        true => fixed.chain(chosen).chain(others).collect(),
        false => fixed.collect(),
    }
}

/// All keys of a game, for the page that `?` opens.
pub const KEYS: &[(&str, &str)] = &[
    ("arrows", "go to the next place in that direction; Tab and Shift-Tab go through all in reading order"),
    (
        "digits",
        "enter a number, or one of the choices listed beside the board; a number that could have more digits is \
         entered after a moment, or with Enter",
    ),
    ("Enter", "enter the number typed; at a place with few choices, take the next one"),
    ("Space", "switch between entries and pencil marks"),
    ("Delete", "clear the entry; with the pencil, the marks"),
    ("0", "where a place may stay empty: mark that nothing stands here"),
    ("u, Ctrl-Z", "undo"),
    ("r, Ctrl-Y", "redo"),
    ("k", "set a checkpoint with a name"),
    ("j", "go back to a checkpoint, or to the start"),
    ("m", "show or hide the pencil marks"),
    ("t", "write the candidates of every blank place"),
    ("c", "check: is anything wrong so far?"),
    ("w", "why is it wrong? Again: what exactly is wrong"),
    ("h", "a hint: where to look; then which rules; then the deduction; then the result"),
    ("a", "follow the hint, as a move that can be undone"),
    ("e", "the way from the start to the solution, step by step; E from here"),
    ("s", "the solution, with what the solver did and how long it took"),
    ("n", "a new puzzle like this one"),
    ("p", "pause: covers the board and stops the clock"),
    ("o", "options: mistakes shown, automatic candidates, time, names"),
    ("y", "the code of this puzzle, and of your position"),
    ("i", "the rules"),
    ("PgUp, PgDn", "scroll the text; the mouse wheel scrolls what it points at"),
    ("mouse", "a click selects; at a place with few choices it takes the next one, and dragging paints"),
    ("Z", "stop for a while; `fg` in the shell comes back"),
    ("Esc", "back to the start page"),
    ("q, Ctrl-C", "quit; the game is saved"),
];
