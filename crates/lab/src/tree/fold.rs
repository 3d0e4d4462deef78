//! Which nodes of a large tree are shown.

use super::Tree;
use std::collections::VecDeque;
use studio::Fate;

/// A node that is shown. Each comes after the one above it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Shown {
    /// Its position in the tree; none for the root that several searches of
    /// one problem get.
    pub(crate) node: Option<usize>,
    /// The node above, by its position among those that are shown.
    pub(crate) parent: Option<usize>,
    /// What is folded away below it.
    pub(crate) folded: Option<Folded>,
}

/// Nodes that are not shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Folded {
    pub(crate) nodes: usize,
    pub(crate) failed: usize,
    pub(crate) solved: usize,
}

/// At most about `most` nodes: those on the way to solutions, as many as there
/// is room for in half of it, then the ones nearest to the root. What lies
/// below is folded into the node above it.
pub(crate) fn fold(tree: &Tree, most: usize) -> Vec<Shown> {
    let count = tree.nodes.len();
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut roots = Vec::new();
    for i in 0..count {
        match tree.parent(i) {
            Some(parent) => children[parent].push(i),
            None => roots.push(i),
        }
    }
    let wanted = wanted(tree, &children, &roots, most);
    let below = below(tree);
    let mut shown = Vec::new();
    let mut waiting = VecDeque::new();
    if roots.len() > 1 {
        shown.push(Shown { node: None, parent: None, folded: None });
    }
    waiting.extend(roots.iter().map(|&root| (root, (roots.len() > 1).then_some(0))));
    while let Some((node, parent)) = waiting.pop_front() {
        let here = shown.len();
        // The sides of a decision are shown together, or not at all.
        let open = children[node].iter().any(|&child| wanted[child]);
        let folded = (!open && !children[node].is_empty()).then_some(below[node]);
        shown.push(Shown { node: Some(node), parent, folded });
        if open {
            waiting.extend(children[node].iter().map(|&child| (child, Some(here))));
        }
    }
    shown
}

/// Which nodes there is room for.
fn wanted(tree: &Tree, children: &[Vec<usize>], roots: &[usize], most: usize) -> Vec<bool> {
    let mut wanted = vec![false; tree.nodes.len()];
    let mut room = most;
    for (solution, _) in tree.nodes.iter().enumerate().filter(|(_, node)| node.fate == Fate::Solved) {
        let mut path = Vec::new();
        let mut node = Some(solution);
        while let Some(i) = node.filter(|&i| !wanted[i]) {
            path.push(i);
            node = tree.parent(i);
        }
        // Each node of the way brings its siblings along.
        if most - room + 2 * path.len() > most / 2 {
            break;
        }
        room -= 2 * path.len();
        path.into_iter().for_each(|i| wanted[i] = true);
    }
    let mut waiting: VecDeque<usize> = roots.iter().copied().collect();
    while let Some(node) = waiting.pop_front() {
        if !wanted[node] {
            if room == 0 {
                continue;
            }
            room -= 1;
            wanted[node] = true;
        }
        waiting.extend(&children[node]);
    }
    wanted
}

/// What is below each node.
fn below(tree: &Tree) -> Vec<Folded> {
    let mut below = vec![Folded::default(); tree.nodes.len()];
    for (i, node) in tree.nodes.iter().enumerate().rev() {
        let own = below[i];
        if let Some(parent) = tree.parent(i) {
            let above = &mut below[parent];
            above.nodes += own.nodes + 1;
            above.failed += own.failed + usize::from(node.fate == Fate::Failed);
            above.solved += own.solved + usize::from(node.fate == Fate::Solved);
        }
    }
    below
}
