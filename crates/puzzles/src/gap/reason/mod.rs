//! Gap as a person reasons about it.

mod around;
mod placed;

use super::{GAP, Gap, Line, TOUCH, TWO};
use crate::{Instance, Puzzle, Reasoned, Reasoning, Rule, Subject, Word};
use around::Around;
use fd::constraints::Count;
use fd::{ModelError, Var};
use placed::{MOST_CELLS, Placed, PlacedLine};

/// What follows from the rules, and is seen at once with some practice.
pub(super) const IMPLIED: &[&Rule] = &[&APART, &NEIGHBOURS];

static APART: Rule =
    Rule { name: "apart", says: "The two filled cells of a line have at least one empty cell between them." };
static NEIGHBOURS: Rule =
    Rule { name: "neighbours", says: "Two neighbouring lines have four filled cells, no two of which touch." };

impl Reasoned for Gap {
    fn reason(&self) -> Result<Reasoning, ModelError> {
        if self.size() > MOST_CELLS {
            let problem = format!("boards of side {} and more are not explained", MOST_CELLS + 1);
            return Err(ModelError::Malformed { constraint: "gap", problem });
        }
        let mut reasoning = Reasoning::new();
        let mut cells = Vec::with_capacity(self.places());
        for place in 0..self.places() {
            let words = [Word::new(0, "empty"), Word::new(1, "filled")];
            cells.push(reasoning.place(0..=1, Subject::worded(self.place_name(place), self.place_name(place), words))?);
        }
        for line in self.lines() {
            add_line(self, line, &cells, &mut reasoning)?;
        }
        for place in 0..self.places() {
            add_around(self, place, &cells, &mut reasoning)?;
        }
        let following = self.lines().zip(self.lines().skip(1)).filter(|(_, after)| !after.is_first());
        for (line, next) in following {
            add_pair(self, [line, next], &cells, &mut reasoning)?;
        }
        Ok(reasoning)
    }
}

impl Line {
    fn is_first(self) -> bool {
        matches!(self, Line::Row(0) | Line::Column(0))
    }
}

fn placed(gap: &Gap, line: Line, cells: &[Var]) -> PlacedLine {
    PlacedLine { cells: gap.cells(line).map(|place| cells[place]).collect(), clue: gap.clue(line) }
}

fn empty_cells(count: usize) -> String {
    if count == 1 { "1 empty cell".to_owned() } else { format!("{count} empty cells") }
}

fn add_line(gap: &Gap, line: Line, cells: &[Var], reasoning: &mut Reasoning) -> Result<(), ModelError> {
    let places: Vec<usize> = gap.cells(line).collect();
    let vars: Vec<Var> = places.iter().map(|&place| cells[place]).collect();
    let two = Instance {
        rule: &TWO,
        effort: 1,
        places: places.clone(),
        targets: Vec::new(),
        says: format!("{line} has two filled cells"),
        fails: format!("{line} cannot have two filled cells"),
    };
    reasoning.rule(two, Count::new(&vars, 1, 2))?;
    let alone = match gap.clue(line) {
        Some(clue) => Instance {
            rule: &GAP,
            effort: 2,
            places,
            targets: vec![line.id()],
            says: format!("{line} has {} between its filled ones", empty_cells(clue)),
            fails: format!("{line} has no room for two filled cells with {} between them", empty_cells(clue)),
        },
        None => Instance {
            rule: &APART,
            effort: 2,
            places,
            targets: Vec::new(),
            says: format!("{line} has two filled cells, which do not touch"),
            fails: format!("{line} has no room for two filled cells that do not touch"),
        },
    };
    reasoning.rule(alone, Placed::line(placed(gap, line, cells)))
}

fn add_around(gap: &Gap, place: usize, cells: &[Var], reasoning: &mut Reasoning) -> Result<(), ModelError> {
    let neighbours: Vec<usize> = super::check::neighbours(gap.size(), place).collect();
    let around = Around::new(cells[place], neighbours.iter().map(|&other| cells[other]).collect());
    let instance = Instance {
        rule: &TOUCH,
        effort: 1,
        places: std::iter::once(place).chain(neighbours).collect(),
        targets: Vec::new(),
        says: "filled cells never touch".to_owned(),
        fails: format!("{} touches another filled cell", gap.place_name(place)),
    };
    reasoning.rule(instance, around)
}

fn add_pair(gap: &Gap, lines: [Line; 2], cells: &[Var], reasoning: &mut Reasoning) -> Result<(), ModelError> {
    let both = match lines {
        [Line::Row(one), Line::Row(other)] => format!("rows {} and {}", one + 1, other + 1),
        [one, Line::Column(other)] => format!("{one} and {}", other + 1).replacen("column", "columns", 1),
        [one, other] => format!("{one} and {other}"),
    };
    let mut says = format!("{both} have two filled cells each, none of which touch");
    let clues = lines.into_iter().filter_map(|line| Some((line, gap.clue(line)?)));
    let clues: Vec<String> =
        clues.map(|(line, clue)| format!("{} between those of {line}", empty_cells(clue))).collect();
    if !clues.is_empty() {
        says = format!("{says}, with {}", clues.join(" and "));
    }
    let instance = Instance {
        rule: &NEIGHBOURS,
        effort: 4,
        places: lines.into_iter().flat_map(|line| gap.cells(line)).collect(),
        targets: lines.into_iter().filter(|&line| gap.clue(line).is_some()).map(Line::id).collect(),
        says,
        fails: format!("{both} together have no room for their filled cells"),
    };
    let [one, other] = lines.map(|line| placed(gap, line, cells));
    reasoning.rule(instance, Placed::pair(one, other))
}
