//! The start page: games to go on with, puzzles of the day, new ones, built-in
//! ones.

use super::opened::Opened;
use super::store::Store;
use crate::clock::spoken;
use crate::rules;
use crate::text::visible;
use equipoise::fd::Random;
use equipoise::puzzles::{KINDS, Kind, Puzzle};
use equipoise::studio::Difficulty;
use play::message::{Order, Recipe};
use play::saves::Saved;
use play::{Date, words};
use std::sync::Arc;
use std::time::Duration;

/// The most games to go on with that are listed.
const MOST_GAMES: usize = 9;

/// What can be chosen.
#[derive(Debug)]
pub(crate) enum Item {
    /// Go on with this game.
    Game(Box<Saved>),
    /// The puzzle of the day.
    Daily(&'static Kind, Date),
    /// A new puzzle.
    New(Recipe),
    /// A puzzle that is built in.
    Builtin(String, Arc<dyn Puzzle>),
    /// A code, a link or a file.
    Open,
}

/// What was chosen.
#[derive(Debug)]
pub(crate) enum Chosen {
    Opened(Box<Opened>),
    Make(Order),
    Ask,
}

/// The start page.
#[derive(Debug)]
pub(crate) struct Start {
    pub(crate) items: Vec<Item>,
    pub(crate) at: usize,
    /// Digits of a size being typed.
    typed: String,
    /// The first line that is shown.
    pub(crate) first: usize,
    pub(crate) says: Option<String>,
}

impl Start {
    /// The page on a day.
    pub(crate) fn new(store: &Store, date: Option<Date>) -> Start {
        let games = store.games().filter(|saved| !saved.game.is_solved()).take(MOST_GAMES);
        let games = games.map(|saved| Item::Game(Box::new(saved)));
        let daily = move |kind: &&'static Kind| date.and_then(|date| play::daily(kind, date).map(|_| date));
        let days =
            KINDS.iter().filter(|kind| kind.paper.is_some()).filter_map(|kind| Some(Item::Daily(kind, daily(kind)?)));
        let usual = |kind: &&Kind| Recipe { kind: kind.name.to_owned(), size: kind.making.size, difficulty: None };
        let new = KINDS.iter().map(|kind| Item::New(usual(kind)));
        let own = rules::builtin().map(|(name, document)| Item::Builtin(name, document.puzzle.into()));
        let items = games.chain(days).chain(new).chain([Item::Open]).chain(own).collect();
        Start { items, at: 0, typed: String::new(), first: 0, says: None }
    }

    /// Goes to the first puzzle of the day.
    pub(crate) fn go_to_daily(&mut self) {
        self.at = self.items.iter().position(|item| matches!(item, Item::Daily(..))).unwrap_or(0);
    }

    /// Moves by some items.
    pub(crate) fn step(&mut self, by: isize) {
        self.typed.clear();
        self.at = self.at.saturating_add_signed(by).min(self.items.len().saturating_sub(1));
    }

    /// What the item chosen now leads to.
    pub(crate) fn choose(&mut self, seeds: &mut Random) -> Option<Chosen> {
        self.says = None;
        Some(match self.items.get(self.at)? {
            Item::Game(saved) => Chosen::Opened(Box::new(Opened::saved(saved))),
            Item::Daily(kind, date) => Chosen::Make(Order::Daily { kind: kind.name.to_owned(), date: *date }),
            Item::New(recipe) => {
                Chosen::Make(Order::New { recipe: recipe.clone(), seed: seeds.bits() % 1_000_000_000 })
            }
            Item::Builtin(name, puzzle) => Chosen::Opened(Box::new(Opened::named(name.clone(), Arc::clone(puzzle)))),
            Item::Open => Chosen::Ask,
        })
    }

    fn recipe(&mut self) -> Option<&mut Recipe> {
        match self.items.get_mut(self.at)? {
            Item::New(recipe) => Some(recipe),
            _ => None,
        }
    }

    /// Another size; a difficulty that is not on offer at it is not asked for.
    fn set_size(&mut self, size: usize) {
        let Some(recipe) = self.recipe() else { return };
        recipe.size = size;
        if recipe.offer().is_none() {
            recipe.difficulty = None;
        }
    }

    /// The next size on offer, or the one before.
    pub(crate) fn change_size(&mut self, larger: bool) {
        let Some(recipe) = self.recipe() else { return };
        let (size, sizes) = (recipe.size, recipe.offers().map(|offer| offer.size));
        let next = match larger {
            true => sizes.filter(|&other| other > size).min(),
            false => sizes.filter(|&other| other < size).max(),
        };
        self.set_size(next.unwrap_or(size));
        self.typed.clear();
    }

    /// A digit of a size: any size can be tried.
    pub(crate) fn type_size(&mut self, digit: char) {
        if self.typed.len() >= 3 {
            self.typed.clear();
        }
        self.typed.push(digit);
        if let Ok(size) = self.typed.parse() {
            self.set_size(size);
        }
    }

    /// The next difficulty on offer, then any.
    pub(crate) fn change_difficulty(&mut self) {
        let Some(recipe) = self.recipe() else { return };
        let size = recipe.size;
        let mut offers = recipe.offers().filter(|offer| offer.size == size).map(|offer| offer.difficulty);
        let next = offers.by_ref().find(|difficulty| *difficulty == recipe.difficulty).and_then(|_| offers.next());
        recipe.difficulty = next.flatten();
    }
}

impl Item {
    /// The title of its section.
    pub(crate) fn section(&self) -> &'static str {
        match self {
            Item::Game(_) => "Go on with",
            Item::Daily(..) => "Puzzles of the day",
            Item::New(_) | Item::Open => "New puzzles",
            Item::Builtin(..) => "Built-in puzzles",
        }
    }

    /// It in a line.
    pub(crate) fn line(&self) -> String {
        match self {
            Item::Game(saved) => {
                let (puzzle, time) = (saved.game.puzzle(), words::clock(saved.game.played()));
                let name = saved.about.name.as_deref().unwrap_or("a game");
                format!("{}, {} · {} · {time}", puzzle.kind().title, puzzle.size_in_words(), visible(name))
            }
            Item::Daily(kind, date) => {
                let offer = play::daily(kind, *date).map(|daily| daily.offer);
                let difficulty = offer.and_then(|offer| offer.difficulty);
                let difficulty = difficulty.map_or_else(String::new, |difficulty| format!(", {}", difficulty.name()));
                let size = offer.map_or_else(String::new, |offer| format!(", size {}", offer.size));
                format!("{}{size}{difficulty} · {date}", kind.title)
            }
            Item::New(recipe) => {
                let title = equipoise::puzzles::kind(&recipe.kind).map_or("", |kind| kind.title);
                let difficulty = recipe.difficulty.map_or("any difficulty", Difficulty::name);
                let time = match recipe.offer().filter(|offer| !offer.is_untried).map(|offer| offer.seconds) {
                    None => "may take long".to_owned(),
                    Some(0) => "at once".to_owned(),
                    Some(seconds) => format!("up to {}", spoken(Duration::from_secs(seconds))),
                };
                format!("{title:<18} size {:<4} {difficulty:<15} {time}", recipe.size)
            }
            Item::Builtin(name, puzzle) => format!("{name:<24} {}, {}", puzzle.kind().title, puzzle.size_in_words()),
            Item::Open => "Open a code, a link or a file ...".to_owned(),
        }
    }
}
