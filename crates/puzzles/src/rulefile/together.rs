//! Conditions on places of which more is known: that they differ, that they hold certain numbers in some order, or which
//! of them cannot both be marked. Few combinations are left then, and a table of these says at once what the rules say
//! together.

use super::condition::{Condition, Linear, Term};
use super::lower::{At, as_different, occurrences};
use fd::constraints::Tuples;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// The most combinations in a table of marks, or of numbers with a sum.
const MOST_LISTED: usize = 2_000;
/// The most orders of numbers that are gone through: of all numbers of a group, and of some of them.
const MOST_ORDERS: usize = 50_000;
const MOST_ORDERS_OF_SOME: usize = 1_000;
/// The most places of a table.
const MOST_WIDE: usize = 24;

/// Numbers, and how often each may be taken.
type Stock = Vec<(i32, usize)>;

/// A sum on places that are numbered as they come up, and the numbers that they hold.
type Shape = (Linear, Stock);

/// Places, and what they can hold together.
type Listed = (Vec<usize>, Arc<Tuples>);

/// What is known of places, and the tables that follow from it.
#[derive(Debug)]
pub(super) struct Together<'a> {
    values: &'a [(i32, i32)],
    /// The groups of places that differ.
    differ: Vec<BTreeSet<usize>>,
    /// The groups of places that hold these numbers in some order.
    filled: Vec<(BTreeSet<usize>, Stock)>,
    /// The pairs of places that are not both marked.
    apart: BTreeSet<(usize, usize)>,
    sums: HashMap<(Shape, i64), Option<Arc<Tuples>>>,
    /// All orders of numbers, by what a sum is for them.
    orders: HashMap<Shape, HashMap<i64, Vec<Vec<i32>>>>,
    tables: BTreeMap<BTreeSet<usize>, Vec<Listed>>,
}

impl<'a> Together<'a> {
    /// What conditions say of places that hold such values.
    pub(super) fn new(conditions: &[Condition], values: &'a [(i32, i32)]) -> Together<'a> {
        let mut together = Together {
            values,
            differ: Vec::new(),
            filled: Vec::new(),
            apart: BTreeSet::new(),
            sums: HashMap::new(),
            orders: HashMap::new(),
            tables: BTreeMap::new(),
        };
        conditions.iter().for_each(|condition| together.learn(condition));
        together
    }

    fn learn(&mut self, condition: &Condition) {
        match condition {
            Condition::Different(items) => {
                let places = items.iter().map(place_of).collect::<Option<BTreeSet<usize>>>();
                self.differ.extend(places.filter(|places| places.len() == items.len()));
            }
            Condition::And(parts) => {
                if let Some(items) = as_different(parts, self.values) {
                    self.learn(&Condition::Different(items));
                } else if let Some(filled) = filled(parts, self.values) {
                    self.filled.push(filled);
                } else {
                    parts.iter().for_each(|part| self.learn(part));
                }
            }
            Condition::AtMost(Linear { terms, constant: -1 }) => {
                if let [(1, Term::Place(a)), (1, Term::Place(b))] = terms[..]
                    && self.values[a] == (0, 1)
                    && self.values[b] == (0, 1)
                {
                    self.apart.insert((a.min(b), a.max(b)));
                }
            }
            _ => {}
        }
    }

    /// Whether a condition becomes a table. It says all that the condition says.
    pub(super) fn takes(&mut self, condition: &Condition) -> bool {
        let Some(listed) = self.listed(condition) else { return false };
        self.tables.entry(listed.0.iter().copied().collect()).or_default().push(listed);
        true
    }

    /// The tables: one for conditions on the same places.
    pub(super) fn tables(self) -> impl Iterator<Item = Listed> {
        self.tables.into_values().filter_map(|mut listed| {
            let (places, tuples) = listed.pop()?;
            if listed.is_empty() {
                return Some((places, tuples));
            }
            let at: HashMap<usize, usize> = places.iter().enumerate().map(|(at, &place)| (place, at)).collect();
            let is_in = |row: &[i32], (places, tuples): &Listed| tuples.contains(|position| row[at[&places[position]]]);
            let rows = tuples.rows().filter(|row| listed.iter().all(|other| is_in(row, other)));
            let tuples = Arc::new(Tuples::new(rows));
            Some((places, tuples))
        })
    }

    /// The places of a condition, and what they can hold together; `None` where that is no gain.
    fn listed(&mut self, condition: &Condition) -> Option<Listed> {
        let Condition::Zero(linear) = condition else { return None };
        let places = condition.places();
        let range = self.values[*places.first()?];
        if !(2..=MOST_WIDE).contains(&places.len()) || places.iter().any(|&place| self.values[place] != range) {
            return None;
        }
        let is_total = linear.terms.iter().all(|(factor, term)| *factor == 1 && matches!(term, Term::Place(_)));
        let has_all = |group: &BTreeSet<usize>| places.iter().all(|place| group.contains(place));
        let wanted = -linear.constant;
        let shape = |stock: Stock| {
            let own: HashMap<usize, usize> = places.iter().enumerate().map(|(at, &place)| (place, at)).collect();
            (Linear { constant: 0, ..linear.renamed(&|place| own[&place]) }, stock)
        };
        let tuples = if self.differ.iter().any(has_all) {
            let shape = shape((range.0..=range.1).map(|value| (value, 1)).collect());
            if is_total {
                self.with_sum(shape, places.len(), wanted)?
            } else {
                self.in_order(shape, places.len(), wanted)?
            }
        } else if let Some((_, stock)) =
            self.filled.iter().find(|(group, _)| group.len() == places.len() && has_all(group))
        {
            self.in_order(shape(stock.clone()), places.len(), wanted)?
        } else if is_total && range == (0, 1) {
            self.marked(&places, usize::try_from(wanted).ok()?)?
        } else {
            return None;
        };
        Some((places, tuples))
    }

    /// Different numbers with a sum.
    fn with_sum(&mut self, shape: Shape, count: usize, total: i64) -> Option<Arc<Tuples>> {
        let (least, most) = (shape.1.first()?.0, shape.1.last()?.0);
        let list = || {
            let most_sets = MOST_LISTED / (1..=count).try_fold(1_usize, usize::checked_mul)?;
            let mut sets = Vec::new();
            add_up((i64::from(least), i64::from(most)), count, total, most_sets, &mut Vec::new(), &mut sets);
            if sets.len() > most_sets {
                return None;
            }
            let mut found = Vec::new();
            for set in sets {
                let mut stock: Stock = set.into_iter().map(|value| (value, 1)).collect();
                each_order(&mut stock, count, &mut Vec::with_capacity(count), &mut |order| {
                    found.push(values_of(order));
                });
            }
            Some(Arc::new(Tuples::new(found)))
        };
        self.sums.entry((shape, total)).or_insert_with(list).clone()
    }

    /// Numbers in an order for which a sum of anything is as wanted.
    fn in_order(&mut self, shape: Shape, count: usize, wanted: i64) -> Option<Arc<Tuples>> {
        let all: usize = shape.1.iter().map(|(_, times)| times).sum();
        if orders(&shape.1, count)? > if all == count { MOST_ORDERS } else { MOST_ORDERS_OF_SOME } {
            return None;
        }
        if let Some(tuples) = self.sums.get(&(shape.clone(), wanted)) {
            return tuples.clone();
        }
        let by_value = self.orders.entry(shape.clone()).or_insert_with(|| {
            let mut found: HashMap<i64, Vec<Vec<i32>>> = HashMap::new();
            each_order(&mut shape.1.clone(), count, &mut Vec::with_capacity(count), &mut |order| {
                let (value, _) = shape.0.bounds(&At(order));
                found.entry(value).or_default().push(values_of(order));
            });
            found
        });
        let tuples = Some(Arc::new(Tuples::new(by_value.remove(&wanted).unwrap_or_default())));
        self.sums.insert((shape, wanted), tuples.clone());
        tuples
    }

    /// So many marks, of which no two are too near.
    fn marked(&self, places: &[usize], count: usize) -> Option<Arc<Tuples>> {
        let is_apart = |a: usize, b: usize| {
            let (a, b) = (places[a], places[b]);
            self.apart.contains(&(a.min(b), a.max(b)))
        };
        let near: Vec<Vec<bool>> =
            (0..places.len()).map(|a| (0..places.len()).map(|b| is_apart(a, b)).collect()).collect();
        if !near.iter().flatten().any(|&near| near) {
            return None;
        }
        let (mut found, mut chosen) = (Vec::new(), Vec::with_capacity(count));
        choose(&near, count, 0, &mut chosen, &mut found).then(|| Arc::new(Tuples::new(found)))
    }
}

fn place_of(item: &Linear) -> Option<usize> {
    match item.terms[..] {
        [(1, Term::Place(place))] if item.constant == 0 => Some(place),
        _ => None,
    }
}

/// Places, and the numbers that they hold in some order, if conditions say how often each number stands there.
fn filled(parts: &[Condition], values: &[(i32, i32)]) -> Option<(BTreeSet<usize>, Stock)> {
    let mut all: Option<BTreeSet<usize>> = None;
    let mut stock = BTreeMap::new();
    for part in parts {
        let Condition::Zero(linear) = part else { return None };
        let (factor, value, places) = occurrences(linear)?;
        let places: BTreeSet<usize> = places.into_iter().collect();
        if *all.get_or_insert_with(|| places.clone()) != places {
            return None;
        }
        stock.insert(value, usize::try_from(-linear.constant * factor).ok()?);
    }
    let places = all?;
    let (least, most) = values[*places.first()?];
    let mut others = (least..=most).filter(|value| !stock.contains_key(value)).collect::<Vec<i32>>().into_iter();
    let rest = places.len().checked_sub(stock.values().sum())?;
    // One number has all the other places.
    match (others.next(), others.next()) {
        (None, _) if rest == 0 => {}
        (Some(other), None) => _ = stock.insert(other, rest),
        _ => return None,
    }
    let fits = stock.keys().all(|value| (least..=most).contains(value));
    (fits && places.iter().all(|&place| values[place] == (least, most))).then(|| (places, stock.into_iter().collect()))
}

/// In how many orders so many numbers can be taken from a stock: of different numbers, or all that there are.
fn orders(stock: &Stock, count: usize) -> Option<usize> {
    let mut found = 1_usize;
    let mut left: usize = stock.iter().map(|(_, times)| times).sum();
    let all = left;
    for _ in 0..count {
        (found, left) = (found.checked_mul(left)?, left.checked_sub(1)?);
    }
    let same = |times: usize| (1..=times).product::<usize>();
    let is_whole = all == count;
    stock
        .iter()
        .all(|(_, times)| is_whole || *times <= 1)
        .then(|| stock.iter().filter(|_| is_whole).fold(found, |found, (_, times)| found / same(*times)))
}

fn values_of(order: &[(i64, i64)]) -> Vec<i32> {
    order.iter().map(|&(value, _)| value as i32).collect()
}

/// The sets of different numbers with a sum, each in increasing order; some of them if there are too many.
fn add_up(
    range: (i64, i64),
    count: usize,
    total: i64,
    most_sets: usize,
    chosen: &mut Vec<i32>,
    found: &mut Vec<Vec<i32>>,
) {
    let more = (count - chosen.len()) as i64;
    if more == 0 {
        return found.push(chosen.clone());
    }
    for value in range.0..=range.1 {
        // With the next ones above it, and with the greatest that there are.
        let least = value * more + more * (more - 1) / 2;
        let most = value + range.1 * (more - 1) - (more - 1) * (more - 2) / 2;
        if least > total || found.len() > most_sets {
            return;
        }
        if total <= most && range.1 - value >= more - 1 {
            chosen.push(value as i32);
            add_up((value + 1, range.1), count, total - value, most_sets, chosen, found);
            chosen.pop();
        }
    }
}

/// Every order of so many numbers of a stock.
fn each_order(stock: &mut Stock, count: usize, chosen: &mut Vec<(i64, i64)>, see: &mut impl FnMut(&[(i64, i64)])) {
    if chosen.len() == count {
        return see(chosen);
    }
    for at in 0..stock.len() {
        let (value, times) = stock[at];
        if times > 0 {
            stock[at].1 -= 1;
            chosen.push((i64::from(value), i64::from(value)));
            each_order(stock, count, chosen, see);
            chosen.pop();
            stock[at].1 += 1;
        }
    }
}

/// Every way to mark so many places from one on; `false` if there are too many.
fn choose(near: &[Vec<bool>], count: usize, from: usize, chosen: &mut Vec<usize>, found: &mut Vec<Vec<i32>>) -> bool {
    if count == 0 {
        found.push((0..near.len()).map(|place| i32::from(chosen.contains(&place))).collect());
        return found.len() <= MOST_LISTED;
    }
    (from..near.len()).all(|place| {
        if chosen.iter().any(|&other| near[other][place]) {
            return true;
        }
        chosen.push(place);
        let fits = choose(near, count - 1, place + 1, chosen, found);
        chosen.pop();
        fits
    })
}
