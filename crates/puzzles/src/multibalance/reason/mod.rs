//! Multi-Balance as a person reasons about it.

mod cells;

use super::model::Balance;
use super::techniques::TECHNIQUES;
use super::{ALONE, BALANCE, Line, MultiBalance, ONE_FULCRUM, ONE_WAY, number_id};
use crate::{Instance, Puzzle, Reasoned, Reasoning, Room, Rule, Subject, Telling, Verb, Word};
use cells::{Held, Stands, Vacant};
use fd::constraints::{Clause, Sum};
use fd::{ModelError, Var};

/// What follows from the rules, and is seen at once with some practice.
pub(super) const IMPLIED: &[&Rule] = &[&END, &SOMEWHERE, &ALL];

pub(super) static END: Rule = Rule { name: "end", says: "A row or column whose only fulcrum is at its end is empty." };
pub(super) static SOMEWHERE: Rule = Rule { name: "somewhere", says: "Each number stands on one cell." };
pub(super) static ALL: Rule = Rule { name: "all", says: "The rows together hold every number, and so do the columns." };

static HOLDS: Verb = Verb { one: "holds", several: "hold", unit: " numbers", none: "empty" };

/// Larger grids are not explained: nobody would read that much.
const MOST_CELLS: usize = 400;

impl Reasoned for MultiBalance {
    fn reason(&self) -> Result<Reasoning, ModelError> {
        if self.fulcrums.len() > MOST_CELLS {
            let problem = format!("grids of more than {MOST_CELLS} cells are not explained");
            return Err(ModelError::Malformed { constraint: "multibalance", problem });
        }
        let mut writer =
            Writer { puzzle: self, reasoning: Reasoning::new(TECHNIQUES), contents: Vec::new(), counts: Vec::new() };
        writer.write()?;
        Ok(writer.reasoning)
    }
}

struct Writer<'a> {
    puzzle: &'a MultiBalance,
    reasoning: Reasoning,
    /// The content of each cell, 0 when it is empty; a fulcrum has none.
    contents: Vec<Option<Var>>,
    /// How many numbers each line holds: rows, then columns.
    counts: Vec<Var>,
}

impl Writer<'_> {
    fn write(&mut self) -> Result<(), ModelError> {
        let free: Vec<usize> = (0..self.puzzle.fulcrums.len()).filter(|&cell| !self.puzzle.is_fulcrum(cell)).collect();
        // Where every cell is a fulcrum, those are what a person would try; that they
        // do not go is what the rules say, and not an error.
        let tried = if free.is_empty() { (0..self.puzzle.fulcrums.len()).collect() } else { free };
        let cells: Vec<i32> = tried.iter().map(|&cell| cell as i32).collect();
        let mut places = Vec::new();
        for place in 0..self.puzzle.digits {
            let words = tried.iter().map(|&cell| {
                Word::new(cell as i32, format!("at {}", self.puzzle.cell_id(cell))).at(self.puzzle.cell_id(cell))
            });
            let subject = Subject::worded(number_id(place), self.puzzle.place_name(place), words);
            places.push(self.reasoning.place(cells.as_slice(), subject)?);
        }
        for cell in 0..self.puzzle.fulcrums.len() {
            let content = if self.puzzle.is_fulcrum(cell) { None } else { Some(self.add_content(cell)?) };
            self.contents.push(content);
        }
        for line in self.puzzle.lines() {
            self.add_count(line)?;
        }
        for (place, &x) in places.iter().enumerate() {
            self.add_stands(place, x, &cells)?;
        }
        for (number, line) in self.puzzle.lines().enumerate() {
            self.add_line(number, line)?;
        }
        self.add_crossings()?;
        self.add_all("row", 0..self.puzzle.height())?;
        self.add_all("column", self.puzzle.height()..self.counts.len())
    }

    fn add_content(&mut self, cell: usize) -> Result<Var, ModelError> {
        let most = self.puzzle.digits as i32;
        let words = (0..=most).map(|n| Word::new(n, if n == 0 { "empty".to_owned() } else { n.to_string() }));
        self.reasoning.quantity(
            0..=most,
            Subject::worded(format!("{}.content", self.puzzle.cell_id(cell)), self.puzzle.cell_id(cell), words),
        )
    }

    /// A line holds no number, or at least two.
    fn add_count(&mut self, line: Line) -> Result<(), ModelError> {
        let free = line.cells().filter(|&cell| !self.puzzle.is_fulcrum(cell)).count();
        let most = free.min(self.puzzle.digits) as i32;
        let counts: Vec<i32> = (0..=most).filter(|&count| count != 1).collect();
        let subject = Subject::amount(format!("{}.count", line.id()), line.name(), &HOLDS);
        self.counts.push(self.reasoning.quantity(counts.as_slice(), subject)?);
        Ok(())
    }

    fn add_stands(&mut self, place: usize, x: Var, cells: &[i32]) -> Result<(), ModelError> {
        let name = self.puzzle.place_name(place);
        let contents = cells.iter().filter_map(|&cell| Some((cell, self.contents[cell as usize]?)));
        let stands = Stands { number: place as i32 + 1, place: x, contents: contents.collect() };
        let instance = Instance {
            places: vec![place],
            telling: Telling::Silent,
            ..Instance::new(&SOMEWHERE, 1, format!("{name} stands on one cell"), format!("there is no cell for {name}"))
        };
        self.reasoning.rule(instance, stands)
    }

    fn add_line(&mut self, number: usize, line: Line) -> Result<(), ModelError> {
        let (name, count) = (line.name(), self.counts[number]);
        let fulcrums: Vec<usize> = line.cells().filter(|&cell| self.puzzle.is_fulcrum(cell)).collect();
        let instance = |rule, effort, says: String, fails: String| Instance {
            targets: fulcrums.iter().map(|&cell| self.puzzle.cell_id(cell)).chain([line.id()]).collect(),
            at: name.clone(),
            room: Some(Room { value: 0, says: format!("{name} has room only at") }),
            ..Instance::new(rule, effort, says, fails)
        };
        let contents: Vec<Var> = line.cells().filter_map(|cell| self.contents[cell]).collect();
        let vacant = Instance {
            telling: Telling::Silent,
            ..instance(
                &ALONE,
                1,
                format!("{name} holds all the numbers in its cells"),
                format!("{name} is empty and holds a number"),
            )
        };
        self.reasoning.rule(vacant, Vacant { contents: contents.clone(), count })?;
        let company =
            instance(&ALONE, 1, format!("{name} holds no number alone"), format!("{name} cannot hold so many numbers"));
        self.reasoning.rule(company, Held { contents, count })?;
        let fails = format!("{name} cannot hold a number");
        let middle = match fulcrums.as_slice() {
            [one] => *one,
            none_or_many => {
                let many = if none_or_many.is_empty() { "no fulcrum" } else { "more than one fulcrum" };
                let empty = instance(&ONE_FULCRUM, 1, format!("{name} has {many}"), fails);
                return self.reasoning.rule(empty, Clause::new([count.is(0)]));
            }
        };
        let position = |cell: usize| (cell - line.first) / line.step;
        if position(middle) == 0 || position(middle) + 1 == line.length {
            let says = format!("{name} has its only fulcrum at its end");
            return self.reasoning.rule(instance(&END, 1, says, fails), Clause::new([count.is(0)]));
        }
        let arms = line
            .cells()
            .filter_map(|cell| Some((self.contents[cell]?, position(cell) as i32 - position(middle) as i32)));
        let balance = Balance::new(arms, count);
        let says = format!("{name} balances on {}", self.puzzle.cell_id(middle));
        let fails = format!("{name} cannot balance on {}", self.puzzle.cell_id(middle));
        self.reasoning.rule(instance(&BALANCE, 3, says, fails), balance)
    }

    /// A fulcrum that is the only one of its row and of its column.
    fn add_crossings(&mut self) -> Result<(), ModelError> {
        let height = self.puzzle.height();
        let lines: Vec<Line> = self.puzzle.lines().collect();
        let alone = |line: Line| line.cells().filter(|&cell| self.puzzle.is_fulcrum(cell)).count() == 1;
        let fulcrums = (0..self.puzzle.fulcrums.len()).filter(|&cell| self.puzzle.is_fulcrum(cell));
        let crossings: Vec<usize> = fulcrums
            .filter(|cell| alone(lines[cell / self.puzzle.width]) && alone(lines[height + cell % self.puzzle.width]))
            .collect();
        for cell in crossings {
            let (row, column) = (cell / self.puzzle.width, height + cell % self.puzzle.width);
            let (name, [one, other]) = (self.puzzle.cell_id(cell), [row, column].map(|line| lines[line].name()));
            let instance = Instance {
                targets: vec![self.puzzle.cell_id(cell), lines[row].id(), lines[column].id()],
                at: name.clone(),
                ..Instance::new(
                    &ONE_WAY,
                    1,
                    format!("the fulcrum at {name} carries {one} or {other}, not both"),
                    format!("the fulcrum at {name} carries both {one} and {other}"),
                )
            };
            let constraint = Clause::new([self.counts[row].is(0), self.counts[column].is(0)]);
            self.reasoning.rule(instance, constraint)?;
        }
        Ok(())
    }

    fn add_all(&mut self, lines: &str, range: std::ops::Range<usize>) -> Result<(), ModelError> {
        let digits = self.puzzle.digits;
        let instance = Instance::new(
            &ALL,
            2,
            format!("the {lines}s together hold {digits} numbers"),
            format!("the {lines}s together cannot hold {digits} numbers"),
        );
        let all = self.counts[range].iter().sum::<Sum>().equals(digits as i32);
        self.reasoning.rule(instance, all.exact())
    }
}
