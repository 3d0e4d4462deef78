//! `equipoise convert`.

use crate::args::Puzzles;
use crate::clock::read_duration;
use crate::failure::{Exit, Failure};
use crate::parallel::{Question, Run};
use crate::text::json_line;
use clap::{Args, ValueEnum};
use equipoise::fd::Limits;
use equipoise::puzzles::Document;
use equipoise::studio::{Exercises, minizinc};
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct Convert {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,

    /// The format to write
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) to: Target,

    /// Give up on a puzzle after this long, such as 10s or 500ms: for `prompts` it is
    /// solved and graded
    #[arg(long, value_name = "TIME", value_parser = read_duration)]
    pub(crate) time_limit: Option<Duration>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Target {
    Json,
    Text,
    Prolog,
    Minizinc,
    /// A line of a data set, as of `generate --prompts`
    Prompts,
}

pub(crate) fn run(arguments: &Convert) -> Result<Exit, Failure> {
    if arguments.to == Target::Minizinc && arguments.puzzles.puzzles.len() > 1 {
        return Err(Failure::usage("a MiniZinc file holds one model: convert one puzzle at a time"));
    }
    Run::new(&arguments.puzzles, false, arguments.time_limit).each(|Question { document, limits, .. }, output| {
        let mut text = written(document, arguments.to, limits)?;
        if !text.ends_with('\n') {
            text.push('\n');
        }
        if !matches!(arguments.to, Target::Json | Target::Prompts) {
            output.gap()?;
        }
        output.data(text)?;
        Ok(Exit::Fine)
    })
}

fn written(document: &Document, target: Target, limits: Limits<'_>) -> Result<String, Failure> {
    match target {
        Target::Prompts => match Exercises::default().line(document, limits) {
            Ok(Ok(Some(line))) => Ok(json_line(&line)),
            Ok(Ok(None)) => Err(Failure::missing("only a puzzle with exactly one solution is an exercise")),
            Ok(Err(stopped)) => Err(Failure::new("limit", stopped.into(), stopped.to_string())),
            Err(error) => Err(Failure::unexplained(&error)),
        },
        Target::Json => Ok(json_line(&document.to_json())),
        Target::Text => Ok(document.to_text()),
        Target::Prolog => match document.puzzle.paper() {
            Some(paper) => Ok(paper.write_prolog()),
            None => Err(Failure::no_paper(document.puzzle.kind())),
        },
        Target::Minizinc => minizinc(&*document.puzzle)
            .map_err(|error| Failure::new("model", Exit::Failed, format!("it cannot be said in MiniZinc: {error}"))),
    }
}
