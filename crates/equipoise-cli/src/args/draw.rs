//! How puzzles are drawn and printed.

use super::Puzzles;
use crate::clock::read_duration;
use crate::folder::FolderArguments;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,

    /// What to draw as
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Drawing,

    /// Fill in the solution: the file's, or else one that is searched for
    #[arg(long)]
    pub(crate) solution: bool,

    /// Draw with ASCII characters only
    #[arg(long)]
    pub(crate) ascii: bool,

    /// Give up looking for the solution of a puzzle after this long, such as 10s
    /// or 500ms
    #[arg(long, value_name = "TIME", value_parser = read_duration)]
    pub(crate) time_limit: Option<Duration>,

    #[command(flatten)]
    pub(crate) folder: FolderArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Drawing {
    #[default]
    Text,
    Svg,
    Words,
}

#[derive(Debug, Args)]
pub(crate) struct PrintArguments {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,

    /// The file: .pdf, or .svg or .png with a number added for each page
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,

    /// How many puzzles on a page, 1 to 6 [default: as many as can be read well]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=6))]
    pub(crate) per_page: Option<u8>,

    /// The paper
    #[arg(long, value_enum, default_value_t)]
    pub(crate) paper: PaperSize,

    /// Large print: text and digits of at least 18 points
    #[arg(long)]
    pub(crate) large: bool,

    /// Sort the puzzles by difficulty, the easiest first
    #[arg(long)]
    pub(crate) easy_first: bool,

    /// Leave out the solutions
    #[arg(long, conflicts_with = "solutions")]
    pub(crate) no_solutions: bool,

    /// Print the solutions to a file of their own
    #[arg(long, value_name = "FILE")]
    pub(crate) solutions: Option<PathBuf>,

    /// Add a hint for the first step of each puzzle
    #[arg(long)]
    pub(crate) hints: bool,

    /// Add a title page
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,

    /// Add a link and a QR code to each puzzle: the address of a page that plays
    /// it, then # and the puzzle's code
    #[arg(long, value_name = "BASE", value_parser = read_base)]
    pub(crate) links: Option<String>,

    /// Dots to an inch, for PNG
    #[arg(long, value_name = "N", default_value_t = 150, value_parser = clap::value_parser!(u32).range(10..=1000))]
    pub(crate) dpi: u32,

    /// Replace files that are there already
    #[arg(long)]
    pub(crate) force: bool,

    /// Give up on the whole run after this long, such as 10s or 5m
    #[arg(long, value_name = "TIME", value_parser = read_duration)]
    pub(crate) time_limit: Option<Duration>,
}

/// Reads the address that links begin with.
fn read_base(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_graphic() && !"#\"<>\\^`{|}".contains(c);
    let is_web = ["http://", "https://"].iter().any(|scheme| text.len() > scheme.len() && text.starts_with(scheme));
    if is_web && text.len() <= 200 && text.chars().all(plain) {
        return Ok(text.to_owned());
    }
    Err("expected the address of a web page, such as https://example.org/play/".to_owned())
}

/// A size of paper.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(crate) enum PaperSize {
    #[default]
    A4,
    Letter,
}

impl PaperSize {
    pub(crate) fn name(self) -> &'static str {
        match self {
            PaperSize::A4 => "a4",
            PaperSize::Letter => "letter",
        }
    }
}

impl From<PaperSize> for print::Paper {
    fn from(size: PaperSize) -> print::Paper {
        match size {
            PaperSize::A4 => print::Paper::A4,
            PaperSize::Letter => print::Paper::Letter,
        }
    }
}
