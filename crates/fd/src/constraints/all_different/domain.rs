//! Sets of values that some of the variables fill.

use super::components::Components;
use super::is_roomy;
use super::matching::Matching;
use super::partition::Partition;
use super::rows::Rows;
use super::witness::Witness;
use crate::{Changed, Conflict, Post, Propagator, Status, Store, Var, Words};

/// Removes every value that no assignment of different values uses.
///
/// Régin: A filtering algorithm for constraints of difference in CSPs (AAAI
/// 1994). A value that a variable takes in no maximum matching leads from one
/// strongly connected component to another.
///
/// Components are independent of each other from then on: only those with a
/// changed variable are looked at again, and only when the change can matter,
/// as Gent, Miguel, Nightingale: Generalised arc consistency for the
/// alldifferent constraint: an empirical survey (Artificial Intelligence 172,
/// 2008) advise.
///
/// It relies on [`ByValue`](super::value::ByValue) having run: the value of a
/// fixed variable is in no other domain.
#[derive(Debug)]
pub(super) struct ByDomain {
    vars: Box<[Var]>,
    /// The components, by positions in `vars`.
    groups: Partition,
    witness: Witness,
    /// Bit `i` of the whole says that the group that begins at slot `i` changed.
    stale: Box<[u64]>,
    rows: Rows,
    matching: Matching,
    components: Components,
    /// The values of one component.
    kept: Box<[u64]>,
    /// What is left of one domain.
    words: Vec<u64>,
}

impl ByDomain {
    pub(super) fn new(vars: &[Var], post: &mut Post<'_>) -> ByDomain {
        let n = vars.len();
        let groups = Partition::new(n, post);
        let witness = Witness::new(vars, post);
        let rows = Rows::new(vars, post.store());
        let width = rows.width;
        ByDomain {
            vars: vars.into(),
            groups,
            witness,
            stale: vec![0; n.div_ceil(64)].into(),
            rows,
            matching: Matching::new(n, width),
            components: Components::new(n, width),
            kept: vec![0; width].into(),
            words: Vec::with_capacity(width + 1),
        }
    }

    /// Notes which groups must be looked at.
    fn note(&mut self, changed: Changed<'_>, store: &Store) {
        self.stale.fill(0);
        let mut note = |start: usize| self.stale[start / 64] |= 1 << (start % 64);
        match changed {
            Changed::All => {
                let mut start = 0;
                while start < self.groups.len() {
                    note(start);
                    start = self.groups.end_of(start, store);
                }
            }
            Changed::Only(positions) => {
                for &position in positions {
                    let i = position as usize;
                    if !self.witness.stands(i, store.words(self.vars[i])) {
                        note(self.groups.start_of(position, store));
                    }
                }
            }
        }
    }

    /// Looks at the group that begins at slot `start`.
    fn examine<const SMALL: bool>(&mut self, start: usize, store: &mut Store) -> Result<(), Conflict> {
        let end = self.groups.end_of(start, store);
        if end - start == 1 {
            return Ok(());
        }
        let start = self.set_fixed_apart(start, end, store);
        if end - start < 2 {
            return Ok(());
        }
        let group = self.groups.slice(start, end);
        if SMALL && is_roomy(group.iter().map(|&i| store.size(self.vars[i as usize]))) {
            return Ok(());
        }
        for &i in group {
            self.rows.load::<SMALL>(i as usize, self.vars[i as usize], store);
        }
        self.matching.complete::<SMALL>(&self.rows, group)?;
        self.witness.begin(group, &self.vars, store);
        self.components.find::<SMALL>(&self.rows, &self.matching, group, &mut self.witness);
        self.separate::<SMALL>(start, store)
    }

    /// Makes a group of each fixed variable; the others begin at the slot returned.
    fn set_fixed_apart(&mut self, start: usize, end: usize, store: &mut Store) -> usize {
        let mut first = start;
        for slot in start..end {
            let i = self.groups.at(slot) as usize;
            self.witness.forget(i);
            if store.is_fixed(self.vars[i]) {
                self.groups.swap(slot, first);
                first += 1;
                self.groups.split(first, store);
            }
        }
        first
    }

    /// Makes a group of each component, and has it keep its own values only.
    fn separate<const SMALL: bool>(&mut self, start: usize, store: &mut Store) -> Result<(), Conflict> {
        let Components { members, ends, loose, .. } = &self.components;
        if ends.len() == 1 || ends.len() == 2 && ends[0] == ends[1] {
            return Ok(());
        }
        for (slot, &i) in members.iter().enumerate() {
            self.groups.put(start + slot, i);
        }
        let mut from = 0;
        for (number, &end) in ends.iter().enumerate() {
            self.groups.split(start + from, store);
            let group = &members[from..end as usize];
            from = end as usize;
            let is_loose = number + 1 == ends.len();
            for &i in group {
                let value = self.matching.partner(i) as usize;
                self.kept[value / 64] |= 1 << (value % 64);
            }
            let kept = if is_loose { loose } else { &self.kept };
            for &i in group {
                if self.rows.restrict::<SMALL>(i as usize, kept, &mut self.words) {
                    store.keep(self.vars[i as usize], &self.words)?;
                    self.witness.trim(i as usize, store.words(self.vars[i as usize]));
                }
            }
            for &i in group {
                self.kept[self.matching.partner(i) as usize / 64] = 0;
            }
        }
        Ok(())
    }
}

impl Propagator for ByDomain {
    fn propagate(&mut self, store: &mut Store, changed: Changed<'_>) -> Result<Status, Conflict> {
        self.witness.check(store);
        self.note(changed, store);
        for i in 0..self.stale.len() {
            let mut word = self.stale[i];
            while word != 0 {
                let start = i * 64 + word.trailing_zeros() as usize;
                word &= word - 1;
                if self.rows.width == 1 {
                    self.examine::<true>(start, store)?;
                } else {
                    self.examine::<false>(start, store)?;
                }
            }
        }
        let apart = self.groups.groups(store) == self.groups.len();
        Ok(if apart { Status::Entailed } else { Status::Fixpoint })
    }
}
