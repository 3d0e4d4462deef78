//! Which clues of a draft are given.

use super::prover::{Others, Prover, Question};
use crate::task::Meter;
use fd::{Random, Solution};
use puzzles::{Clues, Draft, Maker};

/// How often clues of a draft are exchanged where the fewest are wanted.
const EXCHANGES: usize = 100;

/// A draft being made into a puzzle.
pub(super) struct Stripping<'a> {
    pub(super) maker: &'a mut dyn Maker,
    pub(super) prover: &'a mut Option<Prover>,
    pub(super) clues: Clues,
    /// The least number of clues that is too many, if there is one.
    pub(super) below: Option<usize>,
    pub(super) random: &'a mut Random,
    pub(super) meter: &'a Meter,
    /// For each other solution that was met, the clues that it breaks: one that
    /// breaks a single clue of those kept shows that it is needed.
    pub(super) others: Vec<Vec<usize>>,
    /// The nodes that all questions have used.
    pub(super) nodes: u64,
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

    /// Takes up a draft, as `draft` or `repair` gave it.
    fn take_up(&mut self, draft: &mut Draft) {
        if let Some(stencil) = draft.stencil.take() {
            *self.prover = Some(Prover::new(stencil));
        }
        let seed = self.random.bits();
        if let Some(prover) = self.prover {
            prover.begin(seed);
            if self.maker.stays_near() {
                prover.stay_near(&draft.solution);
            }
        }
    }

    /// The draft with all its clues, repaired until that has one solution.
    async fn begin_full(&mut self, mut draft: Draft) -> Option<(Draft, Vec<bool>)> {
        loop {
            self.take_up(&mut draft);
            let kept = vec![true; draft.clues.len()];
            if self.prover.as_ref().is_some_and(Prover::clues_tell_all) {
                return Some((draft, kept));
            }
            match self.others(&draft, &kept).await {
                Others::None => return Some((draft, kept)),
                Others::Unknown => return None,
                Others::Another(other) => draft = self.repaired(&other)?,
            }
        }
    }

    /// The draft with clues added one by one until it has one solution; `None`
    /// when that takes more than `most`.
    async fn build_up(&mut self, mut draft: Draft, most: usize) -> Option<(Draft, Vec<bool>)> {
        self.take_up(&mut draft);
        let mut kept = vec![false; draft.clues.len()];
        loop {
            let helpful: Vec<usize> = match self.others(&draft, &kept).await {
                Others::None => return Some((draft, kept)),
                Others::Unknown => (0..kept.len()).filter(|&clue| !kept[clue]).collect(),
                Others::Another(other) => {
                    let broken: Vec<usize> = self.prover.as_ref()?.broken(&draft, &other).collect();
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

    fn repaired(&mut self, other: &Solution) -> Option<Draft> {
        let board = self.prover.as_ref()?.board(other);
        self.maker.repair(&board, self.random)
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
        let patience = self.maker.patience();
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
            let Some(prover) = self.prover else { return false };
            let question = Question { draft, kept, patience, meter: self.meter };
            match prover.needs(question, clue).await {
                Some(true) => {}
                Some(false) => {
                    kept[clue] = false;
                    left -= 1;
                }
                None => proved = false,
            }
        }
        self.spend();
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

    async fn others(&mut self, draft: &Draft, kept: &[bool]) -> Others {
        let patience = self.maker.patience();
        let Some(prover) = self.prover else { return Others::Unknown };
        let answer = prover.others(Question { draft, kept, patience, meter: self.meter }).await;
        self.spend();
        answer
    }

    /// Counts the nodes of the last questions.
    fn spend(&mut self) {
        if let Some(prover) = self.prover {
            self.nodes += std::mem::take(&mut prover.nodes);
        }
    }
}
