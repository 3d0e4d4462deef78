//! What the keys do.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a key asks for while a game is on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Command {
    Up,
    Down,
    Left,
    Right,
    Next,
    Previous,
    First,
    Last,
    Enter,
    Pencil,
    Clear,
    Undo,
    Redo,
    Checkpoint,
    Return,
    Tidy,
    Marks,
    Check,
    Why,
    Hint,
    Apply,
    Path,
    PathFromHere,
    Solution,
    New,
    Pause,
    Options,
    Code,
    Rules,
    Keys,
    PageUp,
    PageDown,
    Stop,
    Leave,
    Quit,
}

/// The command of a key, if it has one. Keys that choose a value at the
/// selected target come first, and are looked at elsewhere.
pub(crate) fn command(key: KeyEvent) -> Option<Command> {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    Some(match key.code {
        KeyCode::Char('c') if control => Command::Quit,
        KeyCode::Char('z') if control => Command::Undo,
        KeyCode::Char('y') if control => Command::Redo,
        _ if control => return None,
        KeyCode::Up => Command::Up,
        KeyCode::Down => Command::Down,
        KeyCode::Left => Command::Left,
        KeyCode::Right => Command::Right,
        KeyCode::Tab => Command::Next,
        KeyCode::BackTab => Command::Previous,
        KeyCode::Home => Command::First,
        KeyCode::End => Command::Last,
        KeyCode::PageUp => Command::PageUp,
        KeyCode::PageDown => Command::PageDown,
        KeyCode::Enter => Command::Enter,
        KeyCode::Char(' ') => Command::Pencil,
        KeyCode::Backspace | KeyCode::Delete => Command::Clear,
        KeyCode::Esc => Command::Leave,
        KeyCode::F(1) => Command::Keys,
        KeyCode::Char(letter) => letter_command(letter)?,
        _ => return None,
    })
}

fn letter_command(letter: char) -> Option<Command> {
    Some(match letter {
        'u' => Command::Undo,
        'r' => Command::Redo,
        'k' => Command::Checkpoint,
        'j' => Command::Return,
        't' => Command::Tidy,
        'm' => Command::Marks,
        'c' => Command::Check,
        'w' => Command::Why,
        'h' => Command::Hint,
        'a' => Command::Apply,
        'e' => Command::Path,
        'E' => Command::PathFromHere,
        's' => Command::Solution,
        'n' => Command::New,
        'p' => Command::Pause,
        'o' => Command::Options,
        'y' => Command::Code,
        'i' => Command::Rules,
        '?' => Command::Keys,
        'Z' => Command::Stop,
        'q' => Command::Quit,
        _ => return None,
    })
}

/// All keys of a game, for the page that `?` opens.
pub(crate) const KEYS: &[(&str, &str)] = &[
    ("arrows", "go to the place beside; Tab and Shift-Tab go through all in reading order"),
    (
        "digits",
        "enter a number, or the choices that the side shows by their keys; a number that could go on is \
                taken after a moment or with Enter",
    ),
    ("Enter", "take the number typed; where choices take turns, the next one"),
    ("Space", "switch between entries and pencil marks: what is typed is then struck, or restored"),
    ("Delete", "take away the entry; with pencil marks, restore all of them here"),
    ("u, Ctrl-Z", "undo"),
    ("r, Ctrl-Y", "redo"),
    ("k", "set a checkpoint with a name"),
    ("j", "go back to a checkpoint, or to the start"),
    ("m", "show or hide the pencil marks"),
    ("t", "fill in the pencil marks, and strike those that are used up"),
    ("c", "check: is anything wrong so far?"),
    ("w", "why is it wrong? Again: which of it is wrong"),
    ("h", "a hint: where to look; then which rules; then the deduction; then the result"),
    ("a", "apply the hint, as a move that can be undone"),
    ("e", "the way from the start to the solution, step by step; E from here"),
    ("s", "the solution, with what the solver did and how long it took"),
    ("n", "a new puzzle like this one"),
    ("p", "pause: covers the board and stops the clock"),
    ("o", "options: mistakes shown, pencil marks tidied, time, names"),
    ("y", "the code of this puzzle, and of your position"),
    ("i", "the rules"),
    ("PgUp, PgDn", "scroll the text; the wheel of the mouse scrolls what it points at"),
    ("mouse", "a click selects; where choices take turns it takes the next, and dragging paints"),
    ("Z", "stop for a while; `fg` in the shell comes back"),
    ("Esc", "back to the start page"),
    ("q, Ctrl-C", "quit; the game is saved"),
];

/// The keys that matter most now, for the last line: the first ones that fit.
pub(crate) fn line(keys: &[(&str, &str)], width: usize) -> String {
    let mut line = String::new();
    for (key, what) in keys {
        let item = format!(" {key} {what} ");
        if line.chars().count() + item.chars().count() <= width {
            line.push_str(&item);
        }
    }
    line
}
