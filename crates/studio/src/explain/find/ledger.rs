//! Leaving out what nothing later needs.

use super::path::Deduction;
use crate::explain::knowledge::{Knowledge, Set, bits, single, union};
use fd::Var;

/// Which values are ruled out by which deductions, and who needs that.
#[derive(Debug)]
pub(crate) struct Ledger {
    /// Where the values of each variable begin in the lists below.
    first: Vec<usize>,
    providers: Vec<Vec<usize>>,
    users: Vec<Vec<usize>>,
    kept: Vec<bool>,
    /// Whether everything is wanted.
    all: bool,
    /// The last that rules out each value, in the order of telling.
    last: Vec<Option<usize>>,
}

/// A user that comes after all deductions: the solution.
const END: usize = usize::MAX;

impl Ledger {
    pub(crate) fn new(root: &Knowledge, way: &[Deduction]) -> Ledger {
        let mut total = 0;
        let begin = |left: &[u64]| {
            total += left.len() * 64;
            total - left.len() * 64
        };
        let first = root.sets().map(begin).collect();
        let mut ledger = Ledger {
            first,
            providers: vec![Vec::new(); total],
            users: vec![Vec::new(); total],
            kept: vec![true; way.len()],
            all: false,
            last: vec![None; total],
        };
        for (i, deduction) in way.iter().enumerate() {
            for pair in ledger.pairs(&deduction.provides) {
                ledger.providers[pair].push(i);
            }
            for pair in ledger.pairs(&deduction.needs) {
                ledger.users[pair].push(i);
            }
        }
        ledger
    }

    /// The numbers of some values in the lists.
    fn pairs(&self, sets: &[(Var, Set)]) -> Vec<usize> {
        sets.iter().flat_map(|(x, set)| bits(set).map(|bit| self.first[x.index()] + bit)).collect()
    }

    /// What must be ruled out in the end.
    pub(crate) fn aim(&mut self, goals: &[(Var, Set)]) {
        for pair in self.pairs(goals) {
            self.users[pair].push(END);
        }
    }

    /// Everything is wanted.
    pub(crate) fn use_all(&mut self) {
        self.all = true;
        self.users.iter_mut().for_each(|users| users.push(END));
    }

    pub(crate) fn is_kept(&self, i: usize) -> bool {
        self.kept[i]
    }

    /// Takes note of the order of telling: who is the last to rule out each value
    /// before somebody needs it.
    pub(crate) fn order(&mut self, told: impl Iterator<Item = usize>, way: &[Deduction]) {
        let mut needed = vec![false; self.last.len()];
        for i in told {
            for pair in self.pairs(&way[i].needs) {
                needed[pair] = true;
            }
            for pair in self.pairs(&way[i].provides) {
                if !needed[pair] || self.last[pair].is_none() {
                    self.last[pair] = Some(i);
                }
            }
        }
    }

    /// The values among these that deduction `i` should tell: those that somebody
    /// needs and that nobody else rules out in time.
    pub(crate) fn used(&self, i: usize, x: Var, set: &Set) -> Set {
        let is_used = |bit: &usize| {
            let pair = self.first[x.index()] + bit;
            self.all || self.last[pair] == Some(i) && self.first_user(pair).is_some()
        };
        bits(set).filter(is_used).fold(vec![0; set.len()], |sum, bit| union(&sum, &single(bit, set)))
    }

    fn first_user(&self, pair: usize) -> Option<usize> {
        self.users[pair].iter().copied().find(|&user| user == END || self.kept[user])
    }

    /// Whether all would be ruled out in time without a deduction.
    fn is_spare(&self, i: usize, way: &[Deduction]) -> bool {
        !way[i].chosen
            && !way[i].step.is_contradiction()
            && self.pairs(&way[i].provides).into_iter().all(|pair| {
                let other = |j: &usize, user: usize| *j != i && *j < user && self.kept[*j];
                self.first_user(pair).is_none_or(|user| self.providers[pair].iter().any(|j| other(j, user)))
            })
    }

    /// Drops what is spare: first what comes late, since nothing may need what it
    /// needs, then what is hardest to see.
    pub(crate) fn slice(&mut self, way: &[Deduction]) {
        let late: Vec<usize> = (0..way.len()).rev().collect();
        let mut hard = late.clone();
        hard.sort_by_key(|&i| (way[i].routine, std::cmp::Reverse(way[i].step.cost)));
        for order in [&late, &hard, &late] {
            for &i in order {
                self.kept[i] = self.kept[i] && !self.is_spare(i, way);
            }
        }
    }

    /// Which values are ruled out at some point of the way: none so far.
    pub(crate) fn nothing(&self) -> Vec<bool> {
        vec![false; self.providers.len()]
    }

    /// Rules these values out.
    pub(crate) fn rule_out(&self, sets: &[(Var, Set)], ruled_out: &mut [bool]) {
        self.pairs(sets).into_iter().for_each(|pair| ruled_out[pair] = true);
    }

    /// Whether all these values are ruled out.
    pub(crate) fn are_out(&self, sets: &[(Var, Set)], ruled_out: &[bool]) -> bool {
        self.pairs(sets).into_iter().all(|pair| ruled_out[pair])
    }
}
