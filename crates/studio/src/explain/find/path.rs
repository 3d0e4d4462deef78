//! Step after step to the solution, and which of the steps are told.
//!
//! Steps are found one by one, the easiest first; only then is it known which of them
//! the solution needs. A ledger of who rules out which value, and who needs that, drops
//! the others. The rest is gone through again with what is told and nothing else, so
//! that every sentence rests on sentences before it.

use super::cases::with_cases;
use super::inquiry::Inquiry;
use super::ledger::Ledger;
use super::machine::Machine;
use super::suppose::Spare;
use crate::explain::knowledge::{Knowledge, Set, common, size, without};
use crate::explain::step::{Removes, Step};
use crate::explain::{Keep, Outcome};
use crate::{Difficulty, Grade};
use fd::{Stopped, Var};
use puzzles::Telling;

/// Steps in a row.
#[derive(Debug, Default)]
pub(crate) struct Walk {
    /// The book-keeping before the first step.
    pub(crate) opening: Vec<Step>,
    pub(crate) steps: Vec<Step>,
    /// The easiest steps, where cases are told instead of some of them.
    pub(crate) counted: Option<Vec<Step>>,
    /// Where the steps lead, once they are all there; a shorter way may still be looked for.
    pub(crate) outcome: Option<Outcome>,
    /// What is known before the first step.
    pub(crate) before: Option<Knowledge>,
    /// The reading of the meter at which it is given up, if any.
    until: Option<u64>,
    spare: Spare,
}

impl Walk {
    /// One that is given up when the meter reads more than that, if anything is said.
    pub(crate) fn until(until: Option<u64>) -> Walk {
        Walk { until, ..Walk::default() }
    }

    /// Takes steps from the start until all is known, or nothing more can be; then leaves out
    /// what is not needed, unless all is to be kept, and puts the rest as a reader knows it. The steps
    /// that were taken stay when this is cancelled.
    pub(crate) async fn finish(&mut self, machine: &mut Machine, start: &Knowledge, keep: Keep) -> Outcome {
        let began = machine.inquiry.meter.spent();
        let outcome = self.take(machine, start, keep).await;
        // At most as much work again.
        let work = machine.inquiry.meter.spent() - began;
        let inquiry = &mut machine.inquiry;
        let way = deductions(self.opening.clone(), &self.steps, inquiry, start);
        self.before = Some(inquiry.state_as_known(start, &mut self.opening, &mut self.steps).await);
        self.outcome = Some(outcome.clone());
        if keep == Keep::Needed && matches!(outcome, Outcome::Solved(_)) && !is_easy(&self.steps) {
            let goals = goals(inquiry, start, &machine.knowledge);
            if let Some(shorter) = with_cases(machine, way, start, &goals, work).await {
                let inquiry = &mut machine.inquiry;
                let (mut opening, mut steps) = retell(&shorter, start, Some(&goals), inquiry).await;
                self.before = Some(inquiry.state_as_known(start, &mut opening, &mut steps).await);
                self.counted = Some(std::mem::replace(&mut self.steps, steps));
                self.opening = opening;
            }
        }
        // A number that a sentence gave already is not found again by crossing off.
        let is_news = |step: &Step| step.removes.iter().any(|own| size(&own.told) > 0);
        let is_bare = |step: &Step| step.also.is_empty() && step.then.is_empty();
        let context = &machine.inquiry.context;
        self.steps.retain(|step| is_news(step) || !is_bare(step) || !context.is_crossing(step));
        outcome
    }

    /// The same, without putting the steps into words: that costs nothing, for grades.
    pub(crate) async fn take(&mut self, machine: &mut Machine, start: &Knowledge, keep: Keep) -> Outcome {
        machine.know(start);
        let outcome = self.walk(machine).await;
        // What nothing came of is all there is to tell.
        let all = keep == Keep::All || matches!(outcome, Outcome::Open(_) | Outcome::Stopped(_));
        (self.opening, self.steps) = needed(self, start, machine, all).await;
        outcome
    }

    async fn walk(&mut self, machine: &mut Machine) -> Outcome {
        self.opening = machine.tidy(true).await;
        self.go_on(machine).await
    }

    /// Takes steps from what is known, until all is or nothing more can be.
    pub(crate) async fn go_on(&mut self, machine: &mut Machine) -> Outcome {
        let mut near: Vec<Var> = Vec::new();
        loop {
            let board = machine.board();
            if board.is_full() {
                return Outcome::Solved(board);
            }
            if self.until.is_some_and(|until| machine.inquiry.meter.spent() > until) {
                return Outcome::Stopped(Stopped::Work);
            }
            let step = match machine.next(&mut self.spare, &near).await {
                Ok(Some(step)) => step,
                Ok(None) => return Outcome::Open(board),
                Err(stopped) => return Outcome::Stopped(stopped),
            };
            machine.apply(&step);
            let then = machine.tidy(true).await;
            let step = Step { then, ..step };
            near = step.gone().into_iter().map(|removes| removes.var).collect();
            self.steps.push(step);
            if self.steps.last().is_some_and(Step::is_contradiction) {
                return Outcome::Contradiction;
            }
        }
    }
}

/// One deduction of the way, with nothing attached to it.
#[derive(Debug, Clone)]
pub(crate) struct Deduction {
    pub(crate) step: Step,
    /// Whether it is book-keeping.
    pub(crate) routine: bool,
    /// What its premises rule out.
    pub(crate) provides: Vec<(Var, Set)>,
    /// What must be ruled out before.
    pub(crate) needs: Vec<(Var, Set)>,
    /// Whether it is told whatever else is.
    pub(crate) chosen: bool,
}

impl Deduction {
    pub(crate) fn new(step: Step, inquiry: &Inquiry, start: &Knowledge) -> Deduction {
        let root = &inquiry.context.root;
        let mut provides: Vec<(Var, Set)> = Vec::new();
        for Removes { var, gone, .. } in step.removes.iter().chain(&step.alike) {
            let implied = step.implied.iter().find(|(x, _)| x == var).filter(|_| step.argument.is_none());
            let gone = implied.map_or_else(|| gone.clone(), |(_, left)| without(root.left(*var), left));
            provides.push((*var, gone));
        }
        let needs = step.facts.iter().map(|fact| {
            let gone = without(root.left(fact.var), &fact.left);
            (fact.var, common(&gone, start.left(fact.var)))
        });
        let needs = needs.collect();
        let spoken = |&rule: &usize| inquiry.context.instance(rule).telling == Telling::Spoken;
        let is_told = step.rules.iter().any(spoken) || inquiry.context.enters_last(&step);
        let routine = !step.is_contradiction() && !is_told;
        Deduction { step, routine, provides, needs, chosen: false }
    }

    /// Takes note of what it rules out.
    pub(crate) fn rule_out(&self, known: &mut Knowledge) {
        self.provides.iter().for_each(|(x, gone)| known.remove(*x, gone));
    }

    /// How many deductions a reader goes through.
    pub(crate) fn length(&self) -> usize {
        if self.routine { 0 } else { self.step.length() }
    }
}

/// The same in another order: what is told together comes together.
#[derive(Debug, Default)]
struct Group {
    told: Vec<usize>,
    routine: Vec<usize>,
}

/// At most this many deductions with facts are told as the same at other places.
const MOST_ALSO: usize = 3;

/// The steps that were taken, without what nothing later needs (unless `all` is wanted), with the same
/// deductions at several places in one step.
async fn needed(walk: &Walk, start: &Knowledge, machine: &mut Machine, all: bool) -> (Vec<Step>, Vec<Step>) {
    let inquiry = &mut machine.inquiry;
    let goals = goals(inquiry, start, &machine.knowledge);
    let (mut opening, mut steps) = (walk.opening.clone(), walk.steps.clone());
    // With fewer conclusions to draw, fewer premises are needed, and fewer steps.
    for _ in 0..if all { 1 } else { 2 } {
        let way = deductions(opening, &steps, inquiry, start);
        (opening, steps) = retell(&way, start, (!all).then_some(&goals), inquiry).await;
    }
    (opening, steps)
}

/// Whether the steps are easy: who needs no supposition is not told any.
pub(crate) fn is_easy(steps: &[Step]) -> bool {
    Grade::of(steps).difficulty <= Difficulty::Easy
}

/// What must be ruled out in the end: all but what is known of the places then.
pub(crate) fn goals(inquiry: &Inquiry, start: &Knowledge, end: &Knowledge) -> Vec<(Var, Set)> {
    let places = inquiry.context.reasoning.places().iter();
    places.map(|&x| (x, without(start.left(x), end.left(x)))).collect()
}

pub(crate) fn deductions(opening: Vec<Step>, steps: &[Step], inquiry: &Inquiry, start: &Knowledge) -> Vec<Deduction> {
    let parts = opening.into_iter().chain(steps.iter().flat_map(Step::deductions));
    parts.map(|step| Deduction::new(step, inquiry, start)).collect()
}

/// The way in steps, without what the goals do not need.
async fn retell(
    way: &[Deduction],
    start: &Knowledge,
    goals: Option<&Vec<(Var, Set)>>,
    inquiry: &mut Inquiry,
) -> (Vec<Step>, Vec<Step>) {
    let mut ledger = Ledger::new(&inquiry.context.root, way);
    match goals {
        None => ledger.use_all(),
        Some(goals) => {
            ledger.aim(goals);
            ledger.slice(way);
        }
    }
    let groups = grouped(way, &ledger, inquiry);
    ledger.order(groups.iter().flat_map(|group| group.told.iter().chain(&group.routine)).copied(), way);
    let replay = Replay { way, ledger: &ledger, known: start.clone() };
    replay.tell(groups, inquiry).await
}

/// Whether two deductions say the same of different places.
fn alike(one: &Step, other: &Step, inquiry: &Inquiry) -> bool {
    let manner = |step: &Step| match (step.rules.as_slice(), &step.argument) {
        (&[rule], None) => Some(inquiry.context.instance(rule)),
        _ => None,
    };
    let (Some(one), Some(other)) = (manner(one), manner(other)) else { return false };
    !one.at.is_empty() && one.rule == other.rule && one.says.strip_prefix(&one.at) == other.says.strip_prefix(&other.at)
}

/// The kept deductions in the order of telling: each with those that say the same of
/// other places and could be told as well, then the book-keeping that follows.
fn grouped(way: &[Deduction], ledger: &Ledger, inquiry: &Inquiry) -> Vec<Group> {
    let mut left: Vec<usize> = (0..way.len()).filter(|&i| ledger.is_kept(i)).collect();
    let mut ruled_out = ledger.nothing();
    let mut groups = vec![Group::default()];
    loop {
        // Book-keeping first: what follows from what is known already.
        let mut again = true;
        while again {
            again = false;
            left.retain(|&i| {
                let now = way[i].routine && ledger.are_out(&way[i].needs, &ruled_out);
                if now {
                    ledger.rule_out(&way[i].provides, &mut ruled_out);
                    groups.last_mut().into_iter().for_each(|group| group.routine.push(i));
                    again = true;
                }
                !now
            });
        }
        let Some(first) = left.iter().position(|&i| !way[i].routine) else { break };
        let first = left.remove(first);
        let mut told = vec![first];
        let mut with_facts = 0;
        left.retain(|&i| {
            let same = !way[i].routine
                && with_facts < MOST_ALSO
                && alike(&way[first].step, &way[i].step, inquiry)
                && ledger.are_out(&way[i].needs, &ruled_out);
            if same {
                with_facts += usize::from(!way[i].step.facts.is_empty());
                told.push(i);
            }
            !same
        });
        told.iter().for_each(|&i| ledger.rule_out(&way[i].provides, &mut ruled_out));
        groups.push(Group { told, routine: Vec::new() });
    }
    groups
}

/// Going the way again, with what is told and nothing else.
struct Replay<'a> {
    way: &'a [Deduction],
    ledger: &'a Ledger,
    known: Knowledge,
}

impl Replay<'_> {
    async fn tell(mut self, groups: Vec<Group>, inquiry: &mut Inquiry) -> (Vec<Step>, Vec<Step>) {
        let (mut opening, mut steps): (Vec<Step>, Vec<Step>) = (Vec::new(), Vec::new());
        for Group { told, routine } in groups {
            let before = self.known.clone();
            let (mut parts, mut crossed): (Vec<Step>, Vec<Step>) = (Vec::new(), Vec::new());
            for i in told {
                let Some(step) = self.retold(i, &before, inquiry).await else { continue };
                // In this order, it may leave more than one number.
                if inquiry.context.is_crossing(&step) && !inquiry.context.enters_last(&step) {
                    crossed.push(step);
                    continue;
                }
                let same = parts.iter().position(|part| part.argument.is_none() && part.rules == step.rules);
                match (same, step.rules.as_slice()) {
                    (Some(same), &[rule]) => {
                        let part = std::mem::take(&mut parts[same]);
                        parts[same] = inquiry.joined(rule, part, step).await;
                    }
                    _ => parts.push(step),
                }
            }
            let mut parts = parts.into_iter();
            if let Some(first) = parts.next() {
                steps.push(Step { also: parts.collect(), ..first });
            }
            match steps.last_mut() {
                Some(last) => last.then.extend(crossed),
                None => opening.extend(crossed),
            }
            for i in routine {
                let before = self.known.clone();
                let Some(step) = self.retold(i, &before, inquiry).await else { continue };
                match steps.last_mut().filter(|_| !inquiry.context.enters_last(&step)) {
                    Some(last) => last.then.push(step),
                    // The last value of a place is worth a step.
                    None if leaves_last_value(&step, inquiry) => steps.push(step),
                    None => opening.push(step),
                }
            }
        }
        (opening, steps)
    }

    /// A deduction with the conclusions that are needed and new; `None` when there are none.
    async fn retold(&mut self, i: usize, before: &Knowledge, inquiry: &mut Inquiry) -> Option<Step> {
        let Deduction { step, provides, .. } = &self.way[i];
        let mut step = step.clone();
        if step.is_contradiction() {
            return Some(step);
        }
        let wanted = |var: Var, gone: &Set, known: &Knowledge| common(&self.ledger.used(i, var, gone), known.left(var));
        if step.argument.is_some() {
            step.alike.iter_mut().for_each(|alike| alike.gone = wanted(alike.var, &alike.gone, &self.known));
            step.alike.retain(|alike| size(&alike.gone) > 0);
        } else {
            let new = |(var, gone): &(Var, Set)| {
                let gone = wanted(*var, gone, &self.known);
                (size(&gone) > 0).then(|| Removes::new(*var, gone, Set::new()))
            };
            let removes: Vec<Removes> = provides.iter().filter_map(new).collect();
            if removes.is_empty() {
                return None;
            }
            let fewer = removes != step.removes;
            step.removes = removes;
            if let &[rule] = step.rules.as_slice() {
                step.before = inquiry.room_for(rule, before);
                if fewer {
                    step = inquiry.with_fewer_facts(rule, step).await;
                }
            }
        }
        for removes in step.removes.iter_mut().chain(&mut step.alike) {
            self.known.remove(removes.var, &removes.gone);
            removes.left = self.known.left(removes.var).to_vec();
        }
        Some(step)
    }
}

/// Whether a deduction leaves one value for a place that its premises alone do not give.
fn leaves_last_value(step: &Step, inquiry: &Inquiry) -> bool {
    step.removes.iter().any(|removes| inquiry.context.leaves_last(step, removes))
}
