//! Gap as a person reasons about it.

mod around;
mod placed;

use super::techniques::TECHNIQUES;
use super::{GAP, Gap, Line, TOUCH, TWO};
use crate::{Instance, Puzzle, Reasoned, Reasoning, Room, Rule, Subject, Telling, Word};
use around::Around;
use fd::constraints::{Count, Sum};
use fd::{ModelError, Var};
use placed::{MOST_CELLS, Placed, PlacedLine};

/// What follows from the rules, and is seen at once with some practice.
pub(super) const IMPLIED: &[&Rule] = &[&APART, &NEIGHBOURS];

pub(super) static APART: Rule =
    Rule { name: "apart", says: "The two filled cells of a line have at least one empty cell between them." };
pub(super) static NEIGHBOURS: Rule =
    Rule { name: "neighbours", says: "Two neighbouring lines have four filled cells, no two of which touch." };

impl Reasoned for Gap {
    fn reason(&self) -> Result<Reasoning, ModelError> {
        if self.size() > MOST_CELLS {
            let problem = format!("boards of side {} and more are not explained", MOST_CELLS + 1);
            return Err(ModelError::Malformed { constraint: "gap", problem });
        }
        let mut reasoning = Reasoning::new(TECHNIQUES);
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

fn room(says: &str) -> Option<Room> {
    Some(Room { value: 0, says: format!("{says} room only at") })
}

fn add_line(gap: &Gap, line: Line, cells: &[Var], reasoning: &mut Reasoning) -> Result<(), ModelError> {
    let places: Vec<usize> = gap.cells(line).collect();
    let vars: Vec<Var> = places.iter().map(|&place| cells[place]).collect();
    let instance = |rule, effort, says: String, fails: String| Instance {
        places: places.clone(),
        targets: vec![line.id()],
        at: line.to_string(),
        room: room(&format!("{line} has")),
        ..Instance::new(rule, effort, says, fails)
    };
    let full = Instance {
        telling: Telling::Aside("the rest of ", " is empty"),
        ..instance(&TWO, 1, format!("{line} has only two filled cells"), format!("{line} has three filled cells"))
    };
    reasoning.rule(full, vars.iter().sum::<Sum>().at_most(2))?;
    let two =
        instance(&TWO, 1, format!("{line} needs two filled cells"), format!("{line} cannot have two filled cells"));
    reasoning.rule(two, Count::new(&vars, 1, 2))?;
    let alone = match gap.clue(line) {
        Some(clue) => {
            instance(&GAP, 2, format!("{line} has a gap of {clue}"), format!("{line} has no room for a gap of {clue}"))
        }
        None => instance(
            &APART,
            2,
            format!("{line} needs two cells that do not touch"),
            format!("{line} has no room for two cells that do not touch"),
        ),
    };
    reasoning.rule(alone, Placed { lines: vec![placed(gap, line, cells)] })
}

fn add_around(gap: &Gap, place: usize, cells: &[Var], reasoning: &mut Reasoning) -> Result<(), ModelError> {
    let neighbours: Vec<usize> = super::rules::neighbours(gap.size(), place).collect();
    let around = Around { cell: cells[place], neighbours: neighbours.iter().map(|&other| cells[other]).collect() };
    let name = gap.place_name(place);
    let instance = Instance {
        places: std::iter::once(place).chain(neighbours).collect(),
        telling: Telling::Aside("the cells around ", " are empty"),
        ..Instance::new(&TOUCH, 1, "filled cells never touch", format!("{name} touches another filled cell"))
    };
    reasoning.rule(Instance { at: name, ..instance }, around)
}

fn add_pair(gap: &Gap, lines: [Line; 2], cells: &[Var], reasoning: &mut Reasoning) -> Result<(), ModelError> {
    let both = match lines {
        [Line::Row(one), Line::Row(other)] => format!("rows {} and {}", one + 1, other + 1),
        [one, Line::Column(other)] => format!("{one} and {}", other + 1).replacen("column", "columns", 1),
        [one, other] => format!("{one} and {other}"),
    };
    let clues = lines.into_iter().filter_map(|line| Some((line, gap.clue(line)?)));
    let clues: Vec<String> = clues.map(|(line, clue)| format!("of {clue} in {line}")).collect();
    let clues = if clues.is_empty() { String::new() } else { format!(" (a gap {})", clues.join(" and one ")) };
    let says = format!("{both}{clues} need room for four cells");
    let instance = Instance {
        places: lines.into_iter().flat_map(|line| gap.cells(line)).collect(),
        targets: lines.map(Line::id).to_vec(),
        room: room(&format!("{both} have")),
        ..Instance::new(&NEIGHBOURS, 6, says, format!("{both}{clues} have no room for four cells"))
    };
    let lines = lines.map(|line| placed(gap, line, cells)).to_vec();
    reasoning.rule(Instance { at: both, ..instance }, Placed { lines })
}
