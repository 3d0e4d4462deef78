//! `equipoise convert`.

use crate::args::Puzzles;
use crate::failure::{Exit, Failure};
use crate::parallel::{Question, Run};
use crate::text::json_line;
use clap::{Args, ValueEnum};
use equipoise::puzzles::Document;
use equipoise::studio::minizinc;

#[derive(Debug, Args)]
pub(crate) struct Convert {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,

    /// The format to write
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) to: Target,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Target {
    Json,
    Text,
    Prolog,
    Minizinc,
}

pub(crate) fn run(arguments: &Convert) -> Result<Exit, Failure> {
    if arguments.to == Target::Minizinc && arguments.puzzles.puzzles.len() > 1 {
        return Err(Failure::usage("a MiniZinc file holds one model: convert one puzzle at a time"));
    }
    Run::new(&arguments.puzzles, false, None).each(|Question { document, .. }, output| {
        let mut text = written(document, arguments.to)?;
        if !text.ends_with('\n') {
            text.push('\n');
        }
        if arguments.to != Target::Json {
            output.gap()?;
        }
        output.data(text)?;
        Ok(Exit::Fine)
    })
}

fn written(document: &Document, target: Target) -> Result<String, Failure> {
    match target {
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
