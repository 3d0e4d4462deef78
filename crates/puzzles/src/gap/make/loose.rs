//! The paper's two ways to make a puzzle (section 4). Neither looks for a
//! second solution.

use super::super::Gap;
use super::{is_there_a_board, is_there_room};
use crate::{Board, Clued, Clues, Impossible, InPaper, Loose, LooseError, Request, Way};
use fd::{Choice, Labelling, Limits, Luby, Random, Selection, Space, Statistics, Stopped};

pub(in super::super) const WAYS: &[Way] = &[
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
    let gaps: Vec<Option<usize>> = gap
        .lines()
        .map(|line| {
            let mut filled = gap.cells(line).enumerate().filter(|&(_, place)| board.get(place) == Some(1));
            let (first, last) = (filled.next()?.0, filled.next()?.0);
            last.checked_sub(first + 1)
        })
        .collect();
    gap.all_clues_mut().zip(gaps).for_each(|(clue, gap)| *clue = gap);
    gap
}

/// `generate2(Number, Size, Hints)`: some lines get random clues, and only then
/// is a board for them searched for.
fn clues_first(wanted: &Request, limits: Limits<'_>, random: &mut Random) -> Result<Loose, LooseError> {
    check(wanted)?;
    let mut statistics = Statistics::default();
    for tries in 1.. {
        let gap = random_clues(wanted, random);
        let left = limits.less(&statistics);
        let (found, spent) = solve(&gap, left)?;
        statistics = statistics.plus(spent);
        match found {
            Ok(Some(solution)) => return Ok(Loose { puzzle: Box::new(gap), solution, tries, statistics }),
            Ok(None) => {}
            // Its own limit, not the caller's: on to the next puzzle.
            Err(Stopped::Nodes) if spent.nodes > PATIENCE => {}
            Err(stopped) => return Err(stopped.into()),
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

type Found = (Result<Option<Board>, Stopped>, Statistics);

fn solve(gap: &Gap, limits: Limits<'_>) -> Result<Found, LooseError> {
    let posed = gap.pose_as_paper()?;
    let (found, statistics) =
        fd::first(&mut Space::new(&posed.model), posed.branching(0), limits.within(PATIENCE), posed.restarts);
    Ok((found.map(|found| found.map(|solution| posed.board(&solution))), statistics))
}
