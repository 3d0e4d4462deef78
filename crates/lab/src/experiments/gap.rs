//! Gap: Santos and Gonçalves.

use super::{Experiment, Subject};
use crate::boards::{self, Collection, SEED, SharedPuzzle};
use crate::grid::Row;
use crate::measure::Metric;
use crate::plan::{Picture, Plan, Solving, Task, View};
use fd::Limits;
use puzzles::Request;
use std::time::Duration;

const SUBJECT: Subject = Subject {
    problem: "Fill two cells in every row and every column of an N x N board so that no two filled cells touch, not \
              even at a corner. A clue at a line is the number of empty cells between its two filled ones.",
    variables: "One for each cell, 0 or 1.",
    constraints: "Line by line: global_cardinality says that two cells are 1; the positions of the two are as far \
                  apart as the clue says, or more than 1; and each is more than 1 away from both positions of the \
                  line before.",
};

/// The options of the paper's table, and the labelling that each makes of the
/// default (leftmost, step, up).
const OPTIONS: [&str; 14] = [
    "leftmost",
    "min",
    "max",
    "ff",
    "anti_first_fail",
    "occurrence",
    "ffc",
    "max_regret",
    "step",
    "enum",
    "bisect",
    "median",
    "up",
    "down",
];

/// The sizes, how many boards of each there are, and whether the paper had them.
const SIZES: [(usize, u64, bool); 6] =
    [(9, 6, true), (10, 8, true), (15, 2, true), (20, 2, false), (50, 2, false), (100, 2, true)];

pub(super) const LABELLING: Experiment = Experiment {
    name: "gap-labelling",
    title: "Gap: fourteen labelling options on boards up to 100 x 100",
    asks: "Does any labelling option beat the default?",
    paper: "Figura 5 (annex A). B. Santos, V. Gonçalves: Resolução de Problema de Decisão usando Programação em Lógica \
            com Restrições: Gap Puzzle. FEUP, Programação em Lógica, 2019/20.",
    concluded: "The default is kept: other options change the time little, as propagation does most of the work.",
    subject: &SUBJECT,
    strategies: "Each of eight variable choices, four value choices and two orders, with the other two at their \
                 default (leftmost, step, up).",
    caveats: &[
        "Two of the nine by nine boards are the printed ones. The other boards are not printed: ours are random boards \
         of the same sizes that show the gaps of any 2 lines, or 3 at size 10, as the printed ones and the inventor's do.",
        "The paper says milliseconds, but prints one of these boards with its time in seconds; its figures are taken \
         for seconds.",
        "Boards 15 and 16 stand under 100 x 100 in the paper's table with about 0.05 s under every option, a \
         fifteenth of board 100's time. Their size is in doubt, so they are left out of the comparison.",
    ],
    time_limit: Duration::from_secs(2),
    repeat: 5,
    plan: labelling,
};

/// The number of clues of the puzzles of these sizes that the paper took from
/// the inventor's page: the fewest that can make the solution unique.
fn clues(size: usize) -> usize {
    if size == 10 { 3 } else { 2 }
}

/// The printed boards first, made ones after them.
fn board(size: usize, index: u64) -> Option<SharedPuzzle> {
    if size == 9 && index < 2 {
        return boards::builtin(&format!("gap/seed-{}", index + 1));
    }
    boards::draft(puzzles::kind("gap")?, &Request::of_size(size), clues(size), SEED + index, Limits::none()).ok()?
}

fn labelling(_: Collection<'_>) -> Plan {
    let rows = SIZES.map(|(size, each, theirs)| {
        (Row::size(size).ours_unless(theirs), (0..each).filter_map(|index| board(size, index)).collect())
    });
    let ways: Vec<Solving> = OPTIONS.into_iter().map(Solving::paper).chain([Solving::best()]).collect();
    let boards = SIZES.map(|(size, each, _)| format!("{each} of {size} x {size}")).join(", ");
    Plan {
        notes: vec![format!("Boards: {boards}; a cell is the mean over its boards.")],
        pictures: vec![Picture::Heat(Metric::Seconds), Picture::Heat(Metric::Backtracks)],
        ..Plan::solving("size", rows, "labelling option", &ways)
    }
}

pub(super) const MAKING: Experiment = Experiment {
    name: "gap-making",
    title: "Gap: making puzzles, generate1 against generate2",
    asks: "Is it faster to fill a board at random and read clues off it, or to draw clues at random and see whether \
           there is a board for them?",
    paper: "Section 4, which gives no figures. B. Santos, V. Gonçalves: Resolução de Problema de Decisão usando \
            Programação em Lógica com Restrições: Gap Puzzle. FEUP, Programação em Lógica, 2019/20.",
    concluded: "generate1 is a little slow on large boards; generate2 does more work in general, but tends to be \
                faster on large boards with few clues.",
    subject: &SUBJECT,
    strategies: "generate1 labels an empty board with random variables and random values, and shows the gaps of some \
                 lines. generate2 draws the clues first and solves the puzzle afterwards, again and again until it has \
                 a solution.",
    caveats: &["Neither way looks for a second solution."],
    time_limit: Duration::from_secs(2),
    repeat: 3,
    plan: making,
};

fn making(_: Collection<'_>) -> Plan {
    let sizes = [9, 10, 12, 15, 20, 30, 50];
    let columns = ["generate1, 2 clues", "generate2, 2 clues", "generate1, N/2 clues", "generate2, N/2 clues"];
    let trial = |row: usize, column: usize| {
        let way = boards::way("gap", ["generate1", "generate2"][column % 2])?;
        let wanted = boards::with_clues(sizes[row], if column < 2 { 2 } else { sizes[row] / 2 });
        Some((SEED + sizes[row] as u64, Task::MakeLoosely { way, wanted }))
    };
    Plan {
        notes: vec!["Each cell is the mean of several makes.".to_owned()],
        views: vec![View::Cells(Metric::Seconds), View::Cells(Metric::Backtracks), View::Cells(Metric::Tries)],
        pictures: vec![Picture::Lines(Metric::Seconds), Picture::Lines(Metric::Backtracks)],
        ..Plan::new("size", sizes.into_iter().map(Row::size).collect(), "way", columns, trial)
    }
}
