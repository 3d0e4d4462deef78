//! `equipoise show`.

use crate::args::{Drawing, Show};
use crate::clock::{Stopwatch, limits};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::folder::Folder;
use crate::interrupt::Interrupt;
use crate::output::{Look, Output, Trouble};
use crate::parallel::{self, Question, Run};
use equipoise::fd::{Limits, Stopped};
use equipoise::puzzles::{Board, Document, InPaper, View};
use equipoise::scene::SvgRenderer;
use equipoise::studio::{self, Options, Verdict};
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};

pub(crate) fn run(arguments: &Show) -> Exit {
    let interrupt = Interrupt::install();
    let folder = match arguments.folder.open() {
        Ok(folder) => folder,
        Err(failure) => return failure.tell(),
    };
    let one_picture = arguments.format == Drawing::Svg && folder.is_none();
    if one_picture && arguments.puzzles.puzzles.len() > 1 {
        return too_many().tell();
    }
    let run = Run {
        puzzles: &arguments.puzzles.puzzles,
        kind: arguments.puzzles.kind,
        // With one thread, the second of several pictures is the one refused.
        jobs: one_picture.then_some(NonZero::<usize>::MIN),
        json: false,
        interrupt: &interrupt,
    };
    let drawn_before = AtomicBool::new(false);
    let painter = Painter { arguments, folder, look: Look::new(arguments.ascii) };
    let tally = parallel::run(&run, |question, output| {
        if one_picture && drawn_before.swap(true, Ordering::Relaxed) {
            return Err(too_many().into());
        }
        let clock = Stopwatch::start();
        painter.show(question, limits(arguments.time_limit, &clock, &interrupt), output)
    });
    tally.exit()
}

/// Two pictures do not go into one file.
fn too_many() -> Failure {
    Failure::usage("an SVG file holds one picture; --out DIR writes one for each puzzle")
}

struct Painter<'a> {
    arguments: &'a Show,
    folder: Option<Folder>,
    look: Look,
}

impl Painter<'_> {
    fn show(&self, question: Question<'_>, limits: Limits<'_>, output: &Output) -> Result<Exit, Trouble> {
        let Question { name, file, document, .. } = question;
        let (board, exit) = if self.arguments.solution {
            let (board, doubt) = solution(document, limits)?;
            if let Some(doubt) = &doubt {
                output.note(format!("{name}: {}", doubt.says))?;
            }
            (board, doubt.map_or(Exit::Fine, |doubt| doubt.exit))
        } else {
            (document.puzzle.givens(), Exit::Fine)
        };
        let (text, ending) = self.picture(question, &board)?;
        match &self.folder {
            Some(folder) => folder.write(file, ending, &text)?,
            None if self.arguments.format == Drawing::Svg => output.data(text)?,
            None => {
                output.gap()?;
                // A single puzzle asked for by name needs no title.
                let asked = &self.arguments.puzzles.puzzles;
                let named = asked.len() > 1 || asked.iter().any(|argument| argument != file);
                output.data(if named { format!("{name}:\n{text}") } else { text })?;
            }
        }
        Ok(exit)
    }

    /// The picture, and the extension of its file.
    fn picture(&self, question: Question<'_>, board: &Board) -> Result<(String, &'static str), Failure> {
        let puzzle = &*question.document.puzzle;
        let scene = || puzzle.draw(&View::of(board));
        let words = match self.arguments.format {
            Drawing::Svg => return Ok((SvgRenderer::new().id(question.name).render(&scene()), "svg")),
            Drawing::Words if self.arguments.solution => puzzle.paper().and_then(|paper| paper.print_answer(board)),
            Drawing::Words => puzzle.paper().and_then(InPaper::describe),
            Drawing::Text => None,
        };
        let text = match words {
            Some(words) => format!("{}\n", words.trim_end()),
            None => self.look.draw(&scene()).map_err(|error| Failure::too_large(&error))?,
        };
        Ok((text, "txt"))
    }
}

/// Why the solution shown may not be the only one.
pub(crate) struct Doubt {
    says: String,
    pub(crate) exit: Exit,
}

/// The solution that the file gives, if it is right, or else one found by a search,
/// which also looks for a second.
pub(crate) fn solution(document: &Document, limits: Limits<'_>) -> Result<(Board, Option<Doubt>), Failure> {
    let puzzle = &*document.puzzle;
    if let Some(solution) = &document.solution {
        return match puzzle.violations(solution).first() {
            None => Ok((solution.clone(), None)),
            Some(violation) => Err(Failure::broken(&violation.message)),
        };
    }
    let options = Options { limits, ..Options::default() };
    let answer = studio::verdict(puzzle, &options).map_err(|error| Failure::model(&error))?;
    match answer.result {
        Verdict::Unique(board) => Ok((board, None)),
        Verdict::Several(board, _) => {
            let says = "this is one of several solutions".to_owned();
            Ok((board, Some(Doubt { says, exit: Exit::Several })))
        }
        Verdict::None => Err(Failure::no_solution()),
        Verdict::Unknown(Some(board), stopped) => {
            let says = format!("this is a solution; whether it is the only one is unknown, {stopped}");
            Ok((board, Some(Doubt { says, exit: stopped_exit(stopped) })))
        }
        Verdict::Unknown(None, stopped) => Err(Failure::stopped(stopped, stopped_exit(stopped))),
    }
}

fn stopped_exit(stopped: Stopped) -> Exit {
    if stopped == Stopped::Cancelled { Exit::Failed } else { Exit::Limit }
}
