//! What the paper about Gap has: Prolog data, a model, and printed answers, and ways of making.
//!
//! Prolog: `puzzle(Number, Columns, Rows).`
//!
//! The lists have a clue or `_` for each line. The number only tells the
//! puzzles of a file apart, so it is written as 1.
//!
//! The model (section 3.2), as far as the prose says.
//! For every row, then for every column: `global_cardinality` says that two
//! cells are 1 and the rest 0; the positions of the two are `clue + 1` apart,
//! or more than 1 where there is no clue; and each is more than 1 away from
//! both positions in the line before. The labelling is the default one.
//!
//! Making (section 4) goes two ways. Neither looks for a second solution.

use super::make::{is_there_a_board, is_there_room};
use super::model::{FIRST, LAST, cells, end};
use super::rules::empty_between;
use super::{Gap, Line, MOST_SIZE, clue_range};
use crate::paper::Trials;
use crate::prolog::{self, Term};
use crate::{
    Board, Clued, Clues, Fault, Impossible, InPaper, Loose, LooseError, Paper, Posed, Puzzle, ReadError, Request,
    Strategy, Way,
};
use fd::constraints::{AnyOf, Clause, Count};
use fd::{Choice, Labelling, Limits, Luby, Model, ModelError, Random, Selection, Space, Var};

pub(super) fn read(clause: &prolog::Clause) -> Option<Result<Gap, ReadError>> {
    let prolog::Clause { head: None, goals } = clause else { return None };
    let [fact] = goals.as_slice() else { return None };
    let [number, columns, rows] = fact.arguments::<3>("puzzle")?;
    Some(read_arguments(number, columns, rows))
}

fn read_arguments(number: &Term, columns: &Term, rows: &Term) -> Result<Gap, ReadError> {
    number.integer("the number of the puzzle", 0..=i32::MAX)?;
    let size = columns.items("a list of the columns' clues")?.len();
    if size > MOST_SIZE {
        let message = format!("a board of side {size} is too large; the limit is {MOST_SIZE}");
        return Err(ReadError::at(Fault::Limit, columns.line, columns.column, message));
    }
    let rows_found = rows.items("a list of the rows' clues")?.len();
    if size == 0 {
        return Err(columns.error("expected a clue or `_` for each column, found an empty list"));
    }
    if rows_found != size {
        return Err(rows.error(format!("expected {size} clues, as many as columns have, found {rows_found}")));
    }
    Ok(Gap { columns: read_clues(columns, size)?, rows: read_clues(rows, size)? })
}

fn read_clues(list: &Term, size: usize) -> Result<Vec<Option<usize>>, ReadError> {
    list.items("a list of clues")?
        .iter()
        .map(|term| {
            if term.is_blank() {
                return Ok(None);
            }
            Ok(Some(term.integer("`_` or a clue", clue_range(size))? as usize))
        })
        .collect()
}

/// What the paper adds.
pub(super) const PAPER: Paper =
    Paper { read_prolog: |clause| Some(read(clause)?.map(|gap| Box::new(gap) as Box<dyn Puzzle>)), ways: WAYS };

impl InPaper for Gap {
    fn pose_as_paper(&self) -> Result<Posed, ModelError> {
        let mut model = Model::new();
        let places = cells(self, &mut model)?;
        let mut before = None;
        for line in self.lines() {
            let cells: Vec<Var> = self.cells(line).map(|place| places[place]).collect();
            let ends = post_line(self, &mut model, line, &cells)?;
            let is_first = matches!(line, Line::Row(0) | Line::Column(0));
            if let Some(before) = before.filter(|_| !is_first) {
                post_surround(&mut model, before, ends)?;
            }
            before = Some(ends);
        }
        let strategy = Strategy::Labelling(Labelling::default(), places.clone());
        Ok(Posed { model, places, strategy, restarts: None })
    }

    fn write_prolog(&self) -> String {
        let list = |clues: &[Option<usize>]| {
            let signs: Vec<String> =
                clues.iter().map(|clue| clue.map_or("_".to_owned(), |clue| clue.to_string())).collect();
            format!("[{}]", signs.join(","))
        };
        format!("puzzle(1,\n  {},\n  {}\n).\n", list(&self.columns), list(&self.rows))
    }
}

/// What a line says alone; returns the positions of its two filled cells.
fn post_line(gap: &Gap, model: &mut Model, line: Line, cells: &[Var]) -> Result<[Var; 2], ModelError> {
    let size = gap.size();
    model.post(Count::of_each(cells, [(0, size as i32 - 2), (1, 2)]))?;
    let first = end(model, line, FIRST, size - 1)?;
    let last = end(model, line, LAST, size - 1)?;
    for (position, cell) in (0..).zip(cells) {
        for end in [first, last] {
            model.post(Clause::new([end.is_not(position), cell.is(1)]))?;
        }
    }
    if let Some(clue) = gap.clue(line) {
        model.post((last - first).equals(clue as i32 + 1))?;
    }
    model.post((last - first).at_least(2))?;
    Ok([first, last])
}

/// The filled cells of two neighbouring lines do not touch.
fn post_surround(model: &mut Model, before: [Var; 2], after: [Var; 2]) -> Result<(), ModelError> {
    for one in before {
        for other in after {
            let apart = AnyOf::default().or((one - other).at_least(2)).or((other - one).at_least(2));
            model.post(apart)?;
        }
    }
    Ok(())
}

pub(super) const WAYS: &[Way] = &[
    Way {
        name: "generate1",
        says: "a random board first, then the gaps of some of its lines as clues",
        takes_clues: true,
        make: board_first,
    },
    Way {
        name: "generate2",
        says: "random clues first, until there is a board for them",
        takes_clues: true,
        make: clues_first,
    },
];

/// The nodes spent on a puzzle of [`clues_first`] before the next is tried.
const PATIENCE: u64 = 20_000;

fn check(wanted: &Request) -> Result<(), Impossible> {
    is_there_a_board(wanted.size)?;
    is_there_room(wanted)
}

/// The number of clues: as requested, or one for every four rows, as in the
/// puzzles that the paper prints.
fn hints(wanted: &Request, random: &mut Random) -> usize {
    match wanted.clues {
        Some(Clues::Between(least, most)) => {
            let most = most.min(2 * wanted.size).max(least);
            least + random.below((most - least) as u32 + 1) as usize
        }
        Some(Clues::Min | Clues::Fewest) | None => wanted.size / 4,
    }
}

/// Which lines have a clue.
fn lines(size: usize, hints: usize, random: &mut Random) -> Vec<bool> {
    let mut kept: Vec<bool> = (0..2 * size).map(|line| line < hints).collect();
    random.shuffle(&mut kept);
    kept
}

/// `generate1(Number, Size, Hints)`: an empty board is solved, with variables
/// and values chosen at random, and the gaps of some lines become the clues.
fn board_first(wanted: &Request, limits: Limits<'_>, random: &mut Random) -> Result<Loose, LooseError> {
    check(wanted)?;
    let size = wanted.size;
    let posed = Gap::without_clues(size).pose_as_paper()?;
    let labelling = Labelling::default().select(Selection::Random).split(Choice::Random);
    let labelling = labelling.over(&posed.places).seed(random.bits());
    // The paper restarted by hand, if ever: some runs of a random labelling
    // never end.
    let restarts = Some(Luby::of(50));
    let (found, statistics) = fd::first(&mut Space::new(&posed.model), labelling, limits, restarts);
    let solution = posed.board(&found?.ok_or_else(no_board)?);
    let hints = hints(wanted, random);
    let puzzle = with_gaps(&solution, size).with_clues(&lines(size, hints, random));
    Ok(Loose { puzzle, solution, tries: 1, statistics })
}

fn no_board() -> LooseError {
    Impossible("there is no such board".to_owned()).into()
}

/// A puzzle with every gap of a board.
fn with_gaps(board: &Board, size: usize) -> Gap {
    let mut gap = Gap::without_clues(size);
    let gaps: Vec<Option<usize>> = gap.lines().map(|line| empty_between(&gap, board, line)).collect();
    gap.all_clues_mut().zip(gaps).for_each(|(clue, gap)| *clue = gap);
    gap
}

/// `generate2(Number, Size, Hints)`: some lines get random clues, and only then
/// is a board for them searched for.
fn clues_first(wanted: &Request, limits: Limits<'_>, random: &mut Random) -> Result<Loose, LooseError> {
    check(wanted)?;
    let mut trials = Trials::new(limits, PATIENCE);
    for tries in 1.. {
        let gap = random_clues(wanted, random);
        let posed = gap.pose_as_paper()?;
        if let Some(solution) = trials.first(&posed.model, posed.branching(0), posed.restarts)? {
            let solution = posed.board(&solution);
            return Ok(Loose { puzzle: Box::new(gap), solution, tries, statistics: trials.statistics });
        }
    }
    Err(no_board())
}

fn random_clues(wanted: &Request, random: &mut Random) -> Gap {
    let mut gap = Gap::without_clues(wanted.size);
    let hints = hints(wanted, random);
    let lines = lines(wanted.size, hints, random);
    for (clue, _) in gap.all_clues_mut().zip(lines).filter(|(_, has_clue)| *has_clue) {
        *clue = Some(1 + random.below(wanted.size as u32 - 2) as usize);
    }
    gap
}
