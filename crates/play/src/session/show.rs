//! What a session shows: the drawing, and the text beside it.

use super::{Aside, Notice, Session};
use crate::message::{HintSort, HintTold, LevelTold, Mark, Solutions};
use crate::{Shown, words};
use puzzles::{Board, Choices, Pencilled, State, Target, View};
use scene::{Emphasis, Scene};
use std::collections::BTreeSet;
use studio::HintLevel;

/// A line of the text beside the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// How it is meant.
    pub tone: Tone,
    /// Whether it begins with a sign of one character, below which it is indented.
    pub sign: Option<char>,
    /// What it says.
    pub text: String,
}

/// How a line is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// It says what the lines below are about.
    Heading,
    /// As it is.
    Plain,
    /// It answers what the player did.
    Notable,
    /// It is good news.
    Good,
    /// Something is wrong.
    Wrong,
    /// It can be overlooked.
    Soft,
}

impl HintTold {
    /// What a level of the hint says.
    pub fn told(&self, level: HintLevel) -> &LevelTold {
        &self.levels[usize::from(level.number()) - 1]
    }
}

/// Points at targets of a drawing.
pub fn point(scene: &mut Scene, marks: &[Mark]) {
    for (target, emphasis) in marks {
        scene.emphasise(target, *emphasis);
    }
}

/// The drawing.
impl Session {
    /// The board as the player sees it, or what is looked at instead. There is
    /// always room for pencil marks, so that nothing moves when the first is
    /// written; `tight`, there is as little as possible.
    pub fn scene(&self, tight: bool) -> Scene {
        let puzzle = self.game.puzzle();
        let fitted = |view: View<'_>| puzzle.draw(&if tight { view.tight() } else { view });
        match &self.aside {
            Some(Aside::Path(path, at)) => {
                if let Some(like) = &self.like {
                    let mut scene = self.board(tight);
                    point(&mut scene, &like.told(HintLevel::Result).marks);
                    return scene;
                }
                let Some(step) = path.last_of(*at) else {
                    return fitted(View::of(&path.start.board).labels().notes(&path.start.notes));
                };
                let mut scene = fitted(View::of(&step.board).labels().notes(&step.notes));
                point(&mut scene, &step.marks);
                scene
            }
            Some(Aside::Solution(solution, _)) => {
                puzzle.draw(&self.named(solution.as_ref().unwrap_or(&self.game.written().board)))
            }
            None => self.board(tight),
        }
    }

    /// The player's board, whatever is looked at.
    pub fn board(&self, tight: bool) -> Scene {
        self.drawn(tight, false)
    }

    /// The same with what tips, for pages that move things.
    pub fn tipping(&self) -> Scene {
        self.drawn(false, true)
    }

    fn drawn(&self, tight: bool, tips: bool) -> Scene {
        let pencilled = if self.show_marks { self.game.pencilled() } else { Pencilled::new() };
        let mut view = self.named(&self.game.written().board).written(&pencilled);
        if tight {
            view = view.tight();
        }
        if tips {
            view = view.tipping();
        }
        if let Some(since) = &self.since {
            view = view.since(since);
        }
        let mut scene = self.game.puzzle().draw(&view);
        match &self.notice {
            Notice::Hint(hint, level) => point(&mut scene, &hint.told(*level).marks),
            _ => self.wrong_targets().iter().for_each(|id| scene.emphasise(id, Emphasis::Wrong)),
        }
        scene
    }

    fn named<'v>(&self, board: &'v Board) -> View<'v> {
        if self.preferences.labels { View::of(board).labels() } else { View::of(board) }
    }

    /// The ids of what should be in sight: the first of them that is drawn.
    pub fn focus(&self) -> Vec<&str> {
        let marks: &[Mark] = match (&self.aside, &self.notice) {
            (Some(Aside::Path(path, at)), _) => path.last_of(*at).map_or(&[], |step| &step.marks),
            (None, Notice::Hint(hint, level)) => &hint.told(*level).marks,
            _ => &[],
        };
        let about = marks.iter().filter(|(_, emphasis)| *emphasis != Emphasis::Cause).map(|(id, _)| id.as_str());
        about.chain(self.target().map(|target| target.id.as_str())).collect()
    }

    /// The ids of the targets with mistakes that the player wants to see.
    pub fn wrong_targets(&self) -> BTreeSet<&str> {
        let (sheet, board) = (self.game.sheet(), &self.game.written().board);
        let broken = self.game.mistakes().into_iter().flat_map(|broken| broken.places);
        let solution = match (&self.solutions, self.preferences.play.shown) {
            (Some(Solutions::One(solution)), Shown::Values) => Some(solution),
            _ => None,
        };
        let differs = |solution: &Board, place: usize| board.get(place).is_some_and(|v| solution.get(place) != Some(v));
        let wrong = (0..board.len()).filter(|&place| solution.is_some_and(|solution| differs(solution, place)));
        broken.chain(wrong).filter_map(|place| Some(sheet.target_of(place, board)?.id.as_str())).collect()
    }
}

/// The text.
impl Session {
    /// The name of the game: `Gap, 8 by 8`.
    pub fn title(&self) -> String {
        let puzzle = self.game.puzzle();
        format!("{}, {}", puzzle.kind().title, puzzle.size_in_words())
    }

    /// What is said beside the board about where the cursor is, and about what is wrong: without what a hint says.
    pub fn said(&self) -> Vec<Line> {
        let mut text = Text::default();
        if !self.typed().is_empty() {
            text.add(Tone::Notable, format!("Typing {}…", self.typed()));
        }
        if let Notice::Says(lines) = &self.notice {
            lines.iter().for_each(|line| text.add(Tone::Notable, line.clone()));
        }
        let target = self.target();
        if target.is_some_and(|target| target.given) {
            text.add(Tone::Soft, "The puzzle gives this one.");
        }
        let board = &self.game.written().board;
        let read_outs = self.game.puzzle().read_outs(board);
        let about = target.map_or(Vec::new(), |target| words::about(&read_outs, &target.id));
        let shows = self.preferences.play.shown != Shown::Never;
        for read in about.iter().filter(|read| !read.says.is_empty()) {
            let tone = match read.state {
                State::Done => Tone::Good,
                State::Broken if shows => Tone::Wrong,
                State::Open | State::Broken => Tone::Plain,
            };
            text.add(tone, words::sentences([*read]));
        }
        // What is wrong here is said already, where a line, a bar or a sum says how it stands.
        let is_said = about.iter().any(|read| read.state == State::Broken);
        let is_here = |place: &usize| {
            self.game.sheet().target_of(*place, board).map(|found| &found.id) == target.map(|target| &target.id)
        };
        let mistakes =
            self.game.mistakes().into_iter().filter(|broken| !(is_said && broken.places.iter().any(is_here)));
        mistakes.for_each(|broken| text.add(Tone::Wrong, words::sentence(&broken.message)));
        text.0
    }

    /// The text beside the board, the most important first.
    pub fn lines(&self) -> Vec<Line> {
        let mut text = Text::default();
        match &self.aside {
            Some(Aside::Path(path, at)) => {
                let count = path.steps.len();
                match path.last_of(*at) {
                    Some(step) => {
                        text.heading(&format!("Step {at} of {count}"));
                        text.add(Tone::Plain, step.text.clone());
                    }
                    None => text.heading("The way to the solution"),
                }
                if *at == 0 || *at == count {
                    text.add(Tone::Plain, path.summary.clone());
                }
            }
            Some(Aside::Solution(_, lines)) => {
                text.heading("Solution");
                lines.iter().for_each(|line| text.add(Tone::Plain, line.clone()));
            }
            None => self.say_all(&mut text),
        }
        text.0
    }

    fn say_all(&self, text: &mut Text) {
        if self.is_solved() {
            text.add(Tone::Good, "Solved!");
            text.add(Tone::Plain, format!("Time: {}.", words::clock(self.game.played())));
            text.add(Tone::Plain, words::help(self.game.help()));
            match &self.summary {
                Some(summary) => text.add(Tone::Plain, format!("A person's way: {summary}")),
                None => text.add(Tone::Plain, "Grading the puzzle ..."),
            }
            text.add(Tone::Plain, "`e` shows a way there, `n` makes a new puzzle.");
        }
        match &self.notice {
            Notice::None => {}
            Notice::Says(lines) => lines.iter().for_each(|line| text.add(Tone::Notable, line.clone())),
            Notice::Hint(hint, level) => {
                match hint.sort {
                    HintSort::Wrong => text.heading("What is wrong"),
                    _ => text.heading(&format!("Hint, {} of {}", level.number(), HintLevel::ALL.len())),
                }
                hint.told(*level).lines.iter().for_each(|line| text.add(Tone::Plain, words::sentence(line)));
            }
        }
        if let Some(target) = self.target() {
            self.say_target(target, text);
        }
        if !matches!(self.notice, Notice::Hint(..)) {
            self.game.mistakes().iter().for_each(|broken| text.sign(Tone::Wrong, '!', &broken.message));
        }
    }

    fn say_target(&self, target: &Target, text: &mut Text) {
        let (sheet, board) = (self.game.sheet(), &self.game.written().board);
        text.heading(&target.name);
        if target.given {
            text.add(Tone::Soft, "Given by the puzzle.");
        }
        if !self.typed().is_empty() {
            text.add(Tone::Notable, format!("Typing {}_", self.typed()));
        }
        if !target.given && target.choices != Choices::None {
            let value = |choice: i32| {
                let key = target.choices.key(choice).unwrap_or_default();
                let word = match target.choices {
                    Choices::Keys(_) => format!("{key} {}", target.choices.label(choice).unwrap_or_default()),
                    _ => key,
                };
                let shown = target.shown(board).contains(&choice);
                match (shown, sheet.is_used_up(target, choice, board)) {
                    (true, _) => format!("[{word}]"),
                    (false, true) => format!("({word})"),
                    (false, false) => word,
                }
            };
            text.add(Tone::Plain, target.choices.values().map(value).collect::<Vec<_>>().join(" "));
        }
        if let Some(candidates) = self.game.candidates(target).filter(|_| self.show_marks) {
            let keys: Vec<String> = candidates.into_iter().filter_map(|choice| target.choices.key(choice)).collect();
            let keys = if keys.is_empty() { "nothing stands here".to_owned() } else { keys.join(" ") };
            text.add(Tone::Soft, format!("Pencil: {keys}"));
        }
        let mut read_outs = self.game.puzzle().read_outs(board);
        // What is about the fewest targets is closest to this one.
        read_outs.sort_by_key(|read| read.targets.len());
        for read in words::about(&read_outs, &target.id) {
            match read.state {
                State::Done => text.sign(Tone::Good, '✓', &read.says),
                State::Broken if self.preferences.play.shown != Shown::Never => text.sign(Tone::Wrong, '!', &read.says),
                State::Open | State::Broken => text.sign(Tone::Plain, '·', &read.says),
            }
        }
    }
}

/// Lines being written.
#[derive(Default)]
struct Text(Vec<Line>);

impl Text {
    fn add(&mut self, tone: Tone, text: impl Into<String>) {
        self.0.push(Line { tone, sign: None, text: text.into() });
    }

    /// A sentence after a sign.
    fn sign(&mut self, tone: Tone, sign: char, text: &str) {
        self.0.push(Line { tone, sign: Some(sign), text: format!("{text}.") });
    }

    /// A heading, with space above it.
    fn heading(&mut self, text: &str) {
        if !self.0.is_empty() {
            self.add(Tone::Plain, "");
        }
        self.add(Tone::Heading, words::capital(text));
    }
}
