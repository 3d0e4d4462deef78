//! Sets of numbers, as people say them.

use super::names::alternatives;

/// The most values or names in a row.
pub(crate) const MOST_LISTED: usize = 8;

/// A set of numbers that can be said in a few words, within a root: all the
/// numbers that something may be before anything is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Shape {
    /// Which numbers it has between its bounds.
    every: Every,
    least: Option<i32>,
    most: Option<i32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Every {
    /// The multiples of this: 1 for all numbers, 2 for the even ones.
    Multiple(i32),
    Odd,
}

impl Shape {
    fn contains(self, value: i32) -> bool {
        let regular = match self.every {
            Every::Multiple(step) => value % step == 0,
            Every::Odd => value % 2 != 0,
        };
        regular && self.least.is_none_or(|least| least <= value) && self.most.is_none_or(|most| value <= most)
    }

    fn of(self, root: &[i32]) -> Vec<i32> {
        root.iter().copied().filter(|&value| self.contains(value)).collect()
    }

    /// `even`, `a multiple of 3 up to 45`, `from 4 to 20`; after a verb that is not "is", a noun is needed.
    fn says(self, noun: bool) -> String {
        // "A multiple of 3 up to 45" is heard better than "at most 45".
        let bounds = match (self.every, self.least, self.most) {
            (Every::Multiple(1), Some(least), None) => format!(" at least {least}"),
            (Every::Multiple(1), None, Some(most)) => format!(" at most {most}"),
            (_, Some(least), Some(most)) => format!(" from {least} to {most}"),
            (_, Some(least), None) => format!(" from {least}"),
            (_, None, Some(most)) => format!(" up to {most}"),
            (_, None, None) => String::new(),
        };
        let alone = bounds.is_empty() && !noun;
        match self.every {
            Every::Multiple(1) => bounds.trim_start().to_owned(),
            Every::Multiple(2) if alone => "even".to_owned(),
            Every::Multiple(2) => format!("an even number{bounds}"),
            Every::Multiple(step) => format!("a multiple of {step}{bounds}"),
            Every::Odd if alone => "odd".to_owned(),
            Every::Odd => format!("an odd number{bounds}"),
        }
    }
}

fn gcd(a: i32, b: i32) -> i32 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// The shapes that hold all of `left`, from the simplest to the tightest.
fn shapes(left: &[i32]) -> Vec<Shape> {
    let (Some(&least), Some(&most)) = (left.first(), left.last()) else { return Vec::new() };
    let divisor = left.iter().fold(0, |divisor, &value| gcd(divisor, value));
    let odd = left.iter().all(|value| value % 2 != 0);
    // Of these the simplest come first: bounds alone, then every so many, then both.
    let regular =
        (2..=divisor).filter(|step| divisor % step == 0).map(Every::Multiple).chain(odd.then_some(Every::Odd));
    let regular: Vec<Every> = regular.collect();
    let (from, to) = (Some(least), Some(most));
    let shape = |every, (least, most)| Shape { every, least, most };
    let all = |bounds| shape(Every::Multiple(1), bounds);
    let mut list = vec![all((from, None)), all((None, to))];
    list.extend(regular.iter().map(|&every| shape(every, (None, None))));
    list.push(all((from, to)));
    list.extend(regular.iter().flat_map(|&every| [(from, None), (None, to), (from, to)].map(|it| shape(every, it))));
    list
}

/// The sets around `left` that are said in a few words, the simplest first.
pub(crate) fn around(root: &[i32], left: &[i32]) -> Vec<Vec<i32>> {
    let sets = shapes(left).into_iter().map(|shape| shape.of(root));
    sets.filter(|set| set.len() < root.len()).collect()
}

/// Sets between `left` and `root` that are said in a few words, the simplest first.
pub(crate) fn simpler(root: &[i32], left: &[i32]) -> Vec<Vec<i32>> {
    let mut sets: Vec<Vec<i32>> = Vec::new();
    for set in around(root, left) {
        if set.len() > left.len() && !sets.contains(&set) {
            sets.push(set);
        }
    }
    sets
}

/// Whether a set is said in a few words, without a list.
pub(crate) fn is_simple(root: &[i32], left: &[i32]) -> bool {
    shapes(left).into_iter().any(|shape| shape.of(root) == left)
}

/// What is said of numbers, apart from the verb.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) negated: bool,
    /// Whether several values are listed.
    pub(crate) listed: bool,
    /// How many things are named, to be kept in mind.
    pub(crate) cost: usize,
    pub(crate) says: String,
}

impl Said {
    pub(crate) fn list(values: &[i32]) -> Said {
        let says = alternatives(&values.iter().map(i32::to_string).collect::<Vec<_>>());
        Said { negated: false, listed: values.len() > 1, cost: values.len(), says }
    }

    fn not(values: &[i32]) -> Said {
        Said { negated: true, listed: false, ..Said::list(values) }
    }
}

/// How people say that just these numbers of `root` are left; after a verb that is
/// not "is", a `noun` is needed.
pub(crate) fn said(root: &[i32], left: &[i32], noun: bool) -> Said {
    let gone: Vec<i32> = root.iter().copied().filter(|value| left.binary_search(value).is_err()).collect();
    if left.len() <= 2 || gone.is_empty() && left.len() <= MOST_LISTED {
        return Said::list(left);
    }
    let shaped = |says: String, cost| Said { negated: false, listed: false, cost, says };
    let exact = shapes(left).into_iter().find(|shape| shape.of(root) == left);
    // Of amounts, bounds come to mind first.
    if gone.len() <= 2 && !(noun && exact.is_some()) {
        return Said::not(&gone);
    }
    if let Some(shape) = exact.filter(|_| left.len() > 3 || is_run(left)) {
        return shaped(shape.says(noun), 1);
    }
    if left.len() <= 5 {
        return Said::list(left);
    }
    if gone.len() <= 5 {
        return Said::not(&gone);
    }
    // A simple set with a few exceptions.
    let missing = |shape: &Shape| -> Vec<i32> {
        shape.of(root).into_iter().filter(|value| left.binary_search(value).is_err()).collect()
    };
    let near = shapes(left).into_iter().map(|shape| (missing(&shape), shape)).filter(|(but, _)| but.len() <= 4);
    if let Some((but, shape)) = near.min_by_key(|(but, _)| but.len()) {
        let says = alternatives(&but.iter().map(i32::to_string).collect::<Vec<_>>());
        return shaped(format!("{} but not {says}", shape.says(noun)), 1 + but.len());
    }
    if left.len() <= MOST_LISTED {
        return Said::list(left);
    }
    if gone.len() <= MOST_LISTED {
        return Said::not(&gone);
    }
    let runs = runs(left);
    Said { listed: true, ..shaped(alternatives(&runs), runs.len()) }
}

fn is_run(values: &[i32]) -> bool {
    values.windows(2).all(|pair| pair[1] == pair[0] + 1)
}

/// Numbers with those that follow each other taken together: `3 to 7`, `12`.
fn runs(values: &[i32]) -> Vec<String> {
    let follows = |one: &i32, next: &i32| *next == one + 1;
    let said = |run: &[i32]| match run {
        [first, _, .., last] => vec![format!("{first} to {last}")],
        few => few.iter().map(i32::to_string).collect(),
    };
    values.chunk_by(follows).flat_map(said).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(root: std::ops::RangeInclusive<i32>, left: &[i32]) -> String {
        let Said { negated, says, .. } = said(&root.collect::<Vec<_>>(), left, false);
        if negated { format!("not {says}") } else { says }
    }

    #[test]
    fn sets_are_said_as_people_say_them() {
        let multiples = |step: i32, from: i32, to: i32| -> Vec<i32> { (from..=to).filter(|v| v % step == 0).collect() };
        assert_eq!(says(1..=9, &[4]), "4");
        assert_eq!(says(1..=9, &[2, 5, 7]), "2, 5 or 7");
        assert_eq!(says(1..=9, &[1, 2, 3, 4, 5, 6, 7, 8]), "not 9");
        assert_eq!(says(1..=45, &(4..=20).collect::<Vec<_>>()), "from 4 to 20");
        assert_eq!(says(1..=45, &(1..=20).collect::<Vec<_>>()), "at most 20");
        assert_eq!(says(1..=45, &(9..=45).collect::<Vec<_>>()), "at least 9");
        assert_eq!(says(1..=45, &multiples(2, 1, 45)), "even");
        assert_eq!(says(1..=46, &multiples(3, 1, 45)), "a multiple of 3");
        assert_eq!(says(1..=60, &multiples(3, 1, 45)), "a multiple of 3 up to 45");
        assert_eq!(says(1..=60, &multiples(6, 12, 30)), "a multiple of 6 from 12 to 30");
        assert_eq!(says(1..=60, &multiples(2, 4, 20)), "an even number from 4 to 20");
        let holed: Vec<i32> = (1..=40).filter(|v| *v != 9 && *v != 13).collect();
        assert_eq!(says(1..=60, &holed), "at most 40 but not 9 or 13");
        let amount = said(&(1..=9).collect::<Vec<_>>(), &(3..=9).collect::<Vec<_>>(), true);
        assert_eq!((amount.negated, amount.says.as_str()), (false, "at least 3"));
    }

    /// Whatever is left, the list stays short, and simpler sets contain it.
    #[test]
    fn any_set_is_said_briefly() {
        let mut random = fd::Random::new(7);
        for _ in 0..2000 {
            let root: Vec<i32> = (0..=40).collect();
            let density = 1 + random.below(6);
            let left: Vec<i32> = root.iter().copied().filter(|_| random.chance(1, density)).collect();
            let words = said(&root, &left, true).says;
            let longest = words.split(" or ").map(|part| part.split(", ").count()).max();
            assert!(longest <= Some(MOST_LISTED), "{words}");
            for set in simpler(&root, &left) {
                assert!(left.iter().all(|value| set.contains(value)) && set.len() < root.len(), "{left:?} {set:?}");
            }
        }
    }
}
