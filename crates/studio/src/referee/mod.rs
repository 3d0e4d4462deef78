//! The referee: whether a deduction that somebody states is sound.
//!
//! A statement says which values go, and may name the rules and the facts that it rests
//! on. The referee looks for a counterexample: values for which all of the named premises
//! hold, and one of the values that are said to go stands. If there is none, the
//! deduction is sound. The search knows the named premises and nothing else; nobody looks
//! at the solution.
//!
//! A sound statement is tried again without each of its premises. One that has a
//! counterexample is tried again with all rules and all that is on the board: then either it is true,
//! and the premises that it lacks are found by leaving out the others, or there is a board
//! that keeps every rule and refutes it.
//!
//! A rule that takes another for granted (a bar, that its weights differ) is two premises here: the rule
//! without that, and what it takes for granted. A statement that needs both names both.

mod statement;
mod tell;

pub use statement::Statement;

use crate::Position;
use crate::explain::find::Fact;
use crate::explain::knowledge::{Knowledge, Set, values};
use crate::explain::{Context, with_givens};
use crate::task::{Meter, Task};
use fd::{Constraint, Labelling, Limits, Model, ModelError, Search, Selection, Space, Stopped, Var, Weights, Words};
use puzzles::{Assumption, Board, Puzzle};
use std::sync::Arc;

/// The most work on whether a statement follows, in runs of propagators; about a minute.
const MOST_WORK: u64 = 20_000_000;

/// The most work on whether one premise can be left out. If that is too little, it stays.
const MOST_WORK_PER_PREMISE: u64 = 50_000;

/// Judges deductions about one puzzle.
///
/// ```
/// use fd::Limits;
/// use studio::{Position, Referee, Ruling, Statement};
/// let puzzle = puzzles::builtin("gap/seed-1").expect("it is built in").puzzle;
/// let mut referee = Referee::open(&*puzzle).expect("it is small");
/// let says = r#"{ "because": [{ "rule": "two" }], "facts": [], "removes": [{ "id": "r8c5", "values": [1] }] }"#;
/// let says = puzzles::json::parse(says, 1).expect("it is JSON");
/// let statement = Statement::from_json(puzzles::json::Node::root(&says), referee.context()).expect("it is one");
/// let ruling = referee.judge(&statement, &Position::start(&*puzzle)).finish(Limits::none());
/// let Ok(Ruling::NeedsMore { needs, .. }) = ruling else { panic!("its row has a clue") };
/// assert_eq!(referee.context().premises_told(&needs), "row 8 has a gap of 4");
/// ```
#[derive(Debug)]
pub struct Referee {
    context: Arc<Context>,
    givens: Board,
    /// Every rule without what it takes for granted; then, for those that do, what that is; then the same rules as
    /// they are, which are stronger where both are premises.
    space: Space,
    /// The rules that take something for granted.
    assuming: Vec<usize>,
    /// The variables of each rule.
    scopes: Vec<Vec<Var>>,
    meter: Meter,
}

/// What the referee says of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ruling {
    /// It follows from what it names.
    Sound {
        /// What it names and does not need.
        unneeded: Premises,
    },
    /// What it names contradicts itself: anything would follow.
    Contradictory,
    /// It is true, but does not follow from what it names alone.
    NeedsMore {
        /// What it takes besides.
        needs: Premises,
        /// How what it names allows the contrary.
        counterexample: Counterexample,
    },
    /// It is not even true; or, if that could not be found out, or no solution has what it names, it does not follow
    /// from that.
    Unsound {
        /// How the contrary is possible.
        counterexample: Counterexample,
        /// Why nobody knows whether it would be true with more.
        undecided: Option<Stopped>,
    },
    /// A limit came first.
    Undecided(Stopped),
}

/// What a deduction rests on: rules at places, and facts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Premises(pub(crate) Vec<Premise>);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Premise {
    /// A rule, by its number in the reasoning; several where they are named alike.
    Rule(Vec<usize>),
    Fact(Fact),
}

/// Values for which the premises of a statement hold, and its conclusion does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counterexample {
    /// The values of the places that the premises speak of.
    pub board: Board,
    /// What stands there, though it is said to go; nothing if the premises are said to contradict each other.
    pub stands: Option<(Var, i32)>,
}

impl Premises {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn rules(&self) -> Vec<usize> {
        let rules =
            self.0.iter().filter_map(|premise| if let Premise::Rule(rules) = premise { Some(rules) } else { None });
        let mut rules: Vec<usize> = rules.flatten().copied().collect();
        rules.sort_unstable();
        rules.dedup();
        rules
    }

    pub(crate) fn facts(&self) -> impl Iterator<Item = &Fact> {
        self.0.iter().filter_map(|premise| if let Premise::Fact(fact) = premise { Some(fact) } else { None })
    }

    fn and(&self, others: &Premises) -> Premises {
        Premises(self.0.iter().chain(&others.0).cloned().collect())
    }

    /// These without others.
    fn without(&self, others: &Premises) -> Premises {
        Premises(self.0.iter().filter(|premise| !others.0.contains(premise)).cloned().collect())
    }
}

impl Context {
    /// The rules that take something for granted.
    fn assuming(&self) -> Vec<usize> {
        (0..self.reasoning.instances().len()).filter(|&rule| self.reasoning.assumption(rule).is_some()).collect()
    }

    /// How many premises there are besides facts: the rules, and what some of them take for granted.
    fn premises(&self) -> usize {
        self.reasoning.instances().len() + self.assuming().len()
    }

    /// The rule of a premise, and what it takes for granted, if that is the premise.
    fn premise(&self, number: usize) -> (usize, Option<&Assumption>) {
        match number.checked_sub(self.reasoning.instances().len()) {
            None => (number, None),
            Some(further) => {
                let rule = self.assuming().get(further).copied().unwrap_or_default();
                (rule, self.reasoning.assumption(rule))
            }
        }
    }
}

impl Referee {
    /// A referee for a puzzle.
    ///
    /// # Errors
    /// When the puzzle is too large to be explained.
    pub fn open(puzzle: &dyn Puzzle) -> Result<Referee, ModelError> {
        let reasoning = puzzle.reason()?;
        let root = Knowledge::of(Space::new(reasoning.model()).store(), reasoning.model().all_vars());
        Referee::of(puzzle, Arc::new(Context::new(reasoning, root)))
    }

    /// The same where steps or hints speak of the puzzle already: the referee speaks of the same things.
    ///
    /// # Errors
    /// When the puzzle is too large to be explained.
    pub fn of(puzzle: &dyn Puzzle, context: Arc<Context>) -> Result<Referee, ModelError> {
        let (whole, assuming) = (context.reasoning.model(), context.assuming());
        let assumptions = assuming.iter().filter_map(|&rule| context.reasoning.assumption(rule));
        let without = |(rule, constraint)| context.reasoning.assumption(rule).map_or(constraint, |own| &own.without);
        let premises = whole.constraints().iter().enumerate().map(without);
        let together = assuming.iter().map(|&rule| &whole.constraints()[rule]);
        let constraints: Vec<Arc<dyn Constraint>> =
            premises.chain(assumptions.map(|own| &own.assumed)).chain(together).map(Arc::clone).collect();
        let scopes = constraints.iter().map(|constraint| constraint.scope()).collect();
        let mut model = Model::like(whole);
        for constraint in constraints {
            model.post_shared(constraint)?;
        }
        let (space, givens) = (Space::new(&model), puzzle.givens());
        Ok(Referee { context, givens, space, assuming, scopes, meter: Meter::new() })
    }

    /// What statements speak of.
    pub fn context(&self) -> &Arc<Context> {
        &self.context
    }

    /// Whether a statement is sound. Where it names no facts, it rests on the
    /// position; where it names no rules, on all of them.
    ///
    /// # Panics
    /// When the statement speaks of something else than [`Referee::context`].
    pub fn judge<'t>(&'t mut self, statement: &'t Statement, position: &Position) -> Task<'t, Ruling> {
        let board = with_givens(&self.givens, &position.board);
        let known = self.context.known(&board, &position.notes);
        let known = self.every_fact(&known);
        let meter = self.meter.clone();
        Task::new(&meter, async move { self.judged(statement, known).await })
    }

    /// All that is known.
    fn every_fact(&self, known: &Knowledge) -> Premises {
        let told = |&var: &Var| known.left(var) != self.context.root.left(var);
        let vars = self.context.reasoning.model().all_vars().filter(told);
        Premises(vars.map(|var| Premise::Fact(Fact { var, left: known.left(var).to_vec() })).collect())
    }

    /// Every rule by itself, the hardest to see first: it is left out first.
    fn every_rule(&self) -> Premises {
        let cost = |rule: usize| self.context.reasoning.instances().get(rule).map(|instance| instance.cost);
        let mut rules: Vec<usize> = (0..self.context.premises()).collect();
        rules.sort_by_key(|&rule| std::cmp::Reverse((cost(rule), rule)));
        Premises(rules.into_iter().map(|rule| Premise::Rule(vec![rule])).collect())
    }

    async fn judged(&mut self, statement: &Statement, known: Premises) -> Ruling {
        let rules = statement.rules.clone();
        let facts = statement.facts.clone();
        let named = rules.clone().unwrap_or_default().and(&facts.clone().unwrap_or_default());
        let rest = match (rules, facts) {
            (Some(_), Some(_)) => Premises::default(),
            (Some(_), None) => known.clone(),
            (None, Some(_)) => self.every_rule(),
            (None, None) => self.every_rule().and(&known),
        };
        match self.refute(&named.and(&rest), &statement.removes, MOST_WORK).await {
            Ok(None) => self.sound(&statement.removes, named, rest).await,
            Ok(Some(found)) => self.true_with_more(&statement.removes, &named.and(&rest), &known, found).await,
            Err(stopped) => Ruling::Undecided(stopped),
        }
    }

    /// What a sound statement names and does not need. Of the rest that it rests on, nothing is said.
    async fn sound(&mut self, removes: &[(Var, Set)], named: Premises, rest: Premises) -> Ruling {
        // Anything follows from what is never the case.
        let possible = self.find(&named.and(&rest), None, MOST_WORK_PER_PREMISE).await;
        if possible == Ok(None) && !removes.is_empty() {
            return Ruling::Contradictory;
        }
        let needed = self.needed(named.clone(), &rest, removes).await;
        Ruling::Sound { unneeded: named.without(&needed) }
    }

    /// Whether a statement that does not follow from what it rests on is true, and what it lacks.
    async fn true_with_more(
        &mut self,
        removes: &[(Var, Set)],
        given: &Premises,
        known: &Premises,
        counterexample: Counterexample,
    ) -> Ruling {
        let named = given.rules();
        let is_new = |premise: &Premise| !matches!(premise, Premise::Rule(rules) if named.contains(&rules[0]));
        // With all facts at hand, few rules are needed; so these are left out first.
        let mut more = self.every_rule().and(&known.without(given));
        more.0.retain(is_new);
        match self.refute(&more.and(given), removes, MOST_WORK).await {
            Ok(Some(counterexample)) => Ruling::Unsound { counterexample, undecided: None },
            Err(stopped) => Ruling::Unsound { counterexample, undecided: Some(stopped) },
            // With a wrong board, anything would follow.
            Ok(None) if self.find(&more.and(given), None, MOST_WORK_PER_PREMISE).await == Ok(None) => {
                Ruling::Unsound { counterexample, undecided: None }
            }
            Ok(None) => Ruling::NeedsMore { needs: self.needed(more, given, removes).await, counterexample },
        }
    }

    /// The premises that are needed besides others: the rest are left out, several at once and then one by
    /// one.
    async fn needed(&mut self, mut premises: Premises, others: &Premises, removes: &[(Var, Set)]) -> Premises {
        let (mut i, mut end) = (0, premises.len());
        while i < premises.len() {
            let dropped: Vec<Premise> = premises.0.drain(i..end).collect();
            if self.refute(&premises.and(others), removes, MOST_WORK_PER_PREMISE).await == Ok(None) {
                end = premises.len();
                continue;
            }
            premises.0.splice(i..i, dropped);
            if end - i == 1 {
                (i, end) = (i + 1, premises.len());
            } else {
                end = i + (end - i) / 2;
            }
        }
        premises
    }

    /// Looks for values that keep the premises, and leave something that is said to go.
    async fn refute(
        &mut self,
        premises: &Premises,
        removes: &[(Var, Set)],
        most: u64,
    ) -> Result<Option<Counterexample>, Stopped> {
        if removes.is_empty() {
            return self.find(premises, None, most).await;
        }
        for (var, gone) in removes {
            let stands = Fact { var: *var, left: gone.clone() };
            if let Some(found) = self.find(premises, Some(stands), most).await? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Looks for values that keep the premises, and another fact.
    async fn find(
        &mut self,
        premises: &Premises,
        another: Option<Fact>,
        most: u64,
    ) -> Result<Option<Counterexample>, Stopped> {
        // A question that was dropped half-way may have left levels open.
        self.space.pop_to(0);
        let mut rules = premises.rules();
        let all = self.context.reasoning.instances().len();
        for (number, rule) in self.assuming.iter().enumerate() {
            if rules.contains(rule) && rules.contains(&(all + number)) {
                rules.push(all + self.assuming.len() + number);
            }
        }
        self.space.set_active(&rules);
        self.space.set_weights(&Weights::default());
        self.space.push();
        let facts = || premises.facts().chain(&another);
        if facts().any(|fact| self.space.keep(fact.var, &fact.left).is_err()) {
            return Ok(None);
        }
        let scopes = rules.iter().flat_map(|&rule| self.scopes[rule].iter().copied());
        let mut scope: Vec<Var> = scopes.chain(facts().map(|fact| fact.var)).collect();
        scope.sort_unstable();
        scope.dedup();
        let labelling = Labelling::default().select(Selection::DomWDeg).over(&scope);
        let mut search = Search::new(&mut self.space, labelling, Limits::none());
        let (mut spent, meter) = (0, &self.meter);
        let found = loop {
            meter.pause().await;
            search.resume(Limits::none().work(meter.left().min(most - spent)));
            let found = search.advance();
            meter.spend(search.statistics().resumptions - spent);
            spent = search.statistics().resumptions;
            match found {
                Err(Stopped::Work) if spent < most => {}
                found => break found?,
            }
        };
        let store = search.space().store();
        let value = |x: Var| values(store.words(x), self.context.base(x)).next();
        let at = |x: &Var| scope.binary_search(x).ok().and_then(|_| value(*x));
        let board = || self.context.reasoning.places().iter().map(at).collect();
        let stands = another.as_ref().and_then(|fact| Some((fact.var, value(fact.var)?)));
        Ok(found.then(|| Counterexample { board: board(), stands }))
    }
}
