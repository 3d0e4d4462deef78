//! How people solve puzzles by rules that they know: the techniques of kinds that pages of rules make.
//!
//! They are recognised by the relation behind a rule, whatever the page calls it.

use super::syntax::{Expr, Family, Fold, Groups, Relation, RuleFile};
use crate::{Deduced, Left, Sort, Technique, Telling};
use std::collections::BTreeSet;

/// What the rules of a page are about.
#[derive(Debug, Default)]
struct Traits {
    /// Numbers differ.
    differ: bool,
    /// They differ in groups that hold all of them.
    full: bool,
    /// They differ in groups that overlap in more than a place, or marks do.
    overlap: bool,
    /// Two cells do not hold the same number.
    crossing: bool,
    sum: bool,
    /// Sums of numbers that differ.
    cage: bool,
    count: bool,
    order: bool,
    pair: bool,
    /// What one cell can hold.
    single: bool,
    other: bool,
}

/// A technique, and which pages have it.
type Known = (fn(&Traits) -> bool, Technique);

static KNOWN: &[Known] = &[
    (
        |page| page.differ || page.crossing,
        Technique {
            name: "naked single",
            says: "All numbers but one are gone from a cell: that one is left.",
            fits: |deduced| is_crossed_off(deduced) && deduced.finds_value(),
        },
    ),
    (
        |page| page.full,
        Technique {
            name: "hidden single",
            says: "A number fits at one cell only of a row, a column or another group that holds every number.",
            fits: |deduced| matches!(deduced.sort(), Some(Sort::Holds(_))),
        },
    ),
    (
        |page| page.overlap,
        Technique {
            name: "pointing",
            says: "Wherever a group can have a number or a mark, a cell outside sees it: there it cannot be.",
            fits: |deduced| matches!(deduced.sort(), Some(Sort::Pointing(_))),
        },
    ),
    (
        |page| page.differ,
        Technique {
            name: "naked pair",
            says: "Two cells of a group share two numbers: no other cell of it has these.",
            fits: |deduced| naked(deduced) == Some(2),
        },
    ),
    (
        |page| page.full,
        Technique {
            name: "hidden pair",
            says: "Two numbers fit only at the same two cells of a group: these hold nothing else.",
            fits: |deduced| hidden(deduced) == Some(2),
        },
    ),
    (
        |page| page.differ,
        Technique {
            name: "naked triple",
            says: "Three cells of a group share three numbers: no other cell of it has these.",
            fits: |deduced| naked(deduced) == Some(3),
        },
    ),
    (
        |page| page.differ,
        Technique {
            name: "naked set",
            says: "As many cells of a group as numbers share these: no other cell of it has them.",
            fits: |deduced| deduced.sort() == Some(Sort::Differ),
        },
    ),
    (
        |page| page.count,
        Technique {
            name: "count reached",
            says: "As many as the rule asks for are there: the other cells have none.",
            fits: |deduced| deduced.sort() == Some(Sort::Count) && deduced.effects.iter().all(|own| own.gone == [1]),
        },
    ),
    (
        |page| page.count,
        Technique {
            name: "just enough left",
            says: "No more cells are left than the rule asks for: all of them are needed.",
            fits: |deduced| deduced.sort() == Some(Sort::Count),
        },
    ),
    (
        |page| page.count,
        Technique {
            name: "two counts",
            says: "What two counts have in common decides what is left for one of them.",
            fits: |deduced| deduced.sort() == Some(Sort::Counts) || is_refuted_by_two(deduced, Sort::Count),
        },
    ),
    (
        |page| page.sum || page.cage,
        Technique {
            name: "last of a sum",
            says: "All numbers of a sum but one are known: the rest of the sum is that one.",
            fits: |deduced| is_sum(deduced) && deduced.finds_all() && open(deduced).is_empty() && all_but_one(deduced),
        },
    ),
    (
        |page| page.cage,
        Technique {
            name: "combinations of a sum",
            says: "Few sets of different numbers have the sum: what is in none of them goes.",
            fits: |deduced| deduced.sort() == Some(Sort::Cage),
        },
    ),
    (
        |page| page.sum,
        Technique {
            name: "bounds of a sum",
            says: "With the others as large or as small as they can be, a number of a sum must make up the rest.",
            fits: |deduced| deduced.sort() == Some(Sort::Sum) && deduced.is_bounded(),
        },
    ),
    (
        |page| page.sum,
        Technique {
            name: "numbers of a sum",
            says: "Try which numbers of the others would make up the sum.",
            fits: |deduced| deduced.sort() == Some(Sort::Sum),
        },
    ),
    (
        |page| page.order,
        Technique {
            name: "comparison",
            says: "One cell holds less than another: the least it can be, and the most, move the other's.",
            fits: |deduced| deduced.sort() == Some(Sort::Order),
        },
    ),
    (
        |page| page.pair || page.other,
        Technique {
            name: "partner",
            says: "A rule relates two cells: what goes with nothing at one of them goes at the other.",
            fits: |deduced| deduced.sort() == Some(Sort::Pair),
        },
    ),
    (
        |page| page.single || page.other,
        Technique {
            name: "clue alone",
            says: "A rule by itself leaves few values, whatever else is known.",
            fits: |deduced| deduced.sort() == Some(Sort::Other) && deduced.facts.is_empty(),
        },
    ),
    (
        |page| page.other,
        Technique {
            name: "combinations",
            says: "Try which values the cells of a rule can have together.",
            fits: |deduced| deduced.sort() == Some(Sort::Other),
        },
    ),
];

/// The techniques of a page of rules.
pub(super) fn of(file: &RuleFile) -> Vec<Technique> {
    let traits = Traits::of(file);
    KNOWN.iter().filter(|(is_had, _)| is_had(&traits)).map(|(_, technique)| *technique).collect()
}

/// The facts with more than one value left.
fn open<'a>(deduced: &'a Deduced<'_>) -> Vec<&'a Left> {
    deduced.facts.iter().filter(|fact| fact.value().is_none()).collect()
}

/// Whether it follows from what everybody crosses off.
fn is_crossed_off(deduced: &Deduced<'_>) -> bool {
    let [rule] = deduced.rules.as_slice() else { return false };
    let by_known = rule.sort == Sort::Differ && open(deduced).is_empty();
    !deduced.supposes && (rule.telling == Telling::Crossing || by_known)
}

fn is_sum(deduced: &Deduced<'_>) -> bool {
    matches!(deduced.sort(), Some(Sort::Sum | Sort::Cage))
}

/// Whether the facts are about all places of the rule but one.
fn all_but_one(deduced: &Deduced<'_>) -> bool {
    deduced.rules.iter().all(|rule| deduced.facts.len() + 1 == rule.places.len())
}

/// How many numbers fit only at as many places, if that is fewer than share the others.
fn hidden(deduced: &Deduced<'_>) -> Option<usize> {
    let [rule] = deduced.rules.as_slice() else { return None };
    let values: BTreeSet<i32> = domains(deduced).flatten().collect();
    let others = rule.places.len() - deduced.facts.len().min(rule.places.len());
    let is_full = values.len() == rule.places.len();
    let is_it = deduced.sort() == Some(Sort::Differ) && is_full && others < open(deduced).len();
    is_it.then_some(others)
}

/// How many places share as many numbers, if these are not seen more easily by what fits at the others.
fn naked(deduced: &Deduced<'_>) -> Option<usize> {
    let is_it = deduced.sort() == Some(Sort::Differ) && hidden(deduced).is_none();
    is_it.then(|| open(deduced).len())
}

/// What the places of the first rule can hold at all.
fn domains<'a>(deduced: &'a Deduced<'_>) -> impl Iterator<Item = Vec<i32>> + 'a {
    let reasoning = deduced.reasoning;
    let places = deduced.rules.iter().take(1).flat_map(|rule| rule.places.iter());
    places.map(|&place| reasoning.model().domain(reasoning.places()[place]).iter().collect())
}

/// Whether something is supposed that two rules of this sort refute, with nothing else but what is crossed off.
fn is_refuted_by_two(deduced: &Deduced<'_>, sort: Sort) -> bool {
    let told: Vec<Sort> = deduced.told().map(|rule| rule.sort).collect();
    deduced.supposes && told == [sort, sort]
}

impl Traits {
    fn of(file: &RuleFile) -> Traits {
        let mut traits = Traits::default();
        let marks =
            !file.values.named.is_empty() || is_number(&file.values.least, 0) && is_number(&file.values.most, 1);
        let rules = file.rules.iter().map(|line| (&line.demand.holds, line.each.last().map(|each| &each.family)));
        let clues = file.clues.iter().enumerate().filter(|(_, line)| !line.is_given());
        let clues = clues.flat_map(|(_, line)| {
            let family = line.each.last().map(|each| &each.family);
            let demands = line.meanings.iter().map(|meaning| &meaning.demand).chain(&line.none);
            demands.map(move |demand| (&demand.holds, family))
        });
        for (expr, family) in rules.chain(clues) {
            traits.add(expr, family, marks);
        }
        traits.cage = traits.differ && traits.sum;
        traits
    }

    fn add(&mut self, expr: &Expr, family: Option<&Family>, marks: bool) {
        let is_pair = match family {
            Some(Family::Neighbours | Family::Touching | Family::Steps(_)) => true,
            Some(Family::Pairs(of)) => matches!(**of, Family::Cells | Family::Members(_)),
            _ => false,
        };
        match expr {
            Expr::And(parts) => parts.iter().for_each(|part| self.add(part, family, marks)),
            Expr::Fold(Fold::Different, ..) => {
                let lines = matches!(family, Some(Family::Groups(Groups::Rows | Groups::Columns)));
                let some = matches!(family, Some(Family::Groups(Groups::Runs | Groups::Cages)));
                self.differ = true;
                self.full |= !some;
                self.overlap |= !lines && !some && family.is_some();
            }
            // Each number stands once.
            Expr::Fold(Fold::All, _, body) if is_once(body) => (self.differ, self.full) = (true, true),
            Expr::Compare(first, rest) => {
                let sides = [&**first].into_iter().chain(rest.iter().map(|(_, expr)| expr));
                let sums: Vec<bool> = sides.flat_map(sums).collect();
                let is_total = !sums.is_empty();
                let is_order =
                    rest.iter().any(|(relation, _)| !matches!(relation, Relation::Equal | Relation::Differs));
                match () {
                    () if is_total && marks && sums.iter().all(|is_plain| *is_plain) => self.count = true,
                    () if is_total => self.sum = true,
                    () if is_pair && is_order && !marks => self.order = true,
                    // What everybody crosses off.
                    () if is_pair && marks => self.overlap = true,
                    () if is_pair
                        && matches!((&**first, &rest[..]), (Expr::Held(_), [(Relation::Differs, Expr::Held(_))])) =>
                    {
                        (self.overlap, self.crossing) = (true, true);
                    }
                    () if is_pair => self.pair = true,
                    () if matches!(family, Some(Family::Cells)) => self.single |= !marks,
                    () => self.other = true,
                }
            }
            _ if is_pair => self.pair = true,
            _ => self.other = true,
        }
    }
}

fn is_number(expr: &Expr, number: i64) -> bool {
    matches!(expr, Expr::Number(own) if *own == number)
}

/// The sums in an expression: whether each is of what cells hold, and nothing else.
fn sums(expr: &Expr) -> Vec<bool> {
    match expr {
        Expr::Fold(Fold::Sum, _, body) => vec![matches!(**body, Expr::Held(_))],
        Expr::Arithmetic(_, a, b) => [sums(a), sums(b)].concat(),
        _ => Vec::new(),
    }
}

/// Whether a condition is that something stands once.
fn is_once(expr: &Expr) -> bool {
    let Expr::Compare(first, rest) = expr else { return false };
    let is_one = matches!(rest[..], [(Relation::Equal, Expr::Number(1))]);
    is_one && matches!(**first, Expr::Fold(Fold::Count, ..))
}
