//! Making puzzles that have exactly one solution, proved.
//!
//! A kind drafts a solution with every clue that could be given; here the
//! kernel proves that there is no other, clues are taken away as long as that
//! stays so (or, where few of many are needed, added until it is so), and what
//! cannot be proved within its budget is not let out.

mod graded;
mod near;
mod prover;
mod record;
mod strip;

pub use record::{canonical_hash, loose_document, options_record};

use crate::{Band, Grade};
use fd::{Limits, ModelError, Random, Stopped};
use graded::graded;
use prover::Prover;
use puzzles::{Board, Clues, Impossible, Kind, Maker, Puzzle, Request};
use strip::{Job, Stripped};

/// The drafts that are tried before giving up.
const MOST_DRAFTS: u64 = 2_000;

/// The same where puzzles are graded, which takes longer.
const MOST_GRADED: u64 = 300;

/// The drafts among which one with the fewest clues is looked for.
const DRAFTS_FOR_FEWEST: u64 = 20;

/// Makes puzzles of one request, each named by a seed and an index.
#[derive(Debug)]
pub struct Workshop {
    kind: &'static Kind,
    wanted: Request,
    clues: Clues,
    difficulty: Option<Band>,
    maker: Box<dyn Maker>,
    /// For the model that all drafts share, or else for the last draft's.
    prover: Option<Prover>,
}

/// A puzzle that was made, and proved to have one solution.
#[derive(Debug)]
pub struct Made {
    /// The puzzle.
    pub puzzle: Box<dyn Puzzle>,
    /// Its solution.
    pub solution: Board,
    /// Whether it was proved that no clue can be dropped.
    pub minimal: bool,
    /// How hard it is, where that was asked for.
    pub grade: Option<Grade>,
    /// The drafts it took.
    pub drafts: u64,
    /// The search nodes it took.
    pub nodes: u64,
}

/// Why no puzzle was made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MakeError {
    /// There is no such puzzle.
    #[error(transparent)]
    Impossible(#[from] Impossible),
    /// None was found: perhaps there is none, perhaps they are rare.
    #[error("no such puzzle was found in {drafts} drafts; perhaps there is none")]
    NoneFound {
        /// How many drafts were tried.
        drafts: u64,
    },
    /// A limit on the whole came first.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// It is too large for the kernel.
    #[error(transparent)]
    Model(#[from] ModelError),
}

impl Workshop {
    /// A workshop for such puzzles.
    ///
    /// # Errors
    /// Why there is no such puzzle.
    pub fn new(kind: &'static Kind, wanted: Request) -> Result<Workshop, MakeError> {
        let clues = match (kind.making.clues, wanted.clues) {
            (_, Some(clues)) => clues,
            (Some(option), None) => option.default,
            (None, None) => Clues::Min,
        };
        let maker = (kind.maker)(&wanted)?;
        let prover = maker.stencil().transpose()?.map(Prover::new);
        Ok(Workshop { kind, wanted, clues, difficulty: None, maker, prover })
    }

    /// The same for puzzles of this band only.
    #[must_use]
    pub fn difficulty(self, band: Option<Band>) -> Workshop {
        Workshop { difficulty: band, ..self }
    }

    /// Makes the puzzle that the seed and the index name: the same whatever was
    /// made before.
    ///
    /// # Errors
    /// Why it could not be made. The limits may stop it, but never change it.
    pub fn make(&mut self, seed: u64, index: u64, limits: Limits<'_>) -> Result<Made, MakeError> {
        let mut random = Random::numbered(seed, index);
        let mut best: Option<(Stripped, Option<Grade>)> = None;
        let mut nodes = 0;
        let mut drafts = 0;
        let most = if self.difficulty.is_some() { MOST_GRADED } else { MOST_DRAFTS };
        while drafts < most && !(best.is_some() && drafts >= DRAFTS_FOR_FEWEST) {
            drafts += 1;
            let Some(draft) = self.maker.draft(&mut random) else { continue };
            let question = limits.nodes(self.maker.patience());
            let maker = &mut *self.maker;
            // Only one with fewer clues than the best so far will do.
            let below = best.as_ref().map(|(best, _)| best.count());
            let prover = &mut self.prover;
            let mut job = Job {
                maker,
                prover,
                clues: self.clues,
                below,
                random: &mut random,
                limits: question,
                others: Vec::new(),
                nodes: 0,
            };
            let stripped = job.run(draft);
            nodes += job.nodes;
            let Some(stripped) = stripped? else { continue };
            let (stripped, grade) = match self.difficulty {
                None => (stripped, None),
                Some(band) => match graded(stripped, band, self.clues == Clues::Min, &mut random, limits)? {
                    Some((stripped, grade)) => (stripped, Some(grade)),
                    None => continue,
                },
            };
            let count = stripped.count();
            if best.as_ref().is_none_or(|(best, _)| count < best.count()) {
                best = Some((stripped, grade));
            }
            if self.clues != Clues::Fewest || count == 0 {
                break;
            }
        }
        let Some((Stripped { draft, kept, minimal }, grade)) = best else {
            return Err(MakeError::NoneFound { drafts });
        };
        Ok(Made { puzzle: draft.puzzle.with_clues(&kept), solution: draft.solution, minimal, grade, drafts, nodes })
    }
}
