//! What a player does to the board.

use super::{Direction, Notice, Press, Session, Typed, next_choice};
use crate::{Game, Move, Refused, Shown, words};
use puzzles::{Gesture, Holds, ReadOut, State, Target, Violation};
use std::collections::BTreeSet;

/// A drag over targets that take their choices in turns. It paints the second choice, which says that the first is
/// not there, or takes it away where it began on one; what else stands there stays. All of it is one move.
#[derive(Debug)]
pub(super) struct Stroke {
    /// The target where the pointer went down, and what stood there.
    from: usize,
    found: Option<i32>,
    /// Whether going down has made a move, which is taken back when the pointer goes on.
    pressed: bool,
    /// What it paints, once it has gone on.
    paints: Option<Option<i32>>,
    /// Whether it has painted anything yet.
    begun: bool,
}

/// Selecting.
impl Session {
    pub(super) fn select(&mut self, target: usize) {
        if target < self.game.sheet().targets.len() {
            self.cursor = target;
            self.selection = BTreeSet::from([target]);
            self.redraw();
        }
    }

    fn extend(&mut self, target: usize) {
        self.cursor = target;
        self.selection.insert(target);
        self.redraw();
    }

    pub(super) fn step(&mut self, direction: Direction, extend: bool) {
        match self.target().and_then(|target| direction.of(target.near)) {
            Some(next) if extend => self.extend(next),
            Some(next) => self.select(next),
            None => {}
        }
    }

    pub(super) fn press(&mut self, index: usize, press: Press) {
        let Some(target) = self.game.sheet().targets.get(index) else { return };
        let second = target.choices.values().nth(1).filter(|_| target.gesture == Gesture::Cycle);
        let found = target.shown(&self.game.written().board).first().copied();
        let stroke = Stroke { from: index, found, pressed: false, paints: None, begun: false };
        match press {
            Press::Plain => {
                self.select(index);
                let pressed = self.cycle();
                self.stroke = second.map(|_| Stroke { pressed, ..stroke });
            }
            Press::Also => {
                self.stroke = None;
                self.extend(index);
            }
            Press::Over => {
                self.extend(index);
                self.stroke_over(index);
            }
            Press::Second => {
                self.select(index);
                match second {
                    Some(second) => {
                        let begun = self.paint(Some(second));
                        self.stroke = Some(Stroke { paints: Some(Some(second)), begun, ..stroke });
                    }
                    None => self.switch_pencil(),
                }
            }
        }
    }

    /// Goes on with the stroke that has begun.
    fn stroke_over(&mut self, index: usize) {
        let Some(mut stroke) = self.stroke.take_if(|stroke| stroke.paints.is_some() || stroke.from != index) else {
            return;
        };
        let mut over = vec![index];
        if stroke.paints.is_none() {
            // The pointer did not press a place, but began a stroke there.
            if stroke.pressed && self.game.undo() {
                self.save();
            }
            over.insert(0, stroke.from);
        }
        let second = self.game.sheet().targets[index].choices.values().nth(1);
        let paints = *stroke.paints.get_or_insert(second.filter(|_| stroke.found != second));
        let board = &self.game.written().board;
        let targets = over.into_iter().filter_map(|index| self.game.sheet().targets.get(index));
        let moves = targets.filter_map(|target| {
            let (shown, id) = (target.shown(board), target.id.clone());
            match paints {
                _ if target.given => None,
                Some(choice) => shown.is_empty().then_some(Move::Enter { target: id, choice }),
                None => (shown.first().copied() == second).then_some(Move::Clear { target: id }),
            }
        });
        let made = Move::Several(moves.collect());
        let how = if stroke.begun { Game::play_on } else { Game::play };
        stroke.begun |= self.play_by(&made, how);
        self.stroke = Some(stroke);
    }
}

/// Typing.
impl Session {
    pub(super) fn type_in(&mut self, character: char) {
        let Some(target) = self.target() else { return };
        let choices = target.choices.clone();
        let nothing = self.marks_nothing(character);
        match self.typing.press(character, &choices) {
            Typed::Chosen(choice) => self.choose(choice),
            Typed::Open => {
                self.typed_for = 0;
                self.say(format!("{}, and more digits or Enter.", self.typing.shown()));
            }
            Typed::Nothing if nothing => self.mark_nothing(),
            Typed::Nothing => {}
        }
    }

    /// Whether a character says that nothing stands where the cursor is.
    pub(super) fn marks_nothing(&self, character: char) -> bool {
        let may_be_empty = self.target().is_some_and(|target| matches!(target.holds, Holds::Cell(_)) && !target.given);
        may_be_empty && character == '0' && self.typing.shown().is_empty()
    }

    pub(super) fn end_number(&mut self) {
        let Some(target) = self.target().filter(|_| !self.typing.shown().is_empty()) else { return };
        let choices = target.choices.clone();
        if let Some(choice) = self.typing.finish(&choices) {
            self.choose(choice);
        }
    }

    pub(super) fn switch_pencil(&mut self) {
        self.pencil = !self.pencil;
        self.show_marks |= self.pencil;
        self.say(if self.pencil { "Pencil: what you type is a candidate." } else { "Pencil put away." });
    }
}

/// Moves.
impl Session {
    /// The selected targets that the puzzle does not give, or the one where
    /// the cursor is, so that it is said why nothing happens.
    fn selected(&self) -> Vec<&Target> {
        let targets = &self.game.sheet().targets;
        let open = self.selection.iter().filter_map(|&index| targets.get(index)).filter(|target| !target.given);
        let open: Vec<&Target> = open.collect();
        if open.is_empty() { self.target().into_iter().collect() } else { open }
    }

    /// The selected targets that show nothing.
    fn blank(&self) -> impl Iterator<Item = &Target> {
        let board = &self.game.written().board;
        self.selected().into_iter().filter(|target| target.shown(board).is_empty())
    }

    pub(super) fn choose(&mut self, choice: i32) {
        self.typing.clear();
        let moves = if self.pencil {
            let blank: Vec<(&Target, BTreeSet<i32>)> = self
                .blank()
                .filter(|target| target.choices.contains(choice))
                .map(|target| (target, self.game.candidates(target).unwrap_or_default()))
                .collect();
            // On several targets, a candidate is written unless it stands in all of them.
            let erase = blank.iter().all(|(_, candidates)| candidates.contains(&choice));
            let mark = |(target, mut candidates): (&Target, BTreeSet<i32>)| {
                if erase {
                    candidates.remove(&choice)
                } else {
                    candidates.insert(choice)
                };
                let candidates = Some(candidates).filter(|candidates| !candidates.is_empty());
                Move::Mark { target: target.id.clone(), candidates }
            };
            blank.into_iter().map(mark).collect()
        } else {
            let fits = self.selected().into_iter().filter(|target| target.choices.contains(choice));
            fits.map(|target| Move::Enter { target: target.id.clone(), choice }).collect()
        };
        self.play(&Move::Several(moves));
    }

    pub(super) fn clear(&mut self) {
        self.typing.clear();
        let clear = |target: &Target| match self.pencil {
            true => Move::Mark { target: target.id.clone(), candidates: None },
            false => Move::Clear { target: target.id.clone() },
        };
        let moves = self.selected().into_iter().map(clear).collect();
        self.play(&Move::Several(moves));
    }

    /// Marks that nothing stands at the selected targets; rubs it out, if all have that mark.
    pub(super) fn mark_nothing(&mut self) {
        let targets: Vec<&Target> = self.blank().filter(|target| matches!(target.holds, Holds::Cell(_))).collect();
        let marks = &self.game.written().marks;
        let all = targets.iter().all(|target| marks.get(&target.id).is_some_and(BTreeSet::is_empty));
        let candidates = (!all).then(BTreeSet::new);
        let mark = |target: &Target| Move::Mark { target: target.id.clone(), candidates: candidates.clone() };
        let moves = targets.into_iter().map(mark).collect();
        self.show_marks = true;
        self.play(&Move::Several(moves));
    }

    /// Gives the target at the cursor the next choice, or none after the last,
    /// where choices are taken that way, and without the pencil. Says whether that changed anything.
    pub(super) fn cycle(&mut self) -> bool {
        let cycles = |target: &&Target| target.gesture == Gesture::Cycle && !self.pencil;
        let Some(target) = self.target().filter(cycles) else { return false };
        let next = next_choice(&target.choices, target.shown(&self.game.written().board).first().copied());
        self.paint(next)
    }

    fn paint(&mut self, choice: Option<i32>) -> bool {
        let Some(target) = self.target().filter(|target| !target.given) else { return false };
        let target = target.id.clone();
        self.play(&match choice {
            Some(choice) => Move::Enter { target, choice },
            None => Move::Clear { target },
        })
    }

    /// Makes a move, and says what has changed or why nothing did.
    pub(super) fn play(&mut self, made: &Move) -> bool {
        self.play_by(made, Game::play)
    }

    fn play_by(&mut self, made: &Move, how: fn(&mut Game, &Move) -> Result<bool, Refused>) -> bool {
        if self.paused {
            return false;
        }
        let before = self.labels();
        let mistakes = self.game.mistakes();
        let read_outs = self.game.puzzle().read_outs(&self.game.written().board);
        match how(&mut self.game, made) {
            Ok(true) => self.moved(),
            Ok(false) => return false,
            Err(refused) => {
                self.refuse(&refused);
                return false;
            }
        }
        if !self.solved {
            let changed = words::listed(&self.changed(&before)).unwrap_or_default();
            let broken = match self.preferences.play.shown {
                Shown::Never => String::new(),
                _ => self.newly_broken(&read_outs, &mistakes),
            };
            self.say([changed, broken].join(" ").trim().to_owned());
        }
        true
    }

    /// What is broken now and was not before, in sentences: by lines, bars and sums, and then what none of them tells.
    fn newly_broken(&self, read_outs: &[ReadOut], mistakes: &[Violation]) -> String {
        let (sheet, board) = (self.game.sheet(), &self.game.written().board);
        let now = self.game.puzzle().read_outs(board);
        let broken: Vec<&ReadOut> = now.iter().filter(|read| read.state == State::Broken).collect();
        let is_told = |mistake: &Violation| {
            let targets = mistake.places.iter().map(|&place| sheet.target_of(place, board));
            let all_in =
                |read: &&ReadOut| targets.clone().all(|own| own.is_some_and(|own| read.targets.contains(&own.id)));
            targets.len() > 0 && broken.iter().any(all_in)
        };
        let new = self.game.mistakes().into_iter().filter(|mistake| !mistakes.contains(mistake) && !is_told(mistake));
        let said =
            std::iter::once(words::newly_broken(read_outs, &now)).chain(new.map(|it| words::sentence(&it.message)));
        said.filter(|said| !said.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// Makes a move, and says this about it.
    pub(super) fn play_saying(&mut self, made: &Move, says: &str) {
        if self.play(made) && !self.solved {
            self.say(says);
        }
    }

    pub(super) fn refuse(&mut self, refused: &Refused) {
        self.tell(vec![match refused {
            Refused::Given(_) => "The puzzle gives this; it stays as it is.".to_owned(),
            other => words::sentence(&other.to_string()),
        }]);
    }

    pub(super) fn travel(&mut self, back: bool) {
        let before = self.labels();
        let moved = if back { self.game.undo() } else { self.game.redo() };
        if !moved {
            return self.tell(vec![format!("There is nothing to {}.", if back { "undo" } else { "redo" })]);
        }
        self.moved();
        let changed = words::listed(&self.changed(&before)).unwrap_or_default();
        self.say(format!("{}. {changed}", if back { "Undone" } else { "Redone" }).trim().to_owned());
    }

    /// What every change of the board brings with it.
    fn moved(&mut self) {
        self.notice = Notice::None;
        self.call_off();
        let was_solved = std::mem::replace(&mut self.solved, self.game.is_solved());
        self.save();
        if self.solved && !was_solved {
            let time = words::clock(self.game.played());
            self.say(format!("Solved in {time}. {}", words::help(self.game.help())));
            self.grade_if_solved();
        }
    }

    /// What each target is called and holds.
    pub(super) fn labels(&self) -> Vec<String> {
        self.game.sheet().targets.iter().map(|target| words::label(&self.game, target)).collect()
    }

    /// The labels that are different now.
    pub(super) fn changed(&self, before: &[String]) -> Vec<String> {
        let labels = self.labels().into_iter().zip(before);
        labels.filter(|(now, before)| now != *before).map(|(now, _)| now).collect()
    }
}

/// Checkpoints.
impl Session {
    pub(super) fn set_checkpoint(&mut self, name: &str) {
        if name.is_empty() {
            return;
        }
        match self.game.set_checkpoint(name) {
            Ok(()) => {
                self.since = Some(self.game.written().board.clone());
                self.tell(vec![format!("Checkpoint {name} is set.")]);
                self.save();
            }
            Err(refused) => self.refuse(&refused),
        }
    }

    pub(super) fn return_to(&mut self, name: &str) {
        self.play_saying(&Move::Return { checkpoint: name.to_owned() }, &format!("Back at {name}."));
        self.since = Some(self.game.written().board.clone());
        self.show_marks |= !self.game.written().marks.is_empty();
    }

    /// The name that the next checkpoint gets, unless the player has a better one.
    pub fn next_checkpoint(&self) -> String {
        let is_free = |name: &String| !self.game.checkpoints().any(|(other, _)| other == name);
        (1..).map(|number| format!("Checkpoint {number}")).find(is_free).unwrap_or_default()
    }
}

/// The first target that a move fills in.
pub(super) fn filled_by(made: &Move, game: &Game) -> Option<usize> {
    match made {
        Move::Enter { target, .. } => game.sheet().targets.iter().position(|own| own.id == *target),
        Move::Several(moves) => moves.iter().find_map(|made| filled_by(made, game)),
        _ => None,
    }
}
