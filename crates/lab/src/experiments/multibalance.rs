//! Multi-Balance: Mori and Pinho.

use super::{Experiment, Subject, labellings};
use crate::boards::{self, Collection, SEED, SharedPuzzle};
use crate::grid::Row;
use crate::measure::Metric;
use crate::plan::{Goal, Picture, Plan, Solving, View};
use fd::Limits;
use puzzles::Request;
use std::sync::Arc;
use std::time::Duration;

const SUBJECT: Subject = Subject {
    problem: "Place the numbers 1 to D on a grid with fulcrums. No row or column has exactly one number; a line with \
              numbers has exactly one fulcrum and is balanced about it; no fulcrum serves both its row and its column.",
    variables: "One for each number: the cell that it stands on, among those whose row and column have exactly one \
                fulcrum, not at an edge.",
    constraints: "The cells differ. For every row and column, the torques computed from the positions are equal, and \
                  a fulcrum serves one way only.",
};

/// The four boards, each with how many numbers its stand-in has.
const PUZZLES: [(&str, usize); 4] = [("friedman_demo", 6), ("friedman_81", 8), ("friedman_84", 8), ("friedman_62", 6)];

/// The boards, and what should be known about them.
fn boards(collection: Collection<'_>) -> (Vec<(String, SharedPuzzle)>, Vec<String>) {
    let mut found = Vec::new();
    let mut notes = Vec::new();
    for (index, (name, digits)) in PUZZLES.into_iter().enumerate() {
        let number = index + 1;
        let published = collection(&format!("multibalance/{name}")).map(|document| Arc::from(document.puzzle));
        let printed = (index == 0).then(|| boards::builtin("multibalance/seed-1")).flatten();
        if let Some(board) = published.or(printed) {
            found.push((format!("puzzle {number}"), board));
        } else if let Some(board) = stand_in(digits, SEED + number as u64) {
            found.push((format!("puzzle {number}, a stand-in"), board));
            notes.push(format!("Puzzle {number} is not at hand; a made one with {digits} numbers stands in for it."));
        }
    }
    if notes.is_empty() {
        notes.push(
            "All four boards are the paper's own: the first one it prints, the others are by Erich Friedman."
                .to_owned(),
        );
    }
    (found, notes)
}

fn stand_in(digits: usize, seed: u64) -> Option<SharedPuzzle> {
    boards::unique(puzzles::kind("multibalance")?, &Request::of_size(digits), seed, Limits::none()).ok()?
}

const WHY: &str = "The paper's counts are larger by orders of magnitude, and not because of the machine. It counts 11 to \
                   19 constraints created for every backtrack, so constraints were being posted all through the \
                   search: most likely the torque of a line was set up, or computed, only once positions had been \
                   chosen. Here every line's torque is posted before the search, as the paper's prose says, and \
                   propagates from the start.";

pub(super) const BOARDS: Experiment = Experiment {
    name: "multibalance-boards",
    title: "Multi-Balance: statistics of four boards",
    asks: "How much work are the four boards?",
    paper: "Table 1. A. M. Mori, M. A. Pinho: Implementation of a solver for Multi-balance Puzzle with Prolog \
            constraint programming in finite domains. FEUP, Logic Programming, 2019/20.",
    concluded: "The number of digits matters most: time grows exponentially with it.",
    subject: &SUBJECT,
    strategies: "The default labelling (leftmost, step, up) to the first solution, then on to the proof that there is \
                 no other; and our best model to the proof.",
    caveats: &[WHY],
    time_limit: Duration::from_secs(10),
    repeat: 5,
    plan: statistics,
};

/// What `fd_statistics` prints.
const STATISTICS: &[Metric] = &[
    Metric::Seconds,
    Metric::Resumptions,
    Metric::Entailments,
    Metric::Prunings,
    Metric::Backtracks,
    Metric::Constraints,
];

fn statistics(collection: Collection<'_>) -> Plan {
    let paper = Solving::paper("leftmost");
    let ways = [
        paper.clone().named("paper model"),
        Solving { goal: Goal::Verdict, ..paper.named("paper model, proof") },
        Solving { goal: Goal::Verdict, ..Solving::best().named("best model, proof") },
    ];
    let (boards, notes) = boards(collection);
    let rows = boards.into_iter().map(|(name, board)| (Row::named(name), vec![board]));
    Plan {
        notes,
        views: vec![View::Counters(STATISTICS)],
        pictures: vec![Picture::Bars(Metric::Seconds), Picture::Bars(Metric::Backtracks)],
        ..Plan::solving("board", rows, "search", &ways)
    }
}

pub(super) const LABELLING: Experiment = Experiment {
    name: "multibalance-labelling",
    title: "Multi-Balance: thirty labellings on four boards",
    asks: "Does any labelling stand out?",
    paper: "Section 5.2. A. M. Mori, M. A. Pinho: Implementation of a solver for Multi-balance Puzzle with Prolog \
            constraint programming in finite domains. FEUP, Logic Programming, 2019/20.",
    concluded: "No combination differs significantly from the default.",
    subject: &SUBJECT,
    strategies: "Five variable choices (leftmost, min, max, ff, ffc), three value choices (step, enum, bisect), two \
                 orders (up, down): thirty in all, averaged per variable choice.",
    caveats: &[
        "The published means, about 20 s, cannot be over all four boards, whose times with the default are 0.31, 391, \
         20.3 and 87.6 s; they fit the third. Ours are shown for each board.",
        WHY,
    ],
    time_limit: Duration::from_secs(10),
    repeat: 5,
    plan: labelling,
};

fn labelling(collection: Collection<'_>) -> Plan {
    let (boards, notes) = boards(collection);
    let mut ways = labellings(&["leftmost", "min", "max", "ff", "ffc"], &["step", "enum", "bisect"]);
    let mut rows: Vec<Row> = ways.iter().map(|way| Row::named(&way.name)).collect();
    rows.push(Row::named("best model").ours_unless(false));
    ways.push(Solving::best());
    let names = boards.iter().map(|(name, _)| name);
    let trial = |row: usize, column: usize| Some((0, ways[row].task(&boards[column].1)));
    Plan {
        notes,
        views: vec![View::Groups(Metric::Seconds), View::Groups(Metric::Backtracks), View::Cells(Metric::Backtracks)],
        pictures: vec![Picture::Heat(Metric::Seconds), Picture::Heat(Metric::Backtracks)],
        ..Plan::new("labelling", rows, "board", names, trial)
    }
}
