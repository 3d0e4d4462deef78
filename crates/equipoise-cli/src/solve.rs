//! `equipoise solve`.

use crate::args::{Puzzles, form_parser, positive, seed, whole};
use crate::clock::{Stopwatch, read_duration, spoken};
use crate::failure::{Exit, Failure};
use crate::generate::{Shard, read_shard};
use crate::interrupt::Interrupt;
use crate::output::{self, Closed, Output, look};
use crate::parallel::{self, Question, Run, Tally, jobs_parser};
use crate::parts;
use crate::report::{Answer, End, Stream};
use crate::trace::{Slot, TraceWriter};
use crate::write::NewFile;
use clap::Args;
use equipoise::fd::{Clock, Labelling, ModelError};
use equipoise::puzzles::{Form, Puzzle};
use equipoise::scene::TextRenderer;
use equipoise::studio::{self, Options, Searched, Sharing, Trace};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

#[derive(Debug, Clone, Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,

    /// Stop at the first solution
    #[arg(long, group = "mode")]
    pub(crate) first: bool,

    /// Count the solutions exactly
    #[arg(long, group = "mode")]
    pub(crate) count: bool,

    /// Give every solution, as it is found
    #[arg(long, group = "mode")]
    pub(crate) all: bool,

    /// Give at most K solutions
    #[arg(long, value_name = "K", requires = "all", value_parser = positive::<NonZero<u64>>)]
    pub(crate) max: Option<NonZero<u64>>,

    /// Give up on a puzzle after this long, such as 10s or 500ms
    #[arg(long, value_name = "TIME", value_parser = read_duration)]
    pub(crate) time_limit: Option<Duration>,

    /// Search with this labelling, in the terms of SICStus Prolog
    #[arg(long, alias = "labelling", value_name = "OPTIONS")]
    pub(crate) labeling: Option<Labelling>,

    /// The model: our best, or the one of the paper
    #[arg(long, value_parser = form_parser(), default_value = "best")]
    pub(crate) model: Form,

    /// The random seed of the search
    #[arg(long, value_name = "S", default_value_t, value_parser = seed)]
    pub(crate) seed: u64,

    /// Show the statistics of the search
    #[arg(long)]
    pub(crate) stats: bool,

    /// Write the search tree of one puzzle to a file, for `equipoise lab tree`
    #[arg(long, value_name = "FILE", conflicts_with = "count")]
    pub(crate) trace: Option<PathBuf>,

    /// Replace the trace file if it exists
    #[arg(long, requires = "trace")]
    pub(crate) force: bool,

    /// Show verdicts only, no drawings
    #[arg(long, short)]
    pub(crate) quiet: bool,

    /// Print a JSON object for each puzzle, one per line
    #[arg(long)]
    pub(crate) json: bool,

    /// Search only part K of N of a hard puzzle; `merge` joins the results
    #[arg(long, value_name = "K/N", value_parser = read_shard,
        conflicts_with_all = ["first", "all", "trace", "labeling", "model", "stats", "quiet"])]
    pub(crate) part: Option<Shard>,

    /// Split a hard puzzle into N parts, and print a command for each
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=MOST_PARTS),
        conflicts_with_all = ["first", "all", "trace", "labeling", "model", "stats", "quiet"])]
    pub(crate) split: Option<u64>,

    /// The number of threads, for several puzzles at a time or for one hard puzzle
    /// [default: the number of processors]
    #[arg(long, value_name = "J", value_parser = jobs_parser())]
    pub(crate) jobs: Option<NonZero<usize>>,
}

/// The most parts of a puzzle.
pub(crate) const MOST_PARTS: u64 = 1000;

pub(crate) fn run(arguments: &Solve) -> Result<Exit, Failure> {
    if (arguments.split.is_some() || arguments.part.is_some())
        && let Some(jobs) = parts::jobs(arguments)?
    {
        return Ok(output::print(jobs.as_bytes()));
    }
    let clock = Stopwatch::start();
    let run = Run { jobs: arguments.jobs, ..Run::new(&arguments.puzzles, arguments.json, arguments.time_limit) };
    let look = look(false);
    let trace = arguments.trace.as_deref().map(|path| NewFile::create(path, arguments.force)).transpose()?;
    let trace = Mutex::new(trace);
    let tally = run.tally(|question, output| solve(arguments, question, output, look, &run.interrupt, &trace));
    if tally.total() > 1 && !arguments.json {
        output::note(&summary(&tally, arguments, clock.now()));
    }
    Ok(tally.exit())
}

fn solve(
    arguments: &Solve,
    question: Question<'_>,
    output: &Output,
    look: TextRenderer,
    interrupt: &Interrupt,
    trace: &Slot,
) -> Result<Exit, Failure> {
    let puzzle = &*question.document.puzzle;
    let open = |_| TraceWriter::open(trace, &searched(arguments, question));
    let writer = arguments.trace.as_ref().map(open).transpose()?;
    let tell = |node| writer.iter().for_each(|writer| writer.write(&node));
    let trace = writer.is_some().then(|| Trace::new(&tell));
    let options = Options { trace, ..options(arguments, question)? };
    let mut stream = Stream { arguments, question, look, interrupt, output, streamed: 0 };
    let answer = if arguments.all {
        all(puzzle, &options, arguments.max.map(u64::from), &mut stream)?
    } else if arguments.first {
        studio::first(puzzle, &options).map(Answer::from)
    } else if arguments.count {
        studio::count(puzzle, &options).map(Answer::from)
    } else {
        studio::verdict(puzzle, &options).map(Answer::from)
    };
    let mut answer = answer?;
    // The whole time, not just the search.
    answer.statistics.time = question.clock.now();
    if let Some(part) = arguments.part {
        output.data(parts::line(question.document, part, arguments.count, &answer))?;
        return Ok(parts::exit(&answer));
    }
    stream.finish(&answer)?;
    writer.map_or(Ok(()), TraceWriter::finish)?;
    Ok(answer.exit())
}

/// What the first line of a trace says.
fn searched(arguments: &Solve, question: Question<'_>) -> Searched {
    Searched {
        file: question.file.to_owned(),
        puzzle: question.document.puzzle.kind().name.to_owned(),
        model: arguments.model.name().to_owned(),
        labelling: arguments.labeling.as_ref().map(ToString::to_string),
    }
}

fn options<'a>(arguments: &Solve, question: Question<'a>) -> Result<Options<'a>, Failure> {
    let puzzle = &*question.document.puzzle;
    if !arguments.model.is_known(puzzle) {
        return Err(Failure::no_paper(puzzle.kind()));
    }
    let threads = parallel::threads_each(&arguments.puzzles.puzzles, arguments.jobs);
    Ok(Options {
        form: arguments.model,
        labelling: arguments.labeling,
        seed: arguments.seed,
        limits: question.limits,
        trace: None,
        sharing: Some(Sharing { threads, part: arguments.part.and_then(Shard::of_parts) }),
    })
}

/// Prints every solution as it is found, at most `max`.
fn all(
    puzzle: &dyn Puzzle,
    options: &Options<'_>,
    max: Option<u64>,
    stream: &mut Stream<'_>,
) -> Result<Result<Answer, ModelError>, Closed> {
    let mut closed = None;
    let mut found = 0;
    let visited = studio::each(puzzle, options, |board| {
        found += 1;
        if let Err(error) = stream.solution(&board) {
            closed = Some(error);
        }
        if closed.is_some() || Some(found) == max { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if let Some(closed) = closed {
        return Err(closed);
    }
    Ok(visited.map(|studio::Answer { result, statistics }| {
        let end = match result {
            Some(stopped) => End::Stopped(stopped),
            None if Some(found) == max => End::Enough,
            None => End::Complete,
        };
        Answer { solutions: Vec::new(), count: u128::from(found), end, statistics }
    }))
}

/// A summary of many puzzles, in one line.
fn summary(tally: &Tally, arguments: &Solve, time: Duration) -> String {
    let fine = if arguments.first || arguments.count || arguments.all { "solved" } else { "unique" };
    let words = [
        (Exit::Fine, fine),
        (Exit::Several, "several"),
        (Exit::None, "without solution"),
        (Exit::Limit, "undecided"),
        (Exit::Invalid, "invalid"),
        (Exit::Failed, "failed"),
    ];
    let parts: Vec<String> = words
        .iter()
        .filter(|(exit, _)| tally.of(*exit) > 0)
        .map(|(exit, word)| format!("{} {word}", tally.of(*exit)))
        .collect();
    format!("{} puzzles in {}: {}", tally.total(), spoken(time), parts.join(", "))
}
