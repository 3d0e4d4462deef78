//! Hints, told level by level.

use crate::explain::knowledge::{Knowledge, Set};
use crate::explain::say::sentence;
use crate::explain::{Context, Step, listed};
use fd::Var;
use puzzles::{Board, Instance, Notes, Puzzle, Technique, Telling, Values, View};
use scene::{Emphasis, Scene};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What can be said about a half-filled board.
#[derive(Debug, Clone)]
pub struct Hint {
    /// What there is to say.
    pub advice: Advice,
    /// What it speaks of.
    pub context: Arc<Context>,
    /// The board that it was given for, with what the puzzle gives.
    pub board: Board,
    /// What the player knows once it is told, and did not before.
    pub(super) learnt: Vec<(Var, Set)>,
    /// What is left of the places and quantities then.
    pub(super) known: Knowledge,
}

/// What there is to say about a half-filled board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Advice {
    /// It is filled, and right.
    Solved,
    /// All values of a blank place but one are struck.
    Enter {
        /// The place.
        place: usize,
        /// Its last value.
        value: i32,
    },
    /// The next deduction.
    Next(Step),
    /// Some entries or notes are wrong.
    Wrong(Wrong),
    /// No step was found; this is a place of the solution.
    Reveal {
        /// The place.
        place: usize,
        /// Its value in the solution.
        value: i32,
    },
    /// The puzzle has no solution, whatever is entered.
    None {
        /// The last step of the proof, a contradiction.
        why: Option<Step>,
    },
    /// The puzzle has more than one solution: these and perhaps more.
    Several(Board, Board),
}

/// Something that a hint concludes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conclusion {
    /// A place has this value.
    Is {
        /// The place of the board.
        place: usize,
        /// Its value.
        value: i32,
    },
    /// A place or quantity does not have this value.
    IsNot {
        /// The id of the place or quantity.
        subject: String,
        /// The value that is ruled out.
        value: i32,
    },
}

/// Entries and notes that cannot all be right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    /// The places and quantities whose entries or struck values conflict, by
    /// their variables in the reasoning.
    pub clash: Vec<Var>,
    /// Those of them that the solution contradicts.
    pub wrong: Vec<Var>,
    /// Why they cannot.
    pub why: Why,
}

/// Why entries and notes cannot all be right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// The puzzle gives another value there.
    Given(i32),
    /// No such place ever has that value, or all its values are struck.
    NothingLeft,
    /// A contradiction, as a step.
    Step(Box<Step>),
    /// The solution is another; there is no short reason.
    Far,
}

/// How much of a hint is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HintLevel {
    /// Where to look.
    Where,
    /// Which rules to think of, too.
    Rules,
    /// The deduction, too.
    Deduction,
    /// The result, too.
    Result,
}

impl HintLevel {
    /// All of them, from the lowest.
    pub const ALL: [HintLevel; 4] = [HintLevel::Where, HintLevel::Rules, HintLevel::Deduction, HintLevel::Result];

    /// Its number, from 1.
    pub fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The level with this number, from 1 to 4.
    pub fn new(number: u8) -> Option<HintLevel> {
        HintLevel::ALL.into_iter().find(|level| level.number() == number)
    }
}

/// Where something is said of more places than this, the line is named that they lie on.
const MOST_NAMED: usize = 3;

/// Longer reasons why a board is wrong are not told: they would lead through
/// half of the solution.
const MOST_TOLD: usize = 10;

impl Hint {
    /// What it concludes; empty unless there is something to enter or to rule out.
    pub fn concludes(&self) -> Vec<Conclusion> {
        match &self.advice {
            &Advice::Enter { place, value } | &Advice::Reveal { place, value } => vec![Conclusion::Is { place, value }],
            Advice::Next(_) => {
                let mut concluded = Vec::new();
                for (x, gone) in &self.learnt {
                    let left = self.context.about(*x, &self.known.left(*x).to_vec());
                    if let (Some(place), &[value]) = (self.context.place(*x), left.values.as_slice()) {
                        concluded.push(Conclusion::Is { place, value });
                        continue;
                    }
                    let is_not = |value| Conclusion::IsNot { subject: left.id.to_owned(), value };
                    concluded.extend(self.context.about(*x, gone).values.into_iter().map(is_not));
                }
                concluded
            }
            Advice::Solved | Advice::Wrong(_) | Advice::None { .. } | Advice::Several(..) => Vec::new(),
        }
    }

    /// The places and quantities that it is about.
    pub fn subjects(&self) -> Vec<Var> {
        match &self.advice {
            Advice::Enter { place, .. } | Advice::Reveal { place, .. } => vec![self.context.reasoning.places()[*place]],
            Advice::Next(step) => {
                // A player who fills in a place need not think of what else goes.
                let sets = self.context.sets(step).into_iter().filter(|about| self.context.is_place(about.var));
                let places: Vec<Var> = sets.map(|about| about.var).collect();
                if !places.is_empty() {
                    return places;
                }
                self.context.removes(step).into_iter().map(|about| about.var).collect()
            }
            Advice::Wrong(wrong) => wrong.clash.clone(),
            Advice::Solved | Advice::None { .. } | Advice::Several(..) => Vec::new(),
        }
    }

    /// The deduction, where there is one to tell.
    pub fn step(&self) -> Option<&Step> {
        match &self.advice {
            Advice::Next(step) => Some(step),
            Advice::Wrong(Wrong { why: Why::Step(step), .. }) => Some(step),
            Advice::None { why } => why.as_ref(),
            _ => None,
        }
    }

    /// The technique to think of, if the next step has one.
    pub fn technique(&self) -> Option<&'static Technique> {
        match &self.advice {
            Advice::Next(step) => self.context.technique(step),
            _ => None,
        }
    }

    /// The rules to think of, each once.
    pub fn rules(&self) -> Vec<&Instance> {
        self.rule_numbers().into_iter().map(|rule| self.context.instance(rule)).collect()
    }

    /// The same, by their numbers in the reasoning.
    fn rule_numbers(&self) -> Vec<usize> {
        let mut seen = BTreeSet::new();
        let rules = self.step().into_iter().flat_map(|step| self.context.rules(step));
        rules.filter(|&rule| seen.insert(&self.context.instance(rule).says)).collect()
    }

    /// The hint in words, up to a level: what it is about, then a line or a
    /// sentence for each thing to say. Every level says if the puzzle does not
    /// have exactly one solution.
    pub fn told(&self, level: HintLevel) -> Vec<String> {
        let mut lines = vec![self.headline()];
        let rules = || {
            // What everybody crosses off without a word is no rule to think of, where there is another.
            let (silent, told): (Vec<&Instance>, Vec<&Instance>) =
                self.rules().into_iter().partition(|instance| instance.telling == Telling::Silent);
            let told = if told.is_empty() { silent } else { told };
            told.into_iter().map(|instance| instance.says.clone())
        };
        match &self.advice {
            Advice::None { why } => lines.extend(why.iter().map(|step| self.context.text(step))),
            Advice::Several(one, other) => lines.extend(self.context.differences(one, other)),
            Advice::Solved | Advice::Reveal { .. } => {}
            _ if level == HintLevel::Where => {}
            _ if level == HintLevel::Rules => {
                lines.extend(self.technique().map(|technique| format!("{}: {}", technique.name, technique.says)));
                lines.extend(rules());
            }
            _ => match self.deduction() {
                Ok(sentence) => lines.push(sentence),
                Err(length) => {
                    lines.push(format!("It takes {length} steps to see why, by these rules:"));
                    lines.extend(rules());
                }
            },
        }
        if level == HintLevel::Result {
            lines.extend(self.result());
        }
        lines
    }

    fn headline(&self) -> String {
        let names = listed(&self.subjects().into_iter().map(|x| self.name(x)).collect::<Vec<_>>());
        let names = self.line().unwrap_or(names);
        match &self.advice {
            Advice::Solved => "solved, and right".to_owned(),
            Advice::Enter { .. } | Advice::Next(_) => format!("look at {names}"),
            Advice::Reveal { .. } => format!("no step was found in time; {names} can be revealed"),
            Advice::Wrong(Wrong { clash, .. }) if clash.len() == 1 => format!("{names} cannot be right"),
            Advice::Wrong(_) => format!("{names} conflict"),
            Advice::None { .. } => "the puzzle has no solution".to_owned(),
            Advice::Several(..) => "the puzzle has several solutions".to_owned(),
        }
    }

    /// The line or bar to look at, where one rule says something of many places there.
    fn line(&self) -> Option<String> {
        let Advice::Next(step) = &self.advice else { return None };
        let rule = step.rules.first().filter(|_| step.argument.is_none() && self.subjects().len() > MOST_NAMED)?;
        Some(self.context.instance(*rule).at.clone()).filter(|at| !at.is_empty())
    }

    /// The name of a place or quantity, or of what was struck for it if that is
    /// what is wrong.
    fn name(&self, x: Var) -> String {
        let subject = self.context.subject(x);
        let entered = self.context.place(x).is_some_and(|place| self.board.get(place).is_some());
        match self.advice {
            Advice::Wrong(_) if !entered => format!("what is struck for {}", subject.name),
            Advice::Wrong(_) => subject.name.clone(),
            _ => subject.told.clone(),
        }
    }

    /// The deduction in words; its length where it is too long to be told.
    fn deduction(&self) -> Result<String, usize> {
        let (clash, why) = match &self.advice {
            Advice::Next(step) => return Ok(self.context.text(step)),
            Advice::Enter { place, value } => {
                let (name, word) = self.named(*place, *value);
                return Ok(match word.strip_prefix("at ") {
                    Some(_) => sentence(&format!("{name} fits only {word}")),
                    None => format!("Only {word} is left for {name}."),
                });
            }
            Advice::Wrong(Wrong { why: Why::Step(step), .. }) if step.length() > MOST_TOLD => return Err(step.length()),
            Advice::Wrong(Wrong { why: Why::Step(step), .. }) => return Ok(self.context.text(step)),
            Advice::Wrong(Wrong { clash, why, .. }) => (clash.first().copied(), why),
            _ => (None, &Why::Far),
        };
        let place = clash.and_then(|x| self.context.place(x));
        let entered = place.and_then(|place| Some((place, self.named(place, self.board.get(place)?))));
        Ok(match (why, entered, clash) {
            (Why::Given(given), Some((place, (name, other))), _) => {
                format!("The puzzle says that {name} is {}, not {other}.", self.named(place, *given).1)
            }
            (Why::NothingLeft, Some((_, (name, word))), _) => format!("{name} can never be {word}."),
            (Why::NothingLeft, None, Some(x)) => format!("No value is left for {}.", self.context.subject(x).name),
            _ => "The solution is another one; the reason is too long to tell.".to_owned(),
        })
    }

    /// The name of a place, and one of its values in words.
    pub(super) fn named(&self, place: usize, value: i32) -> (&str, String) {
        let x = self.context.reasoning.places()[place];
        (&self.context.subject(x).name, self.context.word(x, value))
    }

    /// What the highest level adds: what to do.
    fn result(&self) -> Option<String> {
        match &self.advice {
            Advice::Wrong(Wrong { wrong, clash, .. }) => {
                let names = listed(&wrong.iter().map(|&x| self.name(x)).collect::<Vec<_>>());
                let verb = if wrong.len() == 1 { "is" } else { "are" };
                let all = wrong.len() == clash.len();
                Some(if all { format!("Take back {names}.") } else { format!("{names} {verb} wrong.") })
            }
            Advice::Reveal { place, value } => {
                let (name, word) = self.named(*place, *value);
                Some(format!("{name} is {word}."))
            }
            Advice::Enter { .. } | Advice::Next(_) => Some(self.to_do()),
            Advice::Solved | Advice::None { .. } | Advice::Several(..) => None,
        }
    }

    /// The hint as data, up to a level.
    pub fn to_json(&self, level: HintLevel) -> Value {
        let mut object = match &self.advice {
            Advice::Solved => return json!({ "solved": true }),
            Advice::None { why } => {
                let why = why.as_ref().map(|step| self.context.text(step));
                return json!({ "verdict": "none", "why": why.unwrap_or_default() });
            }
            Advice::Several(one, other) => {
                return json!({ "verdict": "several", "differences": self.context.differences(one, other) });
            }
            Advice::Wrong(wrong) => json!({ "rung": level.number(), "clash": self.ids(&wrong.clash) }),
            _ => json!({ "rung": level.number(), "where": self.ids(&self.subjects()) }),
        };
        if let Advice::Reveal { .. } = self.advice {
            object["revealed"] = true.into();
        }
        if level >= HintLevel::Rules {
            object["because"] = self.rule_numbers().into_iter().map(|rule| self.context.rule_json(rule)).collect();
            if let Some(technique) = self.technique() {
                object["technique"] = technique.name.into();
            }
        }
        if level >= HintLevel::Deduction {
            match (self.deduction(), self.step()) {
                (Ok(_), Some(step)) => object["step"] = self.context.step_json(step),
                (Ok(text), None) => object["text"] = text.into(),
                (Err(length), _) => object["length"] = length.into(),
            }
        }
        if level == HintLevel::Result {
            if let Advice::Wrong(wrong) = &self.advice {
                object["wrong"] = self.ids(&wrong.wrong).into();
            } else {
                let (mut enter, mut strike) = (Map::new(), Notes::new());
                for concluded in self.concludes() {
                    match concluded {
                        Conclusion::Is { place, value } => {
                            let x = self.context.reasoning.places()[place];
                            enter.insert(self.context.subject(x).id.clone(), value.into());
                        }
                        Conclusion::IsNot { subject, value } => _ = strike.strike(&subject, value),
                    }
                }
                object["enter"] = enter.into();
                object["strike"] = strike.to_json();
            }
        }
        object
    }

    fn ids(&self, vars: &[Var]) -> Vec<&str> {
        vars.iter().map(|&x| self.context.subject(x).id.as_str()).collect()
    }

    /// The board with the result, pointing at what it follows from and at what
    /// it is about; for a wrong board, at what conflicts.
    pub fn draw(&self, puzzle: &dyn Puzzle) -> Scene {
        let mut board = self.board.clone();
        for concluded in self.concludes() {
            if let Conclusion::Is { place, value } = concluded {
                board.set(place, Some(value));
            }
        }
        let notes = self.context.notes(&self.known);
        let view = View::of(&board).labels();
        if let Advice::Next(step) = &self.advice {
            // Where something is crossed off, what is left is shown.
            let view = if self.crossed_off().is_empty() { view } else { view.notes(&notes) };
            return self.context.draw(puzzle, &view, step);
        }
        let emphasis = if let Advice::Wrong(_) = self.advice { Emphasis::Wrong } else { Emphasis::Effect };
        let mut scene = puzzle.draw(&view);
        for x in self.subjects() {
            let subject = self.context.subject(x);
            scene.emphasise(subject.target(), emphasis);
            if let (Values::Words(words), Some(place)) = (&subject.values, self.context.place(x)) {
                let entered = words.iter().filter(|word| Some(word.value) == board.get(place));
                let targets = entered.filter_map(|word| word.target.as_deref());
                targets.for_each(|target| scene.emphasise(target, emphasis));
            }
        }
        scene
    }
}
