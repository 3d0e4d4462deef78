//! `equipoise show`.

use crate::args::{Drawing, Show};
use crate::clock::Stopwatch;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output::{Look, Trouble};
use crate::parallel::{self, Question, Run};
use equipoise::fd::Limits;
use equipoise::puzzles::{Board, Document, InPaper, View};
use equipoise::scene::SvgRenderer;
use equipoise::studio::{self, Options};

pub(crate) fn run(arguments: &Show) -> Exit {
    let interrupt = Interrupt::install();
    let run = Run {
        puzzles: &arguments.puzzles.puzzles,
        kind: arguments.puzzles.kind,
        jobs: None,
        json: false,
        interrupt: &interrupt,
    };
    let look = Look::new(arguments.ascii);
    let asked = &arguments.puzzles.puzzles;
    let tally = parallel::run(&run, |Question { name, document, .. }, output| {
        let board = if arguments.solution { solution(document, &interrupt)? } else { document.puzzle.givens() };
        let puzzle = &*document.puzzle;
        let words = match arguments.format {
            Drawing::Svg => {
                output.data(SvgRenderer::new().id(name).render(&puzzle.draw(&View::of(&board))))?;
                return Ok(Exit::Fine);
            }
            Drawing::Words if arguments.solution => puzzle.paper().and_then(|paper| paper.print_answer(&board)),
            Drawing::Words => puzzle.paper().and_then(InPaper::describe),
            Drawing::Text => None,
        };
        let text = match words {
            Some(words) => format!("{}\n", words.trim_end()),
            None => look.draw(&puzzle.draw(&View::of(&board))).map_err(|error| Failure::too_large(&error))?,
        };
        output.gap()?;
        // One puzzle that was asked for by name needs no other title.
        let named = asked.len() > 1 || asked.iter().any(|argument| argument != name);
        output.data(if named { format!("{name}:\n{text}") } else { text })?;
        Ok(Exit::Fine)
    });
    tally.exit()
}

/// The solution that the file gives, or else one that is searched for.
fn solution(document: &Document, interrupt: &Interrupt) -> Result<Board, Trouble> {
    if let Some(solution) = &document.solution {
        return Ok(solution.clone());
    }
    let clock = Stopwatch::start();
    let options = Options { limits: Limits::none().clock(&clock).cancel(interrupt.flag()), ..Options::default() };
    let answer = studio::first(&*document.puzzle, &options).map_err(|error| Failure::model(&error))?;
    match answer.result {
        Ok(Some(board)) => Ok(board),
        Ok(None) => Err(Failure::no_solution().into()),
        Err(stopped) => Err(Failure::missing(stopped.to_string()).into()),
    }
}
