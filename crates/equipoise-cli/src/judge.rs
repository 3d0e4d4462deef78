//! `equipoise check --argument`: whether a deduction is sound.

use crate::board::{self, bytes_beside};
use crate::check::Check;
use crate::failure::{Exit, Failure};
use crate::output::look;
use crate::parallel::Run;
use crate::text::wrapped;
use equipoise::puzzles::json::{self, Node};
use equipoise::puzzles::{View, decode};
use equipoise::studio::{Position, Referee, Ruling, Statement};
use std::path::Path;

pub(crate) fn run(arguments: &Check, argument: &Path) -> Result<Exit, Failure> {
    let puzzles = &arguments.puzzles.puzzles;
    let both = arguments.board.as_deref() == Some(argument) && argument == Path::new("-");
    if both {
        return Err(Failure::usage("standard input cannot be both the board and the argument"));
    }
    let run = Run::new(&arguments.puzzles, arguments.json, arguments.time_limit);
    let given = board::given(arguments.board.as_deref(), puzzles)?;
    let bytes = bytes_beside(argument, puzzles, "the argument")?;
    let value = decode(&bytes).and_then(|text| json::parse(text, 1));
    let value = value.map_err(|error| Failure::read(error, &bytes, 1).at(argument))?;
    run.each(|question, output| {
        let puzzle = question.puzzle();
        let position = given.as_ref().map_or_else(|| Ok(Position::start(puzzle)), |file| file.position(puzzle))?;
        let mut referee = Referee::open(puzzle).map_err(|error| Failure::unexplained(&error))?;
        let statement = Statement::from_json(Node::root(&value), referee.context());
        let statement = statement.map_err(|error| Failure::read(error, &bytes, 1).on("the argument"))?;
        let ruling = referee.judge(&statement, &position).finish(question.limits).unwrap_or_else(Ruling::Undecided);
        let context = referee.context();
        output.data(if arguments.json {
            question.line(ruling.to_json(puzzle, context))
        } else {
            let mut text = wrapped(&format!("{}: ", question.name), &ruling.told(context));
            if let Some(counterexample) = ruling.counterexample() {
                text.push_str(&look(false).render(&puzzle.draw(&View::of(&counterexample.board).labels()))?);
            }
            text
        })?;
        Ok(match ruling {
            Ruling::Sound { .. } => Exit::Fine,
            Ruling::Undecided(stopped) => Exit::from(stopped),
            Ruling::Contradictory | Ruling::NeedsMore { .. } | Ruling::Unsound { .. } => Exit::None,
        })
    })
}
