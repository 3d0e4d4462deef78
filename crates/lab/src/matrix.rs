//! Your own experiments: boards by labellings.

#[cfg(feature = "flatzinc")]
use crate::boards::SharedProblem;
use crate::boards::{self, SEED, SharedPuzzle};
use crate::grid::Row;
use crate::measure::Metric;
#[cfg(feature = "flatzinc")]
use crate::plan::Task;
use crate::plan::{Goal, Picture, Plan, Solving, View};
use crate::report::Texts;
use fd::{Labelling, Limits, Stopped};
use puzzles::{Form, Kind, Request};

/// The boards of a matrix.
#[derive(Debug, Clone)]
pub enum Subjects {
    /// Boards that are made.
    Made {
        /// Their kind.
        kind: &'static Kind,
        /// Their sizes.
        sizes: Vec<usize>,
        /// This many clues of a random solution, chosen at random; without a
        /// number, just enough to make it unique.
        clues: Option<usize>,
        /// How many of each size.
        each: usize,
    },
    /// Boards at hand, by name.
    Given(Vec<(String, SharedPuzzle)>),
    /// Problems of any sort, from FlatZinc files, by name.
    #[cfg(feature = "flatzinc")]
    Files(Vec<(String, SharedProblem)>),
}

/// A board that could not be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no {kind} puzzle of size {size} could be made{}", stopped.map_or_else(String::new, |why| format!(": {why}")))]
pub struct Unmade {
    kind: &'static str,
    size: usize,
    /// The limit that came first, if one did.
    pub stopped: Option<Stopped>,
}

/// Boards by labellings.
#[derive(Debug, Clone)]
pub struct Matrix {
    /// The boards.
    pub subjects: Subjects,
    /// The labellings.
    pub labellings: Vec<Labelling>,
    /// Whether the model's own way of searching is one more column.
    pub own: bool,
    /// Which model.
    pub form: Form,
    /// What is asked.
    pub goal: Goal,
    /// The seed of boards and of what is random in the search.
    pub seed: Option<u64>,
    /// What the tables and plots show.
    pub metrics: Vec<Metric>,
}

impl Matrix {
    /// What it does; boards are made on the way, each within `limits()`.
    ///
    /// # Errors
    /// The size of which no board could be made.
    pub fn plan<'l>(&self, limits: &dyn Fn() -> Limits<'l>) -> Result<Plan, Unmade> {
        let sized = matches!(self.subjects, Subjects::Made { .. });
        let way = |name: String, labelling| Solving { name, goal: self.goal, form: self.form, labelling };
        let mut ways: Vec<Solving> =
            self.labellings.iter().map(|&labelling| way(labelling.to_string(), Some(labelling))).collect();
        ways.extend(self.own.then(|| way("own search".to_owned(), None)));
        let mut plan = match &self.subjects {
            #[cfg(feature = "flatzinc")]
            Subjects::Files(files) => of_files(files, &ways),
            _ => Plan::solving(if sized { "size" } else { "puzzle" }, self.boards(limits)?, "labelling", &ways),
        };
        let rows = &plan.grid.rows;
        let mut pictures = Vec::new();
        for &metric in &self.metrics {
            // More lines than colours would be a tangle.
            if ways.len() <= MOST_LINES {
                pictures.push(if sized && rows.len() > 1 { Picture::Lines(metric) } else { Picture::Bars(metric) });
            }
            if ways.len() > MOST_LINES || ways.len() > 1 && rows.len() > 1 {
                pictures.push(Picture::Heat(metric));
            }
        }
        plan.trials.iter_mut().for_each(|trial| trial.seed = self.seed.unwrap_or(0));
        let views = self.metrics.iter().map(|&metric| View::Cells(metric)).collect();
        Ok(Plan { notes: self.notes(), views, pictures, ..plan })
    }

    /// The boards of each row.
    fn boards<'l>(&self, limits: &dyn Fn() -> Limits<'l>) -> Result<Vec<(Row, Vec<SharedPuzzle>)>, Unmade> {
        let (kind, sizes, clues, each) = match &self.subjects {
            Subjects::Given(boards) => {
                let row = |(name, board): &(String, SharedPuzzle)| (Row::named(name), vec![board.clone()]);
                return Ok(boards.iter().map(row).collect());
            }
            #[cfg(feature = "flatzinc")]
            Subjects::Files(_) => return Ok(Vec::new()),
            Subjects::Made { kind, sizes, clues, each } => (*kind, sizes, *clues, *each),
        };
        let seed = self.seed.unwrap_or(SEED);
        let make = |size: usize, seed: u64| match clues {
            Some(clues) => boards::draft(kind, &Request::of_size(size), clues, seed, limits()),
            None => boards::unique(kind, &Request::of_size(size), seed, limits()),
        };
        let made = |size: usize, index: u64| {
            let unmade = |stopped| Unmade { kind: kind.title, size, stopped };
            make(size, seed + index).map_err(|stopped| unmade(Some(stopped)))?.ok_or_else(|| unmade(None))
        };
        let of_size = |&size: &usize| {
            let boards = (0..each as u64).map(|index| made(size, index)).collect::<Result<_, _>>()?;
            Ok((Row::size(size), boards))
        };
        sizes.iter().map(of_size).collect()
    }

    fn notes(&self) -> Vec<String> {
        #[cfg(feature = "flatzinc")]
        if let Subjects::Files(_) = self.subjects {
            return vec![
                "The models are those of the files. What is labelled is what their search annotations name.".to_owned(),
            ];
        }
        let model = match self.form {
            Form::Paper => "The model is the one that the paper posts.",
            Form::Best => "The model is our best one.",
        };
        let boards = match &self.subjects {
            Subjects::Given(_) => "The puzzles are those named in the tables.".to_owned(),
            #[cfg(feature = "flatzinc")]
            Subjects::Files(_) => String::new(),
            Subjects::Made { clues: Some(clues), each, .. } => format!(
                "Boards were made: {each} of each size, with {clues} clues of a random solution, any of them; they may \
                 have many solutions."
            ),
            Subjects::Made { each, .. } => {
                format!("Boards were made: {each} of each size, with one solution and no clue that can be dropped.")
            }
        };
        vec![model.to_owned(), boards]
    }

    /// The matrix in words.
    pub fn texts(&self) -> Texts {
        let asks = match self.goal {
            #[cfg(feature = "flatzinc")]
            Goal::Verdict if matches!(self.subjects, Subjects::Files(_)) => {
                "How long does each labelling take to prove a solution the only one, or the best?"
            }
            Goal::First => "How long does each labelling take to find a solution?",
            Goal::Verdict => "How long does each labelling take to find the solution, and to prove it the only one?",
        };
        let kind = match &self.subjects {
            Subjects::Made { kind, .. } => Some(*kind),
            Subjects::Given(boards) => boards.first().map(|(_, board)| board.kind()),
            #[cfg(feature = "flatzinc")]
            Subjects::Files(_) => None,
        };
        let problem = kind.map_or_else(String::new, |kind| {
            let rules: Vec<&str> = kind.rules.iter().map(|rule| rule.says).collect();
            format!("{}: {}.", kind.title, rules.join("; "))
        });
        let strategies = self.labellings.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
        Texts { asks: asks.to_owned(), problem, strategies: format!("Labelling: {strategies}."), ..Texts::default() }
    }
}

/// Each file in each way.
#[cfg(feature = "flatzinc")]
fn of_files(files: &[(String, SharedProblem)], ways: &[Solving]) -> Plan {
    let rows = files.iter().map(|(name, _)| Row::named(name)).collect();
    Plan::new("model", rows, "labelling", ways.iter().map(|way| &way.name), |row, column| {
        let (problem, way) = (SharedProblem::clone(&files[row].1), &ways[column]);
        [(0, Task::Search { problem, goal: way.goal, labelling: way.labelling })]
    })
}

/// The most lines of a plot.
const MOST_LINES: usize = 9;

/// The most sizes of a matrix.
const MOST_SIZES: usize = 1000;

/// Reads sizes: numbers and ranges such as `9,15,20..50` or `10..90/10` (every
/// tenth), separated by commas.
///
/// # Errors
/// The part that is not a size.
pub fn read_sizes(text: &str) -> Result<Vec<usize>, String> {
    let expected = |part: &str| format!("expected sizes such as 9,15,20..50 or 10..90/10, found {part:?}");
    let mut sizes = Vec::new();
    for part in text.split(',') {
        let number = |text: &str| text.trim().parse::<usize>().map_err(|_| expected(part));
        let (range, step) = part.split_once('/').map_or((part, Ok(1)), |(range, step)| (range, number(step)));
        let step = step?.max(1);
        let (from, to) = match range.split_once("..") {
            Some((from, to)) => (number(from)?, number(to)?),
            None => (number(range)?, number(range)?),
        };
        if from > to || (to - from) / step >= MOST_SIZES {
            return Err(expected(part));
        }
        sizes.extend((from..=to).step_by(step));
    }
    sizes.sort_unstable();
    sizes.dedup();
    Ok(sizes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        assert_eq!(read_sizes("9,15,20..23"), Ok(vec![9, 15, 20, 21, 22, 23]));
        assert_eq!(read_sizes("10..50/20, 5,5"), Ok(vec![5, 10, 30, 50]));
        for wrong in ["", "x", "9..", "..9", "9..8", "1..9/x", "-3", "1..99999999999", "0..5000"] {
            assert!(read_sizes(wrong).is_err(), "{wrong}");
        }
    }
}
