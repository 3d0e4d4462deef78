//! A search that is watched, and its rival.

use super::super::link;
use super::super::play::Play;
use super::lab::Lab;
use crate::back::{Ask, Counts, WatchAnswer, WatchQuestion};
use ::play::message::Shared;
use leptos::prelude::*;
use puzzles::{Notes, Puzzle, View};
use scene::SvgRenderer;
use std::cmp::Ordering;
use std::sync::Arc;
use studio::{Fate, Position, TreeNode};

/// One search.
#[derive(Clone, Copy)]
pub(crate) struct Search {
    /// Which of the two it is.
    which: usize,
    pub(crate) labelling: RwSignal<String>,
    pub(crate) nodes: RwSignal<Vec<TreeNode<String>>>,
    /// What is left where the search is, or at the node that is looked at.
    position: RwSignal<Option<Position>>,
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
    pub(crate) puzzle: RwSignal<Arc<dyn Puzzle>>,
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
            shown: RwSignal::new(0),
            why: RwSignal::default(),
            counts: RwSignal::default(),
            waiting: RwSignal::new(false),
            trouble: RwSignal::default(),
        }
    }

    pub(crate) fn hear(self, answer: WatchAnswer) {
        match answer {
            WatchAnswer::Stepped { nodes: new, position, counts } => {
                self.waiting.set(false);
                self.nodes.update(|nodes| nodes.extend(new));
                self.shown.set(self.nodes.with_untracked(Vec::len).saturating_sub(1));
                self.position.set(Some(position));
                self.why.set(String::new());
                self.counts.set(counts);
                // A search that has ended is back where it began: the solution is of more interest.
                let solved =
                    self.nodes.with_untracked(|nodes| nodes.iter().rposition(|node| node.fate == Fate::Solved));
                if let (Some(solved), true) = (solved, self.is_over()) {
                    self.look(solved);
                }
            }
            WatchAnswer::Look { position, why } => {
                self.position.set(Some(position));
                self.why.set(why.unwrap_or_default());
            }
            WatchAnswer::Refused(why) => {
                self.waiting.set(false);
                self.counts.update(|counts| counts.ended = true);
                self.trouble.set(why);
            }
        }
    }

    /// Whether it goes no further.
    fn is_over(self) -> bool {
        self.counts.with_untracked(|counts| counts.ended || counts.full)
    }

    fn ask(self, question: WatchQuestion) {
        link::ask(Ask::Watch(self.which, question));
    }

    fn open(self, puzzle: Arc<dyn Puzzle>, paper: bool) {
        self.nodes.set(Vec::new());
        self.position.set(None);
        self.shown.set(0);
        self.why.set(String::new());
        self.counts.set(Counts::default());
        self.waiting.set(false);
        self.trouble.set(String::new());
        self.ask(WatchQuestion::Open { puzzle: Shared(puzzle), paper, labelling: self.labelling.get_untracked() });
    }

    fn step(self, count: u64) {
        if !self.is_over() && !self.waiting.get_untracked() {
            self.waiting.set(true);
            self.ask(WatchQuestion::Step(count));
        }
    }

    /// Looks at the board of a node.
    pub(crate) fn look(self, node: usize) {
        let node = node.min(self.nodes.with_untracked(Vec::len).saturating_sub(1));
        self.shown.set(node);
        self.ask(WatchQuestion::Look(node));
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
    pub(crate) fn new(play: Play, first: Arc<dyn Puzzle>) -> Watch {
        Watch {
            play,
            puzzle: RwSignal::new(first),
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
        self.running().for_each(|search| search.open(self.puzzle.get_untracked(), self.paper.get_untracked()));
    }

    pub(crate) fn open(self, puzzle: Arc<dyn Puzzle>) {
        self.puzzle.set(puzzle);
        self.restart();
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

    /// A link that carries the puzzle, the model and the labelling.
    pub(crate) fn hash(self) -> Option<String> {
        let code = ::play::encode(&*self.puzzle.get(), None).ok()?;
        let model = if self.paper.get() { "paper" } else { "best" };
        Some(format!("/watch/{model}/{}/{code}", self.searches[0].labelling.get()))
    }

    /// Follows such a link.
    pub(crate) fn follow(self, hash: &str) {
        let parts: Vec<&str> = hash.split('/').collect();
        if let ["", "watch", model, labelling, code] = parts.as_slice() {
            match super::super::new::game_of_link(code) {
                Ok(game) => {
                    self.paper.set(*model == "paper");
                    self.searches[0].labelling.set(labelling.chars().take(60).collect());
                    self.open(game.shared());
                }
                Err(why) => self.play.say(&format!("The link cannot be opened: {why}.")),
            }
        }
    }
}
