//! Making puzzles.

use crate::limits::Allowed;
use crate::open::find;
use crate::{Error, Puzzle};
use fd::{Clock, Limits};
use puzzles::{Clues, Kind, Request};
use std::num::NonZero;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use studio::pool::{Pool, threads};
use studio::{Difficulty, Techniques, Workshop};

/// Asks for new puzzles of a kind, each proved to have one solution.
///
/// ```
/// let puzzle = equipoise::generate("trid").size(7).seed(1).one()?;
/// assert_eq!(puzzle.solve()?.board(), puzzle.given_solution().expect("it was made with one").board());
/// # Ok::<(), equipoise::Error>(())
/// ```
pub fn generate(kind: &str) -> Generate {
    Generate {
        kind: kind.to_owned(),
        size: None,
        seed: 0,
        clues: None,
        difficulty: None,
        technique: None,
        without: None,
        options: Vec::new(),
        allowed: Allowed::default(),
    }
}

/// New puzzles, as asked for. The same request, seed and index make the same puzzle, everywhere.
///
/// It is also an [`IntoIterator`] over all indices:
///
/// ```
/// for puzzle in equipoise::generate("aztec").size(3).into_iter().take(2) {
///     println!("{}", puzzle?);
/// }
/// # Ok::<(), equipoise::Error>(())
/// ```
#[derive(Debug, Clone)]
#[must_use = "nothing is made before it is asked for"]
pub struct Generate {
    kind: String,
    size: Option<usize>,
    seed: u64,
    clues: Option<Clues>,
    difficulty: Option<Difficulty>,
    technique: Option<String>,
    without: Option<String>,
    options: Vec<(String, u32)>,
    allowed: Allowed,
}

impl Generate {
    /// Of this size: weights, side, rows or digits.
    pub fn size(self, size: usize) -> Generate {
        Generate { size: Some(size), ..self }
    }

    /// From this seed.
    pub fn seed(self, seed: u64) -> Generate {
        Generate { seed, ..self }
    }

    /// With this many clues.
    pub fn clues(self, clues: Clues) -> Generate {
        Generate { clues: Some(clues), ..self }
    }

    /// Of this difficulty.
    pub fn difficulty(self, difficulty: Difficulty) -> Generate {
        Generate { difficulty: Some(difficulty), ..self }
    }

    /// That need this technique: without it, they take costlier steps. `kind.techniques` lists them.
    pub fn technique(self, name: &str) -> Generate {
        Generate { technique: Some(name.to_owned()), ..self }
    }

    /// That do without this technique.
    pub fn without(self, name: &str) -> Generate {
        Generate { without: Some(name.to_owned()), ..self }
    }

    /// With at most this much time for each call.
    pub fn within(mut self, time: Duration) -> Generate {
        self.allowed.time = Some(time);
        self
    }

    /// Until the flag becomes true; any thread may set it.
    pub fn until(mut self, flag: Arc<AtomicBool>) -> Generate {
        self.allowed.flag = Some(flag);
        self
    }

    /// With a clock of your own, which is read every few milliseconds.
    pub fn clock(mut self, clock: Arc<dyn Clock + Send>) -> Generate {
        self.allowed.clock = Some(clock);
        self
    }

    /// With one of the kind's own options, such as `bars`: `kind.making.options` lists them. A switch
    /// is 1 or 0.
    pub fn option(mut self, name: &str, value: u32) -> Generate {
        self.options.push((name.to_owned(), value));
        self
    }

    /// The first one.
    ///
    /// # Errors
    /// [`Error::UnknownKind`], [`Error::Impossible`], [`Error::NoneFound`], [`Error::Stopped`], [`Error::TooLarge`].
    pub fn one(&self) -> Result<Puzzle, Error> {
        self.numbered(0)
    }

    /// The one with this index.
    ///
    /// # Errors
    /// The same.
    pub fn numbered(&self, index: u64) -> Result<Puzzle, Error> {
        let mut workshop = self.workshop()?;
        self.allowed.ask(|limits| make(&mut workshop, self.seed, index, limits))
    }

    /// Those with these indices, in order, made on this many threads (one for each processor, unless a number is
    /// given), and what `each` makes of them: it is part of the work, and should obey the limits.
    ///
    /// ```
    /// let trids = equipoise::generate("trid").size(5).seed(1);
    /// let made = trids.many(0..4, None, |puzzle, _| Ok(puzzle.grade()?.difficulty))?;
    /// assert_eq!(made.len(), 4);
    /// # Ok::<(), equipoise::Error>(())
    /// ```
    ///
    /// # Errors
    /// What concerns all of them: no such puzzle can be, or a limit was reached.
    pub fn many<T: Send>(
        &self,
        indices: Range<u64>,
        jobs: Option<NonZero<usize>>,
        each: impl Fn(Puzzle, Limits<'_>) -> Result<T, Error> + Sync,
    ) -> Result<Vec<Result<T, Error>>, Error> {
        self.workshop()?;
        let wanted = usize::try_from(indices.end.saturating_sub(indices.start)).ok();
        let (enough, mut made, mut ended) = (AtomicBool::new(false), Vec::new(), None);
        self.allowed
            .ask(|limits| {
                let one = |workshop: &mut Result<Workshop, Error>, index| match workshop {
                    Ok(workshop) => make(workshop, self.seed, index, limits).and_then(|puzzle| each(puzzle, limits)),
                    Err(_) => self.numbered(index).and_then(|puzzle| each(puzzle, limits)),
                };
                let work =
                    |workshop: &mut _, index, sender: std::sync::mpsc::SyncSender<_>| sender.send(one(workshop, index));
                Pool::new(threads(jobs), wanted, &enough).run(
                    indices,
                    || self.workshop(),
                    work,
                    |event| {
                        // The thread that waits is the one that looks at the clock, however long a puzzle takes.
                        ended = limits.check().err();
                        match event {
                            _ if ended.is_some() => return Ok(ControlFlow::Break(())),
                            studio::pool::Event::Said(Err(Error::Stopped(stopped))) => {
                                ended = Some(stopped);
                                return Ok(ControlFlow::Break(()));
                            }
                            studio::pool::Event::Said(one) => made.push(one),
                            _ => {}
                        }
                        Ok(ControlFlow::Continue(()))
                    },
                )
            })
            .map_err(|error| Error::Bug(error.to_string()))?;
        ended.map_or(Ok(made), |stopped| Err(stopped.into()))
    }

    /// The kind, and what is asked of its maker.
    fn request(&self) -> Result<(&'static Kind, Request), Error> {
        let kind = find(&self.kind)?;
        let known = |name: &str| kind.making.options.iter().any(|option| option.name == name);
        if let Some((name, _)) = self.options.iter().find(|(name, _)| !known(name)) {
            return Err(Error::Impossible(format!("{} has no option {name:?}", kind.title)));
        }
        // In the order of the kind: it is part of what its puzzles record.
        let given = |name: &str| self.options.iter().rfind(|(own, _)| own == name).map(|&(_, value)| value);
        let options = kind.making.options.iter();
        let options = options.filter_map(|option| Some((option.name, given(option.name)?))).collect();
        Ok((kind, Request { size: self.size.unwrap_or(kind.making.size), clues: self.clues, options }))
    }

    fn workshop(&self) -> Result<Workshop, Error> {
        let (kind, request) = self.request()?;
        let number = |name: &Option<String>| name.as_deref().map(|name| technique(kind, name)).transpose();
        let techniques = Techniques { with: number(&self.technique)?, without: number(&self.without)? };
        Ok(Workshop::new(kind, request)?.difficulty(self.difficulty).techniques(techniques))
    }
}

/// The number of a technique in the list of its kind. Hyphens may stand for blanks.
fn technique(kind: &Kind, name: &str) -> Result<usize, Error> {
    let wanted = name.to_lowercase().replace('-', " ");
    let names: Vec<&str> = kind.techniques.iter().map(|technique| technique.name).collect();
    names.iter().position(|name| *name == wanted).ok_or_else(|| {
        let known = if names.is_empty() {
            "no technique has a name".to_owned()
        } else {
            format!("expected one of: {}", names.join(", "))
        };
        Error::Impossible(format!("{} has no technique {name:?}; {known}", kind.title))
    })
}

impl IntoIterator for Generate {
    type Item = Result<Puzzle, Error>;
    type IntoIter = Generated;

    fn into_iter(self) -> Generated {
        Generated { workshop: self.workshop().map_err(Some), seed: self.seed, allowed: self.allowed, next: 0 }
    }
}

/// Puzzles made one after the other. It never ends, unless there is no such puzzle.
#[derive(Debug)]
pub struct Generated {
    /// What cannot be made at all is said once.
    workshop: Result<Workshop, Option<Error>>,
    seed: u64,
    allowed: Allowed,
    next: u64,
}

impl Iterator for Generated {
    type Item = Result<Puzzle, Error>;

    fn next(&mut self) -> Option<Result<Puzzle, Error>> {
        match &mut self.workshop {
            Ok(workshop) => {
                self.next += 1;
                Some(self.allowed.ask(|limits| make(workshop, self.seed, self.next - 1, limits)))
            }
            Err(error) => error.take().map(Err),
        }
    }
}

fn make(workshop: &mut Workshop, seed: u64, index: u64, limits: Limits<'_>) -> Result<Puzzle, Error> {
    let made = workshop.make(seed, index, limits)?;
    Ok(workshop.document(made, seed, index).into())
}
