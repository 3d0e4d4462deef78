//! Making puzzles that have exactly one solution, proved.
//!
//! A kind drafts a random solution with every clue that could be given. The kernel
//! proves that no other solution fits, and clues are stripped as long as that holds.
//! Where few of many clues are needed (Weight), they are added instead: for each other
//! solution found, one that it breaks. Where a draft with all its clues has other
//! solutions, the kind may repair it. A question whose budget of nodes is spent keeps
//! its clue, and the puzzle is then not called minimal. Finally the draft's solution is
//! checked against the rules: the proofs only say that there is no other.
//!
//! The rules without clues are posed once per request where they can be. Weight and
//! Multi-Balance, whose drafts differ in shape, pose each draft, and so does Trid, whose
//! search follows the draft's solution. Constraints that only work out the value of a
//! clue that is not given may rest; for Trid that is a quarter of the time.
//!
//! Everything random comes from the seed and the index, and budgets count nodes, so a
//! puzzle is the same on every machine, however the work is cut into slices. Which
//! puzzle a seed names depends on the order in which a search finds other solutions, so
//! makers keep the search they had, even where solving has found a better one.

mod record;
mod strip;

pub use record::{canonical_hash, loose_document, options_record, puzzle_to_json};

use crate::explain::needs::needs;
use crate::explain::{Explanation, Outcome, explained, graded};
use crate::solve::ShapeSolver;
use crate::task::{Meter, Task};
use crate::{Difficulty, Grade};
use fd::{Limits, ModelError, Random, Stopped};
use puzzles::{Board, Clues, Impossible, Kind, Maker, Puzzle, Request};
use strip::{Stripped, Stripping};

/// The drafts that are tried before giving up.
const MOST_DRAFTS: u64 = 2_000;

/// The same where not one try has led to a draft: more would hardly help.
const MOST_BARREN: u64 = 300;

/// The same where puzzles are graded, which takes longer.
const MOST_GRADED: u64 = 300;

/// The drafts among which one with the fewest clues is looked for.
const DRAFTS_FOR_FEWEST: u64 = 20;

/// The cost of a draft, in runs of propagators: about the time that most drafts
/// of the usual sizes take.
const DRAFT: u64 = 500;

/// Makes puzzles of one request, each named by a seed and an index.
#[derive(Debug)]
pub struct Workshop {
    kind: &'static Kind,
    wanted: Request,
    clues: Clues,
    difficulty: Option<Difficulty>,
    techniques: Techniques,
    maker: Box<dyn Maker>,
    /// For the model that all drafts share, or else for the last draft's.
    solver: Option<ShapeSolver>,
}

/// Which techniques a made puzzle needs, by their numbers in the list of the kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Techniques {
    /// One that it needs.
    pub with: Option<usize>,
    /// One that it does without.
    pub without: Option<usize>,
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
    #[error("no such puzzle was found in {drafts} drafts; perhaps there is none{}", advice(*.easier))]
    NoneFound {
        /// How many drafts were tried.
        drafts: u64,
        /// What is found more easily, if the kind knows.
        easier: Option<&'static str>,
    },
    /// A limit on the whole came first.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// It is too large for the kernel.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The intended solution is not one: a bug in the maker.
    #[error("the maker's solution breaks a rule: {0}")]
    Unsound(String),
}

fn advice(easier: Option<&str>) -> String {
    easier.map(|easier| format!("; {easier}")).unwrap_or_default()
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
        Ok(Workshop { kind, wanted, clues, difficulty: None, techniques: Techniques::default(), maker, solver: None })
    }

    /// The same for puzzles of this difficulty only.
    #[must_use]
    pub fn difficulty(self, difficulty: Option<Difficulty>) -> Workshop {
        Workshop { difficulty, ..self }
    }

    /// The same for puzzles that need these techniques, or do without.
    #[must_use]
    pub fn techniques(self, techniques: Techniques) -> Workshop {
        Workshop { techniques, ..self }
    }

    /// Makes the puzzle that the seed and the index name: the same whatever was
    /// made before.
    ///
    /// # Errors
    /// Why it could not be made. The limits may stop it, but never change it;
    /// of their counts only the one of work matters.
    pub fn make(&mut self, seed: u64, index: u64, limits: Limits<'_>) -> Result<Made, MakeError> {
        self.task(seed, index, limits).finish(limits)?
    }

    /// The same in slices. However the work is cut, the puzzle is the same, and
    /// a task that is dropped leaves nothing behind. A draft is not cut.
    ///
    /// ```
    /// use fd::Limits;
    /// use puzzles::Request;
    /// use studio::{Workshop, task::Progress};
    /// let gap = puzzles::kind("gap").expect("it is a kind");
    /// let mut workshop = Workshop::new(gap, Request::of_size(9))?;
    /// let mut task = workshop.making(7, 0);
    /// let made = loop {
    ///     match task.run(1_000) {
    ///         Progress::Done(made) => break made?,
    ///         Progress::Paused(rest) => task = rest, // Here other work can be done.
    ///     }
    /// };
    /// let at_once = workshop.make(7, 0, Limits::none())?;
    /// assert_eq!(made.puzzle.write_json(), at_once.puzzle.write_json());
    /// # Ok::<(), studio::MakeError>(())
    /// ```
    pub fn making(&mut self, seed: u64, index: u64) -> Task<'_, Result<Made, MakeError>> {
        self.task(seed, index, Limits::none())
    }

    /// The same, with drafts that end at the deadline.
    fn task<'a>(&'a mut self, seed: u64, index: u64, limits: Limits<'a>) -> Task<'a, Result<Made, MakeError>> {
        let meter = Meter::new();
        Task::new(&meter.clone(), async move {
            let random = Random::numbered(seed, index);
            let mut hunt = Hunt { random, best: None, drafts: 0, barren: true, nodes: 0 };
            while hunt.drafts < self.most_drafts(&hunt) && !hunt.is_over(self.clues) {
                meter.spend(DRAFT);
                meter.pause().await;
                self.try_draft(&mut hunt, &meter, limits).await?;
            }
            hunt.made(self.maker.easier())
        })
    }

    fn most_drafts(&self, hunt: &Hunt) -> u64 {
        match self.is_graded() {
            _ if hunt.barren => MOST_BARREN,
            true => MOST_GRADED,
            false => MOST_DRAFTS,
        }
    }

    /// Whether it takes more than one solution.
    fn is_graded(&self) -> bool {
        self.difficulty.is_some() || self.techniques != Techniques::default()
    }

    /// Drafts once, and makes a puzzle of the draft if possible.
    async fn try_draft(&mut self, hunt: &mut Hunt, meter: &Meter, limits: Limits<'_>) -> Result<(), MakeError> {
        hunt.drafts += 1;
        let Some(draft) = self.maker.draft(&mut hunt.random, limits)? else { return Ok(()) };
        hunt.barren = false;
        let mut job = Stripping {
            maker: &mut *self.maker,
            solver: &mut self.solver,
            clues: self.clues,
            // Only one with fewer clues than the best so far will do.
            below: hunt.best.as_ref().map(|(best, _)| best.count()),
            random: &mut hunt.random,
            meter,
            others: Vec::new(),
            seed: 0,
            nodes: 0,
        };
        let stripped = job.run(draft).await;
        hunt.nodes += job.nodes;
        let Some(stripped) = stripped else { return Ok(()) };
        let (stripped, grade) = if self.is_graded() {
            match self.graded(stripped, &mut hunt.random, meter).await? {
                Some((stripped, grade)) => (stripped, Some(grade)),
                None => return Ok(()),
            }
        } else {
            (stripped, None)
        };
        if hunt.best.as_ref().is_none_or(|(best, _)| stripped.count() < best.count()) {
            hunt.best = Some((stripped, grade));
        }
        Ok(())
    }

    /// A puzzle of the difficulty and the techniques that are asked for, made from a stripped
    /// draft, with its grade. One that is too hard gets clues back, if it may have any number
    /// of them, one by one; `None` when that fails.
    async fn graded(
        &self,
        mut stripped: Stripped,
        random: &mut Random,
        meter: &Meter,
    ) -> Result<Option<(Stripped, Grade)>, MakeError> {
        loop {
            let puzzle = stripped.draft.puzzle.with_clues(&stripped.kept);
            let told = match self.techniques == Techniques::default() {
                true => None,
                false => Some(explained(&*puzzle, meter).await?),
            };
            let grade = match &told {
                None => graded(&*puzzle, meter).await?,
                Some(told) => matches!(told.outcome, Outcome::Solved(_)).then(|| told.grade()),
            };
            let Some(grade) = grade else { return Ok(None) };
            if self.difficulty.is_none_or(|wanted| grade.difficulty == wanted) {
                let fits = match &told {
                    None => true,
                    Some(told) => self.techniques.fit(&*puzzle, told, meter).await?,
                };
                return Ok(fits.then_some((stripped, grade)));
            }
            let dropped: Vec<usize> = (0..stripped.kept.len()).filter(|&clue| !stripped.kept[clue]).collect();
            match random.pick(&dropped) {
                Some(&clue) if Some(grade.difficulty) > self.difficulty && self.clues == Clues::Min => {
                    stripped.kept[clue] = true;
                    stripped.minimal = false;
                }
                _ => return Ok(None),
            }
        }
    }
}

impl Techniques {
    /// Whether a puzzle with this explanation needs, and does without, what is wanted.
    async fn fit(self, puzzle: &dyn Puzzle, explanation: &Explanation, meter: &Meter) -> Result<bool, ModelError> {
        let with = match self.with {
            Some(technique) => needs(puzzle, explanation, technique, meter).await?,
            None => true,
        };
        let without = match self.without {
            Some(technique) if with => !needs(puzzle, explanation, technique, meter).await?,
            _ => true,
        };
        Ok(with && without)
    }
}

/// The making of one puzzle.
#[derive(Debug)]
struct Hunt {
    random: Random,
    best: Option<(Stripped, Option<Grade>)>,
    drafts: u64,
    /// Whether no try has led to a draft.
    barren: bool,
    nodes: u64,
}

impl Hunt {
    /// Whether the best so far will do.
    fn is_over(&self, clues: Clues) -> bool {
        let enough = |best: &Stripped| clues != Clues::Fewest || best.count() == 0 || self.drafts >= DRAFTS_FOR_FEWEST;
        self.best.as_ref().is_some_and(|(best, _)| enough(best))
    }

    fn made(self, easier: Option<&'static str>) -> Result<Made, MakeError> {
        let Hunt { best, drafts, nodes, .. } = self;
        let Some((Stripped { draft, kept, minimal }, grade)) = best else {
            return Err(MakeError::NoneFound { drafts, easier });
        };
        let (puzzle, solution) = (draft.puzzle.with_clues(&kept), draft.solution);
        // That there is no other solution was proved; that this is one is the
        // maker's word, and the rules themselves have to confirm it.
        let broken = puzzle.violations(&solution).into_iter().next();
        let blank = || (!solution.is_full()).then(|| "a place is blank".to_owned());
        if let Some(message) = broken.map(|violation| violation.message).or_else(blank) {
            return Err(MakeError::Unsound(message));
        }
        Ok(Made { puzzle, solution, minimal, grade, drafts, nodes })
    }
}
