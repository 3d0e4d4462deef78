//! Aztec Math: Dinis and Gomes.

use super::{Experiment, Subject};
use crate::boards::{self, Collection, SEED};
use crate::grid::Row;
use crate::measure::Metric;
use crate::plan::{Picture, Plan, Solving, Task, View};
use fd::Limits;
use puzzles::{Form, Request};
use std::time::Duration;

const SUBJECT: Subject = Subject {
    problem: "A pyramid of digits 1 to 9. No digit repeats in a row, and each cell is the sum, the difference, the \
              product or the exact quotient of the two cells below it.",
    variables: "One for each cell, from 1 to 9.",
    constraints: "The cells of a row differ (all_different). For each cell with two below it, a disjunction of five \
                  ways: sum, absolute difference, product, and the quotient either way with its remainder 0.",
};

pub(super) const VARIABLES: Experiment = Experiment {
    name: "aztec-variables",
    title: "Aztec Math: eight variable choices on the printed pyramid",
    asks: "Which variable should be labelled next?",
    paper: "Tabela 1. D. Dinis, J. Gomes: Programação em Lógica: Aztec Math. FEUP, Programação em Lógica, 2019/20.",
    concluded: "occurrence is the best variable choice, with step.",
    subject: &SUBJECT,
    strategies: "Eight variable choices; values by step, upwards. In the second column the same labelling works on our \
                 best model, where the five ways are one relation with exact supports.",
    caveats: &["The board is the paper's own: the pyramid of six levels that it prints."],
    time_limit: Duration::from_secs(5),
    repeat: 5,
    plan: variables,
};

fn variables(_: Collection<'_>) -> Plan {
    let names = ["leftmost", "min", "max", "first_fail", "anti_first_fail", "occurrence", "ffc", "max_regret"];
    let rows = names.into_iter().map(Row::named).collect();
    let puzzle = boards::builtin("aztec/seed-6a");
    let trial = |row: usize, column: usize| {
        let form = [Form::Paper, Form::Best][column];
        Some((0, Solving { form, ..Solving::paper(names[row]) }.task(puzzle.as_ref()?)))
    };
    Plan {
        pictures: vec![Picture::Bars(Metric::Seconds), Picture::Bars(Metric::Backtracks)],
        ..Plan::new("variable choice", rows, "model", ["paper model", "best model"], trial)
    }
}

/// Pyramids of each number of levels.
const EACH: u64 = 5;

pub(super) const LEVELS: Experiment = Experiment {
    name: "aztec-levels",
    title: "Aztec Math: how the search grows with the levels",
    asks: "How do time, backtracks and constraints grow with the number of levels?",
    paper: "Tabela 2. D. Dinis, J. Gomes: Programação em Lógica: Aztec Math. FEUP, Programação em Lógica, 2019/20.",
    concluded: "All three grow faster than linearly with the levels.",
    subject: &SUBJECT,
    strategies: "The default labelling (leftmost, step, up) on the paper's model; our best model searches its own way.",
    caveats: &[
        "The paper does not print these pyramids. Ours are made: each has one solution, and no clue that could be \
         dropped, which is harder to solve than one with clues to spare.",
        "Levels 6 to 9 are ours. There is no pyramid of 10 levels, as the digits of a row differ.",
        "SICStus counts every propagator that it creates, with those inside a disjunction; so do we, but ours are cut \
         differently.",
    ],
    time_limit: Duration::from_secs(5),
    repeat: 1,
    plan: levels,
};

fn levels(_: Collection<'_>) -> Plan {
    let rows = (2..=9).map(|size| {
        let make =
            |seed| boards::unique(puzzles::kind("aztec")?, &Request::of_size(size), seed, Limits::none()).ok()?;
        (Row::size(size).ours_unless(size <= 5), (0..EACH).filter_map(|index| make(SEED + index)).collect())
    });
    let ways = [Solving::paper("leftmost").named("paper model"), Solving::best()];
    Plan {
        notes: vec![format!("{EACH} made pyramids of each size; a cell is their mean.")],
        views: vec![View::Cells(Metric::Seconds), View::Cells(Metric::Backtracks), View::Cells(Metric::Constraints)],
        pictures: vec![Picture::Lines(Metric::Seconds), Picture::Lines(Metric::Backtracks)],
        ..Plan::solving("levels", rows, "model", &ways)
    }
}

/// What `fd_statistics` prints, and the puzzles tried.
const STATISTICS: &[Metric] = &[
    Metric::Seconds,
    Metric::Tries,
    Metric::Resumptions,
    Metric::Entailments,
    Metric::Prunings,
    Metric::Backtracks,
    Metric::Constraints,
];

pub(super) const MAKING: Experiment = Experiment {
    name: "aztec-making",
    title: "Aztec Math: making puzzles by trial",
    asks: "How long does it take to draw digits at random until the pyramid has exactly one solution?",
    paper: "Fig. 4 and section 5. D. Dinis, J. Gomes: Programação em Lógica: Aztec Math. FEUP, Programação em Lógica, \
            2019/20.",
    concluded: "Times vary widely, from 1 to 12 s for three levels; only once was one of four levels made, in 135 s.",
    subject: &SUBJECT,
    strategies: "Trial: each cell is given with chance 1 in 5, any digit. Unique maker: a random solution, of which \
                 clues are dropped as long as it stays the only one.",
    caveats: &[
        "The paper lists every solution of each pyramid it tries; here the search for a second one ends a try, on our \
         best model. That is why the counts are so much smaller.",
        "The published row of three levels is the mean of the two makes in Fig. 4.",
        "The unique maker tells only how many drafts it tried.",
    ],
    time_limit: Duration::from_secs(5),
    repeat: 10,
    plan: making,
};

fn making(_: Collection<'_>) -> Plan {
    let rows = (3..=6).map(|size| Row::size(size).ours_unless(size <= 4)).collect();
    let trial = |row: usize, column: usize| {
        let wanted = Request::of_size(row + 3);
        let task = match column {
            0 => Task::MakeLoosely { way: boards::way("aztec", "trial")?, wanted },
            _ => Task::MakeUnique { kind: puzzles::kind("aztec")?, wanted },
        };
        Some((SEED, task))
    };
    Plan {
        notes: vec!["Each cell is the mean of several makes.".to_owned()],
        views: vec![View::Counters(STATISTICS)],
        pictures: vec![Picture::Lines(Metric::Seconds), Picture::Lines(Metric::Tries)],
        ..Plan::new("levels", rows, "way", ["trial", "unique maker"], trial)
    }
}
