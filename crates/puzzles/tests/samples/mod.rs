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

/// The values that a place of such a puzzle may take, whatever the rules say.
pub(crate) fn values(document: &Document) -> Vec<i32> {
    let puzzle = &*document.puzzle;
    match puzzle.kind().name() {
        "weight" | "trid" => (1..=puzzle.size() as i32).collect(),
        "gap" => vec![0, 1],
        "aztec" => (1..=9).collect(),
        "multibalance" => {
            let grid = puzzle.write_json()["grid"].as_array().cloned().unwrap_or_default();
            let rows: Vec<&str> = grid.iter().filter_map(Value::as_str).collect();
            let cells = rows.iter().flat_map(|row| row.chars()).enumerate();
            cells.filter(|(_, c)| *c != '^').map(|(i, _)| i as i32).collect()
        }
        other => panic!("no values of {other}"),
    }
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
    let size = 8 + below(random, 2);
    let mut clues = || -> Vec<Value> {
        let clue = |_| if random.chance(1, 5) { json!(1 + random.below(size as u32 - 2)) } else { Value::Null };
        (0..size).map(clue).collect()
    };
    json!({"puzzle": "gap", "size": size, "columns": clues(), "rows": clues()})
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
    let (rows, columns) = (3 + random.below(3), 3 + random.below(3));
    let mut cell = || if random.chance(1, 5) { '^' } else { '.' };
    let grid: Vec<String> = (0..rows).map(|_| (0..columns).map(|_| cell()).collect()).collect();
    json!({"puzzle": "multibalance", "grid": grid, "digits": 2 + random.below(4)})
}
