//! Drafts, stencils, and what cannot be made.

use super::super::KIND;
use super::super::paper::WAYS;
use crate::{Board, Clues, Draft, LooseError, Request};
use fd::{Limits, Random, Search, Space};
use std::collections::BTreeMap;

fn request(size: usize, options: &[(&'static str, u32)]) -> Request {
    Request { options: options.to_vec(), ..Request::of_size(size) }
}

fn draft(wanted: &Request, random: &mut Random) -> Draft {
    let mut maker = (KIND.maker)(wanted).unwrap();
    (0..20).find_map(|_| maker.draft(random, Limits::none()).unwrap()).unwrap()
}

#[test]
fn drafts_keep_the_rules() {
    let mut random = Random::new(1);
    for (size, down, givens) in [(1, 0, 0), (3, 1, 2), (5, 0, 0), (6, 1, 3), (7, 1, 0), (10, 0, 55), (25, 1, 4)] {
        let draft = draft(&request(size, &[("down", down), ("givens", givens)]), &mut random);
        assert_eq!(draft.puzzle.violations(&draft.solution), []);
        assert!(draft.solution.is_full());
        let upward = size * (size - 1) / 2;
        let downward = if down == 1 { (size - 1) * size.saturating_sub(2) / 2 } else { 0 };
        assert_eq!(draft.puzzle.clues(), upward + downward, "side {size}");
        assert_eq!(draft.clues.len(), draft.puzzle.clues());
        assert_eq!(draft.puzzle.givens().iter().flatten().count(), givens as usize);
        let same = draft.puzzle.with_clues(&vec![true; draft.clues.len()]);
        assert_eq!(same.write_json(), draft.puzzle.write_json());
    }
}

/// All boards, in order.
fn solutions(space: &mut Space, posed: &crate::Posed) -> Vec<Board> {
    let found = Search::new(space, posed.branching(0), Limits::none()).all().unwrap();
    let mut found: Vec<Board> = found.iter().map(|solution| posed.board(solution)).collect();
    found.sort();
    found.dedup();
    found
}

/// The stencil with some clues as facts has the solutions of the puzzle with
/// these clues; with one broken, those of the rest that break it. Whether there
/// is one can be told while the ties of other clues rest.
#[test]
fn stencils_agree_with_puzzles() {
    let mut random = Random::new(2);
    for round in 0..60 {
        let size = [3, 5, 5, 6][round % 4];
        let wanted = request(size, &[("down", round as u32 / 4 % 2), ("givens", 2)]);
        let mut maker = (KIND.maker)(&wanted).unwrap();
        let mut draft = maker.draft(&mut random, Limits::none()).unwrap().unwrap();
        let stencil = draft.stencil.take().unwrap();
        let mut kept: Vec<bool> = draft.clues.iter().map(|_| random.chance(1, 4)).collect();
        let broken = random.below(kept.len() as u32) as usize;
        kept[broken] = false;
        let mut given = kept.clone();
        given[broken] = true;
        let expected = |kept: &[bool]| {
            let posed = draft.puzzle.with_clues(kept).pose().unwrap();
            solutions(&mut Space::new(&posed.model), &posed)
        };
        let mut space = Space::new(&stencil.posed.model);
        space.push();
        for (clue, &x) in stencil.clues.iter().enumerate().filter(|&(clue, _)| kept[clue]) {
            space.assume(x.is(draft.clues[clue])).unwrap();
        }
        let all = solutions(&mut space, &stencil.posed);
        assert_eq!(all, expected(&kept));
        // In a triangle of side 3 no sum can be broken.
        let possible = space.assume(stencil.clues[broken].is_not(draft.clues[broken])).is_ok();
        assert_eq!(possible, size > 3);
        if possible {
            let agreeing = expected(&given);
            let others: Vec<Board> = all.into_iter().filter(|board| !agreeing.contains(board)).collect();
            assert_eq!(solutions(&mut space, &stencil.posed), others);
            space.pop_to(0);
            let ties = &stencil.ties;
            let is_total = |tie: &usize| stencil.posed.model.constraints()[*tie].name() == "total";
            assert!(ties.len() == kept.len() && ties.iter().all(is_total));
            let is_given = |constraint: &usize| ties.iter().position(|tie| tie == constraint).is_none_or(|i| given[i]);
            let constraints = stencil.posed.model.constraints().len();
            space.set_active(&(0..constraints).filter(is_given).collect::<Vec<_>>());
            space.push();
            for (clue, &x) in stencil.clues.iter().enumerate().filter(|&(clue, _)| given[clue]) {
                let fact = x.is(draft.clues[clue]);
                space.assume(if clue == broken { fact.negated() } else { fact }).unwrap();
            }
            let found = fd::first(&mut space, stencil.posed.branching(0), Limits::none(), None).0.unwrap();
            let found = found.map(|solution| stencil.posed.board(&solution));
            assert_eq!(found.is_some(), !others.is_empty());
            assert!(found.is_none_or(|board| others.contains(&board)));
        }
    }
}

/// The 480 fillings of side 5 are equally likely: the sum of squared deviations
/// is what chance makes it.
#[test]
fn small_fillings_are_drawn_fairly() {
    for (size, fillings) in [(3, 6), (5, 480)] {
        let mut maker = (KIND.maker)(&request(size, &[("givens", 2)])).unwrap();
        let mut random = Random::new(3);
        let mut seen: BTreeMap<Board, u32> = BTreeMap::new();
        let draws = fillings * 20;
        for _ in 0..draws {
            *seen.entry(maker.draft(&mut random, Limits::none()).unwrap().unwrap().solution).or_default() += 1;
        }
        assert_eq!(seen.len(), fillings);
        let square = |&count: &u32| (f64::from(count) - 20.0).powi(2) / 20.0;
        let chi: f64 = seen.values().map(square).sum();
        let freedom = (fillings - 1) as f64;
        assert!((chi - freedom).abs() < 4.0 * (2.0 * freedom).sqrt(), "side {size}: {chi}");
    }
}

/// Larger fillings are not all different, but no number is favoured at any vertex.
#[test]
fn large_fillings_have_no_favourites() {
    let mut maker = (KIND.maker)(&Request::of_size(7)).unwrap();
    let mut random = Random::new(4);
    let mut counts = vec![[0_u32; 7]; 28];
    let mut drawn = 0;
    while drawn < 700 {
        let Some(draft) = maker.draft(&mut random, Limits::none()).unwrap() else { continue };
        drawn += 1;
        for (count, value) in counts.iter_mut().zip(draft.solution.iter().flatten()) {
            count[value as usize - 1] += 1;
        }
    }
    // 100 are expected of each; the standard deviation is about 9.
    assert!(counts.iter().flatten().all(|count| (60..=140).contains(count)), "{counts:?}");
}

#[test]
fn what_cannot_be_is_told() {
    let clues = |least, most| Some(Clues::Between(least, most));
    for (wanted, part) in [
        (Request::of_size(0), "from 1 to 500"),
        (Request::of_size(501), "from 1 to 500"),
        (Request::of_size(2), "side 2 cannot be filled"),
        (Request::of_size(4), "side 4 cannot be filled"),
        (Request::of_size(3), "at least 2 vertices"),
        (request(3, &[("givens", 1)]), "at least 2 vertices"),
        (request(3, &[("givens", 7)]), "only 6 vertices"),
        (Request { clues: clues(11, 20), ..Request::of_size(5) }, "only 10 small triangles"),
        (Request { clues: clues(0, 2), ..Request::of_size(5) }, "unique with 2"),
        (Request { clues: clues(0, 2), ..Request::of_size(6) }, "unique with 2"),
        (Request { clues: clues(0, 4), ..Request::of_size(10) }, "fewer than 5 sums"),
    ] {
        let error = (KIND.maker)(&wanted).unwrap_err();
        assert!(error.0.contains(part), "{error}");
    }
    assert!((KIND.maker)(&request(3, &[("givens", 2)])).is_ok());
    assert!((KIND.maker)(&Request { clues: clues(0, 4), ..request(10, &[("givens", 1)]) }).is_ok());
    assert!((KIND.maker)(&Request { clues: clues(10, 20), ..Request::of_size(5) }).is_ok());
}

#[test]
fn loose_puzzles_have_their_solution() {
    let mut random = Random::new(6);
    for (size, clues, down) in
        [(1, None, 0), (3, None, 0), (6, None, 1), (10, Some(Clues::Between(3, 8)), 0), (40, None, 0)]
    {
        let wanted = Request { clues, ..request(size, &[("down", down)]) };
        let made = (WAYS[0].make)(&wanted, Limits::none(), &mut random).unwrap();
        assert_eq!(made.puzzle.violations(&made.solution), []);
        assert!(made.solution.is_full() && made.tries >= 1);
        match clues {
            Some(Clues::Between(least, most)) => assert!((least..=most).contains(&made.puzzle.clues())),
            _ => assert_eq!(made.puzzle.clues(), size / 2),
        }
    }
}

#[test]
fn loose_making_ends() {
    let wanted = Request::of_size(10);
    let none = Limits::none();
    let make = |wanted: &Request, limits| (WAYS[0].make)(wanted, limits, &mut Random::new(7)).map(|made| made.tries);
    assert!(matches!(make(&Request::of_size(4), none), Err(LooseError::Impossible(_))));
    assert!(matches!(make(&request(6, &[("givens", 1)]), none), Err(LooseError::Impossible(_))));
    assert!(matches!(make(&wanted, none.nodes(1)), Err(LooseError::Stopped(_))));
    // All sums of a triangle at random do not fit together.
    let all = Request { clues: Some(Clues::Between(15, 15)), ..Request::of_size(6) };
    assert!(matches!(make(&all, none), Err(LooseError::Impossible(_))));
}
