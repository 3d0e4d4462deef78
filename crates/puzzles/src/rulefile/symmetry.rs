//! Symmetries of a puzzle: turns and mirror images of the board, and exchanged values.
//!
//! They are found, not declared. A puzzle is put on the turned board, and what its rules and
//! clues demand there is compared with what they demanded before, place by place: only if
//! both are the same list of conditions are the two puzzles equivalent. Conditions that say the
//! same in different forms may be taken for different, so a symmetry can be missed, but none is
//! invented. Not looked for are symmetries of single lines (two rows of a Sudoku exchanged) and
//! sums that change with the values.

use super::board::Pieces;
use super::condition::{Condition, Linear, Term};
use super::layout::Layout;
use super::scope::Bound;
use super::setting::{Instance, Setting};
use super::{FilePuzzle, Given};
use crate::Puzzle;
use std::collections::HashMap;
use std::sync::Arc;

/// Where each position of a board goes, and what becomes of values.
struct Motion {
    to: Vec<usize>,
    /// A value goes to this number less itself.
    flip: Option<i64>,
}

/// What the rules demand, and each clue that is given, by its line and place.
type Demands = (Vec<Condition>, HashMap<(usize, usize), Condition>);

/// By what puzzles are compared.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key<'a> {
    open: Vec<bool>,
    parts: [&'a [Option<usize>]; 2],
    lines: &'a [Vec<usize>],
    clues: &'a [Vec<Option<Given>>],
}

impl FilePuzzle {
    /// The least of all puzzles that are found to be equivalent.
    pub(super) fn least_image(&self) -> FilePuzzle {
        let mut least: Option<FilePuzzle> = None;
        let conditions = self.conditions();
        for to in turns(&self.setting.layout) {
            for flip in [None, self.flip()] {
                let motion = Motion { to: to.clone(), flip };
                let Some(image) = conditions.as_ref().and_then(|own| self.image(&motion, own)) else { continue };
                let image = image.with_values_in_order();
                if least.as_ref().is_none_or(|least| image.key() < least.key()) {
                    least = Some(image);
                }
                if self.flip().is_none() {
                    break;
                }
            }
        }
        least.unwrap_or_else(|| self.clone())
    }

    fn key(&self) -> Key<'_> {
        let layout = &self.setting.layout;
        let open = (0..layout.positions()).map(|cell| layout.is_open(cell)).collect();
        Key { open, parts: [&layout.regions, &layout.cages], lines: &layout.lines, clues: &self.clues }
    }

    /// The least and the greatest value together, where all places have the same.
    fn flip(&self) -> Option<i64> {
        let &(least, most) = self.setting.values.first()?;
        let same = self.setting.values.iter().all(|&range| range == (least, most));
        (same && self.file().values.named.is_empty()).then_some(i64::from(least) + i64::from(most))
    }

    /// What the rules demand, and what the clues do.
    fn conditions(&self) -> Option<Demands> {
        let lines = &self.file().rules;
        let rules = self.setting.rules(self.file()).ok()?.iter().filter(|rule| !lines[rule.line].implied);
        let rules = rules.map(|rule| rule.condition.clone()).collect();
        Some((rules, self.demanded(|_| true).ok()?.into_iter().collect()))
    }

    /// The puzzle after a motion, if it has that symmetry.
    fn image(&self, motion: &Motion, (rules, clues): &Demands) -> Option<FilePuzzle> {
        let setting = self.moved_setting(&motion.to)?;
        let own = &self.setting;
        let place = |old: usize| setting.layout.place_of[motion.to[own.layout.cells[old]]];
        let places: Vec<usize> = (0..self.places()).map(place).collect::<Option<_>>()?;
        // The range of values stays what it is when all are flipped.
        if own.values.iter().zip(&places).any(|(range, &to)| setting.values[to] != *range) {
            return None;
        }
        let moved = |condition: &Condition| condition.moved(&places, motion.flip);
        let mut image = FilePuzzle::bare(self.kind, setting.clone());
        let (new_rules, _) = image.conditions()?;
        let plain: Vec<usize> = (0..self.places()).collect();
        if !same(rules.iter().map(moved), new_rules.iter().map(|rule| rule.moved(&plain, None))) {
            return None;
        }
        for (line, slots) in own.slots.iter().enumerate() {
            let mut there: HashMap<Vec<Vec<usize>>, Vec<usize>> = HashMap::new();
            for (at, slot) in setting.slots[line].iter().enumerate() {
                there.entry(sorted(cells_of(slot, None))).or_default().push(at);
            }
            for (at, slot) in slots.iter().enumerate() {
                let Some(given) = self.clues[line][at] else { continue };
                if Some(line) == self.kind.given_line() {
                    let number = motion.flip.map_or(i64::from(given.number), |flip| flip - i64::from(given.number));
                    image.clues[line][places[at]] = Some(Given { mark: 0, number: i32::try_from(number).ok()? });
                    continue;
                }
                let wanted = moved(clues.get(&(line, at))?);
                let candidates = there.get(&sorted(cells_of(slot, Some(&motion.to))))?;
                let marks = 0..self.file().clues[line].meanings.len();
                let options = candidates.iter().flat_map(|&at| marks.clone().map(move |mark| (at, mark)));
                let mut grounder = setting.grounder(self.file());
                let (at, mark) = options.into_iter().find(|&(at, mark)| {
                    let demand = &self.file().clues[line].meanings[mark].demand;
                    let number = i64::from(given.number);
                    let found = setting.demanded(&mut grounder, &setting.slots[line][at], demand, number);
                    image.clues[line][at].is_none() && found.is_ok_and(|found| found.moved(&plain, None) == wanted)
                })?;
                image.clues[line][at] = Some(Given { mark, number: given.number });
            }
        }
        // What it means that no clue is there moves, too.
        let (_, new_clues) = image.conditions()?;
        same(clues.values().map(moved), new_clues.values().map(|clue| clue.moved(&plain, None))).then_some(image)
    }

    fn moved_setting(&self, to: &[usize]) -> Option<Arc<Setting>> {
        if !self.file().board.has_parts() {
            return Some(self.setting.clone());
        }
        let own = self.pieces();
        let mut lines: Vec<Vec<usize>> =
            own.lines.iter().map(|line| line.iter().map(|&cell| to[cell]).collect()).collect();
        lines.sort();
        let pieces = Pieces {
            blocked: own.blocked.map(|blocked| moved_list(&blocked, to)),
            regions: own.regions.map(|regions| moved_list(&regions, to)),
            cages: own.cages.map(|cages| moved_list(&cages, to)),
            lines,
        };
        self.file().setting(self.unblocked(), pieces).ok().map(Arc::new)
    }

    /// The same with values in the order in which they come up, where any exchange of values is a
    /// symmetry: the rules say only that some differ, and all clues are values.
    fn with_values_in_order(mut self) -> FilePuzzle {
        let given = self.kind.given_line();
        let Some((_, (&(least, most), line))) = self.flip().zip(self.setting.values.first().zip(given)) else {
            return self;
        };
        let is_plain = |condition: &Condition| match condition {
            Condition::Different(items) => items.iter().all(|item| item.constant == 0 && item.is_place()),
            _ => false,
        };
        let rules = self.setting.rules(self.file()).unwrap_or_default();
        let others = self.demanded(|line| Some(line) != given).is_ok_and(|others| others.is_empty());
        if !others || !rules.iter().all(|rule| is_plain(&rule.condition)) {
            return self;
        }
        let mut order: Vec<i32> = Vec::new();
        for clue in self.clues[line].iter_mut().flatten() {
            let at = order.iter().position(|&value| value == clue.number).unwrap_or_else(|| {
                order.push(clue.number);
                order.len() - 1
            });
            clue.number = least.saturating_add(at as i32).min(most);
        }
        self
    }
}

/// Whether two lists hold the same, in any order.
fn same(own: impl Iterator<Item = Condition>, other: impl Iterator<Item = Condition>) -> bool {
    let (mut own, mut other): (Vec<Condition>, Vec<Condition>) = (own.collect(), other.collect());
    own.sort_unstable();
    other.sort_unstable();
    own == other
}

fn moved_list<T: Copy>(list: &[T], to: &[usize]) -> Vec<T> {
    let mut moved = list.to_vec();
    for (from, &to) in to.iter().enumerate() {
        moved[to] = list[from];
    }
    moved
}

/// The turns and mirror images of a grid; those that keep its shape.
fn turns(layout: &Layout) -> Vec<Vec<usize>> {
    let (rows, columns) = (layout.rows, layout.columns);
    if layout.is_triangle {
        return vec![(0..layout.positions()).collect()];
    }
    let mut found = Vec::new();
    for transposed in [false, true] {
        for (down, right) in [(false, false), (false, true), (true, false), (true, true)] {
            if transposed && rows != columns {
                continue;
            }
            let to = (0..layout.positions()).map(|position| {
                let (row, column) = (position / columns, position % columns);
                let row = if down { rows - 1 - row } else { row };
                let column = if right { columns - 1 - column } else { column };
                if transposed { column * columns + row } else { row * columns + column }
            });
            found.push(to.collect());
        }
    }
    found
}

/// The cells of what a clue is about.
fn cells_of(instance: &Instance, to: Option<&[usize]>) -> Vec<Vec<usize>> {
    let moved = |cell: usize| to.map_or(cell, |to| to[cell]);
    let cells = |bound: &Bound| match bound {
        Bound::Number(number) => vec![usize::try_from(*number).unwrap_or(usize::MAX)],
        Bound::Cell(cell) => vec![moved(*cell)],
        Bound::Group(group) => group.cells.iter().map(|&cell| moved(cell)).collect(),
    };
    instance.0.iter().flat_map(|(_, members)| members.iter().map(cells)).collect()
}

fn sorted(mut cells: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    cells.iter_mut().for_each(|cells| cells.sort_unstable());
    cells.sort_unstable();
    cells
}

/// Conditions in one form, on other places, with other values.
impl Condition {
    fn moved(&self, places: &[usize], flip: Option<i64>) -> Condition {
        let linear = |own: &Linear| own.moved(places, flip);
        let list = |own: &[Condition]| {
            let mut parts: Vec<Condition> = own.iter().map(|part| part.moved(places, flip)).collect();
            parts.sort_unstable();
            parts
        };
        match self {
            Condition::Known(known) => Condition::Known(*known),
            Condition::Zero(own) => Condition::Zero(linear(own).positive().0),
            Condition::Other(own) => Condition::Other(linear(own).positive().0),
            Condition::AtMost(own) => Condition::AtMost(linear(own)),
            Condition::And(parts) => Condition::And(list(parts)),
            Condition::Or(parts) => Condition::Or(list(parts)),
            Condition::Different(items) => Condition::Different(compared(items.iter().map(linear).collect())),
            Condition::Repeated(items) => Condition::Repeated(compared(items.iter().map(linear).collect())),
        }
    }
}

/// Numbers that are compared with each other only: all the same way round, from 0.
fn compared(mut items: Vec<Linear>) -> Vec<Linear> {
    if items.iter().all(|item| item.positive().1 < 0) {
        items = items.iter().map(|item| item.positive().0).collect();
    }
    let least = items.iter().map(|item| item.constant).min().unwrap_or(0);
    items.iter_mut().for_each(|item| item.constant -= least);
    items.sort_unstable();
    items
}

impl Linear {
    fn is_place(&self) -> bool {
        matches!(self.terms[..], [(1, Term::Place(_))])
    }

    /// The same, or its opposite, so that its first term counts positive; and which.
    fn positive(&self) -> (Linear, i64) {
        match self.terms.first() {
            Some((factor, _)) if *factor < 0 => (Linear::constant(0).minus(self), -1),
            _ => (self.clone(), 1),
        }
    }

    fn moved(&self, places: &[usize], flip: Option<i64>) -> Linear {
        let constant = Linear::constant(self.constant);
        self.terms.iter().fold(constant, |sum, (factor, term)| sum.plus(&term.moved(places, flip).times(*factor)))
    }
}

impl Term {
    fn moved(&self, places: &[usize], flip: Option<i64>) -> Linear {
        let linear = |own: &Linear| own.moved(places, flip);
        match self {
            Term::Place(place) => {
                let moved = Linear::of(Term::Place(places[*place]));
                flip.map_or(moved.clone(), |flip| Linear::constant(flip).minus(&moved))
            }
            Term::Product(parts) => {
                let (a, b) = (linear(&parts[0]).positive(), linear(&parts[1]).positive());
                let pair = if a.0 <= b.0 { [a.0, b.0] } else { [b.0, a.0] };
                Linear::of(Term::Product(Arc::new(pair))).times(a.1 * b.1)
            }
            Term::Quotient(parts) => Linear::of(Term::Quotient(Arc::new([linear(&parts[0]), linear(&parts[1])]))),
            Term::Rest(parts) => Linear::of(Term::Rest(Arc::new([linear(&parts[0]), linear(&parts[1])]))),
            Term::Abs(part) => Linear::of(Term::Abs(Arc::new(linear(part).positive().0))),
            Term::Least(parts) => extreme(parts.iter().map(linear).collect(), true),
            Term::Most(parts) => extreme(parts.iter().map(linear).collect(), false),
            Term::Truth(condition) => Linear::of(Term::Truth(Arc::new(condition.moved(places, flip)))),
        }
    }
}

/// The least or the greatest of some numbers, the least of negative ones being the negative greatest.
fn extreme(mut parts: Vec<Linear>, is_least: bool) -> Linear {
    let turned = parts.iter().all(|part| part.positive().1 < 0);
    if turned {
        parts = parts.iter().map(|part| part.positive().0).collect();
    }
    let common = parts.iter().map(|part| part.constant).min().unwrap_or(0);
    parts.iter_mut().for_each(|part| part.constant -= common);
    parts.sort_unstable();
    let term = if is_least != turned { Term::Least(Arc::new(parts)) } else { Term::Most(Arc::new(parts)) };
    let sum = Linear::constant(common).plus(&Linear::of(term));
    if turned { sum.times(-1) } else { sum }
}
