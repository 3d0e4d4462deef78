//! Making: drafts, what cannot be made, equivalent puzzles, and the paper's way.

use super::random_tree;
use crate::tree::gcd;
use crate::tree::{Hangs, Thing};
use crate::weight::Weight;
use crate::weight::make::WeightMaker;
use crate::weight::paper::WAYS;
use crate::{Clued, Clues, Formats, LooseError, Maker, Posed, Puzzle, Request};
use fd::{Limits, Random, Search, Space};
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

fn request(size: usize, options: &[(&'static str, u32)]) -> Request {
    Request { options: options.to_vec(), ..Request::of_size(size) }
}

fn maker(size: usize, options: &[(&'static str, u32)]) -> WeightMaker {
    WeightMaker::new(&request(size, options)).unwrap()
}

/// The tree of a puzzle that was made.
fn tree(puzzle: &dyn Puzzle) -> Weight {
    let text = puzzle.write_text();
    super::puzzle(&text)
}

/// The greatest number of bars from the top down to a leaf.
fn depth(tree: &Weight, bar: usize) -> usize {
    let below = tree.bars[bar].things.iter().map(|thing| match thing.hangs {
        Hangs::Leaf(_) => 0,
        Hangs::Bar(bar) => depth(tree, bar),
    });
    1 + below.max().unwrap_or(0)
}

#[test]
fn drafts_are_in_balance() {
    let cases = [(2, 1, 2), (3, 2, 3), (7, 1, 4), (10, 5, 5), (12, 8, 5), (25, 4, 9), (40, 24, 5), (30, 6, 20)];
    for (size, bars, reach) in cases {
        let mut maker = maker(size, &[("bars", bars), ("distance", reach)]);
        let mut made = 0;
        for seed in 0..20 {
            let Some(draft) = maker.draft(&mut Random::new(seed), Limits::none()).unwrap() else { continue };
            made += 1;
            assert_eq!(draft.puzzle.violations(&draft.solution), [], "seed {seed} of {size}");
            assert!(draft.solution.is_full());
            assert_eq!(draft.puzzle.givens(), draft.solution);
            assert_eq!(draft.solution, crate::Board::full(draft.clues.iter().copied()));
            let tree = tree(&*draft.puzzle);
            assert_eq!((tree.leaves(), tree.bars.len()), (size, bars as usize));
            for bar in &tree.bars {
                let ats: Vec<i32> = bar.things.iter().map(|thing| thing.at).collect();
                assert!(ats.len() >= 2 && ats.is_sorted_by(|a, b| a < b), "{ats:?}");
                assert!(ats.iter().all(|at| (1..=reach as i32).contains(&at.abs())), "{ats:?}");
                assert_eq!(ats.iter().fold(0, |divisor, &at| gcd(divisor, at)), 1, "{ats:?}");
            }
        }
        assert!(made >= 10, "{made} drafts of {size} weights on {bars} bars");
    }
}

#[test]
fn trees_are_of_many_shapes() {
    let mut maker = maker(12, &[]);
    let mut random = Random::new(4);
    let trees: Vec<Weight> =
        (0..200).filter_map(|_| Some(tree(&*maker.draft(&mut random, Limits::none()).unwrap()?.puzzle))).collect();
    let depths: BTreeSet<usize> = trees.iter().map(|tree| depth(tree, 0)).collect();
    assert!(depths.len() >= 4, "{depths:?}");
    let widest = |tree: &Weight| tree.bars.iter().map(|bar| bar.things.len()).max();
    let widths: BTreeSet<Option<usize>> = trees.iter().map(widest).collect();
    assert!(widths.len() >= 4, "{widths:?}");
    let different: BTreeSet<String> = trees.iter().map(|tree| tree.canonical().write_text()).collect();
    assert_eq!(different.len(), trees.len());
}

/// All solutions with these literals as facts, as boards.
fn solutions(posed: &Posed, facts: &[fd::Literal]) -> BTreeSet<crate::Board> {
    let mut space = Space::new(&posed.model);
    if facts.iter().any(|&fact| space.assume(fact).is_err()) {
        return BTreeSet::new();
    }
    let found = Search::new(&mut space, posed.branching(0), Limits::none()).all().unwrap();
    found.iter().map(|solution| posed.board(solution)).collect()
}

/// A draft's own model with some clues as facts is the puzzle with those clues.
#[test]
fn stencils_mean_the_puzzle() {
    let mut random = Random::new(9);
    for size in 4..9 {
        let draft = maker(size, &[]).draft(&mut random, Limits::none()).unwrap().unwrap();
        let stencil = draft.stencil.unwrap();
        for _ in 0..5 {
            let kept: Vec<bool> = draft.clues.iter().map(|_| random.chance(1, 4)).collect();
            let given = (0..kept.len()).filter(|&clue| kept[clue]);
            let facts: Vec<fd::Literal> = given.map(|clue| stencil.clues[clue].is(draft.clues[clue])).collect();
            let puzzle = draft.puzzle.with_clues(&kept);
            assert_eq!(puzzle.clues(), facts.len());
            let found = solutions(&stencil.posed, &facts);
            assert!(found.contains(&draft.solution));
            assert_eq!(found, solutions(&puzzle.pose().unwrap(), &[]));
        }
    }
}

#[test]
fn clues_are_the_givens() {
    let puzzle = super::puzzle("-3:2 -1:? 2:(-2:3 -1:? 1:1)");
    assert_eq!(puzzle.clues(), 3);
    assert_eq!(puzzle.with_clues(&[true; 3]).write_text(), puzzle.write_text());
    let other = super::puzzle("-3:2 -1:? 2:(-2:? -1:? 1:1)");
    assert_eq!(puzzle.with_clues(&[true, false, true]).write_text(), other.write_text());
}

/// The tree with its things in another order and some bars the other way round.
fn twin(tree: &Weight, random: &mut Random) -> Weight {
    let bars: Vec<Vec<Thing>> = tree
        .bars
        .iter()
        .map(|bar| {
            let sign = if random.chance(1, 2) { -1 } else { 1 };
            let mut things: Vec<Thing> = bar.things.iter().map(|&t| Thing { at: sign * t.at, ..t }).collect();
            random.shuffle(&mut things);
            things
        })
        .collect();
    let (twin, leaves) = Weight::listed(&|bar| bars[bar].clone());
    twin.giving(leaves.into_iter().map(|leaf| tree.givens.get(leaf)).collect())
}

#[test]
fn twins_have_one_canonical_form() {
    let mut random = Random::new(1);
    for _ in 0..200 {
        let leaves = 2 + random.below(14);
        let tree = random_tree(&mut random, leaves);
        let canonical = tree.canonical().write_text();
        assert_eq!(twin(&tree, &mut random).canonical().write_text(), canonical);
        assert_eq!(super::puzzle(&canonical).canonical().write_text(), canonical);
    }
}

/// All trees that `tree` turns into, each written with its things in order.
fn images(tree: &Weight, bar: usize) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for sign in [-1, 1] {
        let mut ways = vec![Vec::new()];
        for thing in &tree.bars[bar].things {
            let below: Vec<String> = match thing.hangs {
                Hangs::Leaf(leaf) => vec![format!("{:?}", tree.givens.get(leaf))],
                Hangs::Bar(below) => images(tree, below).into_iter().collect(),
            };
            let extend = |way: &Vec<String>| {
                let longer = |below: &String| [way.as_slice(), &[format!("{}:{below}", sign * thing.at)]].concat();
                below.iter().map(longer).collect::<Vec<_>>()
            };
            ways = ways.iter().flat_map(extend).collect();
        }
        all.extend(ways.into_iter().map(|mut way| {
            way.sort();
            format!("({})", way.join(" "))
        }));
    }
    all
}

/// Two small trees have the same canonical form exactly when one is among the
/// other's images.
#[test]
fn only_twins_have_one_canonical_form() {
    let mut random = Random::new(2);
    let leaf = |random: &mut Random| if random.chance(1, 4) { "1" } else { "?" };
    let at = |random: &mut Random| if random.chance(1, 2) { -1 } else { 1 };
    let mut met = [0, 0];
    for _ in 0..3000 {
        let [one, two] = [(); 2].map(|()| {
            let pair = |random: &mut Random| format!("({}:? {}:{})", at(random), random.below(3), leaf(random));
            let (a, b) = (pair(&mut random), pair(&mut random));
            super::puzzle(&format!("{}:{a} {}:{b}", at(&mut random), at(&mut random)))
        });
        let equivalent = images(&one, 0).intersection(&images(&two, 0)).next().is_some();
        assert_eq!(one.canonical().write_text() == two.canonical().write_text(), equivalent, "{one:?} {two:?}");
        met[usize::from(equivalent)] += 1;
    }
    assert!(met.iter().all(|&met| met > 20), "{met:?}");
}

fn reason(size: usize, options: &[(&'static str, u32)]) -> String {
    WeightMaker::new(&request(size, options)).unwrap_err().to_string()
}

#[test]
fn what_cannot_be_is_told_why() {
    assert!(reason(1, &[]).contains("two things"));
    assert!(reason(0, &[]).contains("two things"));
    assert!(reason(5000, &[]).contains("1000"));
    assert!(reason(10, &[("bars", 10)]).contains("1 to 9 bars"));
    assert!(reason(2, &[("distance", 1)]).contains("never balances"));
    assert!(reason(40, &[("bars", 1)]).contains("room for 10 weights"));
    assert!(reason(3, &[("bars", 1), ("distance", 2)]).contains("all were tried"));
    assert!(reason(10, &[("bars", 9)]).contains("the weight 7"));
    assert!(WeightMaker::new(&request(10, &[("bars", 9), ("distance", 7)])).is_ok());
    assert!(WeightMaker::new(&request(10, &[("bars", 8)])).is_ok());
    let givens = Request { clues: Some(Clues::Between(6, 7)), ..Request::of_size(5) };
    assert!(WeightMaker::new(&givens).unwrap_err().to_string().contains("6 of 5"));
    assert!(WeightMaker::new(&request(3, &[("bars", 2), ("distance", 2)])).is_ok());
}

/// Up to five weights, the trees that are said to be possible are drafted, and
/// the others are not, even by a maker that does not check.
#[test]
fn what_can_be_is_drafted() {
    for size in 2..=5 {
        for bars in 1..size as u32 {
            for reach in 2..=4 {
                let options = [("bars", bars), ("distance", reach)];
                let possible = WeightMaker::new(&request(size, &options)).is_ok();
                let mut maker = WeightMaker::unchecked(size, bars as usize, reach as i32);
                let mut random = Random::new(3);
                let drafted = (0..if possible { 1000 } else { 20 })
                    .any(|_| maker.draft(&mut random, Limits::none()).unwrap().is_some());
                assert_eq!(drafted, possible, "{size} weights, {bars} bars, distances up to {reach}");
            }
        }
    }
}

#[test]
fn loose_puzzles_have_their_solution() {
    for way in WAYS {
        for size in [2, 3, 5, 10, 16] {
            let wanted = request(size, &[]);
            let made = (way.make)(&wanted, Limits::none(), &mut Random::new(7)).unwrap();
            assert_eq!(made.puzzle.size(), size);
            assert_eq!(made.puzzle.violations(&made.solution), []);
            assert_eq!(made.puzzle.clues(), 0);
            assert!(made.tries > 0 && made.statistics.nodes > 0);
            assert_eq!(tree(&*made.puzzle).bars.len(), size / 3 + 1);
        }
    }
}

/// What the paper's way cannot pose is refused before it begins: the limit that
/// has been reached already is not even looked at.
#[test]
fn the_papers_way_refuses_what_is_too_large() {
    for (size, reach, fits) in [(323, 5, true), (324, 5, false), (1000, 5, false), (100, 50, true), (110, 50, false)] {
        let wanted = request(size, &[("distance", reach)]);
        for way in WAYS {
            let stop = AtomicBool::new(true);
            let error = (way.make)(&wanted, Limits::none().cancel(&stop), &mut Random::new(7)).unwrap_err();
            assert_eq!(error == LooseError::Stopped(fd::Stopped::Cancelled), fits, "{size}, {reach}: {error:?}");
            assert_eq!(matches!(error, LooseError::Impossible(_)), !fits, "{size}, {reach}: {error:?}");
        }
    }
    // The bound is that of the model: one weight fewer can be posed.
    let made = (WAYS[0].make)(&request(323, &[]), Limits::none().nodes(1), &mut Random::new(7));
    assert_eq!(made.unwrap_err(), LooseError::Stopped(fd::Stopped::Nodes));
}

#[test]
fn limits_end_the_papers_way() {
    let wanted = request(40, &[]);
    for way in WAYS {
        let made = (way.make)(&wanted, Limits::none().nodes(3), &mut Random::new(7));
        assert_eq!(made.unwrap_err(), LooseError::Stopped(fd::Stopped::Nodes));
    }
}

#[test]
fn without_givens_there_are_more_bars() {
    let bars = |clues| {
        let mut maker = WeightMaker::new(&Request { clues, ..Request::of_size(40) }).unwrap();
        tree(&*(0..99).find_map(|seed| maker.draft(&mut Random::new(seed), Limits::none()).unwrap()).unwrap().puzzle)
            .bars
            .len()
    };
    assert_eq!((bars(None), bars(Some(Clues::Between(0, 0)))), (22, 24));
}
