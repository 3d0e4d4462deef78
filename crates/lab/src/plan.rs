//! What an experiment does, before it is done.

#[cfg(feature = "flatzinc")]
use crate::boards::SharedProblem;
use crate::boards::SharedPuzzle;
use crate::grid::{Grid, Row};
use crate::measure::Metric;
use crate::published::Published;
use fd::Labelling;
use puzzles::{Form, Kind, Request, Way};
use std::sync::Arc;

/// What is asked of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// A solution.
    First,
    /// Is the solution unique?
    Verdict,
}

/// One thing to be measured.
#[derive(Debug, Clone)]
pub enum Task {
    /// A puzzle to be solved.
    Solve {
        /// The puzzle.
        puzzle: SharedPuzzle,
        /// What is asked.
        goal: Goal,
        /// Which of its models.
        form: Form,
        /// How to search; the model's own way if `None`.
        labelling: Option<Labelling>,
    },
    /// The problem of a FlatZinc file to be solved.
    #[cfg(feature = "flatzinc")]
    Search {
        /// The problem.
        problem: SharedProblem,
        /// What is asked: a verdict on a problem with an objective is its best solution, proved.
        goal: Goal,
        /// How to search; as the file says if `None`.
        labelling: Option<Labelling>,
    },
    /// A puzzle to be made in a paper's way.
    MakeLoosely {
        /// The way.
        way: &'static Way,
        /// What is wanted.
        wanted: Request,
    },
    /// A puzzle to be made that has one solution, proved.
    MakeUnique {
        /// Its kind.
        kind: &'static Kind,
        /// What is wanted.
        wanted: Request,
    },
}

impl Task {
    /// Whether a second run does just what the first did.
    pub fn is_repeated(&self) -> bool {
        !matches!(self, Task::MakeLoosely { .. } | Task::MakeUnique { .. })
    }
}

/// A task, and the cell that its measurements belong to.
#[derive(Debug, Clone)]
pub struct Trial {
    /// The row.
    pub row: usize,
    /// The column.
    pub column: usize,
    /// The seed of what is random in it.
    pub seed: u64,
    /// What to do.
    pub task: Task,
}

/// A way to solve puzzles: a column of most experiments.
#[derive(Debug, Clone)]
pub(crate) struct Solving {
    pub(crate) name: String,
    pub(crate) goal: Goal,
    pub(crate) form: Form,
    pub(crate) labelling: Option<Labelling>,
}

impl Solving {
    /// The paper's model and this labelling, to the first solution.
    pub(crate) fn paper(labelling: &str) -> Solving {
        let name = labelling.to_owned();
        Solving { name, goal: Goal::First, form: Form::Paper, labelling: labelling.parse().ok() }
    }

    /// Our best model and its own search, to the first solution.
    pub(crate) fn best() -> Solving {
        Solving { name: "best model".to_owned(), goal: Goal::First, form: Form::Best, labelling: None }
    }

    /// The same under another name.
    pub(crate) fn named(self, name: &str) -> Solving {
        Solving { name: name.to_owned(), ..self }
    }

    pub(crate) fn task(&self, puzzle: &SharedPuzzle) -> Task {
        let Solving { goal, form, labelling, .. } = *self;
        Task::Solve { puzzle: Arc::clone(puzzle), goal, form, labelling }
    }
}

/// A table of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// Rows by columns of one metric.
    Cells(Metric),
    /// Rows by several metrics, of each column in turn.
    Counters(&'static [Metric]),
    /// Rows whose names begin alike (up to the first comma) taken together, and
    /// all columns, too.
    Groups(Metric),
}

/// A figure of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Picture {
    /// A line for each column, against the numbers that the rows stand for.
    Lines(Metric),
    /// Bars for each row, one for each column.
    Bars(Metric),
    /// Rows by columns in colours.
    Heat(Metric),
}

impl Picture {
    /// Its name among the figures of a report.
    pub fn name(self) -> String {
        let (metric, word) = match self {
            Picture::Lines(metric) => (metric, "lines"),
            Picture::Bars(metric) => (metric, "bars"),
            Picture::Heat(metric) => (metric, "heat"),
        };
        format!("{}-{word}", metric.name())
    }
}

/// What an experiment does, and how it is shown.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The rows and columns.
    pub grid: Grid,
    /// What to measure.
    pub trials: Vec<Trial>,
    /// What should be known about the boards.
    pub notes: Vec<String>,
    /// What the paper measured.
    pub published: Published,
    /// The tables.
    pub views: Vec<View>,
    /// The figures.
    pub pictures: Vec<Picture>,
}

impl Plan {
    /// One that shows times and backtracks: `cell` has the tasks of a row and a column, and their seeds.
    pub(crate) fn new<C: Into<String>, T: IntoIterator<Item = (u64, Task)>>(
        row_word: &str,
        rows: Vec<Row>,
        column_word: &str,
        columns: impl IntoIterator<Item = C>,
        cell: impl Fn(usize, usize) -> T,
    ) -> Plan {
        let grid = Grid::new(row_word, rows, column_word, columns);
        let mut trials = Vec::new();
        for row in 0..grid.rows.len() {
            for column in 0..grid.columns.len() {
                trials.extend(cell(row, column).into_iter().map(|(seed, task)| Trial { row, column, seed, task }));
            }
        }
        let views = vec![View::Cells(Metric::Seconds), View::Cells(Metric::Backtracks)];
        Plan { grid, trials, notes: Vec::new(), published: Published::default(), views, pictures: Vec::new() }
    }

    /// One that solves the boards of each row in each way.
    pub(crate) fn solving(
        row_word: &str,
        rows: impl IntoIterator<Item = (Row, Vec<SharedPuzzle>)>,
        column_word: &str,
        ways: &[Solving],
    ) -> Plan {
        let (rows, boards): (Vec<Row>, Vec<Vec<SharedPuzzle>>) = rows.into_iter().unzip();
        Plan::new(row_word, rows, column_word, ways.iter().map(|way| &way.name), |row, column| {
            boards[row].iter().map(move |puzzle| (0, ways[column].task(puzzle)))
        })
    }
}
