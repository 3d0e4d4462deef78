//! Drafts, fairness, clues and their limits.

use super::super::paper::WAYS;
use super::super::{Aztec, KIND};
use super::LEAST_CLUES;
use super::sample::Sampler;
use crate::{Board, Clued, Clues, InPaper, LooseError, Modelled, Posed, Puzzle, Request, triangle};
use fd::{Labelling, Limits, Random, Search, Space, Stopped};
use std::collections::BTreeMap;

/// Every solution, up to this many.
fn solutions(posed: &Posed, most: usize) -> Vec<Board> {
    let mut space = Space::new(&posed.model);
    let labelling = Labelling::default().over(&posed.places);
    let found = Search::new(&mut space, labelling, Limits::none()).take(most).unwrap();
    let mut boards: Vec<Board> = found.iter().map(|solution| posed.board(solution)).collect();
    boards.sort();
    boards
}

fn blank(rows: usize) -> Aztec {
    Aztec::new(rows, Board::blank(triangle::places(rows)))
}

#[test]
fn drafts_keep_the_rules() {
    let mut random = Random::new(1);
    for rows in 1..=7 {
        let mut maker = (KIND.maker)(&Request::of_size(rows)).unwrap();
        for _ in 0..50 {
            let draft = maker.draft(&mut random, Limits::none()).unwrap().unwrap();
            assert!(draft.solution.is_full());
            assert_eq!(draft.puzzle.violations(&draft.solution), []);
            assert_eq!(draft.puzzle.givens(), draft.solution);
            assert_eq!(Board::full(draft.clues.iter().copied()), draft.solution);
            assert_eq!(draft.puzzle.clues(), draft.clues.len());
            assert_eq!(draft.puzzle.with_clues(&vec![true; draft.clues.len()]).givens(), draft.solution);
        }
    }
}

/// With 20 draws for each pyramid, all are drawn, and chi-square is near its
/// mean of 3397 (its standard deviation is 82).
#[test]
fn pyramids_of_three_rows_are_drawn_fairly() {
    let all = solutions(&blank(3).pose().unwrap(), usize::MAX);
    assert_eq!(all.len(), 3398);
    let mut seen: BTreeMap<Vec<i32>, u32> = BTreeMap::new();
    let mut sampler = Sampler::new(3, Limits::none()).unwrap();
    let mut random = Random::new(5);
    for _ in 0..20 * all.len() {
        *seen.entry(sampler.draw(&mut random)).or_default() += 1;
    }
    assert_eq!(seen.len(), all.len());
    let chi_square: f64 = seen.values().map(|&times| (f64::from(times) - 20.0).powi(2) / 20.0).sum();
    assert!((3397.0 - 4.0 * 82.0..3397.0 + 4.0 * 82.0).contains(&chi_square), "{chi_square}");
}

/// The exact share of each top cell among the pyramids of five rows.
#[test]
fn tops_of_five_rows_are_drawn_fairly() {
    let mut sampler = Sampler::new(5, Limits::none()).unwrap();
    let mut random = Random::new(6);
    let mut seen = [0u32; 10];
    for _ in 0..20_000 {
        seen[sampler.draw(&mut random)[0] as usize] += 1;
    }
    for top in 1..=9 {
        let mut puzzle = blank(5);
        puzzle.givens.set(0, Some(top));
        let expected = puzzle.count(Limits::none()).unwrap().unwrap() as f64 / 4_216_658.0 * 20_000.0;
        let drawn = f64::from(seen[top as usize]);
        assert!((drawn - expected).abs() < 4.0 * expected.sqrt(), "{top}: {drawn} for {expected}");
    }
}

#[test]
fn a_draft_depends_on_the_random_source_alone() {
    let mut maker = (KIND.maker)(&Request::of_size(4)).unwrap();
    let mut draw = |number| maker.draft(&mut Random::numbered(3, number), Limits::none()).unwrap().unwrap().solution;
    let first = draw(1);
    assert_ne!(draw(2), first);
    assert_eq!(draw(1), first);
}

/// A stencil with some clues stated has the solutions of the written puzzle.
#[test]
fn the_stencil_agrees_with_the_puzzle() {
    let mut random = Random::new(2);
    for round in 0..200 {
        let rows = 1 + round % 5;
        let mut maker = (KIND.maker)(&Request::of_size(rows)).unwrap();
        let draft = maker.draft(&mut random, Limits::none()).unwrap().unwrap();
        let kept: Vec<bool> = draft.clues.iter().map(|_| random.chance(2, 5)).collect();
        let puzzle = draft.puzzle.with_clues(&kept);
        let expected = solutions(&puzzle.pose().unwrap(), 1_000_000);

        let stencil = draft.puzzle.stencil().unwrap();
        let mut space = Space::new(&stencil.posed.model);
        for (clue, _) in kept.iter().enumerate().filter(|&(_, &kept)| kept) {
            space.assume(stencil.clues[clue].is(draft.clues[clue])).unwrap();
        }
        let solutions = Search::new(&mut space, stencil.posed.branching(0), Limits::none()).all().unwrap();
        let mut found: Vec<Board> = solutions.iter().map(|solution| stencil.posed.board(solution)).collect();
        found.sort();
        assert_eq!(found, expected);
        assert!(found.binary_search(&draft.solution).is_ok());
    }
}

#[test]
fn the_whole_pyramid_agrees_with_the_papers_rules() {
    let mut random = Random::new(3);
    for _ in 0..200 {
        let rows = 1 + random.below(4) as usize;
        let givens = (0..triangle::places(rows)).map(|_| random.chance(2, 5).then(|| 1 + random.below(9) as i32));
        let puzzle = Aztec::new(rows, givens.collect());
        let paper = puzzle.pose_as_paper().unwrap();
        assert_eq!(solutions(&puzzle.pose().unwrap(), usize::MAX), solutions(&paper, usize::MAX));
    }
}

#[test]
fn twins_and_no_others_are_the_same() {
    let puzzle = |values: [i32; 6]| {
        let givens = values.iter().map(|&value| Some(value).filter(|&value| value != 0));
        Aztec::new(3, givens.collect())
    };
    let canonical = |values| puzzle(values).canonical().write_json();
    assert_eq!(canonical([0, 8, 9, 0, 0, 2]), canonical([0, 9, 8, 2, 0, 0]));
    assert_ne!(canonical([0, 8, 9, 0, 0, 2]), canonical([0, 8, 9, 2, 0, 0]));
    let mut random = Random::new(4);
    let mut sampler = Sampler::new(6, Limits::none()).unwrap();
    for _ in 0..100 {
        let full = Aztec::new(6, Board::full(sampler.draw(&mut random)));
        let kept: Vec<bool> = (0..full.clues()).map(|_| random.chance(1, 2)).collect();
        let puzzle = full.with_clues(&kept);
        assert_eq!(puzzle.clues(), kept.iter().filter(|&&kept| kept).count());
        let twin: Board = (0..6)
            .flat_map(|row| (0..=row).rev().map(move |pos| (row, pos)))
            .map(|(row, pos)| puzzle.givens().get(triangle::place(row, pos)))
            .collect();
        let twin = Aztec::new(6, twin);
        assert_eq!(puzzle.canonical().write_json(), twin.canonical().write_json());
        assert_eq!(puzzle.canonical().canonical().write_json(), puzzle.canonical().write_json());
    }
}

#[test]
fn what_cannot_be_is_told_with_its_reason() {
    let reason = |size, clues| {
        let wanted = Request { clues, ..Request::of_size(size) };
        (KIND.maker)(&wanted).unwrap_err().to_string()
    };
    assert!(reason(0, None).contains("at least one row"));
    assert!(reason(10, None).contains("at most 9 rows: the numbers of a row differ"));
    assert!(reason(4, Some(Clues::Between(11, 12))).contains("only 10 cells"));
    assert!(reason(4, Some(Clues::Between(0, 0))).contains("several solutions"));
    assert!(reason(1, Some(Clues::Between(0, 0))).contains("1 row is unique with 0"));
    assert!((KIND.maker)(&Request::of_size(1)).is_ok());
}

#[test]
fn the_paper_s_way() {
    let mut random = Random::new(7);
    for rows in 1..=4 {
        let wanted = Request::of_size(rows);
        let loose = (WAYS[0].make)(&wanted, Limits::none(), &mut random).unwrap();
        assert_eq!(loose.puzzle.violations(&loose.solution), []);
        assert_eq!(loose.puzzle.count(Limits::none()), Some(Ok(1)));
        assert!(loose.tries <= loose.statistics.nodes);
    }
    let wanted = Request::of_size(4);
    let limited = (WAYS[0].make)(&wanted, Limits::none().nodes(5), &mut random);
    assert_eq!(limited.unwrap_err(), LooseError::Stopped(Stopped::Nodes));
}

/// All pyramids of up to four rows, and all ways to give some of their cells:
/// one cell fewer than the least always fits several pyramids or none.
#[test]
fn the_least_numbers_of_clues_are_the_least() {
    for (rows, &least) in LEAST_CLUES.iter().enumerate().take(5).skip(1) {
        let all = solutions(&blank(rows).pose().unwrap(), usize::MAX);
        let fits_one = |given: &[usize]| {
            let mut pyramids = vec![0u32; 9_usize.pow(given.len() as u32)];
            for board in &all {
                let values = given.iter().filter_map(|&cell| board.get(cell));
                pyramids[values.fold(0, |index, value| index * 9 + value as usize - 1)] += 1;
            }
            pyramids.contains(&1)
        };
        assert!(!subsets(triangle::places(rows), least - 1).iter().any(|given| fits_one(given)), "{rows} rows");
        assert!(subsets(triangle::places(rows), least).iter().any(|given| fits_one(given)), "{rows} rows");
    }
}

/// Four cells can be enough for five rows.
#[test]
fn four_clues_for_five_rows() {
    let mut puzzle = blank(5);
    for (cell, digit) in [(1, 6), (4, 7), (8, 7), (13, 7)] {
        puzzle.givens.set(cell, Some(digit));
    }
    assert_eq!((puzzle.clues(), puzzle.count(Limits::none())), (LEAST_CLUES[5], Some(Ok(1))));
}

/// The subsets of `0..n` with this many elements.
fn subsets(n: usize, size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let with_last = |last: usize| {
        subsets(last, size - 1).into_iter().map(move |mut subset| {
            subset.push(last);
            subset
        })
    };
    (0..n).flat_map(with_last).collect()
}
