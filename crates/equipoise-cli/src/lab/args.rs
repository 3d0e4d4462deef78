//! The command line of `equipoise lab`.

use crate::args::{form_parser, one_of, positive, seed, whole};
use crate::clock::read_duration;
use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use equipoise::fd::{Choice, Labelling, Order, Selection};
use equipoise::puzzles::Form;
use lab::{EXPERIMENTS, Goal, Metric, read_sizes};
use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Subcommand)]
pub(crate) enum Lab {
    /// List the built-in experiments
    List,

    /// Run built-in experiments: every table and figure of the papers
    #[command(after_help = "\
Tables are printed; with `--out` each experiment also gets a directory with its
report (HTML), tables (CSV), results (JSON) and plots (SVG). Times are CPU time
of one thread. Ctrl-C ends the run and keeps what is done.

Examples:
  equipoise lab run aztec-variables
  equipoise lab run all --out reports
  equipoise lab run trid-ffc --time-limit 60s --metric seconds,nodes
  equipoise lab run weight-solving --repeat 3")]
    Run(Run),

    /// Run an experiment of your own: boards by labellings
    #[command(after_help = "\
`--puzzle` is a kind, whose boards are made in the sizes that `--sizes` gives, or
a puzzle: a file or the name of a built-in one. Any other problem can be compared,
too: a FlatZinc file, or a MiniZinc model with its data after it, where MiniZinc is
installed and knows the solver `equipoise`. Every variable choice is combined with
every value choice and every order; `all` stands for all of them.

Examples:
  equipoise lab matrix --puzzle aztec/seed-6a --variable all
  equipoise lab matrix --puzzle gap --sizes 9,15,20..50/10 --clues 2 --order all
  equipoise lab matrix --puzzle weight --sizes 5..12 --variable ff,ffc --choice all
  equipoise lab matrix --puzzle trid --sizes 5..12 --clues 4 --own --html trid.html
  equipoise lab matrix --puzzle golomb.mzn eight.dzn --variable leftmost,ff --goal verdict")]
    Matrix(Box<Matrix>),

    /// Draw a search tree as SVG: one that `solve --trace` wrote, or that of a model
    #[command(after_help = "\
A blue circle is a decision, a red square a failure, a green diamond a solution;
a triangle stands for a subtree that is folded away.

Of a FlatZinc file, or a MiniZinc model with its data, the search for all solutions
is drawn, or that for the best one, up to 100,000 nodes.

Examples:
  equipoise solve --first --model paper --labeling ff --trace tree.jsonl gap/seed-1
  equipoise lab tree tree.jsonl --out tree.svg
  equipoise lab tree queens.mzn --labeling ff --out tree.svg")]
    Tree(Tree),
}

#[derive(Debug, Args)]
pub(crate) struct Run {
    /// The experiments, or `all`; if none is given, they are listed
    #[arg(value_name = "EXPERIMENT", value_parser = PossibleValuesParser::new(names()))]
    pub(crate) experiments: Vec<String>,

    /// The directory for reports, tables, results and plots
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,

    /// Replace existing files
    #[arg(long)]
    pub(crate) force: bool,

    #[command(flatten)]
    pub(crate) effort: Effort,

    /// A directory with published puzzles, some of which the papers used
    #[arg(long, value_name = "DIR", env = "EQUIPOISE_CORPUS", hide_env_values = true)]
    pub(crate) corpus: Option<PathBuf>,
}

fn names() -> impl Iterator<Item = &'static str> {
    EXPERIMENTS.iter().map(|experiment| experiment.name).chain(["all"])
}

/// How long, how often, and what is shown.
#[derive(Debug, Args)]
pub(crate) struct Effort {
    /// Give up on a run after this long, such as 10s or 500ms
    #[arg(long, value_name = "TIME", value_parser = read_duration)]
    pub(crate) time_limit: Option<Duration>,

    /// How often each trial is run; times are averaged
    #[arg(long, value_name = "R", value_parser = positive::<NonZero<u32>>)]
    pub(crate) repeat: Option<NonZero<u32>>,

    /// What the tables show
    #[arg(long, value_name = "METRIC", value_delimiter = ',',
          value_parser = one_of(Metric::ALL.map(|metric| (metric.name(), metric))))]
    pub(crate) metric: Vec<Metric>,
}

/// Names of one sort of labelling option.
fn options(names: impl Iterator<Item = &'static str>) -> PossibleValuesParser {
    PossibleValuesParser::new(names.chain(["all"]))
}

/// The most boards of each size: all of them are kept in memory.
const MOST_BOARDS: u64 = 10_000;

#[derive(Debug, Args)]
pub(crate) struct Matrix {
    /// A kind of puzzle, or puzzles: files or names of built-in ones; or models
    #[arg(long, value_name = "PUZZLE", required = true, num_args = 1..)]
    pub(crate) puzzle: Vec<OsString>,

    /// The sizes of the boards to make, such as 9,15,20..50 or 10..90/10
    #[arg(long, value_name = "SIZES", value_parser = |text: &str| read_sizes(text).map(Sizes))]
    pub(crate) sizes: Option<Sizes>,

    /// Show this many clues of a random solution, chosen at random [default: just
    /// enough to make the solution unique]
    #[arg(long, value_name = "K", requires = "sizes", value_parser = whole::<usize>(0..=u64::MAX))]
    pub(crate) clues: Option<usize>,

    /// How many boards of each size
    #[arg(long, value_name = "B", default_value = "3", value_parser = whole::<usize>(1..=MOST_BOARDS))]
    pub(crate) boards: usize,

    /// Variable choices
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "leftmost",
          value_parser = options(Selection::names()), hide_possible_values = true)]
    pub(crate) variable: Vec<String>,

    /// Value choices
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "step",
          value_parser = options(Choice::names()), hide_possible_values = true)]
    pub(crate) choice: Vec<String>,

    /// Orders
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "up",
          value_parser = options(Order::names()), hide_possible_values = true)]
    pub(crate) order: Vec<String>,

    /// Add a column for the model's own way of searching
    #[arg(long)]
    pub(crate) own: bool,

    /// The model: the one of the paper, or our best
    #[arg(long, value_parser = form_parser(), default_value = "paper")]
    pub(crate) model: Form,

    /// What to look for: a first solution, or a verdict with its proof
    #[arg(long, value_parser = one_of([("first", Goal::First), ("verdict", Goal::Verdict)]), default_value = "first")]
    pub(crate) goal: Goal,

    /// The random seed of the boards and of the search
    #[arg(long, value_name = "S", value_parser = seed)]
    pub(crate) seed: Option<u64>,

    #[command(flatten)]
    pub(crate) effort: Effort,

    /// Write every run as CSV
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,

    /// Write the results as JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,

    /// Write a report with plots, as one self-contained page
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,

    /// Write the plots as SVG into a directory
    #[arg(long, value_name = "DIR")]
    pub(crate) plots: Option<PathBuf>,

    /// Replace existing files
    #[arg(long)]
    pub(crate) force: bool,
}

/// Sizes that were read.
#[derive(Debug, Clone)]
pub(crate) struct Sizes(pub(crate) Vec<usize>);

#[derive(Debug, Args)]
pub(crate) struct Tree {
    /// The file that `solve --trace` wrote; or a model, with its data after it
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Search a model by this labelling instead of as it says
    #[arg(long, value_name = "OPTIONS")]
    pub(crate) labeling: Option<Labelling>,

    /// Search a model no longer than this [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = read_duration)]
    pub(crate) time_limit: Option<Duration>,

    /// Where to write the picture [default: standard output]
    #[arg(long, value_name = "SVG")]
    pub(crate) out: Option<PathBuf>,

    /// Replace existing files
    #[arg(long)]
    pub(crate) force: bool,

    /// Fold subtrees away beyond this many nodes
    #[arg(long, value_name = "N", default_value = "1000", value_parser = positive::<NonZero<usize>>)]
    pub(crate) max_nodes: NonZero<usize>,
}
