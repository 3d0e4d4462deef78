//! The player: its pages, and what happens on them.

use super::events::Event;
use super::helper::{Ask, Desk, Pending, Tutoring};
use super::look::Look;
use super::opened::{Opened, Recipe, Wanted};
use super::overlay::Overlay;
use super::session::{Session, copy};
use super::start::Start;
use super::store::{Preferences, Store};
use crate::exit::Exit;
use equipoise::fd::Random;
use ratatui::crossterm::event::Event as Input;
use std::time::Duration;

/// Puzzles that take longer are not made before they are asked for.
const CHEAP: u32 = 2000;

/// The player.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) look: Look,
    pub(crate) store: Store,
    pub(crate) desk: Desk,
    pub(crate) seeds: Random,
    pub(crate) preferences: Preferences,
    pub(crate) start: Start,
    pub(crate) table: Option<Table>,
    pub(crate) overlay: Option<Overlay>,
    /// What the player waits for.
    pub(crate) waiting: Option<(Pending, Want)>,
    /// The first line of the text beside the board that is shown.
    pub(crate) text_first: usize,
    /// The puzzle that is made while another is played.
    pub(crate) next: Option<Next>,
    /// The time at which time last passed.
    last: Duration,
    pub(crate) over: Option<Exit>,
    /// Whether to give the terminal back for a while.
    pub(crate) recess: Option<Recess>,
}

/// Why the terminal is given back for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Recess {
    /// The program is to stop until it is told to go on.
    Stop,
    /// It was stopped unasked: others may have used the terminal.
    #[cfg(unix)]
    Back,
}

/// A game with its helpers.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) session: Session,
    pub(crate) tutoring: Tutoring,
    /// Requests that nobody waits for.
    pub(crate) verdict: Option<Pending>,
    pub(crate) grading: Option<Pending>,
}

/// What the player waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Want {
    Hint,
    Check,
    Why,
    Path,
    Solution,
    /// A puzzle, and whether its solution is shown at once.
    Puzzle {
        solve: bool,
    },
}

/// A puzzle that is made beforehand.
#[derive(Debug)]
pub(crate) struct Next {
    pub(crate) pending: Option<Pending>,
    wanted: Wanted,
    pub(crate) made: Option<Box<Opened>>,
}

impl App {
    pub(crate) fn new(look: Look, store: Store, desk: Desk, seeds: Random) -> App {
        App {
            look,
            start: Start::new(&store),
            preferences: store.preferences(),
            store,
            desk,
            seeds,
            table: None,
            overlay: None,
            waiting: None,
            text_first: 0,
            next: None,
            last: Duration::ZERO,
            over: None,
            recess: None,
        }
    }

    pub(crate) fn session(&self) -> Option<&Session> {
        self.table.as_ref().map(|table| &table.session)
    }

    pub(crate) fn session_mut(&mut self) -> Option<&mut Session> {
        self.table.as_mut().map(|table| &mut table.session)
    }

    /// Sits down to a puzzle. What stands against it is told on the start page.
    pub(crate) fn open(&mut self, opened: Opened) -> bool {
        self.leave();
        match Session::begin(opened, &self.store, self.preferences) {
            Ok(session) => {
                let puzzle = session.game.puzzle();
                let tutoring = self.desk.tutor(copy(puzzle));
                let verdict = Some(self.desk.ask(&tutoring, Ask::Verdict));
                self.prepare(session.wanted);
                self.text_first = 0;
                self.table = Some(Table { session, tutoring, verdict, grading: None });
                self.save();
                true
            }
            Err(why) => {
                self.start.says = Some(why);
                false
            }
        }
    }

    /// Leaves the game for the start page.
    pub(crate) fn leave(&mut self) {
        if let Some(mut table) = self.table.take() {
            table.session.leave();
            if let Some(why) = table.session.unsaved {
                self.start.says = Some(why);
            }
            drop(table.tutoring);
            let at = self.start.at;
            let says = self.start.says.take();
            self.start = Start::new(&self.store);
            (self.start.at, self.start.says) = (at.min(self.start.items.len().saturating_sub(1)), says);
        }
        (self.waiting, self.overlay) = (None, None);
    }

    /// Ends the player.
    pub(crate) fn quit(&mut self, exit: Exit) {
        self.leave();
        self.next = None;
        self.over = Some(exit);
    }

    /// Begins to make the next puzzle, if that is cheap.
    fn prepare(&mut self, wanted: Wanted) {
        let ready = self.next.as_ref().is_some_and(|next| next.wanted.is(wanted));
        let cheap = wanted.offer().is_some_and(|offer| offer.milliseconds <= CHEAP);
        if !ready {
            self.next = None;
            if cheap {
                let recipe = self.recipe(wanted);
                let pending = Some(self.desk.make(recipe));
                self.next = Some(Next { pending, wanted, made: None });
            }
        }
    }

    /// A new puzzle, from a seed of its own.
    fn recipe(&mut self, wanted: Wanted) -> Recipe {
        Recipe::New(wanted, self.seeds.bits() % 1_000_000_000)
    }

    /// Goes on to a puzzle like the last one.
    pub(crate) fn another(&mut self) {
        let Some(wanted) = self.session().map(|session| session.wanted) else { return };
        let pending = match self.next.take() {
            Some(Next { made: Some(opened), .. }) => {
                self.open(*opened);
                return;
            }
            Some(Next { pending: Some(pending), .. }) => pending,
            _ => {
                let recipe = self.recipe(wanted);
                self.desk.make(recipe)
            }
        };
        self.waiting = Some((pending, Want::Puzzle { solve: false }));
    }

    /// Takes what happened at this time since the start.
    pub(crate) fn handle(&mut self, event: Event, now: Duration) {
        self.pass(now);
        match event {
            Event::Input(Input::Key(key)) => self.key(key),
            Event::Input(Input::Mouse(mouse)) => self.mouse(mouse),
            Event::Input(Input::Paste(text)) => {
                if let Some(overlay) = &mut self.overlay {
                    overlay.paste(&text);
                }
            }
            // The next drawing asks for the size.
            Event::Input(Input::Resize(..) | Input::FocusGained | Input::FocusLost) => {}
            Event::Reply(reply) => self.reply(reply),
            Event::End => self.quit(Exit::Failed),
            #[cfg(unix)]
            Event::Stop => self.recess = Some(Recess::Stop),
            #[cfg(unix)]
            Event::Back => self.recess = Some(Recess::Back),
        }
        self.after();
    }

    /// Whether a helper is at work for the player.
    #[cfg(test)]
    pub(crate) fn is_busy(&self) -> bool {
        let unseen =
            |table: &Table| table.verdict.is_some() || (table.grading.is_some() && table.session.grade.is_none());
        self.waiting.is_some() || self.table.as_ref().is_some_and(unseen)
    }

    /// Lets time pass.
    pub(crate) fn pass(&mut self, now: Duration) {
        let passed = now.saturating_sub(self.last);
        self.last = now;
        if let Some(session) = self.session_mut() {
            session.pass(passed);
        }
        self.after();
    }

    /// Forgets how long it has been: the program was stopped meanwhile.
    pub(crate) fn wake(&mut self, now: Duration) {
        self.last = now;
        self.recess = None;
    }

    /// What follows from every change.
    fn after(&mut self) {
        self.save();
        let Some(table) = &mut self.table else { return };
        if table.session.is_solved() && table.session.grade.is_none() && table.grading.is_none() {
            table.grading = Some(self.desk.ask(&table.tutoring, Ask::Path(None)));
        }
    }

    fn save(&mut self) {
        if let Some(session) = self.session_mut() {
            session.save();
        }
    }
}
