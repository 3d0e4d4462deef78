//! `equipoise print`: a book of puzzles.

mod entry;
mod place;

use crate::args::PrintArguments;
use crate::escape::visible;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{Item, Task, Tasks};
use crate::interrupt::Interrupt;
use crate::output::{self, Closed};
use crate::progress::Progress;
use ::print::{Book, Contents, Entry, Misfit, Pages};
use entry::{Editor, Prepared};
use equipoise::studio::pool::{Event, Pool, threads};
use place::Place;
use std::ops::ControlFlow;
use std::sync::mpsc::SyncSender;

/// The most puzzles in a book: a stream without end must not fill the memory.
const MOST_PUZZLES: usize = 10_000;
/// The most characters in its title.
const MOST_TITLE: usize = 200;

pub(crate) fn run(arguments: &PrintArguments) -> Exit {
    let interrupt = Interrupt::with_limit(arguments.time_limit);
    let (Ok(exit) | Err(exit)) = print(arguments, &interrupt);
    if !(interrupt.is_signalled() || interrupt.is_expired()) {
        return exit;
    }
    let (why, exit) = interrupt.why();
    output::note(&format!("{why}; nothing is printed"));
    exit
}

fn print(arguments: &PrintArguments, interrupt: &Interrupt) -> Result<Exit, Exit> {
    let fail = |failure: Failure| failure.tell();
    if arguments.title.as_ref().is_some_and(|title| title.chars().count() > MOST_TITLE) {
        return Err(fail(Failure::usage(format!("a title has at most {MOST_TITLE} characters"))));
    }
    // Find out whether the files can be written before the work begins.
    let open = |path| Place::open(path, arguments.force, arguments.dpi);
    let places = [Some(&arguments.out), arguments.solutions.as_ref()].into_iter().flatten();
    let places = places.map(|path| open(path)).collect::<Result<Vec<Place>, Failure>>().map_err(fail)?;
    let mut book = Book {
        title: arguments.title.clone(),
        paper: arguments.paper.into(),
        large: arguments.large,
        per_page: arguments.per_page.map(usize::from),
        labels: arguments.hints,
        entries: Vec::new(),
        command: command(arguments),
    };
    let (entries, exit) = gather(arguments, &book, interrupt)?;
    book.entries = entries;
    let contents = match (&arguments.solutions, arguments.no_solutions) {
        (Some(_), _) => &[Contents::Puzzles, Contents::Solutions][..],
        (None, true) => &[Contents::Puzzles],
        (None, false) => &[Contents::Everything],
    };
    let lay_out = |&contents| book.lay_out(contents).map_err(|misfits| told(&book, &misfits));
    let pages = contents.iter().map(lay_out).collect::<Result<Vec<Pages>, Exit>>()?;
    for says in place::write(places, &pages, interrupt).map_err(fail)? {
        output::note(&says);
    }
    Ok(exit)
}

/// Reports puzzles that do not fit.
fn told(book: &Book, misfits: &[Misfit]) -> Exit {
    for misfit in misfits {
        let name = &book.entries[misfit.index].name;
        output::error(&Failure::usage(misfit.to_string()).to_text(&visible(name)));
    }
    output::note("nothing is printed");
    Exit::Usage
}

/// The options that shape the book, as its last page names them.
fn command(arguments: &PrintArguments) -> String {
    let mut command = "equipoise print".to_owned();
    if let Some(number) = arguments.per_page {
        command += &format!(" --per-page {number}");
    }
    command += &format!(" --paper {}", arguments.paper.name());
    let flags = [
        (arguments.large, "large"),
        (arguments.easy_first, "easy-first"),
        (arguments.hints, "hints"),
        (arguments.no_solutions, "no-solutions"),
    ];
    for (_, flag) in flags.into_iter().filter(|(is_set, _)| *is_set) {
        command += &format!(" --{flag}");
    }
    command
}

/// What a worker says about a puzzle.
enum Said {
    Prepared(Box<Prepared>),
    Failed(String, Failure),
}

/// Reads the puzzles, and finds out what is to be printed about them. An error is
/// told, and the status returned.
fn gather(arguments: &PrintArguments, book: &Book, interrupt: &Interrupt) -> Result<(Vec<Entry>, Exit), Exit> {
    let tasks = Tasks::new(&arguments.puzzles.puzzles, interrupt);
    let total = tasks.total();
    let mut progress = Progress::new(total);
    let (mut prepared, mut status, mut failed) = (Vec::new(), Exit::Fine, false);
    let editor = Editor { arguments, interrupt, book };
    let work = |(): &mut (), task: Task, sender: SyncSender<Said>| {
        for Item { name, document, .. } in task.read(arguments.puzzles.kind) {
            if interrupt.is_set() {
                break;
            }
            let said = match document.and_then(|document| editor.prepare(&name, document)) {
                Ok(prepared) => Said::Prepared(Box::new(prepared)),
                Err(failure) => Said::Failed(name, failure),
            };
            sender.send(said).map_err(|_| Closed)?;
        }
        Ok::<(), Closed>(())
    };
    let take = |event| {
        match event {
            Event::Said(Said::Prepared(one)) => {
                status = status.and(one.exit);
                if let Some(note) = &one.note {
                    progress.clear();
                    output::note(note);
                }
                prepared.push(*one);
                if prepared.len() > MOST_PUZZLES {
                    return Ok(ControlFlow::Break(()));
                }
            }
            // What fails because the run was interrupted is no news.
            Event::Said(Said::Failed(name, failure)) if !interrupt.is_set() => {
                progress.clear();
                output::error(&failure.to_text(&visible(&name)));
                (status, failed) = (status.and(failure.exit), true);
            }
            Event::Said(Said::Failed(..)) | Event::Waiting => {}
            Event::Quiet if interrupt.is_waiting() => {}
            Event::Quiet => progress.draw(prepared.len()),
        }
        Ok(ControlFlow::Continue(()))
    };
    let read = Pool::new(threads(None), total, interrupt.flag()).run(tasks, || (), work, take);
    progress.clear();
    if let Err(error) = read {
        return Err(Failure::io(&error).tell());
    }
    if prepared.len() > MOST_PUZZLES {
        return Err(Failure::usage(format!("a book has at most {MOST_PUZZLES} puzzles")).tell());
    }
    if failed {
        output::note("nothing is printed, since not all puzzles could be used");
    }
    if failed || interrupt.is_set() {
        return Err(status);
    }
    if arguments.easy_first {
        prepared.sort_by_key(Prepared::rank);
    }
    Ok((prepared.into_iter().map(|one| one.entry).collect(), status))
}
