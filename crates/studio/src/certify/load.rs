//! The lines of a formula as the engine keeps them.

use puzzles::{Formula, Linear, Literal};
use std::collections::BTreeMap;

/// Literals with one factor, each of which implies the one before it: those of
/// a number in order, or a single one.
#[derive(Debug, Clone)]
pub(super) struct Group {
    pub(super) factor: i64,
    pub(super) literals: Vec<Literal>,
}

impl Group {
    /// What the literals from a position on add up to when all are true.
    pub(super) fn from(&self, position: usize) -> i64 {
        self.factor * (self.literals.len() - position) as i64
    }
}

/// An inequality whose factors are positive: the true literals add up to at
/// least some bound.
#[derive(Debug, Clone)]
pub(super) struct Sum {
    /// By how much all literals together exceed the bound.
    pub(super) spare: i64,
    /// The heaviest first.
    pub(super) groups: Vec<Group>,
}

/// An inequality as it is best kept.
#[derive(Debug, Clone)]
pub(super) enum Constraint {
    /// It always holds.
    Nothing,
    /// At least one literal is true.
    Clause(Vec<Literal>),
    /// Any other.
    Sum(Sum),
}

/// Where each variable stands in a number: which number, and how far up.
pub(super) fn orders(formula: &Formula) -> Vec<Option<(usize, usize)>> {
    let mut orders = vec![None; formula.names().len()];
    for (number, steps) in formula.orders().iter().enumerate() {
        for (height, step) in steps.iter().enumerate() {
            orders[step.variable()] = Some((number, height));
        }
    }
    orders
}

/// The constraints of a line: one, or two where it is an equation, in the order
/// in which the checker numbers them.
pub(super) fn constraints<'a>(
    linear: &'a Linear,
    orders: &'a [Option<(usize, usize)>],
) -> impl Iterator<Item = Constraint> + 'a {
    let signs: &[i64] = if linear.equal { &[1, -1] } else { &[1] };
    signs.iter().map(move |&sign| constraint(linear, sign, orders))
}

fn constraint(linear: &Linear, sign: i64, orders: &[Option<(usize, usize)>]) -> Constraint {
    let mut bound = sign * linear.bound;
    let mut terms = Vec::with_capacity(linear.terms.len());
    for &(factor, literal) in linear.terms.iter().filter(|(factor, _)| *factor != 0) {
        let factor = sign * factor;
        if factor < 0 {
            // -3 x is 3 (not x) - 3.
            bound -= factor;
            terms.push((-factor, !literal));
        } else {
            terms.push((factor, literal));
        }
    }
    if bound <= 0 {
        return Constraint::Nothing;
    }
    if terms.iter().all(|&(factor, _)| factor >= bound) {
        return Constraint::Clause(terms.into_iter().map(|(_, literal)| literal).collect());
    }
    // A factor above the bound says no more than the bound.
    let terms: Vec<(i64, Literal)> = terms.into_iter().map(|(factor, literal)| (factor.min(bound), literal)).collect();
    let total: i64 = terms.iter().map(|term| term.0).sum();
    Constraint::Sum(Sum { spare: total - bound, groups: groups(terms, orders) })
}

fn groups(terms: Vec<(i64, Literal)>, orders: &[Option<(usize, usize)>]) -> Vec<Group> {
    let mut numbers: BTreeMap<(usize, bool, i64), Vec<(usize, Literal)>> = BTreeMap::new();
    let mut groups = Vec::new();
    for (factor, literal) in terms {
        match orders[literal.variable()] {
            Some((number, height)) => {
                numbers.entry((number, literal.is_negated(), factor)).or_default().push((height, literal));
            }
            None => groups.push(Group { factor, literals: vec![literal] }),
        }
    }
    for ((_, negated, factor), mut steps) in numbers {
        steps.sort_unstable();
        if negated {
            // "Not at least 5" implies "not at least 6".
            steps.reverse();
        }
        groups.push(Group { factor, literals: steps.into_iter().map(|(_, literal)| literal).collect() });
    }
    groups.sort_by_key(|group| -group.from(0));
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loaded(terms: &[(i64, Literal)], equal: bool, bound: i64) -> Vec<Constraint> {
        // Variables 0 to 2 are a number in order, 3 and 4 are not.
        let orders: Vec<_> = (0..5).map(|variable| (variable < 3).then_some((0, variable))).collect();
        constraints(&Linear { terms: terms.to_vec(), equal, bound }, &orders).collect()
    }

    #[test]
    fn inequalities_are_kept_as_what_they_are() {
        let [a, b, c, x, y] = [0, 1, 2, 3, 4].map(Literal::of);
        assert!(matches!(&loaded(&[(1, x), (-1, y)], false, -1)[..], [Constraint::Nothing]));
        let [Constraint::Clause(clause)] = &loaded(&[(2, x), (-3, y)], false, -1)[..] else { panic!("a clause") };
        assert_eq!(clause, &[x, !y]);
        let [Constraint::Sum(sum), Constraint::Sum(other)] = &loaded(&[(2, a), (2, b), (2, c), (-3, x)], true, 3)[..]
        else {
            panic!("two sums")
        };
        // 2 a + 2 b + 2 c + 3 (not x) >= 6, of 9
        assert_eq!(sum.spare, 3);
        assert_eq!(sum.groups.iter().map(|group| group.from(0)).collect::<Vec<_>>(), [6, 3]);
        assert_eq!(sum.groups[0].literals, [a, b, c]);
        // 2 (not a) + 2 (not b) + 2 (not c) + 3 x >= 3, of 9; the last of them implies the others.
        assert_eq!(other.spare, 6);
        assert_eq!(other.groups[0].literals, [!c, !b, !a]);
    }
}
