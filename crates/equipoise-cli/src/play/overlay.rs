//! Pages over the board: texts, questions, lists.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A page over the others.
#[derive(Debug)]
pub(crate) enum Overlay {
    /// Something to read.
    Text { title: &'static str, lines: Vec<String>, indent: usize, first: usize },
    /// Something to type.
    Prompt { title: &'static str, says: &'static str, text: String, purpose: Purpose },
    /// Something to choose.
    List { title: &'static str, items: Vec<String>, at: usize, purpose: Purpose },
}

/// What is typed or chosen for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The name of a new checkpoint.
    Checkpoint,
    /// The checkpoint to go back to.
    Return,
    /// An option to change.
    Option,
    /// A code, link or file to open.
    Open,
}

/// What a key did to the page.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Pressed {
    /// It stays.
    Stays,
    /// It goes.
    Gone,
    /// It goes, with this answer.
    Typed(Purpose, String),
    /// This item was chosen, or is to be removed.
    Chosen(Purpose, usize),
    Removed(Purpose, usize),
}

/// The longest text that can be typed: no code is longer.
const MOST_TYPED: usize = 9000;

impl Overlay {
    /// Something to read; what does not fit a line goes on below, indented.
    pub(crate) fn text(title: &'static str, lines: Vec<String>, indent: usize) -> Overlay {
        Overlay::Text { title, lines, indent, first: 0 }
    }

    pub(crate) fn press(&mut self, key: KeyEvent) -> Pressed {
        if key.code == KeyCode::Esc {
            return Pressed::Gone;
        }
        match self {
            Overlay::Text { lines, first, .. } => {
                let step: isize = match key.code {
                    KeyCode::Up => -1,
                    KeyCode::Down => 1,
                    KeyCode::PageUp => -10,
                    KeyCode::PageDown | KeyCode::Char(' ') => 10,
                    KeyCode::Home => isize::MIN,
                    KeyCode::End => isize::MAX,
                    _ => return Pressed::Gone,
                };
                *first = first.saturating_add_signed(step).min(lines.len().saturating_sub(1));
                Pressed::Stays
            }
            Overlay::Prompt { text, purpose, .. } => match key.code {
                KeyCode::Enter => Pressed::Typed(*purpose, std::mem::take(text)),
                KeyCode::Backspace => {
                    text.pop();
                    Pressed::Stays
                }
                KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                    text.clear();
                    Pressed::Stays
                }
                KeyCode::Char(char) if !char.is_control() && text.len() < MOST_TYPED => {
                    text.push(char);
                    Pressed::Stays
                }
                _ => Pressed::Stays,
            },
            Overlay::List { items, at, purpose, .. } => {
                let last = items.len().saturating_sub(1);
                match key.code {
                    KeyCode::Up => *at = at.saturating_sub(1),
                    KeyCode::Down => *at = (*at + 1).min(last),
                    KeyCode::Home => *at = 0,
                    KeyCode::End => *at = last,
                    KeyCode::Enter | KeyCode::Char(' ') => return Pressed::Chosen(*purpose, *at),
                    KeyCode::Delete | KeyCode::Backspace => return Pressed::Removed(*purpose, *at),
                    _ => {}
                }
                Pressed::Stays
            }
        }
    }

    /// Takes what was pasted.
    pub(crate) fn paste(&mut self, pasted: &str) {
        if let Overlay::Prompt { text, .. } = self {
            let room = MOST_TYPED.saturating_sub(text.len());
            text.extend(pasted.chars().filter(|char| !char.is_control()).take(room));
        }
    }

    /// What the keys do here.
    pub(crate) fn keys(&self) -> &'static [(&'static str, &'static str)] {
        match self {
            Overlay::Text { .. } => &[("↑↓", "scroll"), ("Esc", "back")],
            Overlay::Prompt { .. } => &[("Enter", "done"), ("Esc", "back")],
            Overlay::List { purpose: Purpose::Return, .. } => {
                &[("Enter", "go back there"), ("Esc", "back"), ("↑↓", "choose"), ("Delete", "forget it")]
            }
            Overlay::List { .. } => &[("Enter", "change"), ("Esc", "back"), ("↑↓", "choose")],
        }
    }
}
