//! Labelling as SICStus Prolog's `labeling/2` has it, by the same names.

use super::Labeller;
use crate::Var;
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

    /// The branching that labels these variables in this way.
    pub fn over(self, vars: &[Var]) -> Labeller {
        Labeller::new(self, vars)
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
