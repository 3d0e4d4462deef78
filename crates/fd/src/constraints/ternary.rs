//! A relation between three variables with few values, as masks.

use crate::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Var, Wake,
};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// `(x, y, z)` is one of the triples.
#[derive(Debug, Clone)]
pub struct Ternary {
    vars: [Var; 3],
    triples: Arc<Triples>,
}

impl Ternary {
    /// `x`, `y` and `z` together take one of the triples.
    pub fn new(x: Var, y: Var, z: Var, triples: &Arc<Triples>) -> Ternary {
        // A variable that stands twice needs triples that give it one value.
        let triples = if x == y || y == z || x == z {
            let agree = |a, b, c| (x != y || a == b) && (y != z || b == c) && (x != z || a == c);
            Arc::new(triples.filtered(agree))
        } else {
            Arc::clone(triples)
        };
        Ternary { vars: [x, y, z], triples }
    }

    /// What bit 0 of each variable's domain is among the bits of its axis.
    fn shifts(&self, store: &Store) -> [i32; 3] {
        // Both numbers may lie anywhere, but a distance of 64 or more is as good as any other.
        std::array::from_fn(|i| {
            let distance = i64::from(store.base(self.vars[i])) - i64::from(self.triples.axes[i].base);
            distance.clamp(-64, 64) as i32
        })
    }

    /// The domains, and the same as sets of values of the axes.
    #[inline]
    fn sets(&self, store: &Store, shifts: [i32; 3]) -> ([u64; 3], [u64; 3]) {
        let domains = self.vars.map(|x| store.words(x)[0]);
        let sets = std::array::from_fn(|i| shifted(domains[i], shifts[i]) & self.triples.axes[i].all);
        (domains, sets)
    }
}

/// The set with every member moved up by `shift`, or down when it is negative.
#[inline]
fn shifted(set: u64, shift: i32) -> u64 {
    let moved = if shift >= 0 { set.checked_shl(shift as u32) } else { set.checked_shr(shift.unsigned_abs()) };
    moved.unwrap_or(0)
}

impl Constraint for Ternary {
    fn name(&self) -> &'static str {
        "ternary"
    }

    fn scope(&self) -> Vec<Var> {
        self.vars.to_vec()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let [a, b, c] = self.vars.map(value);
        self.triples.contains(a, b, c)
    }

    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        for x in self.vars {
            let domain = model.domain(x);
            let span = i64::from(domain.max()) - i64::from(domain.min()) + 1;
            if span > 64 {
                return Err(too_wide(span));
            }
        }
        Ok(())
    }

    fn post(&self, post: &mut Post<'_>) {
        let shifts = self.shifts(post.store());
        let wakes = self.vars.map(|x| Wake::on(x, Event::ANY));
        post.add(Priority::Linear, Sweep { ternary: self.clone(), shifts }, &wakes);
    }

    fn entailment(&self, store: &Store) -> Option<bool> {
        let (_, sets) = self.sets(store, self.shifts(store));
        let count = self.triples.count(sets);
        if count == 0 {
            return Some(false);
        }
        let [x, y, z] = self.vars;
        let size = |var: Var, repeated: bool| if repeated { 1 } else { u64::from(store.size(var)) };
        let all = size(x, false) * size(y, y == x) * size(z, z == x || z == y);
        (count == all).then_some(true)
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        let [x, y, z] = self.vars.map(name);
        let triples: Vec<String> =
            self.triples.iter().map(|[a, b, c]| format!("({x} = {a} /\\ {y} = {b} /\\ {z} = {c})")).collect();
        Some(if triples.is_empty() { "false".to_owned() } else { triples.join(" \\/ ") })
    }
}

/// Looks at all pairs of values of two of the variables, and keeps what is
/// part of a triple. With a few dozen pairs this is faster than remembering
/// anything.
#[derive(Debug)]
struct Sweep {
    ternary: Ternary,
    shifts: [i32; 3],
}

impl Propagator for Sweep {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let Sweep { ternary, shifts } = self;
        let (domains, sets) = ternary.sets(store, *shifts);
        let supported = ternary.triples.supported(sets);
        let mut open = 0;
        for i in 0..3 {
            let kept = shifted(supported[i], -shifts[i]);
            if kept != domains[i] {
                store.keep(ternary.vars[i], &[kept])?;
            }
            open += u32::from(!supported[i].is_power_of_two());
        }
        Ok(if open <= 1 { Status::Entailed } else { Status::Fixpoint })
    }
}

/// A set of triples whose values span at most 64 numbers at each position.
///
/// It is built once and shared: any number of [`Ternary`]
/// constraints over different variables may stand on the same triples.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Triples {
    /// The values at each position, in a row: the first and how many.
    axes: [Axis; 3],
    /// For each position, the values that go with each pair of values of the
    /// two other positions.
    masks: [Vec<u64>; 3],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Axis {
    base: i32,
    size: usize,
    /// The bits of all its values.
    all: u64,
}

impl Axis {
    fn new(range: &RangeInclusive<i32>) -> Result<Axis, ModelError> {
        let (base, end) = (*range.start(), *range.end());
        let span = i64::from(end) - i64::from(base) + 1;
        if span > 64 {
            return Err(too_wide(span));
        }
        let size = span.max(0) as usize;
        let all = u64::MAX.checked_shr(64 - size as u32).unwrap_or(0);
        Ok(Axis { base, size, all })
    }

    fn value(self, i: usize) -> i32 {
        self.base + i as i32
    }
}

fn too_wide(span: i64) -> ModelError {
    let problem = format!("values that span {span} numbers; at most 64 are supported: use a table");
    ModelError::Malformed { constraint: "ternary", problem }
}

impl Triples {
    /// The triples within these ranges that `holds` says yes to.
    ///
    /// # Errors
    /// When a range has more than 64 numbers.
    pub fn new(
        xs: RangeInclusive<i32>,
        ys: RangeInclusive<i32>,
        zs: RangeInclusive<i32>,
        holds: impl Fn(i32, i32, i32) -> bool,
    ) -> Result<Triples, ModelError> {
        Ok(Triples::on([Axis::new(&xs)?, Axis::new(&ys)?, Axis::new(&zs)?], holds))
    }

    /// The triples `(a, b, c)` for all `c` that `results` gives for `a` and
    /// `b`: the graph of an operation, or of several at once.
    ///
    /// ```
    /// # use fd::constraints::Triples;
    /// let sum_or_difference = Triples::of(1..=9, 1..=9, |a: i32, b: i32| [a + b, (a - b).abs()])?;
    /// # Ok::<(), fd::ModelError>(())
    /// ```
    ///
    /// # Errors
    /// When a range, or the results together, span more than 64 numbers.
    pub fn of<I>(
        xs: RangeInclusive<i32>,
        ys: RangeInclusive<i32>,
        results: impl Fn(i32, i32) -> I,
    ) -> Result<Triples, ModelError>
    where
        I: IntoIterator<Item = i32>,
    {
        let (x, y) = (Axis::new(&xs)?, Axis::new(&ys)?);
        let pairs = (0..x.size).flat_map(|i| (0..y.size).map(move |j| (x.value(i), y.value(j))));
        let triples: Vec<(i32, i32, i32)> =
            pairs.flat_map(|(a, b)| results(a, b).into_iter().map(move |c| (a, b, c))).collect();
        let least = triples.iter().map(|t| t.2).min().unwrap_or(0);
        let greatest = triples.iter().map(|t| t.2).max().unwrap_or(0);
        let z = Axis::new(&(least..=greatest))?;
        let sorted: std::collections::BTreeSet<_> = triples.into_iter().collect();
        Ok(Triples::on([x, y, z], |a, b, c| sorted.contains(&(a, b, c))))
    }

    fn on(axes: [Axis; 3], holds: impl Fn(i32, i32, i32) -> bool) -> Triples {
        let [x, y, z] = axes.map(|axis| axis.size);
        let mut masks = [vec![0; y * z], vec![0; x * z], vec![0; x * y]];
        for i in 0..x {
            for j in 0..y {
                for k in 0..z {
                    if holds(axes[0].value(i), axes[1].value(j), axes[2].value(k)) {
                        masks[0][j * z + k] |= 1 << i;
                        masks[1][i * z + k] |= 1 << j;
                        masks[2][i * y + j] |= 1 << k;
                    }
                }
            }
        }
        Triples { axes, masks }
    }

    /// Those of the triples that `keep` says yes to.
    fn filtered(&self, keep: impl Fn(i32, i32, i32) -> bool) -> Triples {
        Triples::on(self.axes, |a, b, c| self.contains(a, b, c) && keep(a, b, c))
    }

    /// Whether `(a, b, c)` is one of the triples.
    pub fn contains(&self, a: i32, b: i32, c: i32) -> bool {
        let bit = |axis: Axis, value: i32| {
            let bit = usize::try_from(i64::from(value) - i64::from(axis.base)).ok()?;
            (bit < axis.size).then_some(bit)
        };
        let [x, y, z] = self.axes;
        match (bit(x, a), bit(y, b), bit(z, c)) {
            (Some(i), Some(j), Some(k)) => self.masks[2][i * y.size + j] >> k & 1 == 1,
            _ => false,
        }
    }

    /// The triples in increasing order.
    fn iter(&self) -> impl Iterator<Item = [i32; 3]> + '_ {
        let [x, y, z] = self.axes;
        let masks = self.masks[2].iter().enumerate();
        masks.flat_map(move |(at, mask)| {
            let (i, j) = (at / y.size, at % y.size);
            (0..z.size).filter(move |k| mask >> k & 1 == 1).map(move |k| [x.value(i), y.value(j), z.value(k)])
        })
    }

    /// The number of triples with values in these sets.
    fn count(&self, sets: [u64; 3]) -> u64 {
        let width = self.axes[1].size;
        let mut count = 0;
        for i in bits(sets[0]) {
            for j in bits(sets[1]) {
                count += u64::from((self.masks[2][i * width + j] & sets[2]).count_ones());
            }
        }
        count
    }

    /// The values in these sets that are part of a triple within them.
    #[inline]
    fn supported(&self, sets: [u64; 3]) -> [u64; 3] {
        // All pairs of values of two positions are tried, against the whole set
        // of the third: best that of the largest.
        let [x, y, z] = sets.map(u64::count_ones);
        if z >= x && z >= y {
            let (a, b, c) = sweep(&self.masks[2], self.axes[1].size, sets[0], sets[1], sets[2]);
            [a, b, c]
        } else if y >= x {
            let (a, c, b) = sweep(&self.masks[1], self.axes[2].size, sets[0], sets[2], sets[1]);
            [a, b, c]
        } else {
            let (b, c, a) = sweep(&self.masks[0], self.axes[2].size, sets[1], sets[2], sets[0]);
            [a, b, c]
        }
    }
}

/// The members of the sets `p`, `q` and `r` that go together: row `i`, column
/// `j` of `masks` is what goes with members `i` of `p` and `j` of `q`.
#[inline]
fn sweep(masks: &[u64], width: usize, p: u64, q: u64, r: u64) -> (u64, u64, u64) {
    let (mut ps, mut qs, mut rs) = (0, 0, 0);
    for i in bits(p) {
        let row = &masks[i * width..(i + 1) * width];
        // Once all of `r` is known to be supported, a row has only to support
        // the columns that still lack it, and itself.
        let news = if rs == r { q & !qs } else { q };
        let mut found = false;
        for j in bits(news) {
            let common = row[j] & r;
            if common != 0 {
                qs |= 1 << j;
                rs |= common;
                found = true;
            }
        }
        if found || bits(q & !news).any(|j| row[j] & r != 0) {
            ps |= 1 << i;
        }
    }
    (ps, qs, rs)
}

/// The bits of a word that are 1.
#[inline]
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if word == 0 {
            return None;
        }
        let bit = word.trailing_zeros() as usize;
        word &= word - 1;
        Some(bit)
    })
}
