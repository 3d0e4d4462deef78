//! Pages over the board: texts, questions, lists.

use super::app::App;
use super::opened;
use crate::rules;
use play::keys::KEYS;
use play::{Action, Preferences, Session, Shown};
use std::ffi::OsStr;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A page over the others.
#[derive(Debug)]
pub(crate) enum Overlay {
    /// Something to read.
    Text { title: &'static str, lines: Vec<String>, indent: usize, first: usize },
    /// Something to type; a text that is only proposed goes with the first key.
    Prompt { title: &'static str, says: &'static str, text: String, proposed: bool, purpose: Purpose },
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

    pub(crate) fn prompt(title: &'static str, says: &'static str, text: String, purpose: Purpose) -> Overlay {
        Overlay::Prompt { title, says, text, proposed: true, purpose }
    }

    pub(crate) fn keys_page() -> Overlay {
        let lines = KEYS.iter().map(|(key, what)| format!("{key:<11} {what}")).collect();
        Overlay::text("Keys", lines, 12)
    }

    pub(crate) fn rules(session: &Session) -> Overlay {
        let text = rules::page(session.game().puzzle().kind().rules_text);
        Overlay::text("Rules", text.lines().map(str::to_owned).collect(), 0)
    }

    /// The codes of the puzzle and of the position, to be copied.
    pub(crate) fn codes(session: &Session) -> Overlay {
        let game = session.game();
        let code = |position| play::encode(game.puzzle(), position).unwrap_or_else(|error| format!("({error})"));
        let opens = "`equipoise play CODE` opens it, and so does the web app with #CODE at the end of its address.";
        let lines = [
            "This puzzle:",
            &code(None),
            "",
            "This puzzle, and how far you are:",
            &code(Some(game.written())),
            "",
            opens,
        ];
        Overlay::text("Codes", lines.map(str::to_owned).into(), 0)
    }

    /// The start, and the checkpoints by name.
    pub(crate) fn checkpoints(session: &Session, at: usize) -> Overlay {
        let names = session.game().checkpoints().map(|(name, _)| name.to_owned());
        let items: Vec<String> = std::iter::once("(the start)".to_owned()).chain(names).collect();
        let at = at.min(items.len() - 1);
        Overlay::List { title: "Go back to", items, at, purpose: Purpose::Return }
    }

    pub(crate) fn options(chosen: &Preferences, at: usize) -> Overlay {
        let yes = |on: bool| if on { "yes" } else { "no" };
        let shown = match chosen.play.shown {
            Shown::Never => "never",
            Shown::Rules => "broken rules",
            Shown::Values => "wrong values",
        };
        let items = vec![
            format!("Mistakes shown: {shown}"),
            format!("Candidates shown without being asked for: {}", yes(chosen.play.automatic)),
            format!("Time shown: {}", yes(chosen.time)),
            format!("Names drawn: {}", yes(chosen.labels)),
        ];
        Overlay::List { title: "Options", items, at, purpose: Purpose::Option }
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
            Overlay::Prompt { text, proposed, purpose, .. } => {
                if key.code == KeyCode::Enter {
                    return Pressed::Typed(*purpose, std::mem::take(text));
                }
                if std::mem::take(proposed) || (key.code, key.modifiers) == (KeyCode::Char('u'), KeyModifiers::CONTROL)
                {
                    text.clear();
                }
                match key.code {
                    KeyCode::Backspace => _ = text.pop(),
                    KeyCode::Char(char)
                        if !char.is_control()
                            && text.len() < MOST_TYPED
                            && !key.modifiers.contains(KeyModifiers::CONTROL) =>
                    {
                        text.push(char);
                    }
                    _ => {}
                }
                Pressed::Stays
            }
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
        if let Overlay::Prompt { text, proposed, .. } = self {
            if std::mem::take(proposed) {
                text.clear();
            }
            let room = MOST_TYPED.saturating_sub(text.len());
            text.extend(pasted.chars().filter(|char| !char.is_control()).take(room));
        }
    }

    /// What the keys do here, parted by commas.
    pub(crate) fn keys(&self) -> &'static str {
        match self {
            Overlay::Text { .. } => "↑↓ scroll, Esc back",
            Overlay::Prompt { .. } => "Enter done, Esc back",
            Overlay::List { purpose: Purpose::Return, .. } => {
                "Enter go back there, Esc back, ↑↓ choose, Delete forget it"
            }
            Overlay::List { .. } => "Enter change, Esc back, ↑↓ choose",
        }
    }
}

/// What is typed and chosen on these pages.
impl App {
    pub(crate) fn pressed(&mut self, pressed: Pressed) {
        match pressed {
            Pressed::Stays | Pressed::Removed(Purpose::Checkpoint | Purpose::Option | Purpose::Open, _) => {}
            Pressed::Gone => self.overlay = None,
            Pressed::Typed(Purpose::Open, text) => {
                self.overlay = None;
                match opened::open(OsStr::new(text.trim())) {
                    Ok(opened) => _ = self.open(opened),
                    Err(failure) => self.start.says = Some(failure.of(text.trim()).to_string()),
                }
            }
            Pressed::Typed(_, name) => {
                self.overlay = None;
                self.act(Action::SetCheckpoint(name));
            }
            Pressed::Chosen(Purpose::Option, at) => self.change_option(at),
            Pressed::Chosen(_, at) => {
                self.overlay = None;
                self.act(self.checkpoint(at).map_or(Action::Restart, Action::Return));
            }
            Pressed::Removed(Purpose::Return, at) => {
                let name = self.checkpoint(at);
                name.into_iter().for_each(|name| self.act(Action::DropCheckpoint(name)));
                self.overlay = self.session().map(|session| Overlay::checkpoints(session, at));
            }
        }
    }

    /// The checkpoint at a place of the list; none for the start.
    fn checkpoint(&self, at: usize) -> Option<String> {
        self.session()?.game().checkpoints().nth(at.checked_sub(1)?).map(|(name, _)| name.to_owned())
    }

    fn change_option(&mut self, at: usize) {
        let chosen = &mut self.preferences;
        match at {
            0 => {
                let next = Shown::ALL.iter().position(|shown| *shown == chosen.play.shown).map_or(0, |at| at + 1);
                chosen.play.shown = Shown::ALL[next % Shown::ALL.len()];
            }
            1 => chosen.play.automatic = !chosen.play.automatic,
            2 => chosen.time = !chosen.time,
            _ => chosen.labels = !chosen.labels,
        }
        let kept = self.store.keep(&self.preferences);
        self.overlay = Some(Overlay::options(&self.preferences, at));
        self.act(Action::Prefer(self.preferences.clone()));
        if let (Err(error), Some(table)) = (kept, &mut self.table) {
            table.session.greet(&format!("This choice is not kept: {error}"));
        }
    }
}
