//! A search tree as a drawing that grows: nodes where they lie, as SVG for a page.

use std::fmt::Write;
use studio::{Fate, TreeNode};

/// What became of a node, in a word; also its class in the drawing.
pub fn fate(node: &TreeNode<String>) -> &'static str {
    match node.fate {
        Fate::Branched => "branched",
        Fate::Failed => "failed",
        Fate::Solved => "solved",
        Fate::Open => "open",
    }
}

/// The position of the node above.
fn parent(node: &TreeNode<String>) -> Option<usize> {
    node.parent.and_then(|parent| usize::try_from(parent).ok())
}

/// The most nodes that are drawn: more cannot be told apart.
pub const MOST_DRAWN: usize = 1500;

/// The room for a node.
const WIDE: f64 = 14.0;
const HIGH: f64 = 26.0;

/// Where each of the first nodes lies: leaves side by side, and each inner node above the middle of those below it.
fn places(nodes: &[TreeNode<String>]) -> Vec<(f64, f64)> {
    let mut is_leaf = vec![true; nodes.len()];
    for above in nodes.iter().filter_map(parent) {
        if let Some(is_leaf) = is_leaf.get_mut(above) {
            *is_leaf = false;
        }
    }
    let mut next = -1.0;
    let mut spans: Vec<Option<(f64, f64)>> = Vec::with_capacity(nodes.len());
    for is_leaf in is_leaf {
        next += f64::from(u8::from(is_leaf));
        spans.push(is_leaf.then_some((next, next)));
    }
    let mut at = vec![0.0; nodes.len()];
    // Those below a node come after it in the search.
    for index in (0..nodes.len()).rev() {
        if let Some((left, right)) = spans[index] {
            at[index] = (left + right) / 2.0;
            if let Some(span) = parent(&nodes[index]).and_then(|parent| spans.get_mut(parent)) {
                let own = at[index];
                *span = Some(span.map_or((own, own), |(left, right)| (left.min(own), right.max(own))));
            }
        }
    }
    at.into_iter().zip(nodes).map(|(x, node)| (x, node.depth as f64)).collect()
}

/// The tree as SVG with classes only. Nodes carry their number as `data-node`.
pub fn svg(nodes: &[TreeNode<String>], shown: usize) -> String {
    let nodes = &nodes[..nodes.len().min(MOST_DRAWN)];
    let places = places(nodes);
    let wide = places.iter().map(|place| place.0).fold(0.0, f64::max) * WIDE + 2.0 * WIDE;
    let high = places.iter().map(|place| place.1).fold(0.0, f64::max) * HIGH + 2.0 * HIGH;
    let spot = |index: usize| (places[index].0 * WIDE + WIDE, places[index].1 * HIGH + HIGH);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tree\" width=\"{wide}\" height=\"{high}\" \
         viewBox=\"0 0 {wide} {high}\" aria-hidden=\"true\">"
    );
    for (index, node) in nodes.iter().enumerate() {
        if let Some(parent) = parent(node).filter(|&parent| parent < nodes.len()) {
            let ((x, y), (to_x, to_y)) = (spot(parent), spot(index));
            let _ = write!(out, "<path class=\"edge\" d=\"M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}\"/>");
        }
    }
    for (index, node) in nodes.iter().enumerate() {
        let (x, y) = spot(index);
        let class = if index == shown { "node shown" } else { "node" };
        let _ = write!(out, "<g class=\"{class} {}\" data-node=\"{index}\">", fate(node));
        let _ = match node.fate {
            // Shapes, so that nobody needs the colours.
            Fate::Failed => write!(out, "<path d=\"M{:.1} {:.1}l8 8m0 -8l-8 8\"/>", x - 4.0, y - 4.0),
            Fate::Solved => write!(out, "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"10\" height=\"10\"/>", x - 5.0, y - 5.0),
            _ => write!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>"),
        };
        out.push_str("</g>");
    }
    out.push_str("</svg>");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(parent: Option<u64>, depth: u64, fate: Fate) -> TreeNode<String> {
        TreeNode { number: 0, parent, depth, decision: Some("<x>".to_owned()), fate, open: 0 }
    }

    #[test]
    fn leaves_lie_side_by_side_below_their_parents() {
        let nodes = [
            node(None, 0, Fate::Branched),
            node(Some(0), 1, Fate::Branched),
            node(Some(1), 2, Fate::Failed),
            node(Some(1), 2, Fate::Solved),
            node(Some(0), 1, Fate::Failed),
        ];
        assert_eq!(places(&nodes), [(1.25, 0.0), (0.5, 1.0), (0.0, 2.0), (1.0, 2.0), (2.0, 1.0)]);
        let drawn = svg(&nodes, 3);
        assert!(drawn.contains("class=\"node shown solved\" data-node=\"3\"") && !drawn.contains("<x>"), "{drawn}");
    }

    #[test]
    fn anything_is_drawn() {
        assert!(svg(&[], 0).starts_with("<svg"));
        assert!(svg(&[node(Some(9), 3, Fate::Open)], 0).contains("open"));
        let many = vec![node(Some(0), 1, Fate::Failed); MOST_DRAWN + 5];
        assert_eq!(svg(&many, 0).matches("data-node").count(), MOST_DRAWN);
    }
}
