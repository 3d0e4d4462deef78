//! How far the beams of a drawing tip, and what moves with them.
//!
//! A beam that tips moves things up and down only, so that strings stay upright and targets keep their size.
//! However the beams stand, nothing comes to lie on anything else: where there is little room, they tip less.

use crate::geometry::{Sides, sides, union};
use scene::Poise;
use scene::picture::{Beam, Follows, Picture};
use std::collections::BTreeMap;

/// How far the longer arm of a beam goes up or down where there is room, in pixels.
const LIFT: f64 = 26.0;
/// A tipped beam rises or falls by so much per pixel, at least and at most, where there is room.
const SLOPES: (f64, f64) = (0.05, 0.28);
/// What stays free between things, in pixels.
const FREE: f64 = 4.0;
/// A beam swings farther by this factor before it rests.
const SWING: f64 = 1.15;
/// Things farther apart never meet.
const FAR: f64 = 200.0;

/// The beams of a drawing.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Tips {
    beams: Vec<Beam>,
    /// How far each tips: down per pixel to the right, or up.
    slopes: Vec<f64>,
    /// What its targets follow, and how high they are.
    targets: BTreeMap<String, (Follows, f64)>,
}

/// Something that is drawn in one piece.
struct Piece {
    sides: Sides,
    follows: Option<Follows>,
}

impl Tips {
    /// The beams of a picture.
    pub fn new(picture: &Picture) -> Tips {
        let beams = picture.beams.clone();
        if beams.is_empty() {
            return Tips::default();
        }
        let mut targets = BTreeMap::new();
        let mut pieces: Vec<Piece> = Vec::new();
        for group in &picture.groups {
            let each = group.items.iter().map(|(_, primitive)| sides(primitive));
            // Of a string every stretch is a piece, so that it may pass beside things.
            let parts: Vec<Sides> =
                if group.target.is_some() { each.reduce(union).into_iter().collect() } else { each.collect() };
            if let (Some(target), Some(follows), [first, ..]) = (&group.target, group.follows, parts.as_slice()) {
                targets.entry(target.clone()).or_insert((follows, first[3] - first[1]));
            }
            pieces.extend(parts.into_iter().map(|sides| Piece { sides, follows: group.follows }));
        }
        let edge = |top: f64| Piece { sides: [0.0, top, picture.width, top], follows: None };
        pieces.extend([edge(0.0), edge(picture.height)]);
        let slope = |beam: &Beam| (LIFT / beam.arms.0.max(beam.arms.1).max(1.0)).clamp(SLOPES.0, SLOPES.1);
        let slopes = beams.iter().map(slope).collect();
        let mut tips = Tips { beams, slopes, targets };
        tips.make_room(&pieces);
        tips
    }

    /// Has beams tip less, until no two pieces can meet.
    fn make_room(&mut self, pieces: &[Piece]) {
        for one in pieces.iter().filter(|piece| piece.follows.is_some()) {
            for other in pieces {
                let (left, right) = (one.sides[0].max(other.sides[0]), one.sides[2].min(other.sides[2]));
                let free = (other.sides[1] - one.sides[3]).max(one.sides[1] - other.sides[3]);
                // What touches is tied together.
                if one.follows == other.follows || right - left < 1.0 || free <= 0.5 || free > FAR {
                    continue;
                }
                let may = (free - FREE).max(free / 2.0) / SWING;
                let [from, to] = [left, right].map(|x| self.apart(one, other, x));
                let moves = |by: &[f64]| by.iter().zip(&self.slopes).map(|(by, slope)| by.abs() * slope).sum::<f64>();
                let most = moves(&from).max(moves(&to));
                if most > may {
                    let involved = (0..self.slopes.len()).filter(|&beam| from[beam] != 0.0 || to[beam] != 0.0);
                    involved.for_each(|beam| self.slopes[beam] *= may / most);
                }
            }
        }
    }

    /// By how much the slope of each beam moves two pieces apart, at this `x`.
    fn apart(&self, one: &Piece, other: &Piece, x: f64) -> Vec<f64> {
        let mut all = vec![0.0; self.beams.len()];
        for (piece, sign) in [(one, 1.0), (other, -1.0)] {
            let mut next = match piece.follows {
                None => None,
                Some(Follows::Turns(beam)) => Some((beam, x)),
                Some(Follows::Hangs(beam, at)) => Some((beam, at)),
            };
            while let Some((number, at)) = next {
                let Some(beam) = self.beams.get(number) else { break };
                all[number] += sign * (at - beam.pivot.0);
                // Each comes after the one that it hangs from.
                next = beam.hangs.filter(|(above, _)| *above < number);
            }
        }
        all
    }

    /// Whether nothing tips.
    pub fn is_empty(&self) -> bool {
        self.beams.is_empty()
    }

    /// How the beams stand, as slopes: those of a level one and of one of which nothing is known are 0.
    pub fn slopes(&self) -> Vec<f64> {
        let slope = |(beam, slope): (&Beam, &f64)| match beam.poise {
            Poise::Left => -slope,
            Poise::Right => *slope,
            Poise::Open | Poise::Level => 0.0,
        };
        self.beams.iter().zip(&self.slopes).map(slope).collect()
    }

    /// How far down each beam is at these slopes, by those that it hangs from.
    pub fn drops(&self, slopes: &[f64]) -> Vec<f64> {
        let mut drops: Vec<f64> = Vec::with_capacity(self.beams.len());
        for beam in &self.beams {
            let drop = |(above, at): (usize, f64)| {
                Some(drops.get(above)? + slopes.get(above)? * (at - self.beams.get(above)?.pivot.0))
            };
            drops.push(beam.hangs.and_then(drop).unwrap_or(0.0));
        }
        drops
    }

    /// How far down what follows a beam is, and how much it slopes: of a point at `x` below its usual place.
    pub fn moved(&self, follows: Follows, slopes: &[f64], drops: &[f64]) -> (f64, f64) {
        let (Follows::Turns(number) | Follows::Hangs(number, _)) = follows;
        let (Some(beam), Some(slope), Some(drop)) = (self.beams.get(number), slopes.get(number), drops.get(number))
        else {
            return (0.0, 0.0);
        };
        match follows {
            Follows::Turns(_) => (drop - slope * beam.pivot.0, *slope),
            Follows::Hangs(_, at) => (drop + slope * (at - beam.pivot.0), 0.0),
        }
    }

    /// What the targets follow, and how high they are, in pixels of the picture.
    pub fn targets(&self) -> &BTreeMap<String, (Follows, f64)> {
        &self.targets
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fd::Random;
    use puzzles::{Board, Puzzle, View};

    fn weights() -> impl Iterator<Item = Box<dyn Puzzle>> {
        let sizes = include_str!("../tests/sizes.jsonl").lines().map(str::to_owned);
        let made = sizes
            .filter_map(|line| Some(puzzles::read(line.as_bytes(), None, None).ok()?.pop()?.document.ok()?.puzzle));
        let known = puzzles::builtin_names().filter_map(|name| puzzles::builtin(&name)).map(|found| found.puzzle);
        made.chain(known).filter(|puzzle| ["weight", "multibalance"].contains(&puzzle.kind().name))
    }

    /// Where the targets are once all beams stand as they do.
    fn tipped(picture: &Picture, tips: &Tips, slopes: &[f64]) -> Vec<(String, Sides)> {
        let drops = tips.drops(slopes);
        let mut found = Vec::new();
        for group in &picture.groups {
            let Some(all) = group.items.iter().map(|(_, item)| sides(item)).reduce(union) else { continue };
            let Some(target) = &group.target else { continue };
            let Some(follows) = group.follows else {
                found.push((target.clone(), all));
                continue;
            };
            let (down, slope) = tips.moved(follows, slopes, &drops);
            let at = |x: f64| down + slope * x;
            let (low, high) = (at(all[0]).min(at(all[2])), at(all[0]).max(at(all[2])));
            // A beam is a thin line: of its corners, none is where the other end is.
            if slope == 0.0 {
                found.push((target.clone(), [all[0], all[1] + low, all[2], all[3] + high]));
            }
        }
        found
    }

    #[test]
    fn nothing_overlaps_however_the_beams_stand() {
        let mut random = Random::new(11);
        let (mut all, mut small) = (0, 0);
        for puzzle in weights() {
            for seed in 0..12 {
                let values: Vec<i32> =
                    (0..puzzle.places()).map(|_| random.below(puzzle.places() as u32) as i32 + 1).collect();
                let board: Board =
                    values.into_iter().map(|value| Some(value).filter(|_| random.chance(seed, 10))).collect();
                let pencilled = puzzles::Pencilled::new();
                let scene = puzzle.draw(&View::of(&board).labels().written(&pencilled).tipping());
                let picture = scene.picture();
                let tips = Tips::new(&picture);
                let slopes: Vec<f64> = tips.slopes().iter().map(|slope| slope * SWING).collect();
                let (before, after) =
                    (tipped(&picture, &tips, &vec![0.0; slopes.len()]), tipped(&picture, &tips, &slopes));
                for (number, (id, one)) in after.iter().enumerate() {
                    assert!(one[1] >= -0.5 && one[3] <= picture.height + 0.5, "{id} leaves the picture: {one:?}");
                    for (other, beyond) in after[..number].iter().zip(&before) {
                        let meets = |a: &Sides, b: &Sides| {
                            a[0].max(b[0]) + 1.0 < a[2].min(b[2]) && a[1].max(b[1]) + 1.0 < a[3].min(b[3])
                        };
                        let met = meets(&before[number].1, &beyond.1);
                        assert!(met || !meets(one, &other.1), "{id} and {} overlap", other.0);
                    }
                }
                for (beam, slope) in tips.beams.iter().zip(&tips.slopes) {
                    all += 1;
                    small += usize::from(slope * beam.arms.0.max(beam.arms.1) < 3.0);
                }
            }
        }
        // Tipping is seen.
        assert!(all > 1000 && small * 4 < all, "{small} of {all} hardly tip");
    }

    #[test]
    fn beams_carry_what_hangs_from_them() {
        let puzzle = puzzles::builtin("weight/seed-5").expect("it is built in").puzzle;
        // w4 and w5 are too heavy.
        let board: Board = [Some(1), None, None, None, Some(5)].into_iter().collect();
        let picture = puzzle.draw(&View::of(&board).tipping()).picture();
        let tips = Tips::new(&picture);
        let slopes = tips.slopes();
        let drops = tips.drops(&slopes);
        let down = |id: &str| tips.moved(tips.targets()[id].0, &slopes, &drops).0;
        assert_eq!(tips.beams.iter().map(|beam| beam.poise).collect::<Vec<_>>(), [Poise::Right, Poise::Right]);
        assert!(down("w1") < 0.0 && down("w2") < 0.0, "{} {}", down("w1"), down("w2"));
        assert!(down("w5") > down("w3"), "{} {}", down("w5"), down("w3"));
        assert!(Tips::new(&puzzle.draw(&View::of(&board)).picture()).is_empty());
    }
}
