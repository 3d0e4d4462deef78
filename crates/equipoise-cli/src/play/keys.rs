//! What keys do on each page.

use super::app::{App, Recess};
use super::overlay::Overlay;
use super::start::Chosen;
use crate::failure::Exit;
use play::Action;
use play::keys::{self, Command, Key, KeyName};
use play::session::{Aside, Direction};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

impl App {
    pub(crate) fn key(&mut self, event: KeyEvent) {
        if event.kind == KeyEventKind::Release {
            return;
        }
        if event.code == KeyCode::Char('c') && event.modifiers.contains(KeyModifiers::CONTROL) {
            return self.quit(Exit::Fine);
        }
        // Any key but those that ask for it calls off the making of a puzzle.
        if self.is_making() {
            if matches!(event.code, KeyCode::Char('n' | ' ') | KeyCode::Enter) {
                return;
            }
            self.stop_making();
            if event.code == KeyCode::Esc {
                return;
            }
        }
        if let Some(page) = self.overlay.take() {
            return self.press_page(page, event);
        }
        match self.session() {
            None => self.start_key(event.code),
            Some(session) if session.is_waiting() && event.code == KeyCode::Esc => self.act(Action::Cancel),
            Some(session) if session.is_paused() => self.act(Action::Pause),
            Some(session) => match session.aside() {
                Some(Aside::Path(path, at)) => {
                    let action = path_action(event.code, *at, path.steps.len());
                    action.into_iter().for_each(|action| self.act(action));
                }
                Some(Aside::Solution(..)) => self.act(Action::Back),
                None => self.board_key(event),
            },
        }
    }

    fn start_key(&mut self, code: KeyCode) {
        match code {
            KeyCode::Up | KeyCode::BackTab => self.start.step(-1),
            KeyCode::Down | KeyCode::Tab => self.start.step(1),
            KeyCode::PageUp => self.start.step(-10),
            KeyCode::PageDown => self.start.step(10),
            KeyCode::Home => self.start.step(isize::MIN),
            KeyCode::End => self.start.step(isize::MAX),
            KeyCode::Left => self.start.change_size(false),
            KeyCode::Right => self.start.change_size(true),
            KeyCode::Char('d') => self.start.change_difficulty(),
            KeyCode::Char(digit) if digit.is_ascii_digit() => self.start.type_size(digit),
            KeyCode::Enter | KeyCode::Char(' ') => self.choose(),
            KeyCode::Char('?') | KeyCode::F(1) => self.overlay = Some(Overlay::keys_page()),
            KeyCode::Char('Z') => self.recess = Some(Recess::Stop),
            KeyCode::Char('q') | KeyCode::Esc => self.quit(Exit::Fine),
            _ => {}
        }
    }

    /// Opens what is chosen on the start page.
    fn choose(&mut self) {
        match self.start.choose(&mut self.seeds) {
            Some(Chosen::Opened(opened)) => _ = self.open(*opened),
            Some(Chosen::Make(order)) => self.make(order, true),
            Some(Chosen::Ask) => self.overlay = Some(Overlay::code()),
            None => {}
        }
    }

    fn board_key(&mut self, event: KeyEvent) {
        let plain = !event.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        if let (KeyCode::Char(char), true) = (event.code, plain)
            && self.session().is_some_and(|session| session.takes(char))
        {
            return self.act(Action::Type(char));
        }
        let command = key_of(event).and_then(|key| keys::command(key, &self.preferences));
        let (Some(command), Some(session)) = (command, self.session()) else { return };
        match command {
            Command::Act(action) => self.act(action),
            Command::NameCheckpoint => self.overlay = Some(Overlay::checkpoint(session)),
            Command::ListCheckpoints => self.overlay = Some(Overlay::checkpoints(session, 0)),
            Command::Scroll(true) => self.text_first = self.text_first.saturating_add(3),
            Command::Scroll(false) => self.text_first = self.text_first.saturating_sub(3),
            Command::New => self.another(),
            Command::Options => self.overlay = Some(Overlay::options(&self.preferences, 0)),
            Command::Code => self.overlay = Some(Overlay::codes(session)),
            Command::Rules => self.overlay = Some(Overlay::rules(session)),
            Command::Keys => self.overlay = Some(Overlay::keys_page()),
            Command::Stop => self.recess = Some(Recess::Stop),
            Command::Leave => self.leave(),
            Command::Quit => self.quit(Exit::Fine),
        }
    }
}

/// The key of the map that both players have.
fn key_of(event: KeyEvent) -> Option<Key> {
    let name = match event.code {
        KeyCode::Char(char) => KeyName::Char(char),
        KeyCode::Up => KeyName::Arrow(Direction::Up),
        KeyCode::Down => KeyName::Arrow(Direction::Down),
        KeyCode::Left => KeyName::Arrow(Direction::Left),
        KeyCode::Right => KeyName::Arrow(Direction::Right),
        KeyCode::Tab => KeyName::Tab,
        KeyCode::BackTab => KeyName::BackTab,
        KeyCode::Home => KeyName::Home,
        KeyCode::End => KeyName::End,
        KeyCode::PageUp => KeyName::PageUp,
        KeyCode::PageDown => KeyName::PageDown,
        KeyCode::Enter => KeyName::Enter,
        KeyCode::Backspace | KeyCode::Delete => KeyName::Delete,
        KeyCode::Esc => KeyName::Escape,
        KeyCode::F(1) => KeyName::Help,
        _ => return None,
    };
    let has = |modifier| event.modifiers.contains(modifier);
    Some(Key { name, shift: has(KeyModifiers::SHIFT), control: has(KeyModifiers::CONTROL) })
}

/// What a key does to the way that is shown.
fn path_action(code: KeyCode, at: usize, last: usize) -> Option<Action> {
    Some(match code {
        KeyCode::Right | KeyCode::Down | KeyCode::Enter | KeyCode::Char(' ' | 'n') => Action::GoTo(at + 1),
        KeyCode::Left | KeyCode::Up | KeyCode::Backspace | KeyCode::Char('b') => Action::GoTo(at.saturating_sub(1)),
        KeyCode::PageDown => Action::GoTo(at + 10),
        KeyCode::PageUp => Action::GoTo(at.saturating_sub(10)),
        KeyCode::Home => Action::GoTo(0),
        KeyCode::End => Action::GoTo(last),
        KeyCode::Esc | KeyCode::Char('e' | 'q') => Action::Back,
        _ => return None,
    })
}
