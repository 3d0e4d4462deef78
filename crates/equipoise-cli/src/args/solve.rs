//! How puzzles are solved.

use super::Puzzles;
use crate::clock::read_duration;
use crate::generate::{Shard, read_shard};
use crate::parallel::jobs_parser;
use clap::Args;
use clap::builder::{PossibleValuesParser, RangedU64ValueParser, TypedValueParser};
use equipoise::fd::Labelling;
use equipoise::puzzles::Form;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Clone, Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,

    /// Stop at the first solution
    #[arg(long, group = "mode")]
    pub(crate) first: bool,

    /// Count the solutions exactly
    #[arg(long, group = "mode")]
    pub(crate) count: bool,

    /// Give every solution, as it is found
    #[arg(long, group = "mode")]
    pub(crate) all: bool,

    /// Give at most K solutions
    #[arg(long, value_name = "K", requires = "all")]
    pub(crate) max: Option<NonZero<u64>>,

    /// Give up on a puzzle after this long, such as 10s or 500ms
    #[arg(long, value_name = "TIME", value_parser = read_duration)]
    pub(crate) time_limit: Option<Duration>,

    /// Search by this labelling, in the words of SICStus Prolog
    #[arg(long, alias = "labelling", value_name = "OPTIONS")]
    pub(crate) labeling: Option<Labelling>,

    /// The constraints: at our best, or as the paper posts them
    #[arg(long, value_parser = form_parser(), default_value = "best")]
    pub(crate) model: Form,

    /// The seed of what is random in the search
    #[arg(long, value_name = "S", default_value_t)]
    pub(crate) seed: u64,

    /// Show what the search did
    #[arg(long)]
    pub(crate) stats: bool,

    /// Write the search tree of one puzzle to a file, for `equipoise lab tree`
    #[arg(long, value_name = "FILE", conflicts_with = "count")]
    pub(crate) trace: Option<PathBuf>,

    /// Replace the file of the trace if it is there already
    #[arg(long, requires = "trace")]
    pub(crate) force: bool,

    /// Show verdicts only, no drawings
    #[arg(long, short)]
    pub(crate) quiet: bool,

    /// Print a JSON object for each puzzle, on a line of its own
    #[arg(long)]
    pub(crate) json: bool,

    /// Search part K of N of one hard puzzle, and print what `merge` joins
    #[arg(long, value_name = "K/N", value_parser = read_shard,
        conflicts_with_all = ["first", "all", "trace", "labeling", "model", "stats", "quiet"])]
    pub(crate) part: Option<Shard>,

    /// Split one hard puzzle into N parts: print the command for each
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<u64>::new().range(1..=MOST_PARTS),
        conflicts_with_all = ["first", "all", "trace", "labeling", "model", "stats", "quiet"])]
    pub(crate) split: Option<u64>,

    /// How many threads: for many puzzles at a time, or for one that is hard
    /// [default: the number of processors]
    #[arg(long, value_name = "J", value_parser = jobs_parser())]
    pub(crate) jobs: Option<NonZero<usize>>,
}

/// The most parts of a puzzle.
pub(crate) const MOST_PARTS: u64 = 1000;

/// Which of a puzzle's models.
pub(crate) fn form_parser() -> impl TypedValueParser<Value = Form> {
    PossibleValuesParser::new(["best", "paper"]).map(|name| if name == "paper" { Form::Paper } else { Form::Best })
}
