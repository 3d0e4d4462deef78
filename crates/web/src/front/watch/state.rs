//! A search that is watched, and its rival.

use super::super::link;
use super::super::new::document_of;
use super::super::own::Own;
use super::super::play::Play;
use super::files;
use super::lab::Lab;
use crate::back::{Ask, Counts, WatchAnswer, WatchQuestion};
use ::play::message::Shared;
use flatzinc::Left;
use leptos::prelude::*;
use puzzles::{Notes, Puzzle, View};
use scene::SvgRenderer;
use std::cmp::Ordering;
use std::sync::Arc;
use studio::{Fate, Position, TreeNode};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::File;

/// The longest file that is read, in bytes.
const MOST_READ: f64 = 4_000_000.0;

/// What stands between two labellings in a link.
const AND: &str = "+";

/// One search.
#[derive(Clone, Copy)]
pub(crate) struct Search {
    /// Which of the two it is.
    which: usize,
    pub(crate) labelling: RwSignal<String>,
    pub(crate) nodes: RwSignal<Vec<TreeNode<String>>>,
    /// What is left where the search is, or at the node that is looked at.
    position: RwSignal<Option<Position>>,
    /// The same of a file.
    pub(crate) left: RwSignal<Left>,
    /// Whether it is the search of a file.
    of_file: StoredValue<bool>,
    /// The node that is looked at.
    pub(crate) shown: RwSignal<usize>,
    /// Why it failed, if it did and that was asked.
    pub(crate) why: RwSignal<String>,
    pub(crate) counts: RwSignal<Counts>,
    /// Whether steps were asked for and not told yet.
    waiting: RwSignal<bool>,
    pub(crate) trouble: RwSignal<String>,
}

/// What is watched.
#[derive(Clone, Copy)]
pub(crate) struct Watch {
    pub(crate) play: Play,
    own: Own,
    pub(crate) puzzle: RwSignal<Arc<dyn Puzzle>>,
    /// The name and the text of a FlatZinc file that is watched instead.
    pub(crate) file: RwSignal<Option<(String, String)>>,
    pub(crate) paper: RwSignal<bool>,
    pub(crate) searches: [Search; 2],
    /// Whether two searches race.
    pub(crate) race: RwSignal<bool>,
    pub(crate) running: RwSignal<bool>,
    /// Nodes at a time while it runs.
    pub(crate) speed: RwSignal<u64>,
    pub(crate) lab: Lab,
}

impl Search {
    fn new(which: usize, labelling: &str) -> Search {
        Search {
            which,
            labelling: RwSignal::new(labelling.to_owned()),
            nodes: RwSignal::new(Vec::new()),
            position: RwSignal::new(None),
            left: RwSignal::default(),
            of_file: StoredValue::new(false),
            shown: RwSignal::new(0),
            why: RwSignal::default(),
            counts: RwSignal::default(),
            waiting: RwSignal::new(false),
            trouble: RwSignal::default(),
        }
    }

    pub(crate) fn hear(self, answer: WatchAnswer) {
        match answer {
            WatchAnswer::Stepped { nodes, position, counts } => {
                self.position.set(Some(position));
                self.stepped(nodes, counts);
            }
            WatchAnswer::Look { position, why } => {
                self.position.set(Some(position));
                self.why.set(why.unwrap_or_default());
            }
            WatchAnswer::Refused(why) => self.refused(why),
        }
    }

    /// Hears of the search of a file.
    fn hear_of_file(self, answer: flatzinc::Answer) {
        match answer {
            flatzinc::Answer::Stepped { nodes, left, counts } => {
                self.left.set(left);
                self.stepped(nodes, counts);
            }
            flatzinc::Answer::Look(Some(left)) => self.left.set(left),
            flatzinc::Answer::Look(None) => self.why.set("Nothing is left here: a conflict.".to_owned()),
            flatzinc::Answer::Refused(why) => self.refused(::play::words::sentence(&why)),
        }
    }

    fn stepped(self, new: Vec<TreeNode<String>>, counts: Counts) {
        self.waiting.set(false);
        self.nodes.update(|nodes| nodes.extend(new));
        self.shown.set(self.nodes.with_untracked(Vec::len).saturating_sub(1));
        self.why.set(String::new());
        self.counts.set(counts);
        // A search that has ended is back where it began: the solution is of more interest.
        let solved = self.nodes.with_untracked(|nodes| nodes.iter().rposition(|node| node.fate == Fate::Solved));
        if let (Some(solved), true) = (solved, self.is_over()) {
            self.look(solved);
        }
    }

    fn refused(self, why: String) {
        self.waiting.set(false);
        self.counts.update(|counts| counts.ended = true);
        self.trouble.set(why);
    }

    /// Whether it goes no further.
    fn is_over(self) -> bool {
        self.counts.with_untracked(|counts| counts.ended || counts.full)
    }

    fn ask(self, question: WatchQuestion) {
        link::ask(Ask::Watch(self.which, question));
    }

    fn open(self, puzzle: Arc<dyn Puzzle>, paper: bool) {
        self.clear();
        self.of_file.set_value(false);
        files::close(self.which);
        self.ask(WatchQuestion::Open { puzzle: Shared(puzzle), paper, labelling: self.labelling.get_untracked() });
    }

    /// Begins the search of a file, by its own annotations or by the labelling.
    fn open_file(self, text: String, annotated: bool) {
        self.clear();
        self.of_file.set_value(true);
        let labelling = if annotated { String::new() } else { self.labelling.get_untracked() };
        files::open(self.which, &flatzinc::Question::Open { text, labelling }, move |answer| self.hear_of_file(answer));
    }

    fn clear(self) {
        self.nodes.set(Vec::new());
        self.left.set(Left::new());
        self.position.set(None);
        self.shown.set(0);
        self.why.set(String::new());
        self.counts.set(Counts::default());
        self.waiting.set(false);
        self.trouble.set(String::new());
    }

    fn step(self, count: u64) {
        if !self.is_over() && !self.waiting.get_untracked() {
            self.waiting.set(true);
            match self.of_file.get_value() {
                true => files::ask(self.which, &flatzinc::Question::Step(count)),
                false => self.ask(WatchQuestion::Step(count)),
            }
        }
    }

    /// Looks at the board of a node.
    pub(crate) fn look(self, node: usize) {
        let node = node.min(self.nodes.with_untracked(Vec::len).saturating_sub(1));
        self.shown.set(node);
        self.why.set(String::new());
        match self.of_file.get_value() {
            true => files::ask(self.which, &flatzinc::Question::Look(node)),
            false => self.ask(WatchQuestion::Look(node)),
        }
    }

    /// The board with the values that are left.
    pub(crate) fn svg(self, puzzle: &dyn Puzzle) -> String {
        let Position { board, notes } =
            self.position.get().unwrap_or_else(|| Position { board: puzzle.givens(), notes: Notes::new() });
        let scene = puzzle.draw(&View::of(&board).labels().notes(&notes));
        SvgRenderer::for_page().id(&format!("search-{}", self.which)).render(&scene)
    }
}

impl Watch {
    pub(crate) fn new(play: Play, own: Own, first: Arc<dyn Puzzle>) -> Watch {
        Watch {
            play,
            own,
            puzzle: RwSignal::new(first),
            file: RwSignal::new(None),
            paper: RwSignal::new(true),
            searches: [Search::new(0, "ff,step,up"), Search::new(1, "leftmost,step,up")],
            race: RwSignal::new(false),
            running: RwSignal::new(false),
            speed: RwSignal::new(1),
            lab: Lab::new(),
        }
    }

    /// The searches that take part.
    fn running(self) -> impl Iterator<Item = Search> {
        self.searches.into_iter().take(if self.race.get_untracked() { 2 } else { 1 })
    }

    /// Begins again.
    pub(crate) fn restart(self) {
        self.running.set(false);
        let paper = self.paper.get_untracked();
        self.running().for_each(|search| match self.file.get_untracked() {
            Some((_, text)) => search.open_file(text, paper),
            None => search.open(self.puzzle.get_untracked(), paper),
        });
    }

    pub(crate) fn open(self, puzzle: Arc<dyn Puzzle>) {
        self.puzzle.set(puzzle);
        self.file.set(None);
        self.restart();
    }

    /// Watches what a file holds: a puzzle, or a problem in FlatZinc.
    pub(crate) fn open_file(self, file: File) {
        let name = file.name();
        if file.size() > MOST_READ {
            self.play.say("The file is too long to be watched.");
            return;
        }
        spawn_local(async move {
            let text = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string()).unwrap_or_default();
            let is_flatzinc = name.ends_with(".fzn");
            if is_flatzinc {
                self.file.set(Some((name, text)));
                return self.restart();
            }
            let own = self.own;
            own.when_allowed(&text.clone(), move |allowed| match allowed.and_then(|()| document_of(&text)) {
                Ok(document) => self.open(document.puzzle.into()),
                Err(why) => self.play.say(&format!("The file cannot be opened: {why}.")),
            });
        });
    }

    pub(crate) fn step(self, count: u64) {
        self.running().for_each(|search| search.step(count));
        if self.running().all(Search::is_over) {
            self.running.set(false);
        }
    }

    /// Who won the race, once both have ended.
    pub(crate) fn winner(self) -> Option<String> {
        let over = |search: Search| search.counts.with(|counts| counts.ended || counts.full);
        if !self.race.get() || !self.searches.iter().all(|&search| over(search)) {
            return None;
        }
        let [one, other] = self.searches.map(|search| {
            let unfinished = search.counts.with(|counts| !counts.ended) || !search.trouble.with(String::is_empty);
            (unfinished, search.nodes.with(Vec::len))
        });
        let nodes = |count: usize| ::play::words::counted(count, "node");
        Some(match one.cmp(&other) {
            _ if one.0 && other.0 => "Neither came to the end.".to_owned(),
            Ordering::Less => format!("The search wins: {}; its rival took {}.", nodes(one.1), nodes(other.1)),
            Ordering::Greater => format!("The rival wins: {}; the search took {}.", nodes(other.1), nodes(one.1)),
            Ordering::Equal => format!("A draw: both took {}.", nodes(one.1)),
        })
    }

    /// A link that carries the puzzle, the model and the labelling, or both that race.
    pub(crate) fn hash(self) -> Option<String> {
        if self.file.with(Option::is_some) {
            return None;
        }
        let code = ::play::encode(&*self.puzzle.get(), None).ok()?;
        let model = if self.paper.get() { "paper" } else { "best" };
        let labellings: Vec<String> = self.running().map(|search| search.labelling.get_untracked()).collect();
        Some(format!("/watch/{model}/{}/{code}", labellings.join(AND)))
    }

    /// Follows such a link.
    pub(crate) fn follow(self, hash: &str) {
        let parts: Vec<&str> = hash.split('/').collect();
        if let ["", "watch", model, labelling, code] = parts.as_slice()
            && !self.own.is_held(code)
        {
            match super::super::new::game_of_link(code) {
                Ok(game) => {
                    self.paper.set(*model == "paper");
                    let labellings = labelling.split(AND).take(2);
                    self.race.set(labelling.contains(AND));
                    for (search, labelling) in self.searches.into_iter().zip(labellings) {
                        search.labelling.set(labelling.chars().take(60).collect());
                    }
                    self.open(game.shared());
                }
                Err(why) => self.play.say(&format!("The link cannot be opened: {why}.")),
            }
        }
    }
}
