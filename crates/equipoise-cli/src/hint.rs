//! `equipoise hint`.

use crate::args::HintArguments;
use crate::check;
use crate::clock::Stopwatch;
use crate::exit::Exit;
use crate::explain::{differences, explanation, rule_json, step_json, stopped_exit};
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output::{Look, Output, Trouble};
use crate::parallel::{self, Question, Run};
use crate::wrap::wrapped;
use equipoise::fd::Limits;
use equipoise::puzzles::{Board, Instance, Puzzle};
use equipoise::studio::{self, Explanation, Hint};
use serde_json::{Value, json};
use std::fmt::Write as _;

pub(crate) fn run(arguments: &HintArguments) -> Exit {
    let interrupt = Interrupt::install();
    let run = Run {
        puzzles: &arguments.puzzles.puzzles,
        kind: arguments.puzzles.kind,
        jobs: None,
        json: arguments.json,
        interrupt: &interrupt,
    };
    let given = match check::given_board(arguments.board.as_deref(), &arguments.puzzles.puzzles) {
        Ok(given) => given,
        Err(exit) => return exit,
    };
    let tally = parallel::run(&run, |Question { name, document, .. }, output| {
        let puzzle = &*document.puzzle;
        let board = given.as_ref().map_or_else(|| Ok(puzzle.givens()), |file| file.board(puzzle))?;
        let clock = Stopwatch::start();
        let limits = Limits::none().clock(&clock).cancel(interrupt.flag());
        let hint = studio::hint(puzzle, &board, limits).map_err(|error| Failure::unexplained(&error))?;
        let helper = Helper { name, puzzle, board: &board, rung: arguments.rung, look: Look::new(false) };
        helper.answer(hint, arguments.json, output)
    });
    tally.exit()
}

/// Longer reasons why a board is wrong are not told: they would lead through
/// half of the solution.
const MOST_TOLD: usize = 10;

struct Helper<'a> {
    name: &'a str,
    puzzle: &'a dyn Puzzle,
    board: &'a Board,
    rung: u8,
    look: Look,
}

impl Helper<'_> {
    fn answer(&self, hint: Hint, json: bool, output: &Output) -> Result<Exit, Trouble> {
        let (text, object, exit) = match hint {
            Hint::Solved => ("solved, and right".to_owned(), json!({ "solved": true }), Exit::Fine),
            Hint::None => {
                let why = explanation(self.puzzle, Limits::none())?;
                let why = why.steps.last().filter(|step| step.is_contradiction()).map(|step| why.text(step));
                let why = why.unwrap_or_default();
                let text = format!("the puzzle has no solution\n{}", wrapped("  ", &why));
                (text, json!({ "verdict": "none", "why": why }), Exit::None)
            }
            Hint::Several(one, other) => {
                let differences = differences(self.puzzle, &one, &other)?;
                let text = format!("the puzzle has several solutions\n  {}", differences.join("\n  "));
                (text, json!({ "verdict": "several", "differences": differences }), Exit::Several)
            }
            Hint::Stopped(stopped) => {
                (format!("no hint, {stopped}"), json!({ "verdict": "unknown" }), stopped_exit(stopped))
            }
            Hint::Wrong { entries, why } => {
                (self.wrong(&entries, why.as_ref())?, self.wrong_json(&entries, why.as_ref()), Exit::None)
            }
            Hint::Next(next) => (self.next(&next)?, self.next_json(&next), Exit::Fine),
        };
        output.data(if json {
            let mut whole = json!({ "file": self.name, "puzzle": self.puzzle.kind().name });
            if let (Some(whole), Value::Object(more)) = (whole.as_object_mut(), object) {
                whole.extend(more);
            }
            format!("{whole}\n")
        } else {
            format!("{}: {}\n", self.name, text.trim_end())
        })?;
        Ok(exit)
    }

    fn names(&self, places: &[usize]) -> Vec<String> {
        places.iter().map(|&place| self.puzzle.place_name(place)).collect()
    }

    /// The places that the last step is about.
    fn places(&self, next: &Explanation) -> Vec<usize> {
        let places = next.reasoning.places();
        let sets = next.steps.last().map(|step| next.sets(step)).unwrap_or_default();
        let place = |about: studio::About<'_>| places.binary_search(&about.var).ok();
        sets.into_iter().filter_map(place).filter(|&place| self.board.get(place).is_none()).collect()
    }

    /// The rules to think of, each once, in the order in which they are used.
    fn rules<'n>(&self, next: &'n Explanation) -> Vec<&'n Instance> {
        let mut rules: Vec<&Instance> = Vec::new();
        for instance in next.steps.iter().flat_map(|step| next.because(step)) {
            if !rules.iter().any(|other| other.says == instance.says) {
                rules.push(instance);
            }
        }
        rules
    }

    fn next(&self, next: &Explanation) -> Result<String, Failure> {
        let names = self.names(&self.places(next));
        let mut text = format!("something can be said about {}\n", studio::listed(&names));
        match self.rung {
            1 => {}
            2 => {
                for instance in self.rules(next) {
                    let _ = writeln!(text, "  {}", instance.says);
                }
            }
            _ => {
                let number = |i: usize| if next.steps.len() > 1 { format!("  {}. ", i + 1) } else { "  ".to_owned() };
                for (i, step) in next.steps.iter().enumerate() {
                    text.push_str(&wrapped(&number(i), &next.text(step)));
                }
            }
        }
        if let (4, Some(last)) = (self.rung, next.steps.last()) {
            let mut board = self.board.clone();
            for about in next.sets(last) {
                if let Ok(place) = next.reasoning.places().binary_search(&about.var) {
                    board.set(place, about.values.first().copied());
                }
            }
            let scene = next.draw(self.puzzle, &board, last);
            text.push_str(&self.look.draw(&scene).map_err(|error| Failure::too_large(&error))?);
        }
        Ok(text)
    }

    fn next_json(&self, next: &Explanation) -> Value {
        let mut object = json!({ "rung": self.rung, "where": self.names(&self.places(next)) });
        if self.rung >= 2 {
            let rules: Vec<Value> = self.rules(next).into_iter().map(|rule| rule_json(self.puzzle, rule)).collect();
            object["because"] = rules.into();
        }
        if self.rung >= 3 {
            let steps: Vec<Value> = next.steps.iter().map(|step| step_json(self.puzzle, next, step)).collect();
            object["steps"] = steps.into();
        }
        object
    }

    fn wrong(&self, entries: &[usize], why: Option<&Explanation>) -> Result<String, Failure> {
        let names = self.names(entries);
        let mut text = match names.as_slice() {
            [one] => format!("{one} cannot stand as it is\n"),
            names => format!("{} cannot stand together\n", studio::listed(names)),
        };
        if let Some((why, step)) = why.and_then(|why| Some((why, why.steps.first()?))) {
            if step.length() <= MOST_TOLD {
                text.push_str(&wrapped("  ", &why.text(step)));
            } else {
                let _ = writeln!(text, "  why takes {} steps to see; think of:", step.length());
                for instance in self.rules(why) {
                    let _ = writeln!(text, "  {}", instance.says);
                }
            }
        } else {
            text.push_str("  no solution has that; there is no short reason\n");
        }
        let scene =
            studio::draw_wrong(self.puzzle, self.board, entries).map_err(|error| Failure::unexplained(&error))?;
        text.push_str(&self.look.draw(&scene).map_err(|error| Failure::too_large(&error))?);
        Ok(text)
    }

    fn wrong_json(&self, entries: &[usize], why: Option<&Explanation>) -> Value {
        let mut object = json!({ "wrong": self.names(entries) });
        if let Some(why) = why {
            let rules: Vec<Value> = self.rules(why).into_iter().map(|rule| rule_json(self.puzzle, rule)).collect();
            let told = why.steps.iter().filter(|step| step.length() <= MOST_TOLD);
            let steps: Vec<Value> = told.map(|step| step_json(self.puzzle, why, step)).collect();
            object["because"] = rules.into();
            object["steps"] = steps.into();
        }
        object
    }
}
