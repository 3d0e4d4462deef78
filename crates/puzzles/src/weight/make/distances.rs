//! Distances at which given weights balance.

use crate::tree::gcd;
use fd::Random;

/// All distances are tried while there are at most this many choices of all but
/// one of them; beyond that they are drawn until some fit.
const MOST_LOOKED_AT: u64 = 8_000;
/// How often they are drawn.
const MOST_DRAWN: u32 = 20_000;

/// The distances at which things may hang: from `-reach` to `reach`, not 0, all
/// different, and with no common divisor, since dividing by it would change
/// nothing.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Distances {
    pub(in super::super) reach: i32,
}

impl Distances {
    /// The number of things that a bar has room for.
    pub(in super::super) fn room(self) -> usize {
        2 * self.reach as usize
    }

    /// Whether things of these weights balance at some distances.
    pub(in super::super) fn balance(self, weights: &[i32]) -> bool {
        if let [one, two] = *weights {
            let divisor = gcd(one, two);
            return (one / divisor).max(two / divisor) <= self.reach;
        }
        if self.choices(weights.len()) > MOST_LOOKED_AT {
            // With this many choices, some fit for all but the rarest weights;
            // `draw` finds out.
            return weights.len() <= self.room();
        }
        let mut chosen = Vec::with_capacity(weights.len());
        self.extend(weights, 0, &mut chosen, &mut |_| true)
    }

    /// Distances at which things of these weights balance, all choices equally
    /// likely; `None` when none was found.
    pub(in super::super) fn draw(self, weights: &[i32], random: &mut Random) -> Option<Vec<i32>> {
        let fits = |chosen: &[i32]| chosen.iter().fold(0, |divisor, &at| gcd(divisor, at)) == 1;
        if self.choices(weights.len()) > MOST_LOOKED_AT {
            return (0..MOST_DRAWN).find_map(|_| self.try_one(weights, random).filter(|chosen| fits(chosen)));
        }
        let mut drawn = None;
        let mut seen = 0;
        self.extend(weights, 0, &mut Vec::with_capacity(weights.len()), &mut |chosen| {
            if fits(chosen) {
                seen += 1;
                if random.below(seen) == 0 {
                    drawn = Some(chosen.to_vec());
                }
            }
            false
        });
        drawn
    }

    /// The choices of all distances but one.
    fn choices(self, things: usize) -> u64 {
        let room = self.room() as u64;
        (0..things.saturating_sub(1) as u64).fold(1, |choices, used| choices.saturating_mul(room.saturating_sub(used)))
    }

    /// Chooses the distances from the `chosen` ones on in every way, until
    /// `found` accepts one; says whether it did.
    fn extend(
        self,
        weights: &[i32],
        torque: i32,
        chosen: &mut Vec<i32>,
        found: &mut dyn FnMut(&[i32]) -> bool,
    ) -> bool {
        let Some((&weight, rest)) = weights.split_first() else { return false };
        if rest.is_empty() {
            let Some(last) = self.last(weight, torque, chosen) else { return false };
            chosen.push(last);
            let content = found(chosen);
            chosen.pop();
            return content;
        }
        for at in (-self.reach..=self.reach).filter(|&at| at != 0) {
            if chosen.contains(&at) {
                continue;
            }
            chosen.push(at);
            let content = self.extend(rest, torque + at * weight, chosen, found);
            chosen.pop();
            if content {
                return true;
            }
        }
        false
    }

    /// Where the last thing must hang, if it can.
    fn last(self, weight: i32, torque: i32, chosen: &[i32]) -> Option<i32> {
        let at = -torque / weight;
        (torque % weight == 0 && at != 0 && at.abs() <= self.reach && !chosen.contains(&at)).then_some(at)
    }

    /// All distances but the last at random, and the last as it must be.
    fn try_one(self, weights: &[i32], random: &mut Random) -> Option<Vec<i32>> {
        let (&last, others) = weights.split_last()?;
        let mut chosen = Vec::with_capacity(weights.len());
        let mut torque = 0;
        for weight in others {
            let at = loop {
                let at = random.below(2 * self.reach as u32) as i32 - self.reach;
                let at = if at < 0 { at } else { at + 1 };
                if !chosen.contains(&at) {
                    break at;
                }
            };
            chosen.push(at);
            torque += at * weight;
        }
        let at = self.last(last, torque, &chosen)?;
        chosen.push(at);
        Some(chosen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Every choice of distances at which these weights balance, by brute force.
    fn all(weights: &[i32], reach: i32) -> Vec<Vec<i32>> {
        let mut all: Vec<Vec<i32>> = vec![Vec::new()];
        for _ in weights {
            let longer = |sofar: &Vec<i32>| {
                let others = (-reach..=reach).filter(|at| *at != 0 && !sofar.contains(at));
                others.map(|at| [sofar.as_slice(), &[at]].concat()).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        let balances = |chosen: &[i32]| chosen.iter().zip(weights).map(|(at, weight)| at * weight).sum::<i32>() == 0;
        let reduced = |chosen: &[i32]| (2..=reach).all(|divisor| chosen.iter().any(|at| at % divisor != 0));
        all.retain(|chosen| balances(chosen) && reduced(chosen));
        all
    }

    #[test]
    fn every_choice_is_as_likely() {
        // The last of these is beyond what is looked at one by one.
        for (weights, reach) in [(&[3, 1, 2][..], 3), (&[4, 2, 7], 5), (&[2, 8], 5), (&[1, 2, 4], 50)] {
            let distances = Distances { reach };
            let choices = all(weights, reach);
            assert_eq!(distances.balance(weights), !choices.is_empty(), "{weights:?}");
            let mut random = Random::new(11);
            let mut seen: BTreeMap<Vec<i32>, u32> = BTreeMap::new();
            let draws = 60 * choices.len() as u32;
            for _ in 0..draws {
                *seen.entry(distances.draw(weights, &mut random).unwrap()).or_default() += 1;
            }
            assert_eq!(seen.len(), choices.len());
            // Chi-square over that many choices: its mean is one less, and it
            // is seldom beyond this.
            let chi: f64 = seen.values().map(|&seen| (f64::from(seen) - 60.0).powi(2) / 60.0).sum();
            let free = choices.len() as f64;
            assert!(chi < free + 5.0 * (2.0 * free).sqrt(), "{weights:?}: {chi} over {free}");
        }
    }

    #[test]
    fn what_balances_is_known() {
        let mut random = Random::new(5);
        for _ in 0..300 {
            let things = 2 + random.below(3);
            let weights: Vec<i32> = (0..things).map(|_| 1 + random.below(12) as i32).collect();
            let reach = 2 + random.below(2) as i32;
            let choices = all(&weights, reach);
            let distances = Distances { reach };
            assert_eq!(distances.balance(&weights), !choices.is_empty(), "{weights:?} within {reach}");
            let drawn = distances.draw(&weights, &mut random);
            assert_eq!(drawn.is_some(), !choices.is_empty());
            assert!(drawn.is_none_or(|drawn| choices.contains(&drawn)));
        }
    }
}
