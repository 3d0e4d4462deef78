//! The rows of the table: for each our model, and Gecode's with its data.

use crate::balance::{Tree, trees};
use crate::models::{self, Problem};
use fd::constraints::Strength;

/// A labelling, as MiniZinc and as we call it.
#[derive(Clone, Copy)]
pub(crate) struct Choice {
    minizinc: &'static str,
    pub(crate) labelling: &'static str,
}

const IN_ORDER: Choice = Choice { minizinc: "input_order", labelling: "leftmost" };
const FIRST_FAIL: Choice = Choice { minizinc: "first_fail", labelling: "ff" };

/// A strength, as Gecode and as we call it.
type Level = (&'static str, Strength);

const VALUE: Level = ("val", Strength::Value);
const BOUNDS: Level = ("bounds", Strength::Bounds);
const DOMAIN: Level = ("domain", Strength::Domain);

pub(crate) struct Row {
    name: String,
    variant: String,
    pub(crate) choice: Choice,
    /// All solutions, or the first.
    pub(crate) all: bool,
    /// Gecode's model and its data.
    pub(crate) model: &'static str,
    pub(crate) data: String,
    ours: Box<dyn Fn() -> Problem>,
}

impl Row {
    fn new(
        name: String,
        variant: &str,
        choice: Choice,
        model: &'static str,
        ours: impl Fn() -> Problem + 'static,
    ) -> Row {
        let data = format!("choice={};", choice.minizinc);
        Row { name, variant: variant.into(), choice, all: true, model, data, ours: Box::new(ours) }
    }

    fn with(mut self, data: impl AsRef<str>) -> Row {
        self.data += data.as_ref();
        self
    }

    /// The row of an `all_different` of this strength.
    fn at(
        (word, _): Level,
        name: String,
        choice: Choice,
        model: &'static str,
        ours: impl Fn() -> Problem + 'static,
    ) -> Row {
        Row::new(name, word, choice, model, ours).with(format!("distinct={word};"))
    }

    pub(crate) fn title(&self) -> String {
        format!("{} {} {}", self.name, self.variant, self.choice.minizinc)
    }

    pub(crate) fn problem(&self) -> Problem {
        (self.ours)()
    }
}

pub(crate) fn all() -> Vec<Row> {
    let mut rows = Vec::new();
    for n in 8..=12 {
        for choice in [IN_ORDER, FIRST_FAIL] {
            queens(n, choice, &mut rows);
        }
    }
    for choice in [IN_ORDER, FIRST_FAIL] {
        for level in [VALUE, BOUNDS, DOMAIN] {
            for n in [3, 4] {
                let ours = move || models::magic_square(n, level.1);
                rows.push(Row::at(level, format!("magic-{n}"), choice, "magic", ours).with(format!("n={n};")));
            }
        }
    }
    for level in [VALUE, DOMAIN] {
        for (name, cells) in models::sudoku_grids() {
            let digits = cells.chars().map(|cell| cell.to_digit(10).unwrap_or(0) as i32);
            let ours = move || models::sudoku(cells, level.1);
            rows.push(Row::at(level, format!("sudoku-{name}"), FIRST_FAIL, "sudoku", ours).with(square(9, digits)));
        }
    }
    for (name, text) in files("qcp") {
        let given: Vec<Vec<i32>> = text.lines().map(numbers).collect();
        let data = format!("n={};{}", given.len(), square(given.len(), given.iter().flatten().copied()));
        let ours = move || models::latin_square(&given, DOMAIN.1);
        let row = Row::at(DOMAIN, format!("latin-{name}"), FIRST_FAIL, "latin", ours).with(data);
        rows.push(Row { all: false, ..row });
    }
    for (name, tree) in trees() {
        // In reading order the larger trees take hours.
        let small = ["dense018_1", "mid030_50_0", "rand015_0", "seed17"].contains(&name.as_str());
        for choice in [IN_ORDER, FIRST_FAIL].into_iter().skip(usize::from(!small)) {
            let (data, tree): (String, Tree) = (tree.minizinc(), tree.clone());
            let ours = move || tree.problem(DOMAIN.1);
            rows.push(Row::at(DOMAIN, format!("balance-{name}"), choice, "balance", ours).with(data));
        }
    }
    rows
}

/// Queens by disequalities; by `all_different`, with variables for the diagonals; and with views for them.
fn queens(n: i32, choice: Choice, rows: &mut Vec<Row>) {
    let (name, size) = (format!("queens-{n}"), format!("n={n};"));
    rows.push(Row::new(name.clone(), "ne", choice, "queens_ne", move || models::queens(n)).with(&size));
    for views in [false, true] {
        for level in [VALUE, BOUNDS, DOMAIN] {
            let ours =
                move || if views { models::queens_by_views(n, level.1) } else { models::queens_by_lines(n, level.1) };
            let model = if views { "queens_offset" } else { "queens_alldiff" };
            let row = Row::at(level, name.clone(), choice, model, ours).with(&size);
            let variant = format!("{}{}", level.0, if views { " views" } else { "" });
            rows.push(Row { variant, ..row });
        }
    }
}

fn square(n: usize, cells: impl Iterator<Item = i32>) -> String {
    let cells: Vec<String> = cells.map(|cell| cell.to_string()).collect();
    format!("given=array2d(1..{n},1..{n},[{}]);", cells.join(","))
}

fn numbers(line: &str) -> Vec<i32> {
    line.split_whitespace().map(|word| word.parse().expect("a number")).collect()
}

/// The files of a folder of `data`, by name.
pub(crate) fn files(folder: &str) -> Vec<(String, String)> {
    let path = format!("{}/benches/data/{folder}", env!("CARGO_MANIFEST_DIR"));
    let entries = std::fs::read_dir(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut files: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    let text = |file: &std::path::PathBuf| std::fs::read_to_string(file).expect("text");
    files.iter().map(|file| (file.file_stem().expect("a name").to_string_lossy().into_owned(), text(file))).collect()
}
