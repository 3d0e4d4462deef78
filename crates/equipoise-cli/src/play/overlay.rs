//! Pages over the board: texts, questions, lists.

use super::app::App;
use super::opened::{self, CODES};
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
    /// Something to type, and what is done with it; a text that is only proposed goes with the first key.
    Prompt { title: &'static str, says: &'static str, text: String, proposed: bool, typed: fn(&mut App, String) },
    /// Something to choose, and what is done with an item that is chosen, or removed if it can be.
    List {
        title: &'static str,
        items: Vec<String>,
        at: usize,
        chosen: fn(&mut App, usize),
        removed: Option<fn(&mut App, usize)>,
    },
}

/// The longest text that can be typed: no code is longer.
const MOST_TYPED: usize = 9000;

impl Overlay {
    /// Something to read; what does not fit a line goes on below, indented.
    pub(crate) fn text(title: &'static str, lines: Vec<String>, indent: usize) -> Overlay {
        Overlay::Text { title, lines, indent, first: 0 }
    }

    pub(crate) fn code() -> Overlay {
        let (title, text) = ("A code, a link or a file", String::new());
        Overlay::Prompt { title, says: CODES, text, proposed: true, typed: App::open_typed }
    }

    pub(crate) fn checkpoint(session: &Session) -> Overlay {
        let (title, says) = ("A checkpoint", "A name for where you are now.");
        let typed = |app: &mut App, name| app.act(Action::SetCheckpoint(name));
        Overlay::Prompt { title, says, text: session.next_checkpoint(), proposed: true, typed }
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
        let removed = Some(App::drop_checkpoint as fn(&mut App, usize));
        Overlay::List { title: "Go back to", items, at, chosen: App::go_back, removed }
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
        Overlay::List { title: "Options", items, at, chosen: App::change_option, removed: None }
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
            Overlay::List { removed: Some(_), .. } => "Enter go back there, Esc back, ↑↓ choose, Delete forget it",
            Overlay::List { .. } => "Enter change, Esc back, ↑↓ choose",
        }
    }
}

/// What is typed and chosen on these pages.
impl App {
    /// Presses a key on a page, which stays unless the key ends it.
    pub(crate) fn press_page(&mut self, mut page: Overlay, key: KeyEvent) {
        if key.code == KeyCode::Esc {
            return;
        }
        match &mut page {
            Overlay::Text { lines, first, .. } => {
                let step: isize = match key.code {
                    KeyCode::Up => -1,
                    KeyCode::Down => 1,
                    KeyCode::PageUp => -10,
                    KeyCode::PageDown | KeyCode::Char(' ') => 10,
                    KeyCode::Home => isize::MIN,
                    KeyCode::End => isize::MAX,
                    _ => return,
                };
                *first = first.saturating_add_signed(step).min(lines.len().saturating_sub(1));
            }
            Overlay::Prompt { text, proposed, typed, .. } => {
                if key.code == KeyCode::Enter {
                    return typed(self, std::mem::take(text));
                }
                let control = key.modifiers.contains(KeyModifiers::CONTROL);
                if std::mem::take(proposed) || (key.code, key.modifiers) == (KeyCode::Char('u'), KeyModifiers::CONTROL)
                {
                    text.clear();
                }
                match key.code {
                    KeyCode::Backspace => _ = text.pop(),
                    KeyCode::Char(char) if !control && !char.is_control() && text.len() < MOST_TYPED => text.push(char),
                    _ => {}
                }
            }
            Overlay::List { items, at, chosen, removed, .. } => {
                let last = items.len().saturating_sub(1);
                match (key.code, removed) {
                    (KeyCode::Up, _) => *at = at.saturating_sub(1),
                    (KeyCode::Down, _) => *at = (*at + 1).min(last),
                    (KeyCode::Home, _) => *at = 0,
                    (KeyCode::End, _) => *at = last,
                    (KeyCode::Enter | KeyCode::Char(' '), _) => return chosen(self, *at),
                    (KeyCode::Delete | KeyCode::Backspace, Some(removed)) => return removed(self, *at),
                    _ => {}
                }
            }
        }
        self.overlay = Some(page);
    }

    fn open_typed(&mut self, text: String) {
        match opened::open(OsStr::new(text.trim())) {
            Ok(opened) => _ = self.open(opened),
            Err(failure) => self.start.says = Some(failure.of(text.trim()).to_string()),
        }
    }

    fn go_back(&mut self, at: usize) {
        self.act(self.checkpoint(at).map_or(Action::Restart, Action::Return));
    }

    fn drop_checkpoint(&mut self, at: usize) {
        let name = self.checkpoint(at);
        name.into_iter().for_each(|name| self.act(Action::DropCheckpoint(name)));
        self.overlay = self.session().map(|session| Overlay::checkpoints(session, at));
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
