//! The built-in experiments, and matrices.

use fd::{Clock, Limits};
use lab::published;
use lab::{EXPERIMENTS, Ending, Goal, Matrix, Metric, Setting, Subjects, experiment, run};
use puzzles::Form;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Time stands still.
struct Still;

impl Clock for Still {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

fn setting(cancel: &AtomicBool) -> Setting<'_> {
    Setting { clock: &Still, cancel, time_limit: Duration::from_secs(1), repeat: 2 }
}

fn matrix(names: &[&str]) -> Matrix {
    let board = |name: &&str| {
        let document = puzzles::builtin(name).expect("it is built in");
        ((*name).to_owned(), Arc::from(document.puzzle))
    };
    Matrix {
        subjects: Subjects::Given(names.iter().map(board).collect()),
        labellings: ["ff", "random,random_value", "ffc,bisect,down"].map(|l| l.parse().expect("it is one")).to_vec(),
        own: true,
        form: Form::Paper,
        goal: Goal::Verdict,
        seed: Some(7),
        metrics: vec![Metric::Nodes],
    }
}

#[test]
fn counters_are_the_same_every_time_and_those_of_the_search() {
    let matrix = matrix(&["aztec/seed-3a", "weight/seed-6", "trid/seed-5"]);
    let cancel = AtomicBool::new(false);
    let measure =
        || run(matrix.plan(&Limits::none).expect("boards are at hand"), setting(&cancel), &mut |_, _| {}).0.grid;
    let grid = measure();
    assert_eq!(grid, measure());
    let Subjects::Given(boards) = &matrix.subjects else { unreachable!() };
    for (row, (name, board)) in boards.iter().enumerate() {
        for (column, labelling) in matrix.labellings.iter().copied().map(Some).chain([None]).enumerate() {
            let options = studio::Options { form: Form::Paper, labelling, seed: 7, ..studio::Options::default() };
            let answer = studio::verdict(&**board, &options).expect("it is small");
            let runs = grid.runs(row, column);
            assert_eq!(runs.len(), 2);
            for run in runs {
                assert_eq!((run.outcome, run.statistics), (Ending::Unique, Some(answer.statistics)), "{name}");
            }
        }
    }
}

#[test]
fn an_interruption_keeps_what_is_done() {
    let plan = matrix(&["gap/seed-1", "trid/seed-5"]).plan(&Limits::none).expect("boards are at hand");
    assert_eq!(plan.trials.len(), 8);
    let cancel = AtomicBool::new(false);
    let (plan, complete) = run(plan, setting(&cancel), &mut |done, _| {
        cancel.store(done == 3, std::sync::atomic::Ordering::Relaxed);
    });
    assert!(!complete);
    let runs = |row: usize| (0..4).map(|column| plan.grid.runs(row, column).len()).collect::<Vec<_>>();
    assert_eq!((runs(0), runs(1)), (vec![2, 2, 2, 0], vec![0, 0, 0, 0]));
}

#[test]
fn names_are_all_different_and_known() {
    let names: BTreeSet<&str> = EXPERIMENTS.iter().map(|experiment| experiment.name).collect();
    assert_eq!(names.len(), EXPERIMENTS.len());
    assert!(names.iter().all(|name| experiment(name).is_some()) && experiment("all").is_none());
}

/// The number of figures that each table of the papers prints.
#[test]
fn the_published_figures_are_complete() {
    let counts = [
        ("weight-making", 11 * 4),
        ("weight-solving", 11 * 8),
        ("gap-labelling", 19 * 14),
        ("gap-making", 0),
        ("aztec-variables", 8),
        ("aztec-levels", 4 * 3),
        ("aztec-making", 2 * 6 + 1),
        ("trid-sizes", 9 + 9 + 8 + 8 + 7 + 6),
        ("trid-ffc", 9 * 2),
        ("multibalance-boards", 4 * 6),
        ("multibalance-labelling", 5),
    ];
    assert_eq!(counts.len(), EXPERIMENTS.len());
    for (name, count) in counts {
        assert_eq!(published::of(name).len(), count, "{name}");
    }
}

/// Whatever a paper measured, we measure, too.
#[test]
fn every_published_cell_has_a_trial() {
    for experiment in EXPERIMENTS {
        let plan = experiment.plan(&|_| None);
        assert!(!plan.trials.is_empty(), "{}", experiment.name);
        for (row, column) in published::of(experiment.name).cells() {
            // Boards of a size that is in doubt, a mean over boards, and boards
            // with stand-ins here.
            if row.starts_with("100 (boards") || column == "all" || row.starts_with("puzzle ") {
                continue;
            }
            let found = plan
                .trials
                .iter()
                .any(|trial| plan.grid.rows[trial.row].name == row && plan.grid.columns[trial.column] == column);
            assert!(found, "{}: {row}, {column}", experiment.name);
        }
    }
}

#[test]
fn some_published_figures_by_hand() {
    let get = |name, row, column, metric| published::of(name).get(row, column, metric);
    let number = |value: f64| Some(value);
    assert_eq!(get("weight-making", "38", "step", Metric::Backtracks), number(11_611_138.0));
    assert_eq!(get("weight-making", "40", "step", Metric::Seconds), Some(f64::INFINITY));
    assert_eq!(get("weight-solving", "36", "ffc,step,up", Metric::Seconds), number(99.0));
    assert_eq!(get("weight-solving", "36", "ffc,step,down", Metric::Seconds), number(127.84));
    assert_eq!(get("gap-labelling", "100", "max_regret", Metric::Seconds), number(1.076));
    assert_eq!(get("gap-labelling", "15", "down", Metric::Seconds), number(0.02));
    assert_eq!(get("trid-sizes", "90", "40 sums", Metric::Seconds), number(12.31));
    assert_eq!(get("trid-sizes", "30", "50 sums", Metric::Seconds), None);
    assert_eq!(get("trid-ffc", "side 12, 5 sums", "leftmost", Metric::Seconds), number(25.94));
    assert_eq!(get("multibalance-boards", "puzzle 2", "paper model", Metric::Backtracks), number(12_027_966.0));
    assert_eq!(get("aztec-making", "3", "trial", Metric::Seconds), number((0.95 + 11.68) / 2.0));
}
