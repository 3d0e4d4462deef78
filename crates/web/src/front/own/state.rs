//! A page of rules being written: what is known about it, step by step.

use super::super::play::Play;
use super::super::{browser, link};
use super::worker;
use crate::back::{Ask, OwnAnswer, OwnQuestion, know};
use ::play::message::Shared;
use ::play::{SAMPLE_RULES, rules_in_text};
use leptos::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;
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

/// What is done once rules are allowed, or are not; the view that asked may be gone by then.
type Then = Arc<dyn Fn(Result<(), String>) + Send + Sync>;

/// Rules that somebody brings, and has to allow first.
#[derive(Clone)]
pub(super) struct Visitor {
    /// The pages that nobody here has seen.
    pub(super) pages: Vec<String>,
    /// How many of them were tried since they are allowed.
    pub(super) tried: Option<usize>,
    /// Is told whether they can be used, or why not.
    then: Then,
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
    /// The pages that were allowed, and could be read.
    allowed: StoredValue<BTreeSet<String>>,
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
            allowed: StoredValue::default(),
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

    /// The page that is tried: what somebody has brought and was allowed comes first.
    fn page(self) -> String {
        let brought = self.visitor.with_untracked(|visitor| visitor.as_ref().and_then(Visitor::next));
        brought.unwrap_or_else(|| self.text.get_untracked())
    }

    fn hear(self, id: u64, answer: OwnAnswer) {
        let Some((_, step)) = self.asked.get_untracked().filter(|(asked, _)| *asked == id) else { return };
        self.asked.set(None);
        if let Some(page) = self.visitor.with_untracked(|visitor| visitor.as_ref().and_then(Visitor::next)) {
            return self.let_in(page, answer);
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

    /// Whether the rules of a page may be used: it is kept here, or was allowed.
    pub(crate) fn may_use(self, page: &str) -> bool {
        self.allowed.with_value(|allowed| allowed.contains(page)) || pages().iter().any(|kept| kept == page)
    }

    /// Does something with a text. Where that brings rules that nobody here has seen, they are shown first, and nothing
    /// is run before somebody has allowed them; if they cannot be used, it is said why.
    pub(crate) fn when_allowed(self, text: &str, then: impl Fn(Result<(), String>) + Send + Sync + 'static) {
        let pages = self.unknown(text);
        if pages.is_empty() {
            return then(Ok(()));
        }
        let from = browser::hash();
        let back = move |allowed| {
            browser::visit(&from);
            then(allowed);
        };
        self.visitor.set(Some(Visitor { pages, tried: None, then: Arc::new(back) }));
        browser::visit("/rules");
    }

    /// Whether the link that is being followed has to wait until somebody has allowed its rules; it is followed again
    /// then.
    pub(crate) fn is_held(self, code: &str) -> bool {
        let pages = self.unknown(code);
        if pages.is_empty() {
            return false;
        }
        let from = browser::hash();
        let again = move |allowed: Result<(), String>| match allowed {
            Ok(()) => browser::visit(&from),
            Err(why) => {
                browser::visit("/");
                self.play.say(&format!("The link cannot be opened: {why}."));
            }
        };
        self.visitor.set(Some(Visitor { pages, tried: None, then: Arc::new(again) }));
        browser::replace_hash("/rules");
        true
    }

    /// The pages of rules in a text that nobody here has seen.
    fn unknown(self, text: &str) -> Vec<String> {
        rules_in_text(text).into_iter().filter(|page| !self.may_use(page)).collect()
    }

    /// Tries the rules that are allowed now.
    pub(super) fn allow(self) {
        self.visitor.update(|visitor| visitor.iter_mut().for_each(|visitor| visitor.tried = Some(0)));
        self.ask(Step::Read);
    }

    /// Does without the rules.
    pub(super) fn dismiss(self) {
        self.end(Err("its rules are not wanted".to_owned()));
    }

    /// Goes on with what has brought the rules.
    fn end(self, how: Result<(), String>) {
        if let Some(visitor) = self.visitor.try_update(Option::take).flatten() {
            self.asked.set(None);
            (visitor.then)(how);
        }
    }

    /// Hears whether a page that was allowed can be read in time.
    fn let_in(self, page: String, answer: OwnAnswer) {
        match answer {
            OwnAnswer::Mistake(line, _, _, message) => self.end(Err(format!("line {line} of its rules: {message}"))),
            OwnAnswer::Refused(why) => self.end(Err(why)),
            _ => {
                self.allowed.update_value(|allowed| _ = allowed.insert(page));
                let is_last = self.visitor.try_update(|visitor| {
                    let tried = visitor.as_mut()?.tried.as_mut()?;
                    *tried += 1;
                    Some(visitor.as_ref()?.next().is_none())
                });
                if is_last.flatten() == Some(false) { self.ask(Step::Read) } else { self.end(Ok(())) }
            }
        }
    }
}

impl Visitor {
    /// The page that is to be tried, once they are allowed.
    fn next(&self) -> Option<String> {
        self.pages.get(self.tried?).cloned()
    }
}
