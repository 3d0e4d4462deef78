//! A search watched node by node is the search, and every node can be entered again.

use fd::constraints::AllDifferent;
use fd::{Fate, Labelling, Limits, Model, Random, Search, Space, Traced, TreeNode, Var, Watched};

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

#[test]
fn steps_make_the_tree_of_the_search() {
    for (seed, labelling) in (0..).zip(["leftmost", "ff,enum", "ffc,bisect,down", "random,random_value", "dom_w_deg"]) {
        let (model, x) = square(seed, 4);
        let labelling: Labelling = labelling.parse().unwrap();
        let mut expected: Vec<TreeNode> = Vec::new();
        let mut space = Space::new(&model);
        let traced = Traced::new(labelling.over(&x).seed(seed), |_: &Space, node| expected.push(node));
        let mut search = Search::new(&mut space, traced, Limits::none());
        search.count().unwrap();
        let statistics = search.statistics();
        drop(search);

        let (mut space, mut again) = (Space::new(&model), Space::new(&model));
        let mut watched = Watched::new(&mut space, labelling.over(&x).seed(seed));
        assert_eq!(watched.here(), None);
        let mut seen: Vec<(u64, Vec<Vec<i32>>)> = Vec::new();
        while watched.step() {
            let node = *watched.here().unwrap();
            if node.fate == Fate::Failed {
                continue;
            }
            let solved = x.iter().all(|&x| watched.space().store().is_fixed(x));
            assert_eq!(node.fate, if solved { Fate::Solved } else { Fate::Open });
            seen.push((node.number, domains(watched.space())));
        }
        assert!(!watched.step(), "it is over");
        assert_eq!(watched.nodes(), expected);
        assert_eq!(watched.statistics(), statistics);
        // Any node, in any order.
        Random::new(seed).shuffle(&mut seen);
        for (number, seen) in seen {
            assert_eq!(again.replay(&watched.path(number)), Ok(()));
            assert_eq!(domains(&again), seen, "node {number}");
            again.pop_to(0);
        }
        for node in watched.nodes().iter().filter(|node| node.fate == Fate::Failed) {
            assert!(again.replay(&watched.path(node.number)).is_err(), "{node:?}");
            again.pop_to(0);
        }
        assert_eq!(watched.path(u64::MAX), []);
    }
}

#[test]
fn the_smallest_trees() {
    // No variable: the root is a solution.
    let mut space = Space::new(&Model::new());
    let mut watched = Watched::new(&mut space, Labelling::default().over(&[]));
    assert!(watched.step());
    assert_eq!(watched.here().map(|node| node.fate), Some(Fate::Solved));
    assert!(!watched.step());
    assert_eq!(watched.nodes().len(), 1);
    // Nothing fits: the root fails.
    let mut model = Model::new();
    let x = model.vars(2, 1..=1).unwrap();
    model.post(AllDifferent::new(&x)).unwrap();
    let mut space = Space::new(&model);
    let mut watched = Watched::new(&mut space, Labelling::default().over(&x));
    assert!(watched.step());
    assert_eq!(watched.here().map(|node| node.fate), Some(Fate::Failed));
    assert!(!watched.step());
}
