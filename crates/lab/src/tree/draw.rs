//! A search tree as SVG, in the signs of Gecode's Gist: a blue circle where a
//! decision was made, a red square for a failure, a green diamond for a
//! solution, a triangle for a subtree that is folded away.

use super::Tree;
use super::fold::{Folded, Shown, fold};
use super::layout::{Spot, layout};
use crate::page::{NORMAL, Page, SMALL, TITLE};
use scene::picture::{Part, Primitive};
use studio::{Fate, with_separators};

/// Trees of at most this many nodes have their decisions written on them.
const LABELLED: usize = 60;
/// The room around the tree, and for what is said above it.
const MARGIN: f64 = 24.0;
const HEAD: f64 = 70.0;
/// The legend needs this much.
const LEAST_WIDTH: f64 = 620.0;

/// How far apart nodes stand.
struct Scale {
    column: f64,
    row: f64,
    labelled: bool,
}

/// Draws the tree, with at most about `most` nodes; the rest is folded away.
pub fn draw(tree: &Tree, most: usize) -> String {
    let shown = fold(tree, most.max(1));
    let parents: Vec<Option<usize>> = shown.iter().map(|node| node.parent).collect();
    let spots = layout(&parents);
    let labelled = shown.len() <= LABELLED;
    let folds = shown.iter().any(|node| node.folded.is_some());
    let scale = match (labelled, folds) {
        (true, _) => Scale { column: 86.0, row: 58.0, labelled },
        (_, true) => Scale { column: 26.0, row: 34.0, labelled },
        _ => Scale { column: 16.0, row: 30.0, labelled },
    };
    let columns = spots.iter().map(|spot| spot.x).fold(0.0, f64::max);
    let rows = spots.iter().map(|spot| spot.row).max().unwrap_or(0) as f64;
    let side = if labelled { 50.0 } else { MARGIN };
    let (drawn, height) = (columns * scale.column + 2.0 * side, HEAD + rows * scale.row + 2.0 * MARGIN + 16.0);
    let width = drawn.max(LEAST_WIDTH);
    let mut page = Page::new("search-tree", "A search tree", width, height);
    head(&mut page, tree, &shown);
    let left = side + (width - drawn) / 2.0;
    let place = |spot: &Spot| (left + spot.x * scale.column, HEAD + MARGIN + spot.row as f64 * scale.row);
    for (node, spot) in shown.iter().zip(&spots) {
        if let Some(parent) = node.parent {
            edge(&mut page, tree, node, place(&spots[parent]), place(spot), &scale);
        }
    }
    for (node, spot) in shown.iter().zip(&spots) {
        sign(&mut page, tree, node, place(spot));
    }
    page.finish()
}

/// What was searched, what the signs mean, and how many there are.
fn head(page: &mut Page, tree: &Tree, shown: &[Shown]) {
    let searched = &tree.searched;
    let labelling = searched.labelling.as_deref().unwrap_or("its own search");
    let model = if searched.model.is_empty() { String::new() } else { format!("{} model, ", searched.model) };
    let title = format!("{}: {model}{labelling}", searched.file);
    page.text((MARGIN, 22.0), &["title"], TITLE, &title);
    let mut x = MARGIN + 6.0;
    let signs = [
        (Fate::Branched, "decision", "decisions"),
        (Fate::Failed, "failure", "failures"),
        (Fate::Solved, "solution", "solutions"),
        (Fate::Open, "cut off", "cut off"),
    ];
    for (fate, one, several) in signs {
        let count = tree.count(fate);
        if count == 0 && fate == Fate::Open {
            continue;
        }
        let words = format!("{} {}", with_separators(count as u64), if count == 1 { one } else { several });
        mark(page, fate, (x, 40.0), &words);
        page.text((x + 12.0, 44.0), &[], NORMAL, &words);
        x += 30.0 + 7.0 * words.len() as f64;
    }
    let hidden: usize = shown.iter().filter_map(|node| node.folded).map(|folded| folded.nodes).sum();
    if hidden > 0 {
        let (hidden, all) = (with_separators(hidden as u64), with_separators(tree.nodes.len() as u64));
        let words = format!("Triangles stand for {hidden} of the {all} nodes; the number below says how many each.");
        page.text((MARGIN, 62.0), &["faint"], NORMAL, &words);
    }
}

fn edge(page: &mut Page, tree: &Tree, node: &Shown, above: (f64, f64), here: (f64, f64), scale: &Scale) {
    page.shape(&["edge"], Part::Line, Primitive::line(above, here));
    let decision = node.node.and_then(|node| tree.nodes[node].decision.as_deref());
    if let Some(decision) = decision.filter(|_| scale.labelled) {
        page.centred((here.0, here.1 - 13.0), &["halo"], SMALL, decision);
    }
}

fn sign(page: &mut Page, tree: &Tree, shown: &Shown, at: (f64, f64)) {
    let Some(node) = shown.node else {
        return mark(page, Fate::Branched, at, "a search that restarted several times");
    };
    let own = &tree.nodes[node];
    let decision = own.decision.as_deref().unwrap_or("the root");
    let says = format!("node {node}: {decision}; {} places open", own.open);
    let Some(folded) = shown.folded else { return mark(page, own.fate, at, &says) };
    let Folded { nodes, failed, solved } = folded;
    let says = format!("{says}; below it {nodes} nodes, {failed} failures, {solved} solutions");
    let role = if solved > 0 { "solved" } else { "failed" };
    let (x, y) = at;
    let triangle = Primitive::polygon([(x, y - 6.0), (x + 9.0, y + 12.0), (x - 9.0, y + 12.0)]);
    page.told(&[role], Part::Fill, triangle, &says);
    page.centred((x, y + 23.0), &[], SMALL, &short(nodes));
}

fn mark(page: &mut Page, fate: Fate, (x, y): (f64, f64), says: &str) {
    let role = match fate {
        Fate::Branched => "choice",
        Fate::Failed => "failed",
        Fate::Solved => "solved",
        Fate::Open => "open",
    };
    let shape = match fate {
        Fate::Branched | Fate::Open => Primitive::Circle { centre: (x, y), radius: 6.0 },
        Fate::Failed => Primitive::rect((x - 5.0, y - 5.0), 10.0, 10.0),
        Fate::Solved => Primitive::polygon([(x, y - 8.0), (x + 8.0, y), (x, y + 8.0), (x - 8.0, y)]),
    };
    page.told(&[role], Part::Fill, shape, says);
}

/// A count in few characters.
fn short(count: usize) -> String {
    match count {
        0..1000 => count.to_string(),
        1000..1_000_000 => format!("{}k", count / 1000),
        _ => format!("{}M", count / 1_000_000),
    }
}
