//! The room of the lab: small experiments, boards by labellings, trial by trial.

use super::Post;
use fd::{Clock, Labelling, Limits};
use lab::{Goal, Matrix, Metric, Plan, Report, Setting, Subjects, render};
use play::offers;
use puzzles::{Form, Kind};
use serde_json::{Value, json};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The most time for one trial, and for a board that is made, which takes far less as a rule. The other rooms wait
/// meanwhile.
const TIME: Duration = Duration::from_secs(1);
const TIME_TO_MAKE: Duration = Duration::from_secs(10);
/// Boards are made in so many sizes, the smallest, and only where that is quick (in milliseconds).
const MOST_SIZES: usize = 4;
const QUICK: u32 = 150;
/// The most labellings in one experiment.
const MOST_LABELLINGS: usize = 9;

pub(super) async fn room(post: Rc<Post>, clock: &'static dyn Clock) {
    loop {
        let letter = post.next().await;
        match letter["ask"].as_str() {
            Some("run") => match matrix(&letter) {
                Ok(matrix) => experiment(&post, &matrix, clock).await,
                Err(why) => post.refuse(&why),
            },
            Some("stop") => {}
            _ => post.refuse("the lab does not understand"),
        }
    }
}

/// What a letter asks for.
fn matrix(letter: &Value) -> Result<Matrix, String> {
    let kind = letter["kind"].as_str().and_then(puzzles::kind).ok_or("there is no such kind of puzzle")?;
    let names = letter["labellings"].as_array().map(Vec::as_slice).unwrap_or_default();
    let labellings: Result<Vec<Labelling>, _> =
        names.iter().take(MOST_LABELLINGS).map(|name| name.as_str().unwrap_or_default().parse()).collect();
    let labellings = labellings.map_err(|error| format!("{error}"))?;
    if labellings.is_empty() {
        return Err("there is no labelling to try".to_owned());
    }
    let metric = letter["metric"].as_str().and_then(Metric::named).ok_or("there is nothing to count")?;
    Ok(Matrix {
        subjects: if letter["boards"] == "made" { made(kind) } else { built_in(kind) },
        labellings,
        own: false,
        form: if letter["model"] == "paper" { Form::Paper } else { Form::Best },
        goal: Goal::Verdict,
        seed: letter["seed"].as_u64(),
        metrics: vec![metric],
    })
}

fn built_in(kind: &Kind) -> Subjects {
    let names = kind.builtin.iter().map(|(name, _)| format!("{}/{name}", kind.name));
    let boards = names.filter_map(|name| Some((name.clone(), Arc::from(puzzles::builtin(&name)?.puzzle))));
    Subjects::Given(boards.collect())
}

fn made(kind: &'static Kind) -> Subjects {
    let quick = offers(kind).filter(|offer| offer.band.is_none() && offer.milliseconds <= QUICK);
    Subjects::Made { kind, sizes: quick.map(|offer| offer.size).take(MOST_SIZES).collect(), clues: None, each: 1 }
}

/// Runs an experiment; another letter ends it.
async fn experiment(post: &Post, matrix: &Matrix, clock: &'static dyn Clock) {
    static NEVER: AtomicBool = AtomicBool::new(false);
    let mut plan = match matrix.plan(&|| Limits::none().time(TIME_TO_MAKE, clock)) {
        Ok(plan) => plan,
        Err(unmade) => return post.refuse(&unmade.to_string()),
    };
    let trials = std::mem::take(&mut plan.trials);
    let all = trials.len();
    for (done, trial) in trials.into_iter().enumerate() {
        post.tell("progress", json!({ "done": done, "all": all }));
        post.rest().await;
        if post.has_mail() {
            return;
        }
        let setting = Setting { clock, cancel: &NEVER, time_limit: TIME, repeat: 1 };
        (plan, _) = lab::run(Plan { trials: vec![trial], ..plan }, setting, &mut |_| {});
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
    post.tell("report", report_to_json(&report));
}

fn report_to_json(report: &Report) -> Value {
    let table = |table: render::Table| json!({ "title": table.title, "head": table.head, "rows": table.rows });
    let figure = |figure: render::Drawn| json!({ "title": figure.title, "svg": figure.svg });
    json!({
        "asks": report.texts.asks,
        "notes": report.plan.notes,
        "tables": render::tables(report).into_iter().map(table).collect::<Value>(),
        "figures": render::figures(report).into_iter().map(figure).collect::<Value>(),
    })
}
