//! Explanations, grades, hints and judgements.

use crate::answer::{Drawing, shown};
use crate::data::{Pickled, fields_to_python, to_python};
use crate::fault::{unread, wrong_argument};
use crate::puzzle::Puzzle;
use equipoise::puzzles::json::parse;
use equipoise::scene::escape;
use equipoise::studio::Level;
use equipoise::{Difficulty, HintLevel};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// How hard a puzzle is for people.
#[pyclass(frozen, eq, get_all, module = "equipoise")]
#[derive(Clone, PartialEq)]
pub(crate) struct Grade {
    /// In a word, such as `hard`.
    difficulty: &'static str,
    /// The score of the hardest step.
    hardest: u32,
    /// The scores of all steps together.
    effort: u32,
    /// How many rules have something to say before a step, on average.
    width: f64,
    /// How many steps are of each level, by its name.
    levels: BTreeMap<&'static str, usize>,
}

impl From<equipoise::Grade> for Grade {
    fn from(grade: equipoise::Grade) -> Grade {
        let equipoise::Grade { difficulty, hardest, cost, width, levels } = grade;
        let levels = Level::ALL.iter().map(|level| level.name()).zip(levels).collect();
        Grade { difficulty: difficulty.name(), hardest, effort: cost, width, levels }
    }
}

#[pymethods]
impl Grade {
    fn __str__(&self) -> &'static str {
        self.difficulty
    }

    fn __repr__(&self) -> String {
        format!("<equipoise.Grade {}, hardest step {}, effort {}>", self.difficulty, self.hardest, self.effort)
    }

    fn __hash__(&self) -> u32 {
        self.effort
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py, Parts>> {
        let Grade { difficulty, hardest, effort, width, levels } = slf.get().clone();
        Ok((slf.get_type().getattr("_of")?, (difficulty, hardest, effort, width, levels)))
    }

    #[staticmethod]
    fn _of(
        py: Python<'_>,
        difficulty: &str,
        hardest: u32,
        effort: u32,
        width: f64,
        levels: BTreeMap<String, usize>,
    ) -> PyResult<Grade> {
        let difficulty = read_difficulty(py, difficulty)?.name();
        let levels = Level::ALL.iter().map(|level| (level.name(), levels.get(level.name()).copied().unwrap_or(0)));
        Ok(Grade { difficulty, hardest, effort, width, levels: levels.collect() })
    }
}

/// What a grade is made from again.
type Parts = (&'static str, u32, u32, f64, BTreeMap<&'static str, usize>);

/// A difficulty by its name.
pub(crate) fn read_difficulty(py: Python<'_>, name: &str) -> PyResult<Difficulty> {
    Difficulty::ALL.into_iter().find(|difficulty| difficulty.name() == name).ok_or_else(|| {
        let names: Vec<&str> = Difficulty::ALL.iter().map(|difficulty| difficulty.name()).collect();
        wrong_argument(
            py,
            "difficulty",
            &format!("there is no difficulty {name:?}"),
            &format!("one of {}", names.join(", ")),
        )
    })
}

/// The way to the solution, step by step.
#[pyclass(frozen, module = "equipoise", sequence)]
pub(crate) struct Explanation(Arc<equipoise::Explanation>);

impl Explanation {
    pub(crate) fn of(explanation: equipoise::Explanation) -> Explanation {
        Explanation(Arc::new(explanation))
    }

    fn step(&self, number: usize) -> Step {
        Step { of: Arc::clone(&self.0), position: number }
    }
}

#[pymethods]
impl Explanation {
    /// The puzzle that is explained.
    #[getter]
    fn puzzle(&self) -> Puzzle {
        Puzzle(self.0.puzzle().clone())
    }

    /// The steps in order.
    #[getter]
    fn steps(&self) -> Vec<Step> {
        (0..self.0.steps().len()).map(|number| self.step(number)).collect()
    }

    /// How hard all of it is.
    #[getter]
    fn grade(&self) -> Grade {
        self.0.grade().into()
    }

    /// The steps as records.
    fn records<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.steps().iter().map(|step| step.record(py)).collect::<PyResult<Vec<_>>>()?)
    }

    /// The drawing after so many steps.
    #[pyo3(signature = (steps = None))]
    fn draw(&self, steps: Option<usize>) -> Drawing {
        Drawing(self.0.draw(steps.unwrap_or(self.0.steps().len())))
    }

    /// A page of HTML that needs nothing else.
    #[pyo3(signature = (title = "explained"))]
    fn to_html(&self, py: Python<'_>, title: &str) -> String {
        py.detach(|| self.0.to_html(title))
    }

    fn _repr_html_(&self, py: Python<'_>) -> String {
        py.detach(|| {
            let mut html = format!("<p>{}</p>{}", escape(&self.0.told().summary()), shown(&self.0.draw(0)));
            for number in 0..self.0.steps().len() {
                html += &self.step(number).html();
            }
            html
        })
    }

    fn __len__(&self) -> usize {
        self.0.steps().len()
    }

    fn __getitem__(&self, number: isize) -> PyResult<Step> {
        let steps = self.0.steps().len();
        let position = if number < 0 { number + steps as isize } else { number };
        let position = usize::try_from(position).ok().filter(|&position| position < steps);
        position.map(|position| self.step(position)).ok_or_else(|| PyIndexError::new_err("there is no such step"))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<equipoise.Explanation {}>", self.0.told().summary())
    }

    /// It is found again: the same puzzle has the same explanation.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py, (Puzzle,)>> {
        Ok((slf.py().get_type::<Puzzle>().getattr("explain")?, (slf.get().puzzle(),)))
    }
}

/// One deduction.
#[pyclass(frozen, module = "equipoise")]
pub(crate) struct Step {
    of: Arc<equipoise::Explanation>,
    position: usize,
}

impl Step {
    fn told(&self) -> &equipoise::studio::Step {
        &self.of.steps()[self.position]
    }

    fn drawing(&self) -> equipoise::Drawing {
        self.of.draw(self.position + 1)
    }

    /// For a page with others.
    fn html(&self) -> String {
        let mut html = String::new();
        let _ = write!(
            html,
            "<p><b>{}</b> {}. {}</p>{}",
            self.number(),
            escape(&self.technique()),
            escape(&self.text()),
            shown(&self.drawing())
        );
        html
    }
}

#[pymethods]
impl Step {
    /// Its number, from 1.
    #[getter]
    fn number(&self) -> usize {
        self.position + 1
    }

    /// What is deduced, and from what, in words.
    #[getter]
    fn text(&self) -> String {
        self.of.told().context.text(self.told())
    }

    /// The technique that it is made by, or what it is called else.
    #[getter]
    fn technique(&self) -> String {
        self.of.told().context.called_told(self.told())
    }

    /// The name of its level.
    #[getter]
    fn level(&self) -> &'static str {
        self.told().level.name()
    }

    /// How hard it is.
    #[getter]
    fn score(&self) -> u32 {
        self.told().cost
    }

    /// All of it as data: rules, facts, what goes, what is set.
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let record = to_python(py, &self.of.told().context.step_json(self.told()))?;
        record.set_item("number", self.number())?;
        Ok(record)
    }

    /// The board after it, with what it speaks of.
    fn draw(&self) -> Drawing {
        Drawing(self.drawing())
    }

    fn _repr_html_(&self) -> String {
        self.html()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("<equipoise.Step {}: {}>", self.number(), self.technique())
    }
}

/// The next step from a board, or what is wrong with it.
#[pyclass(frozen, module = "equipoise")]
pub(crate) struct Hint {
    pub(crate) puzzle: equipoise::Puzzle,
    pub(crate) hint: equipoise::Hint,
}

impl Hint {
    fn drawing(&self) -> equipoise::Drawing {
        self.hint.draw(&*self.puzzle.document().puzzle).into()
    }
}

fn level(py: Python<'_>, number: u8) -> PyResult<HintLevel> {
    let wrong = || wrong_argument(py, "level", &format!("there is no level {number}"), "a number from 1 to 4");
    HintLevel::new(number).ok_or_else(wrong)
}

#[pymethods]
impl Hint {
    /// What it says, up to a level: where to look (1), which rules (2), the deduction (3), the result (4).
    #[pyo3(signature = (level = 4))]
    fn text(&self, py: Python<'_>, level: u8) -> PyResult<String> {
        Ok(self.hint.told(self::level(py, level)?).join("\n"))
    }

    /// The name of the technique, if it has one.
    #[getter]
    fn technique(&self) -> Option<&'static str> {
        self.hint.technique().map(|technique| technique.name)
    }

    /// What it says as data.
    #[pyo3(signature = (level = 4))]
    fn record<'py>(&self, py: Python<'py>, level: u8) -> PyResult<Bound<'py, PyDict>> {
        let data = self.hint.to_json(self::level(py, level)?);
        fields_to_python(py, data.as_object().unwrap_or(&serde_json::Map::new()))
    }

    /// The board, with what it speaks of.
    fn draw(&self) -> Drawing {
        Drawing(self.drawing())
    }

    fn _repr_html_(&self) -> String {
        format!("<p>{}</p>{}", escape(&self.hint.told(HintLevel::Result).join(" ")), shown(&self.drawing()))
    }

    fn __str__(&self) -> String {
        self.hint.told(HintLevel::Result).join("\n")
    }

    fn __repr__(&self) -> String {
        format!("<equipoise.Hint {}>", self.hint.told(HintLevel::Where).join(" "))
    }
}

/// What the referee says of a deduction.
#[pyclass(frozen, module = "equipoise")]
pub(crate) struct Judgement(pub(crate) equipoise::Judgement);

#[pymethods]
impl Judgement {
    /// `sound`, `unsound`, `needs more`, `contradictory` or `undecided`.
    #[getter]
    fn ruling(&self) -> &'static str {
        self.0.ruling.name()
    }

    /// Whether it follows from what it names.
    #[getter]
    fn sound(&self) -> bool {
        matches!(self.0.ruling, equipoise::Ruling::Sound { .. })
    }

    /// All of it as data: what is missing, what is not needed, a board that refutes it.
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &parse(self.0.to_json(), 1).map_err(|error| unread(py, &error))?)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<equipoise.Judgement {}>", self.0)
    }
}
