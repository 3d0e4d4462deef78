//! Made puzzles of the collection at their smallest size, solved by trying values: nothing but the checker says
//! what may stand on a board, and that shares no code with the solver.

use fd::Limits;
use puzzles::{Board, Document, KINDS, Kind, Puzzle, Request, Sheet};
use std::thread;
use studio::Workshop;

/// How many puzzles of each kind are tried.
const PUZZLES: u64 = if cfg!(feature = "long") { 12 } else { 1 };
/// Of how many clues one is left out to see that it is needed.
const EVERY: usize = if cfg!(feature = "long") { 1 } else { 3 };

/// The solutions of a puzzle, until there are so many. Values are tried where the fewest are left.
struct Brute<'a> {
    puzzle: &'a dyn Puzzle,
    sheet: Sheet,
    board: Board,
    most: usize,
    found: Vec<Board>,
}

impl Brute<'_> {
    fn solutions(puzzle: &dyn Puzzle, most: usize) -> Vec<Board> {
        let board = Board::blank(puzzle.places());
        let mut brute = Brute { puzzle, sheet: puzzle.sheet(), board, most, found: Vec::new() };
        brute.go_on();
        brute.found
    }

    fn go_on(&mut self) {
        let open = (0..self.board.len()).filter(|&place| self.board.get(place).is_none()).collect::<Vec<_>>();
        let mut fewest: Option<(usize, Vec<i32>)> = None;
        for place in open {
            let left = self.left(place);
            if fewest.as_ref().is_none_or(|(_, fewest)| left.len() < fewest.len()) {
                let is_decided = left.len() < 2;
                fewest = Some((place, left));
                if is_decided {
                    break;
                }
            }
        }
        let Some((place, left)) = fewest else { return self.found.push(self.board.clone()) };
        for value in left {
            self.board.set(place, Some(value));
            if self.found.len() < self.most {
                self.go_on();
            }
        }
        self.board.set(place, None);
    }

    /// The values that break nothing at a place, beside what the board holds.
    fn left(&mut self, place: usize) -> Vec<i32> {
        let mut left = self.sheet.values_of(place);
        left.retain(|&value| {
            self.board.set(place, Some(value));
            self.puzzle.violations(&self.board).is_empty()
        });
        self.board.set(place, None);
        left
    }
}

fn are_right(kind: &'static Kind) {
    let size = *kind.making.offered.iter().min().expect("some size is offered");
    let mut workshop = Workshop::new(kind, Request::of_size(size)).expect("it is offered");
    for index in 0..PUZZLES {
        let made = workshop.make(23, index, Limits::none()).expect("it is offered");
        let Document { puzzle, solution, about, .. } = workshop.document(made, 23, index);
        let solution = solution.expect("made puzzles come with their solution");
        assert_eq!(Brute::solutions(&*puzzle, 2), [solution], "{puzzle:?}");
        let is_minimal = about.get("made").and_then(|made| made.get("minimal")?.as_bool()) == Some(true);
        assert!(is_minimal || kind.making.clues.is_none(), "{}: clues that could be left out are", kind.name);
        let clues = if is_minimal { puzzle.clues() } else { 0 };
        for dropped in (0..clues).step_by(EVERY) {
            let kept: Vec<bool> = (0..puzzle.clues()).map(|clue| clue != dropped).collect();
            let found = Brute::solutions(&*puzzle.with_clues(&kept), 2);
            assert_eq!(found.len(), 2, "{puzzle:?} without clue {dropped}");
        }
    }
}

#[test]
fn the_smallest_of_the_collection_have_one_solution_and_no_clue_too_many() {
    thread::scope(|scope| {
        for &kind in KINDS.iter().filter(|kind| kind.page.is_some() || kind.name == "mobile") {
            let thread = thread::Builder::new().name(kind.name.to_owned());
            thread.spawn_scoped(scope, move || are_right(kind)).expect("a thread");
        }
    });
}
