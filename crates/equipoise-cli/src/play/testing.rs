//! A player without a terminal, for tests.

use super::app::App;
use super::events::Event;
use super::helper::Helpers;
use super::look::{Colours, Look};
use super::opened;
use super::store::Store;
use equipoise::fd::Random;
use equipoise::puzzles::{Board, Choices, KINDS, Puzzle, Target, builtin, builtin_names};
use equipoise::studio::{Tutor, Verdict};
use play::{Date, Session};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers, MouseEvent, MouseEventKind};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

pub(crate) const PLAIN: Look = Look { colours: Colours::None, ascii: false };

/// How long a helper may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// An empty directory of the test's own.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("equipoise-play-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a directory for games");
    folder
}

/// The smallest built-in puzzle of each kind that has a solution.
pub(crate) fn smallest() -> Vec<String> {
    let of = |kind: &&equipoise::puzzles::Kind| {
        let named = builtin_names().filter(|name| name.starts_with(&format!("{}/", kind.name)));
        let solved = named.filter(|name| builtin(name).is_some_and(|document| document.solution.is_some()));
        solved.min_by_key(|name| builtin(name).map(|document| document.puzzle.places()))
    };
    KINDS.iter().filter_map(of).collect()
}

/// A player, its screen and its clock.
pub(crate) struct Bench {
    pub(crate) app: App,
    events: Receiver<Event>,
    pub(crate) terminal: Terminal<TestBackend>,
    pub(crate) now: Duration,
}

impl Bench {
    /// A player on its start page, with its games in this directory.
    pub(crate) fn new(folder: &Path, look: Look, (width, height): (u16, u16)) -> Bench {
        let (send, events) = channel();
        let helpers = Helpers::start(&send).expect("two threads");
        let app = App::new(look, Store::at(&folder.join("games")), helpers, Random::new(1), || Date::new(2026, 11, 15));
        let terminal = Terminal::new(TestBackend::new(width, height)).expect("a screen");
        Bench { app, events, terminal, now: Duration::ZERO }
    }

    /// The same with a puzzle open.
    pub(crate) fn playing(folder: &Path, name: &str, size: (u16, u16)) -> Bench {
        let mut bench = Bench::new(folder, PLAIN, size);
        bench.open(name);
        bench
    }

    pub(crate) fn open(&mut self, name: &str) {
        let opened = opened::open(OsStr::new(name)).expect("it can be opened");
        assert!(self.app.open(opened), "{:?}", self.app.start.says);
        self.settle();
    }

    pub(crate) fn session(&self) -> &Session {
        self.app.session().expect("a game is open")
    }

    pub(crate) fn happens(&mut self, event: Event) {
        self.app.handle(event, self.now);
    }

    /// Presses keys: a word names a key that has no character.
    pub(crate) fn press(&mut self, keys: &str) {
        for word in keys.split(' ') {
            let codes: Vec<(KeyCode, KeyModifiers)> = match word {
                "Up" => vec![(KeyCode::Up, KeyModifiers::NONE)],
                "Down" => vec![(KeyCode::Down, KeyModifiers::NONE)],
                "Left" => vec![(KeyCode::Left, KeyModifiers::NONE)],
                "Right" => vec![(KeyCode::Right, KeyModifiers::NONE)],
                "Tab" => vec![(KeyCode::Tab, KeyModifiers::NONE)],
                "BackTab" => vec![(KeyCode::BackTab, KeyModifiers::SHIFT)],
                "Home" => vec![(KeyCode::Home, KeyModifiers::NONE)],
                "End" => vec![(KeyCode::End, KeyModifiers::NONE)],
                "Enter" => vec![(KeyCode::Enter, KeyModifiers::NONE)],
                "Esc" => vec![(KeyCode::Esc, KeyModifiers::NONE)],
                "Space" => vec![(KeyCode::Char(' '), KeyModifiers::NONE)],
                "Delete" => vec![(KeyCode::Delete, KeyModifiers::NONE)],
                "Backspace" => vec![(KeyCode::Backspace, KeyModifiers::NONE)],
                "PgDn" => vec![(KeyCode::PageDown, KeyModifiers::NONE)],
                "PgUp" => vec![(KeyCode::PageUp, KeyModifiers::NONE)],
                "C-z" => vec![(KeyCode::Char('z'), KeyModifiers::CONTROL)],
                "C-y" => vec![(KeyCode::Char('y'), KeyModifiers::CONTROL)],
                "C-c" => vec![(KeyCode::Char('c'), KeyModifiers::CONTROL)],
                text => text.chars().map(|char| (KeyCode::Char(char), KeyModifiers::NONE)).collect(),
            };
            for (code, modifiers) in codes {
                self.happens(Event::Input(Input::Key(KeyEvent::new(code, modifiers))));
            }
        }
    }

    pub(crate) fn mouse(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) {
        let mouse = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
        self.happens(Event::Input(Input::Mouse(mouse)));
    }

    /// Waits until no helper is at work for the player.
    pub(crate) fn settle(&mut self) {
        while self.app.is_busy() {
            let event = self.events.recv_timeout(PATIENCE).expect("helpers answer");
            self.happens(event);
        }
    }

    /// Presses keys, and waits for answers.
    pub(crate) fn ask(&mut self, keys: &str) {
        self.press(keys);
        self.settle();
    }

    pub(crate) fn wait(&mut self, time: Duration) {
        self.now += time;
        self.app.pass(self.now);
    }

    pub(crate) fn draw(&mut self) -> &Buffer {
        self.terminal.draw(|frame| self.app.draw(frame)).expect("a screen");
        self.terminal.backend().buffer()
    }

    /// What is on the screen, without blanks at the ends of lines.
    pub(crate) fn screen(&mut self) -> String {
        let buffer = self.draw();
        let width = usize::from(buffer.area.width.max(1));
        let rows = buffer.content.chunks(width).map(|row| row.iter().map(Cell::symbol).collect::<String>());
        rows.map(|row| row.trim_end().to_owned() + "\n").collect()
    }

    /// The solution of the puzzle that is open.
    pub(crate) fn solution(&self) -> Board {
        solution(self.session().game().puzzle())
    }

    /// What to press so that the first blank target gets a value that is
    /// wrong.
    pub(crate) fn wrong(&self) -> String {
        let (session, solution) = (self.session(), self.solution());
        let board = &session.game().written().board;
        let mut blank = session.game().sheet().targets.iter().enumerate();
        let (number, target) = blank.find(|(_, target)| !target.given && target.shown(board).is_empty()).expect("one");
        let right = target.shown(&solution);
        let wrong = target.choices.values().find(|choice| !right.contains(choice)).expect("there is another");
        format!("Home {}{}", "Tab ".repeat(number), keys(target, wrong))
    }

    /// Types a whole board, target by target.
    pub(crate) fn type_board(&mut self, board: &Board) {
        for (number, keys) in typed(self.session(), board) {
            self.press("Home");
            (0..number).for_each(|_| self.press("Tab"));
            self.press(&keys);
        }
    }
}

/// The solution of a puzzle that has one.
pub(crate) fn solution(puzzle: &dyn Puzzle) -> Board {
    let opened = Tutor::open(puzzle).finish(equipoise::fd::Limits::none()).expect("no limit");
    match opened.expect("it is small").verdict() {
        Verdict::Unique(solution) => solution.clone(),
        other => panic!("{other:?}"),
    }
}

/// For each target to fill in, its number and what is typed there.
fn typed(session: &Session, board: &Board) -> Vec<(usize, String)> {
    let targets = session.game().sheet().targets.iter().enumerate().filter(|(_, target)| !target.given);
    targets.filter_map(|(number, target)| Some((number, keys(target, *target.shown(board).first()?)))).collect()
}

/// What is typed for a choice.
fn keys(target: &Target, choice: i32) -> String {
    let key = target.choices.key(choice).expect("it can be typed");
    let end = if matches!(target.choices, Choices::Keys(_)) { "" } else { " Enter" };
    format!("{key}{end}")
}
