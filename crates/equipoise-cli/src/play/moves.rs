//! What a player does to a game.

use super::session::{Notice, Session};
use super::typing::Typed;
use equipoise::puzzles::{Gesture, Holds, Target};
use equipoise::studio::{Hint, HintLevel};
use play::old::{Help, Move, Refused};

impl Session {
    /// Takes a key that may choose something; says whether it did.
    pub(crate) fn press(&mut self, key: char) -> bool {
        let Some(target) = self.target() else { return false };
        let choices = target.choices.clone();
        match self.typing.press(key, &choices) {
            Typed::Nothing => key.is_ascii_digit(),
            Typed::Open => {
                self.typed_at = self.played();
                true
            }
            Typed::Chosen(choice) => {
                self.choose(choice);
                true
            }
        }
    }

    /// Ends a number that was being typed.
    pub(crate) fn finish_typing(&mut self) {
        let Some(target) = self.target() else { return };
        let choices = target.choices.clone();
        if let Some(choice) = self.typing.finish(&choices) {
            self.choose(choice);
        }
    }

    /// Enters a choice at the selected target, or strikes or restores it.
    pub(crate) fn choose(&mut self, choice: i32) {
        self.marks |= self.pencil;
        let Some(target) = self.target() else { return };
        let made = if self.pencil {
            let Some((subject, value)) = self.game.sheet().note(target, choice) else { return };
            let subject = subject.to_owned();
            match self.game.position().notes.is_struck(&subject, value) {
                true => Move::Restore { subject, value },
                false => Move::Strike { subject, value },
            }
        } else {
            Move::Enter { target: target.id.clone(), choice }
        };
        self.play(&made);
    }

    /// Takes away what stands at the selected target, or restores its pencil
    /// marks.
    pub(crate) fn clear(&mut self) {
        if self.typing.erase() {
            return;
        }
        let Some(target) = self.target() else { return };
        let made = if self.pencil {
            let sheet = self.game.sheet();
            let marks = target.choices.values().filter_map(|choice| sheet.note(target, choice));
            Move::Several(marks.map(|(subject, value)| Move::Restore { subject: subject.to_owned(), value }).collect())
        } else {
            Move::Clear { target: target.id.clone() }
        };
        self.play(&made);
    }

    /// Enter, or a click: the next choice where choices take turns.
    pub(crate) fn turn(&mut self) {
        let Some(target) = self.target() else { return };
        if target.gesture == Gesture::Cycle && !target.given && !self.pencil {
            let values: Vec<i32> = target.choices.values().collect();
            let shown = target.shown(&self.game.position().board).first().copied();
            let next = match shown.and_then(|shown| values.iter().position(|&value| value == shown)) {
                None => values.first(),
                Some(at) => values.get(at + 1),
            };
            self.brush = Some(next.copied());
            self.paint();
        }
    }

    /// Gives the selected target what the brush has.
    pub(crate) fn paint(&mut self) {
        let (Some(brush), Some(target)) = (self.brush, self.target()) else { return };
        let target = target.id.clone();
        match brush {
            Some(choice) => self.play(&Move::Enter { target, choice }),
            None => self.play(&Move::Clear { target }),
        }
    }

    /// Makes a move, and says why if that cannot be.
    pub(crate) fn play(&mut self, made: &Move) {
        match self.game.play(made) {
            Ok(true) => self.moved(),
            Ok(false) => {}
            Err(refused) => self.say(self.refusal(&refused)),
        }
    }

    fn refusal(&self, refused: &Refused) -> String {
        let text = match refused {
            Refused::Given(_) => "The puzzle gives this; it stays as it is".to_owned(),
            other => other.to_string(),
        };
        format!("{text}.")
    }

    pub(crate) fn undo(&mut self) {
        self.typing.clear();
        if self.game.undo() {
            self.moved();
        } else {
            self.say("There is nothing to undo.");
        }
    }

    pub(crate) fn redo(&mut self) {
        if self.game.redo() {
            self.moved();
        } else {
            self.say("There is nothing to redo.");
        }
    }

    /// Shows the pencil marks, and strikes those that are used up.
    pub(crate) fn tidy(&mut self) {
        self.marks = true;
        self.play(&Move::Tidy);
    }

    /// Takes back everything, as one move.
    pub(crate) fn restart(&mut self) {
        let sheet = self.game.sheet();
        let open = sheet.targets.iter().filter(|target| !target.given);
        let clears = open.map(|target| Move::Clear { target: target.id.clone() });
        let struck = self.game.position().notes.iter();
        let restores = struck.flat_map(|(subject, values)| {
            values.iter().map(|&value| Move::Restore { subject: subject.to_owned(), value })
        });
        let made = Move::Several(clears.chain(restores).collect());
        self.play(&made);
    }

    /// Sets a checkpoint here.
    pub(crate) fn set_checkpoint(&mut self, name: &str) {
        match self.game.set_checkpoint(name) {
            Ok(()) => {
                self.touch();
                self.since = Some(self.game.position().board.clone());
                self.say(format!("Checkpoint {name} is set. `j` leads back to it."));
            }
            Err(refused) => self.say(self.refusal(&refused)),
        }
    }

    /// Goes back to a checkpoint.
    pub(crate) fn return_to(&mut self, name: &str) {
        self.play(&Move::Return { checkpoint: name.to_owned() });
        self.since = Some(self.game.position().board.clone());
        self.marks |= !self.game.position().notes.is_empty();
    }

    /// Follows the hint that is shown.
    pub(crate) fn apply(&mut self) {
        let Notice::Hint(hint, _) = &self.notice else {
            self.say("There is no hint to follow; `h` gives one.");
            return;
        };
        let changes = hint.concludes();
        if changes.is_empty() {
            self.say("This hint changes nothing by itself.");
            return;
        }
        let made = Move::following(hint, self.game.sheet());
        self.game.take_help(Help::Reveal);
        let before = self.game.position().notes.clone();
        let filled = self.filled_by(&made);
        self.play(&made);
        self.marks |= self.game.position().notes != before;
        if let Some(target) = filled.and_then(|id| self.find(&id)) {
            self.select(target);
        }
    }

    /// The first target that a move fills in.
    fn filled_by(&self, made: &Move) -> Option<String> {
        match made {
            Move::Enter { target, .. } => Some(target.clone()),
            Move::Several(moves) => moves.iter().find_map(|made| self.filled_by(made)),
            _ => None,
        }
    }

    /// Shows a hint up to a rung, and selects what it is about.
    pub(crate) fn show_hint(&mut self, hint: Box<Hint>, rung: HintLevel) {
        self.game.take_help(Help::Hint(rung.number()));
        self.touch();
        let about = hint.subjects().into_iter().find_map(|x| {
            let place = hint.context.place(x)?;
            let own = |target: &Target| target.holds == Holds::Place(place);
            self.game.sheet().targets.iter().position(own)
        });
        if let Some(about) = about {
            self.select(about);
        }
        self.viewport.follow();
        self.notice = Notice::Hint(hint, rung);
    }
}
