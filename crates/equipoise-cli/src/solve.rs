//! `equipoise solve`.

mod answer;
pub(crate) mod part;

pub(crate) use answer::{Answer, Finding};

use crate::args::Solve;
use crate::clock::{Stopwatch, limits, spoken};
use crate::exit::{Exit, Tally};
use crate::failure::Failure;
use crate::generate::Shard;
use crate::interrupt::Interrupt;
use crate::output::{self, Closed, Look, Output, Trouble};
use crate::parallel::{self, Question, Run};
use crate::report::{Printer, Stream};
use crate::trace::{Slot, TraceWriter};
use equipoise::fd::{Clock, ModelError};
use equipoise::puzzles::Puzzle;
use equipoise::studio::{self, Options, Searched, Sharing, Trace};
use std::ops::ControlFlow;
use std::time::Duration;

pub(crate) fn run(arguments: &Solve) -> Exit {
    if arguments.split.is_some() || arguments.part.is_some() {
        match part::jobs(arguments) {
            Ok(None) => {}
            Ok(Some(jobs)) => return output::print(jobs.as_bytes()),
            Err(failure) => return failure.tell(),
        }
    }
    let interrupt = Interrupt::install();
    let clock = Stopwatch::start();
    let run = Run {
        puzzles: &arguments.puzzles.puzzles,
        kind: arguments.puzzles.kind,
        jobs: arguments.jobs,
        json: arguments.json,
        interrupt: &interrupt,
    };
    let printer = Printer {
        json: arguments.json,
        quiet: arguments.quiet,
        stats: arguments.stats,
        look: Look::new(false),
        interrupt: &interrupt,
    };
    let trace = match Slot::new(arguments.trace.as_deref(), arguments.force) {
        Ok(trace) => trace,
        Err(failure) => return failure.tell(),
    };
    let tally = parallel::run(&run, |question, output| solve(arguments, question, output, printer, &interrupt, &trace));
    if tally.total() > 1 && !arguments.json {
        output::note(&summary(&tally, arguments, clock.now()));
    }
    tally.exit()
}

fn solve(
    arguments: &Solve,
    question: Question<'_>,
    output: &Output,
    printer: Printer<'_>,
    interrupt: &Interrupt,
    trace: &Slot,
) -> Result<Exit, Trouble> {
    let clock = Stopwatch::start();
    let puzzle = &*question.document.puzzle;
    let writer = trace.open(|| searched(arguments, question))?;
    let tell = |node| writer.iter().for_each(|writer| writer.write(&node));
    let trace = writer.is_some().then(|| Trace::new(&tell));
    let options = Options { trace, ..options(arguments, puzzle, &clock, interrupt)? };
    let mut stream = Stream::new(printer, question, output);
    let answer = if arguments.all {
        all(puzzle, &options, arguments.max.map(u64::from), &mut stream)?
    } else if arguments.first {
        studio::first(puzzle, &options).map(answer)
    } else if arguments.count {
        studio::count(puzzle, &options).map(answer)
    } else {
        studio::verdict(puzzle, &options).map(answer)
    };
    let mut answer = answer.map_err(|error| Failure::model(&error))?;
    // The whole time, not just the search.
    answer.statistics.time = clock.now();
    if let Some(part) = arguments.part {
        output.data(part::line(question.document, part, arguments.count, &answer))?;
        return Ok(part::exit(&answer));
    }
    stream.finish(&answer)?;
    writer.map_or(Ok(()), TraceWriter::finish)?;
    Ok(answer.finding.exit())
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

fn options<'a>(
    arguments: &Solve,
    puzzle: &dyn Puzzle,
    clock: &'a Stopwatch,
    interrupt: &'a Interrupt,
) -> Result<Options<'a>, Failure> {
    if !arguments.model.is_known(puzzle) {
        return Err(Failure::no_paper(puzzle.kind()));
    }
    Ok(Options {
        form: arguments.model,
        labelling: arguments.labeling,
        seed: arguments.seed,
        limits: limits(arguments.time_limit, clock, interrupt),
        trace: None,
        sharing: Some(sharing(arguments)),
    })
}

fn sharing(arguments: &Solve) -> Sharing {
    let threads = parallel::threads_each(&arguments.puzzles.puzzles, arguments.jobs);
    Sharing { threads, part: arguments.part.and_then(Shard::of_parts) }
}

/// The result of a search.
pub(crate) fn answer<T: Into<Finding>>(found: studio::Answer<T>) -> Answer {
    Answer { finding: found.result.into(), statistics: found.statistics }
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
        let count = u128::from(found);
        let finding = match result {
            Some(stopped) => Finding::Unknown { found: None, count, stopped },
            None if Some(found) == max => Finding::Enough(found),
            None => Finding::Counted(count),
        };
        Answer { finding, statistics }
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
