//! Kinds of puzzles: those that are built in, and those that rule files describe.

use crate::answer::shown;
use crate::data::Pickled;
use crate::fault::{plain, raised, unread};
use crate::puzzle::Puzzle;
use equipoise::puzzles::markdown::{self, Block, plain as words};
use equipoise::puzzles::{self, Fault, KINDS, Location, ReadError, Takes};
use equipoise::scene::escape;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

/// A kind of puzzle.
#[pyclass(frozen, module = "equipoise")]
pub(crate) struct Kind(pub(crate) &'static puzzles::Kind);

/// The rule file of a kind, if it is a user's own. Puzzles are pickled with it.
pub(crate) fn source_of(kind: &puzzles::Kind) -> Option<&'static str> {
    kind.page.filter(|page| !page.is_builtin).map(|page| page.text)
}

/// A block of Markdown for a page.
fn block_to_html(block: &Block) -> String {
    match block {
        Block::Heading(title) => format!("<h4>{}</h4>", escape(title)),
        Block::Paragraph(spans) => format!("<p>{}</p>", escape(&words(spans))),
        Block::Item(Some(number), spans) => format!("<p>{number}. {}</p>", escape(&words(spans))),
        Block::Item(None, spans) => format!("<p>- {}</p>", escape(&words(spans))),
        Block::Verbatim(lines) => format!("<pre>{}</pre>", escape(&lines.join("\n"))),
    }
}

/// The names of all built-in puzzles.
#[pyfunction]
pub(crate) fn builtin() -> Vec<String> {
    equipoise::builtin_names().collect()
}

/// All kinds.
#[pyfunction]
pub(crate) fn kinds() -> Vec<Kind> {
    KINDS.iter().map(|&kind| Kind(kind)).collect()
}

/// The kind with this name.
#[pyfunction]
pub(crate) fn kind(py: Python<'_>, name: &str) -> PyResult<Kind> {
    let unknown = || raised(py, equipoise::Error::UnknownKind { name: name.to_owned() });
    puzzles::kind(name).map(Kind).ok_or_else(unknown)
}

/// The kind that a rule file describes: a page of text. From then on it is known by its name, too.
///
/// >>> import equipoise
/// >>> kind = equipoise.load('''
/// ... puzzle Tiny square
/// ... rules "Each number once in every row and column."
/// ... size n: 1..5, usually 3
/// ... board grid n x n
/// ... values 1..n
/// ... rule row at row in rows: different(row)
/// ... rule column at column in columns: different(column)
/// ... clue given at cell in cells: cell = clue
/// ... ''')
/// >>> equipoise.generate(kind, seed=1).count()
/// 1
#[pyfunction]
pub(crate) fn load(py: Python<'_>, rules: &str) -> PyResult<Kind> {
    let kind = py.detach(|| puzzles::load(rules)).map_err(|mistake| {
        let place = Location::at(mistake.line, mistake.column);
        unread(py, &ReadError { fault: Fault::Syntax, place, message: mistake.message })
    })?;
    puzzles::replace(kind).map_err(|taken| plain(py, "ArgumentError", &taken.to_string()))?;
    Ok(Kind(kind))
}

impl Kind {
    /// The name of a kind that is given by its name or by itself.
    pub(crate) fn name_of(given: &Bound<'_, PyAny>) -> PyResult<String> {
        match given.cast::<Kind>() {
            Ok(kind) => Ok(kind.get().0.name.to_owned()),
            Err(_) => given.extract(),
        }
    }
}

#[pymethods]
impl Kind {
    /// Its name in files and commands.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name
    }

    /// Its name for people.
    #[getter]
    fn title(&self) -> &'static str {
        self.0.title
    }

    /// Other names that people know it by.
    #[getter]
    fn aliases(&self) -> Vec<&'static str> {
        self.0.aliases.to_vec()
    }

    /// The rules for people, in Markdown.
    #[getter]
    fn rules_text(&self) -> &'static str {
        self.0.rules_text
    }

    /// The name of each rule, and what it says.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        self.0.rules.iter().try_for_each(|rule| dict.set_item(rule.name, rule.says))?;
        Ok(dict)
    }

    /// The name of each technique, the easiest first, and what one does.
    #[getter]
    fn techniques<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        self.0.techniques.iter().try_for_each(|technique| dict.set_item(technique.name, technique.says))?;
        Ok(dict)
    }

    /// What a size means.
    #[getter]
    fn size_says(&self) -> &'static str {
        self.0.size_says
    }

    /// The size that is made unless another is asked for.
    #[getter]
    fn usual_size(&self) -> usize {
        self.0.making.size
    }

    /// The sizes that people are offered.
    #[getter]
    fn sizes(&self) -> Vec<usize> {
        self.0.making.offered.to_vec()
    }

    /// What `generate` can be asked for besides, and what it means.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for option in self.0.making.options {
            let takes = match option.takes {
                Takes::Number { least, most } => format!("{least} to {most}"),
                Takes::YesNo => "True or False".to_owned(),
            };
            dict.set_item(option.name, format!("{} ({takes})", option.says))?;
        }
        Ok(dict)
    }

    /// The names of its built-in puzzles.
    #[getter]
    fn builtin(&self) -> Vec<String> {
        self.0.builtin_names().collect()
    }

    /// The smallest built-in puzzle that has a solution.
    fn example(&self) -> Option<Puzzle> {
        puzzles::example(self.0).map(|(_, document)| Puzzle(document.into()))
    }

    fn _repr_html_(&self) -> String {
        let blocks = markdown::rules(self.0.rules_text);
        let html: String = blocks.map(|block| block_to_html(&block)).collect();
        let drawing = self.example().map(|puzzle| shown(&puzzle.0.draw()));
        format!("<h3>{}</h3>{html}{}", escape(self.0.title), drawing.unwrap_or_default())
    }

    fn __str__(&self) -> &'static str {
        self.0.name
    }

    fn __repr__(&self) -> String {
        format!("<equipoise.Kind {}>", self.0.name)
    }

    fn __eq__(&self, other: &Self) -> bool {
        // A user's kind that was loaded again is another one if its rules are.
        std::ptr::eq(self.0, other.0)
    }

    fn __hash__(&self) -> u64 {
        crate::puzzle::hashed(&self.0.name)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py, (Bound<'py, PyString>, Option<&'static str>)>> {
        let again = slf.py().import("equipoise._errors")?.getattr("_kind_again")?;
        Ok((again, (PyString::new(slf.py(), slf.get().0.name), source_of(slf.get().0))))
    }
}
