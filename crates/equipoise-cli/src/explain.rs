//! `equipoise explain`.

use crate::args::Puzzles;
use crate::board;
use crate::clock::read_duration;
use crate::failure::{Exit, Failure};
use crate::hint::tell;
use crate::output::{Output, look};
use crate::parallel::{Question, Run};
use crate::text::wrapped;
use crate::write::{Folder, NewFile};
use clap::{Args, ValueEnum};
use equipoise::fd::Limits;
use equipoise::puzzles::{Board, Puzzle, View};
use equipoise::scene::TextRenderer;
use equipoise::studio::{self, Explanation, Hint, HintLevel, Keep, Options, Outcome, Position, Tutor, Verdict};
use serde_json::{Map, Value, json};
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
    run.each(|question, output| {
        let (puzzle, limits) = (question.puzzle(), question.limits);
        let to = arguments.folder.create(question.file, ending)?;
        let from = given.as_ref().map_or_else(|| Ok(Position::start(puzzle)), |file| file.position(puzzle))?;
        let wrong = if given.is_some() { wrong(puzzle, &from, limits)? } else { None };
        let (text, exit) = match wrong {
            Some(wrong) => {
                let (told, more, exit) = tell(puzzle, &wrong, HintLevel::Result)?;
                let sentences = wrong.told(HintLevel::Result);
                (teller.short(question, &told, more, &sentences, &[&from.board]), exit)
            }
            None => teller.answer(question, &from)?,
        };
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
    /// An answer without steps: in words and as data, or a page of sentences and boards.
    fn short(
        &self,
        question: Question<'_>,
        says: &str,
        more: Value,
        sentences: &[String],
        boards: &[&Board],
    ) -> String {
        match self.arguments.format {
            Telling::Html => studio::plain_page(question.puzzle(), question.name, sentences, boards),
            format => question.answer(format == Telling::Json, says, more),
        }
    }

    fn answer(&self, question: Question<'_>, from: &Position) -> Result<(String, Exit), Failure> {
        let Question { name, limits, .. } = question;
        let puzzle = question.puzzle();
        let verdict = verdict(puzzle, limits)?;
        match &verdict {
            Verdict::Several(one, other) => return Ok((self.several(question, one, other)?, Exit::Several)),
            Verdict::Unknown(_, stopped) => {
                let says = format!("not explained, {stopped}");
                let more = json!({ "verdict": "unknown", "stopped": stopped.to_string() });
                let sentences = std::slice::from_ref(&says);
                return Ok((self.short(question, &says, more, sentences, &[&puzzle.givens()]), Exit::from(*stopped)));
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
                question.line(object.into())
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

    fn several(&self, question: Question<'_>, one: &Board, other: &Board) -> Result<String, Failure> {
        let puzzle = question.puzzle();
        let differences = studio::differences(puzzle, one, other).map_err(|error| Failure::unexplained(&error))?;
        let lines: String = differences.iter().map(|difference| format!("  {difference}\n")).collect();
        let solutions = [puzzle.write_board(one), puzzle.write_board(other)];
        let more = json!({ "verdict": "several", "solutions": solutions, "differences": differences });
        let sentences: Vec<String> =
            ["There are several solutions.".to_owned()].into_iter().chain(differences).collect();
        Ok(self.short(question, &format!("several solutions\n{lines}"), more, &sentences, &[one, other]))
    }

    fn text(&self, name: &str, puzzle: &dyn Puzzle, explanation: &Explanation) -> Result<String, Failure> {
        let mut text = format!("{name}: {}\n", explanation.summary());
        let width = explanation.steps.len().to_string().len();
        let mut folded = false;
        for (i, (step, position)) in explanation.steps.iter().zip(explanation.positions()).enumerate() {
            let number = format!("{:>width$}. ", i + 1);
            let told = explanation.context.told(step);
            folded |= told.is_folded();
            text.push_str(&wrapped(
                &number,
                &format!("({}) {}", explanation.context.called_told(step), told.in_short()),
            ));
            if self.arguments.drawings {
                let view = View::of(&position.board).labels().notes(&position.notes);
                let scene = explanation.context.draw(puzzle, &view, step);
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
