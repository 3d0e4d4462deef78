//! Sentences.

use super::inquiry::{Argument, End, Fact};
use super::knowledge::{Knowledge, Set, common, single, size, union, values, without};
use super::step::{Removes, Step};
use super::trace::Removals;
use fd::Var;
use puzzles::{Reasoning, Subject, Values};

/// Turns steps into sentences.
#[derive(Debug)]
pub(crate) struct Speaker<'a> {
    pub(crate) reasoning: &'a Reasoning,
    pub(crate) root: &'a Knowledge,
}

/// How something is said of a subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mood {
    /// `is`
    Known,
    /// `can only be`, where more than one value is left
    Concluded,
    /// `would be`
    Supposed,
}

/// What is said of a subject, apart from the verb.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Predicate {
    negated: bool,
    /// Whether several values are listed.
    several: bool,
    says: String,
}

impl Predicate {
    fn verb(&self, mood: Mood, plural: bool) -> &'static str {
        match (mood, self.negated, plural) {
            (Mood::Concluded, false, _) if self.several => "can only be",
            (Mood::Known | Mood::Concluded, false, false) => "is",
            (Mood::Known | Mood::Concluded, false, true) => "are",
            (Mood::Known | Mood::Concluded, true, false) => "is not",
            (Mood::Known | Mood::Concluded, true, true) => "are not",
            (Mood::Supposed, false, _) => "would be",
            (Mood::Supposed, true, _) => "would not be",
        }
    }
}

impl Speaker<'_> {
    fn subject(&self, x: Var) -> &Subject {
        &self.reasoning.subjects()[x.index()]
    }

    fn base(&self, x: Var) -> i32 {
        self.reasoning.model().domain(x).min()
    }

    pub(crate) fn values(&self, x: Var, set: &[u64]) -> Vec<i32> {
        values(set, self.base(x)).collect()
    }

    pub(crate) fn word(&self, x: Var, value: i32) -> String {
        match &self.subject(x).values {
            Values::Numbers => value.to_string(),
            Values::Words(words) => words
                .iter()
                .find(|word| word.value == value)
                .map_or_else(|| value.to_string(), |word| word.says.clone()),
        }
    }

    /// The shortest way to say that just these values are left for `x`.
    fn predicate(&self, x: Var, left: &[u64]) -> Predicate {
        let all = self.root.left(x);
        let gone = without(all, left);
        let (left, gone, all) = (self.values(x, left), self.values(x, &gone), self.values(x, all));
        let list = |values: &[i32]| alternatives(&values.iter().map(|&value| self.word(x, value)).collect::<Vec<_>>());
        let positive = |says: String| Predicate { negated: false, several: left.len() > 1, says };
        if left.is_empty() {
            return positive("impossible".to_owned());
        }
        if left.len() == 1 || gone.is_empty() || left.len() <= 3 && gone.len() > 2 {
            return positive(list(&left));
        }
        let numbers = matches!(self.subject(x).values, Values::Numbers);
        if let (true, [first, .., last]) = (numbers && gone.len() > 2, left.as_slice())
            && (last - first) as usize == left.len() - 1
        {
            let says = match (all.first() == Some(first), all.last() == Some(last)) {
                (true, _) => format!("at most {last}"),
                (_, true) => format!("at least {first}"),
                _ => format!("from {first} to {last}"),
            };
            return Predicate { several: false, ..positive(says) };
        }
        if left.len() == 2 || gone.len() > 6 && left.len() < gone.len() {
            return positive(list(&left));
        }
        Predicate { negated: true, several: false, says: list(&gone) }
    }

    /// Facts in one clause: `r1c3 and r9c3 are empty and r2c1 is 4`.
    fn facts(&self, facts: &[(Var, Predicate)], mood: Mood) -> String {
        let mut groups: Vec<(&Predicate, Vec<&str>)> = Vec::new();
        for (x, predicate) in facts {
            let name = self.subject(*x).name.as_str();
            match groups.iter_mut().find(|(other, _)| *other == predicate) {
                Some((_, names)) => names.push(name),
                None => groups.push((predicate, vec![name])),
            }
        }
        let clauses = groups.into_iter().map(|(predicate, names)| {
            let verb = predicate.verb(mood, names.len() > 1);
            let says = &predicate.says;
            format!("{} {verb} {says}", conjunction(&names))
        });
        conjunction(&clauses.collect::<Vec<_>>())
    }

    pub(crate) fn known(&self, facts: &[Fact]) -> String {
        let facts: Vec<(Var, Predicate)> =
            facts.iter().map(|fact| (fact.var, self.predicate(fact.var, &fact.left))).collect();
        self.facts(&facts, Mood::Known)
    }

    /// What is learnt: the values that are left, if they are few, else those
    /// that go.
    fn learnt(&self, removes: &[Removes]) -> String {
        let facts: Vec<(Var, Predicate)> =
            removes.iter().map(|Removes { var, gone, left }| (*var, self.news(*var, gone, left))).collect();
        self.facts(&facts, Mood::Concluded)
    }

    /// What to say of values that go, when these are left: the few that are
    /// left, or else those that go.
    fn news(&self, x: Var, gone: &[u64], left: &[u64]) -> Predicate {
        let few = size(left) <= 3 && size(gone) > 1 || size(left) == 1 || size(gone) > 4;
        let said = if few { left.to_vec() } else { without(self.root.left(x), gone) };
        self.predicate(x, &said)
    }

    fn rule(&self, rule: usize) -> &str {
        &self.reasoning.instances()[rule].says
    }

    /// The whole step, in one or more sentences.
    pub(crate) fn step(&self, step: &Step) -> String {
        match &step.argument {
            None => {
                let rules = step.rules.iter().map(|&rule| self.rule(rule)).collect::<Vec<_>>().join("; ");
                sentence(&reasoned(&rules, &self.known(&step.facts), &self.learnt(&step.removes)))
            }
            Some((supposed, argument)) => {
                let mut text = String::new();
                let mut story =
                    Story { speaker: self, facts: step.facts.clone(), left: step.before.clone(), text: &mut text };
                if let Some(supposed) = supposed {
                    let predicate = self.predicate(supposed.var, &supposed.left);
                    let name = &self.subject(supposed.var).name;
                    story.say(&format!("suppose that {name} were {}", predicate.says));
                    story.keep(supposed.var, &supposed.left);
                }
                story.tell(argument, supposed.is_some());
                if !step.removes.is_empty() {
                    story.say(&format!("so {}", self.learnt(&step.removes)));
                }
                if !step.alike.is_empty() {
                    story.say(&format!("in the same way, {}", self.learnt(&step.alike)));
                }
                text
            }
        }
    }
}

/// An argument being told.
struct Story<'s> {
    speaker: &'s Speaker<'s>,
    /// The facts that were not mentioned yet.
    facts: Vec<Fact>,
    /// What is left, under the supposition, of the variables that were not known.
    left: Vec<(Var, Set)>,
    text: &'s mut String,
}

impl Story<'_> {
    fn say(&mut self, clause: &str) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(&sentence(clause));
    }

    /// The facts that a rule needs, each the first time only.
    fn facts_for(&mut self, rule: usize) -> Option<String> {
        let scope = self.speaker.reasoning.model().constraints()[rule].scope();
        let (own, rest): (Vec<Fact>, _) =
            std::mem::take(&mut self.facts).into_iter().partition(|fact| scope.contains(&fact.var));
        self.facts = rest;
        (!own.is_empty()).then(|| self.speaker.known(&own))
    }

    fn tell(&mut self, argument: &Argument, supposed: bool) {
        let mood = if supposed { Mood::Supposed } else { Mood::Known };
        let before = self.left.clone();
        let mut facts: Vec<String> = Vec::new();
        for Removals { rule, removed } in &argument.links {
            facts.extend(self.facts_for(*rule));
            let news: Vec<(Var, Predicate)> =
                removed.iter().filter_map(|(x, gone)| Some((*x, self.learn(*x, gone)?))).collect();
            // What was known before need not be said again.
            if !news.is_empty() {
                let follows = self.speaker.facts(&news, mood);
                self.say(&reasoned(self.speaker.rule(*rule), &conjunction(&std::mem::take(&mut facts)), &follows));
            }
        }
        match &argument.end {
            End::Fails(rule) => {
                facts.extend(self.facts_for(*rule));
                let facts = conjunction(&facts);
                let fails = &self.speaker.reasoning.instances()[*rule].fails;
                let but = if supposed || !argument.links.is_empty() { "but then " } else { "" };
                let since = if facts.is_empty() { String::new() } else { format!(", since {facts}") };
                self.say(&format!("{but}{fails}{since}"));
            }
            End::Cases(x, cases) => {
                let name = self.speaker.subject(*x).name.clone();
                for (value, argument) in cases {
                    self.say(&format!("let {name} be {}", self.speaker.word(*x, *value)));
                    self.tell(argument, supposed);
                }
            }
        }
        self.left = before;
    }

    fn keep(&mut self, x: Var, set: &[u64]) {
        if let Some((_, left)) = self.left.iter_mut().find(|(y, _)| *y == x) {
            *left = common(left, set);
        }
    }

    /// Takes note of values that go; says what is new.
    fn learn(&mut self, x: Var, gone: &[i32]) -> Option<Predicate> {
        let base = self.speaker.base(x);
        let (_, left) = self.left.iter_mut().find(|(y, _)| *y == x)?;
        let bits = gone.iter().map(|value| single((value - base) as usize, left));
        let gone = common(left, &bits.fold(vec![0; left.len()], |sum, bit| union(&sum, &bit)));
        if size(&gone) == 0 {
            return None;
        }
        *left = without(left, &gone);
        let said =
            if size(left) <= 3 || size(&gone) > 3 { left.clone() } else { without(self.speaker.root.left(x), &gone) };
        Some(self.speaker.predicate(x, &said))
    }
}

/// `rule; facts, so conclusion`
fn reasoned(rule: &str, facts: &str, conclusion: &str) -> String {
    match facts {
        "" => format!("{rule}, so {conclusion}"),
        facts => format!("{rule}; {facts}, so {conclusion}"),
    }
}

fn sentence(clause: &str) -> String {
    let word = clause.split(' ').next().unwrap_or_default();
    // `r2c3` is a name and stays as it is.
    if word.contains(|c: char| c.is_ascii_digit()) {
        return format!("{clause}.");
    }
    let mut chars = clause.chars();
    let first = chars.next().map(|first| first.to_uppercase().collect::<String>()).unwrap_or_default();
    format!("{first}{}.", chars.as_str())
}

fn list<S: AsRef<str>>(items: &[S], last: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [others @ .., end] => {
            let others: Vec<&str> = others.iter().map(AsRef::as_ref).collect();
            format!("{} {last} {}", others.join(", "), end.as_ref())
        }
    }
}

/// Names in a sentence: `a, b and c`.
pub fn listed(names: &[String]) -> String {
    conjunction(names)
}

/// `a, b and c`
pub(crate) fn conjunction<S: AsRef<str>>(items: &[S]) -> String {
    list(items, "and")
}

/// `a, b or c`
pub(crate) fn alternatives<S: AsRef<str>>(items: &[S]) -> String {
    list(items, "or")
}
