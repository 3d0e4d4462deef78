//! The maker against the checker and the models.

mod brute_force;

use super::pattern::Extent;
use super::*;
use crate::Form;
use crate::{Clues, Document};
use fd::{Limits, Space, Verdict};
use std::collections::{BTreeMap, BTreeSet};

fn request(digits: usize, options: &[(&'static str, u32)]) -> Request {
    Request { options: options.to_vec(), ..Request::of_size(digits) }
}

fn maker(digits: usize, options: &[(&'static str, u32)]) -> MultiBalanceMaker {
    MultiBalanceMaker::new(&request(digits, options)).unwrap()
}

/// This many drafts, each from a source of its own.
fn drafts(maker: &mut MultiBalanceMaker, count: usize) -> Vec<Draft> {
    (0..).filter_map(|seed| maker.draft(&mut Random::new(seed), Limits::none()).unwrap()).take(count).collect()
}

fn verdict(posed: &crate::Posed) -> Verdict {
    let mut space = Space::new(&posed.model);
    fd::verdict(&mut space, posed.branching(0), Limits::none(), posed.restarts).0
}

fn grid(puzzle: &dyn Puzzle) -> Vec<String> {
    let rows = puzzle.write_json()["grid"].as_array().unwrap().clone();
    rows.iter().map(|row| row.as_str().unwrap().to_owned()).collect()
}

/// How many rows and columns a draft's solution uses.
fn shape(draft: &Draft) -> Extent {
    let width = grid(&*draft.puzzle)[0].len() as i32;
    let lines = |line: &dyn Fn(i32) -> i32| {
        draft.solution.iter().map(|cell| line(cell.unwrap())).collect::<BTreeSet<_>>().len()
    };
    Extent { rows: lines(&|cell| cell / width), columns: lines(&|cell| cell % width) }
}

#[test]
fn drafts_have_the_solution_that_was_meant() {
    for (digits, options) in [
        (4, &[][..]),
        (6, &[]),
        (7, &[("rows", 8), ("columns", 8)]),
        (8, &[("spare", 3)]),
        (9, &[("rows", 6), ("columns", 6)]),
        (10, &[("columns", 8)]),
        (13, &[("rows", 15), ("spare", 7)]),
        (16, &[]),
    ] {
        for draft in drafts(&mut maker(digits, options), 10) {
            let rows = grid(&*draft.puzzle);
            assert_eq!(draft.puzzle.violations(&draft.solution), [], "{rows:?}");
            assert!(draft.solution.is_full() && draft.puzzle.size() == digits);
            let option = |name| options.iter().find(|option| option.0 == name).map(|option| option.1 as usize);
            assert!(option("rows").is_none_or(|height| height == rows.len()));
            assert!(option("columns").is_none_or(|width| width == rows[0].len()));
            let fulcrums = rows.concat().matches('^').count();
            let Extent { rows, columns } = shape(&draft);
            assert_eq!(fulcrums, rows + columns + option("spare").unwrap_or(0));
        }
    }
}

#[test]
fn a_stencil_says_what_the_written_puzzle_says() {
    for (digits, spare) in [(6, 0), (6, 2), (7, 0), (8, 0), (9, 1)] {
        for draft in drafts(&mut maker(digits, &[("spare", spare)]), 8) {
            let stencil = draft.stencil.unwrap();
            assert!(stencil.clues.is_empty() && draft.clues.is_empty());
            let written = Document { puzzle: draft.puzzle, solution: None, about: serde_json::Map::new() };
            let read = Document::from_json(&written.to_json(), None).unwrap().puzzle;
            let forms = [Form::Best, Form::Paper].map(|form| form.pose(&*read).unwrap());
            for posed in forms.iter().take(if digits < 8 { 2 } else { 1 }) {
                match (verdict(&stencil.posed), verdict(posed)) {
                    (Verdict::Unique(one), Verdict::Unique(other)) => {
                        assert_eq!(stencil.posed.board(&one), draft.solution);
                        assert_eq!(posed.board(&other), draft.solution);
                    }
                    (Verdict::Several(..), Verdict::Several(..)) => {}
                    (one, other) => panic!("{one:?}, {other:?}"),
                }
            }
        }
    }
}

#[test]
fn a_repair_rules_the_other_solution_out() {
    let (mut repaired, mut maker) = (0, maker(8, &[("rows", 12), ("columns", 10), ("spare", 4)]));
    for seed in 0..100 {
        let mut random = Random::new(seed);
        let mut draft = maker.draft(&mut random, Limits::none()).unwrap();
        while let Some(Draft { stencil: Some(Stencil { posed, .. }), solution, puzzle, .. }) = draft {
            assert_eq!(puzzle.violations(&solution), []);
            let Verdict::Several(one, two) = verdict(&posed) else { break };
            let [one, two] = [one, two].map(|found| posed.board(&found));
            let other = if one == solution { two } else { one };
            draft = maker.repair(&other, &mut random);
            if let Some(draft) = &draft {
                assert_ne!(draft.puzzle.violations(&other), []);
                repaired += 1;
            }
        }
    }
    assert!(repaired > 0);
}

#[test]
fn a_repair_lets_the_rows_stand_elsewhere() {
    let (mut repaired, mut maker) = (0, maker(10, &[]));
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let Some(before) = maker.draft(&mut random, Limits::none()).unwrap() else { continue };
        let Some(after) = maker.repair(&before.solution, &mut random) else { continue };
        assert_ne!(after.puzzle.violations(&before.solution), []);
        assert_eq!(after.puzzle.violations(&after.solution), []);
        assert_eq!(shape(&after), shape(&before));
        repaired += 1;
    }
    assert!(repaired > 3, "only {repaired} repairs");
}

#[test]
fn a_repair_moves_a_spare_fulcrum_where_the_other_solution_is() {
    let mut maker = maker(8, &[("rows", 9), ("columns", 10), ("spare", 3)]);
    let mut repaired = 0;
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let Some(before) = maker.draft(&mut random, Limits::none()).unwrap() else { continue };
        let used: BTreeSet<i32> = before.solution.iter().map(|cell| cell.unwrap() / 10).collect();
        let row = (0..9).find(|row| !used.contains(row)).unwrap();
        let other = Board::full((0..8).map(|column| 10 * row + column));
        let after = maker.repair(&other, &mut random).unwrap();
        assert_eq!(after.solution, before.solution);
        assert_eq!(after.puzzle.violations(&after.solution), []);
        let [old, new] = [before, after].map(|draft| grid(&*draft.puzzle).concat().into_bytes());
        let changed: Vec<usize> = (0..90).filter(|&cell| old[cell] != new[cell]).collect();
        let added: Vec<usize> = changed.iter().copied().filter(|&cell| new[cell] == b'^').collect();
        assert_eq!((changed.len(), added.len()), (2, 1));
        assert!(added[0] / 10 == row as usize || added[0] % 10 < 8);
        repaired += 1;
    }
    assert!(repaired > 5, "only {repaired} repairs");
}

#[test]
fn a_draft_depends_on_the_random_source_alone() {
    let mut one = maker(10, &[]);
    let later: Vec<_> = drafts(&mut one, 4).iter().map(|draft| grid(&*draft.puzzle)).collect();
    let first: Vec<_> = drafts(&mut one, 4).iter().map(|draft| grid(&*draft.puzzle)).collect();
    assert_eq!(later, first);
}

#[test]
fn drafts_are_varied() {
    let drafts = drafts(&mut maker(10, &[]), 300);
    let mut shapes: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let (mut upper, mut left, mut all) = (0, 0, 0);
    for draft in &drafts {
        let Extent { rows, columns } = shape(draft);
        *shapes.entry((rows, columns)).or_default() += 1;
        let rows = grid(&*draft.puzzle);
        let (height, width) = (rows.len(), rows[0].len());
        for (r, row) in rows.iter().enumerate() {
            for (c, _) in row.match_indices('^') {
                // A fulcrum in the middle counts for one half of its two.
                upper += usize::from(2 * r + 1 < height) + usize::from(2 * r < height);
                left += usize::from(2 * c + 1 < width) + usize::from(2 * c < width);
                all += 2;
            }
        }
    }
    assert!(shapes.len() > 6, "{shapes:?}");
    assert!(shapes[&(3, 4)] > 20 && shapes[&(4, 3)] > 20, "{shapes:?}");
    for half in [upper, left] {
        assert!((9 * all..11 * all).contains(&(20 * half)), "{half} of {all}");
    }
}

#[test]
fn what_cannot_be_is_told_at_once() {
    for (digits, options, says) in [
        (0, &[][..], "4 numbers are the fewest"),
        (1, &[], "4 numbers are the fewest"),
        (3, &[], "4 numbers are the fewest"),
        (5, &[], "two rows and two columns share only 4 cells"),
        (64, &[], "at most 63 numbers"),
        (22, &[], "--rows and --columns"),
        (63, &[("rows", 40)], "--rows and --columns"),
        (8, &[("rows", 3)], "4 to 100 rows and columns, not 3"),
        (8, &[("columns", 101)], "not 101"),
        (4, &[("rows", 12), ("columns", 12)], "6 by 13 cells"),
        (4, &[("rows", 5)], "6 by 13 cells"),
        (10, &[("rows", 4), ("columns", 4)], "a grid of 4 rows and 4 columns is too small for 10 numbers"),
        (8, &[("rows", 8), ("columns", 8), ("spare", 26)], "at most 25 spare fulcrums"),
    ] {
        let Impossible(reason) = MultiBalanceMaker::new(&request(digits, options)).unwrap_err();
        assert!(reason.contains(says), "{digits} {options:?}: {reason}");
    }
    let clues = Request { clues: Some(Clues::Between(3, 3)), ..Request::of_size(8) };
    assert!(MultiBalanceMaker::new(&clues).is_err());
    assert!(MultiBalanceMaker::new(&request(4, &[("columns", 6)])).is_ok());
    assert!(MultiBalanceMaker::new(&request(63, &[("rows", 60), ("columns", 63)])).is_ok());
}
