//! `equipoise explain`.

use crate::args::{Explain, Telling};
use crate::board;
use crate::clock::{Stopwatch, limits};
use crate::escape::json_line;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::folder::Folder;
use crate::hint::{self, tell};
use crate::interrupt::Interrupt;
use crate::output::{Look, Output, Trouble};
use crate::parallel::{self, Question, Run};
use crate::wrap::wrapped;
use equipoise::fd::{Limits, Stopped};
use equipoise::puzzles::{Board, Puzzle, View};
use equipoise::studio::{self, Explanation, Hint, HintLevel, Keep, Level, Options, Outcome, Position, Tutor, Verdict};
use serde_json::json;

pub(crate) fn run(arguments: &Explain) -> Exit {
    let interrupt = Interrupt::install();
    let run = Run {
        puzzles: &arguments.puzzles.puzzles,
        kind: arguments.puzzles.kind,
        jobs: None,
        json: arguments.format == Telling::Json,
        interrupt: &interrupt,
    };
    let given = match board::given(arguments.board.as_deref(), &arguments.puzzles.puzzles) {
        Ok(given) => given,
        Err(exit) => return exit,
    };
    let folder = match arguments.folder.open() {
        Ok(folder) => folder,
        Err(failure) => return failure.tell(),
    };
    let one_page = arguments.format == Telling::Html && folder.is_none();
    if one_page && arguments.puzzles.puzzles.len() > 1 {
        return Failure::usage("a page is about one puzzle; --out DIR writes one for each").tell();
    }
    let keep = if arguments.all_steps { Keep::All } else { Keep::Needed };
    let teller = Teller { format: arguments.format, drawings: arguments.drawings, keep, look: Look::new(false) };
    let tally = parallel::run(&run, |Question { name, file, document, .. }, output| {
        let clock = Stopwatch::start();
        let limits = limits(arguments.time_limit, &clock, &interrupt);
        let puzzle = &*document.puzzle;
        let from = given.as_ref().map_or_else(|| Ok(Position::start(puzzle)), |file| file.position(puzzle))?;
        if given.is_some()
            && let Some(wrong) = wrong(puzzle, &from, limits)?
        {
            let (told, object, exit) = tell(puzzle, &wrong, HintLevel::Result)?;
            let text = match arguments.format {
                Telling::Text => hint::text(name, &told),
                Telling::Json => hint::json(file, puzzle, object),
                Telling::Html => studio::plain_page(puzzle, name, &wrong.told(HintLevel::Result), &[&from.board]),
            };
            write(folder.as_ref(), file, arguments.format, text, output)?;
            return Ok(exit);
        }
        let named = if arguments.format == Telling::Json { file } else { name };
        let (text, exit) = teller.answer(named, puzzle, &from, limits)?;
        write(folder.as_ref(), file, arguments.format, text, output)?;
        Ok(exit)
    });
    tally.exit()
}

/// Writes the explanation of a puzzle to its file, or to standard output.
fn write(folder: Option<&Folder>, file: &str, format: Telling, text: String, output: &Output) -> Result<(), Trouble> {
    let ending = match format {
        Telling::Text => "txt",
        Telling::Json => "json",
        Telling::Html => "html",
    };
    match folder {
        Some(folder) => folder.write(file, ending, &text)?,
        None => {
            if format == Telling::Text {
                output.gap()?;
            }
            output.data(text)?;
        }
    }
    Ok(())
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
    answer.map(|answer| answer.result).map_err(|error| Failure::model(&error))
}

/// The status of an answer that a limit cut short.
pub(crate) fn stopped_exit(stopped: Stopped) -> Exit {
    if stopped == Stopped::Cancelled { Exit::Failed } else { Exit::Limit }
}

/// How two solutions differ.
fn differences(puzzle: &dyn Puzzle, one: &Board, other: &Board) -> Result<Vec<String>, Failure> {
    studio::differences(puzzle, one, other).map_err(|error| Failure::unexplained(&error))
}

struct Teller {
    format: Telling,
    drawings: bool,
    keep: Keep,
    look: Look,
}

impl Teller {
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
                return Ok((self.undecided(name, puzzle, *stopped), stopped_exit(*stopped)));
            }
            Verdict::None | Verdict::Unique(_) => {}
        }
        let explained = studio::explain_from(puzzle, from, self.keep, limits);
        let explanation = explained.map_err(|error| Failure::unexplained(&error))?;
        let text = match self.format {
            Telling::Text => self.text(name, puzzle, &explanation)?,
            Telling::Json => {
                let mut object = json!({ "file": name, "puzzle": puzzle.kind().name, "verdict": verdict.name() });
                object.as_object_mut().into_iter().for_each(|object| object.extend(explanation.to_json(puzzle)));
                json_line(&object)
            }
            Telling::Html => explanation.page(puzzle, name),
        };
        let exit = match explanation.outcome {
            Outcome::Stopped(stopped) => stopped_exit(stopped),
            Outcome::Contradiction => Exit::None,
            Outcome::Solved(_) | Outcome::Open(_) => Exit::Fine,
        };
        Ok((text, exit))
    }

    fn several(&self, name: &str, puzzle: &dyn Puzzle, one: &Board, other: &Board) -> Result<String, Failure> {
        let differences = differences(puzzle, one, other)?;
        let says = "several solutions";
        Ok(match self.format {
            Telling::Json => {
                let solutions = [puzzle.write_board(one), puzzle.write_board(other)];
                let kind = puzzle.kind().name;
                json_line(
                    &json!({ "file": name, "puzzle": kind, "verdict": "several", "solutions": solutions, "differences": differences }),
                )
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
        match self.format {
            Telling::Json => {
                let kind = puzzle.kind().name;
                json_line(
                    &json!({ "file": name, "puzzle": kind, "verdict": "unknown", "stopped": stopped.to_string() }),
                )
            }
            Telling::Html => studio::plain_page(puzzle, name, &[says], &[&puzzle.givens()]),
            Telling::Text => format!("{name}: {says}\n"),
        }
    }

    fn text(&self, name: &str, puzzle: &dyn Puzzle, explanation: &Explanation) -> Result<String, Failure> {
        let mut text = format!("{name}: {}\n", explanation.summary());
        let width = explanation.steps.len().to_string().len();
        for (i, step) in explanation.steps.iter().enumerate() {
            let level = if step.level == Level::Single { String::new() } else { format!("({}) ", step.level.name()) };
            let number = format!("{:>width$}. ", i + 1);
            text.push_str(&wrapped(&number, &format!("{level}{}", explanation.context.text(step))));
            if self.drawings {
                let board = explanation.board_after(i + 1);
                let scene = explanation.context.draw(puzzle, &View::of(&board).labels(), step);
                text.push_str(&self.look.draw(&scene).map_err(|error| Failure::too_large(&error))?);
            }
        }
        if let Outcome::Solved(board) = &explanation.outcome {
            text.push_str(&self.look.draw(&puzzle.draw(&View::of(board))).map_err(|error| Failure::too_large(&error))?);
        }
        Ok(text)
    }
}
