//! Helping a player with one puzzle, many times.
//!
//! A hint is one step. What it concludes and a board cannot hold (a value that goes, a
//! bar's total) is struck in the notes, and notes are facts for the next hint.
//!
//! A tutor remembers only the position. What each rule says depends only on what is
//! known of its places, so after a move only the rules about what changed are asked
//! again, and the answer is that of a new tutor.
//!
//! A wrong entry or mark is found by the proved solution, and explained without it: the
//! contradiction is looked for among the player's claims, and only the last level of
//! the hint says which of them is wrong.

mod hint;
mod to_do;

pub use hint::{Advice, Conclusion, Hint, HintLevel, Why, Wrong};

use crate::explain::find::{Fact, Machine, Reader, Spare, Told, cases_next};
use crate::explain::knowledge::{Knowledge, meet, size, without};
use crate::explain::step::Removes;
use crate::explain::{Context, Explanation, Level, Step, with_givens};
use crate::task::{Meter, Task};
use crate::{Position, Verdict, prove};
use fd::{Limits, ModelError, Stopped, Var};
use puzzles::{Board, Instance, Notes, Puzzle, Telling};
use std::sync::Arc;

/// How much work is spent on the way from here, to find out whether trying the values of a quantity makes it shorter: a
/// few tenths of a second.
const MOST_AHEAD: u64 = 100_000;

/// Helps a player with one puzzle.
///
/// It is opened once: that proves the verdict and lays out the rules. From then
/// on it is shown the board and the notes after each move, looks again only at
/// the rules that the move touches, and answers as often as it is asked. Every
/// answer is a [`Task`]: it runs for as much work as the caller allows, and can
/// then be taken up again or dropped.
///
/// ```
/// use fd::Limits;
/// use studio::{Advice, Position, Tutor};
/// let puzzle = puzzles::builtin("aztec/seed-3a").expect("it is built in").puzzle;
/// let mut tutor = Tutor::open(&*puzzle).finish(Limits::none()).expect("no limit").expect("it is small");
/// let (mut position, mut hints) = (Position::start(&*puzzle), 0);
/// loop {
///     tutor.see(&position);
///     let hint = tutor.hint().finish(Limits::none()).expect("no limit");
///     if let Advice::Solved = hint.advice {
///         break;
///     }
///     for concluded in hint.concludes() {
///         position.learn(&concluded);
///     }
///     hints += 1;
/// }
/// assert_eq!(hints, 3);
/// ```
#[derive(Debug)]
pub struct Tutor {
    givens: Board,
    /// The value that blank places are taken to have, where there is one.
    blank: Option<i32>,
    verdict: Verdict,
    machine: Machine,
    /// What is known of every variable once the solution is known.
    truth: Knowledge,
    board: Board,
    claims: Knowledge,
    /// The hint for what is on the board now.
    hint: Option<Hint>,
}

impl Tutor {
    /// Opens a tutor for a puzzle: proves how many solutions it has.
    pub fn open(puzzle: &dyn Puzzle) -> Task<'_, Result<Tutor, ModelError>> {
        let meter = Meter::new();
        Task::new(&meter, Tutor::prepare(puzzle, meter.clone()))
    }

    async fn prepare(puzzle: &dyn Puzzle, meter: Meter) -> Result<Tutor, ModelError> {
        let givens = puzzle.givens();
        let verdict = prove(puzzle, &meter).await?.result;
        let mut machine = Machine::new(puzzle.reason()?, meter);
        let context = Arc::clone(&machine.inquiry.context);
        let solution = match &verdict {
            Verdict::Unique(solution) => solution,
            _ => &givens,
        };
        let truth = machine.inquiry.implied(&context.known(solution, &Notes::new())).await;
        let claims = context.known(&givens, &Notes::new());
        machine.know(&claims);
        Ok(Tutor {
            board: givens.clone(),
            blank: puzzle.sheet().blank,
            givens,
            verdict,
            machine,
            truth,
            claims,
            hint: None,
        })
    }

    /// How many solutions the puzzle has.
    pub fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// What steps speak of.
    pub fn context(&self) -> &Arc<Context> {
        &self.machine.inquiry.context
    }

    /// What counts the work of all its answers.
    pub fn meter(&self) -> &Meter {
        &self.machine.inquiry.meter
    }

    /// Shows the tutor what the player has on the board and has struck out.
    /// What the puzzle gives need not be on the board.
    pub fn see(&mut self, position: &Position) {
        let board = with_givens(&self.givens, &position.board);
        let claims = self.context().known(&board, &position.notes);
        if board != self.board || claims != self.claims {
            self.hint = None;
        }
        (self.board, self.claims) = (board, claims);
    }

    /// The next step from here, the easiest that there is, or the few values of a quantity one by one where that is
    /// shorter; or what is wrong.
    pub fn hint(&mut self) -> Task<'_, Hint> {
        self.task(async |tutor| {
            let hint = match tutor.hint.take() {
                Some(hint) => hint,
                None => {
                    let advice = tutor.advise().await;
                    tutor.tell(advice).await
                }
            };
            tutor.hint = Some(hint.clone());
            hint
        })
    }

    /// What is wrong with the board and the notes: which of them conflict, and
    /// why. `None` when all of them are right, and for a puzzle
    /// that does not have exactly one solution.
    pub fn check(&mut self) -> Task<'_, Option<Hint>> {
        self.task(async |tutor| {
            let wrong = tutor.wrong().await?;
            Some(tutor.tell(Advice::Wrong(wrong)).await)
        })
    }

    /// Steps of one level from here, the easiest first, to practise on; a
    /// dozen at most where something must be supposed. None when the board is
    /// wrong.
    pub fn steps(&mut self, level: Level) -> Task<'_, Vec<Hint>> {
        self.task(async move |tutor| {
            if tutor.wrong_claims().next().is_some() {
                return Vec::new();
            }
            tutor.machine.know(&tutor.claims);
            tutor.machine.tidy(false).await;
            let mut hints = Vec::new();
            for step in tutor.machine.steps_at(level).await {
                hints.push(tutor.tell(Advice::Next(step)).await);
            }
            hints
        })
    }

    /// The whole way from what is given.
    pub fn path(&mut self) -> Task<'_, Explanation> {
        let (start, known) = (self.givens.clone(), self.context().known(&self.givens, &Notes::new()));
        self.task(async move |tutor| tutor.walk(start, &known).await)
    }

    /// The way from here, which leads to a contradiction when something here
    /// is wrong.
    pub fn path_from_here(&mut self) -> Task<'_, Explanation> {
        let (start, known) = (self.board.clone(), self.claims.clone());
        self.task(async move |tutor| tutor.walk(start, &known).await)
    }

    /// One blank place of the solution: the one with the fewest values left.
    /// For when no step was found in time. `None` when nothing is blank or
    /// there is not exactly one solution.
    pub fn reveal(&self) -> Option<Hint> {
        let solution = self.solution()?;
        let places = self.context().reasoning.places();
        let blank = (0..self.board.len()).filter(|&place| self.board.get(place).is_none());
        let place = blank.min_by_key(|&place| size(self.claims.left(places[place])))?;
        Some(self.say(Advice::Reveal { place, value: solution.get(place)? }))
    }

    fn task<'t, T: 't>(&'t mut self, answer: impl AsyncFnOnce(&'t mut Tutor) -> T + 't) -> Task<'t, T> {
        let meter = self.meter().clone();
        Task::new(&meter, async move { answer(self).await })
    }

    fn say(&self, advice: Advice) -> Hint {
        let (context, board) = (Arc::clone(self.context()), self.board.clone());
        Hint { advice, context, board, learnt: Vec::new(), known: self.claims.clone() }
    }

    /// The same, with what is learnt if it is a step.
    async fn tell(&mut self, advice: Advice) -> Hint {
        let mut hint = self.say(advice);
        match &mut hint.advice {
            Advice::Next(step) => self.account_for(step).await,
            Advice::Wrong(Wrong { why: Why::Step(step), .. }) => self.account_for(step).await,
            Advice::None { why: Some(step) } => self.account_for(step).await,
            _ => {}
        }
        if let Advice::Next(step) = &hint.advice {
            hint.known = self.known_after(step).await;
            hint.learnt = self.claims.lost(&hint.known, &self.machine.inquiry.vars);
        }
        hint
    }

    async fn account_for(&mut self, step: &mut Step) {
        self.machine.inquiry.account_for(step, &mut Told::new()).await;
        for part in step.also.iter_mut().chain(&mut step.then) {
            self.machine.inquiry.account_for(part, &mut Told::new()).await;
        }
    }

    /// What the player knows once a step is told.
    async fn known_after(&mut self, step: &Step) -> Knowledge {
        let context = Arc::clone(self.context());
        let mut reader = Reader { known: self.claims.clone(), said: self.claims.clone() };
        let silent = |rule: &usize| matches!(context.instance(*rule).telling, Telling::Silent | Telling::Crossing);
        // A supposition that silent rules refute is told all the same.
        let is_told = |part: &&Step| part.argument.is_some() || !part.rules.iter().all(silent);
        for part in step.parts().filter(is_told) {
            reader.take_note(&context, &mut part.clone());
        }
        let mut told = reader.known;
        for own in step.gone().iter().filter(|own| context.is_place(own.var) && size(&own.left) == 1) {
            told.set(own.var, &own.left);
        }
        // What everybody sees on the board need not be written down. What follows from a quantity must be:
        // no board shows that.
        let mut shown = self.machine.inquiry.context.root.clone();
        let places = context.reasoning.places();
        places.iter().for_each(|&x| _ = shown.set(x, told.left(x)));
        let seen = self.machine.inquiry.crossed_off(&shown).await;
        let all = self.machine.inquiry.crossed_off(&told).await;
        for &x in places {
            told.remove(x, &without(seen.left(x), all.left(x)));
        }
        told
    }

    async fn walk(&mut self, start: Board, known: &Knowledge) -> Explanation {
        let believed = known != &self.context().known(&self.givens, &Notes::new());
        self.machine.explain(start, known, believed).await
    }

    async fn advise(&mut self) -> Advice {
        match &self.verdict {
            // What is proved is never unknown.
            Verdict::Unique(_) | Verdict::Unknown(..) => {}
            Verdict::None => return Advice::None { why: self.why_none().await },
            Verdict::Several(one, other) => return Advice::Several(one.clone(), other.clone()),
        }
        if let Some(wrong) = self.wrong().await {
            return Advice::Wrong(wrong);
        }
        if self.is_solved() {
            return Advice::Solved;
        }
        self.machine.know(&self.claims);
        let mut untold: Vec<Fact> = Vec::new();
        loop {
            self.machine.tidy(false).await;
            if let Some((place, value)) = self.only_value() {
                return Advice::Enter { place, value };
            }
            let Ok(Some(step)) = self.machine.next(&mut Spare::default(), &[]).await else {
                return self.reveal().map_or(Advice::Solved, |hint| hint.advice);
            };
            let is_for_all = self.is_the_same_for_all(&step);
            let step = if is_for_all { step } else { self.cases_or(step).await };
            self.machine.apply(&step);
            if !is_for_all {
                let then = self.machine.tidy(true).await;
                return Advice::Next(Step { then, ..self.with_untold(step, &untold) });
            }
            let known = step.removes.iter().map(|own| Fact { var: own.var, left: own.left.clone() });
            untold.extend(known);
        }
    }

    /// The few values of a quantity, each tried, where an explanation from here would begin with that instead of a
    /// step.
    async fn cases_or(&mut self, step: Step) -> Step {
        let known = self.machine.knowledge.clone();
        let cases = cases_next(&mut self.machine, MOST_AHEAD).await;
        self.machine.know(&known);
        match cases {
            Some(cases) => Step { open: step.open, ..cases },
            None => step,
        }
    }

    /// A deduction with the facts that no hint tells, where its rule speaks of them: what bounds the rest
    /// is to be seen.
    fn with_untold(&self, mut step: Step, untold: &[Fact]) -> Step {
        if let (&[rule], None) = (step.rules.as_slice(), &step.argument) {
            let own = untold.iter().filter(|fact| self.machine.inquiry.scopes[rule].contains(&fact.var));
            own.cloned().for_each(|fact| fact.add_to(&mut step.facts));
            step.facts.sort_unstable();
        }
        step
    }

    /// Whether a step says nothing of this puzzle: it gives a quantity that is known without any clue,
    /// such as the weight of all weights together.
    fn is_the_same_for_all(&self, step: &Step) -> bool {
        let context = self.context();
        let whole = |rule: &Instance| rule.places.len() == context.reasoning.places().len();
        let known = |own: &Removes| !context.is_place(own.var) && size(&own.left) == 1;
        step.argument.is_none()
            && step.facts.is_empty()
            && step.removes.iter().all(known)
            && context.because(step).all(whole)
    }

    fn is_solved(&self) -> bool {
        let filled = self.board.iter().map(|entry| entry.or(self.blank));
        self.solution().is_some_and(|solution| filled.eq(solution.iter()))
    }

    /// A blank place for which one value is left after the book-keeping, other than
    /// that of a blank.
    fn only_value(&self) -> Option<(usize, i32)> {
        let known = self.machine.board();
        let mut blank = (0..known.len()).filter(|&place| self.board.get(place).is_none());
        blank.find_map(|place| Some((place, known.get(place).filter(|value| Some(*value) != self.blank)?)))
    }

    async fn why_none(&mut self) -> Option<Step> {
        let known = self.context().known(&self.givens, &Notes::new());
        let explanation = self.walk(self.givens.clone(), &known).await;
        explanation.steps.into_iter().next_back().filter(Step::is_contradiction)
    }

    /// What is wrong with the board and the notes, if anything is.
    async fn wrong(&mut self) -> Option<Wrong> {
        let wrong: Vec<Var> = self.wrong_claims().collect();
        let &last = wrong.last()?;
        if let Some((x, given)) = wrong.iter().find_map(|&x| Some((x, self.overwritten(x)?))) {
            return Some(Wrong { clash: vec![x], wrong: vec![x], why: Why::Given(given) });
        }
        if let Some(&x) = wrong.iter().find(|&&x| size(self.claims.left(x)) == 0) {
            return Some(Wrong { clash: vec![x], wrong: vec![x], why: Why::NothingLeft });
        }
        self.machine.know(&self.claims);
        let Some(step) = self.machine.contradiction().await else {
            // The solution is the only one: each wrong claim is impossible by
            // itself, and no other claim need be named.
            return Some(Wrong { clash: vec![last], wrong: vec![last], why: Why::Far });
        };
        let facts = step.facts.iter().map(|fact| fact.var);
        let clash: Vec<Var> = facts.filter(|&x| !self.is_given(x)).collect();
        let wrong = clash.iter().copied().filter(|x| wrong.contains(x)).collect();
        Some(Wrong { clash, wrong, why: Why::Step(Box::new(step)) })
    }

    fn is_given(&self, x: Var) -> bool {
        self.context().place(x).is_some_and(|place| self.givens.get(place).is_some())
    }

    /// What the puzzle gives where the player has entered something else.
    fn overwritten(&self, x: Var) -> Option<i32> {
        let place = self.context().place(x)?;
        self.givens.get(place).filter(|&given| self.board.get(place) != Some(given))
    }

    /// What the player claims and the solution contradicts.
    fn wrong_claims(&self) -> impl Iterator<Item = Var> + '_ {
        let vars = self.machine.inquiry.vars.iter().copied();
        vars.filter(|&x| self.solution().is_some() && !meet(self.claims.left(x), self.truth.left(x)))
    }

    fn solution(&self) -> Option<&Board> {
        match &self.verdict {
            Verdict::Unique(solution) => Some(solution),
            _ => None,
        }
    }
}

/// A hint for a half-filled board. When a limit comes first (other than the
/// cancel flag), one place of the solution is revealed instead, if that is
/// known.
///
/// # Errors
/// When the puzzle is too large to be explained.
pub fn hint(puzzle: &dyn Puzzle, position: &Position, limits: Limits<'_>) -> Result<Result<Hint, Stopped>, ModelError> {
    let mut tutor = match Tutor::open(puzzle).finish(limits) {
        Ok(tutor) => tutor?,
        Err(stopped) => return Ok(Err(stopped)),
    };
    tutor.see(position);
    let hint = tutor.hint().finish(limits);
    Ok(hint.or_else(|stopped| match (stopped, tutor.verdict()) {
        (Stopped::Cancelled, _) => Err(stopped),
        (_, Verdict::None) => Ok(tutor.say(Advice::None { why: None })),
        _ => tutor.reveal().ok_or(stopped),
    }))
}
