//! What keys and the mouse do on each page.

use super::app::{App, Want};
use super::helper::Ask;
use super::keys::{self, Command};
use super::opened::{self, CODES};
use super::overlay::{Overlay, Pressed, Purpose};
use super::session::{Aside, Notice, Session};
use super::start::Chosen;
use crate::exit::Exit;
use crate::rules;
use equipoise::puzzles::Gesture;
use equipoise::studio::{self, Advice, Help, Rung, Shown};
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;
use std::ffi::OsStr;

/// Columns and rows that a turn of the wheel moves by.
const WHEEL: (isize, isize) = (6, 3);

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
            KeyCode::Char('Z') => self.stops = true,
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

    /// A digit that was pasted.
    pub(crate) fn digit(&mut self, digit: char) {
        if let Some(session) = self.session_mut() {
            session.press(digit);
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
            Command::Stop => self.stops = true,
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
            Command::Code => self.overlay = Some(Overlay::text("Codes", session.codes())),
            Command::Rules => {
                let text = rules::page(session.game.puzzle().kind().rules_text);
                self.overlay = Some(Overlay::text("Rules", text.lines().map(str::to_owned).collect()));
            }
            Command::Keys => {
                let lines = keys::KEYS.iter().map(|(key, what)| format!("{key:<11} {what}")).collect();
                self.overlay = Some(Overlay::text("Keys", lines));
            }
            other => session.command(other),
        }
    }

    /// The next rung of the hint that is shown, or another hint.
    fn hint(&mut self) {
        let Some(session) = self.session_mut() else { return };
        if let Notice::Hint(hint, rung) = &session.notice
            && let Some(next) = Rung::new(rung.number() + 1)
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
            return session.show_hint(hint, Rung::Result);
        }
        let ask = Ask::Check(session.game.position().clone());
        self.ask(Want::Why, ask);
    }

    /// What was typed or chosen on the page above the others.
    fn pressed(&mut self, pressed: Pressed) {
        match pressed {
            Pressed::Stays => {}
            Pressed::Gone => self.overlay = None,
            Pressed::Typed(Purpose::Open, text) => {
                self.overlay = None;
                match opened::open(OsStr::new(text.trim())) {
                    Ok(opened) => _ = self.open(opened),
                    Err(failure) => self.start.says = Some(failure.to_text(text.trim())),
                }
            }
            Pressed::Typed(_, name) => {
                self.overlay = None;
                if let (Some(session), false) = (self.session_mut(), name.trim().is_empty()) {
                    session.set_checkpoint(name.trim());
                }
            }
            Pressed::Chosen(Purpose::Option, at) => self.change_option(at),
            Pressed::Chosen(_, at) => {
                self.overlay = None;
                if let Some(session) = self.session_mut() {
                    session.go_back(at);
                }
            }
            Pressed::Removed(Purpose::Return, at) => {
                if let Some(session) = self.session_mut() {
                    session.forget(at);
                    let list = session.checkpoint_list(at);
                    self.overlay = Some(list);
                }
            }
            Pressed::Removed(..) => {}
        }
    }

    fn option_list(&self, at: usize) -> Overlay {
        let yes = |on: bool| if on { "yes" } else { "no" };
        let shown = match self.preferences.settings.shown {
            Shown::Never => "never",
            Shown::Rules => "broken rules",
            Shown::Values => "wrong values",
        };
        let items = vec![
            format!("Mistakes shown: {shown}"),
            format!("Entries tidy the pencil marks: {}", yes(self.preferences.settings.tidy)),
            format!("Time shown: {}", yes(self.preferences.time)),
            format!("Names drawn: {}", yes(self.preferences.names)),
        ];
        Overlay::List { title: "Options", items, at, purpose: Purpose::Option }
    }

    fn change_option(&mut self, at: usize) {
        let chosen = &mut self.preferences;
        match at {
            0 => {
                let next = Shown::ALL.iter().position(|shown| *shown == chosen.settings.shown).map_or(0, |at| at + 1);
                chosen.settings.shown = Shown::ALL[next % Shown::ALL.len()];
            }
            1 => chosen.settings.tidy = !chosen.settings.tidy,
            2 => chosen.time = !chosen.time,
            _ => chosen.names = !chosen.names,
        }
        let (preferences, kept) = (self.preferences, self.store.keep(self.preferences));
        if let Some(session) = self.session_mut() {
            session.game.settings = preferences.settings;
            session.touch();
            if let Err(error) = kept {
                session.say(format!("This choice is not kept: {error}"));
            }
        }
        self.overlay = Some(self.option_list(at));
    }
}

/// The mouse.
impl App {
    pub(crate) fn mouse(&mut self, mouse: MouseEvent) {
        let position = Position { x: mouse.column, y: mouse.row };
        let (columns, rows) = match mouse.kind {
            MouseEventKind::ScrollUp => (0, -WHEEL.1),
            MouseEventKind::ScrollDown => (0, WHEEL.1),
            MouseEventKind::ScrollLeft => (-WHEEL.0, 0),
            MouseEventKind::ScrollRight => (WHEEL.0, 0),
            MouseEventKind::Down(MouseButton::Left) => return self.click(position, false),
            MouseEventKind::Drag(MouseButton::Left) => return self.click(position, true),
            MouseEventKind::Up(_) => {
                self.session_mut().into_iter().for_each(|session| session.brush = None);
                return;
            }
            _ => return,
        };
        if let Some(Overlay::Text { lines, first, .. }) = &mut self.overlay {
            *first = first.saturating_add_signed(rows).min(lines.len().saturating_sub(1));
            return;
        }
        let sideways = mouse.modifiers.contains(KeyModifiers::SHIFT);
        match self.table.as_mut().map(|table| &mut table.session) {
            None => self.start.step(rows.signum()),
            Some(session) if session.viewport.area().contains(position) => match sideways {
                true => session.viewport.scroll(rows * 2, 0),
                false => session.viewport.scroll(columns, rows),
            },
            Some(_) => self.text_first = self.text_first.saturating_add_signed(rows),
        }
    }

    fn click(&mut self, position: Position, drags: bool) {
        let (look, names) = (self.look, self.preferences.names);
        if self.overlay.is_some() || self.table.is_none() {
            return;
        }
        self.waiting = None;
        let Some(session) = self.session_mut() else { return };
        if session.paused {
            session.paused = false;
            return;
        }
        if session.aside.is_some() {
            return;
        }
        let hit = session.viewport.hit(position, &session.scene(names), look);
        let Some(target) = hit.and_then(|id| session.find(&id)) else { return };
        let known = session.selected == target;
        session.select(target);
        let turns = session.target().is_some_and(|target| target.gesture == Gesture::Cycle);
        match (turns && !session.pencil, drags) {
            (false, _) => {}
            (true, false) => session.turn(),
            (true, true) if !known => session.paint(),
            (true, true) => {}
        }
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

    /// The start, and the checkpoints by name.
    fn checkpoint_list(&self, at: usize) -> Overlay {
        let names = self.game.checkpoints().map(|(name, _)| name.to_owned());
        let items: Vec<String> = std::iter::once("(the start)".to_owned()).chain(names).collect();
        let at = at.min(items.len() - 1);
        Overlay::List { title: "Go back to", items, at, purpose: Purpose::Return }
    }

    fn checkpoint(&self, at: usize) -> Option<String> {
        self.game.checkpoints().nth(at.checked_sub(1)?).map(|(name, _)| name.to_owned())
    }

    fn go_back(&mut self, at: usize) {
        match self.checkpoint(at) {
            Some(name) => self.return_to(&name),
            None => self.restart(),
        }
    }

    fn forget(&mut self, at: usize) {
        if let Some(name) = self.checkpoint(at) {
            self.game.drop_checkpoint(&name);
            self.touch();
        }
    }

    /// The codes of the puzzle and of the position, to be copied.
    fn codes(&self) -> Vec<String> {
        let puzzle = self.game.puzzle();
        let code = |position| studio::encode(puzzle, position).unwrap_or_else(|error| format!("({error})"));
        vec![
            "This puzzle:".to_owned(),
            code(None),
            String::new(),
            "This puzzle, and how far you are:".to_owned(),
            code(Some(self.game.position())),
            String::new(),
            "`equipoise play CODE` opens it, and so does the web app with #CODE at the end of its address.".to_owned(),
        ]
    }
}
