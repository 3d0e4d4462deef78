//! `equipoise show`.

use crate::args::Puzzles;
use crate::clock::read_duration;
use crate::explain::verdict;
use crate::failure::{Exit, Failure};
use crate::output::{Message, Output, look};
use crate::parallel::{Question, Run};
use crate::write::Folder;
use clap::{Args, ValueEnum};
use equipoise::fd::Limits;
use equipoise::puzzles::{Board, Document, InPaper, View};
use equipoise::scene::{SvgRenderer, TextRenderer};
use equipoise::studio::Verdict;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,

    /// The output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Drawing,

    /// Fill in the solution: the one in the file, or else one found by a search
    #[arg(long)]
    pub(crate) solution: bool,

    /// Draw with ASCII characters only [default: depends on the locale]
    #[arg(long)]
    pub(crate) ascii: bool,

    /// Give up looking for the solution of a puzzle after this long, such as 10s
    /// or 500ms
    #[arg(long, value_name = "TIME", value_parser = read_duration)]
    pub(crate) time_limit: Option<Duration>,

    #[command(flatten)]
    pub(crate) folder: Folder,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Drawing {
    #[default]
    Text,
    Svg,
    Words,
}

pub(crate) fn run(arguments: &Show) -> Result<Exit, Failure> {
    let run = Run::new(&arguments.puzzles, false, arguments.time_limit);
    arguments.folder.open(&arguments.puzzles.puzzles)?;
    let one_picture = arguments.format == Drawing::Svg && !arguments.folder.is_wanted();
    if one_picture && arguments.puzzles.puzzles.len() > 1 {
        return Err(too_many());
    }
    // With one thread, the second of several pictures is the one refused.
    let jobs = one_picture.then_some(NonZero::<usize>::MIN);
    let run = Run { jobs, ..run };
    let drawn_before = AtomicBool::new(false);
    let painter = Painter { arguments, look: look(arguments.ascii) };
    run.each(|question, output| {
        if one_picture && drawn_before.swap(true, Ordering::Relaxed) {
            return Err(too_many());
        }
        painter.show(question, output)
    })
}

/// Two pictures do not go into one file.
fn too_many() -> Failure {
    Failure::usage("an SVG file holds one picture; --out DIR writes one for each puzzle")
}

struct Painter<'a> {
    arguments: &'a Show,
    look: TextRenderer,
}

impl Painter<'_> {
    fn show(&self, question: Question<'_>, output: &Output) -> Result<Exit, Failure> {
        let Question { name, file, document, limits, .. } = question;
        let ending = if self.arguments.format == Drawing::Svg { "svg" } else { "txt" };
        let to = self.arguments.folder.create(file, ending)?;
        let (board, exit) = if self.arguments.solution {
            let (board, doubt) = solution(document, limits)?;
            if let Some(doubt) = &doubt {
                output.send(Message::Note(format!("{name}: {}", doubt.0)))?;
            }
            (board, doubt.map_or(Exit::Fine, |doubt| doubt.1))
        } else {
            (document.puzzle.givens(), Exit::Fine)
        };
        let text = self.picture(question, &board)?;
        if let Some(file) = to {
            file.fill(text)?;
        } else if self.arguments.format == Drawing::Svg {
            output.data(text)?;
        } else {
            output.gap()?;
            // A single puzzle asked for by name needs no title.
            let asked = &self.arguments.puzzles.puzzles;
            let named = asked.len() > 1 || asked.iter().any(|argument| argument != file);
            output.data(if named { format!("{name}:\n{text}") } else { text })?;
        }
        Ok(exit)
    }

    fn picture(&self, question: Question<'_>, board: &Board) -> Result<String, Failure> {
        let puzzle = &*question.document.puzzle;
        let scene = || puzzle.draw(&View::of(board));
        let words = match self.arguments.format {
            Drawing::Svg => return Ok(SvgRenderer::new().id(question.name).render(&scene())),
            Drawing::Words if self.arguments.solution => puzzle.paper().and_then(|paper| paper.print_answer(board)),
            Drawing::Words => puzzle.paper().and_then(InPaper::describe),
            Drawing::Text => None,
        };
        match words {
            Some(words) => Ok(format!("{}\n", words.trim_end())),
            None => Ok(self.look.render(&scene())?),
        }
    }
}

/// Why the solution shown may not be the only one, and the exit status.
type Doubt = (String, Exit);

/// The solution that the file gives, if it is right, or else one found by a search,
/// which also looks for a second.
pub(crate) fn solution(document: &Document, limits: Limits<'_>) -> Result<(Board, Option<Doubt>), Failure> {
    let puzzle = &*document.puzzle;
    if let Some(solution) = &document.solution {
        return match puzzle.violations(solution).first() {
            None => Ok((solution.clone(), None)),
            Some(violation) => {
                let message = format!("the solution that the file gives is wrong: {}", violation.message);
                Err(Failure::new("solution", Exit::None, message))
            }
        };
    }
    match verdict(puzzle, limits)? {
        Verdict::Unique(board) => Ok((board, None)),
        Verdict::Several(board, _) => Ok((board, Some(("this is one of several solutions".to_owned(), Exit::Several)))),
        Verdict::None => Err(Failure::new("none", Exit::None, "it has no solution")),
        Verdict::Unknown(Some(board), stopped) => {
            let says = format!("this is a solution; whether it is the only one is unknown, {stopped}");
            Ok((board, Some((says, stopped.into()))))
        }
        Verdict::Unknown(None, stopped) => Err(Failure::new("stopped", stopped.into(), stopped.to_string())),
    }
}
