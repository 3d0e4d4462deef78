//! A lesson being taken: the rules, an example, exercises, and a whole puzzle at the end.
//!
//! Like a [`Session`](crate::Session) it takes actions and says what follows from them; a front shows it and decides
//! nothing.

use super::{Lesson, Placed, Slate, Thought};
use crate::message::{Answer, HintTold, LessonAsked, MadeTold, Message, Question, Shared, TaskTold};
use crate::session::{Direction, point};
use crate::words;
use scene::Scene;
use studio::HintLevel;

/// Where a pupil is in a lesson.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// The rules are told: only in the first lesson.
    Rules,
    /// The technique is shown.
    Example,
    /// It is to be found in this exercise, from 1.
    Exercise(usize),
    /// All exercises are done.
    End,
}

/// What a pupil does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StudyAction {
    /// Chooses a target, by its index.
    Select(usize),
    /// Goes where an arrow leads.
    Step(Direction),
    /// Will say that values are there, or that they are not.
    Say(bool),
    /// Answers with a value of the chosen target.
    Answer(i32),
    /// Answers in words.
    Write(String),
    /// Asks for a hint, or for more of it.
    Hint,
    /// Gives up: has it shown.
    Show,
    /// Goes on.
    Next,
    /// Goes back.
    Back,
    /// Asks for fresh positions. The seed says which.
    More(u64),
    /// Asks for the whole puzzle at the end.
    Last(u64),
    /// The helper has answered.
    Answered(Message<Answer>),
    /// The helper had to be started again.
    Reopen,
}

/// What is to be done after an action.
#[derive(Debug, Clone)]
pub enum StudyEffect {
    /// It looks different.
    Redraw,
    /// Say this: it is read aloud.
    Say(String),
    /// Ask the helper.
    Ask(Message<Question>),
    /// The lesson is done: keep that.
    Finish,
    /// Play this puzzle.
    Play(Box<MadeTold>),
}

/// A lesson being taken.
#[derive(Debug)]
pub struct Study {
    lesson: Lesson,
    positions: Vec<Placed>,
    stage: Stage,
    slate: Option<Slate>,
    /// What is to be found; none as long as the helper has not said.
    task: Option<Box<TaskTold>>,
    /// How much of it is told.
    level: Option<HintLevel>,
    /// Whether it was found or shown.
    found: bool,
    /// The number of the question that is not answered yet.
    asked: Option<u64>,
    /// What went wrong, or is being done.
    notice: String,
    effects: Vec<StudyEffect>,
}

impl Study {
    /// Begins a lesson.
    pub fn new(lesson: Lesson) -> (Study, Vec<StudyEffect>) {
        let mut study = Study {
            positions: lesson.positions(),
            stage: if lesson.is_first() { Stage::Rules } else { Stage::Example },
            lesson,
            slate: None,
            task: None,
            level: None,
            found: false,
            asked: None,
            notice: String::new(),
            effects: Vec::new(),
        };
        study.set_up();
        let effects = std::mem::take(&mut study.effects);
        (study, effects)
    }

    /// Does what a pupil did; says what follows from it.
    pub fn act(&mut self, action: StudyAction) -> Vec<StudyEffect> {
        match action {
            StudyAction::Select(target) => self.on_slate(|slate| slate.select(target)),
            StudyAction::Step(direction) => self.on_slate(|slate| slate.step(direction)),
            StudyAction::Say(is) => self.on_slate(|slate| slate.is = is),
            StudyAction::Answer(choice) => self.answer(|slate| slate.say(choice)),
            StudyAction::Write(text) => self.answer(|slate| slate.write(&text)),
            StudyAction::Hint => self.hint(),
            StudyAction::Show => {
                self.found = true;
                self.tell(HintLevel::Result);
            }
            StudyAction::Next => self.next(),
            StudyAction::Back => self.back(),
            StudyAction::More(seed) => {
                self.notice = "Looking for fresh positions.".to_owned();
                self.ask(Question::Positions(self.asked_for(seed)));
            }
            StudyAction::Last(seed) => {
                self.notice = "Making a puzzle.".to_owned();
                self.ask(Question::Last(self.asked_for(seed)));
            }
            StudyAction::Answered(message) => self.hear(message),
            StudyAction::Reopen => self.set_up(),
        }
        std::mem::take(&mut self.effects)
    }
}

/// Looking.
impl Study {
    /// The lesson.
    pub fn lesson(&self) -> &Lesson {
        &self.lesson
    }

    /// Where the pupil is.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// How many exercises there are.
    pub fn exercises(&self) -> usize {
        self.positions.len().saturating_sub(1)
    }

    /// The position, where there is one.
    pub fn slate(&self) -> Option<&Slate> {
        self.slate.as_ref()
    }

    /// Whether what is to be found was found or shown.
    pub fn is_found(&self) -> bool {
        self.found
    }

    /// Whether the helper is being asked.
    pub fn is_waiting(&self) -> bool {
        self.asked.is_some()
    }

    /// What is to be found, and how much of that is told.
    pub fn told(&self) -> Option<(&HintTold, HintLevel)> {
        Some((&self.task.as_ref()?.hint, self.level?))
    }

    /// What is known beside the board.
    pub fn known(&self) -> Option<&str> {
        self.task.as_ref()?.known.as_deref()
    }

    /// How it may be said, where it is about what no board shows.
    pub fn in_words(&self) -> Option<&str> {
        self.task.as_ref()?.words.as_deref()
    }

    /// What went wrong, or is being done.
    pub fn notice(&self) -> &str {
        &self.notice
    }

    /// What is asked for: `What follows by "proportion"?`
    pub fn question(&self) -> String {
        match self.lesson.is_first() {
            true => "What follows next?".to_owned(),
            false => format!("What follows by “{}”?", self.lesson.name),
        }
    }

    /// The position, with what is told of it.
    pub fn scene(&self) -> Option<Scene> {
        let mut scene = self.slate.as_ref()?.scene();
        if let Some((hint, level)) = self.told() {
            point(&mut scene, &hint.told(level).marks);
        }
        Some(scene)
    }
}

/// Going on.
impl Study {
    fn position(&self) -> Option<&Placed> {
        match self.stage {
            Stage::Rules | Stage::End => None,
            Stage::Example => self.positions.first(),
            Stage::Exercise(number) => self.positions.get(number),
        }
    }

    /// Opens the position of the stage.
    fn set_up(&mut self) {
        (self.task, self.level, self.found, self.asked) = (None, None, false, None);
        self.notice.clear();
        self.slate = self.position().and_then(Slate::new);
        self.redraw();
        if let Some(placed) = self.position().cloned() {
            self.send(Question::Open(Shared(placed.puzzle)));
            self.ask(Question::Practise(placed.position, self.lesson.technique));
        }
    }

    fn next(&mut self) {
        self.stage = match self.stage {
            Stage::Rules => Stage::Example,
            Stage::Example => Stage::Exercise(1),
            Stage::Exercise(number) => Stage::Exercise(number + 1),
            Stage::End => Stage::End,
        };
        if matches!(self.stage, Stage::Exercise(number) if number > self.exercises()) {
            self.stage = Stage::End;
            self.effects.push(StudyEffect::Finish);
            self.say("The lesson is done.");
        }
        self.set_up();
    }

    fn back(&mut self) {
        self.stage = match self.stage {
            Stage::Exercise(1) => Stage::Example,
            Stage::Exercise(number) => Stage::Exercise(number - 1),
            Stage::End if self.exercises() > 0 => Stage::Exercise(self.exercises()),
            Stage::Example if self.lesson.is_first() => Stage::Rules,
            stage => stage,
        };
        self.set_up();
    }

    fn on_slate(&mut self, change: impl FnOnce(&mut Slate)) {
        if let Some(slate) = &mut self.slate {
            change(slate);
            self.redraw();
        }
    }

    fn answer(&mut self, say: impl FnOnce(&mut Slate) -> Option<Thought>) {
        // Nothing can be judged before the helper knows what is to be found.
        if self.task.is_none() || !matches!(self.stage, Stage::Exercise(_)) {
            return;
        }
        if let Some(thought) = self.slate.as_mut().and_then(say) {
            self.ask(Question::Try(thought));
        }
    }

    fn hint(&mut self) {
        let next = self.level.map_or(HintLevel::new(1), |level| HintLevel::new(level.number() + 1));
        // The last level says the answer: that is to show it.
        match next.filter(|next| *next < HintLevel::Result) {
            Some(next) => self.tell(next),
            None => self.tell(HintLevel::Deduction),
        }
    }

    fn tell(&mut self, level: HintLevel) {
        let Some(task) = &self.task else { return };
        let says = task.hint.told(level).lines.iter().map(|line| words::sentence(line)).collect::<Vec<_>>().join(" ");
        self.level = Some(level);
        self.say(says);
    }

    fn hear(&mut self, Message { id, body }: Message<Answer>) {
        if self.asked.take_if(|asked| *asked == id).is_none() {
            return;
        }
        self.notice.clear();
        match body {
            Answer::Practice(Some(task)) => {
                self.task = Some(task);
                // Somebody may have asked to be shown it before it was known.
                if self.stage == Stage::Example || self.found {
                    self.tell(HintLevel::Result);
                }
            }
            Answer::Practice(None) => self.notice = "Nothing was found here in time. Go on to the next one.".to_owned(),
            Answer::Replied(reply) => {
                let right = reply.right;
                let says = self.slate.as_mut().map(|slate| slate.hear(reply)).unwrap_or_default();
                if right {
                    self.found = true;
                    self.level = Some(HintLevel::Result);
                }
                self.say(says);
            }
            Answer::Positions(codes) => {
                let fresh: Vec<Placed> = codes.iter().filter_map(|code| Placed::from_code(code).ok()).collect();
                if fresh.is_empty() {
                    self.notice = "No fresh positions were found this time.".to_owned();
                } else {
                    // The example stays what it was.
                    self.positions.truncate(1);
                    self.positions.extend(fresh);
                    self.stage = Stage::Exercise(1);
                    self.set_up();
                }
            }
            Answer::Made(made) => self.effects.push(StudyEffect::Play(Box::new(made))),
            Answer::Refused(why) => self.notice = words::sentence(&why),
            _ => {}
        }
        self.redraw();
    }

    fn asked_for(&self, seed: u64) -> LessonAsked {
        LessonAsked { kind: self.lesson.kind.name.to_owned(), name: self.lesson.name.to_owned(), seed }
    }

    fn ask(&mut self, question: Question) {
        self.asked = Some(self.send(question));
        self.redraw();
    }

    fn send(&mut self, question: Question) -> u64 {
        let message = Message::new(question);
        let id = message.id;
        self.effects.push(StudyEffect::Ask(message));
        id
    }

    fn redraw(&mut self) {
        self.effects.push(StudyEffect::Redraw);
    }

    fn say(&mut self, text: impl Into<String>) {
        self.effects.extend([StudyEffect::Say(text.into()), StudyEffect::Redraw]);
    }
}
