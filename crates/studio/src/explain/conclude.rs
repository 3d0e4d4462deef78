//! What a step concludes, in the simplest words that say what must be said.

use super::knowledge::{Set, meet, size, without};
use super::names::{alternatives, clauses, conjunction};
use super::sets;
use super::shrink::is_large_amount;
use super::step::{Removes, Step};
use super::words::{Mood, Predicate, Speaker, set_of};
use fd::Var;
use puzzles::{Telling, Values};

/// Up to this many values are told as those that are left.
const FEW: u32 = 3;

/// Up to this many are, where the premises alone leave what is harder to say.
const SOME: u32 = 4;

impl Speaker<'_> {
    /// What is learnt, as it follows from the premises; where few values are left, with
    /// what was known before, those. `just_named` says that the places of the rule come
    /// just before, and need not be named again.
    pub(super) fn learnt(&self, step: &Step, removes: &[Removes], just_named: bool) -> String {
        let (mut left_over, mut told): (Vec<String>, Vec<(Var, Predicate)>) = (Vec::new(), Vec::new());
        let rule = step.rules.first().map(|&rule| self.instance(rule));
        // Of two views of one fact, that of the place is told.
        let silent = rule.is_some_and(|rule| rule.telling == Telling::Silent);
        let is_place = |own: &&Removes| self.reasoning.places().binary_search(&own.var).is_ok();
        let only_places = silent && removes.iter().any(|own| is_place(&own));
        for own in removes.iter().filter(|own| !only_places || is_place(own)) {
            let Removes { var, gone, left } = own;
            let (implied, simplest) = (self.implied(step, *var, gone), self.conclusion(step, own));
            let shorter = size(left) <= SOME && self.cost(*var, &simplest) > size(left) as usize;
            if (size(left) == 1 || shorter) && *left != implied {
                left_over.push(self.left_over(*var, left));
            } else {
                told.push((*var, self.predicate(*var, &simplest, Mood::Concluded)));
            }
        }
        let vars: Vec<Var> = told.iter().map(|(x, _)| *x).collect();
        let name = |x: Var| &self.subject(x).told;
        let mut learnt = match (told.as_slice(), rule.filter(|_| just_named)) {
            ([(x, predicate)], Some(rule)) if *name(*x) == rule.at => vec![format!("it {}", predicate.one)],
            ([(_, predicate), _, ..], Some(rule))
                if self.are_places(&vars, &rule.places) && told.iter().all(|(_, other)| other == predicate) =>
            {
                vec![format!("they {}", predicate.several)]
            }
            (told, _) => self.fact_by_fact(told),
        };
        learnt.extend(left_over);
        clauses(&learnt)
    }

    /// Whether these variables are just these places.
    fn are_places(&self, vars: &[Var], places: &[usize]) -> bool {
        let place = |x: &Var| self.reasoning.places().binary_search(x).ok();
        vars.len() == places.len() && vars.iter().all(|x| place(x).is_some_and(|place| places.contains(&place)))
    }

    /// That just these few values are left.
    fn left_over(&self, x: Var, left: &[u64]) -> String {
        let values: Vec<String> = self.values(x, left).into_iter().map(|value| self.word(x, value)).collect();
        let name = &self.subject(x).told;
        let at: Option<Vec<&str>> = values.iter().map(|value| value.strip_prefix("at ")).collect();
        let verb = if values.len() == 1 { "is" } else { "are" };
        match (&self.subject(x).values, at) {
            (Values::Amounts(verb), _) => {
                format!("{name} can only {} {}{}", verb.several, alternatives(&values), verb.unit)
            }
            (Values::Words(_), None) => format!("{name} can only be {}", alternatives(&values)),
            (_, Some(at)) => format!("only {} {verb} left for {name}", conjunction(&at)),
            _ => format!("only {} {verb} left for {name}", conjunction(&values)),
        }
    }

    /// The simplest set that holds all that the premises leave of a variable, and nothing
    /// that must go.
    pub(super) fn conclusion(&self, step: &Step, Removes { var, gone, .. }: &Removes) -> Set {
        let (x, left) = (*var, self.implied(step, *var, gone));
        let root = self.root.left(x);
        let not = without(root, gone);
        let amounts = !matches!(self.subject(x).values, Values::Words(_));
        if size(&left) <= FEW || !amounts && size(&left) <= size(gone) {
            return left;
        }
        if !amounts || size(gone) <= 2 && !is_large_amount(self.subject(x), root) {
            return not;
        }
        let (all, least, base) = (self.values(x, root), self.values(x, &left), self.base(x));
        let shapes: Vec<Set> = sets::around(&all, &least).iter().map(|set| set_of(set, base, root.len())).collect();
        if let Some(shape) = shapes.iter().find(|shape| !meet(shape, gone)) {
            return shape.clone();
        }
        // Else a simple set with exceptions, as few as can be.
        let excepted = shapes.iter().map(|shape| without(shape, gone));
        let all = std::iter::once(not).chain(excepted).chain([left.clone()]);
        all.min_by_key(|set| self.cost(x, set)).unwrap_or(left)
    }

    /// What the premises of a step alone leave of a variable.
    fn implied(&self, step: &Step, x: Var, gone: &[u64]) -> Set {
        let implied = step.implied.iter().find(|(y, _)| *y == x).map(|(_, left)| left.clone());
        implied.unwrap_or_else(|| without(self.root.left(x), gone))
    }
}
