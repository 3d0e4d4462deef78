//! Answers that know their puzzle: solutions, verdicts, drawings, search trees, certificates.

use crate::data::{Pickled, to_python};
use crate::fault::raised;
use crate::puzzle::{Puzzle, statistics};
use equipoise::puzzles;
use equipoise::scene::SvgRenderer;
use equipoise::studio::Fate;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::fs;
use std::path::PathBuf;

/// A full board that breaks no rule.
#[pyclass(frozen, module = "equipoise")]
pub(crate) struct Solution(pub(crate) equipoise::Solution);

#[pymethods]
impl Solution {
    /// The puzzle that it solves.
    #[getter]
    fn puzzle(&self) -> Puzzle {
        Puzzle(self.0.puzzle().clone())
    }

    /// The board as lists, in the shape that the rules of the kind give.
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.0.puzzle().document().puzzle.write_board(self.0.board()))
    }

    /// The value of every place, by its name.
    #[getter]
    fn places<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (place, value) in self.0.board().iter().enumerate() {
            dict.set_item(self.0.puzzle().document().puzzle.place_name(place), value)?;
        }
        Ok(dict)
    }

    /// As a line of JSON, in the shape that the rules of the kind give.
    fn to_json(&self) -> String {
        self.0.to_json()
    }

    /// As rows of values.
    fn to_text(&self) -> String {
        self.0.to_text()
    }

    /// The solved puzzle drawn.
    fn draw(&self) -> Drawing {
        Drawing(self.0.draw())
    }

    fn _repr_svg_(&self) -> String {
        shown(&self.0.draw())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<equipoise.Solution {}>", self.0.to_json())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0.board() == other.0.board() && Puzzle::same(self.0.puzzle(), other.0.puzzle())
    }

    fn __hash__(&self) -> u64 {
        crate::puzzle::hashed(self.0.board())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py, (Puzzle, String)>> {
        let own = slf.get();
        let again = slf.py().import("equipoise._errors")?.getattr("_solution_again")?;
        Ok((again, (own.puzzle(), own.0.to_json())))
    }
}

/// How many solutions a puzzle has, as far as it matters.
#[pyclass(frozen, get_all, module = "equipoise")]
pub(crate) struct Verdict {
    /// `unique`, `several`, `none`, or `unknown` if a limit came first.
    verdict: &'static str,
    /// None, one or two of the solutions.
    solutions: Vec<Py<Solution>>,
    /// What the search did, by the names of SICStus Prolog.
    statistics: Py<PyDict>,
}

impl Verdict {
    pub(crate) fn of(
        py: Python<'_>,
        puzzle: &equipoise::Puzzle,
        answer: equipoise::studio::Answer<equipoise::studio::Verdict>,
    ) -> PyResult<Verdict> {
        use equipoise::studio::Verdict as Found;
        let verdict = answer.result.name();
        let boards = match answer.result {
            Found::None => Vec::new(),
            Found::Unique(board) => vec![board],
            Found::Several(one, two) => vec![one, two],
            Found::Unknown(board, _) => board.into_iter().collect(),
        };
        let solutions = boards.into_iter().filter_map(|board| puzzle.solution(board));
        let solutions = solutions.map(|solution| Py::new(py, Solution(solution)));
        let solutions = solutions.collect::<PyResult<_>>()?;
        Ok(Verdict { verdict, solutions, statistics: statistics(py, &answer.statistics)?.unbind() })
    }
}

#[pymethods]
impl Verdict {
    fn __str__(&self) -> &'static str {
        self.verdict
    }

    fn __repr__(&self) -> String {
        format!("<equipoise.Verdict {}>", self.verdict)
    }
}

/// A rule that a board breaks, and where.
#[pyclass(frozen, eq, hash, get_all, module = "equipoise")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Violation {
    /// The name of the rule.
    rule: &'static str,
    /// The names of the places that break it together.
    places: Vec<String>,
    /// What is wrong, in a sentence.
    message: String,
}

impl Violation {
    pub(crate) fn of(puzzle: &dyn puzzles::Puzzle, violation: &puzzles::Violation) -> Violation {
        let places = violation.places.iter().map(|&place| puzzle.place_name(place)).collect();
        Violation { rule: violation.rule.name, places, message: violation.message.clone() }
    }
}

#[pymethods]
impl Violation {
    fn __str__(&self) -> &str {
        &self.message
    }

    fn __repr__(&self) -> String {
        format!("<equipoise.Violation {}: {}>", self.rule, self.message)
    }
}

/// A drawing for a page with others: each has an id of its own.
pub(crate) fn shown(drawing: &equipoise::Drawing) -> String {
    let id = format!("scene-{:x}", crate::puzzle::hashed(&drawing.svg()));
    SvgRenderer::new().id(&id).render(drawing.scene())
}

/// A picture, as characters or as SVG.
#[pyclass(frozen, module = "equipoise")]
pub(crate) struct Drawing(pub(crate) equipoise::Drawing);

#[pymethods]
impl Drawing {
    /// As a file of SVG, with a title and a description for screen readers.
    fn svg(&self) -> String {
        self.0.svg()
    }

    /// As lines of text, with box-drawing characters.
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        self.0.text().map_err(|error| raised(py, error))
    }

    /// The same in ASCII.
    fn ascii(&self, py: Python<'_>) -> PyResult<String> {
        self.0.ascii().map_err(|error| raised(py, error))
    }

    fn _repr_svg_(&self) -> String {
        shown(&self.0)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }
}

/// What a search did, node by node.
#[pyclass(frozen, module = "equipoise")]
pub(crate) struct Search {
    pub(crate) tree: lab::tree::Tree,
    pub(crate) verdict: Py<Verdict>,
    /// Whether it has every node.
    pub(crate) complete: bool,
}

#[pymethods]
impl Search {
    /// What it found.
    #[getter]
    fn verdict(&self, py: Python<'_>) -> Py<Verdict> {
        self.verdict.clone_ref(py)
    }

    /// What it did, by the names of SICStus Prolog.
    #[getter]
    fn statistics(&self, py: Python<'_>) -> Py<PyDict> {
        self.verdict.get().statistics.clone_ref(py)
    }

    /// Whether every node is there.
    #[getter]
    fn complete(&self) -> bool {
        self.complete
    }

    /// The nodes as records, in the order of the search.
    fn records<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let record = |node: &equipoise::studio::TreeNode<String>| {
            let dict = PyDict::new(py);
            dict.set_item("node", node.number)?;
            dict.set_item("parent", node.parent)?;
            dict.set_item("depth", node.depth)?;
            dict.set_item("decision", node.decision.as_deref())?;
            dict.set_item("outcome", fate(node.fate))?;
            dict.set_item("open", node.open)?;
            Ok(dict)
        };
        PyList::new(py, self.tree.nodes.iter().map(record).collect::<PyResult<Vec<_>>>()?)
    }

    /// The tree drawn, with subtrees folded away beyond so many nodes.
    #[pyo3(signature = (most_nodes = 300))]
    fn svg(&self, most_nodes: usize) -> String {
        lab::tree::draw(&self.tree, most_nodes.max(1))
    }

    fn _repr_svg_(&self) -> String {
        self.svg(300)
    }

    fn __len__(&self) -> usize {
        self.tree.nodes.len()
    }

    fn __repr__(&self) -> String {
        format!("<equipoise.Search {}, {} nodes>", self.verdict.get().verdict, self.tree.nodes.len())
    }
}

fn fate(fate: Fate) -> Option<String> {
    serde_json::to_value(fate).ok()?.as_str().map(str::to_owned)
}

/// A verdict with a proof that VeriPB, a checker by other people, accepts.
#[pyclass(frozen, get_all, module = "equipoise")]
pub(crate) struct Certificate {
    /// `unique`, `several` or `none`.
    verdict: &'static str,
    /// The rules as a formula.
    formula: String,
    /// The proof.
    proof: String,
    /// What the proof concludes.
    conclusion: String,
    /// What the files are, with their hashes, as JSON.
    manifest: String,
}

impl Certificate {
    pub(crate) fn of(puzzle: &equipoise::Puzzle, certificate: equipoise::Certificate) -> Certificate {
        let manifest = certificate.manifest(&*puzzle.document().puzzle).to_text();
        let equipoise::Certificate { verdict, claim, proof } = certificate;
        Certificate { verdict: verdict.name(), formula: claim.formula, proof, conclusion: claim.conclusion, manifest }
    }
}

#[pymethods]
impl Certificate {
    /// Writes `NAME.opb`, `NAME.pbp` and `NAME.manifest`, as `equipoise certify` does.
    #[pyo3(signature = (folder, name = "puzzle"))]
    fn write(&self, folder: PathBuf, name: &str) -> PyResult<()> {
        fs::create_dir_all(&folder)?;
        let files = [("opb", &self.formula), ("pbp", &self.proof), ("manifest", &self.manifest)];
        files.iter().try_for_each(|(ending, text)| fs::write(folder.join(format!("{name}.{ending}")), text))?;
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("<equipoise.Certificate {}>", self.verdict)
    }
}
