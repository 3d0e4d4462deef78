//! Which clues of a draft are given.
//!
//! A clue can be dropped when the others leave no solution that breaks it. That is
//! one question with one literal negated, and no clause about whole solutions: with
//! one solution under the clues kept, any other without one of them must break it.
//! There is far more propagation in it than in a search for any second solution.

use crate::solve::{Allowance, Found, ShapeSolver, ValueOrder};
use crate::task::Meter;
use fd::{Literal, Random, Solution};
use puzzles::{Clues, Draft, Maker};

/// How often clues of a draft are exchanged where the fewest are wanted.
const EXCHANGES: usize = 100;

/// A draft being made into a puzzle.
pub(super) struct Stripping<'a> {
    pub(super) maker: &'a mut dyn Maker,
    pub(super) solver: &'a mut Option<ShapeSolver>,
    pub(super) clues: Clues,
    /// The least number of clues that is too many, if there is one.
    pub(super) below: Option<usize>,
    pub(super) random: &'a mut Random,
    pub(super) meter: &'a Meter,
    /// For each other solution that was met, the clues that it breaks: one that
    /// breaks a single clue of those kept shows that it is needed.
    pub(super) others: Vec<Vec<usize>>,
    /// The seed of what is random in the searches.
    pub(super) seed: u64,
    /// The nodes that all questions have used.
    pub(super) nodes: u64,
}

/// What is known of the solutions beside a draft's own.
#[derive(Debug)]
enum Others {
    /// There is none: proved.
    None,
    Another(Solution),
    /// Nothing was proved: the budget of the question was spent.
    Unknown,
}

/// A draft and the clues of it that make its solution the only one.
#[derive(Debug)]
pub(super) struct Stripped {
    pub(super) draft: Draft,
    pub(super) kept: Vec<bool>,
    /// Whether it was proved that no clue can be dropped.
    pub(super) minimal: bool,
}

impl Stripped {
    pub(super) fn count(&self) -> usize {
        count(&self.kept)
    }
}

fn count(kept: &[bool]) -> usize {
    kept.iter().filter(|&&kept| kept).count()
}

impl Stripping<'_> {
    /// Makes a puzzle of a draft; `None` when that fails.
    pub(super) async fn run(&mut self, draft: Draft) -> Option<Stripped> {
        let (least, most) = match self.clues {
            Clues::Min | Clues::Fewest => (0, self.below.map_or(draft.clues.len(), |below| below.saturating_sub(1))),
            Clues::Between(least, most) => (least, most.min(draft.clues.len())),
        };
        if least > draft.clues.len() {
            return None;
        }
        let started =
            if self.maker.starts_bare() { self.build_up(draft, most).await } else { self.begin_full(draft).await };
        let (draft, mut kept) = started?;
        let target = least + self.random.below((most - least + 1) as u32) as usize;
        let down_to = if matches!(self.clues, Clues::Between(..)) { target } else { 0 };
        let mut minimal = self.strip(&draft, &mut kept, down_to).await;
        // An exchange often saves one clue, hardly ever more.
        let promising = self.below.is_none_or(|below| count(&kept) <= below);
        if self.clues == Clues::Fewest && promising {
            minimal = self.exchange(&draft, &mut kept, minimal).await;
        }
        if count(&kept) > most {
            return None;
        }
        let minimal = minimal && count(&kept) >= down_to;
        self.add_back(&mut kept, down_to);
        Some(Stripped { draft, kept, minimal })
    }

    /// Takes up a draft, as `draft` or `repair` gave it; `None` when it is too large for the
    /// kernel.
    fn take_up(&mut self, draft: &mut Draft) -> Option<()> {
        let solver = match (draft.stencil.take(), self.solver.take()) {
            (None, Some(solver)) => solver,
            (None, None) => ShapeSolver::new(draft.puzzle.stencil().ok()?),
            (Some(stencil), _) => ShapeSolver::new(stencil),
        };
        // Answers depend on the seed alone, and not on earlier drafts.
        self.seed = self.random.bits();
        self.solver.insert(solver).forget();
        Some(())
    }

    /// The draft with all its clues, repaired until that has one solution.
    async fn begin_full(&mut self, mut draft: Draft) -> Option<(Draft, Vec<bool>)> {
        loop {
            self.take_up(&mut draft)?;
            let kept = vec![true; draft.clues.len()];
            // All clues may fill in the whole board.
            let tell_all = |solver: &ShapeSolver| solver.places().iter().all(|place| solver.clues().contains(place));
            if self.solver.as_ref().is_some_and(tell_all) {
                return Some((draft, kept));
            }
            match self.others(&draft, &kept).await {
                Others::None => return Some((draft, kept)),
                Others::Unknown => return None,
                Others::Another(other) => {
                    let board = self.solver.as_ref()?.board(&other);
                    draft = self.maker.repair(&board, self.random)?;
                }
            }
        }
    }

    /// The draft with clues added one by one until it has one solution; `None`
    /// when that takes more than `most`.
    async fn build_up(&mut self, mut draft: Draft, most: usize) -> Option<(Draft, Vec<bool>)> {
        self.take_up(&mut draft)?;
        let mut kept = vec![false; draft.clues.len()];
        loop {
            let helpful: Vec<usize> = match self.others(&draft, &kept).await {
                Others::None => return Some((draft, kept)),
                Others::Unknown => (0..kept.len()).filter(|&clue| !kept[clue]).collect(),
                Others::Another(other) => {
                    let clues = self.solver.as_ref()?.clues().iter().zip(&draft.clues).enumerate();
                    let broken = clues.filter(|(_, (x, value))| other[**x] != **value).map(|(clue, _)| clue);
                    let broken: Vec<usize> = broken.collect();
                    self.others.push(broken.clone());
                    broken
                }
            };
            if count(&kept) == most {
                return None;
            }
            kept[*self.random.pick(&helpful)?] = true;
        }
    }

    /// Drops clues in random order, each if the rest still have one solution,
    /// until `down_to` are left. Says whether all that are left are proved to
    /// be needed.
    async fn strip(&mut self, draft: &Draft, kept: &mut [bool], down_to: usize) -> bool {
        let mut order: Vec<usize> = (0..kept.len()).filter(|&clue| kept[clue]).collect();
        self.random.shuffle(&mut order);
        self.strip_in_order(draft, kept, down_to, &order).await
    }

    /// Looks for fewer clues nearby: gives back one or two of the dropped ones
    /// and tries to drop others instead, many times over. Says whether all that
    /// are left are proved to be needed.
    async fn exchange(&mut self, draft: &Draft, kept: &mut Vec<bool>, mut minimal: bool) -> bool {
        for _ in 0..EXCHANGES {
            let (mut order, mut dropped): (Vec<usize>, Vec<usize>) = (0..kept.len()).partition(|&clue| kept[clue]);
            self.random.shuffle(&mut order);
            self.random.shuffle(&mut dropped);
            dropped.truncate(1 + self.random.below(2) as usize);
            let mut changed = kept.clone();
            dropped.iter().for_each(|&clue| changed[clue] = true);
            // The new ones come last, so that others are dropped instead.
            order.extend(dropped);
            let proved = self.strip_in_order(draft, &mut changed, 0, &order).await;
            if count(&changed) <= count(kept) {
                (*kept, minimal) = (changed, proved);
            }
        }
        minimal
    }

    async fn strip_in_order(&mut self, draft: &Draft, kept: &mut [bool], down_to: usize, order: &[usize]) -> bool {
        let mut left = order.len();
        let mut proved = true;
        for &clue in order {
            if left == down_to && down_to > 0 {
                proved = false;
                break;
            }
            if self.others.iter().any(|broken| broken.iter().filter(|&&broken| kept[broken]).eq([&clue])) {
                continue;
            }
            match self.needs(draft, kept, clue).await {
                Some(true) => {}
                Some(false) => {
                    kept[clue] = false;
                    left -= 1;
                }
                None => proved = false,
            }
        }
        proved
    }

    /// Gives back dropped clues, until there are `least`.
    fn add_back(&mut self, kept: &mut [bool], least: usize) {
        let mut dropped: Vec<usize> = (0..kept.len()).filter(|&clue| !kept[clue]).collect();
        self.random.shuffle(&mut dropped);
        let missing = least.saturating_sub(count(kept));
        for &clue in dropped.iter().take(missing) {
            kept[clue] = true;
        }
    }

    /// Whether a draft that has one solution would have more without this
    /// clue; `None` when that was not found out.
    async fn needs(&mut self, draft: &Draft, kept: &[bool], clue: usize) -> Option<bool> {
        let solver = self.solver.as_mut()?;
        solver.wake_ties(|clue| kept[clue]);
        let broken = solver.clues()[clue].is_not(draft.clues[clue]);
        let facts: Vec<Literal> = [broken].into_iter().chain(given(solver, draft, kept, Some(clue))).collect();
        let near = self.maker.stays_near().then_some(&draft.solution);
        let Found { solutions, stopped, .. } = self.find(facts, 1, ValueOrder::Near(self.seed, near)).await?;
        stopped.is_none().then_some(!solutions.is_empty())
    }

    /// Looks for a solution with the given clues that is not the draft's own.
    async fn others(&mut self, draft: &Draft, kept: &[bool]) -> Others {
        let Some(solver) = self.solver else { return Others::Unknown };
        solver.wake_ties(|_| true);
        let facts = given(solver, draft, kept, None).collect();
        let found = self.find(facts, 2, ValueOrder::Usual(self.seed)).await;
        let (Some(Found { solutions, stopped, .. }), Some(solver)) = (found, &self.solver) else {
            return Others::Unknown;
        };
        let count = solutions.len();
        match solutions.into_iter().find(|solution| solver.board(solution) != draft.solution) {
            Some(other) if count > 1 || stopped.is_some() => Others::Another(other),
            // A draft that its own model refuses proves nothing.
            None if stopped.is_none() && count > 0 => Others::None,
            _ => Others::Unknown,
        }
    }

    async fn find(&mut self, facts: Vec<Literal>, wanted: usize, order: ValueOrder<'_>) -> Option<Found> {
        let allowance = Allowance { nodes: self.maker.patience(), ..Allowance::unlimited(self.meter) };
        let found = self.solver.as_mut()?.find(facts, wanted, order, allowance).await;
        self.nodes += found.statistics.nodes;
        Some(found)
    }
}

/// The clues that are given, but for one, as facts.
fn given<'a>(
    solver: &'a ShapeSolver,
    draft: &'a Draft,
    kept: &'a [bool],
    but: Option<usize>,
) -> impl Iterator<Item = Literal> + 'a {
    let clues = (0..kept.len()).filter(move |&clue| kept[clue] && Some(clue) != but);
    clues.map(|clue| solver.clues()[clue].is(draft.clues[clue]))
}
