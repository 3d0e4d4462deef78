//! Changes that an editor makes itself.

use super::cache::Given;
use super::questions::Subject;
use super::remark::{EditCommand, Refusal};
use super::solver::{Fuel, SketchSolver};
use fd::{Random, Solution};
use puzzles::Edit;
use std::rc::Rc;
use studio::{ValueOrder, Verdict};

/// What a command may use up, in runs of propagators.
const WORK_FOR_COMMAND: u64 = 4_000_000;

impl Subject {
    /// The edits that carry out a command.
    pub(super) async fn command(&self, solver: &mut SketchSolver, command: EditCommand) -> Result<Vec<Edit>, Refusal> {
        let mut fuel = self.fuel(WORK_FOR_COMMAND);
        let wanted = match command {
            EditCommand::MakeUnique => solver.made_unique(&self.given, &mut fuel).await?,
            EditCommand::Strip { seed } => solver.stripped(&self.given, seed, &mut fuel).await?,
        };
        let changed = (0..wanted.len()).filter(|&clue| wanted[clue] != self.given[clue]);
        let edit = |clue: usize| Edit::Set { target: self.clue_ids[clue].clone(), value: wanted[clue] };
        let edits: Vec<Edit> = changed.map(edit).collect();
        if edits.is_empty() { Err(Refusal::Nothing) } else { Ok(edits) }
    }
}

impl SketchSolver {
    /// These clues and more, so that one of the solutions is the only one left.
    async fn made_unique(&mut self, given: &Given, fuel: &mut Fuel<'_>) -> Result<Given, Refusal> {
        match self.verdict(given, fuel).await {
            Verdict::None => return Err(Refusal::NoSolution),
            Verdict::Unique(_) => return Ok(given.clone()),
            Verdict::Unknown(_, stopped) => return Err(stopped.into()),
            Verdict::Several(..) => {}
        }
        let Some(chosen) = self.cache.solutions(given).into_iter().next() else { return Err(Refusal::NoSolution) };
        let mut wanted = given.clone();
        let mut added = Vec::new();
        loop {
            let others = self.others(&wanted, &chosen, fuel).await?;
            if others.is_empty() {
                break;
            }
            let clue = self.telling(&wanted, &chosen, &others).ok_or(Refusal::NoClue)?;
            wanted[clue] = Some(chosen[self.solver.clues()[clue]]);
            added.push(clue);
        }
        // The later ones may have made the earlier ones needless.
        for clue in added {
            if self.is_needless(&wanted, clue, fuel).await? {
                wanted[clue] = None;
            }
        }
        Ok(wanted)
    }

    /// Solutions other than this: those known, or one that is looked for.
    async fn others(
        &mut self,
        given: &Given,
        chosen: &Solution,
        fuel: &mut Fuel<'_>,
    ) -> Result<Vec<Rc<Solution>>, Refusal> {
        let is_other = |solution: &Rc<Solution>| **solution != *chosen;
        let known: Vec<Rc<Solution>> = self.cache.solutions(given).into_iter().filter(is_other).collect();
        if !known.is_empty() || self.cache.list(given).is_some() {
            return Ok(known);
        }
        let found = self.find(given, None, 2, ValueOrder::Usual(0), fuel).await?;
        Ok(found.into_iter().map(Rc::new).filter(is_other).collect())
    }

    /// The clue of the chosen solution that rules out the most others.
    fn telling(&self, given: &Given, chosen: &Solution, others: &[Rc<Solution>]) -> Option<usize> {
        let told = |&clue: &usize| {
            let x = self.solver.clues()[clue];
            others.iter().filter(|other| other[x] != chosen[x]).count()
        };
        let open = (0..given.len()).rev().filter(|&clue| given[clue].is_none());
        open.max_by_key(told).filter(|clue| told(clue) > 0)
    }

    /// These clues without needless ones, until none of the rest is needless.
    async fn stripped(&mut self, given: &Given, seed: u64, fuel: &mut Fuel<'_>) -> Result<Given, Refusal> {
        match self.verdict(given, fuel).await {
            Verdict::None => return Err(Refusal::NoSolution),
            Verdict::Several(..) => return Err(Refusal::Several),
            Verdict::Unknown(_, stopped) => return Err(stopped.into()),
            Verdict::Unique(_) => {}
        }
        let mut order: Vec<usize> = (0..given.len()).filter(|&clue| given[clue].is_some()).collect();
        Random::new(seed).shuffle(&mut order);
        let mut wanted = given.clone();
        for clue in order {
            if self.is_needless(&wanted, clue, fuel).await? {
                wanted[clue] = None;
            }
        }
        Ok(wanted)
    }
}
