//! Suppositions, told link by link.

use super::inquiry::{Argument, End, Fact};
use super::knowledge::{Knowledge, common, single, size, union, without};
use super::step::Step;
use super::trace::Removals;
use super::words::{Mood, Predicate, Speaker, conjunction, reasoned, sentence};
use fd::Var;
use puzzles::{Instance, Telling};

/// An argument being told.
pub(super) struct Story<'s> {
    speaker: &'s Speaker<'s>,
    /// The facts that were not mentioned yet.
    facts: Vec<Fact>,
    /// What is left by the facts, the supposition and the links so far.
    left: Knowledge,
    /// The rules that were mentioned.
    said: Vec<usize>,
    sentences: Vec<String>,
}

impl<'s> Story<'s> {
    pub(super) fn new(speaker: &'s Speaker<'s>, step: &Step) -> Story<'s> {
        let mut left = speaker.root.clone();
        for fact in &step.facts {
            left.set(fact.var, &fact.left);
        }
        Story { speaker, facts: step.facts.clone(), left, said: Vec::new(), sentences: Vec::new() }
    }

    pub(super) fn say(&mut self, clause: &str) {
        self.sentences.push(sentence(clause));
    }

    pub(super) fn text(self) -> String {
        self.sentences.join(" ")
    }

    pub(super) fn tell_all(&mut self, supposed: Option<&Fact>, argument: &Argument) {
        let mut clause = String::new();
        if let Some(supposed) = supposed {
            let predicate = self.speaker.predicate(supposed.var, &supposed.left, Mood::Known);
            clause = self.speaker.facts(&[(supposed.var, predicate)]);
            self.keep(supposed.var, &supposed.left);
        }
        // What is seen at once is one sentence.
        if let (Some(_), [], End::Fails(rule)) = (supposed, argument.links.as_slice(), &argument.end) {
            let (fails, since) = self.failure(*rule, Vec::new());
            self.say(&format!("if {clause}, then {fails}{since}"));
            return;
        }
        if supposed.is_some() {
            self.open(argument);
            self.say(&format!("suppose that {clause}"));
        }
        self.tell(argument, supposed.is_some());
    }

    /// Begins at the place where the contradiction will be seen, unless that is the whole board.
    fn open(&mut self, argument: &Argument) {
        let End::Fails(rule) = argument.end else { return };
        let Instance { telling, says, places, .. } = self.speaker.instance(rule);
        let whole = places.len() == self.speaker.reasoning.places().len();
        if *telling == Telling::Spoken && !whole {
            let opening = self.mention(rule, says);
            self.say(&opening);
        }
    }

    /// Adds to the last sentence, if that is the supposition or more of the same; else begins another.
    fn then(&mut self, follows: &str) {
        match self.sentences.last_mut() {
            Some(supposed) if supposed.starts_with("Suppose") && !supposed.contains(", and so ") => {
                *supposed = format!("{}, and so {follows}.", supposed.trim_end_matches('.'));
            }
            Some(then) if then.starts_with("Then ") => *then = format!("{}; {follows}.", then.trim_end_matches('.')),
            _ => self.say(&format!("then {follows}")),
        }
    }

    /// The facts that a rule needs, each the first time only. What a rule that is told
    /// needs later is told there, and not with book-keeping.
    fn facts_for(&mut self, rule: usize, later: &[usize]) -> Option<String> {
        let scopes = |rule: usize| self.speaker.reasoning.model().constraints()[rule].scope();
        let spoken = |rule: usize| self.speaker.instance(rule).telling == Telling::Spoken;
        let own = scopes(rule);
        let told: Vec<Var> = if spoken(rule) {
            Vec::new()
        } else {
            later.iter().filter(|&&other| spoken(other)).flat_map(|&other| scopes(other)).collect()
        };
        let (own, rest): (Vec<Fact>, _) = std::mem::take(&mut self.facts)
            .into_iter()
            .partition(|fact| own.contains(&fact.var) && !told.contains(&fact.var));
        self.facts = rest;
        (!own.is_empty()).then(|| self.speaker.known(&own))
    }

    fn tell(&mut self, argument: &Argument, supposed: bool) {
        let before = self.left.clone();
        let mut facts: Vec<String> = Vec::new();
        let links = joined(&argument.links);
        let rules: Vec<usize> = links.iter().map(|link| link.rule).chain(argument.failing()).collect();
        for (Removals { rule, removed }, i) in links.iter().zip(1..) {
            facts.extend(self.facts_for(*rule, &rules[i..]));
            let news: Vec<(Var, Predicate)> =
                removed.iter().filter_map(|(x, gone)| Some((*x, self.learn(*x, gone)?))).collect();
            // What was known before need not be said again.
            if news.is_empty() {
                continue;
            }
            let follows = self.speaker.facts(&news);
            let Instance { telling, says, .. } = self.speaker.instance(*rule);
            let facts = conjunction(&std::mem::take(&mut facts));
            match telling {
                Telling::Aside(..) | Telling::Silent if facts.is_empty() => self.then(&follows),
                _ => {
                    let clause = match self.mention_again(*rule) {
                        Some(by) if facts.is_empty() => format!("by {by}, {follows}"),
                        Some(by) => format!("by {by}, since {facts}, {follows}"),
                        None => reasoned(&self.mention(*rule, says), &facts, &follows),
                    };
                    self.say(&clause);
                }
            }
        }
        match &argument.end {
            End::Fails(rule) => {
                let (fails, since) = self.failure(*rule, facts);
                let but = if supposed || !argument.links.is_empty() { "but then " } else { "" };
                self.say(&format!("{but}{fails}{since}"));
            }
            End::Cases(x, cases) => {
                let name = self.speaker.subject(*x).told.clone();
                for (value, argument) in cases {
                    self.say(&format!("let {name} be {}", self.speaker.word(*x, *value)));
                    self.tell(argument, supposed);
                }
            }
        }
        self.left = before;
    }

    /// How a rule fails, and the facts that this needs.
    fn failure(&mut self, rule: usize, mut facts: Vec<String>) -> (String, String) {
        facts.extend(self.facts_for(rule, &[]));
        let facts = conjunction(&facts);
        let since = if facts.is_empty() { String::new() } else { format!(", since {facts}") };
        (self.mention(rule, &self.speaker.instance(rule).fails), since)
    }

    /// Where a rule applies, if one that says the same of another place was mentioned.
    fn mention_again(&mut self, rule: usize) -> Option<String> {
        let Instance { rule: own, at, says, .. } = self.speaker.instance(rule);
        let again = !at.is_empty() && self.said.iter().any(|&other| self.speaker.instance(other).rule == *own);
        let after = says.strip_prefix(at.as_str()).filter(|_| again)?;
        // What is in brackets is its clue.
        let clue = after.split_once('(').and_then(|(_, rest)| rest.split_once(')')).map(|(clue, _)| clue);
        let said = self.said.contains(&rule);
        self.said.push(rule);
        Some(match clue.filter(|_| !said) {
            Some(clue) => format!("{at} ({clue})"),
            None => at.clone(),
        })
    }

    /// What a rule says; the second time without what is in brackets.
    fn mention(&mut self, rule: usize, says: &str) -> String {
        let at = &self.speaker.instance(rule).at;
        let same = |&other: &usize| other == rule || !at.is_empty() && self.speaker.instance(other).at == *at;
        let again = self.said.iter().any(same);
        self.said.push(rule);
        match (says.split_once(" ("), says.split_once(')')) {
            (Some((before, _)), Some((_, after))) if again => format!("{before}{after}"),
            _ => says.to_owned(),
        }
    }

    fn keep(&mut self, x: Var, set: &[u64]) {
        let left = common(self.left.left(x), set);
        self.left.set(x, &left);
    }

    /// Takes note of values that go; says what is new.
    fn learn(&mut self, x: Var, gone: &[i32]) -> Option<Predicate> {
        let base = self.speaker.reasoning.model().domain(x).min();
        let left = self.left.left(x);
        let bits = gone.iter().map(|value| single((value - base) as usize, left));
        let gone = common(left, &bits.fold(vec![0; left.len()], |sum, bit| union(&sum, &bit)));
        if size(&gone) == 0 {
            return None;
        }
        let left = without(left, &gone);
        self.left.set(x, &left);
        let said = if size(&left) <= 3 || size(&gone) > 3 { left } else { without(self.speaker.root.left(x), &gone) };
        Some(self.speaker.predicate(x, &said, Mood::Known))
    }
}

/// Links in a row by the same rule are told as one.
fn joined(links: &[Removals]) -> Vec<Removals> {
    let mut joined: Vec<Removals> = Vec::new();
    for link in links {
        let Some(last) = joined.last_mut().filter(|last| last.rule == link.rule) else {
            joined.push(link.clone());
            continue;
        };
        for (x, gone) in &link.removed {
            match last.removed.iter_mut().find(|(y, _)| y == x) {
                Some((_, all)) => all.extend(gone),
                None => last.removed.push((*x, gone.clone())),
            }
        }
        last.removed.sort_unstable();
    }
    joined
}
