//! What is possible and what is found, against brute force.

use super::super::filling::Filling;
use super::super::pattern::Extent;
use super::super::plan::Sides;
use super::super::standing;
use super::{drafts, grid, maker};
use fd::Random;
use std::collections::BTreeSet;

/// The distances at which two pairs are both in balance.
fn distances([a, b, c, d]: [i32; 4]) -> impl Iterator<Item = i32> {
    (1..=40).filter(move |distance| distance * b % (a + b) == 0 && distance * d % (c + d) == 0)
}

#[test]
fn four_numbers_need_6_by_13_cells() {
    let mut sides = BTreeSet::new();
    for [b, c, d] in [[2, 3, 4], [2, 4, 3], [3, 2, 4], [3, 4, 2], [4, 2, 3], [4, 3, 2]] {
        for width in distances([1, b, c, d]) {
            sides.extend(distances([1, c, b, d]).map(|height| (width.min(height) + 1, width.max(height) + 1)));
        }
    }
    assert!(sides.contains(&(6, 13)));
    assert!(sides.iter().all(|&(short, long)| short >= 6 && long >= 13), "{sides:?}");
}

/// The line counts that are left out because of numbers that cannot be paired,
/// by looking at all pairs on all positions.
#[test]
fn shapes_leave_out_only_what_cannot_be() {
    for (digits, length) in [(6, 6), (8, 8), (8, 9), (11, 9), (12, 10), (14, 20)] {
        let paired = |number: i32| {
            (1..=digits).any(|other| {
                let arms = (1..length).flat_map(|arm| (1..length - arm).map(move |other| (arm, other)));
                other != number && arms.into_iter().any(|(arm, far)| number * arm == other * far)
            })
        };
        let unpaired = (1..=digits).filter(|&number| !paired(number)).count() as i32;
        let shapes = Extent::all(digits as usize, Sides { height: 100, width: length as usize });
        let most = shapes.iter().map(|shape| shape.rows).max().unwrap() as i32;
        // What this many rows have beyond pairs makes room for all unpaired
        // numbers.
        assert!(3 * (digits - 2 * most) >= unpaired, "{digits} on {length}");
        assert!(3 * (digits - 2 * (most + 1)) < unpaired.max(1), "{digits} on {length}");
    }
}

/// All standings of three rows, by trying every position.
fn brute_force(numbers: &[Vec<i32>], height: i32) -> BTreeSet<(Vec<i32>, Vec<i32>)> {
    let columns = numbers[0].len();
    let positions = (0..height).flat_map(|a| (0..height).flat_map(move |b| (0..height).map(move |c| vec![a, b, c])));
    let distinct = positions.filter(|rows| rows[0] != rows[1] && rows[0] != rows[2] && rows[1] != rows[2]);
    let balance = |rows: &[i32], column: usize| {
        (0..height).filter(|fulcrum| !rows.contains(fulcrum)).find(|fulcrum| {
            numbers.iter().zip(rows).map(|(numbers, row)| numbers[column] * (row - fulcrum)).sum::<i32>() == 0
        })
    };
    distinct
        .filter_map(|rows| {
            let fulcrums = (0..columns).map(|column| balance(&rows, column)).collect::<Option<Vec<i32>>>()?;
            Some((rows, fulcrums))
        })
        .collect()
}

#[test]
fn all_standings_are_found() {
    let numbers = [vec![1, 6], vec![4, 3], vec![2, 5]];
    let filling = Filling { numbers: numbers.to_vec(), fulcrums: vec![6, 3, 5] };
    let found: BTreeSet<_> = (0..200)
        .flat_map(|seed| standing::standings(&filling, 7, &mut Random::new(seed)))
        .map(|standing| (standing.rows, standing.fulcrums))
        .collect();
    // The paper's puzzle is among them.
    assert!(found.contains(&(vec![0, 1, 5], vec![2, 2])));
    assert_eq!(found, brute_force(&numbers, 7));
}

/// The position of a fulcrum under three cells, some of them empty.
fn balance(numbers: [i32; 3], positions: [i32; 3]) -> Option<i32> {
    let torque = |fulcrum: &i32| (0..3).map(|i| numbers[i] * (positions[i] - fulcrum)).sum::<i32>();
    let two = numbers.iter().filter(|&&number| number > 0).count() >= 2;
    (0..8).filter(|fulcrum| two && !positions.contains(fulcrum)).find(|fulcrum| torque(fulcrum) == 0)
}

/// All grids of 8 by 8 cells for seven numbers that stand on these columns,
/// the first of them given row by row.
fn grids_of_seven(
    columns: [i32; 3],
    numbers: &mut Vec<i32>,
    positions: &[[i32; 3]],
    grids: &mut BTreeSet<Vec<String>>,
) {
    let row = |row: usize, numbers: &[i32]| [numbers[3 * row], numbers[3 * row + 1], numbers[3 * row + 2]];
    let depth = numbers.len();
    if depth.is_multiple_of(3) && depth > 0 && balance(row(depth / 3 - 1, numbers), columns).is_none() {
        return;
    }
    if depth < 9 {
        for number in (0..=7).filter(|number| *number == 0 || !numbers.contains(number)).collect::<Vec<_>>() {
            numbers.push(number);
            grids_of_seven(columns, numbers, positions, grids);
            numbers.pop();
        }
        return;
    }
    for rows in positions.iter().filter(|_| (1..=7).all(|number| numbers.contains(&number))) {
        let mut grid = vec![".".repeat(8); 8];
        let mut put = |row: i32, column: i32| {
            grid[row as usize].replace_range(column as usize..=column as usize, "^");
        };
        let columns_balance = (0..3).all(|i| {
            let fulcrum = balance([numbers[i], numbers[3 + i], numbers[6 + i]], *rows);
            fulcrum.inspect(|&fulcrum| put(fulcrum, columns[i])).is_some()
        });
        for (i, &position) in rows.iter().enumerate() {
            balance(row(i, numbers), columns).inspect(|&fulcrum| put(position, fulcrum));
        }
        if columns_balance {
            grids.insert(grid);
        }
    }
}

#[test]
fn all_puzzles_with_seven_numbers_on_8_by_8_cells_are_drafted() {
    let positions: Vec<[i32; 3]> =
        (0..8).flat_map(|a| (a + 1..8).flat_map(move |b| (b + 1..8).map(move |c| [a, b, c]))).collect();
    let mut all = BTreeSet::new();
    for &columns in &positions {
        grids_of_seven(columns, &mut Vec::new(), &positions, &mut all);
    }
    assert_eq!(all.len(), 8);
    let drafts = drafts(&mut maker(7, &[("rows", 8), ("columns", 8)]), 80);
    assert_eq!(drafts.iter().map(|draft| grid(&*draft.puzzle)).collect::<BTreeSet<_>>(), all);
}
