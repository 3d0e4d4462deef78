//! What a game shows: the drawing, and the text beside it.

use super::look::Look;
use super::session::{Aside, Notice, Session};
use super::start::clock;
use crate::report::{caption, statistics_text};
use crate::text::visible;
use equipoise::fd::Var;
use equipoise::puzzles::{Board, Choices, Notes, State, Target, View};
use equipoise::scene::{Emphasis, Scene};
use equipoise::studio::{About, Advice, Context, Explanation, HintLevel, Verdict};
use play::old::Shown;
use ratatui::style::Style;
use std::collections::BTreeSet;

/// A paragraph beside the board.
#[derive(Debug, Clone)]
pub(crate) struct Paragraph {
    pub(crate) text: String,
    pub(crate) style: Style,
    /// By how much lines after the first are indented.
    pub(crate) indent: usize,
}

impl Session {
    /// The drawing.
    pub(crate) fn scene(&self, names: bool) -> Scene {
        let puzzle = self.game.puzzle();
        match &self.aside {
            Some(Aside::Path(path, at)) => return path_scene(self, path, *at),
            Some(Aside::Solution(solution)) => {
                let board = solution.solutions.first().unwrap_or(&self.game.position().board);
                return puzzle.draw(&self.view(board, names));
            }
            None => {}
        }
        let position = self.game.position();
        let mut view = self.view(&position.board, names);
        if self.marks {
            view = view.notes(&position.notes);
        }
        if let Some(since) = &self.since {
            view = view.since(since);
        }
        let mut scene = match &self.notice {
            Notice::Hint(hint, rung) => hint.draw_on(puzzle, &view, *rung),
            Notice::None | Notice::Says(_) => {
                let mut scene = puzzle.draw(&view);
                self.wrong_targets().iter().for_each(|id| scene.emphasise(id, Emphasis::Wrong));
                scene
            }
        };
        if let Some(target) = self.target() {
            scene.select(&target.id);
        }
        scene
    }

    /// The ids of what should be in sight: the first of them that is drawn.
    pub(crate) fn focus(&self) -> Vec<String> {
        let target_of = |context: &Context, x: Var| context.reasoning.subjects()[x.index()].target().to_owned();
        let mut ids = Vec::new();
        match (&self.aside, &self.notice) {
            (Some(Aside::Path(path, at)), _) => {
                let step = at.checked_sub(1).and_then(|last| path.steps.get(last));
                let about = step.into_iter().flat_map(|step| path.context.removes(step));
                ids.extend(about.map(|about| target_of(&path.context, about.var)));
            }
            (None, Notice::Hint(hint, _)) => {
                ids.extend(hint.subjects().into_iter().map(|x| target_of(&hint.context, x)));
            }
            _ => {}
        }
        ids.extend(self.target().map(|target| target.id.clone()));
        ids
    }

    fn view<'a>(&self, board: &'a Board, names: bool) -> View<'a> {
        if names { View::of(board).labels() } else { View::of(board) }
    }

    /// The targets with mistakes that the player wants to see.
    fn wrong_targets(&self) -> BTreeSet<String> {
        let (sheet, board) = (self.game.sheet(), &self.game.position().board);
        let broken = self.game.mistakes().into_iter().flat_map(|broken| broken.places);
        let solution = match (&self.verdict, self.game.settings.shown) {
            (Some(Verdict::Unique(solution)), Shown::Values) => Some(solution),
            _ => None,
        };
        let differs = |solution: &Board, place: usize| board.get(place).is_some_and(|v| solution.get(place) != Some(v));
        let wrong = (0..board.len()).filter(|&place| solution.is_some_and(|solution| differs(solution, place)));
        broken.chain(wrong).filter_map(|place| Some(sheet.target_of(place, board)?.id.clone())).collect()
    }

    /// The text beside the board, the most important first.
    pub(crate) fn paragraphs(&self, look: Look) -> Vec<Paragraph> {
        let mut text = Telling { look, paragraphs: Vec::new() };
        match &self.aside {
            Some(Aside::Path(path, at)) => text.path(path, *at),
            Some(Aside::Solution(solution)) => {
                text.heading("Solution");
                text.plain(caption(solution));
                statistics_text(&solution.statistics).lines().for_each(|line| text.plain(line));
            }
            None => self.tell(&mut text),
        }
        text.paragraphs
    }

    fn tell(&self, text: &mut Telling) {
        if let Some(unsaved) = &self.unsaved {
            text.add(unsaved.clone(), text.look.wrong());
        } else if !self.is_kept() {
            text.add("This game cannot be saved: no data directory is known.", text.look.wrong());
        }
        if self.is_solved() {
            self.tell_solved(text);
        }
        match &self.notice {
            Notice::None => {}
            Notice::Says(lines) => lines.iter().for_each(|line| text.add(line.clone(), text.look.notable())),
            Notice::Hint(hint, rung) => {
                let wrong = matches!(hint.advice, Advice::Wrong(_));
                match wrong {
                    true => text.heading("What is wrong"),
                    false => text.heading(&format!("Hint, {} of {}", rung.number(), HintLevel::ALL.len())),
                }
                for line in hint.told(*rung) {
                    let end = if line.ends_with(['.', ':']) { "" } else { "." };
                    text.plain(format!("{}{end}", sentence(&line)));
                }
            }
        }
        if let Some(target) = self.target() {
            self.tell_target(target, text);
        }
        if self.game.settings.shown != Shown::Never && !matches!(self.notice, Notice::Hint(..)) {
            for broken in self.game.mistakes() {
                text.sign('!', &broken.message, text.look.wrong());
            }
        }
    }

    fn tell_solved(&self, text: &mut Telling) {
        let help = self.game.help();
        text.add("Solved!", text.look.good());
        text.plain(format!("Time: {}.", clock(self.played())));
        let count = |count: u32, one: &str| match count {
            1 => format!("1 {one}"),
            more => format!("{more} {one}s"),
        };
        match (help.hints, help.checks, help.reveals) {
            (0, 0, 0) => text.plain("Without any help."),
            (hints, checks, reveals) => text.plain(format!(
                "Help: {}, {}, {}.",
                count(hints, "hint"),
                count(checks, "check"),
                count(reveals, "reveal")
            )),
        }
        match &self.grade {
            Some(grade) => text.plain(format!("A person's way: {grade}")),
            None => text.plain("Grading the puzzle ..."),
        }
        text.plain("`e` shows a way there, `n` makes a new puzzle.");
    }

    fn tell_target(&self, target: &Target, text: &mut Telling) {
        let (sheet, position) = (self.game.sheet(), self.game.position());
        text.heading(&target.name);
        if target.given {
            text.add("Given by the puzzle.", text.look.soft());
        }
        if !self.typing.shown().is_empty() {
            text.add(format!("Typing {}_", self.typing.shown()), text.look.notable());
        }
        if !target.given {
            let value = |choice: i32| {
                let key = target.choices.key(choice).unwrap_or_default();
                let word = match target.choices {
                    Choices::Keys(_) => format!("{key} {}", target.choices.label(choice).unwrap_or_default()),
                    _ => key,
                };
                let shown = target.shown(&position.board).contains(&choice);
                match (shown, sheet.is_used_up(target, choice, &position.board)) {
                    (true, _) => format!("[{word}]"),
                    (false, true) => format!("({word})"),
                    (false, false) => word,
                }
            };
            let values: Vec<String> = target.choices.values().map(value).collect();
            if !values.is_empty() {
                text.plain(values.join(" "));
            }
        }
        if self.marks && !target.given && target.shown(&position.board).is_empty() {
            let left = target.choices.values().filter(|&choice| {
                sheet.note(target, choice).is_some_and(|(subject, value)| !position.notes.is_struck(subject, value))
            });
            let left: Vec<String> = left.filter_map(|choice| target.choices.key(choice)).collect();
            let left = if left.is_empty() { "none left".to_owned() } else { left.join(" ") };
            text.add(format!("Pencil: {left}"), text.look.soft());
        }
        let mut read_outs = self.game.puzzle().read_outs(&position.board);
        // What is about the fewest targets is closest to this one.
        read_outs.sort_by_key(|read| read.targets.len());
        for read in read_outs {
            if read.targets.contains(&target.id) {
                let (sign, style) = match read.state {
                    State::Open => ('·', Style::new()),
                    State::Done => ('✓', text.look.good()),
                    State::Broken if self.game.settings.shown == Shown::Never => ('·', Style::new()),
                    State::Broken => ('!', text.look.wrong()),
                };
                text.sign(sign, &read.says, style);
            }
        }
    }

    /// The name of the game, for the line above it.
    pub(crate) fn title(&self) -> String {
        let puzzle = self.game.puzzle();
        format!("{}, {} · {}", puzzle.kind().title, puzzle.size_in_words(), visible(&self.name))
    }
}

/// The board after some steps of the explained path, pointing at what the
/// last of them is about.
fn path_scene(session: &Session, path: &Explanation, at: usize) -> Scene {
    let puzzle = session.game.puzzle();
    let (board, mut notes) = (path.board_after(at), Notes::new());
    for step in path.steps.iter().take(at) {
        for About { id, values, .. } in path.context.removes(step) {
            values.into_iter().for_each(|value| _ = notes.strike(id, value));
        }
    }
    let view = View::of(&board).labels().notes(&notes);
    match at.checked_sub(1).and_then(|last| path.steps.get(last)) {
        Some(step) => path.context.draw(puzzle, &view, step),
        None => puzzle.draw(&view),
    }
}

/// The text with a capital letter, unless it begins with the id of a place.
fn sentence(text: &str) -> String {
    let is_id = text.split(' ').next().is_some_and(|word| word.chars().any(|char| char.is_ascii_digit()));
    let mut letters = text.chars();
    match letters.next().filter(|_| !is_id) {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => text.to_owned(),
    }
}

/// Paragraphs being written.
struct Telling {
    look: Look,
    paragraphs: Vec<Paragraph>,
}

impl Telling {
    fn add(&mut self, text: impl Into<String>, style: Style) {
        self.paragraphs.push(Paragraph { text: text.into(), style, indent: 0 });
    }

    /// A sentence after a sign, and indented below it.
    fn sign(&mut self, sign: char, text: &str, style: Style) {
        self.paragraphs.push(Paragraph { text: format!("{sign} {text}."), style, indent: 2 });
    }

    fn plain(&mut self, text: impl Into<String>) {
        self.add(text, Style::new());
    }

    /// A heading, with space above it.
    fn heading(&mut self, text: &str) {
        if !self.paragraphs.is_empty() {
            self.plain("");
        }
        self.add(sentence(text), self.look.heading());
    }

    fn path(&mut self, path: &Explanation, at: usize) {
        let count = path.steps.len();
        match at.checked_sub(1).and_then(|last| path.steps.get(last)) {
            Some(step) => {
                self.heading(&format!("Step {at} of {count}"));
                self.plain(path.context.text(step));
            }
            None => self.heading("The way to the solution"),
        }
        if at == 0 || at == count {
            self.plain(path.summary());
        }
    }
}
