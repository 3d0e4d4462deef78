//! Puzzles of rule files as people play them.

use super::FilePuzzle;
use super::condition::{Condition, Linear, Term};
use super::evaluate::Evaluator;
use super::scope::{Bound, Scope};
use super::sections::in_rows;
use crate::grid;
use crate::sheet::near_in_triangle;
use crate::{Board, Choices, Gesture, Holds, Near, Playable, Puzzle, Quota, ReadOut, Sheet, State, Structure, Target};

impl Playable for FilePuzzle {
    fn sheet(&self) -> Sheet {
        let layout = &self.setting.layout;
        let targets = (0..self.places()).map(|place| {
            let (row, column) = layout.row_and_column(layout.cells[place]);
            let name = format!("row {}, column {}", row + 1, column + 1);
            let target =
                Target::new(Holds::Place(place), self.place_name(place), name, self.choices(place), self.near(place));
            let gesture = if self.file().values.named.len() == 2 { Gesture::Cycle } else { Gesture::Choose };
            Target { gesture, ..target }
        });
        let structure = match layout.is_triangle {
            true => Structure::Triangle { rows: layout.rows },
            false => Structure::Grid { rows: layout.rows, columns: layout.columns },
        };
        let sheet = Sheet::of_places(structure, targets.collect(), &self.givens(), self.quotas());
        let blank = self.file().values.named.iter().find(|named| named.sign == "-").map(|named| named.value);
        Sheet { blank, ..sheet }
    }

    /// For each group that a rule is about, how far it is filled, and for each clue whether it holds.
    fn read_outs(&self, board: &Board) -> Vec<ReadOut> {
        let file = self.file();
        let scope = Scope::new(&self.setting.layout, file.slots);
        let mut evaluator = Evaluator::new(scope, board, &self.setting.values);
        let mut found: Vec<ReadOut> = Vec::new();
        for (at, rule) in self.setting.rules(file).unwrap_or_default().iter().enumerate() {
            let ([Bound::Group(group)], false) = (rule.instance.last(), file.rules[rule.line].implied) else {
                continue;
            };
            rule.instance.bind(&mut evaluator.scope);
            let line = &file.rules[rule.line];
            let id = if group.name.is_empty() || found.iter().any(|own| own.id == id_of(&group.name)) {
                format!("{}-{}", line.name, at + 1)
            } else {
                id_of(&group.name)
            };
            let can_hold = evaluator.can_hold(&line.demand.holds);
            let places: Vec<usize> =
                group.cells.iter().filter_map(|&cell| self.setting.layout.place_of[cell]).collect();
            let filled = places.iter().filter(|&&place| board.get(place).is_some()).count();
            let brief = format!("{filled}/{}", places.len());
            let says = format!("{} has {filled} of {} cells filled", group.name, places.len());
            found.push(self.read_out(id, &places, says, brief, can_hold, board));
        }
        let given = self.kind.given_line();
        for (number, at, clue) in self.given().filter(|&(number, ..)| Some(number) != given) {
            let demand = &file.clues[number].meanings[clue.mark].demand;
            let instance = &self.setting.slots[number][at];
            instance.bind(&mut evaluator.scope);
            evaluator.scope.clue = i64::from(clue.number);
            let can_hold = evaluator.can_hold(&demand.holds);
            let says = self.sentence(&evaluator.scope, demand, &self.clue_said(number, clue), true);
            let mut grounder = self.setting.grounder(file);
            let condition = self.setting.demanded(&mut grounder, instance, demand, i64::from(clue.number));
            let places = condition.map(|condition| condition.places()).unwrap_or_default();
            let id = format!("{}-{}", file.clues[number].name, at + 1);
            found.push(self.read_out(id, &places, says, self.clue_text(number, clue), can_hold, board));
        }
        found
    }
}

/// `row 3` as an id.
fn id_of(name: &str) -> String {
    name.replace("column ", "col").replace("the ", "").replace(' ', "")
}

impl FilePuzzle {
    fn read_out(
        &self,
        id: String,
        places: &[usize],
        says: String,
        brief: String,
        can_hold: bool,
        board: &Board,
    ) -> ReadOut {
        let state = match places.iter().all(|&place| board.get(place).is_some()) {
            _ if !can_hold => State::Broken,
            true => State::Done,
            false => State::Open,
        };
        ReadOut { id, targets: places.iter().map(|&place| self.place_name(place)).collect(), says, brief, state }
    }

    /// What can be chosen at a place.
    pub(super) fn choices(&self, place: usize) -> Choices {
        let (least, most) = self.setting.values[place];
        if self.file().values.named.is_empty() {
            Choices::Numbers(least..=most)
        } else {
            Choices::Keys(self.kind.choices())
        }
    }

    /// Where the arrow keys lead. Blocked cells are skipped; up and down go to the nearest cell
    /// of the next row that has one, so that every cell can be reached.
    fn near(&self, place: usize) -> Near {
        let layout = &self.setting.layout;
        if layout.is_triangle {
            return near_in_triangle(layout.rows, place);
        }
        if layout.positions() == self.places() {
            return grid::near(layout.rows, layout.columns, place);
        }
        let (row, column) =
            (|place: usize| layout.cells[place] / layout.columns, |place: usize| layout.cells[place] % layout.columns);
        let in_row = |other: &usize| row(*other) == row(place);
        let nearest = |next: Option<usize>| {
            let next = row(next?);
            let there = (0..self.places()).filter(|&other| row(other) == next);
            there.min_by_key(|&other| column(other).abs_diff(column(place)))
        };
        Near {
            up: nearest((0..place).rfind(|&other| row(other) < row(place))),
            down: nearest((place + 1..self.places()).find(|&other| row(other) > row(place))),
            left: place.checked_sub(1).filter(in_row),
            right: Some(place + 1).filter(|&next| next < self.places()).filter(in_row),
        }
    }

    /// How often values may stand somewhere, as far as the rules say it plainly.
    fn quotas(&self) -> Vec<Quota> {
        let mut found = Vec::new();
        for rule in self.setting.rules(self.file()).unwrap_or_default() {
            match &rule.condition {
                Condition::Different(items) => found.extend(places(items.iter()).map(Quota::once)),
                Condition::Zero(linear) if linear.terms.iter().all(|(factor, _)| *factor == 1) => {
                    let cells: Option<Vec<usize>> = linear.terms.iter().map(|(_, term)| place(term)).collect();
                    let cells = cells.filter(|cells| cells.iter().all(|&cell| self.setting.values[cell] == (0, 1)));
                    let (Some(cells), Ok(ones)) = (cells, usize::try_from(-linear.constant)) else { continue };
                    if (1..cells.len()).contains(&ones) {
                        found.push(Quota::of(1, ones, cells.clone()));
                        found.push(Quota::of(0, cells.len() - ones, cells));
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// What the drawing shows, row by row, for people who cannot see it.
    pub(super) fn in_words(&self, words: &[String]) -> String {
        let rows = in_rows(&self.setting.layout, words).into_iter().enumerate();
        rows.map(|(row, words)| format!("Row {}: {}.", row + 1, words.join(", "))).collect::<Vec<_>>().join(" ")
    }
}

fn place(term: &Term) -> Option<usize> {
    if let Term::Place(place) = term { Some(*place) } else { None }
}

/// The places of items that are places and nothing else.
fn places<'a>(items: impl Iterator<Item = &'a Linear>) -> Option<Vec<usize>> {
    let one = |item: &Linear| match &item.terms[..] {
        [(1, term)] if item.constant == 0 => place(term),
        _ => None,
    };
    items.map(one).collect()
}
