//! Practising: a position, what is to be found there, and what is replied to an answer.

use super::Placed;
use fd::{Limits, ModelError};
use puzzles::{Puzzle, Values};
use std::sync::Arc;
use studio::{About, Called, Conclusion, Context, Hint, Level, Referee, Ruling, Statement, Tutor};

/// What a pupil says of a place or a quantity.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Said {
    /// The id of the place or the quantity.
    pub subject: String,
    /// The value.
    pub value: i32,
    /// Whether it is said to have it, or not to have it.
    pub is: bool,
}

/// What there is to find in a position.
#[derive(Debug, Clone)]
pub struct Practice {
    hint: Hint,
}

/// What is replied to an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// This is it; how it is deduced.
    Right(String),
    /// It is true, but something else was to be found.
    Another,
    /// It is not so, or nobody knows; what the referee says.
    Wrong(String),
}

impl Said {
    /// Reads an answer: `r1c2 = 4`, `r1c2 is filled`, `r1c2 is not 4`, `n5 = r3c4`, `bar b4 weighs 12`, `row 2 does not
    /// hold 3`.
    ///
    /// # Errors
    /// What was expected.
    pub fn read(text: &str, context: &Context) -> Result<Said, String> {
        let expected = || {
            let (subject, value) = Said::sample(context);
            format!("expected an answer such as `{subject} = {value}` or `{subject} is not {value}`")
        };
        if let Some(said) = Said::read_amount(text.trim().trim_end_matches('.'), context) {
            return Ok(said);
        }
        let text = text.trim().trim_end_matches('.').replace("!=", " is not ").replace('=', " is ");
        let (subject, value) = text.split_once(" is ").ok_or_else(expected)?;
        let (is, value) = match value.trim().strip_prefix("not ") {
            Some(value) => (false, value.trim()),
            None => (true, value.trim()),
        };
        let x = context.find(subject.trim()).ok_or_else(|| format!("nothing is called {:?} here", subject.trim()))?;
        let own = context.subject(x);
        let worded = match &own.values {
            Values::Words(words) => words.iter().find(|word| word.says.trim_start_matches("at ") == value),
            Values::Numbers | Values::Amounts(_) => None,
        };
        let number = worded.map(|word| word.value).or_else(|| value.parse().ok());
        let value = number.ok_or_else(|| format!("{} cannot be {value:?}", own.name))?;
        Ok(Said { subject: own.id.clone(), value, is })
    }

    /// A subject of this puzzle and one of its values, as an answer names them.
    pub fn sample(context: &Context) -> (&str, &str) {
        let Some(subject) = context.reasoning.subjects().first() else { return ("", "") };
        let value = match &subject.values {
            Values::Words(words) => words.first().map_or("", |word| word.says.trim_start_matches("at ")),
            Values::Numbers | Values::Amounts(_) => "1",
        };
        (&subject.id, value)
    }

    /// The same for an amount, as sentences say it.
    fn read_amount(text: &str, context: &Context) -> Option<Said> {
        let (subject, verb, rest) = context.reasoning.subjects().iter().find_map(|subject| match subject.values {
            Values::Amounts(verb) => {
                let (told, rest) = text.split_at_checked(subject.told.len())?;
                told.eq_ignore_ascii_case(&subject.told).then_some((subject, verb, rest.strip_prefix(' ')?))
            }
            _ => None,
        })?;
        let negative = format!("does not {} ", verb.several);
        let (is, value) = if let Some(none) = rest.strip_prefix("is ") {
            let (is, none) = none.strip_prefix("not ").map_or((true, none), |none| (false, none));
            (is, if none == verb.none { "0" } else { none })
        } else if let Some(value) = rest.strip_prefix(&negative) {
            (false, value)
        } else {
            (true, rest.strip_prefix(verb.one)?.trim_start())
        };
        let value = value.strip_suffix(verb.unit).unwrap_or(value).trim().parse().ok()?;
        Some(Said { subject: subject.id.clone(), value, is })
    }

    /// What the referee is to judge.
    pub fn statement(&self, context: &Context) -> Option<Statement> {
        match self.is {
            true => Statement::setting(context, &self.subject, self.value),
            false => Statement::removing(context, &self.subject, &[self.value]),
        }
    }
}

impl Practice {
    /// What there is to find by a technique (or by any): one of the easiest steps from a position. `None` if these are
    /// made by others, or there are none in time.
    pub fn open(placed: &Placed, technique: Option<usize>, limits: Limits<'_>) -> Option<Practice> {
        let mut tutor = Tutor::open(&*placed.puzzle).finish(limits).ok()?.ok()?;
        tutor.see(&placed.position);
        for level in [Level::Single, Level::Together] {
            let steps = tutor.steps(level).finish(limits).ok()?;
            if !steps.is_empty() {
                return Practice::among(steps, technique);
            }
        }
        None
    }

    /// The same among the steps of the easiest level that has some, the easiest first.
    pub fn among(steps: Vec<Hint>, technique: Option<usize>) -> Option<Practice> {
        let cost = steps.first()?.step()?.cost;
        let is_taught = |hint: &Hint| {
            let called = hint.step().filter(|step| step.cost == cost).map(|step| hint.context.called(step));
            called.is_some_and(|called| technique.is_none_or(|own| called == Called::Technique(own)))
        };
        steps.into_iter().find(is_taught).map(|hint| Practice { hint })
    }

    /// Who judges the answers.
    ///
    /// # Errors
    /// When the puzzle is too large to be explained.
    pub fn referee(&self, puzzle: &dyn Puzzle) -> Result<Referee, ModelError> {
        Referee::of(puzzle, Arc::clone(&self.hint.context))
    }

    /// The deduction to be found.
    pub fn hint(&self) -> &Hint {
        &self.hint
    }

    /// The deduction in words.
    pub fn text(&self) -> String {
        self.hint.step().map(|step| self.hint.context.text(step)).unwrap_or_default()
    }

    /// How what is to be found may be said, where it is about amounts that no board shows: the form, not the answer.
    pub fn in_words(&self) -> Option<String> {
        let context = &self.hint.context;
        let is_place = |id: &str| context.find(id).is_some_and(|x| context.place(x).is_some());
        let on_board = |concluded: &Conclusion| match concluded {
            Conclusion::Is { .. } => true,
            Conclusion::IsNot { subject, .. } => is_place(subject),
        };
        if self.hint.concludes().iter().any(on_board) {
            return None;
        }
        let amount = context.reasoning.subjects().iter().find_map(|subject| match subject.values {
            Values::Amounts(verb) => Some((&subject.told, verb)),
            _ => None,
        });
        amount.map(|(told, verb)| format!("“{told} {} 3”, or “{told} does not {} 3”", verb.one, verb.several))
    }

    /// Whether an answer is, or follows from, what is to be found.
    pub fn reaches(&self, said: &Said) -> bool {
        let context = &self.hint.context;
        let Some(step) = self.hint.step() else { return false };
        let same = |about: &&About<'_>| about.id == said.subject;
        let (removes, sets) = (context.removes(step), context.sets(step));
        if said.is {
            return sets.iter().find(same).is_some_and(|about| about.values.contains(&said.value));
        }
        let gone = removes.iter().find(same).is_some_and(|about| about.values.contains(&said.value));
        let place = |place: usize| context.reasoning.places().get(place).map(|&x| &context.subject(x).id);
        // What everybody crosses off with it counts, too.
        let concluded = self.hint.concludes().into_iter().any(|concluded| match concluded {
            Conclusion::Is { place: at, value } => place(at) == Some(&said.subject) && value != said.value,
            Conclusion::IsNot { subject, value } => subject == said.subject && value == said.value,
        });
        gone || concluded
    }

    /// What is replied to an answer that does not reach it, when the referee has judged it.
    pub fn reply(&self, said: &Said, ruling: Option<&Ruling>) -> Reply {
        match ruling {
            _ if self.reaches(said) => Reply::Right(self.text()),
            Some(Ruling::Sound { .. }) => Reply::Another,
            Some(ruling) => Reply::Wrong(ruling.told(&self.hint.context)),
            None => Reply::Wrong("it cannot have that value at all".to_owned()),
        }
    }
}
