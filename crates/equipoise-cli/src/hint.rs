//! `equipoise hint`.

use crate::args::{Puzzles, whole};
use crate::board;
use crate::clock::read_duration;
use crate::failure::{Exit, Failure};
use crate::output::look;
use crate::parallel::Run;
use crate::text::wrapped;
use clap::Args;
use equipoise::puzzles::Puzzle;
use equipoise::studio::{self, Advice, Hint, HintLevel, Position};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct HintArguments {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,

    /// The board so far: JSON in the shape of a solution, or a puzzle file with
    /// one; with struck values, `{"board":..,"struck":{"r1c2":"1-3,7"}}`
    /// [default: the givens]
    #[arg(long, value_name = "FILE")]
    pub(crate) board: Option<PathBuf>,

    /// How much the hint says, from 1 (where to look) to 4 (the result)
    #[arg(long = "rung", alias = "level", value_name = "1..4", default_value_t = 1, value_parser = whole::<u8>(1..=4))]
    pub(crate) level: u8,

    /// Give up on a puzzle after this long, such as 10s or 500ms; if the solution is
    /// known by then, one of its places is revealed
    #[arg(long, value_name = "TIME", value_parser = read_duration, default_value = "10s")]
    pub(crate) time_limit: Duration,

    /// Print a JSON object for each puzzle, one per line
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(arguments: &HintArguments) -> Result<Exit, Failure> {
    let run = Run::new(&arguments.puzzles, arguments.json, Some(arguments.time_limit));
    let given = board::given(arguments.board.as_deref(), &arguments.puzzles.puzzles)?;
    let level = HintLevel::new(arguments.level).unwrap_or(HintLevel::Where);
    run.each(|question, output| {
        let puzzle = question.puzzle();
        let position = given.as_ref().map_or_else(|| Ok(Position::start(puzzle)), |file| file.position(puzzle))?;
        let hint = studio::hint(puzzle, &position, question.limits).map_err(|error| Failure::unexplained(&error))?;
        let (told, object, exit) = match hint {
            Ok(hint) => tell(puzzle, &hint, level)?,
            Err(stopped) => {
                (format!("no hint, {stopped}"), json!({ "stopped": stopped.to_string() }), Exit::from(stopped))
            }
        };
        output.data(question.answer(arguments.json, &told, object))?;
        Ok(exit)
    })
}

/// A hint in words and as data, and the exit status.
pub(crate) fn tell(puzzle: &dyn Puzzle, hint: &Hint, level: HintLevel) -> Result<(String, Value, Exit), Failure> {
    let mut told = hint.told(level).into_iter();
    let mut text = told.next().unwrap_or_default() + "\n";
    told.for_each(|line| text.push_str(&wrapped("  ", &line)));
    let exit = match &hint.advice {
        Advice::Wrong(_) | Advice::None { .. } => Exit::None,
        Advice::Several(..) => Exit::Several,
        Advice::Reveal { .. } => Exit::Limit,
        Advice::Solved | Advice::Enter { .. } | Advice::Next(_) => Exit::Fine,
    };
    if level == HintLevel::Result && !hint.subjects().is_empty() {
        let scene = hint.draw(puzzle);
        text.push_str(&look(false).render(&scene)?);
    }
    Ok((text, hint.to_json(level), exit))
}
