//! `equipoise explain`.

use crate::args::Puzzles;
use crate::board;
use crate::clock::read_duration;
use crate::failure::{Exit, Failure};
use crate::hint::{self, tell};
use crate::output::{Output, answer_line, look};
use crate::parallel::{Question, Run};
use crate::text::wrapped;
use crate::write::{Folder, NewFile};
use clap::{Args, ValueEnum};
use equipoise::fd::{Limits, Stopped};
use equipoise::puzzles::{Board, Puzzle, View};
use equipoise::scene::TextRenderer;
use equipoise::studio::{self, Explanation, Hint, HintLevel, Keep, Level, Options, Outcome, Position, Tutor, Verdict};
use serde_json::{Map, json};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,

    /// The output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Telling,

    /// Draw the board at each step
    #[arg(long)]
    pub(crate) drawings: bool,

    /// Include the steps that the solution does not need
    #[arg(long)]
    pub(crate) all_steps: bool,

    /// Start from this board, as for `hint` [default: the givens]
    #[arg(long, value_name = "FILE")]
    pub(crate) board: Option<PathBuf>,

    /// Give up on a puzzle after this long, such as 10s or 500ms
    #[arg(long, value_name = "TIME", value_parser = read_duration)]
    pub(crate) time_limit: Option<Duration>,

    #[command(flatten)]
    pub(crate) folder: Folder,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Telling {
    #[default]
    Text,
    Json,
    Html,
}

pub(crate) fn run(arguments: &Explain) -> Result<Exit, Failure> {
    let run = Run::new(&arguments.puzzles, arguments.format == Telling::Json, arguments.time_limit);
    let given = board::given(arguments.board.as_deref(), &arguments.puzzles.puzzles)?;
    arguments.folder.open(&arguments.puzzles.puzzles)?;
    let one_page = arguments.format == Telling::Html && !arguments.folder.is_wanted();
    if one_page && arguments.puzzles.puzzles.len() > 1 {
        return Err(Failure::usage("a page is about one puzzle; --out DIR writes one for each"));
    }
    let ending = match arguments.format {
        Telling::Text => "txt",
        Telling::Json => "json",
        Telling::Html => "html",
    };
    let teller = Teller { arguments, look: look(false) };
    run.each(|Question { name, file, document, limits, .. }, output| {
        let puzzle = &*document.puzzle;
        let to = arguments.folder.create(file, ending)?;
        let from = given.as_ref().map_or_else(|| Ok(Position::start(puzzle)), |file| file.position(puzzle))?;
        if given.is_some()
            && let Some(wrong) = wrong(puzzle, &from, limits)?
        {
            let (told, object, exit) = tell(puzzle, &wrong, HintLevel::Result)?;
            let text = match arguments.format {
                Telling::Text => hint::text(name, &told),
                Telling::Json => answer_line(file, puzzle, object),
                Telling::Html => studio::plain_page(puzzle, name, &wrong.told(HintLevel::Result), &[&from.board]),
            };
            write(arguments, to, text, output)?;
            return Ok(exit);
        }
        let named = if arguments.format == Telling::Json { file } else { name };
        let (text, exit) = teller.answer(named, puzzle, &from, limits)?;
        write(arguments, to, text, output)?;
        Ok(exit)
    })
}

/// Writes the explanation of a puzzle to its file, or to standard output.
fn write(arguments: &Explain, to: Option<NewFile>, text: String, output: &Output) -> Result<(), Failure> {
    if let Some(file) = to {
        return file.fill(text);
    }
    if arguments.format == Telling::Text {
        output.gap()?;
    }
    Ok(output.data(text)?)
}

/// What is wrong with a board, if anything is and it is found in time.
fn wrong(puzzle: &dyn Puzzle, from: &Position, limits: Limits<'_>) -> Result<Option<Hint>, Failure> {
    let Ok(tutor) = Tutor::open(puzzle).finish(limits) else { return Ok(None) };
    let mut tutor = tutor.map_err(|error| Failure::unexplained(&error))?;
    tutor.see(from);
    Ok(tutor.check().finish(limits).ok().flatten())
}

/// How many solutions a puzzle has.
pub(crate) fn verdict(puzzle: &dyn Puzzle, limits: Limits<'_>) -> Result<Verdict, Failure> {
    let answer = studio::verdict(puzzle, &Options { limits, ..Options::default() });
    Ok(answer?.result)
}

struct Teller<'a> {
    arguments: &'a Explain,
    look: TextRenderer,
}

impl Teller<'_> {
    fn answer(
        &self,
        name: &str,
        puzzle: &dyn Puzzle,
        from: &Position,
        limits: Limits<'_>,
    ) -> Result<(String, Exit), Failure> {
        let verdict = verdict(puzzle, limits)?;
        match &verdict {
            Verdict::Several(one, other) => return Ok((self.several(name, puzzle, one, other)?, Exit::Several)),
            Verdict::Unknown(_, stopped) => {
                return Ok((self.undecided(name, puzzle, *stopped), Exit::from(*stopped)));
            }
            Verdict::None | Verdict::Unique(_) => {}
        }
        let keep = if self.arguments.all_steps { Keep::All } else { Keep::Needed };
        let explained = studio::explain_from(puzzle, from, keep, limits);
        let explanation = explained.map_err(|error| Failure::unexplained(&error))?;
        let text = match self.arguments.format {
            Telling::Text => self.text(name, puzzle, &explanation)?,
            Telling::Json => {
                let mut object = Map::from_iter([("verdict".to_owned(), verdict.name().into())]);
                object.extend(explanation.to_json(puzzle));
                answer_line(name, puzzle, object.into())
            }
            Telling::Html => explanation.page(puzzle, name),
        };
        let exit = match explanation.outcome {
            Outcome::Stopped(stopped) => Exit::from(stopped),
            Outcome::Contradiction => Exit::None,
            Outcome::Open(_) => Exit::Several,
            Outcome::Solved(_) => Exit::Fine,
        };
        Ok((text, exit))
    }

    fn several(&self, name: &str, puzzle: &dyn Puzzle, one: &Board, other: &Board) -> Result<String, Failure> {
        let differences = studio::differences(puzzle, one, other).map_err(|error| Failure::unexplained(&error))?;
        let says = "several solutions";
        Ok(match self.arguments.format {
            Telling::Json => {
                let solutions = [puzzle.write_board(one), puzzle.write_board(other)];
                let more = json!({ "verdict": "several", "solutions": solutions, "differences": differences });
                answer_line(name, puzzle, more)
            }
            Telling::Html => {
                let mut sentences = vec![format!("There are {says}.")];
                sentences.extend(differences);
                studio::plain_page(puzzle, name, &sentences, &[one, other])
            }
            Telling::Text => {
                let lines: String = differences.iter().map(|difference| format!("  {difference}\n")).collect();
                format!("{name}: {says}\n{lines}")
            }
        })
    }

    fn undecided(&self, name: &str, puzzle: &dyn Puzzle, stopped: Stopped) -> String {
        let says = format!("not explained, {stopped}");
        match self.arguments.format {
            Telling::Json => answer_line(name, puzzle, json!({ "verdict": "unknown", "stopped": stopped.to_string() })),
            Telling::Html => studio::plain_page(puzzle, name, &[says], &[&puzzle.givens()]),
            Telling::Text => format!("{name}: {says}\n"),
        }
    }

    fn text(&self, name: &str, puzzle: &dyn Puzzle, explanation: &Explanation) -> Result<String, Failure> {
        let mut text = format!("{name}: {}\n", explanation.summary());
        let width = explanation.steps.len().to_string().len();
        let mut folded = false;
        for (i, step) in explanation.steps.iter().enumerate() {
            let level = if step.level == Level::Single { String::new() } else { format!("({}) ", step.level.name()) };
            let number = format!("{:>width$}. ", i + 1);
            let told = explanation.context.told(step);
            folded |= told.is_folded();
            text.push_str(&wrapped(&number, &format!("{level}{}", told.in_short())));
            if self.arguments.drawings {
                let board = explanation.board_after(i + 1);
                let scene = explanation.context.draw(puzzle, &View::of(&board).labels(), step);
                text.push_str(&self.look.render(&scene)?);
            }
        }
        if folded {
            text.push_str("(`--format json` and `--format html` have every sentence.)\n");
        }
        if let Outcome::Solved(board) = &explanation.outcome {
            text.push_str(&self.look.render(&puzzle.draw(&View::of(board)))?);
        }
        Ok(text)
    }
}
