//! Weight: Brandão and Moás.

use super::{Experiment, Subject, labellings};
use crate::boards::{self, Collection, SEED};
use crate::grid::Row;
use crate::measure::Metric;
use crate::plan::{Picture, Plan, Solving, Task, View};
use fd::Limits;
use puzzles::Request;
use std::time::Duration;

/// The sizes of all its tables.
const SIZES: [usize; 11] = [5, 10, 15, 20, 25, 30, 32, 34, 36, 38, 40];

/// Boards of each size, as one alone says little.
const EACH: u64 = 2;

const SUBJECT: Subject = Subject {
    problem: "A tree of bars hangs from a string. Its N leaves take the weights 1 to N, each once, so that every bar \
              is level: the weights, each times its distance from the pivot, sum to zero.",
    variables: "One for each leaf, from 1 to N.",
    constraints: "All leaves differ (all_distinct). Along each bar, a chain of variables carries the torque and the \
                  total so far, with an equation for every thing on it; the torque at the end is 0.",
};

pub(super) const MAKING: Experiment = Experiment {
    name: "weight-making",
    title: "Weight: making puzzles, random values against step",
    asks: "How long does it take to make a puzzle of a given size by search, when the weights are labelled first and \
           the distances after them?",
    paper: "Table 1 (annex II) and the first Fig. 6. D. F. Brandão, P. M. B. B. L. Moás: Weight Puzzle. FEUP, \
            Programação em Lógica, 2019/20.",
    concluded: "Little difference up to size 30, steep growth beyond; random values are kept for the variety of \
                puzzles that they give.",
    subject: &SUBJECT,
    strategies: "Variables leftmost, all weights before all distances. Values: at random, or in steps from the least.",
    caveats: &[
        "Distances are variables, too, up to 5 from the pivot, none 0, no two alike on a bar. A tree that does not \
         yield soon is given up for another: the paper gives each a second, here it is 100,000 nodes, about what that \
         second was worth, so that a seed names the same puzzle everywhere.",
        "Nobody looks for a second solution: these puzzles have very many.",
        "Times vary widely from one tree to the next, in the paper's table as in ours: one row says little.",
    ],
    time_limit: Duration::from_secs(5),
    repeat: 3,
    plan: making,
};

fn making(_: Collection<'_>) -> Plan {
    let ways = ["random", "step"];
    let rows: Vec<Row> = SIZES.into_iter().map(Row::size).collect();
    let trial = |row: usize, column: usize| {
        let (way, wanted) = (boards::way("weight", ways[column])?, Request::of_size(SIZES[row]));
        Some((SEED + SIZES[row] as u64, Task::MakeLoosely { way, wanted }))
    };
    Plan {
        notes: vec!["Each cell is the mean of several makes, with other trees each time.".to_owned()],
        views: vec![View::Cells(Metric::Seconds), View::Cells(Metric::Backtracks), View::Cells(Metric::Tries)],
        pictures: vec![Picture::Lines(Metric::Seconds), Picture::Lines(Metric::Backtracks)],
        ..Plan::new("size", rows, "values", ways, trial)
    }
}

pub(super) const SOLVING: Experiment = Experiment {
    name: "weight-solving",
    title: "Weight: solving, by labelling and size",
    asks: "Which labelling finds a solution soonest, and up to which size?",
    paper: "Tables 2 and 3 (annex II) and the second Fig. 6. D. F. Brandão, P. M. B. B. L. Moás: Weight Puzzle. FEUP, \
            Programação em Lógica, 2019/20.",
    concluded: "ffc makes an enormous difference; step or bisect, up or down hardly matter. Up to 30 weights are \
                solved in useful time.",
    subject: &SUBJECT,
    strategies: "Variable ffc or leftmost; values by step or bisect; up or down; all eight together.",
    caveats: &[
        "Tables 2 and 3 carry the same heading, [ffc, step, up] and [leftmost, step, up], over different numbers. The \
         text says that ffc alone matters, and both columns of the second reach sizes at which leftmost had long timed \
         out in the first; so they are read as [ffc, bisect, up] and [ffc, step, down].",
        "The listing gives labelling five seconds, and so do we; the tables have times up to 128 s, so there it must \
         have been given more.",
        "The paper does not print these trees. Ours have its shape, a third as many bars as weights below the top one, \
         and distances up to 5, from a fixed seed.",
    ],
    time_limit: Duration::from_secs(5),
    repeat: 1,
    plan: solving,
};

fn solving(_: Collection<'_>) -> Plan {
    let rows = SIZES.map(|size| {
        let wanted = Request { options: vec![("bars", (size / 3 + 1) as u32)], ..Request::of_size(size) };
        let make = |seed| boards::draft(puzzles::kind("weight")?, &wanted, 0, seed, Limits::none()).ok()?;
        (Row::size(size), (0..EACH).filter_map(|index| make(SEED + index)).collect())
    });
    let mut ways = labellings(&["ffc", "leftmost"], &["step", "bisect"]);
    ways.push(Solving::best());
    Plan {
        notes: vec![format!("{EACH} made trees of each size; a cell is their mean.")],
        pictures: vec![
            Picture::Lines(Metric::Seconds),
            Picture::Lines(Metric::Backtracks),
            Picture::Heat(Metric::Seconds),
        ],
        ..Plan::solving("size", rows, "labelling", &ways)
    }
}
