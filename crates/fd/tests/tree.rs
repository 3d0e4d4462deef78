//! The tree that a search tells is the tree that it searched; step by step it is the same, and every node can be
//! entered again.

use fd::constraints::AllDifferent;
use fd::{
    Fate, FirstFail, Labelling, Limits, Literal, Luby, Model, Random, Recorder, Search, Space, Statistics, TreeNode,
    Var, first,
};

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
    let recorder = Recorder::new(labelling, &x, |_: &Space, node| nodes.push(node));
    let mut search = Search::new(&mut space, recorder, limits);
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
    let recorder = Recorder::new(FirstFail::over(&x), &x, |_: &Space, node| nodes.push(node));
    let (_, statistics) = first(&mut space, recorder, Limits::none(), Some(Luby::of(3)));
    assert!(statistics.restarts > 0);
    assert_eq!(nodes.iter().filter(|node| node.parent.is_none()).count() as u64, statistics.restarts + 1);
    assert_eq!(nodes.len() as u64, statistics.nodes);
}

/// Different numbers in each row and column of a square, some of them forbidden.
fn square(seed: u64, n: usize) -> (Model, Vec<Var>) {
    let random = &mut Random::new(seed);
    let mut model = Model::new();
    let mut x = Vec::new();
    for _ in 0..n * n {
        let values: Vec<i32> = (0..n as i32).filter(|&value| value == 0 || random.chance(4, 5)).collect();
        x.push(model.var(values.as_slice()).unwrap());
    }
    for i in 0..n {
        model.post(AllDifferent::new(&x[i * n..][..n])).unwrap();
        let column: Vec<Var> = (0..n).map(|j| x[j * n + i]).collect();
        model.post(AllDifferent::new(&column)).unwrap();
    }
    (model, x)
}

fn domains(space: &Space) -> Vec<Vec<i32>> {
    space.vars().map(|x| space.store().values(x).collect()).collect()
}

/// The decisions that lead from the root to a node, in their order.
fn path(nodes: &[TreeNode], number: usize) -> Vec<Literal> {
    let above = |node: &&TreeNode| node.parent.map(|parent| &nodes[parent as usize]);
    let mut path: Vec<Literal> =
        std::iter::successors(nodes.get(number), above).filter_map(|node| node.decision).collect();
    path.reverse();
    path
}

#[test]
fn steps_make_the_tree_of_the_search() {
    for (seed, labelling) in (0..).zip(["leftmost", "ff,enum", "ffc,bisect,down", "random,random_value", "dom_w_deg"]) {
        let (model, x) = square(seed, 4);
        let labelling: Labelling = labelling.parse().unwrap();
        let mut expected = Vec::new();
        let mut space = Space::new(&model);
        let recorder = Recorder::new(labelling.over(&x).seed(seed), &x, |_: &Space, node| expected.push(node));
        let mut search = Search::new(&mut space, recorder, Limits::none());
        search.count().unwrap();
        let statistics = search.statistics();
        drop(search);

        let mut nodes: Vec<TreeNode> = Vec::new();
        let (mut space, mut again) = (Space::new(&model), Space::new(&model));
        let recorder = Recorder::new(labelling.over(&x).seed(seed), &x, |_: &Space, node| nodes.push(node));
        let mut search = Search::new(&mut space, recorder, Limits::none());
        assert_eq!(search.branching().here(), None);
        let mut seen: Vec<(usize, Vec<Vec<i32>>)> = Vec::new();
        while search.step() {
            let number = search.statistics().nodes as usize - 1;
            let solved = x.iter().all(|&x| search.space().store().is_fixed(x));
            match search.branching().here() {
                Some(here) => assert!(here.number as usize == number && !solved),
                // It has failed, or it is a solution.
                None if !solved || expected[number].fate == Fate::Failed => continue,
                None => {}
            }
            seen.push((number, domains(search.space())));
        }
        assert!(!search.step(), "it is over");
        assert_eq!(search.statistics(), statistics);
        drop(search);
        assert_eq!(nodes, expected);
        // Any node, in any order.
        assert_eq!(seen.len(), nodes.iter().filter(|node| node.fate != Fate::Failed).count());
        Random::new(seed).shuffle(&mut seen);
        for (number, seen) in seen {
            assert_eq!(again.replay(&path(&nodes, number)), Ok(()));
            assert_eq!(domains(&again), seen, "node {number}");
            again.pop_to(0);
        }
        for node in nodes.iter().filter(|node| node.fate == Fate::Failed) {
            assert!(again.replay(&path(&nodes, node.number as usize)).is_err(), "{node:?}");
            again.pop_to(0);
        }
    }
}

#[test]
fn the_smallest_trees() {
    for (values, fate) in [(1..=2, Fate::Branched), (1..=1, Fate::Failed)] {
        let mut model = Model::new();
        let x = model.vars(2, values).unwrap();
        model.post(AllDifferent::new(&x)).unwrap();
        let mut space = Space::new(&model);
        let mut nodes = Vec::new();
        let recorder = Recorder::new(Labelling::default().over(&x), &x, |_: &Space, node| nodes.push(node));
        let mut search = Search::new(&mut space, recorder, Limits::none());
        assert!(search.step());
        assert_eq!(search.step(), fate == Fate::Branched);
        drop(search);
        assert_eq!(nodes[0].fate, fate);
    }
    // No variable: the root is a solution.
    let mut space = Space::new(&Model::new());
    let mut search = Search::new(&mut space, Labelling::default().over(&[]), Limits::none());
    assert!(search.step() && search.statistics().solutions == 1 && !search.step());
}
