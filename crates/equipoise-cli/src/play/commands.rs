//! What keys and the mouse do on each page.

use super::app::{App, Recess, Want};
use super::helper::Ask;
use super::keys::{self, Command};
use super::opened::CODES;
use super::overlay::{Overlay, Purpose};
use super::session::{Aside, Notice, Session};
use super::start::Chosen;
use crate::exit::Exit;
use crate::rules;
use equipoise::studio::{Advice, HintLevel};
use play::old::Help;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

impl App {
    pub(crate) fn key(&mut self, key: KeyEvent) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        if key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL) {
            return self.quit(Exit::Fine);
        }
        // Any key calls off what is being waited for, but for the one that asked for it.
        if let Some((_, want)) = &self.waiting {
            if want.is_asked_by(key.code) {
                return;
            }
            self.waiting = None;
            if key.code == KeyCode::Esc {
                return;
            }
        }
        if let Some(overlay) = &mut self.overlay {
            let pressed = overlay.press(key);
            return self.pressed(pressed);
        }
        match &mut self.table {
            None => self.start_key(key),
            Some(table) if table.session.paused => table.session.paused = false,
            Some(table) if table.session.aside.is_some() => {
                self.text_first = 0;
                table.session.aside_key(key);
            }
            Some(_) => self.table_key(key),
        }
    }

    fn start_key(&mut self, key: KeyEvent) {
        match key.code {
            KeyCode::Up | KeyCode::BackTab => self.start.step(-1),
            KeyCode::Down | KeyCode::Tab => self.start.step(1),
            KeyCode::PageUp => self.start.step(-10),
            KeyCode::PageDown => self.start.step(10),
            KeyCode::Home => self.start.step(isize::MIN),
            KeyCode::End => self.start.step(isize::MAX),
            KeyCode::Left => self.start.change_size(false),
            KeyCode::Right => self.start.change_size(true),
            KeyCode::Char('d') => self.start.change_band(),
            KeyCode::Char(digit) if digit.is_ascii_digit() => self.start.type_size(digit),
            KeyCode::Enter | KeyCode::Char(' ') => self.choose(false),
            KeyCode::Char('s') => self.choose(true),
            KeyCode::Char('Z') => self.recess = Some(Recess::Stop),
            KeyCode::Char('q') | KeyCode::Esc => self.quit(Exit::Fine),
            _ => {}
        }
    }

    /// Opens what is chosen on the start page, perhaps with its solution.
    fn choose(&mut self, solve: bool) {
        match self.start.choose(&mut self.seeds) {
            Some(Chosen::Opened(opened)) => {
                let open = self.open(*opened);
                if open && solve {
                    self.solve();
                }
            }
            Some(Chosen::Make(recipe)) => self.waiting = Some((self.desk.make(recipe), Want::Puzzle { solve })),
            Some(Chosen::Ask) => {
                let title = "A code, a link or a file";
                self.overlay =
                    Some(Overlay::Prompt { title, says: CODES, text: String::new(), purpose: Purpose::Open });
            }
            None => {}
        }
    }

    fn table_key(&mut self, key: KeyEvent) {
        let plain = !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        if let (KeyCode::Char(char), true, Some(session)) = (key.code, plain, self.session_mut())
            && session.press(char)
        {
            return;
        }
        if let Some(command) = keys::command(key) {
            self.command(command);
        }
    }

    fn command(&mut self, command: Command) {
        match command {
            Command::Quit => return self.quit(Exit::Fine),
            Command::Leave => return self.leave(),
            Command::Stop => self.recess = Some(Recess::Stop),
            Command::New => return self.another(),
            Command::PageUp => self.text_first = self.text_first.saturating_sub(3),
            Command::PageDown => self.text_first = self.text_first.saturating_add(3),
            _ => self.text_first = 0,
        }
        let Some(session) = self.table.as_mut().map(|table| &mut table.session) else { return };
        // These are about the number being typed; all others come after it.
        if !matches!(command, Command::Enter | Command::Clear | Command::Undo | Command::Pencil) {
            session.finish_typing();
        }
        match command {
            Command::Check => {
                session.game.take_help(Help::Check);
                session.touch();
                let ask = Ask::Check(session.game.position().clone());
                self.ask(Want::Check, ask);
            }
            Command::Why => self.why(),
            Command::Hint => self.hint(),
            Command::Path | Command::PathFromHere => {
                if !session.is_solved() {
                    session.game.take_help(Help::Reveal);
                    session.touch();
                }
                let from = (command == Command::PathFromHere).then(|| session.game.position().clone());
                self.ask(Want::Path, Ask::Path(from));
            }
            Command::Solution => {
                if !session.is_solved() {
                    session.game.take_help(Help::Reveal);
                    session.touch();
                }
                self.solve();
            }
            Command::Checkpoint => {
                let text = format!("{}", session.game.checkpoints().len() + 1);
                let (title, says) = ("A checkpoint", "A name for where you are now.");
                self.overlay = Some(Overlay::Prompt { title, says, text, purpose: Purpose::Checkpoint });
            }
            Command::Return => self.overlay = Some(session.checkpoint_list(0)),
            Command::Options => self.overlay = Some(self.option_list(0)),
            Command::Code => self.overlay = Some(Overlay::text("Codes", session.codes(), 0)),
            Command::Rules => {
                let text = session.game.puzzle().kind().rules_text;
                let lines = rules::page(text).lines().map(str::to_owned).collect();
                self.overlay = Some(Overlay::text("Rules", lines, 0));
            }
            Command::Keys => {
                let lines = keys::KEYS.iter().map(|(key, what)| format!("{key:<11} {what}")).collect();
                self.overlay = Some(Overlay::text("Keys", lines, 12));
            }
            other => session.command(other),
        }
    }

    /// The next rung of the hint that is shown, or another hint.
    fn hint(&mut self) {
        let Some(session) = self.session_mut() else { return };
        if let Notice::Hint(hint, rung) = &session.notice
            && let Some(next) = HintLevel::new(rung.number() + 1)
        {
            let hint = hint.clone();
            return session.show_hint(hint, next);
        }
        let ask = Ask::Hint(session.game.position().clone());
        self.ask(Want::Hint, ask);
    }

    /// What is wrong; then, which of it.
    fn why(&mut self) {
        let Some(session) = self.session_mut() else { return };
        if let Notice::Hint(hint, _) = &session.notice
            && let Advice::Wrong(_) = hint.advice
        {
            let hint = hint.clone();
            return session.show_hint(hint, HintLevel::Result);
        }
        let ask = Ask::Check(session.game.position().clone());
        self.ask(Want::Why, ask);
    }
}

impl Want {
    /// Whether this key asks for it: pressed again, it changes nothing.
    fn is_asked_by(self, key: KeyCode) -> bool {
        let KeyCode::Char(letter) = key else { return key == KeyCode::Enter && matches!(self, Want::Puzzle { .. }) };
        let letters = match self {
            Want::Hint => "h",
            Want::Check => "c",
            Want::Why => "w",
            Want::Path => "eE",
            Want::Solution => "s",
            Want::Puzzle { .. } => "ns ",
        };
        letters.contains(letter)
    }
}

/// What a game does by itself.
impl Session {
    fn command(&mut self, command: Command) {
        match command {
            Command::Up => self.step(|near| near.up),
            Command::Down => self.step(|near| near.down),
            Command::Left => self.step(|near| near.left),
            Command::Right => self.step(|near| near.right),
            Command::Next => self.cycle(true),
            Command::Previous => self.cycle(false),
            Command::First => self.select(0),
            Command::Last => self.select(self.game.sheet().targets.len().saturating_sub(1)),
            Command::Enter if self.typing.shown().is_empty() => self.turn(),
            Command::Enter => self.finish_typing(),
            Command::Pencil => {
                self.typing.clear();
                self.pencil = !self.pencil;
                self.marks |= self.pencil;
            }
            Command::Clear => self.clear(),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Tidy => self.tidy(),
            Command::Marks => self.marks = !self.marks,
            Command::Apply => self.apply(),
            Command::Pause => self.paused = true,
            _ => {}
        }
    }

    /// The keys of the explained path, and of the solution.
    fn aside_key(&mut self, key: KeyEvent) {
        let Some(Aside::Path(path, at)) = &mut self.aside else {
            self.aside = None;
            return;
        };
        let last = path.steps.len();
        self.viewport.follow();
        match key.code {
            KeyCode::Right | KeyCode::Down | KeyCode::Enter | KeyCode::Char(' ' | 'n') => *at = (*at + 1).min(last),
            KeyCode::Left | KeyCode::Up | KeyCode::Backspace | KeyCode::Char('b') => *at = at.saturating_sub(1),
            KeyCode::PageDown => *at = (*at + 10).min(last),
            KeyCode::PageUp => *at = at.saturating_sub(10),
            KeyCode::Home => *at = 0,
            KeyCode::End => *at = last,
            KeyCode::Esc | KeyCode::Char('e' | 'q') => self.aside = None,
            _ => {}
        }
    }
}
