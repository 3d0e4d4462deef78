//! Sentences about a step.

use super::names::{AS_WELL, MOST_WORDS, alternatives, clauses, conjunction, names, sort_names, words};
use super::relations::plural;
use super::sets::{self, MOST_LISTED, Said};
use super::story::Story;
use super::told::Told;
use crate::explain::context::Context;
use crate::explain::find::Fact;
use crate::explain::knowledge::{Set, size};
use crate::explain::step::{Removes, Step};
use fd::Var;
use puzzles::{Instance, Room, Telling, Values, Verb};

/// How something is said of a subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mood {
    /// `is`
    Known,
    /// `can only be`, where more than one value is left
    Concluded,
}

/// What is said of a subject, with the verb after one thing and after several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Predicate {
    pub(crate) one: String,
    pub(crate) several: String,
}

impl Predicate {
    pub(super) fn new(one: &str, several: &str, says: &str) -> Predicate {
        Predicate { one: format!("{one} {says}"), several: format!("{several} {says}") }
    }
}

impl Context {
    /// One value, as it follows "is".
    pub(crate) fn word(&self, x: Var, value: i32) -> String {
        match &self.subject(x).values {
            Values::Numbers | Values::Amounts(_) => value.to_string(),
            Values::Words(words) => words
                .iter()
                .find(|word| word.value == value)
                .map_or_else(|| value.to_string(), |word| word.says.clone()),
        }
    }

    /// How to say that just these values are left for `x`.
    pub(crate) fn predicate(&self, x: Var, left: &[u64], mood: Mood) -> Predicate {
        let (root, left) = (self.values(x, self.root.left(x)), self.values(x, left));
        if left.is_empty() {
            return Predicate::new("has", "have", "no value left");
        }
        match &self.subject(x).values {
            Values::Numbers => is(&sets::said(&root, &left, false), mood),
            Values::Words(_) => is(&self.words_said(x, &root, &left), mood),
            Values::Amounts(verb) => amount(verb, &root, &left, mood),
        }
    }

    /// How many things must be kept in mind to know that just these values are left.
    pub(crate) fn cost_of(&self, x: Var, left: &[u64]) -> usize {
        let root = self.root.left(x);
        match &self.subject(x).values {
            Values::Words(_) => {
                let (left, gone) = (size(left) as usize, size(root).saturating_sub(size(left)) as usize);
                if tells_left(left, gone) { left } else { gone }
            }
            Values::Numbers | Values::Amounts(_) => {
                sets::said(&self.values(x, root), &self.values(x, left), false).cost
            }
        }
    }

    /// The few words for what is left, or for what is gone.
    fn words_said(&self, x: Var, root: &[i32], left: &[i32]) -> Said {
        let gone: Vec<i32> = root.iter().copied().filter(|value| !left.contains(value)).collect();
        let list = |values: &[i32]| {
            let says = alternatives(&values.iter().map(|&value| self.word(x, value)).collect::<Vec<_>>());
            says.replace(", at ", ", ").replace(" or at ", " or ")
        };
        match tells_left(left.len(), gone.len()) {
            true => Said { negated: false, listed: left.len() > 1, cost: left.len(), says: list(left) },
            // `empty and not 2 or 4`: what is no number stands apart.
            false => {
                let is_number = |&&value: &&i32| self.word(x, value).starts_with(|c: char| c.is_ascii_digit());
                let numbers = gone.iter().filter(is_number).count();
                let says = match gone.split_first() {
                    Some((&first, rest)) if numbers > 0 && numbers == rest.len() => {
                        format!("{} and not {}", self.word(x, first), list(rest))
                    }
                    _ => list(&gone),
                };
                Said { negated: true, listed: false, cost: gone.len(), says }
            }
        }
    }

    /// Facts in one clause: `r1c3 and r9c3 are empty and r2c1 is 4`.
    pub(crate) fn clause(&self, facts: &[(Var, Predicate)]) -> String {
        clauses(&self.fact_by_fact(facts))
    }

    /// The same, a clause for each thing that is said.
    pub(crate) fn fact_by_fact(&self, facts: &[(Var, Predicate)]) -> Vec<String> {
        let mut groups: Vec<(&Predicate, Vec<&str>)> = Vec::new();
        for (x, predicate) in facts {
            let name = self.subject(*x).told.as_str();
            match groups.iter_mut().find(|(other, _)| *other == predicate) {
                Some((_, names)) => names.push(name),
                None => groups.push((predicate, vec![name])),
            }
        }
        groups.into_iter().flat_map(|(predicate, list)| said_of(predicate, &list)).collect()
    }

    pub(crate) fn stated(&self, facts: &[Fact]) -> String {
        clauses(&self.stated_one_by_one(facts))
    }

    /// The same, a clause for each thing that is said.
    pub(crate) fn stated_one_by_one(&self, facts: &[Fact]) -> Vec<String> {
        let facts: Vec<(Var, Predicate)> =
            facts.iter().map(|fact| (fact.var, self.predicate(fact.var, &fact.left, Mood::Known))).collect();
        self.fact_by_fact(&facts)
    }

    /// The facts for one rule. Where many of its variables have the same value, it
    /// is seen where there is room. `before` is what was left of them.
    fn stated_for(&self, rule: usize, facts: &[Fact], before: &[(Var, Set)]) -> String {
        let instance = self.instance(rule);
        let Some(Room { value, says }) = &instance.room else { return self.stated(facts) };
        let has = |x: Var, set: &[u64]| self.values(x, set) == [*value];
        let (taken, others): (Vec<Fact>, Vec<Fact>) = facts
            .iter()
            .cloned()
            .partition(|fact| has(fact.var, &fact.left) && self.subject(fact.var).told != instance.at);
        let open: Vec<&str> = before
            .iter()
            .filter(|(x, left)| !has(*x, left) && self.subject(*x).told != instance.at)
            .map(|(x, _)| self.subject(*x).told.as_str())
            .collect();
        if taken.len() < 4 || open.is_empty() || open.len() > taken.len() + 2 {
            return self.stated(facts);
        }
        let same = instance.says.starts_with(&instance.at);
        let says = match says.strip_prefix(&instance.at).filter(|_| same) {
            Some(rest) if rest.starts_with(" have") => format!("they{rest}"),
            Some(rest) => format!("it{rest}"),
            None => says.clone(),
        };
        let room = format!("{says} {}", names(&open));
        if others.is_empty() { room } else { format!("{room}, and {}", self.stated(&others)) }
    }

    /// A step in words: one or more sentences, and how many are left out.
    pub fn text(&self, step: &Step) -> String {
        self.told(step).in_short()
    }

    /// A step in words.
    pub fn told(&self, step: &Step) -> Told {
        let (reasons, mut concluded) = match &step.argument {
            None => {
                let mut reasons = self.alone(step);
                let concluded = reasons.pop().into_iter().collect();
                (reasons, concluded)
            }
            Some((supposed, argument)) => {
                let mut reasons = Story::new(self, step).told(supposed.as_ref(), argument);
                // Whatever is folded away, the contradiction is not.
                let mut concluded: Vec<String> = reasons.pop().into_iter().collect();
                if !step.removes.is_empty() {
                    concluded.push(sentence(&format!("so {}", self.learnt(step, &step.removes, false))));
                }
                if !step.alike.is_empty() {
                    concluded.push(sentence(&self.in_the_same_way(step)));
                }
                (reasons, concluded)
            }
        };
        concluded.extend(self.also(step));
        concluded.extend(self.asides(step));
        Told::new(reasons, concluded)
    }

    fn alone(&self, step: &Step) -> Vec<String> {
        let Some(&rule) = step.rules.first() else { return Vec::new() };
        if let Some(said) = self.in_usual_words(step) {
            return vec![sentence(&said)];
        }
        let facts = self.stated_for(rule, &step.facts, &step.before);
        let learnt = self.learnt(step, &step.removes, facts.is_empty()) + &self.otherwise(step);
        reasoned(&self.says(step, rule), &facts, &learnt)
    }

    /// The same at other places: without facts all at once, with facts one by one.
    fn also(&self, step: &Step) -> Vec<String> {
        let at = |also: &Step| also.rules.first().map_or("", |&rule| self.instance(rule).at.as_str());
        let names_itself = |also: &&Step| {
            let own = |removes: &Removes| self.subject(removes.var).told == at(also);
            also.facts.is_empty() && also.removes.iter().all(own)
        };
        let (plain, other): (Vec<&Step>, Vec<&Step>) = step.also.iter().partition(names_itself);
        let told: Vec<(Var, Predicate)> = plain
            .iter()
            .flat_map(|also| {
                let told = |own: &Removes| self.predicate(own.var, &self.conclusion(also, own), Mood::Concluded);
                also.removes.iter().map(move |own| (own.var, told(own)))
            })
            .collect();
        let mut clauses: Vec<String> = Vec::new();
        if !told.is_empty() {
            clauses.push(self.clause(&told));
        }
        for also in other {
            let Some(&rule) = also.rules.first() else { continue };
            if let Some(said) = self.in_usual_words(also) {
                clauses.push(said);
                continue;
            }
            let (facts, learnt) =
                (self.stated_for(rule, &also.facts, &also.before), self.learnt(also, &also.removes, false));
            let so = if facts.is_empty() { learnt } else { format!("{facts}, so {learnt}") };
            let crosses_off = self.instance(rule).telling == Telling::Crossing;
            clauses.push(match so.strip_prefix("it ").or_else(|| so.strip_prefix("they ")) {
                _ if crosses_off => so,
                Some(does) => format!("{} {does}", at(also)),
                // After a comma, the place would seem to be the first of those that come next.
                None => format!("for {}: {so}", at(also)),
            });
        }
        let mut sentences: Vec<String> = Vec::new();
        for clause in clauses {
            match sentences.last_mut() {
                None => sentences.push(format!("in the same way, {clause}")),
                Some(last) if words(last) + words(&clause) <= MOST_WORDS => *last = format!("{last}; {clause}"),
                Some(_) => sentences.push(clause),
            }
        }
        sentences.iter().map(|clause| sentence(clause)).collect()
    }

    /// The book-keeping that is worth a few words, and the last values that it leaves.
    fn asides(&self, step: &Step) -> Vec<String> {
        let mut groups: Vec<(&str, &str, Vec<&str>)> = Vec::new();
        for Instance { telling, at, .. } in
            step.then.iter().flat_map(|then| &then.rules).map(|&rule| self.instance(rule))
        {
            let Telling::Aside(before, after) = telling else { continue };
            match groups.iter_mut().find(|(other, ..)| other == before) {
                Some((.., list)) if list.contains(&at.as_str()) => {}
                Some((.., list)) => list.push(at),
                None => groups.push((before, after, vec![at])),
            }
        }
        let mut clauses: Vec<String> = Vec::new();
        for (before, after, mut list) in groups {
            sort_names(&mut list);
            clauses.push(format!("{before}{}{after}", names(&list)));
        }
        let two = |own: &&Removes| size(self.root.left(own.var)) == 2;
        let last = step.alike.iter().filter(|own| size(&own.left) == 1 && self.is_place(own.var) && !two(own));
        let then = step.then.iter().flat_map(|then| self.left_for_places(then, step));
        let (marked, left): (Vec<&Removes>, Vec<&Removes>) = last.chain(then).partition(|own| self.is_marked(own.var));
        let leaves: Vec<String> = left.into_iter().map(|own| self.last_for(own)).collect();
        let mut sentences = Vec::new();
        if !clauses.is_empty() {
            sentences.push(sentence(&conjunction(&clauses)));
        }
        if !marked.is_empty() {
            let value = |own: &&Removes| Some((own.var, *self.values(own.var, &own.left).first()?));
            let marked: Vec<(Var, i32)> = marked.iter().filter_map(value).collect();
            sentences.push(sentence(&format!("then {}", self.marked(&marked))));
        }
        sentences.extend(leaves.chunks(MOST_LISTED).map(|leaves| format!("That leaves only {}.", conjunction(leaves))));
        sentences
    }

    /// `6 for w6`: the places that book-keeping gives their last value, unless that is
    /// another view of what the step says.
    fn left_for_places<'s>(&self, then: &'s Step, step: &Step) -> Vec<&'s Removes> {
        let instance = then.rules.first().map(|&rule| self.instance(rule));
        if instance.is_none_or(|instance| !matches!(instance.telling, Telling::Silent | Telling::Crossing)) {
            return Vec::new();
        }
        let said = |x: Var| {
            let mut told =
                std::iter::once(step).chain(&step.also).flat_map(|part| part.removes.iter().chain(&part.alike));
            told.any(|own| own.var == x && size(&own.left) == 1)
        };
        let seen = then.facts.iter().all(|fact| said(fact.var));
        let last = then.removes.iter().filter(|own| size(&own.left) == 1 && self.is_place(own.var) && !said(own.var));
        last.filter(|own| self.leaves_last(then, own) || !seen).collect()
    }

    /// Whether the values of something are marks, of which people say that it has them.
    fn is_marked(&self, x: Var) -> bool {
        let Values::Words(words) = &self.subject(x).values else { return false };
        words.iter().all(|word| !word.says.starts_with("at "))
    }

    /// `6 for w6`
    fn last_for(&self, own: &Removes) -> String {
        let value = self.values(own.var, &own.left).first().map(|&value| self.word(own.var, value));
        let value = value.unwrap_or_default();
        format!("{} for {}", value.strip_prefix("at ").unwrap_or(&value), self.subject(own.var).told)
    }
}

/// Whether the values that are left are told, rather than those that are gone.
fn tells_left(left: usize, gone: usize) -> bool {
    left == 1 || gone == 0 || left <= 3 && gone > 1 || left < gone
}

/// What is said of an amount, apart from its subject.
fn amount(verb: &Verb, root: &[i32], left: &[i32], mood: Mood) -> Predicate {
    let Verb { one, several, unit, none } = verb;
    let some = |values: &[i32]| values.iter().copied().filter(|&value| value != 0).collect::<Vec<i32>>();
    let (all, own, zero) = (some(root), some(left), left.contains(&0));
    if own.is_empty() {
        return Predicate::new("is", "are", none);
    }
    // That it is something is news where it might have been nothing.
    if own == all && !zero && root.contains(&0) {
        return Predicate::new("is not", "are not", none);
    }
    let Said { negated, listed, says, .. } = sets::said(&all, &own, true);
    let says = format!("{says}{unit}");
    let (one, several) = match (negated, listed && mood == Mood::Concluded) {
        (true, _) if zero || !root.contains(&0) => (format!("does not {several}"), format!("do not {several}")),
        (true, _) => (format!("is not {none} and does not {several}"), format!("are not {none} and do not {several}")),
        _ if zero => (format!("is {none} or {one}"), format!("are {none} or {several}")),
        (_, true) => (format!("can only {several}"), format!("can each only {several}")),
        _ => ((*one).to_owned(), format!("each {several}")),
    };
    Predicate::new(&one, &several, &says)
}

fn is(Said { negated, listed, says, .. }: &Said, mood: Mood) -> Predicate {
    match (negated, *listed && mood == Mood::Concluded) {
        (true, _) => Predicate::new("is not", "are not", says),
        (_, true) => Predicate::new("can only be", "can only be", says),
        _ => Predicate { one: format!("is {says}"), several: format!("are {}", plural(says)) },
    }
}

/// The most words before something is said of several places again.
const MOST_IN_NAMES: usize = 30;

/// Something that is said of several places, once or, where there are many, more often.
fn said_of(predicate: &Predicate, list: &[&str]) -> Vec<String> {
    let said = names(list);
    if words(&said) > MOST_IN_NAMES {
        let (some, others) = list.split_at(list.len() / 2);
        return [some, others].into_iter().flat_map(|part| said_of(predicate, part)).collect();
    }
    let verb = if list.len() > 1 { &predicate.several } else { &predicate.one };
    let comma = if said.contains(AS_WELL) { "," } else { "" };
    vec![format!("{said}{comma} {verb}")]
}

/// `Rule; facts, so conclusion.`, in several sentences if it is long.
pub(crate) fn reasoned(rule: &str, facts: &str, conclusion: &str) -> Vec<String> {
    let long = [rule, facts, conclusion].map(words).iter().sum::<usize>() > MOST_WORDS;
    let said = match facts {
        "" if long => vec![rule.to_owned(), format!("so {conclusion}")],
        "" => vec![format!("{rule}, so {conclusion}")],
        facts if long => vec![rule.to_owned(), facts.to_owned(), format!("so {conclusion}")],
        facts => vec![format!("{rule}; {facts}, so {conclusion}")],
    };
    said.iter().map(|clause| sentence(clause)).collect()
}

pub(crate) fn sentence(clause: &str) -> String {
    let word = clause.split(' ').next().unwrap_or_default();
    // `r2c3` is a name and stays as it is.
    if word.contains(|c: char| c.is_ascii_digit()) {
        return format!("{clause}.");
    }
    let mut chars = clause.chars();
    let first = chars.next().map(|first| first.to_uppercase().collect::<String>()).unwrap_or_default();
    format!("{first}{}.", chars.as_str())
}
