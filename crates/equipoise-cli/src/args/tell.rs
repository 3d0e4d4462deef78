//! How puzzles are explained, graded and certified.

use super::Puzzles;
use crate::clock::read_duration;
use crate::folder::FolderArguments;
use crate::parallel::jobs_parser;
use clap::{Args, ValueEnum};
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,

    /// How to tell it
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Telling,

    /// Draw the board at each step
    #[arg(long)]
    pub(crate) drawings: bool,

    /// Tell the steps that nothing comes of, too
    #[arg(long)]
    pub(crate) all_steps: bool,

    /// Begin with this board, as for `hint` [default: what is given]
    #[arg(long, value_name = "FILE")]
    pub(crate) board: Option<PathBuf>,

    /// Give up on a puzzle after this long, such as 10s or 500ms
    #[arg(long, value_name = "TIME", value_parser = read_duration)]
    pub(crate) time_limit: Option<Duration>,

    #[command(flatten)]
    pub(crate) folder: FolderArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Telling {
    #[default]
    Text,
    Json,
    Html,
}

#[derive(Debug, Args)]
pub(crate) struct HintArguments {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,

    /// The board so far: JSON in the shape of a solution, or a puzzle file with
    /// one; with struck values, `{"board":..,"struck":{"r1c2":"1-3,7"}}`
    /// [default: what is given]
    #[arg(long, value_name = "FILE")]
    pub(crate) board: Option<PathBuf>,

    /// How much to tell, from 1 (where to look) to 4 (the result)
    #[arg(long, value_name = "1..4", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=4))]
    pub(crate) rung: u8,

    /// Give up on a puzzle after this long, such as 10s or 500ms; a place of the
    /// solution is revealed if it is known by then
    #[arg(long, value_name = "TIME", value_parser = read_duration, default_value = "10s")]
    pub(crate) time_limit: Duration,

    /// Print a JSON object for each puzzle, on a line of its own
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct GradeArguments {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,

    /// Give up on a puzzle after this long, such as 10s or 500ms
    #[arg(long, value_name = "TIME", value_parser = read_duration)]
    pub(crate) time_limit: Option<Duration>,

    /// Print a JSON object for each puzzle, on a line of its own
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CertifyArguments {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,

    /// The directory for the certificates
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,

    /// Prove the steps of the explanation one by one, and from them the verdict
    #[arg(long, conflicts_with = "check")]
    pub(crate) steps: bool,

    /// Check the certificates that are there: write the formulas anew, compare them
    /// byte by byte, and run VeriPB
    #[arg(long, conflicts_with = "force")]
    pub(crate) check: bool,

    /// Replace files that are there already
    #[arg(long)]
    pub(crate) force: bool,

    /// Give up on a puzzle after this long, such as 10s or 500ms
    #[arg(long, value_name = "TIME", value_parser = read_duration)]
    pub(crate) time_limit: Option<Duration>,

    /// How many puzzles to certify at a time [default: the number of processors]
    #[arg(long, value_name = "J", value_parser = jobs_parser())]
    pub(crate) jobs: Option<NonZero<usize>>,

    /// Print a JSON object for each puzzle, on a line of its own
    #[arg(long)]
    pub(crate) json: bool,
}
