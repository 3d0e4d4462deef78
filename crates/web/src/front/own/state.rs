//! A page of rules being written: what is known about it, step by step.

use super::super::play::Play;
use super::super::{browser, link};
use super::worker;
use crate::back::{Ask, OwnAnswer, OwnQuestion, know};
use ::play::message::Shared;
use ::play::{SAMPLE_RULES, rules_in_link};
use leptos::prelude::*;
use std::time::Duration;

/// How long nobody types before the page is tried.
const PAUSE: Duration = Duration::from_millis(350);
/// Where the page being written is kept, and what the keys of pages with a name begin with.
const DRAFT: &str = "draft";
const OWN: &str = "rules/";

/// What is found out next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Read,
    Make,
    Explain,
    Try,
}

/// What is wrong, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wrong {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) width: usize,
    pub(super) message: String,
}

/// What a page is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct About {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) sizes: Vec<usize>,
}

/// A link whose rules somebody has to allow first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Visitor {
    pub(super) code: String,
    pub(super) page: String,
    /// Whether it was allowed, and its page is being tried.
    pub(super) allowed: bool,
}

/// All about the page being written.
#[derive(Clone, Copy)]
pub(crate) struct Own {
    pub(super) play: Play,
    pub(super) text: RwSignal<String>,
    pub(super) wrong: RwSignal<Option<Wrong>>,
    pub(super) about: RwSignal<Option<About>>,
    pub(super) size: RwSignal<usize>,
    seed: StoredValue<u64>,
    pub(super) made: RwSignal<Option<(String, String, Shared)>>,
    pub(super) explained: RwSignal<Option<(Vec<String>, String)>>,
    pub(super) tried: RwSignal<Option<(String, Option<String>)>>,
    /// Why a step has no answer.
    pub(super) refused: RwSignal<Option<(Step, String)>>,
    pub(super) asked: RwSignal<Option<(u64, Step)>>,
    /// Counts what was typed: only the last of it is tried.
    typed: StoredValue<u64>,
    pub(super) visitor: RwSignal<Option<Visitor>>,
    /// Changes whenever another page is kept.
    pub(super) kept: RwSignal<u32>,
}

/// Makes the kinds of the pages known that the browser keeps.
pub(crate) fn know_all() {
    for page in pages() {
        if know(&page).is_ok() {
            link::ask(Ask::Know(page));
        }
    }
}

/// Tells a new worker about them.
pub(crate) fn tell_all() {
    pages().into_iter().for_each(|page| _ = link::ask(Ask::Know(page)));
}

/// The page of rules that a code brings along, unless it is known here.
pub(crate) fn brought(code: &str) -> Option<String> {
    rules_in_link(code).ok().flatten().filter(|page| !pages().contains(page))
}

fn pages() -> Vec<String> {
    names().iter().filter_map(|name| browser::kept(&format!("{OWN}{name}"))).collect()
}

/// The names of the kinds whose pages are kept.
pub(super) fn names() -> Vec<String> {
    browser::keys().iter().filter_map(|key| key.strip_prefix(OWN).map(str::to_owned)).collect()
}

impl Own {
    pub(crate) fn new(play: Play) -> Own {
        let text = browser::kept(DRAFT).unwrap_or_else(|| SAMPLE_RULES.to_owned());
        let own = Own {
            play,
            text: RwSignal::new(text),
            wrong: RwSignal::default(),
            about: RwSignal::default(),
            size: RwSignal::new(0),
            seed: StoredValue::new(1),
            made: RwSignal::default(),
            explained: RwSignal::default(),
            tried: RwSignal::default(),
            refused: RwSignal::default(),
            asked: RwSignal::default(),
            typed: StoredValue::new(0),
            visitor: RwSignal::default(),
            kept: RwSignal::new(0),
        };
        worker::listen(move |id, answer| own.hear(id, answer));
        own
    }

    /// Another text of the page; it is tried when nobody types for a moment.
    pub(super) fn write(self, text: String) {
        browser::keep(DRAFT, &text);
        self.text.set(text);
        self.typed.update_value(|typed| *typed += 1);
        let now = self.typed.get_value();
        let later = move || {
            if self.typed.try_get_value() == Some(now) {
                self.look();
            }
        };
        set_timeout(later, PAUSE);
    }

    /// Tries the page from its beginning.
    pub(super) fn look(self) {
        self.ask(Step::Read);
    }

    fn ask(self, step: Step) {
        let page = self.page();
        let question = match step {
            Step::Read => OwnQuestion::Read(page),
            Step::Make => OwnQuestion::Make(page, self.size.get_untracked(), self.seed.get_value()),
            Step::Explain => match self.made.get_untracked() {
                Some((_, _, puzzle)) => OwnQuestion::Explain(puzzle),
                None => return self.ask(Step::Try),
            },
            Step::Try => OwnQuestion::Try(page),
        };
        self.asked.set(Some((worker::ask(question), step)));
    }

    /// The page that is tried: the one of a link that was allowed comes first.
    fn page(self) -> String {
        let visitor = self.visitor.get_untracked().filter(|visitor| visitor.allowed);
        visitor.map_or_else(|| self.text.get_untracked(), |visitor| visitor.page)
    }

    fn hear(self, id: u64, answer: OwnAnswer) {
        let Some((_, step)) = self.asked.get_untracked().filter(|(asked, _)| *asked == id) else { return };
        self.asked.set(None);
        if let Some(visitor) = self.visitor.get_untracked().filter(|visitor| visitor.allowed) {
            return self.let_in(&visitor, answer);
        }
        self.refused.set(None);
        match answer {
            OwnAnswer::Mistake(line, column, width, message) => {
                self.wrong.set(Some(Wrong { line, column, width, message }));
                return;
            }
            OwnAnswer::Read { name, title, sizes, usual } => {
                self.wrong.set(None);
                if !sizes.contains(&self.size.get_untracked()) {
                    self.size.set(usual);
                }
                self.about.set(Some(About { name, title, sizes }));
            }
            OwnAnswer::Made(says, picture, puzzle) => self.made.set(Some((says, picture, puzzle))),
            OwnAnswer::Explained(steps, summary) => self.explained.set(Some((steps, summary))),
            OwnAnswer::Tried(says, picture) => self.tried.set(Some((says, picture))),
            OwnAnswer::Refused(why) => {
                match step {
                    Step::Read => return self.wrong.set(Some(Wrong { line: 1, column: 1, width: 1, message: why })),
                    Step::Make => self.made.set(None),
                    Step::Explain => self.explained.set(None),
                    Step::Try => self.tried.set(None),
                }
                self.refused.set(Some((step, why)));
                if step == Step::Make {
                    self.explained.set(None);
                    return;
                }
            }
        }
        match step {
            Step::Read => self.ask(Step::Make),
            Step::Make => self.ask(Step::Explain),
            Step::Explain => self.ask(Step::Try),
            Step::Try => {}
        }
    }

    /// Another puzzle, of this size.
    pub(super) fn make_another(self, size: usize) {
        self.size.set(size);
        self.seed.set_value(browser::any_seed() % 1_000_000_000);
        self.ask(Step::Make);
    }

    /// Keeps the page; all of the app then knows its kind. It was tried before.
    pub(super) fn keep(self) -> Option<String> {
        let page = self.text.get_untracked();
        match know(&page) {
            Ok(kind) => {
                link::ask(Ask::Know(page.clone()));
                let is_kept = browser::keep(&format!("{OWN}{}", kind.name), &page);
                self.kept.update(|kept| *kept += 1);
                self.play.say(if is_kept {
                    "Kept. The kind is now among all others."
                } else {
                    "There is no room to keep it."
                });
                Some(kind.name.to_owned())
            }
            Err(why) => {
                self.play.say(&why);
                None
            }
        }
    }

    /// Opens a page that is kept.
    pub(super) fn open(self, name: &str) {
        if let Some(page) = browser::kept(&format!("{OWN}{name}")) {
            self.write(page);
        }
    }

    /// Forgets a page. Games of its kind go on.
    pub(super) fn forget(self, name: &str) {
        browser::forget(&format!("{OWN}{name}"));
        self.kept.update(|kept| *kept += 1);
    }

    /// Whether a link brings rules that nobody here has seen; they are then shown, and nothing is run.
    pub(crate) fn asks_first(self, code: &str) -> bool {
        let Some(page) = brought(code) else { return false };
        self.visitor.set(Some(Visitor { code: code.to_owned(), page, allowed: false }));
        true
    }

    /// Tries the rules of a link, and then opens it.
    pub(super) fn allow(self) {
        self.visitor.update(|visitor| visitor.iter_mut().for_each(|visitor| visitor.allowed = true));
        self.ask(Step::Read);
    }

    /// Takes no notice of a link.
    pub(super) fn dismiss(self) {
        self.visitor.set(None);
        browser::go("/");
    }

    /// Opens the link of a visitor whose page could be read in time.
    fn let_in(self, visitor: &Visitor, answer: OwnAnswer) {
        self.visitor.set(None);
        let opened = match answer {
            OwnAnswer::Read { .. } => super::super::new::game_of_link(&visitor.code),
            OwnAnswer::Mistake(line, _, _, message) => Err(format!("line {line} of the rules: {message}")),
            OwnAnswer::Refused(why) => Err(why),
            _ => Err(String::new()),
        };
        match opened {
            Ok(game) => {
                self.play.begin_new(game, ::play::saves::About::default());
                browser::go(&self.play.place());
                self.play.say("This is the puzzle of the link.");
            }
            Err(why) => {
                browser::go("/");
                self.play.say(&format!("The link cannot be opened: {why}."));
            }
        }
    }
}
