//! Each rule, and boards that break it.

use super::puzzle;
use crate::{Board, Checked, Violation};

/// The top bar balances with 1, 2 left and 3 right; the one below it with 2:1.
const TREE: &str = "-2:? 1:(-1:? 2:?) -1:? 1:4";

fn board(values: &[i32]) -> Board {
    values.iter().map(|&value| (value != 0).then_some(value)).collect()
}

fn broken(tree: &str, values: &[i32]) -> Vec<(&'static str, Vec<usize>)> {
    let violations = puzzle(tree).violations(&board(values));
    violations.into_iter().map(|Violation { rule, places, .. }| (rule.name, places)).collect()
}

#[test]
fn a_solution_breaks_nothing() {
    let tree = "-3:? -1:? 2:(-2:? -1:? 1:?)";
    assert_eq!(broken(tree, &[2, 5, 1, 3, 0]), []);
    let solution = (1..=5).collect::<Vec<i32>>();
    let mut found = Vec::new();
    permutations(&solution, &mut Vec::new(), &mut |values| {
        if broken(tree, values).is_empty() {
            found.push(values.to_vec());
        }
    });
    assert_eq!(found, [[3, 5, 1, 2, 4]].map(|values: [i32; 5]| values.to_vec()));
}

#[test]
fn values() {
    assert_eq!(broken(TREE, &[3, 0, 3, 0, 0]), [("values", vec![0, 2])]);
    assert_eq!(broken(TREE, &[6, 0, 0, 0, 0]), [("values", vec![0])]);
    assert_eq!(broken(TREE, &[-7, 0, 0, 0, 0]), [("values", vec![0])]);
    let message = &puzzle(TREE).violations(&board(&[3, 0, 3, 0, 0]))[0].message;
    assert_eq!(message, "w1 and w3 weigh 3; all weights differ");
}

#[test]
fn balance() {
    assert_eq!(broken(TREE, &[0, 1, 2, 0, 0]), [("balance", vec![1, 2])]);
    assert_eq!(broken(TREE, &[0, 2, 1, 0, 0]), []);
    assert_eq!(broken(TREE, &[5, 2, 1, 3, 4]), [("balance", vec![0, 1, 2, 3, 4])]);
    let message = &puzzle(TREE).violations(&board(&[5, 2, 1, 3, 4]))[0].message;
    assert_eq!(message, "bar b1 (w1 to w5) tips to the left: torque 13 on the left, 7 on the right");
}

#[test]
fn what_hangs_below_the_pivot_turns_nothing() {
    assert_eq!(broken("-1:? 0:? 1:?", &[1, 0, 2]), [("balance", vec![0, 1, 2])]);
    assert_eq!(broken("-1:? 0:(-1:? 1:?) 2:?", &[4, 0, 0, 2]), []);
    assert_eq!(broken("0:?", &[1]), []);
    assert_eq!(broken("1:?", &[1]), [("balance", vec![0])]);
}

#[test]
fn givens() {
    assert_eq!(broken(TREE, &[0, 0, 0, 0, 3]), [("givens", vec![4])]);
}

/// Calls `visit` with the items in every order.
pub(super) fn permutations(rest: &[i32], chosen: &mut Vec<i32>, visit: &mut dyn FnMut(&[i32])) {
    if rest.is_empty() {
        return visit(chosen);
    }
    for i in 0..rest.len() {
        let mut others = rest.to_vec();
        chosen.push(others.remove(i));
        permutations(&others, chosen, visit);
        chosen.pop();
    }
}
