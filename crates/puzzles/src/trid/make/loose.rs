//! Making as the paper does: random sums, solved afterwards.

use super::super::{Sum, Triangle, Trid};
use super::{GIVENS, check};
use crate::{Clues, Impossible, Loose, LooseError, Modelled, Request, Way};
use fd::{Limits, Random, Space, Statistics, Stopped};

pub(in super::super) const WAYS: &[Way] = &[Way {
    name: "random",
    says: "random sums, for half as many triangles as the side is long, drawn until they have a solution",
    takes_clues: true,
    make,
}];

/// The sets of sums that are tried before giving up.
const MOST_TRIES: u64 = 1_000;

/// The search nodes to spend on a set of sums.
const PATIENCE: u64 = 20_000;

/// This many different triangles get a sum from 6 to 3N - 3 each, until there
/// is a solution.
///
/// The paper's maker stops after its first set, whether or not it has one. Its
/// text is followed here; its listing never draws some triangles along the
/// edges, and draws sums up to 3N - 1.
fn make(wanted: &Request, limits: Limits<'_>, random: &mut Random) -> Result<Loose, LooseError> {
    let triangles = check(wanted)?;
    if wanted.option(GIVENS).is_some_and(|givens| givens > 0) {
        return Err(Impossible("the paper's way gives no vertices".to_owned()).into());
    }
    let size = wanted.size;
    let (least, most) = match wanted.clues {
        Some(Clues::Between(least, most)) => (least, most.min(triangles.len())),
        // The paper's example: 5 sums in a triangle of side 10.
        _ => (size / 2, size / 2),
    };
    let mut statistics = Statistics::default();
    for tries in 1..=MOST_TRIES {
        limits.check()?;
        let count = least + random.below((most.saturating_sub(least) + 1) as u32) as usize;
        let puzzle = draw(size, &triangles, count, random);
        let posed = puzzle.pose()?;
        let mut space = Space::new(&posed.model);
        let limits = limits.less(&statistics).within(PATIENCE);
        let (found, spent) = fd::first(&mut space, posed.branching(0), limits, posed.restarts);
        statistics = statistics.plus(spent);
        match found {
            Ok(None) => {}
            Ok(Some(solution)) => {
                let solution = posed.board(&solution);
                return Ok(Loose { puzzle: Box::new(puzzle), solution, tries, statistics });
            }
            // It takes too long to tell: its own limit, not the caller's.
            Err(Stopped::Nodes) if spent.nodes > PATIENCE => {}
            Err(stopped) => return Err(stopped.into()),
        }
    }
    let reason =
        format!("{MOST_TRIES} times, {least} or more random sums in a triangle of side {size} had no solution");
    Err(Impossible(format!("{reason}; fewer are more likely to have one")).into())
}

fn draw(size: usize, triangles: &[Triangle], count: usize, random: &mut Random) -> Trid {
    let mut triangles = triangles.to_vec();
    random.shuffle(&mut triangles);
    let sums = triangles.into_iter().take(count);
    let sums = sums.map(|triangle| Sum { triangle, sum: 6 + random.below(3 * size as u32 - 8) as i32 }).collect();
    Trid::new(size, sums, Vec::new())
}
