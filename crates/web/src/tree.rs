//! A search tree as a drawing that grows: nodes where they lie, as SVG for a page.

use std::fmt::Write;

/// A node of a search, in the order of the search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// The number of the node above; none for the root.
    pub parent: Option<usize>,
    /// How many nodes stand above it.
    pub depth: usize,
    /// What became of it: `branched`, `failed`, `solved` or `open`.
    pub fate: String,
    /// What was tried.
    pub decision: String,
}

/// The most nodes that are drawn: more cannot be told apart.
pub const MOST_DRAWN: usize = 1500;

/// The room for a node.
const WIDE: f64 = 14.0;
const HIGH: f64 = 26.0;

/// Where each of the first nodes lies: leaves side by side, and each inner node above the middle of those below it.
fn places(nodes: &[Node]) -> Vec<(f64, f64)> {
    let mut spans: Vec<Option<(f64, f64)>> = vec![None; nodes.len()];
    let has_child: Vec<bool> = {
        let mut has = vec![false; nodes.len()];
        nodes.iter().filter_map(|node| node.parent).for_each(|parent| {
            if let Some(slot) = has.get_mut(parent) {
                *slot = true;
            }
        });
        has
    };
    let mut next = 0.0;
    let mut at = vec![0.0; nodes.len()];
    for (index, has_child) in has_child.iter().enumerate() {
        if !has_child {
            at[index] = next;
            spans[index] = Some((next, next));
            next += 1.0;
        }
    }
    // Those below a node come after it in the search.
    for index in (0..nodes.len()).rev() {
        if let Some((left, right)) = spans[index] {
            at[index] = (left + right) / 2.0;
            if let Some(span) = nodes[index].parent.and_then(|parent| spans.get_mut(parent)) {
                let own = at[index];
                *span = Some(span.map_or((own, own), |(left, right)| (left.min(own), right.max(own))));
            }
        }
    }
    at.into_iter().zip(nodes).map(|(x, node)| (x, node.depth as f64)).collect()
}

/// The tree as SVG with classes only. Nodes carry their number as `data-node`.
pub fn svg(nodes: &[Node], shown: usize) -> String {
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
        if let Some(parent) = node.parent.filter(|&parent| parent < nodes.len()) {
            let ((x, y), (to_x, to_y)) = (spot(parent), spot(index));
            let _ = write!(out, "<path class=\"edge\" d=\"M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}\"/>");
        }
    }
    for (index, node) in nodes.iter().enumerate() {
        let (x, y) = spot(index);
        let class = if index == shown { "node shown" } else { "node" };
        let fate = match node.fate.as_str() {
            fate @ ("failed" | "solved" | "branched") => fate,
            _ => "open",
        };
        let _ = write!(out, "<g class=\"{class} {fate}\" data-node=\"{index}\">");
        let _ = match fate {
            // Shapes, so that nobody needs the colours.
            "failed" => write!(out, "<path d=\"M{:.1} {:.1}l8 8m0 -8l-8 8\"/>", x - 4.0, y - 4.0),
            "solved" => write!(out, "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"10\" height=\"10\"/>", x - 5.0, y - 5.0),
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

    fn node(parent: Option<usize>, depth: usize, fate: &str) -> Node {
        Node { parent, depth, fate: fate.to_owned(), decision: "<x>".to_owned() }
    }

    #[test]
    fn leaves_lie_side_by_side_below_their_parents() {
        let nodes = [
            node(None, 0, "branched"),
            node(Some(0), 1, "branched"),
            node(Some(1), 2, "failed"),
            node(Some(1), 2, "solved"),
            node(Some(0), 1, "failed"),
        ];
        assert_eq!(places(&nodes), [(1.25, 0.0), (0.5, 1.0), (0.0, 2.0), (1.0, 2.0), (2.0, 1.0)]);
        let drawn = svg(&nodes, 3);
        assert!(drawn.contains("class=\"node shown solved\" data-node=\"3\"") && !drawn.contains("<x>"), "{drawn}");
    }

    #[test]
    fn anything_is_drawn() {
        assert!(svg(&[], 0).starts_with("<svg"));
        assert!(svg(&[node(Some(9), 3, "\"")], 0).contains("open"));
        let many = vec![node(Some(0), 1, "failed"); MOST_DRAWN + 5];
        assert_eq!(svg(&many, 0).matches("data-node").count(), MOST_DRAWN);
    }
}
