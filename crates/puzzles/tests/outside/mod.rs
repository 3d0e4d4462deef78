//! Other people's puzzles of the kinds that rule files make, in our words. `EQUIPOISE_OUTSIDE` names their folder.

use puzzles::{Board, Kind, Puzzle};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The kinds that are compared, with their files.
pub(crate) const KINDS: &[(&str, &str)] = &[
    ("sudoku", "sudoku"),
    ("evenoddsudoku", "evenodd"),
    ("jigsawsudoku", "jigsaw"),
    ("killersudoku", "killer"),
    ("kenken", "kenken"),
    ("kakuro", "kakuro"),
    ("skyscraper", "skyscrapers"),
    ("binairo", "binairo"),
    ("starbattle", "starbattle"),
    ("suguru", "suguru"),
    ("minesweeper", "minesweeper"),
    ("kakurasu", "kakurasu"),
    ("tennergrid", "tenner"),
    ("str8t", "straights"),
];

type Rows = Vec<Vec<String>>;

/// A puzzle as the file has it: the numbers of its first line, and its rows.
pub(crate) struct Published {
    pub(crate) name: String,
    first: Vec<String>,
    rows: Rows,
    solution: Rows,
}

pub(crate) fn published(file: &str) -> Vec<Published> {
    let folder = std::env::var_os("EQUIPOISE_OUTSIDE").expect("EQUIPOISE_OUTSIDE names the folder");
    let path = PathBuf::from(folder).join(format!("{file}.jsonl"));
    let text = std::fs::read_to_string(&path).expect("it can be read");
    let words = |text: &Value| -> Rows {
        let text = text.as_str().expect("a text");
        text.lines().map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
    };
    let read = |line: &str| {
        let value: Value = serde_json::from_str(line).expect("it is JSON");
        let mut rows = words(&value["problem"]);
        let first = rows.remove(0);
        let mut solution = words(&value["solution"]);
        solution.remove(0);
        Published { name: value["name"].to_string(), first, rows, solution }
    };
    text.lines().map(read).collect()
}

fn number(word: &str) -> Option<i32> {
    word.parse().ok()
}

fn grid(rows: &[Vec<String>], cell: impl Fn(&str) -> Value) -> Value {
    rows.iter().map(|row| row.iter().map(|word| cell(word)).collect::<Value>()).collect()
}

fn numbers(rows: &[Vec<String>]) -> Value {
    grid(rows, |word| number(word).into())
}

/// The puzzle in our JSON.
pub(crate) fn converted(file: &str, puzzle: &Published) -> Value {
    let (rows, first) = (&puzzle.rows, &puzzle.first);
    let n = number(&first[0]).expect("a number") as usize;
    let width = number(&first[1]).expect("a number") as usize;
    let parts = |rows: &[Vec<String>]| grid(rows, |word| number(word).unwrap_or(0).into());
    match file {
        "sudoku" => json!({"n": n, "given": numbers(rows)}),
        "evenoddsudoku" => json!({
            "n": n,
            "given": numbers(rows),
            "parity": grid(rows, |word| if matches!(word, "E" | "O") { word.into() } else { Value::Null }),
        }),
        "jigsawsudoku" => json!({"n": n, "given": numbers(&rows[..n]), "regions": parts(&rows[n..])}),
        "killersudoku" => json!({"n": n, "cages": parts(&rows[n..]), "sum": labels(&rows[..n], &rows[n..], |word| {
            number(word).into()
        })}),
        "kenken" => json!({"n": n, "cages": parts(&rows[n..]), "cage": labels(&rows[..n], &rows[n..], |word| {
            let digits: String = word.chars().take_while(char::is_ascii_digit).collect();
            match word[digits.len()..].replace('*', "x") {
                _ if digits.is_empty() => Value::Null,
                sign if sign.is_empty() => number(&digits).into(),
                sign => format!("{digits}{sign}").into(),
            }
        })}),
        "kakuro" => kakuro(n, width, rows),
        "skyscraper" => json!({
            "n": n,
            "highest": number(&first[2]),
            "slanting": i32::from(first.get(3).is_some_and(|word| word == "D")),
            "seen": {
                "top": numbers(&rows[..4])[0], "bottom": numbers(&rows[..4])[1],
                "left": numbers(&rows[..4])[2], "right": numbers(&rows[..4])[3],
            },
            "given": numbers(&rows[4..]),
        }),
        "binairo" => {
            json!({"n": n, "width": width, "given": grid(rows, |word| number(word).map(|value| value - 1).into())})
        }
        "starbattle" => json!({
            "n": n,
            "stars": number(&first[2]),
            "blocked": grid(rows, |word| i32::from(matches!(word, "@" | "#")).into()),
            "regions": parts(rows),
        }),
        "suguru" => json!({"n": n, "width": width, "given": numbers(&rows[..n]), "regions": parts(&rows[n..])}),
        "minesweeper" => json!({"n": n, "width": width, "mines": number(&first[2]), "around": numbers(rows)}),
        "kakurasu" => json!({"n": n, "down": numbers(rows)[0], "across": numbers(rows)[1]}),
        "tennergrid" => json!({"n": n - 1, "given": numbers(&rows[..n - 1]), "sum": numbers(rows)[n - 1]}),
        "str8t" => json!({
            "n": n,
            "blocked": grid(rows, |word| i32::from(word.ends_with('x')).into()),
            "given": numbers(rows),
            "black": grid(rows, |word| word.strip_suffix('x').and_then(number).into()),
        }),
        other => panic!("no such file: {other}"),
    }
}

/// What is written at one cell of each part, in the order in which the parts come up.
fn labels(labels: &[Vec<String>], parts: &[Vec<String>], read: impl Fn(&str) -> Value) -> Value {
    let mut order: Vec<&String> = Vec::new();
    let mut found: BTreeMap<usize, Value> = BTreeMap::new();
    for (word, part) in labels.iter().flatten().zip(parts.iter().flatten()) {
        let at = order.iter().position(|own| *own == part).unwrap_or_else(|| {
            order.push(part);
            order.len() - 1
        });
        let value = read(word);
        if !value.is_null() {
            found.insert(at, value);
        }
    }
    (0..order.len()).map(|at| found.remove(&at).unwrap_or(Value::Null)).collect()
}

fn kakuro(n: usize, width: usize, rows: &[Vec<String>]) -> Value {
    let is_white = |row: usize, column: usize| rows[row][column] == "0";
    let clue = |row: usize, column: usize, at: usize| -> Value {
        rows[row][column].split(',').nth(at).and_then(number).into()
    };
    let across: Value = (0..n)
        .map(|row| {
            let starts = (0..width).filter(|&c| is_white(row, c) && (c == 0 || !is_white(row, c - 1)));
            starts.map(|c| if c == 0 { Value::Null } else { clue(row, c - 1, 1) }).collect::<Value>()
        })
        .collect();
    let down: Value = (0..width)
        .map(|column| {
            let starts = (0..n).filter(|&r| is_white(r, column) && (r == 0 || !is_white(r - 1, column)));
            starts.map(|r| if r == 0 { Value::Null } else { clue(r - 1, column, 0) }).collect::<Value>()
        })
        .collect();
    let blocked = grid(rows, |word| i32::from(word != "0").into());
    json!({"n": n, "width": width, "blocked": blocked, "sum": {"across": across, "down": down}})
}

/// The published solution as a board.
pub(crate) fn solution(file: &str, published: &Published, puzzle: &dyn Puzzle) -> Board {
    let places = (0..puzzle.places()).map(|place| {
        let name = puzzle.place_name(place);
        let (row, column) = name[1..].split_once('c').expect("a name such as r1c2");
        let at = |text: &str| text.parse::<usize>().expect("a number") - 1;
        let word = published.solution[at(row)][at(column)].as_str();
        match file {
            "starbattle" | "minesweeper" | "kakurasu" => i32::from(word == "x"),
            "binairo" => number(word).expect("a number") - 1,
            _ => number(word).unwrap_or_else(|| panic!("{}: {name} holds {word}", published.name)),
        }
    });
    Board::full(places)
}

/// The kind of a rule file, offered or not.
pub(crate) fn rule_file(name: &str) -> &'static Kind {
    let path = format!("{}/../puzzles/src/rulefile/kinds/{name}.rules", env!("CARGO_MANIFEST_DIR"));
    puzzles::load(&std::fs::read_to_string(path).expect("it can be read")).expect("it is a rule file")
}
