//! Labelling as SICStus Prolog's `labeling/2` has it, by the same names.

use super::{Branching, Decision};
use crate::{Random, Space, Store, Var};
use std::fmt;
use std::str::FromStr;

/// Which variable comes next. Ties go to the one that stands first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Selection {
    /// The first.
    #[default]
    Leftmost,
    /// The one with the least lower bound.
    Min,
    /// The one with the greatest upper bound.
    Max,
    /// The one with the fewest values.
    FirstFail,
    /// The one with the most values.
    AntiFirstFail,
    /// The one with the most propagators on it.
    Occurrence,
    /// The one with the fewest values; of those, the one with the most propagators.
    Ffc,
    /// The one whose two least values are farthest apart.
    MaxRegret,
    /// A random one, all equally likely.
    Random,
    /// The one with the fewest values per conflict seen on it.
    ///
    /// Boussemart, Hemery, Lecoutre, Sais: Boosting systematic search by
    /// weighting constraints (ECAI 2004).
    DomWDeg,
}

/// How the values of the chosen variable are split.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Choice {
    /// The first value, or not that.
    #[default]
    Step,
    /// One branch for each value.
    Enum,
    /// Up to the middle, or above it.
    Bisect,
    /// The value with as many below as above, or not that.
    Median,
    /// The value nearest to the mean of the bounds, or not that.
    Middle,
    /// Any value, or not that.
    Random,
}

/// Which end comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Order {
    /// The least value first.
    #[default]
    Up,
    /// The greatest value first.
    Down,
}

/// The names by which [`Labelling`] is read and written.
const SELECTIONS: &[(&str, Selection)] = &[
    ("leftmost", Selection::Leftmost),
    ("min", Selection::Min),
    ("max", Selection::Max),
    ("ff", Selection::FirstFail),
    ("first_fail", Selection::FirstFail),
    ("anti_first_fail", Selection::AntiFirstFail),
    ("occurrence", Selection::Occurrence),
    ("ffc", Selection::Ffc),
    ("max_regret", Selection::MaxRegret),
    ("random", Selection::Random),
    ("dom_w_deg", Selection::DomWDeg),
];
const CHOICES: &[(&str, Choice)] = &[
    ("step", Choice::Step),
    ("enum", Choice::Enum),
    ("bisect", Choice::Bisect),
    ("median", Choice::Median),
    ("middle", Choice::Middle),
    ("random_value", Choice::Random),
];
const ORDERS: &[(&str, Order)] = &[("up", Order::Up), ("down", Order::Down)];

impl Selection {
    /// The names that [`Labelling`] reads.
    pub fn names() -> impl Iterator<Item = &'static str> {
        SELECTIONS.iter().map(|(name, _)| *name)
    }
}

impl Choice {
    /// The names that [`Labelling`] reads.
    pub fn names() -> impl Iterator<Item = &'static str> {
        CHOICES.iter().map(|(name, _)| *name)
    }
}

impl Order {
    /// The names that [`Labelling`] reads.
    pub fn names() -> impl Iterator<Item = &'static str> {
        ORDERS.iter().map(|(name, _)| *name)
    }
}

/// A labelling: which variable, which split, which end first.
///
/// It is plain data; [`Labelling::over`] puts it to work.
///
/// ```
/// use fd::{Choice, Labelling, Order, Selection};
/// let labelling: Labelling = "ffc,bisect,down".parse()?;
/// assert_eq!(labelling, Labelling::default().select(Selection::Ffc).split(Choice::Bisect).order(Order::Down));
/// assert_eq!(labelling.to_string(), "ffc,bisect,down");
/// # Ok::<(), fd::LabellingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Labelling {
    /// Which variable.
    pub selection: Selection,
    /// How its values are split.
    pub choice: Choice,
    /// Which end comes first.
    pub order: Order,
}

impl Labelling {
    /// The same with this selection of variables.
    #[must_use]
    pub fn select(self, selection: Selection) -> Labelling {
        Labelling { selection, ..self }
    }

    /// The same with this split of values.
    #[must_use]
    pub fn split(self, choice: Choice) -> Labelling {
        Labelling { choice, ..self }
    }

    /// The same in this order.
    #[must_use]
    pub fn order(self, order: Order) -> Labelling {
        Labelling { order, ..self }
    }

    /// The branching that labels these variables in this way. Those of another
    /// model than the one searched are passed over.
    pub fn over(self, vars: &[Var]) -> Labeller {
        Labeller { labelling: self, vars: vars.to_vec(), random: Random::new(0), known: Vec::new() }
    }
}

/// A labelling that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LabellingError {
    /// An unknown option.
    #[error("unknown labelling option `{0}`; expected one of {known}", known = known_options())]
    Unknown(String),
    /// Two options that answer the same question.
    #[error("labelling options `{0}` and `{1}` exclude each other")]
    Twice(String, String),
}

fn known_options() -> String {
    Selection::names().chain(Choice::names()).chain(Order::names()).collect::<Vec<_>>().join(", ")
}

impl FromStr for Labelling {
    type Err = LabellingError;

    /// Reads options separated by commas, in any order, each kind at most once.
    fn from_str(text: &str) -> Result<Labelling, LabellingError> {
        let mut labelling = Labelling::default();
        let mut seen: [Option<&str>; 3] = [None; 3];
        for option in text.split(',').map(str::trim).filter(|option| !option.is_empty()) {
            let kind = if let Some(&value) = lookup(SELECTIONS, option) {
                labelling.selection = value;
                0
            } else if let Some(&value) = lookup(CHOICES, option) {
                labelling.choice = value;
                1
            } else if let Some(&value) = lookup(ORDERS, option) {
                labelling.order = value;
                2
            } else {
                return Err(LabellingError::Unknown(option.to_owned()));
            };
            if let Some(earlier) = seen[kind].replace(option) {
                return Err(LabellingError::Twice(earlier.to_owned(), option.to_owned()));
            }
        }
        Ok(labelling)
    }
}

fn lookup<'a, T>(names: &'a [(&str, T)], wanted: &str) -> Option<&'a T> {
    names.iter().find(|(name, _)| *name == wanted).map(|(_, value)| value)
}

impl fmt::Display for Labelling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{},{},{}",
            name_of(SELECTIONS, self.selection),
            name_of(CHOICES, self.choice),
            name_of(ORDERS, self.order)
        )
    }
}

fn name_of<T: PartialEq>(names: &[(&'static str, T)], wanted: T) -> &'static str {
    names.iter().find(|(_, value)| *value == wanted).map_or("", |(name, _)| name)
}

/// A labelling at work over some variables: made by [`Labelling::over`].
#[derive(Debug, Clone)]
pub struct Labeller {
    labelling: Labelling,
    vars: Vec<Var>,
    random: Random,
    /// What it knows of the levels that are open, at most once for each.
    known: Vec<Known>,
}

/// How many variables from the start are fixed, while a level stays open.
#[derive(Debug, Clone, Copy)]
struct Known {
    level: usize,
    /// Which one of all levels of this height it was.
    opening: Option<u64>,
    fixed: usize,
}

impl Labeller {
    /// The same with the random stream that `seed` names; without this it is 0.
    #[must_use]
    pub fn seed(self, seed: u64) -> Labeller {
        Labeller { random: Random::new(seed), ..self }
    }

    /// The position from which variables may be open.
    ///
    /// What was seen is known by its level rather than by the depth of the
    /// decision: another branching may have decided between.
    fn first_open(&mut self, space: &Space) -> usize {
        let trail = &space.store.trail;
        while self.known.pop_if(|known| trail.opening(known.level) != known.opening).is_some() {}
        if self.known.is_empty() {
            self.vars.retain(|&x| space.owns(x));
        }
        let mut fixed = self.known.last().map_or(0, |known| known.fixed);
        while self.vars.get(fixed).is_some_and(|&x| space.store().is_fixed(x)) {
            fixed += 1;
        }
        let level = space.level();
        self.known.pop_if(|known| known.level == level);
        self.known.push(Known { level, opening: trail.opening(level), fixed });
        fixed
    }

    fn variable(&mut self, space: &Space) -> Option<Var> {
        let store = space.store();
        let first = self.first_open(space);
        let mut open = self.vars[first..].iter().copied().filter(|&x| !store.is_fixed(x));
        match self.labelling.selection {
            Selection::Leftmost => open.next(),
            Selection::Min => open.min_by_key(|&x| store.min(x)),
            Selection::Max => open.min_by_key(|&x| -store.max(x)),
            Selection::FirstFail => smallest(store, &self.vars[first..]),
            Selection::AntiFirstFail => open.min_by_key(|&x| u32::MAX - store.size(x)),
            Selection::Occurrence => open.min_by_key(|&x| usize::MAX - store.degree(x)),
            Selection::Ffc => open.reduce(|best, x| {
                let (a, b) = (store.size(best), store.size(x));
                if b < a || b == a && store.degree(x) > store.degree(best) { x } else { best }
            }),
            Selection::MaxRegret => open.min_by_key(|&x| {
                let least = store.min(x);
                least - store.next_from(x, least + 1).unwrap_or(least)
            }),
            Selection::Random => {
                let count = open.clone().count() as u32;
                open.nth(self.random.below(count) as usize)
            }
            Selection::DomWDeg => open.reduce(|best, x| {
                let (a, b) = (u64::from(store.size(best)), u64::from(store.size(x)));
                let (wa, wb) = (u64::from(space.weighted_degree(best)), u64::from(space.weighted_degree(x)));
                if b * wa < a * wb { x } else { best }
            }),
        }
    }

    fn decision(&mut self, store: &Store, x: Var) -> Decision {
        let (min, max) = (store.min(x), store.max(x));
        // The bounds may be 2^31 apart.
        let middle = min + (max.abs_diff(min) / 2) as i32;
        let first = match self.labelling.choice {
            Choice::Enum => return Decision::Values(x, self.labelling.order),
            Choice::Bisect => {
                return Decision::Literal(match self.labelling.order {
                    Order::Up => x.at_most(middle),
                    Order::Down => x.at_least(middle + 1),
                });
            }
            Choice::Step if self.labelling.order == Order::Up => min,
            Choice::Step => max,
            Choice::Median => nth(store, x, (store.size(x) - 1) / 2),
            Choice::Middle => nearest(store, x, middle),
            Choice::Random => nth(store, x, self.random.below(store.size(x))),
        };
        Decision::Literal(x.is(first))
    }
}

impl Branching for Labeller {
    fn choose(&mut self, space: &Space, _depth: usize) -> Option<Decision> {
        let x = self.variable(space)?;
        Some(self.decision(space.store(), x))
    }
}

/// The first of the variables with the fewest values, but more than one.
fn smallest(store: &Store, vars: &[Var]) -> Option<Var> {
    let mut best = None;
    let mut least = u32::MAX;
    for &x in vars {
        let size = store.size(x);
        if size < least && size > 1 {
            (best, least) = (Some(x), size);
            if size == 2 {
                break;
            }
        }
    }
    best
}

/// The value of `x` that has `n` others below it; of an interval, about so many.
fn nth(store: &Store, x: Var, n: u32) -> i32 {
    if store.is_interval(x) {
        let (min, max) = store.bounds(x);
        return store.next_from(x, min.saturating_add_unsigned(n)).unwrap_or(max);
    }
    store.values(x).nth(n as usize).unwrap_or(store.min(x))
}

/// The value of `x` nearest to `middle`, the smaller one of two.
fn nearest(store: &Store, x: Var, middle: i32) -> i32 {
    let sides = store.next_down_from(x, middle).into_iter().chain(store.next_from(x, middle));
    sides.min_by_key(|&value| (value - middle).abs()).unwrap_or(middle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_writes_every_option() {
        for (selection, _) in SELECTIONS {
            for (choice, _) in CHOICES {
                for (order, _) in ORDERS {
                    let text = format!("{selection},{choice},{order}");
                    let labelling: Labelling = text.parse().unwrap();
                    assert_eq!(labelling.to_string().replace("ff,", "first_fail,"), text.replace("ff,", "first_fail,"));
                }
            }
        }
    }

    #[test]
    fn refuses_what_it_does_not_know() {
        assert_eq!("ffx".parse::<Labelling>(), Err(LabellingError::Unknown("ffx".into())));
        assert_eq!("min,max".parse::<Labelling>(), Err(LabellingError::Twice("min".into(), "max".into())));
        assert_eq!("".parse::<Labelling>(), Ok(Labelling::default()));
    }
}
