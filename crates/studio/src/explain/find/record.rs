//! The record of a propagation, and what a contradiction depends on in it.

use fd::{Observer, Removal, Var};
use std::collections::BTreeMap;
use std::ops::Range;

/// Removals in the order in which they happened, in groups of what one rule
/// did at a time.
#[derive(Debug, Default)]
pub(crate) struct Record {
    /// The number of variables.
    variables: usize,
    removals: Vec<Gone>,
    groups: Vec<Group>,
    /// The scopes of the groups, one after the other.
    scopes: Vec<Var>,
    /// The groups before the last mark: they are not added to.
    closed: usize,
    conflict: Option<Group>,
}

/// A value that was removed.
#[derive(Debug)]
struct Gone {
    var: Var,
    value: i32,
    /// Whether a contradiction depends on it.
    needed: bool,
}

#[derive(Debug)]
struct Group {
    rule: usize,
    scope: Range<usize>,
    /// The number of removals before it.
    start: usize,
    /// Whether a contradiction depends on any of it.
    needed: bool,
}

/// A place in a trace to come back to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moment {
    removals: usize,
    groups: usize,
}

/// What one rule removed, as far as it was needed: each variable and its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Removals {
    pub(crate) rule: usize,
    pub(crate) removed: Vec<(Var, Vec<i32>)>,
}

/// The rules and the variables that contradictions depend on.
#[derive(Debug, Default, Clone)]
pub(crate) struct Cone {
    rules: Flags,
    vars: Flags,
}

/// A set of small numbers.
#[derive(Debug, Default, Clone)]
struct Flags(Vec<bool>);

impl Flags {
    fn insert(&mut self, number: usize) {
        if self.0.len() <= number {
            self.0.resize(number + 1, false);
        }
        self.0[number] = true;
    }

    fn contains(&self, number: usize) -> bool {
        self.0.get(number).is_some_and(|&is_in| is_in)
    }
}

impl Cone {
    /// Its rules, by their numbers.
    pub(crate) fn rules(&self) -> impl Iterator<Item = usize> {
        self.rules.0.iter().enumerate().filter(|(_, is_in)| **is_in).map(|(rule, _)| rule)
    }

    pub(crate) fn has_rule(&self, rule: usize) -> bool {
        self.rules.contains(rule)
    }

    pub(crate) fn has(&self, x: Var) -> bool {
        self.vars.contains(x.index())
    }
}

impl Record {
    /// Forgets everything, and is about so many variables from now on.
    pub(crate) fn clear(&mut self, variables: usize) {
        self.back_to(Moment { removals: 0, groups: 0 });
        self.scopes.clear();
        self.variables = variables;
    }

    fn keep(&mut self, scope: &[Var]) -> Range<usize> {
        let start = self.scopes.len();
        self.scopes.extend_from_slice(scope);
        start..self.scopes.len()
    }

    pub(crate) fn mark(&mut self) -> Moment {
        self.closed = self.groups.len();
        Moment { removals: self.removals.len(), groups: self.groups.len() }
    }

    /// Forgets what came after a mark.
    pub(crate) fn back_to(&mut self, mark: Moment) {
        self.removals.truncate(mark.removals);
        self.scopes.truncate(self.groups.get(mark.groups).map_or(self.scopes.len(), |group| group.scope.start));
        self.groups.truncate(mark.groups);
        self.closed = mark.groups;
        self.conflict = None;
    }

    /// The rule that found the last contradiction.
    pub(crate) fn failed(&self) -> Option<usize> {
        self.conflict.as_ref().map(|group| group.rule)
    }

    /// Notes in the groups and in the cone what the last contradiction depends
    /// on: the earlier removals from the variables that its rule looked at, and
    /// so on back to the facts. A contradiction within a case also depends on
    /// there being no other case: on all that went from the variables in
    /// `splits`, each with the mark where it was split.
    pub(crate) fn cut(&mut self, splits: &[(Var, Moment)], cone: &mut Cone) {
        let Some(conflict) = &self.conflict else { return };
        // Up to which removal the history of each variable matters.
        let mut reach: Vec<Option<usize>> = vec![None; self.variables];
        let extend = |reach: &mut [Option<usize>], x: Var, before: usize| {
            reach[x.index()] = reach[x.index()].max(Some(before));
        };
        cone.rules.insert(conflict.rule);
        self.scopes[conflict.scope.clone()].iter().for_each(|&x| extend(&mut reach, x, conflict.start));
        splits.iter().for_each(|&(x, mark)| extend(&mut reach, x, mark.removals));
        let mut end = self.removals.len();
        for group in self.groups.iter_mut().rev() {
            let mut used = false;
            for (gone, i) in self.removals[group.start..end].iter_mut().zip(group.start..) {
                if Some(i) < reach[gone.var.index()] {
                    (used, gone.needed) = (true, true);
                }
            }
            group.needed |= used;
            end = group.start;
            if used {
                cone.rules.insert(group.rule);
                self.scopes[group.scope.clone()].iter().for_each(|&x| extend(&mut reach, x, group.start));
            }
        }
        (0..reach.len()).filter(|&x| reach[x].is_some()).for_each(|x| cone.vars.insert(x));
    }

    /// The rules of what was needed since a mark, once for each time.
    pub(crate) fn needed_rules(&self, from: Moment) -> impl Iterator<Item = usize> {
        self.groups.iter().skip(from.groups).filter(|group| group.needed).map(|group| group.rule)
    }

    /// What was needed between two marks.
    pub(crate) fn needed(&self, from: Moment, to: Moment) -> Vec<Removals> {
        let mut list = Vec::new();
        for (i, group) in self.groups.iter().enumerate().take(to.groups).skip(from.groups) {
            if !group.needed {
                continue;
            }
            let end = self.groups.get(i + 1).map_or(self.removals.len(), |next| next.start);
            let mut removed: BTreeMap<Var, Vec<i32>> = BTreeMap::new();
            for gone in self.removals[group.start..end].iter().filter(|gone| gone.needed) {
                removed.entry(gone.var).or_default().push(gone.value);
            }
            list.push(Removals { rule: group.rule, removed: removed.into_iter().collect() });
        }
        list
    }
}

impl Observer for Record {
    fn removed(&mut self, removal: Removal<'_>) {
        // What the same rule removes twice in a row counts as removed at once.
        let same =
            |group: &Group| group.rule == removal.constraint && self.scopes[group.scope.clone()] == *removal.scope;
        if self.groups.len() == self.closed || !self.groups.last().is_some_and(same) {
            let (rule, start, scope) = (removal.constraint, self.removals.len(), self.keep(removal.scope));
            self.groups.push(Group { rule, scope, start, needed: false });
        }
        self.removals.push(Gone { var: removal.var, value: removal.value, needed: false });
    }

    fn conflict(&mut self, constraint: usize, scope: &[Var]) {
        // What the rule removed on its way to the contradiction is no part of it.
        let start = match self.groups.last() {
            Some(group) if group.rule == constraint && self.groups.len() > self.closed => group.start,
            _ => self.removals.len(),
        };
        let scope = self.keep(scope);
        self.conflict = Some(Group { rule: constraint, scope, start, needed: false });
    }
}
