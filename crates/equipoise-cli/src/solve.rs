//! `equipoise solve`.

mod count;

use crate::args::Solve;
use crate::clock::{Stopwatch, limits, spoken};
use crate::exit::{Exit, Tally};
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output::{self, Closed, Look, Output, Trouble};
use crate::parallel::{self, Question, Run};
use crate::report::{Printer, Stream};
use crate::trace::{Recorder, Slot};
use equipoise::fd::{Clock, ModelError, Statistics, Stopped};
use equipoise::puzzles::{Board, Puzzle};
use equipoise::studio::{self, Options, Trace, Verdict};
use lab::trace::Subject;
use std::ops::ControlFlow;
use std::time::Duration;

pub(crate) fn run(arguments: &Solve) -> Exit {
    let interrupt = Interrupt::install();
    let clock = Stopwatch::start();
    let run = Run {
        puzzles: &arguments.puzzles.puzzles,
        kind: arguments.puzzles.kind,
        jobs: arguments.jobs,
        json: arguments.json,
        interrupt: &interrupt,
    };
    let printer =
        Printer { json: arguments.json, quiet: arguments.quiet, stats: arguments.stats, look: Look::new(false) };
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

/// What was found out about a puzzle.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) verdict: &'static str,
    pub(crate) solutions: Vec<Board>,
    /// How many solutions are known.
    pub(crate) count: u128,
    /// What kept us from knowing more.
    pub(crate) stopped: Option<Stopped>,
    /// Whether it ends with as many solutions as were asked for.
    pub(crate) cut: bool,
    pub(crate) statistics: Statistics,
    pub(crate) exit: Exit,
}

impl Answer {
    fn new(verdict: &'static str, exit: Exit, solutions: Vec<Board>, statistics: Statistics) -> Answer {
        Answer { verdict, count: solutions.len() as u128, solutions, stopped: None, cut: false, statistics, exit }
    }

    fn unknown(stopped: Stopped, solutions: Vec<Board>, statistics: Statistics) -> Answer {
        let exit = if stopped == Stopped::Cancelled { Exit::Failed } else { Exit::Limit };
        Answer { stopped: Some(stopped), ..Answer::new("unknown", exit, solutions, statistics) }
    }

    /// When every solution was counted.
    fn counted(count: u128, statistics: Statistics) -> Answer {
        let (verdict, exit) = match count {
            0 => ("none", Exit::None),
            1 => ("unique", Exit::Fine),
            _ => ("several", Exit::Fine),
        };
        Answer { count, ..Answer::new(verdict, exit, Vec::new(), statistics) }
    }
}

fn solve(
    arguments: &Solve,
    question: Question<'_>,
    output: &Output,
    printer: Printer,
    interrupt: &Interrupt,
    trace: &Slot,
) -> Result<Exit, Trouble> {
    let clock = Stopwatch::start();
    let puzzle = &*question.document.puzzle;
    let recorder = trace.open(|| subject(arguments, question))?;
    let tell = |node: &studio::Node| recorder.iter().for_each(|recorder| recorder.write(node));
    let trace = recorder.is_some().then(|| Trace::new(&tell));
    let options = Options { trace, ..options(arguments, puzzle, &clock, interrupt)? };
    let mut stream = Stream::new(printer, question, output);
    let answer = if arguments.all {
        all(puzzle, &options, arguments.max.map(u64::from), &mut stream)?
    } else if arguments.first {
        first(puzzle, &options)
    } else if arguments.count {
        Ok(count::count(arguments, question.document, interrupt)?)
    } else {
        verdict(puzzle, &options)
    };
    let mut answer = answer.map_err(|error| Failure::model(&error))?;
    // The whole time, with what was not search.
    answer.statistics.time = clock.now();
    stream.finish(&answer)?;
    recorder.map_or(Ok(()), Recorder::finish)?;
    Ok(answer.exit)
}

/// What the first line of a trace says.
fn subject(arguments: &Solve, question: Question<'_>) -> Subject {
    Subject {
        file: question.file.to_owned(),
        puzzle: question.document.puzzle.kind().name.to_owned(),
        model: arguments.model.name().to_owned(),
        labelling: arguments.labeling.as_ref().map(ToString::to_string),
    }
}

fn options<'a>(
    arguments: &Solve,
    puzzle: &'a dyn Puzzle,
    clock: &'a Stopwatch,
    interrupt: &'a Interrupt,
) -> Result<Options<'a>, Failure> {
    Ok(Options {
        form: lab::Form::from(arguments.model).of(puzzle).ok_or_else(|| Failure::no_paper(puzzle.kind()))?,
        labelling: arguments.labeling,
        seed: arguments.seed,
        limits: limits(arguments.time_limit, clock, interrupt),
        trace: None,
    })
}

/// Looks for a solution.
fn first(puzzle: &dyn Puzzle, options: &Options<'_>) -> Result<Answer, ModelError> {
    let studio::Answer { result, statistics } = studio::first(puzzle, options)?;
    Ok(match result {
        Ok(Some(board)) => Answer::new("solved", Exit::Fine, vec![board], statistics),
        Ok(None) => Answer::counted(0, statistics),
        Err(stopped) => Answer::unknown(stopped, Vec::new(), statistics),
    })
}

/// Looks for a second solution.
pub(crate) fn verdict(puzzle: &dyn Puzzle, options: &Options<'_>) -> Result<Answer, ModelError> {
    let studio::Answer { result, statistics } = studio::verdict(puzzle, options)?;
    Ok(match result {
        Verdict::None => Answer::counted(0, statistics),
        Verdict::Unique(board) => Answer::new("unique", Exit::Fine, vec![board], statistics),
        Verdict::Several(one, two) => Answer::new("several", Exit::Several, vec![one, two], statistics),
        Verdict::Unknown(board, stopped) => Answer::unknown(stopped, board.into_iter().collect(), statistics),
    })
}

/// Gives out every solution as it is found, at most `max`.
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
    let count = u128::from(found);
    Ok(visited.map(|studio::Answer { result, statistics }| match result {
        Some(stopped) => Answer { count, ..Answer::unknown(stopped, Vec::new(), statistics) },
        None if Some(found) == max => {
            // Nobody looked for another.
            let verdict = if found == 1 { "solved" } else { "several" };
            Answer { verdict, cut: true, ..Answer::counted(count, statistics) }
        }
        None => Answer::counted(count, statistics),
    }))
}

/// What came of many puzzles, in a line.
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
