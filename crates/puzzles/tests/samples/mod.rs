//! Small random puzzles of every kind: with no, one or several solutions.

use fd::Random;
use puzzles::Document;
use serde_json::{Value, json};

/// A random puzzle of a kind.
pub(crate) fn sample(kind: &str, random: &mut Random) -> Document {
    let value = match kind {
        "weight" => weight(random),
        "gap" => gap(random),
        "aztec" => aztec(random),
        "trid" => trid(random),
        "multibalance" => multibalance(random),
        other => panic!("no samples of {other}: a new puzzle needs them here"),
    };
    Document::from_json(&value, None).unwrap_or_else(|error| panic!("{value}: {error}"))
}

fn below(random: &mut Random, n: usize) -> usize {
    random.below(n as u32) as usize
}

fn weight(random: &mut Random) -> Value {
    // A root with a few things; some leaves turned into bars.
    fn bar(random: &mut Random, depth: u32) -> Value {
        let mut distances: Vec<i32> = (-4..=4).collect();
        random.shuffle(&mut distances);
        let mut things = Vec::new();
        for at in distances.into_iter().take(2 + random.below(2) as usize) {
            if depth < 2 && random.chance(1, 3) {
                things.push(json!({"at": at, "bar": bar(random, depth + 1)}));
            } else if random.chance(1, 12) {
                things.push(json!({"at": at, "weight": 1 + random.below(2)}));
            } else {
                things.push(json!({"at": at}));
            }
        }
        json!(things)
    }
    loop {
        let tree = bar(random, 0);
        if (2..=6).contains(&tree.to_string().matches("\"at\"").count()) {
            return json!({"puzzle": "weight", "tree": tree});
        }
    }
}

fn gap(random: &mut Random) -> Value {
    if random.chance(1, 2) {
        return solvable_gap(random);
    }
    let size = 8 + below(random, 2);
    let mut clues = || -> Vec<Value> {
        let clue = |_| if random.chance(1, 5) { json!(1 + random.below(size as u32 - 2)) } else { Value::Null };
        (0..size).map(clue).collect()
    };
    json!({"puzzle": "gap", "size": size, "columns": clues(), "rows": clues()})
}

/// Some of the clues of a built-in board, turned one way or another.
fn solvable_gap(random: &mut Random) -> Value {
    let document = puzzles::builtin("gap/seed-1").expect("it is built in");
    let board = document.solution.expect("it has an answer");
    let size = document.puzzle.size();
    let gap = |cells: Vec<usize>| {
        let filled: Vec<usize> = (0..size).filter(|&i| board.get(cells[i]) == Some(1)).collect();
        filled[1] - filled[0] - 1
    };
    let mut lines: [Vec<usize>; 2] = [
        (0..size).map(|c| gap((0..size).map(|r| r * size + c).collect())).collect(),
        (0..size).map(|r| gap((0..size).map(|c| r * size + c).collect())).collect(),
    ];
    for line in &mut lines {
        if random.chance(1, 2) {
            line.reverse();
        }
    }
    random.shuffle(&mut lines);
    let keep = 1 + random.below(4);
    let [columns, rows] = lines.map(|line| -> Vec<Value> {
        line.into_iter().map(|clue| if random.chance(keep, 12) { json!(clue) } else { Value::Null }).collect()
    });
    json!({"puzzle": "gap", "size": size, "columns": columns, "rows": rows})
}

fn aztec(random: &mut Random) -> Value {
    let rows = 1 + below(random, 4);
    let mut cell = || if random.chance(1, 3) { 1 + random.below(9) } else { 0 };
    let rows: Vec<Vec<u32>> = (1..=rows).map(|n| (0..n).map(|_| cell()).collect()).collect();
    json!({"puzzle": "aztec", "rows": rows})
}

fn trid(random: &mut Random) -> Value {
    let size = [1, 2, 3, 3, 4, 5, 5, 5][below(random, 8)];
    let mut sums = Vec::new();
    let mut givens = Vec::new();
    for row in 0..size {
        for pos in 0..=row {
            if row + 1 < size && random.chance(1, 4) {
                sums.push(json!({"row": row, "pos": pos, "sum": random.within(6, (3 * size - 3).max(6))}));
            }
            if row + 1 < size && pos < row && random.chance(1, 8) {
                let sum = random.within(6, (3 * size - 3).max(6));
                sums.push(json!({"row": row, "pos": pos, "down": true, "sum": sum}));
            }
            if random.chance(1, 8) {
                givens.push(json!({"row": row, "pos": pos, "value": 1 + random.below(size as u32)}));
            }
        }
    }
    json!({"puzzle": "trid", "size": size, "sums": sums, "givens": givens})
}

fn multibalance(random: &mut Random) -> Value {
    if random.chance(1, 2) {
        return balanced(random);
    }
    let (rows, columns) = (3 + random.below(3), 3 + random.below(3));
    let mut cell = || if random.chance(1, 5) { '^' } else { '.' };
    let grid: Vec<String> = (0..rows).map(|_| (0..columns).map(|_| cell()).collect()).collect();
    json!({"puzzle": "multibalance", "grid": grid, "digits": 2 + random.below(4)})
}

/// Random fulcrums hardly ever balance anything. Here 1 and 4 stand in one
/// row, 3 and 2 in another, 1 and 3 in one column, 4 and 2 in another, with the
/// fulcrums that this needs; turned, moved, and sometimes with one more.
fn balanced(random: &mut Random) -> Value {
    let (top, left) = (below(random, 2), below(random, 2));
    let (height, width) = (top + 13 + below(random, 2), left + 6 + below(random, 2));
    let mut grid = vec![vec!['.'; width]; height];
    for (row, column) in [(0, 4), (12, 2), (9, 0), (4, 5)] {
        grid[top + row][left + column] = '^';
    }
    if random.chance(1, 2) {
        grid[below(random, height)][below(random, width)] = '^';
    }
    if random.chance(1, 2) {
        grid.reverse();
    }
    if random.chance(1, 2) {
        grid = (0..width).map(|column| grid.iter().map(|row| row[column]).collect()).collect();
    }
    let rows: Vec<String> = grid.iter().map(|row| row.iter().collect()).collect();
    json!({"puzzle": "multibalance", "grid": rows, "digits": 4})
}
