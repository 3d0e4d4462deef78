//! What a puzzle offers to whoever explains it: its rules, one by one, and how
//! people speak of its places.
//!
//! This is a third model. In it each constraint is one rule at one place, as a
//! person would name it, and givens are facts rather than domains. Our best
//! model of Gap is one constraint for the whole board, and the papers' models
//! have variables that no person would talk about.

use crate::{Rule, Technique};
use fd::constraints::{AllDifferent, Count, Strength};
use fd::{Constraint, Domain, Model, ModelError, Var};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A puzzle as a person reasons about it.
///
/// The variables are the places of the board and whatever else a person would
/// give a name (the total of a bar), with all the values that they may have
/// before anything is known: givens are not part of the model, they are the
/// first facts. Each constraint is *one* rule at one place, said in one
/// sentence, and propagates as strongly as a person who looks at nothing
/// else would reason.
#[derive(Debug, Default)]
pub struct Reasoning {
    model: Model,
    places: Vec<Var>,
    subjects: Vec<Subject>,
    instances: Vec<Instance>,
    /// What some of them take for granted, by number.
    assumptions: BTreeMap<usize, Assumption>,
    techniques: &'static [Technique],
}

/// What a rule takes for granted besides what it says. Most of its conclusions do not need it; those
/// that do name it.
#[derive(Debug)]
pub struct Assumption {
    /// The rule that is assumed.
    pub rule: &'static Rule,
    /// What to add to what is said, such as ` with different weights`.
    pub says: &'static str,
    /// The constraint that does without.
    pub without: Arc<dyn Constraint>,
    /// What is assumed, by itself.
    pub assumed: Arc<dyn Constraint>,
}

/// What a sentence speaks of: a place or a quantity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// Its id: that of the place's target (`r1c3`, `w7`, `n5`), or for a
    /// quantity the target it is read from and what it is (`b4.total`).
    pub id: String,
    /// Its name: `r1c3`, `the total of bar b4`.
    pub name: String,
    /// How it is called in a sentence: `r1c3`, `bar b4`.
    pub told: String,
    /// How its values are said.
    pub values: Values,
}

impl Subject {
    /// One whose values are said as numbers.
    pub fn number(id: impl Into<String>, name: impl Into<String>) -> Subject {
        Subject::new(id, name, Values::Numbers)
    }

    fn new(id: impl Into<String>, name: impl Into<String>, values: Values) -> Subject {
        let name = name.into();
        Subject { id: id.into(), told: name.clone(), name, values }
    }

    /// One whose values are said in words.
    pub fn worded(id: impl Into<String>, name: impl Into<String>, words: impl IntoIterator<Item = Word>) -> Subject {
        Subject::new(id, name, Values::Words(words.into_iter().collect()))
    }

    /// One that has an amount: `bar b4 weighs 12`, `row 2 holds 3 numbers`.
    pub fn amount(id: impl Into<String>, name: impl Into<String>, verb: &'static Verb) -> Subject {
        Subject::new(id, name, Values::Amounts(verb))
    }

    /// The same, called something shorter in a sentence.
    #[must_use]
    pub fn told(self, told: impl Into<String>) -> Subject {
        Subject { told: told.into(), ..self }
    }

    /// The target to point at: the part of the id before its dot.
    pub fn target(&self) -> &str {
        self.id.split_once('.').map_or(&self.id, |(target, _)| target)
    }
}

/// How the values of a subject are said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Values {
    /// `is 4`, `is not 3 or 5`, `can only be 7, 8 or 9`.
    Numbers,
    /// `is filled`, `is not at r2c3`: each value has its word. With two values
    /// a fact is always said as the one that is left.
    Words(Vec<Word>),
    /// `weighs 12`, `holds 3 numbers`.
    Amounts(&'static Verb),
}

/// A verb for amounts.
#[derive(Debug, PartialEq, Eq)]
pub struct Verb {
    /// After one thing: `weighs`.
    pub one: &'static str,
    /// After several, and after "can only": `weigh`.
    pub several: &'static str,
    /// What follows the number, with a space before it: ` numbers`.
    pub unit: &'static str,
    /// What follows "is" instead, for an amount of 0: `empty`.
    pub none: &'static str,
}

/// How one value is said after "is".
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The value.
    pub value: i32,
    /// What follows "is": `filled`, `at r2c3`.
    pub says: String,
    /// What to point at when this value is spoken of, besides the subject.
    pub target: Option<String>,
}

impl Word {
    /// The word for a value, with nothing to point at.
    pub fn new(value: i32, says: impl Into<String>) -> Word {
        Word { value, says: says.into(), target: None }
    }

    /// The same, pointing at a target.
    #[must_use]
    pub fn at(self, target: impl Into<String>) -> Word {
        Word { target: Some(target.into()), ..self }
    }
}

/// A rule at one place: what one constraint of a [`Reasoning`] says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    /// The rule, one of [`Kind::rules`](crate::Kind::rules) or
    /// [`Kind::implied`](crate::Kind::implied).
    pub rule: &'static Rule,
    /// How hard it is to see: 1 for what is seen at a glance, more for what
    /// must be worked out.
    pub cost: u32,
    /// The places it speaks of.
    pub places: Vec<usize>,
    /// What else to point at: the targets of its clues.
    pub targets: Vec<String>,
    /// Where it applies, as it is named in `says`: `column 3`. Rules that say
    /// the same of different places are told together.
    pub at: String,
    /// How what it concludes is told.
    pub telling: Telling,
    /// How to say where something can be at all, if that is seen at a glance.
    pub room: Option<Room>,
    /// What sort of relation it is, where that is one with a name.
    pub sort: Sort,
    /// What it says, as part of a sentence, without a full stop: `column 3 has
    /// 5 empty cells between its filled ones`.
    pub says: String,
    /// The same when it comes out impossible, to follow "then": `column 3 has
    /// no room for two filled cells with 5 empty ones between them`.
    pub fails: String,
}

impl Instance {
    /// A rule that is spoken and points at nothing.
    pub fn new(rule: &'static Rule, cost: u32, says: impl Into<String>, fails: impl Into<String>) -> Instance {
        Instance {
            rule,
            cost,
            places: Vec::new(),
            targets: Vec::new(),
            at: String::new(),
            telling: Telling::Spoken,
            room: None,
            sort: Sort::Other,
            says: says.into(),
            fails: fails.into(),
        }
    }
}

impl Instance {
    /// What it says in brackets: its clue, which need not be said again.
    pub fn clue(&self) -> Option<&str> {
        let (_, rest) = self.says.split_once(" (")?;
        Some(rest.split_once(')')?.0)
    }
}

/// How the conclusions of a rule are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Telling {
    /// In a sentence: they are worth one.
    Spoken,
    /// In a few words after what they follow from, with the places where the
    /// rule applies between two parts: `("the cells around ", " are empty")`.
    Aside(&'static str, &'static str),
    /// Not at all: they are another view of the same fact, or what everybody
    /// crosses off without a word. The last value that this leaves for a place is
    /// told all the same.
    Silent,
    /// Not at all, as everybody crosses it off without a word; but a number that is found by crossing off
    /// all others is a step of its own.
    Crossing,
}

/// A relation that people know, whatever the rules call it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sort {
    /// None of these.
    #[default]
    Other,
    /// The numbers of its places differ.
    Differ,
    /// This value stands at one of its places.
    Holds(i32),
    /// This value stands at one of its places, and at no other that sees wherever it could be.
    Pointing(i32),
    /// A sum of numbers.
    Sum,
    /// A sum of numbers that differ.
    Cage,
    /// How often one of two values stands at its places.
    Count,
    /// By how much two counts differ that have places in common.
    Counts,
    /// One place holds less than another.
    Order,
    /// A condition on two places.
    Pair,
}

/// How to say that all the variables of a rule but some have the same value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Room {
    /// The value.
    pub value: i32,
    /// What comes before the names of the others: `row 6 has room only at`.
    pub says: String,
}

/// Building.
impl Reasoning {
    /// A reasoning with nothing in it, in which these techniques have names.
    pub fn new(techniques: &'static [Technique]) -> Reasoning {
        Reasoning { techniques, ..Reasoning::default() }
    }

    /// Adds the next place of the board.
    ///
    /// # Errors
    /// As [`Model::var`].
    pub fn place<D>(&mut self, domain: D, subject: Subject) -> Result<Var, ModelError>
    where
        D: TryInto<Domain>,
        ModelError: From<D::Error>,
    {
        let place = self.quantity(domain, subject)?;
        self.places.push(place);
        Ok(place)
    }

    /// Adds something else that a person would give a name.
    ///
    /// # Errors
    /// As [`Model::var`].
    pub fn quantity<D>(&mut self, domain: D, subject: Subject) -> Result<Var, ModelError>
    where
        D: TryInto<Domain>,
        ModelError: From<D::Error>,
    {
        let x = self.model.var(domain)?;
        self.model.name(x, subject.name.clone());
        self.subjects.push(subject);
        Ok(x)
    }

    /// Adds a rule at one place.
    ///
    /// # Errors
    /// As [`Model::post`].
    pub fn rule(&mut self, instance: Instance, constraint: impl Constraint + 'static) -> Result<(), ModelError> {
        self.model.post(constraint)?;
        self.instances.push(instance);
        Ok(())
    }

    /// Adds a rule at one place that takes something for granted.
    ///
    /// # Errors
    /// As [`Model::post`].
    pub fn rule_assuming(
        &mut self,
        instance: Instance,
        constraint: impl Constraint + 'static,
        assumption: Assumption,
    ) -> Result<(), ModelError> {
        self.assumptions.insert(self.instances.len(), assumption);
        self.rule(instance, constraint)
    }

    /// Adds a rule at one place, whatever its constraint is, with what it takes for granted.
    ///
    /// # Errors
    /// As [`Model::post`].
    pub fn rule_shared(
        &mut self,
        instance: Instance,
        constraint: Arc<dyn Constraint>,
        assumption: Option<Assumption>,
    ) -> Result<(), ModelError> {
        if let Some(assumption) = assumption {
            self.assumptions.insert(self.instances.len(), assumption);
        }
        self.model.post_shared(constraint)?;
        self.instances.push(instance);
        Ok(())
    }

    /// Adds that the numbers of a line differ, such as those (`of`, `row 3`): what is known is
    /// crossed off without a word, and several numbers are looked at together. If there are no
    /// more numbers than places, the line holds every one.
    ///
    /// # Errors
    /// As [`Model::post`].
    pub fn line(
        &mut self,
        [rule, full]: [&'static Rule; 2],
        (of, name): (&str, &str),
        line: &[usize],
        most: i32,
    ) -> Result<(), ModelError> {
        let vars: Vec<Var> = line.iter().map(|&place| self.places[place]).collect();
        let (says, fails) =
            (format!("the numbers {of} {name} differ"), format!("{name} cannot have different numbers"));
        let differ = Instance { places: line.to_vec(), at: name.to_owned(), ..Instance::new(rule, 1, says, fails) };
        let crossed_off = Instance { telling: Telling::Silent, ..differ.clone() };
        self.rule(crossed_off, AllDifferent::new(&vars).strength(Strength::Value))?;
        if line.len() > 2 {
            let together = Instance { cost: 2, ..differ.clone() };
            self.rule(together, AllDifferent::new(&vars).strength(Strength::Domain))?;
        }
        for number in (1..=most).filter(|_| line.len() == most as usize) {
            let says = format!("{name} holds every number from 1 to {most}");
            let fails = format!("{name} has no place for {number}");
            self.rule(Instance { rule: full, says, fails, ..differ.clone() }, Count::new(&vars, number, 1))?;
        }
        Ok(())
    }
}

/// Reading.
impl Reasoning {
    /// The variables, and a constraint for each instance.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The variable of each place of the board.
    pub fn places(&self) -> &[Var] {
        &self.places
    }

    /// How each variable of the model is spoken of.
    pub fn subjects(&self) -> &[Subject] {
        &self.subjects
    }

    /// The techniques that have names.
    pub fn techniques(&self) -> &'static [Technique] {
        self.techniques
    }

    /// What each constraint of the model says.
    pub fn instances(&self) -> &[Instance] {
        &self.instances
    }

    /// What a rule takes for granted, if anything, by its number.
    pub fn assumption(&self, rule: usize) -> Option<&Assumption> {
        self.assumptions.get(&rule)
    }
}
