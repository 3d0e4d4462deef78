//! Where the nodes of a tree stand.

/// Where a node stands: columns from the left edge, rows from the root.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spot {
    /// The columns.
    pub x: f64,
    /// The rows.
    pub row: usize,
}

/// The outline of one side of a subtree, row by row: how far it is from the
/// subtree's root. The deepest row stands first, so that a root is added at
/// the end, and a shift of all rows is one number.
#[derive(Debug, Clone, Default)]
struct Contour {
    rows: Vec<f64>,
    shift: f64,
}

impl Contour {
    fn height(&self) -> usize {
        self.rows.len()
    }

    fn at(&self, row: usize) -> f64 {
        self.rows[self.rows.len() - 1 - row] + self.shift
    }

    /// A row above all, where the root stands.
    fn add_root(&mut self) {
        self.rows.push(-self.shift);
    }

    /// Takes over the upper rows of `top`; where that is deeper, it goes on
    /// with its own. This costs as many steps as the shallower one has rows.
    fn covered_by(mut self, top: Contour) -> Contour {
        if top.height() >= self.height() {
            return top;
        }
        let start = self.rows.len() - top.rows.len();
        for (own, other) in self.rows[start..].iter_mut().zip(&top.rows) {
            *own = other + top.shift - self.shift;
        }
        self
    }
}

/// Both outlines of a subtree.
#[derive(Debug, Clone, Default)]
struct Outline {
    left: Contour,
    right: Contour,
}

/// A tidy layout: a node stands above the middle of its children, nodes of one
/// row at least one column apart, equal subtrees look alike, and a tree is as
/// narrow as that allows. `parents` has the position of the node above each,
/// which stands before it; several nodes may have none.
///
/// Reingold, Tilford: Tidier drawings of trees (IEEE Transactions on Software
/// Engineering 7, 1981). Subtrees are joined from left to right along their
/// outlines, in as many steps as the shallower one has rows, so the whole takes
/// linear time; going backwards, children come before their parents, and no
/// recursion is needed however deep the tree is.
pub fn layout(parents: &[Option<usize>]) -> Vec<Spot> {
    let count = parents.len();
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); count + 1];
    for (node, parent) in parents.iter().enumerate() {
        children[parent.unwrap_or(count)].push(node);
    }
    let mut outlines: Vec<Outline> = vec![Outline::default(); count];
    let mut offset = vec![0.0; count + 1];
    for node in (0..count).rev() {
        let mut outline = join(&children[node], &mut outlines, &mut offset);
        outline.left.add_root();
        outline.right.add_root();
        outlines[node] = outline;
    }
    let all = join(&children[count], &mut outlines, &mut offset);
    let leftmost = (0..all.left.height()).map(|row| all.left.at(row)).fold(0.0, f64::min);
    let mut spots = Vec::with_capacity(count);
    for (node, parent) in parents.iter().enumerate() {
        let spot = match parent {
            Some(parent) => {
                let above: &Spot = &spots[*parent];
                Spot { x: above.x + offset[node], row: above.row + 1 }
            }
            None => Spot { x: offset[node] - leftmost, row: 0 },
        };
        spots.push(spot);
    }
    spots
}

/// Puts subtrees side by side, and says how far each is from the middle of the
/// first and the last root.
fn join(children: &[usize], outlines: &mut [Outline], offset: &mut [f64]) -> Outline {
    let mut all = Outline::default();
    for &child in children {
        let mut own = std::mem::take(&mut outlines[child]);
        let rows = all.right.height().min(own.left.height());
        let apart = (0..rows).map(|row| all.right.at(row) - own.left.at(row) + 1.0);
        let place = apart.fold(0.0, f64::max);
        offset[child] = place;
        own.left.shift += place;
        own.right.shift += place;
        all = Outline { left: own.left.covered_by(all.left), right: all.right.covered_by(own.right) };
    }
    let ends = (children.first(), children.last());
    if let (Some(&first), Some(&last)) = ends {
        let middle = f64::midpoint(offset[first], offset[last]);
        children.iter().for_each(|&child| offset[child] -= middle);
        all.left.shift -= middle;
        all.right.shift -= middle;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use fd::Random;

    /// A random tree: each node below one before it, late ones preferred.
    fn random_tree(random: &mut Random, count: usize) -> Vec<Option<usize>> {
        let parent = |i: usize, random: &mut Random| {
            let back = random.below(i as u32).min(random.below(i as u32)) as usize;
            i - 1 - back
        };
        (0..count).map(|i| (i > 0).then(|| parent(i, random))).collect()
    }

    fn check(parents: &[Option<usize>]) {
        let spots = layout(parents);
        let mut rows: Vec<Vec<(f64, usize)>> = Vec::new();
        for (node, spot) in spots.iter().enumerate() {
            assert!(spot.x >= -1e-9);
            rows.resize(rows.len().max(spot.row + 1), Vec::new());
            rows[spot.row].push((spot.x, node));
        }
        for row in &mut rows {
            row.sort_by(|a, b| a.partial_cmp(b).unwrap());
            for pair in row.windows(2) {
                assert!(pair[1].0 - pair[0].0 > 1.0 - 1e-9, "{parents:?}: {pair:?}");
                // Edges do not cross: children stand in the order of their parents.
                let above = |node: usize| parents[node].map_or(0.0, |parent| spots[parent].x);
                assert!(above(pair[0].1) <= above(pair[1].1) + 1e-9);
            }
        }
        for node in 0..parents.len() {
            let below: Vec<f64> =
                (0..parents.len()).filter(|&i| parents[i] == Some(node)).map(|i| spots[i].x).collect();
            if let (Some(first), Some(last)) = (below.first(), below.last()) {
                assert!((spots[node].x - f64::midpoint(*first, *last)).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn nothing_overlaps_and_parents_are_in_the_middle() {
        let mut random = Random::new(1);
        for size in 1..60 {
            check(&random_tree(&mut random, size));
        }
        check(&random_tree(&mut random, 500));
        check(&[None, None, Some(0), Some(0), Some(1), Some(1), Some(1)]);
        assert!(layout(&[]).is_empty());
    }

    #[test]
    fn a_full_binary_tree_is_as_narrow_as_it_can_be() {
        let parents: Vec<Option<usize>> = (0..31).map(|i: usize| (i > 0).then(|| (i - 1) / 2)).collect();
        check(&parents);
        let widest = layout(&parents).iter().map(|spot| spot.x).fold(0.0, f64::max);
        assert_eq!(widest, 15.0);
    }

    #[test]
    fn a_deep_tree_needs_no_stack() {
        let chain: Vec<Option<usize>> = (0..200_000).map(|i: usize| i.checked_sub(1)).collect();
        assert!(layout(&chain).iter().enumerate().all(|(i, spot)| spot.x == 0.0 && spot.row == i));
        // A comb: each node has a leaf and the next node below it.
        let comb: Vec<Option<usize>> = (0..100_001).map(|i: usize| (i > 0).then(|| (i - 1) / 2 * 2)).collect();
        assert_eq!(layout(&comb).len(), 100_001);
    }
}
