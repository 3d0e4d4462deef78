//! What is typed and chosen on the pages over the board.

use super::app::App;
use super::opened;
use super::overlay::{Overlay, Pressed, Purpose};
use super::session::Session;
use play::old::Shown;
use std::ffi::OsStr;

impl App {
    /// What was typed or chosen on the page above the others.
    pub(crate) fn pressed(&mut self, pressed: Pressed) {
        match pressed {
            Pressed::Stays => {}
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

    pub(crate) fn option_list(&self, at: usize) -> Overlay {
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

impl Session {
    /// The start, and the checkpoints by name.
    pub(crate) fn checkpoint_list(&self, at: usize) -> Overlay {
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
    pub(crate) fn codes(&self) -> Vec<String> {
        let puzzle = self.game.puzzle();
        let code = |position| play::old::encode(puzzle, position).unwrap_or_else(|error| format!("({error})"));
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
