//! A search tree as SVG, in the signs of Gecode's Gist: a blue circle where a
//! decision was made, a red square for a failure, a green diamond for a
//! solution, a triangle for a subtree that is folded away.

use super::fold::{Folded, Shown, fold};
use super::layout::{Spot, layout};
use crate::number::with_separators;
use crate::svg::{Page, num};
use crate::trace::Tree;
use studio::Fate;

/// Trees of at most so many nodes have their decisions written on them.
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
    let subject = &tree.subject;
    let labelling = subject.labelling.as_deref().unwrap_or("its own search");
    let title = format!("{}: {} model, {labelling}", subject.file, subject.model);
    page.text(MARGIN, 22.0, "title", &title);
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
        page.text(x + 12.0, 44.0, "", &words);
        x += 30.0 + 7.0 * words.len() as f64;
    }
    let hidden: usize = shown.iter().filter_map(|node| node.folded).map(|folded| folded.nodes).sum();
    if hidden > 0 {
        let (hidden, all) = (with_separators(hidden as u64), with_separators(tree.nodes.len() as u64));
        let words = format!("Triangles stand for {hidden} of the {all} nodes; the number below says how many each.");
        page.text(MARGIN, 62.0, "faint", &words);
    }
}

fn edge(page: &mut Page, tree: &Tree, node: &Shown, above: (f64, f64), here: (f64, f64), scale: &Scale) {
    let (x1, y1, x2, y2) = (num(above.0), num(above.1), num(here.0), num(here.1));
    page.shape(format_args!("path class=\"edge\" d=\"M{x1} {y1}L{x2} {y2}\""));
    let decision = node.node.and_then(|node| tree.decision(node));
    if let Some(decision) = decision.filter(|_| scale.labelled) {
        page.text(here.0, here.1 - 13.0, "small middle halo", decision);
    }
}

fn sign(page: &mut Page, tree: &Tree, shown: &Shown, at: (f64, f64)) {
    let Some(node) = shown.node else {
        return mark(page, Fate::Branched, at, "a search that began anew several times");
    };
    let own = &tree.nodes[node];
    let decision = tree.decision(node).unwrap_or("the root");
    let says = format!("node {node}: {decision}; {} places open", own.open);
    let Some(folded) = shown.folded else { return mark(page, own.fate, at, &says) };
    let Folded { nodes, failed, solved } = folded;
    let says = format!("{says}; below it {nodes} nodes, {failed} failures, {solved} solutions");
    let class = if solved > 0 { "solved" } else { "failed" };
    let (x, y) = (num(at.0), num(at.1 - 6.0));
    page.told("path", format_args!("class=\"{class}\" d=\"M{x} {y}l9 18h-18z\""), &says);
    page.text(at.0, at.1 + 23.0, "small middle", &short(nodes));
}

fn mark(page: &mut Page, fate: Fate, (x, y): (f64, f64), says: &str) {
    let class = match fate {
        Fate::Branched => "choice",
        Fate::Failed => "failed",
        Fate::Solved => "solved",
        Fate::Open => "open",
    };
    match fate {
        Fate::Branched | Fate::Open => {
            page.told("circle", format_args!("class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"6\"", num(x), num(y)), says);
        }
        Fate::Failed => {
            let (x, y) = (num(x - 5.0), num(y - 5.0));
            page.told("rect", format_args!("class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"10\" height=\"10\""), says);
        }
        Fate::Solved => {
            let (x, y) = (num(x), num(y - 8.0));
            page.told("path", format_args!("class=\"{class}\" d=\"M{x} {y}l8 8l-8 8l-8 -8z\""), says);
        }
    }
}

/// A count in few characters.
fn short(count: usize) -> String {
    match count {
        0..1000 => count.to_string(),
        1000..1_000_000 => format!("{}k", count / 1000),
        _ => format!("{}M", count / 1_000_000),
    }
}
