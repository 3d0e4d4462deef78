//! The lab: small experiments, boards by labellings, trial by trial.

use ::play::{Mailbox, offers};
use fd::{Clock, Labelling, Limits};
use lab::{Goal, Matrix, Metric, Plan, Report, Setting, Subjects, render};
use puzzles::{Form, Kind};
use serde::{Deserialize, Serialize};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What is wanted of the lab.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum LabQuestion {
    /// An experiment.
    Run {
        /// The name of the kind.
        kind: String,
        /// Whether boards are made, instead of the built-in ones.
        made: bool,
        /// Whether with the paper's model.
        paper: bool,
        /// The labellings.
        labellings: Vec<String>,
        /// What is counted, by its name.
        metric: String,
        /// The seed.
        seed: u64,
    },
    /// Nothing any longer.
    Stop,
}

/// What comes of it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum LabAnswer {
    /// So many runs are done, of so many.
    Progress(usize, usize),
    /// The report.
    Report {
        /// What was asked, and what is to be noted, in sentences.
        says: String,
        /// The tables.
        tables: Vec<Table>,
        /// The plots: title and SVG.
        figures: Vec<(String, String)>,
    },
    /// There is no report, and why.
    Refused(String),
}

/// A table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the parts of a table are what their names say")]
pub struct Table {
    pub title: String,
    pub head: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

/// The most time for one trial, and for a board that is made, which takes far less as a rule. The other services
/// wait meanwhile.
const TIME: Duration = Duration::from_secs(1);
const TIME_TO_MAKE: Duration = Duration::from_secs(10);
/// Boards are made in so many sizes, the smallest, and only where that is done at once.
const MOST_SIZES: usize = 4;
/// The most labellings in one experiment.
const MOST_LABELLINGS: usize = 9;

type Post = Mailbox<LabQuestion, LabAnswer>;

pub(super) async fn serve(mailbox: Rc<Post>, clock: &'static dyn Clock) {
    loop {
        let question = mailbox.next().await;
        if let Err(why) = experiment(&mailbox, question, clock).await {
            mailbox.answer(LabAnswer::Refused(why));
        }
    }
}

/// The experiment that is asked for, if one is.
fn matrix(question: LabQuestion) -> Result<Option<Matrix>, String> {
    let LabQuestion::Run { kind, made: is_made, paper, labellings, metric, seed } = question else { return Ok(None) };
    let kind = puzzles::kind(&kind).ok_or("there is no such kind of puzzle")?;
    let labellings: Result<Vec<Labelling>, _> =
        labellings.iter().take(MOST_LABELLINGS).map(|labelling| labelling.parse()).collect();
    let labellings = labellings.map_err(|error| format!("{error}"))?;
    if labellings.is_empty() {
        return Err("there is no labelling to try".to_owned());
    }
    Ok(Some(Matrix {
        subjects: if is_made { made(kind) } else { built_in(kind) },
        labellings,
        own: false,
        form: if paper { Form::Paper } else { Form::Best },
        goal: Goal::Verdict,
        seed: Some(seed),
        metrics: vec![Metric::named(&metric).ok_or("there is nothing to count")?],
    }))
}

fn built_in(kind: &Kind) -> Subjects {
    let boards =
        kind.builtin_names().filter_map(|name| Some((name.clone(), Arc::from(puzzles::builtin(&name)?.puzzle))));
    Subjects::Given(boards.collect())
}

fn made(kind: &'static Kind) -> Subjects {
    let quick = offers(kind).filter(|offer| offer.difficulty.is_none() && offer.seconds == 0);
    Subjects::Made { kind, sizes: quick.map(|offer| offer.size).take(MOST_SIZES).collect(), clues: None, each: 1 }
}

/// Runs an experiment; another question ends it.
async fn experiment(mailbox: &Post, question: LabQuestion, clock: &'static dyn Clock) -> Result<(), String> {
    static NEVER: AtomicBool = AtomicBool::new(false);
    let Some(matrix) = matrix(question)? else { return Ok(()) };
    let plan = matrix.plan(&|| Limits::none().time(TIME_TO_MAKE, clock));
    let mut plan = plan.map_err(|unmade| unmade.to_string())?;
    let trials = std::mem::take(&mut plan.trials);
    let all = trials.len();
    for (done, trial) in trials.into_iter().enumerate() {
        mailbox.answer(LabAnswer::Progress(done, all));
        mailbox.rest().await;
        if mailbox.has_mail() {
            return Ok(());
        }
        let setting = Setting { clock, cancel: &NEVER, time_limit: TIME, repeat: 1 };
        (plan, _) = lab::run(Plan { trials: vec![trial], ..plan }, setting, &mut |_, _| {});
    }
    let report = Report {
        name: "experiment".to_owned(),
        title: "Labellings compared".to_owned(),
        texts: matrix.texts(),
        plan,
        time_limit: TIME,
        repeat: 1,
        complete: true,
    };
    let table = |render::Table { title, head, rows, .. }| Table { title, head, rows };
    mailbox.answer(LabAnswer::Report {
        says: [report.texts.asks.clone(), report.plan.notes.join(" ")].join(" "),
        tables: render::tables(&report).into_iter().map(table).collect(),
        figures: render::figures(&report).map(|figure| (figure.title, figure.svg)).collect(),
    });
    Ok(())
}
