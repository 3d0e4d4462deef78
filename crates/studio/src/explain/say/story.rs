//! What a step concludes, in the simplest words that say what must be said, and
//! suppositions, told link by link.

use super::besides::without_clue;
use super::names::{MOST_WORDS, alternatives, clauses, conjunction, names, words};
use super::sentences::{Mood, Predicate, reasoned, sentence};
use super::sets;
use crate::explain::context::Context;
use crate::explain::find::{Argument, End, Fact, MOST_CASES, Removals, is_large_amount};
use crate::explain::knowledge::{Knowledge, Set, common, meet, size, union, without};
use crate::explain::step::{Removes, Step};
use fd::Var;
use puzzles::{Instance, Telling, Values};
use std::collections::BTreeSet;

/// Up to this many values are told as those that are left.
const FEW: u32 = 3;

/// The most places that are seen at a glance to have too few numbers.
const MOST_CROWDED: usize = 4;

/// Up to this many are, where the premises alone leave what is harder to say.
const SOME: u32 = 4;

impl Context {
    /// What is learnt, as it follows from the premises; where few values are left, with
    /// what was known before, those. `just_named` says that the places of the rule come
    /// just before, and need not be named again.
    pub(crate) fn learnt(&self, step: &Step, removes: &[Removes], just_named: bool) -> String {
        let (mut left_over, mut told): (Vec<String>, Vec<(Var, Predicate)>) = (Vec::new(), Vec::new());
        let rule = step.rules.first().map(|&rule| self.instance(rule));
        // Of two views of one fact, that of the place is told.
        let silent = rule.is_some_and(|rule| rule.telling == Telling::Silent);
        let only_places = silent && removes.iter().any(|own| self.is_place(own.var));
        for own in removes.iter().filter(|own| !only_places || self.is_place(own.var)) {
            let Removes { var, gone, left, .. } = own;
            let (implied, simplest) = (self.implied(step, *var, gone), self.conclusion(step, own));
            let shorter = size(left) <= SOME && self.cost_of(*var, &simplest) > size(left) as usize;
            if (size(left) == 1 || shorter) && *left != implied {
                left_over.push(self.left_over(*var, left));
            } else {
                told.push((*var, self.predicate(*var, &simplest, Mood::Concluded)));
            }
        }
        let vars: Vec<Var> = told.iter().map(|(x, _)| *x).collect();
        let name = |x: Var| &self.subject(x).told;
        let mut learnt = match (told.as_slice(), rule.filter(|_| just_named)) {
            ([(x, predicate)], Some(rule)) if *name(*x) == rule.at => vec![format!("it {}", predicate.one)],
            ([(_, predicate), _, ..], Some(rule))
                if self.are_places(&vars, &rule.places) && told.iter().all(|(_, other)| other == predicate) =>
            {
                vec![format!("they {}", predicate.several)]
            }
            (told, _) => self.fact_by_fact(told),
        };
        // `only 5 is left for w3 and only 4 for w7`
        let is_only = |clause: &String| clause.starts_with("only ");
        for (i, clause) in left_over.iter().enumerate() {
            let again = i.checked_sub(1).is_some_and(|before| is_only(&left_over[before]));
            let shorter = clause.replace(" is left for ", " for ").replace(" are left for ", " for ");
            learnt.push(if again { shorter } else { clause.clone() });
        }
        clauses(&learnt)
    }

    /// Whether these variables are just these places.
    fn are_places(&self, vars: &[Var], places: &[usize]) -> bool {
        let is_one = |&x: &Var| self.place(x).is_some_and(|place| places.contains(&place));
        vars.len() == places.len() && vars.iter().all(is_one)
    }

    /// That just these few values are left.
    fn left_over(&self, x: Var, left: &[u64]) -> String {
        let values: Vec<String> = self.values(x, left).into_iter().map(|value| self.word(x, value)).collect();
        let name = &self.subject(x).told;
        let at: Option<Vec<&str>> = values.iter().map(|value| value.strip_prefix("at ")).collect();
        let verb = if values.len() == 1 { "is" } else { "are" };
        match (&self.subject(x).values, at) {
            (Values::Amounts(verb), _) => {
                format!("{name} can only {} {}{}", verb.several, alternatives(&values), verb.unit)
            }
            (Values::Words(_), None) => format!("{name} can only be {}", alternatives(&values)),
            (_, Some(at)) => format!("{name} fits only at {}", alternatives(&at)),
            _ => format!("only {} {verb} left for {name}", conjunction(&values)),
        }
    }

    /// The simplest set that holds all that the premises leave of a variable, and nothing
    /// that must go.
    pub(crate) fn conclusion(&self, step: &Step, Removes { var, gone, .. }: &Removes) -> Set {
        let (x, left) = (*var, self.implied(step, *var, gone));
        let root = self.root.left(x);
        let not = without(root, gone);
        let amounts = !matches!(self.subject(x).values, Values::Words(_));
        if size(&left) <= FEW || !amounts && size(&left) <= size(gone) {
            return left;
        }
        if !amounts || size(gone) <= 2 && !is_large_amount(self.subject(x), root) {
            return not;
        }
        let around = sets::around(&self.values(x, root), &self.values(x, &left));
        let shapes: Vec<Set> = around.iter().map(|set| self.set_of(x, set)).collect();
        if let Some(shape) = shapes.iter().find(|shape| !meet(shape, gone)) {
            return shape.clone();
        }
        // Else a simple set with exceptions, as few as can be.
        let excepted = shapes.iter().map(|shape| without(shape, gone));
        let all = std::iter::once(not).chain(excepted).chain([left.clone()]);
        all.min_by_key(|set| self.cost_of(x, set)).unwrap_or(left)
    }

    /// What the premises of a step alone leave of a variable.
    fn implied(&self, step: &Step, x: Var, gone: &[u64]) -> Set {
        let implied = step.implied.iter().find(|(y, _)| *y == x).map(|(_, left)| left.clone());
        implied.unwrap_or_else(|| without(self.root.left(x), gone))
    }
}

/// An argument being told.
pub(crate) struct Story<'s> {
    context: &'s Context,
    step: &'s Step,
    /// The cases that it is in, each by its number.
    cases: Vec<usize>,
    /// The facts that were not mentioned yet.
    facts: Vec<Fact>,
    /// What is left by the facts, the supposition and the links so far.
    left: Knowledge,
    /// The rules that were mentioned.
    said: Vec<usize>,
    sentences: Vec<String>,
}

impl<'s> Story<'s> {
    pub(crate) fn new(context: &'s Context, step: &'s Step) -> Story<'s> {
        let mut left = context.root.clone();
        for fact in &step.facts {
            left.set(fact.var, &fact.left);
        }
        let (facts, said, sentences) = (step.facts.clone(), Vec::new(), Vec::new());
        Story { context, step, cases: Vec::new(), facts, left, said, sentences }
    }

    fn say(&mut self, clause: &str) {
        self.sentences.push(sentence(clause));
    }

    /// The sentences, from the supposition to the contradiction.
    pub(crate) fn told(mut self, supposed: Option<&Fact>, argument: &Argument) -> Vec<String> {
        if let (Some(supposed), Some(all)) = (supposed, self.tried()) {
            let cases = match &argument.end {
                End::Cases(x, cases) if *x == supposed.var && argument.links.is_empty() => {
                    cases.iter().map(|(value, argument)| (self.context.set_of(*x, &[*value]), argument)).collect()
                }
                _ => vec![(supposed.left.clone(), argument)],
            };
            self.try_each(supposed.var, &all, &cases, true);
            return self.sentences;
        }
        let mut clause = String::new();
        if let Some(supposed) = supposed {
            let predicate = self.context.predicate(supposed.var, &supposed.left, Mood::Known);
            clause = self.context.clause(&[(supposed.var, predicate)]);
            self.keep(supposed.var, &supposed.left);
        }
        // What is seen at once is one sentence.
        if let (Some(_), [], End::Fails(rule)) = (supposed, argument.links.as_slice(), &argument.end) {
            let (fails, since) = self.failure(*rule, Vec::new());
            self.say(&format!("if {clause}, then {fails}{since}"));
            return self.sentences;
        }
        if supposed.is_some() {
            self.open(argument);
            self.say(&format!("suppose that {clause}"));
        }
        self.tell(argument, supposed.is_some());
        self.sentences
    }

    /// The few values of a quantity, if all but one are tried and refuted.
    fn tried(&self) -> Option<Set> {
        let [Removes { var, gone, left, .. }] = self.step.removes.as_slice() else { return None };
        let all = union(gone, left);
        let few = size(left) == 1 && size(&all) <= MOST_CASES && self.step.supposed()?.left == *gone;
        (few && matches!(self.context.subject(*var).values, Values::Amounts(_))).then_some(all)
    }

    /// `Bar b7 weighs 25 or 29: try both.` Then what follows in each case.
    fn try_each(&mut self, x: Var, all: &Set, cases: &[(Set, &Argument)], supposed: bool) {
        let clause = |set: &Set| self.context.clause(&[(x, self.context.predicate(x, set, Mood::Known))]);
        let each = if size(all) == 2 { "both" } else { "each" };
        let said: Vec<String> = cases.iter().map(|(set, _)| clause(set)).collect();
        let opening = format!("{}: try {each}", clause(all));
        self.say(&opening);
        for (((set, argument), one), number) in cases.iter().zip(said).zip(1..) {
            self.cases.push(number);
            let number = self.cases.iter().map(usize::to_string).collect::<Vec<_>>().join(".");
            self.say(&format!("case {number}: {one}"));
            let before = self.left.clone();
            self.keep(x, set);
            self.tell(argument, supposed);
            self.left = before;
            self.cases.pop();
        }
    }

    /// Begins at the place where the contradiction will be seen, unless that is the whole board.
    fn open(&mut self, argument: &Argument) {
        let End::Fails(rule) = argument.end else { return };
        let Instance { telling, says, places, .. } = self.context.instance(rule);
        let whole = places.len() == self.context.reasoning.places().len();
        if *telling == Telling::Spoken && !whole {
            let opening = self.mention(rule, says);
            self.say(&opening);
        }
    }

    /// Tells what follows by a rule from some facts.
    fn deduce(&mut self, rule: usize, facts: &str, follows: &str) {
        match self.mention_again(rule) {
            Some(by) if facts.is_empty() => self.say(&format!("by {by}, {follows}")),
            Some(by) if words(facts) + words(follows) > MOST_WORDS => {
                self.say(facts);
                self.say(&format!("so, by {by}, {follows}"));
            }
            Some(by) => self.say(&format!("by {by}, since {facts}, {follows}")),
            None => {
                let says = self.mention(rule, &self.context.instance(rule).says);
                let says = says + self.context.assumption(self.step, rule);
                self.sentences.extend(reasoned(&says, facts, follows));
            }
        }
    }

    /// Tells what was crossed off without a word since the last sentence.
    fn flush(&mut self, quiet: &mut Vec<(Var, Predicate)>) {
        quiet.sort_by_key(|(x, _)| *x);
        let follows = self.context.clause(&std::mem::take(quiet));
        if !follows.is_empty() {
            self.then(&follows);
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
    fn facts_for(&mut self, rule: usize, later: &[usize]) -> Vec<String> {
        let scopes = |rule: usize| self.context.reasoning.model().constraints()[rule].scope();
        let spoken = |rule: usize| self.context.instance(rule).telling == Telling::Spoken;
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
        self.context.stated_one_by_one(&own)
    }

    fn tell(&mut self, argument: &Argument, supposed: bool) {
        let before = self.left.clone();
        let mut facts: Vec<String> = Vec::new();
        let mut quiet: Vec<(Var, Predicate)> = Vec::new();
        let links = joined(&argument.links);
        let rules: Vec<usize> = links.iter().map(|link| link.rule).chain(argument.failing()).collect();
        for (Removals { rule, removed }, i) in links.iter().zip(1..) {
            facts.extend(self.facts_for(*rule, &rules[i..]));
            let mut news: Vec<(Var, Predicate)> =
                removed.iter().filter_map(|(x, gone)| Some((*x, self.learn(*x, gone)?))).collect();
            // What was known before need not be said again.
            if news.is_empty() {
                continue;
            }
            let telling = self.context.instance(*rule).telling;
            // Nothing more need follow.
            let ends = removed.iter().any(|(x, _)| size(self.left.left(*x)) == 0);
            if ends {
                news.retain(|(x, _)| size(self.left.left(*x)) == 0);
            }
            // What is crossed off without a word is told at once.
            let is_quiet = telling != Telling::Spoken && facts.is_empty();
            if !is_quiet || news.iter().any(|(x, _)| quiet.iter().any(|(y, _)| x == y)) {
                self.flush(&mut quiet);
            }
            let follows = self.context.clause(&news);
            let facts = clauses(&std::mem::take(&mut facts));
            if is_quiet {
                quiet.extend(news);
            } else {
                self.deduce(*rule, &facts, &follows);
            }
            if ends {
                self.flush(&mut quiet);
                self.left = before;
                return;
            }
        }
        self.flush(&mut quiet);
        match &argument.end {
            End::Fails(rule) => {
                let (fails, since) = self.failure(*rule, facts);
                let but = if supposed || !argument.links.is_empty() { "but then " } else { "" };
                self.say(&format!("{but}{fails}{since}"));
            }
            End::Cases(x, cases) => {
                let one = |value: i32| self.context.set_of(*x, &[value]);
                let cases: Vec<(Set, &Argument)> =
                    cases.iter().map(|(value, argument)| (one(*value), argument)).collect();
                let all = cases.iter().map(|(set, _)| set.clone()).reduce(|all, set| union(&all, &set));
                self.try_each(*x, &all.unwrap_or_default(), &cases, supposed);
            }
        }
        self.left = before;
    }

    /// How different numbers are impossible, where that can be seen: two that are the same, or fewer
    /// numbers than places.
    fn clash(&mut self, rule: usize) -> Option<String> {
        let context = self.context;
        if !context.is_about_difference(rule) {
            return None;
        }
        let scope = context.reasoning.model().constraints()[rule].scope();
        let few: Vec<Var> = scope.into_iter().filter(|&x| size(self.left.left(x)) <= FEW).collect();
        let (group, union) = crowded(&few, &self.left, context)?;
        self.facts.retain(|fact| !group.contains(&fact.var));
        let list = names(&group.iter().map(|&x| context.subject(x).told.as_str()).collect::<Vec<_>>());
        let numbers: Vec<String> = union.iter().map(i32::to_string).collect();
        let at = match context.instance(rule).at.as_str() {
            "" => String::new(),
            at => format!(" ({at})"),
        };
        Some(match numbers.as_slice() {
            [] => format!("no number is left for {list}"),
            [one] => format!("{list} are both {one}{at}"),
            several => format!("only {} are left for {list}{at}", conjunction(several)),
        })
    }

    /// How a rule fails, and the facts that this needs.
    fn failure(&mut self, rule: usize, mut facts: Vec<String>) -> (String, String) {
        if let Some(clash) = self.clash(rule) {
            self.said.push(rule);
            facts.extend(self.facts_for(rule, &[]));
            let facts = clauses(&facts);
            return (clash, if facts.is_empty() { facts } else { format!(", since {facts}") });
        }
        facts.extend(self.facts_for(rule, &[]));
        let fails = self.mention(rule, &self.context.instance(rule).fails) + self.context.assumption(self.step, rule);
        let facts = clauses(&facts);
        let since = match words(&facts) {
            0 => String::new(),
            said if said + words(&fails) > MOST_WORDS => format!("; here {facts}"),
            _ => format!(", since {facts}"),
        };
        (fails, since)
    }

    /// Where a rule applies, if one that says the same of another place was mentioned.
    fn mention_again(&mut self, rule: usize) -> Option<String> {
        let Instance { rule: own, at, says, .. } = self.context.instance(rule);
        if !at.is_empty() && self.said.iter().any(|&other| self.context.instance(other).says == *says) {
            self.said.push(rule);
            return Some(at.clone());
        }
        let again = !at.is_empty() && self.said.iter().any(|&other| self.context.instance(other).rule == *own);
        let after = says.strip_prefix(at.as_str()).filter(|_| again)?;
        let clue = after.split_once('(').and_then(|(_, rest)| rest.split_once(')')).map(|(clue, _)| clue);
        let said = self.said.contains(&rule) || self.step.reminds.contains(&rule);
        self.said.push(rule);
        Some(match clue.filter(|_| !said) {
            Some(clue) => format!("{at} ({clue})"),
            None => at.clone(),
        })
    }

    /// What a rule says; the second time without what is in brackets.
    fn mention(&mut self, rule: usize, says: &str) -> String {
        let at = &self.context.instance(rule).at;
        let same = |&other: &usize| other == rule || !at.is_empty() && self.context.instance(other).at == *at;
        let again = self.said.iter().any(same) || self.step.reminds.contains(&rule);
        self.said.push(rule);
        if again { without_clue(says) } else { says.to_owned() }
    }

    fn keep(&mut self, x: Var, set: &[u64]) {
        let left = common(self.left.left(x), set);
        self.left.set(x, &left);
    }

    /// Takes note of values that go; says what is new.
    fn learn(&mut self, x: Var, gone: &[i32]) -> Option<Predicate> {
        let left = self.left.left(x);
        let gone = common(left, &self.context.set_of(x, gone));
        if size(&gone) == 0 {
            return None;
        }
        let left = without(left, &gone);
        self.left.set(x, &left);
        let said = if size(&left) <= 3 || size(&gone) > 3 { left } else { without(self.context.root.left(x), &gone) };
        Some(self.context.predicate(x, &said, Mood::Known))
    }
}

/// The fewest places of these that have fewer numbers left than they are, with those numbers.
fn crowded(few: &[Var], known: &Knowledge, context: &Context) -> Option<(Vec<Var>, Vec<i32>)> {
    let mut groups: Vec<(Vec<Var>, BTreeSet<i32>)> = vec![(Vec::new(), BTreeSet::new())];
    for _ in 0..MOST_CROWDED {
        let mut larger = Vec::new();
        for (group, union) in &groups {
            let later = few.iter().filter(|x| group.last().is_none_or(|last| last < x));
            for &x in later {
                let mut union = union.clone();
                union.extend(context.values(x, known.left(x)));
                let group: Vec<Var> = group.iter().copied().chain([x]).collect();
                if union.len() < group.len() {
                    return Some((group, union.into_iter().collect()));
                }
                if union.len() < MOST_CROWDED {
                    larger.push((group, union));
                }
            }
        }
        groups = larger;
    }
    None
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
