//! Making puzzles.

use crate::open::find;
use crate::{Error, Puzzle};
use fd::Limits;
use puzzles::{Clues, Request};
use studio::{Difficulty, Workshop};

/// Asks for new puzzles of a kind, each proved to have one solution.
///
/// ```
/// let puzzle = equipoise::generate("trid").size(7).seed(1).one()?;
/// assert_eq!(puzzle.solve()?.board(), puzzle.given_solution().expect("it was made with one").board());
/// # Ok::<(), equipoise::Error>(())
/// ```
pub fn generate(kind: &str) -> Generate {
    Generate { kind: kind.to_owned(), size: None, seed: 0, clues: None, difficulty: None, options: Vec::new() }
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
    options: Vec<(String, u32)>,
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

    /// With so many clues.
    pub fn clues(self, clues: Clues) -> Generate {
        Generate { clues: Some(clues), ..self }
    }

    /// Of this difficulty.
    pub fn difficulty(self, difficulty: Difficulty) -> Generate {
        Generate { difficulty: Some(difficulty), ..self }
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
    /// [`Error::UnknownKind`], [`Error::Impossible`], [`Error::NoneFound`], [`Error::TooLarge`].
    pub fn one(&self) -> Result<Puzzle, Error> {
        self.numbered(0)
    }

    /// The one with this index.
    ///
    /// # Errors
    /// The same.
    pub fn numbered(&self, index: u64) -> Result<Puzzle, Error> {
        make(&mut self.workshop()?, self.seed, index)
    }

    fn workshop(&self) -> Result<Workshop, Error> {
        let kind = find(&self.kind)?;
        let named = |(name, value): &(String, u32)| {
            let option = kind.making.options.iter().find(|option| option.name == name);
            let option = option.ok_or_else(|| Error::Impossible(format!("{} has no option {name:?}", kind.title)))?;
            Ok((option.name, *value))
        };
        let options = self.options.iter().map(named).collect::<Result<_, Error>>()?;
        let request = Request { size: self.size.unwrap_or(kind.making.size), clues: self.clues, options };
        Ok(Workshop::new(kind, request)?.difficulty(self.difficulty))
    }
}

impl IntoIterator for Generate {
    type Item = Result<Puzzle, Error>;
    type IntoIter = Generated;

    fn into_iter(self) -> Generated {
        Generated { workshop: self.workshop().map_err(Some), seed: self.seed, next: 0 }
    }
}

/// Puzzles made one after the other. It never ends, unless there is no such puzzle.
#[derive(Debug)]
pub struct Generated {
    /// What cannot be made at all is said once.
    workshop: Result<Workshop, Option<Error>>,
    seed: u64,
    next: u64,
}

impl Iterator for Generated {
    type Item = Result<Puzzle, Error>;

    fn next(&mut self) -> Option<Result<Puzzle, Error>> {
        match &mut self.workshop {
            Ok(workshop) => {
                self.next += 1;
                Some(make(workshop, self.seed, self.next - 1))
            }
            Err(error) => error.take().map(Err),
        }
    }
}

fn make(workshop: &mut Workshop, seed: u64, index: u64) -> Result<Puzzle, Error> {
    let made = workshop.make(seed, index, Limits::none())?;
    Ok(workshop.document(made, seed, index).into())
}
