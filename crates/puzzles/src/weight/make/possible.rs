//! Which trees exist.

use super::TreeRequest;
use crate::Impossible;
use std::collections::BTreeMap;

/// Up to this many weights, all trees are enumerated.
const MOST_LEAVES_TRIED: usize = 6;

/// # Errors
/// Why there is no such tree in balance.
pub(super) fn check(wanted: &TreeRequest) -> Result<(), Impossible> {
    let TreeRequest { leaves, bars, distances } = *wanted;
    let reach = distances.reach;
    let refuse = |reason: String| Err(Impossible(reason));
    if leaves < 2 {
        return refuse(format!("a bar needs two things to balance, and with {leaves} weights there are none"));
    }
    if bars == 0 || bars >= leaves {
        return refuse(format!(
            "every bar has two things at least, so {leaves} weights hang from 1 to {} bars, not from {bars}",
            leaves - 1
        ));
    }
    if reach < 2 {
        return refuse("with no distance but 1, a bar of two weights never balances: they differ".to_owned());
    }
    if leaves + bars - 1 > bars * distances.room() {
        return refuse(format!(
            "{bars} bars with distances up to {reach} have room for {} weights, not for {leaves}",
            bars * distances.room() + 1 - bars
        ));
    }
    if let Some(prime) = in_the_way(wanted) {
        return refuse(format!(
            "with {bars} bars every bar has exactly two things, and then no tree of {leaves} weights has a place for \
             the weight {prime}; fewer bars may do, or a distance of {prime}"
        ));
    }
    let most = most_bars_found(leaves, reach as usize);
    if bars > most {
        return refuse(format!(
            "{leaves} weights on {bars} bars with distances up to {reach} take too long to find, if there are any; \
             up to {most} bars are made, and more with a greater distance"
        ));
    }
    if leaves <= MOST_LEAVES_TRIED && !Trees::new(*wanted).exist() {
        return refuse(format!(
            "no tree of {leaves} weights on {bars} bars balances with distances up to {reach}: all were tried"
        ));
    }
    Ok(())
}

/// A weight that does not go with a tree of bars that all have two things.
///
/// If `p * a = w * b` with distances below a prime `p`, then `p` divides `w`, and so
/// the weight of the bar. That goes for the bar above, too, and up to the top: `p`
/// must divide the weight of the whole tree.
fn in_the_way(wanted: &TreeRequest) -> Option<usize> {
    let TreeRequest { leaves, bars, distances } = *wanted;
    let total = leaves * (leaves + 1) / 2;
    let is_prime = |number: usize| (2..).take_while(|d| d * d <= number).all(|d| !number.is_multiple_of(d));
    let beyond = distances.reach as usize + 1..=leaves;
    beyond.filter(|_| bars + 1 == leaves).find(|&weight| is_prime(weight) && !total.is_multiple_of(weight))
}

/// The most bars on which trees in balance are found in seconds.
///
/// Where a bar has two things, a prime divides what hangs on one side only if it
/// divides the other, unless it divides a distance. So large prime weights need bars
/// of three things and more, and with nearly as many bars as weights there are few of
/// those. How many are needed was measured, with distances from 3 to 20.
fn most_bars_found(leaves: usize, reach: usize) -> usize {
    let third_things = if leaves <= 14 { 0 } else { leaves.saturating_sub(reach + 5).div_ceil(3) };
    leaves - 1 - third_things
}

/// All trees in balance of few weights, by the set of their weights.
struct Trees {
    wanted: TreeRequest,
    /// For each set of weights (bit 0 is 1), with how many bars it can hang in
    /// balance from one of them: bit `b` stands for `b` bars.
    bars: Vec<u64>,
    balances: BTreeMap<Vec<i32>, bool>,
}

impl Trees {
    fn new(wanted: TreeRequest) -> Trees {
        Trees { wanted, bars: Vec::new(), balances: BTreeMap::new() }
    }

    fn exist(mut self) -> bool {
        let sets = 1usize << self.wanted.leaves;
        for set in 0..sets {
            // A set comes after all its parts.
            let mut found = 0;
            self.split(set, set, &mut Vec::new(), 1, &mut found);
            self.bars.push(found);
        }
        self.bars[sets - 1] >> self.wanted.bars & 1 == 1
    }

    /// Hangs what is `left` of a set from one bar in every way: `hung` are the
    /// weights that hang there, `bars` the numbers of bars they may take, this
    /// one not counted.
    fn split(&mut self, set: usize, left: usize, hung: &mut Vec<i32>, bars: u64, found: &mut u64) {
        if left == 0 {
            if hung.len() >= 2 && self.balance(hung) {
                *found |= bars << 1;
            }
            return;
        }
        let first = left & left.wrapping_neg();
        let mut part = left;
        while part > 0 {
            // Parts with the least weight that is left, so that no way comes twice.
            if part & first != 0 && part != set {
                let below = if part == first { 1 } else { self.bars[part] };
                let together = sums(bars, below);
                if together != 0 {
                    hung.push(weight(part));
                    self.split(set, left & !part, hung, together, found);
                    hung.pop();
                }
            }
            part = (part - 1) & left;
        }
    }

    fn balance(&mut self, hung: &[i32]) -> bool {
        let distances = self.wanted.distances;
        let mut key = hung.to_vec();
        key.sort_unstable();
        if hung.len() > distances.room() {
            return false;
        }
        *self.balances.entry(key).or_insert_with_key(|key| distances.balance(key))
    }
}

/// All sums of two numbers of two sets.
fn sums(one: u64, two: u64) -> u64 {
    (0..u64::BITS).filter(|&bit| two >> bit & 1 == 1).fold(0, |sums, bit| sums | one << bit)
}

/// What a set weighs.
fn weight(set: usize) -> i32 {
    (0..usize::BITS as i32).filter(|&bit| set >> bit & 1 == 1).map(|bit| bit + 1).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weight::make::distances::Distances;

    #[test]
    fn too_many_bars_are_refused_at_once() {
        let asked = |leaves, bars, reach| check(&TreeRequest { leaves, bars, distances: Distances { reach } });
        for (leaves, bars, reach) in [(14, 12, 5), (16, 13, 5), (20, 15, 5), (30, 22, 5), (20, 18, 20), (60, 42, 5)] {
            assert!(asked(leaves, bars, reach).is_ok(), "{leaves} on {bars}");
        }
        for (leaves, bars, reach) in [(20, 18, 5), (20, 18, 10), (30, 27, 5), (40, 36, 10), (60, 54, 5), (501, 500, 5)]
        {
            assert!(asked(leaves, bars, reach).is_err(), "{leaves} on {bars}");
        }
        let Impossible(reason) = asked(20, 18, 5).expect_err("tested above");
        assert!(reason.contains("up to 15 bars are made"), "{reason}");
    }

    /// Trees that a prime weight is said to rule out do not exist: all were tried.
    #[test]
    fn a_weight_in_the_way_rules_out_every_tree() {
        let mut refused = 0;
        for leaves in 2..=7 {
            for reach in 2..=5 {
                let wanted = TreeRequest { leaves, bars: leaves - 1, distances: Distances { reach } };
                if in_the_way(&wanted).is_some() {
                    assert!(!Trees::new(wanted).exist(), "{leaves} weights, distances up to {reach}");
                    refused += 1;
                }
            }
        }
        assert!(refused > 5);
    }
}
