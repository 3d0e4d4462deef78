//! The tree that a search tells is the tree that it searched.

use fd::constraints::AllDifferent;
use fd::{Fate, FirstFail, Labelling, Limits, Luby, Model, Search, Space, Statistics, Traced, TreeNode, Var, first};

fn queens(size: i32) -> (Space, Vec<Var>) {
    let mut model = Model::new();
    let x = model.vars(size as usize, 1..=size).unwrap();
    model.post(AllDifferent::new(&x)).unwrap();
    for (i, a) in (0..).zip(&x) {
        for (j, b) in (0..i).zip(&x) {
            model.post((*a - *b).differs_from(i - j)).unwrap();
            model.post((*b - *a).differs_from(i - j)).unwrap();
        }
    }
    (Space::new(&model), x)
}

/// The tree of a whole search, and what the search counted.
fn tree(labelling: &str, size: i32, limits: Limits<'_>) -> (Vec<TreeNode>, Statistics) {
    let (mut space, x) = queens(size);
    let mut nodes = Vec::new();
    let labelling = labelling.parse::<Labelling>().unwrap().over(&x);
    let mut search = Search::new(&mut space, Traced::new(labelling, |_: &Space, node| nodes.push(node)), limits);
    while let Ok(true) = search.advance() {}
    let statistics = search.statistics();
    drop(search);
    (nodes, statistics)
}

fn count(nodes: &[TreeNode], fate: Fate) -> u64 {
    nodes.iter().filter(|node| node.fate == fate).count() as u64
}

#[test]
fn totals_equal_the_statistics_and_tracing_changes_nothing() {
    for labelling in ["leftmost,step", "ff,enum,down", "ffc,bisect", "max,enum", "random,random_value"] {
        let (nodes, statistics) = tree(labelling, 7, Limits::none());
        let (mut space, x) = queens(7);
        let plain = labelling.parse::<Labelling>().unwrap().over(&x);
        let mut search = Search::new(&mut space, plain, Limits::none());
        while let Ok(true) = search.advance() {}
        assert_eq!(search.statistics(), statistics, "{labelling}");
        assert_eq!(nodes.len() as u64, statistics.nodes, "{labelling}");
        assert_eq!(count(&nodes, Fate::Failed), statistics.backtracks, "{labelling}");
        assert_eq!(count(&nodes, Fate::Solved), statistics.solutions, "{labelling}");
        assert_eq!(count(&nodes, Fate::Open), 0, "{labelling}");
    }
}

#[test]
fn it_is_a_tree_whose_leaves_are_failures_and_solutions() {
    for (labelling, most) in [("leftmost,step", 2), ("ffc,bisect,down", 2), ("ff,enum", 6)] {
        let (nodes, _) = tree(labelling, 6, Limits::none());
        let mut children = vec![Vec::new(); nodes.len()];
        for (i, node) in nodes.iter().enumerate() {
            assert_eq!(node.number, i as u64);
            assert_eq!(node.parent.is_none(), i == 0);
            assert_eq!(node.decision.is_none(), i == 0);
            if let Some(parent) = node.parent {
                let above = &nodes[parent as usize];
                assert!(above.number < node.number && above.depth + 1 == node.depth);
                children[parent as usize].push(node.decision.unwrap());
            }
        }
        for (node, below) in nodes.iter().zip(&children) {
            assert_eq!(node.fate == Fate::Branched, !below.is_empty());
            assert!(below.len() <= most);
            // The sides of a decision are about one variable, and exclude each other.
            for (i, one) in below.iter().enumerate() {
                for other in &below[..i] {
                    assert_eq!(one.var, other.var);
                    assert!((1..=6).all(|value| !(one.holds(value) && other.holds(value))), "{one:?} {other:?}");
                }
            }
        }
    }
}

#[test]
fn a_limit_leaves_at_most_one_node_open() {
    let (whole, _) = tree("leftmost", 6, Limits::none());
    for limit in 1..whole.len() as u64 {
        let (nodes, statistics) = tree("leftmost", 6, Limits::none().nodes(limit));
        assert_eq!(nodes.len() as u64, statistics.nodes);
        assert!(count(&nodes, Fate::Open) <= 1);
        let told = nodes.iter().filter(|node| node.fate != Fate::Open);
        // Variables of two models are never equal.
        let shape = |node: &TreeNode| TreeNode { decision: None, ..*node };
        assert!(told.zip(&whole).all(|(one, other)| shape(one) == shape(other)));
    }
}

#[test]
fn every_restart_has_a_root() {
    let mut model = Model::new();
    let x = model.vars(7, 1..=6).unwrap();
    model.post(AllDifferent::new(&x)).unwrap();
    let mut space = Space::new(&model);
    let mut nodes = Vec::new();
    let traced = Traced::new(FirstFail::over(&x), |_: &Space, node| nodes.push(node));
    let (_, statistics) = first(&mut space, traced, Limits::none(), Some(Luby::of(3)));
    assert!(statistics.restarts > 0);
    assert_eq!(nodes.iter().filter(|node| node.parent.is_none()).count() as u64, statistics.restarts + 1);
    assert_eq!(nodes.len() as u64, statistics.nodes);
}
