//! A search that is watched, and its rival.

use super::super::link;
use super::super::play::{Play, puzzle_to_json};
use super::lab::Lab;
use leptos::prelude::*;
use play::old::Game;
use puzzles::json::Node as JsonNode;
use puzzles::{Notes, View};
use scene::SvgRenderer;
use serde_json::{Value, json};
use studio::{Fate, TreeNode};

/// One search.
#[derive(Clone, Copy)]
pub(crate) struct Search {
    /// The worker's room it runs in.
    room: &'static str,
    pub(crate) labelling: RwSignal<String>,
    pub(crate) nodes: RwSignal<Vec<TreeNode<String>>>,
    /// What is left where the search is, or at the node that is looked at.
    position: RwSignal<Value>,
    /// The node that is looked at.
    pub(crate) shown: RwSignal<usize>,
    pub(crate) counts: RwSignal<Value>,
    pub(crate) ended: RwSignal<bool>,
    /// Whether steps were asked for and not told yet.
    waiting: RwSignal<bool>,
    pub(crate) trouble: RwSignal<String>,
}

/// What is watched.
#[derive(Clone, Copy)]
pub(crate) struct Watch {
    pub(crate) play: Play,
    /// The puzzle, in a game of its own, since the one that is played goes on.
    pub(crate) game: RwSignal<Game>,
    pub(crate) paper: RwSignal<bool>,
    pub(crate) one: Search,
    pub(crate) other: Search,
    /// Whether two searches race.
    pub(crate) race: RwSignal<bool>,
    pub(crate) running: RwSignal<bool>,
    /// Nodes at a time while it runs.
    pub(crate) speed: RwSignal<u64>,
    pub(crate) lab: Lab,
}

impl Search {
    fn new(room: &'static str, labelling: &str) -> Search {
        let search = Search {
            room,
            labelling: RwSignal::new(labelling.to_owned()),
            nodes: RwSignal::new(Vec::new()),
            position: RwSignal::new(Value::Null),
            shown: RwSignal::new(0),
            counts: RwSignal::new(Value::Null),
            ended: RwSignal::new(false),
            waiting: RwSignal::new(false),
            trouble: RwSignal::default(),
        };
        link::listen(room, move |letter| search.hear(letter));
        search
    }

    fn hear(self, letter: &Value) {
        match letter["tell"].as_str() {
            Some("stepped") => {
                self.waiting.set(false);
                let new: Vec<TreeNode<String>> = serde_json::from_value(letter["nodes"].clone()).unwrap_or_default();
                self.nodes.update(|nodes| nodes.extend(new));
                self.shown.set(self.nodes.with_untracked(Vec::len).saturating_sub(1));
                self.position.set(letter["position"].clone());
                self.counts.set(letter.clone());
                self.ended.set(letter["ended"] == true || letter["full"] == true);
                // A search that has ended is back where it began: the solution is of more interest.
                let solved =
                    self.nodes.with_untracked(|nodes| nodes.iter().rposition(|node| node.fate == Fate::Solved));
                if let (Some(solved), true) = (solved, self.ended.get_untracked()) {
                    self.look(solved);
                }
            }
            Some("look") if !letter["position"].is_null() => self.position.set(letter["position"].clone()),
            Some("refused") => {
                self.waiting.set(false);
                self.ended.set(true);
                self.trouble.set(letter["why"].as_str().unwrap_or_default().to_owned());
            }
            _ => {}
        }
    }

    fn open(self, puzzle: &Value, paper: bool) {
        self.nodes.set(Vec::new());
        self.position.set(Value::Null);
        self.shown.set(0);
        self.counts.set(Value::Null);
        self.ended.set(false);
        self.waiting.set(false);
        self.trouble.set(String::new());
        let model = if paper { "paper" } else { "best" };
        let labelling = self.labelling.get_untracked();
        link::ask(self.room, "open", json!({ "puzzle": puzzle, "model": model, "labelling": labelling }));
    }

    fn step(self, count: u64) {
        if !self.ended.get_untracked() && !self.waiting.get_untracked() {
            self.waiting.set(true);
            link::ask(self.room, "step", json!({ "count": count }));
        }
    }

    /// Looks at the board of a node.
    pub(crate) fn look(self, node: usize) {
        let last = self.nodes.with_untracked(Vec::len).saturating_sub(1);
        self.shown.set(node.min(last));
        link::ask(self.room, "look", json!({ "node": node.min(last) }));
    }

    /// The board with the values that are left.
    pub(crate) fn svg(self, game: RwSignal<Game>) -> String {
        game.with(|game| {
            self.position.with(|position| {
                let board = match position["board"].is_array() {
                    true => crate::back::board(&position["board"]),
                    false => game.puzzle().givens(),
                };
                let notes = Notes::from_json(JsonNode::root(&position["struck"])).unwrap_or_default();
                let scene = game.puzzle().draw(&View::of(&board).labels().notes(&notes));
                SvgRenderer::for_page().id(self.room).render(&scene)
            })
        })
    }
}

impl Watch {
    pub(crate) fn new(play: Play, first: Game) -> Watch {
        let watch = Watch {
            play,
            game: RwSignal::new(first),
            paper: RwSignal::new(true),
            one: Search::new("watcher", "ff,step,up"),
            other: Search::new("rival", "leftmost,step,up"),
            race: RwSignal::new(false),
            running: RwSignal::new(false),
            speed: RwSignal::new(1),
            lab: Lab::new(),
        };
        link::on_renewal(move || watch.restart());
        watch
    }

    /// Begins both searches again.
    pub(crate) fn restart(self) {
        self.running.set(false);
        let puzzle = self.game.with_untracked(|game| puzzle_to_json(game.puzzle()));
        let paper = self.paper.get_untracked();
        self.one.open(&puzzle, paper);
        if self.race.get_untracked() {
            self.other.open(&puzzle, paper);
        }
    }

    pub(crate) fn open(self, game: Game) {
        self.game.set(game);
        self.restart();
    }

    pub(crate) fn step(self, count: u64) {
        self.one.step(count);
        if self.race.get_untracked() {
            self.other.step(count);
        }
        let over = |search: Search| search.ended.get_untracked();
        if over(self.one) && (!self.race.get_untracked() || over(self.other)) {
            self.running.set(false);
        }
    }

    /// A link that carries the puzzle, the model and the labelling.
    pub(crate) fn hash(self) -> Option<String> {
        let code = self.game.with(|game| play::old::encode(game.puzzle(), None)).ok()?;
        let model = if self.paper.get() { "paper" } else { "best" };
        Some(format!("/watch/{model}/{}/{code}", self.one.labelling.get()))
    }

    /// Follows such a link.
    pub(crate) fn follow(self, hash: &str) {
        let parts: Vec<&str> = hash.split('/').collect();
        if let ["", "watch", model, labelling, code] = parts.as_slice() {
            match super::super::new::game_of_link(code) {
                Ok(game) => {
                    self.paper.set(*model == "paper");
                    self.one.labelling.set(labelling.chars().take(60).collect());
                    self.open(game);
                }
                Err(why) => self.play.say(&format!("The link cannot be opened: {why}.")),
            }
        }
    }
}
