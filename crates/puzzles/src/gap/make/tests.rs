//! Drafts, their fairness, the stencil, equivalent puzzles, and what cannot be made.

use super::super::paper::WAYS;
use super::boards::Boards;
use super::walk::Walk;
use super::{GapMaker, draft};
use crate::gap::{Gap, images, least_image, model};
use crate::{Checked, Clued, Clues, Draft, Formats, LooseError, Maker, Request};
use fd::{Limits, Random, Search, Space, Stopped};
use std::collections::{BTreeMap, BTreeSet};

fn maker(size: usize) -> GapMaker {
    GapMaker::new(&Request::of_size(size)).unwrap()
}

/// A random draft, as a Gap.
fn drafted(size: usize, random: &mut Random) -> (Gap, Draft) {
    let draft = maker(size).draft(random, Limits::none()).unwrap().unwrap();
    let clues: Vec<Option<usize>> = draft.clues.iter().map(|&clue| Some(clue as usize)).collect();
    let (rows, columns) = clues.split_at(size);
    (Gap { rows: rows.to_vec(), columns: columns.to_vec() }, draft)
}

#[test]
fn every_number_is_another_board() {
    for (size, boards) in [(7, 0), (8, 2), (9, 664), (10, 146_510)] {
        let numbered = Boards::of(size, Limits::none()).unwrap().unwrap();
        assert_eq!(numbered.total(), boards, "size {size}");
        let found: BTreeSet<Vec<(usize, usize)>> = (0..boards).map(|number| numbered.board(number).unwrap()).collect();
        assert_eq!(found.len() as u64, boards, "size {size}");
        for rows in found.iter().step_by(1 + found.len() / 1000) {
            let draft = draft(rows);
            assert_eq!(draft.puzzle.violations(&draft.solution), [], "size {size}");
        }
        assert_eq!(numbered.board(boards), None);
    }
}

/// Chi-square of this many draws of each of the 664 boards of 9: 663 give or
/// take 36 if they are equally likely.
fn chi_square(each: usize, mut draw: impl FnMut() -> Option<Vec<(usize, usize)>>) -> f64 {
    let mut seen: BTreeMap<Vec<(usize, usize)>, f64> = BTreeMap::new();
    for _ in 0..664 * each {
        *seen.entry(draw().unwrap()).or_default() += 1.0;
    }
    let each = each as f64;
    let missing = each * (664 - seen.len()) as f64;
    missing + seen.values().map(|n| (n - each) * (n - each) / each).sum::<f64>()
}

#[test]
fn the_boards_of_9_are_equally_likely() {
    let boards = Boards::of(9, Limits::none()).unwrap().unwrap();
    let random = &mut Random::new(9);
    let drawn = chi_square(20, || boards.draw(random));
    assert!((520.0..810.0).contains(&drawn), "{drawn}");
    let walked = chi_square(5, || Walk::new(9, random).draw(random, Limits::none()).unwrap());
    assert!((520.0..810.0).contains(&walked), "{walked}");
}

/// How often each cell is filled, and each gap occurs, in this many boards.
fn frequencies(size: usize, boards: impl Iterator<Item = Vec<(usize, usize)>>) -> Vec<f64> {
    let mut seen = vec![0.0; size * size + size];
    for rows in boards {
        let draft = draft(&rows);
        (0..size * size).filter(|&cell| draft.solution.get(cell) == Some(1)).for_each(|cell| seen[cell] += 1.0);
        draft.clues.iter().for_each(|&gap| seen[size * size + gap as usize] += 1.0);
    }
    seen
}

/// Where both are possible, a walk fills cells and makes gaps as often as the
/// fair draw does.
#[test]
fn a_walk_is_nearly_fair() {
    let (size, many) = (11, 1000);
    let random = &mut Random::new(11);
    let boards = Boards::of(size, Limits::none()).unwrap().unwrap();
    let fair = frequencies(size, (0..8 * many).map(|_| boards.draw(random).unwrap()));
    let walked =
        frequencies(size, (0..many).map(|_| Walk::new(size, random).draw(random, Limits::none()).unwrap().unwrap()));
    for (place, (fair, walked)) in fair.iter().map(|n| n / 8.0).zip(walked).enumerate() {
        // Both are about Poisson; the fair one has an eighth of the variance.
        let deviation = (walked - fair) / (fair * 1.125).sqrt().max(1.0);
        assert!(deviation.abs() < 5.0, "place {place}: {walked} for {fair}");
    }
}

#[test]
fn drafts_are_right_and_have_every_clue() {
    for size in [9, 10, 11, 12, 13, 15, 20, 40, 100] {
        let random = &mut Random::new(size as u64);
        let (gap, draft) = drafted(size, random);
        assert_eq!(draft.puzzle.violations(&draft.solution), [], "size {size}");
        assert_eq!(draft.puzzle.clues(), 2 * size);
        assert_eq!(draft.puzzle.write_json(), gap.write_json());
    }
}

#[test]
fn a_draft_depends_on_chance_alone() {
    for size in [9, 14] {
        let mut one = maker(size);
        one.draft(&mut Random::new(1), Limits::none()).unwrap();
        let [again, fresh] =
            [one, maker(size)].map(|mut maker| maker.draft(&mut Random::new(2), Limits::none()).unwrap().unwrap());
        assert_eq!(again.solution, fresh.solution);
    }
}

#[test]
fn clues_are_left_out_as_told() {
    let random = &mut Random::new(3);
    let (full, _) = drafted(9, random);
    assert_eq!(full.with_clues(&[true; 18]).write_json(), full.write_json());
    let mut kept = [false; 18];
    kept[8] = true;
    kept[10] = true;
    let two = full.with_clues(&kept);
    assert_eq!(two.clues(), 2);
    let mut expected = Gap::without_clues(9);
    (expected.rows[8], expected.columns[1]) = (full.rows[8], full.columns[1]);
    assert_eq!(two.write_json(), expected.write_json());
    // Of a puzzle with few clues, only those count.
    expected.rows[8] = None;
    assert_eq!(two.with_clues(&[false, true]).write_json(), expected.write_json());
}

/// The stencil with facts about its gaps, against the written puzzle: with all
/// of some clues, and with one of them denied.
#[test]
fn the_stencil_agrees_with_the_puzzle() {
    for (size, most) in [(9, 700), (10, 300), (12, 50), (14, 20)] {
        let random = &mut Random::new(7 * size as u64);
        let stencil = model::stencil(size).unwrap();
        let mut space = Space::new(&stencil.posed.model);
        for round in 0..25 {
            let (full, draft) = drafted(size, random);
            let few = random.below(4) + 1;
            let kept: Vec<bool> = draft.clues.iter().map(|_| random.chance(few, 5)).collect();
            let denied = random.chance(1, 2).then(|| random.below(2 * size as u32) as usize);
            for (clue, &value) in draft.clues.iter().enumerate().filter(|&(clue, _)| kept[clue] || Some(clue) == denied)
            {
                let x = stencil.clues[clue];
                space.assume(if Some(clue) == denied { x.is_not(value) } else { x.is(value) }).unwrap();
            }
            let found = Search::new(&mut space, stencil.posed.branching(0), Limits::none()).take(most).unwrap();
            let found: BTreeSet<_> = found.iter().map(|found| stencil.posed.board(found)).collect();
            space.pop_to(0);
            let kept: Vec<bool> = (0..2 * size).map(|clue| kept[clue] && Some(clue) != denied).collect();
            let written = full.with_clues(&kept);
            let posed = written.pose().unwrap();
            let mut own = Space::new(&posed.model);
            let mut search = Search::new(&mut own, posed.branching(0), Limits::none());
            let search = std::iter::from_fn(|| search.next_solution().unwrap()).map(|found| posed.board(&found));
            let breaks = |board: &_| {
                denied.is_none_or(|clue| {
                    let lone: Vec<bool> = (0..2 * size).map(|other| other == clue).collect();
                    !full.with_clues(&lone).violations(board).is_empty()
                })
            };
            let expected: BTreeSet<_> = search.filter(breaks).take(most).collect();
            assert_eq!(found.len(), expected.len(), "size {size}, round {round}");
            assert!(found.len() == most || found == expected, "size {size}, round {round}");
        }
    }
}

#[test]
fn twins_have_one_canonical_form() {
    let random = &mut Random::new(5);
    for _ in 0..50 {
        let (full, draft) = drafted(10, random);
        let kept: Vec<bool> = draft.clues.iter().map(|_| random.chance(1, 3)).collect();
        let given: Vec<Option<usize>> =
            full.all_clues().zip(&kept).map(|(clue, &kept)| clue.filter(|_| kept)).collect();
        let gap = Gap { rows: given[..10].to_vec(), columns: given[10..].to_vec() };
        let images = images(&gap);
        assert_eq!(images.len(), 8);
        assert!(images.iter().all(|image| least_image(image) == least_image(&gap)));
        assert!(images.contains(&least_image(&gap)));
        // An image turns solutions into solutions: quarter turns of the board.
        let turned = Gap { rows: gap.columns.clone(), columns: gap.rows.iter().rev().copied().collect() };
        let board = (0..100).map(|place| draft.solution.get((9 - place % 10) * 10 + place / 10)).collect();
        assert_eq!(turned.violations(&board), []);
        assert!(images.contains(&turned));
        // With another clue it is another puzzle.
        let mut other = gap.clone();
        let clue = other.rows[3].unwrap_or(0);
        other.rows[3] = Some(clue + 1);
        assert_ne!(least_image(&other), least_image(&gap));
    }
}

#[test]
fn the_impossible_is_told_with_its_reason() {
    let why = |size, clues| GapMaker::new(&Request { clues, ..Request::of_size(size) }).unwrap_err().0;
    assert_eq!(why(7, None), "there is no board of side 7: the smallest has side 8");
    assert_eq!(why(0, None), "there is no board of side 0: the smallest has side 8");
    assert_eq!(why(8, None), "the two boards of side 8 share every clue, so no such puzzle is unique");
    assert_eq!(why(501, None), "a board of side 501 is too large; the limit is 500");
    assert!(why(9, Some(Clues::Between(0, 1))).starts_with("no puzzle of side 9 is unique with 1 clue: "));
    assert!(why(10, Some(Clues::Between(2, 2))).starts_with("no puzzle of side 10 is unique with 2 clues: "));
    assert!(why(11, Some(Clues::Between(0, 3))).starts_with("no puzzle of side 11 is unique with 3 clues: "));
    assert!(why(15, Some(Clues::Between(0, 0))).starts_with("no puzzle of side 15 is unique with 0 clues: "));
    assert!(why(9, Some(Clues::Between(19, 20))).ends_with("has 18 lines, too few for 19 clues"));
    for (size, most) in [(9, 2), (10, 3), (12, 2)] {
        GapMaker::new(&Request { clues: Some(Clues::Between(0, most)), ..Request::of_size(size) }).unwrap();
    }
}

/// Whether some set of this many lines has gaps that fit only one board. Sets
/// that are others turned or mirrored are not tried: the boards are turned and
/// mirrored, too.
fn is_any_unique(size: usize, clues: u32) -> bool {
    let subsets: Vec<Vec<usize>> = (0u32..1 << (2 * size))
        .filter(|set| set.count_ones() == clues)
        .map(|set| (0..2 * size).filter(|line| set >> line & 1 == 1).collect::<Vec<_>>())
        .filter(|lines| {
            let mut gap = Gap::without_clues(size);
            gap.all_clues_mut().enumerate().filter(|(i, _)| lines.contains(i)).for_each(|(_, clue)| *clue = Some(0));
            gap == least_image(&gap)
        })
        .collect();
    let boards = Boards::of(size, Limits::none()).unwrap().unwrap();
    let mut seen = vec![0u8; subsets.len() * size.pow(clues)];
    for number in 0..boards.total() {
        let gaps = draft(&boards.board(number).unwrap()).clues;
        for (number, lines) in subsets.iter().enumerate() {
            let index = lines.iter().fold(number, |index, &line| index * size + gaps[line] as usize);
            seen[index] = seen[index].saturating_add(1);
        }
    }
    seen.contains(&1)
}

#[test]
fn the_fewest_clues_of_9_and_10() {
    assert!(!is_any_unique(8, 2) && !is_any_unique(9, 1) && !is_any_unique(10, 2));
    assert!(is_any_unique(9, 2) && is_any_unique(10, 3));
}

/// Takes minutes: 31 million boards.
#[cfg(feature = "long")]
#[test]
fn the_fewest_clues_of_11() {
    assert!(!is_any_unique(11, 3));
}

#[test]
fn the_papers_ways_make_puzzles_with_a_solution() {
    for way in WAYS {
        for (size, clues) in [(8, None), (9, None), (9, Some(Clues::Between(3, 3))), (12, None)] {
            let random = &mut Random::new(size as u64);
            let wanted = Request { clues, ..Request::of_size(size) };
            let loose = (way.make)(&wanted, Limits::none(), random).unwrap();
            assert_eq!(loose.puzzle.violations(&loose.solution), [], "{} {size}", way.name);
            assert_eq!(loose.puzzle.clues(), clues.map_or(size / 4, |_| 3));
            assert!(loose.tries >= 1 && loose.statistics.nodes >= loose.tries);
        }
    }
}

#[test]
fn the_papers_ways_stop_where_they_must() {
    for way in WAYS {
        let ask = |size, clues, nodes| {
            let wanted = Request { clues, ..Request::of_size(size) };
            (way.make)(&wanted, Limits::none().nodes(nodes), &mut Random::new(1)).unwrap_err()
        };
        assert!(matches!(ask(7, None, 100), LooseError::Impossible(_)));
        assert!(matches!(ask(9, Some(Clues::Between(19, 19)), 100), LooseError::Impossible(_)));
        assert_eq!(ask(20, Some(Clues::Between(30, 30)), 3), LooseError::Stopped(Stopped::Nodes));
    }
}
