//! `equipoise lab matrix`.

use super::args::Matrix;
use super::{FILES, measure, models};
use crate::clock::Stopwatch;
use crate::failure::{Exit, Failure};
use crate::input::Tasks;
use crate::interrupt::Interrupt;
use crate::output;
use crate::write::{self, NewFile};
use equipoise::fd::{Choice, Labelling, Limits, Order, Selection};
use equipoise::puzzles;
use lab::{Metric, Plan, Report, SharedPuzzle, Subjects, render};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The default time limit of a run.
const TIME_LIMIT: Duration = Duration::from_secs(10);

pub(super) fn run(arguments: &Matrix) -> Result<Exit, Failure> {
    let Matrix { csv, json, html, plots, force, .. } = arguments;
    let interrupt = Interrupt::install(None);
    write::differ([csv, json, html, plots].into_iter().flatten())?;
    let open = |path: &Option<PathBuf>| path.as_deref().map(|path| NewFile::create(path, *force)).transpose();
    // In the order of `FILES`.
    let files = [open(html)?, open(csv)?, open(json)?];
    plots.as_deref().map_or(Ok(()), write::create_folder)?;
    let matrix = matrix(arguments, &interrupt)?;
    let time_limit = arguments.effort.time_limit.unwrap_or(TIME_LIMIT);
    let clock = Stopwatch::start();
    let plan = matrix.plan(&|| Limits::none().time(time_limit, &clock).cancel(interrupt.flag()));
    let plan = plan
        .map_err(|unmade| Failure::new("make", unmade.stopped.map_or(Exit::Usage, Exit::from), unmade.to_string()))?;
    if let Some(folder) = plots {
        let mut plots = plan.pictures.iter().map(|picture| folder.join(format!("{}.svg", picture.name())));
        plots.try_for_each(|plot| write::may_take(&plot, *force).map(drop))?;
    }
    let repeat = arguments.effort.repeat.map_or(1, u32::from);
    let (plan, complete) = measure(plan, time_limit, repeat, &interrupt);
    let report = report(&matrix, plan, time_limit, repeat, complete);
    let mut files = files.into_iter().zip(FILES);
    let written = files.try_for_each(|(file, (_, text))| file.map_or(Ok(()), |file| file.fill(text(&report))));
    let written = written.and_then(|()| match plots {
        Some(folder) => write::write_all(&super::plots(&report, folder).collect::<Vec<_>>(), *force),
        None => Ok(()),
    });
    let printed = output::print(render::text(&report).as_bytes());
    if !complete {
        output::note("interrupted");
        return Ok(Exit::Failed);
    }
    written.map(|()| printed)
}

fn report(matrix: &lab::Matrix, plan: Plan, time_limit: Duration, repeat: u32, complete: bool) -> Report {
    let kind = match &matrix.subjects {
        Subjects::Made { kind, .. } => kind.title,
        Subjects::Given(boards) => boards.first().map_or("Puzzles", |(_, board)| board.kind().title),
        Subjects::Files(_) => "Models",
    };
    let title = format!("{kind}: labellings compared");
    Report { name: "matrix".to_owned(), title, texts: matrix.texts(), plan, time_limit, repeat, complete }
}

fn matrix(arguments: &Matrix, interrupt: &Interrupt) -> Result<lab::Matrix, Failure> {
    let mut metrics = arguments.effort.metric.clone();
    if metrics.is_empty() {
        metrics = vec![Metric::Seconds, Metric::Backtracks];
    }
    Ok(lab::Matrix {
        subjects: subjects(arguments, interrupt)?,
        labellings: labellings(arguments),
        own: arguments.own,
        form: arguments.model,
        goal: arguments.goal,
        seed: arguments.seed,
        metrics,
    })
}

fn subjects(arguments: &Matrix, interrupt: &Interrupt) -> Result<Subjects, Failure> {
    let files: Vec<PathBuf> = arguments.puzzle.iter().map(PathBuf::from).collect();
    if arguments.sizes.is_none() && files.iter().any(|file| models::is_model(file)) {
        let problems = models::read(&files, interrupt)?.into_iter();
        return Ok(Subjects::Files(problems.map(|(name, problem)| (name, Arc::new(problem))).collect()));
    }
    let kind = match arguments.puzzle.as_slice() {
        [name] => name.to_str().and_then(puzzles::kind),
        _ => None,
    };
    match (kind, &arguments.sizes) {
        (Some(kind), Some(sizes)) => {
            let (sizes, each) = (sizes.0.clone(), arguments.boards);
            Ok(Subjects::Made { kind, sizes, clues: arguments.clues, each })
        }
        (Some(_), None) => Err(Failure::usage("boards of a kind are made; `--sizes` says how large")),
        (None, Some(_)) => Err(Failure::usage("`--sizes` goes with the name of a kind, such as `--puzzle gap`")),
        (None, None) => given(arguments, interrupt).map(Subjects::Given),
    }
}

/// The puzzles named by files or as built-in ones.
fn given(arguments: &Matrix, interrupt: &Interrupt) -> Result<Vec<(String, SharedPuzzle)>, Failure> {
    let mut boards = Vec::new();
    for item in Tasks::new(&arguments.puzzle, interrupt).flat_map(|task| task.read(None)) {
        let document = item.document.map_err(|failure| failure.of(&item.name))?;
        boards.push((item.name, Arc::from(document.puzzle)));
    }
    Ok(boards)
}

/// Every variable choice with every value choice and every order.
fn labellings(arguments: &Matrix) -> Vec<Labelling> {
    // `ff` has a second name.
    let variables = chosen(&arguments.variable, Selection::names().filter(|&name| name != "first_fail"));
    let (choices, orders) = (chosen(&arguments.choice, Choice::names()), chosen(&arguments.order, Order::names()));
    let mut labellings: Vec<Labelling> = Vec::new();
    for variable in &variables {
        for choice in &choices {
            for order in &orders {
                let labelling = format!("{variable},{choice},{order}").parse().unwrap_or_default();
                if !labellings.contains(&labelling) {
                    labellings.push(labelling);
                }
            }
        }
    }
    labellings
}

fn chosen(names: &[String], all: impl Iterator<Item = &'static str>) -> Vec<String> {
    if names.iter().any(|name| name == "all") { all.map(str::to_owned).collect() } else { names.to_vec() }
}
