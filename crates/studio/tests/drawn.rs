//! Drawings show what is known: after each step a value is drawn as possible if and only if the
//! explanation has not ruled it out, and everything that the sentence names is marked.

use crate::corpus_files;

use fd::{Limits, Space, Var};
use puzzles::{Board, Puzzle, Sheet, Target, Telling, View, builtin, builtin_names};
use scene::{Content, Mark, Scene, Shape, Slot};
use std::collections::BTreeSet;
use studio::{Advice, Context, Explanation, HintLevel, Outcome, Position, Tutor};

/// What a reader knows who keeps a list: what was ruled out, and what everybody crosses off.
struct Reader {
    space: Space,
    /// The rules by which numbers are crossed off, each by its number, with what it speaks of.
    crossing: Vec<(usize, Vec<Var>)>,
    /// All rules, to ask one of these.
    asked: Space,
}

impl Reader {
    fn new(explanation: &Explanation) -> Reader {
        let reasoning = &explanation.context.reasoning;
        let rules = || reasoning.instances().iter().enumerate();
        let silent = rules().filter(|(_, rule)| !matches!(rule.telling, Telling::Spoken | Telling::Crossing));
        let silent: Vec<usize> = silent.map(|(number, _)| number).collect();
        let mut space = Space::new(reasoning.model());
        space.set_active(&silent);
        let crossing = rules().filter(|(_, rule)| rule.telling == Telling::Crossing);
        let scope = |number: usize| reasoning.model().constraints()[number].scope();
        let crossing = crossing.map(|(number, _)| (number, scope(number))).collect();
        for (&x, value) in reasoning.places().iter().zip(explanation.start.iter()) {
            if let Some(value) = value {
                space.assume(x.is(value)).expect("it has a solution");
            }
        }
        let mut reader = Reader { space, crossing, asked: Space::new(reasoning.model()) };
        reader.cross_off();
        reader
    }

    fn cross_off(&mut self) {
        loop {
            self.space.wake_all();
            self.space.propagate().expect("it has a solution");
            let mut again = false;
            for (number, scope) in &self.crossing {
                self.asked.set_active(&[*number]);
                self.asked.push();
                for &x in scope.iter().filter(|&&x| self.space.store().is_fixed(x)) {
                    self.asked.assume(x.is(self.space.store().min(x))).expect("it has a solution");
                }
                self.asked.wake_all();
                self.asked.propagate().expect("it has a solution");
                for &x in scope {
                    let left: Vec<i32> = self.space.store().values(x).collect();
                    for value in left.into_iter().filter(|&value| !self.asked.store().contains(x, value)) {
                        // The last number is not entered: that is a step.
                        if self.space.store().size(x) > 2 {
                            self.space.assume(x.is_not(value)).expect("it has a solution");
                            again = true;
                        }
                    }
                }
                self.asked.pop();
            }
            if !again {
                return;
            }
        }
    }

    /// Takes note of a step as its JSON has it.
    fn hear(&mut self, explanation: &Explanation, step: &serde_json::Value) {
        let subjects = explanation.context.reasoning.subjects();
        for removed in step["removes"].as_array().expect("a list") {
            let number = subjects.iter().position(|subject| subject.id == removed["id"]).expect("a subject");
            let x = explanation.context.reasoning.model().all_vars().nth(number).expect("a variable");
            for value in removed["values"].as_array().expect("a list") {
                let value = i32::try_from(value.as_i64().expect("a number")).expect("it is small");
                self.space.assume(x.is_not(value)).expect("it has a solution");
            }
        }
        self.cross_off();
    }

    /// The choices that are left at a target.
    fn left(&self, explanation: &Explanation, sheet: &Sheet, target: &Target) -> Vec<i32> {
        let reasoning = &explanation.context.reasoning;
        let is_left = |&choice: &i32| {
            let Some((id, value)) = sheet.note(target, choice) else { return false };
            let place = sheet.places.iter().position(|place| place == id).expect("a place");
            self.space.store().contains(reasoning.places()[place], value)
        };
        target.choices.values().filter(is_left).collect()
    }
}

/// The choices that a target shows as possible; `None` where there are too many to be listed.
fn shown(scene: &Scene, target: &Target, board: &Board) -> Option<Vec<i32>> {
    let entered = target.shown(board);
    if !entered.is_empty() {
        return Some(entered);
    }
    let content = |mark: &Mark| match &mark.shape {
        Shape::Cell(cell) => Some(cell.content().clone()),
        Shape::Disc(disc) => Some(disc.content().clone()),
        _ => None,
    };
    let own = scene.marks().iter().filter(|mark| mark.target.as_ref() == Some(&target.id));
    match own.filter_map(content).next().expect("it is drawn") {
        Content::Dot => Some(Vec::new()),
        Content::Candidates(candidates) => {
            let slots = candidates.slots().filter_map(|(_, _, slot)| match slot {
                Slot::Gone => None,
                Slot::Text(text) => Some(text.parse().expect("a number")),
                Slot::Dot => Some(0),
                Slot::Solid => Some(1),
            });
            Some(slots.collect())
        }
        _ => None,
    }
}

/// The names in a text that a drawing could point at.
fn named(text: &str) -> BTreeSet<String> {
    let mut names: BTreeSet<String> = text.split(|c: char| !c.is_ascii_alphanumeric()).map(str::to_owned).collect();
    let words: Vec<&str> = text.split_whitespace().collect();
    for pair in words.windows(2) {
        let line = match pair[0].to_lowercase().as_str() {
            "row" => "row",
            "column" => "col",
            _ => continue,
        };
        names.insert(format!("{line}{}", pair[1].trim_end_matches(|c: char| !c.is_ascii_digit())));
    }
    names
}

/// The least that is listed where there are more values than can be shown.
const MOST_LISTED: usize = 9;

/// What is wrong with the drawings of a puzzle, if it is solved.
fn faults(name: &str, puzzle: &dyn Puzzle) -> Vec<String> {
    let explanation = studio::explain(puzzle, Limits::none()).expect("it is small");
    let mut faults = Vec::new();
    if !matches!(explanation.outcome, Outcome::Solved(_)) {
        return faults;
    }
    let (sheet, steps) = (puzzle.sheet(), explanation.to_json(puzzle));
    let mut reader = Reader::new(&explanation);
    for (i, (step, position)) in explanation.steps.iter().zip(explanation.positions()).enumerate() {
        reader.hear(&explanation, &steps["steps"][i]);
        let view = View::of(&position.board).labels().notes(&position.notes);
        let scene = explanation.context.draw(puzzle, &view, step);
        let text = explanation.context.text(step);
        let is_somewhere =
            |rule: &serde_json::Value| rule["places"].as_array().is_some_and(|places| !places.is_empty());
        let because = steps["steps"][i]["because"].as_array().expect("a list");
        let mut fault = |what: String| faults.push(format!("{name}, step {}: {what}: {text}", i + 1));
        for target in sheet.targets.iter().filter(|target| !target.given && target.choices.values().count() > 0) {
            let left = reader.left(&explanation, &sheet, target);
            match shown(&scene, target, &position.board) {
                Some(shown) if shown != left => fault(format!("{} shows {shown:?}, not {left:?}", target.id)),
                None if left.len() < target.choices.values().count().min(MOST_LISTED + 1) => {
                    fault(format!("{} does not show {left:?}", target.id));
                }
                _ => {}
            }
        }
        if !because.iter().all(is_somewhere) {
            fault("a rule does not say where".to_owned());
        }
        let names = named(&text);
        let marked: BTreeSet<&str> = scene
            .marks()
            .iter()
            .filter(|mark| mark.emphasis.is_some())
            .filter_map(|mark| mark.target.as_deref())
            .collect();
        for mark in scene.marks() {
            if let Some(target) = mark.target.as_deref().filter(|id| names.contains(*id) && !marked.contains(id)) {
                fault(format!("{target} is not marked"));
            }
        }
    }
    faults
}

/// What is left of each place by the board and the notes and what everybody crosses off; `shown` says
/// whether only what a board shows counts.
fn left_of_places(context: &Context, position: &Position, shown: bool) -> Vec<Vec<i32>> {
    let reasoning = &context.reasoning;
    let silent = reasoning.instances().iter().enumerate().filter(|(_, rule)| rule.telling != Telling::Spoken);
    let mut space = Space::new(reasoning.model());
    space.set_active(&silent.map(|(number, _)| number).collect::<Vec<_>>());
    for (x, subject) in reasoning.model().all_vars().zip(reasoning.subjects()) {
        let place = reasoning.places().iter().position(|&place| place == x);
        match place.and_then(|place| position.board.get(place)) {
            Some(value) => space.assume(x.is(value)).expect("it is right"),
            None if shown && place.is_none() => {}
            None => position.notes.struck(&subject.id).for_each(|v| space.assume(x.is_not(v)).expect("it is right")),
        }
    }
    space.wake_all();
    space.propagate().expect("it is right");
    reasoning.places().iter().map(|&x| space.store().values(x).collect()).collect()
}

/// What follows without a word from all that hints have said can be seen on the board after each is
/// followed: totals and counts are on no board.
#[test]
fn the_board_shows_what_hints_say() {
    for name in builtin_names() {
        let document = builtin(&name).expect("it is built in");
        if document.solution.is_none() {
            continue;
        }
        let mut tutor = Tutor::open(&*document.puzzle).finish(Limits::none()).expect("no limit").expect("it is small");
        let mut position = Position::start(&*document.puzzle);
        loop {
            tutor.see(&position);
            let hint = tutor.hint().finish(Limits::none()).expect("no limit");
            if hint.advice == Advice::Solved {
                break;
            }
            hint.concludes().iter().for_each(|concluded| _ = position.learn(concluded));
            let [all, shown] = [false, true].map(|shown| left_of_places(tutor.context(), &position, shown));
            assert_eq!(all, shown, "{name}: {:?}", hint.told(HintLevel::Result));
        }
    }
}

#[test]
fn what_is_drawn_is_what_is_known() {
    let mut all = Vec::new();
    for name in builtin_names() {
        all.extend(faults(&name, &*builtin(&name).expect("it is built in").puzzle));
    }
    assert!(all.is_empty(), "{} faults:\n{}", all.len(), all.join("\n"));
}

#[test]
#[ignore = "needs the published puzzles (EQUIPOISE_CORPUS)"]
fn what_is_drawn_of_published_puzzles_is_what_is_known() {
    let (mut all, mut count) = (Vec::new(), 0);
    corpus_files::for_each(|name, document| {
        count += 1;
        if count % 10 == 0 {
            all.extend(faults(name, &*document.puzzle));
        }
    });
    assert!(all.is_empty(), "{} faults:\n{}", all.len(), all.join("\n"));
}
