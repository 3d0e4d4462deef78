//! `equipoise print`: a book of puzzles.

use crate::args::{Puzzles, one_of, whole};
use crate::clock::{Stopwatch, limits, read_duration};
use crate::failure::{Exit, Failure};
use crate::input::{Item, Task, Tasks};
use crate::interrupt::Interrupt;
use crate::output::{self, Closed, Errors};
use crate::progress::Progress;
use crate::show::solution;
use crate::text::visible;
use crate::write::{self, NewFile};
use ::print::{Book, Contents, Entry, HAS_PNG, Misfit, Pages, Paper};
use clap::Args;
use equipoise::fd::Limits;
use equipoise::puzzles::{Document, Puzzle, counted};
use equipoise::studio::pool::{Event, Pool, threads};
use equipoise::studio::{self, Advice, Difficulty, HintLevel, Position};
use serde_json::Value;
use std::ffi::OsStr;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::SyncSender;
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct PrintArguments {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,

    /// The file: .pdf, or .svg or .png with a number added for each page
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,

    /// Puzzles per page, 1 to 6 [default: as many as stay readable]
    #[arg(long, value_name = "N", value_parser = whole::<u8>(1..=6))]
    pub(crate) per_page: Option<u8>,

    /// The paper size
    #[arg(long, value_parser = one_of([("a4", Paper::A4), ("letter", Paper::Letter)]), default_value = "a4")]
    pub(crate) paper: Paper,

    /// Large print: text and digits of at least 18 points, where a page can hold them
    #[arg(long)]
    pub(crate) large: bool,

    /// Sort the puzzles by difficulty, the easiest first
    #[arg(long)]
    pub(crate) easy_first: bool,

    /// Leave out the solutions
    #[arg(long, conflicts_with = "solutions")]
    pub(crate) no_solutions: bool,

    /// Print the solutions to a file of their own
    #[arg(long, value_name = "FILE")]
    pub(crate) solutions: Option<PathBuf>,

    /// Add a hint for the first step of each puzzle
    #[arg(long)]
    pub(crate) hints: bool,

    /// Add a title page
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,

    /// Add a link and a QR code to each puzzle: the address of a page that plays
    /// it, then # and the puzzle's code
    #[arg(long, value_name = "BASE", value_parser = read_base)]
    pub(crate) links: Option<String>,

    /// Dots per inch, for PNG
    #[arg(long, value_name = "N", default_value_t = 150, value_parser = whole::<u32>(10..=1000))]
    pub(crate) dpi: u32,

    /// Replace existing files
    #[arg(long)]
    pub(crate) force: bool,

    /// Stop the whole run after this long, such as 10s or 5m
    #[arg(long, value_name = "TIME", value_parser = read_duration)]
    pub(crate) time_limit: Option<Duration>,
}

/// Reads the address that links begin with.
fn read_base(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_graphic() && !"#\"<>\\^`{|}".contains(c);
    let is_web = ["http://", "https://"].iter().any(|scheme| text.len() > scheme.len() && text.starts_with(scheme));
    if is_web && text.len() <= 200 && text.chars().all(plain) {
        return Ok(text.to_owned());
    }
    Err("expected the address of a web page, such as https://example.org/play/".to_owned())
}

/// The most puzzles in a book: a stream without end must not fill the memory.
const MOST_PUZZLES: usize = 10_000;
/// The most characters in its title.
const MOST_TITLE: usize = 200;

pub(crate) fn run(arguments: &PrintArguments) -> Result<Exit, Failure> {
    let interrupt = Interrupt::install(arguments.time_limit);
    if let Some(exit) = print(arguments, &interrupt)? {
        return Ok(exit);
    }
    let (why, exit) = interrupt.why();
    output::note(&format!("{why}; nothing is printed"));
    Ok(exit)
}

/// Prints a book; `None` when it was interrupted, and nothing is printed.
fn print(arguments: &PrintArguments, interrupt: &Interrupt) -> Result<Option<Exit>, Failure> {
    let title = arguments.title.as_deref();
    if title.is_some_and(|title| title.trim().is_empty() || title.chars().count() > MOST_TITLE) {
        return Err(Failure::usage(format!("a title has at least 1 and at most {MOST_TITLE} characters")));
    }
    // Find out whether the files can be written before the work begins.
    let outputs = || [Some(&arguments.out), arguments.solutions.as_ref()].into_iter().flatten();
    write::differ(outputs())?;
    let places = outputs().map(|path| Place::open(path, arguments)).collect::<Result<Vec<Place>, Failure>>()?;
    let mut book = Book {
        title: arguments.title.clone(),
        paper: arguments.paper,
        large: arguments.large,
        per_page: arguments.per_page.map(usize::from),
        labels: arguments.hints,
        entries: Vec::new(),
        command: command(arguments),
    };
    let (entries, exit) = gather(arguments, &book, interrupt)?;
    if interrupt.is_set() {
        return Ok(None);
    }
    let Some(entries) = entries else { return Ok(Some(exit)) };
    book.entries = entries;
    let contents = match (&arguments.solutions, arguments.no_solutions) {
        (Some(_), _) => &[Contents::Puzzles, Contents::Solutions][..],
        (None, true) => &[Contents::Puzzles],
        (None, false) => &[Contents::Everything],
    };
    let pages: Result<Vec<Pages>, Vec<Misfit>> = contents.iter().map(|&contents| book.lay_out(contents)).collect();
    match pages {
        Ok(pages) => {
            let Some(told) = write_books(places, &pages, arguments.force, interrupt)? else { return Ok(None) };
            told.iter().chain(&remarks(&book, &pages)).for_each(|says| output::note(says));
            Ok(Some(exit))
        }
        Err(misfits) => {
            for misfit in &misfits {
                Failure::usage(misfit.to_string()).of(&visible(&book.entries[misfit.index].name)).tell();
            }
            output::note("nothing is printed");
            Ok(Some(Exit::Usage))
        }
    }
}

/// What is not in the book as it was asked for.
fn remarks(book: &Book, pages: &[Pages]) -> Vec<String> {
    let smaller = pages.iter().flat_map(|pages| &pages.smaller).map(|(index, digits)| {
        let name = visible(&book.entries[*index].name);
        format!("{name}: printed in type of {digits:.1} points, since a page cannot hold larger type")
    });
    let lacking: Vec<String> = book.lacking().into_iter().map(|char| visible(&char.to_string()).into_owned()).collect();
    let lacking = (!lacking.is_empty())
        .then(|| format!("the fonts of the book lack these characters, printed as \u{fffd}: {}", lacking.join(" ")));
    smaller.chain(lacking).collect()
}

/// The options that shape the book, as its last page names them.
fn command(arguments: &PrintArguments) -> String {
    let mut command = "equipoise print".to_owned();
    if let Some(number) = arguments.per_page {
        command += &format!(" --per-page {number}");
    }
    command += &format!(" --paper {}", arguments.paper.name().to_ascii_lowercase());
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

/// The number of a file, the name of a puzzle in it, and what is printed about the puzzle.
type Said = (usize, String, Result<Box<Prepared>, Failure>);

/// Reads the puzzles, and finds out what is to be printed about them: nothing, if one
/// of them could not be used, which was told.
fn gather(
    arguments: &PrintArguments,
    book: &Book,
    interrupt: &Interrupt,
) -> Result<(Option<Vec<Entry>>, Exit), Failure> {
    let tasks = Tasks::new(&arguments.puzzles.puzzles, interrupt);
    let total = tasks.total();
    let mut progress = Progress::new(total);
    let (mut prepared, mut status, mut failed) = (Vec::new(), Exit::Fine, false);
    let mut errors = Errors::default();
    let work = |(): &mut (), task: Task, sender: SyncSender<Said>| {
        let file = task.source;
        for Item { name, document, .. } in task.read(arguments.puzzles.kind) {
            if interrupt.is_set() {
                break;
            }
            let said = document.and_then(|document| prepare(&name, document, arguments, book, interrupt));
            sender.send((file, name, said.map(Box::new))).map_err(|_| Closed)?;
        }
        Ok::<(), Closed>(())
    };
    let take = |event: Event<Said>| {
        match event {
            Event::Said((.., Ok(one))) => {
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
            // What fails because the run was interrupted is not news.
            Event::Said((file, name, Err(failure))) if !interrupt.is_set() => {
                progress.clear();
                (status, failed) = (status.and(failure.exit), true);
                errors.tell(file, &failure.of(&visible(&name)).to_string());
            }
            Event::Said(_) | Event::Waiting => {}
            Event::Quiet if interrupt.is_waiting() => {}
            Event::Quiet => progress.draw(prepared.len()),
        }
        Ok(ControlFlow::Continue(()))
    };
    let read = Pool::new(threads(None), total, interrupt.flag()).run(tasks, || (), work, take);
    progress.clear();
    errors.end();
    read.map_err(|error| Failure::io(&error))?;
    if prepared.len() > MOST_PUZZLES {
        return Err(Failure::usage(format!("a book has at most {MOST_PUZZLES} puzzles")));
    }
    if failed {
        output::note("nothing is printed, because not all puzzles could be used");
    }
    if failed || interrupt.is_set() {
        return Ok((None, status));
    }
    if arguments.easy_first {
        // What was not graded comes last.
        prepared.sort_by_key(|one| (one.difficulty.is_none(), one.difficulty));
    }
    Ok((Some(prepared.into_iter().map(|one| one.entry).collect()), status))
}

/// How much work grading a puzzle, and finding a hint, may take. Counted in runs of
/// propagators and not in time, so that the same puzzles give the same bytes on every
/// machine; some seconds. What takes longer is left out of the book.
const MOST_WORK: u64 = 4_000_000;

/// A puzzle as it will be printed.
struct Prepared {
    entry: Entry,
    /// Its difficulty, if it was found.
    difficulty: Option<Difficulty>,
    exit: Exit,
    /// A remark for people.
    note: Option<String>,
}

/// Finds out what is printed about a puzzle.
fn prepare(
    name: &str,
    document: Document,
    arguments: &PrintArguments,
    book: &Book,
    interrupt: &Interrupt,
) -> Result<Prepared, Failure> {
    let clock = Stopwatch::start();
    let limits = limits(None, &clock, interrupt);
    let mut entry = Entry::new(name, document);
    if let Some(base) = &arguments.links {
        let code = play::encode(&*entry.document.puzzle, None).map_err(|error| Failure::usage(error.to_string()))?;
        entry.link = Some(play::link(base, &code));
    }
    // A puzzle that no page can hold is not worth a search.
    book.fits(&entry).map_err(|misfit| Failure::usage(misfit.to_string()))?;
    let (mut exit, mut note) = (Exit::Fine, None);
    if !arguments.no_solutions {
        let (board, doubt) = solution(&entry.document, limits)?;
        entry.solution = Some(board);
        if let Some((_, status)) = doubt {
            exit = status;
            note = Some(format!("{}: the book has one of several solutions", visible(name)));
        }
    }
    let puzzle = &*entry.document.puzzle;
    let graded = || studio::grade(puzzle, limits.work(MOST_WORK)).ok().flatten().map(|grade| grade.difficulty);
    let difficulty = stated(&entry.document).or_else(graded);
    if difficulty.is_none() && !interrupt.is_set() {
        note = note.or_else(|| Some(format!("{}: the book does not say how hard it is", visible(name))));
    }
    entry.difficulty = difficulty.map(Difficulty::name);
    if arguments.hints {
        entry.hint = hint(puzzle, limits);
    }
    Ok(Prepared { entry, difficulty, exit, note })
}

/// The difficulty that the puzzle's file states.
fn stated(document: &Document) -> Option<Difficulty> {
    let name = document.about.get("grade")?.get("band").and_then(Value::as_str)?;
    Difficulty::ALL.into_iter().find(|difficulty| difficulty.name() == name)
}

/// The first step from the empty board, in words.
fn hint(puzzle: &dyn Puzzle, limits: Limits<'_>) -> Option<String> {
    let hint = studio::hint(puzzle, &Position::start(puzzle), limits.work(MOST_WORK)).ok()?.ok()?;
    let level = if let Advice::Reveal { .. } = hint.advice { HintLevel::Result } else { HintLevel::Deduction };
    hint.told(level).pop()
}

/// Where a book goes.
enum Place {
    Pdf(NewFile),
    /// A file for each page: its dots to an inch, none for SVG.
    Images(PathBuf, Option<u32>),
}

impl Place {
    /// The kind of file is that of its extension.
    fn open(path: &Path, arguments: &PrintArguments) -> Result<Place, Failure> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
        let images = |dpi| {
            // How many pages there will be is not known yet: none of an old book may be there.
            let folder = write::folder_of(path);
            write::try_folder(folder)?;
            write::may_take_all(folder, arguments.force, |name| is_page(path, name))?;
            Ok(Place::Images(path.to_owned(), dpi))
        };
        match ending.as_str() {
            "pdf" => Ok(Place::Pdf(NewFile::create(path, arguments.force)?)),
            "svg" => images(None),
            "png" if HAS_PNG => images(Some(arguments.dpi)),
            "png" => Err(Failure::usage("this program was built without PNG (`--features png`)").at(path)),
            _ => Err(Failure::usage("expected a name that ends in .pdf, .svg or .png").at(path)),
        }
    }
}

/// Writes books, each to its place; returns what to say about them, or `None` when that
/// was interrupted. No file gets its name before all pages are ready.
fn write_books(
    places: Vec<Place>,
    books: &[Pages],
    force: bool,
    interrupt: &Interrupt,
) -> Result<Option<Vec<String>>, Failure> {
    let (mut files, mut images, mut told) = (Vec::new(), Vec::new(), Vec::new());
    for (place, pages) in places.into_iter().zip(books) {
        let many = counted(pages.len(), "page");
        match place {
            Place::Pdf(mut file) => {
                let bytes = pages.pdf().map_err(|error| Failure::missing(error.to_string()).at(file.path()))?;
                file.write_all(&bytes).map_err(|error| Failure::unwritten(file.path(), &error))?;
                told.push(format!("{}: {many}", file.path().display()));
                files.push(file);
            }
            Place::Images(path, dpi) => {
                let names: Vec<PathBuf> = (1..=pages.len()).map(|number| page_name(&path, number, pages)).collect();
                told.push(format!("{} and so on: {many}", names[0].display()));
                for (number, path) in names.into_iter().enumerate() {
                    let bytes = image(pages, number, dpi).map_err(|error| error.at(&path))?;
                    images.push((path, bytes));
                    if interrupt.is_set() {
                        return Ok(None);
                    }
                }
            }
        }
    }
    if interrupt.is_set() {
        return Ok(None);
    }
    write::write_all(&images, force)?;
    files.into_iter().try_for_each(NewFile::finish)?;
    Ok(Some(told))
}

/// A page as PNG with this many dots to an inch, or as SVG.
fn image(pages: &Pages, number: usize, dpi: Option<u32>) -> Result<Vec<u8>, Failure> {
    match dpi {
        Some(dpi) => pages.png(number, dpi).map_err(|error| Failure::missing(error.to_string())),
        None => Ok(pages.svg(number).unwrap_or_default().into_bytes()),
    }
}

/// The name of a page's file: `book-03.png` for `book.png`.
fn page_name(path: &Path, number: usize, pages: &Pages) -> PathBuf {
    let digits = pages.len().to_string().len();
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{number:0digits$}.{ending}"))
}

/// Whether a page of such a book may have this name.
fn is_page(path: &Path, name: &str) -> bool {
    let part = |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let (start, end) = (format!("{}-", part(path.file_stem())), format!(".{}", part(path.extension())));
    let number = name.strip_prefix(&start).and_then(|rest| rest.strip_suffix(&end));
    number.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}
