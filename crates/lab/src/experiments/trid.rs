//! Trid: Carvalho and Santos.

use super::{Experiment, Subject};
use crate::boards::{self, Collection, SEED, SharedPuzzle};
use crate::grid::Row;
use crate::measure::Metric;
use crate::plan::{Picture, Plan, Solving};
use std::time::Duration;

const SUBJECT: Subject = Subject {
    problem: "A triangle of side N has a number from 1 to N on each vertex. The vertices on one straight line, in all \
              three directions, differ; a number inside a small triangle is the sum of its corners.",
    variables: "One for each vertex, from 1 to N.",
    constraints: "The vertices of each line differ (all_distinct), and each sum is an equation of three variables.",
};

pub(super) const SIZES: Experiment = Experiment {
    name: "trid-sizes",
    title: "Trid: how time grows with the side and the number of sums",
    asks: "How large a triangle can be solved, and do sums help or hinder?",
    paper: "Table 1. R. M. de Carvalho, T. L. dos Santos: Resolução de Problema de Decisão Trid. FEUP, Programação em \
            Lógica, 2017/18.",
    concluded: "Up to side 90 in useful time (12 s); at 100 memory runs out. The number of sums has no effect worth \
                mentioning.",
    subject: &SUBJECT,
    strategies: "ffc, step, up, as the paper labels. Our best model searches its own way, which for no sums is a \
                 construction without search: the last columns show it with 50 sums.",
    caveats: &[
        "The paper draws its sums at random, from 6 to 3N - 3, and does not print them; some of its puzzles may have \
         had no solution. Ours are drawn in the same way, until there is one.",
        "Sides 100 to 150 are ours.",
    ],
    time_limit: Duration::from_secs(5),
    repeat: 1,
    plan: sizes,
};

fn board(size: usize, sums: usize, seed: u64) -> Option<SharedPuzzle> {
    boards::loose(puzzles::kind("trid")?, &boards::with_clues(size, sums), seed)
}

/// Whether the paper's table has such a cell; it leaves out sums that crowd a
/// small triangle.
fn is_tried(size: usize, sums: usize) -> bool {
    sums <= 10 || size >= 20 && sums <= size + 10
}

fn sizes(_: Collection<'_>) -> Plan {
    let sides = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 120, 150];
    let sums = [0, 10, 20, 30, 40, 50];
    let mut columns: Vec<String> = sums.iter().map(|sums| format!("{sums} sums")).collect();
    columns.push("50 sums, best model".to_owned());
    let trial = |row: usize, column: usize| {
        let (way, sums) = sums.get(column).map_or((Solving::best(), 50), |&sums| (Solving::paper("ffc"), sums));
        let puzzle = is_tried(sides[row], sums).then(|| board(sides[row], sums, SEED + sums as u64))??;
        Some((0, way.task(&puzzle)))
    };
    let row = |size| Row::size(size).ours_unless(size <= 90);
    Plan {
        notes: vec!["One made triangle for each cell.".to_owned()],
        pictures: vec![Picture::Lines(Metric::Seconds), Picture::Heat(Metric::Backtracks)],
        ..Plan::new("side", sides.into_iter().map(row).collect(), "number of sums", columns, trial)
    }
}

pub(super) const FFC: Experiment = Experiment {
    name: "trid-ffc",
    title: "Trid: with and without ffc",
    asks: "What does ffc change?",
    paper: "Table 2. R. M. de Carvalho, T. L. dos Santos: Resolução de Problema de Decisão Trid. FEUP, Programação em \
            Lógica, 2017/18.",
    concluded: "Everything: without ffc there is no solution in useful time beyond side 12, and there more sums make \
                it faster.",
    subject: &SUBJECT,
    strategies: "ffc, or leftmost (the default); values by step, upwards.",
    caveats: &[
        "The paper draws its sums at random and does not print them. Ours are drawn in the same way, until there is a \
         solution.",
        "How long the paper waited before it gave up is not told; its longest time is 156 s.",
    ],
    time_limit: Duration::from_secs(5),
    repeat: 1,
    plan: ffc,
};

fn ffc(_: Collection<'_>) -> Plan {
    let triangles = (10..=14).flat_map(|size| [0, 5, 10].map(|sums| (size, sums)));
    let rows = triangles.map(|(size, sums)| {
        let row = Row::named(format!("side {size}, {sums} sums")).ours_unless(size >= 12);
        (row, board(size, sums, SEED + sums as u64).into_iter().collect())
    });
    let ways = [Solving::paper("ffc"), Solving::paper("leftmost"), Solving::best()];
    Plan {
        notes: vec!["One made triangle for each row; sides 10 and 11 are ours.".to_owned()],
        pictures: vec![Picture::Bars(Metric::Seconds), Picture::Bars(Metric::Backtracks)],
        ..Plan::solving("triangle", rows, "labelling", &ways)
    }
}
