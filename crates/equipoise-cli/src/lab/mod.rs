//! `equipoise lab`.

mod args;
mod matrix;
mod models;

pub(crate) use args::Lab;

use crate::clock::{CpuClock, Stopwatch, spoken};
use crate::failure::{Exit, Failure};
use crate::input::read_regular;
use crate::interrupt::Interrupt;
use crate::output;
use crate::progress::Progress;
use crate::write::{NewFile, create_folder, may_take_all, write_all};
use args::{Run, Tree};
use equipoise::fd::{Clock, Limits};
use equipoise::puzzles::{self, Document};
use lab::tree::{self, TraceError};
use lab::{EXPERIMENTS, Experiment, Plan, Report, Setting, View, render};
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub(crate) fn run(command: &Lab) -> Result<Exit, Failure> {
    match command {
        Lab::List => Ok(list()),
        Lab::Run(arguments) => run_experiments(arguments),
        Lab::Matrix(arguments) => matrix::run(arguments),
        Lab::Tree(arguments) => draw_tree(arguments),
    }
}

/// How long a model is searched for its tree.
const TREE_TIME: Duration = Duration::from_secs(10);

/// Draws a search tree.
fn draw_tree(arguments: &Tree) -> Result<Exit, Failure> {
    let interrupt = Interrupt::install(None);
    let out = arguments.out.as_deref().map(|path| NewFile::create(path, arguments.force)).transpose()?;
    let tree = tree_of(arguments, &interrupt)?;
    let picture = tree::draw(&tree, arguments.max_nodes.get());
    match out {
        Some(file) => file.fill(picture).map(|()| Exit::Fine),
        None => Ok(output::print(picture.as_bytes())),
    }
}

/// A tree that was written, or the search of a model.
fn tree_of(arguments: &Tree, interrupt: &Interrupt) -> Result<tree::Tree, Failure> {
    if arguments.files.iter().any(|file| models::is_model(file)) {
        let problems = models::read(&arguments.files, interrupt)?;
        let [(name, problem)] = problems.as_slice() else {
            return Err(Failure::usage("a tree is drawn of one model"));
        };
        // With all solutions asked for, the search does not restart.
        let options = fzn::Options { labelling: arguments.labeling, all: true, ..fzn::Options::default() };
        let clock = Stopwatch::start();
        let limits = Limits::none().time(arguments.time_limit.unwrap_or(TREE_TIME), &clock).cancel(interrupt.flag());
        return Ok(tree::Tree::of(name, problem, &options, limits));
    }
    let [trace] = arguments.files.as_slice() else {
        return Err(Failure::usage("a tree is drawn of one trace, or of one model"));
    };
    if arguments.labeling.is_some() || arguments.time_limit.is_some() {
        return Err(Failure::usage("a trace is drawn as it is: `--labeling` and `--time-limit` go with a model"));
    }
    let file = File::open(trace).map_err(TraceError::from);
    file.and_then(|file| tree::Tree::read(BufReader::new(file))).map_err(|problem| {
        let exit = if matches!(problem, TraceError::Io(_)) { Exit::Failed } else { Exit::Invalid };
        Failure::new("trace", exit, problem.to_string()).at(trace)
    })
}

fn list() -> Exit {
    let width = EXPERIMENTS.iter().map(|experiment| experiment.name.len()).max().unwrap_or(0);
    let line = |experiment: &Experiment| format!("{:width$}  {}\n", experiment.name, experiment.title);
    output::print(EXPERIMENTS.iter().map(line).collect::<String>().as_bytes())
}

/// Runs built-in experiments.
fn run_experiments(arguments: &Run) -> Result<Exit, Failure> {
    let wanted =
        |experiment: &&Experiment| arguments.experiments.iter().any(|name| name == "all" || name == experiment.name);
    let chosen: Vec<&Experiment> = EXPERIMENTS.iter().filter(wanted).collect();
    if chosen.is_empty() {
        return Ok(list());
    }
    let interrupt = Interrupt::install(None);
    if let Some(out) = &arguments.out {
        let folders = || chosen.iter().map(|experiment| out.join(experiment.name));
        folders().try_for_each(|folder| create_folder(&folder))?;
        folders().try_for_each(|folder| may_take_all(&folder, arguments.force, is_of_a_report))?;
    }
    let clock = Stopwatch::start();
    let mut exit = Exit::Fine;
    for experiment in &chosen {
        let report = report(experiment, arguments, &interrupt);
        let written = arguments.out.as_deref().map_or(Ok(()), |out| write_report(&report, out, arguments.force));
        let printed = output::print(format!("{}\n", render::text(&report)).as_bytes());
        exit = exit.and(written.map_or_else(|failure| failure.tell(), |()| printed));
        if interrupt.is_set() {
            output::note("interrupted");
            exit = exit.and(Exit::Failed);
        }
        if exit != Exit::Fine {
            break;
        }
    }
    if chosen.len() > 1 {
        output::note(&format!("{} experiments in {}", chosen.len(), spoken(clock.now())));
    }
    Ok(exit)
}

fn report(experiment: &Experiment, arguments: &Run, interrupt: &Interrupt) -> Report {
    let corpus = arguments.corpus.as_deref();
    let find = |name: &str| corpus.and_then(|directory| published(directory, name));
    let plan = experiment.plan(&find);
    let time_limit = arguments.effort.time_limit.unwrap_or(experiment.time_limit);
    let repeat = arguments.effort.repeat.map_or(experiment.repeat, u32::from);
    let (plan, complete) = measure(plan, time_limit, repeat, interrupt);
    let views: Vec<View> = arguments.effort.metric.iter().copied().map(View::Cells).collect();
    let plan = if views.is_empty() { plan } else { Plan { views, ..plan } };
    Report::of(experiment, plan, time_limit, repeat, complete)
}

/// Runs a plan, with a progress bar.
fn measure(plan: Plan, time_limit: Duration, repeat: u32, interrupt: &Interrupt) -> (Plan, bool) {
    let clock = CpuClock::start();
    let setting = Setting { clock: &clock, cancel: interrupt.flag(), time_limit, repeat };
    let mut progress = Progress::new(Some(plan.trials.len()));
    let result = lab::run(plan, setting, &mut |done, now| progress.draw_step(done, now));
    progress.clear();
    result
}

/// A puzzle of the collection.
fn published(directory: &Path, name: &str) -> Option<Document> {
    let bytes = read_regular(&directory.join(format!("{name}.json"))).ok()?;
    puzzles::read(&bytes, None, None).ok()?.into_iter().next()?.document.ok()
}

/// The name of a file, and the report in that form.
type Form = (&'static str, fn(&Report) -> String);

/// The files of a report, beside its plots.
const FILES: [Form; 3] = [
    ("report.html", render::html),
    ("results.csv", render::csv),
    ("results.json", |report| format!("{:#}\n", render::json(report))),
];

/// Whether a report has files of such a name.
fn is_of_a_report(name: &str) -> bool {
    name.ends_with(".svg") || FILES.iter().any(|(own, _)| name == *own)
}

/// Writes all forms of a report into a directory of its own below `out`.
fn write_report(report: &Report, out: &Path, force: bool) -> Result<(), Failure> {
    let directory = out.join(&report.name);
    let mut files: Vec<(PathBuf, String)> =
        FILES.iter().map(|(name, text)| (directory.join(name), text(report))).collect();
    files.extend(plots(report, &directory));
    write_all(&files, force)
}

/// The plots of a report, as files in a directory.
fn plots(report: &Report, directory: &Path) -> impl Iterator<Item = (PathBuf, String)> {
    render::figures(report).map(|figure| (directory.join(format!("{}.svg", figure.name)), figure.svg))
}
