//! Making puzzles: one, many, or as many as are asked for.

use crate::ask::{Watch, work};
use crate::explain::read_difficulty;
use crate::fault::wrong_argument;
use crate::kind::Kind;
use crate::puzzle::Puzzle;
use equipoise::puzzles::Clues;
use equipoise::studio::{Exercises, canonical_hash};
use equipoise::{Error, Generate};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::collections::{HashMap, HashSet};
use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// One of the keywords of a request, if it was given.
fn keyword<'py, T>(wanted: &Bound<'py, PyDict>, name: &str, expected: &str) -> PyResult<Option<T>>
where
    T: for<'a> FromPyObject<'a, 'py>,
{
    let Some(value) = wanted.get_item(name)?.filter(|value| !value.is_none()) else { return Ok(None) };
    match value.extract() {
        Ok(value) => Ok(Some(value)),
        Err(_) => Err(wrong_argument(wanted.py(), name, &format!("{value} is out of place"), expected)),
    }
}

/// The request of somebody's words. The keywords are those of `_generate.wanted`.
fn request(kind: &Bound<'_, PyAny>, wanted: &Bound<'_, PyDict>) -> PyResult<Generate> {
    let py = kind.py();
    let seed: Option<u64> = keyword(wanted, "seed", "a number from 0 to 18446744073709551615")?;
    let mut request = equipoise::generate(&Kind::name_of(kind)?).seed(seed.unwrap_or(0));
    if let Some(size) = keyword(wanted, "size", "a number from 0")? {
        request = request.size(size);
    }
    if let Some(name) = keyword::<String>(wanted, "difficulty", "a name")? {
        request = request.difficulty(read_difficulty(py, &name)?);
    }
    if let Some(name) = keyword::<String>(wanted, "technique", "a name")? {
        request = request.technique(&name);
    }
    if let Some(name) = keyword::<String>(wanted, "without", "a name")? {
        request = request.without(&name);
    }
    if let Some(clues) = keyword(wanted, "clues", "a number")? {
        request = request.clues(read_clues(&clues)?);
    }
    let options: Option<HashMap<String, Bound<'_, PyAny>>> = keyword(wanted, "options", "names and numbers")?;
    for (name, value) in options.unwrap_or_default() {
        // True and False are 1 and 0.
        let value = value.extract::<u32>().or_else(|_| value.extract::<bool>().map(u32::from));
        let value =
            value.map_err(|_| wrong_argument(py, &name, "it is no option's value", "a number, True or False"))?;
        request = request.option(&name, value);
    }
    Ok(request)
}

/// How many clues: `min`, `fewest`, a number, or two numbers.
fn read_clues(clues: &Bound<'_, PyAny>) -> PyResult<Clues> {
    if let Ok(number) = clues.extract::<usize>() {
        return Ok(Clues::Between(number, number));
    }
    if let Ok((least, most)) = clues.extract::<(usize, usize)>()
        && least <= most
    {
        return Ok(Clues::Between(least, most));
    }
    match clues.cast::<PyString>().ok().and_then(|text| text.to_str().ok()) {
        Some("min") => Ok(Clues::Min),
        Some("fewest") => Ok(Clues::Fewest),
        _ => {
            let what = format!("{clues} is no number of clues");
            Err(wrong_argument(clues.py(), "clues", &what, "min, fewest, a number, or two numbers such as (4, 8)"))
        }
    }
}

fn limited(request: Generate, watch: &Arc<Watch>, limit: Option<Duration>) -> Generate {
    let (clock, flag, time) = watch.parts(limit);
    request.within(time).until(flag).clock(clock)
}

/// The puzzle that the request, the seed and the index name.
#[pyfunction]
pub(crate) fn generate(
    py: Python<'_>,
    kind: &Bound<'_, PyAny>,
    wanted: &Bound<'_, PyDict>,
    index: u64,
    time_limit: Option<f64>,
) -> PyResult<Puzzle> {
    let request = request(kind, wanted)?;
    work(py, time_limit, |watch, limit| limited(request, watch, limit).numbered(index)).map(Puzzle)
}

/// What is made of an index: the puzzle and its hash, or nothing where none was found.
type Made<T> = Vec<(u64, Option<T>)>;

/// Those of the indices from `start`, made on so many threads.
fn batch<T: Send>(
    py: Python<'_>,
    request: Generate,
    (start, count): (u64, u64),
    jobs: Option<NonZero<usize>>,
    time_limit: Option<f64>,
    each: impl Fn(equipoise::Puzzle, equipoise::fd::Limits<'_>) -> Result<T, Error> + Sync + Send,
) -> PyResult<Made<T>> {
    work(py, time_limit, |watch, limit| {
        let indices = start..start.saturating_add(count);
        let made = limited(request, watch, limit).many(indices.clone(), jobs, each)?;
        indices
            .zip(made)
            .map(|(index, one)| match one {
                Ok(one) => Ok((index, Some(one))),
                Err(Error::NoneFound(_)) => Ok((index, None)),
                Err(error) => Err(error),
            })
            .collect()
    })
}

/// The puzzles of some indices with their hashes; None where none was found.
#[pyfunction]
pub(crate) fn generate_many(
    py: Python<'_>,
    kind: &Bound<'_, PyAny>,
    wanted: &Bound<'_, PyDict>,
    start: u64,
    count: u64,
    jobs: Option<NonZero<usize>>,
    time_limit: Option<f64>,
) -> PyResult<Made<(String, Puzzle)>> {
    let named = |puzzle: equipoise::Puzzle, _: equipoise::fd::Limits<'_>| {
        Ok((canonical_hash(&*puzzle.document().puzzle), puzzle))
    };
    let made = batch(py, request(kind, wanted)?, (start, count), jobs, time_limit, named)?;
    Ok(made.into_iter().map(|(index, one)| (index, one.map(|(hash, puzzle)| (hash, Puzzle(puzzle))))).collect())
}

/// The same as lines of a data set, in JSON.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are the arguments of a function of Python")]
pub(crate) fn exercises(
    py: Python<'_>,
    kind: &Bound<'_, PyAny>,
    wanted: &Bound<'_, PyDict>,
    start: u64,
    count: u64,
    jobs: Option<NonZero<usize>>,
    test: u8,
    time_limit: Option<f64>,
) -> PyResult<Made<(String, String)>> {
    let line = move |puzzle: equipoise::Puzzle, limits: equipoise::fd::Limits<'_>| {
        let line = Exercises { test }.line(puzzle.document(), limits)??;
        let line = line.ok_or_else(|| Error::NoneFound("it has no explanation".to_owned()))?;
        Ok((canonical_hash(&*puzzle.document().puzzle), line.to_string()))
    };
    batch(py, request(kind, wanted)?, (start, count), jobs, time_limit, line)
}

/// Puzzles one after the other, each when it is asked for.
#[pyclass(frozen, module = "equipoise")]
pub(crate) struct Generator {
    request: Generate,
    state: Mutex<State>,
    time_limit: Option<f64>,
}

struct State {
    next: u64,
    /// The hashes of what was made: equivalent puzzles are left out.
    seen: Option<HashSet<String>>,
}

/// Puzzles of the indices from `start`.
#[pyfunction]
pub(crate) fn generate_iter(
    kind: &Bound<'_, PyAny>,
    wanted: &Bound<'_, PyDict>,
    start: u64,
    distinct: bool,
    time_limit: Option<f64>,
) -> PyResult<Generator> {
    let state = Mutex::new(State { next: start, seen: distinct.then(HashSet::new) });
    Ok(Generator { request: request(kind, wanted)?, state, time_limit })
}

/// When so many indices in a row gave nothing new, nothing new is left.
const MOST_IDLE: u64 = 10_000;

#[pymethods]
impl Generator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Puzzle>> {
        work(py, self.time_limit, |watch, limit| {
            let request = limited(self.request.clone(), watch, limit);
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            for _ in 0..MOST_IDLE {
                let made = match request.numbered(state.next) {
                    Err(Error::NoneFound(_)) => None,
                    other => Some(other?),
                };
                // What was interrupted is made again, what was made is not.
                state.next = state.next.saturating_add(1);
                let Some(puzzle) = made else { continue };
                let is_new =
                    state.seen.as_mut().is_none_or(|seen| seen.insert(canonical_hash(&*puzzle.document().puzzle)));
                if is_new {
                    return Ok(Some(Puzzle(puzzle)));
                }
            }
            Ok(None)
        })
    }
}
