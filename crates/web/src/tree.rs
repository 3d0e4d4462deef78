//! A search tree as a drawing that grows: nodes where they lie, as SVG for a page.

use lab::tree::layout;
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

/// The positions of the nodes above each, which come before it in the search.
fn parents(nodes: &[TreeNode<String>]) -> Vec<Option<usize>> {
    let above = |node: &TreeNode<String>| usize::try_from(node.parent?).ok();
    nodes.iter().enumerate().map(|(index, node)| above(node).filter(|&above| above < index)).collect()
}

/// The most nodes that are drawn: more cannot be told apart.
pub const MOST_DRAWN: usize = 1500;

/// The room for a node.
const WIDE: f64 = 14.0;
const HIGH: f64 = 26.0;

/// The tree as SVG with classes only. Nodes carry their number as `data-node`.
pub fn svg(nodes: &[TreeNode<String>], shown: usize) -> String {
    let nodes = &nodes[..nodes.len().min(MOST_DRAWN)];
    let parents = parents(nodes);
    let spots: Vec<(f64, f64)> =
        layout(&parents).iter().map(|spot| ((spot.x + 1.0) * WIDE, (spot.row as f64 + 1.0) * HIGH)).collect();
    let wide = spots.iter().map(|spot| spot.0).fold(WIDE, f64::max) + WIDE;
    let high = spots.iter().map(|spot| spot.1).fold(HIGH, f64::max) + HIGH;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tree\" width=\"{wide}\" height=\"{high}\" \
         viewBox=\"0 0 {wide} {high}\" aria-hidden=\"true\">"
    );
    for ((x, y), parent) in spots.iter().zip(&parents) {
        if let Some((above_x, above_y)) = parent.map(|parent| spots[parent]) {
            let _ = write!(out, "<path class=\"edge\" d=\"M{above_x:.1} {above_y:.1}L{x:.1} {y:.1}\"/>");
        }
    }
    for (index, (node, (x, y))) in nodes.iter().zip(&spots).enumerate() {
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
        let spots: Vec<(f64, usize)> = layout(&parents(&nodes)).iter().map(|spot| (spot.x, spot.row)).collect();
        assert_eq!(spots, [(1.0, 0), (0.5, 1), (0.0, 2), (1.0, 2), (1.5, 1)]);
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
