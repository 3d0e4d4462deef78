//! Puzzles: where they come from, and what can be asked about them.

use crate::answer::{Certificate, Drawing, Search, Solution, Verdict, Violation, shown};
use crate::ask::ask;
use crate::data::{Pickled, to_json, to_python};
use crate::explain::{Explanation, Grade, Hint, Judgement};
use crate::fault::{plain, raised, unread, wrong_argument};
use crate::kind::{Kind, source_of};
use equipoise::Error;
use equipoise::fd::{Labelling, Statistics};
use equipoise::puzzles::json::Node;
use equipoise::puzzles::{Board, Form};
use equipoise::studio::{self, Options, Searched, TreeNode, canonical_hash};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A puzzle of any kind.
#[pyclass(frozen, module = "equipoise")]
pub(crate) struct Puzzle(pub(crate) equipoise::Puzzle);

/// A built-in puzzle, or the puzzle of a file.
#[pyfunction]
pub(crate) fn open(py: Python<'_>, name: &str) -> PyResult<Puzzle> {
    py.detach(|| equipoise::open(name)).map(Puzzle).map_err(|error| raised(py, error))
}

/// The puzzle of a text.
#[pyfunction]
#[pyo3(signature = (text, kind = None))]
pub(crate) fn read(py: Python<'_>, text: &str, kind: Option<&Bound<'_, PyAny>>) -> PyResult<Puzzle> {
    let kind = kind.map(Kind::name_of).transpose()?;
    let read = py.detach(|| match &kind {
        Some(kind) => equipoise::read_as(kind, text),
        None => equipoise::read(text),
    });
    read.map(Puzzle).map_err(|error| raised(py, error))
}

/// All puzzles of a text.
#[pyfunction]
pub(crate) fn read_all(py: Python<'_>, text: &str) -> PyResult<Vec<Puzzle>> {
    let read = py.detach(|| equipoise::read_all(text));
    read.map(|all| all.into_iter().map(Puzzle).collect()).map_err(|error| raised(py, error))
}

/// A number for a dictionary.
pub(crate) fn hashed(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// What a search did, by the names of SICStus Prolog.
pub(crate) fn statistics<'py>(py: Python<'py>, did: &Statistics) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("seconds", did.time.as_secs_f64())?;
    for (name, count) in [
        ("nodes", did.nodes),
        ("backtracks", did.backtracks),
        ("resumptions", did.resumptions),
        ("entailments", did.entailments),
        ("prunings", did.prunings),
        ("constraints", did.constraints),
    ] {
        dict.set_item(name, count)?;
    }
    Ok(dict)
}

/// A labelling by its SICStus names.
pub(crate) fn read_labelling(py: Python<'_>, text: &str) -> PyResult<Labelling> {
    text.parse().map_err(|error| plain(py, "ArgumentError", &format!("labelling: {error}")))
}

/// A model by its name.
pub(crate) fn read_form(py: Python<'_>, name: &str) -> PyResult<Form> {
    let known = [Form::Best, Form::Paper].into_iter().find(|form| form.name() == name);
    known.ok_or_else(|| wrong_argument(py, "model", &format!("there is no model {name:?}"), "best or paper"))
}

/// The most nodes of a tree that is kept.
const MOST_NODES: usize = 1_000_000;

impl Puzzle {
    /// A board that somebody gives: text, JSON, lists, or a solution.
    pub(crate) fn board_of(&self, given: &Bound<'_, PyAny>) -> PyResult<Board> {
        let py = given.py();
        if let Ok(solution) = given.cast::<Solution>() {
            return Ok(solution.get().0.board().clone());
        }
        if let Ok(text) = given.cast::<PyString>() {
            return self.0.board(text.to_str()?).map_err(|error| raised(py, error));
        }
        let value = to_json(given)?;
        self.0.document().puzzle.read_board(Node::root(&value)).map_err(|error| unread(py, &error))
    }

    /// The same, or the board before the first move.
    fn board_or_start(&self, given: Option<&Bound<'_, PyAny>>) -> PyResult<Board> {
        given.map_or_else(|| Ok(self.0.givens()), |given| self.board_of(given))
    }

    pub(crate) fn same(one: &equipoise::Puzzle, other: &equipoise::Puzzle) -> bool {
        std::ptr::eq(one.document(), other.document())
            || one.kind().name == other.kind().name
                && one.document().puzzle.write_json() == other.document().puzzle.write_json()
    }
}

#[pymethods]
impl Puzzle {
    /// Its kind.
    #[getter]
    fn kind(&self) -> Kind {
        Kind(self.0.kind())
    }

    /// Its size: weights, side, rows or digits.
    #[getter]
    fn size(&self) -> usize {
        self.0.size()
    }

    /// What its file says about it: how it was made, its grade, its source.
    #[getter]
    fn about<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        crate::data::fields_to_python(py, &self.0.document().about)
    }

    /// The names of its places, in the order of boards.
    #[getter]
    fn places(&self) -> Vec<String> {
        let puzzle = &self.0.document().puzzle;
        (0..puzzle.places()).map(|place| puzzle.place_name(place)).collect()
    }

    /// The board before the first move, as lists.
    #[getter]
    fn givens<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.0.document().puzzle.write_board(&self.0.givens()))
    }

    /// The solution that its file gives, or that it was made with.
    #[getter]
    fn given_solution(&self) -> Option<Solution> {
        self.0.given_solution().map(Solution)
    }

    /// A name that equivalent puzzles share.
    #[getter]
    fn hash(&self, py: Python<'_>) -> String {
        py.detach(|| canonical_hash(&*self.0.document().puzzle))
    }

    /// As a line of JSON, with the solution if its file gives it.
    fn to_json(&self) -> String {
        self.0.to_json()
    }

    /// In the text format.
    ///
    /// >>> import equipoise
    /// >>> print(equipoise.open("aztec/seed-3a").to_text())
    /// aztec
    ///   .
    ///  8 9
    /// . . 2
    /// <BLANKLINE>
    fn to_text(&self) -> String {
        self.0.to_text()
    }

    /// As a clause of Prolog, for kinds that a paper presents so.
    fn to_prolog(&self, py: Python<'_>) -> PyResult<String> {
        let none = || plain(py, "ImpossibleError", &format!("no paper has {} in Prolog", self.0.kind().title));
        self.0.to_prolog().ok_or_else(none)
    }

    /// As a model for MiniZinc.
    fn to_minizinc(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| self.0.to_minizinc()).map_err(|error| raised(py, error))
    }

    /// As a question in words: the rules, an example, the puzzle drawn, and how to answer.
    fn prompt(&self, py: Python<'_>) -> String {
        py.detach(|| self.0.prompt())
    }

    /// A board as lists, read from text, JSON or lists.
    fn board<'py>(&self, py: Python<'py>, given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.0.document().puzzle.write_board(&self.board_of(given)?))
    }

    /// A board as rows of text.
    #[pyo3(signature = (board = None))]
    fn board_text(&self, board: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        Ok(self.0.document().puzzle.write_board_text(&self.board_or_start(board)?))
    }

    /// The solution, proved to be the only one.
    ///
    /// >>> import equipoise
    /// >>> equipoise.open("aztec/seed-3a").solve().board
    /// [[1], [8, 9], [1, 7, 2]]
    ///
    /// Raises NoSolutionError, SeveralSolutionsError (with two of them) or LimitError.
    #[pyo3(signature = (*, time_limit = None))]
    fn solve(&self, py: Python<'_>, time_limit: Option<f64>) -> PyResult<Solution> {
        ask(py, &self.0, time_limit, equipoise::Puzzle::solve).map(Solution)
    }

    /// Solutions, at most so many, in the order in which they are found.
    #[pyo3(signature = (most = 2, *, time_limit = None))]
    fn solutions(&self, py: Python<'_>, most: usize, time_limit: Option<f64>) -> PyResult<Vec<Solution>> {
        let found = ask(py, &self.0, time_limit, |puzzle| puzzle.solutions(most))?;
        Ok(found.into_iter().map(Solution).collect())
    }

    /// The exact number of solutions.
    ///
    /// >>> import equipoise
    /// >>> equipoise.read("aztec\n.\n. .\n").count()
    /// 134
    #[pyo3(signature = (*, time_limit = None))]
    fn count(&self, py: Python<'_>, time_limit: Option<f64>) -> PyResult<u128> {
        ask(py, &self.0, time_limit, equipoise::Puzzle::count)
    }

    /// How many solutions there are, as far as it matters, and what the search did.
    ///
    /// >>> import equipoise
    /// >>> verdict = equipoise.open("aztec/seed-6a").verdict(labelling="ffc,bisect", model="paper")
    /// >>> verdict.verdict, verdict.statistics["nodes"] > 100
    /// ('unique', True)
    ///
    /// `labelling` takes the names of SICStus Prolog; `model` is `best` (ours) or `paper`.
    #[pyo3(signature = (*, labelling = None, model = "best", seed = 0, time_limit = None))]
    fn verdict(
        &self,
        py: Python<'_>,
        labelling: Option<&str>,
        model: &str,
        seed: u64,
        time_limit: Option<f64>,
    ) -> PyResult<Verdict> {
        let labelling = labelling.map(|text| read_labelling(py, text)).transpose()?;
        let form = read_form(py, model)?;
        let answer = ask(py, &self.0, time_limit, |puzzle| {
            Ok(puzzle.ask(|puzzle, options| studio::verdict(puzzle, &Options { form, labelling, seed, ..options }))?)
        })?;
        Verdict::of(py, &self.0, answer)
    }

    /// Searches for a verdict, and keeps the tree.
    #[pyo3(signature = (labelling = None, *, model = "paper", seed = 0, most_nodes = 20_000, time_limit = None))]
    fn search(
        &self,
        py: Python<'_>,
        labelling: Option<&str>,
        model: &str,
        seed: u64,
        most_nodes: usize,
        time_limit: Option<f64>,
    ) -> PyResult<Search> {
        let way = labelling.map(|text| read_labelling(py, text)).transpose()?;
        let (form, most) = (read_form(py, model)?, most_nodes.min(MOST_NODES));
        let (answer, nodes) = ask(py, &self.0, time_limit, |puzzle| {
            let nodes: RefCell<Vec<TreeNode<String>>> = RefCell::default();
            let tell = |node| {
                let mut nodes = nodes.borrow_mut();
                // A node is told when its fate is known, in the order in which they were entered.
                if nodes.len() < most {
                    nodes.push(node);
                }
            };
            let answer = puzzle.ask(|puzzle, options| {
                let trace = Some(studio::Trace::new(&tell));
                studio::verdict(puzzle, &Options { form, labelling: way, seed, trace, ..options })
            })?;
            Ok((answer, nodes.into_inner()))
        })?;
        let searched = Searched {
            puzzle: self.0.kind().name.to_owned(),
            model: form.name().to_owned(),
            labelling: way.map(|way| way.to_string()),
            ..Searched::default()
        };
        let complete = nodes.len() < most;
        let verdict = Py::new(py, Verdict::of(py, &self.0, answer)?)?;
        Ok(Search { tree: lab::tree::Tree { searched, nodes }, verdict, complete })
    }

    /// Every rule that a board breaks, and where; blanks break none.
    ///
    /// >>> import equipoise
    /// >>> [violation.message for violation in equipoise.open("aztec/seed-3a").check("1\n8 9\n1 1 2")][:1]
    /// ['r3c1 and r3c2 hold 1; the numbers of a row differ']
    fn check(&self, board: &Bound<'_, PyAny>) -> PyResult<Vec<Violation>> {
        let board = self.board_of(board)?;
        let puzzle = &*self.0.document().puzzle;
        Ok(self.0.check(&board).iter().map(|violation| Violation::of(puzzle, violation)).collect())
    }

    /// What the referee says of a deduction: JSON or a dictionary in the shape of a step of an explanation, which names the
    /// rules and facts that it rests on, or else rests on all rules and on the board.
    #[pyo3(signature = (deduction, board = None, *, time_limit = None))]
    fn judge(
        &self,
        py: Python<'_>,
        deduction: &Bound<'_, PyAny>,
        board: Option<&Bound<'_, PyAny>>,
        time_limit: Option<f64>,
    ) -> PyResult<Judgement> {
        let board = self.board_or_start(board)?;
        let says = match deduction.cast::<PyString>() {
            Ok(text) => text.to_str()?.to_owned(),
            Err(_) => to_json(deduction)?.to_string(),
        };
        ask(py, &self.0, time_limit, |puzzle| puzzle.judge(&says, &board)).map(Judgement)
    }

    /// The easiest next step from a board, or what is wrong with it.
    ///
    /// >>> import equipoise
    /// >>> print(equipoise.open("gap/seed-1").hint().text(3))
    /// look at r8c5
    /// Row 8 has a gap of 4, so r8c5 is empty.
    #[pyo3(signature = (board = None, *, time_limit = None))]
    fn hint(&self, py: Python<'_>, board: Option<&Bound<'_, PyAny>>, time_limit: Option<f64>) -> PyResult<Hint> {
        let board = self.board_or_start(board)?;
        let hint = ask(py, &self.0, time_limit, |puzzle| puzzle.hint(&board))?;
        Ok(Hint { puzzle: self.0.clone(), hint })
    }

    /// The way to the solution, step by step, as a person could go it.
    ///
    /// >>> import equipoise
    /// >>> print(equipoise.open("aztec/seed-3a").explain()[0])
    /// r1c1 is made from r2c1 and r2c2; r2c1 is 8 and r2c2 is 9, so r1c1 is 1.
    #[pyo3(signature = (*, time_limit = None))]
    fn explain(&self, py: Python<'_>, time_limit: Option<f64>) -> PyResult<Explanation> {
        Ok(Explanation::of(ask(py, &self.0, time_limit, equipoise::Puzzle::explain)?))
    }

    /// How hard it is for people.
    #[pyo3(signature = (*, time_limit = None))]
    fn grade(&self, py: Python<'_>, time_limit: Option<f64>) -> PyResult<Grade> {
        Ok(ask(py, &self.0, time_limit, equipoise::Puzzle::grade)?.into())
    }

    /// The names of the techniques that it needs.
    #[pyo3(signature = (*, time_limit = None))]
    fn techniques(&self, py: Python<'_>, time_limit: Option<f64>) -> PyResult<Vec<&'static str>> {
        let needed = ask(py, &self.0, time_limit, |puzzle| {
            let explanation = puzzle.explain()?;
            let told = explanation.told();
            let needed = puzzle.ask(|puzzle, options| studio::techniques_needed(puzzle, told, options.limits));
            Ok::<_, Error>(needed??)
        })?;
        Ok(needed.into_iter().map(|technique| technique.name).collect())
    }

    /// The verdict with a proof that VeriPB, a checker by other people, accepts.
    #[pyo3(signature = (*, time_limit = None))]
    fn certify(&self, py: Python<'_>, time_limit: Option<f64>) -> PyResult<Certificate> {
        let certificate = ask(py, &self.0, time_limit, equipoise::Puzzle::certify)?;
        Ok(Certificate::of(&self.0, certificate))
    }

    /// The puzzle drawn, with a board if one is given.
    #[pyo3(signature = (board = None))]
    fn draw(&self, board: Option<&Bound<'_, PyAny>>) -> PyResult<Drawing> {
        Ok(Drawing(self.0.draw_board(&self.board_or_start(board)?)))
    }

    fn _repr_svg_(&self) -> String {
        shown(&self.0.draw())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<equipoise.Puzzle {}, {}>", self.0.kind().title, self.0.document().puzzle.size_in_words())
    }

    fn __eq__(&self, other: &Self) -> bool {
        Puzzle::same(&self.0, &other.0)
    }

    fn __hash__(&self) -> u64 {
        hashed(&self.0.to_text())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py, (String, Option<&'static str>)>> {
        let own = &slf.get().0;
        let again = slf.py().import("equipoise._errors")?.getattr("_puzzle_again")?;
        Ok((again, (own.to_json(), source_of(own.kind()))))
    }

    /// What [`Solution`] is made again from.
    fn _solution(&self, py: Python<'_>, json: &str) -> PyResult<Solution> {
        let board = self.0.board(json).map_err(|error| raised(py, error))?;
        let wrong = || plain(py, "ArgumentError", "the board is no solution; expected a full one that breaks no rule");
        self.0.solution(board).map(Solution).ok_or_else(wrong)
    }
}
