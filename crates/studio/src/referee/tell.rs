//! What the referee says, in words and as data.

use super::{Counterexample, Premise, Premises, Ruling};
use crate::Position;
use crate::explain::Context;
use crate::explain::find::Fact;
use fd::Var;
use puzzles::{Puzzle, Values};
use serde_json::{Value, json};

/// The most premises that are named in a sentence.
const MOST_NAMED: usize = 12;

impl Ruling {
    /// Its name for programs.
    pub fn name(&self) -> &'static str {
        match self {
            Ruling::Sound { .. } => "sound",
            Ruling::Contradictory => "contradictory",
            Ruling::NeedsMore { .. } => "needs more",
            Ruling::Unsound { .. } => "unsound",
            Ruling::Undecided(_) => "undecided",
        }
    }

    /// What it says, in a sentence or two.
    pub fn told(&self, context: &Context) -> String {
        match self {
            Ruling::Sound { unneeded } if unneeded.is_empty() => "sound".to_owned(),
            Ruling::Sound { unneeded } => format!("sound, but this is not needed: {}", context.premises_told(unneeded)),
            Ruling::Contradictory => {
                "not sound: what it rests on contradicts itself, so anything would follow".to_owned()
            }
            Ruling::NeedsMore { needs, .. } => format!("true, but it needs more: {}", context.premises_told(needs)),
            Ruling::Unsound { counterexample, undecided } => {
                let but = undecided.map(|stopped| format!("; whether it is true with more is not known, {stopped}"));
                format!("not sound: {}{}", context.counterexample_told(counterexample), but.unwrap_or_default())
            }
            Ruling::Undecided(stopped) => format!("undecided, {stopped}"),
        }
    }

    /// How the contrary is possible, if it is.
    pub fn counterexample(&self) -> Option<&Counterexample> {
        match self {
            Ruling::NeedsMore { counterexample, .. } | Ruling::Unsound { counterexample, .. } => Some(counterexample),
            _ => None,
        }
    }

    /// Its fields as data.
    pub fn to_json(&self, puzzle: &dyn Puzzle, context: &Context) -> Value {
        let mut object = json!({ "ruling": self.name(), "text": self.told(context) });
        match self {
            Ruling::Sound { unneeded } => object["unneeded"] = context.premises_json(unneeded),
            Ruling::NeedsMore { needs, .. } => object["needs"] = context.premises_json(needs),
            Ruling::Undecided(stopped) | Ruling::Unsound { undecided: Some(stopped), .. } => {
                object["stopped"] = stopped.to_string().into();
            }
            Ruling::Contradictory | Ruling::Unsound { undecided: None, .. } => {}
        }
        if let Some(Counterexample { board, stands }) = self.counterexample() {
            object["board"] = puzzle.write_board(board);
            if let &Some((var, value)) = stands {
                let subject = context.subject(var);
                object["stands"] = json!({ "id": subject.id, "place": subject.name, "value": value });
            }
        }
        object
    }
}

impl Context {
    /// Premises in words: `row 8 has a gap of 4; r8c1 is empty`.
    pub fn premises_told(&self, premises: &Premises) -> String {
        let rule = |premise: &Premise| match premise {
            Premise::Rule(rules) => rules.first().map(|&number| {
                let (rule, assumption) = self.premise(number);
                format!("{}{}", self.instance(rule).says, assumption.map_or("", |assumption| assumption.says))
            }),
            Premise::Fact(_) => None,
        };
        let mut told: Vec<String> = premises.0.iter().filter_map(rule).collect();
        let facts: Vec<Fact> = premises.facts().cloned().collect();
        told.extend(if facts.is_empty() { None } else { Some(self.stated(&facts)) });
        let more = told.len().saturating_sub(MOST_NAMED);
        told.truncate(MOST_NAMED);
        told.extend((more > 0).then(|| format!("and {more} more")));
        told.join("; ")
    }

    /// What a position says of amounts, which stand on no board: `bar b3 weighs 12`.
    pub fn amounts_told(&self, position: &Position) -> Option<String> {
        let known = self.known(&position.board, &position.notes);
        let is_amount = |x: &Var| matches!(self.subject(*x).values, Values::Amounts(_));
        let vars = self.reasoning.model().all_vars().filter(is_amount);
        let facts = vars.map(|var| Fact { var, left: known.left(var).to_vec() });
        let facts: Vec<Fact> = facts.filter(|fact| fact.left != self.root.left(fact.var)).collect();
        (!facts.is_empty()).then(|| self.stated(&facts))
    }

    /// A premise as steps name it: a rule, or what it takes for granted.
    pub(super) fn premise_json(&self, number: usize) -> Value {
        match self.premise(number) {
            (rule, None) => self.rule_json(rule),
            (rule, Some(assumption)) => self.rule_in_json(assumption.rule, rule),
        }
    }

    fn premises_json(&self, premises: &Premises) -> Value {
        let rules = premises.0.iter().filter_map(|premise| match premise {
            Premise::Rule(rules) => rules.first().map(|&number| self.premise_json(number)),
            Premise::Fact(_) => None,
        });
        let facts = premises.facts().map(|Fact { var, left }| {
            let about = self.about(*var, left);
            json!({ "id": about.id, "place": about.name, "values": about.values })
        });
        json!({ "because": rules.collect::<Value>(), "facts": facts.collect::<Value>() })
    }

    /// What a counterexample shows: `all of that can hold, and r1c3 be 4`.
    fn counterexample_told(&self, counterexample: &Counterexample) -> String {
        match counterexample.stands {
            Some((var, value)) => {
                let left = self.set_of(var, &[value]);
                format!("here {}, and all that it rests on holds", self.stated(&[Fact { var, left }]))
            }
            None => "here all that it rests on holds".to_owned(),
        }
    }
}
