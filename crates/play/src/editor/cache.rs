//! What is known about a shape, whatever clues are set: it outlives edits.

use fd::{Literal, Solution, Var};
use std::collections::VecDeque;
use std::rc::Rc;

/// The value of each possible clue; `None` where it is not set.
pub(super) type Given = Vec<Option<i32>>;

/// The most solutions that are kept.
const MOST_SOLUTIONS: usize = 400;
/// The most lists of all solutions, and the longest.
const MOST_LISTS: usize = 32;
const LONGEST_LIST: usize = 256;
/// The most conclusions.
const MOST_CONCLUSIONS: usize = 4_000;

/// What was found out about a shape. All of it is about the rules without
/// clues, so it stays true when clues change.
#[derive(Debug)]
pub(super) struct Cache {
    /// The variable of each clue.
    clues: Vec<Var>,
    /// Solutions of the rules without clues.
    solutions: VecDeque<Rc<Solution>>,
    /// Clues with all their solutions.
    lists: VecDeque<(Given, Vec<Rc<Solution>>)>,
    /// What follows from some clues.
    conclusions: VecDeque<(Rc<Given>, Literal)>,
}

impl Cache {
    pub(super) fn new(clues: Vec<Var>) -> Cache {
        Cache { clues, solutions: VecDeque::new(), lists: VecDeque::new(), conclusions: VecDeque::new() }
    }

    pub(super) fn add_solution(&mut self, solution: &Solution) {
        if !self.solutions.iter().any(|known| **known == *solution) {
            push(&mut self.solutions, Rc::new(solution.clone()), MOST_SOLUTIONS);
        }
    }

    /// These are all the solutions with these clues.
    pub(super) fn add_list(&mut self, given: &Given, solutions: &[Solution]) {
        if solutions.len() <= LONGEST_LIST {
            let list = solutions.iter().map(|solution| Rc::new(solution.clone())).collect();
            push(&mut self.lists, (given.clone(), list), MOST_LISTS);
        }
    }

    /// This holds in all solutions with these clues.
    pub(super) fn conclude(&mut self, given: Rc<Given>, literal: Literal) {
        push(&mut self.conclusions, (given, literal), MOST_CONCLUSIONS);
    }

    /// The known solutions with these clues.
    pub(super) fn solutions(&self, given: &Given) -> Vec<Rc<Solution>> {
        self.solutions.iter().filter(|solution| self.fits(solution, given)).cloned().collect()
    }

    /// All solutions with these clues, if they are known: taken from a list for
    /// fewer clues, if there is one.
    pub(super) fn list(&self, given: &Given) -> Option<Vec<Rc<Solution>>> {
        let (_, list) = self.lists.iter().rev().find(|(fewer, _)| is_part(fewer, given))?;
        Some(list.iter().filter(|solution| self.fits(solution, given)).cloned().collect())
    }

    /// Whether this is known to hold in all solutions with these clues: what
    /// follows from fewer clues still does.
    pub(super) fn follows(&self, given: &Given, literal: Literal) -> bool {
        self.conclusions.iter().rev().any(|(fewer, known)| *known == literal && is_part(fewer, given))
    }

    fn fits(&self, solution: &Solution, given: &Given) -> bool {
        self.clues.iter().zip(given).all(|(&clue, given)| given.is_none_or(|given| solution[clue] == given))
    }
}

/// Whether all these clues are among the others.
fn is_part(fewer: &Given, given: &Given) -> bool {
    fewer.iter().zip(given).all(|(fewer, given)| fewer.is_none() || fewer == given)
}

/// Appends, and drops the oldest when there would be too many.
fn push<T>(queue: &mut VecDeque<T>, item: T, most: usize) {
    if queue.len() == most {
        queue.pop_front();
    }
    queue.push_back(item);
}

#[cfg(test)]
mod tests {
    use super::*;
    use fd::{Labelling, Limits, Model, Search, Space};

    /// Two clues from 1 to 3, and all nine solutions.
    fn all() -> (Cache, Vec<Solution>) {
        let mut model = Model::new();
        let clues = model.vars(2, 1..=3).expect("it is small");
        let mut space = Space::new(&model);
        let mut search = Search::new(&mut space, Labelling::default().over(&clues), Limits::none());
        let solutions = std::iter::from_fn(|| search.next_solution().expect("no limit")).collect();
        (Cache::new(clues), solutions)
    }

    #[test]
    fn a_list_serves_for_more_clues_but_not_for_fewer() {
        let (mut cache, solutions) = all();
        let known: Vec<Solution> = solutions.into_iter().filter(|solution| solution.values()[0] == 2).collect();
        cache.add_list(&vec![Some(2), None], &known);
        let values = |given: [Option<i32>; 2]| {
            let list = cache.list(&given.to_vec())?;
            Some(list.iter().map(|solution| solution.values().to_vec()).collect::<Vec<_>>())
        };
        assert_eq!(values([Some(2), None]), Some(vec![vec![2, 1], vec![2, 2], vec![2, 3]]));
        assert_eq!(values([Some(2), Some(3)]), Some(vec![vec![2, 3]]));
        assert_eq!(values([None, Some(3)]), None);
        assert_eq!(values([Some(1), None]), None);
    }

    #[test]
    fn conclusions_hold_with_more_clues_but_not_with_fewer() {
        let (mut cache, _) = all();
        let literal = cache.clues[1].is(3);
        cache.conclude(Rc::new(vec![Some(2), None]), literal);
        assert!(cache.follows(&vec![Some(2), None], literal));
        assert!(cache.follows(&vec![Some(2), Some(1)], literal));
        assert!(!cache.follows(&vec![None, None], literal));
        assert!(!cache.follows(&vec![Some(1), None], literal));
        assert!(!cache.follows(&vec![Some(2), None], cache.clues[1].is(2)));
    }
}
