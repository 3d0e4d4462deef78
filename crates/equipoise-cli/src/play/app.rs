//! The player: its pages, and what happens on them.

use super::drawing::Viewport;
use super::events::Event;
use super::helper::Helpers;
use super::look::Look;
use super::opened::{self, Opened};
use super::overlay::Overlay;
use super::start::Start;
use super::store::{Slot, Store};
use crate::failure::Exit;
use crate::rule_files;
use equipoise::fd::Random;
use equipoise::puzzles;
use play::message::{Answer, Message, Order, Question, Recipe};
use play::saves::Saved;
use play::{Action, Date, Effect, Game, Preferences, Session};
use ratatui::crossterm::event::Event as Input;
use std::time::Duration;

/// The player.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) look: Look,
    pub(crate) store: Store,
    helpers: Helpers,
    pub(crate) seeds: Random,
    /// The day by the calendar: a game may go on beyond midnight.
    today: fn() -> Option<Date>,
    pub(crate) preferences: Preferences,
    pub(crate) start: Start,
    pub(crate) table: Option<Table>,
    pub(crate) overlay: Option<Overlay>,
    /// The first line of the text beside the board that is shown.
    pub(crate) text_first: usize,
    /// The next puzzle.
    next: Option<Next>,
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

/// A game on the screen.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) session: Session,
    pub(crate) viewport: Viewport,
    pub(crate) slot: Slot,
}

/// A puzzle that is being made, or was made beforehand.
#[derive(Debug)]
struct Next {
    /// The number of the question.
    id: u64,
    order: Order,
    /// Whether the player waits for it.
    awaited: bool,
    made: Option<Box<Opened>>,
}

impl Next {
    fn is_by(&self, recipe: &Recipe) -> bool {
        matches!(&self.order, Order::New { recipe: own, .. } if own == recipe)
    }

    /// Whether it is of the rules that its kind has now: a user's page may have changed since.
    fn is_by_the_rules(&self) -> bool {
        let kind = self.made.as_ref().map(|opened| opened.puzzle.kind());
        kind.is_none_or(|kind| puzzles::kind(kind.name).is_some_and(|now| now.rules_hash() == kind.rules_hash()))
    }
}

impl Table {
    fn save(&mut self) {
        let about = &mut self.session.about;
        (about.revision, about.saved) = (about.revision + 1, opened::now());
        self.slot.save(&self.session.about.write(self.session.game()));
    }
}

impl App {
    pub(crate) fn new(look: Look, store: Store, helpers: Helpers, seeds: Random, today: fn() -> Option<Date>) -> App {
        App {
            look,
            start: Start::new(&store, today()),
            today,
            preferences: store.preferences(),
            store,
            helpers,
            seeds,
            table: None,
            overlay: None,
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

    /// Begins a game, or goes on with the one that was saved; says whether that
    /// was possible. If not, the start page says why.
    pub(crate) fn open(&mut self, opened: Opened) -> bool {
        self.leave();
        match self.sit_down(opened) {
            Ok(effects) => {
                self.text_first = 0;
                self.carry_out(effects);
                if let Some(table) = &mut self.table {
                    table.save();
                }
                true
            }
            Err(why) => {
                self.start.says = Some(why);
                false
            }
        }
    }

    fn sit_down(&mut self, opened: Opened) -> Result<Vec<Effect>, String> {
        let Opened { puzzle, about, position, recipe } = opened;
        let (slot, saved) = self.store.claim(&*puzzle)?;
        // A position that comes with the puzzle wins over a saved game without moves.
        let has_position = position.is_some();
        let goes_on = |game: &Game| !game.is_solved() && (!has_position || game.can_undo_redo() != (false, false));
        let saved = saved.filter(|saved| goes_on(&saved.game));
        let resumed = saved.is_some();
        let Saved { game, about } = match (saved, position) {
            (Some(saved), _) => saved,
            (None, None) => Saved { game: Game::new(puzzle), about },
            (None, Some(position)) => {
                Saved { game: Game::at(puzzle, position).map_err(|refused| refused.to_string())?, about }
            }
        };
        let (mut session, effects) = Session::new(game, about, self.preferences.clone());
        if let Some(recipe) = recipe.filter(|_| !resumed) {
            session.recipe = recipe;
        }
        if resumed && has_position {
            session.greet("You have played this puzzle before: your own game goes on, not the one of the link.");
        }
        self.prepare(session.recipe.clone());
        self.table = Some(Table { session, viewport: Viewport::default(), slot });
        Ok(effects)
    }

    /// Leaves the game for the start page. One that was never touched is not
    /// kept.
    pub(crate) fn leave(&mut self) {
        if let Some(mut table) = self.table.take() {
            self.helpers.ask(Message::new(Question::Close));
            table.session.act(Action::EndNumber(table.session.typed().to_owned()));
            match table.session.is_touched() {
                true => table.save(),
                false => table.slot.discard(),
            }
            let (at, says) = (self.start.at, self.start.says.take());
            rule_files::refresh();
            self.start = Start::new(&self.store, (self.today)());
            self.start.at = at.min(self.start.items.len().saturating_sub(1));
            self.start.says = table.slot.unsaved.or(says);
        }
        self.overlay = None;
    }

    /// Ends the player.
    pub(crate) fn quit(&mut self, exit: Exit) {
        self.leave();
        self.over = Some(exit);
    }

    /// Gives the game an action.
    pub(crate) fn act(&mut self, action: Action) {
        let Some(table) = &mut self.table else { return };
        if !matches!(action, Action::Pass(_)) {
            table.viewport.follow();
            self.text_first = 0;
        }
        let effects = table.session.act(action);
        self.carry_out(effects);
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        let mut save = false;
        for effect in effects {
            match effect {
                Effect::Ask(question) => _ = self.helpers.ask(question),
                Effect::Save => save = true,
                // All is drawn after every event, and what is said is on the screen.
                Effect::Redraw | Effect::Say(_) => {}
            }
        }
        if let (true, Some(table)) = (save, &mut self.table) {
            table.save();
        }
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
            Event::Answer(answer) => self.answered(*answer),
            Event::End => self.quit(Exit::Failed),
            #[cfg(unix)]
            Event::Stop => self.recess = Some(Recess::Stop),
            #[cfg(unix)]
            Event::Back => self.recess = Some(Recess::Back),
        }
    }

    /// Whether a helper is at work for the player.
    #[cfg(test)]
    pub(crate) fn is_busy(&self) -> bool {
        self.is_making() || self.session().is_some_and(Session::is_busy)
    }

    /// Lets time pass.
    pub(crate) fn pass(&mut self, now: Duration) {
        let passed = now.saturating_sub(self.last);
        self.last = now;
        self.act(Action::Pass(u64::try_from(passed.as_millis()).unwrap_or(u64::MAX)));
    }

    /// Forgets how long it has been: the program was stopped meanwhile.
    pub(crate) fn wake(&mut self, now: Duration) {
        self.last = now;
        self.recess = None;
    }

    fn answered(&mut self, answer: Message<Answer>) {
        let Some(next) = self.next.take_if(|next| next.id == answer.id) else {
            return self.act(Action::Answered(answer));
        };
        match (Opened::made(answer.body), next.awaited) {
            (Ok(opened), true) => _ = self.open(opened),
            (Ok(opened), false) => self.next = Some(Next { made: Some(Box::new(opened)), ..next }),
            (Err(why), true) => match &mut self.table {
                Some(table) => table.session.greet(&why),
                None => self.start.says = Some(why),
            },
            (Err(_), false) => {}
        }
    }
}

/// Making puzzles.
impl App {
    /// Has a puzzle made, to be played at once or later.
    pub(crate) fn make(&mut self, order: Order, awaited: bool) {
        let id = self.helpers.ask(Message::new(Question::Make(order.clone())));
        self.next = Some(Next { id, order, awaited, made: None });
    }

    /// Whether the player waits for a puzzle.
    pub(crate) fn is_making(&self) -> bool {
        self.next.as_ref().is_some_and(|next| next.awaited)
    }

    pub(crate) fn stop_making(&mut self) {
        self.next = None;
        self.helpers.ask(Message::new(Question::StopMaking));
    }

    /// Begins to make the next puzzle, if it is on offer: it then takes a few seconds at most.
    fn prepare(&mut self, recipe: Recipe) {
        if self.next.as_ref().is_some_and(|next| next.is_by(&recipe)) {
            return;
        }
        self.stop_making();
        if recipe.offer().is_some() {
            self.make_like(recipe, false);
        }
    }

    fn make_like(&mut self, recipe: Recipe, awaited: bool) {
        let seed = self.seeds.bits() % 1_000_000_000;
        self.make(Order::New { recipe, seed }, awaited);
    }

    /// Goes on to a puzzle like this one.
    pub(crate) fn another(&mut self) {
        let Some(recipe) = self.session().map(|session| session.recipe.clone()) else { return };
        rule_files::refresh();
        match self.next.take_if(|next| next.is_by(&recipe) && next.is_by_the_rules()) {
            Some(Next { made: Some(opened), .. }) => _ = self.open(*opened),
            Some(next) => self.next = Some(Next { awaited: true, ..next }),
            None => self.make_like(recipe, true),
        }
    }
}
