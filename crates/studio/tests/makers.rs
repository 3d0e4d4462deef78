//! Made puzzles of every kind, proved again by the plain path: written to a
//! file, read, solved.

use crate::gecode;
use crate::kinds;

use fd::{Limits, Random, Stopped};
use kinds::for_each_kind;
use puzzles::{Clues, Document, Draft, Format, Kind, Maker, Request};
use studio::{Difficulty, MakeError, Options, Verdict, Workshop};

fn workshop(kind: &'static Kind, wanted: Request) -> Workshop {
    Workshop::new(kind, wanted).unwrap_or_else(|error| panic!("{}: {error}", kind.name))
}

fn kind(name: &str) -> &'static Kind {
    puzzles::kind(name).expect("it is in the registry")
}

fn made(workshop: &mut Workshop, seed: u64, index: u64) -> Document {
    let made = workshop.make(seed, index, Limits::none()).unwrap_or_else(|error| panic!("{workshop:?}: {error}"));
    workshop.document(made, seed, index)
}

/// What comes back when it is written to a file and read.
fn read_back(document: &Document) -> Document {
    let text = document.to_json().to_string();
    let mut entries = puzzles::read(text.as_bytes(), Some(Format::Json), None).expect("we wrote it");
    entries.pop().expect("it is one puzzle").document.unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn verdict(document: &Document) -> Verdict {
    studio::verdict(&*document.puzzle, &Options::default()).expect("a small puzzle").result
}

fn says(document: &Document, name: &str) -> Option<bool> {
    document.about.get("made")?.get(name)?.as_bool()
}

fn are_unique(kind: &'static Kind) {
    for &(size, count) in kind.making.tested {
        let mut workshop = workshop(kind, Request::of_size(size));
        for index in 0..count {
            let document = read_back(&made(&mut workshop, 11, index));
            let solution = document.solution.clone().expect("made puzzles come with their solution");
            assert_eq!(document.puzzle.size(), size);
            assert_eq!(document.puzzle.violations(&solution), [], "{:?}", document.puzzle);
            assert_eq!(says(&document, "unique"), Some(true));
            assert_eq!(verdict(&document), Verdict::Unique(solution), "{:?}", document.puzzle);
            if index < 5 && says(&document, "minimal") == Some(true) {
                no_clue_can_be_dropped(&document);
            }
        }
    }
}

fn no_clue_can_be_dropped(document: &Document) {
    let clues = document.puzzle.clues();
    for dropped in 0..clues {
        let kept: Vec<bool> = (0..clues).map(|clue| clue != dropped).collect();
        let less = Document::new(document.puzzle.with_clues(&kept));
        assert_eq!(less.puzzle.clues(), clues - 1);
        assert!(matches!(verdict(&less), Verdict::Several(..)), "{:?} without clue {dropped}", document.puzzle);
    }
}

fn are_named_by_seed_and_index(kind: &'static Kind) {
    let wanted = Request::of_size(middle_size(kind));
    let mut forwards = workshop(kind, wanted.clone());
    let mut backwards = workshop(kind, wanted);
    let texts: Vec<String> = (0..12).map(|index| made(&mut forwards, 3, index).to_json().to_string()).collect();
    for index in (0..12u64).rev() {
        assert_eq!(made(&mut backwards, 3, index).to_json().to_string(), texts[index as usize]);
    }
    assert_ne!(
        made(&mut forwards, 4, 0).to_json()["solution"],
        Document::to_json(&made(&mut forwards, 3, 0))["solution"]
    );
}

/// The third largest of the sizes that are tested: neither trivial nor slow.
fn middle_size(kind: &Kind) -> usize {
    kind.making.tested.iter().rev().nth(2).expect("several sizes").0
}

/// A fixed sample, proved by another solver.
fn gecode_agrees(kind: &'static Kind) {
    let mut workshop = workshop(kind, Request::of_size(middle_size(kind)));
    for index in 0..6 {
        let document = made(&mut workshop, 17, index);
        let posed = match document.puzzle.paper() {
            Some(paper) => paper.pose_as_paper(),
            None => document.puzzle.pose(),
        };
        let posed = posed.expect("a small puzzle");
        let found = gecode::solutions(&posed.model, &posed.places);
        let board = document.solution.expect("made puzzles come with their solution");
        assert_eq!(found, [board.iter().flatten().collect::<Vec<i32>>()].into(), "{:?}", document.puzzle);
    }
}

#[test]
fn made_puzzles_are_unique() {
    for_each_kind(are_unique);
}

#[test]
fn made_puzzles_are_named_by_seed_and_index() {
    for_each_kind(are_named_by_seed_and_index);
}

#[test]
#[ignore = "needs minizinc and Gecode"]
fn gecode_agrees_that_made_puzzles_are_unique() {
    for_each_kind(gecode_agrees);
}

#[test]
fn a_number_of_clues_can_be_asked_for() {
    for (kind, size, clues) in [("gap", 9, 6), ("aztec", 4, 5), ("trid", 5, 7), ("weight", 8, 3)] {
        let wanted = Request { clues: Some(Clues::Between(clues, clues)), ..Request::of_size(size) };
        let mut exact = workshop(self::kind(kind), wanted);
        for index in 0..5 {
            let document = made(&mut exact, 1, index);
            assert_eq!(document.puzzle.clues(), clues, "{kind}");
            assert!(matches!(verdict(&document), Verdict::Unique(_)), "{kind}");
        }
        let wanted = Request { clues: Some(Clues::Between(clues, clues + 2)), ..Request::of_size(size) };
        let mut range = workshop(self::kind(kind), wanted);
        for index in 0..5 {
            assert!((clues..=clues + 2).contains(&made(&mut range, 1, index).puzzle.clues()), "{kind}");
        }
    }
}

/// Stripping may end just where it was to stop, with all that is left proved to be needed.
#[test]
fn a_puzzle_with_a_number_of_clues_may_be_minimal() {
    let wanted = Request { clues: Some(Clues::Between(5, 5)), ..Request::of_size(4) };
    let mut workshop = workshop(kind("aztec"), wanted);
    let made: Vec<_> = (0..40).map(|index| workshop.make(1, index, Limits::none()).unwrap()).collect();
    let (minimal, others): (Vec<_>, Vec<_>) = made.iter().partition(|made| made.minimal);
    assert!(!minimal.is_empty() && !others.is_empty(), "{} of {}", minimal.len(), made.len());
    for made in minimal {
        for clue in 0..5 {
            let kept: Vec<bool> = (0..5).map(|other| other != clue).collect();
            let fewer = made.puzzle.with_clues(&kept);
            let verdict = studio::verdict(&*fewer, &Options::default()).unwrap().result;
            assert!(matches!(verdict, Verdict::Several(..)), "{fewer:?}");
        }
    }
}

#[test]
fn fewest_is_no_more_than_minimal() {
    for (kind, size) in [("gap", 9), ("aztec", 4)] {
        let fewest = Request { clues: Some(Clues::Fewest), ..Request::of_size(size) };
        let few = made(&mut workshop(self::kind(kind), fewest), 1, 0);
        assert_eq!(says(&few, "minimal"), Some(true));
        let mut usual = workshop(self::kind(kind), Request::of_size(size));
        for index in 0..20 {
            assert!(few.puzzle.clues() <= made(&mut usual, 1, index).puzzle.clues(), "{kind}");
        }
    }
}

/// Drafts pyramids of two rows whose top is wrong.
#[derive(Debug)]
struct Wrong(Box<dyn Maker>);

impl Maker for Wrong {
    fn draft(&mut self, random: &mut Random, limits: Limits<'_>) -> Result<Option<Draft>, Stopped> {
        let Some(Draft { mut solution, mut clues, stencil, .. }) = self.0.draft(random, limits)? else {
            return Ok(None);
        };
        // Not every other number is wrong: the two below allow several.
        for top in 1..=9 {
            solution.set(0, Some(top));
            clues[0] = top;
            let value = serde_json::json!({"puzzle": "aztec", "rows": [[top], [clues[1], clues[2]]]});
            let puzzle = Document::from_json(&value, None).expect("three numbers").puzzle;
            if !puzzle.violations(&solution).is_empty() {
                return Ok(Some(Draft { puzzle, solution, clues, stencil }));
            }
        }
        Ok(None)
    }
}

/// All clues of a pyramid leave nothing open, so no search would notice.
#[test]
fn a_draft_that_breaks_the_rules_is_not_let_out() {
    let maker: fn(&Request) -> _ = |wanted| Ok(Box::new(Wrong((kind("aztec").maker)(wanted)?)) as Box<dyn Maker>);
    let wrong: &'static Kind = Box::leak(Box::new(Kind { maker: Box::leak(Box::new(maker)), ..*kind("aztec") }));
    let all = Request { clues: Some(Clues::Between(3, 3)), ..Request::of_size(2) };
    let mut outcomes = (0..20).map(|index| workshop(wrong, all.clone()).make(1, index, Limits::none()));
    assert!(outcomes.all(|made| matches!(made, Err(MakeError::Unsound(_)))));
}

#[test]
fn the_impossible_is_told_at_once() {
    let no = |kind: &str, wanted: Request| match Workshop::new(self::kind(kind), wanted) {
        Err(MakeError::Impossible(reason)) => reason.to_string(),
        other => panic!("{kind}: {other:?}"),
    };
    for (kind, size) in [("gap", 0), ("gap", 7), ("gap", 8), ("trid", 0), ("trid", 2), ("trid", 3), ("trid", 4)]
        .into_iter()
        .chain([("aztec", 0), ("aztec", 10), ("weight", 0), ("weight", 1), ("multibalance", 0), ("multibalance", 1)])
    {
        assert!(!no(kind, Request::of_size(size)).is_empty());
    }
    let one_clue = Request { clues: Some(Clues::Between(1, 1)), ..Request::of_size(9) };
    assert!(no("gap", one_clue).contains('2'), "the known minimum is named");
}

#[test]
fn a_difficulty_can_be_asked_for() {
    let cases = [
        ("gap", 9, Difficulty::Gentle),
        ("gap", 9, Difficulty::Medium),
        ("aztec", 4, Difficulty::Medium),
        ("trid", 5, Difficulty::Medium),
        ("weight", 6, Difficulty::Gentle),
        ("multibalance", 4, Difficulty::Easy),
    ];
    for (kind, size, band) in cases {
        let mut graded = workshop(self::kind(kind), Request::of_size(size)).difficulty(Some(band));
        let document = read_back(&made(&mut graded, 5, 1));
        assert!(matches!(verdict(&document), Verdict::Unique(_)), "{kind}");
        let grade = studio::grade(&*document.puzzle, Limits::none()).expect("it is small").expect("it is unique");
        assert_eq!(grade.difficulty, band, "{kind}");
        assert_eq!(document.about.get("grade"), Some(&grade.to_json()), "{kind}");
        let mut again = workshop(self::kind(kind), Request::of_size(size)).difficulty(Some(band));
        assert_eq!(made(&mut again, 5, 1).to_json(), document.to_json(), "{kind}");
    }
}
