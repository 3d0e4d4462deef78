//! `equipoise lab run` and `equipoise lab list`.

use super::args::Run;
use super::write;
use crate::clock::{CpuClock, Stopwatch, spoken};
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::output;
use crate::progress::Progress;
use equipoise::fd::Clock;
use equipoise::puzzles::{self, Document};
use lab::{Boards, EXPERIMENTS, Experiment, Plan, Report, Setting, View, render};
use std::fs;
use std::path::Path;
use std::time::Duration;

pub(super) fn list() -> Exit {
    let width = EXPERIMENTS.iter().map(|experiment| experiment.name.len()).max().unwrap_or(0);
    let line = |experiment: &Experiment| format!("{:width$}  {}\n", experiment.name, experiment.title);
    output::print(EXPERIMENTS.iter().map(line).collect::<String>().as_bytes())
}

pub(super) fn run(arguments: &Run) -> Exit {
    let wanted =
        |experiment: &&Experiment| arguments.experiments.iter().any(|name| name == "all" || name == experiment.name);
    let chosen: Vec<&Experiment> = EXPERIMENTS.iter().filter(wanted).collect();
    if chosen.is_empty() {
        return list();
    }
    if let Some(out) = &arguments.out {
        let free = chosen.iter().try_for_each(|experiment| write::is_free(experiment.name, out, arguments.force));
        if let Err(exit) = free {
            return exit;
        }
    }
    let interrupt = Interrupt::install();
    let clock = Stopwatch::start();
    let mut exit = Exit::Fine;
    for experiment in &chosen {
        let report = report(experiment, arguments, &interrupt);
        exit = exit.and(publish(&report, arguments));
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
    exit
}

fn report(experiment: &Experiment, arguments: &Run, interrupt: &Interrupt) -> Report {
    let corpus = arguments.corpus.as_deref();
    let find = |name: &str| corpus.and_then(|directory| published(directory, name));
    let plan = experiment.plan(&Boards::with(Some(&find)));
    let time_limit = arguments.effort.time_limit.unwrap_or(experiment.time_limit());
    let repeat = arguments.effort.repeat.map_or(experiment.repeat, u32::from);
    let (plan, complete) = measure(plan, time_limit, repeat, interrupt);
    let metrics = arguments.effort.metrics();
    let views: Vec<View> = metrics.into_iter().map(View::Cells).collect();
    let plan = if views.is_empty() { plan } else { Plan { views, ..plan } };
    Report::of(experiment, plan, time_limit, repeat, complete)
}

/// Runs a plan, with a progress bar.
pub(super) fn measure(plan: Plan, time_limit: Duration, repeat: u32, interrupt: &Interrupt) -> (Plan, bool) {
    let clock = CpuClock::start();
    let setting = Setting { clock: &clock, cancel: interrupt.flag(), time_limit, repeat };
    let mut progress = Progress::new(Some(plan.trials.len()));
    let result = lab::run(plan, setting, &mut |step| progress.draw_step(step.done, step.now));
    progress.clear();
    result
}

/// Prints the tables, and writes the files that were asked for.
fn publish(report: &Report, arguments: &Run) -> Exit {
    let written = arguments.out.as_deref().map_or(Ok(()), |out| write::all(report, out, arguments.force));
    let printed = output::print(format!("{}\n", render::text(report)).as_bytes());
    written.err().unwrap_or(printed)
}

/// A puzzle of the collection.
fn published(directory: &Path, name: &str) -> Option<Document> {
    let bytes = fs::read(directory.join(format!("{name}.json"))).ok()?;
    puzzles::read(&bytes, None, None).ok()?.into_iter().next()?.document.ok()
}
